"""``/cantstop``: climb with pairs of dice, and stop in time."""

from cogs.start import game_cog

CantStop, setup = game_cog(__name__)
