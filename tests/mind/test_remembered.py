"""What evaluators remember of turns: all of them together, no more than so many bytes."""

from __future__ import annotations

import pytest

from bot.games import make
from bot.games.yum.mind.compiled import compiled
from bot.games.yum.mind.exact import CompiledColumns, NetSheet
from bot.games.yum.rules import Yum
from bot.mind import remembered
from bot.mind.net import net_of
from bot.mind.remembered import Remembered
from tests.mind.playing import at_random, positions


@pytest.fixture(autouse=True)
def anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembered, "_remembered", type(remembered._remembered)())
    monkeypatch.setattr(Remembered, "bytes", 0)
    monkeypatch.setattr(remembered, "BYTES", 100)


def test_what_was_asked_longest_ago_gives_way_whoever_asked_it() -> None:
    asked: list[str] = []

    def work_out(key: str) -> str:
        asked.append(key)
        return key * 2

    one, other = Remembered(work_out, lambda _: 40), Remembered(work_out, lambda _: 40)
    assert [one("a"), other("a"), one("a")] == ["aa", "aa", "aa"]
    assert asked == ["a", "a"], "each has its own"
    other("b")  # Three do not fit: the "a" of the other was asked longest ago.
    assert Remembered.bytes == 80
    one("a")
    assert asked == ["a", "a", "b"]
    other("a")
    assert asked == ["a", "a", "b", "a"]


def test_more_than_fits_is_worked_out_each_time_and_held_by_nobody() -> None:
    large = Remembered(lambda key: key, lambda _: 101)
    assert [large(1), large(1)] == [1, 1]
    assert Remembered.bytes == 0


def test_two_evaluators_share_the_room_for_their_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembered, "BYTES", 500_000)
    most = 0
    for key in ("yum_plus", "maxi_yum"):
        game = make(key, {})
        assert isinstance(game, Yum)
        sheet = compiled(game)
        net = net_of(key, sheet.digest)
        assert net is not None
        evaluator = NetSheet(CompiledColumns(sheet, (1,)), net)
        for state in positions(game, 1, at_random(1)):
            if state.turn is not None:
                evaluator.advise(state)
                most = max(most, Remembered.bytes)
    assert 400_000 < most <= 500_000
