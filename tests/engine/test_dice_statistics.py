"""The script that measures how evenly dice fall notices dice that do not."""

from __future__ import annotations

import importlib.util
import random
from pathlib import Path
from types import ModuleType

import pytest

_FILE = Path(__file__).parents[2] / "scripts" / "dice_statistics.py"


@pytest.fixture(scope="module")
def counting() -> ModuleType:
    """The script as a module."""
    spec = importlib.util.spec_from_file_location("dice_statistics", _FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def found(counting: ModuleType, *tables: bytes) -> dict[str, float]:
    """The p of each test of these faces, by the first word of its name."""
    tally = counting.Tally()
    for faces in tables:
        tally.add(faces)
    return {name.split(",")[0].split()[0]: p for name, _, p in tally.results()}


@pytest.mark.parametrize("recipe", [1, 2])
def test_our_dice_pass(counting: ModuleType, recipe: int) -> None:
    tables = [counting.table(bytes([number]) * 32, counting.entropy(recipe)) for number in range(3)]
    assert min(found(counting, *tables).values()) > 1e-4


@pytest.mark.parametrize(
    ("unfair", "seen"),
    [
        ("six", "faces"),
        ("first die", "places"),
        ("never twice", "pairs"),
        ("third", "triples"),
        ("sticky", "runs"),
    ],
)
def test_dice_that_are_not_fair_fail(counting: ModuleType, unfair: str, seen: str) -> None:
    source = random.Random(7)
    faces = [source.randint(1, 6) for _ in range(counting.TABLE)]
    for place in range(2, len(faces)):
        match unfair:
            case "six" if source.random() < 0.03:
                faces[place] = 6
            case "first die" if place % counting.DICE == 0 and source.random() < 0.1:
                faces[place] = 6
            case "never twice" if faces[place] == faces[place - 1]:
                faces[place] = faces[place] % 6 + 1
            case "third" if source.random() < 0.2:
                faces[place] = (faces[place - 1] + faces[place - 2]) % 6 + 1
            case "sticky" if source.random() < 0.2:
                half = 0 if faces[place - 1] <= 3 else 3
                faces[place] = half + source.randint(1, 3)
    assert found(counting, bytes(faces))[seen] < 1e-4


@pytest.mark.parametrize(
    ("value", "freedom", "p"), [(11.07, 5, 0.05), (49.80, 35, 0.05), (0.0, 5, 1.0), (18.31, 10, 0.05)]
)
def test_chi_square_is_that_of_the_tables(counting: ModuleType, value: float, freedom: int, p: float) -> None:
    assert counting.chi_square_above(value, freedom) == pytest.approx(p, abs=1e-3)
