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


async def typed(who: Any, hands: Any, message: str, do: str, text: str) -> Any:
    """Choose the last line of a menu of time zones, and type ``text`` in the window that it opens."""
    menu = hands["does"](who.message(message))[do]
    return await who.submit(await who.select(message, do, custom_id=menu), line=text)


async def test_a_time_zone_that_no_menu_offers_is_typed(evening: Any, hands: Any) -> None:
    """What is not clear changes nothing, and is asked again from where that is said."""
    ana, do = evening.person("ana"), "settings set zone type"
    opened = PrivateMessage(ana, await ana.command("settings"))
    settings, guild = evening.client.services.settings, int(evening.standin.world.guild.id)
    for text, zone, said in (
        ("st. john's", "America/St_Johns", "Newfoundland"),
        ("MONTRÉAL", "America/Montreal", "America/Montreal"),
        ("europe/madrid", "Europe/Madrid", "Europe/Madrid"),
        ("UTC-3", "Etc/GMT+3", "UTC-3"),
        ("Manitoba", "America/Winnipeg", "Manitoba, Chicago, Texas"),
    ):
        await typed(ana, hands, opened.id, do, text)
        assert (await settings.of(guild)).zone == zone
        assert f"Time zone: **{said}" in opened.text
    several = await typed(ana, hands, opened.id, do, "**new** @everyone")
    assert "“new everyone”" in several.text
    several = await typed(ana, hands, opened.id, do, "new")
    assert "**America/New_York**, **Canada/Newfoundland** and **America/North_Dakota/New_Salem**" in several.text
    for text in ("Gotham", "x", "UTC+5:30", "UTC-13"):
        unknown = await typed(ana, hands, opened.id, do, text)
        assert f"I know no time zone called “{text.replace(':', '')}”" in unknown.text
    assert (await settings.of(guild)).zone == "America/Winnipeg"
    form = await ana.press(unknown, "Type another one…")
    await ana.submit(form, line="Lima")
    assert (await settings.of(guild)).zone == "America/Lima"


async def test_somebody_types_a_time_zone_of_their_own(evening: Any, hands: Any) -> None:
    ben, do = evening.person("ben"), "preferences set zone type"
    mine = PrivateMessage(ben, await ben.command("preferences"))
    await typed(ben, hands, mine.id, do, "kolkata")
    assert "**Saved.** Time zone: **Asia/Kolkata**" in mine.text
    assert (await evening.client.services.preferences.of(int(ben.id))).zone == "Asia/Kolkata"
    unknown = await typed(ben, hands, mine.id, do, "Gotham")
    assert "have changed nothing" in unknown.text
    assert (await evening.client.services.preferences.of(int(ben.id))).zone == "Asia/Kolkata"
