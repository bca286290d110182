"""How fast one person may press."""

from __future__ import annotations

import pytest

from bot.arrivals import PressLimit

ANA, BEN = 1, 2


class Time:
    def __init__(self) -> None:
        self.now = 5.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def limit(time: Time) -> PressLimit:
    return PressLimit(time)


def pressed(limit: PressLimit, count: int, user: int = ANA) -> int:
    """Press so many times at once; returns how many of them counted."""
    return sum(limit.allows(user) for _ in range(count))


def test_twenty_at_once_then_eight_a_second(time: Time, limit: PressLimit) -> None:
    assert pressed(limit, 300) == 20
    for _ in range(3):
        time.now += 1
        assert pressed(limit, 300) == 8


def test_steady_pressing_is_never_refused(time: Time, limit: PressLimit) -> None:
    for _ in range(500):
        time.now += 1 / 8
        assert limit.allows(ANA)


def test_a_rest_gives_the_burst_back_and_no_more(time: Time, limit: PressLimit) -> None:
    pressed(limit, 20)
    time.now += 2.5
    assert pressed(limit, 300) == 20
    time.now += 3600
    assert pressed(limit, 300) == 20


def test_nobody_pays_for_somebody_else(limit: PressLimit) -> None:
    pressed(limit, 300)
    assert pressed(limit, 20, BEN) == 20


def test_pressing_on_does_not_put_the_end_off(time: Time, limit: PressLimit) -> None:
    for _ in range(300):
        limit.allows(ANA)
        time.now += 0.01
    time.now += 0.13
    assert limit.allows(ANA)


def answered(limit: PressLimit, count: int, user: int = ANA) -> int:
    """Press so many times too often at once; returns how many of these presses get an answer."""
    return sum(limit.answers(user) for _ in range(count))


def test_of_presses_too_many_a_hundred_at_once_are_answered_then_fifty_a_second(time: Time, limit: PressLimit) -> None:
    assert answered(limit, 300) == 100
    for _ in range(3):
        time.now += 1
        assert answered(limit, 300) == 50
    assert answered(limit, 100, BEN) == 100


def test_whoever_is_not_answered_may_press_again_as_soon_as_anybody(time: Time, limit: PressLimit) -> None:
    pressed(limit, 300)
    answered(limit, 300)
    time.now += 1
    assert pressed(limit, 300) == 8


def test_it_is_said_every_five_seconds_at_most(time: Time, limit: PressLimit) -> None:
    assert limit.should_notify(ANA)
    assert not limit.should_notify(ANA)
    assert limit.should_notify(BEN)
    time.now += 5
    assert limit.should_notify(ANA)


def test_those_who_rest_are_forgotten(time: Time, limit: PressLimit) -> None:
    for user in range(20_000):
        time.now += 0.01
        limit.allows(user)
        limit.answers(user)
        limit.should_notify(user)
    assert len(limit._presses._full) <= 10_000
    assert len(limit._refusals._full) <= 10_000
    assert len(limit._notified_until) <= 501
