"""``/yams``: Yams as it is played in France."""

from cogs.start import game_cog

Yams, setup = game_cog(__name__)
