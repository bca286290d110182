"""Requests about one board overtake each other, or arrive after the bot has given them up: the last word is the row."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.ui.pace.budget import Priority
from tests.e2e.delivery.boards import is_shown, row

CALLBACK = "/interactions/{webhook_id}/{webhook_token}/callback"
MESSAGES = "/channels/{channel_id}/messages"
FINISH = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
MESSAGE = "/channels/{channel_id}/messages/{message_id}"


@pytest.fixture
async def evening(evening: Any, punctual: None, monkeypatch: pytest.MonkeyPatch) -> Any:
    """An evening on which the bot gives requests for boards up after 0.2 seconds, and looks at boards 1.5 s later."""
    monkeypatch.setattr("bot.ui.delivery.presenter.REQUEST_SECONDS", 0.2)
    evening.client.presenter.reconciler.patience = 1.5
    return evening


def keep_queue_busy(evening: Any, seconds: float) -> None:
    """Let the next repair wait, as if the bot had much to send elsewhere."""

    for number in range(evening.client.budget.room(Priority.REPAIR) // 2):
        evening.client.presenter.queue.ask(f"elsewhere {number}", asyncio.sleep, seconds, of=Priority.REPAIR)


async def under_way(evening: Any, hands: Any) -> None:
    """Wait until Discord has read the requests that are to meet a fault."""
    await hands["until"](lambda: not evening.standin.world.faults.planned)


async def test_an_edit_that_arrives_after_it_was_given_up_does_not_stay(evening: Any, hands: Any) -> None:
    """Somebody has thrown meanwhile: the old edit hides the throw, but not for long."""
    play = await evening.game("ana")
    table, old = await evening.table(play), hands["described"](play.now)
    evening.standin.world.faults.delay("PATCH", MESSAGE, 0.6)
    evening.client.presenter.reconciler.doubt(table.id)
    await under_way(evening, hands)
    await play.throw()
    assert hands["described"](play.now) != old
    await hands["until"](lambda: hands["described"](play.now) == old)
    assert (await is_shown(evening, hands)).entries == 1


async def test_a_die_held_during_a_repair_stays_held_on_the_board(evening: Any, hands: Any) -> None:
    """The repair arrives later, and does not know of it; both are of the same step."""
    play = await evening.game("ana")
    await play.throw()
    table = await evening.table(play)
    evening.standin.world.faults.delay("PATCH", MESSAGE, 0.1)
    evening.client.presenter.reconciler.doubt(table.id)
    await under_way(evening, hands)
    await play.hold(1)
    await evening.settle()
    await is_shown(evening, hands)
    assert not [do for do in play.does if do.startswith("roll")]


async def test_a_picture_for_the_old_message_does_not_make_the_new_one_right(evening: Any, hands: Any) -> None:
    """The board is posted again while the result gets its picture; the post shows the game before its end."""
    play = await evening.game("ana", sheet="yum_original", seats=1)
    for _ in range(11):
        await play.throw()
        await play.mark()
    await play.throw()
    before = await evening.table(play)
    evening.standin.world.faults.delay("PATCH", FINISH, 0.15)
    await play.mark()
    await under_way(evening, hands)
    keep_queue_busy(evening, 0.5)
    await evening.client.presenter.repost(before)
    assert (await is_shown(evening, hands)).over
    await hands["until"](
        lambda: evening.standin.world.messages[str(row(evening)["message"])].data["embeds"][0].get("image")
    )


async def test_a_press_on_a_board_that_is_just_replaced_is_shown_on_the_new_one(evening: Any, hands: Any) -> None:
    """Its answer still reaches the old message, which could not be removed at once."""
    play = await evening.game("ana")
    table = await evening.table(play)
    evening.standin.world.faults.delay("POST", CALLBACK, 0.1)
    throwing = asyncio.create_task(play.throw())
    await under_way(evening, hands)
    evening.standin.world.faults.fail("DELETE", MESSAGE, status=503)
    await evening.client.presenter.repost(table)
    assert (await throwing).updated
    assert (await is_shown(evening, hands)).entries == 1


async def test_a_second_try_to_post_shows_the_table_as_it_is_by_then(evening: Any, hands: Any) -> None:
    """Discord takes it for the first one and returns that, which knows nothing of the die held since."""
    play = await evening.game("ana")
    await play.throw()
    table, faults = await evening.table(play), evening.standin.world.faults
    faults.fail("PATCH", MESSAGE, status=404, code=10008, times=2)
    faults.drop("POST", MESSAGES, late=True)
    evening.client.presenter.reconciler.doubt(table.id)
    await hands["until"](lambda: len(faults.planned) <= 1)
    faults.drop("POST", CALLBACK)
    await play.turn.press(play.board, custom_id=next(id for do, id in play.does.items() if do.startswith("hold 1 ")))
    await under_way(evening, hands)
    await is_shown(evening, hands)


async def test_a_board_comes_as_soon_as_discord_is_less_busy(evening: Any, hands: Any) -> None:
    """It has no message, and Discord takes a new one only at the sixth time of asking."""
    play = await evening.game("ana")
    table = await evening.table(play)
    evening.person("ana").delete(play.board)
    evening.standin.world.faults.fail("POST", MESSAGES, status=429, retry_after=0.01, times=5)
    evening.client.presenter.reconciler.doubt(table.id)
    await is_shown(evening, hands)
