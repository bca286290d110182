"""Score sheets above a board: every box of the players, what was just written, the bonus, the totals.

A game draws one a turn, so it must be quick. The picture is drawn in the numbers of its colours from the start: on each
colour below, another one fades in by a few steps, which stand beside each other in the palette. So edges are smooth,
nothing looks for colours afterwards, and the file is small.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from io import BytesIO

from PIL import Image, ImageDraw

from bot.pictures.canvas import (
    GOLD,
    INK,
    LINE,
    PANEL,
    drawable_text,
    rounded,
    truncate_to_fit,
    width,
    write,
)
from bot.screens.kit import Pad
from bot.screens.kit.values import CellLook, PadCell, PadFoot

WIDTH = 760
"""A desktop shows it 400 pixels wide, a phone 290."""

MOST_HEIGHT = 680
"""On a phone of 390 by 844, the picture, the dice and all buttons are on one screen."""

LETTERS = 29
"""Pixels of the letters: 11 where a phone shows the picture."""

# -- Colours: each that fades in on another one, in steps ------------------------------------------------------------

_PAPER, _LIT, _STRUCK, _GREEN, _GLOW, _TRACK = "#fbf5ea", "#fbedc6", "#766c60", "#256b41", "#d9efdd", "#e6dac0"
_STEPS = 4
"""From the first sight of a colour to the whole of it."""

_FADES = (
    *((_PAPER, over) for over in (LINE, PANEL, _LIT, INK)),
    *((LINE, over) for over in (PANEL, _LIT)),
    (PANEL, _LIT),
    *((under, over) for under in (PANEL, _LIT) for over in (INK, _STRUCK, _GREEN, GOLD, _TRACK)),
    *((_TRACK, over) for over in (_GREEN, GOLD)),
    *((_GREEN, over) for over in (_GLOW, GOLD)),
    *((_GLOW, over) for over in (INK, _STRUCK)),
    (GOLD, INK),
)
_FIRST = {fade: number * (_STEPS + 1) for number, fade in enumerate(_FADES)}


def _whole(colour: str) -> int:
    """The number of a colour itself."""
    return next(first + _STEPS * place for fade, first in _FIRST.items() for place in (0, 1) if fade[place] == colour)


def _palette() -> bytes:
    colours = bytearray()
    for under, over in _FADES:
        ends = [[int(colour[at : at + 2], 16) for at in (1, 3, 5)] for colour in (under, over)]
        for step in range(_STEPS + 1):
            colours += bytes(round(a + (b - a) * step / _STEPS) for a, b in zip(*ends, strict=True))
    return bytes(colours)


_PALETTE = _palette()


@cache
def _levels(under: str, over: str) -> list[int]:
    """The number of a colour for each of 256 levels of a mask."""
    first = _FIRST[under, over]
    return [first + round(level * _STEPS / 255) for level in range(256)]


_ANY = [0] * (255 // _STEPS // 2 + 1) + [255] * (255 - 255 // _STEPS // 2)
"""The levels of a mask that show anything of a colour."""


@lru_cache(maxsize=64)
def _shape(wide: int, high: int, radius: int, under: str, over: str) -> tuple[Image.Image, Image.Image]:
    mask = rounded(wide, high, radius)
    return mask.point(_levels(under, over)), mask.point(_ANY, "1")


@lru_cache(maxsize=512)
def drawn_word(text: str, bold: bool, under: str, over: str) -> tuple[Image.Image, Image.Image]:
    """Return a text as numbers of colours, and where it shows any; words and points of sheets come back often."""
    mask = Image.new("L", (max(width(text, LETTERS, bold), 1), LETTERS + LETTERS // 2), 0)
    write(ImageDraw.Draw(mask), (0, mask.height // 2), text, LETTERS, 255, bold=bold)
    return mask.point(_levels(under, over)), mask.point(_ANY, "1")


class _Sheet:
    """A picture in the making, in numbers of colours."""

    def __init__(self, wide: int, high: int) -> None:
        self.image = Image.new("L", (wide, high), _whole(_PAPER))

    def block(self, left: int, top: int, wide: int, high: int, colour: str) -> None:
        self.image.paste(_whole(colour), (left, top, left + wide, top + high))

    def frame(self) -> None:
        """Paint the edge of the paper in gold."""
        wide, high = self.image.size
        self.block(0, 0, wide, high, GOLD)
        self.block(_EDGE, _EDGE, wide - 2 * _EDGE, high - 2 * _EDGE, _PAPER)

    def round(self, left: int, top: int, wide: int, high: int, radius: int, under: str, over: str) -> None:
        """Paint a rectangle with round corners."""
        radius = min(radius, wide // 2, high // 2)
        shape, where = _shape(wide, high, radius, under, over)
        self.image.paste(shape, (left, top), where)

    def card(self, left: int, top: int, wide: int, high: int, colour: str = PANEL) -> None:
        """Paint a panel with a line around it."""
        self.round(left, top, wide, high, 14, _PAPER, LINE)
        self.round(left + 2, top + 2, wide - 4, high - 4, 12, LINE, colour)

    def write(
        self, left: int, middle: int, text: str, under: str, over: str = INK, *, bold: bool = False, across: float = 0
    ) -> None:
        """Write ``text`` on the colour ``under``; ``across`` is the part of it that stands left of ``left``."""
        word, where = drawn_word(text, bold, under, over)
        self.image.paste(word, (left - round(word.width * across), middle - word.height // 2), where)

    def finished(self) -> bytes:
        self.image.putpalette(_PALETTE)
        file = BytesIO()
        self.image.save(file, "PNG", compress_level=_COMPRESSION)
        return file.getvalue()


_EDGE = 6
"""Pixels of a golden frame."""

_COMPRESSION = 3
"""Of 9: from here on, a file a quarter smaller takes twice as long and more."""

# -- The sheet -------------------------------------------------------------------------------------------------------

_MARGIN, _GAP, _INSET, _LABEL = 8, 8, 12, 8
_HALF = (WIDTH - 2 * _MARGIN - _GAP) // 2
_COLUMNS = {1: 92, 2: 66, 3: 70, 4: 61}
"""The width of a column by their number."""
_BETWEEN = 4
"""Between two names."""
_HEAD, _HEADLESS, _LINE, _OTHERS = 48, 8, 48, 42
"""The height of the heads, of their place without any, of a line where there is room, of the totals of others."""
_FOOT, _PLAIN_FOOT, _ROW_MORE = 62, 48, 175
"""The height of a player below, of one without a way to a bonus, and of the buttons that a board has more then."""
_ABREAST = 3
"""Players below the sheet in a row; four stand in two rows."""


def draw_pad(pad: Pad) -> bytes:
    """Return the sheets as a PNG, :data:`WIDTH` wide and at most :data:`MOST_HEIGHT` high."""
    rows = _rows(pad.feet)
    ways = any(foot.way is not None for foot in pad.feet)
    tall, room = (_FOOT, MOST_HEIGHT) if ways else (_PLAIN_FOOT, MOST_HEIGHT - _ROW_MORE)
    below = (tall + _GAP) * len(rows) + (_OTHERS if pad.others else 0)
    lines = max(map(len, pad.halves))
    head = _HEAD if any(column.heads[0] for column in pad.columns) else _HEADLESS
    line = min(_LINE, (room - 2 * _MARGIN - head - 6 - below) // lines)
    high = head + lines * line + 6
    sheet = _Sheet(WIDTH, 2 * _MARGIN + high + below)
    if any(_celebrated(cell) for column in pad.columns for cell in column.cells):
        sheet.frame()
    first = 0
    for number, labels in enumerate(pad.halves):
        _half(sheet, pad, labels, first, _MARGIN + number * (_HALF + _GAP), head, line, high)
        first += len(labels)
    top = _MARGIN + high + _GAP
    for row in rows:
        wide = (WIDTH - 2 * _MARGIN - (len(row) - 1) * _GAP) // len(row)
        for number, foot in enumerate(row):
            _foot(sheet, foot, _MARGIN + number * (wide + _GAP), top, wide, tall)
        top += tall + _GAP
    if pad.others:
        shown = truncate_to_fit(drawable_text(pad.others), WIDTH - 2 * _MARGIN - 2 * _INSET, LETTERS)
        sheet.write(_MARGIN + _INSET, top + _OTHERS // 2 - 4, shown, _PAPER)
    return sheet.finished()


def _rows(feet: Sequence[PadFoot]) -> list[Sequence[PadFoot]]:
    abreast = _ABREAST if len(feet) <= _ABREAST else 2
    return [feet[first : first + abreast] for first in range(0, len(feet), abreast)]


def _half(
    sheet: _Sheet,
    pad: Pad,
    labels: tuple[tuple[str, ...], ...],
    first: int,
    left: int,
    head: int,
    line: int,
    high: int,
) -> None:
    """One half of the sheet: its boxes from ``first`` on, and every column of them."""
    columns = pad.columns
    wide = _COLUMNS[len(columns)]
    values = _HALF - 6 - wide * len(columns)
    # Two letters above one column are two above all, so that heads look alike.
    short = any(min(width(text, LETTERS) for text in column.heads[:2]) > wide - _BETWEEN for column in columns)
    thick = tuple(4 if row and first + row - 1 in pad.breaks else 2 for row in range(len(labels)))
    sheet.image.paste(_empty(labels, thick, values, head, line, high), (left, _MARGIN))
    for row, names in enumerate(labels):
        if any(_celebrated(column.cells[first + row]) for column in columns):
            top = _MARGIN + head + row * line
            sheet.block(left + 2, top + 1, values - 2, line - 2, GOLD)
            sheet.write(left + _LABEL, top + line // 2 + 1, _fitting(names, values - _LABEL), GOLD)
    for number, column in enumerate(columns):
        edge = left + values + number * wide
        under = _LIT if column.lit else PANEL
        if column.lit:
            sheet.round(edge, _MARGIN + 2, wide, high - 4, 12, PANEL, _LIT)
            for row, strong in enumerate(thick):
                sheet.block(edge, _MARGIN + head + row * line - strong // 2, wide, strong, LINE)
        name = _fitting(column.heads[-1:] if short else column.heads, wide - _BETWEEN)
        bold = column.lit and width(name, LETTERS, bold=True) <= wide - _BETWEEN
        sheet.write(edge + wide // 2, _MARGIN + head // 2 + 2, name, under, bold=bold, across=0.5)
        for row in range(len(labels)):
            cell = column.cells[first + row]
            if cell.points:
                _cell(sheet, cell, under, edge + wide // 2, _MARGIN + head + row * line + line // 2 + 1, wide, line)


@lru_cache(maxsize=16)
def _empty(
    labels: Sequence[Sequence[str]], thick: Sequence[int], values: int, head: int, line: int, high: int
) -> Image.Image:
    """An empty half, its columns from ``values`` on: the same for all sheets of a game and a language."""
    half = _Sheet(_HALF, high)
    half.card(0, 0, _HALF, high)
    for row, names in enumerate(labels):
        top = head + row * line
        if row or head > _HEADLESS:
            half.block(2, top - thick[row] // 2, _HALF - 4, thick[row], LINE)
        half.write(_LABEL, top + line // 2 + 1, _fitting(names, values - _LABEL), PANEL)
    return half.image


def _celebrated(cell: PadCell) -> bool:
    return cell.fresh and cell.look is CellLook.GOLD


def _cell(sheet: _Sheet, cell: PadCell, under: str, centre: int, middle: int, wide: int, line: int) -> None:
    """The points of a box, around its middle."""
    over = _STRUCK if cell.look is CellLook.LOST else INK
    gold = cell.look is CellLook.GOLD
    if cell.fresh or gold:
        inside = GOLD if gold else _GLOW
        room, tall = min(wide - 4, 64), line - 7
        left, top = centre - room // 2, middle - tall // 2
        if cell.fresh:
            sheet.round(left, top, room, tall, 12, under, _GREEN)
            sheet.round(left + 4, top + 4, room - 8, tall - 8, 8, _GREEN, inside)
        else:
            sheet.round(left + 2, top + 2, room - 4, tall - 4, 10, under, inside)
        under = inside
    bold = (cell.fresh or gold) and width(cell.points, LETTERS, bold=True) <= wide - 12
    sheet.write(centre, middle, cell.points, under, over, bold=bold, across=0.5)


def _foot(sheet: _Sheet, foot: PadFoot, left: int, top: int, wide: int, tall: int) -> None:
    """A player: name, a crown for the leader, the way to the bonus, the total."""
    under = _LIT if foot.to_act else PANEL
    sheet.card(left, top, wide, tall, under)
    middle = top + (tall - 14) // 2 if foot.way is not None else top + tall // 2
    right = left + wide - _INSET
    sheet.write(right, middle, foot.total, under, bold=True, across=1)
    right -= width(foot.total, LETTERS, bold=True) + 10
    if foot.leads:
        sheet.write(right, middle, _CROWN, under, GOLD, bold=True, across=1)
        right -= width(_CROWN, LETTERS, bold=True) + 10
    name = f"{_TO_ACT} " * foot.to_act + drawable_text(foot.name, foot.instead)
    shown = truncate_to_fit(name, right - left - _INSET, LETTERS, bold=foot.to_act)
    sheet.write(left + _INSET, middle, shown, under, bold=foot.to_act)
    if foot.way is None:
        return
    reached, needed = foot.way
    track, low = wide - 2 * _INSET, top + tall - 18
    sheet.round(left + _INSET, low, track, 9, 4, under, _TRACK)
    filled = track if not needed else max(min(track * reached // needed, track), 0)
    if filled:
        sheet.round(left + _INSET, low, max(filled, 9), 9, 4, _TRACK, _GREEN if needed else GOLD)
    way = f"{reached}/{needed}"
    if needed and right - left - _INSET - width(shown, LETTERS, foot.to_act) > width(way, LETTERS) + 16:
        sheet.write(right, middle, way, under, _STRUCK, across=1)


_CROWN, _TO_ACT = "♛", "►"


def _fitting(texts: Sequence[str], room: int) -> str:
    """The first of ``texts`` that fits; else as much as does of the last. Nothing if that is empty."""
    drawn = [drawable_text(text, texts[-1]) for text in texts if text]
    fits = next((text for text in drawn if width(text, LETTERS) <= room), None)
    return truncate_to_fit(drawn[-1], room, LETTERS) if fits is None and drawn else fits or ""
