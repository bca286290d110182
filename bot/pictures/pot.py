"""A table with tokens above a board: those in the pot, everybody's, and the hands of the round."""

from functools import lru_cache

from PIL import Image

from bot.pictures.burst import BURST, LIT, finished
from bot.pictures.canvas import CREAM, GOLD, INK, LINE, PANEL, rounded
from bot.pictures.flat import CROWN, MOST_HEIGHT, TALL, WIDTH, Flat, Palette
from bot.pictures.pad import FELT, HALO, RIM, STRUCK
from bot.pictures.track import ASH, SIGNAL, write_lane
from bot.screens.kit import Pot
from bot.screens.kit.values import Holder

_TRAY, _OUT = "#174732", "#b3c0b4"
_EDGE, _WOOD, _RING = "#5a3512", "#e5ab62", "#94602a"
"""The colours of a token."""

_UNDERS = PANEL, LIT, _OUT
_COLOURS = Palette(
    *((FELT, over) for over in (RIM, _TRAY, LINE, GOLD, _OUT)),
    *((_TRAY, over) for over in (CREAM, GOLD, SIGNAL, _EDGE)),
    (LINE, PANEL),
    (GOLD, LIT),
    *((under, over) for under in _UNDERS for over in (INK, STRUCK, GOLD, ASH, SIGNAL, HALO, _EDGE)),
    (_EDGE, _WOOD),
    (GOLD, _EDGE),
    *((_WOOD, over) for over in (_RING, _EDGE)),
    (_RING, _WOOD),
    (HALO, INK),
    (HALO, STRUCK),
    (GOLD, INK),
    (ASH, INK),
    (INK, PANEL),
    (STRUCK, PANEL),
    *BURST,
)

_RIM_WIDE, _MARGIN, _GAP, _INSET = 5, 12, 8, 14
_POT, _CARD = 88, 112
"""The height of the pot, and of a player where there is room."""
_WORDS = 44
"""The height of a player's words."""
_APART, _PILE, _BETWEEN = 28, 5, 14
"""Pixels from token to token where there is room, the tokens of a pile, the pixels between two piles."""


_A_ROW = 10
"""So many tokens of the pot lie in one row; more in two."""


def draw_pot(pot: Pot) -> bytes:
    """Return the table as a PNG, :data:`WIDTH` wide and at most :data:`MOST_HEIGHT` high."""
    abreast = 1 if len(pot.holders) <= 2 else 2
    rows = [pot.holders[first : first + abreast] for first in range(0, len(pot.holders), abreast)]
    room = MOST_HEIGHT - 2 * _MARGIN - _POT
    high = min(_CARD, room // len(rows) - _GAP)
    picture = Flat(_COLOURS, WIDTH, 2 * _MARGIN + _POT + len(rows) * (high + _GAP), FELT)
    picture.rim(_RIM_WIDE, GOLD if any(holder.gold and holder.fresh for holder in pot.holders) else RIM)
    wide, top = (WIDTH - 2 * _MARGIN - (abreast - 1) * _GAP) // abreast, _MARGIN
    for number, row in enumerate(rows):
        if number == len(rows) // 2:
            _pot(picture, pot, top)
            top += _POT + _GAP
        for place, holder in enumerate(row):
            _holder(picture, holder, (_MARGIN + place * (wide + _GAP), top, wide, high), over=pot.over)
        top += high + _GAP
    return finished(picture, pot.burst)


def _pot(picture: Flat, pot: Pot, top: int) -> None:
    """The tray in the middle: the part of the game, what is at stake, and the tokens, or who gives to whom."""
    wide, middle = WIDTH - 2 * _MARGIN, top + _POT // 2
    picture.round(_MARGIN, top, wide, _POT, _POT // 2, FELT, _TRAY)
    left = _MARGIN + 34
    words = [text for text in (pot.phase, pot.about) if text]
    ends = [
        picture.write(left, middle + (number * 2 - len(words) + 1) * 18, text, _TRAY, CREAM, bold=number == 0)
        for number, text in enumerate(words)
    ]
    left, right = left + max(ends) + 26, WIDTH - _MARGIN - 34
    if pot.tokens is None:
        for sign, colour in ((CROWN, GOLD), ("→", CREAM), ("▼", SIGNAL)):
            left += picture.write(left, middle, sign, _TRAY, colour, size=TALL, bold=True) + 14
        return
    right -= picture.write(right, middle, str(pot.tokens), _TRAY, CREAM, size=TALL, bold=True, across=1) + 22
    rows = [pot.tokens] if pot.tokens <= _A_ROW else [-(-pot.tokens // 2), pot.tokens // 2]
    for number, count in enumerate(rows):
        _tokens(picture, count, 0, (left, right), middle + (number * 2 - len(rows) + 1) * 20, 36, _TRAY)


def _holder(picture: Flat, holder: Holder, box: tuple[int, int, int, int], *, over: bool) -> None:
    """A player: the words, the tokens, the hand with its sign."""
    lane, (left, top, wide, high) = holder.lane, box
    under = _OUT if lane.barred else LIT if lane.to_act else PANEL
    if lane.barred:
        picture.round(left, top, wide, high, 14, FELT, _OUT)
    else:
        picture.card(left, top, wide, high, FELT, GOLD if lane.to_act else LINE, under)
    edges = left + _INSET, left + wide - _INSET
    write_lane(picture, lane, edges, top + _WORDS // 2 + 2, under, STRUCK if lane.barred else INK, STRUCK)
    size = min(high - _WORDS - 14, 44)
    middle, right = top + _WORDS + (high - _WORDS - 6) // 2, edges[1]
    if holder.hand:
        right = _hand(picture, holder, right, middle, size, under, over=over) - 14
    _tokens(picture, lane.points, lane.gained, (edges[0], right), middle, min(size + 2, 40), under)


def _hand(picture: Flat, holder: Holder, right: int, middle: int, size: int, under: str, *, over: bool) -> int:
    """The dice of a hand, up to ``right``: the latest one glows, the best has a crown, the worst an arrow down.

    One that nothing beats lies on gold.
    """
    step = size + 5
    left, ground = right - len(holder.hand) * step - 3, under
    if holder.fresh or holder.gold:
        ground = GOLD if holder.gold else HALO
        picture.round(left - 2, middle - size // 2 - 6, right - left + 4, size + 12, 12, under, ground)
    ink = STRUCK if over and not holder.gold else INK
    for number, face in enumerate(holder.hand):
        picture.die(face, left + 4 + number * step, middle - size // 2, size, ground, ink)
    sign, colour = (CROWN, GOLD) if holder.best else ("▼", SIGNAL)
    if holder.best or holder.worst:
        left -= picture.write(left - 8, middle, sign, under, colour, size=TALL, bold=True, across=1) + 8
    return left


def _tokens(picture: Flat, count: int, fresh: int, edges: tuple[int, int], middle: int, size: int, under: str) -> None:
    """So many tokens side by side, the last of them just received."""
    left, right = edges
    between = _BETWEEN if right - left - size >= (count - 1) * _APART // 2 + count // _PILE * _BETWEEN else 0
    room = right - left - size - (count - 1) // _PILE * between
    apart = min(_APART, room // max(count - 1, 1))
    for number in range(count):
        shape, where = _token(size, under, number >= count - fresh)
        place = left + number * apart + number // _PILE * between
        picture.image.paste(shape, (place, middle - size // 2), where)


@lru_cache(maxsize=64)
def _token(size: int, under: str, fresh: bool) -> tuple[Image.Image, Image.Image]:
    """A token of turned wood; in a golden ring if it has just come."""
    token = Flat(_COLOURS, size, size, under)
    token.round(0, 0, size, size, size, under, GOLD if fresh else _EDGE)
    inset = 3
    if fresh:
        token.round(inset, inset, size - 2 * inset, size - 2 * inset, size, GOLD, _EDGE)
        inset += 2
    for colour_under, colour, more in ((_EDGE, _WOOD, 0), (_WOOD, _RING, size // 5), (_RING, _WOOD, size // 5 + 3)):
        edge = inset + more
        token.round(edge, edge, size - 2 * edge, size - 2 * edge, size, colour_under, colour)
    return token.image, _COLOURS.faded(rounded(size, size, size // 2), under, _EDGE)[1]
