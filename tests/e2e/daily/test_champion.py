"""After the day its board says what Gobelet made of the same dice, and how one's own game compares."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.engine import Seat
from bot.engine.dice import dice_source
from bot.engine.gate import legal, play
from bot.tables.records.reviews import QUIET_SECONDS
from bot.thinker.answers import PlayedDay
from tests.e2e.playing import PrivateMessage

DAY = 86_400


async def all_again(game: Any, secret: bytes, entropy: str, _: int) -> PlayedDay:
    """Somebody who throws all dice again after the first throw of the day, and no other time."""
    state, dice, actions, seat = game.new(1), dice_source(secret, entropy), list[str](), Seat(0)
    while game.turn(state) is not None:
        wanted = ("keep", "roll") if len(actions) == 1 else ("mark", "strike", "roll")
        actions.append(next(do for do in legal(game, state) if do.split()[0] in wanted))
        state = play(game, state, seat, actions[-1], dice.for_seat(seat, state.dice)).state
    return PlayedDay(game.scores(state)[0], 204.883, tuple(actions))


async def replayed(ana: Any, own: Any) -> None:
    """Step through one's own game and from there through the other one, which throws the same first dice."""
    mine = PrivateMessage(ana, await own.do("replay"))
    await mine.do("replay 0 on")
    thrown = re.search(r"throws \*\*(\d(?:-\d){4})", mine.text)
    assert thrown is not None, mine.text
    await mine.do("replay champion 0 first")
    assert "The game begins." in mine.text
    await mine.do("replay champion 0 on")
    assert thrown[1] in mine.text
    await mine.do("replay champion 1 on")
    await mine.do("replay champion 2 last")
    assert "final result" in str(mine.now)
    await mine.do("replay 0 first")
    assert "The game begins." in mine.text


@pytest.mark.long
@pytest.mark.timeout(900)  # A champion and two reviews think, in processes that give way to others.
async def test_the_board_of_a_day_compares_decision_by_decision_once_the_day_is_over(
    quiet_evening: Any, saturday: Any, private: Any
) -> None:
    evening = quiet_evening
    evening.reviews = True
    async with evening.running() as client:
        saturday(evening)
        client.services.champion._thinker.play_day = all_again
        ana, ben = evening.person("ana"), evening.person("ben")
        board = private(ana, await ana.command("daily"))
        await board.do("daily play")
        await board.finish()
        await evening.settle()
        evening.standin.world.advance(QUIET_SECONDS)
        await client.scheduler.tick()
        shown = private(ana, await board.do("daily board"))
        assert "Gobelet" not in shown.text.partition("Fair dice")[0], "the day goes on"
        evening.standin.world.advance(DAY)
        await client.scheduler.tick()
        shown = private(ana, await board.do("daily board"))
        assert "Gobelet's game\nWith these dice Gobelet wrote **" in shown.text
        assert "on average it writes **205**" in shown.text
        assert "You and Gobelet had 1 decision in common; choices that were the same: 0." in shown.text
        assert "Gobelet: **Throw all dice again**" in shown.text
        own = private(ana, await shown.do("daily mine"))
        assert "You finish with" in own.text
        compared = "You and Gobelet had 1 decision in common; choices that were the same: 0."
        assert compared in own.text
        await replayed(ana, own)
        today = private(ben, await ben.command("daily"))
        said = private(ben, await today.do("daily board"))
        assert "With these dice" in said.text
        assert "in common" not in said.text
