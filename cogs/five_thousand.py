"""``/5000``: throw, set aside, and stop in time."""

from discord.app_commands import locale_str as _s

from cogs.start import game_cog

_ABOUT = _s("5000: set scoring dice aside, and stop in time")

FiveThousand, setup = game_cog(__name__, _s("5000"), _ABOUT, ["5000"], race="5000_race")
