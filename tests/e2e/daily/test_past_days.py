"""The table of a month, and past days for practice: anybody may look and play, and nothing of it counts."""

from __future__ import annotations

from typing import Any

from bot.tables.model import days
from tests.e2e.playing import PrivateMessage

DAY = 86_400


async def test_a_past_day_is_practised_as_often_as_one_likes_and_counts_nowhere(
    evening: Any, hands: Any, day: int, begun: Any, opened: Any, private: Any
) -> None:
    ana, ben = evening.person("ana"), evening.person("ben")
    played = await begun(ana)
    assert "There has been no daily here" in private(ben, await (await opened(ben)).do("daily past")).text
    await played.finish()
    early = await hands["forge"](ben, (await opened(ben)).id, f"g1:-:0:daily practice {day}")
    assert early.ephemeral
    assert "Others may still throw these dice" in early.text
    evening.standin.world.advance(DAY)
    choosing = private(ben, await (await opened(ben)).do("daily past"))
    assert "counts nowhere" in choosing.text
    await choosing.do(f"daily practice {day}")
    assert "nothing here counts" in choosing.text
    board: PrivateMessage = choosing
    await board.finish()
    assert "(practice)" in board.text
    assert "it counts nowhere" in board.text
    assert not board.asks("daily share")
    shown = private(ben, await board.do("daily board"))
    assert ana.mention in shown.text
    assert ben.mention not in shown.text
    await shown.do("daily practice")
    assert shown.asks("roll"), "another game of the same day"
    month = private(ben, await (await opened(ben)).do("daily month"))
    assert f"{ana.mention}" in month.text
    assert ben.mention not in month.text
    assert "**50** points, 1 day · " in month.text
    assert "streak" not in (await opened(ben)).text
    kinds = hands["rows"](evening.file, "SELECT kind, day FROM results ORDER BY number")
    assert kinds == [("daily", day), ("practice", day)]


async def test_months_lead_to_each_other(
    evening: Any, hands: Any, day: int, begun: Any, opened: Any, private: Any
) -> None:
    ana = evening.person("ana")
    await (await begun(ana)).finish()
    evening.standin.world.advance(14 * DAY)
    shown = private(ana, await (await opened(ana)).do("daily month"))
    assert "Dailies of December" in shown.text
    assert "A day stands here once it is over." in shown.text
    await shown.do(f"daily month {day}")
    assert "Dailies of November" in shown.text
    assert ana.mention in shown.text
    await shown.do(f"daily month {days.day_of(evening.now())}")
    assert "Dailies of December" in shown.text
    odd = await hands["forge"](ana, shown.id, "g1:-:0:daily month 20261399 0 next")
    assert "not possible" in odd.text
