"""Leagues in the database: claims of an evening, what is due, the weeks of a season."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.tables.leagues import EveningReminder, League, LeagueStatus
from bot.tables.model.processes import EVERY_SHARD
from bot.tables.model.store import SaveConflict
from bot.tables.model.table import TableId
from bot.tables.tournaments import Tournament, TournamentStatus
from tests.db.test_tournaments import ANA, BEN, GUILD, tournament

__all__ = ["tournament"]

BEGAN, NEXT = 1_790_000_000, 1_790_604_800


@pytest.fixture
async def league(storage: Any, tournament: Tournament) -> League:
    """A league whose first tournament is open."""
    league = League(tournament.id, GUILD, 2**62, ANA, BEGAN, tournament.id, NEXT)
    await storage.tournaments.add(tournament)
    await storage.tournaments.begin_league(league, replace(tournament, league=league.id, version=2))
    return league


def following(league: League, first: Tournament, number: int) -> tuple[League, Tournament]:
    opened = replace(first, id=TableId(number), secret=bytes([number]) * 32, league=league.id)
    return replace(league, version=2, latest=opened.id, next=NEXT + 604_800), opened


async def test_a_league_comes_back_as_it_went_in(storage: Any, tournament: Tournament, league: League) -> None:
    store = storage.tournaments
    assert await store.league(league.id) == league
    assert (await store.find(tournament.id)).league == league.id
    after = replace(league, version=2, status=LeagueStatus.NO_CHANNEL, next=None, host=BEN, channel=4)
    after = replace(after, counts=((5, 3), (9, None)), reminder=EveningReminder(NEXT, BEGAN))
    await store.save_league(after)
    assert await store.league(league.id) == after
    assert await store.leagues(GUILD) == [after]
    sent = replace(after, version=3, reminder=EveningReminder(NEXT, BEGAN, (2**62, 7)))
    await store.save_league(sent)
    assert await store.league(league.id) == sent
    await store.save_league(replace(sent, version=4, status=LeagueStatus.ENDED))
    assert await store.leagues(GUILD) == []
    assert await store.league(TableId(1)) is None


async def test_no_league_begins_with_a_tournament_that_has_changed(storage: Any, tournament: Tournament) -> None:
    league = League(tournament.id, GUILD, 3, ANA, BEGAN, tournament.id, NEXT)
    await storage.tournaments.add(replace(tournament, version=2))
    with pytest.raises(SaveConflict):
        await storage.tournaments.begin_league(league, replace(tournament, league=league.id, version=2))
    assert await storage.tournaments.league(league.id) is None


async def test_of_two_who_open_an_evening_one_does(storage: Any, tournament: Tournament, league: League) -> None:
    store = storage.tournaments
    claims = [following(league, tournament, number) for number in (21, 22)]
    outcomes = await asyncio.gather(*(store.save_league(*claim) for claim in claims), return_exceptions=True)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["NoneType", "SaveConflict"]
    won = outcomes.index(None)
    assert await store.league(league.id) == claims[won][0]
    assert await store.find(claims[won][1].id) == claims[won][1]
    assert await store.find(claims[1 - won][1].id) is None


async def test_an_evening_is_due_at_its_second(storage: Any, league: League) -> None:
    store = storage.tournaments
    assert await store.leagues_due(NEXT - 1, EVERY_SHARD) == []
    assert await store.leagues_due(NEXT, EVERY_SHARD) == [league.id]
    await store.save_league(replace(league, version=2, status=LeagueStatus.PAUSED, next=None))
    assert await store.leagues_due(2 * NEXT, EVERY_SHARD) == []


async def test_a_reminder_is_due_before_its_evening_and_known_until_that_opens(storage: Any, league: League) -> None:
    store = storage.tournaments
    assert await store.leagues_to_remind(NEXT - 1, EVERY_SHARD) == []
    assert await store.leagues_to_remind(NEXT, EVERY_SHARD) == [league.id]
    moved = replace(league, version=2, next=2 * NEXT, reminder=EveningReminder(NEXT, BEGAN, (7,)))
    await store.save_league(moved)
    assert await store.leagues_to_remind(NEXT, EVERY_SHARD) == [league.id], "to take it away"
    await store.save_league(replace(moved, version=3, reminder=None))
    assert await store.leagues_to_remind(NEXT, EVERY_SHARD) == []


async def test_an_event_is_that_of_its_evening(storage: Any, tournament: Tournament, league: League) -> None:
    store = storage.tournaments
    await store.note_event(league, 2**61)
    assert (await store.league(league.id)).event == 2**61
    later, opened = following(league, tournament, 21)
    await store.save_league(later, opened)
    await store.note_event(league, 5)
    assert (await store.league(league.id)).event is None
    await store.save_league(replace(later, version=3, status=LeagueStatus.PAUSED, next=None, event=7))
    await store.note_event(replace(later, next=None), None)
    assert (await store.league(league.id)).event is None


async def test_the_weeks_of_a_season_are_those_that_ended_in_it(
    storage: Any, tournament: Tournament, league: League
) -> None:
    store = storage.tournaments
    over = replace(tournament, status=TournamentStatus.OVER, league=league.id)
    for number, ends in ((31, 100), (32, 200), (33, 299), (34, 300)):
        await store.add(replace(over, id=TableId(number), ends=ends))
    await store.add(replace(over, id=TableId(35), ends=250, status=TournamentStatus.ENDED))
    await store.add(replace(over, id=TableId(36), ends=250, league=None))
    assert await store.weeks(league.id, 200, 300) == [32, 33]
    assert await store.weeks(league.id, 200, None) == [32, 33, 34]


async def test_a_person_is_erased_from_their_league(storage: Any, league: League) -> None:
    assert [row["host"] for row in (await storage.privacy.export(ANA))["leagues"]] == [ANA]
    await storage.privacy.erase(ANA)
    found, first = (
        await storage.tournaments.league(league.id),
        await storage.tournaments.find(league.id),
    )
    assert found.host == first.host < 0
    assert found.version == league.version + 1
