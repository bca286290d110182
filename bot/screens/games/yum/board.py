"""The board of the score-sheet games: the player to act, the dice, the boxes, the sheet, everybody's totals."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from bot.engine.types import Event, Seat
from bot.games import CATALOGUE
from bot.games.yum.actions import ExtraYum, Marked, NextGame, Penalised, RolledOff
from bot.games.yum.rules import Yum
from bot.games.yum.state import State
from bot.locales import Words
from bot.screens.games.yum.match import standing_line, totals_lines
from bot.screens.games.yum.press import Offer, Pressable, column_name, offered, throws_left
from bot.screens.games.yum.sheet import sheet_lines
from bot.screens.kit.dice import Thrown, dice_in_words, hold_rows, large_dice, press_throw
from bot.screens.kit.real_dice import face_rows, tell_buttons, telling_line
from bot.screens.kit.showing import Showing
from bot.screens.kit.sides import own_totals
from bot.screens.kit.values import Desk, Row, Screen, code_block, mention, mentions
from bot.tables.core.memory import Recent
from bot.tables.core.model import Table, TableId

_ROWS = 5
"""Rows of a message."""

_REMEMBERED = 1024
"""How many boards keep their unchanging part in memory; one takes about 8 KB."""


class _Still(NamedTuple):
    """The part that stays while the player holds dice: title, lines above and below the dice, buttons and menus."""

    title: str
    above: str
    below: str
    offer: Offer


_Asked: TypeAlias = tuple[Words, bool, bool, int | None, tuple[Event, ...]]
_stills: Recent[TableId, tuple[Table, _Asked, _Still]] = Recent(_REMEMBERED)


def _still(desk: Desk, table: Table, game: Yum, state: State, showing: Showing) -> _Still:
    """Return the part that stays; for the same table and the same view, the one from memory."""
    asked = (desk.t, desk.plain, showing.striking, showing.column, showing.news)
    last = _stills.get(table.id)
    if last is not None and last[0] is table and last[1] == asked:
        return last[2]
    above = news_lines(desk, table, game, showing.news)
    sheet = code_block(sheet_lines(desk, game, state, state.turn or Seat(0)))
    totals = totals_lines(desk, table, own_totals(table))
    below = [line for line in (sheet, standing_line(desk, table, state), totals) if line]
    still = _Still(
        _title(desk, game, state),
        "\n".join([*above, _turn_line(desk, table, game, state)]),
        "\n".join(below),
        offered(desk.t, game, state, showing.striking, showing.column),
    )
    _stills.put(table.id, (table, asked, still))
    return still


def board_screen(desk: Desk, table: Table, game: Yum, state: State, showing: Showing) -> Screen:
    """Return the table during the game."""
    thrown = _thrown(state, showing.held)
    real = table.manner.real_dice
    still = _still(desk, table, game, state, showing)
    press = Pressable(desk.t, game, state, showing, table.undoable is not None, real, still.offer)
    dice = game.layout.dice + game.throwing.power
    parts = [still.above, *_dice_lines(desk, table, thrown, showing), still.below]
    if real and showing.told is not None:  # By the buttons.
        parts += ["", telling_line(desk, table, showing.told)]
    return Screen(
        title=still.title,
        body="\n".join(parts),
        content=large_dice(desk, thrown, dice),
        footer=desk.t("Table {code}", code=table.code),
        rows=_rows(desk, showing, press, thrown, dice),
    )


def _dice_lines(desk: Desk, table: Table, thrown: Thrown, showing: Showing) -> list[str]:
    """The dice in words, and what to do for a throw."""
    t = desk.t
    lines = [dice_in_words(desk, thrown)] if thrown.count else []
    if showing.replayed:
        return lines
    if not table.manner.real_dice:
        return lines or press_throw(desk, showing)
    if showing.told is not None:
        return lines
    return lines or [t("Throw your dice, then press **Enter throw**.")]


def _rows(desk: Desk, showing: Showing, press: Pressable, thrown: Thrown, dice: int) -> tuple[Row, ...]:
    if press.real_dice and showing.told is not None:
        return face_rows(desk, showing.told)
    holds = hold_rows(desk, thrown, active=press.may_hold, dice=dice, menu=showing.by_menu)
    action = press.throw_text(thrown) if press.real_dice else None
    if action is None:
        return (*holds, *press.rows(thrown))
    tell, below = tell_buttons(desk, action, legal=press.allows(thrown)), press.rows(thrown)
    if len(holds) + len(below) < _ROWS:
        return (*holds, tell, *below)
    return (*holds[:-1], (*holds[-1], *tell), *below)  # Only six dice or more take all rows; the last has room.


def _thrown(state: State, held: frozenset[int] | None) -> Thrown:
    """The dice and the held ones: as chosen since the throw, else those kept in it."""
    if held is None:
        power = {len(state.dice)} if state.power_kept else set()
        held = frozenset(range(state.kept)) | power
    return Thrown(state.dice, state.power, held)


def _title(desk: Desk, game: Yum, state: State) -> str:
    t = desk.t
    filled = sum(cell is not None for column in state.sheets[state.turn or 0] for cell in column)
    turns = len(game.layout.boxes) * game.layout.columns
    name = t(CATALOGUE[game.key].label)
    games = game.ending.games
    if games > 1:
        name = t("{game}, game {number} of {games}", game=name, number=len(state.earlier) + 1, games=games)
    return t("{game} · turn {turn} of {turns}", game=name, turn=min(filled + 1, turns), turns=turns)


def _turn_line(desk: Desk, table: Table, game: Yum, state: State) -> str:
    t = desk.t
    seat = state.turn or Seat(0)
    player = mention(table.players[seat])
    spare = state.spare[seat] if state.spare else 0
    extra = t.many(" ({n} extra throw)", " ({n} extra throws)", spare) if spare else ""
    if not state.dice:
        return t("{player}, it is your turn.", player=player) + extra
    if state.second:
        return t("{player}: the Power die allows a second box.", player=player)
    left = throws_left(game, state)
    if left:
        return t.many("{player}: {n} throw left", "{player}: {n} throws left", left, player=player) + extra
    return t("{player}: no throws left, choose a box", player=player)


def news_lines(desk: Desk, table: Table, game: Yum, events: tuple[Event, ...]) -> list[str]:
    """Return the latest events."""
    return [line for event in events if (line := _event_line(desk, table, game, event))]


def _event_line(desk: Desk, table: Table, game: Yum, event: Event) -> str:
    t = desk.t
    match event:
        case Marked():
            return _marked_line(desk, table, game, event)
        case ExtraYum(seat=seat, points=points):
            return t("{player}: another Yum, **{points}** more!", player=mention(table.players[seat]), points=points)
        case Penalised(seats=seats):
            players = mentions(tuple(table.players[seat] for seat in seats))
            return t("{players}: a 0 instead of the next turn.", players=players)
        case RolledOff(seat=seat, faces=faces):
            thrown = " ".join(map(str, faces))
            return t("{player} throws {faces} to break the tie.", player=mention(table.players[seat]), faces=thrown)
        case NextGame(totals=totals):
            standing = " · ".join(f"{mention(table.players[seat])} **{total}**" for seat, total in enumerate(totals))
            return t("End of this game: {standing}. The sheets are empty again.", standing=standing)
    return ""


def place_name(desk: Desk, game: Yum, key: str, column: int) -> str:
    """Return the name of a box, with its column if there are several."""
    box = desk.t(game.layout.box(key).label)
    return desk.t("{box}, {column}", box=box, column=column_name(desk, game, column)) if column else box


def _marked_line(desk: Desk, table: Table, game: Yum, event: Marked) -> str:
    t = desk.t
    who, where = mention(table.players[event.seat]), place_name(desk, game, event.box, event.column)
    if event.struck or not event.points:
        return t("{player} strikes **{box}**.", player=who, box=where)
    if event.joker:
        return t("{player}: **{points}** in **{box}**, as a joker!", player=who, points=event.points, box=where)
    return t("{player}: **{points}** in **{box}**.", player=who, points=event.points, box=where)
