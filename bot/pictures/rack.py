"""A rack of chips above a board: which are left of each kind, who has taken the others, everybody's points."""

from bot.pictures.burst import BURST, finished
from bot.pictures.canvas import CREAM, GOLD, INK, LINE, PANEL
from bot.pictures.flat import MOST_HEIGHT, TALL, WIDTH, Flat, Palette, fitting
from bot.pictures.pad import FEET, FOOT, GREEN, HALO, RIM, draw_feet, rows_of_feet
from bot.screens.kit import Rack
from bot.screens.kit.values import Shelf, TakenChip

_PLUM, _WOOD, _GROOVE, _REMOVED = "#3a2358", "#84532f", "#4d2d18", "#a79a8c"
CHIPS = {
    "chip_2p": "#3d7fd1",
    "chip_3k": "#2f9e6b",
    "chip_ss": "#d98a12",
    "chip_fl": "#8a8f98",
    "chip_fh": "#8547c9",
    "chip_4k": "#c43d7c",
    "chip_ls": "#c9302c",
}
"""The colours of the drawings of chips, which differ by their signs too."""

_COLOURS = Palette(
    *FEET,
    *((_PLUM, over) for over in (LINE, GOLD, RIM)),
    *((edge, _WOOD) for edge in (RIM, GOLD)),
    *((_WOOD, over) for over in (CREAM, GOLD, _GROOVE)),
    *((_GROOVE, over) for over in (*CHIPS.values(), INK, GOLD, HALO, _REMOVED)),
    *((chip, PANEL) for chip in CHIPS.values()),
    (HALO, GREEN),
    *((GREEN, over) for over in (PANEL, GOLD)),
    *((over, INK) for over in (GOLD, _REMOVED)),
    (INK, PANEL),
    *BURST,
)

_MARGIN, _INSET, _GAP, _EDGE = 10, 16, 8, 6
_PLACES, _PLACE = 4, 104
"""The chips of a kind, and how wide the place of each is."""
_NAME_ROOM = _PLACE - 14
"""That of a name on a chip."""
_SHELF, _LEAST_SHELF = 50, 40
"""The height of a shelf where there is room, and of the lowest one."""


def draw_rack(rack: Rack) -> bytes:
    """Return the rack as a PNG, :data:`WIDTH` wide and at most :data:`MOST_HEIGHT` high."""
    below = (FOOT + _GAP) * len(rows_of_feet(rack.feet))
    shelves = len(rack.shelves)
    high = (MOST_HEIGHT - 2 * _MARGIN - 2 * _EDGE - below) // shelves
    high = max(min(high, _SHELF), _LEAST_SHELF)
    tall = shelves * high + 2 * _EDGE
    picture = Flat(_COLOURS, WIDTH, 2 * _MARGIN + tall + below, _PLUM)
    edge = GOLD if any(map(_completed, rack.shelves)) else RIM
    picture.round(_MARGIN, _MARGIN, WIDTH - 2 * _MARGIN, tall, 18, _PLUM, edge)
    picture.round(_MARGIN + 4, _MARGIN + 4, WIDTH - 2 * _MARGIN - 8, tall - 8, 14, edge, _WOOD)
    for number, shelf in enumerate(rack.shelves):
        _shelf(picture, shelf, _MARGIN + _EDGE + number * high, high)
    draw_feet(picture, rack.feet, _MARGIN + tall + _GAP, FOOT, _PLUM)
    return finished(picture, rack.burst)


def _shelf(picture: Flat, shelf: Shelf, top: int, high: int) -> None:
    """The name of a kind, its points, and the place of each of its chips: there, or taken by somebody.

    In gold where somebody has just taken the last chip of a whole set.
    """
    wide, middle = _PLACES * _PLACE, top + high // 2
    first = WIDTH - _MARGIN - _EDGE - 4 - wide
    left, (under, name, number) = _MARGIN + _INSET, (_WOOD, CREAM, GOLD)
    if _completed(shelf):
        under, name, number = GOLD, INK, INK
        picture.round(left - 10, top + 3, first - left, high - 6, 12, _WOOD, GOLD)
    points = picture.write(first - 14, middle, shelf.points, under, number, size=TALL, bold=True, across=1)
    picture.write(left, middle, fitting(shelf.labels, first - 24 - points - left), under, name)
    picture.round(first, top + 3, wide, high - 6, (high - 6) // 2, _WOOD, _GROOVE)
    size = high - 6
    for place in range(shelf.left):
        picture.drawing(shelf.drawing, first + place * _PLACE + (_PLACE - size) // 2, top + 3, size, _GROOVE)
    for place, claim in enumerate(shelf.claims, shelf.left):
        _claim(picture, claim, CHIPS[shelf.drawing], first + place * _PLACE, top, high)


def _completed(shelf: Shelf) -> bool:
    """Whether the latest turn has made all chips of a kind somebody's."""
    whose = {claim.heads for claim in shelf.claims}
    return not shelf.left and len(whose) == 1 and () not in whose and any(claim.fresh for claim in shelf.claims)


def _claim(picture: Flat, claim: TakenChip, chip: str, left: int, top: int, high: int) -> None:
    """A name in the colour of the chip, gold for the player to act; what was just taken glows."""
    edge, ground, inside = (chip, chip, PANEL) if claim.heads else (_REMOVED, _REMOVED, _REMOVED)
    if claim.mine:
        edge, inside = GOLD, GOLD
    thick = 3
    if claim.fresh:
        picture.round(left, top + 3, _PLACE, high - 6, 16, _GROOVE, HALO)
        edge, ground, thick = GREEN, GREEN, 4
    under = HALO if claim.fresh else _GROOVE
    picture.round(left + 3, top + 7, _PLACE - 6, high - 14, 13, under, edge)
    if inside != edge:
        picture.round(left + 3 + thick, top + 7 + thick, _PLACE - 6 - 2 * thick, high - 14 - 2 * thick, 10,
                      ground, inside)  # fmt: skip
    place, forms = (left + _PLACE // 2, top + high // 2), claim.heads or ("×",)
    picture.name(*place, forms, inside, INK, _NAME_ROOM, across=0.5, strong=claim.mine)
