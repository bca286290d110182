"""The picture of a finished game: it comes after the result, has words for a description, and stays."""

from __future__ import annotations

import asyncio
import dataclasses
import re
from collections import Counter
from typing import Any

import pytest

from bot.standin.world import permissions as may
from tests.e2e.playing import open_panel

CALLBACK = ("POST", "/interactions/{webhook_id}/{webhook_token}/callback")
FINISH = ("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/@original")
MEMBER = ("GET", "/guilds/{guild_id}/members/{user_id}")


def picture(message: Any) -> Any:
    """The picture inside the frame of a message; there is never another one beside it."""
    assert message["attachments"] == []
    return message["embeds"][0].get("image")


async def nearly(evening: Any, *players: str, sheet: str = "yum_original", boxes: int = 12) -> Any:
    """A short game of one sheet each, but for its last box."""
    play = await evening.game(*players, sheet=sheet, seats=len(players))
    for _ in range(boxes * len(players) - 1):
        await play.throw()
        await play.mark()
    await play.throw()
    await evening.settle()
    return play


@pytest.mark.usefixtures("unhurried")
async def test_a_result_has_its_picture_and_keeps_it(evening: Any, hands: Any) -> None:
    play = await nearly(evening, "ana", "ben")
    ana, ben = evening.person("ana"), evening.person("ben")
    before = Counter(evening.standin.world.calls)
    outcome = await play.mark()
    assert outcome.updated
    assert Counter(evening.standin.world.calls) - before == {CALLBACK: 1}
    assert "final result" in play.now["embeds"][-1]["description"]
    told = hands["described"](play.now)
    await evening.settle()
    assert Counter(evening.standin.world.calls) - before == {CALLBACK: 1, FINISH: 1}
    shown = picture(play.now)
    assert (shown["width"], shown["url"].rpartition("/")[2].partition("?")[0]) == (1200, "result.png")
    assert shown["description"].startswith("Final result of Yum original: 1. ")
    assert "Ana" in shown["description"]
    assert "Ben" in shown["description"]
    finished = hands["described"](play.now)
    later = ("best so far", "a trophy for")  # both come with the picture: nobody waits for them
    assert [line for line in finished.split("\n") if not any(one in line for one in later)] == told.split("\n")
    assert set(play.does) == {"rematch", "review", "more"}

    assert (await play.do("rematch", ben)).updated
    await evening.settle()
    assert "rematch" not in play.does
    assert picture(play.now) == shown
    assert hands["described"](play.now) == finished
    assert "start" in hands["does"](ana.messages()[-1])


async def test_each_game_of_a_match_has_its_picture_above_the_board(evening: Any, hands: Any) -> None:
    play = await evening.game("ana", "ben", sheet="yum_original", seats=2, games=2)
    ana = evening.person("ana")
    for _ in range(12 * 2 - 1):
        await play.throw()
        await play.mark()
    assert len(ana.messages()) == 1
    await play.throw()
    await play.mark()
    await evening.settle()
    card, board = ana.messages()
    (shown,) = card["attachments"]
    assert shown["description"].startswith("Final result of Yum original · Game 1: 1. ")
    assert card["content"].startswith("**Game 1 ")
    assert not card["mentions"]
    points = [int(found) for found in re.findall(r"(\d+) points?", shown["description"])]
    assert points == sorted(points, reverse=True)
    assert sorted(points) == sorted((await evening.table(play)).game.scores((await evening.table(play)).state))
    assert play.now["id"] == board["id"]
    for _ in range(12 * 2):
        await play.throw()
        await play.mark()
    await evening.settle()
    assert [one["id"] for one in ana.messages()] == [card["id"], play.now["id"]], "the last game has the result"


async def test_between_two_games_without_pictures_the_board_comes_down_too(evening: Any) -> None:
    await evening.client.services.settings.choose(int(evening.standin.world.guild.id), pictures=False)
    play = await evening.game("ana", "ben", sheet="yum_original", seats=2, games=2)
    for _ in range(12 * 2 - 1):
        await play.throw()
        await play.mark()
    await play.throw()
    evening.person("chloe").say("Who leads?")
    await play.mark()
    await evening.settle()
    table = await evening.table(play)
    assert evening.person("ana").messages()[-1]["id"] == str(table.message)


async def test_a_board_that_is_drawn_again_has_its_picture_again(evening: Any, hands: Any) -> None:
    play = await nearly(evening, "ana")
    await play.mark()
    await evening.settle()
    first, table = picture(play.now), await evening.table(play)
    await evening.client.presenter.refresh(table)
    assert picture(play.now) is None
    await evening.settle()
    again = picture(play.now)
    assert again["url"] != first["url"]
    assert again["description"] == first["description"]

    new = await evening.client.presenter.repost(table)
    await evening.settle()
    assert picture(evening.standin.world.messages[str(new.message)].data)["description"] == first["description"]


async def test_an_old_press_on_the_result_harms_no_picture(evening: Any, hands: Any) -> None:
    play = await nearly(evening, "ana", "ben")
    last = next(custom_id for do, custom_id in play.does.items() if do.startswith("mark"))
    who = play.turn
    await asyncio.gather(play.mark(), hands["forge"](play.waiting, play.board, last, "mark ones"))
    await hands["forge"](who, play.board, last, "mark ones")
    await evening.settle()
    assert "final result" in play.now["embeds"][-1]["description"]
    assert picture(play.now) is not None


async def test_everybody_at_once(evening: Any, hands: Any) -> None:
    play = await evening.game("ana", "ben", sheet="yum_original", pace="parallel", seats=2)
    for key in ("ana", "ben"):
        who = evening.person(key)
        own = (await who.press(play.board, custom_id=play.does["mine"])).message
        while any(do.startswith("roll") for do in hands["does"](who.message(own["id"]))):
            for beginning in ("roll", "mark"):
                shown = hands["does"](who.message(own["id"]))
                what, custom_id = next((do, id) for do, id in shown.items() if do.startswith(beginning))
                if custom_id.endswith(f":{what}"):
                    await who.press(own["id"], custom_id=custom_id)
                else:
                    await who.select(own["id"], what, custom_id=custom_id)
        assert picture(who.message(own["id"])) is None
        await evening.settle()
    assert "final result" in play.now["embeds"][-1]["description"]
    assert "Ana" in picture(play.now)["description"]


async def test_french_boards_have_french_pictures(evening: Any, hands: Any) -> None:
    await evening.client.services.settings.choose(int(evening.standin.world.guild.id), language="fr")
    play = await nearly(evening, "ana", sheet="yum_classic", boxes=13)
    await play.mark()
    await evening.settle()
    assert "Yum classique" in picture(play.now)["description"]


@pytest.mark.sample(2)
@pytest.mark.parametrize("reason", ["switched off", "not allowed", "cannot be drawn", "refused"])
@pytest.mark.usefixtures("unhurried")
async def test_without_a_picture_nothing_else_changes(
    evening: Any, hands: Any, monkeypatch: pytest.MonkeyPatch, reason: str
) -> None:
    world, client = evening.standin.world, evening.client
    evening.may_complain = reason == "cannot be drawn"
    play = await nearly(evening, "ana")
    if reason == "switched off":
        await client.services.settings.choose(int(world.guild.id), pictures=False)
    elif reason == "not allowed":
        world.override("dice", world.bot, deny=may.ATTACH_FILES)
        channel = client.get_channel(int(world.find_channel("dice").id))
        await hands["until"](lambda: not channel.permissions_for(channel.guild.me).attach_files)
    elif reason == "refused":
        world.faults.fail(*FINISH, status=403, code=50013)
    else:

        async def fails(_: Any) -> bytes:
            raise MemoryError

        monkeypatch.setattr(client.renderer, "picture", fails)
    before = Counter(world.calls)
    await play.mark()
    await evening.settle()
    assert picture(play.now) is None
    assert Counter(world.calls) - before == {CALLBACK: 1, FINISH: 1}
    assert "rematch" in play.does
    assert (await play.do("rematch", evening.person("ana"))).updated


async def test_a_game_ended_early_has_none(evening: Any) -> None:
    play = await nearly(evening, "ana")
    await evening.end_table(evening.person("ana"))
    await evening.settle()
    assert "ended early" in play.now["content"]
    assert picture(play.now) is None


async def test_stopped_before_the_picture(quiet_evening: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = quiet_evening
    async with evening.running() as client:
        play = await nearly(evening, "ana")
        begun = asyncio.Event()

        async def never(*_: Any) -> list[str]:
            begun.set()
            await asyncio.Event().wait()
            return ["Ana"]

        monkeypatch.setattr(client.names, "of", never)
        await play.mark()
        await begun.wait()
    assert "final result" in play.now["embeds"][-1]["description"]
    assert picture(play.now) is None
    async with evening.running():
        assert (await play.do("rematch", evening.person("ana"))).updated
        await evening.settle()


async def test_names_after_a_restart_and_of_whoever_was_erased(quiet_evening: Any, hands: Any) -> None:
    evening = quiet_evening
    async with evening.running():
        play = await nearly(evening, "ana", "ben", "chloe")
    async with evening.running() as client:
        await play.mark()
        before = Counter(evening.standin.world.calls)
        await evening.settle()
        said = picture(play.now)["description"]
        assert all(name in said for name in ("Ana", "Ben", "Chloé"))
        assert (Counter(evening.standin.world.calls) - before)[MEMBER] == 2
        table = await evening.table(play)
        erased = dataclasses.replace(table, players=(-5, *table.players[1:]))
        card = await client.presenter._results._cards.of(client.presenter.renderer.context("en"), erased)
        assert card is not None
        assert "Player 1" in card.alt


async def test_no_name_outlives_its_person_in_memory(evening: Any) -> None:
    play = await nearly(evening, "ana", "ben")
    await play.mark()
    await evening.settle()
    ana, names = evening.person("ana"), evening.client.names
    guild = int(evening.standin.world.guild.id)
    assert names.get((guild, int(ana.id))) == "Ana"
    panel = await open_panel(ana, "privacy")
    asked = await ana.press(panel, custom_id_contains="privacy ask")
    await ana.press(asked, custom_id_contains="privacy erase")
    await evening.settle()
    assert names.get((guild, int(ana.id))) is None
    assert evening.client.renderer._pictures == {}


async def test_a_picture_that_says_the_places_comes_above_the_words_and_takes_the_ranking_out(
    evening: Any, hands: Any
) -> None:
    await evening.client.services.settings.choose(int(evening.standin.world.guild.id), sheets="drawn")
    play = await nearly(evening, "ana", "ben")
    await play.mark()
    told = hands["described"](play.now)
    assert "🥇 " in told, "the answer waits for no picture, so it ranks in words"
    await evening.settle()
    shown = picture(play.now)
    assert "1. " in shown["description"]
    assert [bool(embed.get("description")) for embed in play.now["embeds"]] == [False, True]
    finished = hands["described"](play.now).split("\n")
    stay = [line for line in told.split("\n") if " · <@" not in line]
    assert finished[: len(stay)] == stay, "what comes late stands below"
    assert not [line for line in finished if line.startswith(("🥇", "🥈"))]
