"""Makes ``bot/art/names.otf``: the letters of names that DejaVu Sans lacks, from Noto Sans CJK (OFL).

    python scripts/name_font.py NotoSansCJK-Medium.otf

It keeps Japanese (kana, the characters taught in school and those of names), Chinese (the first level of GB 2312 and of
Big5) and Korean (KS X 1001), with their punctuation: what nearly all names are written with.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTCollection, TTFont

TARGET = Path(__file__).resolve().parent.parent / "bot" / "art" / "names.otf"
RANGES = ((0x3000, 0x303F), (0x3040, 0x30FF), (0x31F0, 0x31FF), (0xFF01, 0xFF9F))


def _rows(codec: str, first: range, second: range) -> Iterator[str]:
    """Yield what pairs of bytes stand for in an encoding."""
    for high in first:
        for low in second:
            try:
                yield bytes((high, low)).decode(codec)
            except UnicodeDecodeError:
                continue


def letters() -> set[str]:
    """Return the characters to keep."""
    found = {chr(code) for low, high in RANGES for code in range(low, high + 1)}
    found.update(_rows("gb2312", range(0xB0, 0xD8), range(0xA1, 0xFF)))
    found.update(_rows("big5", range(0xA4, 0xC7), range(0x40, 0xFF)))
    found.update(_rows("euc_jp", range(0xB0, 0xD0), range(0xA1, 0xFF)))
    found.update(_rows("euc_kr", range(0xB0, 0xC9), range(0xA1, 0xFF)))
    return found


def main(source: str) -> None:
    """Write the font."""
    font = TTCollection(source).fonts[0] if source.endswith(".ttc") else TTFont(source)
    options = subset.Options(layout_features=[], hinting=False, desubroutinize=False, name_IDs=[0, 1, 2, 13, 14])
    maker = subset.Subsetter(options)
    maker.populate(text="".join(letters()))
    maker.subset(font)
    font.save(TARGET)
    sys.stdout.write(f"{TARGET.name}: {len(font.getBestCmap())} characters, {TARGET.stat().st_size:,} bytes\n")


if __name__ == "__main__":
    main(sys.argv[1])
