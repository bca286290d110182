"""Duplicate: who played how well where all threw the same dice, in the words of bridge.

A round is one game that everybody plays alone; a player who has entered and has not finished it has no result there.
More is better in all of this, so a race counts its turns below 0. Players are whatever a caller calls them.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from math import floor, inf
from typing import Generic, NamedTuple, TypeVar

P = TypeVar("P", bound=Hashable)
"""A player, or a side."""


class Scoring(StrEnum):
    """What the place in a tournament goes by; equal players are told apart by gross, then by net once all have it."""

    MATCHPOINTS = "matchpoints"
    """The share of the field that a player beats, on average over the rounds."""
    TOTAL = "total"
    """The points of all rounds."""
    NET = "net"
    """The points of all rounds, without the luck of the dice."""


class Result(NamedTuple):
    """What a player made of a round."""

    gross: int
    """The score."""
    net: float | None
    """The score without the luck of the dice; None where nobody can tell luck from decisions."""


class Round(NamedTuple, Generic[P]):
    """The field of a round: the results of those who finished it."""

    results: Mapping[P, Result]
    has_net: bool
    """Whether luck can be told from decisions in its game. A player of whom nobody can all the same is behind."""
    is_race: bool = False
    """Whether no result is the worst one, although it counts 0 and turns count less."""
    begun: bool = True
    """Whether anybody has begun it: else it counts for nobody."""


class Score(NamedTuple):
    """What a player has in a round."""

    percent: float
    result: Result | None


class Standing(NamedTuple, Generic[P]):
    """A player's place."""

    place: int
    player: P
    percent: float
    """The mean of all rounds that somebody has begun."""
    gross: int
    """The sum of all rounds; one without a result adds 0 to it."""
    net: float | None
    """Likewise, not rounded; places go by two decimals of it. None where a round has none."""
    rounds: tuple[Score, ...]


def matchpoints(scores: Sequence[float | None]) -> list[int]:
    """Return two points for each other player that one beats, and one for each equal one.

    Who has no score gets none, and everybody with a score beats them. A player alone has half of :func:`top`.
    """
    known = sorted(score for score in scores if score is not None)
    without = len(scores) - len(known)

    def points(score: float) -> int:
        below, equal = bisect_left(known, score), bisect_right(known, score) - bisect_left(known, score)
        return 2 * (without + below) + equal - 1 if len(scores) > 1 else 1

    return [0 if score is None else points(score) for score in scores]


def top(players: int) -> int:
    """Return the most matchpoints that a field of so many players gives."""
    return 2 * max(players - 1, 1)


def standings(players: Sequence[P], rounds: Sequence[Round[P]], scoring: Scoring) -> list[Standing[P]]:
    """Return everybody who has entered, best first; who are equal in all share a place, and stand as in ``players``.

    Somebody without any result stands behind all who have one, whatever that is.
    """
    points = [matchpoints([_gross(field, player) for player in players]) for field in rounds]
    best, begun = top(len(players)), [field for field in rounds if field.begun]
    has_net = all(field.has_net for field in begun)
    lines, keys = list[Standing[P]](), list[tuple[float, ...]]()
    for number, player in enumerate(players):
        results, own = [field.results.get(player) for field in rounds], [given[number] for given in points]
        missed = sum(field.is_race and player not in field.results for field in begun)
        gross = sum(result.gross for result in results if result)
        known = has_net and all(result.net is not None for result in results if result)
        net = sum(result.net or 0.0 for result in results if result) if known else 0.0
        worth = -inf if has_net and not known else round(net, 2)
        first = {Scoring.MATCHPOINTS: (sum(own),), Scoring.TOTAL: (), Scoring.NET: (-missed, worth)}[scoring]
        keys.append((any(results), *first, -missed, gross, worth))
        scores = tuple(Score(_percent(won, best), result) for won, result in zip(own, results, strict=True))
        percent = _percent(sum(own), best * max(len(begun), 1))
        lines.append(Standing(0, player, percent, gross, net if known else None, scores))
    place = {key: number for number, key in reversed([*enumerate(sorted(keys, reverse=True), 1)])}
    placed = [line._replace(place=place[key]) for line, key in zip(lines, keys, strict=True)]
    return sorted(placed, key=lambda line: line.place)


def _gross(field: Round[P], player: P) -> int | None:
    result = field.results.get(player)
    return None if result is None else result.gross


def _percent(points: int, of: int) -> float:
    return round(100 * points / of, 2)


# -- Sides and servers -----------------------------------------------------------------------------------------------

_IMPS = (
    *(10, 40, 80, 120, 160, 210, 260, 310, 360, 420, 490, 590),
    *(740, 890, 1090, 1290, 1490, 1740, 1990, 2240, 2490, 2990, 3490, 3990),
)
"""The greatest differences that bring 0, 1, 2 … IMPs: the table of the World Bridge Federation."""


def imps(ours: Sequence[int], theirs: Sequence[int]) -> int:
    """Return the IMPs that a round brings to a side of which everybody's gross is ``ours``; below 0 if it lost them.

    A side's gross is the mean; ten times the difference, rounded to tens, is looked up.
    """
    difference = Fraction(sum(ours), len(ours)) - Fraction(sum(theirs), len(theirs))
    found = bisect_left(_IMPS, 10 * floor(abs(difference) + Fraction(1, 2)))
    return found if difference > 0 else -found


def gross_of_sides(sides: Sequence[Sequence[Result | None]], *, is_race: bool) -> list[list[int]]:
    """Return everybody's gross of a round, by side, as :func:`imps` takes it.

    Players who have not finished it have 0 points; in a race, where 0 would be best, as many turns as the slowest.
    """
    missed = min((result.gross for side in sides for result in side if result), default=0) if is_race else 0
    return [[result.gross if result else missed for result in side] for side in sides]


def of_sides(sides: Mapping[P, Sequence[float]]) -> dict[P, float]:
    """Return the result of each side: the mean of its best k results, k being the size of the smallest side, or 1."""
    best = max(min(map(len, sides.values())), 1)
    return {side: sum(sorted(results, reverse=True)[:best]) / best for side, results in sides.items()}
