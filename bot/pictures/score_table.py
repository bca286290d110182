"""Everybody's sheets as one table: boxes down, players across, in two panels side by side where that reads better.

It takes the largest letters that fit, and draws nothing if they would have to be smaller than `_SMALLEST`.
"""

from dataclasses import dataclass
from itertools import pairwise

from bot.pictures.canvas import CREAM, DEEP_GREEN, INK, LINE, MARGIN, PANEL, SOFT, TINT, WIDTH, Canvas
from bot.pictures.text import display_name, drawable_text, truncate_to_fit, width
from bot.screens.kit import Card, SheetLine, Weight

_LARGEST, _SMALLEST = 32, 20
"""Letters in pixels."""
_BETWEEN = 14
"""Between two panels."""
_INSET = 16
"""Before a label."""
_LEAST_LABEL = 6
"""The least room for a cut label, in sizes of its letters."""
_WHOLE = 23
"""Above this size, make letters smaller rather than cut labels."""
_MOST_VALUE = 150
"""No column is wider."""


@dataclass(frozen=True)
class Plan:
    """Where everything of a pad goes."""

    size: int
    """The size of the letters."""
    panels: tuple[tuple[SheetLine, ...], ...]
    panel: int
    """Width of a panel."""
    label: int
    """Width of the labels."""
    value: int
    """Width of a column."""
    line: int
    """Height of a line."""
    head: int
    """Height of the players' names and the columns' heads together."""

    @property
    def height(self) -> int:
        """The height of the whole table."""
        return self.head + self.line * max(map(len, self.panels)) + 12


def plan_table(card: Card, room: int) -> Plan | None:
    """Return the plan with the largest letters that fits ``room`` pixels of height; None if there is none."""
    tries = [(size, False) for size in range(_LARGEST, _WHOLE - 1, -1)]
    tries += [(size, True) for size in range(_LARGEST, _SMALLEST - 1, -1)]
    for size, cut in tries:
        for panels in (_halves(card.sheet), (card.sheet,)):
            plan = _plan(card, size, panels, room, cut)
            if plan is not None:
                return plan
    return None


def _halves(lines: tuple[SheetLine, ...]) -> tuple[tuple[SheetLine, ...], ...]:
    """Two parts of nearly the same length, cut after a section where one ends near the middle."""
    middle = (len(lines) + 1) // 2
    if len(lines) < 4:
        return (lines,)
    ends = [place for place, (one, after) in enumerate(pairwise(lines), 1) if one.weight is not after.weight]
    ends = [place for place in ends if lines[place - 1].weight is Weight.SUM and abs(place - middle) <= 2]
    cut = min(ends, key=lambda place: abs(place - middle), default=middle)
    return lines[:cut], lines[cut:]


def _plan(card: Card, size: int, panels: tuple[tuple[SheetLine, ...], ...], room: int, cut: bool) -> Plan | None:
    """A plan with letters of ``size``; None if it does not fit, or fits only with cut labels and ``cut`` is False."""
    many = len(card.seats) * card.columns
    panel = (WIDTH - 2 * MARGIN - (len(panels) - 1) * _BETWEEN) // len(panels)
    labels = max(width(drawable_text(line.label), size, _bold(line)) for line in card.sheet) + 2 * _INSET
    cells = [(cell, _bold(line)) for line in card.sheet for seat in line.cells for cell in seat]
    widest = max(width(cell, size, bold) for cell, bold in cells)
    least = max([widest, *(width(head, size) for head in card.heads)]) + size * 2 // 3
    if len(card.seats) > 1:
        least = max(least, size * 3 // card.columns)
    value = max(min((panel - labels) // many, _MOST_VALUE), least)
    label = panel - value * many
    if label < (min(labels, size * _LEAST_LABEL) if cut else labels):
        return None
    head = size * 19 // 10 * (len(card.seats) > 1) + size * 16 // 10 * bool(card.heads) + 6
    line = min((room - head - 12) // max(map(len, panels)), size * 17 // 10)
    if line < size * 13 // 10:
        return None
    return Plan(size, panels, panel, label, value, line, head)


def _bold(line: SheetLine) -> bool:
    return line.weight is not Weight.BOX


def draw(canvas: Canvas, card: Card, plan: Plan, top: int) -> None:
    """Draw the table below ``top``."""
    for place, lines in enumerate(plan.panels):
        _panel(canvas, card, plan, lines, (MARGIN + place * (plan.panel + _BETWEEN), top))


def _panel(canvas: Canvas, card: Card, plan: Plan, lines: tuple[SheetLine, ...], corner: tuple[int, int]) -> None:
    left, top = corner
    canvas.panel(left, top, plan.panel, plan.height, LINE)
    canvas.panel(left + 2, top + 2, plan.panel - 4, plan.height - 4, PANEL, 16)
    _groups(canvas, card, plan, corner)
    first, most = top + plan.head, max(map(len, plan.panels))
    for number, line in enumerate(lines):
        place = most - 1 if line.weight is Weight.TOTAL and number == len(lines) - 1 else number
        _line(canvas, card, plan, line, (left, first + place * plan.line))
    _heads(canvas, card, plan, corner)
    _rules(canvas, card, plan, (left, top), first + most * plan.line)


def _groups(canvas: Canvas, card: Card, plan: Plan, corner: tuple[int, int]) -> None:
    """Tint every other player's columns."""
    left, top = corner
    for place in range(len(card.seats)):
        if place % 2 == 0 and len(card.seats) > 1:
            start = left + plan.label + place * card.columns * plan.value
            end = min(start + card.columns * plan.value, left + plan.panel - 3)
            canvas.pen.rectangle((start, top + 14, end, top + plan.height - 13), TINT)


def _line(canvas: Canvas, card: Card, plan: Plan, line: SheetLine, corner: tuple[int, int]) -> None:
    left, top = corner
    middle, bold = top + plan.line / 2, _bold(line)
    if bold:
        ground = CREAM if line.weight is Weight.TOTAL else LINE
        canvas.pen.rectangle((left + 2, top, left + plan.panel - 3, top + plan.line - 1), ground)
    else:
        canvas.pen.line((left + 2, top + plan.line - 1, left + plan.panel - 3, top + plan.line - 1), LINE)
    label = truncate_to_fit(drawable_text(line.label), plan.label - _INSET - 4, plan.size, bold)
    canvas.write((left + _INSET, middle), label, plan.size, INK, bold=bold)
    for place, seat in enumerate(card.ranking):
        for column, cell in enumerate(line.cells[seat]):
            x = left + plan.label + (place * card.columns + column + 0.5) * plan.value
            best = line.weight is Weight.TOTAL and card.seats[seat].rank == 1
            colour = DEEP_GREEN if best else SOFT if cell == "0" else INK
            canvas.write((x, middle), cell, plan.size, colour, bold=bold, anchor="mm")


def _heads(canvas: Canvas, card: Card, plan: Plan, corner: tuple[int, int]) -> None:
    left, top = corner
    wide = card.columns * plan.value
    below = top + plan.head - plan.size * 16 // 10 / 2 - 2
    for place, number in enumerate(card.ranking):
        start = left + plan.label + place * wide
        if len(card.seats) > 1:
            seat = card.seats[number]
            shown, size = display_name(seat.name, seat.instead, wide - 8, plan.size - 2, _SMALLEST)
            canvas.write((start + wide / 2, top + 4 + plan.size), shown, size, INK, bold=True, anchor="mm")
        for column, head in enumerate(card.heads):
            x = start + (column + 0.5) * plan.value
            canvas.write((x, below), truncate_to_fit(head, plan.value, plan.size), plan.size, SOFT, anchor="mm")


def _rules(canvas: Canvas, card: Card, plan: Plan, corner: tuple[int, int], bottom: int) -> None:
    """A line below the heads, and one before each player."""
    left, top = corner
    if plan.head > 6:
        canvas.pen.line((left + 2, top + plan.head - 1, left + plan.panel - 3, top + plan.head - 1), SOFT, 2)
    for place in range(len(card.seats)):
        x = left + plan.label + place * card.columns * plan.value
        canvas.pen.line((x, top + plan.head, x, bottom), SOFT if len(card.seats) > 1 else LINE, 1)
