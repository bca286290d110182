"""Throws many dice by each recipe of docs/fair-dice.md and says how evenly they fall.

``python scripts/dice_statistics.py`` throws 100 million faces per recipe, which takes some minutes on one core, and
prints the table of the document. The faces are those of whole tables, in the order in which they would fall: four seats
take turns of three throws of five dice; each table has a secret of its own, made of ``--seed``.

Of 100 such tests of perfect dice about one has p below 0.01. The tests: how often each face falls (χ², 5 degrees of
freedom), each face at each of the five places of a throw (25), each pair and each triple of faces that follow each
other (35 and 215; no face is in two of them), and how often low (1 to 3) and high (4 to 6) change, as the number of
runs (Wald and Wolfowitz; a normal deviate).
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

import click

from bot.engine.dice import Dice, dice_source, mix_in

SEATS, TURN, DICE, SIDES = 4, 3, 5, 6
TABLE = 60_000
"""Faces of a table: as many as a whole number of rounds, pairs and triples."""

_LOW = bytes(0 if face <= SIDES // 2 else 1 for face in range(256))


def table(secret: bytes, entropy: str) -> bytes:
    """Return the faces of one table."""
    dice = dice_source(secret, entropy)
    return bytes(islice(_falling(dice.for_seat), TABLE))


def _falling(of: Callable[[int], Dice]) -> Iterator[int]:
    while True:
        for seat in range(SEATS):
            own = of(seat)
            for _ in range(TURN):
                yield from own.roll(DICE)


def chi_square(shown: Iterable[int], outcomes: int) -> float:
    """Return the sum of squared deviations over the expected number, for equally likely ``outcomes``."""
    seen = list(shown)
    expected = sum(seen) / outcomes
    return sum((count - expected) ** 2 for count in seen) / expected + (outcomes - len(seen)) * expected


def chi_square_above(value: float, freedom: int) -> float:
    """Return how likely perfect dice give at least ``value``: Q(freedom / 2, value / 2), by its recurrence."""
    if value <= 0:
        return 1.0
    x, a = value / 2, 0.5 if freedom % 2 else 1.0
    chance = math.erfc(math.sqrt(x)) if freedom % 2 else math.exp(-x)
    while a < freedom / 2:
        chance += math.exp(a * math.log(x) - x - math.lgamma(a + 1))
        a += 1
    return chance


def normal_beyond(value: float) -> float:
    """Return how likely perfect dice deviate by at least that many standard deviations, to either side."""
    return math.erfc(abs(value) / math.sqrt(2))


class Tally:
    """The counts so far."""

    def __init__(self) -> None:
        self.faces = 0
        self._places = [Counter[int]() for _ in range(DICE)]
        self._pairs: Counter[int] = Counter()
        self._triples: Counter[tuple[int, ...]] = Counter()
        self._high = 0
        self._changes = 0
        self._last = b""

    def add(self, faces: bytes) -> None:
        """Count the faces of one more table."""
        self.faces += len(faces)
        for place, seen in enumerate(self._places):
            seen.update(faces[place::DICE])
        self._pairs.update(memoryview(faces).cast("H"))
        self._triples.update(zip(faces[::3], faces[1::3], faces[2::3], strict=True))
        halves = faces.translate(_LOW)
        self._high += sum(halves)
        row = self._last + halves
        self._changes += row.count(b"\0\1") + row.count(b"\1\0")
        self._last = halves[-1:]

    def results(self) -> Iterator[tuple[str, float, float]]:
        """Yield the name of each test, its statistic and its p."""
        all_faces = sum(self._places, Counter[int]())
        yield "faces, χ² (5)", *_tested(all_faces.values(), SIDES, SIDES - 1)
        places = sum(chi_square(seen.values(), SIDES) for seen in self._places)
        yield "places in a throw, χ² (25)", places, chi_square_above(places, DICE * (SIDES - 1))
        yield "pairs, χ² (35)", *_tested(self._pairs.values(), SIDES**2, SIDES**2 - 1)
        yield "triples, χ² (215)", *_tested(self._triples.values(), SIDES**3, SIDES**3 - 1)
        deviate = self._runs()
        yield "runs of low and high, z", deviate, normal_beyond(deviate)

    def _runs(self) -> float:
        high, low, all_ = self._high, self.faces - self._high, self.faces
        mean = 2 * high * low / all_ + 1
        variance = (mean - 1) * (mean - 2) / (all_ - 1)
        return (self._changes + 1 - mean) / math.sqrt(variance)


def _tested(shown: Iterable[int], outcomes: int, freedom: int) -> tuple[float, float]:
    value = chi_square(shown, outcomes)
    return value, chi_square_above(value, freedom)


def entropy(recipe: int) -> str:
    """Return an entropy as four players might make it."""
    if recipe == 1:
        return "join:1001 join:1002 join:1003 join:1004 start:1005"
    return mix_in(mix_in("2", "three cats"), "Été à Québec")


@click.command()
@click.option("--faces", default=100_000_000, show_default=True, help="How many, per recipe.")
@click.option("--seed", default="gobelet", show_default=True, help="What the secrets are made of.")
def main(faces: int, seed: str) -> None:
    """Throw, count, and print a table."""
    columns: list[list[tuple[str, float, float]]] = []
    for recipe in (1, 2):
        tally = Tally()
        for number in range(math.ceil(faces / TABLE)):
            tally.add(table(hashlib.sha256(f"{seed} {recipe} {number}".encode()).digest(), entropy(recipe)))
        columns.append(list(tally.results()))
        print(f"recipe {recipe}: {tally.faces} faces", flush=True)
    print("\n| Test (degrees of freedom) | recipe 1 | p | recipe 2 | p |\n|---|---|---|---|---|")
    for (name, first, p_first), (_, second, p_second) in zip(*columns, strict=True):
        print(f"| {name} | {first:.2f} | {p_first:.3f} | {second:.2f} | {p_second:.3f} |")


if __name__ == "__main__":
    main()
