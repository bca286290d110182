"""A clock set back over midnight does not make dice secret that the bot has shown."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.playing import of_game

NOON_TO_MIDNIGHT = 12 * 3600 + 60
BACK = 600


async def over(evening: Any) -> None:
    """Let the day end."""
    evening.standin.world.advance(NOON_TO_MIDNIGHT)


async def by_verify(evening: Any, who: Any, board: Any, hands: Any) -> str:
    told = await of_game(who, "verify", hands["code_of"](board.now))
    return str(told.text)


async def by_the_board(evening: Any, who: Any, board: Any, hands: Any) -> str:
    shown = await hands["forge"](who, board.id, board.custom_id("daily board"))
    return str(shown.message)


async def by_replay(evening: Any, who: Any, board: Any, hands: Any) -> str:
    chloe = evening.person("chloe")
    shown = await of_game(chloe, "replay", hands["code_of"](board.now))
    assert shown.ephemeral
    return str(shown.message)


async def by_the_record(evening: Any, who: Any, board: Any, hands: Any) -> str:
    chloe = evening.person("chloe")
    sent = await of_game(chloe, "record", hands["code_of"](board.now))
    return str(sent.message)


@pytest.mark.sample(3)
@pytest.mark.parametrize("tell", [by_verify, by_the_board, by_replay, by_the_record])
@pytest.mark.parametrize("restarts", [False, True], ids=["goes on", "restarts"])
async def test_nobody_plays_a_day_whose_dice_were_told(
    quiet_evening: Any, saturday: Any, private: Any, hands: Any, tell: Any, restarts: bool
) -> None:
    evening = quiet_evening
    ana, ben = evening.person("ana"), evening.person("ben")
    async with evening.running():
        saturday(evening)
        board = private(ana, await ana.command("daily"))
        await board.do("daily play")
        await board.finish()
        await over(evening)
        assert await tell(evening, ana, board, hands)
        evening.set_back = BACK
        if not restarts:
            await refused(evening, ben, board, hands)
    if restarts:
        async with evening.running():
            await refused(evening, ben, board, hands)


async def refused(evening: Any, ben: Any, board: Any, hands: Any) -> None:
    answer = await ben.command("daily")
    assert answer.ephemeral
    assert "known already" in answer.text
    assert hands["rows"](evening.file, "SELECT count(*) FROM tables") == [(1,)]
    # The bot may show again what it has shown.
    checked = await of_game(board.who, "verify", hands["code_of"](board.now))
    assert "✅" in checked.text
    evening.set_back = 0
    assert "Nobody has finished yet" in str((await ben.command("daily")).message)


async def test_a_game_that_was_not_closed_in_time_is_closed_by_the_next_press(
    evening: Any, day: int, begun: Any, hands: Any
) -> None:
    ana, ben = await begun(evening.person("ana")), await begun(evening.person("ben"))
    await ana.finish()
    await ben.turn()
    await over(evening)
    assert "✅" in await by_verify(evening, ana.who, ana, hands)
    evening.set_back = BACK
    late = await ben.do("roll")
    assert late.updated
    await hands["until"](lambda: late.followups)
    assert "That day is over" in late.followups[0]["content"]
    assert "does not count" in ben.text
    assert hands["rows"](evening.file, "SELECT status FROM tables ORDER BY number") == [("finished",), ("ended",)]


async def test_a_day_nobody_was_told_of_goes_on(evening: Any, day: int, begun: Any) -> None:
    ana = await begun(evening.person("ana"))
    await ana.turn()
    await over(evening)
    evening.set_back = BACK
    assert (await ana.do("roll")).updated
    ben = await begun(evening.person("ben"))
    await ben.finish()
    assert "place **1** of 1 so far" in ben.text.lower()
