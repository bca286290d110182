"""The podium of a leaderboard: a die with the rank, the name, and a step as high as the rank is good."""

from bot.pictures.canvas import BAND, BRONZE, DEEP_GREEN, GOLD, GREEN, INK, MARGIN, SILVER, WIDTH, Canvas
from bot.pictures.card import palette
from bot.pictures.text import display_name, drawable_text, shrink_to_fit
from bot.screens.kit import PodiumPicture, PodiumStep

_COLOURS = (GOLD, SILVER, BRONZE)
_ORDER = (1, 0, 2)
"""Who stands where, from the left: the first in the middle."""
_WIDE, _GAP = 366, 15
VALUE = _WIDE - 28
"""Room for what stands on a step."""
LEAST_VALUE = 28
"""The smallest letters on a step."""
_HIGH = (232, 176, 132)
"""The heights of steps, by rank."""
_DIE = 104
_NAME = 70
"""Room for a name between die and step."""
_TOP = BAND + 24
_HEIGHT = _TOP + _DIE + _NAME + _HIGH[0] + MARGIN


def draw_podium(podium: PodiumPicture) -> bytes:
    """Return the picture as a PNG, 1200 pixels wide and half as high."""
    canvas = Canvas(_HEIGHT)
    canvas.band(podium.title, podium.subtitle)
    shown = [place for place in _ORDER if place < len(podium.steps)]
    left = (WIDTH - len(shown) * (_WIDE + _GAP) + _GAP) // 2
    for number, place in enumerate(shown):
        _step(canvas, podium.steps[place], left + number * (_WIDE + _GAP))
    canvas.pen.rectangle((0, _HEIGHT - MARGIN, WIDTH, _HEIGHT), GREEN)
    canvas.pen.rectangle((0, _HEIGHT - MARGIN, WIDTH, _HEIGHT - MARGIN + 7), DEEP_GREEN)
    return canvas.finished_with(palette())


def _step(canvas: Canvas, step: PodiumStep, left: int) -> None:
    """Somebody with everything that belongs to them; ``left`` is the edge of the step."""
    middle, place = left + _WIDE / 2, min(step.rank, len(_HIGH)) - 1
    high, top = _HIGH[place], _HEIGHT - MARGIN - _HIGH[place]
    canvas.panel(left, top, _WIDE, high + 18, INK)
    canvas.panel(left + 4, top + 4, _WIDE - 8, high + 14, _COLOURS[place], 15)
    canvas.drawing(f"die_{place + 1}", round(middle) - _DIE // 2, top - _NAME - _DIE, _DIE)
    name, size = display_name(step.name, step.instead, _WIDE - 16, 50, 36)
    canvas.write((middle, top - _NAME / 2 + 2), name, size, INK, bold=True, anchor="mm")
    value, size = shrink_to_fit(drawable_text(step.value), VALUE, 54, LEAST_VALUE, bold=True)
    canvas.write((middle, top + high * (0.36 if step.tied else 0.5)), value, size, INK, bold=True, anchor="mm")
    if step.tied:
        tied, size = shrink_to_fit(drawable_text(step.tied), VALUE, 36, LEAST_VALUE)
        canvas.write((middle, top + high * 0.74), tied, size, INK, anchor="mm")
