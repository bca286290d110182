"""``/yamslam``: Yamslam."""

from cogs.start import game_cog

Yamslam, setup = game_cog(__name__)
