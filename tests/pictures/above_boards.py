"""What holds for every picture above a board."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from bot.pictures.flat import MOST_HEIGHT, WIDTH

MOST_BYTES = 32 * 1024


def opened(png: bytes) -> Image.Image:
    """The picture, which is as wide as all and has few colours, and is neither too high nor too heavy."""
    assert len(png) <= MOST_BYTES
    image = Image.open(BytesIO(png))
    assert (image.width, image.mode) == (WIDTH, "P")
    assert image.height <= MOST_HEIGHT
    return image.convert("RGB")
