"""What the host has set about sharing a database, and the locks by which processes share it."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from typing import Any

import pytest

from bot.gateway import ShardsRefused
from db import open_database
from db.claims import holder, session
from db.claims.holder import Claims, Share, set_shard_count, shard_count
from db.claims.session import LockKind
from db.connection.engines import parse
from db.connection.faults import DatabaseInUse, WrongDatabase
from tests.db.claims.processes import FakeGateway, Processes, held

pytestmark = pytest.mark.sample(4, among="claims")


# -- what the host has set --------------------------------------------------------------------------------------


async def test_ranges_that_overlap_are_refused(processes: Processes) -> None:
    first = await processes.start(count=4, fixed=frozenset({0, 1}))
    second = await processes.start(count=4, fixed=frozenset({2, 3}))
    assert (held(first), held(second)) == ({0, 1}, {2, 3})
    with pytest.raises(ShardsRefused, match="another process holds the shards 1: the ranges of SHARDS must not"):
        await processes.start(count=4, fixed=frozenset({1}))


async def test_the_first_process_decides_how_many_shards_there_are(processes: Processes) -> None:
    first = await processes.start(FakeGateway(3))
    assert await shard_count(first.session) == 3
    assert (await processes.start(FakeGateway(5))).held.now.count == 3
    with pytest.raises(ShardsRefused, match="SHARD_COUNT is 8, but the processes of this database have 3 shards"):
        await processes.start(count=8)


async def test_a_process_alone_and_processes_that_share_keep_each_other_out(processes: Processes) -> None:
    await processes.start()
    with pytest.raises(DatabaseInUse, match="Another process uses the database"):
        async with open_database(processes.url, alone=True):
            pass
    await processes.close()
    processes._stacks.clear()
    async with open_database(processes.url, alone=True):
        with pytest.raises(DatabaseInUse, match="without SHARDS uses the database for itself"):
            await processes.start()


async def test_sqlite_cannot_be_shared(tmp_path: Any) -> None:
    with pytest.raises(WrongDatabase, match="SHARDS needs PostgreSQL"):
        async with open_database(f"sqlite:///{tmp_path}/gobelet.db", share=Share()):
            pass


async def test_a_pooler_is_refused(processes: Processes, monkeypatch: pytest.MonkeyPatch) -> None:
    """It tells each client a number of its own, where the server tells that of the session."""
    monkeypatch.setattr("asyncpg.connection.Connection.get_server_pid", lambda _: 1)
    with pytest.raises(WrongDatabase, match="through a pooler"):
        await processes.start()


# -- the locks themselves ---------------------------------------------------------------------------------------


async def test_sessions_begin_at_discord_one_bucket_at_a_time_across_processes(
    processes: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(holder, "APART", 0.2)
    first, second = await processes.start(), await processes.start()
    began: list[tuple[int, float]] = []

    async def begin(claims: Claims, shard: int) -> None:
        async with claims.pacing.turn(shard, 2):
            began.append((shard % 2, asyncio.get_running_loop().time()))

    await asyncio.gather(*(begin(claims, shard) for shard in range(4) for claims in (first, second)))
    for bucket in (0, 1):
        at = [moment for one, moment in began if one == bucket]
        assert len(at) == 4
        assert all(later - earlier >= 0.19 for earlier, later in pairwise(at))


async def test_who_began_no_session_holds_nobody_up(processes: Processes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(holder, "APART", 3600)
    first, second = await processes.start(), await processes.start()
    with pytest.raises(OSError, match="no network"):
        async with first.pacing.turn(0, 1):
            raise OSError("no network")
    async with asyncio.timeout(20), second.pacing.turn(0, 1):
        pass


async def test_everything_goes_back_when_a_session_ends(processes: Processes) -> None:
    first, second = session.LockSession(parse(processes.url)), session.LockSession(parse(processes.url))
    await first.open(alone=False)
    await second.open(alone=False)
    for kind in LockKind:
        assert await first.take(kind, 0)
        assert await second.take(kind, 0) is (kind is LockKind.MEMBER)
    await first.close()
    async with asyncio.timeout(20):
        while not await second.take(LockKind.SHARD, 0):  # noqa: ASYNC110 - the server tells nobody.
            await asyncio.sleep(0.02)
    assert (await second.look()).mine(LockKind.SHARD) == {0}
    await second.close()


async def test_shards_can_be_counted_anew_while_nobody_holds_any(processes: Processes) -> None:
    alone = session.LockSession(parse(processes.url))
    await alone.open(alone=True)
    await set_shard_count(alone, 6)
    await alone.close()
    assert (await processes.start()).held.now.count == 6
