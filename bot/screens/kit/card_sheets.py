"""Everybody's sheets for the picture of a result: lines that add up to the total."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.engine import N_
from bot.locales import Words
from bot.screens.kit.picture_models import SheetLine, Weight
from bot.screens.kit.values import RenderContext


class Sheets(NamedTuple):
    """The lines, and what stands above the columns of each sheet."""

    lines: tuple[SheetLine, ...] = ()
    heads: tuple[str, ...] = ()


NO_SHEETS = Sheets()


def single(t: Words, label: str, values: Sequence[int], columns: int = 1, weight: Weight = Weight.SUM) -> SheetLine:
    """Return a line with one number for all columns of a seat, below the last one; ``label`` is English."""
    return SheetLine(t(label), tuple(("",) * (columns - 1) + (t.number(value),) for value in values), weight)


def totalled(
    context: RenderContext, before: Sequence[int], now: Sequence[int], *, columns: int = 1, match: bool
) -> list[SheetLine]:
    """Return the total; in a match below what this game and those ``before`` brought."""
    total = [sum(both) for both in zip(before, now, strict=True)]
    lines = [single(context.t, N_("Total"), total, columns, Weight.TOTAL)]
    if match:
        lines = [
            single(context.t, N_("This game"), now, columns),
            single(context.t, N_("Earlier games"), before, columns),
            *lines,
        ]
    return lines
