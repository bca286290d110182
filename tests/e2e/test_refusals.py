"""One private sentence refuses what is impossible, in the reader's language; nobody goes without an answer."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.locales import words
from bot.standin.world import permissions as may
from bot.tables.model.errors import NotOnTurn, NotSeated
from bot.ui.discord import reply
from bot.ui.discord.errors import NotOffered
from tests.e2e.playing import PrivateMessage, of_game, pressable, refusal, show_board, until

EVERYBODY = ("ben", "david")
"""One reads English, the other French."""

"""The command that opens a table, as each of them types it."""

JOURNAL = "SELECT * FROM journal"


def said(who: Any, sentence: str, **names: Any) -> str:
    """The sentence as this person reads it."""
    t = words(who.member.locale[:2])
    found = t(sentence, **names)
    assert who.member.locale != "fr" or found != words("en")(sentence, **names)
    return found


def private(outcome: Any) -> str:
    """The words of an answer only this person sees."""
    assert outcome.state == "answered"
    assert outcome.ephemeral
    return str(outcome.text)


def whispers(who: Any) -> list[str]:
    """The private messages that this person sees."""
    return [one["content"] for one in who.messages() if one["flags"] & 64]


# -- at the table ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("watcher", EVERYBODY)
async def test_somebody_without_a_seat(evening: Any, watcher: str) -> None:
    play = await evening.game("ana", "chloe")
    before = play.now
    who = evening.person(watcher)
    sentence = "You have no seat at this table. You are welcome to watch, or to start your own."
    assert private(await play.do("roll", who)) == said(who, sentence)
    assert play.now == before


@pytest.mark.parametrize("player", EVERYBODY)
async def test_somebody_whose_turn_it_is_not(evening: Any, player: str) -> None:
    play = await evening.game("ana", player)
    if play.turn.id != evening.person("ana").id:
        await play.whole_turn()
    who, before = evening.person(player), play.now
    sentence = said(who, "Not yet: it is {player}'s turn.", player=evening.person("ana").mention)
    await play.throw()
    before = play.now
    for number, do in enumerate(("hold 1 -", "menu strike", next(do for do in play.does if do.startswith("mark")))):
        refused = await play.do(do, who)
        assert refused.callback == (6 if number else 4), do
        assert whispers(who) == [sentence], do
    assert play.now == before


async def test_wrong_presses_one_after_the_other_are_one_private_message(evening: Any) -> None:
    play = await evening.game("ana", "ben")
    await play.throw()
    for who, error in ((evening.person("chloe"), NotSeated()), (play.waiting, NotOnTurn(int(play.turn.id)))):
        for _ in range(6):
            await play.do("hold 1 -", who)
        assert whispers(who) == [refusal(who, error)]


async def _two_turns(evening: Any) -> tuple[Any, Any]:
    """A game of three, and the one of them who waits for two turns."""
    play = await evening.game("ana", "ben", "chloe")
    table = await evening.table(play)
    await play.throw()
    return play, play.people[str(table.players[table.turn - 1])]


async def _leaves(evening: Any, play: Any, who: Any) -> None:
    """Somebody leaves by another message than the board: it is still the turn of the same player."""
    await evening.client.services.tables.leave((await evening.table(play)).id, int(who.id))


async def test_a_refusal_stands_in_the_place_of_the_one_before(evening: Any) -> None:
    play, waiting = await _two_turns(evening)
    first = await play.do("hold 1 -", waiting)
    await _leaves(evening, play, waiting)
    assert (await play.do("hold 1 -", waiting)).callback == 6
    await evening.settle()
    assert whispers(waiting) == [refusal(waiting, NotSeated())]
    assert waiting.message(first.message["id"]) is not None


async def test_a_refusal_that_somebody_dismissed_is_said_anew(evening: Any) -> None:
    play, waiting = await _two_turns(evening)
    first = await play.do("hold 1 -", waiting)
    waiting.delete(first.message["id"])
    await _leaves(evening, play, waiting)
    await play.do("hold 1 -", waiting)
    await evening.settle()
    assert whispers(waiting) == [refusal(waiting, NotSeated())]


async def test_that_it_is_not_their_turn_stands_there_until_the_turn_is_over(evening: Any) -> None:
    play, waiting = await _two_turns(evening)
    turn = play.turn
    await play.do("hold 1 -", waiting)
    await play.throw()
    await evening.settle()
    assert whispers(waiting) == [refusal(waiting, NotOnTurn(int(turn.id)))]
    for _ in range(2):  # The turn of the next one, who is told the same of nobody, and their own.
        await play.mark()
        await evening.settle()
        assert whispers(waiting) == []
        if play.turn.id != waiting.id:
            await play.do("roll", waiting)
            await evening.settle()
            assert whispers(waiting) == [refusal(waiting, NotOnTurn(int(play.turn.id)))]
            await play.throw()
    assert play.turn.id == waiting.id


async def test_a_refusal_goes_once_the_next_press_of_its_reader_is_answered(evening: Any) -> None:
    play = await evening.game("ana", "ben")
    await play.throw()
    waiting = play.waiting
    await play.do("hold 1 -", waiting)
    opened = await play.do("more", waiting)
    await evening.settle()
    assert [one["id"] for one in waiting.messages() if one["flags"] & 64] == [opened.message["id"]]


async def test_a_refusal_that_arrives_when_the_turn_is_over_goes_at_once(
    evening: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = await evening.game("ana", "ben")
    await play.throw()
    waiting, whisper, over = play.waiting, reply.whisper, asyncio.Event()

    async def late(*said: Any) -> None:
        await over.wait()
        await whisper(*said)

    monkeypatch.setattr(reply, "whisper", late)
    pressed = asyncio.create_task(play.do("hold 1 -", waiting))
    await asyncio.sleep(0)
    await until(lambda: evening.client.said_last.get((int(play.now["channel_id"]), int(waiting.id))))
    await play.mark()
    over.set()
    await pressed
    await evening.settle()
    assert whispers(waiting) == []


async def test_a_refusal_two_minutes_later_is_a_new_message_and_the_only_one(evening: Any) -> None:
    play, waiting = await _two_turns(evening)
    first = await play.do("hold 1 -", waiting)
    evening.standin.world.advance(120)
    later = await play.do("hold 1 -", waiting)
    await evening.settle()
    assert [one["id"] for one in waiting.messages() if one["flags"] & 64] == [later.message["id"]]
    assert later.message["id"] != first.message["id"]


async def test_a_refusal_that_was_lost_is_said_with_the_next_press(evening: Any) -> None:
    play, waiting = await _two_turns(evening)
    evening.standin.world.faults.fail("POST", "/interactions/{webhook_id}/{webhook_token}/callback", status=403)
    with evening.unanswered():
        await waiting.press(play.board, custom_id=play.does["hold 1 -"])
    assert whispers(waiting) == []
    await play.do("hold 1 -", waiting)
    assert whispers(waiting) == [refusal(waiting, NotOnTurn(int(play.turn.id)))]


@pytest.mark.parametrize("who", EVERYBODY)
async def test_a_double_press_throws_once(evening: Any, hands: Any, who: str) -> None:
    play = await evening.game(who)
    person = evening.person(who)
    presses = [person.press(play.board, custom_id=play.does["roll"]) for _ in range(4)]
    outcomes = await asyncio.gather(*presses)
    await evening.settle()
    assert len(hands["rows"](evening.file, JOURNAL)) == 1
    assert all(outcome.updated for outcome in outcomes)
    sentence = said(person, "That button was out of date: the game has moved on. Look at the board and press again.")
    assert {one["content"] for outcome in outcomes for one in outcome.followups} == {sentence}
    assert len(whispers(person)) <= 1, "one message says it"
    assert any(do.startswith("keep") for do in play.does)


async def test_a_double_mark_writes_once(evening: Any, hands: Any) -> None:
    play = await evening.game("ana", "ben")
    await play.throw()
    who, menu = play.turn, next(id for do, id in play.does.items() if do.startswith("mark"))
    chosen = [do for do in play.does if do.startswith("mark")][:2]
    outcomes = await asyncio.gather(*(who.select(play.board, do, custom_id=menu) for do in chosen))
    await evening.settle()
    assert len(hands["rows"](evening.file, JOURNAL)) == 2
    assert sorted(outcome.updated for outcome in outcomes) == [False, True]
    refused = next(outcome for outcome in outcomes if not outcome.updated)
    assert private(refused) == f"Not yet: it is {play.turn.mention}'s turn."


async def test_an_old_press_changes_nothing(evening: Any, hands: Any) -> None:
    play = await evening.game("ben")
    ben, roll = evening.person("ben"), play.does["roll"]
    await play.throw()
    kept, before = next(id for do, id in play.does.items() if do.startswith("keep")), play.now
    assert "out of date" in private(await hands["forge"](ben, play.board, roll))
    assert play.now == before
    await play.mark()
    assert "out of date" in private(await hands["forge"](ben, play.board, roll))
    shown = len(ben.messages())
    for old in (kept, kept.replace("keep", "hold 1 -"), kept.rsplit(":", 1)[0] + ":menu strike"):
        assert not (await hands["forge"](ben, play.board, old)).failed, old
    assert len(ben.messages()) == shown, "one message says it for all of them"
    assert "out of date" in str(ben.messages()[-1])


async def test_a_finished_game(evening: Any, hands: Any) -> None:
    play = await evening.game("david")
    david = evening.person("david")
    old = dict(play.does)
    while any(do.startswith("roll") for do in play.does):
        await play.throw()
        last = dict(play.does)
        await play.mark()
    await evening.settle()  # Its picture comes after the result.
    sentence = said(david, "This game is over. Press Rematch on its last board to play again.")
    before = play.now
    for custom_id in (old["roll"], *last.values()):
        word = custom_id.rsplit(":", 1)[1].split(" ")[0]
        outcome = await hands["forge"](david, play.board, custom_id)
        if word != "more":
            assert private(outcome) == sentence, custom_id
    assert play.now == before
    for word in ("join", "leave", "start", "cancel", "undo"):
        custom_id = old["roll"].replace("roll", word)
        assert private(await hands["forge"](david, play.board, custom_id)) == sentence, word


@pytest.mark.parametrize("host", EVERYBODY)
async def test_a_table_that_was_ended(evening: Any, hands: Any, host: str) -> None:
    play = await evening.game(host)
    who, roll = evening.person(host), play.does["roll"]
    assert said(who, "The table is closed.") in private(await evening.end_table(who))
    await evening.settle()
    sentence = said(who, "This table was closed. Start a new one whenever you like.")
    assert private(await hands["forge"](who, play.board, roll)) == sentence


# -- what is no longer there, or never was -----------------------------------------------------------------------


@pytest.mark.parametrize("who", EVERYBODY)
async def test_unknown_tables_and_garbage(evening: Any, hands: Any, who: str) -> None:
    play = await evening.game(who)
    person, before, code = evening.person(who), play.now, hands["code_of"](play.now)
    no_table = said(person, "There is no such table any more. Start a new one whenever you like.")
    for custom_id in ("g1:zzz:0:join", "g1:zzzzzzzzzzzzz:3:roll", "g1:0:0:roll", "g1:-:0:roll", "g1:-:0:nothing"):
        assert private(await hands["forge"](person, play.board, custom_id)) == no_table, custom_id
    other_time = said(person, "This button is from another time; it does nothing now.")
    for custom_id in ("join", "g1:", f"g1:{code}:-1:roll", f"g0:{code}:1:roll", f"G1:{code}:1:roll", "🎲" * 50, "\n"):
        assert private(await hands["forge"](person, play.board, custom_id)) == other_time, custom_id
    assert play.now == before


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    "do",
    [
        *("keep 7", "keep 1 1 1 1 1 1", "mark nonsense", "strike", "drop", "Roll", "roll ", " roll", "None", "{}"),
        *("hold", "hold 1", "hold 0 -", "hold 99 -", "hold 1 0", "hold 1 99999999999999999999", "hold x y", "hold ² -"),
        *("menu strike 99", "menu mark 99", "menu", "menu nonsense", "undo", "undo 7"),
        *("sheets 99", "sheets -1", "rules 99", "join", "leave", "start", "cancel", "rematch"),
    ],
)
async def test_forged_requests_are_answered(evening: Any, hands: Any, do: str) -> None:
    """Every forged id gets an answer, and nothing of the game changes."""
    play = await evening.game("ben")
    await play.throw()
    stem = next(iter(play.does.values())).rsplit(":", 1)[0]
    saved, board = hands["rows"](evening.file, JOURNAL), hands["described"](play.now)
    outcome = await hands["forge"](evening.person("ben"), play.board, f"{stem}:{do}")
    assert outcome.state == "answered"
    assert hands["rows"](evening.file, JOURNAL) == saved
    assert hands["described"](play.now) == board
    await play.hold(2)
    await play.throw()


async def test_forged_choices_of_a_menu(evening: Any, hands: Any) -> None:
    play = await evening.game("ben")
    await play.throw()
    ben, menu = evening.person("ben"), next(id for do, id in play.does.items() if do.startswith("mark"))
    before = play.now
    for value in ("mark nonsense", "", "x" * 200, "drop", "mark ones 4"):
        outcome = await hands["forge"](ben, play.board, menu, value)
        assert "not possible now" in private(outcome), value
    assert play.now == before


async def test_a_deleted_table_and_a_table_of_another_server(quiet_evening: Any, hands: Any) -> None:
    evening = quiet_evening
    async with evening.running():
        gone = await evening.game("ben")
        foreign = await evening.game("ben", channel="general")
        codes = [hands["code_of"](play.now) for play in (gone, foreign)]
    hands["write"](evening.file, "DELETE FROM tables WHERE id = ?", int(codes[0], 36))
    hands["write"](evening.file, "UPDATE tables SET guild = 5 WHERE id = ?", int(codes[1], 36))
    ben = evening.person("ben")
    async with evening.running():
        for play, code in zip((gone, foreign), codes, strict=True):
            for what in ("roll", "more"):
                assert private(await play.do(what, ben)).startswith("There is no such table any more."), what
            assert private(await ben.command("games", game=code)).startswith("I do not know that choice of `game`.")
        assert not (await ben.command("yum start", "general")).ephemeral


@pytest.mark.parametrize("who", EVERYBODY)
async def test_a_copy_of_a_board_that_has_moved(evening: Any, hands: Any, who: str) -> None:
    play = await evening.game(who)
    person, old = evening.person(who), play.board
    evening.standin.world.faults.fail("DELETE", "/channels/{channel_id}/messages/{message_id}", status=403, code=50013)
    await show_board(person)
    await hands["until"](lambda: not evening.standin.world.faults.planned)
    await evening.settle()
    new = person.messages()[-1]["id"]
    assert new != old
    copy = await play.do("roll", person)
    assert copy.updated
    channel = evening.standin.world.find_channel("dice").id
    link = f"https://discord.com/channels/{evening.standin.world.guild_id}/{channel}/{new}"
    left = next(one for one in person.messages() if one["id"] == old)
    assert (left["content"], left["components"], left["embeds"]) == (f"The board has moved: {link}", [], [])
    play.board = new
    await play.throw()


async def test_a_forged_press_leaves_the_board_of_another_table_alone(evening: Any, hands: Any) -> None:
    play, other = await evening.game("ana"), await evening.game("ana", channel="general")
    outcome = await hands["forge"](evening.person("ana"), play.board, other.does["roll"])
    assert "The board has moved" in private(outcome)
    await play.throw()


# -- the lobby ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("guest", EVERYBODY)
async def test_what_only_the_host_may_do(evening: Any, hands: Any, guest: str) -> None:
    play = await evening.lobby("ana", guest)
    who, ana = evening.person(guest), evening.person("ana")
    sentence = said(who, "Only the host can do that: {host}.", host=ana.mention)
    assert private(await play.do("start", who)) == sentence
    sentence = said(who, "Only the host or someone with Manage Server can do that.")
    cancel = play.does["start"].replace(":start", ":cancel")
    assert private(await hands["forge"](who, play.board, cancel)) == sentence
    end = play.does["start"].replace(":start", ":end")
    assert private(await hands["forge"](who, play.board, end)) == sentence
    await play.do("start", ana)
    assert private(await hands["forge"](who, play.board, end)) == sentence
    panel = PrivateMessage(who, await who.command("table"))
    assert not panel.asks("mygames end")
    forged = panel.custom_id("mygames leave").replace("leave", "end")
    assert private(await hands["forge"](who, panel.id, forged)) == sentence


async def test_somebody_who_manages_the_server_may_close_a_table(evening: Any) -> None:
    play = await evening.lobby("ben")
    question = await play.beside("end", evening.person("ana"))
    assert play.does != {}
    await evening.person("ana").press(question, "Close the table")
    await evening.settle()
    assert set(play.does) == {"verify"}


@pytest.mark.parametrize("late", EVERYBODY)
async def test_joining_and_leaving(evening: Any, hands: Any, late: str) -> None:
    play = await evening.lobby("ana", "chloe", seats=3)
    who, join = evening.person(late), play.does["join"]
    sentence = said(who, "You have no seat at this table. You are welcome to watch, or to start your own.")
    assert private(await hands["forge"](who, play.board, join.replace("join", "leave"))) == sentence
    await play.do("join", who)
    assert private(await hands["forge"](who, play.board, join)) == said(who, "You already have a seat at this table.")
    assert "join" not in play.does
    other = evening.person("david" if late == "ben" else "ben")
    sentence = said(other, "Every seat is taken. You are welcome to watch.")
    assert private(await hands["forge"](other, play.board, join)) == sentence
    await play.do("start", evening.person("ana"))
    sentence = said(who, "This game has already begun: look at its board.")
    for word in ("join", "leave", "start", "cancel"):
        forged = join.replace("join", word)
        assert private(await hands["forge"](who, play.board, forged)) == sentence, word


async def test_two_join_for_the_last_seat_at_once(evening: Any) -> None:
    play = await evening.lobby("ana", seats=2)
    join = play.does["join"]
    both = [evening.person(who).press(play.board, custom_id=join) for who in ("ben", "david")]
    outcomes = await asyncio.gather(*both)
    assert sorted(outcome.updated for outcome in outcomes) == [False, True]


async def test_an_old_rematch_button_where_there_is_a_table_now(evening: Any) -> None:
    play = await evening.game("ana", sheet="yum_original")
    for _ in range(12):
        await play.whole_turn()
    await evening.settle()
    rematch, new = play.does["rematch"], await evening.lobby("ben")
    refused = await evening.person("ana").press(play.board, custom_id=rematch)
    assert private(refused).startswith("A table is already waiting for players here.")
    assert new.board in str(refused.message["components"])


@pytest.mark.parametrize("who", EVERYBODY)
async def test_a_second_table_in_the_channel(evening: Any, who: str) -> None:
    play = await evening.lobby("ana")
    person = evening.person(who)
    refused = await person.command("yum start")
    text = private(refused)
    assert play.board in str(refused.message["components"])
    assert {"ben": "in a thread", "david": "dans un fil"}[who] in str(refused.message["components"])
    assert "`" not in text, "an option's raw name means nothing to somebody who presses Rematch"
    assert not (await person.command("yum start", "general")).ephemeral
    assert not (await person.command("yum start", "general", thread=True)).text.startswith(text[:10])


# -- commands ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", EVERYBODY)
async def test_commands_without_a_table(evening: Any, who: str) -> None:
    person = evening.person(who)
    yum_start = pressable(evening.standin.world, "yum start")
    sentence = said(person, "There is no table in this channel. {command} opens one.", command=yum_start)
    assert sentence in private(await person.command("table"))
    assert said(person, "No finished game yet.") in private(await person.command("games"))
    sentence = refusal(person, NotOffered("game"))
    for code in ("zzz", "0", "-", "not a code", "é", "1" * 30):
        assert private(await of_game(person, "verify", code)) == sentence, code


@pytest.mark.parametrize("who", EVERYBODY)
async def test_the_secret_is_not_told_before_the_end(evening: Any, hands: Any, who: str) -> None:
    play = await evening.game(who)
    person, code = evening.person(who), hands["code_of"](play.now)
    sentence = said(person, "The dice of this table can be checked when its game is over.")
    assert private(await hands["forge"](person, play.board, f"g1:{code}:1:verify")) == sentence
    await play.throw()
    secret = hands["rows"](evening.file, "SELECT secret FROM tables")[0][0].hex()
    answer = await of_game(person, "record", code)
    record = evening.standin.world.blobs[answer.message["attachments"][0]["id"]].data
    assert secret not in record.decode()
    assert b'"fair"' not in record


@pytest.mark.parametrize("who", EVERYBODY)
async def test_a_channel_without_permissions(evening: Any, who: str) -> None:
    person = evening.person(who)
    named = {"ben": "**Send Messages**", "david": "**Envoyer des messages**"}[who]
    outcome = await person.command("yum start", "quiet")
    assert named in private(outcome)
    world = evening.standin.world
    world.override("general", world.bot, deny=may.EMBED_LINKS | may.SEND_MESSAGES)
    text = private(await person.command("yum start", "general"))
    assert text.count("**") == 4
    assert evening.person("ana").messages("quiet") == []
    assert not [one for one in evening.person("ana").messages("general") if not one["flags"]]


@pytest.mark.parametrize("who", EVERYBODY)
async def test_a_thread_of_its_own(evening: Any, hands: Any, who: str) -> None:
    person, world = evening.person(who), evening.standin.world
    outcome = await person.command("yum start", thread=True)
    await hands["until"](lambda: outcome.state == "answered")
    thread = next(one for one in world.channels.values() if one.is_thread)
    assert private(outcome) == said(person, "The table is in {thread}.", thread=f"<#{thread.id}>")
    board = person.messages(thread.id)[-1]
    assert "start" in hands["does"](board)
    assert (await person.press(board, custom_id=hands["does"](board)["start"])).updated
    await evening.settle()
    world.override("dice", world.bot, deny=may.CREATE_PUBLIC_THREADS)
    named = {"ben": "**Create Public Threads**", "david": "**Créer des fils publics**"}[who]
    assert named in private(await person.command("yum start", thread=True))
