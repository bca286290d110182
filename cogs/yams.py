"""``/yams``: Yams as it is played in France."""

from cogs.start import game_cog, of_sheets

Yams, setup = game_cog(__name__, of_sheets)
