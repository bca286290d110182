"""The bot in numbers, as a host sees them: scraped from a running bot, in Prometheus' own words."""

from __future__ import annotations

import asyncio
import json
import math
import re
import socket
import time
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from discord import InteractionType
from prometheus_client.parser import text_string_to_metric_families

from bot.gateway import ShardHandover
from bot.metrics import Metrics, route
from bot.settings import Settings

ROOT = Path(__file__).resolve().parents[3]
ALERTS = ROOT / "docs" / "alerts.yml"
SESSIONS = "gobelet_gateway_sessions_total"
CALLBACK = "/interactions/{id}/{token}/callback"


class Scraped:
    """The samples of one scrape."""

    def __init__(self, text: str) -> None:
        self.text = text
        families = list(text_string_to_metric_families(text))
        self.names = {family.name for family in families}
        self.samples = [sample for family in families for sample in family.samples]

    def value(self, name: str, **labels: str) -> float:
        """The sum of the samples of this name that have these labels."""
        found = [
            sample.value for sample in self.samples if sample.name == name and labels.items() <= sample.labels.items()
        ]
        return sum(found)


async def scrape(port: int) -> Scraped:
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/metrics") as answer:
        assert answer.status == 200
        assert answer.content_type == "text/plain"
        return Scraped(await answer.text())


@pytest.fixture
def port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@pytest.fixture
async def counted(process: Any, hands: Any, port: int) -> Any:
    """A bot that counts, after a lobby of two, a start, a throw and a refused press."""
    process.standin.gateway.interval = 400
    process.running = await process.spawn("run", METRICS_PORT=str(port))
    await hands["until"](lambda: process.standin.world.sessions_online, 60)
    process.play = play = await process.lobby("ana", "ben", sheet="yum_classic")
    await play.begin()
    await play.throw()
    refused = await hands["forge"](play.waiting, play.board, next(id for do, id in play.does.items() if "keep" in do))
    assert refused.ephemeral
    return process


@pytest.fixture
async def served(evening: Any, port: int) -> AsyncIterator[None]:
    """Metrics of a bot in this process, for a host that has set only the port."""
    async with Metrics(evening.client).served(Settings.model_fields["metrics_host"].default, port):
        yield


async def until(port: int, least: float, **labels: str) -> None:
    """Wait until so many requests with these labels were counted."""
    async with asyncio.timeout(10):
        while (await scrape(port)).value("gobelet_rest_requests_total", **labels) < least:  # noqa: ASYNC110
            await asyncio.sleep(0.05)


async def open_thread(counted: Any) -> None:
    """Open a table in a thread of its own, which gets the lobby as a message."""
    opened = await counted.standin.person("chloe").command("yum start", "general", thread=True)
    assert opened.ephemeral


async def test_what_is_counted(counted: Any, port: int) -> None:
    found = await scrape(port)
    assert found.value("gobelet_interactions_total", kind="command") == 1
    assert found.value("gobelet_interactions_total", kind="press") == 4
    assert found.value("gobelet_refusals_total", kind="NotOnTurn") == 1
    assert found.value("gobelet_refusals_total") == 1
    assert found.value("gobelet_answer_seconds_count") == 5
    assert found.value("gobelet_answer_seconds_bucket", le="3.0") == 5
    assert 4 <= found.value("gobelet_saves_per_commit_count") <= found.value("gobelet_saves_per_commit_sum")
    callbacks = {"method": "POST", "route": CALLBACK}
    assert found.value("gobelet_rest_requests_total", **callbacks) == 5
    assert found.value("gobelet_rest_requests_total", status="429") == 0
    assert found.value("gobelet_live_tables") == 1
    assert found.value("gobelet_guilds") == 1
    assert found.value("gobelet_messages_waiting") == 0
    assert found.value("gobelet_token_requests_allowed") == 45
    assert found.value("gobelet_token_requests_waiting") == 0
    without_token = found.value("gobelet_rest_requests_total", **callbacks) + found.value(
        "gobelet_rest_requests_total", route="other"
    )  # "other" is the gateway.
    with_token = found.value("gobelet_rest_requests_total") - without_token
    assert found.value("gobelet_token_requests_total") == with_token
    assert found.value("gobelet_token_requests_total", priority="upkeep") > 0
    assert 0 <= found.value("gobelet_gateway_ack_age_seconds", shard="0") < 5
    assert found.value("process_resident_memory_bytes") > 10**7


async def test_a_press_that_another_process_answers_counts_there_alone(
    evening: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a shard passes on, Discord sends each press to both."""
    monkeypatch.setattr("bot.gateway.source.WAIT_SECONDS", 0.01)
    play, metrics, owners = await evening.game("ana"), Metrics(evening.client), set[int]()
    evening.client.arrivals.turnover = ShardHandover(evening.client.services.shards, owners.__contains__)

    def counted() -> float:
        return metrics.registry.get_sample_value("gobelet_interactions_total", {"kind": "press"}) or 0

    other = SimpleNamespace(type=InteractionType.component, id=1, guild_id=int(evening.standin.world.guild.id))
    assert not await evening.client.arrivals.begins(other)
    assert counted() == 0
    owners.add(0)
    await play.throw()
    assert counted() == 1


@pytest.mark.long
async def test_a_rate_limit_and_a_lost_request_are_counted(counted: Any, hands: Any, port: int) -> None:
    faults = counted.standin.world.faults
    faults.fail("POST", "/channels/{channel_id}/messages", status=429, retry_after=0.05)
    await open_thread(counted)
    sending = {"method": "POST", "route": "/channels/{id}/messages"}
    await until(port, 1, **sending, status="429")
    await until(port, 1, **sending, status="200")
    await counted.play.mark()
    faults.drop("POST", "/interactions/*")
    await hands["forge"](counted.play.turn, counted.play.board, counted.play.does["roll"])
    await until(port, 1, method="POST", route=CALLBACK, status="lost")


@pytest.mark.long
async def test_a_reconnect_is_counted_as_resumed_or_as_a_new_session(counted: Any, hands: Any, port: int) -> None:
    async def connections(new: int, resumed: int) -> None:
        async with asyncio.timeout(60):
            while True:
                found = await scrape(port)
                if found.value(SESSIONS, kind="new") == new and found.value(SESSIONS, kind="resumed") == resumed:
                    return
                await asyncio.sleep(0.05)

    await connections(1, 0)
    counted.standin.drop_gateway()
    await connections(1, 1)
    counted.standin.drop_gateway(resumable=False)
    await connections(2, 1)


@pytest.mark.long
async def test_nobody_is_named(counted: Any, port: int) -> None:
    await open_thread(counted)
    await until(port, 1, route="/channels/{id}/messages")
    text = (await scrape(port)).text
    labels = " ".join(re.findall(r"\{(.*)\}", text))
    assert re.findall(r"\d{15,}", labels) == []
    for path in ("/users/@me", "/gateway/bot", CALLBACK, "/channels/{id}/messages"):
        assert f'route="{path}"' in text


async def test_the_documents_list_all_of_them(served: None, port: int) -> None:
    said = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    listed = set(re.findall(r"`(gobelet_\w+?)(?:_total)?`", said))
    names = {name for name in (await scrape(port)).names if name.startswith("gobelet_")}
    assert names - {"gobelet_info"} <= listed
    asked = set(re.findall(r"\b(gobelet_\w+)", ALERTS.read_text("utf-8")))
    known = {re.sub(r"_(total|bucket|count|sum)$", "", name) for name in asked}
    assert known <= names
    assert asked


async def test_the_dashboard_shows_what_there_is(served: None, port: int) -> None:
    """Each metric that it asks for exists, and each of ours stands on it."""
    board = json.loads((ROOT / "docs" / "grafana.json").read_text("utf-8"))
    asked = {
        name
        for panel in board["panels"]
        for target in panel["targets"]
        for name in re.findall(r"\b((?:gobelet|process)_\w+)", target["expr"])
    }
    names = (await scrape(port)).names
    known = {name if name in names else re.sub(r"_(total|bucket|count|sum)$", "", name) for name in asked}
    assert known <= names
    assert {name for name in names if name.startswith("gobelet_")} - known == {"gobelet_info"}
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])


async def answered(port: int, path: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}{path}") as answer:
        return answer.status, await answer.text()


async def test_a_bot_whom_discord_refuses_everything_is_not_ready_but_alive_and_comes_back(
    evening: Any, port: int
) -> None:
    """For an hour: so nothing starts it anew, which would mend nothing and use up the starts of the day."""
    held, faults = evening.client.request_pauses, evening.standin.world.faults
    evening.may_complain = True
    passed = 0.0
    held.clock = lambda: time.monotonic() + passed
    async with Metrics(evening.client).served("127.0.0.1", port):
        play = await evening.game("ana", "ben")
        assert await answered(port, "/healthz") == (200, "ok\n")
        status, said = await answered(port, "/readyz")
        assert (status, json.loads(said)) == (200, {"gateway": True, "database": True, "rest": True})
        for minute in range(0, 61, 4):
            passed = 60.0 * minute
            faults.fail("GET", "/gateway/bot", status=401)
            with pytest.raises(discord.GatewayNotFound):
                await evening.client.http.get_bot_gateway()
        status, said = await answered(port, "/readyz")
        assert (status, json.loads(said)["rest"]) == (503, False)
        assert await answered(port, "/healthz") == (200, "ok\n")
        await evening.client.http.get_bot_gateway()
        assert (await answered(port, "/readyz"))[0] == 200
        await play.whole_turn()


async def test_off_unless_asked_for(process: Any, port: int) -> None:
    await process.start()
    with pytest.raises(aiohttp.ClientConnectorError):
        await scrape(port)


async def test_only_this_machine_unless_said_otherwise(served: None, port: int) -> None:
    for other in ("127.0.0.2", "127.1.2.3"):  # This machine too, but not the address in the setting.
        _, writing = await asyncio.open_connection("127.0.0.1", port)
        writing.close()
        with pytest.raises(OSError, match=r"refused|Refused|Connect"):
            await asyncio.open_connection(other, port)


@pytest.mark.long
async def test_a_port_that_is_taken_ends_the_start(process: Any) -> None:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        one.listen()
        taken = one.getsockname()[1]
        status, errors = await process.outcome(await process.spawn("run", METRICS_PORT=str(taken)))
    assert status == 2
    assert errors.splitlines()[-1].startswith(f"gobelet: METRICS_PORT {taken}: cannot listen on 127.0.0.1")


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/api/v10/channels/123/messages/456", "/channels/{id}/messages/{id}"),
        ("/api/v10/interactions/123/aW50ZXJhY3Rpb24/callback", CALLBACK),
        ("/api/v10/webhooks/1/tok-en/messages/@original", "/webhooks/{id}/{token}/messages/@original"),
        ("/api/v10/applications/12/guilds/34/commands", "/applications/{id}/guilds/{id}/commands"),
        ("/api/v10/channels/1/messages/2/reactions/x/@me", "/channels/{id}/messages/{id}/reactions/{emoji}/@me"),
        ("/api/v10/gateway/bot", "/gateway/bot"),
        ("/avatars/1/2.png", "other"),
        ("/", "other"),
    ],
)
def test_a_route_holds_no_ids(path: str, shown: str) -> None:
    assert route(path) == shown


async def test_before_the_first_heartbeat_nobody_knows_its_age(evening: Any) -> None:
    connection = evening.client.gateway.connections[0]
    connection._keeper = None
    assert math.isinf(connection.ack_age())
