"""Sides of several players: what they are called, the players on them, how they came out."""

from bot.engine import N_, Outcome, Seat
from bot.locales import Words
from bot.screens.kit.values import Button, RenderContext, Row
from bot.tables.core.model import Table
from bot.tables.core.occupants import Occupant
from bot.tables.play.sides import DEALT, is_full

COLOURS = (
    ("🔴", N_("Red side"), N_("Join red")),
    ("🔵", N_("Blue side"), N_("Join blue")),
    ("🟢", N_("Green side"), N_("Join green")),
    ("🟡", N_("Yellow side"), N_("Join yellow")),
)
"""The sign, the name and the button of each colour; English."""


def colour_name(t: Words, colour: int) -> str:
    """The name of a side that people choose, with its colour."""
    sign, name, _ = COLOURS[colour]
    return f"{sign} {t(name)}"


def side_name(context: RenderContext, table: Table, side: int) -> str:
    """The name of a side of the game, with its colour."""
    return colour_name(context.t, table.colour(side))


def side_points(context: RenderContext, table: Table, side: int, points: int, players: str, note: str = "") -> str:
    """Return a side with its points and its players; without its name, which would need two lines of a phone."""
    name, shown = side_name(context, table, side), f"**{context.t.number(points)}**{note}"
    if context.plain:
        return context.t("{name}: {value}", name=f"{name} {shown}", value=players)
    return f"{name.split(' ', 1)[0]} {shown} · {players}"


def side_word(context: RenderContext, table: Table, side: int) -> str:
    """The name of a side of the game, in words alone."""
    return context.t(COLOURS[table.colour(side)][1])


def lobby_lines(context: RenderContext, table: Table) -> list[str]:
    """What a lobby says about sides."""
    if not table.game.sides:
        return []
    names = context.t.listed([colour_name(context.t, colour) for colour in range(table.game.sides)])
    return [context.t("{names}: if you choose none, the dice choose for you at the start.", names=names)]


def lobby_sign(context: RenderContext, table: Table, player: Occupant) -> str:
    """The side behind somebody in a lobby who has chosen one."""
    side = table.chosen.get(player)
    return "" if side is None else f" · {colour_name(context.t, side)}"


def lobby_rows(context: RenderContext, table: Table) -> tuple[Row, ...]:
    """The buttons to join a side or to change to it, off where it is full; nothing without sides."""
    if not table.game.sides:
        return ()
    choices = [
        Button(f"side {colour}", f"{sign} {context.t(join)}", disabled=is_full(table, colour))
        for colour, (sign, _, join) in enumerate(COLOURS[: table.game.sides])
    ]
    crowded = not table.chosen and len(table.players) >= table.capacity
    return ((*choices, Button(f"side {DEALT}", context.t("Any side"), disabled=crowded)),)


def own_totals(table: Table) -> list[int]:
    """Return each seat's own points: of this game and the match's earlier ones, without its partners'."""
    return [own_total(table, Seat(seat)) for seat in range(len(table.players))]


def own_total(table: Table, seat: Seat) -> int:
    """Return what :func:`own_totals` says of one seat."""
    return sum(table.game.own_games(table.state, seat))


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
