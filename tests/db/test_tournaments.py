"""Tournaments in the database: versions, entries at the same moment, what is due, and games with their net."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.duplicate import Scoring
from bot.games import make
from bot.tables.model.processes import EVERY_SHARD
from bot.tables.model.store import SaveConflict
from bot.tables.model.table import TableId
from bot.tables.tournaments import RoundGame, Tournament, TournamentPace, TournamentStatus

GUILD, ANA, BEN = 2**62, 11, 12


@pytest.fixture
def tournament() -> Tournament:
    rounds = (RoundGame("yum_classic", make("yum_classic", {}).written), RoundGame("5000_race", {"goal": 5000}))
    return Tournament(
        *(TableId(2**40 + 7), GUILD, 3, "fr", ANA, rounds, TournamentPace.TOGETHER, 3600, Scoring.TOTAL),
        *(b"\xff" * 32, 1_790_000_000),
        sides=2,
        ends=1_790_086_400,
    )


async def test_a_tournament_comes_back_as_it_went_in(storage: Any, tournament: Tournament) -> None:
    await storage.tournaments.add(tournament)
    assert await storage.tournaments.find(tournament.id) == tournament
    with pytest.raises(SaveConflict):
        await storage.tournaments.add(replace(tournament, secret=b"a" * 32))
    after = replace(
        tournament, version=2, status=TournamentStatus.PLAYING, round=1, stirred=(ANA, 2**62), champions=("{}", "")
    )
    await storage.tournaments.save(after)
    assert await storage.tournaments.find(tournament.id) == after
    await storage.tournaments.placed(tournament.id, 2**61, announced=True)
    await storage.tournaments.note_drawn(tournament.id, 2)
    await storage.tournaments.note_calls(tournament.id, 2, [2**62, 2**61])
    noted = replace(after, message=2**61, announced=True, drawn=2, called=2, calls=(2**62, 2**61))
    assert await storage.tournaments.find(tournament.id) == noted
    await storage.tournaments.save(replace(after, version=3))
    assert await storage.tournaments.find(tournament.id) == replace(noted, version=3), "no change takes that back"


async def test_of_two_changes_at_once_one_is_made_again(storage: Any, tournament: Tournament) -> None:
    await storage.tournaments.add(tournament)
    one, two = (replace(tournament, version=2, round=number) for number in (1, 2))
    outcomes = await asyncio.gather(
        *(storage.tournaments.save(change) for change in (one, two)), return_exceptions=True
    )
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["NoneType", "SaveConflict"]


async def test_people_who_enter_at_the_same_moment_get_numbers_without_a_gap(
    storage: Any, tournament: Tournament
) -> None:
    await storage.tournaments.add(tournament)
    users = [*range(1, 31), *range(1, 31)]
    entering = (storage.tournaments.enter(tournament, user, user % 2, 5, 30) for user in users)
    entered = await asyncio.gather(*entering)
    assert entered[:30] == entered[30:]
    entries = await storage.tournaments.entries(tournament.id)
    assert [entry.number for entry in entries] == list(range(1, 31))
    assert {entry.user: entry.side for entry in entries} == {user: user % 2 for user in range(1, 31)}
    assert await storage.tournaments.enter(tournament, 99, 0, 5, 30) is None, "it is full"
    assert await storage.tournaments.entry(tournament.id, 99) is None


@pytest.mark.parametrize(
    ("change", "before", "after"),
    [
        ({}, 86_399, 86_400),
        ({"status": TournamentStatus.PLAYING}, None, 0),
        ({"status": TournamentStatus.PLAYING, "pace": TournamentPace.OPEN, "seconds": 86_400}, 64_799, 64_800),
        ({"status": TournamentStatus.PLAYING, "pace": TournamentPace.OPEN, "reminded": 1}, 86_399, 86_400),
    ],
    ids=["nobody starts it", "a round together", "a reminder", "the end"],
)
async def test_what_is_due(
    storage: Any, tournament: Tournament, change: dict[str, Any], before: int | None, after: int
) -> None:
    await storage.tournaments.add(replace(tournament, **change))
    if before is not None:
        assert await storage.tournaments.due(tournament.opened + before, EVERY_SHARD) == []
    assert await storage.tournaments.due(tournament.opened + after, EVERY_SHARD) == [tournament.id]
    assert await storage.tournaments.on(GUILD) == [tournament.id]
    assert await storage.tournaments.on(GUILD + 1) == []


async def test_a_tournament_that_is_over_waits_for_its_champion(storage: Any, tournament: Tournament) -> None:
    await storage.tournaments.add(tournament)
    assert await storage.tournaments.unplayed(EVERY_SHARD) is None
    assert await storage.tournaments.to_draw(EVERY_SHARD) == [tournament.id]
    over = replace(tournament, version=2, status=TournamentStatus.OVER)
    await storage.tournaments.save(over)
    assert await storage.tournaments.unplayed(EVERY_SHARD) == tournament.id
    assert (await storage.tournaments.phase(tournament.id)).over
    await storage.tournaments.save(replace(over, version=3, champions=("", "")))
    assert await storage.tournaments.unplayed(EVERY_SHARD) is None
    await storage.tournaments.note_drawn(tournament.id, 3)
    assert await storage.tournaments.to_draw(EVERY_SHARD) == []
    assert (await storage.tournaments.phase(1)).over


async def test_a_round_that_is_over_waits_for_the_champion_while_another_one_is_played(
    storage: Any, tournament: Tournament
) -> None:
    steps: list[tuple[dict[str, Any], bool]] = [
        ({"status": TournamentStatus.PLAYING}, False),
        ({"round": 1}, True),
        ({"champions": ("first",)}, False),
        ({"status": TournamentStatus.OVER}, True),
        ({"champions": ("first", "")}, False),
    ]
    await storage.tournaments.add(tournament)
    for change, waits in steps:
        tournament = replace(tournament, version=tournament.version + 1, **change)
        await storage.tournaments.save(tournament)
        assert await storage.tournaments.unplayed(EVERY_SHARD) == (tournament.id if waits else None), change
        assert await storage.tournaments.find(tournament.id) == tournament
