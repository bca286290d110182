"""Which player begins and why, once, on the first board of a game that lets the dice choose."""

from __future__ import annotations

from bot.engine.starter import Began, Throws
from bot.engine.types import Seat
from bot.screens.kit.values import Desk, mention
from bot.tables.core.model import Table


def began_line(desk: Desk, table: Table, began: Began) -> str:
    """Everybody's throws, those for ties included, and the first player: the first seat."""
    t = desk.t
    thrown = " · ".join(_round(desk, table, throws) for throws in began.rounds)
    return t("{throws}: {player} begins.", throws=thrown, player=mention(table.players[Seat(0)]))


def _round(desk: Desk, table: Table, throws: Throws) -> str:
    return ", ".join(f"{mention(table.players[seat])} {sum(faces)}" for seat, faces in throws)
