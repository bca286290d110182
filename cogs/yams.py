"""``/yams``: Yams as it is played in France."""

from discord.app_commands import locale_str as _s

from cogs.start import game_cog, of_sheets

Yams, setup = game_cog(__name__, _s("yams"), _s("Yams, the French score-sheet game"), ["yams"], of_sheets(["yams"]))
