"""``/yamslam``: Yamslam."""

from discord.app_commands import locale_str as _s

from cogs.start import OF_YAMSLAM, game_cog

Yamslam, setup = game_cog(__name__, _s("yamslam"), _s("Yamslam: dice in two colours, chips"), ["yamslam"], OF_YAMSLAM)
