"""Where others may not see what a guest posts; that places know nothing of each other; and what an invitation does."""

from __future__ import annotations

from typing import Any

import pytest

from bot.standin.world import permissions as may
from tests.e2e.anywhere.conftest import finish, opened, play_of
from tests.e2e.playing import PrivateMessage, code_of, rows, titled, until

pytestmark = pytest.mark.usefixtures("no_channel_route")

OFF = "**Use External Apps** is off"


def deny(evening: Any, permission: int) -> None:
    world = evening.standin.world
    world.override("hall", world.find_channel("hall").guild_id, deny=permission)


async def test_a_table_that_only_its_host_would_see_is_refused_and_played_alone(guests: Any) -> None:
    deny(guests, may.USE_EXTERNAL_APPS)
    ben = guests.person("ben")
    refused = await ben.command("yum start", "hall", sheet="yum_classic")
    assert refused.ephemeral
    assert OFF in refused.text
    assert await guests.client.services.tables.repository.live() == []
    mine = PrivateMessage(ben, await ben.press(refused, "Play alone, seen by you only"))
    await mine.do("start")
    await mine.turn()
    assert guests.person("chloe").messages("hall") == []


async def test_a_guest_posts_no_board_for_somebody_who_may_write_nothing(guests: Any) -> None:
    deny(guests, may.SEND_MESSAGES)
    refused = await guests.person("ben").command("yum start", "hall", sheet="yum_classic")
    assert refused.ephemeral
    assert "you lack **Send Messages**" in refused.text


async def test_whoever_presses_where_external_apps_are_off_later_moves_no_board_to_one_person(guests: Any) -> None:
    ana, ben = guests.person("ana"), guests.person("ben")
    play = await opened(guests, "ana", "hall")
    await play.do("join", ben)
    deny(guests, may.USE_EXTERNAL_APPS)
    await play.do("start", ana)
    await play.throw()
    listed = PrivateMessage(ben, await ben.command("table", "hall"))
    assert OFF in (await listed.do("mygames show")).text
    assert guests.person("chloe").message(play.board) is not None


async def test_places_know_nothing_of_each_others_results(guests: Any) -> None:
    ana, ben = guests.person("ana"), guests.person("ben")
    play = await opened(guests, "ana", "Group")
    await play.do("join", ben)
    await play.do("start", ana)
    await finish(play)
    await guests.settle()
    code = code_of(play.now)
    assert ben.mention in (await ana.command("leaderboard", "Group")).text
    assert "No finished game yet." not in (await ana.command("stats", "Group")).text
    assert code in str((await ana.command("games", "Group", game=code)).message)
    for other in ("ana-bot", "hall", "dice"):
        assert ben.mention not in (await ana.command("leaderboard", other)).text
        assert "No finished game yet." in (await ana.command("stats", other)).text
        assert "I do not know that choice" in (await ana.command("games", other, game=code)).text


async def test_a_game_alone_in_a_group_counts_for_its_player_only(guests: Any) -> None:
    ana = guests.person("ana")
    screen = PrivateMessage(ana, await ana.command("help", "Group"))
    mine = PrivateMessage(ana, await screen.do("solo yum_classic"))
    await mine.do("start")
    for _ in range(13):
        await mine.turn()
    await guests.settle()
    assert ana.mention not in (await guests.person("ana").command("leaderboard", "Group")).text
    assert "No finished game yet." not in (await ana.command("stats", "ana-bot")).text


async def test_all_at_once_in_a_group(guests: Any) -> None:
    ana, ben = guests.person("ana"), guests.person("ben")
    play = await opened(guests, "ana", "Group", pace="parallel")
    await play.do("join", ben)
    await play.do("start", ana)
    for who in (ana, ben):
        await PrivateMessage(who, await who.press(play.board, custom_id=play.does["mine"])).finish()
    await guests.settle()
    assert (await guests.table(play)).over
    assert "rematch" in play.does


async def test_the_results_of_a_guest_belong_to_the_server_that_invites_the_bot_later(guests: Any) -> None:
    ana, ben, world = guests.person("ana"), guests.person("ben"), guests.standin.world
    play = await opened(guests, "ana", "hall")
    await play.do("join", ben)
    await play.do("start", ana)
    await finish(play)
    await guests.settle()
    live = await ana.command("yum start", "hall", sheet="yum_classic")
    before = play_of(guests, live.message)
    await before.do("join", ben)
    world.add_bot(next(one for one in world.guilds.values() if one.name == "Elsewhere"))
    await until(lambda: rows(guests.file, "SELECT count(*) FROM tables WHERE visiting") == [(0,)])
    assert ben.mention in (await ana.command("leaderboard", "hall")).text
    await before.do("start", ana)
    await before.throw()
    assert titled(before.now)


@pytest.mark.parametrize("place", ["Group", "ana-bot"])
async def test_erasure_takes_what_somebody_left_where_the_bot_was_a_guest(guests: Any, place: str) -> None:
    ana = guests.person("ana")
    play = await opened(guests, "ana", place)
    if place == "Group":
        await play.do("join", guests.person("ben"))
    await play.do("start", ana)
    await finish(play)
    await guests.settle()

    mine = PrivateMessage(ana, await ana.command("preferences", place))
    await mine.do("privacy show")
    await mine.do("privacy ask")
    await mine.do("privacy erase")
    await guests.settle()
    assert "No finished game yet." in (await ana.command("stats", place)).text
    assert ana.mention not in (await guests.person("ben").command("leaderboard", "Group")).text
    ((left,),) = rows(guests.file, "SELECT count(*) FROM tables WHERE guild = ?", -int(ana.id))
    assert left == 0
