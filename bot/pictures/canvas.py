"""Paper, panels and the red band with the dice cup: the parts of both pictures.

Edges are smooth because each shape is drawn once, four times too large, and then kept. Pictures have no transparent
parts, so they look the same on Discord's dark and light backgrounds.
"""

import re
import unicodedata
from functools import lru_cache
from io import BytesIO
from itertools import groupby
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import uharfbuzz  # type: ignore[import-untyped]
from PIL import Image, ImageDraw, ImageFont

from bot import art
from bot.screens.kit import CUP_RED, LEAF_GREEN

# -- Fonts, and words that fit: every character exists in a font, and no text is wider than its place -----------------
# The fonts lie beside the drawings, so all machines have the same letters. Pillow's raqm joins and orders Arabic ones.
# Chinese, Japanese and Korean have a font of their own, and so have emoji (scripts/name_font.py), each of one weight. A
# text is drawn in pieces, each in the first font that has it. What none can write of a name becomes initials or a box.

ELLIPSIS = "…"
_MARKS = 2
"""Accents on one letter; dozens of them would cover the neighbours of a name."""
_LONGEST = 200
"""Characters to look at; far more than fit anywhere."""
MISSING = "□"
"""A letter that no font has, among others."""

_ART = Path(art.__file__).parent
_FONTS = {False: _ART / "dejavu.ttf", True: _ART / "dejavu_bold.ttf"}
_NAMES, _EMOJI = _ART / "names.otf", _ART / "emoji.ttf"


Drawn: TypeAlias = tuple[Any, tuple[int, int]]
"""A text as a font draws it: a mask in Pillow's memory, and where it lies."""


@lru_cache(maxsize=512)
def drawn_letters(font: ImageFont.FreeTypeFont, text: str, anchor: str, start: tuple[float, float]) -> Drawn:
    """Return a text as ``font`` draws it: names of boxes and points come back from sheet to sheet. Only read it."""
    return ImageFont.FreeTypeFont.getmask2(font, text, "L", anchor=anchor, start=start, stroke_filled=True)


class _Font(ImageFont.FreeTypeFont):
    """A font that remembers what it has drawn."""

    def getmask2(  # type: ignore[override]
        self,
        text: str,
        mode: str,
        direction: str | None,
        features: list[str] | None,
        language: str | None,
        stroke_width: float,
        anchor: str,
        ink: int,
        start: tuple[float, float],
        **more: Any,
    ) -> Drawn:
        """Return what Pillow's method does, which is called like this."""
        if mode == "L" and not (direction or features or language or stroke_width):
            return drawn_letters(self, text, anchor, start)
        return super().getmask2(text, mode, direction, features, language, stroke_width, anchor, ink, start, **more)


@lru_cache(maxsize=64)
def font(size: int, bold: bool = False) -> ImageFont.FreeTypeFont:
    """Return the font at ``size`` pixels."""
    return _Font(_FONTS[bold], size)


@lru_cache(maxsize=32)
def _names_font(path: Path, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size)


def _font_of(path: Path | None, size: int, bold: bool) -> ImageFont.FreeTypeFont:
    return font(size, bold) if path is None else _names_font(path, size)


@lru_cache(maxsize=1)
def _characters() -> frozenset[int]:
    """The characters that both weights have, and the font of emoji has not."""
    plain, bold = map(_in_font, _FONTS.values())
    return (plain & bold) - _in_font(_EMOJI)


@lru_cache(maxsize=4)
def _in_font(path: Path) -> frozenset[int]:
    return frozenset(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(path)).unicodes)


def _pieces(text: str) -> list[tuple[str, Path | None]]:
    """Return the pieces of ``text``, each with the font of names in which it is written; None for the usual font."""
    if text.isascii():
        return [(text, None)]
    usual, emoji = _characters(), _in_font(_EMOJI)

    def place(one: str) -> Path | None:
        return None if ord(one) in usual else _EMOJI if ord(one) in emoji else _NAMES

    return [("".join(some), path) for path, some in groupby(text, place)]


@lru_cache(maxsize=256)
def drawable_text(name: str, instead: str = "") -> str:
    """Return ``name`` as fonts can write it; where that has no letter and no emoji, initials, ``instead`` or "?".

    A word of which they write nothing (Thai …) becomes its initial, another letter :data:`MISSING`; rare emoji go.
    """
    words = name[:_LONGEST].split()
    written = " ".join(filter(None, map(_known, words)))
    if MISSING in written and any(map(_tells, written)):
        written = " ".join(filter(None, map(_known_or_initial, words)))
    for text, left in ((name, written), ("", _initials(name)), (instead, " ".join(_known(instead).split()))):
        if any(map(_tells, left)) or (left and left == text):
            return left
    return "?"


def _tells(character: str) -> bool:
    """Whether a text with it is a name."""
    return character.isalnum() or ord(character) in _in_font(_EMOJI)


def _known_or_initial(word: str) -> str:
    known = _known(word)
    return known if MISSING not in known or any(map(_tells, known)) else _initials(word) or MISSING


_LETTER = re.compile(r"(?:LETTER|CHARACTER|SYLLABLE) (?:GLOTTAL )?(?!SARA )([A-Z])")
"""Thai writes some vowels (SARA) before the consonant with which a word begins."""


def _initials(name: str) -> str:
    """Return how the words of ``name`` begin, in Latin letters, as Unicode calls theirs; empty where it does not."""
    words = (" ".join(unicodedata.name(letter, "") for letter in word[:2]) for word in name[:_LONGEST].split())
    return "".join(match[1] for word in words if (match := _LETTER.search(word)))


def _known(text: str) -> str:
    known, marks = _characters(), 0
    if any(ord(character) not in known for character in text):
        known |= _in_font(_NAMES) | _in_font(_EMOJI)
    kept: list[str] = []
    for character in unicodedata.normalize("NFC", text[:_LONGEST]):
        if character.isspace():
            kept.append(" ")
            continue
        kind = unicodedata.category(character)
        marks = marks + 1 if kind.startswith("M") else 0
        if ord(character) in known and not kind.startswith("C"):
            kept += [character] * (marks <= _MARKS and (bool(kept) or not marks))
        elif kind.startswith(("L", "N")):
            plain = unicodedata.normalize("NFKC", character)  # Of letters such as those for mathematics.
            kept.append(plain if known.issuperset(map(ord, plain)) else MISSING)
    return "".join(kept)


@lru_cache(maxsize=256)
def width(text: str, size: int, bold: bool = False) -> int:
    """Return the number of pixels that ``text`` takes, rounded up."""
    return sum(ceil(_font_of(path, size, bold).getlength(piece)) for piece, path in _pieces(text))


def write(
    pen: ImageDraw.ImageDraw,
    place: tuple[float, float],
    text: str,
    size: int,
    colour: str | int,
    *,
    bold: bool = False,
    anchor: str = "lm",
) -> None:
    """Write ``text`` with ``pen``; ``anchor`` as Pillow names them (left, middle, right; the middle of the height)."""
    pieces = _pieces(text)
    if not any(path for _, path in pieces):
        pen.text(place, text, colour, font(size, bold), anchor=anchor)
        return
    # All pieces stand on the line on which the usual font would stand.
    (x, y), usual = place, font(size, bold)
    x -= {"l": 0.0, "m": 0.5, "r": 1.0}[anchor[0]] * width(text, size, bold)
    line = y + usual.getbbox("x", anchor=f"l{anchor[1]}")[3] - usual.getbbox("x", anchor="ls")[3]
    for piece, path in pieces:
        own = _font_of(path, size, bold)
        pen.text((x, line), piece, colour, own, anchor="ls")
        x += ceil(own.getlength(piece))


NARROW = 0.56
"""Of their usual width, letters of a name may be so narrow rather than fewer."""


def mask_of(text: str, size: int, bold: bool = False, room: int = 0) -> Image.Image:
    """Return a text as a mask. Where it is wider than ``room``, if that is given, its letters stand narrower."""
    mask = Image.new("L", (max(width(text, size, bold), 1), size + size // 2), 0)
    write(ImageDraw.Draw(mask), (0, mask.height // 2), text, size, 255, bold=bold)
    return mask.resize((room, mask.height), Image.Resampling.LANCZOS) if 0 < room < mask.width else mask


def shrink_to_fit(text: str, room: int, size: int, least: int, bold: bool = False) -> tuple[str, int]:
    """Return ``text`` in the largest letters from ``size`` down to ``least`` that fit; cut where even those do not."""
    for smaller in range(size, least, -2):
        if width(text, smaller, bold) <= room:
            return text, smaller
    return truncate_to_fit(text, room, least, bold), least


def display_name(name: str, instead: str, room: int, size: int, least: int) -> tuple[str, int]:
    """Return a player's name in bold letters: `shrink_to_fit` as a whole, else its first words, else cut.

    An ellipsis tells what is missing; only a first word that has no room for one stands alone.
    """
    whole = drawable_text(name, instead)
    if whole != instead and width(whole, least, bold=True) > room:
        words = [word for word in whole.split(" ") if any(map(str.isalnum, word))] or [whole]  # Emoji go first.
        shorter = [" ".join(words[:many]) + ELLIPSIS for many in range(len(words) - 1, 0, -1)]
        whole = next(
            (text for text in (" ".join(words), *shorter, words[0]) if width(text, least, bold=True) <= room), whole
        )
    return shrink_to_fit(whole, room, size, least, bold=True)


@lru_cache(maxsize=256)
def truncate_to_fit(text: str, room: int, size: int, bold: bool = False) -> str:
    """Return ``text``, with an ellipsis at the end if it is wider than ``room`` pixels; empty if not even that fits."""
    if width(text, size, bold) <= room:
        return text
    for length in range(len(text) - 1, 0, -1):
        shorter = text[:length].rstrip() + ELLIPSIS
        if width(shorter, size, bold) <= room:
            return shorter
    return ELLIPSIS if width(ELLIPSIS, size, bold) <= room else ""


# -- Paper, panels and the red band with the dice cup: the parts of both pictures ------------------------------------

WIDTH = 1200
"""The width of cards and profiles. Discord shows half of that or less, so pictures are sharp on every screen."""
MOST_HEIGHT = 1200
MARGIN = 36
READABLE = 37
"""Pixels of the letters of a chart: where a phone shows it 360 pixels wide, 11 of its own."""
BAND = 148

RED = f"#{CUP_RED:06x}"
GREEN = f"#{LEAF_GREEN:06x}"
DEEP_GREEN = "#2c6a43"
DEEP_RED = "#8a2a20"
CREAM = "#ffe9c4"
PAPER = "#f8f1e2"
PANEL = "#fffdf8"
TINT = "#f4ead3"
LINE = "#e3d6b8"
INK = "#2a2521"
SOFT = "#6b5f50"
GOLD = "#f0b23f"
SILVER = "#b9c0c9"
BRONZE = "#d09a6b"

_SCALE = 4
_COMPRESSION = 3
"""Of 9: from here on, a file a tenth smaller takes a third longer."""
_COLOURS = 128
"""Colours of a finished picture: enough for smooth edges, few enough for a small file."""


class Corner(NamedTuple):
    """A corner of a rectangle, and where it lies there."""

    left: int
    top: int
    mask: Image.Image


@lru_cache(maxsize=256)
def _corners(width: int, height: int, radius: int) -> tuple[Corner, ...]:
    """Return the round corners of a rectangle; all between them belongs to it.

    They alone are drawn too large, and they alone are pasted by a mask: a whole panel would take milliseconds.
    """
    wide, high = min(width, 2 * radius + 2), min(height, 2 * radius + 2)
    large = Image.new("L", (wide * _SCALE, high * _SCALE), 0)
    box = (0, 0, wide * _SCALE - 1, high * _SCALE - 1)
    ImageDraw.Draw(large).rounded_rectangle(box, radius * _SCALE, fill=255)
    corners = large.resize((wide, high), Image.Resampling.BOX)
    return tuple(
        Corner(left + across, top + down, corners.crop((left, top, right, bottom)))
        for left, right, across in ((0, wide // 2, 0), (wide // 2, wide, width - wide))
        for top, bottom, down in ((0, high // 2, 0), (high // 2, high, height - high))
    )


@lru_cache(maxsize=128)
def rounded(width: int, height: int, radius: int) -> Image.Image:
    """Return the mask of a rectangle with round corners."""
    mask = Image.new("L", (width, height), 255)
    for corner in _corners(width, height, radius):
        mask.paste(corner.mask, (corner.left, corner.top))
    return mask


@lru_cache(maxsize=64)
def _drawing(name: str, size: int, degrees: float = 0) -> Image.Image:
    """A picture of :mod:`bot.art`, turned."""
    with Image.open(BytesIO(art.read(name))) as source:
        image = source.convert("RGBA")
    if degrees:
        image = image.rotate(degrees, Image.Resampling.BICUBIC, expand=True)
    return image.resize((round(image.width * size / 128), round(image.height * size / 128)), Image.Resampling.LANCZOS)


class Canvas:
    """A picture in the making."""

    def __init__(self, height: int, width: int = WIDTH, paper: str = PAPER) -> None:
        self.image = Image.new("RGB", (width, height), paper)
        self.pen = ImageDraw.Draw(self.image)

    def panel(self, left: int, top: int, width: int, height: int, colour: str, radius: int = 18) -> None:
        """Paint a rectangle with round corners."""
        first, _, _, last = corners = _corners(width, height, min(radius, width // 2, height // 2))
        wide, high = first.mask.size
        self.image.paste(colour, (left + wide, top, left + last.left, top + height))
        self.image.paste(colour, (left, top + high, left + width, top + last.top))
        for corner in corners:
            self.image.paste(colour, (left + corner.left, top + corner.top), corner.mask)

    def write(
        self, place: tuple[float, float], text: str, size: int, colour: str, *, bold: bool = False, anchor: str = "lm"
    ) -> None:
        """Write ``text``; ``anchor`` as Pillow names them (left, middle, right; the middle of the letters' height)."""
        write(self.pen, place, text, size, colour, bold=bold, anchor=anchor)

    def write_in(self, room: int, middle: tuple[int, int], text: str, size: int, colour: str) -> None:
        """Write ``text`` in bold letters around ``middle``, in narrow ones where it is wider than ``room``."""
        if width(text, size, bold=True) <= room:
            self.write(middle, text, size, colour, bold=True, anchor="mm")
            return
        mask = mask_of(text, size, bold=True, room=room)
        self.image.paste(colour, (middle[0] - mask.width // 2, middle[1] - mask.height // 2), mask)

    def drawing(self, name: str, left: int, top: int, size: int, degrees: float = 0) -> None:
        """Lay one of the bot's drawings, ``size`` pixels wide before it is turned, on the paper."""
        image = _drawing(name, size, degrees)
        self.image.paste(image, (left, top), image)

    def star(self, middle: tuple[float, float], size: int) -> None:
        """Draw a golden star."""
        self.pen.text(middle, "★", GOLD, font(size), anchor="mm", stroke_width=2, stroke_fill=INK)

    def titled_panel(self, top: int, height: int, title: str, size: int, middle: int) -> None:
        """Paint a panel from margin to margin, its title ``middle`` below ``top`` in letters of at most ``size``."""
        wide = WIDTH - 2 * MARGIN
        self.panel(MARGIN, top, wide, height, LINE)
        self.panel(MARGIN + 2, top + 2, wide - 4, height - 4, PANEL, 16)
        text, size = shrink_to_fit(drawable_text(title), wide - 56, size, READABLE, bold=True)
        self.write((MARGIN + 28, top + middle), text, size, INK, bold=True)

    def band(self, title: str, subtitle: str, least: int = 24) -> None:
        """Paint the top of the picture: the dice cup, two lines of words, and dice at the other end.

        The lower line has letters of at least ``least`` pixels; where that leaves no room for the dice, none lie there.
        """
        self.pen.rectangle((0, 0, WIDTH, BAND - 1), RED)
        self.pen.rectangle((0, BAND - 8, WIDTH, BAND - 1), DEEP_RED)
        self.drawing("gobelet", 28, 10, 120)
        left, room = 172, WIDTH - 172 - 216
        if width(drawable_text(subtitle), least) > room:
            room = WIDTH - left - MARGIN
        else:
            self.drawing("die_5", WIDTH - 124, 18, 74, -14)
            self.drawing("die_2", WIDTH - 200, 44, 62, 16)
        middle = (BAND - 8) // 2
        shown, size = shrink_to_fit(drawable_text(title), room, 54, 40, bold=True)
        self.write((left, middle - 26 if subtitle else middle), shown, size, "#ffffff", bold=True)
        if subtitle:
            shown, size = shrink_to_fit(drawable_text(subtitle), room, max(32, least), least)
            self.write((left, middle + 34), shown, size, CREAM)

    def finished(self) -> bytes:
        """Return the picture as a PNG file, with the colours that suit it."""
        return as_png(self.with_palette(_COLOURS))

    def finished_with(self, palette: Image.Image) -> bytes:
        """Return the picture as a PNG file with the colours of another one: forty times as quick as to find its own."""
        return as_png(self.in_colours_of(palette))

    def in_colours_of(self, palette: Image.Image) -> Image.Image:
        """Return the picture in the colours of another one."""
        return self.image.quantize(palette=palette, dither=Image.Dither.NONE)

    def with_palette(self, colours: int) -> Image.Image:
        """Return the picture in so many colours."""
        return self.image.quantize(colours, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)


def as_png(image: Image.Image, level: int = _COMPRESSION) -> bytes:
    """Return the file of a picture, packed by zlib's ``level``.

    Pillow's ``optimize`` would make it a tenth smaller, and take seven times as long.
    """
    file = BytesIO()
    image.save(file, "PNG", compress_level=level)
    return file.getvalue()
