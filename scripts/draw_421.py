"""Draws the pictures of 421: its wooden tokens, up to five together, and its green dice."""

from __future__ import annotations

from collections.abc import Iterator

from drawing import PIPS, Canvas, Look, Point, die, disc, held_body, pips, plain_body
from PIL import Image, ImageChops

FELT = Look(outline="#0d3b24", edge="#14532f", body=("#3fae6e", "#1d7a46"), ink="#ffffff", ring="#a8e0c0")
FELT_HELD = Look(outline="#0d3b24", edge="#14532f", body=("#3fae6e", "#1d7a46"), ink="#ffffff", ring="#ffb52e")


_APART, _RADIUS = 31, 22


def _tokens(count: int) -> Image.Image:
    """Round tokens of turned wood, as the pips of a die lie, so that one sees how many they are; of none, a place."""
    canvas = Canvas()
    for x, y in PIPS.get(count, ()):
        _token(canvas, (64 + x * _APART, 64 + y * _APART))
    if not count:
        canvas.paint(ImageChops.subtract(disc((64, 64), 16), disc((64, 64), 11)), "#8b92a0", 0.7)
    return canvas.finished()


def _token(canvas: Canvas, middle: Point) -> None:
    canvas.paint(disc(middle, _RADIUS), "#5a3512")
    canvas.paint(disc(middle, _RADIUS - 3), ("#f2c27c", "#cf8d40"))
    canvas.paint(ImageChops.subtract(disc(middle, 12), disc(middle, 8)), "#7b4a1c", 0.8)


def drawings_421() -> Iterator[tuple[str, Image.Image]]:
    """Every picture of 421 with its name."""
    for value in range(1, 7):
        yield f"felt_{value}", die(plain_body, FELT, pips(value))
        yield f"felt_held_{value}", die(held_body, FELT_HELD, pips(value))
    for count in range(6):
        yield f"tokens_{count}", _tokens(count)
