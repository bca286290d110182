"""The curve of a review: what each player could expect after every turn, and the turns that cost most."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from bot.locales import words
from bot.pictures.canvas import (
    BAND,
    DEEP_GREEN,
    GOLD,
    INK,
    MARGIN,
    READABLE,
    RED,
    WIDTH,
    Canvas,
    display_name,
    drawable_text,
    shrink_to_fit,
    width,
)
from bot.pictures.chart import BELOW, Axes, Brush, Point, dashes, nice_marks, smooth
from bot.screens.kit import Curve, CurveLine

_COLOURS = (RED, "#2f6fb0", DEEP_GREEN, "#8a5bb0", "#c07a1f", "#4a4a4a")
_TOP = BAND + 24
_PANEL = 640
_CHANCES, _GAP = 420, 14
"""The panel of chances to win, and the gap above it."""
_LETTERS = READABLE
_TITLE, _LEGEND = 52, 54
_NAME = 300
"""The widest a name is in the legend."""
_DASHES: tuple[tuple[int, ...], ...] = ((), (26, 16), (6, 12), (40, 12, 8, 12), (14, 10), (44, 20))
"""The strokes and gaps of each line in pixels, from the first player on: nobody needs colours to tell them apart."""
_APART = 40
"""Between the numbers of two lines at their ends."""
_MARK = 13
"""The radius of the mark of a costly turn."""
_ABOVE = 20
"""Room for the ends of lines above an axis."""


def draw_curve(curve: Curve) -> bytes:
    """Return the picture as a PNG, 1200 pixels wide; chances to win below, where the lines have any."""
    bottom, lines = _TOP + _PANEL, curve.lines
    with_chances = any(line.chances for line in lines)
    canvas = Canvas(bottom + MARGIN + with_chances * (_GAP + _CHANCES))
    canvas.band(curve.title, curve.subtitle, READABLE)
    draw_lines(canvas, curve, _TOP, _PANEL)
    if with_chances:
        canvas.titled_panel(bottom + _GAP, _CHANCES, curve.chance_label, _LETTERS + 2, 40)
        chances, top = [line.chances for line in lines], bottom + _GAP + 96
        _chart(canvas, curve, _Chart(chances, [0, 25, 50, 75, 100], top, bottom + _GAP + _CHANCES, dots=False))
    return canvas.finished()


def draw_lines(canvas: Canvas, curve: Curve, top: int, height: int) -> None:
    """Draw the lines of ``curve`` in a panel below ``top``: its label, who has which line, and the chart."""
    canvas.titled_panel(top, height, curve.label, _LETTERS + 2, 40)
    values = [line.values for line in curve.lines]
    whole = all(value.is_integer() for line in values for value in line)
    marks = nice_marks(min(map(min, values)), max(map(max, values)), whole=whole)
    _chart(canvas, curve, _Chart(values, marks, _legend(canvas, curve, top) + 24, top + height, dots=True))


class _Chart(NamedTuple):
    """Lines over an axis."""

    values: Sequence[Sequence[float]]
    """By line, from the beginning on."""
    marks: Sequence[float]
    """The numbers of the axis."""
    top: float
    """Where the axis ends."""
    bottom: float
    """The lower edge of the panel."""
    dots: bool
    """Whether costly turns are marked."""


def _legend(canvas: Canvas, curve: Curve, above: int) -> int:
    """Write who has which line, in as many rows as it takes; return where the last one ends."""
    left, top = MARGIN + 28, above + _TITLE + _LEGEND // 2 + 12
    entries = [(*display_name(line.name, line.instead, _NAME, _LETTERS, READABLE), line) for line in curve.lines]
    for number, (name, size, line) in enumerate(entries):
        name = f"{number + 1} {name}"
        needed = 84 + width(name, size, line.shown)
        if left + needed > WIDTH - MARGIN - 28:
            left, top = MARGIN + 28, top + _LEGEND
        for (start, _), (end, _) in dashes(((left, top), (left + 64, top)), _DASHES[number]):
            canvas.pen.line((start, top, end, top), _COLOURS[number], 9)
        canvas.write((left + 76, top), name, size, INK, bold=line.shown)
        left += needed + 34
    if any(line.shown and line.costly for line in curve.lines):
        mark, size = shrink_to_fit(drawable_text(curve.mark), WIDTH - 2 * MARGIN - 120, _LETTERS, READABLE)
        if left + 50 + width(mark, size) > WIDTH - MARGIN - 28:
            left, top = MARGIN + 28, top + _LEGEND
        with smooth(canvas, top - _MARK, top + _MARK + 1) as brush:
            _mark(brush, (left + _MARK, top))
        canvas.write((left + 40, top), mark, size, INK)
    return top + _LEGEND // 2


def _mark(brush: Brush, middle: Point) -> None:
    brush.dot(middle, _MARK, GOLD, INK, _MARK / 4)


def _chart(canvas: Canvas, curve: Curve, chart: _Chart) -> None:
    """Draw the axes with their numbers, and the lines over them."""
    marks, t = chart.marks, words(curve.language)
    shown = [t.number(mark, 0 if float(mark).is_integer() else 1) for mark in marks]
    left = MARGIN + 40 + max(width(text, _LETTERS) for text in shown)
    turns = max(max(map(len, chart.values)) - 1, 1)
    bottom = chart.bottom - BELOW
    axes = Axes(left, chart.top, WIDTH - MARGIN - 62, bottom, (0, turns), (marks[0], marks[-1]))
    step = max(1, math.ceil(turns / 10))
    axes.draw(canvas, list(zip(marks, shown, strict=True)), [(n, t.number(n)) for n in range(0, turns + 1, step)])
    with smooth(canvas, round(chart.top) - _ABOVE, round(chart.bottom)) as brush:
        for number in sorted(range(len(curve.lines)), key=lambda number: curve.lines[number].shown):
            points = [axes.place(turn, value) for turn, value in enumerate(chart.values[number])]
            _stroke(brush, points, number, curve.lines[number], dots=chart.dots)
    ends = {number: axes.place(len(line) - 1, line[-1]) for number, line in enumerate(chart.values) if line}
    heights = spread([y for _, y in ends.values()], _APART, bottom)
    for (number, (x, _)), y in zip(ends.items(), heights, strict=True):
        canvas.write((x + 18, y), str(number + 1), _LETTERS, _COLOURS[number], bold=True)


def _stroke(brush: Brush, points: Sequence[Point], number: int, line: CurveLine, *, dots: bool) -> None:
    if not points:
        return
    wide, colour = 9 if line.shown else 5, _COLOURS[number]
    brush.line(points, colour, wide, _DASHES[number])
    for end in (points[0], points[-1]):
        brush.dot(end, wide, colour)
    for turn in line.costly if line.shown and dots else ():
        _mark(brush, points[turn])


def spread(heights: Sequence[float], apart: float, lowest: float) -> list[float]:
    """Return ``heights``, moved so far that two of them are at least ``apart``, none below ``lowest``."""
    order = sorted(range(len(heights)), key=lambda place: heights[place])
    moved = list(heights)
    for above, below in pairwise(order):
        moved[below] = max(moved[below], moved[above] + apart)
    limit = lowest
    for place in reversed(order):
        moved[place] = min(moved[place], limit)
        limit = moved[place] - apart
    return moved
