"""Draws the pictures of 421: its wooden tokens and its green dice."""

from __future__ import annotations

from collections.abc import Iterator

from drawing import Canvas, Look, die, disc, held_body, pips, plain_body
from PIL import Image, ImageChops

FELT = Look(outline="#0d3b24", edge="#14532f", body=("#3fae6e", "#1d7a46"), ink="#ffffff", ring="#a8e0c0")
FELT_HELD = Look(outline="#0d3b24", edge="#14532f", body=("#3fae6e", "#1d7a46"), ink="#ffffff", ring="#ffb52e")


def _token() -> Image.Image:
    """A round token of turned wood."""
    canvas, middle = Canvas(), (64.0, 64.0)
    canvas.paint(disc(middle, 58), "#5a3512")
    canvas.paint(disc(middle, 54), ("#e3b06a", "#b97a34"))
    canvas.paint(ImageChops.subtract(disc(middle, 42), disc(middle, 36)), "#7b4a1c")
    canvas.paint(disc(middle, 14), "#7b4a1c")
    return canvas.finished()


def drawings_421() -> Iterator[tuple[str, Image.Image]]:
    """Every picture of 421 with its name."""
    for value in range(1, 7):
        yield f"felt_{value}", die(plain_body, FELT, pips(value))
        yield f"felt_held_{value}", die(held_body, FELT_HELD, pips(value))
    yield "token", _token()
