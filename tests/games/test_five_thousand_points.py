"""5000: what one throw is worth, against a search over all readings."""

import random
from functools import cache
from itertools import combinations_with_replacement, product

import pytest

from bot.games.five_thousand.rules import choices, wins_at_once, worth

UNITS = (
    [((1,), 100), ((5,), 50), ((1, 1, 1), 1000), ((5,) * 5, 5000)]
    + [((face,) * 3, 100 * face) for face in range(2, 7)]
    + [((1, 2, 3, 4, 5), 1500), ((2, 3, 4, 5, 6), 1500)]
)
THROWS = [throw for dice in range(1, 7) for throw in combinations_with_replacement(range(1, 7), dice)]


@cache
def searched(dice):
    """The most points of a throw and the most dice that make them, by trying every way to take units out."""
    if dice == (1, 2, 3, 4, 5, 6):
        return (1500, 6)
    found = (0, 0)
    for unit, points in UNITS:
        left = list(dice)
        try:
            for face in unit:
                left.remove(face)
        except ValueError:
            continue
        more = searched(tuple(left))
        found = max(found, (points + more[0], len(unit) + more[1]))
    return found


@pytest.mark.parametrize(
    ("throw", "points", "dice"),
    [
        ("1-5-2-3-6", 150, 2),
        ("3-3-3-1", 400, 4),
        ("1-1-1-2-3", 1000, 3),
        ("5-5-5-5-2", 550, 4),
        ("2-2-2-2-2", 200, 3),
        ("6-6-6-5-5", 700, 5),
        ("4-4-4-2-3", 400, 3),
        ("2-3-4-5-6", 1500, 5),
        ("2-3-4-6-6", 0, 0),
        ("1-1", 200, 2),
        ("5-5-5-5-5", 5000, 5),
        ("1-2-3-4-5-6", 1500, 6),
        ("1-2-3-4-5-5", 1550, 6),
        ("2-3-4-5-6-2", 1500, 5),
        ("2-2-2-4-4-4", 600, 6),
        ("5-5-5-5-5-5", 5050, 6),
        ("5-5-5-5-5-1", 5100, 6),
        ("3-3-3-3-3-3", 600, 6),
    ],
)
def test_rows_of_one_throw(throw, points, dice):
    best = next(iter(choices(tuple(map(int, throw.split("-")))).items()), ((), 0))
    assert (best[1], len(best[0])) == (points, dice)


@pytest.mark.parametrize("throw", ["1-1-1-1-1", "1-1-6-1-1-1", "1-1-1-1-1-1"])
def test_five_ones_win(throw):
    assert wins_at_once(tuple(map(int, throw.split("-"))))
    assert not wins_at_once((1, 1, 1, 1, 2, 2))


def check_best(throw):
    found = choices(throw)
    best = next(iter(found.items()), ((), 0))
    assert (best[1], len(best[0])) == searched(tuple(sorted(throw))), throw


@pytest.mark.parametrize("number", range(1, 5))
def test_best_reading_of_every_throw(number):
    for throw in product(range(1, 7), repeat=number):
        check_best(throw)


@pytest.mark.parametrize("number", [5, 6])
def test_best_reading_of_all_dice_in_any_order(number, seed):
    """All that five or six dice can show, each in three orders: of 46,656 throws of six, only 462 differ."""
    chance = random.Random(seed)
    for dice in combinations_with_replacement(range(1, 7), number):
        for _ in range(3):
            check_best(tuple(chance.sample(dice, number)))


def test_what_may_be_set_aside_of_every_throw():
    for throw in THROWS:
        found = choices(throw)
        for some, points in found.items():
            assert searched(some) == (points, len(some)), (throw, some)
        for some in {tuple(sorted(some)) for some in _subsets(throw)}:
            scores = worth(some) is not None
            apart = any(throw.count(face) - 3 < some.count(face) < 3 for face in some if throw.count(face) >= 3)
            assert (some in found) == (scores and not apart), (throw, some)


def _subsets(throw):
    for mask in range(1, 2 ** len(throw)):
        yield tuple(face for place, face in enumerate(throw) if mask >> place & 1)


def test_three_equal_dice_stay_together_and_a_fourth_is_free():
    assert set(choices((1, 1, 1, 2, 3))) == {(1, 1, 1)}
    assert choices((1, 1, 1, 1, 2)) == {(1, 1, 1, 1): 1100, (1, 1, 1): 1000, (1,): 100}
    assert choices((5, 5, 5, 5, 2)) == {(5, 5, 5, 5): 550, (5, 5, 5): 500, (5,): 50}
