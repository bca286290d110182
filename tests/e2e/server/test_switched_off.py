"""What a server switches off, on all of it or in one channel: nobody begins it, and what has begun goes on."""

from __future__ import annotations

from typing import Any

import pytest

from bot.games import CATALOGUE, ENTRIES
from bot.screens.server.help import OFFERED
from bot.screens.server.settings import name_of_thing
from bot.standin.world.model import PUBLIC_THREAD
from bot.tables.hand import Did
from bot.tables.model import errors
from bot.tables.model.choices import THINGS, GuildChoices
from bot.tables.model.table import AbsencePolicy, Hints
from bot.tables.posts import _off
from bot.tables.puzzles import shipped
from tests.e2e.playing import PrivateMessage, does, forge, in_log, refusal, titled


async def switch_off(evening: Any, *what: str, channel: str = "") -> None:
    world = evening.standin.world
    place = world.find_channel(channel).id if channel else "0"
    guild = int(world.guild.id)
    await evening.client.services.settings.choose(guild, switched_off={str(place): list(what)})


def test_everything_that_can_be_switched_off_has_a_name() -> None:
    assert {name_of_thing(what) for what in THINGS}.isdisjoint(THINGS)
    assert [name_of_thing(key) for key in CATALOGUE] == [listing.label for listing in CATALOGUE.values()]


async def test_a_manager_switches_off_for_all_and_in_one_channel(evening: Any, panel: Any) -> None:
    opened = await panel(page="games")
    assert "Switched off on the whole server: **Nothing**" in opened.text
    by_kind = {kind: next(id for id in opened.does.values() if f" {kind} " in id) for kind in ("games", "things")}
    opened.last = await opened.who.select(opened.last, "421", "yams", custom_id=by_kind["games"])
    opened.last = await opened.who.select(opened.last, "puzzle", custom_id=by_kind["things"])
    assert "Switched off on the whole server: **Yams, 421, and Puzzles**" in opened.text.replace("421 and", "421, and")
    await opened.pick(8, evening.standin.world.find_channel("general").id)
    assert "Games switched off there: Nothing" in str(opened.who.message(opened.last))
    things = next(id for id in opened.does.values() if " things " in id)
    opened.last = await opened.who.select(opened.last, "computers", custom_id=things)
    guild = int(evening.standin.world.guild.id)
    general = str(evening.standin.world.find_channel("general").id)
    chosen = await evening.client.services.settings.of(guild)
    assert chosen.switched_off == {"0": ("yams", "421", "puzzle"), general: ("computers",)}
    await opened.choose("settings page overview")
    assert f"Switched off in <#{general}>: **Computer players**" in opened.text
    ben = evening.person("ben")
    for do in ("settings off 0 games =", "settings offat ="):
        said = await forge(ben, opened.last, f"g1:-:0:{do}", "421")
        assert said.text == refusal(ben, errors.NotManager())


async def test_a_game_is_not_begun_where_it_is_off(evening: Any) -> None:
    ana, ben = evening.person("ana"), evening.person("ben")
    play = await evening.lobby("ana", "ben")
    await switch_off(evening, "yum_plus", channel="general")
    said = await ben.command("yum start", "general", sheet="yum_plus")
    assert said.text == refusal(ben, errors.SwitchedOff("yum_plus"))
    assert not (await ben.command("yum start", "general", sheet="yum_classic")).text.startswith("Yum Plus:")
    assert (await play.do("start", ana)).updated, "it has begun elsewhere"
    await evening.end_table(ana)
    lobby = await evening.lobby("ana")
    panel = PrivateMessage(ana, await lobby.do("more", ana))
    await switch_off(evening, "yum_classic")
    said = await panel.do("option pick sheet yum_classic")
    assert said.text == refusal(ana, errors.SwitchedOff("yum_classic"))
    assert (await evening.table(lobby)).game.key == "yum_plus"


async def test_no_game_is_offered_where_it_is_off_nor_meant_by_who_names_none(evening: Any) -> None:
    ben, off = evening.person("ben"), ("yum_classic", "yum_plus", "421")
    await switch_off(evening, *off, channel="general")
    assert (await ben.command("rules", "general")).message["embeds"][0]["title"] == "Rules of 5000"
    lobby = await ben.command("yum start", "general")
    assert titled(lobby.message).startswith("**Triple Yum Plus** ")
    more = await ben.press(str(lobby.message["id"]), custom_id=does(lobby.message)["more"])
    sheets = {do for do in PrivateMessage(ben, more).does if do.startswith("option pick sheet ")}
    yum = {f"option pick sheet {listing.key}" for listing in ENTRIES["yum"].listings}
    assert sheets == yum - {f"option pick sheet {key}" for key in off}
    assert titled((await ben.command("tournament start", "general")).message) == "Tournament: Yams"
    first = await ben.command("help", "general")
    play = await forge(ben, str(lobby.message["id"]), "g1:-:0:play")
    for offered in (first, play):
        opens = {do for do in does(offered.message) if do.startswith("open ")}
        assert opens == {f"open {key}" for key in OFFERED} - {f"open {key}" for key in off}
    assert "rules of 5000 short" in does(first.message)
    await switch_off(evening, *CATALOGUE)
    assert (await ben.command("yum start")).text == refusal(ben, errors.SwitchedOff("yum_classic"))
    elsewhere = await ben.command("help")
    assert (await PrivateMessage(ben, elsewhere).do("open 421")).text == refusal(ben, errors.SwitchedOff("421"))


async def test_everybody_at_once_begins_no_race_that_is_off(evening: Any) -> None:
    ana = evening.person("ana")
    await switch_off(evening, "cant_stop_race", channel="dice")
    lobby = await evening.lobby("ana", command="cantstop start")
    panel = PrivateMessage(ana, await lobby.do("more", ana))
    parallel = "option pick simultaneous parallel"
    assert parallel not in panel.does
    said = await forge(ana, panel.id, lobby.does["start"].replace("start", parallel))
    assert said.text == refusal(ana, errors.SwitchedOff("cant_stop_race"))
    assert (await evening.table(lobby)).game.key == "cant_stop"
    await switch_off(evening)
    panel = PrivateMessage(ana, await lobby.do("more", ana))
    await panel.do(parallel)
    assert (await evening.table(lobby)).game.key == "cant_stop_race"


@pytest.mark.parametrize(("command", "what"), [("daily", "daily"), ("puzzle", "puzzle")])
async def test_daily_and_puzzle_begin_only_where_they_are_on(evening: Any, command: str, what: str) -> None:
    ben = evening.person("ben")
    await switch_off(evening, what, channel="general")
    assert (await ben.command(command, "general")).text == refusal(ben, errors.SwitchedOff(what))
    board = PrivateMessage(ben, await ben.command(command))
    if command == "daily":
        await board.do("daily play")
        await switch_off(evening, what)
        await board.finish()
        assert "points" in board.text
        assert not (await ben.command(command)).text.startswith("The daily:"), "what has begun is still shown"


async def test_a_channel_has_one_table_where_threads_are_off(evening: Any) -> None:
    ben = evening.person("ben")
    await evening.lobby("ana")
    assert "in a thread" in (await ben.command("yum start")).text
    await switch_off(evening, "threads", channel="dice")
    said = await ben.command("yum start")
    assert said.text == "A table is already waiting for players here."
    sentence = refusal(ben, errors.SwitchedOff("threads"))
    assert (await ben.command("yum start", thread=True)).text == sentence
    evening.standin.world.add_thread(evening.standin.world.find_channel("dice"), "night", PUBLIC_THREAD, ben.member)
    assert (await ben.command("yum start", "night")).text == sentence
    assert not (await ben.command("yum start", "general")).ephemeral, "elsewhere they are on, and there is no table"


async def test_what_managers_switch_off_stands_in_their_log(evening: Any, panel: Any) -> None:
    opened = await panel(page="games")
    games = next(id for id in opened.does.values() if " games " in id)
    opened.last = await opened.who.select(opened.last, "421", "yams", custom_id=games)
    opened.last = await opened.who.select(opened.last, "421", "yams", custom_id=games)
    await evening.settle()
    deeds, total = await evening.client.services.hand.deeds(int(evening.standin.world.guild.id))
    assert (total, deeds[0].do, deeds[0].manager) == (1, Did.SWITCH, int(opened.who.id))
    assert in_log(deeds[0]) == "Switched off on the whole server: Yams and 421"
    assert in_log(deeds[0], "fr").endswith(": Yams et 421")


async def test_nobody_shares_adds_computers_or_asks_for_hints(evening: Any) -> None:
    ana, ben = evening.person("ana"), evening.person("ben")
    await switch_off(evening, "sharing", "computers", "hints")
    said = await ben.command("yum start", "general", computers=2)
    assert said.text == refusal(ben, errors.SwitchedOff("computers"))
    lobby = await evening.lobby("ana")
    assert (await evening.table(lobby)).settings.hints is Hints.OFF
    assert "computers add regular" not in lobby.does
    panel = PrivateMessage(ana, await lobby.do("more", ana))
    assert not [do for do in panel.does if do.startswith(("computers", "option pick hints"))]
    for do, what in (("computers add champion", "computers"), ("option pick hints on", "hints")):
        said = await forge(ana, panel.id, lobby.does["start"].replace("start", do))
        assert said.text == refusal(ana, errors.SwitchedOff(what))
    assert "computers add champion" not in str(
        (await forge(ana, panel.id, lobby.does["join"].replace("join", "computers"))).message
    )
    said = await forge(ana, panel.id, f"g1:-:0:stats {ana.id} * * overview show")
    assert said.text == refusal(ana, errors.SwitchedOff("sharing"))


async def test_no_computer_plays_for_absent_players_where_computers_are_off(evening: Any) -> None:
    ana, ben = evening.person("ana"), evening.person("ben")
    guild = int(evening.standin.world.guild.id)
    await evening.client.services.settings.choose(guild, absent=AbsencePolicy.COMPUTER)
    await switch_off(evening, "computers")
    lobby = await evening.lobby("ana", "ben")
    assert (await evening.table(lobby)).settings.absent is AbsencePolicy.WAIT
    said = await forge(ana, lobby.board, lobby.does["join"].replace("join", "clock set absent computer"))
    assert said.text == refusal(ana, errors.SwitchedOff("computers"))
    assert (await evening.table(lobby)).settings.absent is AbsencePolicy.WAIT
    await lobby.begin()
    off = refusal(ben, errors.SwitchedOff("computers"))
    beside = PrivateMessage(ben, await lobby.beside("quit", ben))
    assert (await beside.do("quit warm")).text == off
    said = await forge(ben, lobby.board, f"g1:-:0:mygames warm {(await evening.table(lobby)).code} 0")
    assert said.text == off
    assert (await evening.table(lobby)).stand_ins == ()


async def test_puzzles_and_training_give_no_hint_where_hints_are_off(evening: Any) -> None:
    ben = evening.person("ben")
    board = PrivateMessage(ben, await ben.command("puzzle"))
    before = board.text
    await switch_off(evening, "hints")
    today = next(do for do in board.does if do.startswith("puzzle hint"))
    for do in (today, f"puzzle hint {next(one.id for one in shipped().more)}", "train hint abc *"):
        assert (await forge(ben, board.id, f"g1:-:0:{do}")).text == refusal(ben, errors.SwitchedOff("hints")), do
    assert board.text == before
    await switch_off(evening)
    assert (await board.do("puzzle hint")).text != before


def test_a_morning_brings_what_is_on_where_it_is_posted() -> None:
    choices = GuildChoices(post_channel=7, switched_off={"7": ("daily",), "8": ("puzzle",)})
    assert _off(choices) == {"daily"}
