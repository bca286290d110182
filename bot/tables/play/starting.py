"""The order of play, from the table's dice; if the game's rules say so, a throw decides which player is first.

Both have domains of their own (``order`` and ``start``): the throws of the game have numbers as if they had not
happened, and anyone can compute them all (docs/fair-dice.md). They come from the players' ids, since nobody has a seat
yet.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from bot.engine.dice import Cup
from bot.engine.starter import Began
from bot.engine.types import AnyGame, Seat, Starter
from bot.tables.core.model import Fair

_Thrown: TypeAlias = tuple[tuple[int, tuple[int, ...]], ...]
"""The throws of these users."""


def seated(fair: Fair, users: Iterable[int], game: AnyGame) -> tuple[tuple[int, ...], tuple[Began, ...]]:
    """Return the order of play, and the events that say how it came about.

    The order of ``users`` does not matter. The players behind the first one in the draw follow, then those before.
    """
    cup = fair.cup()
    drawn = tuple(int(user) for user in cup.shuffle(str(user) for user in users))
    starter = game.starter
    if starter is None or len(drawn) < 2:
        return drawn, ()
    rounds = _thrown(cup, drawn, starter)
    first = drawn.index(_best(rounds[-1], starter)[0])
    order = (*drawn[first:], *drawn[:first])
    return order, (Began(tuple(_with_seats(thrown, order) for thrown in rounds)),)


def _thrown(cup: Cup, users: Sequence[int], starter: Starter) -> list[_Thrown]:
    """Return everybody's throws round by round, until one alone is best; only tied players throw again."""
    dice = {user: cup.beginner(user) for user in users}
    rounds: list[_Thrown] = []
    while len(users) > 1:
        rounds.append(tuple((user, dice[user].roll(starter.dice)) for user in users))
        users = _best(rounds[-1], starter)
    return rounds


def _best(thrown: _Thrown, starter: Starter) -> list[int]:
    """Return the players with the sum that begins."""
    wanted = (min if starter.lowest else max)(sum(faces) for _, faces in thrown)
    return [user for user, faces in thrown if sum(faces) == wanted]


def _with_seats(thrown: _Thrown, order: tuple[int, ...]) -> tuple[tuple[Seat, tuple[int, ...]], ...]:
    return tuple(sorted((Seat(order.index(user)), faces) for user, faces in thrown))
