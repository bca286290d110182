"""What was posted of a result follows when managers void it, or let it count again."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any
from unittest.mock import AsyncMock

import pytest

from bot.client import Gobelet
from bot.tables.hand import EVERYBODY, Block
from bot.tables.model import days
from bot.tables.model.store import SaveFailed
from bot.tables.model.table import Table, TableId
from bot.tables.posts import RareMoment, Scored
from bot.tables.records.trophies import SEASON
from tests.e2e.playing import described

FIRST, SECOND = 7_000_001, 7_000_002
"""The games that the fixture stores, by their order."""


class Judges:
    """A manager, and what the bot has posted."""

    def __init__(self, evening: Any) -> None:
        self.evening, self.client = evening, evening.client
        self.guild = int(evening.standin.world.guild.id)
        self.moment: RareMoment | None = None
        """What the game is worth by what was played before it: the games here have no throws to tell."""

    async def game(self, id: int) -> Table:
        table: Table = await self.client.services.tables.get(TableId(id))
        return table

    async def judge(self, id: int, what: str) -> None:
        await getattr(self.client.services.hand, what)(TableId(id), 99)
        await self.client.final_tables.judged(await self.game(id))
        await self.client.posts.judged(await self.game(id), self.moment, voided=what == "void")
        await self.evening.settle()

    def posts(self, title: str) -> list[str]:
        """What stands in the posts whose title has these words."""
        world = self.evening.standin.world
        shown = [one.data["embeds"] for one in world.messages.values() if one.reader is None]
        return [str(one[0].get("description")) for one in shown if one and title in one[0].get("title", "")]

    async def goes_to(self, at: int) -> None:
        self.evening.standin.world.advance(at - self.evening.now())
        await self.client.scheduler.tick()
        await self.evening.settle()


@pytest.fixture
def no_posts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw no moment or digest anew: the games here have no throws to tell."""
    monkeypatch.setattr(Gobelet, "_post_again", AsyncMock())


@pytest.fixture
def judges(evening: Any) -> Judges:
    return Judges(evening)


def month_after(at: int) -> int:
    return days.day_begins(days.next_month(days.day_of(at))) + 30


async def test_the_post_of_a_season_and_its_champion_follow(evening: Any, judges: Judges, finished: Any) -> None:
    ana, ben = evening.person("ana"), evening.person("ben")
    channel = int(evening.standin.world.find_channel("general").id)
    await judges.client.services.settings.choose(judges.guild, season_channel=channel)
    await finished(evening, ("ana", 300), ("ben", 200))
    await finished(evening, ("ana", 310), ("ben", 200))
    await finished(evening, ("ben", 300), ("ana", 200))
    await judges.goes_to(month_after(evening.now()))
    (said,) = judges.posts("Season 1 is over")
    assert f"Champion: {ana.mention}, **2** wins" in said
    await judges.judge(FIRST, "void")
    await judges.judge(SECOND, "void")
    (said,) = judges.posts("Season 1 is over")
    assert f"Champion: {ben.mention}, **1** win" in said
    reigning = await judges.client.presenter.renderer.reigning.of(judges.guild)
    assert list(reigning) == [int(ben.id)]
    await judges.judge(SECOND, "count")
    (said,) = judges.posts("Season 1 is over")
    assert f"Champions: {ana.mention} and {ben.mention}, **1** win each" in said


async def test_a_moment_says_that_its_game_was_voided_and_comes_back_with_it(
    evening: Any, judges: Judges, finished: Any
) -> None:
    channel = int(evening.standin.world.find_channel("general").id)
    await judges.client.services.settings.choose(judges.guild, post_channel=channel)
    await finished(evening, ("ana", 300), ("ben", 200))
    evening.standin.world.advance(60)
    await finished(evening, ("ana", 420), ("ben", 200))
    ana = int(evening.person("ana").id)
    record = Scored("yum_plus", ana, 420)
    judges.moment = RareMoment(
        judges.guild, "yum_plus", evening.now(), table=TableId(SECOND), record=record, before=300
    )
    await judges.client.posts._post_moment(judges.moment)
    (said,) = judges.posts("Yum Plus")
    assert "A server record: 420 points!" in said
    await judges.judge(FIRST, "void")
    assert judges.posts("Yum Plus") == [said], "another game says nothing of it"
    await judges.judge(SECOND, "void")
    (voided,) = judges.posts("Yum Plus")
    assert voided == "What stood here came from a game whose result was voided."
    await judges.judge(SECOND, "count")
    assert judges.posts("Yum Plus") == [said]


def scored(said: str, score: int) -> bool:
    """Whether a post tells of this score; ids of commands are full of digits."""
    return re.search(rf"\b{score}\b", said) is not None


async def test_the_post_of_a_week_is_drawn_without_a_voided_game(evening: Any, judges: Judges, finished: Any) -> None:
    channel = int(evening.standin.world.find_channel("general").id)
    await judges.client.services.settings.choose(judges.guild, post_channel=channel, post_morning=False)
    today = datetime.fromtimestamp(evening.now(), UTC)
    sunday = days.day_begins(days.day_of(evening.now())) + (6 - today.weekday()) * 86_400 + 19 * 3600
    if sunday <= evening.now():
        sunday += 7 * 86_400
    evening.standin.world.advance(max(sunday - 3600 - evening.now(), 0))
    await finished(evening, ("ana", 300), ("ben", 200))
    await finished(evening, ("ana", 420), ("ben", 200))
    await judges.goes_to(sunday + 60)
    (said,) = judges.posts("The week of")
    ana = evening.person("ana").mention
    assert "**2** games" in said
    assert f"**2** wins · {ana}" in said
    assert scored(said, 420)
    await judges.goes_to(sunday + 2 * 86_400)
    await finished(evening, ("ana", 500), ("ben", 200))
    await judges.judge(SECOND, "void")
    (said,) = judges.posts("The week of")
    assert "**1** game ·" in said
    assert f"**1** win · {ana}" in said, "the wins of that week are still known"
    assert not scored(said, 420)
    assert not scored(said, 500), "that was another week"
    await judges.judge(SECOND, "count")
    (said,) = judges.posts("The week of")
    assert scored(said, 420)
    assert f"**2** wins · {ana}" in said


async def test_a_deleted_post_keeps_no_other_from_being_drawn_anew(evening: Any, judges: Judges, finished: Any) -> None:
    world = evening.standin.world
    channel = int(world.find_channel("general").id)
    await judges.client.services.settings.choose(judges.guild, post_channel=channel, post_morning=False)
    sunday = days.day_begins(days.day_of(evening.now())) + 19 * 3600
    sunday += (6 - datetime.fromtimestamp(evening.now(), UTC).weekday() + 7) % 14 * 86_400
    world.advance(sunday - 3600 - evening.now())
    await finished(evening, ("ana", 300), ("ben", 200))
    await finished(evening, ("ana", 420), ("ben", 200))
    record = Scored("yum_plus", int(evening.person("ana").id), 420)
    await judges.client.posts._post_moment(
        RareMoment(judges.guild, "yum_plus", evening.now(), table=TableId(SECOND), record=record, before=300)
    )
    await judges.goes_to(sunday + 60)
    assert "**2** games" in judges.posts("The week of")[0]
    world.delete_message(next(one for one in world.messages.values() if "A server record: 420" in described(one.data)))
    await judges.judge(SECOND, "void")
    assert "**1** game ·" in judges.posts("The week of")[0]


async def test_a_blocked_server_gets_no_post_of_its_season_and_keeps_the_one_it_has(
    evening: Any, judges: Judges, finished: Any
) -> None:
    channel = int(evening.standin.world.find_channel("general").id)
    await judges.client.services.settings.choose(judges.guild, season_channel=channel)
    await finished(evening, ("ana", 300), ("ben", 200))
    hand = judges.client.services.hand
    block = Block(judges.guild, EVERYBODY, evening.now())
    hand.blocks = {(judges.guild, EVERYBODY): block}
    hand._mark = (await hand._store.changed())[0]
    await judges.goes_to(month_after(evening.now()))
    assert judges.posts("is over") == []
    assert await judges.client.services.seasons.champions(judges.guild), "the season ended all the same"


async def test_the_title_and_the_trophy_of_a_season_follow_though_the_process_ends_once_a_result_is_voided(
    quiet_evening: Any, finished: Any, no_posts: None
) -> None:
    evening = quiet_evening
    ana, ben = (int(evening.person(who).id) for who in ("ana", "ben"))
    async with evening.running():
        judges = Judges(evening)
        channel = int(evening.standin.world.find_channel("general").id)
        await judges.client.services.settings.choose(judges.guild, season_channel=channel)
        for winner, loser in (("ana", "ben"),) * 4 + (("ben", "ana"),) * 3:
            await finished(evening, (winner, 300), (loser, 200))
        await judges.goes_to(month_after(evening.now()))
        assert await titles(judges) == ([ana], [ana])
    for judge, holder in (("void", ben), ("count", ana)):
        async with evening.running():
            hand = evening.client.services.hand
            for id in (FIRST, SECOND):
                await getattr(hand, judge)(TableId(id), 99)  # The process ends right after that.
        async with evening.running():
            judges = Judges(evening)
            await judges.goes_to(evening.now() + 61)
            assert await titles(judges) == ([holder], [holder])
            (said,) = judges.posts("Season 1 is over")
            assert f"Champion: <@{holder}>" in said
            assert await judges.client.services.hand.unfollowed() == []


async def titles(judges: Judges) -> tuple[list[int], list[int]]:
    """Who is the champion of a season, and who has its trophy."""
    services = judges.client.services
    champions = [one.user for one in await services.seasons.champions(judges.guild)]
    return champions, [one.user for one in await services.trophies.all(judges.guild) if one.key == SEASON.key]


async def test_what_follows_a_voided_result_waits_while_storage_fails(
    evening: Any, judges: Judges, finished: Any, no_posts: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand, seasons = judges.client.services.hand, judges.client.final_tables
    for _ in range(2):
        await finished(evening, ("ana", 300), ("ben", 200))

    async def failing(table: Table) -> None:
        raise SaveFailed

    with monkeypatch.context() as fails:
        fails.setattr(seasons, "judged", failing)
        await hand.void(TableId(FIRST), 99)
        await hand.void(TableId(SECOND), 99)
        await judges.goes_to(evening.now() + 61)
        assert {one.table for one in await hand.unfollowed()} == {FIRST, SECOND}
    await judges.goes_to(evening.now() + 61)
    assert await hand.unfollowed() == []
