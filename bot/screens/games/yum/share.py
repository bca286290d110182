"""How each box of a score sheet went, without a word about dice or points, for a player who shares a daily."""

from collections.abc import Iterator
from enum import Enum
from itertools import islice

from bot.engine import Seat
from bot.games.yum.rules import Yum
from bot.games.yum.scoring import Box, Section
from bot.games.yum.state import State
from bot.screens.kit import RenderContext

GOOD = 0.6
"""From this share of a box's maximum on it went well: three equal dice of five in the upper section."""

_A_LINE = 8
"""How many squares fit on a line of any phone."""


class BoxQuality(Enum):
    """How a box went, and its square."""

    WELL = "🟩"
    SOMEHOW = "🟨"
    STRUCK = "⬛"


def share_lines(context: RenderContext, game: Yum, state: State) -> list[str]:
    """Return the squares in the order of the sheet, then their words."""
    went = list(_went(game, state))
    upper = [how.value for box, how in went if box.section is Section.UPPER]
    lower = [how.value for box, how in went if box.section is not Section.UPPER]
    return ["", *_lines(upper), *_lines(lower), "", *_words(context, went)]


def _went(game: Yum, state: State) -> Iterator[tuple[Box, BoxQuality]]:
    """Yield how each box of each column went."""
    for cells in state.sheets[Seat(0)]:
        for box, cell in zip(game.layout.boxes, cells, strict=True):
            points = 0 if cell is None else cell.raw
            yield (
                box,
                BoxQuality.STRUCK
                if points <= 0
                else BoxQuality.WELL
                if points >= GOOD * box.maximum
                else BoxQuality.SOMEHOW,
            )


def _lines(squares: list[str]) -> Iterator[str]:
    rest = iter(squares)
    while line := "".join(islice(rest, _A_LINE)):
        yield line


def _words(context: RenderContext, went: list[tuple[Box, BoxQuality]]) -> Iterator[str]:
    names = {
        BoxQuality.WELL: context.t("Filled well"),
        BoxQuality.SOMEHOW: context.t("Some points"),
        BoxQuality.STRUCK: context.t("Struck"),
    }
    for how, name in names.items():
        boxes = [context.t(box.label) for box, found in went if found is how]
        if boxes:
            yield context.t("{name}: {value}", name=f"{how.value} {name}", value=", ".join(boxes))
