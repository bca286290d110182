"""The connection to Discord: what ends the bot, what makes it wait, and how it comes back."""

from __future__ import annotations

import asyncio
import itertools
import logging
import re
import signal
import time
from collections import defaultdict
from typing import Any

import pytest
from aiohttp import web
from discord.gateway import DiscordWebSocket

from bot import __version__
from bot.client import Gobelet
from bot.gateway import connection
from bot.run import StartError, services, until_stopped
from bot.standin.rest.rest import Rest
from bot.ui.discord.requests import BudgetConnector, user_agent

TOKEN = "end.to-end.token"
ME = ("GET", "/users/@me")


# -- what ends the bot -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "why"),
    [
        (4004, "DISCORD_TOKEN was refused"),
        (4010, "shard"),
        (4011, "more shards"),
        (4012, "version of its gateway"),
        (4013, "intents"),
        (4014, "intents"),
    ],
)
async def test_discord_does_not_want_the_bot_as_it_is(quiet_evening: Any, code: int, why: str) -> None:
    quiet_evening.standin.gateway.refusing = code
    async with services(quiet_evening.url) as found:
        with pytest.raises(StartError, match=why) as ended:
            await until_stopped(Gobelet(found), TOKEN)
    assert ended.value.status == 2
    assert "\n" not in str(ended.value)


async def test_the_process_ends_with_one_line_and_status_2(process: Any) -> None:
    process.standin.gateway.refusing = 4014
    status, errors = await process.outcome(await process.spawn("run"))
    assert status == 2
    assert "Traceback" not in errors, errors
    assert errors.splitlines()[-1].startswith("gobelet: Discord does not allow this bot the intents it asks for (4014)")


async def test_a_token_that_is_reset_while_the_bot_runs(process: Any) -> None:
    running = await process.start()
    process.standin.drop_gateway(code=4004)
    status, errors = await process.outcome(running)
    assert status == 2
    assert "Traceback" not in errors, errors
    assert errors.splitlines()[-1].startswith("gobelet: DISCORD_TOKEN was refused")


# -- sessions are few --------------------------------------------------------------------------------------------


async def test_no_session_is_begun_when_none_is_left(
    quiet_evening: Any, naps: Any, hands: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """Discord would reset the token for it; the bot waits as long as Discord says."""
    quiet_evening.may_complain = True
    quiet_evening.standin.gateway.starts.use_up(3600)
    async with quiet_evening.running():
        assert not quiet_evening.standin.world.token_reset
        assert 3000 < max(naps.taken) <= 3600
        assert hands["attached"](quiet_evening.standin.world) == [0]
    said = [one.getMessage() for one in caplog.records if "no more sessions" in one.getMessage()]
    # It asks again when the time is over, and may do so within the very second of the reset.
    assert len([one for one in said if not one.endswith("waiting 0 s")]) == 1


async def test_a_gateway_that_throws_everybody_out_is_not_stormed(
    quiet_evening: Any, naps: Any, hands: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a session that ends at once, the bot begins another after growing pauses, never within five seconds."""
    standin = quiet_evening.standin
    starts, moments = standin.gateway.starts, []
    take = starts.take

    def noted() -> bool:
        moments.append(standin.world.clock.now())
        return bool(take())

    async with quiet_evening.running():
        monkeypatch.setattr(starts, "take", noted)
        standin.gateway.refusing = 4000
        standin.drop_gateway(resumable=False)
        await hands["until"](lambda: len(moments) > 9, 20)
    apart = [after - before for before, after in itertools.pairwise(moments)]
    assert min(apart) >= 5
    assert apart[-1] > 60
    assert sum(apart) > 200


async def test_the_bot_is_stopped_while_a_connection_opens(
    quiet_evening: Any, naps: Any, hands: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """aiohttp has its own words for a session that closes meanwhile (an AssertionError, a RuntimeError)."""
    opening = asyncio.Event()

    async def cut_off(client: Gobelet, **_: Any) -> None:
        opening.set()
        await hands["until"](client.is_closed)
        raise AssertionError

    async with quiet_evening.running():
        monkeypatch.setattr(DiscordWebSocket, "from_client", cut_off)
        quiet_evening.standin.drop_gateway()
        await opening.wait()


# -- Discord cannot be reached -----------------------------------------------------------------------------------


async def test_the_bot_waits_for_discord_to_be_reached_at_first(
    quiet_evening: Any, naps: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """A host's machine may start before its network does: ending would only make a supervisor start again and again."""
    caplog.set_level(logging.INFO)
    quiet_evening.standin.world.faults.fail(*ME, status=503, times=4)
    async with quiet_evening.running():
        assert quiet_evening.client.is_ready()
    assert len(naps.long) == 3  # The first try after a failure comes at once.
    assert naps.long == sorted(naps.long)
    said = [one for one in caplog.records if one.name.startswith("bot.gateway")]
    assert len(said) == 4
    assert all("status 503" in one.getMessage() and one.exc_info is None for one in said)


async def test_after_a_login_that_failed_requests_are_counted_as_ever(quiet_evening: Any, naps: Any) -> None:
    """Each try opens another HTTP session; the last one keeps the pace, the pauses and the name of the bot."""
    quiet_evening.standin.world.faults.fail(*ME, status=503)
    async with quiet_evening.running() as client:
        assert isinstance(client.http.connector, BudgetConnector)
        before = client.budget.begun.total()
        await client.fetch_application_emojis()
        assert client.budget.begun.total() == before + 1


async def test_the_bot_waits_for_the_gateway_to_be_reached_at_first(quiet_evening: Any, naps: Any) -> None:
    standin = quiet_evening.standin
    standin.gateway.away = True

    def over() -> None:
        standin.gateway.away = len(naps.long) < 12

    naps.over = over
    async with quiet_evening.running():
        assert quiet_evening.client.is_ready()
    assert naps.long[:7] == sorted(naps.long[:7])
    assert 45 <= naps.long[-1] <= 60, "no session began, so the bot may look again soon"
    assert naps.long[0] <= 1


async def test_the_gateway_is_away_for_a_while(
    quiet_evening: Any, naps: Any, hands: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    standin = quiet_evening.standin
    async with quiet_evening.running():
        play = await quiet_evening.game("ana")
        standin.gateway.away = True
        standin.drop_gateway()
        await hands["until"](lambda: len(naps.long) > 9)
        assert 45 <= max(naps.long) <= 60
        standin.gateway.away = False
        await hands["until"](lambda: standin.world.sessions_online)
        await play.throw()
    assert [one for one in caplog.records if one.exc_info] == []


async def test_a_short_break_costs_no_session(evening: Any, hands: Any) -> None:
    world = evening.standin.world
    evening.standin.drop_gateway()
    await hands["until"](lambda: hands["attached"](world, "resumed") == [0])
    assert evening.standin.gateway.starts.used == 1


@pytest.mark.long
async def test_the_bot_can_be_stopped_while_it_waits(process: Any, hands: Any) -> None:
    process.standin.gateway.away = True
    running = await process.spawn("run")
    limit = ("GET", "/gateway/bot")
    await hands["until"](lambda: process.standin.world.calls[limit] > 1, 60)
    began = time.monotonic()
    status, errors = await process.end(running, signal.SIGTERM)
    assert time.monotonic() - began < 5
    assert status == 0, errors
    assert "Traceback" not in errors, errors


# -- reading -----------------------------------------------------------------------------------------------------


async def test_a_rush_of_events_is_read_a_few_at_a_time() -> None:
    """discord.py reads without a break all that has arrived; the work for the first events waits for a few only."""

    class Rush:
        """A thousand events that have arrived, and then the end."""

        read = 0

        async def poll_event(self) -> None:
            self.read += 1
            if self.read == 1000:
                raise EOFError

    rush, seen = Rush(), []

    async def look() -> None:
        while True:
            seen.append(rush.read)
            await asyncio.sleep(0)

    looking = asyncio.create_task(look())
    with pytest.raises(EOFError):
        await connection._read(rush)  # type: ignore[arg-type]
    looking.cancel()
    assert max(after - before for before, after in itertools.pairwise([0, *seen, rush.read])) <= 10


# -- who asks ----------------------------------------------------------------------------------------------------------


async def test_every_request_says_which_bot_asks(evening: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those with the token, and the answers to commands, presses and forms, in Discord's form."""
    said: dict[str, set[str]] = defaultdict(set)
    handle = Rest.handle

    async def noting(rest: Rest, request: web.BaseRequest) -> web.Response:
        kind = "token" if "Authorization" in request.headers else f"{request.method} {request.path.split('/')[3]}"
        said[kind].add(request.headers["User-Agent"])
        return await handle(rest, request)

    monkeypatch.setattr(Rest, "handle", noting)
    play = await evening.game("ana", "ben")
    await play.whole_turn()
    await evening.person("ana").command("help")
    await evening.client.http.get_bot_gateway()
    assert {"token", "POST interactions"} <= said.keys()
    assert set().union(*said.values()) == {user_agent("", __version__)}


def test_a_bot_is_known_by_an_address_and_a_version() -> None:
    form = r"DiscordBot \(https://\S+, \d+\.\d+\.\d+\S*\)"
    assert re.fullmatch(form, user_agent("https://example.org/dice", "1.2.3"))
    for support in ("", "host@example.org"):
        assert re.fullmatch(form + rf" Gobelet/{re.escape(__version__)}", user_agent(support, __version__))
    assert user_agent("https://discord.gg/dice", __version__) == f"DiscordBot (https://discord.gg/dice, {__version__})"
