"""Who begins and why, said once on the first board of a game that lets the dice decide it."""

from __future__ import annotations

from bot.engine.starter import Began, Throws
from bot.engine.types import Seat
from bot.screens.kit.values import Desk, mention
from bot.tables.core.model import Table


def began_line(desk: Desk, table: Table, began: Began) -> str:
    """What everybody threw, with the throws of those that tied, and who begins: the first seat."""
    t = desk.t
    thrown = " · ".join(_round(desk, table, throws) for throws in began.rounds)
    return t("{throws}: {player} begins.", throws=thrown, player=mention(table.players[Seat(0)]))


def _round(desk: Desk, table: Table, throws: Throws) -> str:
    return ", ".join(f"{mention(table.players[seat])} {sum(faces)}" for seat, faces in throws)
