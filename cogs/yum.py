"""``/yum``: the score-sheet games; Yams has a command of its own."""

from discord.app_commands import locale_str as _s

from bot.games import CATALOGUE
from cogs.start import game_cog, of_sheets

_SHEETS = [key for key, listing in CATALOGUE.items() if listing.family == "yum" and key != "yams"]

Yum, setup = game_cog(__name__, _s("yum"), _s("Yum and its family of score sheets"), _SHEETS, of_sheets(_SHEETS))
