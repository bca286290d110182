"""Days are those of UTC, each with its game."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.games import CATALOGUE
from bot.tables.daily import daily_calendar


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        (datetime(2026, 11, 21, 0, 0, 0, tzinfo=UTC), 20261121),
        (datetime(2026, 11, 21, 23, 59, 59, tzinfo=UTC), 20261121),
        (datetime(2028, 2, 29, 12, tzinfo=UTC), 20280229),
    ],
)
def test_a_day_is_one_of_utc(moment: datetime, day: int) -> None:
    at = int(moment.timestamp())
    assert daily_calendar.day_of(at) == day
    assert daily_calendar.day_begins(day) <= at < daily_calendar.day_ends(day)
    assert daily_calendar.day_of(daily_calendar.day_ends(day) - 1) == day
    assert daily_calendar.day_ends(daily_calendar.day_before(day)) == daily_calendar.day_begins(day)


def test_every_day_has_a_game_one_can_play_alone_known_beforehand() -> None:
    monday = datetime(2026, 11, 16, tzinfo=UTC)
    week = [
        daily_calendar.scheduled_game(daily_calendar.day_of(int((monday + timedelta(days=n)).timestamp())))
        for n in range(14)
    ]
    assert week == [*daily_calendar.GAMES, *daily_calendar.GAMES]
    assert all(1 in CATALOGUE[key].seats for key in week)


@pytest.mark.parametrize("number", [0, 1, 20261300, 20261132, 20270229, 99999999])
def test_other_numbers_are_no_days(number: int) -> None:
    with pytest.raises(ValueError, match=r"year|month|day"):
        daily_calendar.day_begins(number)
