"""Masks, paint and bodies of dice: the tools for every picture of the bot.

Edges are smooth because shapes begin as masks four times too large, which shrink once. People see a die at 22 pixels in
a sentence and at 48 alone, on dark and on light backgrounds. Hence large pips, an outline on every body, and a held die
that differs by its shape (a ring, and a bar below) and not only by its colour.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PIL import Image, ImageChops, ImageDraw

SIZE = 128
SCALE = 4
BIG = SIZE * SCALE

Point = tuple[float, float]
Box = tuple[float, float, float, float]
Fill = str | tuple[str, str]
"""One colour, or a colour at the top of the picture and one at its bottom."""
Symbol = Callable[["Canvas", "Face"], None]


# ---------------------------------------------------------------- masks and paint


def _scaled(values: Sequence[float]) -> list[float]:
    return [value * SCALE for value in values]


def _blank_mask() -> tuple[Image.Image, ImageDraw.ImageDraw]:
    mask = Image.new("L", (BIG, BIG), 0)
    return mask, ImageDraw.Draw(mask)


def rounded(box: Box, radius: float) -> Image.Image:
    """The mask of a rectangle with round corners."""
    mask, draw = _blank_mask()
    left, top, right, bottom = _scaled(box)
    draw.rounded_rectangle((left, top, right - 1, bottom - 1), radius * SCALE, fill=255)
    return mask


def disc(centre: Point, radius: float) -> Image.Image:
    """The mask of a filled circle."""
    x, y = centre
    return rounded((x - radius, y - radius, x + radius, y + radius), radius)


def ellipse(box: Box) -> Image.Image:
    """The mask of a filled ellipse."""
    mask, draw = _blank_mask()
    left, top, right, bottom = _scaled(box)
    draw.ellipse((left, top, right - 1, bottom - 1), fill=255)
    return mask


def polygon(points: Sequence[Point]) -> Image.Image:
    """The mask of a filled polygon with sharp corners."""
    mask, draw = _blank_mask()
    draw.polygon([(x * SCALE, y * SCALE) for x, y in points], fill=255)
    return mask


def stroke(points: Sequence[Point], width: float) -> Image.Image:
    """The mask of a line through the points with round ends and joints."""
    mask, draw = _blank_mask()
    path = [(x * SCALE, y * SCALE) for x, y in points]
    reach = width * SCALE / 2
    draw.line(path, fill=255, width=round(width * SCALE))
    for x, y in path:
        draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=255)
    return mask


def arc(centre: Point, radius: float, start: float, end: float) -> list[Point]:
    """Points along a circle, in degrees clockwise from the right, for `stroke`."""
    steps = max(2, round(abs(end - start) / 4))
    angles = (math.radians(start + (end - start) * step / steps) for step in range(steps + 1))
    return [(centre[0] + radius * math.cos(a), centre[1] + radius * math.sin(a)) for a in angles]


def union(masks: Sequence[Image.Image]) -> Image.Image:
    """Everything any of the masks covers."""
    whole = masks[0]
    for mask in masks[1:]:
        whole = ImageChops.lighter(whole, mask)
    return whole


def turned(mask: Image.Image, degrees: float, centre: Point) -> Image.Image:
    """The mask turned counter-clockwise around a point."""
    return mask.rotate(degrees, Image.Resampling.BICUBIC, center=(centre[0] * SCALE, centre[1] * SCALE))


class Canvas:
    """A picture in the making, four times too large."""

    def __init__(self) -> None:
        self._image = Image.new("RGBA", (BIG, BIG), (0, 0, 0, 0))

    def paint(self, mask: Image.Image, fill: Fill, opacity: float = 1.0) -> None:
        """Lay a colour over what the mask covers; what is below shows through if the opacity is under 1."""
        top, bottom = fill if isinstance(fill, tuple) else (fill, fill)
        layer = Image.new("RGBA", (BIG, BIG), top)
        if top != bottom:
            ramp = Image.linear_gradient("L").resize((BIG, BIG))
            layer = Image.composite(Image.new("RGBA", (BIG, BIG), bottom), layer, ramp)
        layer.putalpha(mask.point([round(level * opacity) for level in range(256)]))
        self._image = Image.alpha_composite(self._image, layer)

    def finished(self) -> Image.Image:
        """The picture at its final size."""
        return self._image.resize((SIZE, SIZE), Image.Resampling.LANCZOS)


# ---------------------------------------------------------------- bodies


@dataclass(frozen=True)
class Look:
    """The colours of one kind of die."""

    outline: str
    edge: str
    body: Fill
    ink: str
    ring: str = ""


@dataclass(frozen=True)
class Face:
    """Where the symbol of a die goes, and its colour: `unit` is 1.0 on a die of full size."""

    centre: Point
    unit: float
    look: Look

    def at(self, x: float, y: float) -> Point:
        """A point at this distance from the middle of the face, in units."""
        return self.centre[0] + x * self.unit, self.centre[1] + y * self.unit


IVORY = Look(outline="#6f6353", edge="#c9b892", body=("#fffdf6", "#f0e5c9"), ink="#2a2521")
AMBER = Look(outline="#7a3d00", edge="#d98a12", body=("#ffdd85", "#ffc04a"), ink="#3a1d00", ring="#c75c00")
VIOLET = Look(outline="#2c1163", edge="#3a1782", body=("#7d4be0", "#5426ad"), ink="#ffffff", ring="#b79cf5")
VIOLET_HELD = Look(outline="#2c1163", edge="#3a1782", body=("#7d4be0", "#5426ad"), ink="#ffffff", ring="#ffb52e")


def plain_body(canvas: Canvas, look: Look) -> Face:
    """A die lying free: outline, a lower edge that gives it thickness, and the face."""
    canvas.paint(rounded((4, 4, 124, 126), 29), look.outline)
    canvas.paint(rounded((8, 8, 120, 122), 25), look.edge)
    canvas.paint(rounded((8, 8, 120, 115), 25), look.body)
    if look.ring:
        inner = ImageChops.subtract(rounded((12, 12, 116, 111), 21), rounded((16, 16, 112, 107), 17))
        canvas.paint(inner, look.ring, 0.75)
    return Face((64, 61.5), 1.0, look)


def held_body(canvas: Canvas, look: Look) -> Face:
    """A kept die: smaller, in a thick ring, with a bar below that clasps it."""
    canvas.paint(rounded((7, 0, 121, 109), 29), look.outline)
    canvas.paint(rounded((9.5, 2.5, 118.5, 106.5), 26.5), look.ring)
    canvas.paint(rounded((19, 12, 109, 97), 18), look.outline)
    canvas.paint(rounded((20.5, 13.5, 107.5, 95.5), 16.5), look.body)
    canvas.paint(rounded((7, 109, 121, 128), 9.5), look.outline)
    canvas.paint(rounded((9.5, 111.5, 118.5, 125.5), 7), look.ring)
    return Face((64, 54.5), 0.84, look)


# ---------------------------------------------------------------- symbols

REACH = 31.0
PIPS: dict[int, list[Point]] = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}


def pips(count: int) -> Symbol:
    """The dots of an ordinary die."""

    def draw(canvas: Canvas, face: Face) -> None:
        radius = (15.0 if count == 1 else 12.5) * face.unit
        for x, y in PIPS[count]:
            canvas.paint(disc(face.at(x * REACH, y * REACH), radius), face.look.ink)

    return draw


def die(body: Callable[[Canvas, Look], Face], look: Look, symbol: Symbol) -> Image.Image:
    """A die: its body, and what it shows."""
    canvas = Canvas()
    symbol(canvas, body(canvas, look))
    return canvas.finished()
