"""The podium of a leaderboard: a die with the rank, the name, and a step as high as the rank is good."""

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from PIL import Image

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
    NARROW,
    PANEL,
    READABLE,
    SILVER,
    SOFT,
    TINT,
    WIDTH,
    Canvas,
    display_name,
    drawable_text,
    shrink_to_fit,
    truncate_to_fit,
    width,
)
from bot.pictures.curve import draw_lines
from bot.screens.kit import (
    MOST_LINES,
    MOST_SHEETS,
    Card,
    CardSeat,
    Curve,
    CurveLine,
    PodiumPicture,
    PodiumStep,
    SeasonPicture,
    SeasonTable,
    SheetLine,
    Weight,
)

# -- Everybody's sheets as one table: boxes down, players across, in two panels side by side where that reads better --
# It takes the largest letters that fit, and draws nothing if they would have to be smaller than `_SMALLEST`.

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
class PadPlan:
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


def plan_table(card: Card, room: int) -> PadPlan | None:
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
    ends = [place for place, (before, after) in enumerate(pairwise(lines), 1) if before.weight is not after.weight]
    ends = [place for place in ends if lines[place - 1].weight is Weight.SUM and abs(place - middle) <= 2]
    cut = min(ends, key=lambda place: abs(place - middle), default=middle)
    return lines[:cut], lines[cut:]


def _plan(card: Card, size: int, panels: tuple[tuple[SheetLine, ...], ...], room: int, cut: bool) -> PadPlan | None:
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
    return PadPlan(size, panels, panel, label, value, line, head)


def _bold(line: SheetLine) -> bool:
    return line.weight is not Weight.BOX


def draw(canvas: Canvas, card: Card, plan: PadPlan, top: int) -> None:
    """Draw the table below ``top``."""
    for place, lines in enumerate(plan.panels):
        _panel(canvas, card, plan, lines, (MARGIN + place * (plan.panel + _BETWEEN), top))


def _panel(canvas: Canvas, card: Card, plan: PadPlan, lines: tuple[SheetLine, ...], corner: tuple[int, int]) -> None:
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


def _groups(canvas: Canvas, card: Card, plan: PadPlan, corner: tuple[int, int]) -> None:
    """Tint every other player's columns."""
    left, top = corner
    for place in range(len(card.seats)):
        if place % 2 == 0 and len(card.seats) > 1:
            start = left + plan.label + place * card.columns * plan.value
            end = min(start + card.columns * plan.value, left + plan.panel - 3)
            canvas.pen.rectangle((start, top + 14, end, top + plan.height - 13), TINT)


def _line(canvas: Canvas, card: Card, plan: PadPlan, line: SheetLine, corner: tuple[int, int]) -> None:
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
            colour, gold = DEEP_GREEN if best else SOFT if cell == "0" else INK, line.gold and cell not in {"", "0"}
            if gold:
                wide = min(plan.value - 6, 3 * plan.size)
                canvas.panel(round(x - wide / 2), top + 2, wide, plan.line - 5, GOLD, 9)
            canvas.write((x, middle), cell, plan.size, colour, bold=bold or gold, anchor="mm")


def _heads(canvas: Canvas, card: Card, plan: PadPlan, corner: tuple[int, int]) -> None:
    left, top = corner
    wide = card.columns * plan.value
    below = top + plan.head - plan.size * 16 // 10 / 2 - 2
    for place, number in enumerate(card.ranking):
        start = left + plan.label + place * wide
        if len(card.seats) > 1:
            seat = card.seats[number]
            room = wide - 8
            shown, size = display_name(seat.name, seat.instead, int(room / NARROW), plan.size - 2, _SMALLEST)
            canvas.write_in(room, (start + wide // 2, top + 4 + plan.size), shown, size, INK)
        for column, head in enumerate(card.heads):
            x = start + (column + 0.5) * plan.value
            canvas.write((x, below), truncate_to_fit(head, plan.value, plan.size), plan.size, SOFT, anchor="mm")


def _rules(canvas: Canvas, card: Card, plan: PadPlan, corner: tuple[int, int], bottom: int) -> None:
    """A line below the heads, and one before each player."""
    left, top = corner
    if plan.head > 6:
        canvas.pen.line((left + 2, top + plan.head - 1, left + plan.panel - 3, top + plan.head - 1), SOFT, 2)
    for place in range(len(card.seats)):
        x = left + plan.label + place * card.columns * plan.value
        canvas.pen.line((x, top + plan.head, x, bottom), SOFT if len(card.seats) > 1 else LINE, 1)


# -- The result card: the ranking as tiles above everybody's sheets, or without sheets as rows with bars -------------

_GAP = 14
_TILE, _LOW_TILE = 122, 104
"""Height of a tile: in a single line of tiles, and in two lines."""
_COURSE = 620
"""Height of the panel with the course of a game."""
_ROW = 118
_OTHERS = 48
"""Height of the words for players that are not shown."""
_LOW_ROW, _LOW_GAP = 84, 8
"""Below this height, rows stand closer together, and their bars are thinner, so that no bar touches a name."""
_MEDALS = (GOLD, SILVER, BRONZE)


def draw_card(card: Card) -> bytes:
    """Return the card as a PNG, 1200 pixels wide and at most as high. The first one also finds the `palette`."""
    return _drawn(card).finished_with(palette())


@lru_cache(maxsize=1)
def palette() -> Image.Image:
    """Return the colours of cards that have everything, for all cards and podiums."""
    line = SheetLine("Box", (("10",), ("20",), ("30",), ("40",)))
    sheet = (line, replace(line, gold=True), replace(line, weight=Weight.SUM), replace(line, weight=Weight.TOTAL))
    seats = tuple(CardSeat("Name", "10", rank, "Name", "note", 10.0, left=rank > 3) for rank in range(1, 5))
    alone = Card("Title", "Subtitle", seats[:1])
    ranking = replace(alone, seats=seats)
    lines = tuple(CurveLine("Name", "Name", (0.0, float(place))) for place in range(MOST_LINES))
    with_curve = replace(ranking, course=Curve("", "", "Label", "", lines))
    cards = [_drawn(card).image for card in (alone, ranking, replace(ranking, sheet=sheet), with_curve)]
    together = Canvas(sum(card.height for card in cards))
    for number, card in enumerate(cards):
        together.image.paste(card, (0, sum(above.height for above in cards[:number])))
    return together.with_palette(256)


def _drawn(card: Card) -> Canvas:
    if card.course is not None:
        return _with_course(card, card.course)
    plan = _plan_card(card)
    if plan is None:
        return _ranking(card)
    below = BAND + _GAP * 2 + _tiles_height(card) + _GAP
    canvas = Canvas(below + plan.height + MARGIN)
    canvas.band(card.title, card.subtitle)
    _tiles(canvas, card, BAND + _GAP * 2)
    draw(canvas, card, plan, below)
    return canvas


def _with_course(card: Card, course: Curve) -> Canvas:
    """The ranking above the course of the game."""
    below = BAND + _GAP * 2 + _tiles_height(card) + _GAP
    canvas = Canvas(below + _COURSE + MARGIN)
    canvas.band(card.title, card.subtitle)
    _tiles(canvas, card, BAND + _GAP * 2)
    draw_lines(canvas, course, below, _COURSE)
    return canvas


def _plan_card(card: Card) -> PadPlan | None:
    """The layout of the sheets; None without sheets, or if they would be too small to read."""
    if not card.sheet or len(card.seats) > MOST_SHEETS:
        return None
    return plan_table(card, MOST_HEIGHT - BAND - _GAP * 3 - _tiles_height(card) - MARGIN)


# -- above sheets ------------------------------------------------------------------------------------------------


def _tiles_across(card: Card) -> int:
    """Tiles on a line: beside three others there is no room for a score."""
    return 2 if len(card.seats) == 4 else min(len(card.seats), 3)


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


# -- The podium of a leaderboard: a die with the rank, the name, and a step as high as the rank is good --------------

_COLOURS = (GOLD, SILVER, BRONZE)
_ORDER = (1, 0, 2)
"""The places from the left: the first stands in the middle."""
_WIDE, _GAP_podium = 366, 15
VALUE = _WIDE - 28
"""Room for what stands on a step."""
BELOW = _WIDE - 14
"""Room for the lines below that: they are thin, and may come nearer to the edge."""
BESIDE = _WIDE - 90
"""Room for what stands beside the rank of somebody who has no step."""
LEAST_VALUE = 28
"""The smallest letters on a step."""
_HIGH = (232, 176, 132)
"""The heights of steps, by rank; each line more than one below the value makes all of them higher."""
_LINE = 44
_LINES_AT = ((0.5,), (0.36, 0.74), (0.26, 0.57, 0.83), (0.2, 0.44, 0.65, 0.86))
"""Where the value and the lines below it stand on a step, by how many these are."""
_DIE = 104
_NAME = 70
"""Room for a name between die and step."""
_TOP = BAND + 24
_HEIGHT = _TOP + _DIE + _NAME + _HIGH[0] + MARGIN
_BEHIND = 138
"""The height of the row for those who stand behind the steps, where the value alone is below a name."""


def draw_podium(podium: PodiumPicture) -> bytes:
    """Return the picture as a PNG, 1200 pixels wide and about half as high; those behind the steps have a row more."""
    more = _LINE * max(0, *(len(step.lines) - 1 for step in podium.steps))
    ground, behind = _HEIGHT + more, _BEHIND + _LINE * max((len(step.lines) for step in podium.behind), default=0)
    canvas = Canvas(ground + behind * bool(podium.behind))
    canvas.band(podium.title, podium.subtitle)
    shown = [place for place in _ORDER if place < len(podium.steps)]
    left = (WIDTH - len(shown) * (_WIDE + _GAP_podium) + _GAP_podium) // 2
    for number, place in enumerate(shown):
        _step(canvas, podium.steps[place], left + number * (_WIDE + _GAP_podium), ground - MARGIN, more)
    canvas.pen.rectangle((0, ground - MARGIN, WIDTH, ground), GREEN)
    canvas.pen.rectangle((0, ground - MARGIN, WIDTH, ground - MARGIN + 7), DEEP_GREEN)
    left = (WIDTH - len(podium.behind) * (_WIDE + _GAP_podium) + _GAP_podium) // 2
    for number, step in enumerate(podium.behind):
        _below_steps(canvas, step, left + number * (_WIDE + _GAP_podium), ground + 16, behind - 32)
    return canvas.finished_with(palette())


def _below_steps(canvas: Canvas, step: PodiumStep, left: int, top: int, high: int) -> None:
    """Somebody for whom there is no step: the rank, the name, and the value and its lines below it."""
    canvas.panel(left, top, _WIDE, high, LINE)
    canvas.panel(left + 2, top + 2, _WIDE - 4, high - 4, PANEL, 16)
    canvas.write((left + 36, top + high / 2), str(step.rank), 44, SOFT, bold=True, anchor="mm")
    name, size = display_name(step.name, step.instead, BESIDE, 38, 28)
    canvas.write((left + 74, top + 33), name, size, INK, bold=True)
    for number, line in enumerate((step.value, *step.lines)):
        text, size = shrink_to_fit(drawable_text(line), BESIDE, READABLE, LEAST_VALUE)
        canvas.write((left + 74, top + 77 + number * _LINE), text, size, INK)


def _step(canvas: Canvas, step: PodiumStep, left: int, ground: int, more: int) -> None:
    """Somebody with everything that belongs to them; ``left`` is the edge of the step, which is ``more`` higher."""
    middle, place = left + _WIDE / 2, min(step.rank, len(_HIGH)) - 1
    high = _HIGH[place] + more
    top = ground - high
    canvas.panel(left, top, _WIDE, high + 18, INK)
    canvas.panel(left + 4, top + 4, _WIDE - 8, high + 14, _COLOURS[place], 15)
    canvas.drawing(f"die_{place + 1}", round(middle) - _DIE // 2, top - _NAME - _DIE, _DIE)
    name, size = display_name(step.name, step.instead, _WIDE - 16, 50, 36)
    canvas.write((middle, top - _NAME / 2 + 2), name, size, INK, bold=True, anchor="mm")
    at, *others = _LINES_AT[len(step.lines)]
    value, size = shrink_to_fit(
        drawable_text(step.value), VALUE, 54 - 8 * (len(step.lines) > 1), LEAST_VALUE, bold=True
    )
    canvas.write((middle, top + high * at), value, size, INK, bold=True, anchor="mm")
    for line, at in zip(step.lines, others, strict=True):
        text, size = shrink_to_fit(drawable_text(line), BELOW, READABLE, LEAST_VALUE)
        canvas.write((middle, top + high * at), text, size, INK, anchor="mm")


# -- A season: its champions below a crown, and a panel with the best three of each game -----------------------------

_CROWNED = 128
"""The height of what stands about champions."""
_PANEL = (WIDTH - 3 * MARGIN) // 2
_EDGE = 24
_OTHERS = 48


class _Tables(NamedTuple):
    """The pixels of the panels of so many games."""

    games: int
    head: int
    """The height of the game's name; that of a player's line is the next one."""
    line: int
    sign: int
    """The disc with a rank."""
    title: int
    """The letters of the game; then those of players, and of what they made."""
    name: int
    value: int

    @property
    def high(self) -> int:
        return self.head + 3 * self.line + 18


_TABLES = (_Tables(6, 62, 54, 40, 38, 36, 34), _Tables(12, 54, 47, 38, 36, 34, 32), _Tables(22, 48, 41, 34, 34, 33, 31))
"""All games of a season have room: the more they are, the closer they stand."""


def draw_season(season: SeasonPicture) -> bytes:
    """Return the picture as a PNG, 1200 pixels wide; six games make it as high, more of them higher."""
    kind = next((known for known in _TABLES if len(season.tables) <= known.games), _TABLES[-1])
    rows, row = -(-len(season.tables) // 2), kind.high + MARGIN // 2
    top = BAND + MARGIN
    games = top + (_CROWNED + MARGIN) * bool(season.champions)
    canvas = Canvas(games + rows * row + MARGIN // 2 + _OTHERS * bool(season.others))
    canvas.band(season.title, season.subtitle)
    if season.champions:
        _champions(canvas, season, top)
    for number, table in enumerate(season.tables):
        below, beside = divmod(number, 2)
        _best_of(canvas, table, MARGIN + beside * (_PANEL + MARGIN), games + below * row, kind)
    if season.others:
        canvas.write((WIDTH / 2, canvas.image.height - _OTHERS / 2 - 8), season.others, 34, SOFT, anchor="mm")
    return canvas.finished_with(palette())


def _champions(canvas: Canvas, season: SeasonPicture, top: int) -> None:
    wide = WIDTH - 2 * MARGIN
    canvas.panel(MARGIN, top, wide, _CROWNED, INK)
    canvas.panel(MARGIN + 4, top + 4, wide - 8, _CROWNED - 8, GOLD, 15)
    canvas.write((MARGIN + 34, top + _CROWNED / 2), drawable_text("♛"), 84, INK, bold=True)
    left, room = MARGIN + 140, wide - 170
    names = " · ".join(drawable_text(name) for name in season.champions)
    text, size = shrink_to_fit(names, room, 60, 34, bold=True)
    canvas.write((left, top + 46), text, size, INK, bold=True)
    text, size = shrink_to_fit(drawable_text(season.won), room, 36, LEAST_VALUE)
    canvas.write((left, top + 95), text, size, INK)


def _best_of(canvas: Canvas, table: SeasonTable, left: int, top: int, kind: _Tables) -> None:
    sign, least = kind.sign, LEAST_VALUE
    canvas.panel(left, top, _PANEL, kind.high, LINE)
    canvas.panel(left + 2, top + 2, _PANEL - 4, kind.high - 4, PANEL, 16)
    title, size = shrink_to_fit(drawable_text(table.title), _PANEL - 2 * _EDGE, kind.title, least, bold=True)
    canvas.write((left + _EDGE, top + kind.head / 2 + 6), title, size, INK, bold=True)
    for number, step in enumerate(table.steps):
        middle = top + kind.head + number * kind.line + kind.line // 2 + 4
        colour = _COLOURS[min(step.rank, len(_COLOURS)) - 1] if step.rank else CREAM
        canvas.panel(left + _EDGE, middle - sign // 2, sign, sign, SOFT, sign)
        canvas.panel(left + _EDGE + 2, middle - sign // 2 + 2, sign - 4, sign - 4, colour, sign)
        rank = str(step.rank or "–")
        canvas.write((left + _EDGE + sign / 2, middle), rank, sign * 13 // 20, INK, bold=True, anchor="mm")
        value, size = shrink_to_fit(drawable_text(step.value), 210, kind.value, 26, bold=True)
        canvas.write((left + _PANEL - _EDGE, middle), value, size, DEEP_GREEN, bold=True, anchor="rm")
        begins = _EDGE + sign + 14
        room = _PANEL - begins - 2 * _EDGE - width(value, size, bold=True)
        name, size = display_name(step.name, step.instead, room, kind.name, least)
        canvas.write((left + begins, middle), name, size, INK, bold=True)
