"""``/table`` lets people leave or end any of their tables from anywhere."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.types import text
from bot.locales import words
from bot.standin.world import permissions as may
from bot.tables.model.table import Status
from tests.e2e.playing import PrivateMessage

SHEET = "yum_classic"
ELSEWHERE = "salon-de-jeu"


@pytest.fixture
def panel(evening: Any) -> Any:
    """Somebody's private message of ``/table``, in another channel than their game."""

    async def opened(key: str) -> PrivateMessage:
        person = evening.person(key)
        return PrivateMessage(person, await person.command("table", channel=ELSEWHERE))

    return opened


async def _status(evening: Any, table: Any) -> Status:
    return Status((await evening.client.services.tables.repository.reload(table.id)).status)


async def test_a_player_leaves_a_game_once_they_are_sure(evening: Any, hands: Any, panel: Any) -> None:
    play = await evening.game("ana", "ben", "chloe", sheet=SHEET)
    ben, table = evening.person("ben"), await evening.table(play)
    mine = await panel("ben")
    await mine.do("mygames table")
    assert "the others go on" in mine.text
    assert not mine.asks("mygames end")
    await mine.do("mygames leave")
    assert (await evening.table(play)).seat_of(int(ben.id)) is not None
    await mine.do("mygames table")
    await mine.do("mygames leave")
    await mine.do("mygames leave")
    await evening.settle()
    assert "You sit at no table" in mine.text
    assert (await evening.table(play)).seat_of(int(ben.id)) is None
    assert f"{ben.mention} 0 (left)" in hands["described"](play.now)
    assert await _status(evening, table) is Status.PLAYING


async def test_a_seat_in_a_lobby_is_left_once_they_are_sure_too(evening: Any, hands: Any, panel: Any) -> None:
    play = await evening.lobby("ana", "ben", sheet=SHEET)
    mine = await panel("ben")
    await mine.do("mygames table")
    await mine.do("mygames leave")
    assert "somebody else may take your seat" in mine.text
    assert len((await evening.table(play)).players) == 2
    await mine.do("mygames leave")
    await evening.settle()
    assert (await evening.table(play)).players == (int(evening.person("ana").id),)
    assert evening.person("ben").mention not in hands["described"](play.now)


@pytest.mark.parametrize("pace", ["turns", "parallel"])
async def test_a_host_ends_a_game_once_they_are_sure(evening: Any, hands: Any, panel: Any, pace: str) -> None:
    play = await evening.game("ben", "chloe", sheet=SHEET, pace=pace)
    table = await evening.table(play)
    mine = await panel("ben")
    await mine.do("mygames table")
    await mine.do("mygames end")
    assert await _status(evening, table) is Status.PLAYING
    await mine.do("mygames end")
    await evening.settle()
    assert await _status(evening, table) is Status.ENDED
    assert not any(do.startswith(("roll", "mine")) for do in play.does)
    assert hands["rows"](evening.file, "SELECT * FROM results") == []


async def test_a_host_who_has_left_does_not_end_the_game_of_the_others(evening: Any, panel: Any) -> None:
    play = await evening.game("ben", "chloe", "david", sheet=SHEET)
    table = await evening.table(play)
    await evening.leave_table(evening.person("ben"))
    mine = await panel("ben")
    assert not mine.asks("mygames end")
    assert await _status(evening, table) is Status.PLAYING


async def test_whoever_manages_the_server_ends_a_game_they_sit_at(evening: Any, panel: Any) -> None:
    play = await evening.game("ben", "ana", sheet=SHEET)
    table = await evening.table(play)
    mine = await panel("ana")
    await mine.do("mygames table")
    await mine.do("mygames end")
    await mine.do("mygames end")
    assert await _status(evening, table) is Status.ENDED


async def test_a_game_whose_channel_is_gone_is_left_and_then_over(evening: Any, hands: Any, panel: Any) -> None:
    """The bot missed its event; showing who has left finds that the channel is gone, and ends the table."""
    world = evening.standin.world
    play = await evening.game("ana", "ben", "chloe", sheet=SHEET, channel=world.add_channel("short-lived").id)
    table = await evening.table(play)
    channel = world.messages[play.board].channel
    world.channels.pop(channel.id)  # Nobody gets a message.
    mine = await panel("ben")
    await mine.do("mygames table")
    await mine.do("mygames leave")
    await mine.do("mygames leave")
    await evening.settle()
    assert await _status(evening, table) is Status.ENDED


async def test_a_game_without_access_says_that_it_pauses_and_is_ended(evening: Any, hands: Any, panel: Any) -> None:
    world = evening.standin.world
    play = await evening.game("ben", "chloe", sheet=SHEET)
    table = await evening.table(play)
    world.override("dice", world.bot, deny=may.VIEW_CHANNEL)
    await hands["until"](lambda: hands["rows"](evening.file, "SELECT 1 FROM tables WHERE stage = 20"))
    mine = await panel("ben")
    assert "Paused: I may not see that channel" in mine.text
    await mine.do("mygames table")
    await mine.do("mygames end")
    await mine.do("mygames end")
    await evening.settle()
    assert await _status(evening, table) is Status.ENDED


async def test_a_full_sheet_is_not_left(evening: Any, panel: Any) -> None:
    play = await evening.game("ana", "ben", sheet=SHEET, pace="parallel")
    tables, ben = evening.client.services.tables, int(evening.person("ben").id)
    own = await tables.simultaneous.own_table((await evening.table(play)).id, ben)
    while not own.over:
        own = (await tables.act(own.id, ben, own.step, "roll")).after
        legal = [found for found in map(str, _texts(own)) if found.startswith("mark")]
        own = (await tables.act(own.id, ben, own.step, legal[0])).after
    mine = await panel("ben")
    await mine.do("mygames table")
    assert not mine.asks("mygames leave")


def _texts(table: Any) -> Any:
    return map(text, table.game.legal_actions(table.state))


async def test_a_lobby_that_began_meanwhile_is_left_only_by_whoever_is_sure(evening: Any, panel: Any) -> None:
    play = await evening.lobby("ana", "ben", sheet=SHEET)
    mine = await panel("ben")
    await mine.do("mygames table")
    await play.begin()
    await mine.do("mygames leave")
    assert "for good" in mine.text
    assert (await evening.table(play)).seat_of(int(evening.person("ben").id)) is not None


async def test_a_table_that_is_over_meanwhile_is_no_longer_in_the_list(evening: Any, panel: Any) -> None:
    play = await evening.game("ana", "ben", sheet=SHEET)
    mine, late = await panel("ben"), await panel("ben")
    await late.do("mygames table")
    await late.do("mygames leave")
    await evening.end_table(evening.person("ana"))
    refused = await late.do("mygames leave")
    assert refused.ephemeral
    assert "closed" in refused.text
    await mine.do("mygames table")
    assert "You sit at no table" in mine.text
    assert play.does == {} or "rematch" in play.does


async def test_nobody_ends_what_is_not_theirs(evening: Any, hands: Any) -> None:
    """Forged presses: a table one does not sit at, somebody else's sheet, the game of a day, nonsense."""
    play = await evening.game("ana", "ben", sheet=SHEET, pace="parallel")
    table, ben, david = await evening.table(play), evening.person("ben"), evening.person("david")
    own = await evening.client.services.tables.simultaneous.own_table(table.id, int(ben.id))
    shown = await david.command("table")
    for who in (ben, david):
        for code in (table.code, own.code, "none", "0"):
            for do in ("leave {} 0 sure", "end {} 0 sure", "leave {} 0 maybe", "table {} x", "end {}"):
                if (who, code) == (ben, table.code) and do.startswith("leave {} 0 sure"):
                    continue
                outcome = await hands["forge"](who, shown, f"g1:-:0:mygames {do.format(code)}")
                assert outcome.ephemeral
    assert await _status(evening, table) is Status.PLAYING
    assert (await evening.client.services.tables.repository.reload(own.id)).status is Status.PLAYING


async def test_in_french(evening: Any, panel: Any) -> None:
    t = words("fr")
    await evening.game("chloe", "david", sheet=SHEET)
    mine = await panel("chloe")
    await mine.do("mygames table")
    assert t("**Leave**: your seat leaves the game for good, and the others go on.") in mine.text
    await mine.do("mygames end")
    assert t("**End**: the game is over for everybody, and it counts for nothing.") in mine.text
    await mine.do("mygames end")
    assert t("The table is closed.") in mine.text
