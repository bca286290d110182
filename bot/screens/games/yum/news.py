"""What happened in a score-sheet game, in sentences: for results, replays and the start of another game."""

from bot.engine import Event
from bot.engine.match import RolledOff
from bot.games.yum.actions import ExtraYum, Marked, NextGame, Penalised
from bot.games.yum.rules import Yum
from bot.screens.games.yum.press import column_name
from bot.screens.kit import RenderContext, mention, mentions
from bot.tables.core.model import Table


def news_lines(context: RenderContext, table: Table, game: Yum, events: tuple[Event, ...]) -> list[str]:
    """Return the latest events."""
    return [line for event in events if (line := _event_line(context, table, game, event))]


def next_game_lines(context: RenderContext, table: Table, events: tuple[Event, ...]) -> list[str]:
    """Return the end of the match's last game, if it has just ended: the only event that boards tell as a sentence."""
    return [_next_game_line(context, table, event) for event in events if isinstance(event, NextGame)]


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
            thrown = "-".join(map(str, faces))
            return context.t(
                "{player} throws {faces} to break the tie.", player=mention(table.players[seat]), faces=thrown
            )
        case NextGame():
            return _next_game_line(context, table, event)
    return ""


def _next_game_line(context: RenderContext, table: Table, event: NextGame) -> str:
    return context.t(
        "End of this game: {standing}. The sheets are empty again.",
        standing=" · ".join(
            f"{mention(table.players[seat])} **{context.t.number(total)}**" for seat, total in enumerate(event.totals)
        ),
    )


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
