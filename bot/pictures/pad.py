"""Score sheets above a board, on felt: every box of the players, what was just written, the bonus, the totals."""

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from bot.pictures.burst import BURST, LIT, finished
from bot.pictures.canvas import CREAM, GOLD, INK, LINE, NARROW, PANEL, drawable_text, truncate_to_fit, width
from bot.pictures.flat import CROWN, LETTERS, MOST_HEIGHT, TALL, TO_ACT, WIDTH, Flat, Palette, fitting
from bot.screens.kit import Pad
from bot.screens.kit.values import CellLook, PadCell, PadFoot

FELT, RIM, _TAB = "#1f5a41", "#6b4429", "#356f56"
STRUCK, GREEN, _TRACK = "#766c60", "#256b41", "#e6dac0"
_WRITTEN, _CLOSED, _GLOW, HALO = "#e4efdf", "#ebe4d8", "#d3f0d8", "#a5d8b0"

FEET = (
    *((under, over) for under in (LINE, GOLD) for over in (PANEL, LIT)),
    *((under, over) for under in (PANEL, LIT) for over in (INK, STRUCK, GOLD, _TRACK)),
    *((_TRACK, over) for over in (GREEN, GOLD)),
)
"""The fades that players below a picture need, besides those of a line and of gold on what lies below them."""

_COLOURS = Palette(
    *FEET,
    (RIM, FELT),
    *((FELT, over) for over in (_TAB, CREAM, GOLD, LINE)),
    (_TAB, CREAM),
    (GOLD, INK),
    (PANEL, LIT),
    *((under, over) for under in (PANEL, LIT) for over in (_WRITTEN, _CLOSED, HALO)),
    (INK, PANEL),
    (_WRITTEN, INK),
    (_CLOSED, STRUCK),
    (HALO, GREEN),
    *((GREEN, over) for over in (_GLOW, GOLD)),
    *((_GLOW, over) for over in (INK, STRUCK)),
    *BURST,
)

_RIM_WIDE, _MARGIN, _GAP, _INSET, _LABEL = 5, 10, 8, 12, 8
_HALF = (WIDTH - 2 * _MARGIN - _GAP) // 2
_COLUMNS = {1: 92, 2: 66, 3: 70, 4: 61}
"""The width of a column by their number."""
_BETWEEN = 4
"""Between two names, and at the right edge of a card."""
_HEAD, _HEADLESS, _LINE, _OTHERS = 46, 0, 48, 42
"""The height of the heads, of their place without any, of a line where there is room, of the totals of others."""
_LOW_LINE = 40
"""The height of a line on sheets of several columns, whose board has a row of buttons more."""
FOOT, _PLAIN_FOOT, _ROW_MORE = 64, 48, 177
"""The height of a player below, of one without a way to a bonus, and of the buttons that a board has more then."""
_NAME_LINE, _LEAST_LINE = 34, 34
"""What a name of three has above its numbers, where no line of the sheet must be lower than the latter for it."""
_ABREAST, _IN_TWO_ROWS = 3, 4
"""Players below the sheet in a row; four stand in two rows."""
_CHIP, _SHORTEST = 38, 110
"""The height of what a player has just written, and the room for it, also where that leaves less than all of a name."""
_DIE = 30
"""The size of the die before the name of a box of one number."""


def draw_pad(pad: Pad) -> bytes:
    """Return the sheets as a PNG, :data:`WIDTH` wide and at most :data:`MOST_HEIGHT` high."""
    ways = any(foot.way is not None for foot in pad.feet)
    tall, room = (FOOT, MOST_HEIGHT) if ways else (_PLAIN_FOOT, MOST_HEIGHT - _ROW_MORE)
    below = (tall + _GAP) * len(rows_of_feet(pad.feet)) + (_OTHERS if pad.others else 0)
    lines = max(map(len, pad.halves))
    head = _HEAD if pad.owner or any(column.heads[0] for column in pad.columns) else _HEADLESS
    room -= 2 * _MARGIN + head + 6 + below
    named = _NAME_LINE * (len(pad.feet) == _ABREAST and room - _NAME_LINE >= lines * _LEAST_LINE)
    tall, below = tall + named, below + named
    line = min(_LINE if ways else _LOW_LINE, (room - named) // lines)
    high = head + lines * line + 6
    sheet = Flat(_COLOURS, WIDTH, 2 * _MARGIN + high + below, FELT)
    gold = any(foot.look is CellLook.GOLD for foot in pad.feet)
    gold = gold or any(_celebrated(cell) for column in pad.columns for cell in column.cells)
    sheet.rim(_RIM_WIDE, GOLD if gold else RIM)
    first = 0
    for number, labels in enumerate(pad.halves):
        _half(sheet, pad, labels, first, _MARGIN + number * (_HALF + _GAP), head, line, lines)
        first += len(labels)
    top = draw_feet(sheet, pad.feet, _MARGIN + high + _GAP, tall, FELT, named)
    if pad.shout and not head:  # Somebody alone: between the name and the total.
        wide = width(pad.shout[0], LETTERS, bold=True) + 2 * _INSET
        if 2 * width(pad.feet[0].name, LETTERS) + wide < WIDTH - 2 * (_MARGIN + _LABEL + _INSET):
            _ribbon(sheet, pad.shout, (WIDTH - wide) // 2, _MARGIN + high + _GAP + 6, wide, tall - 30, PANEL)
    if pad.others:
        shown = truncate_to_fit(drawable_text(pad.others), WIDTH - 2 * _MARGIN - 2 * _INSET, LETTERS)
        sheet.write(_MARGIN + _INSET, top + _OTHERS // 2 - 6, shown, FELT, CREAM)
    return finished(sheet, pad.burst)


def rows_of_feet(feet: Sequence[PadFoot]) -> list[Sequence[PadFoot]]:
    """Return who stands beside whom below a picture."""
    abreast = 2 if len(feet) == _IN_TWO_ROWS else _ABREAST
    return [feet[first : first + abreast] for first in range(0, len(feet), abreast)]


def draw_feet(picture: Flat, feet: Sequence[PadFoot], top: int, tall: int, base: str, named: int = 0) -> int:
    """Paint the players from ``top`` on, each ``tall``, on the colour ``base``; return where they end.

    A name stands ``named`` above the numbers, or beside them.
    """
    for row in rows_of_feet(feet):
        wide = (WIDTH - 2 * _MARGIN - (len(row) - 1) * _GAP) // len(row)
        for number, foot in enumerate(row):
            _foot(picture, foot, _MARGIN + number * (wide + _GAP), top, wide, tall, base, named)
        top += tall + _GAP
    return top


def _half(
    sheet: Flat,
    pad: Pad,
    labels: tuple[tuple[str, ...], ...],
    first: int,
    left: int,
    head: int,
    line: int,
    lines: int,
) -> None:
    """One half of the sheet: its boxes from ``first`` on, and every column of them, their heads on the felt above."""
    columns, top = pad.columns, _MARGIN + head
    wide = _COLUMNS[len(columns)]
    values = _HALF - _BETWEEN - wide * len(columns)
    thick = tuple(4 if row and first + row - 1 in pad.breaks else 2 for row in range(len(labels)))
    faces = pad.faces[first : first + len(labels)]
    sheet.image.paste(_empty(labels, faces, thick, values, line, lines), (left, top))
    for row, names in enumerate(labels):
        if any(_celebrated(column.cells[first + row]) for column in columns):
            sheet.block(left + 2, top + row * line + 1, values - 2, line - 2, GOLD)
            sheet.write(left + _LABEL, top + row * line + line // 2 + 1, fitting(names, values - _LABEL), GOLD, INK)
    if pad.owner and not first:
        room = values - _LABEL - _BETWEEN
        sheet.name(left + _LABEL, _MARGIN + head // 2 - 3, pad.owner, FELT, CREAM, room)
    elif pad.shout and head:
        _ribbon(sheet, pad.shout, left, _MARGIN - 2, values - _BETWEEN, head - 2, FELT)
    for number, column in enumerate(columns):
        edge = left + values + number * wide
        under = LIT if column.lit else PANEL
        if column.lit:
            sheet.round(edge, top + 2, wide, lines * line + 2, 8, PANEL, LIT)
            for row, strong in enumerate(thick):
                if row:
                    sheet.block(edge, top + row * line - strong // 2, wide, strong, LINE)
        if any(column.heads):
            tab, ink = (GOLD, INK) if column.lit else (_TAB, CREAM)
            sheet.round(edge + 1, _MARGIN - 2, wide - 2, head - 2, 10, FELT, tab)
            place = edge + wide // 2, _MARGIN + head // 2 - 3
            sheet.name(*place, column.heads, tab, ink, wide - _BETWEEN, across=0.5, strong=column.lit)
        for row in range(len(labels)):
            cell = column.cells[first + row]
            if cell.points:
                _cell(sheet, cell, under, edge + wide // 2, top + row * line + line // 2 + 1, wide, line)


@lru_cache(maxsize=16)
def _empty(
    labels: Sequence[Sequence[str]], faces: Sequence[int], thick: Sequence[int], values: int, line: int, lines: int
) -> Image.Image:
    """An empty half, its columns from ``values`` on: the same for all sheets of a game and a language."""
    half = Flat(_COLOURS, _HALF, lines * line + 6, FELT)
    half.card(0, 0, *half.image.size, FELT, LINE, PANEL)
    beside = _DIE + 8
    numbers = [names for names, face in zip(labels, faces, strict=False) if face]
    dice = all(width(fitting(names, values), LETTERS) <= values - _LABEL - beside for names in numbers)
    for row in range(1, len(labels)):  # Before any letter, which may reach below its line.
        half.block(2, row * line - thick[row] // 2, _HALF - 4, thick[row], LINE)
    for row, names in enumerate(labels):
        top, left = row * line, _LABEL
        if dice and row < len(faces) and faces[row]:
            half.die(faces[row], left, top + (line - _DIE) // 2 + 1, _DIE, PANEL)
            left += beside
        half.write(left, top + line // 2 + 1, fitting(names, values - left), PANEL, INK)
    return half.image


def _ribbon(sheet: Flat, texts: Sequence[str], left: int, top: int, wide: int, tall: int, base: str) -> None:
    """A gold ribbon with the first of these texts that fits."""
    sheet.round(left, top, wide, tall, 10, base, GOLD)
    text = next((text for text in texts if width(text, LETTERS, bold=True) <= wide - _LABEL), "")
    sheet.write(left + wide // 2, top + tall // 2 - 1, text, GOLD, INK, bold=True, across=0.5)


def _celebrated(cell: PadCell) -> bool:
    return cell.fresh and cell.look is CellLook.GOLD


def _cell(sheet: Flat, cell: PadCell, under: str, centre: int, middle: int, wide: int, line: int) -> None:
    """The points of a box, around its middle; what was just written glows."""
    lost, gold = cell.look is CellLook.LOST, cell.look is CellLook.GOLD
    inside = GOLD if gold else _GLOW if cell.fresh else _CLOSED if lost else _WRITTEN
    room, tall = min(wide - 4, 64), line - 5
    left, top = centre - room // 2, middle - tall // 2 - 1
    if cell.fresh:
        _glow(sheet, left, top, room, tall, under, inside)
    else:
        sheet.round(left + 3, top + 4, room - 6, tall - 8, 9, under, inside)
    bold = not lost and width(cell.points, LETTERS, bold=True) <= room - 10
    sheet.write(centre, middle, cell.points, inside, STRUCK if lost else INK, bold=bold, across=0.5)


def _glow(sheet: Flat, left: int, top: int, wide: int, tall: int, under: str, inside: str) -> None:
    """The place of what was just written."""
    sheet.round(left, top, wide, tall, 13, under, HALO)
    sheet.round(left + 3, top + 3, wide - 6, tall - 6, 10, HALO, GREEN)
    sheet.round(left + 6, top + 6, wide - 12, tall - 12, 7, GREEN, inside)


def _wrote(sheet: Flat, foot: PadFoot, right: int, middle: int, room: int, under: str) -> int:
    """What a player has just written, up to ``right``; return the place it took. Nothing where there is no room."""
    text = next((text for text in foot.wrote if width(text, LETTERS, bold=True) + 2 * _INSET + 12 <= room), "")
    if not text:
        return 0
    wide, lost = width(text, LETTERS, bold=True) + 2 * _INSET, foot.look is CellLook.LOST
    inside = GOLD if foot.look is CellLook.GOLD else _GLOW
    _glow(sheet, right - wide, middle - _CHIP // 2, wide, _CHIP, under, inside)
    sheet.write(right - wide // 2, middle, text, inside, STRUCK if lost else INK, bold=True, across=0.5)
    return wide + 10


def _foot(sheet: Flat, foot: PadFoot, left: int, top: int, wide: int, tall: int, base: str, below: int) -> None:
    """A player: name, a crown for the leader and, beside that or ``below``, the way to the bonus and the total."""
    under = LIT if foot.to_act else PANEL
    sheet.card(left, top, wide, tall, base, GOLD if foot.to_act else LINE, under)
    left, wide = left + _INSET, wide - 2 * _INSET
    middle = top + (tall - below - 14 * (foot.way is not None)) // 2
    name = f"{TO_ACT} " * foot.to_act + drawable_text(foot.name, foot.instead)
    named = width(name, LETTERS, bold=foot.to_act) + 10
    least = round(named * NARROW)
    way = f"{foot.way[0]}/{foot.way[1]}" if foot.way is not None and foot.way[1] else ""
    beside, crown = bool(way) * (width(way, LETTERS) + 26), foot.leads
    if not below:
        # Totals tell by themselves who leads: where one of both has no room, all else goes before a crown.
        spare = wide - named - width(foot.total, TALL, bold=True) - _SHORTEST * bool(foot.wrote)
        crown = crown and not (spare - 40 < beside <= spare or (foot.wrote and spare < 40))
        if not beside:  # A name goes before a crown.
            crown = crown and wide - least - width(foot.total, LETTERS, bold=True) - 10 >= 40
    room = wide - (beside if below else named + crown * 40)
    size = TALL if width(foot.total, TALL, bold=True) <= room else LETTERS
    numbers = left + wide
    numbers -= sheet.write(numbers, middle + below, foot.total, under, INK, size=size, bold=True, across=1) + 10
    right = left + wide if below else numbers
    if crown:
        right -= sheet.write(right, middle, CROWN, under, GOLD, bold=True, across=1) + 10
    if foot.wrote:
        right -= _wrote(sheet, foot, right, middle, max(right - left - least, _SHORTEST * bool(below)), under)
    room = right - left
    shown = truncate_to_fit(name, int(room / NARROW), LETTERS, bold=foot.to_act)
    written = sheet.write(left, middle, shown, under, INK, bold=foot.to_act, room=room)
    if foot.way is None:
        return
    reached, needed = foot.way
    low = top + tall - 18
    sheet.round(left, low, wide, 10, 5, under, _TRACK)
    filled = wide if not needed else max(min(wide * reached // needed, wide), 0)
    if filled:
        sheet.round(left, low, max(filled, 10), 10, 5, _TRACK, GREEN if needed else GOLD)
    if not below:
        numbers, left = right, left + written + 16
    if needed and numbers - left > width(way, LETTERS):
        sheet.write(numbers, middle + below, way, under, STRUCK, across=1)
