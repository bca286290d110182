"""Sides of several players: what they are called, the players on them, how they came out."""

from bot.engine import N_, Outcome, Seat
from bot.screens.kit.values import RenderContext
from bot.tables.core.model import Table

_SIDES = (("🔴", N_("Red side")), ("🔵", N_("Blue side")), ("🟢", N_("Green side")), ("🟡", N_("Yellow side")))


def side_name(context: RenderContext, side: int) -> str:
    """The name of a side, with its colour."""
    sign, name = _SIDES[side]
    return f"{sign} {context.t(name)}"


def side_word(context: RenderContext, side: int) -> str:
    """The name of a side, in words alone."""
    return context.t(_SIDES[side][1])


def lobby_lines(context: RenderContext, table: Table) -> list[str]:
    """What a lobby says about sides."""
    sides = table.game.sides
    if not sides:
        return []
    return [
        context.t(
            "Sides: {names}. Who plays on which is drawn at the start.",
            names=context.t.listed([side_name(context, side) for side in range(sides)]),
        )
    ]


def own_totals(table: Table) -> list[int]:
    """Return each seat's own points: of this game and the match's earlier ones, without its partners'."""
    return [sum(table.game.own_games(table.state, Seat(seat))) for seat in range(len(table.players))]


def side_ranks(table: Table, outcome: Outcome) -> list[list[int]]:
    """The sides by result, best first, tied ones together. A side has the rank of its best member."""
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
