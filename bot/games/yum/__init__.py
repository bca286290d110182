"""The score sheets: one set of rules for all of them.

``scoring`` says what dice are worth, ``sheets`` holds every sheet as data (:mod:`bot.games.yum.sheets`). The other
files hold the state, the turns, the house rules and the end of a game.
"""

from functools import partial

from bot.engine import STANDARD, Listing
from bot.games.yum.rules import Yum
from bot.games.yum.scoring.sheet import Sheet
from bot.games.yum.sheets import SHEETS


def listing(sheet: Sheet) -> Listing:
    """Return what the catalogue says of ``sheet``."""
    return Listing(
        key=sheet.key,
        label=sheet.label,
        about=sheet.about,
        family="yum",
        make=partial(Yum.of_sheet, sheet.key),
        rules=sheet.rules,
        seats=Yum.seats_alone,
        presets=(STANDARD, *sheet.presets),
    )


LISTINGS = tuple(map(listing, SHEETS.values()))
