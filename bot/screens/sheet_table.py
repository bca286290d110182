"""A score sheet as a narrow table: two boxes a line, 28 columns, no line wraps on a phone."""

from __future__ import annotations

from dataclasses import dataclass

OPEN = "·"
"""An open box."""

_LABEL = 9
_POINTS = 3
HALF = _LABEL + 1 + _POINTS


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a sheet: a short name, and points or None while the box is open."""

    label: str
    points: int | None


def two_panels(entries: list[Entry]) -> list[str]:
    """Return the entries in two panels, read down the left one first; every line is at most 28 columns wide."""
    half = (len(entries) + 1) // 2
    left, right = entries[:half], entries[half:]
    lines = []
    for number in range(half):
        line = _half(left[number])
        if number < len(right):
            line = f"{line} │{_half(right[number])}"
        lines.append(line.rstrip())
    return lines


def _half(entry: Entry) -> str:
    points = OPEN if entry.points is None else str(entry.points)
    room = HALF - 1 - len(points)
    return f"{entry.label[:room]:<{room}} {points}"
