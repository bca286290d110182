"""A score sheet as a narrow table: at most 28 columns, so that no line wraps on a phone."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.screens.kit.values import TABLE_WIDTH

OPEN = "·"
"""An open box."""

HALF = 13
_LABEL = 11
"""Columns for the label if a sheet has several columns of points."""


@dataclass(frozen=True, slots=True)
class SheetEntry:
    """A line of a sheet: a short name, and points or None for an open box."""

    label: str
    points: int | None


def two_panels(left: Sequence[SheetEntry], right: Sequence[SheetEntry]) -> list[str]:
    """Return the entries in two panels beside each other."""
    lines = []
    for number in range(max(len(left), len(right))):
        line = _half(left[number]) if number < len(left) else " " * HALF
        if number < len(right):
            line = f"{line} │{_half(right[number])}"
        lines.append(line.rstrip())
    return lines


def _half(entry: SheetEntry) -> str:
    points = _shown(entry.points)
    room = HALF - 1 - len(points)
    return f"{entry.label[:room]:<{room}} {points}"


def columns(heads: list[str], rows: Sequence[tuple[str, Sequence[int | str | None]]]) -> list[str]:
    """Return one line per row, a place for each column's points, below ``heads`` if there are any."""
    width = min((TABLE_WIDTH - _LABEL) // max(len(points) for _, points in rows), 6)
    lines = [" " * _LABEL + "".join(f"{head:>{width}}" for head in heads)] if heads else []
    for label, points in rows:
        lines.append(f"{label[:_LABEL]:<{_LABEL}}" + "".join(f"{_shown(value):>{width}}" for value in points))
    return lines


def _shown(points: int | str | None) -> str:
    return OPEN if points is None else str(points)
