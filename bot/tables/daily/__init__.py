"""The game of the day: its calendar, its dice, and when they may be shown."""
