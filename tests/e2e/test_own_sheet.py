"""**My sheet** in a game in turns: what its player has written, kept true by the token of their press."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bot.tables.model import errors
from bot.ui.delivery import renderer
from bot.ui.discord.reply import TOKEN_SECONDS
from tests.e2e.playing import PrivateMessage, does, forge, refusal

PRESS = ("POST", "/interactions/{webhook_id}/{webhook_token}/callback")
BY_TOKEN = ("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/@original")


@pytest.fixture
async def three(evening: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A game of Yum Plus of Ana, Ben and Chloe, without calls, so that every request has to do with a sheet."""
    monkeypatch.setattr(renderer, "_KEPT_AFTER", 0)
    await evening.client.services.settings.choose(int(evening.standin.world.guild.id), calls=False)
    return await evening.game("ana", "ben", "chloe")


async def opened(play: Any, who: Any) -> PrivateMessage:
    return PrivateMessage(who, await play.beside("mine", who))


async def turn(evening: Any, play: Any) -> int:
    """A whole turn of the player who is to act; return what they have then."""
    seat = (await evening.table(play)).turn
    await play.throw()
    await play.mark()
    await evening.settle()
    return int((await evening.table(play)).own_totals[seat])


@pytest.mark.usefixtures("unhurried")
async def test_each_sheet_follows_its_own_players_turns_with_one_edit_outside_of_the_press(
    evening: Any, three: Any
) -> None:
    first, second = three.turn, three.waiting
    sheets = {who: await opened(three, who) for who in (first, second)}
    await evening.settle()
    assert all("**0** point" in sheet.text for sheet in sheets.values())
    assert "<t:" in sheets[first].text
    before = Counter(evening.standin.world.calls)
    written = await turn(evening, three)
    assert Counter(evening.standin.world.calls) - before == {PRESS: 2, BY_TOKEN: 1}, "nothing but that sheet changed"
    assert f"**{written}** point" in sheets[first].text
    assert "**0** point" in sheets[second].text
    await three.do("undo", first)
    await evening.settle()
    assert "**0** point" in sheets[first].text


@pytest.mark.usefixtures("unhurried")
async def test_a_sheet_stands_still_once_its_token_is_too_old_and_refresh_goes_on_with_it(
    evening: Any, three: Any, hands: Any
) -> None:
    first = three.turn
    sheet = await opened(three, first)
    await evening.settle()
    evening.standin.world.clock.advance(TOKEN_SECONDS + 1)
    written = await turn(evening, three)
    assert "**0** point" in sheet.text
    await sheet.do("mine")
    assert f"**{written}** point" in sheet.text
    await evening.settle()
    await three.do("undo", first)
    await evening.settle()
    assert "**0** point" in sheet.text


@pytest.mark.usefixtures("unhurried")
async def test_refresh_leaves_the_sheet_that_it_stands_on(evening: Any, three: Any) -> None:
    first = three.turn
    sheet = await opened(three, first)
    for _ in range(2):
        await sheet.do("mine")
        await evening.settle()
        assert first.message(sheet.id) is not None
    written = await turn(evening, three)
    assert f"**{written}** point" in sheet.text, "it follows the game"


@pytest.mark.usefixtures("unhurried")
async def test_where_boards_are_drawn_a_sheet_is_too_and_only_its_owners_turns_draw_it_anew(
    evening: Any, three: Any
) -> None:
    await evening.client.services.settings.choose(int(evening.standin.world.guild.id), sheets="drawn")
    first, second = three.turn, three.waiting
    sheets = {who: await opened(three, who) for who in (first, second)}

    def picture(who: Any) -> Any:
        above, below = sheets[who].now["embeds"]
        assert "```" not in below["description"]
        return above["image"]

    before = {who: picture(who) for who in sheets}
    assert before[first]["description"] == f"{first.member.name} 0"
    written = await turn(evening, three)
    assert picture(first)["description"].startswith(f"{first.member.name} {written}; ")
    assert picture(second) == before[second]
    await turn(evening, three)
    assert picture(second)["url"] != before[second]["url"]


@pytest.mark.usefixtures("unhurried")
async def test_a_second_sheet_takes_the_place_of_the_first_and_strangers_have_none(evening: Any, three: Any) -> None:
    first = three.turn
    old = await opened(three, first)
    new = await opened(three, first)
    await evening.settle()
    assert first.message(old.id) is None
    assert "**0** point" in new.text
    david = evening.person("david")
    more = await forge(david, three.board, three.does["more"])
    assert "mine" not in does(more.message)
    said = await forge(david, more, next(iter(does(more.message).values())).rsplit(":", 1)[0] + ":mine")
    assert refusal(david, errors.NotSeated()) in str(said.message)
