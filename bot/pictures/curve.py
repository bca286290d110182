"""The curve of a review: what each player could expect after every turn, and the turns that cost most."""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from PIL import Image, ImageDraw

from bot.locales import words
from bot.pictures.canvas import (
    BAND,
    DEEP_GREEN,
    GOLD,
    INK,
    LINE,
    MARGIN,
    READABLE,
    RED,
    SOFT,
    WIDTH,
    Canvas,
    display_name,
    drawable_text,
    shrink_to_fit,
    width,
)
from bot.screens.kit import Curve, CurveLine

_Point: TypeAlias = tuple[float, float]

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
_SMOOTH = 2
"""Lines are drawn so many times too large."""
_TICKS = 5
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
        _dot(canvas.pen, left + _MARK, top, _MARK)
        canvas.write((left + 40, top), mark, size, INK)
    return top + _LEGEND // 2


def _dot(pen: ImageDraw.ImageDraw, x: float, y: float, radius: float) -> None:
    pen.ellipse(
        (x - radius, y - radius, x + radius, y + radius), fill=GOLD, outline=INK, width=max(2, round(radius / 4))
    )


def _chart(canvas: Canvas, curve: Curve, chart: _Chart) -> None:
    """Draw the axes with their numbers, and the lines over them."""
    marks, top, t = chart.marks, chart.top, words(curve.language)
    shown = [t.number(mark, 0 if float(mark).is_integer() else 1) for mark in marks]
    left = MARGIN + 40 + max(width(text, _LETTERS) for text in shown)
    right, bottom = WIDTH - MARGIN - 62, chart.bottom - 62
    turns = max(max(map(len, chart.values)) - 1, 1)

    def place(turn: float, value: float) -> tuple[float, float]:
        up = (value - marks[0]) / (marks[-1] - marks[0])
        return left + (right - left) * turn / turns, bottom - (bottom - top) * up

    for mark, text in zip(marks, shown, strict=True):
        y = place(0, mark)[1]
        canvas.pen.line((left, y, right, y), LINE, 2)
        canvas.write((left - 14, y), text, _LETTERS, SOFT, anchor="rm")
    step = max(1, math.ceil(turns / 10))
    for turn in range(0, turns + 1, step):
        canvas.write((place(turn, marks[0])[0], bottom + 30), t.number(turn), _LETTERS, SOFT, anchor="mm")
    over = round(top) - _ABOVE
    part = (0, over, WIDTH, round(chart.bottom))
    large = (WIDTH * _SMOOTH, (part[3] - over) * _SMOOTH)
    layer = canvas.image.crop(part).resize(large, Image.Resampling.NEAREST)
    pen = ImageDraw.Draw(layer)
    in_front = sorted(range(len(curve.lines)), key=lambda number: curve.lines[number].shown)
    for number in in_front:
        points = [place(turn, value) for turn, value in enumerate(chart.values[number])]
        moved = [(x, y - over) for x, y in points]
        _stroke(pen, moved, number, curve.lines[number], dots=chart.dots)
    canvas.image.paste(layer.reduce(_SMOOTH), part)
    ends = {number: place(len(line) - 1, line[-1]) for number, line in enumerate(chart.values) if line}
    heights = spread([y for _, y in ends.values()], _APART, bottom)
    for (number, (x, _)), y in zip(ends.items(), heights, strict=True):
        canvas.write((x + 18, y), str(number + 1), _LETTERS, _COLOURS[number], bold=True)


def _stroke(pen: ImageDraw.ImageDraw, points: Sequence[_Point], number: int, line: CurveLine, *, dots: bool) -> None:
    large = [(x * _SMOOTH, y * _SMOOTH) for x, y in points]
    if not large:
        return
    wide, colour = (9 if line.shown else 5) * _SMOOTH, _COLOURS[number]
    if not _DASHES[number]:
        pen.line(large, fill=colour, width=wide, joint="curve")
    for part in dashes(large, [length * _SMOOTH for length in _DASHES[number]]) if _DASHES[number] else ():
        pen.line(part, fill=colour, width=wide)
    for x, y in (large[0], large[-1]):
        pen.ellipse((x - wide, y - wide, x + wide, y + wide), fill=colour)
    for turn in line.costly if line.shown and dots else ():
        _dot(pen, *large[turn], _MARK * _SMOOTH)


def dashes(points: Sequence[_Point], pattern: Sequence[float]) -> Iterator[tuple[_Point, _Point]]:
    """Yield the pieces of the way along ``points`` that ``pattern`` draws: strokes and gaps in turn; empty: all."""
    left, drawn, at = (pattern[0] if pattern else math.inf), True, 0
    for (x, y), (to_x, to_y) in pairwise(points):
        way = math.hypot(to_x - x, to_y - y)
        gone = 0.0
        while gone < way:
            step = min(left, way - gone)
            start, end = gone / way, (gone + step) / way
            if drawn:
                piece = [(x + (to_x - x) * share, y + (to_y - y) * share) for share in (start, end)]
                yield piece[0], piece[1]
            gone, left = gone + step, left - step
            if left <= 0:
                drawn, at = not drawn, (at + 1) % len(pattern)
                left = pattern[at]


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


def nice_marks(low: float, high: float, *, whole: bool = False) -> list[float]:
    """Return round numbers, evenly spaced, the first at most ``low`` and the last at least ``high``.

    They are integers if the values are ``whole``.
    """
    rough = max(high - low, 1e-3) / _TICKS
    unit = 10.0 ** math.floor(math.log10(rough))
    steps = (unit * factor for factor in (1, 2, 2.5, 5, 10) if not whole or (unit * factor).is_integer())
    step = next((step for step in steps if step >= rough * 0.999), 1.0)
    first, last = math.floor(low / step), math.ceil(high / step)
    return [round(number * step, 6) for number in range(first, max(last, first + 1) + 1)]
