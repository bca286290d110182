"""More, beside the lobby and the board: leaving and ending ask first; each reader sees what concerns them."""

from __future__ import annotations

from typing import Any

import pytest

from bot.screens.kit.dice import next_group
from bot.tables.model import errors
from bot.tables.model.table import AbsencePolicy, Status
from tests.e2e.playing import PrivateMessage, described, forge, refusal


def custom_id(does: dict[str, str], do: str) -> str:
    """The custom_id of another button for the same table and step."""
    return ":".join([*next(iter(does.values())).split(":")[:3], do])


async def more(play: Any, who: Any) -> PrivateMessage:
    return PrivateMessage(who, await forge(who, play.board, custom_id(play.does, "more")))


async def test_everybody_sees_what_they_may_do(evening: Any) -> None:
    play = await evening.lobby("ben", "chloe")
    ana, ben, chloe, david = map(evening.person, ("ana", "ben", "chloe", "david"))
    every = list((await more(play, ben)).does)
    assert every[:3] == ["read", "computers", "rules"]
    host = {do for do in every if not do.startswith("option")}
    assert host == {"read", "guide", "computers", "rules", "fair", "clock", "seal keep", "stir", "down", "leave", "end"}
    seated = {"read", "guide", "rules", "fair", "clock", "seal keep", "stir", "down", "leave"}
    assert set((await more(play, chloe)).does) == seated
    manager, people = await more(play, ana), f"hand table {(await evening.table(play)).code}"
    assert set(manager.does) == {"read", "guide", "rules", "fair", "clock", "down", "end", people}
    await play.begin()
    told = {"read", "guide", "sheets", "rules", "clock", "down"}
    assert list((await more(play, david)).does)[:5] == ["read", "down", "sheets", "rules", "guide"]
    assert set((await more(play, ben)).does) == {*told, "mine", "quit", "end"}
    assert set((await more(play, chloe)).does) == {*told, "mine", "quit"}
    assert set((await more(play, david)).does) == told


async def test_one_press_holds_the_largest_group_of_equal_dice_and_a_turn_goes_on_with_it(evening: Any) -> None:
    play = await evening.game("ben", "ana")
    await play.throw()
    while True:
        table, group = await evening.table(play), next((do for do in play.does if do.startswith("group ")), "")
        held = next_group(table.state.dice, frozenset())
        if group and len(held) < len(table.state.dice):  # Who holds five equal dice has none left to throw.
            break
        await play.mark()
        await play.throw()
    await play.do(group)
    kept = sorted(table.state.dice[place] for place in held)
    assert next(do for do in play.does if do.startswith("keep")) == " ".join(["keep", *map(str, kept)])


async def test_a_player_leaves_from_the_board_once_they_are_sure(evening: Any) -> None:
    play = await evening.game("ana", "ben", "chloe")
    ben = evening.person("ben")
    panel = await more(play, ben)
    await panel.do("quit")
    assert "the others go on" in panel.text
    await panel.do("quit no")
    assert (await evening.table(play)).seat_of(int(ben.id)) is not None
    panel = await more(play, ben)
    await panel.do("quit")
    await panel.do("quit yes")
    assert panel.text == "You have left the table."
    assert (await evening.table(play)).seat_of(int(ben.id)) is None
    assert "quit" not in (await more(play, ben)).does


async def test_a_player_of_a_simultaneous_game_leaves_from_their_own_board(evening: Any) -> None:
    play = await evening.game("ana", "ben", "chloe", pace="parallel")
    ben = evening.person("ben")
    own = PrivateMessage(ben, await play.do("mine", ben))
    panel = PrivateMessage(ben, await forge(ben, own.id, custom_id(own.does, "more")))
    await panel.do("quit")
    await panel.do("quit yes")
    await evening.settle()
    assert (await evening.table(play)).seat_of(int(ben.id)) is None


async def test_the_host_ends_a_game_once_they_are_sure(evening: Any) -> None:
    play = await evening.game("ana", "ben")
    panel = await more(play, evening.person("ana"))
    await panel.do("end")
    assert "it counts for nothing" in panel.text
    assert (await evening.table(play)).status is Status.PLAYING
    await panel.do("end yes")
    await evening.settle()
    assert (await evening.table(play)).status is Status.ENDED


async def test_ending_from_the_list_asks_and_no_keeps_the_game(evening: Any) -> None:
    play = await evening.game("ana", "ben")
    ana = evening.person("ana")
    panel = PrivateMessage(ana, await ana.command("table"))
    await panel.do("mygames end")
    assert (await evening.table(play)).status is Status.PLAYING
    await panel.do("mygames table")
    assert panel.asks("mygames end")
    assert (await evening.table(play)).status is Status.PLAYING


async def test_closing_a_lobby_asks_only_if_others_sit_there(evening: Any) -> None:
    play = await evening.lobby("ana", "ben")
    ana = evening.person("ana")
    asked = PrivateMessage(ana, await forge(ana, play.board, custom_id(play.does, "cancel")))
    assert (await evening.table(play)).status is Status.LOBBY
    await asked.do("end close")
    assert (await evening.table(play)).status is Status.ENDED
    alone = await evening.lobby("ana", channel="general")
    assert (await evening.end_table(ana, "general")).text.split("\n")[1] == "The table is closed."
    assert (await evening.table(alone)).status is Status.ENDED


async def test_a_question_about_a_lobby_ends_no_game_that_has_begun_since(evening: Any) -> None:
    play = await evening.lobby("ana", "ben")
    ana = evening.person("ana")
    asked = PrivateMessage(ana, await forge(ana, play.board, custom_id(play.does, "cancel")))
    await play.begin()
    assert (await asked.do("end close")).updated
    assert asked.text == refusal(ana, errors.AlreadyStarted())
    assert asked.does == {}
    assert (await evening.table(play)).status is Status.PLAYING


@pytest.mark.parametrize("do", ["end", "end yes"])
async def test_nobody_else_ends_a_table_by_a_forged_button(evening: Any, do: str) -> None:
    play = await evening.game("ana", "ben")
    ben = evening.person("ben")
    refused = await forge(ben, play.board, custom_id(play.does, do))
    assert refused.text == refusal(ben, errors.NotAllowed())
    assert (await evening.table(play)).status is Status.PLAYING


async def test_only_the_host_changes_reminders_and_everybody_reads_them(evening: Any) -> None:
    play = await evening.lobby("ana", "ben")
    ana, ben = evening.person("ana"), evening.person("ben")
    host, guest = await more(play, ana), await more(play, ben)
    await guest.do("clock")
    assert guest.does.keys() == {"more back"}
    assert "Reminder of one's turn" in guest.text
    await host.do("clock")
    await host.do("clock set absent drop")
    await play.begin()
    during = await more(play, ben)
    await during.do("clock")
    assert during.does.keys() == {"more back"}
    assert "Go on without them" in during.text
    during = await more(play, ana)
    await during.do("clock")
    await during.do("clock set absent skip")
    assert (await evening.table(play)).settings.absent is AbsencePolicy.SKIP


async def test_read_says_the_board_in_words_to_who_asks_and_changes_it_for_nobody(evening: Any) -> None:
    play = await evening.game("ana", "ben")
    await play.throw()
    before = play.now
    panel = await more(play, play.waiting)
    assert next(iter(panel.does)) == "read"
    await panel.do("read")
    assert "```" not in panel.text
    assert "Open boxes, the most points first: " in panel.text
    assert play.now == before
    assert "```" in described(before)
    sheets = PrivateMessage(panel.who, await panel.do("read sheets"))
    assert sheets.id != panel.id, "the board in words stays open"
    assert "Nothing is written yet." in sheets.text
    await sheets.do("more back")
    assert {"read", "sheets", "rules"} <= sheets.does.keys()


async def test_read_says_who_sits_in_a_lobby_and_has_no_sheets_to_read(evening: Any) -> None:
    play = await evening.lobby("ana", "ben")
    panel = await more(play, evening.person("ben"))
    assert next(iter(panel.does)) == "read"
    await panel.do("read")
    assert "At the table: " in panel.text
    assert list(panel.does) == ["read", "more"]


async def test_boards_in_words_are_for_tables_of_ones_own(evening: Any) -> None:
    """Somebody alone gets their board in sentences; a board that others read too stays as they know it."""
    ana = int(evening.person("ana").id)
    await evening.client.services.preferences.choose(ana, spoken=True)
    alone = await evening.game("ana")
    await alone.throw()
    assert "```" not in described(alone.now)
    assert "Open boxes, the most points first: " in described(alone.now)


async def test_a_board_that_others_read_too_stays_as_it_is(evening: Any) -> None:
    ana = int(evening.person("ana").id)
    await evening.client.services.preferences.choose(ana, spoken=True)
    play = await evening.game("ana", "ben")
    await play.throw()
    assert "```" in described(play.now)
    assert "Open boxes" not in described(play.now)
