"""House rules from the lobby, Yams, and games with dice of the players' own, over sockets."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest

from bot.engine import Level
from bot.engine.errors import WrongSeats
from bot.games import CATALOGUE
from bot.locales import words
from bot.tables.model import errors
from bot.ui.discord.errors import NoSuchRules, NotOffered
from tests.e2e.playing import PrivateMessage, forge, refusal


def lobby_text(play: Any) -> str:
    embed = play.now["embeds"][0]
    return "\n".join([play.now["content"], embed["description"]])


# -- the options screen ------------------------------------------------------------------------------------------


async def panel_of(play: Any, who: Any) -> PrivateMessage:
    return PrivateMessage(who, await play.do("more", who))


async def test_the_host_chooses_and_everybody_sees_it(evening: Any) -> None:
    play = await evening.lobby("ana", "ben")
    panel = await panel_of(play, evening.person("ana"))
    assert "Games in a match" in panel.text
    await panel.do("option set games_in_match 2")
    assert "● Games in a match: **3** (changed)" in panel.text
    await evening.settle()
    assert "Games in a match: **3**" in lobby_text(play)
    assert "Power die: Off" in panel.text
    await panel.do("option tab rules")
    await panel.do("option preset friends")
    await evening.settle()
    assert "Joker needs: **The first Yum box**" in lobby_text(play)
    assert "Games in a match" not in lobby_text(play)
    assert (await evening.table(play)).game.options["yum_is_full_house"] is True
    rules = await play.beside("rules", evening.person("ben"))
    assert "Joker needs" in rules.message["embeds"][0]["fields"][-1]["value"]


async def test_sheet_pace_and_dice_change_in_the_lobby_and_everybody_stays(evening: Any) -> None:
    play = await evening.lobby("ana", "ben")
    panel = await panel_of(play, evening.person("ana"))
    await panel.do("option pick sheet yum_classic")
    await panel.do("option pick simultaneous parallel")
    assert "● Pace: **Everybody at once** (changed)" in panel.text
    await panel.do("option pick hidden_totals end")
    await panel.do("option pick real_dice real")
    await evening.settle()
    assert "**Yum Classic** · who plays?" in lobby_text(play)
    table = await evening.table(play)
    assert (table.game.key, len(table.players), table.capacity) == ("yum_classic", 2, 25)
    settings = table.settings
    assert (settings.simultaneous, settings.hidden_totals, settings.real_dice) == (True, True, True)
    await play.begin()
    assert "mine" in play.does


async def test_the_race_is_the_pace_of_the_game_it_belongs_to(evening: Any) -> None:
    play = await evening.lobby("ana", "ben", command="cantstop start")
    panel = await panel_of(play, evening.person("ana"))
    await panel.do("option pick simultaneous parallel")
    assert (await evening.table(play)).game.key == "cant_stop_race"
    await panel.do("option pick simultaneous turns")
    assert (await evening.table(play)).game.key == "cant_stop"


async def test_the_rules_of_a_table_turn_from_page_to_page_in_one_message(evening: Any) -> None:
    play = await evening.lobby("ana", sheet="triple_yum_plus", power=True, games=6, teams=2, seats=4)
    chloe = evening.person("chloe")  # The sentences of Québec are longer.
    rules = PrivateMessage(chloe, await play.beside("rules", chloe))
    assert "Parties par match\N{NO-BREAK SPACE}: **6**" in rules.text
    await rules.do("rules part 3")
    assert "2 paires" in rules.text
    await rules.do("rules notes")
    assert "seulement si tu le gardes" in rules.text
    await rules.do("rules whole")
    assert "2 paires" in rules.text
    await rules.do("rules short")
    assert "Parties par match\N{NO-BREAK SPACE}: **6**" in rules.text


async def test_everybody_may_sit_down_while_the_host_chooses(evening: Any) -> None:
    play = await evening.lobby("ana")
    ana = evening.person("ana")
    panel = await panel_of(play, ana)
    await panel.do("option tab rules")
    await play.do("join", evening.person("ben"))
    await panel.do("option preset friends")
    await evening.settle()
    table = await evening.table(play)
    assert len(table.players) == 2
    assert table.game.options
    assert "Joker needs" in lobby_text(play)
    assert evening.person("ben").mention in lobby_text(play)


@pytest.mark.parametrize("guest", ["ben", "david"])
async def test_others_are_told_who_the_host_is(evening: Any, guest: str) -> None:
    play = await evening.lobby("ana", guest)
    person, before = evening.person(guest), play.now
    refused = await forge(person, play.board, play.does["start"].replace("start", "option"))
    assert refused.ephemeral
    assert refused.text == refusal(person, errors.NotHost(int(evening.person("ana").id)))
    assert play.now == before


@pytest.mark.parametrize("pages", [("option tab rules", "option preset friends"), ("computers", "computers add")])
async def test_a_sentence_takes_the_place_of_the_screen_once_the_game_has_begun(
    evening: Any, pages: tuple[str, ...]
) -> None:
    play = await evening.lobby("ana", "ben", seats=3)
    ana = evening.person("ana")
    panel = await panel_of(play, ana)
    for page in pages[:-1]:
        await panel.do(page)
    await evening.settle()
    evening.client.presenter.panels.clear()  # As after a restart: nothing closes the panel by itself.
    await play.do("start", ana)
    late = await panel.do(pages[-1])
    assert late.updated
    assert panel.text == refusal(ana, errors.AlreadyStarted())
    assert panel.does == {}
    assert not (await evening.table(play)).game.options


@pytest.mark.parametrize("pages", [("option tab rules", "option preset friends"), ("computers", "computers add")])
async def test_a_panel_of_a_table_that_is_over_says_so_and_loses_its_controls(
    evening: Any, pages: tuple[str, ...]
) -> None:
    """Closed by its host meanwhile; the next press on what is left of the panel is answered, and does nothing."""
    play = await evening.lobby("ana", "ben")
    ana, id = evening.person("ana"), (await evening.table(play)).id
    panel = await panel_of(play, ana)
    for page in pages[:-1]:
        await panel.do(page)
    await evening.settle()
    evening.client.presenter.panels.clear()
    await evening.end_table(ana)
    late = await panel.do(pages[-1])
    assert late.updated
    over = await evening.client.services.tables.repository.load(id)
    assert panel.text == refusal(ana, errors.TableOver(over))
    assert panel.does == {}


async def test_a_panel_of_somebody_who_is_host_no_more_names_the_new_one_and_loses_its_controls(evening: Any) -> None:
    play = await evening.lobby("ana", "ben")
    ana, ben = evening.person("ana"), evening.person("ben")
    panel, other = await panel_of(play, ana), await panel_of(play, ana)
    await other.do("leave")
    assert (await panel.do("option tab rules")).updated
    assert panel.text == refusal(ana, errors.NotHost(int(ben.id)))
    assert panel.does == {}


async def test_what_a_player_could_do_beside_a_game_goes_with_the_game(evening: Any) -> None:
    play = await evening.game("ana", "ben")
    ben = evening.person("ben")
    panel = await panel_of(play, ben)
    await evening.end_table(evening.person("ana"))
    assert (await panel.do("quit")).updated
    assert "closed" in panel.text
    assert panel.does == {}


async def test_impossible_rules_are_refused_and_nothing_is_lost(evening: Any, hands: Any) -> None:
    play = await evening.lobby("ana", seats=2, dice="real")
    ana, before = evening.person("ana"), play.now
    panel = await panel_of(play, ana)
    refused = await panel.do("option set teams 1")
    assert refused.ephemeral
    assert refused.text == refusal(ana, WrongSeats())
    assert play.now == before


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    "do",
    [
        *("option set joker 9", "option set nothing 0", "option show x", "option preset y", "option z"),
        *("option ask x", "option pick sheet 421", "option pick simultaneous x", "option pick hidden_totals end"),
    ],
)
async def test_forged_options_are_refused(evening: Any, hands: Any, do: str) -> None:
    play = await evening.lobby("ana")
    ana, before = evening.person("ana"), play.now
    outcome = await hands["forge"](ana, play.board, play.does["start"].rsplit(":", 1)[0] + f":{do}")
    assert outcome.ephemeral
    assert play.now == before


async def test_what_is_said_at_start_and_chosen_under_more_is_in_force(evening: Any) -> None:
    play = await evening.lobby("ana", sheet="yum_classic", rules="source_french", power=True, games=2, teams=3, seats=6)
    table = await evening.table(play)
    assert dict(table.game.options) == {
        "power": True,
        "joker": "fr",
        "yum_bonus": False,
        "games_in_match": 2,
        "teams": 3,
    }
    assert table.capacity == 6
    assert "🔴 Red team, 🔵 Blue team" in lobby_text(play)


@pytest.mark.parametrize("who", ["ana", "david"])
@pytest.mark.parametrize("thread", [False, True])
async def test_ready_made_rules_that_a_sheet_lacks_are_refused_and_the_others_open_the_same_table(
    evening: Any, who: str, thread: bool
) -> None:
    person = evening.person(who)
    said = {"rules": "source_french", "pace": "parallel", "computers": 2, "level": "beginner", "thread": thread}
    refused = await person.command("yum start", sheet="maxi_yum", **said)
    assert refused.ephemeral
    assert refused.text == refusal(person, NoSuchRules("Maxi Yum", "French rules sheet", {}))
    assert await evening.client.services.tables.repository.live() == []
    standard, friends = person.buttons(refused)
    opened = await person.press(refused, custom_id=friends["custom_id"])
    assert opened.ephemeral
    await evening.settle()
    if not thread:
        (board,) = [one for one in person.messages() if not one["flags"] & 64]
        assert "message_reference" not in board, "others cannot see the refusal that was pressed"
    (id,) = await evening.client.services.tables.repository.live()
    table = await evening.client.services.tables.get(id)
    assert dict(table.game.options) == CATALOGUE["maxi_yum"].presets[1].options
    assert (table.game.key, table.settings.simultaneous) == ("maxi_yum", True)
    assert [computer.level for computer in table.computers] == [Level.BEGINNER] * 2
    assert standard["label"] == words(person.member.locale[:2])("Standard")


@pytest.mark.parametrize("who", ["ana", "david"])
async def test_the_command_offers_the_ready_made_rules_of_the_chosen_sheet(evening: Any, who: str) -> None:
    """They are those that its table may have, in the language of the person who types."""
    person, t = evening.person(who), words(evening.person(who).member.locale[:2])

    async def offered(typed: str = "", **said: Any) -> list[str]:
        return [choice["value"] for choice in (await person.complete("yum start", "rules", typed, **said)).choices]

    for sheet in ("yum_plus", "maxi_yum", "yum_color"):
        assert await offered(sheet=sheet) == [preset.key for preset in CATALOGUE[sheet].presets]
    assert await offered(sheet="yum_color", pace="parallel") == ["standard"]
    assert await offered() == [preset.key for preset in CATALOGUE["yum_classic"].presets], "the usual sheet"
    assert await offered(t("Standard").upper(), sheet="yum_plus") == ["standard"]
    refused = await person.command("yum start", rules="nonsense")
    assert refused.text == refusal(person, NotOffered("rules"))


async def test_a_forged_wish_for_rules_that_no_game_has_opens_nothing(evening: Any, hands: Any) -> None:
    ana = evening.person("ana")
    refused = await ana.command("yum start", sheet="maxi_yum", rules="source_french")
    forged = await hands["forge"](ana, refused, "g1:-:0:here maxi_yum chess 0 0 regular ")
    assert forged.text == refusal(ana, errors.NoSuchChoice())
    assert await evening.client.services.tables.repository.live() == []


async def test_the_host_chooses_for_how_many_the_table_is(evening: Any) -> None:
    play = await evening.lobby("ana", "ben", "chloe")
    panel = await panel_of(play, evening.person("ana"))
    assert "Players: up to 12" in panel.text
    offered = [do for do in panel.does if do.startswith("option pick capacity")]
    assert offered == [f"option pick capacity {many}" for many in range(11, 2, -1)], "one press on More, one here"
    await panel.do("option pick capacity 3")
    assert "● Players: **up to 3** (changed)" in panel.text
    await evening.settle()
    assert "join" not in play.does
    await panel.do("option pick simultaneous parallel")
    await panel.do("option ask capacity")
    assert "option pick capacity 25" in panel.does
    await panel.do("option pick capacity 25")
    await evening.settle()
    assert "22 seats are free" in lobby_text(play)


async def test_no_fewer_than_sit_there_and_no_more_than_the_game_takes(evening: Any, hands: Any) -> None:
    play = await evening.lobby("ana")
    ana = evening.person("ana")
    panel = await panel_of(play, ana)
    for guest in ("ben", "chloe"):
        await play.do("join", evening.person(guest))
    refused = await panel.do("option pick capacity 2")
    assert refused.ephemeral
    assert refused.text == refusal(ana, errors.SeatsTaken(3))
    for many in (0, 13, 25):
        forged = await hands["forge"](ana, panel.id, panel.custom_id("option pick"), f"option pick capacity {many}")
        assert forged.ephemeral
    assert (await evening.table(play)).capacity == 12


async def test_teams_are_of_equal_size_whatever_number_may_play(evening: Any) -> None:
    play = await evening.lobby("ana", teams=3)
    panel = await panel_of(play, evening.person("ana"))
    assert [do for do in panel.does if do.startswith("option pick capacity")] == [
        f"option pick capacity {many}" for many in (9, 6)
    ]


async def test_every_sheet_is_offered_with_a_line_about_it(evening: Any) -> None:
    commands = {command["name"]: command for command in evening.standin.world.commands.values()}
    start = next(one for one in commands["yum"]["options"] if one["name"] == "start")
    sheets = next(one for one in start["options"] if one["name"] == "sheet")["choices"]
    assert len(sheets) == 12
    assert all(" – " in sheet["name"] and " – " in sheet["name_localizations"]["fr"] for sheet in sheets)
    assert all(sheet["name"] != sheet["name_localizations"]["fr"] for sheet in sheets)
    assert "yams" not in {sheet["value"] for sheet in sheets}
    assert "yams" in commands


async def test_yams_has_a_command_of_its_own(evening: Any, hands: Any) -> None:
    ana = evening.person("ana")
    answer = await ana.command("yams start", rules="friends")
    assert answer.message["content"] == "**Yams** · who plays?"
    assert "Bonus at exactly 63: **On**" in answer.message["embeds"][0]["description"]
    assert {"join", "start", "computers add regular", "more", "guide"} == set(hands["does"](answer.message))


# -- dice of the players' own ------------------------------------------------------------------------------------


async def type_in(play: Any, text: str, who: Any = None) -> Any:
    """Open the form and send ``text``."""
    who = who or play.turn
    form = await play.do(next(do for do in play.does if do.startswith("type ")), who)
    assert form.modal is not None, form.text
    return await who.submit(form, line=text)


async def test_throws_are_typed(evening: Any, hands: Any) -> None:
    play = await evening.game("ana", "ben", dice="real")
    who = play.turn
    assert not any(do.startswith(("roll", "keep")) for do in play.does)
    form = await play.do("type roll", who)
    part = form.modal["components"][0]
    assert part["label"] == "5 numbers from 1 to 6"
    assert "3 3 4 5 6" in part["component"]["placeholder"]
    sent = await who.submit(form, line="33 1, 4 3")
    assert sent.updated
    assert "No dice held: **1-3-3-3-4**" in hands["described"](play.now)
    for die in (1, 2, 5):
        await play.hold(die)
    assert "type keep 3 3 3" in play.does
    sent = await type_in(play, "36")
    assert "Held **3-3-3** · to throw **3-6**" in hands["described"](play.now)
    await play.do("mark four_kind")
    assert ": **18 in 4 of a Kind**" in hands["described"](play.now)
    table = await evening.table(play)
    assert [json_row[0] for json_row in hands["rows"](evening.file, "SELECT dice FROM journal ORDER BY number")] == [
        "[[3,3,1,4,3]]",
        "[[3,6]]",
        "[]",
    ]
    assert table.settings.real_dice


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "text", ["1 2 3 4", "123456", "1 2 3 4 7", "0 1 2 3 4", "three sixes", "1 2 3 4 5 6 6 6 6 6 6"]
)
@pytest.mark.parametrize("player", ["ana", "david"])
async def test_wrong_faces_are_refused_and_nothing_is_lost(evening: Any, player: str, text: str) -> None:
    play = await evening.game(player, dice="real")
    who, before = evening.person(player), play.now
    refused = await type_in(play, text, who)
    assert refused.ephemeral
    assert refused.text == refusal(who, errors.WrongFaces(5, 6))
    assert play.now == before
    assert (await type_in(play, "11111", who)).updated


async def test_throws_are_pressed_face_by_face(evening: Any, hands: Any) -> None:
    play = await evening.game("ana", "ben", dice="real", power=True)
    who, other = play.turn, play.waiting
    refused = await play.do("faces roll", other)
    assert refused.text == refusal(other, errors.NotOnTurn(int(who.id)))
    await play.do("faces roll", who)
    assert "The last number is the Power die." in hands["described"](play.now)
    for face in (6, 2, 6, 6, 1):
        await play.do(next(do for do in play.does if do.startswith(f"face {face} ")), who)
    assert "Thrown so far: **6-2-6-6-1** · 1 die to go" in hands["described"](play.now)
    assert hands["rows"](evening.file, "SELECT * FROM journal") == []
    await play.do(next(do for do in play.does if do.startswith("face 0 ")), who)
    assert "Thrown so far: **6-2-6-6** · 2 dice to go" in hands["described"](play.now)
    for face in (6, 3):
        await play.do(next(do for do in play.does if do.startswith(f"face {face} ")), who)
    state = (await evening.table(play)).state
    assert (state.dice, state.power) == ((6, 2, 6, 6, 6), 3)
    assert "mark four_kind" in play.does


async def test_quick_presses_all_count_and_one_throw_comes_out(evening: Any, hands: Any) -> None:
    play = await evening.game("ana", dice="real")
    ana = evening.person("ana")
    await play.do("faces roll", ana)
    five = next(custom_id for do, custom_id in play.does.items() if do.startswith("face 5 "))
    outcomes = await asyncio.gather(*(ana.press(play.board, custom_id=five) for _ in range(7)))
    await evening.settle()
    assert (await evening.table(play)).state.dice == (5, 5, 5, 5, 5)
    assert len(hands["rows"](evening.file, "SELECT * FROM journal")) == 1
    assert all(outcome.state == "answered" for outcome in outcomes)


async def test_faces_pressed_before_a_restart_still_count(quiet_evening: Any, hands: Any) -> None:
    evening = quiet_evening
    async with evening.running():
        play = await evening.game("ana", dice="real")
        await play.do("faces roll", evening.person("ana"))
        for face in (1, 2, 3):
            await play.do(next(do for do in play.does if do.startswith(f"face {face} ")), evening.person("ana"))
    async with evening.running():
        for face in (4, 6):
            await play.do(next(do for do in play.does if do.startswith(f"face {face} ")), evening.person("ana"))
        assert (await evening.table(play)).state.dice == (1, 2, 3, 4, 6)


async def test_the_buttons_can_be_left(evening: Any, hands: Any) -> None:
    play = await evening.game("ana", dice="real")
    before = hands["described"](play.now)
    await play.do("faces roll")
    await play.do(next(do for do in play.does if do.startswith("face 3 ")))
    await play.do("close")
    assert hands["described"](play.now) == before
    assert "type roll" in play.does


async def test_a_mistyped_throw_is_taken_back(evening: Any, hands: Any) -> None:
    play = await evening.game("ana", "ben", dice="real")
    who = play.turn
    await type_in(play, "66666")
    await play.do("undo", who)
    assert "type roll" in play.does
    assert play.turn.id == who.id
    await type_in(play, "66665")
    assert (await evening.table(play)).state.dice == (6, 6, 6, 6, 5)


async def test_a_form_sent_too_late_is_told(evening: Any) -> None:
    play = await evening.game("ana", dice="real")
    ana = evening.person("ana")
    form = await play.do("type roll", ana)
    other = await play.do("type roll", ana)
    await ana.submit(other, line="11111")
    late = await ana.submit(form, line="66666")
    assert "out of date" in (late.text or "") + "".join(one["content"] for one in late.followups)
    assert (await evening.table(play)).state.dice == (1, 1, 1, 1, 1)


async def test_fair_dice_cannot_be_told(evening: Any, hands: Any) -> None:
    play = await evening.game("ana")
    ana, before = evening.person("ana"), play.now
    roll = play.does["roll"]
    for do in ("type roll", "faces roll", "face 6 - roll"):
        outcome = await hands["forge"](ana, play.board, roll.replace("roll", do))
        assert outcome.ephemeral, do
        assert outcome.modal is None
    assert play.now == before


async def test_a_throw_is_never_pressed_where_it_is_told(evening: Any, hands: Any) -> None:
    play = await evening.game("ana", dice="real")
    before = play.now
    outcome = await hands["forge"](
        evening.person("ana"), play.board, play.does["type roll"].replace("type roll", "roll")
    )
    assert outcome.ephemeral
    assert play.now == before


async def test_real_dice_count_only_where_the_server_allows_it(evening: Any, hands: Any) -> None:
    play = await evening.game("ana", "ben", sheet="yum_original", dice="real")
    ana, ben = evening.person("ana"), evening.person("ben")
    while any(do.startswith("type ") for do in play.does):
        await type_in(play, "12346")
        await play.mark()
    await evening.settle()
    embed = play.now["embeds"][-1]
    assert "final result" in embed["description"]
    assert embed["fields"][0]["name"] == "Real dice"
    assert "Secret" not in str(embed)
    assert "→ Verify" not in str(embed)
    code = (await evening.table(play)).code
    verified = await forge(ana, play.board, f"g1:{code}:1:verify")
    assert verified.text == refusal(ana, errors.ThrownByHand())
    game = {"game": "yum_original"}
    assert ana.mention not in (await ana.command("leaderboard", **game)).text
    panel = await ana.command("settings")
    await hands["forge"](ana, panel, "g1:-:0:settings ask count_real_dice", "settings set count_real_dice yes")
    assert ana.mention in (await ben.command("leaderboard", **game)).text
    await hands["forge"](ana, panel, "g1:-:0:settings ask count_real_dice", "settings set count_real_dice no")
    assert ana.mention not in (await ben.command("leaderboard", **game)).text


async def test_sides_play_together(evening: Any, hands: Any) -> None:
    play = await evening.lobby("ana", "ben", "chloe", teams=2)
    refused = await play.do("start", evening.person("ana"))
    assert refused.text == refusal(evening.person("ana"), errors.TooFewPlayers(4))
    await play.do("side dealt", evening.person("david"))
    await play.do("start", evening.person("ana"))
    text = hands["described"](play.now)
    assert "🔴 Red team **0** · 🔵 Blue team **0**" in text
    assert "🔴 ►\N{NO-BREAK SPACE}**<@" in text


async def test_everybody_may_tell_their_dice_at_once(evening: Any, hands: Any) -> None:
    play = await evening.game("ana", "ben", dice="real", pace="parallel")
    for person in (evening.person("ana"), evening.person("ben")):
        own = await person.press(play.board, custom_id=play.does["mine"])
        form = await person.press(own, custom_id=hands["does"](own.message)["type roll"])
        sent = await person.submit(form, line="6 6 6 6 6")
        assert sent.updated, sent.text
        keep = next(do for do in hands["does"](sent.message) if do.startswith("mark"))
        marked = await person.select(sent, keep, custom_id=hands["does"](sent.message)[keep])
        pressed = await person.press(own, custom_id=hands["does"](marked.message)["faces roll"])
        for _ in range(5):
            five = next(id for do, id in hands["does"](pressed.message).items() if do.startswith("face 5 "))
            pressed = await person.press(own, custom_id=five)
        assert re.search(r"(A second YUM|YUM again)! Five 5s\.|Five 5s: YUM number two!", pressed.text)
