"""Slash commands, one thin file per game or subject."""
