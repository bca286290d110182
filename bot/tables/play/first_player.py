"""The order of play, from the table's dice; if the game's rules say so, a throw decides which player is first.

Where people chose sides, the dice deal the others to the free places, and sides take turns.

All of these have domains of their own (``order``, ``side`` and ``start``): the throws of the game have numbers as if
they had not happened, and anyone can compute them all (docs/fair-dice.md). They come from the players' ids, since
nobody has a seat yet; ``computer`` and a number stand for the id of a computer.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from bot.engine import AnyGame, DiceSource, FirstPlayerThrow, FirstPlayerThrown, Seat
from bot.tables.core.model import DiceSeed
from bot.tables.core.occupants import Occupant

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
    found = {user: chosen[user] for user in users if user in chosen}
    size, taken = len(users) // sides, list(found.values())
    free = [side for side in range(sides) for _ in range(size - taken.count(side))]
    others = {str(user): user for user in users if user not in found}
    return found | dict(zip((others[name] for name in dice_source.deal(others)), free, strict=True))


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
