"""What a new week of a league says above its tournament: who is called, who has won, who leads, who is champion."""

from __future__ import annotations

import pytest

from bot.locales import words
from bot.screens.kit import PLAIN_GLYPHS, RenderContext
from bot.screens.league import MOST_CALLED, season_text, week_text
from bot.screens.tournament import league_line
from bot.tables.leagues import LeagueLine, LeagueNews, LeagueTable
from bot.tables.model.choices import NOBODY
from bot.tables.records.leaderboards import Season

ENGLISH, FRENCH = (RenderContext(words(language), PLAIN_GLYPHS) for language in ("en", "fr"))


def table(*users: int, season: Season | None = None, tied: int = 1) -> LeagueTable:
    """A table of these people, best first; so many share the first place."""
    lines = [
        LeagueLine(1 if number <= tied else number, user, 64.0 if number <= tied else 60.0 - number, 3)
        for number, user in enumerate(users, 1)
    ]
    return LeagueTable(season, season is not None, 3, lines)


def test_it_says_who_won_last_time_and_who_leads() -> None:
    news = LeagueNews([1, 2], [1], table(1, 2))
    assert week_text(ENGLISH, news, ()) == "Last winner: <@1>. <@1> leads the season with 64%, ahead of <@2> with 58%."
    assert week_text(FRENCH, news, ()).replace("\N{NO-BREAK SPACE}", " ") == (
        "Dernière victoire : <@1>. <@1> mène la saison avec 64 %, devant <@2> avec 58 %."
    )
    tied = LeagueNews([1, 2], [1, 2], table(1, 2, tied=2))
    assert week_text(ENGLISH, tied, ()) == "Last winners: <@1> and <@2>. <@1> and <@2> lead the season with 64%."


def test_it_calls_so_many_by_name_and_counts_the_others() -> None:
    played = range(1, 31)
    said = week_text(ENGLISH, LeagueNews(played, [], table()), played[:MOST_CALLED])
    assert said.count("<@") == MOST_CALLED
    assert said.endswith("<@20> and 10 others: this week's tournament is open.")
    assert week_text(ENGLISH, LeagueNews(played, [], table()), ()) == ""


def test_a_lead_of_nothing_is_no_number_and_who_climbed_is_marked() -> None:
    first, second = table(1, 2).lines
    close = table(1, 2)._replace(lines=[first, second._replace(percent=63.8, climbed=True)])
    assert week_text(ENGLISH, LeagueNews([1, 2], [], close), ()) == "<@1> leads the season with 64%."
    assert [league_line(ENGLISH, line)[-1] for line in close.lines] == ["s", "▲"]


def test_a_line_of_the_table_says_how_many_weeks_somebody_has_won() -> None:
    line = LeagueLine(1, 7, 75.0, 3, won=2)
    assert league_line(ENGLISH, line) == "🥇 <@7>: **75%** · 3 weeks, 2 won"
    assert league_line(FRENCH, line).endswith("3 semaines, 2 gagnées")
    assert league_line(FRENCH, line._replace(won=1)).endswith("3 semaines, 1 gagnée")


@pytest.mark.parametrize(
    ("left", "said"), [(1, "This is its last week."), (3, "3 weeks of it are left with this one."), (0, "")]
)
def test_it_says_how_many_weeks_are_left_to_catch_up(left: int, said: str) -> None:
    text = week_text(ENGLISH, LeagueNews([1, 2], [], table(1, 2), left=left), ())
    assert text == f"<@1> leads the season with 64%, ahead of <@2> with 58%. {said}".strip()


@pytest.mark.parametrize("winners", [[], [NOBODY]])
def test_a_winner_who_wants_no_name_is_not_told(winners: list[int]) -> None:
    news = LeagueNews([1, 2], winners, table(NOBODY, 2))
    assert week_text(ENGLISH, news, ()) == "Somebody leads the season with 64%, ahead of <@2> with 58%."


def test_the_end_of_a_season_has_its_champion_and_the_first_of_its_table() -> None:
    season = Season(7, 4, 0, 100)
    ended = table(*range(1, 9), season=season)
    said = season_text(ENGLISH, ended, 4).split("\n")
    assert said[0] == "**Season 4 of the league is over.** Champion: <@1>, with 64%."
    assert said[1] == "🥇 <@1>: **64%** · 3 weeks"
    assert said[-1] == "and 3 others"
    assert len(said) == 7
    assert season_text(ENGLISH, table(*range(1, 7), season=season), 4).endswith(" weeks")
    single = season_text(ENGLISH, ended._replace(weeks=1), 4)
    assert single.startswith("**Season 4 of the league is over.** A single week makes no champion.\n🥇 <@1>: **64%**")
    assert week_text(ENGLISH, LeagueNews([1], [], table(), ended), ()) == "", "it has a message of its own"


def test_it_says_when_the_season_ends_where_that_is_known() -> None:
    runs = table(1, 2, season=Season(7, 4, 0))._replace(ends=500)
    assert week_text(ENGLISH, LeagueNews([1], [], runs), ()).endswith("with 58%. Season 4 ends <t:500:D>.")
