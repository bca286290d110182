"""Makes the fonts of names in ``bot/art``: ``names.otf`` and ``emoji.ttf``, what DejaVu Sans lacks, from Noto (OFL).

    python scripts/name_font.py NotoSansCJK-Medium.otf NotoEmoji-Medium.ttf

The first keeps Japanese (kana, the characters taught in school and those of names), Chinese (the first level of GB 2312
and of Big5) and Korean (KS X 1001), with their punctuation: what nearly all names are written with. The second, of one
colour, keeps faces, hands, hearts, animals, plants, food, weather, parties, games and flags.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTCollection, TTFont
from fontTools.ttLib.scaleUpem import scale_upem

ART = Path(__file__).resolve().parent.parent / "bot" / "art"
RANGES = ((0x3000, 0x303F), (0x3040, 0x30FF), (0x31F0, 0x31FF), (0xFF01, 0xFF9F))
EMOJI = (
    *((0x26BD, 0x26BE), (0x26C4, 0x26C5), (0x2705, 0x270B), (0x2728, 0x2728), (0x274C, 0x274C), (0x2757, 0x2757)),
    *((0x2B50, 0x2B50), (0x1F1E6, 0x1F1FF), (0x1F300, 0x1F393), (0x1F3A8, 0x1F3BE), (0x1F3C0, 0x1F3C6)),
    *((0x1F3F3, 0x1F3F4), (0x1F400, 0x1F451), (0x1F479, 0x1F480), (0x1F48B, 0x1F4AF), (0x1F525, 0x1F52E)),
    *((0x1F5A4, 0x1F5A4), (0x1F600, 0x1F64F), (0x1F680, 0x1F680), (0x1F90C, 0x1F91F), (0x1F920, 0x1F92F)),
    *((0x1F947, 0x1F949), (0x1F970, 0x1F97A), (0x1F980, 0x1F9A9), (0x1F9E1, 0x1F9E1)),
)
SKIN = range(0x1F3FB, 0x1F400)
"""Skin tones, which no font of one colour shows."""
EMOJI_UNITS = 512
"""Units of an em: fewer make the file smaller, and names are never so large."""


def _rows(codec: str, first: range, second: range) -> Iterator[str]:
    """Yield what pairs of bytes stand for in an encoding."""
    for high in first:
        for low in second:
            try:
                yield bytes((high, low)).decode(codec)
            except UnicodeDecodeError:
                continue


def _within(ranges: Iterable[tuple[int, int]]) -> set[str]:
    return {chr(code) for low, high in ranges for code in range(low, high + 1)}


def letters() -> set[str]:
    """Return the characters to keep."""
    found = _within(RANGES)
    found.update(_rows("gb2312", range(0xB0, 0xD8), range(0xA1, 0xFF)))
    found.update(_rows("big5", range(0xA4, 0xC7), range(0x40, 0xFF)))
    found.update(_rows("euc_jp", range(0xB0, 0xD0), range(0xA1, 0xFF)))
    found.update(_rows("euc_kr", range(0xB0, 0xC9), range(0xA1, 0xFF)))
    return found


def make(source: str, characters: set[str], name: str, units: int | None = None) -> None:
    """Write a font of these characters."""
    font = TTCollection(source).fonts[0] if source.endswith(".ttc") else TTFont(source)
    options = subset.Options(layout_features=[], hinting=False, desubroutinize=False, name_IDs=[0, 1, 2, 13, 14])
    options.drop_tables += ["GSUB", "STAT", "vhea", "vmtx"] if units else []
    maker = subset.Subsetter(options)
    maker.populate(text="".join(characters))
    maker.subset(font)
    if units:
        scale_upem(font, units)
    target = ART / name
    font.save(target)
    sys.stdout.write(f"{name}: {len(font.getBestCmap())} characters, {target.stat().st_size:,} bytes\n")


def main(letters_from: str, emoji_from: str) -> None:
    """Write both fonts."""
    make(letters_from, letters(), "names.otf")
    make(emoji_from, _within(EMOJI) - set(map(chr, SKIN)), "emoji.ttf", EMOJI_UNITS)


if __name__ == "__main__":
    main(*sys.argv[1:])
