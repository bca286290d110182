"""How a game went: what each player could expect at any moment, and with which chance they would win."""

import asyncio
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate

from bot.engine import AnyGame
from bot.tables.core.model import Table
from bot.tables.records.replaying import Replay
from bot.thinker.reviewed import GameReview

Chances = tuple[tuple[float, ...] | None, ...]
"""By seat: the chance to win before the game, after each turn of everybody, and at the end. None for who left."""


def turn_ends(replay: Replay, seat: int) -> list[int]:
    """Return where each turn of ``seat`` ends: the position at which the next turn of anybody begins."""
    entries, begins = replay.entries, replay.turns
    ends = [*begins[1:], len(entries)]
    return [
        end for begin, end in zip(begins, ends, strict=True) if begin < len(entries) and entries[begin].seat == seat
    ]


def expected(review: GameReview, game: AnyGame, seat: int, positions: Iterable[int]) -> list[float]:
    """Return what ``seat`` could expect at these positions, in the unit of the review, which must know the seat.

    A chance to win also changes by what the others did. Estimates may add up to more than a sure win or less than a
    sure loss; what is told never passes either.
    """
    sides, good = game.sides or len(review.seats), -1 if review.unit == "turns" else 1
    changes = list[tuple[int, float]]()
    for other, theirs in enumerate(review.seats):
        if theirs is None or (other != seat and review.unit != "win"):
            continue
        sign = 1 if other % sides == seat % sides else -1
        changes += [(one.move, sign * one.luck) for one in theirs.throws]
        changes += [(one.move, -sign * one.lost) for one in theirs.mistakes]
    own = review.seats[seat]
    assert own is not None  # noqa: S101 - the caller has asked.
    changes.sort()
    moves, sums = [move for move, _ in changes], list(accumulate((change for _, change in changes), initial=0.0))
    found = [own.start + good * sums[bisect_left(moves, position)] for position in positions]
    return [min(max(one, 0.0), 1.0) for one in found] if review.unit == "win" else found


def course(table: Table, review: GameReview, seat: int, replay: Replay) -> tuple[float, ...]:
    """Return what ``seat`` could expect before the game and after each of its turns; at last, what came out.

    ``table`` is the public one, ``replay`` that of the table where the seat played.
    """
    own = review.seats[seat]
    assert own is not None  # noqa: S101 - the caller has asked.
    ends = turn_ends(replay, 0 if table.has_own_tables else seat)
    return (own.start, *expected(review, table.game, seat, ends[:-1]), own.score)


def can_tell(game: AnyGame, unit: str) -> bool:
    """Whether a chance to win follows from what players of ``game`` may expect."""
    return unit == "win" or (unit == "points" and not game.options and _strays(game.key) is not None)


def _strays(key: str) -> Sequence[Sequence[float]] | None:
    from bot.mind.chances import strays  # noqa: PLC0415 - a bot that nobody asks loads nothing of the mind.

    return strays(key)


def chances(game: AnyGame, expected: Sequence[float], left: Sequence[float]) -> list[float]:
    """Return the chance to win of each player of a sheet, as :func:`bot.mind.chances.chances` does.

    Raises KeyError where :func:`can_tell` says that nobody knows.
    """
    from bot.mind import chances as known  # noqa: PLC0415 - as above.

    strays = known.strays(game.key)
    if strays is None:
        raise KeyError(game.key)
    most = len(strays) - 1
    return known.chances(strays, expected, [min(turns, most) for turns in left])


async def chances_by_turn(table: Table, review: GameReview, replays: Sequence[Replay | None]) -> Chances:
    """Return everybody's chances turn by turn; nothing for who plays alone, and where nobody knows.

    The replay of each seat is that of the table where it played. Turns are worked out one at a time, so that others
    have theirs.
    """
    outcome, courses = table.outcome, dict[int, tuple[float, ...]]()
    if outcome is None or len(table.players) < 2 or not can_tell(table.game, review.unit):
        return ()
    for seat, (own, replay) in enumerate(zip(review.seats, replays, strict=True)):
        await asyncio.sleep(0)
        if seat not in table.gone:
            if own is None or replay is None:
                return ()
            courses[seat] = course(table, review, seat, replay)
    if review.unit == "points":
        wins = {seat: (seat in outcome.winners) / len(outcome.winners) for seat in courses}
        courses = await _from_points(table.game, courses, wins)
    return tuple(courses.get(seat) for seat in range(len(table.players)))


async def _from_points(
    game: AnyGame, courses: Mapping[int, tuple[float, ...]], wins: Mapping[int, float]
) -> dict[int, tuple[float, ...]]:
    turns = max(map(len, courses.values())) - 1
    found = list[list[float]]()
    for turn in range(turns):
        await asyncio.sleep(0)
        now = [one[min(turn, len(one) - 1)] for one in courses.values()]
        found.append(chances(game, now, [max(len(one) - 1 - turn, 0) for one in courses.values()]))
    by_seat = zip(courses, zip(*found, strict=True), strict=True)
    return {seat: (*told, wins[seat]) for seat, told in by_seat}
