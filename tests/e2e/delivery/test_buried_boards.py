"""People write below the board: a player who ends a turn is answered by the board as a new message below."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from contextlib import contextmanager, nullcontext
from typing import Any

import pytest

from bot.ui.delivery import computers
from tests.e2e.delivery.boards import is_shown, row
from tests.e2e.delivery.test_delivery import WAYS
from tests.e2e.playing import PrivateMessage

CALLBACK = ("POST", "/interactions/{webhook_id}/{webhook_token}/callback")
MESSAGES = ("POST", "/channels/{channel_id}/messages")
MESSAGE = "/channels/{channel_id}/messages/{message_id}"
JOURNAL = "SELECT count(*) FROM journal"
BESIDE = ("more", "sheets", "rules", "undo", "menu", "read", "mine", "hint", "replay", "review", "record", "verify")
GAMES = ("yum start", "yams start", "yamslam start", "421 start", "5000 start", "cantstop start", "ambition start")


def chat(evening: Any, lines: int = 50) -> None:
    """Chloe, who does not play, has much to say."""
    for number in range(lines):
        evening.person("chloe").say(f"line {number}")


def bottom(evening: Any) -> Any:
    """The last message that everybody sees."""
    return next(one for one in reversed(evening.person("ana").messages()) if not one["flags"] & 64)


def boards(evening: Any, hands: Any) -> list[str]:
    """The messages for everybody on which one can play, oldest first."""
    return [
        one["id"]
        for one in evening.person("ana").messages(limit=1000)
        if hands["does"](one).keys() - {"down"} and not one["flags"] & 64
    ]


async def only_board(evening: Any, hands: Any, play: Any) -> None:
    """There is one board soon, that of the row, and it shows its row; from here on ``play`` is about that."""
    await is_shown(evening, hands)
    await hands["until"](lambda: boards(evening, hands) == [str(row(evening)["message"])], 8)
    [play.board] = boards(evening, hands)
    await is_shown(evening, hands)


@pytest.fixture
def spent(evening: Any) -> Callable[[], Any]:
    """``with spent() as requests``: the requests meanwhile that count against the limit of the whole bot."""
    evening.client.presenter.reconciler.patience = 3600.0  # On a busy machine no board is late.

    @contextmanager
    def spent() -> Any:
        requests: Counter[Any] = Counter()
        before = Counter(evening.standin.world.calls)
        yield requests
        after = Counter(evening.standin.world.calls) - before
        requests.update({one: n for one, n in after.items() if not one[1].startswith(("/interactions", "/webhooks"))})

    return spent


# -- what people see -------------------------------------------------------------------------------------------------


async def test_in_a_quiet_channel_no_board_moves(evening: Any, hands: Any, unhurried: None, spent: Any) -> None:
    play = await evening.game("ana", "ben")
    with spent() as requests:
        for _ in range(6):
            assert (await play.throw()).updated
            assert (await play.mark()).updated
        await evening.settle()
    assert boards(evening, hands) == [play.board]
    assert not requests


async def test_a_player_who_ends_a_turn_below_fifty_lines_brings_the_board_down(
    evening: Any, hands: Any, unhurried: None, spent: Any
) -> None:
    play = await evening.game("ana", "ben")
    old, [[before]], at_answer = play.board, hands["rows"](evening.file, JOURNAL), []

    def answered(one: Any) -> None:
        if one.state == "answered":
            at_answer.append(hands["rows"](evening.file, JOURNAL)[0][0] - before)

    chat(evening)
    assert (await play.throw()).updated
    chat(evening)
    evening.standin.world.watch("interaction", answered)
    with spent() as requests:
        ended = await play.mark()
        await evening.settle()
    assert ended.callback == 4
    assert at_answer == [2]
    assert bottom(evening)["id"] == ended.message["id"] != old
    assert boards(evening, hands) == [ended.message["id"]]
    assert requests == {("DELETE", MESSAGE): 1}
    await only_board(evening, hands, play)
    assert (await play.throw()).updated


@pytest.mark.parametrize("game", GAMES)
async def test_the_next_player_of_every_game_finds_the_board_at_the_bottom(
    evening: Any, hands: Any, unhurried: None, spent: Any, seed: str, game: str
) -> None:
    """Anybody presses anything, while people write without a pause."""
    chance, play = random.Random(seed), await evening.game("ana", "ben", command=game)
    turns = 0
    with spent() as requests:
        for pressed in range(600):  # In 5000, it may take long until the right dice are held by chance.
            table, board = await evening.table(play), play.board
            if table.over or (pressed >= 60 and turns):
                break
            chat(evening, 2)
            offered = [one for one in play.does if not one.startswith(BESIDE)]
            moves = [one for one in offered if not one.startswith("hold")]  # Dice may be held and let go for ever.
            await play.do(chance.choice(moves if moves and chance.random() < 1 / 2 else offered))
            await evening.settle()
            now = await evening.table(play)
            if now.over:
                assert bottom(evening)["id"] == str(now.message) != board
                break
            if now.turn != table.turn or (table.state.dice and not now.state.dice):
                turns += 1
                assert bottom(evening)["id"] == str(now.message) != board
            assert boards(evening, hands) == [str(now.message)]
            assert now.message is not None
            play.board = str(now.message)
    assert turns
    assert requests.total() <= turns + 1  # The game's end brings the board down too.


async def test_the_result_comes_to_the_bottom_with_its_picture(
    evening: Any, hands: Any, unhurried: None, spent: Any
) -> None:
    play = await evening.game("ana", "ben", sheet="yum_original", seats=2)
    for _ in range(12 * 2 - 1):
        await play.throw()
        await play.mark()
    await play.throw()
    old = play.board
    chat(evening)
    with spent() as requests:
        ended = await play.mark()
        await evening.settle()
    assert ended.callback == 4
    result = bottom(evening)
    assert result["id"] == ended.message["id"] != old
    assert boards(evening, hands) == [result["id"]]
    assert "rematch" in hands["does"](result)
    assert result["embeds"][0]["image"]
    assert requests == {("DELETE", MESSAGE): 1}


async def test_who_plays_alone_keeps_the_board_at_hand_too(evening: Any, hands: Any) -> None:
    play = await evening.game("ana")
    old = play.board
    chat(evening)
    assert (await play.throw()).updated
    assert (await play.mark()).callback == 4
    await only_board(evening, hands, play)
    assert play.board == bottom(evening)["id"] != old


async def test_a_lobby_that_was_talked_away_begins_at_the_bottom(evening: Any, hands: Any) -> None:
    play = await evening.lobby("ana", "ben")
    chat(evening)
    await play.begin()
    await only_board(evening, hands, play)
    assert play.board == bottom(evening)["id"]


async def test_a_computer_goes_on_at_the_bottom(
    evening: Any, hands: Any, spent: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it does is shown by the press that has brought the board down, and costs no request of the bot."""
    monkeypatch.setattr(computers, "REQUEST_SECONDS", 60)  # On a busy machine, an edit is late and comes again.
    play = await evening.game("ana", computers=1)
    if (await evening.table(play)).turn_player is None:
        await hands["until"](lambda: hands["on_turn"](play.now))
    await evening.settle()
    await play.throw()
    chat(evening)
    with spent() as requests:
        await play.mark()
        await evening.settle()
        await hands["until"](lambda: hands["on_turn"](play.now))  # A turn takes time, and its row is ahead.
        await only_board(evening, hands, play)
    assert play.board == bottom(evening)["id"]
    assert requests == {("DELETE", MESSAGE): 1}


async def test_a_call_that_follows_the_press_buries_no_board(evening: Any, hands: Any) -> None:
    play = await evening.game("ana", "ben")
    for _ in range(3):
        evening.everybody_was_away()
        await play.throw()
        assert (await play.mark()).updated
        await evening.settle()
        assert "your turn" in bottom(evening)["content"]
    chat(evening, 1)
    await play.throw()
    assert (await play.mark()).callback == 4


async def test_the_call_brings_the_board_down(evening: Any, hands: Any, unhurried: None, spent: Any) -> None:
    play = await evening.game("ana", "ben")
    await play.throw()
    evening.everybody_was_away()
    await play.mark()
    await evening.settle()
    call, old = bottom(evening), play.board
    chat(evening)
    with spent() as requests:
        shown = await play.turn.press(call, custom_id=hands["does"](call)["down"])
        await evening.settle()
    assert shown.message["id"] == bottom(evening)["id"] != old
    assert requests == {("DELETE", MESSAGE): 1}
    await only_board(evening, hands, play)
    assert (await play.throw()).updated


@pytest.mark.parametrize("begun", [False, True])
@pytest.mark.parametrize("who", ["ana", "ben", "chloe"])
async def test_everybody_brings_the_board_down_by_more(evening: Any, hands: Any, who: str, begun: bool) -> None:
    play = await (evening.game if begun else evening.lobby)("ana", "ben")
    chat(evening)
    await play.beside("down", evening.person(who))
    await only_board(evening, hands, play)
    assert "message_reference" not in play.now, "others cannot see the private message that was pressed"
    assert play.board == bottom(evening)["id"]


async def test_a_game_that_is_over_stays_where_it_is(evening: Any, hands: Any) -> None:
    play = await evening.game("ana", "ben")
    more = PrivateMessage(evening.person("ben"), await play.do("more", evening.person("ben")))
    down = more.custom_id("down")
    await evening.end_table(evening.person("ana"))
    chat(evening)
    refused = await hands["forge"](evening.person("ben"), more.id, down)
    assert "closed" in refused.text
    assert bottom(evening)["content"].startswith("line")


# -- whatever goes wrong ---------------------------------------------------------------------------------------------


@pytest.fixture
def hurried(evening: Any, punctual: None) -> None:
    """An answer may take 0.3 seconds, and a board not right by then is late."""
    evening.client.presenter.answer_seconds = 0.3
    evening.client.presenter.reconciler.patience = 0.5


@pytest.mark.parametrize("lose", WAYS)
async def test_a_lost_answer_leaves_one_board(
    evening: Any, hands: Any, hurried: None, lose: Callable[..., None]
) -> None:
    play = await evening.game("ana", "ben")
    for turn in range(2):
        await play.throw()
        chat(evening, 3)
        lose(evening, CALLBACK[1])
        do = next(one for one in play.does if one.startswith("mark"))
        await play.turn.select(play.board, do, custom_id=play.does[do])
        await only_board(evening, hands, play)
        [[moves]] = hands["rows"](evening.file, JOURNAL)
        assert moves == 2 * (turn + 1)
    assert (await play.throw()).updated


async def test_a_private_word_that_is_lost_too_is_not_taken_for_the_board(
    evening: Any, hands: Any, hurried: None
) -> None:
    """The answer with the board is lost on its way there, and what is said instead on its way back."""
    play = await evening.game("ana", "ben")
    await play.throw()
    chat(evening, 3)
    evening.standin.world.faults.drop(*CALLBACK)
    evening.standin.world.faults.drop(*CALLBACK, late=True)
    do = next(one for one in play.does if one.startswith("mark"))
    await play.turn.select(play.board, do, custom_id=play.does[do])
    await only_board(evening, hands, play)
    assert (await play.throw()).updated


@pytest.mark.parametrize("times", [1, 2, 5])
async def test_a_refused_answer_leaves_one_board(evening: Any, hands: Any, times: int) -> None:
    """Discord does not take the message, nor the edit, nor anything."""
    play = await evening.game("ana", "ben")
    await play.throw()
    chat(evening, 3)
    evening.standin.world.faults.fail(*CALLBACK, status=400, code=50035, times=times)
    do = next(one for one in play.does if one.startswith("mark"))
    with evening.unanswered() if times == 5 else nullcontext():
        await play.turn.select(play.board, do, custom_id=play.does[do])
    await only_board(evening, hands, play)
    evening.standin.world.faults.clear()
    assert (await play.throw()).updated


@pytest.mark.parametrize("seconds", [0, 0.3, 1])
@pytest.mark.parametrize("pressed", ["old", "new"])
async def test_presses_meanwhile_count_on_the_new_board_alone(
    evening: Any, hands: Any, seconds: float, pressed: str
) -> None:
    """Discord has posted the board, and the bot does not know yet."""
    play = await evening.game("ana", "ben")
    await play.throw()
    chat(evening, 3)
    old, before = play.board, set(boards(evening, hands))
    throw = next(id for do, id in play.does.items() if do.startswith(("roll", "keep")))
    ana = play.turn
    evening.standin.world.faults.delay(*CALLBACK, seconds, late=True)
    gone = evening.standin.world.faults.hold("DELETE", MESSAGE)
    ending = asyncio.create_task(play.mark())
    await hands["until"](lambda: set(boards(evening, hands)) - before)
    new = boards(evening, hands)[-1]
    if pressed == "old":
        outcome = await hands["forge"](ana, old, throw)
        assert "The board has moved" in outcome.text
        assert f"/{new}" in outcome.text
    play.board = new
    assert (await play.throw()).updated
    await ending
    gone.set()
    await only_board(evening, hands, play)
    assert play.board == new
    assert (await play.mark()).updated


async def test_a_player_who_presses_twice_gets_one_board(evening: Any, hands: Any) -> None:
    play = await evening.game("ana", "ben")
    await play.throw()
    chat(evening, 3)
    do = next(one for one in play.does if one.startswith("mark"))
    turn, board, custom_id = play.turn, play.board, play.does[do]
    both = await asyncio.gather(*(turn.select(board, do, custom_id=custom_id) for _ in range(2)))
    assert sorted(one.callback for one in both)[0] == 4
    await only_board(evening, hands, play)
    assert hands["rows"](evening.file, JOURNAL) == [(2,)]
    assert (await play.throw()).updated


async def test_two_who_bring_the_board_down_at_once_get_one(evening: Any, hands: Any) -> None:
    play = await evening.game("ana", "ben")
    more = [PrivateMessage(who, await play.do("more", who)) for who in (evening.person(key) for key in ("ana", "ben"))]
    chat(evening, 3)
    await asyncio.gather(*(one.do("down") for one in more))
    await only_board(evening, hands, play)
    assert play.board == bottom(evening)["id"]
    assert (await play.throw()).updated


async def test_where_the_bot_may_not_delete_the_old_board_becomes_a_link(evening: Any, hands: Any) -> None:
    play = await evening.game("ana", "ben")
    await play.throw()
    chat(evening, 3)
    old, throw = play.board, next(id for do, id in play.does.items() if do.startswith(("roll", "keep")))
    evening.standin.world.faults.fail("DELETE", MESSAGE, status=403, code=50013)
    await play.mark()
    await evening.settle()
    play.board = bottom(evening)["id"]
    assert (await play.throw()).updated
    outcome = await hands["forge"](play.waiting, old, throw)
    assert f"/{play.board}" in outcome.text
    await only_board(evening, hands, play)
    assert not hands["does"](evening.standin.world.messages[old].data)


@pytest.mark.parametrize("lost", [CALLBACK, ("DELETE", MESSAGE)])
@pytest.mark.parametrize(("seconds", "turns"), [(0.3, 1), (1, 1), (0.3, 12)])
async def test_after_a_kill_the_bot_finds_the_board_that_answered_a_press(
    process: Any, hands: Any, lost: tuple[str, str], seconds: float, turns: int
) -> None:
    """It ends when Discord has posted the board, and before the row says so; or before the old one is gone.

    With 12 turns, the game is over.
    """
    running = await process.start()
    play = await (process.lobby("ana", "ben") if turns == 1 else process.lobby("ana", sheet="yum_original", seats=1))
    await play.begin()
    for _ in range(turns - 1):
        await play.throw()
        await play.mark()
    await play.throw()
    evening = process
    evening.person = process.standin.person
    [(_, step)] = hands["rows"](process.file, "SELECT message, step FROM tables")
    await hands["until"](lambda: hands["rows"](process.file, "SELECT drawn FROM tables") == [(step,)], 30)
    chat(evening, 3)
    before = set(boards(evening, hands))
    if lost == CALLBACK:
        process.standin.world.faults.delay(*lost, seconds, late=True)
    else:
        process.standin.world.faults.hold(*lost)
    do = next(one for one in play.does if one.startswith("mark"))
    ending = asyncio.create_task(play.turn.select(play.board, do, custom_id=play.does[do]))
    await hands["until"](lambda: set(boards(evening, hands)) - before)
    if lost != CALLBACK:
        new = boards(evening, hands)[-1]
        await hands["until"](lambda: str(hands["rows"](process.file, "SELECT message FROM tables")[0][0]) == new)
    await process.kill(running)
    await ending
    new = boards(evening, hands)[-1]
    await process.start()
    await hands["until"](lambda: boards(evening, hands) == [new], 30)
    await hands["until"](lambda: str(hands["rows"](process.file, "SELECT message FROM tables")[0][0]) == new)
    play.board = new
    assert hands["rows"](process.file, JOURNAL) == [(2 * turns,)]
    if turns == 1:
        assert (await play.throw()).updated
        assert (await play.mark()).updated
