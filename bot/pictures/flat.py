"""Pictures of boards, drawn in the numbers of their colours from the start: one a turn, so each must be quick.

On each colour of a palette, another one fades in by a few steps, which stand beside each other there. So edges are
smooth, nothing looks for colours afterwards, and the file is small.
"""

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.pictures.canvas import (
    INK,
    NARROW,
    PANEL,
    Canvas,
    as_png,
    drawable_text,
    mask_of,
    rounded,
    truncate_to_fit,
    width,
)

WIDTH = 760
"""A desktop shows it 400 pixels wide, a phone 290."""

MOST_HEIGHT = 680
"""On a phone of 390 by 844, the picture, the dice and all buttons are on one screen."""

LETTERS = 29
"""Pixels of the letters: 11 where a phone shows the picture."""

TALL = 36
"""Pixels of the numbers that matter most."""

_STEPS = 4
"""From the first sight of a colour to the whole of it."""
_SCALE = 4

_ANY = bytes(255 * (level > 255 // _STEPS // 2) for level in range(256))
"""The levels of a mask that show anything of a colour."""

CROWN, TO_ACT = "♛", "►"


class Palette:
    """The colours of a kind of pictures: pairs of one that lies below and one that is painted on it."""

    def __init__(self, *fades: tuple[str, str]) -> None:
        """Let the second colour of each pair fade in on the first; pairs that come twice count once."""
        fades = tuple(dict.fromkeys(fades))
        self._first = {fade: number * (_STEPS + 1) for number, fade in enumerate(fades)}
        self._levels = {
            fade: bytes(first + round(level * _STEPS / 255) for level in range(256))
            for fade, first in self._first.items()
        }
        self._whole = {
            colour: first + _STEPS * place for fade, first in self._first.items() for place, colour in enumerate(fade)
        }
        colours = bytearray()
        for fade in fades:
            ends = [[int(colour[at : at + 2], 16) for at in (1, 3, 5)] for colour in fade]
            for step in range(_STEPS + 1):
                colours += bytes(round(a + (b - a) * step / _STEPS) for a, b in zip(*ends, strict=True))
        self.bytes = bytes(colours)
        """As a picture wants them."""

    def whole(self, colour: str) -> int:
        """Return the number of a colour itself."""
        return self._whole[colour]

    def faded(self, mask: Image.Image, under: str, over: str) -> tuple[Image.Image, Image.Image]:
        """Return ``mask`` as numbers of ``over`` on ``under``, and where it shows any of it."""
        levels = mask.tobytes()
        numbers, where = (
            Image.frombytes("L", mask.size, levels.translate(table)) for table in (self._levels[under, over], _ANY)
        )
        return numbers, where.convert("1", dither=Image.Dither.NONE)


@lru_cache(maxsize=256)
def _panel(
    palette: Palette, wide: int, high: int, radius: int, under: str, over: str
) -> tuple[Image.Image, Image.Image]:
    return palette.faded(rounded(wide, high, radius), under, over)


@lru_cache(maxsize=128)
def _shape(
    palette: Palette, corners: tuple[tuple[float, float], ...], wide: int, high: int, under: str, over: str
) -> tuple[Image.Image, Image.Image]:
    mask = Image.new("L", (wide * _SCALE, high * _SCALE), 0)
    ImageDraw.Draw(mask).polygon([(x * wide * _SCALE, y * high * _SCALE) for x, y in corners], 255)
    return palette.faded(mask.resize((wide, high), Image.Resampling.BOX), under, over)


@lru_cache(maxsize=512)
def drawn_word(
    palette: Palette, text: str, size: int, bold: bool, under: str, over: str, room: int = 0
) -> tuple[Image.Image, Image.Image]:
    """Return a text as numbers of colours, and where it shows any; words and points of boards come back often.

    Where it is wider than ``room``, if that is given, its letters stand as much narrower.
    """
    return palette.faded(mask_of(text, size, bold, room), under, over)


@lru_cache(maxsize=64)
def _drawing(palette: Palette, name: str, size: int, under: str) -> Image.Image:
    canvas, colours = Canvas(size, size, under), Image.new("P", (1, 1))
    canvas.drawing(name, 0, 0, size)
    colours.putpalette(palette.bytes)
    return Image.frombytes("L", (size, size), canvas.in_colours_of(colours).tobytes())


PIPS = ((0.5, 0.5), (0.24, 0.24), (0.76, 0.76), (0.76, 0.24), (0.24, 0.76), (0.24, 0.5), (0.76, 0.5))
"""Where pips may lie on a die."""
PIPS_OF = {1: (0,), 2: (1, 2), 3: (0, 1, 2), 4: (1, 2, 3, 4), 5: (0, 1, 2, 3, 4), 6: (1, 2, 3, 4, 5, 6)}


class Flat:
    """A picture in the making, in numbers of colours."""

    def __init__(self, palette: Palette, wide: int, high: int, colour: str) -> None:
        """Begin with a sheet of one ``colour``."""
        self.palette = palette
        self.image = Image.new("L", (wide, high), palette.whole(colour))

    def block(self, left: int, top: int, wide: int, high: int, colour: str) -> None:
        """Paint a rectangle."""
        self.image.paste(self.palette.whole(colour), (left, top, left + wide, top + high))

    def rim(self, thick: int, colour: str) -> None:
        """Paint the edge of the picture."""
        wide, high = self.image.size
        for box in ((0, 0, wide, thick), (0, high - thick, wide, thick), (0, 0, thick, high),
                    (wide - thick, 0, thick, high)):  # fmt: skip
            self.block(*box, colour)

    def round(self, left: int, top: int, wide: int, high: int, radius: int, under: str, over: str) -> None:
        """Paint a rectangle with round corners."""
        shape, where = _panel(self.palette, wide, high, min(radius, wide // 2, high // 2), under, over)
        self.image.paste(shape, (left, top), where)

    def card(self, left: int, top: int, wide: int, high: int, under: str, line: str, colour: str) -> None:
        """Paint a panel with a line around it."""
        self.round(left, top, wide, high, 14, under, line)
        self.round(left + 2, top + 2, wide - 4, high - 4, 12, line, colour)

    def shape(
        self,
        left: int,
        top: int,
        wide: int,
        high: int,
        corners: tuple[tuple[float, float], ...],
        under: str,
        over: str,
    ) -> None:
        """Paint a polygon, whose ``corners`` are parts of its width and height."""
        shape, where = _shape(self.palette, corners, wide, high, under, over)
        self.image.paste(shape, (left, top), where)

    def polygon(self, corners: Sequence[tuple[float, float]], colour: str) -> None:
        """Paint a large polygon on any colours: its edges are not smooth, which takes many bytes and milliseconds."""
        ImageDraw.Draw(self.image).polygon(corners, self.palette.whole(colour))

    def drawing(self, name: str, left: int, top: int, size: int, under: str) -> None:
        """Lay one of the bot's drawings on the colour ``under``, in the colours that come nearest to its own."""
        self.image.paste(_drawing(self.palette, name, size, under), (left, top))

    def die(self, face: int, left: int, top: int, size: int, under: str, ink: str = INK) -> None:
        """Paint a die."""
        pip = size // 5
        self.round(left, top, size, size, size // 4 + 1, under, ink)
        self.round(left + 2, top + 2, size - 4, size - 4, size // 5, ink, PANEL)
        for place in PIPS_OF[face]:
            x, y = (round(part * size) - pip // 2 for part in PIPS[place])
            self.round(left + x, top + y, pip, pip, pip, PANEL, ink)

    def write(
        self,
        left: int,
        middle: int,
        text: str,
        under: str,
        over: str,
        *,
        size: int = LETTERS,
        bold: bool = False,
        across: float = 0,
        room: int = 0,
    ) -> int:
        """Write ``text`` on the colour ``under``, and return its width.

        ``across`` is the part of it that stands left of ``left``; ``room`` as in :func:`drawn_word`.
        """
        word, where = drawn_word(self.palette, text, size, bold, under, over, room)
        self.image.paste(word, (left - round(word.width * across), middle - word.height // 2), where)
        return word.width

    def name(
        self, left: int, middle: int, forms: Sequence[str], under: str, over: str, room: int, *, across: float = 0,
        strong: bool = False,
    ) -> int:  # fmt: skip
        """Write the first of ``forms`` that fits in narrow letters, a ``strong`` one bold if it need not be narrow."""
        text = fitting(forms, int(room / NARROW))
        bold = strong and width(text, LETTERS, bold=True) <= room
        return self.write(left, middle, text, under, over, bold=bold, across=across, room=room)

    def finished(self) -> bytes:
        """Return the file."""
        self.image.putpalette(self.palette.bytes)
        return as_png(self.image)


def fitting(texts: Sequence[str], room: int) -> str:
    """Return the first of ``texts`` that fits; else as much as does of the last. Nothing if that is empty."""
    drawn = [drawable_text(text, texts[-1]) for text in texts if text]
    fits = next((text for text in drawn if width(text, LETTERS) <= room), None)
    return truncate_to_fit(drawn[-1], room, LETTERS) if fits is None and drawn else fits or ""
