"""A league in a channel: it opens every week by itself, once; its table; its pauses; and the events of the server."""

from __future__ import annotations

import asyncio
import re
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.locales import words
from bot.standin.world import permissions as may
from bot.tables.hand import EVERYBODY, Block
from bot.tables.leagues import TOO_MANY, LeagueStatus
from bot.tables.model import errors
from bot.ui.pace.budget import DOUBT_SECONDS
from tests.e2e.playing import PrivateMessage, described, does, refusal, titled, until
from tests.e2e.server.test_tournament import HOUR, Tourney, contents, ends_while_it_sends, everybody_plays, together

WEEK = 7 * 24 * HOUR


def shares(text: str) -> list[str]:
    return re.findall(r"\*\*(\d+)%\*\*", text)


class Season:
    """A league and the people who look at it."""

    def __init__(self, evening: Any, first: Tourney) -> None:
        self.evening, self.first = evening, first
        self.world = evening.standin.world

    async def looks(self) -> None:
        for _ in range(2):  # The second one draws what the first has opened.
            await self.first.drawn()

    async def percents(self) -> list[str]:
        """The percents of the latest week, which two have played: half for each where the dice tied them."""
        services, guild = self.evening.client.services, int(self.world.guild.id)
        (league,) = await services.leagues.of(guild)
        field = await services.tournaments.field(await services.tournaments.find(league.latest, guild))
        one, other = (line.score for line in field.played)
        return ["50", "50"] if one == other else ["100", "0"]

    def weeks(self) -> list[Tourney]:
        """The messages of tournaments that may be played, oldest first."""
        shown = [one.data for one in self.world.messages.values() if one.reader is None]
        return [
            Tourney(self.evening, str(one["id"])) for one in shown if any("tournament play" in do for do in does(one))
        ]

    async def page(self, key: str, *, language: str = "en-US") -> PrivateMessage:
        who = self.evening.person(key)
        who.speak(language)
        return PrivateMessage(who, await who.command("tournament league"))

    async def choose(self, page: PrivateMessage, what: str) -> None:
        await page.do(next(do for do in page.does if do.startswith("tournament weekly") and f" {what} " in f" {do} "))
        if what != "on":
            await page.do(next(do for do in page.does if do.startswith("tournament weekly") and do.endswith("sure")))


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seasons end here whatever the date is, however short they were."""
    monkeypatch.setattr("bot.tables.leagues.SEASON_SECONDS", 0)


@pytest.fixture
def league(evening: Any) -> Any:
    async def league(**options: Any) -> Season:
        outcome = await evening.person("ana").command("tournament start", **options)
        first = Tourney(evening, str(outcome.message["id"]))
        plan = await first.opens("ana", "more")
        await plan.do("tournament plan")
        await plan.do("tournament repeat")
        assert "Every week at the same hour" not in plan.text, "she has not chosen yet"
        await plan.do(next(do for do in plan.does if do.startswith("tournament beginleague") and do.count(" ") == 2))
        await evening.settle()
        assert "Every week at the same hour" in plan.text
        await first.drawn()
        assert "in this season of the league" in first.text
        return Season(evening, first)

    return league


async def test_the_host_chooses_the_evening_and_then_begins_the_league(evening: Any) -> None:
    outcome = await evening.person("ana").command("tournament start")
    first = Tourney(evening, str(outcome.message["id"]))
    plan = await first.opens("ana", "more")
    for what in ("tournament plan", "tournament repeat"):
        await plan.do(what)
    guild = int(evening.standin.world.guild.id)
    for number in (0, 23):
        await plan.do(
            next(do for do in plan.does if do.startswith("tournament beginleague") and f" {number} ask" in do)
        )
    assert await evening.client.services.leagues.of(guild) == []
    following = re.search(r"The next one opens <t:(\d+):F>", plan.text)
    assert following is not None
    assert f"at {words('en').hour(23)}, in the time zone of this server." in plan.text
    await plan.do(next(do for do in plan.does if do.endswith("sure")))
    (league,) = await evening.client.services.leagues.of(guild)
    assert league.next == int(following[1])
    assert await evening.client.services.leagues.clock_of(league) in {(day, 23, 0) for day in range(7)}
    assert f"the next tournament opens <t:{league.next}:F>" in plan.text


async def test_one_choice_makes_a_league_of_evenings_together_at_the_hour_of_now(evening: Any) -> None:
    outcome = await evening.person("ben").command("tournament start", ready="league")
    first, guild = Tourney(evening, str(outcome.message["id"])), int(evening.standin.world.guild.id)
    assert "in this season of the league" in first.text
    (league,) = await evening.client.services.leagues.of(guild)
    assert "**Week 1" in first.text
    assert f"The next week opens <t:{league.next}:F>" in first.text
    assert league.next == evening.now() + WEEK
    assert league.host == int(evening.person("ben").id)
    season = Season(evening, first)
    season.world.advance(WEEK)
    await season.looks()
    (second,) = season.weeks()
    assert titled(second.now) == "Tournament: Yum Classic × 3"
    assert "A round lasts 30 minutes at most" in second.text


async def test_where_no_more_leagues_may_run_the_choice_opens_nothing(
    evening: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.tables.leagues.MOST_LEAGUES", 0)
    refused = await evening.person("ben").command("tournament start", ready="league")
    assert refused.text == refusal(evening.person("ben"), errors.BadTournament(TOO_MANY))
    assert await evening.client.services.tournaments.on(int(evening.standin.world.guild.id)) == []


async def test_a_result_becomes_a_league_after_a_question_to_its_host_or_a_manager_and_everybody_reads_it(
    evening: Any,
) -> None:
    outcome = await evening.person("ben").command("tournament start")
    tourney, guild = Tourney(evening, str(outcome.message["id"])), int(evening.standin.world.guild.id)
    await (await tourney.opens("ana", "play")).finish()
    more = await tourney.opens("ana", "more")
    for _ in range(2):
        await more.do("tournament end")
    await tourney.drawn()
    result, ben = tourney.result(), evening.person("ben")
    weekly = next(id for do, id in does(result).items() if do.startswith("tournament repeat"))
    settings, leagues = evening.client.services.settings, evening.client.services.leagues
    refused = await evening.person("chloe").press(str(result["id"]), custom_id=weekly)
    assert refused.text == refusal(evening.person("chloe"), errors.NotAllowed())
    managers = PrivateMessage(
        evening.person("ana"), await evening.person("ana").press(str(result["id"]), custom_id=weekly)
    )
    assert "You host it." in managers.text, "she manages the server"
    page = PrivateMessage(ben, await ben.press(str(result["id"]), custom_id=weekly))
    following = re.search(r"The next one opens <t:(\d+):F>", page.text)
    assert following is not None
    assert "You host it. Each week calls everybody who played in one of the last three." in page.text
    begins = next(do for do in page.does if do.startswith("tournament beginleague") and do.count(" ") == 2)
    await settings.choose(guild, tournaments="managers")
    await page.do(begins)
    assert await leagues.of(guild) == []
    await settings.choose(guild, tournaments="all")
    page = PrivateMessage(ben, await ben.press(str(result["id"]), custom_id=weekly))
    await page.do(begins)
    (league,) = await leagues.of(guild)
    assert league.next == int(following[1])
    assert league.host == int(ben.id)
    assert f"the next tournament opens <t:{league.next}:F>" in page.text
    await tourney.drawn()
    shown = does(tourney.result())
    assert not any(do.startswith("tournament repeat") for do in shown)
    assert any(do.startswith("tournament again") for do in shown), "another one may be played tonight"
    weekly = rf"Every week on \w+ at .+: hosted by {ben.mention}\. The next one opens <t:{league.next}:F>"
    assert re.search(weekly, described(tourney.result()))


async def test_a_league_opens_every_week_and_its_table_counts_both(evening: Any, league: Any) -> None:
    season = await league()
    for key, keeping in (("ana", 2), ("ben", 0)):
        await (await season.first.opens(key, "play")).finish(keeping=keeping)
    season.world.advance(24 * HOUR)
    await season.looks()
    result = season.first.result()
    shown = next(id for do, id in does(result).items() if do.startswith("tournament league"))
    standing = described(result).partition("**Season 1** · 1 week so far.\n")[2]
    assert shares(standing) == await season.percents(), "the result of a week has the table of its league"
    (known,) = await evening.client.services.leagues.of(int(season.world.guild.id))
    assert f"The next one opens <t:{known.next}:F>" in standing
    ben = evening.person("ben")
    page = PrivateMessage(ben, await ben.press(str(result["id"]), custom_id=shown))
    assert "1 week so far." in page.text
    assert "(you)" in page.text
    assert shares(page.text) == await season.percents()
    assert season.weeks() == []
    season.world.advance(6 * 24 * HOUR)
    await season.looks()
    (second,) = season.weeks()
    assert titled(second.now) == titled(result).removesuffix(": the result")
    assert "in this season of the league" in second.text
    await (await second.opens("ben", "play")).finish()
    season.world.advance(24 * HOUR)
    await season.looks()
    said = (await season.page("chloe", language="fr")).text
    assert "2 semaines" in said
    assert f"<@{ben.id}>" in said


async def test_the_message_of_a_new_week_calls_those_who_played_last_time_and_says_who_leads(
    evening: Any, league: Any
) -> None:
    season = await league()
    ana, ben, chloe = (evening.person(key) for key in ("ana", "ben", "chloe"))
    for key, keeping in (("ana", 2), ("ben", 0)):
        await (await season.first.opens(key, "play")).finish(keeping=keeping)
    await chloe.press(season.first.message, custom_id=season.first.asks("play"))
    await evening.client.services.preferences.choose(int(chloe.id), listed=False)
    season.world.advance(24 * HOUR)
    await season.looks()
    for who in (ana, ben, chloe):
        who.pings.clear()
    season.world.advance(6 * 24 * HOUR)
    sent = len(season.world.messages)
    await season.looks()
    (week,) = season.weeks()
    assert len(season.world.messages) == sent + 1, "it is one message"
    call, news = week.now["content"].split("\n")
    assert call == f"{ana.mention}, {ben.mention} and 1 other: this week's tournament is open."
    (known,) = await evening.client.services.leagues.of(int(season.world.guild.id))
    first, second = (await evening.client.services.leagues.table(known)).lines[:2]
    assert re.match(r"Last winners?: <@", news)
    leads = f"leads the season with {first.percent:.0f}%, ahead of <@{second.user}> with {second.percent:.0f}%."
    if first.place == second.place:
        leads = f" lead the season with {first.percent:.0f}%."
    assert f"<@{first.user}>" in news.partition(". ")[2]
    assert leads in news
    assert "Season 1 ends <t:" in news
    assert [len(who.pings) for who in (ana, ben, chloe)] == [1, 1, 0]
    await week.opens("ben", "play")
    await week.drawn()
    assert "**1 player:**" in week.text
    assert week.now["content"].split("\n") == [call, news], "what called people stays while people enter"
    assert [len(who.pings) for who in (ana, ben, chloe)] == [1, 1, 0]
    season.world.advance(24 * HOUR)
    await season.looks()
    assert not week.now["content"], "nobody is called to a tournament that is over"


@pytest.mark.parametrize("weeks", [1, 2])
async def test_the_end_of_a_season_is_a_post_of_its_own_that_stays_and_comes_once(
    evening: Any, league: Any, weeks: int
) -> None:
    season, seasons = await league(), evening.client.services.seasons
    await (await season.first.opens("ana", "play")).finish()
    season.world.advance(24 * HOUR)
    await season.looks()
    if weeks == 2:
        season.world.advance(6 * 24 * HOUR)
        await season.looks()
        (second,) = season.weeks()
        await (await second.opens("ana", "play")).finish()
        season.world.advance(24 * HOUR)
        await season.looks()
    season.world.advance(HOUR)
    running = await seasons.running(int(season.world.guild.id))
    assert await seasons.end(running, evening.now()) is not None
    season.world.advance(6 * 24 * HOUR)
    await season.looks()
    (week,) = season.weeks()
    ana = evening.person("ana").mention
    single = {weeks == 1: "A single week makes no champion.", weeks == 2: f"Champion: {ana}, with 50%."}[True]

    def told() -> list[str]:
        return [text for text in contents(evening) if text.startswith("**Season 1 of the league is over.**")]

    (title,) = told()
    assert title.startswith(f"**Season 1 of the league is over.** {single}\n")
    assert "is over" not in week.now["content"], "the opening post tells only this week"
    page = await week.opens("ben", "league")
    assert "No week of this season is over yet." in page.text
    assert (f"Champion of season 1: {ana}." in page.text) is (weeks == 2)
    (ends,) = re.findall(r"Season 2 ends <t:(\d+):D>\.", page.text)
    assert f"Season 2 ends <t:{ends}:D>." in week.now["content"]
    first_of_month = datetime.fromtimestamp(int(ends), UTC)
    assert (first_of_month.day, first_of_month.hour) == (1, 0)
    await page.do(next(do for do in page.does if do.endswith(" earlier")))
    assert single in page.text
    assert f"{ana}: **50%** · " in page.text
    await week.press("ben", "play")  # He enters, and nobody plays.
    season.world.advance(24 * HOUR)
    await season.looks()
    evening.client.services.tables.repository.forget_all()
    season.world.advance(6 * 24 * HOUR)
    await season.looks()
    assert len(season.weeks()) == 1
    assert told() == [title]


async def test_a_kill_between_the_end_of_a_season_and_its_week_posts_neither_twice(evening: Any, league: Any) -> None:
    season, seasons = await league(), evening.client.services.seasons
    await (await season.first.opens("ana", "play")).finish()
    season.world.advance(24 * HOUR)
    await season.looks()
    assert await seasons.end(await seasons.running(int(season.world.guild.id)), evening.now() + 1) is not None
    season.world.advance(6 * 24 * HOUR)
    season.world.faults.fail("POST", "/channels/{channel_id}/messages", status=500, late=True)
    for _ in range(3):
        await season.looks()
        season.world.advance(DOUBT_SECONDS)
    assert len([text for text in contents(evening) if "of the league is over" in text]) == 1
    assert len(season.weeks()) == 1


@pytest.mark.parametrize("weeks", [1, 3])
@pytest.mark.parametrize(("time", "rounds"), [("open 86400", 1), ("together 3600", 1), ("together 3600", 3)])
async def test_after_an_outage_of_weeks_a_league_posts_one_message_and_its_old_result_takes_its_place(
    evening: Any, league: Any, weeks: int, time: str, rounds: int
) -> None:
    season = await league(time=time, rounds=rounds)
    await evening.client.services.settings.choose(int(season.world.guild.id), calls=False)
    if time.startswith("together"):
        await season.first.press("ana", "play")
        await season.first.press("ben", "play")  # He never plays, so the round waits for him.
        await season.first.press("ana", "start")
    await (await season.first.opens("ana", "play")).finish()
    sent = len(season.world.messages)
    season.world.advance(weeks * WEEK + 3 * HOUR)
    for _ in range(3):
        await season.looks()
    assert len(season.world.messages) == sent + 1
    (week,) = season.weeks()
    assert "leads the season with " in week.now["content"]
    assert str(season.first.result()["id"]) == season.first.message
    assert titled(season.first.now).endswith(": the result")


async def test_a_week_that_ends_as_the_next_one_opens_has_a_message_for_its_result(evening: Any, league: Any) -> None:
    season = await league(time="open 604800")
    await (await season.first.opens("ana", "play")).finish()
    season.world.advance(WEEK)
    await season.looks()
    assert len(season.weeks()) == 1
    assert str(season.first.result()["id"]) != season.first.message


async def test_where_a_server_wants_no_calls_a_new_week_calls_nobody(evening: Any, league: Any) -> None:
    season, ana = await league(), evening.person("ana")
    await evening.client.services.settings.choose(int(season.world.guild.id), calls=False)
    await (await season.first.opens("ana", "play")).finish()
    ana.pings.clear()
    season.world.advance(WEEK)
    await season.looks()
    (week,) = season.weeks()
    assert ana.pings == []
    assert re.match(rf"{ana.mention} leads the season with 50%\. .*Season 1 ends <t:", week.now["content"])


async def test_a_new_week_calls_nobody_who_is_blocked(evening: Any, league: Any) -> None:
    season = await league()
    for key in ("ben", "chloe"):
        await (await season.first.opens(key, "play")).finish()
    ben, chloe = evening.person("ben"), evening.person("chloe")
    await evening.client.services.hand.block(int(season.world.guild.id), int(evening.person("ana").id), int(ben.id))
    season.world.advance(24 * HOUR)
    await season.looks()
    season.world.advance(6 * 24 * HOUR)
    await season.looks()
    (week,) = season.weeks()
    call = week.now["content"].partition("\n")[0]
    assert (chloe.mention in call, ben.mention in call) == (True, False)


async def test_a_week_is_posted_once_whatever_happens_meanwhile(evening: Any, league: Any) -> None:
    season = await league()
    season.world.advance(WEEK)
    season.world.faults.fail("POST", "/channels/{channel_id}/messages", status=500, late=True)
    for _ in range(3):
        await season.looks()
    assert len(season.weeks()) == 1
    evening.client.services.tables.repository.forget_all()
    await season.looks()
    assert len(season.weeks()) == 1


async def test_a_week_that_was_sent_before_a_kill_and_an_outage_stands_there_once(
    evening: Any, league: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    season = await league()
    season.world.advance(WEEK)
    with monkeypatch.context() as dying:
        ends_while_it_sends(dying, came=True)
        await season.looks()
    season.world.advance(HOUR)
    await season.looks()
    (week,) = season.weeks()
    assert "done ✓" not in week.text
    await (await week.opens("ana", "play")).finish()
    assert "done ✓" in await week.drawn()


async def test_no_week_opens_in_a_server_that_the_host_has_blocked(evening: Any, league: Any) -> None:
    season = await league()
    guild, hand = int(season.world.guild.id), evening.client.services.hand
    await hand._store.block(Block(guild, EVERYBODY, evening.now()), None)
    await hand.look()
    sent = len(season.world.messages)
    season.world.advance(WEEK)
    await season.looks()
    assert len(season.world.messages) == sent
    await hand._store.lift(guild, EVERYBODY, None)
    await hand.look()
    await season.looks()
    assert len(season.weeks()) == 0, "an evening that has passed is skipped"
    season.world.advance(WEEK)
    await season.looks()
    assert len(season.weeks()) == 1


async def test_the_host_pauses_it_and_somebody_else_may_not(evening: Any, league: Any) -> None:
    season = await league()
    ben = await season.page("ben")
    assert not any(do.startswith("tournament weekly") for do in ben.does)
    ana = await season.page("ana")
    await season.choose(ana, "paused")
    said = f"This league was paused by {evening.person('ana').mention}, <t:{evening.now()}:f>."
    assert said in ana.text
    assert said in (await season.page("ben")).text, "whoever asks reads who it was"
    season.world.advance(WEEK)
    await season.looks()
    assert season.weeks() == []
    await season.choose(ana, "on")
    assert "the next tournament opens" in ana.text
    season.world.advance(WEEK)
    await season.looks()
    assert len(season.weeks()) == 1
    await season.choose(ana, "ended")
    assert "This league was ended by" in ana.text
    assert "No league runs here" in (await season.page("ana")).text


async def test_the_host_chooses_its_evening_and_somebody_else_may_not(evening: Any, league: Any) -> None:
    season = await league()
    ben = await season.page("ben")
    assert not any(do.startswith("tournament evening") for do in ben.does)
    ana = await season.page("ana")
    shown = next(do for do in ana.does if do.startswith("tournament evening"))
    id = shown.split()[2]
    await ana.do(f"tournament evening {id} 3 {shown.split()[4]}")
    await ana.do(f"tournament evening {id} 3 20")
    (league_row,) = await evening.client.services.leagues.of(int(season.world.guild.id))
    opens = datetime.fromtimestamp(league_row.next, UTC)
    assert (opens.weekday(), opens.hour, opens.minute) == (3, 20, 0)
    assert f"<t:{league_row.next}:F>" in ana.text
    season.world.advance(league_row.next - evening.now() + 1)
    await season.looks()
    assert len(season.weeks()) == 1


async def test_the_host_chooses_how_many_weeks_count_and_everybody_reads_it(evening: Any, league: Any) -> None:
    season = await league()
    await (await season.first.opens("ben", "play")).finish()
    season.world.advance(24 * HOUR)
    await season.looks()
    ben = await season.page("ben")
    assert not any(do.startswith("tournament count") for do in ben.does)
    ana = await season.page("ana")
    assert "all but two and always more than half: 1 so far." in ana.text
    assert "In a tie the most weeks played win, then the most weeks won." in ana.text
    for best, said in ((3, "Everybody's 3 best weeks count."), (1, "Everybody's best week counts.")):
        await ana.do(next(do for do in ana.does if do.startswith("tournament count") and do.endswith(f" {best}")))
        assert said in ana.text.replace("’", "'")
        assert said in (await season.page("ben")).text.replace("’", "'")
    assert "La meilleure semaine de chaque personne compte." in (await season.page("chloe", language="fr")).text


async def test_the_final_table_of_a_season_has_the_best_of_its_leagues(evening: Any, league: Any) -> None:
    season, seasons = await league(), evening.client.services.seasons
    guild, channel = int(season.world.guild.id), int(season.world.find_channel("general").id)
    await evening.client.services.settings.choose(guild, season_channel=channel)
    for key, keeping in (("ana", 2), ("ben", 0)):
        await (await season.first.opens(key, "play")).finish(keeping=keeping)
    await evening.game("ana", "ben", sheet="yum_classic")
    season.world.advance(24 * HOUR)
    await season.looks()
    season.world.advance(HOUR)
    running = await seasons.running(guild)
    assert running is not None, "what people finish begins the first season"
    assert await seasons.end(running, evening.now()) is not None
    await evening.client.final_tables.look(evening.now())
    await evening.settle()
    tables = [one.data for one in season.world.messages.values() if titled(one.data) == "Season 1 is over"]
    assert len(tables) == 1
    said = described(tables[0])
    ranks = said.partition("**League: Yum Classic**")[2]
    assert shares(ranks) == await season.percents()
    assert ranks.count("%** · 1 week") == 2


async def test_where_it_may_not_write_any_more_it_pauses_and_says_why(evening: Any, league: Any) -> None:
    season, channel = await league(), evening.standin.world.find_channel("dice")
    season.world.override(channel, season.world.bot, deny=may.SEND_MESSAGES)
    season.world.advance(WEEK)
    await season.looks()
    assert season.weeks() == []
    who = evening.person("ana")
    page = PrivateMessage(who, await who.command("tournament league", "general"))
    assert f"I cannot write in <#{channel.id}> any more" in page.text
    guild = int(season.world.guild.id)
    assert await evening.client.services.tournaments.on(guild) == []
    await season.choose(page, "on")
    season.world.advance(WEEK)
    await season.looks()
    (here,) = season.weeks()
    assert season.world.messages[here.message].channel.name == "general"


async def test_a_server_that_removes_the_bot_pauses_its_league(evening: Any, league: Any) -> None:
    season, guild = await league(), evening.standin.world.guild
    season.world.remove_bot()
    season.world.advance(WEEK)
    await season.looks()
    (known,) = await evening.client.services.leagues.of(int(guild.id))
    assert known.status == "channel"


class TestReminders:
    """An hour before an evening together those who play in the league are told, once."""

    @pytest.fixture
    async def played(self, evening: Any, league: Any) -> Season:
        """A league of evenings whose first week Ana and Ben have played, an hour and a second before its next one."""
        season: Season = await league(time="together 3600")
        await together(season.first, "ana", "ben")
        await everybody_plays(season.first, "ana", "ben")
        (known,) = await evening.client.services.leagues.of(int(season.world.guild.id))
        season.world.advance(known.next - HOUR - 1 - evening.now())
        await season.looks()
        assert self.reminders(evening) == []
        return season

    def reminders(self, evening: Any) -> list[str]:
        return [text for text in contents(evening) if "the league's next evening begins" in text]

    async def comes(self, season: Season, seconds: int = 1) -> list[str]:
        season.world.advance(seconds)
        await season.looks()
        return self.reminders(season.evening)

    async def test_they_are_told_once_and_it_goes_with_the_first_round(self, evening: Any, played: Season) -> None:
        ana, ben, chloe = (evening.person(key) for key in ("ana", "ben", "chloe"))
        for who in (ana, ben, chloe):
            who.pings.clear()
        begins = evening.now() + 1 + HOUR
        (said,) = await self.comes(played)
        called, _, when = said.partition(": ")
        assert called == f"{ana.mention}, {ben.mention}"
        assert when == f"the league's next evening begins <t:{begins}:R>, at <t:{begins}:t>: Yum Classic."
        assert [len(who.pings) for who in (ana, ben, chloe)] == [1, 1, 0]
        assert await self.comes(played, 1800) == [said]
        assert await self.comes(played, 1800) == [said]
        (week,) = played.weeks()
        await together(week, "ana", "chloe")
        await evening.settle()
        assert self.reminders(evening) == []

    async def test_nobody_is_named_who_does_not_want_that_and_it_speaks_the_language_of_the_server(
        self, evening: Any, played: Season
    ) -> None:
        preferences = evening.client.services.preferences
        await preferences.choose(int(evening.person("ana").id), named=False)
        await preferences.choose(int(evening.person("ben").id), language="fr")
        (said,) = await self.comes(played)
        assert said.startswith(f"{evening.person('ben').mention}: the league's next evening")
        assert evening.person("ana").mention not in said

    async def test_where_all_want_no_reminder_there_is_no_message(self, evening: Any, played: Season) -> None:
        for key in ("ana", "ben"):
            await evening.client.services.preferences.choose(int(evening.person(key).id), remind=False)
        assert await self.comes(played) == []
        for key in ("ana", "ben"):
            await evening.client.services.preferences.choose(int(evening.person(key).id), remind=True)
        assert await self.comes(played, 60) == [], "it was its time"

    async def test_while_one_is_sent_other_tournaments_go_on(self, evening: Any, played: Season) -> None:
        gate = played.world.faults.hold("POST", "/channels/{channel_id}/messages")
        played.world.advance(1)
        async with asyncio.timeout(30):
            for _ in range(3):
                await evening.client.tournaments.look(evening.now())
        assert self.reminders(evening) == []
        gate.set()
        assert len(await self.comes(played, 0)) == 1

    async def test_one_that_comes_as_the_evening_begins_goes_at_once(self, evening: Any, played: Season) -> None:
        gate = played.world.faults.hold("POST", "/channels/{channel_id}/messages")
        played.world.advance(HOUR)
        await evening.client.tournaments.look(evening.now())
        await until(lambda: not played.world.faults)
        played.world.advance(1)
        await evening.client.tournaments.look(evening.now())
        gate.set()
        assert await self.comes(played, 0) == []
        assert len(played.weeks()) == 1

    @pytest.mark.parametrize("late", [False, True])
    async def test_a_lost_answer_brings_one_and_never_a_second(self, evening: Any, played: Season, late: bool) -> None:
        played.world.faults.fail("POST", "/channels/{channel_id}/messages", status=500, late=late, times=5)
        for seconds in (1, 60, 60):
            assert len(await self.comes(played, seconds)) == 1

    async def test_what_nobody_knows_for_minutes_is_not_sent_again(self, evening: Any, played: Season) -> None:
        leagues = evening.client.services.leagues
        (known,) = await leagues.of(int(played.world.guild.id))
        played.world.advance(1)
        await leagues.take_reminder(known)  # The process ends here.
        assert await self.comes(played, DOUBT_SECONDS) == []

    async def test_a_process_that_ends_before_it_sends_has_it_sent_by_the_next(
        self, evening: Any, played: Season
    ) -> None:
        leagues = evening.client.services.leagues
        (known,) = await leagues.of(int(played.world.guild.id))
        played.world.advance(1)
        await leagues.take_reminder(known)
        assert len(await self.comes(played, 10)) == 1

    async def test_an_evening_at_another_hour_or_none_takes_it_away(self, evening: Any, played: Season) -> None:
        guild, leagues = int(played.world.guild.id), evening.client.services.leagues
        assert len(await self.comes(played)) == 1
        (known,) = await leagues.of(guild)
        weekday, hour, _ = await leagues.clock_of(known)
        ana = int(evening.person("ana").id)
        later = await leagues.move(known.id, guild, ana, True, (weekday + 1) % 7, hour)
        assert await self.comes(played) == []
        assert len(await self.comes(played, later.next - HOUR - evening.now())) == 1
        await leagues.choose(known.id, guild, ana, True, LeagueStatus.PAUSED, 1)
        assert await self.comes(played) == []

    async def test_a_league_that_people_play_when_they_like_calls_them_when_it_opens_alone(
        self, evening: Any, league: Any
    ) -> None:
        season = await league()
        for key in ("ana", "ben"):
            await (await season.first.opens(key, "play")).finish()
        season.world.advance(24 * HOUR)
        await season.looks()
        (known,) = await evening.client.services.leagues.of(int(season.world.guild.id))
        assert await self.comes(season, known.next - HOUR - evening.now()) == []


async def test_a_shared_table_leads_to_this_weeks_tournament_as_long_as_that_is_open(evening: Any, league: Any) -> None:
    season = await league()
    await (await season.first.opens("ana", "play")).finish()
    season.world.advance(24 * HOUR)
    await season.looks()

    async def shared() -> list[str]:
        page = await season.page("ben")
        before = set(season.world.messages)
        await page.do(next(do for do in page.does if do.endswith(" share")))
        (card,) = [one.data for id, one in season.world.messages.items() if id not in before]
        assert re.search(r"the next tournament opens <t:\d+:F>", described(card))
        others = ("tournament league", "unshare")
        return [do for do in does(card) if not do.startswith(others)]

    assert await shared() == [], "nothing to play that counts in the league"
    season.world.advance(6 * 24 * HOUR)
    await season.looks()
    (week,) = season.weeks()
    assert await shared() == [do for do in does(week.now) if do.startswith("tournament play")]


async def test_several_leagues_are_told_apart(evening: Any, league: Any) -> None:
    await league()
    season = await league(game="yams")
    page = await season.page("ben")
    assert "League: Yum Classic" in page.text
    assert "League: Yams" in page.text
    await page.do(next(do for do in page.does if do.startswith("tournament league")))
    assert "No week of this season is over yet." in page.text


class TestEvents:
    """Where the bot may create events, the next evening stands in those of the server."""

    @pytest.fixture
    async def allowed(self, evening: Any, hands: Any) -> Any:
        world = evening.standin.world
        role = next(one for one in world.roles.values() if one.id in world.bot.roles)
        world.set_role(role, role.permissions | may.CREATE_EVENTS)
        guild = evening.client.get_guild(int(world.guild.id))
        await hands["until"](lambda: guild.me.guild_permissions.create_events)
        return world

    async def test_the_next_evening_stands_there_until_the_league_pauses(
        self, evening: Any, allowed: Any, league: Any
    ) -> None:
        season = await league()
        (event,) = allowed.events.values()
        assert event["name"] == "League: Yum Classic"
        assert event["entity_metadata"]["location"] == "#dice"
        (known,) = await evening.client.services.leagues.of(int(allowed.guild.id))
        assert (known.event, known.next) == (int(event["id"]), evening.now() + WEEK)
        season.world.advance(WEEK)
        await season.looks()
        assert len(allowed.events) == 2
        latest = max(allowed.events.values(), key=lambda one: one["scheduled_start_time"])
        assert latest["scheduled_start_time"] > event["scheduled_end_time"]
        await season.choose(await season.page("ana"), "paused")
        await evening.settle()
        assert list(allowed.events) == [event["id"]]

    async def test_one_that_somebody_has_deleted_comes_back_with_the_next_change(
        self, evening: Any, allowed: Any, league: Any
    ) -> None:
        season = await league()
        allowed.events.clear()
        more = await season.first.opens("ana", "more")
        await more.do("tournament plan")
        await more.do(next(do for do in more.does if do.endswith("yams")))
        await evening.settle()
        (event,) = allowed.events.values()
        (known,) = await evening.client.services.leagues.of(int(allowed.guild.id))
        assert known.event == int(event["id"])

    async def test_it_has_the_games_that_the_host_plans(self, evening: Any, allowed: Any, league: Any) -> None:
        season = await league()
        more = await season.first.opens("ana", "more")
        await more.do("tournament plan")
        await more.do(next(do for do in more.does if do.endswith("yams")))
        await evening.settle()
        assert [event["name"] for event in allowed.events.values()] == ["League: Yams"]

    async def test_without_the_permission_there_is_none_and_no_word(self, evening: Any, league: Any) -> None:
        season = await league()
        season.world.advance(WEEK)
        await season.looks()
        assert evening.standin.world.events == {}
        assert len(season.weeks()) == 1
        assert "event" not in described(season.weeks()[0].now).lower()


@pytest.mark.parametrize("choice", ["named", "listed"])
async def test_no_message_of_a_tournament_names_whom_it_may_not(evening: Any, league: Any, choice: str) -> None:
    """Ana, its host, wants to be left out of posts, or of lists; Ben reads all there is."""
    ana, ben = evening.person("ana"), evening.person("ben")
    await evening.client.services.preferences.choose(int(ana.id), **{choice: False})
    season = await league(rounds=2)
    seen = list[str]()

    def look(*private: str) -> None:
        """Look at everything in the channels, and at what Ben alone reads."""
        public = [one.data for one in season.world.messages.values() if one.reader is None]
        said = [
            f"{one['content']} {described(one)} {titled(one)}"
            for one in public
            if one["author"]["id"] == season.world.bot.id
        ]
        found = [text for text in (*said, *private) if ana.mention in text]
        assert found == []
        seen.extend(said)

    async def read(command: str) -> PrivateMessage:
        return PrivateMessage(ben, await ben.command(command))

    for _ in range(2):
        for key, keeping in (("ana", 2), ("ben", 0), ("chloe", 1)):
            board = await season.first.opens(key, "play")
            await season.first.drawn()
            look()
            await board.finish(keeping=keeping)
        await season.first.drawn()
        look((await season.first.opens("ben", "standings")).text)
    assert any("**3 players:**" in text for text in seen)
    own = await season.first.opens("ana", "standings")
    assert f"{ana.mention}" in own.text, "she sees herself"
    season.world.advance(24 * HOUR)
    await season.looks()
    result = season.first.result()
    look()
    assert "Round 1, Yum Classic" in described(result)
    (known,) = await evening.client.services.leagues.of(int(season.world.guild.id))
    over = await evening.client.services.tournaments.find(known.latest, known.guild)
    field = await evening.client.services.tournaments.field(over)
    picture = await evening.client.tournaments._podium(field)
    assert "Somebody" in picture.alt, "the podium has a step for her"
    assert "Ana" not in picture.alt
    press = next(id for do, id in does(result).items() if do.startswith("tournament standings"))
    standings = PrivateMessage(ben, await ben.press(str(result["id"]), custom_id=press))
    await standings.do(next(do for do in standings.does if do.endswith(" share")))
    page = await read("tournament league")
    look(standings.text, page.text)
    assert "1 week so far." in page.text
    await page.do(next(do for do in page.does if do.endswith(" share")))
    shared_at = evening.now()
    season.world.advance(6 * 24 * HOUR)
    await season.looks()
    look()
    assert sum("Shared by" in text for text in seen) >= 2
    stale = next(text for text in seen if "Shared by" in text and "week so far" in text)
    assert f"As it was <t:{shared_at}:f>. **League standings** shows it as it is now." in stale
    card = next(one.data for one in season.world.messages.values() if "As it was" in str(one.data["embeds"]))
    latest = next(id for do, id in does(card).items() if do.startswith("tournament league"))
    now = PrivateMessage(ben, await ben.press(str(card["id"]), custom_id=latest))
    assert "1 week so far." in now.text
