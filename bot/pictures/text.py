"""Fonts, and words that fit: every character exists in the font, and no text is wider than its place.

DejaVu Sans comes with matplotlib, so every machine has the same letters.
"""

import unicodedata
from functools import lru_cache
from pathlib import Path

import matplotlib
from matplotlib.ft2font import FT2Font
from PIL import ImageFont

ELLIPSIS = "…"
_MARKS = 2
"""Accents on one letter; dozens of them would cover the neighbours of a name."""
_LONGEST = 200
"""Characters to look at; far more than fit anywhere."""


@lru_cache(maxsize=2)
def path(bold: bool) -> Path:
    """Where the font file is."""
    return Path(matplotlib.get_data_path()) / "fonts" / "ttf" / f"DejaVuSans{'-Bold' if bold else ''}.ttf"


@lru_cache(maxsize=64)
def font(size: int, bold: bool = False) -> ImageFont.FreeTypeFont:
    """The font at ``size`` pixels."""
    return ImageFont.truetype(path(bold), size)


@lru_cache(maxsize=1)
def _characters() -> frozenset[int]:
    """The characters that both weights have."""
    plain, bold = (frozenset(FT2Font(str(path(weight))).get_charmap()) for weight in (False, True))
    return plain & bold


@lru_cache(maxsize=1024)
def drawable_text(name: str, instead: str = "") -> str:
    """``name`` without what the font lacks (emoji, Chinese …); ``instead`` if no letter is left, "?" without one."""
    for text in (name, instead):
        left = " ".join(_known(text).split())
        if any(character.isalnum() for character in left) or (left and left == text):
            return left
    return "?"


def _known(text: str) -> str:
    known, marks = _characters(), 0
    kept: list[str] = []
    for character in unicodedata.normalize("NFC", text[:_LONGEST]):
        if character.isspace():
            kept.append(" ")
            continue
        kind = unicodedata.category(character)
        marks = marks + 1 if kind.startswith("M") else 0
        if ord(character) in known and not kind.startswith("C") and marks <= _MARKS and (kept or not marks):
            kept.append(character)
    return "".join(kept)


@lru_cache(maxsize=1024)
def width(text: str, size: int, bold: bool = False) -> int:
    """How many pixels ``text`` takes, rounded up."""
    return -int(-font(size, bold).getlength(text) // 1)


def shrink_to_fit(text: str, room: int, size: int, least: int, bold: bool = False) -> tuple[str, int]:
    """``text`` in the largest letters from ``size`` down to ``least`` that fit; cut where even those do not."""
    for smaller in range(size, least, -2):
        if width(text, smaller, bold) <= room:
            return text, smaller
    return truncate_to_fit(text, room, least, bold), least


def display_name(name: str, instead: str, room: int, size: int, least: int) -> tuple[str, int]:
    """A player's name in bold letters: `shrink_to_fit` as a whole, else its first word, else cut."""
    whole = drawable_text(name, instead)
    first = whole.split(" ")[0]
    shorter = whole != instead and width(whole, least, bold=True) > room >= width(first, least, bold=True)
    return shrink_to_fit(first if shorter else whole, room, size, least, bold=True)


@lru_cache(maxsize=1024)
def truncate_to_fit(text: str, room: int, size: int, bold: bool = False) -> str:
    """``text``, with an ellipsis at the end if it is wider than ``room`` pixels; empty if not even that fits."""
    if width(text, size, bold) <= room:
        return text
    for length in range(len(text) - 1, 0, -1):
        shorter = text[:length].rstrip() + ELLIPSIS
        if width(shorter, size, bold) <= room:
            return shorter
    return ELLIPSIS if width(ELLIPSIS, size, bold) <= room else ""
