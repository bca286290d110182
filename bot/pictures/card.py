"""The result card: the ranking as tiles above everybody's sheets, or without sheets as rows with bars."""

from dataclasses import replace
from functools import lru_cache

from PIL import Image

from bot.pictures import score_table
from bot.pictures.canvas import (
    BAND,
    BRONZE,
    CREAM,
    DEEP_GREEN,
    GOLD,
    GREEN,
    INK,
    LINE,
    MARGIN,
    MOST_HEIGHT,
    PANEL,
    SILVER,
    SOFT,
    TINT,
    WIDTH,
    Canvas,
)
from bot.pictures.text import display_name, drawable_text, shrink_to_fit, width
from bot.screens.kit import MOST_SHEETS, Card, CardSeat, SheetLine, Weight

_GAP = 14
_TILE, _LOW_TILE = 122, 104
"""Height of a tile: in a single line of tiles, and in two lines."""
_ROW = 118
_OTHERS = 48
"""Height of the words for players that are not shown."""
_LOW_ROW, _LOW_GAP = 84, 8
"""Below this height, rows stand closer together, and their bars are thinner, so that no bar touches a name."""
_MEDALS = (GOLD, SILVER, BRONZE)


def draw_card(card: Card) -> bytes:
    """Return the card as a PNG, 1200 pixels wide and at most as high. Without `warm` the first one takes longer."""
    return _drawn(card).finished_with(palette())


def warm() -> None:
    """Find the palette, which all cards and podiums share."""
    palette()


@lru_cache(maxsize=1)
def palette() -> Image.Image:
    """Return the colours of cards that have everything, for all cards and podiums."""
    line = SheetLine("Box", (("10",), ("20",), ("30",), ("40",)))
    sheet = (line, replace(line, weight=Weight.SUM), replace(line, weight=Weight.TOTAL))
    seats = tuple(CardSeat("Name", "10", rank, "Name", "note", 10.0, left=rank > 3) for rank in range(1, 5))
    alone = Card("Title", "Subtitle", seats[:1])
    ranking = replace(alone, seats=seats)
    cards = [_drawn(card).image for card in (alone, ranking, replace(ranking, sheet=sheet))]
    together = Canvas(sum(card.height for card in cards))
    for number, card in enumerate(cards):
        together.image.paste(card, (0, sum(above.height for above in cards[:number])))
    return together.with_palette(256)


def _drawn(card: Card) -> Canvas:
    plan = _plan(card)
    if plan is None:
        return _ranking(card)
    below = BAND + _GAP * 2 + _tiles_height(card) + _GAP
    canvas = Canvas(below + plan.height + MARGIN)
    canvas.band(card.title, card.subtitle)
    _tiles(canvas, card, BAND + _GAP * 2)
    score_table.draw(canvas, card, plan, below)
    return canvas


def _plan(card: Card) -> score_table.Plan | None:
    """The layout of the sheets; None without sheets, or if they would be too small to read."""
    if not card.sheet or len(card.seats) > MOST_SHEETS:
        return None
    return score_table.plan_table(card, MOST_HEIGHT - BAND - _GAP * 3 - _tiles_height(card) - MARGIN)


# -- above sheets ------------------------------------------------------------------------------------------------


def _tiles_across(card: Card) -> int:
    """Tiles on a line: beside three others there is no room for a score."""
    return 2 if len(card.seats) == 4 else len(card.seats)


def _tiles_height(card: Card) -> int:
    lines = -(-len(card.seats) // _tiles_across(card))
    return lines * (_tile_height(card) + _GAP) - _GAP


def _tile_height(card: Card) -> int:
    return _TILE if _tiles_across(card) == len(card.seats) else _LOW_TILE


def _tiles(canvas: Canvas, card: Card, top: int) -> None:
    across = _tiles_across(card)
    wide = (WIDTH - 2 * MARGIN - (across - 1) * _GAP) // across
    high = _tile_height(card)
    for place, seat in enumerate(card.ranking):
        corner = MARGIN + place % across * (wide + _GAP), top + place // across * (high + _GAP)
        _tile(canvas, card.seats[seat], corner, (wide, high), len(card.seats) == 1)


def _tile(canvas: Canvas, seat: CardSeat, corner: tuple[int, int], area: tuple[int, int], alone: bool) -> None:
    """Name above score, beside the rank."""
    (left, top), (wide, high) = corner, area
    _ground(canvas, seat, corner, wide, high)
    across = high - 42
    _medal(canvas, seat, left + 20, top + 21, across, alone)
    text, room = left + across + 38, wide - across - 38 - 20
    name, size = display_name(seat.name, seat.instead, room, 34, 26)
    canvas.write((text, top + high * 0.31), name, size, SOFT if seat.left else INK, bold=True)
    score, size = shrink_to_fit(drawable_text(seat.score), room, 44, 28, bold=True)
    canvas.write((text, top + high * 0.7), score, size, _score_colour(seat), bold=True)
    after = width(score, size, bold=True) + 18
    if seat.note:
        note, size = shrink_to_fit(drawable_text(seat.note), max(room - after, 0), 26, 20)
        canvas.write((text + after, top + high * 0.73), note, size, SOFT)


# -- without sheets ----------------------------------------------------------------------------------------------


def _ranking(card: Card) -> Canvas:
    """A row per player."""
    top, gap = BAND + _GAP * 2, _GAP
    below = _OTHERS if card.others else 0
    room = MOST_HEIGHT - top - MARGIN - below
    high = _row_height(card, room, gap)
    if high < _LOW_ROW:
        gap = _LOW_GAP
        high = _row_height(card, room, gap)
    rows = len(card.seats) * (high + gap) - gap
    canvas = Canvas(top + rows + below + MARGIN)
    canvas.band(card.title, card.subtitle)
    for place, seat in enumerate(card.ranking):
        _row(canvas, card, card.seats[seat], top + place * (high + gap), high)
    if card.others:
        canvas.write((WIDTH / 2, top + rows + below / 2 + 6), card.others, 30, SOFT, anchor="mm")
    return canvas


def _row_height(card: Card, room: int, gap: int) -> int:
    return min(_ROW, (room + gap) // len(card.seats) - gap)


def _row(canvas: Canvas, card: Card, seat: CardSeat, top: int, high: int) -> None:
    wide = WIDTH - 2 * MARGIN
    share = _share(card, seat)
    thick, below = (8, 9) if high < _LOW_ROW else (12, 15)
    _ground(canvas, seat, (MARGIN, top), wide, high)
    across = high - 30
    _medal(canvas, seat, MARGIN + 18, top + 15, across, len(card.seats) == 1)
    left, right = MARGIN + across + 44, MARGIN + wide - 28
    middle = top + high // 2 - (thick - 1 if share is not None else 0)
    score, size = shrink_to_fit(drawable_text(seat.score), wide // 2, min(46, high * 4 // 7), 30, bold=True)
    canvas.write((right, middle), score, size, _score_colour(seat), bold=True, anchor="rm")
    _named(canvas, seat, (left, middle), right - left - width(score, size, bold=True) - 30)
    if share is not None:
        _bar(canvas, seat, (left, top + high - below - thick), (right - left, thick), share)


def _named(canvas: Canvas, seat: CardSeat, place: tuple[int, int], room: int) -> None:
    """The name and the note beside it; a note takes at most half of the room."""
    note, noted = shrink_to_fit(drawable_text(seat.note), room // 2, 28, 22) if seat.note else ("", 28)
    beside = width(note, noted) + 20 if note else 0
    name, size = shrink_to_fit(drawable_text(seat.name, seat.instead), room - beside, 38, 30, bold=True)
    canvas.write(place, name, size, SOFT if seat.left else INK, bold=True)
    canvas.write((place[0] + width(name, size, bold=True) + 20, place[1] + 3), note, noted, SOFT)


def _bar(canvas: Canvas, seat: CardSeat, corner: tuple[int, int], area: tuple[int, int], share: float) -> None:
    wide, thick = area
    canvas.panel(*corner, wide, thick, LINE, thick // 2)
    if share > 0:
        colour = BRONZE if seat.left else GREEN if seat.rank == 1 else GOLD
        canvas.panel(*corner, max(round(wide * share), thick), thick, colour, thick // 2)


def _share(card: Card, seat: CardSeat) -> float | None:
    """The length of a seat's bar, from 0 to 1; None without bars."""
    points = [other.points for other in card.seats]
    known = [each for each in points if each is not None]
    if len(known) < len(points) or seat.points is None or len(points) == 1 or max(known) <= 0:
        return None
    return max(seat.points, 0) / max(known)


# -- both --------------------------------------------------------------------------------------------------------


def _ground(canvas: Canvas, seat: CardSeat, corner: tuple[int, int], wide: int, high: int) -> None:
    """The panel of a seat; the best have a green frame."""
    left, top = corner
    if seat.rank == 1:
        canvas.panel(left, top, wide, high, GREEN)
        canvas.panel(left + 4, top + 4, wide - 8, high - 8, PANEL, 15)
    else:
        canvas.panel(left, top, wide, high, LINE)
        canvas.panel(left + 2, top + 2, wide - 4, high - 4, TINT if seat.left else PANEL, 17)


def _medal(canvas: Canvas, seat: CardSeat, left: int, top: int, across: int, alone: bool) -> None:
    """The rank on a disc of its colour; a die for a player alone."""
    if alone:
        canvas.drawing("die_6", left, top, across)
        return
    medal = seat.earned and seat.rank <= len(_MEDALS)
    colour = _MEDALS[seat.rank - 1] if medal else CREAM
    canvas.panel(left, top, across, across, SOFT if medal else LINE, across)
    canvas.panel(left + 3, top + 3, across - 6, across - 6, colour, across)
    size = across * (5 if seat.rank < 10 else 4) // 10
    canvas.write((left + across / 2, top + across / 2), str(seat.rank), size, INK, bold=True, anchor="mm")


def _score_colour(seat: CardSeat) -> str:
    if seat.left:
        return SOFT
    return DEEP_GREEN if seat.rank == 1 else INK
