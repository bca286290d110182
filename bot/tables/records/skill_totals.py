"""The sum of somebody's reviews: luck, what decisions lost, and which decisions."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.tables.records.game_reviews import read_kinds
from bot.tables.records.profiles import GameSkill
from bot.thinker.reviewed import Chosen

LATEST = 10
"""Reviewed games that say how somebody plays now."""


class Decisions(NamedTuple):
    """What decisions lost in some games, in the unit of their review."""

    lost: float
    made: int
    """How many there were, among several actions each."""
    games: int
    """Each game of a match is one."""

    @property
    def each(self) -> float:
        """What one decision lost, on average."""
        return self.lost / self.made if self.made else 0.0


@dataclass(frozen=True, slots=True)
class SkillTotals:
    """What reviews in one unit say together; amounts are in that unit."""

    unit: str
    reviews: int
    luck: float
    """In all of them; more is better, whatever the unit."""
    every: Decisions
    """All decisions."""
    latest: Decisions
    """Those of the :data:`LATEST` reviews."""
    kinds: tuple[tuple[str, Chosen], ...]
    """By the first word of the action: how many decisions there were, and what they lost in all. The costliest kind
    comes first."""
    others: int
    """Reviews in other units, of which nothing is in here."""


def total_skill(found: Sequence[GameSkill]) -> SkillTotals | None:
    """Return what these reviews (the oldest first) say in the unit that most of them have; None if there are none."""
    if not found:
        return None
    ((unit, many),) = Counter(one.unit for one in found).most_common(1)
    alike = [one for one in found if one.unit == unit]
    kinds = dict[str, Chosen]()
    for one in alike:
        for word, (decisions, lost) in read_kinds(one.kinds).items():
            before = kinds.get(word, Chosen(0, 0.0))
            kinds[word] = Chosen(before.decisions + decisions, before.lost + lost)
    return SkillTotals(
        unit=unit,
        reviews=many,
        luck=sum(one.luck for one in alike),
        every=_decisions(alike),
        latest=_decisions(alike[-LATEST:]),
        kinds=tuple(sorted(kinds.items(), key=lambda kind: (-kind[1].lost, kind[0]))),
        others=len(found) - many,
    )


def _decisions(found: Sequence[GameSkill]) -> Decisions:
    made = sum(kind.decisions for one in found for kind in read_kinds(one.kinds).values())
    return Decisions(sum(one.lost for one in found), made, sum(one.games for one in found))
