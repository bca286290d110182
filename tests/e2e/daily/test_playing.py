"""Everybody plays the game of the day once, with the same dice, and it closes with its day."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from typing import Any

import pytest

from bot.engine.dice import commitment, dice_source
from tests.e2e.playing import PrivateMessage, pressable

DAY = 86_400
CALLBACK = ("POST", "/interactions/{webhook_id}/{webhook_token}/callback")


def throws(evening: Any, hands: Any, who: Any) -> list[list[int]]:
    """The throws of somebody's game of the day so far."""
    lines = hands["rows"](
        evening.file,
        "SELECT journal.dice FROM journal JOIN tables ON tables.id = journal.table_id "
        "WHERE tables.host = ? AND tables.daily IS NOT NULL ORDER BY tables.daily, journal.number",
        int(who.id),
    )
    return [throw for (dice,) in lines for throw in json.loads(dice)]


# -- the dice ----------------------------------------------------------------------------------------------------------


async def test_everybody_throws_the_same_dice_turn_for_turn(
    evening: Any, hands: Any, day: int, begun: Any, secret: Any
) -> None:
    ana, ben = await begun(evening.person("ana")), await begun(evening.person("ben"))
    assert ana.who.message(ben.id) is None
    for _ in range(3):
        await ana.turn(keeping=2)
        await ben.turn(keeping=0)
    dice, lying = dice_source(secret(), "3"), (1, 2)
    twice = [dice.for_seat(0, on_table).roll(5) for _ in range(3) for on_table in ((), lying)]
    for who, expected in ((ana.who, twice), (ben.who, twice[::2])):
        thrown = throws(evening, hands, who)
        assert [tuple(throw) for throw in thrown] == [
            faces[: len(throw)] for faces, throw in zip(expected, thrown, strict=True)
        ]


async def test_two_first_presses_agree_on_the_day(evening: Any, hands: Any, day: int, opened: Any, secret: Any) -> None:
    people = [evening.person(key) for key in ("ana", "ben", "chloe", "david")]
    boards = await asyncio.gather(*(opened(who) for who in people))
    seals = {"".join(re.findall(r"\b[0-9a-f]{8}\b", board.text)) for board in boards}
    assert seals == {commitment(secret())}
    assert [count for (count,) in hands["rows"](evening.file, "SELECT count(*) FROM dailies")] == [1]


async def test_two_presses_on_play_open_one_game(evening: Any, hands: Any, day: int, opened: Any) -> None:
    ana = evening.person("ana")
    first, second = await opened(ana), await opened(ana)
    outcomes = await asyncio.gather(first.do("daily play"), second.do("daily play"))
    assert all(outcome.updated for outcome in outcomes)
    assert first.now["embeds"] == second.now["embeds"]
    assert hands["rows"](evening.file, "SELECT count(*) FROM tables") == [(1,)]


# -- once, privately, wherever one goes on -----------------------------------------------------------------------------


@pytest.mark.usefixtures("unhurried")
async def test_a_press_costs_one_request_and_nothing_is_public(evening: Any, hands: Any, day: int, opened: Any) -> None:
    before = Counter(evening.standin.world.calls)
    board = await opened(evening.person("ana"))
    await board.do("daily play")
    await board.turn(keeping=1)
    await evening.settle()
    assert Counter(evening.standin.world.calls) - before == {CALLBACK: 6}
    assert evening.person("ben").messages() == []
    assert await evening.person("ben").command("yum start")  # The channel is free.


async def test_the_game_goes_on_after_a_restart_and_on_another_device(
    quiet_evening: Any, hands: Any, private: Any, saturday: Any
) -> None:
    evening = quiet_evening
    ana = evening.person("ana")
    async with evening.running():
        saturday(evening)
        board = private(ana, await ana.command("daily"))
        await board.do("daily play")
        await board.turn()
        await board.do("roll")
        before = board.now["embeds"][0]["description"]
    async with evening.running():
        again = private(ana, await ana.command("daily", "general"))
        assert again.id != board.id
        assert dice_line(again.now["embeds"][0]["description"]) == dice_line(before)
        await again.do("mark")
        old = await board.do("mark")  # The first message still works; it is only out of date.
        assert old.updated
        await hands["until"](lambda: old.followups)
        assert "out of date" in old.followups[0]["content"]
        assert board.now["embeds"] == again.now["embeds"]
        await board.finish()
        done = private(ana, await ana.command("daily"))
        assert "place **1** of 1 so far" in done.text.lower()
        assert not any(do.startswith(("roll", "daily play")) for do in done.does)
        assert hands["rows"](evening.file, "SELECT kind, count(*) FROM results GROUP BY kind") == [("daily", 1)]


def dice_line(text: str) -> list[str]:
    """What lies on the table, in words."""
    return re.findall(r"\d(?: · | |, )\d.*", text)[:1]


async def test_there_is_no_way_to_play_it_twice(evening: Any, hands: Any, day: int, opened: Any, begun: Any) -> None:
    ana = evening.person("ana")
    intro, board = await opened(ana), await begun(ana)
    await board.finish()
    result = board.now["embeds"]
    assert (await intro.do("daily play")).updated
    assert intro.now["embeds"] == result
    assert hands["rows"](evening.file, "SELECT count(*) FROM tables") == [(1,)]
    assert not any(do in board.does for do in ("undo", "rematch"))
    panel = PrivateMessage(ana, await ana.command("table"))
    assert "There is no table in this channel." in panel.text
    assert not panel.asks("mygames")


# -- the day turns -----------------------------------------------------------------------------------------------------


async def test_what_is_unfinished_when_the_day_ends_is_closed_by_the_next_press(
    evening: Any, hands: Any, day: int, begun: Any
) -> None:
    ana = evening.person("ana")
    board = await begun(ana)
    await board.turn()
    await board.do("roll")
    evening.standin.world.advance(DAY // 2)
    late = await board.do("mark")
    assert late.updated
    await hands["until"](lambda: late.followups)
    assert "That day is over" in late.followups[0]["content"]
    assert "does not count" in board.text
    assert hands["rows"](evening.file, "SELECT status FROM tables") == [("ended",)]
    assert hands["rows"](evening.file, "SELECT count(*) FROM results") == [(0,)]
    fresh = await begun(ana)
    assert "yum" in fresh.now["content"].lower()
    assert throws(evening, hands, ana) != []


async def test_the_clock_closes_what_is_unfinished(evening: Any, hands: Any, day: int, begun: Any) -> None:
    ana = evening.person("ana")
    board = await begun(ana)
    await board.turn()
    await evening.client.scheduler.tick()
    assert hands["rows"](evening.file, "SELECT status FROM tables") == [("playing",)]
    evening.standin.world.advance(DAY // 2)
    await evening.client.scheduler.tick()
    assert hands["rows"](evening.file, "SELECT status, due FROM tables") == [("ended", None)]
    late = await board.do("roll")
    assert late.updated
    await hands["until"](lambda: late.followups)
    assert "That day is over" in late.followups[0]["content"]


async def test_a_new_day_begins_between_looking_and_playing(evening: Any, hands: Any, day: int, opened: Any) -> None:
    board = await opened(evening.person("ana"))
    evening.standin.world.advance(DAY // 2)
    assert (await board.do("daily play")).updated
    assert "A new day has begun" in board.text
    assert hands["rows"](evening.file, "SELECT count(*) FROM tables") == [(0,)]
    await board.do("daily play")
    assert any(do.startswith("roll") for do in board.does)


async def test_days_of_a_streak(evening: Any, day: int, begun: Any, opened: Any) -> None:
    ana = evening.person("ana")
    await (await begun(ana)).finish()
    evening.standin.world.advance(DAY)
    board = await begun(ana)
    await board.finish()
    told = "Your streak: 2 days; 2 days may be missed each month."
    assert told in board.text
    evening.standin.world.advance(3 * DAY)  # Two are missed.
    assert told in (await opened(ana)).text
    evening.standin.world.advance(DAY)
    again = await opened(ana)
    assert "Your streak of 2 days ended; a new one begins today." in again.text
    assert told not in again.text


async def test_mygames_tells_of_it_until_it_is_finished(evening: Any, day: int, opened: Any, begun: Any) -> None:
    ana, ben = evening.person("ana"), evening.person("ben")
    board = await begun(ana)
    await board.turn()
    shown = await ana.command("table")
    daily = pressable(evening.standin.world, "daily")
    assert f"Game of the day: 1 of 12 boxes. {daily} goes on with it." in shown.text
    assert "Game of the day" not in (await ben.command("table")).text
    await board.finish()
    assert "Game of the day" not in (await ana.command("table")).text


async def test_the_race_of_a_short_thursday_is_a_daily_like_any_other(evening: Any, opened: Any, hands: Any) -> None:
    weekday = (evening.now() // DAY + 3) % 7
    evening.standin.world.advance((3 - weekday) % 7 * DAY)
    ana = evening.person("ana")
    board = await opened(ana)
    assert "Can't Stop race" in board.text
    await board.do("daily play")
    throws = 0
    while any(board.asks(word) for word in ("roll", "move", "stop")):
        stops = board.asks("stop") and (throws == 3 or not board.asks("roll"))  # With all runners on top, none throws.
        word = "move" if board.asks("move") else "stop" if stops else "roll"
        throws = throws + 1 if word == "roll" and board.asks("stop") else 1 if word == "roll" else throws
        await board.do(word)
    turns = re.search(r"finish with \*\*(\d+)\*\* turns", board.text)
    assert turns is not None, board.text
    shared = await board.do("daily share")
    assert f"{ana.mention}: **{turns[1]}** turns, place **1** of 1 when this was shared" in shared.text
    page = PrivateMessage(ana, await board.do("daily board"))
    assert f"**1.** {turns[1]} turns" in page.text
    assert hands["rows"](evening.file, "SELECT score FROM results WHERE kind = 'daily'") == [(-int(turns[1]),)]
