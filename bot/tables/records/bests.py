"""Best games: whether a finished game is a player's best yet, or a record of its server.

Scores compare only within a series: games of one kind, by one option set. Nothing is told of the first games.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.tables.core.store import ResultRow

ENOUGH = 5
"""How many games of the series there must have been before."""


@dataclass(frozen=True, slots=True)
class BestGame:
    """A result worth a line: the highest score of its player yet, or of the whole server."""

    seat: int
    score: int
    record: bool
    """Whether nobody on the server had so many."""


@dataclass(frozen=True, slots=True)
class Before:
    """The earlier games of somebody that reached their end with them."""

    games: int
    best: int


@dataclass(frozen=True, slots=True)
class Series:
    """What was played before a game, in its series."""

    own: Mapping[int, Before]
    """By player of the game; without those who play their first one."""
    others: int | None
    """The highest score of everybody else on the server; None if there is none."""
    games: int
    """Games of the server, counted up to :data:`ENOUGH`."""


class BestStore(Protocol):
    """Earlier games, as they are stored."""

    async def before(self, results: Sequence[ResultRow]) -> Series:
        """Return what was played before the stored game with these ``results``. Raises StoreError."""


def best_game(results: Sequence[ResultRow], series: Series) -> BestGame | None:
    """Return what to tell of a game, the highest score first; a record rather than somebody's best. None: nothing.

    Counts below 0, of which the fewest is best, compare like all scores. Games with hints or computers hold no records.
    """
    if any(one.kind in ("hints", "computer") for one in results):
        return None
    stayed = sorted((one for one in results if one.user > 0 and not one.left), key=lambda one: (-one.score, one.seat))
    earlier = [before.best for before in series.own.values()] + [
        score for score in (series.others,) if score is not None
    ]
    if stayed and earlier and series.games >= ENOUGH and stayed[0].score > max(earlier):
        return BestGame(stayed[0].seat, stayed[0].score, record=True)
    for one in stayed:
        before = series.own.get(one.user)
        if before is not None and before.games >= ENOUGH and one.score > before.best:
            return BestGame(one.seat, one.score, record=False)
    return None
