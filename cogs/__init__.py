"""Slash commands: one thin file per game or subject, each with its cog. The packages hold what is no command.

``start`` opens tables, ``events`` answers Discord's events, ``shared`` is the base class.
"""
