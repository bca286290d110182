"""The others vote about the seat of an absent player."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from bot.tables.model.store import StoreError
from bot.tables.model.table import AbsencePolicy, Status
from bot.ui.delivery.messages import boards_in
from tests.e2e.playing import of_game, show_board

MINUTE, HOUR = 60, 3600
SHEET = "yum_classic"


async def test_a_seat_is_taken_over_and_the_game_goes_on_honestly(on_vote: Any) -> None:
    game, away, (other,) = await on_vote("ana", "ben")
    call = await game.call()
    assert game.pinged(call) == {other.id}
    assert f"🗳️ <@{away.id}> is away" in game.text
    chloe = game.evening.person("chloe")
    await game.vote(chloe, "volunteer")
    assert f"<@{chloe.id}> would take the seat over" in game.hands["described"](await game.call())
    await game.vote(other, "take")
    assert game.play.turn.id == chloe.id
    assert f"<@{chloe.id}> has taken over the seat of <@{away.id}>." in game.text
    assert call["id"] not in {one["id"] for one in game.messages()}
    assert await game.call() is None  # They have just pressed.
    await game.later(MINUTE)
    assert game.pinged(await game.call()) == {chloe.id}
    refused = await away.press(game.play.board, custom_id_contains="roll")
    assert refused.ephemeral
    while (await game.table()).status is Status.PLAYING:
        await game.play.throw()
        await game.play.mark()
    assert "✅" in (await of_game(chloe, "verify")).text


async def test_people_are_asked_though_their_preferences_cannot_be_read(
    waiting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await waiting("ana", "ben", absent=AbsencePolicy.VOTE, patience=HOUR, reminder=0)
    other = game.play.waiting

    async def fails(user: int) -> Any:
        raise StoreError("not read")

    monkeypatch.setattr(game.evening.client.services.preferences, "of", fails)
    await game.later(HOUR + MINUTE)
    assert game.pinged(await game.call()) == {other.id}
    assert "is away" in game.text


async def test_people_are_asked_though_the_call_cannot_be_taken_away_now(waiting: Any) -> None:
    game = await waiting("ana", "ben", absent=AbsencePolicy.VOTE, patience=HOUR, reminder=0)
    await game.play.throw()
    await game.play.mark()
    await game.later(MINUTE)
    before, other = await game.call(), game.play.waiting
    delete = "/channels/{channel_id}/messages/{message_id}"
    game.world.faults.fail("DELETE", delete, status=429, retry_after=3600)
    await game.later(HOUR + MINUTE)
    call = await game.call()
    assert call["id"] != before["id"]
    assert game.pinged(call) == {other.id}


async def test_playing_ends_the_vote(on_vote: Any) -> None:
    game, away, (other,) = await on_vote("ana", "ben")
    call = await game.call()
    await game.play.throw()
    await game.evening.settle()
    assert game.play.turn.id == away.id
    assert call["id"] not in {one["id"] for one in game.messages()}
    assert "🗳️" not in game.text
    late = await game.hands["forge"](other, game.play.board, re.sub("roll|keep.*", "vote skip", _any_id(call)))
    assert late.ephemeral


def _any_id(message: Any) -> str:
    return str(message["components"][1]["components"][0]["custom_id"])


async def test_the_others_vote_to_skip_or_to_go_on_without_them(on_vote: Any) -> None:
    game, away, others = await on_vote("ana", "ben", "chloe")
    own = await game.vote(away, "skip")
    assert own.ephemeral
    stranger = await game.vote(game.evening.person("david"), "drop")
    assert stranger.ephemeral
    assert (await game.table()).vote.ballots == ()
    await game.vote(others[0], "skip")
    assert "Skip the turn: **1**" in game.hands["described"](await game.call())
    await game.vote(others[1], "skip")
    assert f"<@{away.id}> was away: the turn was skipped." in game.text
    assert game.play.turn.id != away.id


async def test_a_vote_that_was_deleted_comes_back_with_the_board(on_vote: Any) -> None:
    game, _, (other,) = await on_vote("ana", "ben")
    game.world.delete_message(game.world.messages[str((await game.call())["id"])])
    await show_board(other)
    await game.evening.settle()
    game.play.board = str((await game.evening.table(game.play)).message)
    assert any("vote skip" in do for do in game.hands["does"](await game.call()))


async def test_a_vote_survives_a_restart(quiet_evening: Any, hands: Any, around: Any) -> None:
    evening = quiet_evening
    async with evening.running():
        play = await evening.lobby("ana", "ben", "chloe", sheet=SHEET)
        table = await evening.table(play)
        await evening.client.services.tables.change_settings(
            table.id, table.host, absent=AbsencePolicy.VOTE, patience=HOUR, reminder=0
        )
        await play.begin()
        await evening.settle()
        game = around(evening, play, hands)
        await game.later(HOUR + MINUTE)
        away = play.turn
        one, two = (evening.person(key) for key in ("ana", "ben", "chloe") if evening.person(key).id != away.id)
        await game.vote(one, "drop")
    async with evening.running():
        await game.vote(two, "drop")
        assert f"<@{away.id}> has left the game." in game.text


async def test_a_vote_forged_on_the_board_counts_and_leaves_the_board_as_it_is(on_vote: Any) -> None:
    game, _, others = await on_vote("ana", "ben", "chloe", "david")
    board, table = game.play.now, await game.table()
    outcome = await game.hands["forge"](others[0], game.play.board, f"g1:{table.code}:{table.step}:vote skip")
    assert outcome.ephemeral
    assert "**1**" in outcome.text
    await game.evening.settle()
    assert game.play.now == board
    assert "**1**" in game.hands["described"](await game.call())


async def test_a_vote_is_no_copy_of_the_board_though_its_buttons_are_of_the_same_table(on_vote: Any) -> None:
    """Nor is one that the row does not know, because its process was killed."""
    game, _, _ = await on_vote("ana", "ben")
    table, client = await game.table(), game.evening.client
    channel = client.get_partial_messageable(table.channel)
    assert game.hands["does"](await game.call())
    assert await boards_in(channel, replace(table, call=None), client.user) == {table.message}
