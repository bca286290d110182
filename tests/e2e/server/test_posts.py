"""What the bot posts by itself: each morning once, in the server's own time, without notifying anybody."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.standin.world import permissions as may
from bot.tables.hand import EVERYBODY, Block
from db import open_database
from tests.e2e.playing import PrivateMessage, described, does, titled

HOUR, DAY = 3600, 86_400


class Mornings:
    """A server that wants a post each morning, and a clock that the test moves."""

    def __init__(self, evening: Any) -> None:
        self.evening, self.world = evening, evening.standin.world

    async def settings(self, key: str = "ana") -> PrivateMessage:
        who = self.evening.person(key)
        panel = PrivateMessage(who, await who.command("settings"))
        await panel.do("settings page posts")
        return panel

    async def choose(self, **choices: object) -> None:
        guild, channel = int(self.world.guild.id), int(self.world.find_channel("general").id)
        await self.evening.client.services.settings.choose(guild, **{"post_channel": channel, **choices})

    def until(self, hour: int, *, days: int = 0) -> None:
        """Let it become that hour (UTC) of today or of a day after it."""
        now = self.evening.now()
        wanted = datetime.fromtimestamp(now, UTC).replace(hour=hour, minute=0, second=0).timestamp() + days * DAY
        self.world.advance(int(wanted) - now + 1)

    async def look(self) -> list[Any]:
        """Let the bot look what is due; return the posts so far."""
        await self.evening.client.posts.look(self.evening.now())
        await self.evening.settle()
        return [
            one.data
            for one in self.world.messages.values()
            if one.reader is None and titled(one.data) in ("Good morning!", "Bonjour!")
        ]


@pytest.fixture
def mornings(evening: Any) -> Mornings:
    return Mornings(evening)


async def test_each_morning_has_one_post_that_notifies_nobody(evening: Any, mornings: Mornings) -> None:
    mornings.until(20)
    await mornings.choose()
    for key, keeping in (("ana", 2), ("ben", 0)):
        who = evening.person(key)
        board = PrivateMessage(who, await who.command("daily"))
        await board.do("daily play")
        await board.finish(keeping=keeping)
    assert await mornings.look() == [], "its hour was long ago"
    mornings.until(8, days=1)
    assert await mornings.look() == []
    mornings.until(9)
    (post,) = await mornings.look()
    said = described(post)
    assert "**The daily**" in said
    assert said.count("<@") == 2
    assert "2 players" in said
    assert post["flags"] & 1 << 12, "it makes no sound"
    assert post["mentions"] == []
    assert "podium.png" in post["embeds"][0]["image"]["url"]
    for _ in range(3):
        mornings.world.advance(HOUR)
        assert len(await mornings.look()) == 1
    chloe = evening.person("chloe")
    opened = await chloe.press(
        str(post["id"]), custom_id=next(id for do, id in does(post).items() if "daily show" in do)
    )
    assert opened.ephemeral
    assert "Partie du" in PrivateMessage(chloe, opened).text
    mornings.until(9, days=1)
    assert len(await mornings.look()) == 2


async def test_a_morning_is_drawn_without_a_daily_that_was_voided_since(evening: Any, mornings: Mornings) -> None:
    await mornings.choose()
    ana, ben = evening.person("ana"), evening.person("ben")
    services, guild = evening.client.services, int(mornings.world.guild.id)
    day = await services.dailies.day(guild)
    for who in (ana, ben):
        board = PrivateMessage(who, await who.command("daily"))
        await board.do("daily play")
        await board.finish()
    mornings.until(9, days=1)
    (post,) = await mornings.look()
    assert ana.mention in described(post)
    table = await services.dailies.table(guild, day, int(ana.id))
    for judge, players in ((services.hand.void, "1 player"), (services.hand.count, "2 players")):
        await judge(table.id, 99)
        evening.client.judged(table)
        await evening.settle()
        (post,) = await mornings.look()
        assert players in described(post)
        assert (ana.mention in described(post)) is (judge == services.hand.count)
        assert ben.mention in described(post)


async def test_people_who_do_not_want_that_are_not_named(evening: Any, mornings: Mornings) -> None:
    await mornings.choose()
    ana = evening.person("ana")
    board = PrivateMessage(ana, await ana.command("daily"))
    await board.do("daily play")
    await board.finish()
    panel = PrivateMessage(ana, await ana.command("preferences"))
    await panel.do("preferences page others")
    await panel.do("preferences set named no")
    mornings.until(9, days=1)
    (post,) = await mornings.look()
    assert "Somebody" in described(post)
    assert f"<@{ana.id}>" not in str(post)


async def test_no_button_of_a_post_names_to_others_whom_the_post_does_not(evening: Any, mornings: Mornings) -> None:
    await mornings.choose()
    ana, ben = evening.person("ana"), evening.person("ben")
    for who in (ana, ben):
        board = PrivateMessage(who, await who.command("daily"))
        await board.do("daily play")
        await board.finish()
    mornings.until(9, days=1)
    await evening.client.services.preferences.choose(int(ana.id), named=False)
    (post,) = await mornings.look()
    assert ana.mention not in described(post)
    button = next(id for do, id in does(post).items() if do.startswith("daily board"))
    for reader, sees in ((ben, False), (ana, True)):
        opened = PrivateMessage(reader, await reader.press(str(post["id"]), custom_id=button))
        assert ("Somebody" in opened.text, ana.mention in opened.text) == (not sees, sees)
        assert ben.mention in opened.text
        shown = (await opened.do(next(do for do in opened.does if do.startswith("daily month")))).text
        assert ("Somebody" in shown, ana.mention in shown) == (not sees, sees), "a place stays"


async def test_a_morning_leaves_out_what_is_switched_off(mornings: Mornings) -> None:
    await mornings.choose(switched_off={"0": ("daily",)})
    mornings.until(9, days=1)
    (post,) = await mornings.look()
    assert "**The puzzle**" in described(post)
    assert "The daily" not in described(post)
    await mornings.choose(switched_off={"0": ("daily", "puzzle")})
    mornings.until(9, days=1)
    assert len(await mornings.look()) == 1


@pytest.mark.parametrize(("hour", "posted"), [(9, True), (11, True), (12, False), (20, False)])
async def test_a_post_that_was_missed_comes_some_hours_later_or_not_at_all(
    mornings: Mornings, hour: int, posted: bool
) -> None:
    await mornings.choose()
    mornings.until(hour, days=1)
    assert bool(await mornings.look()) is posted
    mornings.world.advance(HOUR)
    assert bool(await mornings.look()) is posted


async def test_the_morning_is_that_of_the_server(evening: Any, mornings: Mornings) -> None:
    await mornings.choose(zone="America/Toronto", post_hour=7, language="fr")
    mornings.until(11, days=1)
    assert await mornings.look() == []
    mornings.until(12)
    (post,) = await mornings.look()
    assert "**La partie du jour**" in described(post)


async def test_the_settings_say_in_which_language_posts_come_and_one_press_makes_it_another(
    evening: Any, mornings: Mornings
) -> None:
    await mornings.choose()
    panel = await mornings.settings()
    assert "Language of posts: **English**, until one of boards is chosen." in panel.text
    await panel.do("settings speak fr")
    assert "**Saved.**" in panel.text
    assert panel.asks("settings preview morning"), "it is still the page of posts"
    assert not panel.asks("settings speak")
    assert "Language of posts" not in panel.text
    mornings.until(9, days=1)
    (post,) = await mornings.look()
    assert "**La partie du jour**" in described(post)


async def test_a_lost_answer_makes_no_second_post_and_a_failed_request_comes_again(mornings: Mornings) -> None:
    await mornings.choose()
    mornings.until(9, days=1)
    mornings.world.faults.fail("POST", "/channels/{channel_id}/messages", status=500, times=5)
    assert await mornings.look() == []
    assert len(await mornings.look()) == 1
    mornings.until(9, days=1)
    mornings.world.faults.fail("POST", "/channels/{channel_id}/messages", status=500, late=True, times=5)
    for _ in range(3):
        posts = await mornings.look()
    assert len(posts) == 2


async def test_a_server_that_the_host_has_blocked_gets_no_post(evening: Any, mornings: Mornings) -> None:
    await mornings.choose()
    async with open_database(evening.url) as storage:
        await storage.hand.block(Block(int(mornings.world.guild.id), EVERYBODY, 5), None)
    await evening.client.services.hand.look()
    mornings.until(9, days=1)
    assert await mornings.look() == []


async def test_two_processes_post_once(evening: Any, mornings: Mornings) -> None:
    await mornings.choose()
    mornings.until(9, days=1)
    posts, shards = evening.client.services.posts, evening.client.services.shards.now
    both = [await posts.take(shards, 9), await posts.take(shards, 9)]
    assert [len(taken) for taken in both] == [1, 0]


async def test_where_it_may_not_write_the_settings_say_so_and_nothing_else_happens(
    evening: Any, mornings: Mornings
) -> None:
    await mornings.choose()
    channel = mornings.world.find_channel("general")
    mornings.world.override(channel, mornings.world.bot, deny=may.SEND_MESSAGES)
    mornings.until(9, days=1)
    assert await mornings.look() == []
    panel = await mornings.settings()
    assert f"I may not post in <#{channel.id}>" in panel.text
    mornings.world.delete_channel(channel)
    mornings.until(9, days=1)
    assert await mornings.look() == []
    panel = await mornings.settings()
    assert "The channel chosen for posts is gone." in panel.text


async def test_a_manager_chooses_channel_and_hour_and_sees_how_it_looks(
    evening: Any, mornings: Mornings, hands: Any
) -> None:
    panel = await mornings.settings()
    channel = mornings.world.find_channel("general")
    assert "I post nothing by myself." in panel.text
    assert not any(do.startswith("settings set post_") for do in panel.does), "nothing is to be turned off"
    guild, settings = int(mornings.world.guild.id), evening.client.services.settings
    await settings.choose(guild, season_channel=int(channel.id))
    panel = await mornings.settings()
    assert "I post nothing by myself but the end of seasons." in panel.text
    assert [do for do in panel.does if do.startswith("settings set post_")] == ["settings set post_season no"]
    await settings.choose(guild, season_channel=None)
    panel = await mornings.settings()
    await hands["forge"](panel.who, panel.id, "g1:-:0:settings post =", str(channel.id))
    assert f"Each morning at **9:00** in <#{channel.id}>" in panel.text
    assert f"The end of a season in <#{channel.id}>" in panel.text, "each post that is on is named"
    await panel.do("settings set post_hour 7")
    assert "at **7:00** in" in panel.text
    shown = await panel.do("settings preview morning")
    shown = str(panel.who.message(str(shown.message["id"])))
    assert "Good morning!" in shown
    assert "podium.png" in shown
    assert "A preview: nobody else sees it." in shown, "it is real"
    assert "Posts come in" not in shown
    await evening.client.services.preferences.choose(int(panel.who.id), language="fr")
    french = await panel.do("settings preview morning")
    french_id = french.message["id"]
    assert "Good morning!" in str(panel.who.message(str(french_id)))
    why = str(panel.who.message(str(french_id))["content"]).replace("\N{NO-BREAK SPACE}", " ")
    assert why.lower().endswith("la langue des plateaux de ce serveur : anglais."), "why it is not in the reader's"
    await evening.client.services.preferences.choose(int(panel.who.id), language=None)
    for kind, said in (
        ("week", "This is how it looks: an example, with invented people."),
        ("season", "This is how it looks: an example, with invented people."),
        ("moment", "A server record: 420 points!"),
    ):
        shown = await panel.do(f"settings preview {kind}")
        shown = str(panel.who.message(str(shown.message["id"])))
        assert said in shown
        assert (".png" in shown) is (kind != "moment"), "its picture is an example too"
        assert ("'disabled': True" in shown) is (kind != "moment"), "and so is what people will press"
    await panel.do("settings set post_evening 21")
    assert "On Sunday evening at **21:00** in" in panel.text
    await panel.do("settings set post_moments no")
    assert "Rare moments: **Nothing**" in panel.text
    await panel.do("settings set post_morning no")
    assert "Each morning: **Nothing**" in panel.text
    mornings.until(9, days=1)
    assert await mornings.look() == []


def the_digest(mornings: Mornings) -> list[Any]:
    shown = [one.data for one in mornings.world.messages.values() if one.reader is None]
    return [one for one in shown if (titled(one) or "").startswith("The week of ")]


async def test_the_digest_of_a_server_that_plays_dailies_and_puzzles_alone_tells_of_them(
    evening: Any, mornings: Mornings
) -> None:
    ana, ben = evening.person("ana"), evening.person("ben")
    weekday = datetime.fromtimestamp(evening.now(), UTC).weekday()
    mornings.until(12, days=7 - weekday)  # A Monday.
    await mornings.choose(post_morning=False)
    for who in (ana, ben):
        board = PrivateMessage(who, await who.command("daily"))
        await board.do("daily play")
        await board.finish()
    puzzles = evening.client.services.puzzles
    page = await puzzles.today(int(mornings.world.guild.id), int(ana.id))
    await puzzles.answer(int(mornings.world.guild.id), int(ana.id), page.day, page.puzzle, page.puzzle.best)
    mornings.until(19, days=6)
    await mornings.look()
    (post,) = the_digest(mornings)
    said = described(post)
    assert re.search(r"\*\*The daily\*\*, .+ to .+: 2 players", said)
    assert f"Most puzzles solved: **1**, by {ana.mention}" in said
    assert {ana.mention, ben.mention} <= set(re.findall(r"points?, 1 day · (<@\d+>)", said))
    month = next(id for do, id in does(post).items() if do.startswith("daily month"))
    opened = await ben.press(str(post["id"]), custom_id=month)
    assert opened.ephemeral
    assert ana.mention in opened.text
    mornings.until(19, days=7)
    await mornings.look()
    assert len(the_digest(mornings)) == 1, "nothing has happened since"


async def test_the_digest_is_drawn_without_a_voided_daily_of_the_sunday_before(
    evening: Any, mornings: Mornings
) -> None:
    ana, ben = evening.person("ana"), evening.person("ben")
    services, guild = evening.client.services, int(mornings.world.guild.id)
    mornings.until(20, days=6 - datetime.fromtimestamp(evening.now(), UTC).weekday())  # A Sunday.
    await mornings.choose(post_morning=False)
    day = await services.dailies.day(guild)
    for who in (ana, ben, evening.person("chloe")):
        board = PrivateMessage(who, await who.command("daily"))
        await board.do("daily play")
        await board.finish()
    mornings.until(19, days=7)
    await mornings.look()
    (post,) = the_digest(mornings)
    assert ana.mention in described(post)
    mornings.until(12, days=1)
    table = await services.dailies.table(guild, day, int(ana.id))
    await services.hand.void(table.id, 99)
    evening.client.judged(table)
    await evening.settle()
    (post,) = the_digest(mornings)
    assert ": 2 players" in described(post)
    assert ana.mention not in described(post)


async def test_a_dead_channel_gets_no_more_mornings_and_the_settings_say_so(evening: Any, mornings: Mornings) -> None:
    await mornings.choose()
    for _ in range(9):
        mornings.until(9, days=1)
        posts = await mornings.look()
    assert len(posts) == 7
    panel = await mornings.settings()
    assert "Morning posts are paused: nobody has played the daily or the puzzle for a week." in panel.text
    ben = evening.person("ben")
    await PrivateMessage(ben, await ben.command("daily")).do("daily play")
    assert "Morning posts are paused" not in (await mornings.settings()).text
    mornings.until(9, days=1)
    assert len(await mornings.look()) == 8


async def test_where_it_may_attach_no_files_the_post_comes_without_its_picture(
    evening: Any, mornings: Mornings
) -> None:
    await mornings.choose()
    for key in ("ana", "ben"):
        who = evening.person(key)
        board = PrivateMessage(who, await who.command("daily"))
        await board.do("daily play")
        await board.finish()
    channel = mornings.world.find_channel("general")
    mornings.world.override(channel, mornings.world.bot, deny=may.ATTACH_FILES)
    mornings.until(9, days=1)
    (post,) = await mornings.look()
    assert "2 players" in described(post)
    assert "image" not in post["embeds"][0]
