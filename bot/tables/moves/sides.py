"""Sides that people choose in a lobby, and the order of play, both from the table's dice where nobody chose."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias, TypedDict

from bot.engine import AnyGame, DiceSource, FirstPlayerThrow, FirstPlayerThrown, Seat
from bot.tables.model.errors import CrowdedSide, NoSuchChoice, SideFull
from bot.tables.model.store import LobbyRow
from bot.tables.model.table import DiceSeed, Occupant, Table, people

# -- Sides that people choose in a lobby; the table's dice deal the others to sides (first_player.py) ----------------
# The lines of the lobby hold every choice: ``side`` and its number, or ``side dealt``. With the number of sides in the
# lines of the options they tell everybody's choice at the start.

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
    chosen: dict[Occupant, int] = {}
    for row in rows:
        match row.do.split(" "):
            case ["open" | "side", side] if side != DEALT:
                chosen[row.user] = int(side)
            case ["join" | "leave", *_] | ["side", _]:
                chosen.pop(row.user, None)
            case ["options", *sides]:
                chosen = dict(existing(chosen, int(sides[0]) if sides else 0))
    return chosen


def agree_with_lobby(table: Table, rows: Sequence[LobbyRow]) -> bool:
    """Whether the table's choices are those that its lobby wrote down."""
    seated = {user: side for user, side in table.chosen.items() if user in table.seats_at_start}
    return seated == chosen_in(rows)


# -- The order of play, from the table's dice; if the game's rules say so, a throw decides which player is first -----
# Where people chose sides, the dice deal the others to the free places, and sides take turns.
# All of these have domains of their own (``order``, ``side`` and ``start``): the throws of the game have numbers as if
# they had not happened, and anyone can compute them all (docs/fair-dice.md). They come from the players' ids, since
# nobody has a seat yet; ``computer`` and a number stand for the id of a computer.

_Thrown: TypeAlias = tuple[tuple[Occupant, tuple[int, ...]], ...]
"""The throws of these players."""


def seating(
    seed: DiceSeed, users: Iterable[Occupant], game: AnyGame, chosen: Mapping[Occupant, int]
) -> tuple[tuple[Occupant, ...], tuple[FirstPlayerThrown, ...]]:
    """Return the order of play, and the events that say how it came about; ``chosen`` are sides of some people.

    The order of ``users`` does not matter. The players behind the first one in the draw follow, then those before.
    Raises ValueError if more of them chose a side than it has places.
    """
    dice_source = seed.source()
    named = {str(user): user for user in users}
    shuffled = tuple(named[name] for name in dice_source.shuffle(named))
    if game.sides and not chosen.keys().isdisjoint(shuffled):
        shuffled = _alternating(shuffled, _dealt(dice_source, shuffled, game.sides, chosen), game.sides)
    rule = game.first_player_throw
    if rule is None or len(shuffled) < 2:
        return shuffled, ()
    rounds = _thrown(dice_source, shuffled, rule)
    first = shuffled.index(_best(rounds[-1], rule)[0])
    order = (*shuffled[first:], *shuffled[:first])
    return order, (FirstPlayerThrown(tuple(_with_seats(thrown, order) for thrown in rounds)),)


def _dealt(
    dice_source: DiceSource, users: Sequence[Occupant], sides: int, chosen: Mapping[Occupant, int]
) -> Mapping[Occupant, int]:
    """Return everybody's side: the chosen one, or a free place, those of the first side first."""
    theirs = {user: chosen[user] for user in users if user in chosen}
    size, taken = len(users) // sides, list(theirs.values())
    free = [side for side in range(sides) for _ in range(size - taken.count(side))]
    others = {str(user): user for user in users if user not in theirs}
    return theirs | dict(zip((others[name] for name in dice_source.deal(others)), free, strict=True))


def _alternating(order: Sequence[Occupant], side_of: Mapping[Occupant, int], sides: int) -> tuple[Occupant, ...]:
    """Return ``order`` with its first player still first, and the sides in turns; partners stay in their order."""
    first = side_of[order[0]]
    turns = [[user for user in order if side_of[user] == (first + later) % sides] for later in range(sides)]
    return tuple(user for users in zip(*turns, strict=True) for user in users)


def _thrown(dice_source: DiceSource, users: Sequence[Occupant], rule: FirstPlayerThrow) -> list[_Thrown]:
    """Return everybody's throws round by round, until one alone is best; only tied players throw again."""
    dice = {user: dice_source.for_first_player(str(user)) for user in users}
    rounds: list[_Thrown] = []
    while len(users) > 1:
        rounds.append(tuple((user, dice[user].roll(rule.dice)) for user in users))
        users = _best(rounds[-1], rule)
    return rounds


def _best(thrown: _Thrown, rule: FirstPlayerThrow) -> list[Occupant]:
    """Return the players with the sum that begins."""
    wanted = (min if rule.lowest else max)(sum(faces) for _, faces in thrown)
    return [user for user, faces in thrown if sum(faces) == wanted]


def _with_seats(thrown: _Thrown, order: tuple[Occupant, ...]) -> tuple[tuple[Seat, tuple[int, ...]], ...]:
    return tuple(sorted((Seat(order.index(user)), faces) for user, faces in thrown))
