"""Golden dice in a burst of rays, over the picture of a board until the next throw."""

from functools import lru_cache
from math import cos, pi, sin

from PIL import Image

from bot.pictures.canvas import GOLD, INK, drawable_text, rounded, width
from bot.pictures.flat import PIPS, PIPS_OF, Flat, Palette
from bot.screens.kit.values import Burst

LIT = "#fdf0c4"

BURST = (GOLD, LIT), (LIT, INK), (INK, GOLD), (GOLD, INK)
"""The fades that a burst needs; it lies on any colours."""

_RAYS = 16
_DEPTH = 0.78
"""Of the rays' length, where the valleys between them lie."""
_WIDE, _HIGH = 720, 400
_GREAT_WIDE, _GREAT_HIGH = 756, 520
"""The size of the rays, and of those that hardly ever come; what is lower than them has lower ones."""
_DIE, _GREAT_DIE, _BETWEEN = 90, 114, 10
_TILTS = -9, 7
_AROUND, _FEWEST = 240, 3
"""The rays beside the dice; fewer dice than that have as much room."""
_BANNER, _LARGE_BANNER = 64, 104
"""The height of the words below dice, and of words without dice; their letters take two thirds of it."""


@lru_cache(maxsize=4)
def _rays(inset: float) -> tuple[tuple[float, float], ...]:
    """The corners of the rays, whose lengths differ a little."""
    corners = []
    for number in range(2 * _RAYS):
        length = (0.5 if number % 4 == 0 else 0.47) if number % 2 == 0 else 0.5 * _DEPTH
        angle = pi * number / _RAYS
        corners.append((0.5 + (length - inset) * cos(angle), 0.5 + (length - inset) * sin(angle)))
    return tuple(corners)


_RIMS = (0.0, INK), (0.012, GOLD), (0.05, LIT)
"""The colours of the rays, and how far inside the first one they begin."""


def finished(picture: Flat, burst: Burst | None) -> bytes:
    """Return the file of a picture; a burst lies on the middle of it, and leaves its size as it is."""
    if burst is not None:
        _draw(picture, burst)
    return picture.finished()


def _draw(picture: Flat, burst: Burst) -> None:
    wide, high = (_GREAT_WIDE, _GREAT_HIGH) if burst.great else (_WIDE, _HIGH)
    whole, tall = picture.image.size
    count = len(burst.faces)
    wide = min(wide, whole - 4, _AROUND + max(count, _FEWEST) * (_DIE + _BETWEEN))
    high = min(high, tall * 4 // 5)
    left, top = (whole - wide) // 2, (tall - high) // 2
    for inset, colour in _RIMS:
        picture.polygon([(left + x * wide, top + y * high) for x, y in _rays(inset)], colour)
    if not count:
        _banner(picture, burst, (tall - _LARGE_BANNER) // 2, _LARGE_BANNER, wide * 3 // 4)
        return
    banner = min(_BANNER, high // 5)
    size = min(_GREAT_DIE if burst.great else _DIE, wide * 5 // 6 // count - _BETWEEN, high // 3)
    first, middle = (whole - count * (size + _BETWEEN) + _BETWEEN) // 2, tall // 2 - banner // 2
    for number, face in enumerate(burst.faces):
        die, where = _golden_die(picture.palette, face, size, _TILTS[number % len(_TILTS)])
        rise = round(size * 0.16 * (1 - abs(2 * number - count + 1) / max(count - 1, 1)))
        centre = first + number * (size + _BETWEEN) + size // 2
        picture.image.paste(die, (centre - die.width // 2, middle - rise - die.height // 2), where)
    _banner(picture, burst, middle + size // 2 + 14, banner, wide * 3 // 4)


def _banner(picture: Flat, burst: Burst, top: int, high: int, room: int) -> None:
    """What the dice have brought, in golden letters."""
    size = high * 2 // 3
    said = [drawable_text(text) for text in burst.said]
    text = next((text for text in said if width(text, size, bold=True) + high <= room), said[-1])
    wide, middle = min(width(text, size, bold=True) + high, room), picture.image.width // 2
    picture.round(middle - wide // 2, top, wide, high, high // 3, LIT, INK)
    picture.write(middle, top + high // 2 - 1, text, INK, GOLD, size=size, bold=True, across=0.5, room=wide - high // 2)


@lru_cache(maxsize=32)
def _golden_die(palette: Palette, face: int, size: int, degrees: int) -> tuple[Image.Image, Image.Image]:
    """A tilted die as numbers of colours, and where it lies."""
    pip, marks = size // 5, Image.new("L", (size, size), 0)
    for place in PIPS_OF[face]:
        x, y = (round(part * size) - pip // 2 for part in PIPS[place])
        marks.paste(255, (x, y), rounded(pip, pip, pip // 2))
    blank, where = _blank_die(palette, size, degrees)
    die = blank.copy()
    die.paste(*_tilted(palette, marks, degrees, GOLD, INK))
    return die, where


@lru_cache(maxsize=32)
def _blank_die(palette: Palette, size: int, degrees: int) -> tuple[Image.Image, Image.Image]:
    """A die without pips, which all faces share."""
    inset = 4
    inner = size - 2 * inset
    body = Image.new("L", (size, size), 0)
    body.paste(255, (inset, inset), rounded(inner, inner, size // 5))
    light = Image.new("L", (size, size), 0)
    light.paste(255, (inset + 6, inset + 5), rounded(inner - 12, size // 4, size // 8))
    die, _, where = _tilted(palette, rounded(size, size, size // 4), degrees, LIT, INK)
    for mask, under, over in ((body, INK, GOLD), (light, GOLD, LIT)):
        die.paste(*_tilted(palette, mask, degrees, under, over))
    return die, where


def _tilted(
    palette: Palette, mask: Image.Image, degrees: int, under: str, over: str
) -> tuple[Image.Image, tuple[int, int], Image.Image]:
    """What a turned mask shows of ``over`` on ``under``, as it is pasted."""
    part, where = palette.faded(mask.rotate(degrees, Image.Resampling.BILINEAR, expand=True), under, over)
    return part, (0, 0), where
