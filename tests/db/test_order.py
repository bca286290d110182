"""What happens within one second keeps its order: neither the ids of tables nor the clock decide."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy import select

from bot.tables.model import days
from bot.tables.model.table import Status, TableId
from bot.tables.records.leaderboards import NEW, Finish, update_ratings
from bot.tables.records.profiles import Scope
from db import Storage, open_database, schema

IDS = (50, 7, 93, 12, 70, 31)
"""Of tables one after the other: neither rising nor falling."""

GUILD, CHANNEL, ANN, BOB = 1, 2, 10, 11
DAY = 20261121


async def last(storage: Storage, guild: int) -> int:
    """The game of the channel that the list of finished ones begins with."""
    return (await storage.profiles.finished_in(guild, CHANNEL)).games[0].table


@pytest.fixture
def opened(storage: Storage, row: Any, result: Any) -> Any:
    """Open a table in the one channel, which will have a result; the table before it has ended."""
    before: list[int] = []

    async def opened(id: int, **changes: Any) -> None:
        about = {"guild": GUILD, "channel": CHANNEL} | changes
        if before and "channel" not in changes:
            await storage.tables.save(row(before[-1], 2, **about, status=Status.FINISHED))
        await storage.tables.save(row(id, **about), (), [result(id, 0, ANN, 9)])
        if "channel" not in changes:
            before.append(id)

    return opened


async def test_the_table_opened_last_is_the_channels_first(storage: Storage, opened: Any) -> None:
    for id in IDS:
        await opened(id)
        assert await last(storage, GUILD) == id


async def test_a_clock_set_back_makes_no_older_table_the_last(storage: Storage, opened: Any, row: Any) -> None:
    await opened(50)
    await opened(7, opened=1_700_000_000 - 3600)
    assert await last(storage, GUILD) == 7


async def test_playing_on_makes_no_table_newer(storage: Storage, opened: Any, row: Any) -> None:
    await opened(50)
    await opened(7)
    await storage.tables.save(row(50, 3, guild=GUILD, channel=CHANNEL, status=Status.FINISHED))
    assert await last(storage, GUILD) == 7


async def test_tables_opened_after_a_restart_are_newer(url: str, row: Any, result: Any) -> None:
    for id in IDS:
        async with open_database(url) as storage:
            await storage.tables.save(row(id, channel=CHANNEL, status=Status.FINISHED), (), [result(id, 0, ANN, 9)])
            assert await last(storage, 2**62) == id


async def test_two_processes_open_tables_in_one_order(url: str, row: Any, result: Any) -> None:
    async with open_database(url) as one, open_database(url) as two:
        for id, storage in zip(IDS, (one, two) * 3, strict=True):
            await storage.tables.save(row(id, channel=CHANNEL, status=Status.FINISHED), (), [result(id, 0, ANN, 9)])
            assert await last(one, 2**62) == id
        saves = [store.tables.save(row(100 + n, channel=n)) for n in range(30) for store in (one, two)]
        await asyncio.gather(*saves, return_exceptions=True)
        assert sorted(await two.tables.live()) == list(range(100, 130))


async def test_tables_opened_at_once_are_in_the_order_asked_for(storage: Storage, row: Any) -> None:
    await asyncio.gather(*(storage.tables.save(row(id, channel=id)) for id in IDS))
    assert await storage.tables.live() == list(IDS)


async def test_live_tables_and_ones_own_come_oldest_first(storage: Storage, opened: Any) -> None:
    for id in IDS:
        await opened(id, channel=id)
    assert await storage.tables.live() == list(IDS)
    assert await storage.tables.live(GUILD) == list(IDS)
    assert await storage.tables.seated(GUILD, 3) == list(IDS)


async def test_players_own_tables_come_in_the_order_of_their_seats(storage: Storage, row: Any) -> None:
    await storage.tables.save(row(60), also=[row(id, parent=TableId(60)) for id in IDS])
    assert await storage.tables.children(TableId(60)) == list(IDS)


async def test_a_channel_is_free_for_whoever_comes_as_its_table_ends(storage: Storage, row: Any, seen: Any) -> None:
    """Both saves share a transaction, in any order of their ids."""
    await storage.tables.save(row(50, channel=CHANNEL))
    await storage.tables.save(row(8, channel=8))
    seen.commits = 0
    busy = asyncio.create_task(storage.tables.save(row(8, 2, channel=8)))
    await asyncio.sleep(0)
    ends = storage.tables.save(row(50, 2, channel=CHANNEL, status=Status.FINISHED))
    await asyncio.gather(busy, ends, storage.tables.save(row(7, channel=CHANNEL)))
    assert seen.commits <= 2
    assert await storage.tables.live_at(2**62, CHANNEL) == 7


async def test_what_follows_a_change_of_two_tables_is_not_written_before_it(storage: Storage, row: Any) -> None:
    """So it is when a player's last mark finishes the public table too, and a press follows there."""
    own, public = 50, 8
    for id in (own, public):
        await storage.tables.save(row(id, channel=id))
    await asyncio.gather(
        storage.tables.save(row(own, 2, channel=own)),
        storage.tables.save(row(own, 3, channel=own), also=[row(public, 2, channel=public)]),
        storage.tables.save(row(public, 3, channel=public)),
    )


@pytest.fixture
def played(storage: Storage, row: Any, result: Any) -> Any:
    """Finish a game of Ann and Bob; all within one second."""

    async def played(id: int, *, ann: bool, **about: Any) -> None:
        rows = [
            result(id, 0, ANN, id, rank=2 - ann, won=ann, guild=GUILD, to_rate=True, **about),
            result(id, 1, BOB, 5, rank=1 + ann, won=not ann, guild=GUILD, to_rate=True, **about),
        ]
        await storage.tables.save(row(id, guild=GUILD, channel=id, status=Status.FINISHED), (), rows)

    return played


WON = (True, True, False, True, True, True)
"""Which of the games of IDS Ann won: she lost the third, and now has won three in a row."""


async def _standings(storage: Storage) -> list[Any]:
    async with storage.database.reading.connect() as connection:
        return sorted(tuple(row) for row in await connection.execute(select(schema.standings)))


async def test_a_run_of_wins_is_the_same_when_counted_again(storage: Storage, played: Any) -> None:
    for id, ann in zip(IDS, WON, strict=True):
        await played(id, ann=ann)
    counts = (await storage.leaderboards.counts(GUILD, ANN))["together", "yum_plus", ""]
    assert (counts.streak, counts.longest) == (3, 3)
    before = await _standings(storage)
    await storage.rebuild_standings()
    assert await _standings(storage) == before


async def test_games_of_a_profile_come_in_their_order(storage: Storage, played: Any) -> None:
    for id, ann in zip(IDS, WON, strict=True):
        await played(id, ann=ann)
    assert [game.won for game in await storage.profiles.played(Scope(GUILD, ANN))] == list(WON)
    history = await storage.profiles.history(Scope(GUILD, ANN), limit=9)
    assert [past.table for past in history.games] == list(reversed(IDS))


async def test_games_are_rated_in_their_order(storage: Storage, played: Any) -> None:
    for id, ann in zip(IDS, WON, strict=True):
        await played(id, ann=ann)
    await storage.ratings.catch_up(GUILD)
    both = [NEW, NEW]
    for ann in WON:
        both = update_ratings(both, [Finish(ANN, 2 - ann, False, None), Finish(BOB, 1 + ann, False, None)])
    stored = await storage.ratings.of(GUILD, ANN)
    assert stored["yum_plus"].mu == pytest.approx(both[0].mu)


async def test_of_equal_points_of_a_day_the_first_to_finish_is_told_first(
    storage: Storage, row: Any, result: Any
) -> None:
    at = days.day_begins(DAY)
    for id in IDS:
        own = result(id, 0, 1000 - id, 50, guild=GUILD, kind="daily", seats=1, finished_at=at)
        await storage.tables.save(row(id, channel=id), (), [own])
    board = await storage.dailies.board(GUILD, DAY, ANN)
    assert [line.user for line in board.lines] == [1000 - id for id in IDS]
