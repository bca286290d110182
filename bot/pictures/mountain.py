"""A mountain: its columns and everybody's cones.

Colours are flat, because a palette has to hold all of them.
"""

from functools import lru_cache

from PIL import Image

from bot.pictures.canvas import INK, Canvas
from bot.screens.kit import CONE_MARKS, Climber, Mountain

WIDTH, HEIGHT = 1020, 720
"""As wide as Discord shows a picture in a message on a screen with two pixels to a point.

Its buttons and this picture are together on a screen of 1280×800 with four players.
"""

_SKY, _SUN, _FAR, _NEAR = "#fbe8c8", "#fff2d4", "#f6dcae", "#efd8ac"
_STONE, _EDGE, _STEP, _STEP_EDGE, _TOP = "#d9b47c", "#a5763f", "#f3e3c4", "#d2a76a", "#ffd983"
_PLATE, _SHADOW = "#fffdf8", "#8d6a3d"
_COLOURS = {"red": "#c62f2a", "blue": "#2669bd", "green": "#2a8f55", "yellow": "#d0920f"}

_COLUMN, _RISE, _WAY = 88, 45, 64
"""The width of a column, the height of a step, the width of a step."""
_FOOT = 702
"""The lower edge of the columns."""
_FIRST = 616
"""The middle of the first step."""

_SIZES = {1: 78, 2: 66, 3: 58, 4: 52}
"""The size of a cone by how many share its step."""
_APART = {1: 0, 2: 34, 3: 25, 4: 20}
"""The distance between them, by their number."""


def draw_mountain(mountain: Mountain) -> bytes:
    """Return the mountain as a PNG, :data:`WIDTH` by :data:`HEIGHT`. The first one finds the `palette`."""
    return _drawn(mountain).finished_with(palette())


def _drawn(mountain: Mountain) -> Canvas:
    canvas = Canvas(HEIGHT, WIDTH, _SKY)
    canvas.image.paste(_ground(mountain.columns).image)
    for place, (column, steps) in enumerate(mountain.columns):
        middle = _middle(len(mountain.columns), place)
        winner = next((climber for climber in mountain.climbers if column in climber.won), None)
        if winner is not None:
            _won(canvas, winner, column, middle, steps)
        _cones(canvas, mountain, column, middle)
    return canvas


@lru_cache(maxsize=1)
def palette() -> Image.Image:
    """Return the colours of a mountain that has everything, for all mountains."""
    columns = tuple((column, 6) for column in range(2, 13))
    climbers = tuple(
        Climber(mark, colour, tuple((column, place + 1) for column, _ in columns[4:]), (columns[place][0],))
        for place, (colour, mark) in enumerate(CONE_MARKS.items())
    )
    return _drawn(Mountain(columns, climbers)).with_palette(256)


@lru_cache(maxsize=1)
def _ground(columns: tuple[tuple[int, int], ...]) -> Canvas:
    """The landscape with empty columns: the same in every picture."""
    canvas = Canvas(HEIGHT, WIDTH, _SKY)
    canvas.panel(770, 36, 131, 131, _SUN, 66)
    canvas.pen.polygon(((0, 470), (200, 300), (440, 470), (440, HEIGHT), (0, HEIGHT)), _FAR)
    canvas.pen.polygon(((620, 480), (860, 290), (WIDTH, 400), (WIDTH, HEIGHT), (620, HEIGHT)), _FAR)
    canvas.pen.polygon(((0, 560), (260, 430), (640, 600), (WIDTH, 380), (WIDTH, HEIGHT), (0, HEIGHT)), _NEAR)
    for place, (column, steps) in enumerate(columns):
        middle = _middle(len(columns), place)
        _wall(canvas, middle, steps, _STONE, _EDGE)
        for step in range(1, steps + 1):
            left, top = middle - _WAY // 2 - 1, _height(step) - 17
            canvas.panel(left, top, _WAY + 2, 35, _STEP_EDGE, 9)
            canvas.panel(left + 2, top + 2, _WAY - 2, 31, _TOP if step == steps else _STEP, 8)
        _number(canvas, column, middle, INK)
    return canvas


def _middle(columns: int, place: int) -> int:
    """The middle of a column, counted from 0 at the left."""
    return WIDTH // 2 + round((place - (columns - 1) / 2) * _COLUMN)


def _height(step: int) -> int:
    """The middle of a step."""
    return _FIRST - (step - 1) * _RISE


def _wall(canvas: Canvas, middle: int, steps: int, colour: str, edge: str) -> None:
    top = _height(steps) - 42
    canvas.panel(middle - 44, top, _COLUMN, _FOOT - top + 2, edge, 17)
    canvas.panel(middle - 43, top + 1, _COLUMN - 2, _FOOT - top - 3, colour, 16)


def _number(canvas: Canvas, column: int, middle: int, colour: str) -> None:
    canvas.panel(middle - 34, _FOOT - 57, 68, 47, _PLATE, 15)
    canvas.write((middle, _FOOT - 33), str(column), 40, colour, bold=True, anchor="mm")


def _won(canvas: Canvas, winner: Climber, column: int, middle: int, steps: int) -> None:
    """A column that somebody has won: in the colour and with the mark of theirs."""
    colour = _COLOURS[winner.colour]
    _wall(canvas, middle, steps, colour, colour)
    _number(canvas, column, middle, colour)
    below = (_height(steps) + 28 + _FOOT - 57) // 2
    canvas.write((middle, below), winner.mark, 54, "#ffffff", bold=True, anchor="mm")


def _cones(canvas: Canvas, mountain: Mountain, column: int, middle: int) -> None:
    """The cones of a column from its top down, so that lower ones stand in front."""
    by_step: dict[int, list[Climber]] = {}
    for climber in mountain.climbers:
        step = dict(climber.cones).get(column)
        if step is not None:
            by_step.setdefault(step, []).append(climber)
    for step in sorted(by_step, reverse=True):
        climbers = by_step[step]
        foot = _height(step) + (15 if any(column in climber.won for climber in climbers) else 33)
        _shadow(canvas, middle, foot, len(climbers))
        size, apart = _SIZES[len(climbers)], _APART[len(climbers)]
        for number, climber in enumerate(climbers):
            _cone(canvas, climber, middle + round((number - (len(climbers) - 1) / 2) * apart), foot, size)


def _shadow(canvas: Canvas, middle: int, foot: int, many: int) -> None:
    wide = 41 if many == 1 else 52
    canvas.pen.ellipse((middle - wide, foot - 14, middle + wide, foot + 3), _SHADOW)


def _cone(canvas: Canvas, climber: Climber, middle: int, foot: int, size: int) -> None:
    canvas.drawing(f"cone_{climber.colour}", middle - size // 2, foot - size, size)
    if climber.mark != CONE_MARKS[climber.colour]:
        wide, centre = size * 17 // 32, foot - size * 53 // 128  # It hides the mark of the drawing.
        canvas.panel(middle - wide // 2, centre - wide // 2, wide, wide, _PLATE, wide)
        canvas.write((middle, centre), climber.mark, wide * 3 // 4, INK, bold=True, anchor="mm")
