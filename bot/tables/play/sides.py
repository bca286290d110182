"""Sides that people choose in a lobby; who chooses none is dealt to one by the table's dice (first_player.py).

The lines of the lobby hold every choice: ``side`` and its number, or ``side dealt``. With the number of sides in the
lines of the options they tell who had chosen what at the start.
"""

from collections.abc import Mapping, Sequence
from typing import TypedDict

from bot.engine import AnyGame
from bot.tables.core.errors import CrowdedSide, NoSuchChoice, SideFull
from bot.tables.core.model import Table
from bot.tables.core.occupants import Occupant, people
from bot.tables.core.store import LobbyRow

DEALT = "dealt"
"""Stands in lines and buttons for no choice."""

Chosen = Mapping[Occupant, int]
"""The side of each person who chose one."""


class Choices(TypedDict):
    """Choices as a table holds them."""

    choosers: tuple[int, ...]
    chosen_sides: tuple[int, ...]


def fields(chosen: Chosen) -> Choices:
    """Return the fields of a table for these choices."""
    return {"choosers": people(chosen), "chosen_sides": tuple(chosen.values())}


def without(chosen: Chosen, user: int) -> Chosen:
    """Return the choices of all others."""
    return {other: side for other, side in chosen.items() if other != user}


def existing(chosen: Chosen, sides: int) -> Chosen:
    """Return the choices that are still possible with so many sides."""
    return {user: side for user, side in chosen.items() if side < sides}


def members(table: Table, side: int) -> list[Occupant]:
    """Return the people here who chose ``side``."""
    return [user for user in table.players if table.chosen.get(user) == side]


def is_full(table: Table, side: int) -> bool:
    """Whether as many chose ``side`` as it can have."""
    return len(members(table, side)) >= table.capacity // table.game.sides


def check(table: Table, user: int, side: int | None) -> None:
    """Refuse a side that ``user`` cannot choose. Raises NoSuchChoice or SideFull."""
    if not table.game.sides or (side is not None and side >= table.game.sides):
        raise NoSuchChoice
    if side is not None and user not in members(table, side) and is_full(table, side):
        raise SideFull(side)


def check_crowds(table: Table) -> None:
    """Refuse to start if more people chose a side than it has with as many as sit here. Raises CrowdedSide."""
    for side in range(table.game.sides):
        places, people = len(table.players) // table.game.sides, len(members(table, side))
        if people > places:
            raise CrowdedSide(side, people, places)


# -- lines of the lobby ------------------------------------------------------------------------------------------


def row_of(side: int | None) -> str:
    """Return the line of a choice."""
    return f"side {DEALT if side is None else side}"


def opened(table: Table) -> str:
    """Return the line of a new lobby, with the side of its host if they have one from the game before."""
    side = table.chosen.get(table.host)
    return "open" if side is None else f"open {side}"


def options_row(game: AnyGame) -> str:
    """Return the line for other house rules, with the number of sides if there are any."""
    return f"options {game.sides}" if game.sides else "options"


def chosen_in(rows: Sequence[LobbyRow]) -> Chosen:
    """Return who was on which side by the lines of a lobby, of those who had a seat at its end."""
    found: dict[Occupant, int] = {}
    for row in rows:
        match row.do.split(" "):
            case ["open" | "side", side] if side != DEALT:
                found[row.user] = int(side)
            case ["join" | "leave", *_] | ["side", _]:
                found.pop(row.user, None)
            case ["options", *sides]:
                found = dict(existing(found, int(sides[0]) if sides else 0))
    return found


def agree_with_lobby(table: Table, rows: Sequence[LobbyRow]) -> bool:
    """Whether the table's choices are those that its lobby wrote down."""
    seated = {user: side for user, side in table.chosen.items() if user in table.seats_at_start}
    return seated == chosen_in(rows)
