"""A board is posted again, and somebody presses it before the bot knows which message that is: it stays the board."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from bot.tables.model.errors import NotSaved
from bot.tables.model.store import POSTING
from tests.e2e.delivery.boards import is_shown, row
from tests.e2e.playing import ready_to_show, show_board

CALLBACK = ("POST", "/interactions/{webhook_id}/{webhook_token}/callback")
MESSAGES = ("POST", "/channels/{channel_id}/messages")
HISTORY = ("GET", "/channels/{channel_id}/messages")
MESSAGE = "/channels/{channel_id}/messages/{message_id}"
BOARDS = "SELECT message, step FROM tables"
NETWORK = pytest.mark.parametrize("seconds", [0, 0.3, 1, 3])
"""How long Discord's answers take to the bot."""


def boards(evening: Any, hands: Any) -> list[str]:
    """The messages in the channel on which something can be pressed, oldest first."""
    return [one["id"] for one in evening.person("ana").messages() if hands["does"](one) and not one["flags"]]


async def _pressed(evening: Any, hands: Any, play: Any, before: set[str]) -> Any:
    """Press Throw on the newest board as soon as it stands; return the press's outcome."""
    await hands["until"](lambda: set(boards(evening, hands)) - before)
    play.board = boards(evening, hands)[-1]
    return await play.do("roll")


async def _one_board(evening: Any, hands: Any, play: Any) -> None:
    """Only the newest board stands, it shows its row, and it can be played on."""
    await hands["until"](lambda: boards(evening, hands) == [play.board])
    assert (await is_shown(evening, hands)).entries == 1
    assert str(row(evening)["message"]) == play.board
    assert (await play.mark()).updated
    assert (await is_shown(evening, hands)).entries == 2
    assert boards(evening, hands) == [play.board]


@NETWORK
async def test_a_press_on_a_board_that_the_bot_just_posted_again_counts(
    evening: Any, hands: Any, seconds: float
) -> None:
    play = await evening.game("ana", "ben")
    before = set(boards(evening, hands))
    evening.standin.world.faults.delay(*MESSAGES, seconds, late=True)
    evening.standin.world.faults.fail("PATCH", MESSAGE, status=400, code=50035)
    evening.client.presenter.reconciler.doubt((await evening.table(play)).id)
    assert (await _pressed(evening, hands, play, before)).updated
    await _one_board(evening, hands, play)


@NETWORK
async def test_a_press_on_the_lobby_of_a_rematch_counts_before_the_bot_knows_its_message(
    evening: Any, hands: Any, seconds: float
) -> None:
    game = await evening.game("ana", "ben", sheet="yum_original", seats=2)
    while "rematch" not in game.does:
        await game.throw()
        await game.mark()
    await evening.settle()
    before = set(boards(evening, hands))
    for route in (MESSAGES, CALLBACK):
        evening.standin.world.faults.delay(*route, seconds, late=True)
    asking = asyncio.create_task(game.do("rematch", evening.person("ben")))
    await hands["until"](lambda: set(boards(evening, hands)) - before)
    lobby = type(game)(evening.standin, game.people, boards(evening, hands)[-1])
    assert (await lobby.do("join", evening.person("ana"))).updated
    await asking
    await evening.settle()
    assert set(boards(evening, hands)) - before == {lobby.board}
    assert str(row(evening)["message"]) == lobby.board
    assert (await lobby.do("start", evening.person("ben"))).updated
    assert set(boards(evening, hands)) - before == {lobby.board}


@pytest.mark.parametrize("late", [False, True])
async def test_a_connection_that_comes_back_while_a_lobby_opens_posts_no_second_one(
    evening: Any, hands: Any, late: bool
) -> None:
    evening.standin.world.faults.delay(*CALLBACK, 1.0, late=late)
    opening = asyncio.create_task(evening.person("ana").command("yum start", "dice", sheet="yum_plus"))
    await hands["until"](lambda: row(evening))
    await evening.client.presenter.reconciler.look_up()
    opened = await opening
    await evening.settle()
    assert boards(evening, hands) == [opened.message["id"]]
    assert not evening.standin.world.calls[MESSAGES]


async def test_two_who_ask_for_the_board_at_once_get_one(evening: Any, hands: Any) -> None:
    play = await evening.game("ana", "ben")
    before = boards(evening, hands)
    shows = [await ready_to_show(evening.person(one)) for one in ("ana", "ben")]
    await asyncio.gather(*(show() for show in shows))
    await evening.settle()
    (play.board,) = boards(evening, hands)
    assert before != [play.board]
    assert (await play.do("roll")).updated
    await _one_board(evening, hands, play)


async def test_a_board_that_lost_its_buttons_comes_back_when_somebody_presses_a_copy(evening: Any, hands: Any) -> None:
    """A press on a copy says where the board is; the bot asks whether that is so."""
    play = await evening.game("ana", "ben")
    old = play.board
    evening.standin.world.faults.fail("DELETE", MESSAGE, status=403, code=50001)
    await show_board(evening.person("ben"))
    await evening.settle()
    new = str(row(evening)["message"])
    evening.standin.world.messages[new].data["components"] = []
    await play.do("roll")
    assert "The board has moved" in evening.standin.world.messages[old].data["content"]
    await hands["until"](lambda: "roll" in hands["does"](evening.standin.world.messages[new].data))


async def test_nobody_makes_another_message_the_board(evening: Any, hands: Any) -> None:
    """A newer message of the same table, with a button that it does not have."""
    play = await evening.game("ana", "ben")
    board, throw = play.board, play.does["roll"]
    sent = await evening.client.get_channel(int(evening.standin.world.find_channel("dice").id)).send("no board")
    outcome = await hands["forge"](play.turn, str(sent.id), throw)
    assert "The board has moved" in outcome.text
    await evening.settle()
    assert str(row(evening)["message"]) == board
    assert (await play.throw()).updated


@pytest.mark.parametrize("pressed", ["old", "new"])
@pytest.mark.parametrize("seconds", [0.3, 3])
async def test_a_process_that_is_killed_before_it_knows_the_board_again_leaves_one_that_answers(
    process: Any, hands: Any, pressed: str, seconds: float
) -> None:
    running = await process.start()
    play = await process.lobby("ana", "ben")
    await play.begin()
    world = process.standin.world
    old = play.board
    show = await ready_to_show(process.standin.person("ben"))
    world.faults.delay(*MESSAGES, seconds, late=True)
    showing = show()

    def standing() -> list[str]:
        return [
            one["id"] for one in process.standin.person("ana").messages() if hands["does"](one) and not one["flags"]
        ]

    await hands["until"](lambda: set(standing()) - {old})
    await process.kill(running)
    await showing
    new = standing()[-1]
    await process.start()
    play.board = old if pressed == "old" else new
    assert (await play.throw()).updated
    assert not (await play.mark()).failed  # Pressed on the old one, the board goes below the one that nobody knows.
    for board in standing():  # Who presses a copy sees the board, or finds it there.
        if board != play.board:
            play.board = board
            await play.do(next(iter(play.does)))
    await hands["until"](lambda: len(standing()) == 1)
    play.board = standing()[0]
    [(message, step)] = hands["rows"](process.file, BOARDS)
    assert str(message) == play.board
    assert {int(one.split(":")[2]) for one in play.does.values()} == {step}


def _boards(process: Any, hands: Any) -> list[str]:
    """Return the messages on which everybody can press something, oldest first, however deep they are buried."""
    public = [one.data for one in process.standin.world.messages.values() if one.reader is None]
    return [one["id"] for one in public if hands["does"](one) and not one["flags"]]


async def _one_found(process: Any, hands: Any, board: str) -> None:
    """The bot makes ``board`` the only one without a press, and the game can go on there."""
    await hands["until"](lambda: _boards(process, hands) == [board], 30)
    await hands["until"](lambda: str(hands["rows"](process.file, BOARDS)[0][0]) == board)


async def _kill_while_it_shows(process: Any, hands: Any, running: Any, show: Callable[[], Any]) -> str:
    """Kill the process when Discord has posted the board, but has not said so; return the board."""
    before = set(_boards(process, hands))
    for route in (CALLBACK, MESSAGES):
        process.standin.world.faults.delay(*route, 3, late=True)
    showing = asyncio.ensure_future(show())
    await hands["until"](lambda: set(_boards(process, hands)) - before)
    await process.kill(running)
    await showing
    [board] = set(_boards(process, hands)) - before
    return board


async def test_after_a_kill_the_bot_finds_the_board_that_it_was_posting_again(process: Any, hands: Any) -> None:
    """Nobody presses anything, and the game has rested long before."""
    running = await process.start()
    play = await process.lobby("ana", "ben")
    await play.begin()
    [(_, step)] = hands["rows"](process.file, BOARDS)
    await hands["until"](lambda: hands["rows"](process.file, "SELECT drawn FROM tables") == [(step,)], 30)
    new = await _kill_while_it_shows(process, hands, running, await ready_to_show(process.standin.person("ana")))
    assert _boards(process, hands) == [play.board, new]
    await process.start()
    await _one_found(process, hands, new)
    play.board = new
    assert (await play.throw()).updated
    assert (await play.mark()).updated


async def test_after_a_kill_the_bot_finds_the_lobby_that_it_was_posting(process: Any, hands: Any) -> None:
    running, ana = await process.start(), process.standin.person("ana")
    lobby = await _kill_while_it_shows(process, hands, running, lambda: ana.command("yum start"))
    assert hands["rows"](process.file, BOARDS)[0][0] is None
    await process.start()
    await _one_found(process, hands, lobby)


@pytest.mark.parametrize("lines", [0, 120])
async def test_after_a_kill_the_bot_takes_the_board_away_that_it_has_replaced(
    process: Any, hands: Any, lines: int
) -> None:
    """Also where more lines stand below it than one request brings."""
    running = await process.start()
    play = await process.lobby("ana", "ben")
    await play.begin()
    for line in range(lines):
        process.standin.person("ana").say(f"Line {line}")
    process.standin.world.faults.hold("DELETE", MESSAGE)
    await show_board(process.standin.person("ben"))
    new = _boards(process, hands)[-1]
    await hands["until"](lambda: str(hands["rows"](process.file, BOARDS)[0][0]) == new)
    await process.kill(running)
    assert _boards(process, hands) == [play.board, new]
    await process.start()
    await _one_found(process, hands, new)


async def test_a_board_that_a_killed_bot_has_posted_and_that_arrives_after_the_next_start_is_found(
    process: Any, hands: Any
) -> None:
    running = await process.start()
    play = await process.lobby("ana", "ben")
    await play.begin()
    world, old = process.standin.world, play.board
    world.faults.fail(*CALLBACK, status=400, code=50035)
    on_its_way = world.faults.hold(*MESSAGES)
    pressing = asyncio.ensure_future(hands["forge"](play.turn, old, play.does["roll"]))
    await hands["until"](lambda: not world.faults)
    assert hands["rows"](process.file, "SELECT drawn FROM tables") == [(POSTING,)]
    await process.kill(running)
    await pressing
    looks = world.calls[HISTORY]
    await process.start()
    await hands["until"](lambda: world.calls[HISTORY] > looks)
    on_its_way.set()
    await hands["until"](lambda: set(_boards(process, hands)) - {old})
    [new] = set(_boards(process, hands)) - {old}
    await _one_found(process, hands, new)


async def test_copies_are_looked_for_again_where_storage_failed(
    evening: Any, hands: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = await evening.game("ana", "ben")
    table, presenter, tables = await evening.table(play), evening.client.presenter, evening.client.services.tables
    place, placed, failures = evening.client.get_partial_messageable(table.channel), tables.placed, [NotSaved()]
    copy = await place.send(**(await presenter.renderer.message(table)).sent)

    async def fails_once(*about: Any) -> Any:
        if failures:
            raise failures.pop()
        return await placed(*about)

    monkeypatch.setattr(tables, "placed", fails_once)
    presenter.reconciler.maybe_copied(table.id)
    presenter.reconciler.doubt(table.id)
    await hands["until"](lambda: [one["id"] for one in evening.person("ana").messages()] == [str(copy.id)], 15)
