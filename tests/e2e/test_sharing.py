"""What somebody shares says who did, opens a game for others, and goes away again when they want it."""

from __future__ import annotations

from typing import Any

import pytest

from bot.standin.world import permissions as may
from bot.tables.model import errors
from tests.e2e.playing import PrivateMessage, does, forge, open_panel, refusal, words

TAKEN_BACK = "What stood here has been taken back."


async def a_game(evening: Any) -> None:
    play = await evening.game("ana", "ben", sheet="yum_original")
    while any(do.startswith(("roll", "mark")) for do in play.does):
        await play.throw()
        await play.mark()
    await evening.settle()


async def statistics(who: Any) -> Any:
    panel = PrivateMessage(who, await who.command("stats", game="yum_original"))
    return await who.press(panel.id, custom_id=next(id for do, id in panel.does.items() if do.endswith(" show")))


async def leaderboard(who: Any) -> Any:
    panel = PrivateMessage(who, await who.command("leaderboard", game="yum_original"))
    return await who.press(panel.id, custom_id=next(id for do, id in panel.does.items() if do.endswith(" share")))


async def test_a_month_and_a_day_that_is_over_are_shared_as_nobody_in_particular_sees_them(evening: Any) -> None:
    ana, ben = evening.person("ana"), evening.person("ben")
    board = PrivateMessage(ana, await ana.command("daily"))
    await board.do("daily play")
    await board.finish()
    today = PrivateMessage(ana, await board.do("daily board"))
    assert not any(do.endswith(" share") for do in today.does), "others still throw these dice"
    evening.standin.world.advance(86_400)
    page = PrivateMessage(ben, await ben.command("daily"))
    for way in ("daily month", "daily board"):
        opened = PrivateMessage(ben, await page.do(way))
        posted = await opened.do(next(do for do in opened.does if do.startswith(way) and do.endswith(" share")))
        assert not posted.ephemeral
        assert f"Shared by <@{ben.id}>" in posted.text
        assert f"<@{ana.id}>" in posted.text
        assert set(does(posted.message)) == {"daily show", f"unshare {ben.id}"}


async def season(who: Any) -> Any:
    panel = PrivateMessage(who, await open_panel(who, "season"))
    return await who.press(panel.id, custom_id=panel.does["season share 1"])


async def champions(who: Any) -> Any:
    panel = PrivateMessage(who, await open_panel(who, "season"))
    await panel.do("season champions")
    return await who.press(panel.id, custom_id=panel.does["season champions 0 share"])


@pytest.mark.parametrize("share", [season, champions], ids=lambda share: share.__name__)
async def test_a_season_and_its_champions_are_shared_and_taken_back(evening: Any, share: Any) -> None:
    await a_game(evening)
    ana, ben, guild = evening.person("ana"), evening.person("ben"), int(evening.standin.world.guild.id)
    if share is champions:
        running = await evening.client.services.seasons.running(guild)
        await evening.client.services.seasons.end(running, evening.now() + 1)
        await evening.client.final_tables.post_all()
    await evening.client.services.preferences.choose(int(ana.id), named=False)
    outcome = await share(ben)
    assert not outcome.ephemeral
    posted = outcome.message
    assert f"Shared by <@{ben.id}>" in words(posted)
    assert "season 1" in words(posted).lower()
    assert f"<@{ana.id}>" not in words(posted), "she does not want to be named"
    here = does(posted)
    assert set(here) == {"play", f"unshare {ben.id}"}
    assert (await ana.press(posted["id"], custom_id=here["play"])).state == "answered"
    chloe = evening.person("chloe")
    said = await chloe.press(posted["id"], custom_id=here[f"unshare {ben.id}"])
    assert said.text == refusal(chloe, errors.NotShared())
    assert (await ben.press(posted["id"], custom_id=here[f"unshare {ben.id}"])).updated
    assert words(ben.message(posted["id"])).strip() == TAKEN_BACK


@pytest.mark.parametrize("share", [statistics, leaderboard], ids=lambda share: share.__name__)
async def test_others_play_from_what_is_shared_and_only_its_person_takes_it_back(evening: Any, share: Any) -> None:
    await a_game(evening)
    ana, ben = evening.person("ana"), evening.person("ben")
    outcome = await share(ana)
    assert not outcome.ephemeral
    posted = outcome.message
    assert f"<@{ana.id}>" in words(posted)
    assert "Yum original" in words(posted)
    here = does(posted)
    assert set(here) == {"open yum_original", f"unshare {ana.id}"}
    back = here[f"unshare {ana.id}"]
    said = await ben.press(posted["id"], custom_id=back)
    assert said.text == refusal(ben, errors.NotShared())
    assert (await ben.press(posted["id"], custom_id=here["open yum_original"])).state == "answered"
    gone = await ana.press(posted["id"], custom_id=back)
    assert gone.updated
    left = ben.message(posted["id"])
    assert words(left).strip() == TAKEN_BACK, "it names nobody"
    assert not does(left)
    assert not left["attachments"]


@pytest.mark.parametrize("share", [statistics, leaderboard, season], ids=lambda share: share.__name__)
async def test_nobody_shares_where_they_may_not_write_or_games_do_not_belong(evening: Any, share: Any) -> None:
    await a_game(evening)
    world, ben = evening.standin.world, evening.person("ben")
    world.override("dice", ben.member, deny=may.SEND_MESSAGES)
    said = await share(ben)
    assert (said.ephemeral, said.text) == (True, refusal(ben, errors.MayNotWriteHere()))
    world.override("dice", ben.member)
    general = int(world.find_channel("general").id)
    await evening.client.services.settings.choose(int(world.guild.id), channels=(general,))
    said = await share(ben)
    assert (said.ephemeral, said.text) == (True, refusal(ben, errors.NotHere((general,))))
    await evening.client.services.settings.choose(int(world.guild.id), channels=())
    assert not (await share(ben)).ephemeral


async def test_nobody_empties_a_message_that_was_not_shared_with_a_made_up_button(evening: Any) -> None:
    play = await evening.game("ana", "ben", sheet="yum_original")
    ben = evening.person("ben")
    before = words(play.now)
    said = await forge(ben, play.board, f"g1:-:0:unshare {ben.id}")
    assert said.text == refusal(ben, errors.NotShared())
    assert words(play.now) == before


async def test_the_board_of_skill_is_not_shared(evening: Any) -> None:
    await a_game(evening)
    ana = evening.person("ana")
    panel = PrivateMessage(ana, await ana.command("leaderboard", game="yum_original"))
    share = next(id for do, id in panel.does.items() if do.endswith(" share"))
    said = await forge(ana, panel.id, share.replace(" wins ", " skill "))
    assert said.ephemeral
    assert said.text == refusal(ana, errors.DecisionsOfAnother())


@pytest.mark.parametrize("who", ["chloe", "ana"], ids=["of whom they are", "a manager"])
async def test_what_somebody_shares_of_another_person_goes_when_that_person_or_a_manager_wants_it(
    evening: Any, who: str
) -> None:
    play = await evening.game("chloe", "ben", sheet="yum_original")
    while any(do.startswith(("roll", "mark")) for do in play.does):
        await play.throw()
        await play.mark()
    await evening.settle()
    ben, chloe, david = (evening.person(key) for key in ("ben", "chloe", "david"))
    panel = PrivateMessage(ben, await ben.command("stats", player=chloe.id))
    shown = await ben.press(panel.id, custom_id=next(id for do, id in panel.does.items() if do.endswith(" show")))
    posted = shown.message
    assert chloe.mention in words(posted)
    back = does(posted)[f"unshare {ben.id} {chloe.id}"]
    assert (await david.press(posted["id"], custom_id=back)).text == refusal(david, errors.NotShared())
    assert (await evening.person(who).press(posted["id"], custom_id=back)).updated
    assert words(ben.message(posted["id"])).strip() == TAKEN_BACK


async def test_nobody_shows_everybody_the_numbers_of_a_player_who_wants_to_be_in_no_list(evening: Any) -> None:
    await a_game(evening)
    ana, ben = evening.person("ana"), evening.person("ben")
    panel = PrivateMessage(ben, await ben.command("stats", player=ana.id))
    show = next(id for do, id in panel.does.items() if do.endswith(" show"))
    await evening.client.services.preferences.choose(int(ana.id), listed=False)
    said = await ben.press(panel.id, custom_id=show)
    assert said.ephemeral
    assert said.text == refusal(ben, errors.NotNamed())
    panel = PrivateMessage(ben, await ben.command("stats", player=ana.id))
    assert not [do for do in panel.does if do.endswith(" show")], "it offers nothing that it refuses"
    own = PrivateMessage(ana, await ana.command("stats"))
    said = await ana.press(own.id, custom_id=next(id for do, id in own.does.items() if do.endswith(" show")))
    assert not said.ephemeral


async def test_whom_somebody_has_met_is_named_to_others_only_if_that_person_wants_it(evening: Any) -> None:
    await a_game(evening)
    ana, ben, chloe = (evening.person(key) for key in ("ana", "ben", "chloe"))

    async def seen(who: Any) -> str:
        panel = PrivateMessage(who, await who.command("stats", player=ana.id))
        await panel.do(f"stats {ana.id} * * rivals")
        return panel.text

    async def shared() -> str:
        panel = PrivateMessage(ana, await ana.command("stats"))
        await panel.do(f"stats {ana.id} * * rivals")
        said = await ana.press(panel.id, custom_id=next(id for do, id in panel.does.items() if do.endswith(" show")))
        assert not said.ephemeral
        return words(said.message)

    assert ben.mention in await shared()
    choose = evening.client.services.preferences.choose
    await choose(int(ben.id), named=False)
    assert ben.mention not in (said := await shared())
    assert "Somebody · 1 game" in said
    assert ben.mention not in await seen(chloe)
    assert ben.mention in await seen(ana), "she has met him herself"
    await choose(int(ben.id), named=True, listed=False)
    assert ben.mention not in await shared() + await seen(chloe)
    assert ben.mention in await seen(ana), "she has met him herself"
