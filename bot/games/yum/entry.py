"""The score sheets: all that the rest of the bot knows of them."""

from collections.abc import Callable
from functools import partial
from typing import cast

from bot.engine import N_, STANDARD, AnyGame, Command, Entry, Listing
from bot.games.yum.rules import Yum
from bot.games.yum.scoring.sheet import Sheet
from bot.games.yum.sheets import SHEETS

_MINUTES_A_BOX = 0.38
"""Of one person: a turn of four moves, at six seconds each."""

_OWN_COMMAND = "yams"
"""The sheet with a command of its own: in France it is another game."""


def listing(sheet: Sheet) -> Listing:
    """Return what the catalogue says of ``sheet``."""
    return Listing(
        key=sheet.key,
        label=sheet.label,
        about=sheet.about,
        make=partial(Yum.of_sheet, sheet.key),
        rules=sheet.rules,
        seats=Yum.seats_alone,
        presets=(STANDARD, *sheet.presets),
        reviewed=cast("Callable[[AnyGame, int], bool]", Yum.has_exact_values),
        weekdays=sheet.weekdays,
        short_weekdays=sheet.short_weekdays,
        minutes=minutes,
    )


def minutes(game: AnyGame) -> float:
    """Return about how long two people fill all boxes of a game."""
    layout = cast("Yum", game).layout
    return 2 * _MINUTES_A_BOX * len(layout.boxes) * layout.columns


ENTRY = Entry(
    place=10,
    listings=tuple(map(listing, SHEETS.values())),
    commands=(
        Command(
            "yum",
            N_("yum"),
            N_("Yum, like Yahtzee: a whole family of score sheets"),
            tuple(key for key in SHEETS if key != _OWN_COMMAND),
        ),
        Command("yams", N_("yams"), N_("Yams, the French score-sheet game"), (_OWN_COMMAND,)),
    ),
    like=N_("like Yahtzee"),
    best_known=("yum_classic", _OWN_COMMAND),
)
