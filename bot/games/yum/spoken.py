"""Score sheets in sentences, for people who hear a board: what the dice give, what is open, what is written."""

from collections.abc import Iterable, Iterator, Sequence

from bot.engine import Seat
from bot.games.yum.rules import Mark, State, Yum
from bot.games.yum.scoring.boxes import Layout
from bot.games.yum.scoring.points import sheet_totals
from bot.games.yum.sheet_lines import Worth, bonus_term, column_name, in_order
from bot.screens.kit import RenderContext, mention
from bot.screens.kit.values import begun
from bot.tables.model.table import Computer, Table

_LARGE = 3
"""Boxes that large text names."""

_NAMED = 3
"""Boxes worth nothing that a board names, or one more where it is the last."""


def choices_in_words(context: RenderContext, table: Table, game: Yum, state: State, worth: Worth) -> list[str]:
    """Return the open boxes of the seat to act, a line a column: first those that score, best first.

    Before a throw their number will do: nobody chooses yet. What is open to a computer is left out: nobody who hears it
    chooses there.
    """
    seat, t = state.turn or Seat(0), context.t
    lines = []
    chooses = not isinstance(table.players[seat], Computer)
    for columns, worths in _offers(game, state, seat, worth) if chooses else ():
        best = [one for one in worths if one[0]]
        nothing = [t(game.layout.boxes[place].label) for points, place in worths if not points]
        parts = []
        if best:
            parts.append(_best_first(context, game, best, columns))
            if extra := _extra(game, state, columns[0], best[0][1]):
                parts.append(t("Each of these brings {n} more, for another Yum.", n=extra))
        if nothing and state.dice:
            parts.append(_worth_nothing(context, nothing, named=not best))
        elif len(nothing) > _NAMED + 1:
            parts.append(t.many("{n} box is open.", "{n} boxes are open.", len(nothing)))
        elif nothing:
            parts.append(t("Open boxes: {boxes}.", boxes=", ".join(nothing)))
        if parts:
            lines.append(_named(context, _together(context, game.layout, columns), " ".join(parts)))
    return lines


def turn_sheet_in_words(context: RenderContext, table: Table, game: Yum, state: State, *, replayed: bool) -> list[str]:
    """Return what the seat to act has written; of a computer, whose turn lasts seconds, only where it is ``replayed``.

    The standings tell how far its bonus is. Each line says whose it is where several play: a voice may be told this
    line alone, without those around it.
    """
    seat = state.turn or Seat(0)
    if isinstance(table.players[seat], Computer) and not replayed:
        return []
    if len(table.players) == 1:
        return [*written(context, game, state, seat, upper=False)]
    t, owner = context.t, context.t("sheet of {player}", player=mention(table.players[seat]))
    return [
        _named(
            context,
            begun(", ".join(filter(None, (name, owner)))),
            ", ".join(_filled(context, game, state, seat, columns)) or t("nothing yet"),
        )
        for name, columns in _begun_columns(context, game, state, seat)
    ]


def best_in_large(context: RenderContext, table: Table, game: Yum, state: State, worth: Worth) -> Iterator[str]:
    """Yield for each column the open boxes that pay most, as a heading: the sheet itself has small letters."""
    seat = state.turn or Seat(0)
    if isinstance(table.players[seat], Computer):
        return
    named = [
        (columns, best)
        for columns, worths in _offers(game, state, seat, worth)
        if (best := [one for one in worths if one[0]][:_LARGE])
    ]
    several = game.layout.named_columns
    if several and named:
        heading = context.t("Open boxes, the most points first:")
        yield f"### {heading}"
    for columns, best in named:
        boxes = (_in_boxes if several else _best_first)(context, game, best, columns)
        yield f"### {_named(context, _together(context, game.layout, columns), boxes)}"


def _best_first(context: RenderContext, game: Yum, best: Sequence[tuple[int, int]], columns: Sequence[int]) -> str:
    boxes = _in_boxes(context, game, best, columns)
    return context.t("Open boxes, the most points first: {boxes}.", boxes=boxes)


def _in_boxes(context: RenderContext, game: Yum, best: Sequence[tuple[int, int]], columns: Sequence[int]) -> str:
    return ", ".join(_in_box(context, game.layout, columns, place, points) for points, place in best)


def _offers(game: Yum, state: State, seat: Seat, worth: Worth) -> list[tuple[Sequence[int], list[tuple[int, int]]]]:
    """Return the open boxes as points and place, by the columns where they are open for these: each is told once.

    First the columns where a box counts most.
    """
    where: dict[tuple[int, int, int], list[int]] = {}
    for columns in _groups(game.layout):
        for column, place in _open(game, state, seat, columns):
            points = worth.get((column, place), 0)
            extra = _extra(game, state, columns[0], place) if points else 0
            where.setdefault((points, place, extra), []).append(columns[0])
    offers: dict[tuple[int, ...], list[tuple[int, int]]] = {}
    for (points, place, _), found in sorted(where.items(), key=lambda one: -one[0][0]):
        offers.setdefault(tuple(found), []).append((points, place))
    times = game.layout.multipliers
    return sorted(offers.items(), key=lambda one: (-one[1][0][0] * times[one[0][0]], -times[one[0][0]]))


def _extra(game: Yum, state: State, column: int, place: int) -> int:
    """The bonus of a further Yum, which a box that scores earns in its column."""
    counted = column + 1 if game.layout.named_columns else 0
    return game.extra_bonus(state, Mark(game.layout.boxes[place].key, counted))


def _worth_nothing(context: RenderContext, boxes: Sequence[str], *, named: bool) -> str:
    """The open boxes that these dice give nothing; of many, as they would be heard after every throw, the number.

    Where only such boxes are left some are ``named``; the menu to strike has them all.
    """
    if len(boxes) <= _NAMED + 1:
        return context.t("Open, but 0 with these dice: {boxes}.", boxes=", ".join(boxes))
    if not named:
        return context.t("{n} other open boxes: 0 with these dice.", n=len(boxes))
    return context.t(
        "Open, but 0 with these dice: {boxes} and {n} others.", boxes=", ".join(boxes[:_NAMED]), n=len(boxes) - _NAMED
    )


def sheet_in_words(context: RenderContext, game: Yum, state: State, seat: Seat) -> list[str]:
    """Return what ``seat`` has written, then its open boxes, column by column."""
    lines = list(written(context, game, state, seat))
    for name, columns in _columns(context, game.layout):
        opened = [context.t(game.layout.boxes[place].label) for _, place in _open(game, state, seat, columns)]
        if opened:
            lines.append(_named(context, name, context.t("Open boxes: {boxes}.", boxes=", ".join(opened))))
    return lines


def written(context: RenderContext, game: Yum, state: State, seat: Seat, *, upper: bool = True) -> Iterator[str]:
    """Yield the boxes that ``seat`` has filled and, if wanted, its ``upper`` section, column by column."""
    t, layout = context.t, game.layout
    totals = sheet_totals(layout, state.sheets[seat], state.extra_yums[seat], game.raw_bonus)
    for name, columns in _columns(context, layout) if upper else _begun_columns(context, game, state, seat):
        filled = _filled(context, game, state, seat, columns)
        line = t("Written: {boxes}.", boxes=", ".join(filled)) if filled else t("Nothing is written yet.")
        yield _named(context, name, line)
        if upper and layout.bonus.steps and not layout.stacked:
            column = totals.columns[columns[0]]
            bonus = f"{t(bonus_term(layout, 'Bonus'))} {column.bonus}"
            yield _named(context, name, t("Upper section: {points}. {bonus}.", points=column.upper, bonus=bonus))


def _filled(context: RenderContext, game: Yum, state: State, seat: Seat, columns: Sequence[int]) -> list[str]:
    """The boxes that ``seat`` has filled in these columns, with their points, in the order of the sheet."""
    return [
        context.t("{points} in {box}", points=cell.written, box=context.t(game.layout.boxes[place].label))
        for place in in_order(game.layout)
        for column in columns
        if (cell := state.sheets[seat][column][place]) is not None
    ]


def _columns(context: RenderContext, layout: Layout) -> list[tuple[str, Sequence[int]]]:
    """The name of each column and its number, from 0; a stacked sheet is one column of boxes with several cells."""
    return [(_together(context, layout, columns), columns) for columns in _groups(layout)]


def _begun_columns(context: RenderContext, game: Yum, state: State, seat: Seat) -> list[tuple[str, Sequence[int]]]:
    """The columns; all in one, without a name, while nothing stands in any of them."""
    if any(cell is not None for cells in state.sheets[seat] for cell in cells):
        return _columns(context, game.layout)
    return [("", range(game.layout.columns))]


def _groups(layout: Layout) -> list[Sequence[int]]:
    """The columns that a player tells apart: the one that counts most, the most interesting, comes first."""
    every = range(layout.columns)
    if not layout.named_columns:
        return [every]
    return [(column,) for column in sorted(every, key=lambda column: -layout.multipliers[column])]


def _together(context: RenderContext, layout: Layout, columns: Sequence[int]) -> str:
    """The name of some columns of those that a player tells apart; empty where there is one alone."""
    t = context.t
    if not layout.named_columns:
        return ""
    if len(columns) == 1:
        return column_name(t, layout, columns[0] + 1)
    if layout.multiplied:
        return t("Columns {columns}", columns=t.listed([f"×{layout.multipliers[column]}" for column in columns]))
    return t("Grids {numbers}", numbers=t.listed([t.number(column + 1) for column in columns]))


def _open(game: Yum, state: State, seat: Seat, columns: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the column and the place of each open box; of several free cells of a box the first."""
    sheet = state.sheets[seat]
    for place in in_order(game.layout):
        free = next((column for column in columns if sheet[column][place] is None), None)
        if free is not None:
            yield free, place


def _in_box(context: RenderContext, layout: Layout, columns: Sequence[int], place: int, points: int) -> str:
    t = context.t
    filled = t("{points} in {box}", points=f"**{points}**", box=t(layout.boxes[place].label))
    times = [layout.multipliers[column] for column in columns] if layout.named_columns else []
    if len(times) != 1 or times == [1]:  # Of several columns the line has told how often each counts.
        return filled
    return t("{said} (counts {n})", said=filled, n=points * times[0])


def _named(context: RenderContext, name: str, sentence: str) -> str:
    return context.t("{name}: {value}", name=name, value=sentence) if name else sentence
