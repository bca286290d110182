"""The score sheets: all that the rest of the bot knows of them."""

from collections.abc import Callable
from functools import partial
from typing import cast

from bot.engine import N_, STANDARD, AnyGame, Command, Entry, GameTrophy, Listing, Seat, ToldGame
from bot.engine.hands import all_equal
from bot.games.yum.rules import Marked, Yum
from bot.games.yum.scoring.boxes import Column
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


# -- Trophies: of sheets with one column, where nobody has more boxes for luck than others -----------------------------

_DICE = 5
_YUMS = 3
_MOST = 4
"""So many equal dice in an upper box are as good as can be hoped for."""


def _at_once(played: ToldGame, seat: Seat) -> bool:
    return any(step.do == "roll" and all_equal(step.after.dice) for step in played.of(seat))


def _three_yums(played: ToldGame, seat: Seat) -> bool:
    ended = (step for step in played.of(seat) if any(isinstance(event, Marked) for event in step.events))
    return _column(played, seat) is not None and sum(all_equal(step.before.dice) for step in ended) >= _YUMS


def _perfect_upper(played: ToldGame, seat: Seat) -> bool:
    column, layout = _column(played, seat), played.game.layout
    if column is None or layout.dice != _DICE:
        return False
    upper = [(box, cell) for box, cell in zip(layout.boxes, column, strict=True) if box.face]
    return bool(upper) and all(cell is not None and cell.written >= _MOST * box.face for box, cell in upper)


def _no_zero(played: ToldGame, seat: Seat) -> bool:
    column = _column(played, seat)
    return column is not None and all(cell is not None and cell.written for cell in column)


def _by_one(played: ToldGame, seat: Seat) -> bool:
    game, end = played.game, played.end
    points = [game.present_points(end, Seat(other)) for other in range(game.players(end)) if other not in end.gone]
    own = game.present_points(end, seat)
    return not game.sides and len(points) > 1 and sorted(points)[-2:] == [own - 1, own]


def _column(played: ToldGame, seat: Seat) -> Column | None:
    """Return the sheet of ``seat``; None where it has several columns."""
    columns: tuple[Column, ...] = played.end.sheets[seat]
    return columns[0] if len(columns) == 1 else None


_TROPHIES = (
    GameTrophy("yum_at_once", N_("Yum at once"), N_("Throw all dice equal with the first throw of a turn."), _at_once),
    GameTrophy("yum_three", N_("Three Yums"), N_("End three turns of one game with all dice equal."), _three_yums),
    GameTrophy(
        "yum_upper",
        N_("Perfect upper part"),
        N_("Write at least four of every number in the upper part of a sheet."),
        _perfect_upper,
    ),
    GameTrophy("yum_no_zero", N_("No zero"), N_("Fill a whole sheet without a single 0."), _no_zero),
    GameTrophy("yum_by_one", N_("By one point"), N_("Win a game on sheets by a single point."), _by_one),
)

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
    like=N_("like Yahtzee"),
    best_known=("yum_classic", _OWN_COMMAND),
)
