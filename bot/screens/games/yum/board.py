"""The board of the score-sheet games: the player to act, the dice, the boxes, the sheet, everybody's totals."""

from typing import NamedTuple, TypeAlias

from bot.engine import Event, Seat
from bot.engine.match import RolledOff
from bot.games.yum.actions import ExtraYum, Marked, NextGame, Penalised
from bot.games.yum.rules import Yum
from bot.games.yum.state import State
from bot.locales import Words
from bot.screens.games.yum.match import totals_lines
from bot.screens.games.yum.press import BoardControls, MenuOffer, column_name, menu_offer, throws_left
from bot.screens.games.yum.sheet import sheet_lines
from bot.screens.kit import (
    BoardView,
    DiceInHand,
    RenderContext,
    Screen,
    before_lines,
    code_block,
    dice_in_words,
    hold_rows,
    large_dice,
    match_title,
    mention,
    mentions,
    own_totals,
    press_throw,
)
from bot.tables.core.memory import LruCache
from bot.tables.core.model import Table, TableId

_REMEMBERED = 1024
"""How many boards keep their unchanging part in memory; one takes about 8 KB."""


class _BoardParts(NamedTuple):
    """The part that stays while the player holds dice: title, lines above and below the dice, buttons and menus."""

    title: str
    above: str
    below: str
    offer: MenuOffer


_Asked: TypeAlias = tuple[Words, bool, bool, int | None, tuple[Event, ...]]
_stills: LruCache[TableId, tuple[Table, _Asked, _BoardParts]] = LruCache(_REMEMBERED)


def _still(context: RenderContext, table: Table, game: Yum, state: State, view: BoardView) -> _BoardParts:
    """Return the part that stays; for the same table and the same view, the one from memory."""
    asked = (context.t, context.plain, view.striking, view.column, view.news)
    last = _stills.get(table.id)
    if last is not None and last[0] is table and last[1] == asked:
        return last[2]
    above = news_lines(context, table, game, view.news)
    sheet = code_block(sheet_lines(context, game, state, state.turn or Seat(0)))
    totals = totals_lines(context, table, own_totals(table))
    below = [sheet, *before_lines(context, table), totals]
    still = _BoardParts(
        _title(context, game, state),
        "\n".join([*above, _turn_line(context, table, game, state)]),
        "\n".join(below),
        menu_offer(context.t, game, state, view.striking, view.column),
    )
    _stills.put(table.id, (table, asked, still))
    return still


def board_screen(context: RenderContext, table: Table, game: Yum, state: State, view: BoardView) -> Screen:
    """Return the table during the game."""
    thrown = _thrown(state, view.held)
    still = _still(context, table, game, state, view)
    press = BoardControls(context.t, game, state, view, table.undoable is not None, still.offer)
    dice = game.layout.dice + game.throwing.power
    parts = [still.above, *_dice_lines(context, thrown, view), still.below]
    return Screen(
        title=still.title,
        body="\n".join(parts),
        content=large_dice(context, thrown, dice),
        footer=context.t("Table {code}", code=table.code),
        rows=(*hold_rows(context, thrown, active=press.may_hold, dice=dice, menu=view.by_menu), *press.rows(thrown)),
    )


def _dice_lines(context: RenderContext, thrown: DiceInHand, view: BoardView) -> list[str]:
    """The dice in words, and what to do for a throw."""
    return [dice_in_words(context, thrown)] if thrown.count else press_throw(context, view)


def _thrown(state: State, held: frozenset[int] | None) -> DiceInHand:
    """The dice and the held ones: as chosen since the throw, else those kept in it."""
    if held is None:
        power = {len(state.dice)} if state.power_kept else set()
        held = frozenset(range(state.kept)) | power
    return DiceInHand(state.dice, state.power, held)


def _title(context: RenderContext, game: Yum, state: State) -> str:
    filled = sum(cell is not None for column in state.sheets[state.turn or 0] for cell in column)
    turns = len(game.layout.boxes) * game.layout.columns
    name = match_title(context, game, state)
    return context.t("{game} · turn {turn} of {turns}", game=name, turn=min(filled + 1, turns), turns=turns)


def _turn_line(context: RenderContext, table: Table, game: Yum, state: State) -> str:
    seat = state.turn or Seat(0)
    player = mention(table.players[seat])
    spare = state.spare[seat] if state.spare else 0
    extra = context.t.many(" ({n} extra throw)", " ({n} extra throws)", spare) if spare else ""
    if not state.dice:
        return context.t("{player}, it is your turn.", player=player) + extra
    if state.second:
        return context.t("{player}: the Power die allows a second box.", player=player)
    left = throws_left(game, state)
    if left:
        return context.t.many("{player}: {n} throw left", "{player}: {n} throws left", left, player=player) + extra
    return context.t("{player}: no throws left, choose a box", player=player)


def news_lines(context: RenderContext, table: Table, game: Yum, events: tuple[Event, ...]) -> list[str]:
    """Return the latest events."""
    return [line for event in events if (line := _event_line(context, table, game, event))]


def _event_line(context: RenderContext, table: Table, game: Yum, event: Event) -> str:
    match event:
        case Marked():
            return _marked_line(context, table, game, event)
        case ExtraYum(seat=seat, points=points):
            return context.t(
                "{player}: another Yum, **{points}** more!", player=mention(table.players[seat]), points=points
            )
        case Penalised(seats=seats):
            return context.t(
                "{players}: a 0 instead of the next turn.",
                players=mentions(tuple(table.players[seat] for seat in seats)),
            )
        case RolledOff(seat=seat, faces=faces):
            thrown = " ".join(map(str, faces))
            return context.t(
                "{player} throws {faces} to break the tie.", player=mention(table.players[seat]), faces=thrown
            )
        case NextGame(totals=totals):
            return context.t(
                "End of this game: {standing}. The sheets are empty again.",
                standing=" · ".join(f"{mention(table.players[seat])} **{total}**" for seat, total in enumerate(totals)),
            )
    return ""


def place_name(context: RenderContext, game: Yum, key: str, column: int) -> str:
    """Return the name of a box, with its column if there are several."""
    box = context.t(game.layout.box(key).label)
    return context.t("{box}, {column}", box=box, column=column_name(context, game, column)) if column else box


def _marked_line(context: RenderContext, table: Table, game: Yum, event: Marked) -> str:
    who, where = mention(table.players[event.seat]), place_name(context, game, event.box, event.column)
    if event.struck or not event.points:
        return context.t("{player} strikes **{box}**.", player=who, box=where)
    if event.joker:
        return context.t("{player}: **{points}** in **{box}**, as a joker!", player=who, points=event.points, box=where)
    return context.t("{player}: **{points}** in **{box}**.", player=who, points=event.points, box=where)
