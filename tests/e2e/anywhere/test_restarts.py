"""A restart forgets the tokens of presses: the next press on a board, or ``/table``, draws what was saved."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.anywhere.conftest import bring, opened
from tests.e2e.playing import Play, PrivateMessage, does

pytestmark = pytest.mark.usefixtures("no_channel_route")


@pytest.mark.parametrize("place", ["ana-bot", "Group", "hall"])
async def test_a_game_goes_on_after_a_restart_by_a_press_on_its_board(quiet_evening: Any, place: str) -> None:
    evening = bring(quiet_evening)
    async with evening.running():
        play = await opened(evening, "ana", place)
        await play.do("start", evening.person("ana"))
        await play.whole_turn()
    async with evening.running():
        await play.whole_turn()
        await evening.settle()
        await _honest(evening, play)


@pytest.mark.parametrize("place", ["Group", "hall"])
async def test_what_was_saved_but_not_shown_is_shown_by_the_next_press(quiet_evening: Any, place: str) -> None:
    evening, callback = bring(quiet_evening), ("POST", "/interactions/{webhook_id}/{webhook_token}/callback")
    async with evening.running():
        play = await opened(evening, "ana", place)
        ana = evening.person("ana")
        await play.do("start", ana)
        evening.standin.world.faults.drop(*callback, times=3)
        evening.standin.world.faults.drop("*", "/webhooks/*", times=9)
        throw = next(do for do in play.does if do.startswith("roll"))
        with evening.unanswered():
            await ana.press(play.board, custom_id=play.does[throw])
        saved = (await evening.table(play)).step
    evening.standin.world.faults.clear()
    async with evening.running():
        assert (await evening.table(play)).step == saved, "no move is lost"
        await play.throw() if any(do.startswith(("roll", "keep")) for do in play.does) else await play.mark()
        await _honest(evening, play)
        panel = PrivateMessage(ana, await ana.command("table", place))
        await panel.do("mygames show")
        await _honest(evening, play)


async def _honest(evening: Any, play: Play) -> None:
    """The newest board shows the step that is saved."""
    await evening.settle()
    ana = evening.person("ana")
    place = play.now["channel_id"]
    board = [row for row in ana.messages(place) if "more" in does(row)][-1]
    play.board = board["id"]
    assert f":{(await evening.table(play)).step}:" in str(board["components"])
