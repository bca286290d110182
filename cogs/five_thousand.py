"""``/5000``: throw, set aside, and stop in time."""

from cogs.start import game_cog

FiveThousand, setup = game_cog(__name__)
