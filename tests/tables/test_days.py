"""Days are those of a server's time zone, each with its game. Choosing another zone repeats no day and skips none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.games import CATALOGUE, make
from bot.games.cant_stop.rules import CantStopRace
from bot.screens.kit import ZONE
from bot.tables.model.choices import DayLength, GuildChoices
from bot.tables.model.days import (
    WEEKS,
    day_after,
    day_before,
    day_begins,
    day_ends,
    day_length,
    day_of,
    next_month,
    scheduled_game,
    server_day,
    server_day_begins,
    server_day_ends,
    with_day_length,
    with_zone,
)

HOUR = 3600
AUCKLAND, MONTREAL, BEIRUT = "Pacific/Auckland", "America/Montreal", "Asia/Beirut"
ZONES = [str(answer.value) for answer in ZONE.answers]


def at(*moment: int, zone: str = "UTC") -> int:
    return int(datetime(*moment, tzinfo=ZoneInfo(zone)).timestamp())  # type: ignore[misc, arg-type]


@pytest.mark.parametrize(
    ("moment", "zone", "day"),
    [
        ((2026, 11, 21, 0, 0, 0), "Etc/UTC", 20261121),
        ((2026, 11, 21, 23, 59, 59), "Etc/UTC", 20261121),
        ((2028, 2, 29, 12), "Etc/UTC", 20280229),
        ((2026, 11, 21, 10, 59, 59), AUCKLAND, 20261121),
        ((2026, 11, 21, 11, 0, 0), AUCKLAND, 20261122),
        ((2026, 11, 21, 4, 59, 59), MONTREAL, 20261120),
        ((2026, 11, 21, 5, 0, 0), MONTREAL, 20261121),
        ((2026, 7, 1, 3, 59, 59), MONTREAL, 20260630),
        ((2026, 7, 1, 4, 0, 0), MONTREAL, 20260701),
    ],
)
def test_a_day_is_one_of_its_zone(moment: tuple[int, ...], zone: str, day: int) -> None:
    assert day_of(at(*moment), zone) == day
    assert day_begins(day, zone) <= at(*moment) < day_ends(day, zone)
    assert day_of(day_ends(day, zone) - 1, zone) == day
    assert day_ends(day_before(day), zone) == day_begins(day, zone)


@pytest.mark.parametrize(
    ("zone", "day", "hours"),
    [
        (MONTREAL, 20260307, 24),
        (MONTREAL, 20260308, 23),
        (MONTREAL, 20261101, 25),
        (AUCKLAND, 20260927, 23),
        (AUCKLAND, 20260405, 25),
        (BEIRUT, 20260329, 23),  # It has no midnight: the clock goes from 23:59 to 1:00.
        (BEIRUT, 20261024, 25),
    ],
)
def test_a_day_on_which_the_clocks_change_has_another_length(zone: str, day: int, hours: int) -> None:
    begins, ends = day_begins(day, zone), day_ends(day, zone)
    assert ends - begins == hours * HOUR
    assert [day_of(second, zone) for second in (begins - 1, begins, ends - 1, ends)] == [
        day_before(day), day, day, day_after(day),
    ]  # fmt: skip


def test_a_zone_that_this_machine_does_not_know_is_utc() -> None:
    assert day_of(at(2026, 11, 21, 23), "Mars/Olympus") == 20261121


# -- another zone ------------------------------------------------------------------------------------------------


def days(choices: GuildChoices, since: int, until: int) -> Iterator[tuple[int, int]]:
    """Every day that a server sees in this time, with the hour in which it first sees it."""
    last = None
    for now in range(since, until, HOUR):
        day = server_day(choices, now)
        if day != last:
            yield day, now
        last = day


def chosen(before: GuildChoices, zone: str, now: int) -> GuildChoices:
    changes: dict[str, Any] = with_zone(before, zone, now)
    return replace(before, **changes)


@pytest.mark.parametrize(
    ("before", "after", "ends", "next_ends"),
    [
        (MONTREAL, AUCKLAND, at(2026, 11, 22, zone=MONTREAL), at(2026, 11, 23, zone=AUCKLAND)),
        (AUCKLAND, MONTREAL, at(2026, 11, 22, zone=AUCKLAND), at(2026, 11, 23, zone=MONTREAL)),
    ],
)
def test_the_day_ends_as_it_was_to_end_and_the_next_one_by_the_new_zone(
    before: str, after: str, ends: int, next_ends: int
) -> None:
    old = GuildChoices(zone=before)
    now = ends - 9 * HOUR
    new = chosen(old, after, now)
    assert server_day_ends(new, 20261121) == server_day_ends(old, 20261121) == ends
    assert server_day_ends(new, 20261122) == next_ends
    moments = (now, ends - 1, ends, next_ends - 1, next_ends)
    seen = [server_day(new, moment) for moment in moments]
    assert seen == [20261121, 20261121, 20261122, 20261122, 20261123]


def test_whatever_zone_follows_another_no_day_comes_twice_and_none_is_lost() -> None:
    noon = at(2026, 11, 21, 12)
    for before in ZONES:
        for after in ZONES:
            new = chosen(GuildChoices(zone=before), after, noon)
            seen = list(days(new, noon, noon + 5 * 24 * HOUR))
            assert seen[0][0] == day_of(noon, before)
            assert all(second == day_after(first) for (first, _), (second, _) in pairwise(seen))
            assert all(end - begin >= 3 * HOUR for (_, begin), (_, end) in pairwise(seen[1:]))
            for (day, _), (_, end) in pairwise(seen):
                assert end - HOUR < server_day_ends(new, day) <= end


def test_a_zone_that_follows_another_within_the_long_day_between_them_takes_nothing_back() -> None:
    """In Montréal the day before would still last, since Auckland is 18 hours ahead."""
    choices = GuildChoices(zone=AUCKLAND)
    now = at(2026, 11, 21, 20, zone=AUCKLAND)
    choices = chosen(choices, MONTREAL, now)
    now = at(2026, 11, 22, 2, zone=AUCKLAND)
    assert (server_day(choices, now), day_of(now, MONTREAL)) == (20261122, 20261121)
    ends = server_day_ends(choices, 20261122)
    for zone in (AUCKLAND, "Pacific/Tahiti", MONTREAL):
        choices = chosen(choices, zone, now)
        assert server_day(choices, now) == 20261122
        assert server_day_ends(choices, 20261122) == ends
        assert [day for day, _ in days(choices, now, now + 96 * HOUR)][:3] == [20261122, 20261123, 20261124]


def test_a_clock_set_back_over_the_change_makes_no_day_older() -> None:
    now = at(2026, 11, 22, 2, zone=AUCKLAND)
    choices = chosen(GuildChoices(zone=AUCKLAND), MONTREAL, now)
    assert server_day(choices, now - 3 * HOUR) == 20261122


def test_a_clock_that_was_a_year_ahead_holds_no_server_on_one_day() -> None:
    choices = chosen(GuildChoices(), MONTREAL, at(2027, 11, 21, 12))
    assert server_day(choices, at(2026, 11, 21, 12)) == 20261121
    assert server_day(choices, at(2026, 11, 23, 12)) == 20261123


def test_choosing_the_same_zone_again_changes_nothing() -> None:
    now = at(2026, 11, 21, 12)
    choices = chosen(GuildChoices(), MONTREAL, now)
    assert chosen(choices, MONTREAL, now + 30 * HOUR) == choices


# -- months ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("zone", "day", "turn"),
    [
        (AUCKLAND, 20261130, at(2026, 11, 30, 11)),
        (MONTREAL, 20261130, at(2026, 12, 1, 5)),
        (MONTREAL, 20261001, at(2026, 11, 1, 4)),  # The clocks go back two hours later.
        (MONTREAL, 20261231, at(2027, 1, 1, 5)),
    ],
)
def test_a_month_ends_with_its_last_day_in_the_servers_zone(zone: str, day: int, turn: int) -> None:
    assert server_day_begins(GuildChoices(zone=zone), next_month(day)) == turn


@pytest.mark.parametrize(("before", "after"), [(AUCKLAND, MONTREAL), (MONTREAL, AUCKLAND)])
def test_a_zone_chosen_on_the_last_day_of_a_month_leaves_its_end(before: str, after: str) -> None:
    turn = at(2026, 12, 1, zone=before)
    new = chosen(GuildChoices(zone=before), after, turn - 5 * HOUR)
    assert server_day_begins(new, 20261201) == turn
    assert (server_day(new, turn - 1), server_day(new, turn)) == (20261130, 20261201)


# -- games -------------------------------------------------------------------------------------------------------


def test_every_day_has_a_game_one_can_play_alone_known_beforehand() -> None:
    monday = datetime(2026, 11, 16, tzinfo=UTC)
    for length, games in WEEKS.items():
        choices = GuildChoices(daily=length)
        week = [scheduled_game(choices, day_of(int((monday + timedelta(days=n)).timestamp()))) for n in range(14)]
        assert week == [*games, *games]
        assert all(1 in CATALOGUE[key].seats for key in week)


def test_a_short_day_is_a_sheet_of_12_or_13_boxes_or_a_race() -> None:
    for key in WEEKS["short"]:
        game = make(key, {})
        assert isinstance(game, CantStopRace) or len(game.layout.boxes) * game.layout.columns in (12, 13), key


@pytest.mark.parametrize(("before", "after"), [("short", "long"), ("long", "short")])
def test_another_length_counts_from_the_next_day_on_and_taking_it_back_changes_nothing(
    before: DayLength, after: DayLength
) -> None:
    now, today, tomorrow = at(2026, 11, 23, 12), 20261123, 20261124
    old = GuildChoices(daily=before)
    new = replace(old, **with_day_length(old, after, now))  # type: ignore[arg-type]
    assert [day_length(new, day) for day in (today, tomorrow)] == [before, after]
    again = replace(new, **with_day_length(new, before, now + HOUR))  # type: ignore[arg-type]
    assert [day_length(again, day) for day in (today, tomorrow)] == [before, before]
    later = replace(new, **with_day_length(new, before, now + 24 * HOUR))  # type: ignore[arg-type]
    assert [day_length(later, day) for day in (tomorrow, 20261125)] == [after, before]


@pytest.mark.parametrize("number", [0, 1, 20261300, 20261132, 20270229, 99999999])
def test_other_numbers_are_no_days(number: int) -> None:
    with pytest.raises(ValueError, match=r"year|month|day"):
        day_begins(number)
