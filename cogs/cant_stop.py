"""``/cantstop``: climb with pairs of dice, and stop in time."""

from discord.app_commands import locale_str as _s

from cogs.start import game_cog

_ABOUT = _s("Can't Stop: climb with pairs of dice, and stop in time")

CantStop, setup = game_cog(__name__, _s("cantstop"), _ABOUT, ["cant_stop"], race="cant_stop_race")
