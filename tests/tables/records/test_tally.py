"""Facts of many games added up; luck and streaks."""

from __future__ import annotations

import pytest

from bot.tables.records.statistics import luck, total_stats, win_streaks
from bot.tables.storage.results import GameStats, to_json


def test_boxes_bonuses_and_faces_are_added_up() -> None:
    first = GameStats(
        version=1,
        boxes={"yum": (50, 0), "ones": (3,)},
        bonuses=(35, 0),
        counts={"turns": 4, "best": 900, "yums": 1},
        throws=5,
        faces=(1, 2, 3, 4, 5, 6),
    )
    second = GameStats(version=1, boxes={"yum": (50,)}, bonuses=(0,), counts={"turns": 1, "best": 300}, faces=(1,) * 6)
    tally = total_stats([to_json(first), None, to_json(second), "{}"])
    assert (tally.games, tally.unknown) == (2, 2)
    yum = tally.boxes["yum"]
    assert (yum.filled, yum.scored, yum.best) == (3, 2, 50)
    assert yum.average == pytest.approx(100 / 3)
    assert yum.share == pytest.approx(2 / 3)
    assert (tally.bonuses, tally.bonus_chances) == (1, 3)
    assert tally.throws == 5
    assert tally.counts == {"turns": 5, "best": 900, "yums": 1}
    assert tally.faces == [2, 3, 4, 5, 6, 7]
    assert tally.dice == 27


def test_luck_is_told_by_the_normal_approximation() -> None:
    assert luck([0] * 6) is None
    even = luck([100] * 6)
    assert even is not None
    assert (even.mean, even.above, even.few) == (3.5, 0.5, False)
    # 600 dice, one standard error (sqrt(35/12/600) = 0.0697) above 3.5: 42 pips more in all.
    high = luck([93, 100, 100, 100, 100, 107])
    assert high is not None
    assert high.mean == pytest.approx(3.5 + 35 / 600)
    assert high.above == pytest.approx(0.7987, abs=0.001)
    few = luck([0, 0, 0, 0, 0, 10])
    assert few is not None
    assert few.few
    assert few.above > 0.9999


def test_streaks() -> None:
    assert win_streaks([]) == (0, 0)
    assert win_streaks([True, True, True, False, True]) == (1, 3)
    assert win_streaks([False, True, False]) == (0, 1)
