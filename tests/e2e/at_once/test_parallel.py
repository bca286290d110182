"""Everybody at once: each fills a sheet on a private board, and the public board shows how far they are."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections import Counter
from typing import Any

import pytest

from bot.games.replay import replay_lines
from bot.standin.world.limits_components import walk
from tests.e2e.playing import PrivateMessage, code_of, of_game

SHEET = "yum_classic"
PLAYERS = ("ana", "ben", "chloe")
BOXES = 13
TEXT = 4
CALLBACK = ("POST", "/interactions/{webhook_id}/{webhook_token}/callback")
EDIT = ("PATCH", "/channels/{channel_id}/messages/{message_id}")


class Own(PrivateMessage):
    """A person's private board."""

    async def do(self, beginning: str) -> Any:
        outcome = await super().do(beginning)
        assert outcome.updated, outcome.text
        return outcome

    async def turn(self, *, keeping: int = 1) -> None:
        await super().turn(keeping=keeping)

    async def finish(self, *, keeping: int = 1) -> None:
        await super().finish(keeping=keeping)


async def opened(play: Any, who: Any) -> Own:
    """Press My sheet."""
    return Own(who, await who.press(play.board, custom_id=play.does["mine"]))


async def game(evening: Any, hands: Any, *players: str, **options: Any) -> tuple[Any, list[Own]]:
    play = await evening.game(*players, sheet=SHEET, pace="parallel", **options)
    return play, [await opened(play, evening.person(key)) for key in players]


def progress(play: Any, hands: Any) -> dict[str, str]:
    """What the public board says of each player, by their mention."""
    return dict(re.findall(r"(<@\d+>)[^·\n]* · ([^\n]*)", hands["described"](play.now)))


async def test_three_people_play_at_once(evening: Any, hands: Any) -> None:
    play, boards = await game(evening, hands, *PLAYERS)
    ana, ben, chloe = (evening.person(key) for key in PLAYERS)
    for board in boards:
        others = [person for person in (ana, ben, chloe) if person.id != board.who.id]
        assert all(person.message(board.id) is None for person in others)
    await asyncio.gather(*(board.turn() for board in boards))
    await evening.settle()
    assert progress(play, hands) == {person.mention: "1 of 13 boxes" for person in (ana, ben, chloe)}
    assert len(re.findall(r"<@\d+> \*\*\d+\*\*", hands["described"](play.now))) == len(PLAYERS)
    await asyncio.gather(*(board.finish() for board in boards))
    await evening.settle()
    text = hands["described"](play.now)
    assert "final result" in play.now["embeds"][-1]["description"]
    ranking = [int(points) for points in re.findall(r"\*\*(\d+)\*\* points? · <@", text)]
    assert ranking == sorted(ranking, reverse=True)
    assert len(ranking) == len(PLAYERS)
    for board in boards:
        points = int(re.search(r"(?:with|avec) \*\*(\d+)\*\*", hands["described"](board.now))[1])  # type: ignore[index]
        assert f"**{points}** points · {board.who.mention}" in text
        assert board.now["content"].startswith("**<@"), "every sheet has the result"
    assert [one["id"] for one in ana.messages() if one["id"] not in {board.id for board in boards}] == [play.board]
    assert [[one["id"] for one in person.pings] for person in (ana, ben, chloe)] == [[play.board]] * len(PLAYERS)
    results = hands["rows"](evening.file, "SELECT user_id, score, solo, seats FROM results")
    assert sorted(score for _, score, _, _ in results) == sorted(ranking)
    assert {(solo, seats) for _, _, solo, seats in results} == {(0, 3)}
    await _check_record(ana, ranking)
    board = await ben.command("leaderboard", game=SHEET)
    assert all(person.mention in board.text for person in (ana, ben, chloe))
    await play.do("rematch", chloe)
    await evening.settle()
    again = ana.messages()[-1]
    assert "Everybody plays at once" in hands["described"](again)


async def _check_record(who: Any, ranking: list[int]) -> None:
    answer = await of_game(who, "record")
    attachment = answer.message["attachments"][0]
    assert attachment["filename"].endswith(".jsonl")
    data = who.world.blobs[attachment["id"]].data.decode()
    reports = [report for report, _ in replay_lines(data)]
    assert [(one["ok"], one["fair"], one["finished"]) for one in reports] == [(True, True, True)] * len(PLAYERS)
    assert sorted((one["scores"][0] for one in reports), reverse=True) == ranking
    assert len({json.loads(line)["fair"]["secret"] for line in data.splitlines()}) == len(PLAYERS)
    verified = await of_game(who, "verify")
    assert verified.text.startswith("✅"), verified.text


async def test_hidden_totals_stay_hidden(evening: Any, hands: Any) -> None:
    play, (own, other) = await game(evening, hands, "ana", "ben", totals="end")
    await own.turn()
    await evening.settle()
    text = hands["described"](play.now)
    assert "**" not in text.replace("**My sheet**", "")
    assert "1 of 13 boxes" in text
    mine = await own.who.press(play.board, custom_id=play.does["sheets"])
    assert own.who.mention in mine.text
    assert other.who.mention not in mine.text
    stranger = await evening.person("chloe").press(play.board, custom_id=play.does["sheets"])
    assert "pas de place" in stranger.text
    answer = await of_game(other.who, "record", code_of(play.now))
    data = own.who.world.blobs[answer.message["attachments"][0]["id"]].data.decode()
    assert [json.loads(line)["moves"] for line in data.splitlines()] == [[]]


async def test_live_totals_show_every_sheet(evening: Any, hands: Any) -> None:
    play, (own, other) = await game(evening, hands, "ana", "ben")
    await own.turn()
    for message in (play.board, other.id):
        head = next(iter(hands["does"](other.who.message(message)).values())).rsplit(":", 1)[0]
        shown = await hands["forge"](other.who, message, f"{head}:sheets")
        assert shown.ephemeral
        assert not shown.updated
        assert own.who.mention in shown.text
        assert other.who.mention in shown.text


async def test_boards_in_each_readers_language(evening: Any, hands: Any) -> None:
    play, (own, other) = await game(evening, hands, "ana", "david")
    assert "turn 1 of 13" in own.now["content"]
    assert "tour 1 sur 13" in other.now["content"]
    await other.do("roll")
    assert "Retenir" in str(other.now) or "Lancer" in str(other.now)
    assert "everybody at once" in play.now["content"]


async def test_several_copies_of_a_private_board(evening: Any, hands: Any) -> None:
    play, (own, _) = await game(evening, hands, "ana", "ben")
    copy = await opened(play, own.who)
    old = dict(copy.does)
    await own.do("roll")
    outcome = await own.who.press(copy.id, custom_id=old["roll"])
    assert outcome.updated
    await hands["until"](lambda: outcome.followups)
    assert "out of date" in outcome.followups[0]["content"]
    assert copy.now["embeds"] == own.now["embeds"]
    await copy.do("mark")
    await copy.do("undo")
    assert any(do.startswith("mark") for do in copy.does)
    await evening.settle()
    assert progress(play, hands)[own.who.mention] == "0 of 13 boxes"


async def test_a_press_costs_one_request_and_the_public_board_is_edited_now_and_then(evening: Any, hands: Any) -> None:
    evening.client.presenter.reconciler.patience = 60.0  # On a busy machine no board is late.
    _, (last, *others) = await game(evening, hands, *PLAYERS)
    before, began = Counter(evening.standin.world.calls), time.monotonic()
    await asyncio.gather(*(board.finish() for board in others), all_but_one(last))
    presses = (len(PLAYERS) * BOXES - 1) * 4
    spent = Counter(evening.standin.world.calls) - before
    edits = spent.pop(EDIT)
    assert spent == {CALLBACK: presses}
    assert edits <= 1 + (time.monotonic() - began) / 2  # One at once, then one in two seconds.
    await evening.settle()
    before = Counter(evening.standin.world.calls)
    await last.turn()
    await evening.settle()
    spent = Counter(evening.standin.world.calls) - before
    others_sheets = {route: spent.pop(route) for route in list(spent) if "webhooks" in route[1]}
    assert list(others_sheets.values()) == [len(others)]
    # The result is a new message, its picture follows, and one look makes sure that the right board stands.
    posted = {("POST", EDIT[1].removesuffix("/{message_id}")): 1, ("DELETE", EDIT[1]): 1}
    assert spent.pop(EDIT) <= 2
    assert spent == {CALLBACK: 4, **posted}


async def all_but_one(board: Own) -> None:
    """Fill the sheet but for its last box."""
    for _ in range(BOXES - 1):
        await board.turn()


async def test_an_old_public_board_is_posted_again(evening: Any, hands: Any) -> None:
    """Discord takes no more edits of it: the bot posts the current board at the bottom."""
    play, (own, _) = await game(evening, hands, "ana", "ben")
    evening.standin.world.faults.fail("PATCH", EDIT[1], status=429, code=30046, retry_after=0.01, times=5)
    await own.turn()
    await evening.settle()
    assert play.board not in evening.standin.world.messages
    play.board = str(hands["rows"](evening.file, "SELECT message FROM tables WHERE parent IS NULL")[0][0])
    assert progress(play, hands)[own.who.mention] == "1 of 13 boxes"
    assert (await opened(play, own.who)).now["embeds"] == own.now["embeds"]


async def test_leaving_and_ending(evening: Any, hands: Any) -> None:
    play, (own, other) = await game(evening, hands, "ana", "ben")
    await own.turn()
    await other.turn()
    await evening.leave_table(other.who)
    await evening.settle()
    assert f"{other.who.mention} (left)" in hands["described"](play.now)
    refused = await other.who.press(other.id, custom_id=other.does["roll"])
    await hands["until"](lambda: refused.followups)
    assert "closed" in refused.followups[0]["content"]
    assert "You have left with" in hands["described"](other.now)
    await own.turn()
    await evening.end_table(own.who)
    await evening.settle()
    assert "ended early" in play.now["content"]
    assert hands["rows"](evening.file, "SELECT * FROM results") == []
    old = await own.who.press(own.id, custom_id=own.does["roll"])
    await hands["until"](lambda: old.followups)
    assert "does not count" in hands["described"](own.now)


@pytest.mark.parametrize("thread", [False, True])
@pytest.mark.parametrize(("who", "why"), [("ana", "fine for a further Yum"), ("chloe", "frappe tous les autres")])
async def test_house_rules_that_need_one_table(evening: Any, who: str, why: str, thread: bool) -> None:
    channels = len(evening.standin.world.channels)
    refused = await evening.person(who).command(
        "yum start", sheet="yum_color", rules="source", pace="parallel", thread=thread
    )
    assert refused.ephemeral
    assert why in refused.text
    assert len(evening.standin.world.channels) == channels


async def test_more_people_than_a_game_in_turns_takes_play_it_at_once(evening: Any, hands: Any) -> None:
    turns = await evening.lobby("ana", channel="general", sheet=SHEET)
    assert "11 seats are free" in hands["described"](turns.now)
    play = await evening.lobby("ana", "ben", sheet=SHEET, pace="parallel")
    assert "23 seats are free" in hands["described"](play.now)


async def test_nobody_presses_a_private_board_elsewhere(evening: Any, hands: Any) -> None:
    play, (own, other) = await game(evening, hands, "ana", "ben")
    before = play.now
    forged = await hands["forge"](own.who, play.board, own.does["roll"])
    assert forged.ephemeral
    assert play.now == before
    seatless = await hands["forge"](other.who, other.id, own.does["roll"])
    assert "no seat" in seatless.text
    for do in ("roll", "hold 1 -", "undo", "menu strike", "drop", "leave", "start", "rematch"):
        custom_id = f"g1:{hands['code_of'](play.now)}:{1}:{do}"
        outcome = await hands["forge"](own.who, play.board, custom_id)
        assert outcome.state == "answered", do
    assert hands["described"](play.now) == hands["described"](before)


async def test_a_restart_in_the_middle(quiet_evening: Any, hands: Any) -> None:
    evening = quiet_evening
    async with evening.running():
        play, (own, other) = await game(evening, hands, "ana", "ben")
        await own.turn()
        await other.do("roll")
        await other.do("hold 2 ")
        shown = other.does
    async with evening.running():
        assert other.does == shown
        await other.do("keep")
        await other.do("mark")
        await own.finish()
        await other.finish()
        await evening.settle()
        assert "final result" in play.now["embeds"][-1]["description"]
        assert (await of_game(own.who, "verify")).text.startswith("✅")


async def test_a_finish_nobody_noticed_is_made_up_for(quiet_evening: Any, hands: Any) -> None:
    evening = quiet_evening
    async with evening.running():
        play, (own, other) = await game(evening, hands, "ana", "ben")
        await own.finish()
        await other.finish()
        await evening.settle()
    hands["write"](evening.file, "DELETE FROM results")
    hands["write"](evening.file, "UPDATE tables SET status = 'playing', state = NULL WHERE parent IS NULL")
    async with evening.running():
        code = hands["code_of"](play.now)
        pressed = await hands["forge"](own.who, play.board, f"g1:{code}:0:mine")
        assert pressed.ephemeral
        await evening.settle()
        assert len(hands["rows"](evening.file, "SELECT * FROM results")) == 2
        assert "final result" in play.now["embeds"][-1]["description"]


async def test_with_dice_of_their_own(evening: Any, hands: Any) -> None:
    play, (own, _) = await game(evening, hands, "ana", "ben", dice="real")
    form = await own.who.press(own.id, custom_id=next(id for do, id in own.does.items() if do.startswith("type")))
    assert form.modal is not None
    field = next(one["custom_id"] for one in walk(form.modal["components"]) if one["type"] == TEXT)
    told = await own.who.submit(form, {field: "66655"})
    assert told.updated
    assert "5-5-6-6-6" in hands["described"](own.now)
    await own.do("mark")
    await evening.settle()
    assert "1 of 13 boxes" in progress(play, hands)[own.who.mention]
    await evening.end_table(own.who)
    said = await hands["forge"](own.who, own.id, f"g1:{code_of(own.now)}:1:verify")
    assert "dice of their own" in said.text


@pytest.mark.long
async def test_a_kill_before_the_public_board_tells_the_end(process: Any, hands: Any) -> None:
    running = await process.start()
    play = await process.lobby("ana", sheet=SHEET, pace="parallel")
    ana = process.standin.person("ana")
    await play.do("start", ana)
    own = await opened(play, ana)
    await own.turn()
    await hands["until"](lambda: "1 of 13" in hands["described"](play.now))
    process.standin.world.faults.delay("PATCH", EDIT[1], 30)
    await own.finish()
    await process.kill(running)
    process.standin.world.faults.clear()
    assert "final result" not in play.now["embeds"][-1]["description"]
    assert hands["rows"](process.file, "SELECT count(*) FROM results") == [(1,)]
    await process.start()
    assert "your sheet is full" in (await opened(play, ana)).now["embeds"][0]["title"]
    await hands["until"](lambda: "final result" in play.now["embeds"][-1]["description"])
    assert (await of_game(ana, "verify")).text.startswith("✅")


async def test_one_more_throw_decides_between_equal_sheets(evening: Any, hands: Any) -> None:
    play = await evening.lobby("ana", "ben", sheet="yum_original", pace="parallel")
    ana, ben = evening.person("ana"), evening.person("ben")
    panel = PrivateMessage(ana, await play.do("more", ana))
    await panel.do("option tab rules")
    await panel.do("option set tiebreak 3")
    await play.begin()
    for person in (ana, ben):
        board = await opened(play, person)
        while board.asks("roll"):
            await board.do("roll")
            if board.asks("menu strike"):
                await board.do("menu strike")
            await board.do("strike" if board.asks("strike") else "mark")
    await evening.settle()
    text = hands["described"](play.now)
    assert set(re.findall(r"\*\*(\d+)\*\* points? · <@", text)) == {"0"}
    (thrown,) = re.findall(r"Tie for the first place: (.*)", text)[:1]
    assert re.fullmatch(r"<@\d+> [1-6](-[1-6]){4} · <@\d+> [1-6](-[1-6]){4}", thrown)
    assert re.fullmatch(r"\*\*<@\d+> wins!\*\* With <@\d+>\.", play.now["content"])
    verified = await of_game(ana, "verify")
    assert "✅" in verified.text, verified.text
