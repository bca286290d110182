"""Which seat is next, and which seat won."""

import pytest

from bot.engine.errors import IllegalAction
from bot.engine.game import leave, next_seat, ranking


@pytest.mark.parametrize(
    ("after", "playing", "expected"),
    [(0, {0, 1, 2}, 1), (2, {0, 1, 2}, 0), (0, {0, 2}, 2), (1, {1}, 1), (1, set(), None)],
)
def test_next_seat(after, playing, expected):
    assert next_seat(3, after, lambda seat: seat in playing) == expected


def test_ranking_groups_ties_and_puts_who_left_last():
    assert ranking([5, 9, 5]) == ((1,), (0, 2))
    assert ranking([5, 9, 5], gone=[1]) == ((0, 2), (1,))
    assert ranking([5, 9, 5], gone=[0, 1, 2]) == ((1,), (0, 2))
    assert ranking([(3, 1), (3, 2)]) == ((1,), (0,))


def test_leaving():
    assert leave((2,), 0, 3) == (2, 0)
    for seat in (2, 3, -1):
        with pytest.raises(IllegalAction):
            leave((2,), seat, 3)
