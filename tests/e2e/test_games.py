"""``/games`` and what stands in the menus of results and people: finished games are found without a code."""

from __future__ import annotations

from typing import Any

import pytest

from bot.standin.world.dispatch import begin
from bot.standin.world.interactions import COMMAND
from bot.tables.model import errors
from bot.thinker.answers import NobodyKnows
from bot.ui.discord.errors import NotOffered
from tests.e2e.playing import PrivateMessage, code_of, refusal

SHEET = "yum_original"


async def _finished(evening: Any, *players: str, channel: str = "dice", **options: Any) -> Any:
    play = await evening.game(*players, sheet=SHEET, channel=channel, **options)
    while any(do.startswith("roll") for do in play.does):
        await play.throw()
        await play.mark()
    await evening.settle()
    return play


async def _offered(who: Any, typed: str = "", **options: Any) -> list[str]:
    return [choice["name"] for choice in (await who.complete("games", "game", typed, **options)).choices]


async def test_a_player_finds_a_game_replays_verifies_and_records_it(evening: Any) -> None:
    play = await _finished(evening, "ana", "ben")
    ben, code = evening.person("ben"), code_of(play.now)
    panel = PrivateMessage(ben, await ben.command("games", "general"))
    assert code not in panel.text, "nobody needs it"
    await panel.do("played")
    assert [do for do in panel.does if " " not in do] == ["replay", "review", "verify", "record"]
    assert f"{ben.mention}" in panel.text
    assert "**Verify** throws all dice again" in panel.text
    assert "Replay · " in (await panel.do("replay")).text
    assert (await panel.do("verify")).text.startswith("✅ **All ")
    assert (await panel.do("record")).message["attachments"][0]["filename"] == f"{SHEET}-{code}.json"
    await panel.do("history")
    assert panel.asks("played")


async def test_the_games_of_a_channel_are_there_for_somebody_who_played_none(evening: Any) -> None:
    play = await _finished(evening, "ana", "ben")
    await _finished(evening, "ana", channel="general")
    chloe = evening.person("chloe")
    panel = PrivateMessage(chloe, await chloe.command("games"))
    assert "Aucune partie terminée" in panel.text
    await panel.do("history 0 ")
    assert [do.split()[1] for do in panel.does if do.startswith("played")] == [code_of(play.now)]
    await panel.do("played")
    assert panel.asks("replay")


@pytest.mark.parametrize("stranger", ["ana", "david"])
async def test_a_list_of_games_names_nobody_who_does_not_want_that_except_to_those_they_played_with(
    evening: Any, stranger: str
) -> None:
    """Ana manages the server, David does not."""
    await _finished(evening, "chloe", "ben")
    chloe, ben, reader = map(evening.person, ("chloe", "ben", stranger))
    await evening.client.services.preferences.choose(int(chloe.id), named=False)
    somebody = "Somebody" if stranger == "ana" else "Quelqu’un"
    panel = PrivateMessage(reader, await reader.command("games"))
    await panel.do("history 0 ")
    (line,) = await _offered(reader)
    assert ("Chloe" in line, "Ben" in line) == (False, True)
    for told, named in ((panel.text, False), ((await panel.do("played")).text, stranger == "ana")):
        assert (chloe.mention in told, somebody in told) == (named, not named), "whoever judges a result knows whose"
        assert ben.mention in told
    assert somebody in (await reader.command("games", player=ben)).text
    for who, asked in ((ben, ben), (chloe, chloe), (reader, chloe)):
        theirs = PrivateMessage(who, await who.command("games", player=asked))
        assert chloe.mention in theirs.text, "whom one has met, or asks for, is no secret"
        await theirs.do("played")
        assert chloe.mention in theirs.text


async def test_what_a_list_opens_names_nobody_either_who_does_not_want_that(evening: Any) -> None:
    """Neither a replay nor Verify, to somebody who was not there; managers are no exception."""
    play = await evening.lobby("chloe", "ben", sheet=SHEET)
    chloe, ben, ana = map(evening.person, ("chloe", "ben", "ana"))
    await chloe.submit(await play.beside("stir", chloe), line="three cats")
    await play.begin()
    await play.throw()
    await play.mark()
    await evening.end_table(chloe)
    await evening.client.services.preferences.choose(int(chloe.id), named=False)
    for who in (ana, ben, chloe):
        panel = PrivateMessage(who, await who.command("games", game=code_of(play.now)))
        verdict = PrivateMessage(who, await panel.do("verify"))
        assert who is not ana or chloe.mention not in verdict.text
        for door, opened in (("replay", panel.do("replay")), ("secret", verdict.do("secret"))):
            told = str((await opened).message)
            assert (chloe.mention in told) == (who is not ana), door
            assert ("Somebody" in told) == (who is ana), door
            assert "Chloe" not in told or who is not ana


async def test_the_option_offers_own_games_and_those_of_the_channel_by_game_names_and_code(evening: Any) -> None:
    first = await _finished(evening, "ana", "ben")
    alone = await _finished(evening, "ben", channel="general")
    ben, chloe = map(evening.person, ("ben", "chloe"))
    codes = [code_of(alone.now), code_of(first.now)]
    offered = await _offered(ben)
    assert not any(code in line for code in codes for line in offered)
    assert "points" in offered[0], "the latest first: Ben alone"
    assert offered[1].startswith("Yum original · ")
    assert {part[3:] for part in offered[1].split(" · ")[2].split(", ")} == {"Ana", "Ben"}
    assert await _offered(ben, "ANA") == [offered[1]]
    assert await _offered(ben, codes[0]) == [offered[0]]
    assert await _offered(ben, "yamslam") == []
    assert len(await _offered(chloe)) == 1, "that of this channel"
    assert len(await _offered(chloe, player=ben)) == 2, "those of Ben"
    opened = await chloe.command("games", game=codes[1].upper())
    assert "Revoir" in str(opened.message["components"])


async def test_what_is_typed_and_not_chosen_opens_the_game_that_is_meant_or_says_to_choose(evening: Any) -> None:
    await _finished(evening, "ana", "ben")
    await _finished(evening, "ben", channel="general")
    ana, ben = evening.person("ana"), evening.person("ben")
    (line,) = await _offered(ana)
    for typed in (line, " ANA ", "yum original · "):
        assert PrivateMessage(ana, await ana.command("games", game=typed)).asks("replay"), typed
    for typed in ("yum original · ", "nothing", "☃"):  # The first may mean either.
        assert (await ben.command("games", game=typed)).text == refusal(ben, NotOffered("game"))
    for typed in ("Yum original", SHEET):
        listed = PrivateMessage(ben, await ben.command("games", game=typed))
        assert len([do for do in listed.does if do.startswith("played")]) == 2, typed
    assert "Yamslam" in (await ana.command("games", game="yamslam")).text, "a word may look like a code"


@pytest.mark.parametrize("why", ["too quick", "closing"])
async def test_who_gets_no_choices_reads_of_no_fault(evening: Any, why: str) -> None:
    """Discord takes no words for an answer while somebody types."""
    evening.standin.world.interactions.answer_limit = 0.5
    if why == "closing":
        evening.client.arrivals.closing = True
    else:
        evening.client.arrivals.limit.allows = lambda _: False
    offered = await evening.person("ana").complete("games", "game", "yum")
    assert (offered.failed, offered.choices, offered.callback) == (True, [], 0)


async def test_many_games_are_offered_as_far_as_discord_takes_them(evening: Any, hands: Any) -> None:
    play = await _finished(evening, "ana", "ben")
    row = hands["rows"](evening.file, "SELECT * FROM results")[0]
    names = [one[1] for one in hands["rows"](evening.file, "PRAGMA table_info(results)")]
    for number in range(1, 40):
        values = dict(zip(names, row, strict=True)) | {"table_id": number, "number": 10**6 + number}
        marks = ", ".join("?" * len(names))
        hands["write"](evening.file, f"INSERT INTO results VALUES ({marks})", *values.values())  # noqa: S608
    who = next(one for one in play.people.values() if int(one.id) == dict(zip(names, row, strict=True))["user_id"])
    assert len(await _offered(who)) == 25


async def test_a_game_of_real_dice_has_nothing_to_verify(evening: Any) -> None:
    play = await evening.game("ana", "ben", sheet=SHEET, dice="real")
    await evening.end_table(evening.person("ana"))
    await evening.settle()
    ben = evening.person("ben")
    panel = PrivateMessage(ben, await ben.command("games", game=code_of(play.now)))
    assert not panel.asks("verify")
    assert "**Verify**" not in panel.text
    assert "**Game file** has every throw and every move, to keep." in panel.text
    assert panel.asks("record")


# -- in menus --------------------------------------------------------------------------------------------------------

REVIEW, STATISTICS = "Review this game", "Statistics"


@pytest.mark.parametrize(("who", "why"), [("ben", errors.NoReview()), ("chloe", errors.OnlyPlayers())])
async def test_the_menu_of_a_result_reviews_its_game(evening: Any, who: str, why: Exception) -> None:
    async def nobody(*_game: Any, **_how: Any) -> None:
        raise NobodyKnows

    evening.client.services.tables.thinker.review = nobody
    play = await _finished(evening, "ana", "ben")
    person = evening.person(who)
    said = await person.apps(REVIEW, play.board)
    assert said.ephemeral
    assert said.text == refusal(person, why), "it asks for the review of this game"
    await play.do("rematch", evening.person("ana"))
    await evening.settle()
    assert (await person.apps(REVIEW, play.board)).text == refusal(person, why), "also after a rematch"


async def test_the_menu_of_any_other_message_says_what_it_is_for(evening: Any, hands: Any) -> None:
    ana, david = evening.person("ana"), evening.person("david")
    play = await evening.game("ana", "ben", sheet=SHEET)
    assert (await ana.apps(REVIEW, play.board)).text == refusal(ana, errors.StillPlayed())
    sentence = "I review games: choose this on the last board of one."
    assert (await ana.apps(REVIEW, ana.say("Was that a game?"))).text == sentence
    assert (await ana.apps(REVIEW, await ana.command("stats"))).text == sentence
    assert "J’analyse des parties" in (await david.apps(REVIEW, ana.say("Bravo!"))).text


async def test_buttons_of_ours_on_the_message_of_another_are_no_result(evening: Any, hands: Any) -> None:
    play = await _finished(evening, "ana", "ben")
    ana, world = evening.person("ana"), evening.standin.world
    copied = ana.say("look at my result")
    message = play.now | {"id": copied["id"], "author": copied["author"]}
    review = next(one for one in world.commands.values() if one["name"] == REVIEW)
    data = {"id": review["id"], "name": REVIEW, "type": 3, "target_id": copied["id"]}
    said: list[Any] = []
    begin(
        world,
        COMMAND,
        ana.member,
        world.find_channel("dice"),
        data | {"resolved": {"messages": {copied["id"]: message}}},
        on_settled=said.append,
    )
    await hands["until"](lambda: said)
    assert said[0].response.data["content"] == "I review games: choose this on the last board of one."


async def test_the_menu_of_a_person_shows_their_statistics(evening: Any) -> None:
    await _finished(evening, "ana", "ben")
    ana, chloe = evening.person("ana"), evening.person("chloe")
    theirs = await chloe.apps(STATISTICS, ana, channel="general")
    assert theirs.ephemeral
    command = await chloe.command("stats", player=ana)
    assert theirs.message["embeds"] == command.message["embeds"]
    shown = "Partager"
    assert shown in str(theirs.message["components"])
    skill = await chloe.press(theirs, "Chance et habileté")
    assert shown not in str(skill.message["components"]), "the decisions of another are theirs to show"


async def test_menus_answer_in_a_private_conversation_too(evening: Any, hands: Any) -> None:
    world, ana = evening.standin.world, evening.person("ana")
    entry = next(one for one in world.commands.values() if one["name"] == STATISTICS)
    user = {"id": ana.id, "username": "ana", "discriminator": "0", "avatar": None, "global_name": "Ana"}
    data = {
        "id": entry["id"],
        "name": STATISTICS,
        "type": 2,
        "target_id": ana.id,
        "resolved": {"users": {ana.id: user}},
    }
    said: list[Any] = []
    begin(world, COMMAND, ana.member, world.direct(ana.member), data, on_settled=said.append, forged=True)
    await hands["until"](lambda: said)
    assert said[0].response.data["embeds"][0]["title"] == "Statistics"
