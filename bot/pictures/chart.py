"""Charts: an area with axes, the round numbers beside it, and lines of strokes. Curves and profiles draw on them."""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from PIL import Image, ImageDraw

from bot.pictures.canvas import LINE, READABLE, SOFT, Canvas

Point: TypeAlias = tuple[float, float]

BELOW = 62
"""Room for the numbers below an area."""
_TICKS = 5
_SMOOTH = 2
"""Lines and dots are drawn so many times too large."""


@dataclass(frozen=True, slots=True)
class Axes:
    """An area of a picture in pixels, and the values that its edges stand for."""

    left: float
    top: float
    right: float
    bottom: float
    across: tuple[float, float]
    """The values at the left and at the right edge."""
    up: tuple[float, float]
    """The values at the lower and at the upper edge."""

    def place(self, across: float, up: float) -> Point:
        """Return where a value stands."""
        (first, last), (low, high) = self.across, self.up
        x = self.left + (self.right - self.left) * (across - first) / (last - first)
        return x, self.bottom - (self.bottom - self.top) * (up - low) / (high - low)

    def draw(self, canvas: Canvas, up: Sequence[tuple[float, str]], across: Sequence[tuple[float, str]]) -> None:
        """Draw a line at each number that counts upwards, and write all numbers beside and below the area."""
        for value, text in up:
            y = self.place(self.across[0], value)[1]
            canvas.pen.line((self.left, y, self.right, y), LINE, 2)
            canvas.write((self.left - 14, y), text, READABLE, SOFT, anchor="rm")
        for value, text in across:
            canvas.write((self.place(value, self.up[0])[0], self.bottom + 30), text, READABLE, SOFT, anchor="mm")


class Brush:
    """Draws lines and dots with smooth edges; lengths are pixels of the picture."""

    def __init__(self, pen: ImageDraw.ImageDraw, top: int) -> None:
        self._pen, self._top = pen, top

    def line(self, points: Sequence[Point], colour: str, wide: int, pattern: Sequence[float] = ()) -> None:
        """Draw a line along ``points``, in strokes and gaps of ``pattern`` if there is one."""
        large = [self._large(point) for point in points]
        if not pattern:
            self._pen.line(large, colour, wide * _SMOOTH, joint="curve")
        for part in dashes(large, [length * _SMOOTH for length in pattern]) if pattern else ():
            self._pen.line(part, colour, wide * _SMOOTH)

    def dot(self, middle: Point, radius: float, colour: str, edge: str | None = None, wide: float = 0) -> None:
        """Draw a dot, with an edge of another colour inside it."""
        (x, y), large = self._large(middle), radius * _SMOOTH
        self._pen.ellipse((x - large, y - large, x + large, y + large), colour, edge, round(wide * _SMOOTH))

    def bar(self, corner: Point, opposite: Point, colour: str) -> None:
        """Fill the area between two corners, the upper left one first."""
        self._pen.rectangle((*self._large(corner), *self._large(opposite)), colour)

    def _large(self, point: Point) -> Point:
        return point[0] * _SMOOTH, (point[1] - self._top) * _SMOOTH


@contextmanager
def smooth(canvas: Canvas, top: int, bottom: int) -> Iterator[Brush]:
    """Give a brush for what lies between two heights of ``canvas``, and lay what it drew over everything there."""
    part = (0, top, canvas.image.width, bottom)
    large = (part[2] * _SMOOTH, (bottom - top) * _SMOOTH)
    layer = canvas.image.crop(part).resize(large, Image.Resampling.NEAREST)
    yield Brush(ImageDraw.Draw(layer), top)
    canvas.image.paste(layer.reduce(_SMOOTH), part)


def dashes(points: Sequence[Point], pattern: Sequence[float]) -> Iterator[tuple[Point, Point]]:
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


def nice_marks(low: float, high: float, *, whole: bool = False, parts: int = _TICKS) -> list[float]:
    """Return round numbers, evenly spaced, the first at most ``low`` and the last at least ``high``.

    They part that range in about ``parts``. They are integers if the values are ``whole``; else they have one decimal.
    """
    rough = max(high - low, 1e-3) / parts
    unit = 10.0 ** math.floor(math.log10(rough))
    steps = (unit * factor for factor in (1, 2, 2.5, 5, 10))
    finest = 1 if whole else 10
    step = next((step for step in steps if step >= rough * 0.999 and round(step * finest, 6).is_integer()), 1.0)
    first, last = math.floor(low / step), math.ceil(high / step)
    return [round(number * step, 6) for number in range(first, max(last, first + 1) + 1)]
