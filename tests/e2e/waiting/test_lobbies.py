"""A lobby nobody starts closes itself after a day, and says so."""

from __future__ import annotations

from typing import Any

import pytest

from bot.locales import words
from tests.e2e.playing import PrivateMessage

MINUTE, HOUR, DAY = 60, 3600, 86_400
SHEET = "yum_classic"


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_a_lobby_nobody_starts_closes_itself_and_says_so(
    evening: Any, hands: Any, around: Any, language: str
) -> None:
    await evening.client.services.settings.choose(evening.client.guilds[0].id, language=language)
    game = around(evening, await evening.lobby("ana", "ben", sheet=SHEET), hands)
    await game.later(HOUR + MINUTE)
    reminder = await game.call()
    await game.later(DAY - 2 * HOUR)
    assert "start" in game.play.does
    await game.later(HOUR)
    said = words(language)("Nobody has started this game for a day, so I have closed the table.")
    assert said in game.text
    assert set(game.play.does) == {"verify"}
    assert [one["id"] for one in game.messages()] == [game.play.board]
    assert reminder["id"] not in game.world.messages
    assert not (await evening.person("ben").command("yum start")).ephemeral


async def test_who_closes_a_lobby_is_not_told_that_nobody_came(evening: Any, hands: Any) -> None:
    play, ana = await evening.lobby("ana", sheet=SHEET), evening.person("ana")
    await PrivateMessage(ana, await play.beside("end", ana)).do("end close")
    await evening.settle()
    assert "before the game began" in hands["described"](play.now)


async def test_a_lobby_in_which_something_happens_stays(evening: Any, hands: Any, around: Any) -> None:
    game = around(evening, await evening.lobby("ana", sheet=SHEET), hands)
    await game.later(DAY - HOUR)
    await game.play.do("join", evening.person("ben"))
    await game.later(DAY - HOUR)
    await game.play.begin()
    await game.later(3 * DAY)
    assert game.play.turn


async def test_a_lobby_closes_though_the_bot_was_away_when_its_day_ended(quiet_evening: Any, hands: Any) -> None:
    evening = quiet_evening
    async with evening.running():
        play = await evening.lobby("ana", "ben", sheet=SHEET)
    evening.standin.world.advance(3 * DAY)
    async with evening.running():
        await evening.client.scheduler.tick()
        await hands["until"](lambda: "closed the table" in hands["described"](play.now))


async def test_a_lobby_whose_message_was_deleted_closes_in_silence(evening: Any, hands: Any, around: Any) -> None:
    game = around(evening, await evening.lobby("ana", sheet=SHEET), hands)
    tables, id = evening.client.services.tables, (await game.table()).id
    evening.person("ana").delete(game.play.board)
    game.world.advance(DAY + MINUTE)
    await evening.client.scheduler.tick()
    await evening.settle()
    assert (await tables.repository.reload(id)).over
    assert evening.person("ana").messages() == []
