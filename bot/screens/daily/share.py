"""A result of the day for others: how each box went, without a word about dice or points in it."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from itertools import islice
from typing import cast

from bot.engine.types import Seat
from bot.games.yum.rules import Yum
from bot.games.yum.scoring.boxes import Box, Section
from bot.games.yum.state import State
from bot.screens.daily.page import day_title, place_words
from bot.screens.kit.values import LEAF_GREEN, Button, Desk, Screen, mention
from bot.tables.core.model import Table
from bot.tables.daily.games import DayResult

GOOD = 0.6
"""From this share of a box's maximum on it went well: three equal dice of five in the upper section."""

_A_LINE = 8
"""How many squares fit on a line of any phone."""


class How(Enum):
    """How a box went, and its square."""

    WELL = "🟩"
    SOMEHOW = "🟨"
    STRUCK = "⬛"


def share_screen(desk: Desk, table: Table, result: DayResult) -> Screen:
    """The public message: who, which day, points and place, a square per box and the same in words."""
    t = desk.t
    told = t(
        "{player}: **{points}** points, {place}.",
        player=mention(table.host),
        points=table.game.scores(table.state)[0],
        place=place_words(desk, result),
    )
    streak = t.many("{n} day in a row.", "{n} days in a row.", result.streak) if result.streak > 1 else ""
    return Screen(
        title=day_title(desk, table.manner.daily or 0, table.game.key),
        body="\n".join([f"{told} {streak}".rstrip(), *_boxes(desk, table)]),
        colour=LEAF_GREEN,
        rows=((Button("daily show", t("Play the daily")),),),
    )


def _boxes(desk: Desk, table: Table) -> list[str]:
    """The squares in the order of the sheet, then their words; nothing for a game without a score sheet."""
    if not isinstance(table.game, Yum):
        return []
    went = list(_went(table.game, cast(State, table.state)))
    upper = [how.value for box, how in went if box.section is Section.UPPER]
    lower = [how.value for box, how in went if box.section is not Section.UPPER]
    return ["", *_lines(upper), *_lines(lower), "", *_words(desk, went)]


def _went(game: Yum, state: State) -> Iterator[tuple[Box, How]]:
    """Yield how each box of each column went."""
    for cells in state.sheets[Seat(0)]:
        for box, cell in zip(game.layout.boxes, cells, strict=True):
            points = 0 if cell is None else cell.raw
            yield box, How.STRUCK if points <= 0 else How.WELL if points >= GOOD * box.maximum else How.SOMEHOW


def _lines(squares: list[str]) -> Iterator[str]:
    rest = iter(squares)
    while line := "".join(islice(rest, _A_LINE)):
        yield line


def _words(desk: Desk, went: list[tuple[Box, How]]) -> Iterator[str]:
    t = desk.t
    names = {How.WELL: t("Filled well"), How.SOMEHOW: t("Some points"), How.STRUCK: t("Struck")}
    for how, name in names.items():
        boxes = [t(box.label) for box, found in went if found is how]
        if boxes:
            yield f"{how.value} {name}: {', '.join(boxes)}"
