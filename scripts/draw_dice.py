"""Draws every picture of the bot: the dice it uploads as application emojis, and its icon.

The pictures are committed under bot/art; this script is how they were made and how to change them. Shapes are drawn as
masks four times too large and scaled down once, which is what makes the edges smooth. A die is seen at 22 pixels in a
sentence and at 48 alone, on dark and on light backgrounds: hence large pips, an outline of its own on every body, and
a held die that differs by its shape (a ring, and a bar below) and not only by its colour.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click
from PIL import Image, ImageChops, ImageDraw

SIZE = 128
SCALE = 4
BIG = SIZE * SCALE
ART = Path(__file__).resolve().parent.parent / "bot" / "art"

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
    """Points along a circle, in degrees clockwise from the right, to be given to `stroke`."""
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
        """Lay a colour over what the mask covers; what is below shows through where the opacity is under 1."""
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
    """Where the symbol of a die goes and in which colour: `unit` is 1.0 on a die of full size."""

    centre: Point
    unit: float
    look: Look

    def at(self, x: float, y: float) -> Point:
        """A point given from the middle of the face, in units."""
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

_REACH = 31.0
_PIPS: dict[int, list[Point]] = {
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
        for x, y in _PIPS[count]:
            canvas.paint(disc(face.at(x * _REACH, y * _REACH), radius), face.look.ink)

    return draw


def _times(face: Face) -> list[Image.Image]:
    width = 9.0 * face.unit
    return [
        stroke([face.at(-34, -5), face.at(-14, 15)], width),
        stroke([face.at(-34, 15), face.at(-14, -5)], width),
    ]


def _digit(count: int, face: Face) -> list[list[Point]]:
    """The lines of a 1, 2 or 3 drawn at the right of the face, so that no font is needed."""
    unit = face.unit
    if count == 1:
        return [[face.at(5, -19), face.at(19, -31), face.at(19, 31)]]
    if count == 2:
        bow = arc(face.at(18, -15), 15.5 * unit, -165, 35)
        return [[*bow, face.at(3, 30), face.at(35, 30)]]
    upper = arc(face.at(17, -16), 14.5 * unit, -155, 90)
    lower = arc(face.at(17, 15), 16 * unit, -90, 155)
    return [upper, lower]


def multiplier(count: int) -> Symbol:
    """×1, ×2 or ×3."""

    def draw(canvas: Canvas, face: Face) -> None:
        lines = [stroke(line, 11.5 * face.unit) for line in _digit(count, face)]
        canvas.paint(union([*_times(face), *lines]), face.look.ink)

    return draw


def snowflake(canvas: Canvas, face: Face) -> None:
    """Power 4, Freeze."""
    lines = []
    for turn in range(6):
        angle = math.radians(60 * turn + 30)

        def along(distance: float, side: float, angle: float = angle) -> Point:
            cos, sin = math.cos(angle), math.sin(angle)
            return face.at(distance * cos - side * sin, distance * sin + side * cos)

        lines.append(stroke([along(0, 0), along(39, 0)], 8.5 * face.unit))
        lines.append(stroke([along(34, -13), along(22, 0), along(34, 13)], 7 * face.unit))
    canvas.paint(union(lines), face.look.ink)


def two_squares(canvas: Canvas, face: Face) -> None:
    """Power 5, Double: two boxes of the sheet."""

    def square(x: float, y: float, half: float, radius: float) -> Image.Image:
        (left, top), (right, bottom) = face.at(x - half, y - half), face.at(x + half, y + half)
        return rounded((left, top, right, bottom), radius * face.unit)

    back = ImageChops.subtract(square(-12, -12, 25, 8), square(-12, -12, 16, 3))
    canvas.paint(ImageChops.subtract(back, square(13, 13, 30, 11)), face.look.ink)
    canvas.paint(square(13, 13, 24, 8), face.look.ink)


def lightning(canvas: Canvas, face: Face) -> None:
    """Power 6, Power."""
    bolt: list[Point] = [(10, -42), (-28, 8), (-3, 8), (-12, 42), (28, -11), (3, -11)]
    points = [face.at(x, y) for x, y in bolt]
    canvas.paint(union([polygon(points), stroke([*points, points[0]], 5 * face.unit)]), "#ffe14d")


_POWER: dict[int, Symbol] = {
    1: multiplier(1),
    2: multiplier(2),
    3: multiplier(3),
    4: snowflake,
    5: two_squares,
    6: lightning,
}


# ---------------------------------------------------------------- pictures


def _die(body: Callable[[Canvas, Look], Face], look: Look, symbol: Symbol) -> Image.Image:
    canvas = Canvas()
    symbol(canvas, body(canvas, look))
    return canvas.finished()


def blank() -> Image.Image:
    """A die that was not thrown yet: an empty outline with a faint question mark."""
    canvas = Canvas()
    grey = "#8b92a0"
    canvas.paint(rounded((6, 6, 122, 122), 28), grey, 0.16)
    canvas.paint(ImageChops.subtract(rounded((6, 6, 122, 122), 28), rounded((14, 14, 114, 114), 20)), grey)
    hook = [*arc((64, 49), 17, -170, 62), (64, 72), (64, 77)]
    canvas.paint(union([stroke(hook, 11), disc((64, 95), 7)]), grey)
    return canvas.finished()


def gobelet() -> Image.Image:
    """The dice cup, the icon of the bot: tipped over, with two dice tumbling out of it."""
    canvas = Canvas()
    outline, trim = "#3d1508", ("#ffd98a", "#f0b23f")
    middle, tilt = (58.0, 66.0), -38.0

    def tipped(mask: Image.Image, fill: Fill, opacity: float = 1.0) -> None:
        canvas.paint(turned(mask, tilt, middle), fill, opacity)

    base = ellipse((32, 100, 88, 122))
    tipped(union([polygon([(20, 34), (100, 34), (88, 112), (32, 112)]), base]), outline)
    base = ellipse((36, 98, 84, 118))
    tipped(union([polygon([(24, 34), (96, 34), (84, 108), (36, 108)]), base]), ("#d9633a", "#96380f"))
    tipped(polygon([(33, 44), (44, 44), (51, 113), (44, 111)]), "#ffffff", 0.2)
    tipped(polygon([(32, 80), (88, 80), (86, 92), (34, 92)]), trim)
    tipped(ellipse((14, 10, 106, 54)), outline)
    tipped(ellipse((18, 14, 102, 50)), trim)
    tipped(ellipse((27, 20, 93, 44)), "#2b0e06")
    _loose_die(canvas, (82, 30), 24, 22)
    _loose_die(canvas, (97, 90), -14, 22)
    return canvas.finished()


def _loose_die(canvas: Canvas, centre: Point, degrees: float, half: float) -> None:
    x, y = centre
    inner = half - 3.5
    reach = half * 0.46
    body = turned(rounded((x - half, y - half, x + half, y + half), half * 0.44), degrees, centre)
    face = turned(rounded((x - inner, y - inner, x + inner, y + inner), half * 0.34), degrees, centre)
    canvas.paint(body, IVORY.outline)
    canvas.paint(face, "#fff8e6")
    for column, row in _PIPS[5]:
        spot = disc((x + column * reach, y + row * reach), half * 0.21)
        canvas.paint(turned(spot, degrees, centre), IVORY.ink)


def drawings() -> Iterator[tuple[str, Image.Image]]:
    """Every picture with its name."""
    for value in range(1, 7):
        yield f"die_{value}", _die(plain_body, IVORY, pips(value))
        yield f"held_{value}", _die(held_body, AMBER, pips(value))
        yield f"power_{value}", _die(plain_body, VIOLET, _POWER[value])
        yield f"power_held_{value}", _die(held_body, VIOLET_HELD, _POWER[value])
    yield "blank", blank()
    yield "gobelet", gobelet()


@click.command()
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default=ART, help="Where the PNG files go.")
def main(out: Path) -> None:
    """Draw every picture again."""
    out.mkdir(parents=True, exist_ok=True)
    for name, image in drawings():
        image.save(out / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
