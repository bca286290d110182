"""The statistics of many games added up, and what somebody usually gets in each box."""

import logging
import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from bot.tables.model.memory import LruCache
from bot.tables.model.store import StoreError
from bot.tables.model.table import Table, TableId, code
from bot.tables.records.profiles import ProfileStore, Scope
from bot.tables.storage.results import read
from bot.tables.storage.rows import rules_name

# -- The statistics of many games added up, and what they say about luck ---------------------------------------------

MEAN = 3.5
"""The mean of a fair die."""
VARIANCE = 35 / 12

FEW_DICE = 300
"""With fewer dice luck says little."""

_LARGEST = ("best",)
"""Counts that keep their largest value; the others add up."""


@dataclass(slots=True)
class BoxTotals:
    """One box of the sheet, over many games."""

    filled: int = 0
    scored: int = 0
    """The number of times it held points."""
    points: int = 0
    best: int = 0

    @property
    def average(self) -> float:
        """Points per filled box, struck ones included."""
        return self.points / self.filled

    @property
    def share(self) -> float:
        """The share of times that it holds points, from 0 to 1."""
        return self.scored / self.filled


@dataclass(slots=True)
class StatsTotals:
    """The sums of many games."""

    games: int = 0
    """Games whose statistics are known."""
    unknown: int = 0
    """Games too old for statistics."""
    boxes: dict[str, BoxTotals] = field(default_factory=dict)
    bonus_chances: int = 0
    bonuses: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    throws: int = 0
    faces: list[int] = field(default_factory=lambda: [0] * 6)
    power: list[int] = field(default_factory=lambda: [0] * 6)

    @property
    def dice(self) -> int:
        """The number of dice that were thrown."""
        return sum(self.faces)


def total_stats(details: Iterable[str | None]) -> StatsTotals:
    """Return the sum of stored statistics. Thousands of them take a while: call it in a thread."""
    totals = StatsTotals()
    for text in details:
        stats = read(text)
        if stats is None:
            totals.unknown += 1
            continue
        totals.games += 1
        _add_boxes(totals.boxes, stats.boxes)
        totals.bonus_chances += len(stats.bonuses)
        totals.bonuses += sum(points > 0 for points in stats.bonuses)
        totals.throws += stats.throws
        for key, number in stats.counts.items():
            totals.counts[key] = max(totals.counts[key], number) if key in _LARGEST else totals.counts[key] + number
        _add_faces(totals.faces, stats.faces)
        _add_faces(totals.power, stats.power)
    return totals


def _add_boxes(boxes: dict[str, BoxTotals], written: Mapping[str, tuple[int, ...]]) -> None:
    for key, points in written.items():
        box = boxes.get(key)
        if box is None:
            box = boxes[key] = BoxTotals()
        box.filled += len(points)
        for number in points:
            if number:
                box.scored += 1
                box.points += number
                box.best = max(box.best, number)


def _add_faces(total: list[int], faces: tuple[int, ...]) -> None:
    for place, number in enumerate(faces):
        total[place] += number


@dataclass(frozen=True, slots=True)
class DiceLuck:
    """The height of dice that fell, compared with fair dice."""

    dice: int
    mean: float
    above: float
    """The share, from 0 to 1, of equally long series of fair dice that fall lower: the normal approximation."""

    @property
    def few(self) -> bool:
        """Whether these are too few dice to say much."""
        return self.dice < FEW_DICE


def luck(faces: Iterable[int]) -> DiceLuck | None:
    """Return the luck of dice of which ``faces[n]`` showed n + 1; None without dice."""
    counts = list(faces)
    dice = sum(counts)
    if not dice:
        return None
    mean = sum(face * number for face, number in enumerate(counts, 1)) / dice
    z = (mean - MEAN) / math.sqrt(VARIANCE / dice)
    return DiceLuck(dice, mean, (1 + math.erf(z / math.sqrt(2))) / 2)


def win_streaks(won: Iterable[bool]) -> tuple[int, int]:
    """Return the current run of wins and the longest one; oldest first."""
    now = longest = 0
    for game_won in won:
        now = now + 1 if game_won else 0
        longest = max(longest, now)
    return now, longest


# -- What somebody usually gets in each box of a score sheet: the averages of their latest games by the same rules ---
# The menu of boxes says so. No press waits for it: it is read once a table for each player, beside the answers, and
# until then memory knows nothing.

log = logging.getLogger(__name__)

ENOUGH = 5
"""With fewer games nothing is usual."""

_LATEST = 30
"""The number of latest games that count: some 2 ms of reading, and a player's present habits."""

_KEPT = 2000
"""The number of tables' players to keep; about 2 KB each."""

UsualPoints = Mapping[str, int]
"""Points by the key of a box; empty where nothing is usual."""


class UsualPointsCache(LruCache[tuple[TableId, int], UsualPoints]):
    """The usual points of players at tables, by the ids of both."""

    def __init__(self, profiles: ProfileStore) -> None:
        """Read games from ``profiles``."""
        super().__init__(_KEPT)
        self._profiles = profiles

    async def load(self, table: Table) -> None:
        """Read what is usual for everybody at ``table``, one after the other; nothing where storage cannot say."""
        for player in table.people:
            self.put((table.id, player), {})  # So that no press asks twice.
        try:
            for player in table.people:
                self.put((table.id, player), await self._read(table, player))
        except StoreError as error:
            log.warning("table %s: usual points cannot be read: %s", code(table.id), error)

    async def _read(self, table: Table, player: int) -> UsualPoints:
        scope = Scope(table.guild, player, table.game.key, rules=rules_name(table.game.options))
        games = await self._profiles.counted(scope, latest=_LATEST)
        totals = total_stats(game.details for game in games if not game.left)
        if totals.games < ENOUGH:
            return {}
        return {box: round(box_totals.average) for box, box_totals in totals.boxes.items()}
