"""Slash commands: one thin file per game or subject. ``start`` opens tables, ``events`` answers Discord's events."""
