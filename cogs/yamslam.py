"""``/yamslam``: Yamslam."""

from discord.app_commands import locale_str as _s

from cogs.start.factory import game_cog
from cogs.start.options import OF_YAMSLAM

Yamslam, setup = game_cog(__name__, _s("yamslam"), _s("Yamslam: dice in two colours, chips"), ["yamslam"], OF_YAMSLAM)
