"""The board of the score-sheet games: whose turn, the dice, what may be written, the sheet, everybody's totals."""

from __future__ import annotations

from typing import cast

from bot.engine.play import legal
from bot.engine.types import Action, Seat, text
from bot.games import CATALOGUE
from bot.games.yum.actions import ExtraYum, Mark, Marked, RolledOff, Strike
from bot.games.yum.rules import Yum
from bot.games.yum.state import State
from bot.games.yum.turns import THROWS
from bot.screens.dice import Thrown, dice_in_words, hold_buttons, large_dice
from bot.screens.kit import Button, Choice, Desk, Menu, Row, Screen, Style, clipped, code_block, mention
from bot.screens.sheet_table import Entry, two_panels
from bot.screens.showing import Showing
from bot.tables.model import Table

_MENU_LIMIT = 25


def board_screen(desk: Desk, table: Table, showing: Showing) -> Screen:
    """The table while it is played."""
    game, state = _played(table)
    thrown = _thrown(state, showing.held)
    can_mark = bool(state.dice)
    parts = [
        _news(desk, table, showing),
        _turn_line(desk, table, game, state),
        dice_in_words(desk, thrown) if can_mark else desk.t("Press **Throw**."),
        code_block(sheet_lines(desk, game, state, state.turn or Seat(0))),
        _totals(desk, table, game, state),
    ]
    actions = legal(game, state)
    return Screen(
        title=_title(desk, game, state),
        body="\n".join(part for part in parts if part),
        content=large_dice(desk, thrown, game.layout.dice),
        footer=desk.t("Table {code}", code=table.code),
        rows=(
            *hold_buttons(desk, thrown, active=any(do.startswith("keep") for do in actions), dice=game.layout.dice),
            _command_row(desk, table, game, thrown, actions, striking=showing.striking),
            *_menu_rows(desk, game, state, actions, striking=showing.striking),
        ),
    )


def _played(table: Table) -> tuple[Yum, State]:
    return cast(Yum, table.game), cast(State, table.state)


def _thrown(state: State, held: frozenset[int] | None) -> Thrown:
    """The dice with those held: as chosen since the throw, else those that were kept in it."""
    if held is None:
        power = {len(state.dice)} if state.power_kept else set()
        held = frozenset(range(state.kept)) | power
    return Thrown(state.dice, state.power, held)


def throws_left(game: Yum, state: State) -> int:
    """How many throws the seat to act still has, as far as it is certain now."""
    if state.throws and not game.throwing.keeps(state):
        return 0
    return max(THROWS - state.throws, 1)


def _title(desk: Desk, game: Yum, state: State) -> str:
    t = desk.t
    filled = sum(cell is not None for column in state.sheets[state.turn or 0] for cell in column)
    return t(
        "{game} · turn {turn} of {turns}",
        game=t(CATALOGUE[game.key].label),
        turn=filled + 1,
        turns=len(game.layout.boxes) * game.layout.columns,
    )


def _turn_line(desk: Desk, table: Table, game: Yum, state: State) -> str:
    t = desk.t
    player = mention(table.players[state.turn or 0])
    if not state.dice:
        return t("{player}, it is your turn.", player=player)
    left = throws_left(game, state)
    if left:
        return t.many("{player}: {n} throw left", "{player}: {n} throws left", left, player=player)
    return t("{player}: no throws left, choose a box", player=player)


def _news(desk: Desk, table: Table, showing: Showing) -> str:
    lines = [line for event in showing.news if (line := _event_line(desk, table, event))]
    return "\n".join(lines)


def _event_line(desk: Desk, table: Table, event: object) -> str:
    t = desk.t
    game, _ = _played(table)
    match event:
        case Marked(seat=seat, box=box, points=points, struck=struck, joker=joker):
            who, where = mention(table.players[seat]), t(game.layout.box(box).label)
            if struck or not points:
                return t("{player} strikes **{box}**.", player=who, box=where)
            if joker:
                return t("{player}: **{points}** in **{box}**, as a joker!", player=who, points=points, box=where)
            return t("{player}: **{points}** in **{box}**.", player=who, points=points, box=where)
        case ExtraYum(seat=seat, points=points):
            who = mention(table.players[seat])
            return t("{player}: another Yum, **{points}** more!", player=who, points=points)
        case RolledOff(seat=seat, faces=faces):
            thrown = " ".join(map(str, faces))
            return t("{player} throws {faces} to break the tie.", player=mention(table.players[seat]), faces=thrown)
    return ""


# -- the sheet ---------------------------------------------------------------------------------------------------


def sheet_lines(desk: Desk, game: Yum, state: State, seat: Seat) -> list[str]:
    """One seat's sheet as narrow lines: boxes, upper section, bonus."""
    t = desk.t
    column = state.sheets[seat][0]
    totals = game.totals(state, seat)
    entries = [
        Entry(t(box.short), None if cell is None else cell.written)
        for box, cell in zip(game.layout.boxes, column, strict=True)
    ]
    upper = sum(box.section == "upper" for box in game.layout.boxes)
    entries[upper:upper] = [Entry(t("Upper"), totals.columns[0].upper), Entry(t("Bonus"), totals.columns[0].bonus)]
    return two_panels(entries)


def _totals(desk: Desk, table: Table, game: Yum, state: State) -> str:
    scores = game.scores(state)
    return " · ".join(_total(desk, table, state, Seat(seat), scores[seat]) for seat in range(len(table.players)))


def _total(desk: Desk, table: Table, state: State, seat: Seat, score: int) -> str:
    line = f"{mention(table.players[seat])} **{score}**"
    if seat in table.gone:
        return line + desk.t(" (left)")
    return f"▶ {line}" if seat == state.turn else line


# -- what one can press -------------------------------------------------------------------------------------------


def _command_row(
    desk: Desk, table: Table, game: Yum, thrown: Thrown, actions: dict[str, Action], *, striking: bool
) -> Row:
    t = desk.t
    row = [_throw_button(desk, game, _played(table)[1], thrown, actions)]
    if striking:
        row.append(Button("menu mark", t("Write points")))
    elif any(isinstance(action, Mark) for action in actions.values()):
        row.append(Button("menu strike", t("Strike"), Style.DANGER))
    if table.undoable is not None:
        row.append(Button("undo", t("Undo")))
    row.append(Button("sheets", t("Sheets")))
    return tuple(row)


def _throw_button(desk: Desk, game: Yum, state: State, thrown: Thrown, actions: dict[str, Action]) -> Button:
    t = desk.t
    left = throws_left(game, state)
    do = thrown.keep if thrown.count else "roll"
    if not left:
        return Button(do, t("No throws left"), Style.PRIMARY, disabled=True)
    label = t.many("Throw ({n} left)", "Throw ({n} left)", left)
    return Button(do, label, Style.PRIMARY, disabled=do not in actions)


def _menu_rows(desk: Desk, game: Yum, state: State, actions: dict[str, Action], *, striking: bool) -> tuple[Row, ...]:
    t = desk.t
    marks = [(do, action) for do, action in actions.items() if isinstance(action, Mark)]
    if not marks:
        return ()
    if striking:
        menu = Menu("menu", t("Strike a box: write 0 in it"), _strike_choices(desk, game, actions, marks))
    else:
        menu = Menu("menu", t("Write your points in a box"), _mark_choices(desk, game, state, marks))
    return ((menu,),)


def _mark_choices(desk: Desk, game: Yum, state: State, found: list[tuple[str, Mark]]) -> tuple[Choice, ...]:
    t = desk.t
    worth = [(game.preview(state, action) or 0, do, action) for do, action in found]
    worth.sort(key=lambda item: -item[0])
    return tuple(
        Choice(
            do,
            clipped(
                t.many("{box}: {n} point", "{box}: {n} points", points, box=t(game.layout.box(action.box).label)), 100
            ),
            clipped(condition(desk, game, action.box), 100),
        )
        for points, do, action in worth[:_MENU_LIMIT]
    )


def _strike_choices(
    desk: Desk, game: Yum, actions: dict[str, Action], marks: list[tuple[str, Mark]]
) -> tuple[Choice, ...]:
    """Every open box; one that would score 0 anyway is struck by marking it."""
    t = desk.t
    strikes = [(text(Strike(mark.box, mark.column)), do, mark) for do, mark in marks]
    return tuple(
        Choice(
            strike if strike in actions else do,
            t("Strike {box}", box=t(game.layout.box(mark.box).label)),
            clipped(condition(desk, game, mark.box), 100),
        )
        for strike, do, mark in strikes[:_MENU_LIMIT]
    )


def condition(desk: Desk, game: Yum, key: str) -> str:
    """When a box scores and how much, in one sentence."""
    box = game.layout.box(key)
    return desk.t(box.condition, points=box.maximum)
