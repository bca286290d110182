"""A mountain: its columns, everybody's cones, and the runners of the present turn.

Colours are flat, because a palette has to hold all of them.
"""

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageColor

from bot.pictures.canvas import INK, Canvas, as_png
from bot.screens.kit import CONE_MARKS, Climber, Mountain

WIDTH, HEIGHT = 788, 556
"""As wide as Discord shows a picture in a message on a screen with two pixels to a point.

Its buttons and this picture are together on a screen of 1280×800 with four players.
"""

_SKY, _SUN, _FAR, _NEAR = "#fbe8c8", "#fff2d4", "#f6dcae", "#efd8ac"
_STONE, _EDGE, _STEP, _STEP_EDGE, _TOP = "#d9b47c", "#a5763f", "#f3e3c4", "#d2a76a", "#ffd983"
_PLATE, _SHADOW = "#fffdf8", "#8d6a3d"
_COLOURS = {"red": "#c62f2a", "blue": "#2669bd", "green": "#2a8f55", "yellow": "#d0920f"}
_PALE = {"red": "#f6c3bb", "blue": "#bcd6f5", "green": "#bfe3c9", "yellow": "#fbe08f"}
"""The colours of steps that somebody has climbed in this turn."""
_LIT = "#ffc83d"
_LOST, _LOST_EDGE = "#e0473a", "#7d1f17"
"""The colours of steps that a turn has just lost; they alone are bright then."""
_DUSK, _DIMMED = (58, 66, 84), 0.45
"""What the colours of everything else turn into, and how far, after a lost turn."""

_COLOURS_KEPT, _LEVEL = 48, 3
"""Of the palette, and how hard the file is packed: a picture costs little time and few bytes."""

_COLUMN, _RISE, _WAY = 68, 35, 50
"""The width of a column, the height of a step, the width of a step."""
_FOOT = 542
"""The lower edge of the columns."""
_FIRST = 476
"""The middle of the first step."""

_SIZES, _APART = {1: 53, 2: 36, 3: 28, 4: 22}, {1: 0, 2: 33, 3: 20, 4: 15}
"""The size of what stands on a step by how many share it, and how far apart they stand: the mark of each is seen."""
_CROWDED = 40
"""The size of one below a step that is taken, so that it hides nothing above it."""

_NEAR_ENOUGH, _WHITE = 60, 214
"""Two colours are alike whose parts differ by less than this together; one is white whose parts are all above this."""

_KEPT = 128
"""Columns as they were drawn last: about 40 KB each. Most are the same in the next picture."""


def draw_mountain(mountain: Mountain) -> bytes:
    """Return the mountain as a PNG, :data:`WIDTH` by :data:`HEIGHT`. The first one finds the `palette`.

    It lays columns that have something on them over an empty mountain, all in the colours of the palette.
    """
    picture = _empty(mountain.columns).copy()
    for place, (column, steps) in enumerate(mountain.columns):
        shown = _of_column(mountain, column)
        if shown != _NOTHING:
            middle = _middle(len(mountain.columns), place)
            picture.paste(_strip(mountain.columns, column, middle, steps, shown), (middle - _COLUMN // 2, 0))
    if mountain.fallen:
        picture.putpalette(_dusk())
    return as_png(picture, _LEVEL)


@lru_cache(maxsize=1)
def _dusk() -> bytes:
    """The colours of the palette at dusk: the same numbers, all dim but those of lost steps and what is white."""
    colours = palette().getpalette() or []
    bright = [ImageColor.getrgb(colour)[:3] for colour in (_LOST, _LOST_EDGE)]
    dimmed = bytearray()
    for colour in zip(*[iter(colours)] * 3, strict=True):
        near = any(sum(abs(a - b) for a, b in zip(colour, one, strict=True)) < _NEAR_ENOUGH for one in bright)
        grey = 0 if near or min(colour) > _WHITE else _DIMMED
        dimmed += bytes(round(own + (dusk - own) * grey) for own, dusk in zip(colour, _DUSK, strict=True))
    return bytes(dimmed)


class _OnColumn(NamedTuple):
    """What there is to see in a column."""

    cones: tuple[tuple[int, tuple[tuple[str, str], ...]], ...] = ()
    """Steps from the top down, and the colours and marks there."""
    runner: int = 0
    """Its step; 0 without one."""
    way: tuple[int, str] | None = None
    """The step from which it came in this turn, and the colour of its player."""
    lit: bool = False
    won: tuple[str, str] | None = None
    """The colour and the mark of the seat that has won it."""
    crowned: bool = False
    """It was won just now."""
    fallen: tuple[int, int] | None = None
    """The step of the cone, 0 without, and that of the runner that has just been lost."""


_NOTHING = _OnColumn()


def _of_column(mountain: Mountain, column: int) -> _OnColumn:
    by_step: dict[int, list[tuple[str, str]]] = {}
    won = None
    for climber in mountain.climbers:
        look = climber.colour, climber.mark
        won = look if column in climber.won else won
        step = dict(climber.cones).get(column)
        if step is not None:
            by_step.setdefault(step, []).append(look)
    runner, way = dict(mountain.runners).get(column, 0), None
    if runner and mountain.runs is not None:
        climber = mountain.climbers[mountain.runs]
        way = dict(climber.cones).get(column, 0), climber.colour
    cones = tuple((step, tuple(by_step[step])) for step in sorted(by_step, reverse=True))
    fallen = next(((below, top) for fell, below, top in mountain.fallen if fell == column), None)
    return _OnColumn(cones, runner, way, column in mountain.lit, won, column in mountain.crowned, fallen)


def _drawn(mountain: Mountain) -> Canvas:
    canvas = Canvas(HEIGHT, WIDTH, _SKY)
    canvas.image.paste(_ground(mountain.columns).image)
    for place, (column, steps) in enumerate(mountain.columns):
        _draw_column(canvas, column, _middle(len(mountain.columns), place), steps, _of_column(mountain, column))
    return canvas


@lru_cache(maxsize=1)
def palette() -> Image.Image:
    """Return the colours of a mountain that has everything, for all mountains."""
    columns = tuple((column, 6) for column in range(2, 13))
    climbers = tuple(
        Climber(mark, colour, tuple((column, place + 1) for column, _ in columns[4:]), (columns[place][0],))
        for place, (colour, mark) in enumerate(CONE_MARKS.items())
    )
    runners = tuple((column, 6) for column, _ in columns[5:])
    fallen = tuple((column, 0, 2) for column, _ in columns)
    return _drawn(Mountain(columns, climbers, runners, 0, (5, 6), fallen=fallen)).with_palette(_COLOURS_KEPT)


@lru_cache(maxsize=1)
def _empty(columns: tuple[tuple[int, int], ...]) -> Image.Image:
    """The landscape with empty columns in the colours of the palette."""
    return _ground(columns).in_colours_of(palette())


@lru_cache(maxsize=_KEPT)
def _strip(columns: tuple[tuple[int, int], ...], column: int, middle: int, steps: int, shown: _OnColumn) -> Image.Image:
    """A column from the sky to its foot, with everything on it; no wider than itself."""
    strip = Canvas(HEIGHT, _COLUMN, _SKY)
    strip.image.paste(_ground(columns).image, (_COLUMN // 2 - middle, 0))
    _draw_column(strip, column, _COLUMN // 2, steps, shown)
    return strip.in_colours_of(palette())


@lru_cache(maxsize=1)
def _ground(columns: tuple[tuple[int, int], ...]) -> Canvas:
    """The landscape with empty columns: the same in every picture."""
    canvas = Canvas(HEIGHT, WIDTH, _SKY)
    canvas.panel(595, 28, 102, 102, _SUN, 51)
    canvas.pen.polygon(((0, 363), (155, 232), (340, 363), (340, HEIGHT), (0, HEIGHT)), _FAR)
    canvas.pen.polygon(((479, 371), (665, 224), (WIDTH, 309), (WIDTH, HEIGHT), (479, HEIGHT)), _FAR)
    canvas.pen.polygon(((0, 433), (201, 332), (495, 464), (WIDTH, 294), (WIDTH, HEIGHT), (0, HEIGHT)), _NEAR)
    for place, (column, steps) in enumerate(columns):
        middle = _middle(len(columns), place)
        _wall(canvas, middle, steps, _STONE, _EDGE)
        for step in range(1, steps + 1):
            _step(canvas, middle, step, _TOP if step == steps else _STEP)
        _number(canvas, column, middle, INK)
    return canvas


def _middle(columns: int, place: int) -> int:
    """The middle of a column, counted from 0 at the left."""
    return WIDTH // 2 + round((place - (columns - 1) / 2) * _COLUMN)


def _height(step: int) -> int:
    """The middle of a step."""
    return _FIRST - (step - 1) * _RISE


def _wall(canvas: Canvas, middle: int, steps: int, colour: str, edge: str, thick: int = 1) -> None:
    top, left = _height(steps) - 33, middle - _COLUMN // 2
    canvas.panel(left, top, _COLUMN, _FOOT - top + 2, edge, 13)
    canvas.panel(left + thick, top + thick, _COLUMN - 2 * thick, _FOOT - top - 2 * thick, colour, 13 - thick)


def _step(canvas: Canvas, middle: int, step: int, colour: str, edge: str = _STEP_EDGE) -> None:
    left, top = middle - _WAY // 2 - 1, _height(step) - 13
    canvas.panel(left, top, _WAY + 2, 27, edge, 7)
    canvas.panel(left + 2, top + 2, _WAY - 2, 23, colour, 6)


def _number(canvas: Canvas, column: int, middle: int, colour: str, plate: str = _PLATE) -> None:
    canvas.panel(middle - 26, _FOOT - 44, 52, 36, plate, 11)
    canvas.write((middle, _FOOT - 26), str(column), 31, colour, bold=True, anchor="mm")


def _draw_column(canvas: Canvas, column: int, middle: int, steps: int, shown: _OnColumn) -> None:
    """Draw what is on a column from its top down, so that lower ones stand in front."""
    if shown.won is not None:
        _won(canvas, shown.won, column, middle, steps, crowned=shown.crowned)
    if shown.lit:
        canvas.panel(middle - 29, _FOOT - 47, 58, 42, INK, 14)
        _number(canvas, column, middle, INK, _LIT)
    if shown.way is not None:
        below, colour = shown.way
        for step in range(below + 1, shown.runner + 1):
            _step(canvas, middle, step, _PALE[colour], _COLOURS[colour])
    if shown.fallen is not None:
        for step in range(shown.fallen[0] + 1, shown.fallen[1] + 1):
            _lost_step(canvas, middle, step)
    standing: dict[int, list[tuple[str, str] | None]] = {step: list(cones) for step, cones in shown.cones}
    if shown.runner:
        standing[shown.runner] = [*standing.get(shown.runner, ()), None]
    for step in sorted(standing, reverse=True):
        foot = _height(step) + (12 if shown.won is not None else 25)
        _stand(canvas, standing[step], middle, foot, _CROWDED if step + 1 in standing else _SIZES[1])
    if shown.fallen is not None:
        _falling(canvas, middle, shown.fallen, standing)


def _lost_step(canvas: Canvas, middle: int, step: int) -> None:
    """A hatched step, so that no colour alone says that it is lost."""
    left, top = middle - _WAY // 2 - 1, _height(step) - 13
    canvas.panel(left, top, _WAY + 2, 27, _LOST_EDGE, 7)
    canvas.panel(left + 2, top + 2, _WAY - 2, 23, _LOST, 6)
    for start in range(left + 6, left + _WAY - 8, 12):
        canvas.pen.line(((start, top + 24), (start + 12, top + 3)), _LOST_EDGE, 4)


def _falling(canvas: Canvas, middle: int, lost: tuple[int, int], taken: Collection[int]) -> None:
    """A runner head down, about halfway on its way down, where it hides no cone."""
    below, top = lost
    steps = range(below + 1, top + 1)
    free = [step for step in steps if step not in taken and step - 1 not in taken] or steps
    at, size = min(free, key=lambda step: abs(2 * step - below - top - 1)), _SIZES[1]
    canvas.drawing("runner", middle - size * 5 // 8, _height(at) - size * 5 // 8, size, 150)


def _won(canvas: Canvas, winner: tuple[str, str], column: int, middle: int, steps: int, *, crowned: bool) -> None:
    """A column that somebody has won: in their colour, with their mark; in gold and with stars if that is new."""
    name, mark = winner
    colour = _COLOURS[name]
    _wall(canvas, middle, steps, colour, _LIT if crowned else colour, 5 if crowned else 1)
    _number(canvas, column, middle, colour)
    below = (_height(steps) + 22 + _FOOT - 44) // 2
    canvas.write((middle, below), mark, 42, _LIT if crowned else "#ffffff", bold=True, anchor="mm")
    for step in range(1, steps * crowned):
        if abs(_height(step) - below) > _RISE:
            canvas.write((middle, _height(step)), "★", 34, _LIT, bold=True, anchor="mm")


def _stand(canvas: Canvas, pieces: Sequence[tuple[str, str] | None], middle: int, foot: int, most: int) -> None:
    """Draw what shares a step side by side, a runner being None."""
    size, apart = min(_SIZES[len(pieces)], most), _APART[len(pieces)]
    wide, high = min(apart * (len(pieces) - 1) + size + 4, _COLUMN - 2), max(size // 5, 6)
    canvas.panel(middle - wide // 2, foot + 3 - high, wide, high, _SHADOW, high)
    for number, piece in enumerate(pieces):
        _piece(canvas, piece, middle + round((number - (len(pieces) - 1) / 2) * apart), foot, size)


def _piece(canvas: Canvas, piece: tuple[str, str] | None, middle: int, foot: int, size: int) -> None:
    if piece is None:
        canvas.drawing("runner", middle - size // 2, foot - size, size)
        return
    colour, mark = piece
    canvas.drawing(f"cone_{colour}", middle - size // 2, foot - size, size)
    if mark != CONE_MARKS[colour]:
        wide, centre = size * 17 // 32, foot - size * 53 // 128  # It hides the mark of the drawing.
        canvas.panel(middle - wide // 2, centre - wide // 2, wide, wide, _PLATE, wide)
        canvas.write((middle, centre), mark, wide * 3 // 4, INK, bold=True, anchor="mm")
