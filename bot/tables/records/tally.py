"""Many games' facts added up, and what they say about luck."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from bot.tables.records.facts import read

MEAN = 3.5
"""The mean of a fair die."""
VARIANCE = 35 / 12

FEW_DICE = 300
"""With fewer dice luck says little."""

_LARGEST = ("best",)
"""Counts that keep their largest value; the others add up."""


@dataclass(slots=True)
class BoxTally:
    """One box of the sheet, over many games."""

    filled: int = 0
    scored: int = 0
    """How often it held points."""
    points: int = 0
    best: int = 0

    @property
    def average(self) -> float:
        """Points per filled box, struck ones included."""
        return self.points / self.filled

    @property
    def share(self) -> float:
        """How much of the time it holds points, from 0 to 1."""
        return self.scored / self.filled


@dataclass(slots=True)
class Tally:
    """The sums of many games."""

    games: int = 0
    """Games whose facts are known."""
    unknown: int = 0
    """Games too old for statistics."""
    boxes: dict[str, BoxTally] = field(default_factory=dict)
    bonus_chances: int = 0
    bonuses: int = 0
    yums: int = 0
    further_yums: int = 0
    yums_thrown: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    throws: int = 0
    faces: list[int] = field(default_factory=lambda: [0] * 6)
    power: list[int] = field(default_factory=lambda: [0] * 6)

    @property
    def dice(self) -> int:
        """How many dice were thrown."""
        return sum(self.faces)


def tallied(details: Iterable[str | None]) -> Tally:
    """Return the sum of stored facts. Thousands of them take a while: call it in a thread."""
    tally = Tally()
    for one in details:
        facts = read(one)
        if facts is None:
            tally.unknown += 1
            continue
        tally.games += 1
        _add_boxes(tally.boxes, facts.boxes)
        tally.bonus_chances += len(facts.bonuses)
        tally.bonuses += sum(points > 0 for points in facts.bonuses)
        tally.yums += facts.yums
        tally.further_yums += facts.further_yums
        tally.yums_thrown += facts.yums_thrown
        tally.throws += facts.throws
        for key, number in facts.counts.items():
            tally.counts[key] = max(tally.counts[key], number) if key in _LARGEST else tally.counts[key] + number
        _add_faces(tally.faces, facts.faces)
        _add_faces(tally.power, facts.power)
    return tally


def _add_boxes(boxes: dict[str, BoxTally], written: Mapping[str, tuple[int, ...]]) -> None:
    for key, points in written.items():
        box = boxes.get(key)
        if box is None:
            box = boxes[key] = BoxTally()
        box.filled += len(points)
        for one in points:
            if one:
                box.scored += 1
                box.points += one
                box.best = max(box.best, one)


def _add_faces(total: list[int], faces: tuple[int, ...]) -> None:
    for place, number in enumerate(faces):
        total[place] += number


@dataclass(frozen=True, slots=True)
class Luck:
    """How high dice fell, compared with fair dice."""

    dice: int
    mean: float
    above: float
    """The share, from 0 to 1, of equally long series of fair dice that fall lower: the normal approximation."""

    @property
    def few(self) -> bool:
        """Whether these are too few dice to say much."""
        return self.dice < FEW_DICE


def luck(faces: Iterable[int]) -> Luck | None:
    """Return the luck of dice of which ``faces[n]`` showed n + 1; None without dice."""
    counts = list(faces)
    dice = sum(counts)
    if not dice:
        return None
    mean = sum(face * number for face, number in enumerate(counts, 1)) / dice
    z = (mean - MEAN) / math.sqrt(VARIANCE / dice)
    return Luck(dice, mean, (1 + math.erf(z / math.sqrt(2))) / 2)


def runs(won: Iterable[bool]) -> tuple[int, int]:
    """Return the current run of wins and the longest one; oldest first."""
    now = longest = 0
    for one in won:
        now = now + 1 if one else 0
        longest = max(longest, now)
    return now, longest
