"""Sides of several players, and matches of several games, in the score-sheet family: who is with whom, what counts."""

from __future__ import annotations

from typing import cast

from bot.engine.types import Outcome, Seat
from bot.engine.words import N_
from bot.games.yum.rules import Yum
from bot.games.yum.state import State
from bot.screens.games.yum.sheet import seat_totals
from bot.screens.kit.values import Desk, mention
from bot.tables.core.model import Table

_SIDES = (("🔴", N_("Red side")), ("🔵", N_("Blue side")), ("🟢", N_("Green side")), ("🟡", N_("Yellow side")))


def side_name(desk: Desk, side: int) -> str:
    """What a side is called, with its colour."""
    sign, name = _SIDES[side]
    return f"{sign} {desk.t(name)}"


def side_word(desk: Desk, side: int) -> str:
    """What a side is called, in words alone."""
    return desk.t(_SIDES[side][1])


def lobby_lines(desk: Desk, table: Table) -> list[str]:
    """What a lobby says about sides."""
    sides = table.game.sides
    if not sides:
        return []
    names = desk.t.listed([side_name(desk, side) for side in range(sides)])
    return [desk.t("Sides: {names}. Who plays on which is drawn at the start.", names=names)]


def own_totals(table: Table) -> list[int]:
    """Each seat's own points: of this game and the match's earlier ones, without its partners'."""
    if not isinstance(table.game, Yum):
        return list(table.game.scores(table.state))
    return [sum(games_of(table, Seat(seat))) for seat in range(len(table.players))]


def games_of(table: Table, seat: Seat) -> list[int]:
    """What ``seat`` has made in each game of a match so far, the present one included; one number without a match."""
    game, state = cast(Yum, table.game), cast(State, table.state)
    return [*(earlier[seat].total for earlier in state.earlier), seat_totals(game, state, seat).total]


def standing_line(desk: Desk, table: Table) -> str:
    """Between the games of a match: what everybody has made so far, sides together; nothing in the first game."""
    if not isinstance(table.game, Yum):
        return ""
    state = cast(State, table.state)
    if not state.earlier:
        return ""
    made = [sum(earlier[seat].total for earlier in state.earlier) for seat in range(len(table.players))]
    sides = table.game.sides
    if sides:
        parts = [f"{side_name(desk, side)} **{sum(made[side::sides])}**" for side in range(sides)]
    else:
        parts = [f"{mention(player)} **{made[seat]}**" for seat, player in enumerate(table.players)]
    return desk.t("Before this game: {standing}", standing=" · ".join(parts))


def totals_lines(desk: Desk, table: Table) -> str:
    """Everybody's total, who is to act marked; a line per side where there are any."""
    own = own_totals(table)
    sides = table.game.sides
    if not sides:
        return " · ".join(_member(desk, table, Seat(seat), own[seat]) for seat in range(len(own)))
    lines = []
    for side in range(sides):
        members = [_member(desk, table, Seat(seat), own[seat]) for seat in range(side, len(own), sides)]
        lines.append(f"{side_name(desk, side)} **{sum(own[side::sides])}**: " + " · ".join(members))
    return "\n".join(lines)


def _member(desk: Desk, table: Table, seat: Seat, points: int) -> str:
    line = f"{mention(table.players[seat])} **{points}**"
    if seat in table.gone:
        return line + desk.t(" (left)")
    return desk.to_act(line) if seat == table.turn else line


def side_ranks(table: Table, outcome: Outcome) -> list[list[int]]:
    """The sides as they came out, best first, tied ones together. A side is where its best member is."""
    sides = table.game.sides
    ranks: list[list[int]] = []
    seen: set[int] = set()
    for group in outcome.ranks:
        new = sorted({seat % sides for seat in group} - seen)
        seen.update(new)
        if new:
            ranks.append(new)
    return ranks


def members(table: Table, side: int) -> list[Seat]:
    """The seats of a side."""
    return [Seat(seat) for seat in range(side, len(table.players), table.game.sides)]
