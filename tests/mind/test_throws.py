"""All throws of a turn at once: one position or many, the turn is worth the same; and one core is enough for it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from bot.mind.throws import TurnOfOne, throws_of


@pytest.mark.parametrize("positions", [1, 40])
def test_many_turns_at_once_are_worth_what_each_is_alone(positions: int) -> None:
    throws, chance = throws_of(5), np.random.default_rng(5)
    final = chance.random((len(throws.throws), positions))
    keeps, room = np.zeros((len(throws.keeps), positions)), np.zeros((len(throws.throws), positions))
    keeps[throws.first_throw :] = final
    alone = [throws.turn(final[:, [place]]).value[0] for place in range(positions)]
    assert throws.value_of_turn(keeps, room).tolist() == alone  # To the last digit: sums have one order.


@pytest.mark.parametrize("dice", [3, 5, 6])
def test_keeps_of_one_turn_are_worth_to_the_last_digit_what_they_are_beside_others(dice: int) -> None:
    throws, chance = throws_of(dice), np.random.default_rng(dice)
    for positions in (2, 40):
        final = chance.random((len(throws.throws), positions)) * 100
        together = throws.turn(final)
        for place in range(positions):
            alone = TurnOfOne(throws, final[:, place])
            assert alone.first.tolist() == together.first[:, place].tolist()
            assert alone.second.tolist() == together.second[:, place].tolist()
            assert alone.value == together.value[place]


def test_the_chance_of_a_full_throw_is_that_of_its_dice() -> None:
    """Of five dice, 1 of 7,776 ways shows five 6s, and 120 a straight from 1; two 6s need three more."""
    throws = throws_of(5)
    worth = np.zeros((len(throws.throws), 1))
    worth[throws.throws.index((6,) * 5)] = 1
    keeping = throws.keeping(worth)[:, 0]
    assert keeping[throws.index[()]] == pytest.approx(1 / 7_776)
    assert keeping[throws.index[6, 6]] == pytest.approx(1 / 216)
    worth[:] = 0
    worth[throws.throws.index((1, 2, 3, 4, 5))] = 1
    assert throws.keeping(worth)[0, 0] == pytest.approx(120 / 7_776)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="only Linux counts threads there")
def test_who_thinks_does_so_in_one_thread() -> None:
    """Several would spend their time on waiting for each other."""
    count = "import os, bot.mind.levels; print(len(os.listdir('/proc/self/task')))"
    environment = {key: value for key, value in os.environ.items() if key != "OPENBLAS_NUM_THREADS"}
    assert subprocess.check_output([sys.executable, "-c", count], env=environment, text=True) == "1\n"
