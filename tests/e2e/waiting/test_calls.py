"""Calls: a message tells the player to act that it is their turn, if they are away."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest

from bot.standin.world import permissions as may
from bot.tables.moves.waiting import PAUSED

MINUTE = 60
SHEET = "yum_classic"


def calls(play: Any) -> list[Any]:
    """The messages in the channel beside boards and private answers, oldest first."""
    channel = play.standin.world.messages[play.board].channel
    found = (one.data for one in play.standin.world.messages.values() if one.channel is channel)
    return [one for one in found if one["id"] != play.board and one["content"]]


async def read_rules(play: Any, who: Any, hands: Any) -> None:
    """Press a button that shows something and decides nothing."""
    outcome = await hands["forge"](who, play.board, re.sub("roll|keep.*", "rules", play.does["roll"]))
    assert outcome.ephemeral


async def test_nobody_is_called_in_a_game_in_full_swing(waiting: Any) -> None:
    game = await waiting("ana", "ben")
    for _ in range(8):
        await game.later(20)
        await game.play.throw()
        await game.later(9)
        await game.play.mark()
        await game.later(0)
        assert calls(game.play) == []


async def test_a_call_that_arrives_when_its_turn_is_over_goes(
    waiting: Any, hands: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.ui.delivery.calls.REQUEST_SECONDS", 60)
    game = await waiting("ana", "ben")
    await game.play.whole_turn()
    sent = game.world.faults.hold("POST", "/channels/{channel_id}/messages")
    game.world.advance(MINUTE)
    await game.evening.client.scheduler.tick()
    await hands["until"](lambda: not game.world.faults.planned)
    await game.play.throw()
    await game.play.mark()
    deleted = "DELETE", "/channels/{channel_id}/messages/{message_id}"
    before = game.world.calls[deleted]
    sent.set()
    await hands["until"](lambda: game.world.calls[deleted] > before)  # Nobody may see the call in between.
    await hands["until"](lambda: not calls(game.play), 15)


async def test_whoever_presses_nothing_for_half_a_minute_is_called_once(waiting: Any) -> None:
    game = await waiting("ana", "ben")
    await game.play.whole_turn()
    away, other = game.play.turn, game.play.waiting
    await game.later(29)
    assert calls(game.play) == []
    await game.later(5)
    [call] = calls(game.play)
    assert game.pinged(call) == {away.id}
    assert call["content"].startswith(f"{away.mention}, your turn at Yum Classic: https://discord.com/channels/")
    assert call["content"].endswith(game.play.board)
    await game.later(5 * MINUTE)
    assert calls(game.play) == [call]
    assert [one["id"] for one in away.pings] == [call["id"]]
    assert other.pings == []
    await game.play.throw()
    await game.later(0)
    assert calls(game.play) == [], "the call goes once its player has thrown"
    await game.later(2 * MINUTE)
    assert calls(game.play) == [], "whoever has thrown knows whose turn it is"
    await game.play.mark()
    await game.later(0)
    assert calls(game.play) == [], "the next player has just been there"


async def test_whoever_was_away_is_called_at_once(waiting: Any) -> None:
    game = await waiting("ana", "ben", "chloe")
    game.evening.everybody_was_away()
    await game.play.throw()
    await game.play.mark()
    await game.evening.settle()
    away = game.play.turn
    [call] = calls(game.play)
    assert game.pinged(call) == {away.id}


async def test_a_press_just_before_the_end_of_ten_minutes_keeps_somebody_here(waiting: Any, hands: Any) -> None:
    game = await waiting("ana", "ben")
    game.world.advance(5 * MINUTE)
    other = game.play.waiting
    await read_rules(game.play, other, hands)
    game.world.advance(10 * MINUTE - 1)
    await game.play.whole_turn()
    await game.evening.settle()
    assert game.play.turn.id == other.id
    assert calls(game.play) == []


async def test_a_press_without_a_decision_puts_the_call_off(waiting: Any, hands: Any) -> None:
    """Nothing of that is written before the call would have been due."""
    game = await waiting("ana", "ben")
    await game.play.whole_turn()
    await game.later(20)
    before = hands["rows"](game.evening.file, "SELECT version FROM tables")
    await read_rules(game.play, game.play.turn, hands)
    assert hands["rows"](game.evening.file, "SELECT version FROM tables") == before
    await game.later(29)
    assert calls(game.play) == []
    await game.later(5)
    assert len(calls(game.play)) == 1


async def test_whoever_has_thrown_knows_whose_turn_it_is(waiting: Any) -> None:
    game = await waiting("ana", "ben")
    await game.play.whole_turn()
    await game.play.throw()
    await game.later(9 * MINUTE)
    assert calls(game.play) == []


async def test_a_press_at_another_table_puts_no_call_off(waiting: Any, evening: Any) -> None:
    game = await waiting("ana", "ben")
    elsewhere = await evening.game("ben", channel="general", sheet=SHEET)
    while game.play.turn.id != evening.person("ben").id:
        await game.play.whole_turn()
    await game.later(20)
    await elsewhere.throw()
    await game.later(10)
    [call] = calls(game.play)
    assert game.pinged(call) == {evening.person("ben").id}


async def test_a_call_is_due_across_a_restart(quiet_evening: Any, hands: Any) -> None:
    """Nobody counts as away after a start, when the bot remembers no presses: they have their half minute."""
    async with quiet_evening.running():
        play = await quiet_evening.game("ana", "ben", sheet=SHEET)
        await play.whole_turn()
    world = quiet_evening.standin.world
    async with quiet_evening.running() as client:
        await client.scheduler.tick()
        await quiet_evening.settle()
        assert calls(play) == []
        world.advance(30)
        await client.scheduler.tick()
        await quiet_evening.settle()
        assert len(calls(play)) == 1
    async with quiet_evening.running() as client:
        world.advance(30)
        await client.scheduler.tick()
        await quiet_evening.settle()
        assert [len(play.turn.pings), len(calls(play))] == [1, 1]


async def test_a_call_cut_off_is_made_once(quiet_evening: Any, hands: Any) -> None:
    """The process ended between the message and the row, so the row still asks for it."""
    async with quiet_evening.running() as client:
        play = await quiet_evening.game("ana", "ben", sheet=SHEET)
        await play.whole_turn()
        due = hands["rows"](quiet_evening.file, "SELECT call_due FROM tables")[0][0]
        quiet_evening.standin.world.advance(30)
        await client.scheduler.tick()
        await quiet_evening.settle()
        assert len(calls(play)) == 1
    hands["write"](quiet_evening.file, "UPDATE tables SET call = NULL, call_due = ?", due)
    async with quiet_evening.running() as client:
        await client.scheduler.tick()
        await quiet_evening.settle()
        assert [len(play.turn.pings), len(calls(play))] == [1, 1]
        await play.whole_turn()
        await quiet_evening.settle()
        assert calls(play) == []


async def test_a_call_waits_for_the_right_to_send(waiting: Any, hands: Any) -> None:
    game = await waiting("ana", "ben")
    await game.play.whole_turn()
    channel = game.world.messages[game.play.board].channel
    game.world.override(channel, game.world.bot, deny=may.SEND_MESSAGES)
    await hands["until"](lambda: hands["rows"](game.evening.file, "SELECT stage FROM tables")[0][0] == PAUSED)
    await game.later(MINUTE)
    sent = game.world.calls["POST", "/channels/{channel_id}/messages"]
    await game.later(MINUTE)
    assert game.world.calls["POST", "/channels/{channel_id}/messages"] == sent
    assert calls(game.play) == []
    game.world.override(channel, game.world.bot)
    await hands["until"](lambda: hands["rows"](game.evening.file, "SELECT resumed FROM tables")[0][0])
    await game.later(MINUTE)
    assert len(calls(game.play)) == 1


async def test_a_lost_call_is_made_by_the_next_look(waiting: Any) -> None:
    game = await waiting("ana", "ben")
    await game.play.whole_turn()
    game.world.faults.fail("POST", "/channels/{channel_id}/messages", status=503, times=9)
    await game.later(30)
    game.world.faults.clear()
    async with asyncio.timeout(20):
        while not calls(game.play):  # noqa: ASYNC110 - the world tells nobody of everything.
            await asyncio.sleep(0.1)
    await game.later(30)
    assert [len(game.play.turn.pings), len(calls(game.play))] == [1, 1]


@pytest.mark.parametrize("players", [("ana",), ("ana", "ben")])
async def test_whoever_starts_and_is_first_needs_no_call(waiting: Any, players: tuple[str, ...]) -> None:
    game = await waiting(*players)
    starter = game.evening.person("ana")
    await game.later(5 * MINUTE)
    assert bool(calls(game.play)) == (game.play.turn.id != starter.id)
