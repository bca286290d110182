"""``/pig``: one die, and the nerve to stop in time."""

from cogs.start import game_cog

Pig, setup = game_cog(__name__)
