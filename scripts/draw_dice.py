"""Draws every picture of the bot: the dice it uploads as application emojis, and its icon.

The pictures are in git under bot/art. This script made them and can change them. ``drawing.py`` beside it has the
shapes, ``draw_yamslam.py`` and the like draw the pictures of one game.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import click
from draw_421 import drawings_421
from draw_races import race_drawings
from draw_yamslam import yamslam_drawings
from drawing import (
    AMBER,
    IVORY,
    PIPS,
    VIOLET,
    VIOLET_HELD,
    Canvas,
    Face,
    Fill,
    Point,
    Symbol,
    arc,
    die,
    disc,
    ellipse,
    held_body,
    pips,
    plain_body,
    polygon,
    rounded,
    stroke,
    turned,
    union,
)
from PIL import Image, ImageChops

ART = Path(__file__).resolve().parent.parent / "bot" / "art"


# ---------------------------------------------------------------- the Power die


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


_KISMET = ("#17181b", "#c91f1f", "#16803c", "#16803c", "#c91f1f", "#17181b")
"""The colours of the pips of 1 to 6 where colours count (rules.md §7)."""


def coloured(value: int) -> Iterator[tuple[str, Image.Image]]:
    """The die of Yum Color that shows ``value``, on the table and held."""
    ink = _KISMET[value - 1]
    yield f"color_{value}", die(plain_body, replace(IVORY, ink=ink), pips(value))
    yield f"color_held_{value}", die(held_body, replace(AMBER, ink=ink), pips(value))


def blank() -> Image.Image:
    """A die before its first throw: an empty outline with a faint question mark."""
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
    for column, row in PIPS[5]:
        spot = disc((x + column * reach, y + row * reach), half * 0.21)
        canvas.paint(turned(spot, degrees, centre), IVORY.ink)


def drawings() -> Iterator[tuple[str, Image.Image]]:
    """Every picture with its name."""
    for value in range(1, 7):
        yield f"die_{value}", die(plain_body, IVORY, pips(value))
        yield f"held_{value}", die(held_body, AMBER, pips(value))
        yield f"power_{value}", die(plain_body, VIOLET, _POWER[value])
        yield f"power_held_{value}", die(held_body, VIOLET_HELD, _POWER[value])
        yield from coloured(value)
    yield "blank", blank()
    yield "gobelet", gobelet()
    yield from yamslam_drawings()
    yield from drawings_421()
    yield from race_drawings()


@click.command()
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default=ART, help="Where the PNG files go.")
def main(out: Path) -> None:
    """Draw every picture again. Write a file only if its pixels change; then its emoji gets a new name."""
    out.mkdir(parents=True, exist_ok=True)
    for name, image in drawings():
        file = out / f"{name}.png"
        if not file.exists() or _pixels(Image.open(file)) != _pixels(image):
            image.save(file, optimize=True)
    note_drawings(out)


def _pixels(image: Image.Image) -> bytes:
    return image.convert("RGBA").tobytes()


def note_drawings(out: Path) -> None:
    """Add the mark of every new drawing to ``drawings.json``, as bot/art says."""
    listed = out / "drawings.json"
    known: dict[str, list[str]] = json.loads(listed.read_text()) if listed.exists() else {}
    for file in sorted(out.glob("*.png")):
        mark, marks = hashlib.sha256(file.read_bytes()).hexdigest()[:8], known.setdefault(file.stem, [])
        if marks[-1:] != [mark]:
            marks.append(mark)
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(known[name])}" for name in sorted(known))
    listed.write_text(f"{{\n{lines}\n}}\n")


if __name__ == "__main__":
    main()
