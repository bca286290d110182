"""Discord takes no more for an hour: the bot puts off posts, deletions and questions, and no press suffers."""

from __future__ import annotations

from typing import Any

import pytest

CALLBACK = "/interactions/{webhook_id}/{webhook_token}/callback"
MESSAGES = "/channels/{channel_id}/messages"
MESSAGE = MESSAGES + "/{message_id}"
HOUR = {"status": 429, "retry_after": 3600}


async def test_a_board_that_can_neither_be_edited_nor_posted_again(evening: Any, hands: Any) -> None:
    """The throw stays, and a press on the old board shows it as soon as Discord takes messages again."""
    faults = evening.standin.world.faults
    play = await evening.game("ana", "ben")
    faults.fail("POST", CALLBACK, status=404, code=10008)
    for method, route in (("POST", MESSAGES), ("PATCH", MESSAGE)):
        faults.fail(method, route, **HOUR, times=100)
    who, throw = play.turn, play.does["roll"]
    await who.press(play.board, custom_id=throw)
    await evening.settle()
    assert play.does["roll"] == throw, "the old board stands"
    faults.clear()
    assert (await who.press(play.board, custom_id=throw)).state == "answered"
    await evening.settle()
    boards = [hands["does"](one) for one in who.messages() if one["components"]]
    assert any(do.startswith("keep") for board in boards for do in board)


@pytest.mark.parametrize("method", ["POST", "DELETE"])
async def test_calls_that_cannot_be_sent_or_taken_away(evening: Any, method: str) -> None:
    evening.standin.world.faults.fail(method, MESSAGES if method == "POST" else MESSAGE, **HOUR, times=100)
    play = await evening.game("ana", "ben")
    for _ in range(3):
        await play.whole_turn()
        await evening.settle()
    table = await evening.table(play)
    assert table.step > 9
