"""Discord pauses the whole bot for a while. Whatever request meets that, none is lost, and the bot hears again.

discord.py holds such a pause in an event that a cancelled request never sets again. So each test also gives requests up
in the pause, as a limit of time, the end of a task or the end of the bot does.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from io import BytesIO
from typing import Any

import discord
import pytest

from bot import art
from bot.ui.pace import pauses
from bot.ui.pace.budget import REQUEST_SECONDS, request_timeout

MESSAGES = "/channels/{channel_id}/messages"
MESSAGE = MESSAGES + "/{message_id}"
COMMANDS = "/applications/{application_id}/commands"
EMOJIS = "/applications/{application_id}/emojis"

Begin = Callable[[Any, Any], Awaitable[object]]
"""Has the bot send a request, in an evening with a game; the request may wait."""


def _channel(evening: Any) -> Any:
    return evening.client.get_channel(int(evening.standin.world.find_channel("dice").id))


async def _call(evening: Any, play: Any) -> None:
    evening.everybody_was_away()
    await play.whole_turn()


async def _edit(evening: Any, play: Any) -> None:
    evening.client.presenter.reconciler.doubt((await evening.table(play)).id)


async def _thread(evening: Any, play: Any) -> None:
    await evening.person("chloe").command("yum start", "general", thread=True)


async def _delete(evening: Any, play: Any) -> None:
    table = await evening.table(play)
    sent = await _channel(evening).send("to be removed")
    evening.client.presenter.run_later(evening.client.presenter.delete(table.channel, sent.id), "remove a message")


async def _picture(evening: Any, play: Any) -> None:
    picture = discord.File(BytesIO(art.read(art.NAMES[0])), "result.png")

    async def send() -> None:
        async with request_timeout(REQUEST_SECONDS):
            await _channel(evening).send(file=picture)

    evening.client.presenter.run_later(send(), "send a picture")


async def _emoji(evening: Any, play: Any) -> None:
    emojis = evening.standin.world.emojis
    del emojis[next(id for id, one in emojis.items() if one.name == art.emoji(art.NAMES[0]))]
    evening.client.own_emojis.errand.ask()


async def _commands(evening: Any, play: Any) -> None:
    evening.client.commands_sync.again()


async def _gateway(evening: Any, play: Any) -> None:
    evening.client.presenter.run_later(evening.client.gateway.recommended(), "ask how many shards")


KINDS: dict[str, tuple[str, str, Begin]] = {
    "a call": ("POST", MESSAGES, _call),
    "a board drawn anew": ("PATCH", MESSAGE, _edit),
    "a board posted": ("POST", MESSAGES, _thread),
    "a thread": ("POST", "/channels/{channel_id}/threads", _thread),
    "a message removed": ("DELETE", MESSAGE, _delete),
    "a picture": ("POST", MESSAGES, _picture),
    "an emoji": ("POST", EMOJIS, _emoji),
    "the commands": ("PUT", COMMANDS, _commands),
    "the gateway": ("GET", "/gateway/bot", _gateway),
}


class Pause:
    """A pause that the bot is in, on a clock that the test moves."""

    def __init__(self, evening: Any) -> None:
        self._evening = evening
        self._held = evening.client.request_pauses
        self._passed = 0.0
        self._held.clock = lambda: time.monotonic() + self._passed

    async def pass_by(self, seconds: float) -> None:
        """Let it pass, and with it the pauses of what tries again after it."""
        self._passed += seconds
        self._held.look()
        await asyncio.sleep(0)
        reconciler = self._evening.client.presenter.reconciler
        for id in list(reconciler._retries):
            reconciler.ask(id)


def _done(evening: Any, method: str, route: str) -> int:
    """The number of these requests that Discord has done."""
    return sum(
        entry.what == "rest" and entry.details[:3] == (method, route, 200) for entry in evening.standin.world.log
    )


async def _given_up(evening: Any, until: Any) -> None:
    """Give requests up in the pause, each in its way."""
    channel, limits, before = _channel(evening), list[asyncio.Timeout](), _waiting(evening)

    async def limited() -> None:
        async with asyncio.timeout(3600) as limit:
            limits.append(limit)
            await channel.send("given up by a limit of time")

    late = asyncio.create_task(limited())
    sending = [asyncio.create_task(channel.send("given up by the end of its task")) for _ in range(3)]
    await until(lambda: _waiting(evening) == before + 4)
    limits[0].reschedule(asyncio.get_running_loop().time())
    for task in sending:
        task.cancel()
    await asyncio.wait([late, *sending])
    assert isinstance(late.exception(), TimeoutError)


def _waiting(evening: Any) -> int:
    """The number of requests that wait to be sent."""
    return sum(one.waits for one in evening.client.request_pauses._requests)


@pytest.mark.parametrize("reconnects", [False, True], ids=["connected", "reconnecting"])
@pytest.mark.parametrize("seconds", [5, 30, 60])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.sample(1, each="kind")
async def test_a_request_that_meets_a_pause_of_the_whole_bot_comes_after_it(
    evening: Any, until: Any, kind: str, seconds: int, reconnects: bool
) -> None:
    method, route, begin = KINDS[kind]
    world = evening.standin.world
    play = await evening.game("ana", "ben")
    pause = Pause(evening)
    done = _done(evening, method, route)
    world.faults.fail(method, route, status=429, retry_after=seconds, everywhere=True)
    beginning = asyncio.create_task(begin(evening, play))
    await until(lambda: not world.faults)
    await until(evening.client.request_pauses.left)
    refused = _done(evening, method, route)
    if reconnects:
        evening.standin.drop_gateway(resumable=False)
        await until(lambda: not world.sessions_online)
    await _given_up(evening, until)
    if not reconnects and kind != "a call":  # Nobody is called after a press.
        assert (await play.do("roll", play.turn)).updated, "a press needs no token"
    assert _done(evening, method, route) == refused, "nothing carries the token in the pause"
    await pause.pass_by(seconds)
    await beginning
    await until(lambda: _done(evening, method, route) > done)
    await until(lambda: world.sessions_online == 1)
    async with asyncio.timeout(30):
        await _channel(evening).send("everybody can be told again")
    await until(evening.client.is_ready)
    if reconnects:
        assert (await play.do("roll", play.turn)).updated, "the bot hears again"
    await evening.settle()
    assert evening.client.request_pauses.oldest() == 0


async def test_a_pause_that_a_second_answer_makes_longer(evening: Any, until: Any) -> None:
    pause = Pause(evening)
    world = evening.standin.world
    world.faults.fail("POST", MESSAGES, status=429, retry_after=5, everywhere=True, times=2)
    sending = asyncio.create_task(_channel(evening).send("in the end"))
    for _ in range(2):
        await until(evening.client.request_pauses.left)
        await pause.pass_by(5)
    assert (await sending).content == "in the end"


async def test_an_old_message_that_takes_no_more_edits_is_asked_once(evening: Any) -> None:
    """The answer says that another message is the cure: the board is posted again, at once."""
    world = evening.standin.world
    play = await evening.game("ana", "ben")
    asked = world.calls["PATCH", MESSAGE]
    world.faults.fail("PATCH", MESSAGE, status=429, code=30046, retry_after=60, times=99)
    table = await evening.table(play)
    evening.client.presenter.reconciler.doubt(table.id)
    await evening.settle()
    assert world.calls["PATCH", MESSAGE] == asked + 1
    assert (await evening.table(play)).message != table.message


async def test_an_old_message_that_nothing_else_replaces_is_edited_after_the_pause(evening: Any, until: Any) -> None:
    """Such as the board of a result, of which the picture is missing."""
    pause = Pause(evening)
    world = evening.standin.world
    sent = await _channel(evening).send("without a picture")
    world.advance(3700)
    world.faults.fail("PATCH", MESSAGE, status=429, code=30046, retry_after=20)
    editing = asyncio.create_task(sent.edit(content="with a picture"))
    await until(lambda: not world.faults and evening.client.request_pauses.oldest())
    assert world.calls["PATCH", MESSAGE] == 1
    await pause.pass_by(20)
    assert (await editing).content == "with a picture"
    assert world.calls["PATCH", MESSAGE] == 2


async def test_after_an_old_message_none_of_its_channel_that_is_older_is_asked_for(evening: Any, until: Any) -> None:
    """Each at once gets what Discord would say again, until its time is over; a newer message may be edited."""
    pause, world = Pause(evening), evening.standin.world
    first, second, third = [await _channel(evening).send(f"board {one}") for one in range(3)]
    other = await evening.client.get_channel(int(world.find_channel("general").id)).send("elsewhere")
    world.faults.fail("PATCH", MESSAGE, status=429, code=30046, retry_after=20)
    for asked, message in ((1, second), (1, first), (1, second)):
        with pauses.patience(5), pytest.raises(discord.HTTPException) as refused:
            await message.edit(content="too often")
        assert (refused.value.status, refused.value.code, world.calls["PATCH", MESSAGE]) == (429, 30046, asked)
    with pauses.patience(5):
        await third.edit(content="newer")
        await other.edit(content="elsewhere")
    assert world.calls["PATCH", MESSAGE] == 3
    waits = asyncio.create_task(first.edit(content="nothing else replaces it"))
    await until(lambda: _waiting(evening) == 1)
    with pauses.patience(5):
        await other.edit(content="elsewhere again")
    assert world.calls["PATCH", MESSAGE] == 4
    await pause.pass_by(20)
    assert (await waits).content == "nothing else replaces it"
    with pauses.patience(5):
        await second.edit(content="later")
    assert world.calls["PATCH", MESSAGE] == 6


async def test_a_route_that_takes_no_more_is_asked_once_by_all_that_wait(evening: Any, until: Any) -> None:
    pause = Pause(evening)
    world = evening.standin.world
    before = world.calls["POST", MESSAGES]
    world.faults.fail("POST", MESSAGES, status=429, retry_after=20)
    sending = [asyncio.create_task(_channel(evening).send(str(one))) for one in range(4)]
    await until(lambda: not world.faults)
    await until(lambda: evening.client.request_pauses.oldest() and world.calls["POST", MESSAGES] > before)
    await until(lambda: _waiting(evening) == len(sending))
    assert world.calls["POST", MESSAGES] == before + 1
    await pause.pass_by(20)
    await asyncio.gather(*sending)
    assert world.calls["POST", MESSAGES] == before + 5


# -- the watch over what waits -----------------------------------------------------------------------------------


async def test_nothing_is_stuck_while_discord_pauses_the_bot(evening: Any, until: Any) -> None:
    held = evening.client.request_pauses
    pause = Pause(evening)
    evening.standin.world.faults.fail("POST", MESSAGES, status=429, retry_after=300, everywhere=True)
    sending = asyncio.create_task(_channel(evening).send("later"))
    await until(held.left)
    await pause.pass_by(299)
    assert held.oldest() >= 299
    assert not held.stuck()
    await pause.pass_by(1)
    await sending
    assert not held.oldest()


async def test_a_request_that_nothing_holds_and_that_is_not_sent_is_stuck(evening: Any, until: Any) -> None:
    """Such as one behind an event of discord.py that nobody sets any more."""
    held = evening.client.request_pauses
    pause = Pause(evening)
    evening.client.http._global_over.clear()
    sending = asyncio.create_task(_channel(evening).send("for ever"))
    await until(held.oldest)
    await pause.pass_by(59)
    assert not held.stuck()
    await pause.pass_by(2)
    assert held.stuck() > 60, "a minute beyond the pause that Discord asked for"
    evening.client.http._global_over.set()
    await sending
    assert not held.stuck()
