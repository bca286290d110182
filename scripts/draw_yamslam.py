"""Draws the pictures of Yamslam: its two-coloured dice, odd black and even red, and its seven kinds of chips."""

from __future__ import annotations

from collections.abc import Iterator

from drawing import Canvas, Look, Point, die, disc, held_body, pips, plain_body, stroke, union
from PIL import Image, ImageChops

BLACK = Look(outline="#0e1013", edge="#15181c", body=("#50565f", "#23272d"), ink="#ffffff", ring="#9aa3ae")
BLACK_HELD = Look(outline="#0e1013", edge="#15181c", body=("#50565f", "#23272d"), ink="#ffffff", ring="#ffb52e")
RED = Look(outline="#560b0b", edge="#8a1717", body=("#ee5f52", "#c42b2b"), ink="#ffffff", ring="#ffb3a8")
RED_HELD = Look(outline="#560b0b", edge="#8a1717", body=("#ee5f52", "#c42b2b"), ink="#ffffff", ring="#ffb52e")

_COLOURS = {
    "2p": "#3d7fd1",
    "3k": "#2f9e6b",
    "ss": "#d98a12",
    "fl": "#8a8f98",
    "fh": "#8547c9",
    "4k": "#c43d7c",
    "ls": "#c9302c",
}
"""The colours of each kind of chip; the drawing on it tells them apart too."""

_DOTS: dict[str, list[Point]] = {
    "2p": [(-17, -13), (17, -13), (-17, 13), (17, 13)],
    "3k": [(0, -17), (-17, 13), (17, 13)],
    "fh": [(-22, -14), (0, -14), (22, -14), (-12, 14), (12, 14)],
    "4k": [(0, -23), (-23, 0), (23, 0), (0, 23)],
}
_STEPS = {"ss": 4, "ls": 5}


def _chip(kind: str) -> Image.Image:
    """A round chip with notches at its edge and a small picture of its hand."""
    canvas, middle = Canvas(), (64.0, 64.0)
    canvas.paint(disc(middle, 62), "#1f2328")
    canvas.paint(disc(middle, 58), _COLOURS[kind])
    notches = [disc((64 + x * 47, 64 + y * 47), 8.5) for x, y in ((0, -1), (0, 1), (-1, 0), (1, 0))]
    canvas.paint(union(notches), "#ffffff")
    canvas.paint(disc(middle, 43), "#fffdf6")
    _symbol(canvas, kind)
    return canvas.finished()


def _symbol(canvas: Canvas, kind: str) -> None:
    ink = "#24272c"
    if kind in _STEPS:
        count = _STEPS[kind]
        width = 58 / count
        bars = [
            stroke(
                [(64 + (n - (count - 1) / 2) * width, 86), (64 + (n - (count - 1) / 2) * width, 80 - n * 9)],
                width * 0.62,
            )
            for n in range(count)
        ]
        canvas.paint(union(bars), ink)
    elif kind == "fl":
        canvas.paint(disc((64, 64), 27), ink)
        canvas.paint(ImageChops.subtract(disc((64, 64), 18), disc((64, 64), 9)), "#fffdf6")
    else:
        canvas.paint(union([disc((64 + x, 64 + y), 9.5) for x, y in _DOTS[kind]]), ink)


def yamslam_drawings() -> Iterator[tuple[str, Image.Image]]:
    """Every picture of Yamslam with its name."""
    for value in range(1, 7):
        plain, held = (BLACK, BLACK_HELD) if value % 2 else (RED, RED_HELD)
        yield f"yam_{value}", die(plain_body, plain, pips(value))
        yield f"yam_held_{value}", die(held_body, held, pips(value))
    for kind in _COLOURS:
        yield f"chip_{kind}", _chip(kind)
