"""Boards show what storage holds: whatever becomes of an answer, board, call and words are right soon."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.e2e.delivery.boards import SECONDS, is_shown, row
from tests.e2e.playing import show_board

CALLBACK = "/interactions/{webhook_id}/{webhook_token}/callback"
MESSAGES = "/channels/{channel_id}/messages"
MESSAGE = "/channels/{channel_id}/messages/{message_id}"
WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}*"
UNTRUE = ("try again", "nothing changed", "could not save", "réessa", "rien n\N{RIGHT SINGLE QUOTATION MARK}a changé")


def broken_before(evening: Any, route: str, method: str = "POST") -> None:
    """The connection breaks before Discord has read the request."""
    evening.standin.world.faults.drop(method, route)


def broken_after(evening: Any, route: str, method: str = "POST") -> None:
    """Discord does its part, and the connection breaks before the answer."""
    evening.standin.world.faults.drop(method, route, late=True)


def failing(evening: Any, route: str, method: str = "POST") -> None:
    """Discord's servers fail for longer than a press may take."""
    evening.standin.world.faults.fail(method, route, status=503, times=2)


def failing_after(evening: Any, route: str, method: str = "POST") -> None:
    """Discord does its part, and its answer is an error."""
    evening.standin.world.faults.fail(method, route, status=502, late=True)


def slow(evening: Any, route: str, method: str = "POST") -> None:
    """The request hangs for longer than Discord waits."""
    evening.standin.world.faults.delay(method, route, 1.0)


WAYS = (broken_before, broken_after, failing, failing_after, slow)


def in_one_way(test: Any) -> Any:
    """Lose answers in one of the ways, drawn by the seed; in a long run in all of them."""
    return pytest.mark.sample(1)(pytest.mark.parametrize("lose", WAYS)(test))


@pytest.fixture
async def evening(evening: Any, punctual: None) -> Any:
    """An evening with little patience: an answer may take 0.3 seconds, and a board not right by then is late."""
    presenter = evening.client.presenter
    presenter.answer_seconds = 0.3
    presenter.reconciler.patience = 0.5
    return evening


def calls(evening: Any, channel: str = "dice") -> list[Any]:
    """The calls in the channel that nobody has removed."""
    return [one for one in evening.person("ana").messages(channel) if "Your turn" in one["content"]]


def calls_ever(evening: Any) -> list[Any]:
    """All calls anywhere, also removed ones."""
    return [one for one in evening.sent if one["content"] and one["mentions"]]


@pytest.fixture(autouse=True)
def sent(quiet_evening: Any) -> None:
    """Keep every message from now on, also after its removal."""
    quiet_evening.sent = []
    quiet_evening.standin.world.watch("message", lambda message: quiet_evening.sent.append(message.data))


def told(outcome: Any) -> list[str]:
    """All private words that the person who pressed has read."""
    answers = [one["content"] for one in outcome.followups]
    return [*answers, outcome.text] if outcome.ephemeral else answers


async def pressed(work: Awaitable[Any]) -> Any:
    """Press, and check that no answer was untrue; the answer may be lost."""
    outcome = await work
    for sentence in told(outcome):
        assert not [word for word in UNTRUE if word in sentence], sentence
    return outcome


async def _press(play: Any, who: Any, do: str) -> Any:
    custom_id = play.does[do]
    if do.startswith(("mark", "strike")):
        return await pressed(who.select(play.board, do, custom_id=custom_id))
    return await pressed(who.press(play.board, custom_id=custom_id))


def _first(play: Any, *beginnings: str) -> str:
    return next(do for do in play.does if do.startswith(beginnings))


# -- each kind of press, each way of losing its answer ------------------------------------------------------------


@in_one_way
async def test_a_lobby_that_is_opened(evening: Any, hands: Any, lose: Callable[..., None]) -> None:
    """A lobby that nobody sees does not block the channel."""
    lose(evening, CALLBACK)
    await pressed(evening.person("ana").command("yum start"))
    table = await is_shown(evening, hands)
    board = [one for one in evening.person("ana").messages() if "join" in hands["does"](one)]
    assert str(table.message) in [one["id"] for one in board]
    await evening.person("ben").press(str(table.message), custom_id=hands["does"](board[-1])["join"])
    assert len((await is_shown(evening, hands)).players) == 2


@pytest.mark.long
@in_one_way
async def test_joining_and_starting(evening: Any, hands: Any, lose: Callable[..., None]) -> None:
    """A board does not stay a lobby for ever."""
    play = await evening.lobby("ana", "ben")
    lose(evening, CALLBACK)
    await _press(play, evening.person("chloe"), "join")
    assert len((await is_shown(evening, hands)).players) == 3
    evening.everybody_was_away()
    lose(evening, CALLBACK)
    await _press(play, evening.person("ana"), "start")
    table = await is_shown(evening, hands)
    ana = int(evening.person("ana").id)
    assert len(calls_ever(evening)) == (table.turn_player != ana)


@in_one_way
async def test_throwing_and_marking(evening: Any, hands: Any, lose: Callable[..., None]) -> None:
    """The bot calls the next player, once, and the last call is gone."""
    play = await evening.game("ana", "ben")
    evening.sent.clear()
    for turn in range(2):
        who = play.turn
        evening.everybody_was_away()
        lose(evening, CALLBACK)
        await _press(play, who, "roll")
        await is_shown(evening, hands)
        lose(evening, CALLBACK)
        await _press(play, who, _first(play, "mark"))
        table = await is_shown(evening, hands)
        assert table.turn_player != int(who.id)
        assert [one["mentions"][0]["id"] for one in calls_ever(evening)][turn:] == [str(table.turn_player)]
        assert [one["id"] for one in evening.person("ana").messages() if one["mentions"]] == [str(table.call)]


@in_one_way
async def test_the_last_mark_and_the_rematch(evening: Any, hands: Any, lose: Callable[..., None]) -> None:
    """The result comes with its picture, and the next lobby is there."""
    play = await evening.game("ana", sheet="yum_original", seats=1)
    for _ in range(11):
        await play.throw()
        await play.mark()
    await play.throw()
    lose(evening, CALLBACK)
    await _press(play, evening.person("ana"), _first(play, "mark"))
    assert (await is_shown(evening, hands)).over
    await hands["until"](lambda: play.now["embeds"][0].get("image"), SECONDS)
    await evening.settle()
    private = [one.data for one in evening.standin.world.messages.values() if one.reader]
    assert not [one for one in private if one["embeds"]], "a word that all is saved stays a word"
    lose(evening, CALLBACK)
    await _press(play, evening.person("ana"), "rematch")
    table = await is_shown(evening, hands)
    assert not table.over
    assert "start" in hands["does"](evening.standin.world.messages[str(table.message)].data)


@in_one_way
async def test_taking_back(evening: Any, hands: Any, lose: Callable[..., None]) -> None:
    play = await evening.game("ana", "ben")
    await play.throw()
    who = play.turn
    await play.mark()
    await evening.settle()
    lose(evening, CALLBACK)
    await _press(play, who, "undo")
    assert (await is_shown(evening, hands)).turn_player == int(who.id)
    assert [one for one in evening.person("ana").messages() if one["mentions"]] == []


@in_one_way
async def test_the_question_before_a_strike(evening: Any, hands: Any, lose: Callable[..., None]) -> None:
    """The public board shows a box struck by a private question, whatever becomes of the question."""
    play = await evening.game("ana", "ben")
    who = play.turn
    await evening.client.services.preferences.choose(int(who.id), confirm_strike=True)
    evening.everybody_was_away()
    await play.throw()
    await play.do("menu strike")
    asked = await play.do(_first(play, "strike"))
    lose(evening, CALLBACK)
    await pressed(who.press(asked, custom_id=next(iter(hands["does"](asked.message).values()))))
    assert (await is_shown(evening, hands)).turn_player != int(who.id)
    assert len([one for one in calls_ever(evening) if one["mentions"][0]["id"] != who.id]) == 1


@in_one_way
async def test_real_dice(evening: Any, hands: Any, lose: Callable[..., None]) -> None:
    play = await evening.game("ana", dice="real")
    await play.do(_first(play, "faces"))
    for face in (1, 2, 3, 4):
        await play.do(_first(play, f"face {face} "))
    lose(evening, CALLBACK)
    await _press(play, play.turn, _first(play, "face 6 "))
    assert (await is_shown(evening, hands)).entries == 1


# -- what follows, and what is seen of it ---------------------------------------------------------------------------


@in_one_way
async def test_a_call_that_is_lost_is_made_once(evening: Any, hands: Any, lose: Callable[..., None]) -> None:
    play = await evening.game("ana", "ben")
    evening.everybody_was_away()
    await play.throw()
    evening.sent.clear()
    lose(evening, MESSAGES)
    await play.mark()
    table = await is_shown(evening, hands)
    assert [one["mentions"][0]["id"] for one in calls_ever(evening)] == [str(table.turn_player)]


@in_one_way
async def test_an_old_call_goes_away_though_that_was_lost(evening: Any, hands: Any, lose: Callable[..., None]) -> None:
    play = await evening.game("ana", "ben")
    evening.everybody_was_away()
    await play.whole_turn()
    await evening.settle()
    assert [one for one in evening.person("ana").messages() if one["mentions"]]
    lose(evening, MESSAGE, "DELETE")
    evening.everybody_was_away()
    await play.whole_turn()
    table = await is_shown(evening, hands)
    await evening.settle()
    assert [one["id"] for one in evening.person("ana").messages() if one["mentions"]] == [str(table.call)]


@pytest.mark.sample(2)
@pytest.mark.parametrize("what", ["join", "start", "more"])
async def test_a_press_on_an_outdated_lobby_mends_it(evening: Any, hands: Any, what: str) -> None:
    """For any press: the board of a game that has begun is no lobby any more."""
    play = await evening.lobby("ana", "ben")
    lobby = play.now
    await play.begin()
    await evening.settle()
    evening.standin.world.messages[play.board].data = lobby
    evening.client.presenter.reconciler.patience = 0.0  # This is no board that the bot is just drawing.
    outcome = await evening.person("ana").press(play.board, custom_id=hands["does"](lobby)[what])
    await is_shown(evening, hands)
    assert not outcome.failed


async def test_what_is_written_is_told_as_written(evening: Any, hands: Any) -> None:
    """No "try again" for a move that counts."""
    play = await evening.game("ana")
    await play.throw()
    broken_before(evening, CALLBACK)
    outcome = await _press(play, evening.person("ana"), _first(play, "mark"))
    said = " ".join(told(outcome))
    assert said.startswith("Your ")
    assert "is written; I could not refresh the board" in said
    assert (await is_shown(evening, hands)).entries == 2


async def test_no_request_is_spent_where_everything_is_shown(quiet_evening: Any, hands: Any) -> None:
    """A start after an orderly stop finds nothing to mend; nor does the gateway's return."""
    async with quiet_evening.running():
        play = await quiet_evening.game("ana", "ben")
        await play.whole_turn()
        await quiet_evening.settle()
    world = quiet_evening.standin.world
    async with quiet_evening.running():
        await quiet_evening.settle()
        world.calls.clear()
        await quiet_evening.client.presenter.reconciler.look_up()
        await quiet_evening.settle()
        assert not [call for call in world.calls if "messages" in call[1]]


async def test_a_restart_mends_what_the_last_process_left(quiet_evening: Any, hands: Any) -> None:
    """The board shows the row, and the bot calls the next player, though the process ended between save and answer."""
    async with quiet_evening.running():
        play = await quiet_evening.game("ana", "ben")
        await play.throw()
        before = play.now
        who = play.turn
        quiet_evening.everybody_was_away()
        await play.mark()
        await quiet_evening.settle()
    world = quiet_evening.standin.world
    found = row(quiet_evening)
    del world.messages[str(found["call"])]
    world.messages[play.board].data = before
    hands["write"](quiet_evening.file, "UPDATE tables SET drawn = step - 1, call_due = changed + 30, call = NULL")
    async with quiet_evening.running():
        quiet_evening.standin.world.advance(30)
        await quiet_evening.client.scheduler.tick()
        table = await is_shown(quiet_evening, hands)
        assert table.turn_player != int(who.id)
        assert [one["id"] for one in quiet_evening.person("ana").messages() if one["mentions"]] == [str(table.call)]


async def test_a_board_posted_while_somebody_plays_is_not_taken_for_the_last_word(evening: Any, hands: Any) -> None:
    """Its drawing is older than a move that storage took while it was on its way."""
    play = await evening.game("ana")
    table = await evening.table(play)
    evening.standin.world.faults.delay("POST", MESSAGES, 0.3)
    posting = asyncio.create_task(evening.client.presenter.repost(table))
    await hands["until"](lambda: not evening.standin.world.faults.planned)
    await evening.client.services.tables.act(table.id, table.host, table.step, "roll")
    await posting
    assert (await is_shown(evening, hands)).entries == 1


async def test_a_board_posted_twice_at_once_stands_once(evening: Any, hands: Any) -> None:
    """Somebody asks for it while the bot posts it again by itself: the later one stays, and no other."""
    play = await evening.game("ana", "ben")
    table = await evening.table(play)
    evening.person("ana").delete(play.board)
    evening.standin.world.faults.delay("POST", MESSAGES, 0.2)
    posting = asyncio.create_task(evening.client.presenter.repost(table))
    await hands["until"](lambda: not evening.standin.world.faults.planned)
    await show_board(evening.person("ben"))
    await posting
    await evening.settle()
    boards = [one["id"] for one in evening.person("ana").messages() if "roll" in hands["does"](one)]
    assert boards == [str(row(evening)["message"])]
