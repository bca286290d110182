"""What goes wrong at Discord: a board deleted, too old or closed to edits, an archived thread, a lost right."""

from __future__ import annotations

import asyncio
import re
import time
from typing import Any

import pytest

from bot.standin.client.person import words
from bot.standin.world import permissions as may
from tests.e2e.playing import show_board

CALLBACK = "/interactions/{webhook_id}/{webhook_token}/callback"
MESSAGES = "/channels/{channel_id}/messages"
MESSAGE = "/channels/{channel_id}/messages/{message_id}"
JOURNAL = "SELECT * FROM journal"


async def _moved(evening: Any, hands: Any, play: Any) -> None:
    """Wait until the table has a board at another message, and go on there."""
    old = play.board

    def board() -> str:
        return str(hands["rows"](evening.file, "SELECT message FROM tables ORDER BY opened DESC LIMIT 1")[0][0])

    await hands["until"](lambda: board() != old)
    await evening.settle()
    play.board = board()
    assert old not in evening.standin.world.messages


async def test_a_deleted_board_is_posted_again(evening: Any, hands: Any) -> None:
    play = await evening.game("ana", "ben")
    await play.throw()
    await play.hold(1)
    before = play.now
    evening.person("ana").delete(play.board)
    await show_board(evening.person("ben"))
    await _moved(evening, hands, play)
    assert play.now["embeds"] == before["embeds"]
    assert play.now["components"] == before["components"]
    await play.throw()
    await play.mark()


async def test_a_board_shown_again_takes_the_old_one_away(evening: Any, hands: Any) -> None:
    play = await evening.game("ana", "ben")
    await show_board(evening.person("ana"))
    await _moved(evening, hands, play)
    evening.everybody_was_away()
    await play.whole_turn()
    await evening.settle()
    calls = [one for one in evening.person("ana").messages() if one["id"] != play.board]
    assert len(calls) == 1
    assert calls[0]["content"].endswith(play.board)


async def test_a_board_deleted_during_a_press(evening: Any, hands: Any) -> None:
    """Discord refuses the edit: storage keeps the throw, and a new board shows it."""
    play = await evening.game("ana", "ben")
    who = play.turn
    evening.standin.world.faults.delay("POST", CALLBACK, 0.05)
    pressed = asyncio.create_task(who.press(play.board, custom_id=play.does["roll"]))
    await hands["until"](lambda: hands["rows"](evening.file, JOURNAL))
    evening.person("ana").delete(play.board)
    assert (await pressed).state == "answered"
    await _moved(evening, hands, play)
    assert any(do.startswith("keep") for do in play.does)
    await play.throw()


@pytest.mark.sample(2)
@pytest.mark.parametrize(("status", "code"), [(404, 10008), (403, 50001), (400, 50035), (429, 30046), (400, 50083)])
async def test_an_edit_that_is_refused(evening: Any, hands: Any, status: int, code: int) -> None:
    """The press gets its answer all the same, and the bot posts the current board again."""
    play = await evening.game("ana", "ben")
    # After 429 discord.py asks again, five times in all.
    evening.standin.world.faults.fail(
        "POST", CALLBACK, status=status, code=code, retry_after=0.01, times=5 if status == 429 else 1
    )
    outcome = await play.do("roll")
    assert outcome.state == "answered"
    await _moved(evening, hands, play)
    assert len(hands["rows"](evening.file, JOURNAL)) == 1
    await play.throw()
    await play.mark()


async def test_an_edit_that_fails_once_is_tried_again(evening: Any, hands: Any) -> None:
    play = await evening.game("ana")
    evening.standin.world.faults.fail("POST", CALLBACK, status=502)
    assert (await play.do("roll")).updated
    assert len(hands["rows"](evening.file, JOURNAL)) == 1


async def test_an_answer_waits_as_long_as_discord_says(evening: Any) -> None:
    play, standin = await evening.game("ana"), evening.standin
    answers = standin.world.calls["POST", CALLBACK]
    standin.world.faults.fail("POST", CALLBACK, status=429, retry_after=0.4)
    since = time.monotonic()
    assert (await play.do("roll")).updated
    assert time.monotonic() - since >= 0.4
    assert standin.world.calls["POST", CALLBACK] == answers + 2


async def test_an_answer_that_never_arrives(evening: Any, hands: Any) -> None:
    """Three seconds pass, and the person sees a failure. The throw stays, and the board comes again with it."""
    play = await evening.game("ana")
    evening.standin.world.interactions.answer_limit = 0.2
    evening.standin.world.faults.delay("POST", CALLBACK, 0.4)
    outcome = await play.turn.press(play.board, custom_id=play.does["roll"])
    assert outcome.failed
    evening.standin.world.interactions.answer_limit = 60.0
    await _moved(evening, hands, play)
    assert len(hands["rows"](evening.file, JOURNAL)) == 1
    await play.throw()
    await play.mark()


@pytest.mark.parametrize("limited", [False, True])
async def test_a_board_older_than_an_hour(evening: Any, hands: Any, limited: bool) -> None:
    """Discord takes three edits of old messages in six seconds; somebody leaves, the others see it and play on."""
    play = await evening.game("ana", "ben", "chloe")
    world = evening.standin.world
    world.advance(3700)
    await play.throw()
    if limited:
        world.faults.fail("PATCH", MESSAGE, status=429, code=30046, retry_after=0.01, times=5)
    leaver = next(one for one in map(evening.person, ("ana", "ben", "chloe")) if one.id != play.turn.id)
    assert re.search("You have left|Tu as quitté", words((await evening.leave_table(leaver)).message))
    if limited:
        await _moved(evening, hands, play)
    else:
        await evening.settle()
    assert f"{leaver.mention} 0 (left)" in hands["described"](play.now)
    await play.mark()
    assert play.turn.id != leaver.id


async def test_ten_edits_of_an_old_board_do_not_hang(evening: Any, hands: Any) -> None:
    """Presses edit by their own answer, which has no such limit; an old game goes on as a young one."""
    play = await evening.game("ana", "ben")
    evening.standin.world.advance(90_000)
    for _ in range(4):
        await play.whole_turn()
    assert evening.standin.world.calls["PATCH", MESSAGE] == 0


async def test_an_archived_thread(evening: Any, hands: Any) -> None:
    """Discord refuses an edit there; posting the board again opens the thread."""
    world = evening.standin.world
    ana = evening.person("ana")
    await ana.command("yum start", thread=True)
    await evening.settle()
    thread = next(one for one in world.channels.values() if one.is_thread)
    play = type(await evening.lobby("ben"))(evening.standin, {ana.id: ana}, ana.messages(thread.id)[-1]["id"])
    await play.do("start", ana)
    world.archive(thread)
    assert (await play.do("roll", ana)).state == "answered"
    await hands["until"](lambda: not thread.archived)
    await evening.settle()
    play.board = ana.messages(thread.id)[-1]["id"]
    await play.throw()
    await play.mark()


async def test_without_the_right_to_send(evening: Any, hands: Any) -> None:
    """The bot can call nobody, but answers need no such right, so the game goes on."""
    play = await evening.game("ana", "ben")
    world = evening.standin.world
    world.override("dice", world.bot, deny=may.SEND_MESSAGES)
    for _ in range(4):
        evening.everybody_was_away()
        await play.whole_turn()
        await evening.settle()
    assert "**Send Messages**" in (await show_board(evening.person("ben"))).text
    world.override("dice", world.bot)
    evening.everybody_was_away()
    await play.whole_turn()
    await evening.settle()
    assert play.turn.pings[-1]["content"].startswith(play.turn.mention)


async def test_a_board_deleted_where_nothing_may_be_sent(evening: Any, hands: Any) -> None:
    """Leaving works as ever; the board comes back with **Bring down**, which names the missing right."""
    play = await evening.game("ana", "ben", "chloe")
    await play.throw()
    world, ben = evening.standin.world, evening.person("ben")
    world.override("dice", world.bot, deny=may.SEND_MESSAGES)
    evening.person("ana").delete(play.board)
    outcome = await evening.leave_table(evening.person("chloe"))
    await evening.settle()
    assert "Tu as quitté" in words(outcome.message)
    assert outcome.followups == []
    assert "**Send Messages**" in (await show_board(ben)).text
    world.override("dice", world.bot)
    await show_board(ben)
    await evening.settle()
    play.board = str(hands["rows"](evening.file, "SELECT message FROM tables")[0][0])
    assert "(left)" in hands["described"](play.now)
    if not any(do.startswith("keep") for do in play.does):
        await play.throw()
    await play.mark()


async def test_a_rematch_where_nothing_may_be_sent(evening: Any, hands: Any) -> None:
    """The bot opens no lobby that nobody would see; the button stays for later."""
    play = await evening.game("ben")
    ben, world = evening.person("ben"), evening.standin.world
    await evening.end_table(ben)
    await evening.settle()
    world.override("dice", world.bot, deny=may.SEND_MESSAGES)
    assert "**Send Messages**" in (await play.do("rematch", ben)).text
    world.override("dice", world.bot)
    await play.do("rematch", ben)
    await evening.settle()
    assert "join" in hands["does"](ben.messages()[-1])


async def test_a_message_that_calls_was_deleted(evening: Any) -> None:
    play = await evening.game("ana", "ben")
    evening.everybody_was_away()
    await play.whole_turn()
    await evening.settle()
    call = next(one for one in evening.person("ana").messages() if one["id"] != play.board)
    evening.person("ana").delete(call)
    evening.everybody_was_away()
    await play.whole_turn()
    await evening.settle()
    assert len([one for one in evening.person("ana").messages() if one["id"] != play.board]) == 1


async def test_a_channel_deleted_during_a_game(evening: Any) -> None:
    world = evening.standin.world
    channel = world.add_channel("short-lived")
    play = await evening.game("ana", "ben", channel=channel.id)
    await play.whole_turn()
    world.delete_channel(channel)
    await evening.settle()
    assert not (await evening.person("ana").command("yum start")).ephemeral


async def test_the_connection_drops(evening: Any, hands: Any) -> None:
    """A press made while the bot is away reaches it when it comes back."""
    play = await evening.game("ana")
    evening.standin.drop_gateway()
    outcome = await play.do("roll")
    assert outcome.updated
    await play.throw()
    await play.mark()


async def test_a_command_that_cannot_be_answered(evening: Any, hands: Any) -> None:
    """Storage has the lobby although its message never came; **Bring down** posts it."""
    evening.standin.world.interactions.answer_limit = 0.2
    evening.standin.world.faults.delay("POST", CALLBACK, 0.4)
    ana = evening.person("ana")
    assert (await ana.command("yum start")).failed
    evening.standin.world.interactions.answer_limit = 60.0
    await evening.settle()
    await show_board(ana)
    await evening.settle()
    (shown,) = ana.messages()
    assert (await ana.press(shown, custom_id=hands["does"](shown)["start"])).updated


@pytest.mark.parametrize("how", ["a press", "a command"])
async def test_a_table_this_version_cannot_read(quiet_evening: Any, hands: Any, how: str) -> None:
    """Neither its state nor its journal: the bot closes it in public and keeps it, and the channel is free."""
    evening = quiet_evening
    evening.may_complain = True
    async with evening.running():
        await evening.client.services.settings.choose(int(evening.standin.world.guild.id), sheets="drawn")
        play = await evening.game("ana", "ben")
        await play.throw()
    hands["write"](evening.file, "UPDATE tables SET state = ?", b"[1]")
    hands["write"](evening.file, "UPDATE journal SET do = 'mark the old way'")
    ben = evening.person("ben")
    async with evening.running():
        old = next(do for do in play.does if do.startswith("keep"))
        outcome = await (play.do(old, ben) if how == "a press" else ben.command("table"))
        assert outcome.ephemeral
        assert outcome.text.startswith("I cannot read this table any more.")
        await evening.settle()
        assert play.does == {}
        assert play.now["embeds"][0]["title"] == "Table closed"
        assert play.now["attachments"] == []
        assert not (await ben.command("yum start")).ephemeral
        if how == "a press":
            await evening.settle()
    assert hands["rows"](evening.file, "SELECT status FROM tables ORDER BY opened, status") == [("broken",), ("lobby",)]
    assert len(hands["rows"](evening.file, JOURNAL)) == 1


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("edit", "post"),
    [
        ({"status": 429, "retry_after": 3600}, None),
        ({"status": 503}, None),
        ({"status": 404, "code": 10008}, {"status": 429, "retry_after": 3600}),
        ({"status": 404, "code": 10008}, {"status": 403, "code": 50013}),
    ],
)
@pytest.mark.parametrize("how", ["a press", "a command"])
async def test_a_table_that_cannot_be_read_and_whose_end_cannot_be_told(
    quiet_evening: Any, hands: Any, complaints: Any, edit: dict[str, Any], post: dict[str, Any] | None, how: str
) -> None:
    evening, faults = quiet_evening, quiet_evening.standin.world.faults
    async with evening.running():
        play = await evening.game("ana", "ben")
        await play.throw()
    hands["write"](evening.file, "UPDATE tables SET state = ?", b"[1]")
    hands["write"](evening.file, "UPDATE journal SET do = 'mark the old way'")
    evening.may_complain = True
    async with evening.running():
        old, ben = next(do for do in play.does if do.startswith("keep")), evening.person("ben")
        faults.fail("PATCH", MESSAGE, **edit)
        if post is not None:
            faults.fail("POST", "/channels/{channel_id}/messages", **post)
        outcome = await (play.do(old, ben) if how == "a press" else ben.command("table"))
        assert outcome.text.startswith("I cannot read this table any more.")
        await evening.settle()
        assert [one for one in complaints() if "failed" in one or "exception" in one.lower()] == []


async def test_a_state_of_an_older_shape_is_rebuilt_from_its_journal(quiet_evening: Any, hands: Any) -> None:
    evening = quiet_evening
    async with evening.running():
        play = await evening.game("ana", "ben")
        await play.whole_turn()
        await play.throw()
        await evening.settle()
    before = hands["described"](play.now)
    hands["write"](evening.file, "UPDATE tables SET state = ?", b"[1]")
    async with evening.running():
        await play.do("menu strike")
        await play.do("menu mark")
        lines = hands["described"](play.now).splitlines()
        assert [line for line in before.splitlines() if line in lines][-5:] == before.splitlines()[-5:]
        await play.throw()
        await play.mark()
