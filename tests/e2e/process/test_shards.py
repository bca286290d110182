"""Many shards in one process: how they begin, that each lives by itself, and what happens when Discord wants more."""

from __future__ import annotations

import asyncio
import signal
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from discord.gateway import DiscordWebSocket

from bot.client import Gobelet
from bot.gateway import LocalPacing, OwnShards
from bot.gateway.waiting import GatewayWaits
from bot.metrics import Metrics
from bot.run import StartError, services, until_stopped
from bot.standin.world.model import Guild
from bot.tables.model.processes import Shards

TOKEN = "end.to-end.token"
COUNT = 4


@pytest.fixture
def begun(quiet_evening: Any, naps: Any, monkeypatch: pytest.MonkeyPatch) -> dict[int, list[float]]:
    """When Discord got an IDENTIFY of each shard. No time passes while one is under way, or a connection opens."""
    world, starts = quiet_evening.standin.world, quiet_evening.standin.gateway.starts
    found, sent, arrived = defaultdict[int, list[float]](list), list[int](), list[bool]()
    opening = set[int]()
    take, too_soon = starts.take, starts.too_soon
    from_client, identify = DiscordWebSocket.from_client, DiscordWebSocket.identify

    def taken() -> bool:
        arrived.append(take())
        return arrived[-1]

    def noted(shard: int) -> bool:
        found[shard].append(world.clock.now())
        return bool(too_soon(shard))

    async def opened(*of: Any, **how: Any) -> DiscordWebSocket:
        opening.add(how["shard_id"])
        try:
            return await from_client(*of, **how)
        finally:
            opening.discard(how["shard_id"])

    async def counted(ws: DiscordWebSocket) -> None:
        sent.append(ws.shard_id or 0)
        await identify(ws)

    monkeypatch.setattr(starts, "take", taken)
    monkeypatch.setattr(starts, "too_soon", noted)
    monkeypatch.setattr(DiscordWebSocket, "identify", counted)
    monkeypatch.setattr(DiscordWebSocket, "from_client", opened)
    naps.quiet = lambda: not opening and len(sent) == len(arrived)
    return found


@pytest.fixture
def guilds(quiet_evening: Any, begun: dict[int, list[float]]) -> list[Guild]:
    """A server of each shard, with a channel ``hall-0``, ``hall-1``… Discord takes two sessions in five seconds."""
    gateway, world = quiet_evening.standin.gateway, quiet_evening.standin.world
    gateway.recommended, gateway.starts.max_concurrency, gateway.starts.apart = COUNT, 2, 5.0
    return [world.add_guild(f"server {one}", f"hall-{one}", shard=(one, COUNT)) for one in range(COUNT)]


def here(client: Gobelet) -> set[int]:
    """The servers that the client knows."""
    return {guild.id for guild in client.guilds}


# -- how they begin ----------------------------------------------------------------------------------------------


async def test_as_many_shards_begin_as_discord_recommends(
    quiet_evening: Any, guilds: list[Guild], begun: dict[int, list[float]]
) -> None:
    """Two at a time, and two more five seconds later; Discord turns none away."""
    async with quiet_evening.running() as client:
        assert {shard: len(moments) for shard, moments in begun.items()} == dict.fromkeys(range(COUNT), 1)
        times = {shard: moments[0] for shard, moments in begun.items()}
        assert abs(times[0] - times[1]) < 5
        assert times[2] - times[0] >= 5
        assert times[3] - times[1] >= 5
        assert client.services.shards.now == Shards(COUNT, frozenset(range(COUNT)))
        assert here(client) >= {int(guild.id) for guild in guilds}
        assert quiet_evening.standin.world.calls["GET", "/gateway/bot"] <= COUNT


async def test_one_shard_is_enough_for_a_small_bot(evening: Any, hands: Any) -> None:
    assert hands["attached"](evening.standin.world) == [0]
    assert evening.client.services.shards.now == Shards(1, frozenset({0}))
    assert evening.standin.world.calls["GET", "/gateway/bot"] == 1


async def test_the_bot_is_ready_when_all_its_shards_are(quiet_evening: Any, guilds: list[Guild], hands: Any) -> None:
    """Until then no job begins, such as the clock of the tables."""
    may_begin, started = asyncio.Event(), asyncio.Event()

    class LastWaits(LocalPacing):
        @asynccontextmanager
        async def turn(self, shard: int, max_concurrency: int) -> AsyncIterator[None]:
            async with super().turn(shard, max_concurrency):
                if shard == COUNT - 1:
                    await may_begin.wait()
                yield

    async with services(quiet_evening.url, quiet_evening.now) as found:
        client = Gobelet(found, pacing=LastWaits(GatewayWaits()))
        client._connection.guild_ready_timeout = 0.01
        setattr(client.scheduler, "start", started.set)  # noqa: B010 - a method, for once
        async with client:
            connected = asyncio.create_task(client.start(TOKEN))
            await hands["until"](lambda: found.shards.now.held == set(range(COUNT - 1)))
            assert not client.is_ready()
            assert client.gateway.left() < 0
            assert not started.is_set()
            may_begin.set()
            await client.wait_until_ready()
            assert found.shards.now.all
            await started.wait()
            await client.close()
            await connected


async def test_no_shard_begins_a_session_too_many(
    quiet_evening: Any, guilds: list[Guild], naps: Any, hands: Any
) -> None:
    """Three sessions are left for four shards: the fourth waits for the next day, and the token stays good."""
    quiet_evening.may_complain = True
    starts = quiet_evening.standin.gateway.starts
    starts.max_concurrency = COUNT
    starts.use_up(3600)
    starts.used -= COUNT - 1
    async with quiet_evening.running():
        assert not quiet_evening.standin.world.token_reset
        assert 3000 < max(naps.taken) <= 3600
        assert sorted(hands["attached"](quiet_evening.standin.world)) == list(range(COUNT))


@pytest.mark.long
async def test_the_host_may_choose_the_shards(process: Any, hands: Any) -> None:
    process.database(process.file)
    process.standin.gateway.starts.max_concurrency = 2
    running = await process.spawn("run", SHARD_COUNT="4", SHARDS="1-2")
    await hands["until"](lambda: sorted(hands["attached"](process.standin.world)) == [1, 2], 60)
    assert {one.shard[1] for one in process.standin.gateway.sessions.values()} == {4}
    status, errors = await process.end(running)
    assert status == 0, errors
    status, errors = await process.outcome(await process.spawn("run", SHARDS="claim"))
    assert (status, errors.splitlines()[-1][:45]) == (2, "gobelet: SHARDS=claim needs PostgreSQL: several"[:45])


# -- how they live -----------------------------------------------------------------------------------------------


async def test_people_play_in_servers_of_different_shards(quiet_evening: Any, guilds: list[Guild]) -> None:
    async with quiet_evening.running():
        for shard in range(COUNT):
            play = await quiet_evening.game("ana", channel=f"hall-{shard}")
            await play.throw()


async def test_the_process_is_well_only_if_every_shard_is(
    quiet_evening: Any, guilds: list[Guild], hands: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One shard is cut off for long: people go on playing in the servers of the others."""
    standin = quiet_evening.standin
    async with quiet_evening.running() as client:
        connections, back = client.gateway.connections, asyncio.Event()
        monkeypatch.setattr(GatewayWaits, "wait", lambda *_: back.wait())
        assert client.gateway.left() > 0
        standin.drop_gateway(shard=2)
        await hands["until"](lambda: hands["attached"](standin.world, "lost") == [2])
        assert connections[2].ack_age() < 60
        connections[2]._keeper._last_ack -= 60  # A minute later.
        assert client.gateway.left() < 0
        assert [shard for shard, one in connections.items() if one.left() < 0] == [2]
        ages = next(one for one in Metrics(client).registry.collect() if one.name == "gobelet_gateway_ack_age_seconds")
        assert [one.labels["shard"] for one in ages.samples if one.value > 60] == ["2"]
        assert len(ages.samples) == COUNT
        await (await quiet_evening.game("ana", channel="hall-1")).throw()
        back.set()
        await hands["until"](lambda: client.gateway.left() > 0)
        await (await quiet_evening.game("ana", channel="hall-2")).throw()


async def test_a_shard_goes_on_without_the_others_noticing(
    quiet_evening: Any, guilds: list[Guild], begun: dict[int, list[float]], hands: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot looks up what it could not show meanwhile, in the servers of that shard only."""
    standin, looked = quiet_evening.standin, list[Shards]()
    async with quiet_evening.running() as client:
        play = await quiet_evening.game("ana", channel="hall-3")
        store = client.services.tables.repository.store
        not_shown = store.not_shown

        async def noted(shards: Shards) -> dict[Any, Any]:
            looked.append(shards)
            return dict(await not_shown(shards))

        monkeypatch.setattr(store, "not_shown", noted)
        standin.drop_gateway(shard=3)
        await hands["until"](lambda: hands["attached"](standin.world, "resumed") == [3])
        await hands["until"](lambda: looked == [Shards(COUNT, frozenset({3}))])
        standin.drop_gateway(shard=2, resumable=False)
        await hands["until"](lambda: looked[1:] == [Shards(COUNT, frozenset({2}))])
        begun[2].pop()
        await play.throw()
        assert {shard: len(moments) for shard, moments in begun.items()} == dict.fromkeys(range(COUNT), 1)


async def test_a_new_session_of_one_shard_forgets_only_what_its_servers_lost(
    quiet_evening: Any, guilds: list[Guild], hands: Any
) -> None:
    """Two servers remove the bot while one shard is away; the other shard hears of it at once.

    The data of both goes 30 days later, and that of no other server.
    """
    standin, lost = quiet_evening.standin, [int(guilds[1].id), int(guilds[2].id)]
    async with quiet_evening.running() as client:
        for shard in range(COUNT):
            await quiet_evening.game("ana", channel=f"hall-{shard}")
        before = here(client)
        standin.gateway.away = True
        standin.drop_gateway(resumable=False, shard=1)
        await hands["until"](lambda: hands["attached"](standin.world, "lost") == [1])
        standin.world.remove_bot(guilds[1])
        standin.world.remove_bot(guilds[2])
        await hands["until"](lambda: here(client) == before - {lost[1]})
        standin.gateway.away = False
        await hands["until"](lambda: here(client) == before.difference(lost))
        await hands["until"](lambda: client.gateway.connections[1].ready)
        await client.departures.notice()
        assert set(await client.services.privacy.purge(quiet_evening.now() + 1)) == set(lost)


async def test_shards_come_and_go_while_the_bot_runs(quiet_evening: Any, guilds: list[Guild], hands: Any) -> None:
    """Discord hears the goodbye, the other shards play on, and a shard that comes back knows its servers again."""
    standin = quiet_evening.standin
    async with quiet_evening.running() as client:
        before, gateway, shards = here(client), client.gateway, client.services.shards
        away = await quiet_evening.table(await quiet_evening.lobby("ana", channel="hall-1"))
        told: list[Shards] = []
        shards.on_change(told.append)
        await gateway.release([1, 3])
        assert here(client) == {guild for guild in before if guild >> 22 & 1 == 0}
        sessions = standin.gateway.sessions
        await hands["until"](lambda: sorted(one.shard[0] for one in sessions.values()) == [0, 2])
        assert told == [Shards(COUNT, frozenset({0, 2}))]
        assert gateway.left() > 0
        assert await client.pauses.stands_still(away)  # It does not close itself here, nor does it pause.
        assert (await client.services.tables.repository.reload(away.id)).due == away.due
        assert away.due is not None
        await (await quiet_evening.game("ana", channel="hall-2")).throw()
        gateway.hold(COUNT, [3])
        assert gateway.left() < 0
        await hands["until"](lambda: shards.now == Shards(COUNT, frozenset({0, 2, 3})))
        await (await quiet_evening.game("ana", channel="hall-3")).throw()
        assert int(guilds[1].id) not in here(client)


# -- stopping ----------------------------------------------------------------------------------------------------


async def test_the_bot_can_be_stopped_while_many_shards_begin(quiet_evening: Any, hands: Any) -> None:
    """A hundred shards, one every six seconds."""
    standin = quiet_evening.standin
    standin.gateway.recommended = 100
    async with services(quiet_evening.url) as found:
        client = Gobelet(found)
        async with client:
            connected = asyncio.create_task(client.start(TOKEN))
            await hands["until"](lambda: hands["attached"](standin.world))
            await client.close()
            await connected
    assert hands["attached"](standin.world) == [0]
    await hands["until"](lambda: not standin.gateway.sessions)


@pytest.mark.long
async def test_a_process_stops_within_five_seconds_while_many_shards_begin(process: Any, hands: Any) -> None:
    process.standin.gateway.recommended = 100
    running = await process.start()
    async with asyncio.timeout(5):
        status, errors = await process.end(running, signal.SIGTERM)
    assert status == 0, errors
    assert "Traceback" not in errors, errors


async def test_a_shard_that_is_forgotten_while_its_servers_come_is_not_ready(
    evening: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where its task hears of no cancellation."""
    state, ready = evening.client._connection, list[int]()
    monkeypatch.setattr(state, "call_handlers", lambda _, shard: ready.append(shard))
    servers = state._ready_states[7] = asyncio.Queue()
    waiting = asyncio.create_task(state._delay_shard_ready(7))
    await asyncio.sleep(0)
    state.forget_shard(7)
    servers.put_nowait(evening.client.guilds[0])
    await waiting
    assert ready == []


# -- Discord wants more of them ----------------------------------------------------------------------------------


async def test_the_bot_begins_anew_with_more_shards(
    quiet_evening: Any, guilds: list[Guild], hands: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """A bot with one shard comes into too many servers. People at its tables notice nothing but a short break."""
    standin = quiet_evening.standin
    standin.gateway.recommended = 1
    async with quiet_evening.running() as client:
        play, shards = await quiet_evening.game("ana", channel="hall-3"), client.services.shards
        standin.gateway.recommended, standin.gateway.most_guilds = COUNT, 2
        standin.drop_gateway(resumable=False)
        await hands["until"](lambda: shards.now == Shards(COUNT, frozenset(range(COUNT))))
        await play.throw()
        await (await quiet_evening.game("ben", channel="hall-0")).throw()
    said = [one.getMessage() for one in caplog.records if "4011" in one.getMessage()]
    assert said == ["Discord asks for more shards than 1 (4011); beginning anew with 4"]


async def test_a_fixed_range_of_shards_cannot_grow_alone(quiet_evening: Any, guilds: list[Guild]) -> None:
    """Other processes hold the others: the host has to act."""
    quiet_evening.standin.gateway.most_guilds = 0
    async with services(quiet_evening.url) as found:
        with pytest.raises(StartError, match="larger SHARD_COUNT") as ended:
            await until_stopped(Gobelet(found, OwnShards(2, [0, 1])), TOKEN)
    assert ended.value.status == 2
