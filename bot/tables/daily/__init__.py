"""The game of the day: its calendar, its dice, and when the bot may show them."""
