"""``/ambition``: three special dice and a goal reached exactly."""

from cogs.start import game_cog

Ambition, setup = game_cog(__name__)
