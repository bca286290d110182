"""Where a server has not chosen text, a board has one picture a turn; who wants words has them."""

from __future__ import annotations

import asyncio
import re
import threading
from collections import Counter
from typing import Any
from unittest.mock import Mock

import pytest

from bot.games.yum import board
from bot.pictures import renderer
from bot.tables.model.choices import GuildChoices
from bot.ui.delivery import pictures
from bot.ui.discord.requests import EditAdapter
from tests.e2e.delivery.boards import without_pictures
from tests.e2e.playing import PrivateMessage

CALLBACK = ("POST", "/interactions/{webhook_id}/{webhook_token}/callback")


def picture(message: Any) -> Any:
    """The picture above the board; there is never another one beside it."""
    assert message["attachments"] == []
    above, below = message["embeds"]
    assert (above["color"], below.get("image")) == (below["color"], None)
    assert "```" not in below["description"]
    return above["image"]


def is_text(message: Any) -> bool:
    """Whether the board says everything in words, with no picture left beside it."""
    return len(message["embeds"]) == 1 and message["attachments"] == [] and "```" in message["embeds"][0]["description"]


async def opened(evening: Any, *players: str, **options: Any) -> Any:
    """A game of Yum Plus where sheets are drawn, without calls, so that each press is one request."""
    settings = evening.client.services.settings
    await settings.choose(int(evening.standin.world.guild.id), calls=False, sheets="drawn")
    play = await evening.game(*players, **options)
    await evening.settle()
    return play


@pytest.mark.usefixtures("unhurried")
async def test_a_turn_sends_one_picture_with_the_press_that_ends_it(
    evening: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = await opened(evening, "ana", "ben")
    first = picture(play.now)
    assert sorted(first["description"].split(", ")) == ["Ana 0", "Ben 0"]
    drawn: list[Any] = []
    short: list[Any] = []
    draw, edit = evening.client.renderer.picture, EditAdapter.edit

    async def counted(shown: Any) -> Any:
        drawn.append(shown)
        return await draw(shown)

    async def noted(adapter: EditAdapter, interaction: Any, message: Any) -> None:
        short.append(message)
        await edit(adapter, interaction, message)

    monkeypatch.setattr(evening.client.renderer, "picture", counted)
    monkeypatch.setattr(EditAdapter, "edit", noted)
    before = Counter(evening.standin.world.calls)
    await play.throw()
    await play.hold(1)
    await play.hold(2)
    await play.throw()
    assert picture(play.now) == first
    assert drawn == []
    assert len(short) == 4, "Presses go the short way."
    who = play.turn
    await play.mark()
    await evening.settle()
    assert Counter(evening.standin.world.calls) - before == {CALLBACK: 5}
    assert (len(drawn), len(short)) == (1, 5), "The new picture goes the short way too."
    second = picture(play.now)
    assert second["url"] != first["url"]
    assert f"; {who.member.name}: " in second["description"]
    await play.do("undo", who)
    assert picture(play.now)["description"] == first["description"]


async def test_a_board_that_is_drawn_again_or_posted_again_has_its_picture(evening: Any) -> None:
    play = await opened(evening, "ana", "ben")
    await play.throw()
    await play.mark()
    said = picture(play.now)["description"]
    table = await evening.table(play)
    await evening.client.presenter.refresh(table)
    assert picture(play.now)["description"] == said
    new = await evening.client.presenter.repost(table)
    assert picture(evening.standin.world.messages[str(new.message)].data)["description"] == said


@pytest.mark.usefixtures("unhurried")
async def test_a_picture_that_comes_too_late_comes_with_the_next_throw_that_finds_it_drawn(
    evening: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = await opened(evening, "ana", "ben")
    draw, released, asked = renderer.draw, threading.Event(), list[Any]()

    def late(shown: Any) -> bytes:
        asked.append(shown)
        released.wait(60)
        return draw(shown)

    await play.throw()
    monkeypatch.setattr(renderer, "draw", late)
    with monkeypatch.context() as hurried:
        hurried.setattr(pictures, "SHEET_SECONDS", 0.02)
        await play.mark()
    assert is_text(play.now)
    boards, before = Mock(wraps=board.what_line), Counter(evening.standin.world.calls)
    with monkeypatch.context() as counted:
        counted.setattr(board, "what_line", boards)
        await play.throw()
        await play.hold(1)
    assert boards.call_count == 2, "A board in words is not drawn twice, once for a picture that does not come."
    assert is_text(play.now), "This throw came before the picture was drawn."
    released.set()
    await evening.client.renderer.picture(asked[-1])
    await play.hold(2)
    assert is_text(play.now), "Nothing changes under a finger, although the picture is there by now."
    await play.throw()
    shown = picture(play.now)
    await play.hold(1)
    await play.throw()
    assert picture(play.now) == shown, "It stays for the rest of the turn."
    assert Counter(evening.standin.world.calls) - before == {CALLBACK: 6}, "The answers to the presses, and no more."
    await play.mark()
    assert picture(play.now)["url"] != shown["url"]


async def test_the_first_board_of_a_game_waits_for_its_picture(evening: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes the place of a lobby, so nobody is in the middle of a turn; all later boards are there at once."""
    draw = evening.client.renderer.picture

    async def slow(shown: Any) -> Any:
        await asyncio.sleep(0.1)
        return await draw(shown)

    monkeypatch.setattr(evening.client.renderer, "picture", slow)
    monkeypatch.setattr(pictures, "SHEET_SECONDS", 0.02)
    play = await opened(evening, "ana", "ben", sheet="triple_yum")
    assert picture(play.now)
    await play.throw()
    assert picture(play.now)
    await play.mark()
    assert is_text(play.now)


def test_boards_are_drawn_where_a_server_has_chosen_nothing() -> None:
    assert GuildChoices.__dataclass_fields__["sheets"].default == "drawn"


async def test_a_server_may_choose_text_and_pictures_again_in_the_middle_of_a_turn(evening: Any) -> None:
    play = await evening.game("ana", "ben")
    guild, settings = int(evening.standin.world.guild.id), evening.client.services.settings
    assert is_text(play.now)
    await settings.choose(guild, sheets="drawn")
    await play.throw()
    assert picture(play.now)
    await settings.choose(guild, sheets="text")
    await play.hold(1)
    assert is_text(play.now)


@pytest.mark.sample(2)
@pytest.mark.parametrize("reason", ["no pictures", "not allowed", "cannot be drawn", "in words"])
async def test_a_board_without_its_picture_is_the_text(
    evening: Any, hands: Any, monkeypatch: pytest.MonkeyPatch, reason: str
) -> None:
    evening.may_complain = reason == "cannot be drawn"
    play = await opened(evening, "ana", "ben")
    assert picture(play.now)
    await without_pictures(evening, hands, monkeypatch, reason)
    await play.throw()
    await play.mark()
    assert is_text(play.now)


async def test_a_picture_stays_until_there_is_another_one_to_draw_where_none_is_allowed_any_more(
    evening: Any, hands: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = await opened(evening, "ana", "ben")
    first = picture(play.now)
    await without_pictures(evening, hands, monkeypatch, "not allowed")
    await play.throw()
    assert picture(play.now) == first
    await play.mark()
    assert is_text(play.now)


async def test_private_boards_have_pictures_too(evening: Any) -> None:
    play = await opened(evening, "ana", "ben", pace="parallel")
    ana = evening.person("ana")
    board = PrivateMessage(ana, await ana.press(play.board, custom_id=play.does["mine"]))
    first = picture(board.now)
    await board.do("roll")
    assert picture(board.now) == first
    await board.do("mark")
    assert picture(board.now)["url"] != first["url"]


async def test_a_replay_shows_the_pictures_of_the_game(evening: Any) -> None:
    play = await opened(evening, "ana", "ben")
    ana, first = evening.person("ana"), picture(play.now)
    await play.throw()
    await play.mark()
    written = picture(play.now)
    await play.throw()
    await evening.settle()
    await evening.end_table(ana)
    watching = PrivateMessage(ana, await play.beside("replay", ana))
    assert picture(watching.now)["description"] == first["description"]
    await watching.do(next(do for do in watching.does if do.endswith(" turn_on")))
    assert picture(watching.now)["description"] == written["description"]


async def test_with_computers_each_board_of_a_turn_has_its_picture(evening: Any) -> None:
    play = await opened(evening, "ana", computers=1)
    await play.throw()
    await play.mark()
    await evening.settle()
    shown = picture(play.now)
    assert "Ana" in shown["description"]


@pytest.mark.parametrize(("command", "ends"), [("yamslam start", ("pass", "take")), ("421 start", ("stand",))])
async def test_racks_and_pots_are_drawn_once_a_turn_too(evening: Any, command: str, ends: tuple[str, ...]) -> None:
    play = await opened(evening, "ana", "ben", command=command)
    first = picture(play.now)
    await play.throw()
    assert picture(play.now) == first
    await play.do(next(do for do in play.does if do.startswith(ends)))
    second = picture(play.now)
    assert second["url"] != first["url"]
    assert "Ana" in second["description"]
    await evening.client.services.settings.choose(int(evening.standin.world.guild.id), sheets="text")
    await play.throw()
    assert len(play.now["embeds"]) == 1


@pytest.mark.parametrize("status", [429, 500])
@pytest.mark.usefixtures("unhurried")
async def test_a_picture_that_discord_did_not_take_at_once_comes_whole(
    evening: Any, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    play = await opened(evening, "ana", "ben")
    drawn: list[bytes] = []
    draw, sleep = evening.client.renderer.picture, asyncio.sleep

    async def noted(shown: Any) -> bytes:
        drawn.append(await draw(shown))
        return drawn[-1]

    async def shorter(seconds: float, *result: Any) -> Any:
        return await sleep(min(seconds, 0.05), *result)

    monkeypatch.setattr(evening.client.renderer, "picture", noted)
    monkeypatch.setattr("discord.webhook.async_.asyncio.sleep", shorter)  # It waits a second where Discord is broken.
    await play.throw()
    evening.standin.world.faults.fail(*CALLBACK, status=status, retry_after=0.05)
    before = Counter(evening.standin.world.calls)
    await play.mark()
    await evening.settle()
    assert Counter(evening.standin.world.calls) - before == {CALLBACK: 2}
    number = re.search(r"/attachments/\d+/(\d+)/", picture(play.now)["url"])
    assert number is not None
    assert evening.standin.world.blobs[number[1]].data == drawn[-1]
