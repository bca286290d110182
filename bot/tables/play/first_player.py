"""The order of play, from the table's dice; if the game's rules say so, a throw decides which player is first.

Both have domains of their own (``order`` and ``start``): the throws of the game have numbers as if they had not
happened, and anyone can compute them all (docs/fair-dice.md). They come from the players' ids, since nobody has a seat
yet.
"""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from bot.engine import AnyGame, DiceSource, FirstPlayerThrow, FirstPlayerThrown, Seat
from bot.tables.core.model import DiceSeed

_Thrown: TypeAlias = tuple[tuple[int, tuple[int, ...]], ...]
"""The throws of these users."""


def seating(
    seed: DiceSeed, users: Iterable[int], game: AnyGame
) -> tuple[tuple[int, ...], tuple[FirstPlayerThrown, ...]]:
    """Return the order of play, and the events that say how it came about.

    The order of ``users`` does not matter. The players behind the first one in the draw follow, then those before.
    """
    dice_source = seed.source()
    shuffled = tuple(int(user) for user in dice_source.shuffle(str(user) for user in users))
    rule = game.first_player_throw
    if rule is None or len(shuffled) < 2:
        return shuffled, ()
    rounds = _thrown(dice_source, shuffled, rule)
    first = shuffled.index(_best(rounds[-1], rule)[0])
    order = (*shuffled[first:], *shuffled[:first])
    return order, (FirstPlayerThrown(tuple(_with_seats(thrown, order) for thrown in rounds)),)


def _thrown(dice_source: DiceSource, users: Sequence[int], rule: FirstPlayerThrow) -> list[_Thrown]:
    """Return everybody's throws round by round, until one alone is best; only tied players throw again."""
    dice = {user: dice_source.for_first_player(user) for user in users}
    rounds: list[_Thrown] = []
    while len(users) > 1:
        rounds.append(tuple((user, dice[user].roll(rule.dice)) for user in users))
        users = _best(rounds[-1], rule)
    return rounds


def _best(thrown: _Thrown, rule: FirstPlayerThrow) -> list[int]:
    """Return the players with the sum that begins."""
    wanted = (min if rule.lowest else max)(sum(faces) for _, faces in thrown)
    return [user for user, faces in thrown if sum(faces) == wanted]


def _with_seats(thrown: _Thrown, order: tuple[int, ...]) -> tuple[tuple[Seat, tuple[int, ...]], ...]:
    return tuple(sorted((Seat(order.index(user)), faces) for user, faces in thrown))
