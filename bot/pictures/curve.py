"""The curve of a review: what each player could expect after every turn, and the turns that cost most."""

import math
from collections.abc import Sequence

from PIL import Image, ImageDraw

from bot.locales import words
from bot.pictures.canvas import (
    BAND,
    DEEP_GREEN,
    GOLD,
    INK,
    LINE,
    MARGIN,
    PANEL,
    RED,
    SOFT,
    WIDTH,
    Canvas,
)
from bot.pictures.text import display_name, drawable_text, shrink_to_fit, width
from bot.screens.kit import Curve, CurveLine

_COLOURS = (RED, "#2f6fb0", DEEP_GREEN, "#8a5bb0", "#c07a1f", "#4a4a4a")
_TOP = BAND + 24
_PANEL = 640
_HEIGHT = _TOP + _PANEL + MARGIN
_LETTERS = 30
_TITLE, _LEGEND = 52, 50
_NAME = 300
"""The widest a name is in the legend."""
_SMOOTH = 3
"""Lines are drawn so many times too large."""
_TICKS = 5
_MARK = 13
"""The radius of the mark of a costly turn."""


def draw_curve(curve: Curve) -> bytes:
    """Return the picture as a PNG, 1200 pixels wide."""
    canvas = Canvas(_HEIGHT)
    canvas.band(curve.title, curve.subtitle)
    wide = WIDTH - 2 * MARGIN
    canvas.panel(MARGIN, _TOP, wide, _PANEL, LINE)
    canvas.panel(MARGIN + 2, _TOP + 2, wide - 4, _PANEL - 4, PANEL, 16)
    label, size = shrink_to_fit(drawable_text(curve.label), wide - 56, _LETTERS + 2, 24, bold=True)
    canvas.write((MARGIN + 28, _TOP + 40), label, size, INK, bold=True)
    legend_ends = _legend(canvas, curve)
    _chart(canvas, curve, legend_ends + 24)
    return canvas.finished()


def _legend(canvas: Canvas, curve: Curve) -> int:
    """Write who has which line, in as many rows as it takes; return where the last one ends."""
    left, top = MARGIN + 28, _TOP + _TITLE + _LEGEND // 2 + 12
    entries = [(*display_name(line.name, line.instead, _NAME, _LETTERS, 24), line) for line in curve.lines]
    for number, (name, size, line) in enumerate(entries):
        needed = 60 + width(name, size, line.shown)
        if left + needed > WIDTH - MARGIN - 28:
            left, top = MARGIN + 28, top + _LEGEND
        canvas.panel(left, top - 5, 40, 10, _COLOURS[number], 5)
        canvas.write((left + 52, top), name, size, INK, bold=line.shown)
        left += needed + 34
    if any(line.shown and line.costly for line in curve.lines):
        mark, size = shrink_to_fit(drawable_text(curve.mark), WIDTH - 2 * MARGIN - 120, _LETTERS - 2, 22)
        if left + 50 + width(mark, size) > WIDTH - MARGIN - 28:
            left, top = MARGIN + 28, top + _LEGEND
        _dot(canvas.pen, left + _MARK, top, _MARK)
        canvas.write((left + 40, top), mark, size, INK)
    return top + _LEGEND // 2


def _dot(pen: ImageDraw.ImageDraw, x: float, y: float, radius: float) -> None:
    pen.ellipse(
        (x - radius, y - radius, x + radius, y + radius), fill=GOLD, outline=INK, width=max(2, round(radius / 4))
    )


def _chart(canvas: Canvas, curve: Curve, top: int) -> None:
    """Draw the axes with their numbers, and the lines over them."""
    values = [value for line in curve.lines for value in line.values]
    marks, t = nice_marks(min(values), max(values)), words(curve.language)
    shown = [t.number(mark, 0 if float(mark).is_integer() else 1) for mark in marks]
    left = MARGIN + 40 + max(width(text, _LETTERS) for text in shown)
    right, bottom = WIDTH - MARGIN - 44, _TOP + _PANEL - 62
    turns = max(max(len(line.values) for line in curve.lines) - 1, 1)

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
    layer = Image.new("RGBA", (WIDTH * _SMOOTH, _HEIGHT * _SMOOTH), (0, 0, 0, 0))
    pen = ImageDraw.Draw(layer)
    in_front = sorted(range(len(curve.lines)), key=lambda number: curve.lines[number].shown)
    for number in in_front:
        points = [place(turn, value) for turn, value in enumerate(curve.lines[number].values)]
        _stroke(pen, points, _COLOURS[number], curve.lines[number])
    canvas.lay(layer.resize((WIDTH, _HEIGHT), Image.Resampling.BOX))


def _stroke(pen: ImageDraw.ImageDraw, points: Sequence[tuple[float, float]], colour: str, line: CurveLine) -> None:
    large = [(x * _SMOOTH, y * _SMOOTH) for x, y in points]
    wide = (9 if line.shown else 5) * _SMOOTH
    pen.line(large, fill=colour, width=wide, joint="curve")
    for x, y in (large[0], large[-1]):
        pen.ellipse((x - wide, y - wide, x + wide, y + wide), fill=colour)
    for turn in line.costly if line.shown else ():
        _dot(pen, *large[turn], _MARK * _SMOOTH)


def nice_marks(low: float, high: float) -> list[float]:
    """Return round numbers, evenly spaced, the first at most ``low`` and the last at least ``high``."""
    rough = max(high - low, 1e-3) / _TICKS
    unit = 10.0 ** math.floor(math.log10(rough))
    step = next(unit * factor for factor in (1, 2, 2.5, 5, 10) if unit * factor >= rough * 0.999)
    first, last = math.floor(low / step), math.ceil(high / step)
    return [round(number * step, 6) for number in range(first, max(last, first + 1) + 1)]
