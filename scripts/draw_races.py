"""Draws the blue dice of 5000, Ambition's night dice with stars on 1 and 5, and Can't Stop's sand dice and cones."""

from __future__ import annotations

import math
from collections.abc import Iterator

from drawing import (
    Canvas,
    Face,
    Look,
    Point,
    Symbol,
    die,
    disc,
    ellipse,
    held_body,
    pips,
    plain_body,
    polygon,
    stroke,
)
from drawing import union as together
from PIL import Image

SEA = Look(outline="#0b2f4d", edge="#0f4a78", body=("#4aa3e0", "#1f6fb0"), ink="#ffffff", ring="#a9d8ff")
SEA_HELD = Look(outline="#0b2f4d", edge="#0f4a78", body=("#4aa3e0", "#1f6fb0"), ink="#ffffff", ring="#ffb52e")
NIGHT = Look(outline="#14142b", edge="#1d1d3f", body=("#3d3d7a", "#22224d"), ink="#f3f0ff", ring="#8f8fd6")
NIGHT_HELD = Look(outline="#14142b", edge="#1d1d3f", body=("#3d3d7a", "#22224d"), ink="#f3f0ff", ring="#ffb52e")
SAND = Look(outline="#5c3a12", edge="#b9853f", body=("#ffe9c2", "#f2c987"), ink="#4a2b0c", ring="#fff6e3")

_GOLD = "#ffd23f"
_STARS = {
    1: [((0.0, 0.0), 40.0)],
    5: [((-25.0, -25.0), 17.0), ((25.0, -25.0), 17.0), ((0.0, 0.0), 17.0), ((-25.0, 25.0), 17.0), ((25.0, 25.0), 17.0)],
}

_CONES = {
    "red": ("#f26a5e", "#c0271f"),
    "blue": ("#5aa9f0", "#1c63b3"),
    "green": ("#5cc98a", "#1d8a4c"),
    "yellow": ("#ffd966", "#d99a0b"),
}
_MARKS = {
    "red": polygon([(64, 48), (90, 96), (38, 96)]),
    "blue": polygon([(64, 46), (89, 74), (64, 102), (39, 74)]),
    "green": polygon([(43, 53), (85, 53), (85, 95), (43, 95)]),
    "yellow": disc((64, 75), 24),
}
"""What tells the cones apart where their colours do not: no letter, which would look like somebody's initial."""


def _star(centre: Point, radius: float) -> list[Point]:
    """The ten corners of a star."""
    corners = []
    for turn in range(10):
        reach, angle = radius if turn % 2 == 0 else radius * 0.45, math.radians(36 * turn - 90)
        corners.append((centre[0] + reach * math.cos(angle), centre[1] + reach * math.sin(angle)))
    return corners


def stars(count: int) -> Symbol:
    """Stars in the places of pips."""

    def draw(canvas: Canvas, face: Face) -> None:
        for (x, y), radius in _STARS[count]:
            canvas.paint(polygon(_star(face.at(x, y), radius * face.unit)), _GOLD)

    return draw


def _cone(colour: str) -> Image.Image:
    """A cone in a player's colour with the player's mark."""
    canvas, dark = Canvas(), "#22262c"
    canvas.paint(together([ellipse((10, 92, 118, 126)), polygon([(50, 8), (78, 8), (110, 108), (18, 108)])]), dark)
    canvas.paint(disc((64, 16), 15), dark)
    body = together(
        [ellipse((16, 95, 112, 121)), polygon([(53, 12), (75, 12), (104, 108), (24, 108)]), disc((64, 16), 11)]
    )
    canvas.paint(body, _CONES[colour])
    canvas.paint(_MARKS[colour], "#ffffff" if colour != "yellow" else "#3a2600")
    return canvas.finished()


def _runner() -> Image.Image:
    """The pawn that climbs in this turn: white, with an arrow upwards."""
    canvas, dark = Canvas(), "#22262c"
    outline = [ellipse((14, 90, 114, 126)), polygon([(46, 40), (82, 40), (106, 108), (22, 108)]), disc((64, 30), 27)]
    canvas.paint(together(outline), dark)
    inside = [ellipse((20, 94, 108, 120)), polygon([(50, 44), (78, 44), (100, 107), (28, 107)]), disc((64, 30), 22)]
    canvas.paint(together(inside), ("#ffffff", "#d7dbe2"))
    canvas.paint(stroke([(64, 108), (64, 66)], 9), dark)
    canvas.paint(stroke([(50, 80), (64, 64), (78, 80)], 9), dark)
    return canvas.finished()


def race_drawings() -> Iterator[tuple[str, Image.Image]]:
    """Every picture of these games with its name."""
    for value in range(1, 7):
        symbol = stars(value) if value in _STARS else pips(value)
        yield f"sea_{value}", die(plain_body, SEA, pips(value))
        yield f"sea_held_{value}", die(held_body, SEA_HELD, pips(value))
        yield f"star_{value}", die(plain_body, NIGHT, symbol)
        yield f"star_held_{value}", die(held_body, NIGHT_HELD, symbol)
        yield f"sand_{value}", die(plain_body, SAND, pips(value))
    for colour in _CONES:
        yield f"cone_{colour}", _cone(colour)
    yield "runner", _runner()
