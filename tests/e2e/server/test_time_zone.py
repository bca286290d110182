"""``/settings`` gives a server its time zone: its days, seasons and leaderboards go by it from the next day on."""

from __future__ import annotations

from typing import Any

from bot.tables.model import days
from tests.e2e.daily.conftest import until_saturday
from tests.e2e.playing import PrivateMessage, of_game, open_panel

HOUR, DAY = 3600, 86_400
TAHITI = "Pacific/Tahiti"


def _go_to(evening: Any, at: int) -> None:
    evening.standin.world.advance(at - evening.now())


async def test_the_daily_goes_by_the_servers_zone_from_the_next_day_on(evening: Any, hands: Any, panel: Any) -> None:
    until_saturday(evening)
    ben = evening.person("ben")
    midnight = days.day_ends(days.day_of(evening.now()))
    opened = await panel()
    assert "Time zone: **UTC**" in opened.text
    assert "-# Days, seasons and leaderboards go by it." in opened.text
    await opened.choose(f"settings set zone {TAHITI}")
    assert "**Saved.**" in opened.text
    assert opened.text.count("Tahiti") == 1
    assert "Tahiti, from the next day on**" in opened.text
    assert f"This zone counts once the next day begins: <t:{midnight}:f>" in opened.text
    assert f"before the day ends, <t:{midnight}:R>" in (await ben.command("daily")).text

    _go_to(evening, midnight)
    ends = midnight + DAY + 10 * HOUR
    assert f"before the day ends, <t:{ends}:R>" in (await ben.command("daily")).text
    opened = await panel()
    assert "from the next day on" not in opened.text
    board = await ben.command("leaderboard")
    assert not [do for do in hands["does"](board.message) if do.startswith("season")]

    _go_to(evening, midnight + 6 * DAY + 9 * HOUR)  # Friday, 23:00 in Tahiti.
    assert f"<t:{evening.now() + HOUR}:R>" in (await ben.command("daily")).text
    _go_to(evening, evening.now() + HOUR)
    ends = evening.now() + DAY
    board = PrivateMessage(ben, await ben.command("daily"))
    assert f"before the day ends, <t:{ends}:R>" in board.text
    await board.do("daily play")
    await board.finish()
    assert f"The next daily begins <t:{ends}:R>." in board.text
    _go_to(evening, ends - 1)  # Sunday in UTC for ten hours.
    refused = await of_game(ben, "verify", hands["code_of"](board.now))
    assert f"told when the day is over, <t:{ends}:R>" in refused.text
    assert "Play" not in str((await ben.command("daily")).message["components"])
    _go_to(evening, ends)
    assert "✅" in (await of_game(ben, "verify", hands["code_of"](board.now))).text
    assert "Nobody has finished yet" in (await ben.command("daily")).text
    turn = days.day_begins(days.next_month(days.day_of(evening.now(), TAHITI)), TAHITI)
    assert f"It ends <t:{turn}:R>." in (await open_panel(ben, "season")).text
