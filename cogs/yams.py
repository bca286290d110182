"""``/yams``: Yams as it is played in France."""

from cogs.start import game_cog
from cogs.yum import of_sheets

Yams, setup = game_cog(__name__, of_sheets)
