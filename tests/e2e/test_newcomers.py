"""Somebody new reads what to do next, until they have finished three games of a family, and is offered the guide."""

from __future__ import annotations

from typing import Any

import pytest

from bot.screens.guide import GUIDE, lessons_of
from bot.screens.kit.patterns import HOLD_TOO
from bot.ui.delivery.renderer import NEW
from tests.e2e.playing import PrivateMessage, described, does, forge

OFFER = "New to Yum original?"


async def take_lessons(guide: PrivateMessage, game: str, first: int, end: int) -> None:
    """Do what these lessons ask for."""
    head = ":".join(next(iter(guide.does.values())).split(":")[:3])
    for number in range(first, end):
        do = lessons_of(game)[0].lessons[number].move.do
        await forge(guide.who, guide.id, f"{head}:{GUIDE.build(game=game, number=number, do=do)}")


async def test_the_guide_is_offered_while_somebody_sits_there_who_has_never_come_past_its_middle(evening: Any) -> None:
    ben, ana = evening.person("ben"), evening.person("ana")
    play = await evening.lobby("ben", sheet="yum_original")
    assert OFFER in described(play.now)
    guide = PrivateMessage(ben, await play.do("guide", ben))
    assert "**1 of 7**" in guide.text
    await evening.settle()
    await play.do("join", ana)
    assert OFFER in described(play.now), "Ana has never played it either"
    assert list(play.does) == ["join", "start", "more", "computers add regular", "guide"]
    await evening.end_table(ben)
    await take_lessons(guide, "yum_original", 0, 3)
    assert "**4 of 7**" in guide.text
    await evening.settle()
    left = await evening.lobby("ben", sheet="yum_original")
    assert OFFER in described(left.now), "Ben has begun it, and left it at its middle"
    await evening.end_table(ben)
    await take_lessons(guide, "yum_original", 3, 4)
    assert "**5 of 7**" in guide.text
    await evening.settle()
    services = evening.client.services
    services.preferences.forget(int(ben.id))  # As after a restart: only storage knows.
    again = await evening.lobby("ben", sheet="yum_original", computers=1)
    assert OFFER not in described(again.now), "Ben has come past its middle, and a free seat is nobody"
    assert list(again.does) == ["join", "start", "more", "computers add regular"]
    await again.do("join", ana)
    assert OFFER in described(again.now)
    await evening.end_table(ben)
    full = await evening.lobby("ben", sheet="yum_original", seats=2, computers=1)
    assert OFFER not in described(full.now)
    assert list(full.does) == ["start", "more"]


async def test_a_rematch_offers_no_guide_of_what_they_have_just_played(
    evening: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nobody_knows(*_: object) -> bool:
        return True

    play = await evening.game("ana", "ben", sheet="yum_original")
    while "rematch" not in play.does:
        await play.throw()
        if not any(do.startswith("mark ") for do in play.does):
            continue
        await play.mark()
    await evening.settle()
    monkeypatch.setattr("bot.ui.delivery.renderer.Newcomers.never_finished", nobody_knows)
    ana = evening.person("ana")
    await play.do("rematch", ana)
    await evening.settle()
    lobby = ana.messages()[-1]
    assert "join" in does(lobby)
    assert OFFER not in described(lobby)


@pytest.mark.parametrize(("command", "before", "after"), [("5000 start", 750, 350), ("ambition start", 5000, 2000)])
async def test_the_host_of_a_long_game_takes_quicker_rules_with_one_press_on_the_lobby(
    evening: Any, command: str, before: int, after: int
) -> None:
    ben, ana = evening.person("ben"), evening.person("ana")
    play = await evening.lobby("ben", "ana", command=command)
    rule = {"5000 start": "opening", "ambition start": "goal"}[command]
    assert (await evening.table(play)).game.house_rules[rule] == before
    assert (await play.do("option preset friends", ana)).ephemeral, "it is the host who chooses"
    assert (await evening.table(play)).game.house_rules[rule] == before
    assert (await play.do("option preset friends", ben)).updated
    assert (await evening.table(play)).game.house_rules[rule] == after
    assert "option preset friends" not in play.does
    assert "Among friends" in described(play.now) or f"{after:,}" in described(play.now)


async def test_a_game_of_sheets_has_no_quicker_rules_to_offer(evening: Any) -> None:
    play = await evening.lobby("ben", sheet="yum_classic")
    assert not any(do.startswith("option preset") for do in play.does)


async def test_the_help_offers_a_guide_again_that_was_left_at_its_first_lesson(evening: Any) -> None:
    ben, game = evening.person("ben"), "yum_classic"
    guide = PrivateMessage(ben, await ben.command("help"))
    await guide.do(f"guide {game} 0 show")
    await evening.settle()
    assert PrivateMessage(ben, await ben.command("help")).asks(f"guide {game} 0 show")
    await take_lessons(guide, game, 0, len(lessons_of(game)[0].lessons))
    await evening.settle()
    assert PrivateMessage(ben, await ben.command("help")).asks("guide 5000 0 show"), "once is enough to the end"


async def test_the_daily_offers_the_guide_until_it_is_done_to_somebody_new_to_its_game(evening: Any) -> None:
    ben = evening.person("ben")
    intro = PrivateMessage(ben, await ben.command("daily"))
    (guide,) = [do for do in intro.does if do.startswith("guide ")]
    assert "**Show me how**" in intro.text
    await intro.do(guide)
    assert "**1 of " in intro.text
    await evening.settle()
    assert PrivateMessage(ben, await ben.command("daily")).asks(guide)
    game = guide.split(" ")[1]
    await take_lessons(intro, game, 0, len(lessons_of(game)[0].lessons))
    await evening.settle()
    assert not any(do.startswith("guide ") for do in PrivateMessage(ben, await ben.command("daily")).does)


async def test_the_board_says_what_to_do_next_until_three_games_are_finished(evening: Any) -> None:
    for finished in range(NEW + 1):
        play = await evening.game("ben", sheet="yum_original" if finished < NEW else "yum_deluxe")
        told = finished < NEW
        assert ("press **Throw**" in described(play.now)) == told, finished
        await play.throw()
        assert ("choose dice to hold, then **Throw**" in described(play.now)) == told, finished
        labels = [item.get("label", "") for row in play.now["components"] for item in row["components"]]
        assert ("Equal" in labels) == told, "beside ✋, which says little alone"
        if told:
            await play.throw()
            await play.throw()
            assert "choose a box below" in described(play.now)
            while "rematch" not in play.does:
                if not any(do.startswith("mark ") for do in play.does):
                    await play.throw()
                fills = (do for do in play.does if do.startswith(("mark ", "strike ")))
                await play.do(next(fills))
            await evening.settle()


async def test_a_tap_on_equal_that_comes_after_the_box_takes_nothing_back(evening: Any, hands: Any) -> None:
    """Undo stands in the same place then; the late tap still asks for what it was drawn with."""
    play, ben = await evening.game("ben", sheet="yum_original"), evening.person("ben")
    await play.throw()
    equal = play.does["hold 1 -"].replace("hold 1 -", HOLD_TOO.build(dice={0, 1}, shown=()))
    await play.do(next(do for do in play.does if do.startswith(("mark ", "strike "))))
    assert "undo" in play.does
    before = await evening.table(play)
    late = await hands["forge"](ben, play.board, equal)
    assert late.ephemeral
    assert await evening.table(play) == before, "the box stays written"


async def test_signs_are_explained_in_everybodys_turn_while_somebody_new_plays(evening: Any) -> None:
    legend = "is five tokens. Get rid of yours to win"
    play = await evening.game("ana", "ben", command="421 start")
    for _ in range(2):
        assert legend in described(play.now)
        await play.throw()
        if "stand" in play.does:  # The second player throws as often as the first, and stops by no choice.
            assert legend in described(play.now)
            await play.do("stand")
