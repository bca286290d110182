"""The order of play, drawn from the table's dice; where the game's rules say so, a throw decides who is first in it.

Both have domains of their own (``order`` and ``start``): the throws of the game are numbered as if they were not made,
and anyone can compute them all (docs/fair-dice.md). They are drawn of the players' ids, since nobody has a seat yet.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from bot.engine.dice import Cup
from bot.engine.starter import Began
from bot.engine.types import AnyGame, Seat, Starter
from bot.tables.core.model import Fair

_Thrown: TypeAlias = tuple[tuple[int, tuple[int, ...]], ...]
"""What each of these users threw."""


def seated(fair: Fair, users: Iterable[int], game: AnyGame) -> tuple[tuple[int, ...], tuple[Began, ...]]:
    """Return the order of play, and what to tell people about how it came about.

    The order in which ``users`` are given does not matter. Who begins is followed by those who sat behind them.
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
    """Return round by round what everybody threw, until one alone is best; only those that tie throw again."""
    dice = {user: cup.beginner(user) for user in users}
    rounds: list[_Thrown] = []
    while len(users) > 1:
        rounds.append(tuple((user, dice[user].roll(starter.dice)) for user in users))
        users = _best(rounds[-1], starter)
    return rounds


def _best(thrown: _Thrown, starter: Starter) -> list[int]:
    """Return who threw the sum that begins."""
    wanted = (min if starter.lowest else max)(sum(faces) for _, faces in thrown)
    return [user for user, faces in thrown if sum(faces) == wanted]


def _with_seats(thrown: _Thrown, order: tuple[int, ...]) -> tuple[tuple[Seat, tuple[int, ...]], ...]:
    return tuple(sorted((Seat(order.index(user)), faces) for user, faces in thrown))
