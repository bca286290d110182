"""Ratings: how strong a player is at a game in a server, and how sure that is (OpenSkill, Plackett-Luce; no clock).

Inside, strength is ``mu`` and its uncertainty ``sigma``, from 25 and 25/3. People see :func:`shown`, a number around
1500, plus or minus :func:`spread`: 19 times in 20 the strength lies within.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Protocol

from bot.tables.core.shards import Shards
from bot.tables.core.store import RIVALRIES
from bot.tables.people.choices import GuildChoices

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

SETTLED = 5
"""After so many games a rating is no longer provisional."""

MIDDLE, UNIT = 1500, 30
START_MU, START_SIGMA = 25.0, 25.0 / 3.0


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong somebody is at a game."""

    mu: float = START_MU
    sigma: float = START_SIGMA
    games: int = 0

    @property
    def shown(self) -> int:
        """The number that people see; 1500 for a new player."""
        return round(MIDDLE + UNIT * (self.mu - START_MU))

    @property
    def spread(self) -> int:
        """How far off that may be, 19 times in 20; 500 for a new player."""
        return round(2 * UNIT * self.sigma)

    @property
    def provisional(self) -> bool:
        """Whether too few games say much."""
        return self.games < SETTLED


NEW = Rating()


@dataclass(frozen=True, slots=True)
class Finish:
    """The outcome of one seat, as far as ratings care."""

    user: int
    """Below 0 for an erased person, who counts as an unknown opponent."""
    rank: int
    left: bool
    side: int | None


def counts_for_rating(choices: GuildChoices, kind: str, rules: str) -> bool:
    """Return whether a game of this kind, by these rules, counts for ratings in a server with these ``choices``."""
    dice = kind in RIVALRIES and (kind != "real" or choices.count_real_dice)
    return dice and (not rules or choices.ranked == "all")


def update_ratings(before: Sequence[Rating], finishes: Sequence[Finish]) -> list[Rating]:
    """Return the ratings after a game; ``before`` are those of ``finishes``, in their order.

    Partners are one team, with the rank of the best of them. A player who left comes last, alone, and equal to others
    who left.
    """
    teams: dict[tuple[str, int], list[int]] = {}
    for seat, finish in enumerate(finishes):
        key = ("seat", seat) if finish.left or finish.side is None else ("side", finish.side)
        teams.setdefault(key, []).append(seat)
    if len(teams) < 2:
        return list(before)
    model = _model()
    last = len(finishes) + 1
    ranks = [
        float(min(last if finishes[seat].left else finishes[seat].rank for seat in team)) for team in teams.values()
    ]
    entered = [[model.rating(mu=before[seat].mu, sigma=before[seat].sigma) for seat in team] for team in teams.values()]
    after = list(before)
    for team, results in zip(teams.values(), model.rate(entered, ranks=ranks), strict=True):
        for seat, result in zip(team, results, strict=True):
            after[seat] = Rating(result.mu, result.sigma, before[seat].games + 1)
    return after


@cache
def _model() -> "PlackettLuce":
    from openskill.models import PlackettLuce  # noqa: PLC0415 - only who rates needs it

    return PlackettLuce(mu=START_MU, sigma=START_SIGMA)


class RatingStore(Protocol):
    """The ratings of servers."""

    async def catch_up(self, guild: int) -> None:
        """Rate finished games that wait, in the order of their ends. Raises StoreError."""

    async def catch_up_everywhere(self, shards: Shards) -> None:
        """Do so for all servers of ``shards``; of very many games only some at a time. Raises StoreError."""

    async def of(self, guild: int, user: int) -> dict[str, Rating]:
        """Return the current ratings of ``user`` by game (call :meth:`catch_up` first)."""

    async def recompute(self, guild: int) -> None:
        """Forget the ratings of ``guild``, so that the next :meth:`catch_up` rates all its games afresh."""
