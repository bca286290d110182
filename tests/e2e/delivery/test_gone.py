"""Somebody deletes a channel or a thread: its table ends. Nothing else means that it is gone."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.standin.world.model import Channel
from bot.tables.model.table import Status
from bot.ui.delivery.messages import unknown_channel

HOUR, DAY = 3600, 86_400
SHEET = "yum_classic"
MESSAGES = "/channels/{channel_id}/messages"
MESSAGE = "/channels/{channel_id}/messages/{message_id}"


async def _status(evening: Any, id: Any) -> Status:
    return Status((await evening.client.services.tables.repository.reload(id)).status)


async def _ended(evening: Any, hands: Any, play: Any, id: Any) -> None:
    """Wait until the database says that the table has ended."""

    def status() -> str:
        return str(hands["rows"](evening.file, "SELECT status FROM tables WHERE id = ?", id)[0][0])

    await hands["until"](lambda: status() == "ended")
    await evening.settle()
    assert await evening.client.services.tables.repository.live() == []


def _thread(evening: Any) -> Channel:
    return next(one for one in evening.standin.world.channels.values() if one.is_thread)


async def _in_a_thread(evening: Any, hands: Any) -> Any:
    """A game of ana's in a thread."""
    ana = evening.person("ana")
    await ana.command("yum start", thread=True, sheet=SHEET)
    await evening.settle()
    board = ana.messages(_thread(evening).id)[-1]
    await ana.press(board["id"], custom_id=hands["does"](board)["start"])
    await evening.settle()
    return await evening.client.services.tables.repository.live_at(
        int(evening.standin.world.guild_id), int(_thread(evening).id)
    )


@pytest.mark.sample(1)
@pytest.mark.parametrize("what", ["a lobby", "a game", "everybody at once"])
async def test_the_table_of_a_deleted_channel_ends(evening: Any, hands: Any, what: str) -> None:
    world = evening.standin.world
    channel = world.add_channel("short-lived")
    pace = "parallel" if what == "everybody at once" else "turns"
    begun = evening.lobby if what == "a lobby" else evening.game
    play = await begun("ana", "ben", channel=channel.id, sheet=SHEET, pace=pace)
    id = (await evening.table(play)).id
    calls = world.calls.copy()
    world.delete_channel(channel)
    await _ended(evening, hands, play, id)
    assert world.calls == calls
    assert hands["rows"](evening.file, "SELECT count(*) FROM tables WHERE status IN ('lobby', 'playing')") == [(0,)]
    assert hands["rows"](evening.file, "SELECT * FROM results") == []


async def test_the_sheet_of_a_table_that_is_gone_says_so(evening: Any, hands: Any) -> None:
    channel = evening.standin.world.add_channel("short-lived")
    play = await evening.game("ana", "ben", channel=channel.id, sheet=SHEET, pace="parallel")
    ana, id = evening.person("ana"), (await evening.table(play)).id
    own = await evening.client.services.tables.simultaneous.own_table(id, int(ana.id))
    evening.standin.world.delete_channel(channel)
    await _ended(evening, hands, play, id)
    assert await _status(evening, own.id) is Status.ENDED


@pytest.mark.parametrize("archived", [False, True])
async def test_the_table_of_a_deleted_thread_ends(evening: Any, hands: Any, archived: bool) -> None:
    table, thread = await _in_a_thread(evening, hands), _thread(evening)
    evening.standin.world.archive(thread, archived)
    evening.standin.world.delete_channel(thread)
    await _ended(evening, hands, None, table.id)


async def test_the_table_of_a_thread_ends_with_the_channel_above(evening: Any, hands: Any) -> None:
    table = await _in_a_thread(evening, hands)
    evening.standin.world.delete_channel(_thread(evening).parent)
    await _ended(evening, hands, None, table.id)


async def test_a_channel_deleted_while_the_bot_was_away(quiet_evening: Any, hands: Any) -> None:
    """Discord refuses the next request there as an unknown channel; here that is a reminder."""
    evening = quiet_evening
    world = evening.standin.world
    channel = world.add_channel("short-lived")
    async with evening.running():
        play = await evening.game("ana", "ben", channel=channel.id, sheet=SHEET)
        id = (await evening.table(play)).id
    world.delete_channel(channel)
    world.advance(HOUR + HOUR // 2)  # Later, the bot would drop the reminder.
    async with evening.running():
        assert await _status(evening, id) is Status.PLAYING
        await evening.client.scheduler.tick()
        await _ended(evening, hands, play, id)


async def test_an_archived_thread_below_a_deleted_channel(evening: Any, hands: Any) -> None:
    """Discord sends no event; a reminder finds that it is gone."""
    table, thread = await _in_a_thread(evening, hands), _thread(evening)
    world = evening.standin.world
    world.archive(thread)
    world.delete_channel(thread.parent)
    await evening.settle()
    assert await _status(evening, table.id) is Status.PLAYING
    world.advance(HOUR + HOUR // 2)
    await evening.client.scheduler.tick()
    await _ended(evening, hands, None, table.id)


async def test_an_edit_that_finds_the_channel_gone(evening: Any, hands: Any) -> None:
    play = await evening.game("ana", "ben", "chloe", sheet=SHEET)
    id = (await evening.table(play)).id
    evening.standin.world.faults.fail("PATCH", MESSAGE, status=404, code=10003)
    await evening.leave_table(evening.person("chloe"))
    await _ended(evening, hands, play, id)


async def test_the_game_of_the_day_goes_on_elsewhere(evening: Any, hands: Any) -> None:
    channel = evening.standin.world.add_channel("short-lived")
    ben = evening.person("ben")
    day = await evening.client.services.dailies.day(int(evening.standin.world.guild_id))
    shown = await ben.command("daily", channel=channel.id)
    await ben.press(shown, custom_id=hands["does"](shown.message)[f"daily play {day}"])
    await evening.settle()
    evening.standin.world.delete_channel(channel)
    await evening.settle()
    board = await ben.command("daily", channel="general")
    assert any(do.startswith("roll") for do in hands["does"](board.message))


@pytest.mark.sample(2)
@pytest.mark.parametrize(("status", "code"), [(400, 50083), (403, 50001), (403, 50013), (404, 10008), (429, 0)])
async def test_what_is_refused_otherwise_ends_nothing(evening: Any, status: int, code: int) -> None:
    play = await evening.game("ana", "ben", "chloe", sheet=SHEET)
    id = (await evening.table(play)).id
    for method, route in (("PATCH", MESSAGE), ("POST", MESSAGES)):
        evening.standin.world.faults.fail(method, route, status=status, code=code, retry_after=0.01, times=10)
    await evening.leave_table(evening.person("chloe"))
    await evening.settle()
    assert await _status(evening, id) is Status.PLAYING


async def test_an_outage_of_the_server_ends_nothing(evening: Any, hands: Any) -> None:
    play = await evening.game("ana", "ben", sheet=SHEET)
    id, world = (await evening.table(play)).id, evening.standin.world
    world.outage()
    await hands["until"](lambda: evening.client.get_guild(int(world.guild_id)).unavailable)
    for method, route in (("PATCH", MESSAGE), ("POST", MESSAGES)):
        world.faults.fail(method, route, status=404, code=10003, times=10)
    await evening.client.presenter.refresh(await evening.table(play))
    await evening.settle()
    assert await _status(evening, id) is Status.PLAYING


def test_only_one_refusal_means_that_a_channel_is_gone() -> None:
    def refused(status: int, code: int) -> discord.HTTPException:
        answer: Any = SimpleNamespace(status=status, reason="")
        kind = discord.DiscordServerError if status >= 500 else discord.HTTPException
        return kind(answer, {"code": code, "message": ""})

    assert unknown_channel(refused(404, 10003))
    others = [(500, 0), (502, 0), (503, 10003 + 1), (404, 10008), (403, 50001), (400, 50083), (429, 30046)]
    assert not any(unknown_channel(refused(*one)) for one in others)
    assert not unknown_channel(ConnectionResetError())
