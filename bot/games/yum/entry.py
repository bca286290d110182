"""The score sheets: all that the rest of the bot knows of them."""

from collections.abc import Callable
from functools import partial
from typing import cast

from bot.engine import N_, STANDARD, AnyGame, Command, Entry, GameTrophy, Listing, Theme
from bot.games.yum.rules import Yum, at_once, by_one, no_zero, perfect_upper, reviewed, three_yums
from bot.games.yum.scoring.sheet import Sheet
from bot.games.yum.sheets import SHEETS

_MINUTES_A_BOX = 0.39
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
        reviewed=cast("Callable[[AnyGame, int], bool]", reviewed),
        weekdays=sheet.weekdays,
        short_weekdays=sheet.short_weekdays,
        minutes=minutes,
    )


def minutes(game: AnyGame) -> float:
    """Return about how long two people fill all boxes of a game."""
    layout = cast("Yum", game).layout
    return 2 * _MINUTES_A_BOX * len(layout.boxes) * layout.columns


# -- Trophies: of sheets with one column, where nobody has more boxes for luck than others -----------------------------

_TROPHIES = (
    GameTrophy("yum_at_once", N_("Yum at once"), N_("Throw all dice equal with the first throw of a turn."), at_once),
    GameTrophy("yum_three", N_("Three Yums"), N_("End three turns of one game with all dice equal."), three_yums),
    GameTrophy(
        "yum_upper",
        N_("Perfect upper section"),
        N_("Write at least four of every number in the upper section of a sheet."),
        perfect_upper,
    ),
    GameTrophy("yum_no_zero", N_("No zero"), N_("Fill a whole sheet without a single 0."), no_zero),
    GameTrophy("yum_by_one", N_("By one point"), N_("Win a game on sheets by a single point."), by_one),
)

_THEMES = {
    Theme.SETS: 0.35,
    Theme.LAST: 0.22,
    Theme.BONUS: 0.12,
    Theme.STRAIGHTS: 0.1,
    Theme.STRIKE: 0.08,
    Theme.STOP: 0.08,
    Theme.OTHER: 0.05,
}
"""As beginners and regular computers decide in Yum Classic and Yams."""

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
    trophies=_TROPHIES,
    themes=_THEMES,
    like=N_("like Yahtzee"),
    best_known=("yum_classic", _OWN_COMMAND),
)
