"""Reminders: in the place of the call, ever rarer, never in quiet hours, once."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bot.tables.hand import EVERYBODY, EVERYWHERE, Block
from bot.tables.model.errors import NotSaved
from bot.tables.model.table import AbsencePolicy
from bot.tables.moves.waiting import is_paused
from bot.ui.delivery import deadlines as clock

MINUTE, HOUR, DAY = 60, 3600, 86_400
POST = ("POST", "/channels/{channel_id}/messages")
EDIT = ("PATCH", "/channels/{channel_id}/messages/{message_id}")


async def test_a_reminder_takes_the_place_of_the_call_and_goes_with_the_turn(waiting: Any) -> None:
    game = await waiting("ana", "ben")  # A server without choices reminds after an hour.
    first, board = game.play.turn, game.play.board
    await game.later(HOUR - MINUTE)
    before = await game.call()
    await game.later(2 * MINUTE)
    reminder = await game.call()
    assert reminder != before
    assert game.pinged(reminder) == {first.id}
    assert f"channels/{(await game.table()).guild}" in reminder["content"]
    assert board in reminder["content"]
    assert [one["id"] for one in game.messages()][-2:] == [board, reminder["id"]]
    await game.play.throw()  # The reminder has made no button old.
    await game.play.mark()
    await game.evening.settle()
    after = await game.call()
    assert reminder["id"] not in {one["id"] for one in game.messages()}
    assert game.pinged(after) == {game.play.turn.id}


@pytest.mark.parametrize("whole", [False, True], ids=["person", "server"])
async def test_nobody_whom_the_host_of_the_bot_has_blocked_is_called_or_reminded(waiting: Any, whole: bool) -> None:
    game = await waiting("ana", "ben", reminder=HOUR, absent=AbsencePolicy.WAIT)
    hand, table = game.evening.client.services.hand, await game.table()
    user = int(game.play.turn.id)
    block = Block(table.guild, EVERYBODY, 5) if whole else Block(EVERYWHERE, user, 5)
    hand.blocks = {(block.guild, block.user): block}
    hand._mark = (await hand._store.changed())[0]
    for _ in range(4):
        await game.later(HOUR)
    assert not any(game.pinged(one) for one in game.messages()[1:])
    assert await game.call() is None
    assert is_paused(await game.table()) is whole, "nobody can play there"
    hand.blocks = {}
    for _ in range(4):
        await game.later(HOUR)
    assert game.pinged(await game.call()) == {str(user)}
    assert not is_paused(await game.table())


@pytest.mark.parametrize("done", [False, True])
async def test_a_reminder_whose_answer_is_lost_is_sent_again_and_comes_once(
    waiting: Any, done: bool, monkeypatch: pytest.MonkeyPatch, hands: Any
) -> None:
    monkeypatch.setattr(clock, "_SOON", 0.01)
    game = await waiting("ana", "ben", reminder=HOUR)
    game.world.faults.drop(*POST, late=done)
    await game.later(HOUR)

    def stored() -> list[str]:
        return [str(row[0]) for row in hands["rows"](game.evening.file, 'SELECT "call" FROM tables')]

    await hands["until"](lambda: stored() == _reminders(game))  # The table knows it, so it goes with the turn.
    assert not game.world.faults


@pytest.mark.parametrize(
    "refusals",
    [
        {"code": 30046, "times": 1},  # Chaos: Discord says it of old messages that are edited.
        {"times": 5},
        {"times": 5, "everywhere": True},
    ],
)
async def test_a_reminder_that_discord_takes_only_later_does_not_count_before(
    waiting: Any, monkeypatch: pytest.MonkeyPatch, refusals: dict[str, Any], hands: Any
) -> None:
    """A 429 says "not now"; a reminder that counted by it would never be sent."""
    monkeypatch.setattr(clock, "_SOON", 0.01)
    game = await waiting("ana", "ben", reminder=HOUR)
    game.world.faults.fail(*POST, status=429, retry_after=0.01, **refusals)
    await game.later(HOUR)
    await hands["until"](lambda: len(_reminders(game)) == 1)
    await game.evening.settle()
    assert not game.world.faults
    assert (await game.table()).stage == 1


@pytest.mark.parametrize("sent", [False, True])
async def test_a_killed_process_loses_no_reminder_and_the_next_one_sends_none_twice(
    quiet_evening: Any, around: Any, hands: Any, monkeypatch: pytest.MonkeyPatch, sent: bool
) -> None:
    """It is killed before it sends the reminder that its row announces, or before it counts the one it has sent."""
    evening = quiet_evening
    async with evening.running():
        game = around(evening, await evening.game("ana", "ben"), hands)
        clock = evening.client.clock
        monkeypatch.setattr(clock, "_remind_again" if sent else "_ask_reminder", lambda *_: None)
        monkeypatch.setattr(evening.client.services.tables.deadlines, "reminded", _killed)
        await game.later(HOUR)
        assert len(_reminders(game)) == sent
        assert (await game.table()).stage == 0
    async with evening.running():
        for _ in range(3):
            await game.later(MINUTE // 2)
        assert len(_reminders(game)) == 1
        assert (await game.table()).stage == 1
        assert game.pinged(await game.call()) == {game.play.turn.id}


async def test_a_reminder_that_took_so_long_that_it_seemed_lost_counts_and_comes_once(
    waiting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has arrived, but storage is slow to count it; meanwhile the clock has it sent once more."""
    game = await waiting("ana", "ben", reminder=HOUR)
    client, sent = game.evening.client, list[str]()
    game.world.watch("message", lambda message: sent.append(message.data["content"] or ""))
    counted = client.services.tables.deadlines.reminded

    async def late(*about: Any) -> None:
        monkeypatch.undo()
        game.world.advance(MINUTE // 2)
        await client.clock.look(0)
        await counted(*about)

    monkeypatch.setattr(client.services.tables.deadlines, "reminded", late)
    await game.later(HOUR)
    await game.later(MINUTE)
    assert len([one for one in sent if one.startswith("⏰")]) == 1
    assert (await game.table()).stage == 1
    assert game.pinged(await game.call()) == {game.play.turn.id}


async def _killed(*_: object) -> None:
    raise NotSaved


def _reminders(game: Any) -> list[str]:
    return [one["id"] for one in game.messages() if (one["content"] or "").startswith("⏰")]


async def test_reminders_come_ever_later_and_three_times_at_most(waiting: Any) -> None:
    game = await waiting("ana", "ben", reminder=HOUR)
    await game.later(MINUTE)  # The call comes before any reminder.
    calls, seen = [], {(await game.call() or {}).get("id")}
    for half in range(2 * 60):
        await game.later(HOUR // 2)
        call = (await game.call() or {}).get("id")
        if call not in seen:
            seen.add(call)
            calls.append((half + 1) / 2)
    assert calls == [1, 1 + 4, 1 + 4 + 16]


async def test_no_calls_but_reminders(waiting: Any) -> None:
    game = await waiting("ana", "ben", calls=False, reminder=HOUR)
    await game.play.throw()
    await game.play.mark()
    await game.later(MINUTE)
    assert await game.call() is None
    await game.later(HOUR)
    assert game.pinged(await game.call()) == {game.play.turn.id}


async def test_quiet_hours_put_a_reminder_off_and_no_reminders_means_none(waiting: Any) -> None:
    game = await waiting("ana", "ben", reminder=HOUR)
    preferences = game.evening.client.services.preferences
    player = int(game.play.turn.id)
    hour = (game.evening.now() // HOUR) % 24
    await preferences.choose(player, quiet_from=hour, quiet_to=(hour + 9) % 24, zone="UTC")
    await game.later(MINUTE)
    before = await game.call()
    await game.later(HOUR)
    assert await game.call() == before
    due = (await game.table()).due
    assert due % DAY == (hour + 9) % 24 * HOUR
    await game.later(due - game.evening.now() - 5)
    assert await game.call() == before
    await game.later(20)
    assert await game.call() != before

    await preferences.choose(player, remind=False)
    before = await game.call()
    await game.later(30 * DAY)
    await game.later(30 * DAY)
    assert await game.call() == before


@pytest.mark.parametrize("outage", [0, HOUR + HOUR // 3])
async def test_a_call_that_quiet_hours_held_back_comes_once_when_they_are_over(
    quiet_evening: Any, hands: Any, around: Any, outage: int
) -> None:
    """Also where the bot was down when they ended, and comes back more than an hour later."""
    evening = quiet_evening
    async with evening.running():
        game = around(evening, await evening.game("ana", "ben"), hands)
        player = game.play.waiting
        hour = (evening.now() // HOUR) % 24
        times = {"quiet_from": hour, "quiet_to": (hour + 9) % 24, "zone": "UTC"}
        await evening.client.services.preferences.choose(int(player.id), **times)
        await game.play.whole_turn()
        for _ in range(4):
            await game.later(2 * HOUR)
        assert [game.play.turn.id, await game.call()] == [player.id, None]
    game.world.advance(9 * HOUR - evening.now() % HOUR - 8 * HOUR + outage)
    sent = list[str]()
    game.world.watch("message", lambda message: sent.append(message.data["content"] or ""))
    async with evening.running():
        for _ in range(10):
            await game.later(MINUTE // 2)
        assert len(sent) == 1
        assert game.pinged(await game.call()) == {player.id}


@pytest.mark.parametrize("back", [False, True])
async def test_who_is_away_is_reminded_once_back_or_when_the_absence_is_over_and_the_panel_says_when(
    waiting: Any, hands: Any, back: bool
) -> None:
    game = await waiting("ana", "ben", reminder=HOUR)
    preferences, player, other = game.evening.client.services.preferences, game.play.waiting, game.play.turn
    until = game.evening.now() + 2 * DAY
    await preferences.choose(int(player.id), away_until=until)
    await game.play.whole_turn()
    for hours in (2, 11, 10):
        await game.later(hours * HOUR)
        assert await game.call() is None
    more = await other.press(game.play.board, custom_id_contains="more")
    assert f"{player.mention} is reminded: <t:{until}:R>" in hands["described"](more.message)
    if back:
        await preferences.choose(int(player.id), away_until=None)
        await game.later(HOUR)
    else:
        await game.later(7 * DAY)
        await game.later(MINUTE)
    assert game.pinged(await game.call()) == {player.id}


async def test_alone_one_is_reminded_too_and_never_given_up(waiting: Any) -> None:
    game = await waiting("ana", absent=AbsencePolicy.DROP, patience=HOUR, reminder=2 * HOUR)
    await game.later(2 * HOUR)
    assert game.pinged(await game.call()) == {game.evening.person("ana").id}
    await game.later(DAY)
    assert (await game.table()).gone == ()


async def test_the_host_of_a_full_lobby_is_reminded_once(evening: Any, hands: Any, around: Any) -> None:
    game = around(evening, await evening.lobby("ana", "ben"), hands)
    await game.later(HOUR)
    call = await game.call()
    assert game.pinged(call) == {evening.person("ana").id}
    await game.later(22 * HOUR)
    assert await game.call() == call
    await game.play.begin()
    await evening.settle()
    assert call["id"] not in {one["id"] for one in game.messages()}


async def test_those_who_play_at_their_own_speed_are_reminded_in_one_message(waiting: Any) -> None:
    game = await waiting("ana", "ben", "chloe", pace="parallel", reminder=HOUR)
    tables = game.evening.client.services.tables
    own = await tables.simultaneous.own_table((await game.table()).id, int(game.evening.person("ben").id))
    game.world.advance(HOUR // 2)
    await tables.act(own.id, own.players[0], own.step, "roll")
    await game.later(HOUR // 2)
    call = await game.call()
    assert game.pinged(call) == {game.evening.person(key).id for key in ("ana", "chloe")}


async def test_a_reminder_draws_no_board_that_is_up_to_date(quiet_evening: Any, hands: Any, around: Any) -> None:
    evening = quiet_evening
    world = evening.standin.world
    async with evening.running():
        play = await evening.game("ana", "ben", sheet="yum_classic")
        await evening.settle()
        await evening.client.presenter.reconciler.note()
    async with evening.running():  # Nobody remembers now what the message shows, but the row does.
        edits = Counter(world.calls)[EDIT]
        evening.client.presenter.reconciler.patience = 0.0
        game = around(evening, play, hands)
        await game.later(HOUR)
        assert game.pinged(await game.call()) == {play.turn.id}
        evening.client.presenter.reconciler.look()
        await evening.settle()
        assert Counter(world.calls)[EDIT] == edits
