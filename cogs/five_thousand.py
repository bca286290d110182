"""``/5000``: throw, set aside, and stop in time."""

from discord.app_commands import locale_str as _s

from cogs.start.factory import game_cog

FiveThousand, setup = game_cog(__name__, _s("5000"), _s("5000: set scoring dice aside, and stop in time"), ["5000"])
