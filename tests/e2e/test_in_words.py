"""**In words** on a board that several share: sentences for one person, fresh after each of their own presses."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bot.standin.rest.answers import UPDATE
from bot.ui.delivery import renderer
from bot.ui.discord.reply import TOKEN_SECONDS
from tests.e2e.playing import PrivateMessage, does, forge, words

PRESS = ("POST", "/interactions/{webhook_id}/{webhook_token}/callback")
BY_TOKEN = ("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/@original")
BESIDE = ("POST", "/webhooks/{webhook_id}/{webhook_token}")
BOARD = ("PATCH", "/channels/{channel_id}/messages/{message_id}")


@pytest.fixture
async def two(evening: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A game of Ana and Ben without calls, so that every request has to do with the words."""
    monkeypatch.setattr(renderer, "_KEPT_AFTER", 0)
    monkeypatch.setattr(renderer, "_KEPT_PAUSE", 0)
    await evening.client.services.settings.choose(int(evening.standin.world.guild.id), calls=False)
    return await evening.game("ana", "ben")


def latest(evening: Any, who: Any) -> tuple[str, str]:
    """The id of the latest private message of that person, and what it says."""
    message = [one.data for one in evening.standin.world.messages.values() if one.reader == who.id][-1]
    return str(message["id"]), words(message)


@pytest.mark.usefixtures("unhurried")
async def test_words_follow_throws_and_held_dice_without_another_press(evening: Any, two: Any) -> None:
    who = two.turn
    heard = PrivateMessage(who, await two.beside("read", who))
    assert "press **Throw**" in heard.text
    before = Counter(evening.standin.world.calls)
    await two.throw()
    await evening.settle()
    assert Counter(evening.standin.world.calls) - before == {PRESS: 1, BY_TOKEN: 1}
    assert "throws 5 dice:" in heard.text
    await two.do(next(do for do in two.does if do.startswith("hold ")))
    await evening.settle()
    assert "Held" in heard.text
    assert "This message follows the game until <t:" in heard.text


@pytest.mark.usefixtures("unhurried")
async def test_who_has_switched_frames_off_reads_whose_turn_it_is_what_lies_there_and_the_totals(
    evening: Any, two: Any
) -> None:
    who = two.turn
    heard = PrivateMessage(who, await two.beside("read", who))
    await two.throw()
    await evening.settle()
    outside = heard.now["content"]
    assert len(outside) <= 2000
    dice = ", ".join(map(str, (await evening.table(two)).state.dice))
    for said in (f"**<@{who.id}>**, choose dice to hold", dice, f"<@{who.id}> 0", "Open boxes"):
        assert said in outside
    assert outside.split("\n")[0] not in heard.now["embeds"][0]["description"], "nothing twice"


@pytest.mark.usefixtures("unhurried")
async def test_the_next_press_brings_the_words_again_once_their_token_is_too_old(evening: Any, two: Any) -> None:
    who = two.turn
    heard = PrivateMessage(who, await two.beside("read", who))
    evening.standin.world.clock.advance(TOKEN_SECONDS + 1)
    await two.throw()
    await evening.settle()
    assert "press **Throw**" in heard.text, "Discord takes no edit any more"
    again, said = latest(evening, who)
    assert again != heard.id
    assert "throws 5 dice:" in said
    await two.do(next(do for do in two.does if do.startswith("hold ")))
    await evening.settle()
    now, said = latest(evening, who)
    assert now == again
    assert "Held" in said


@pytest.mark.usefixtures("unhurried")
async def test_refresh_leaves_words_that_came_by_themselves(evening: Any, two: Any) -> None:
    who = two.turn
    await evening.client.services.preferences.choose(int(who.id), spoken=True)
    await two.throw()
    await evening.settle()
    heard, _ = latest(evening, who)
    await who.press(heard, custom_id=does(who.message(heard))["read"])
    await evening.settle()
    await two.do(next(do for do in two.does if do.startswith("hold ")))
    await evening.settle()
    now, said = latest(evening, who)
    assert now == heard
    assert "Held" in said


@pytest.mark.usefixtures("unhurried")
async def test_whoever_prefers_words_has_them_beside_a_shared_board_from_the_first_press_on(
    evening: Any, two: Any
) -> None:
    who, other = two.turn, two.waiting
    await evening.client.services.preferences.choose(int(who.id), spoken=True)
    before = Counter(evening.standin.world.calls)
    await two.throw()
    await evening.settle()
    assert Counter(evening.standin.world.calls) - before == {PRESS: 1, BESIDE: 1}
    assert "throws 5 dice:" in latest(evening, who)[1]
    assert not [one for one in evening.standin.world.messages.values() if one.reader == other.id]
    assert "│" in str(two.now["embeds"]), "all others see their board"


@pytest.mark.usefixtures("unhurried", "two")
async def test_they_have_them_from_the_lobby_on_where_they_join_somebody_else(evening: Any) -> None:
    """A guest at a table of others hears who sits there, and the first throw of the others too."""
    ben = evening.person("ben")
    await evening.client.services.preferences.choose(int(ben.id), spoken=True)
    play = await evening.lobby("ana", "ben", channel="general")
    await evening.settle()
    heard, said = latest(evening, ben)
    assert "Yum Plus" in said
    assert f"<@{ben.id}>" in said
    await play.begin()
    await evening.settle()
    now, said = latest(evening, ben)
    assert now == heard, "the same message goes on"
    assert "turn 1 of 22" in said
    if play.turn.id != ben.id:
        await play.throw()
        await evening.settle()
        assert "throws 5 dice:" in latest(evening, ben)[1]


@pytest.mark.usefixtures("unhurried")
async def test_words_asked_for_before_they_come_by_themselves_stand_once_and_the_board_stays(
    evening: Any, two: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    who, kept, board = two.turn, evening.client.presenter.words, two.board
    await evening.client.services.preferences.choose(int(who.id), spoken=True)
    with monkeypatch.context() as held_up:
        held_up.setattr(kept, "_saved", lambda table: None)
        await two.throw()
    heard = PrivateMessage(who, await two.beside("read", who))
    await evening.settle()
    assert "throws 5 dice:" in heard.text
    assert board in evening.standin.world.messages, "only private messages are taken away"
    private = [one for one in evening.standin.world.messages.values() if one.reader == who.id]
    assert [str(one.data["id"]) for one in private] == [heard.id]


# -- The whole game from the private board alone ----------------------------------------------------------------------


def boards(evening: Any) -> list[str]:
    """The public messages with a board."""
    return [id for id, one in evening.standin.world.messages.items() if not one.reader and "more" in does(one.data)]


@pytest.mark.usefixtures("unhurried")
async def test_a_throw_in_words_is_one_answer_and_the_public_board_follows(evening: Any, two: Any) -> None:
    who = two.turn
    heard = PrivateMessage(who, await two.beside("read", who))
    before, board = Counter(evening.standin.world.calls), two.board
    pressed = await heard.do("roll")
    assert pressed.callback == UPDATE, "the message itself answers"
    assert "throws 5 dice:" in heard.text
    await evening.settle()
    assert Counter(evening.standin.world.calls) - before == {PRESS: 1, BOARD: 1}
    dice = (await evening.table(two)).state.dice
    assert boards(evening) == [board]
    assert {do for do in heard.does if do.startswith("hold ")} == {do for do in two.does if do.startswith("hold ")}
    assert dice


@pytest.mark.usefixtures("unhurried")
async def test_dice_held_in_words_are_held_on_the_public_board(evening: Any, two: Any) -> None:
    who = two.turn
    heard = PrivateMessage(who, await two.beside("read", who))
    await heard.do("roll")
    await heard.do("hold 2 ")
    await heard.do("hold 4 ")
    assert "Held" in heard.text
    await evening.settle()
    dice = (await evening.table(two)).state.dice
    keeps = "keep " + " ".join(map(str, sorted((dice[1], dice[3]))))
    assert heard.asks(keeps)
    assert keeps in two.does


async def whole_turn(moves: tuple[tuple[str, ...], ...], now: Any, do: Any) -> None:
    """Do of each part of a turn the first that what lies there asks for; a part may be over already."""
    for part in moves:
        asked = next((one for begin in part for one in now() if one.startswith(begin)), None)
        if asked is not None:
            await do(asked)


SHEET = (("roll",), ("mark ", "menu strike"), ("strike ",))
RACE = (("roll",), ("pair ", "move "), ("stop",))


@pytest.mark.usefixtures("unhurried", "two")
@pytest.mark.parametrize(
    ("command", "moves"), [("yum start", SHEET), ("cantstop start", RACE)], ids=["a sheet", "a race"]
)
async def test_a_whole_game_is_played_in_words_against_somebody_at_the_board(
    evening: Any, command: str, moves: tuple[tuple[str, ...], ...]
) -> None:
    """Its reader never presses on the shared board; the other one never on anything else."""
    ben = evening.person("ben")
    await evening.client.services.preferences.choose(int(ben.id), spoken=True)
    play = await evening.game("ana", "ben", channel="general", command=command)
    heard, before = PrivateMessage.at(ben, latest(evening, ben)[0]), len(boards(evening))
    for _ in range(400):
        if "rematch" in play.does:
            break
        if play.turn.id == ben.id:
            await whole_turn(moves, lambda: heard.does, heard.do)
        else:
            assert not {"roll", "stop"} & heard.does.keys(), "nothing is in the way of a voice"
            await whole_turn(moves, lambda: play.does, play.do)
        await evening.settle()
    assert "rematch" in play.does, "the shared board has followed to the end"
    assert "final result" in heard.text.lower()
    assert play.does.items() < heard.does.items(), "it leads on as the shared board does"
    assert len(boards(evening)) == before


@pytest.mark.usefixtures("unhurried")
async def test_a_late_press_in_words_brings_the_newest_there_and_leaves_one_message(evening: Any, two: Any) -> None:
    who = two.turn
    heard = PrivateMessage(who, await two.beside("read", who))
    old = heard.custom_id("roll")
    evening.standin.world.clock.advance(TOKEN_SECONDS + 1)
    await two.throw()
    await evening.settle()
    await forge(who, heard.id, old)
    await evening.settle()
    assert "throws 5 dice:" in heard.text
    assert heard.asks("keep")
    told = [one for one in evening.standin.world.messages.values() if one.reader == who.id and "read" in does(one.data)]
    assert [str(one.data["id"]) for one in told] == [heard.id]


@pytest.mark.usefixtures("unhurried")
async def test_two_who_hear_the_board_play_from_their_own_words_and_one_takes_back(evening: Any, two: Any) -> None:
    who, other = two.turn, two.waiting
    mine = PrivateMessage(who, await two.beside("read", who))
    theirs = PrivateMessage(other, await PrivateMessage(other, await two.do("more", other)).do("read"))
    await mine.do("roll")
    await mine.do("mark ")
    await evening.settle()
    assert theirs.asks("roll")
    assert not mine.asks("roll")
    await mine.do("undo")
    await evening.settle()
    assert mine.asks("mark ")
    assert not theirs.asks("roll")
    await mine.do("mark ")
    await evening.settle()
    await theirs.do("roll")
    await evening.settle()
    assert two.turn.id == other.id
    assert "throws 5 dice:" in mine.text
    assert boards(evening) == [two.board]


@pytest.mark.usefixtures("unhurried")
async def test_who_strikes_nothing_finds_the_menu_in_words_as_before(evening: Any, two: Any) -> None:
    who = two.turn
    await evening.client.services.preferences.choose(int(who.id), confirm_strike=True)
    heard = PrivateMessage(who, await two.beside("read", who))
    await heard.do("roll")
    if not heard.asks("strike "):
        await heard.do("menu strike")
    asked = PrivateMessage(who, await heard.do("strike "))
    await evening.settle()
    before = Counter(evening.standin.world.calls)
    await asked.do("unsure")
    await evening.settle()
    assert (Counter(evening.standin.world.calls) - before)[BY_TOKEN] == 1
    assert heard.asks("keep")


# -- From the end of a game to the next, from the private board alone --------------------------------------------------


@pytest.fixture
async def ended(evening: Any) -> Any:
    """The board of a game of Ana and Ben that she has ended, and what Ben, a guest who hears his board, has of it."""
    ben = evening.person("ben")
    await evening.client.services.preferences.choose(int(ben.id), spoken=True)
    play = await evening.game("ana", "ben", channel="general", command="cantstop start")
    await evening.end_table(evening.person("ana"), "general")
    await evening.settle()
    return play, PrivateMessage.at(ben, latest(evening, ben)[0])


def lobbies(evening: Any) -> list[str]:
    """The public messages that say who plays next."""
    return [id for id, one in evening.standin.world.messages.items() if not one.reader and "start" in does(one.data)]


@pytest.mark.usefixtures("unhurried", "two")
async def test_a_rematch_in_words_opens_one_lobby_below_and_both_results_follow(evening: Any, ended: Any) -> None:
    play, heard = ended
    old, said = heard.custom_id("rematch"), heard.text
    pressed = await heard.do("rematch")
    assert pressed.callback == UPDATE, "the private message itself answers, still as the result"
    await forge(heard.who, heard.id, old)
    await evening.settle()
    assert heard.text == said
    assert not {"rematch", "start", "join"} & heard.does.keys()
    assert {"read", "more"} < heard.does.keys()
    assert "rematch" not in play.does
    (lobby,) = lobbies(evening)
    assert f"<@{heard.who.id}>" in words(evening.standin.world.messages[lobby].data)


@pytest.mark.usefixtures("unhurried", "two")
async def test_who_wants_a_rematch_in_words_after_somebody_else_is_led_to_theirs(evening: Any, ended: Any) -> None:
    play, heard = ended
    old = heard.custom_id("rematch")
    await play.do("rematch", evening.person("ana"))
    await evening.settle()
    (lobby,) = lobbies(evening)
    await forge(heard.who, heard.id, old)
    await evening.settle()
    assert lobbies(evening) == [lobby], "one for a game"
    assert lobby in latest(evening, heard.who)[1]
    assert "rematch" not in heard.does


@pytest.mark.usefixtures("unhurried", "two")
async def test_a_replay_opens_beside_the_result_in_words(evening: Any, ended: Any) -> None:
    _, heard = ended
    opened = await heard.do("replay")
    await evening.settle()
    assert opened.ephemeral
    assert opened.message["id"] != heard.id
    assert "rematch" in heard.does


@pytest.mark.usefixtures("unhurried", "two")
@pytest.mark.parametrize(("locale", "again", "story"), [("en-US", "Rematch", "Replay"), ("fr", "Revanche", "Revoir")])
async def test_its_first_buttons_lead_on_in_the_language_of_its_reader(
    evening: Any, ended: Any, locale: str, again: str, story: str
) -> None:
    _, heard = ended
    heard.who.speak(locale)
    await heard.do("read")
    first = heard.now["components"][0]["components"]
    assert [button["label"] for button in first[:2]] == [again, story]
