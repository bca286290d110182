"""What the bot posts by itself says only what there is to say, names people as they allow, and fits Discord."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.duplicate import Scoring
from bot.games import CATALOGUE, make
from bot.locales import LANGUAGES, words
from bot.pictures import season_alt
from bot.pictures.alt_text import LIMIT
from bot.pictures.canvas import WIDTH, drawable_text, shrink_to_fit
from bot.pictures.card import BELOW, LEAST_VALUE, VALUE
from bot.screens.daily import day_title
from bot.screens.kit import IN_WORDS, PLAIN_GLYPHS, WORDS_ONLY, Button, PodiumPicture, RenderContext, Screen
from bot.screens.kit.board import BoardView, SheetReader
from bot.screens.kit.values import season_name
from bot.screens.server.leaderboard import LeaderboardContext, LeaderboardRequest, leaderboard_screen, season_dates
from bot.screens.server.posts import (
    example_moment,
    example_season,
    moment_screen,
    morning_podium,
    morning_screen,
    preview_of,
    week_podium,
    week_screen,
    week_winners,
)
from bot.screens.server.season import (
    MOST_TABLES,
    Podium,
    SeasonView,
    champions_screen,
    final_screen,
    season_picture,
    season_screen,
)
from bot.screens.table.board import sheets_screen, table_screen
from bot.tables.daily import DailyGame, DailyLine, MonthBoard, MonthLine
from bot.tables.leagues import LeagueLine, LeagueTable
from bot.tables.model import days
from bot.tables.model.choices import GuildChoices
from bot.tables.model.table import Status, TableId
from bot.tables.posts import (
    Climb,
    Met,
    Morning,
    MostSolved,
    RareMoment,
    Scored,
    SlimWin,
    Week,
    WeekFacts,
    Yesterday,
    moment_of,
)
from bot.tables.records.leaderboards import (
    LeaderboardLine,
    LeaderboardPage,
    PlayerTotals,
    Season,
    SeasonChampion,
    crowned,
)
from bot.tables.records.profiles import Before, BestGame, Feat, Series
from bot.tables.tournaments import RoundGame, Tournament, TournamentPace
from bot.ui.discord.adapter import render
from tests.factories import lobby_of, table_of, users
from tests.limits import problems

ANA, BEN, CHLOE = 2**62 + 1, 2**62 + 2, 2**62 + 3
EN = RenderContext(words("en"), PLAIN_GLYPHS)
SEASON = Season(1, 3, 1_793_491_200, 1_796_083_200)


def lines(*people: tuple[int, int]) -> tuple[LeaderboardLine, ...]:
    """A board by wins, best first."""
    return tuple(
        LeaderboardLine(
            place,
            1 + sum(other > wins for _, other in people),
            user,
            float(wins),
            PlayerTotals(wins + 2, wins, wins + 2, 900, 400, 200, 1, 2, 1_790_000_000),
        )
        for place, (user, wins) in enumerate(people)
    )


def week(**changes: Any) -> Week:
    page = LeaderboardPage(lines((ANA, 5), (BEN, 3), (CHLOE, 3), (9, 0)), 4)
    facts = WeekFacts(24, 7, Scored("yum_plus", BEN, 412), SlimWin("yum_plus", ANA, 0.08), None)
    values: dict[str, Any] = {
        "day": 20261122,
        "monday": 20261116,
        "facts": facts,
        "page": page,
        "lucky": None,
        "first_wins": [(CHLOE, "421")],
        "climbs": [Climb(ANA, 7, 4)],
        "leagues": (),
        "unnamed": frozenset(),
    }
    return Week(**(values | changes))


def fits(screen: Screen) -> None:
    assert problems(render(screen, PLAIN_GLYPHS)) == []


def morning(game: str, *scores: tuple[int, float | None], **changes: Any) -> Morning:
    """The day after one that people finished with these scores, and what they are without luck."""
    lines = [DailyLine(rank, ANA + rank - 1, *score) for rank, score in enumerate(scores, 1)]
    yesterday = Yesterday(DailyGame(1, 20261130, game, make(game, {}).written, bytes(32), 0), lines, len(lines))
    values: dict[str, Any] = {"streaks": {}, "unnamed": frozenset()} | changes
    return Morning(20261201, "yams", "yamslam", yesterday, **values)


def test_a_streak_is_told_as_one_whether_or_not_a_day_was_missed() -> None:
    told = morning("yams", (149, 166.1), (146, 183.3), streaks={BEN: 3, ANA: 4}, unnamed=frozenset({ANA}))
    said = [line for line in morning_screen(EN, told).body.split("\n") if str(BEN) in line]
    assert said[1:] == [f"<@{BEN}> has a streak of 3 dailies."]
    assert "gap" not in str(morning_screen(EN, told))


def test_nobody_tied_vanishes_from_a_morning_nor_from_its_picture() -> None:
    told = morning("yams", *[(157, None)] * 4)
    assert told.yesterday is not None
    tied = replace(told.yesterday, best=[replace(line, rank=1) for line in told.yesterday.best])
    told = replace(told, yesterday=tied)
    said = morning_screen(EN, told).body.split("\n")
    assert [line[:1] for line in said].count("🥇") == 4
    assert "🥇 and 1 other" in said
    picture = morning_podium(EN, told, tied, ["Ana", "Ben", "Chloé"])
    assert picture is not None
    assert [step.tied for step in picture.steps] == ["", "", "and 1 other"]


def test_nobody_tied_vanishes_from_a_week_nor_from_its_picture() -> None:
    tied = lines((ANA, 5), (BEN, 3), (CHLOE, 3), (9, 3), (8, 0))
    tied = tuple(replace(line, rank=rank) for line, rank in zip(tied, (1, 2, 2, 2, 5), strict=True))
    shown = week(page=LeaderboardPage(tied, 5))
    assert "🥈 and 1 other" in week_screen(EN, shown).body.split("\n")
    best = (*LINES[:2], *(replace(LINES[1], user=user) for user in (BEN, 9)))
    dailies = week(dailies=MonthBoard(best, None, 4, 5), page=LeaderboardPage((), 0))
    assert "🥈 and 1 other" in week_screen(EN, dailies).body.split("\n")
    picture = week_podium(EN, dailies, ["Chloé", "Ana", "Ben"])
    assert picture is not None
    assert [step.tied for step in picture.steps] == ["", "", "and 1 other"]


@pytest.mark.parametrize("hours", [-10, 0, 5])
def test_a_season_of_november_ends_in_november_in_every_zone(hours: int) -> None:
    ends = days.day_begins(20261201) + 3600 * hours
    season = Season(1, 1, days.day_begins(20261129) + 50_000, ends)
    assert season_dates(EN, season) == "29 Nov 2026 – 30 Nov 2026"
    said = final_screen(EN, SeasonView(season, (), unranked=False, ends=None)).body
    assert "29 Nov 2026 – 30 Nov 2026." in said, "whatever zone the reader's client has"


@pytest.mark.parametrize(
    ("first", "said"),
    [
        (0, "No champion: nobody has won a game against other people."),
        (4, "No champion: 4 players share the most wins, too many for the title."),
        (None, ""),
    ],
)
def test_a_season_without_a_champion_says_why_where_that_is_known(first: int | None, said: str) -> None:
    without = view(champions=[], first=first)
    for shown in (final_screen(EN, without), season_screen(EN, without)):
        assert ("No champion" in shown.body) is bool(said)
        assert said in shown.body
        fits(shown)
    assert "No champion" not in final_screen(EN, view(first=first)).body


def test_a_week_says_what_it_brought() -> None:
    screen = week_screen(EN, week())
    assert screen.title == "The week of 16 Nov 2026"
    assert screen.body.split("\n")[:8] == [
        "**24** games · 7 players",
        f"🥇 **5** wins · <@{ANA}>",
        f"🥈 **3** wins · <@{BEN}>",
        f"🥈 **3** wins · <@{CHLOE}>",
        f"Best score at Yum Plus: **412** points, by <@{BEN}>",
        f"Comeback of the week: <@{ANA}>, from 8% to a win at Yum Plus",
        f"First win against the champion computer at 421: <@{CHLOE}>!",
        f"<@{ANA}> climbed from place 7 to 4 on the leaderboard.",
    ]


def test_a_week_says_what_people_played_and_who_won_against_whom_even_if_one_alone_has_won() -> None:
    games = list(CATALOGUE)
    facts = WeekFacts(9, 4, None, None, None, played=(*games[:7], "gone"), met=(Met(ANA, BEN, 1, 0),))
    shown = week(facts=facts, page=LeaderboardPage(lines((ANA, 1), (BEN, 0)), 2), first_wins=(), climbs=())
    labels = ", ".join(CATALOGUE[game].label for game in games[:5])
    assert week_screen(EN, shown).body.split("\n")[:4] == [
        "**9** games · 4 players",
        f"Played: {labels} and 2 others",
        f"🥇 **1** win · <@{ANA}>",
        f"<@{ANA}> against <@{BEN}>: **1** to **0**",
    ]
    assert week_podium(EN, shown, []) is None, "nobody stands on a podium alone"
    assert "Somebody against <@" in week_screen(EN, replace(shown, unnamed=frozenset({ANA}))).body


def test_a_week_says_nothing_where_there_is_nothing_to_say() -> None:
    quiet = week(facts=WeekFacts(1, 1, None, None, None), page=LeaderboardPage((), 0), first_wins=(), climbs=())
    assert week_screen(EN, quiet).body.split("\n")[0] == "**1** game · 1 player"
    assert "win" not in week_screen(EN, quiet).body
    assert week_podium(EN, quiet, []) is None
    empty = week(facts=WeekFacts(0, 0, None, None, None))
    assert not empty.worth_it
    assert "Then I post nothing." in week_screen(EN, empty).body


LINES = (MonthLine(1, CHLOE, 450.4, 5), MonthLine(2, ANA, 50, 1), MonthLine(3, 9, 0, 1))
DAILIES = MonthBoard(LINES, None, 3, 7)


def test_a_week_of_dailies_and_puzzles_alone_says_how_many_played_and_who_was_best() -> None:
    facts = WeekFacts(7, 3, None, None, None, solved=MostSolved(4, (ANA, BEN)))
    shown = week(facts=facts, page=LeaderboardPage((), 0), first_wins=(), climbs=(), dailies=DAILIES)
    screen = week_screen(EN, shown)
    assert screen.body.split("\n")[:7] == [
        "**7** games · 3 players",
        "**The daily**, 15 Nov 2026 to 21 Nov 2026: 3 players",
        f"🥇 **450** points, 5 days · <@{CHLOE}>",
        f"🥈 **50** points, 1 day · <@{ANA}>",
        "3\\. **0** points, 1 day · <@9>",
        "-# A day brings the percentage of the others that a player beats (a tie counts half, playing alone brings "
        "50), and days add up.",
        f"Most puzzles solved: **4**, by <@{ANA}> and <@{BEN}>",
    ]
    (buttons,) = screen.rows
    assert [button.do for button in buttons if isinstance(button, Button)][1:] == ["daily month 20261121 0 show"]
    hidden = week_screen(EN, replace(shown, unnamed=frozenset({ANA, CHLOE}))).body
    assert str(ANA) not in hidden
    assert str(CHLOE) not in hidden
    assert hidden.count("Somebody") == 3


def test_the_picture_of_a_week_of_dailies_alone_is_their_podium() -> None:
    shown = week(facts=WeekFacts(7, 3, None, None, None), page=LeaderboardPage((), 0), dailies=DAILIES)
    assert week_winners(shown) == [CHLOE, ANA], "nobody stands there without a point"
    picture = week_podium(EN, replace(shown, unnamed=frozenset({ANA})), ["Chloé", "Ana"])
    assert picture is not None
    assert [(step.name, step.value, step.rank, *step.lines) for step in picture.steps] == [
        ("Chloé", "450 points", 1, "5 days"),
        ("", "50 points", 2, "1 day"),
    ]
    assert picture.subtitle == "The daily · 3 players"
    alone = replace(shown, dailies=MonthBoard(LINES[:1], None, 1, 1))
    assert week_podium(EN, alone, []) is None
    assert week_winners(week(dailies=DAILIES)) == [ANA, BEN, CHLOE], "wins come first"


def test_a_week_has_the_first_three_of_each_league_and_names_nobody_who_does_not_want_that() -> None:
    lines_of = [LeagueLine(place, user, 90.0 - place, 3) for place, user in enumerate((BEN, ANA, CHLOE, 9), 1)]
    rounds = (RoundGame("yum_plus", make("yum_plus", {}).written),)
    latest = Tournament(TableId(5), 1, 2, "en", ANA, rounds, TournamentPace.OPEN, 86_400, Scoring.MATCHPOINTS, b"", 0)
    shown = week(leagues=[(latest, LeagueTable(None, False, 3, lines_of))], unnamed=frozenset({ANA}))
    said = week_screen(EN, shown).body.split("\n")
    first = said.index("**League: Yum Plus**")
    assert said[first + 1 : first + 4] == [
        f"🥇 <@{BEN}>: **89%** · 3 weeks",
        "🥈 Somebody: **88%** · 3 weeks",
        f"🥉 <@{CHLOE}>: **87%** · 3 weeks",
    ]
    assert "<@9>" not in "\n".join(said[first:]), "three are enough"


def test_nobody_is_first_alone_in_the_dailies_of_a_week_and_puzzles_alone_are_worth_a_post() -> None:
    one = MonthBoard(LINES[:1], None, 1, 1)
    alone = week(facts=WeekFacts(1, 1, None, None, None), page=LeaderboardPage((), 0), dailies=one)
    assert "**The daily**, 15 Nov 2026 to 21 Nov 2026: 1 player" in week_screen(EN, alone).body
    assert str(CHLOE) not in week_screen(EN, replace(alone, first_wins=())).body
    assert "percentage" not in week_screen(EN, alone).body
    sunday = week(facts=WeekFacts(0, 0, None, None, None), page=LeaderboardPage((), 0), first_wins=(), climbs=())
    assert not replace(sunday, dailies=one).worth_it, "one person's daily of the Sunday before"
    assert replace(sunday, dailies=MonthBoard(LINES[:2], None, 2, 1)).worth_it
    many = MostSolved(2, tuple(range(11, 18)))
    solved = week(facts=WeekFacts(0, 0, None, None, None, solved=many), page=LeaderboardPage((), 0), first_wins=())
    solved = replace(solved, climbs=())
    assert solved.worth_it
    first = "Most puzzles solved: **2**, by <@11>, <@12>, <@13> and 4 others"
    assert week_screen(EN, solved).body.split("\n")[0] == first
    assert week_screen(EN, solved).rows == (), "no board of games has anything to show"


@pytest.mark.parametrize("language", LANGUAGES)
def test_examples_show_how_a_week_and_a_season_look_with_invented_people(language: str) -> None:
    for glyphs in (PLAIN_GLYPHS, WORDS_ONLY):
        context = RenderContext(words(language), glyphs)
        empty = week(facts=WeekFacts(0, 0, None, None, None), page=LeaderboardPage((), 0), first_wins=(), climbs=())
        fresh = Morning(20261201, "yams", "yamslam", None, {}, frozenset())
        examples = [preview_of(context, told, GuildChoices()) for told in (empty, fresh)]
        assert all(example for _, _, example in examples)
        for shown in (*(screen for _, screen, _ in examples), example_season(context, SEASON.ended or 0)):
            fits(shown)
            assert all(name in shown.body for name in ("Alex", "Charlie", "Sam"))
            assert "<@" not in shown.body, "nobody is named whom Discord could know"
            assert shown.body.endswith(context.t("This is how it looks: an example, with invented people."))
            items = [item for row in shown.rows for item in row]
            assert items, "what people will press stands there"
            assert all(getattr(item, "disabled", False) for item in items)


def test_the_example_of_a_morning_has_a_podium_par_and_a_streak() -> None:
    fresh = Morning(20261201, "yams", "yamslam", None, {}, frozenset())
    _, shown, example = preview_of(EN, fresh, GuildChoices())
    assert example
    assert "par 170" in shown.body
    assert "Sam has a streak of 6 dailies." in shown.body
    assert "🥇 **180** · 173.7 without luck" in shown.body


@pytest.mark.parametrize("length", days.WEEKS)
def test_the_example_of_a_morning_has_the_game_that_the_week_of_the_server_had_the_day_before(length: Any) -> None:
    for day, before in ((20261123 + number, 20261122 + number) for number in range(7)):
        fresh = replace(morning("yams"), day=day, yesterday=None)
        _, shown, example = preview_of(EN, fresh, GuildChoices(daily=length))
        assert example
        assert day_title(EN, before, days.WEEKS[length][days.weekday(before)]) in shown.body
        fits(shown)


def test_a_preview_says_where_no_morning_would_come() -> None:
    told = morning("yams", (149, 166.1), (146, 183.3))
    assert not preview_of(EN, told, GuildChoices())[2], "it is real"
    assert "None comes now" not in preview_of(EN, told, GuildChoices())[1].body
    quiet = preview_of(EN, replace(told, paused=True), GuildChoices())[1].body
    assert "None comes now, because nobody plays what it tells of." in quiet
    none = preview_of(EN, replace(told, yesterday=None, off=frozenset({"daily", "puzzle"})), GuildChoices())[1].body
    assert "None comes now: the daily and puzzles are switched off" in none


def test_a_season_without_a_ranked_game_is_worth_no_post() -> None:
    assert view().worth_it
    assert view(podiums=()).worth_it, "its champion wants to stand on no board"
    assert not view(podiums=(), champions=(), unranked=True).worth_it


def test_a_week_names_nobody_who_does_not_want_that_nor_on_its_picture() -> None:
    shown = week(unnamed=frozenset({ANA}))
    assert str(ANA) not in str(week_screen(EN, shown))
    assert week_screen(EN, shown).body.count("Somebody") == 3
    podium = week_podium(EN, shown, ["Ana", "Ben", "Chloé"])
    assert isinstance(podium, PodiumPicture)
    assert [step.name or step.instead for step in podium.steps] == ["Somebody", "Ben", "Chloé"]
    assert [step.value for step in podium.steps] == ["5 wins", "3 wins", "3 wins"]
    assert week_winners(shown) == [ANA, BEN, CHLOE]


@pytest.mark.parametrize("pictured", [False, True])
def test_a_season_says_that_house_rules_do_not_rank_only_where_they_left_games_out(*, pictured: bool) -> None:
    said = "-# Games by house rules do not count here; someone with Manage Server can change that."
    assert said not in final_screen(EN, view(), pictured=pictured).body
    body = final_screen(EN, view(unranked=True), pictured=pictured).body
    assert f"\n\n{said}\n\n" in body
    assert "\n\n\n" not in body


def view(games: int = 1, **changes: Any) -> SeasonView:
    keys = ["yum_plus", *(key for key in CATALOGUE if key != "yum_plus")][:games]
    podiums = tuple(Podium(key, "together", "", lines((ANA, 5), (BEN, 3), (CHLOE, 1)), 6) for key in keys)
    return replace(SeasonView(SEASON, podiums, False, None, champions=[SeasonChampion(3, ANA, 12)]), **changes)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", CATALOGUE)
def test_what_the_picture_of_a_morning_says_of_the_best_is_whole(key: str, language: str) -> None:
    context = RenderContext(words(language), PLAIN_GLYPHS)
    best = tuple(DailyLine(rank, rank, 1188 - rank, 1087.9 - rank) for rank in (1, 2, 3))
    yesterday = Yesterday(DailyGame(1, 20261121, key, {}, b"", 0), best, 1234)
    morning = Morning(20261122, key, key, yesterday, {}, frozenset())
    picture = morning_podium(context, morning, yesterday, ["Ana", "Ben", "Chloé"])
    assert picture is not None
    assert picture.title == context.t(CATALOGUE[key].label)
    for step in picture.steps:
        assert "1" in step.tied, "the score without luck"
        assert step.below == ""
        for said, least in ((step.value, VALUE), (step.tied, BELOW), (step.below, BELOW)):
            said = drawable_text(said)
            assert shrink_to_fit(said, least, 54, LEAST_VALUE)[0] == said
    subtitle = drawable_text(picture.subtitle)
    assert shrink_to_fit(subtitle, WIDTH - 172 - 216, 32, 24)[0] == subtitle


def test_a_season_names_its_champion_and_leaves_to_the_picture_what_that_shows() -> None:
    body = final_screen(EN, view()).body
    assert f"♛ Champion: <@{ANA}>, **12** wins" in body
    assert f"🥈 <@{BEN}> · **3** wins" in body
    pictured = final_screen(EN, view(), pictured=True).body
    assert f"♛ Champion: <@{ANA}>, **12** wins" in pictured
    assert str(BEN) not in pictured
    assert "No game that counts has" not in pictured
    assert "♛" not in final_screen(RenderContext(words("en"), WORDS_ONLY), view()).body


def test_the_picture_of_a_season_shows_the_three_best_of_every_game_that_there_is() -> None:
    shown = season_picture(EN, view(len(CATALOGUE)), {ANA: "Ana", BEN: "Ben"})
    assert shown is not None
    assert (shown.champions, shown.won, shown.others) == (("Ana",), "Champion with 12 wins", "")
    assert len(shown.tables) == len(CATALOGUE)
    body = final_screen(EN, view(len(CATALOGUE)), pictured=True).body
    assert str(BEN) not in body, "nothing is left for the list below"
    assert [(step.rank, step.name or step.instead, step.value) for step in shown.tables[0].steps] == [
        (1, "Ana", "5 wins"),
        (2, "Ben", "3 wins"),
        (3, "Somebody", "1 win"),
    ]
    said = season_alt(words("en"), shown)
    assert said.startswith("Season 3, ")
    assert "Champion with 12 wins: Ana. Yum Plus: 1. Ana 5 wins, 2. Ben 3 wins" in said
    assert all(f"{EN.t(CATALOGUE[key].label)}: 1. Ana 5 wins" in said for key in CATALOGUE), (
        "who hears it hears of each"
    )
    assert len(said) <= LIMIT
    assert season_picture(EN, view(0), {}) is None


def test_games_without_room_on_the_picture_of_a_season_are_in_the_menu_below_it() -> None:
    seen = view(podiums=view().podiums * (MOST_TABLES + 2))
    assert "2 more games in the menu below." in final_screen(EN, seen, pictured=True).body
    shown = season_picture(EN, seen, {})
    assert shown is not None
    assert shown.others == "and 2 more games"


def test_a_game_in_which_nobody_has_played_enough_for_a_rank_has_no_place_beside_the_others() -> None:
    few = tuple(replace(line, rank=None) for line in lines((ANA, 5), (BEN, 3)))
    seen = view(podiums=(*view().podiums * MOST_TABLES, Podium("yams", "together", "", few, 2)))
    assert str(BEN) not in final_screen(EN, seen, pictured=True).body
    shown = season_picture(EN, seen, {})
    assert shown is not None
    assert shown.others == ""
    alone = final_screen(EN, view(podiums=seen.podiums[-1:])).body
    assert f"▫️ <@{BEN}> · **3** wins" in alone, "a list without a picture says that too"


def test_nobody_without_a_win_is_on_the_picture_of_a_season() -> None:
    none, one = (
        Podium(key, "together", "", lines((ANA, wins), (BEN, 0)), 3) for key, wins in (("421", 0), ("yum_plus", 1))
    )
    shown = season_picture(EN, view(podiums=(*[none] * MOST_TABLES, one)), {ANA: "Ana", BEN: "Ben"})
    assert shown is not None
    assert [[step.name for step in table.steps] for table in shown.tables] == [["Ana"]]
    assert shown.others == ""


def test_the_post_of_a_season_names_nobody_who_does_not_want_that() -> None:
    hidden = view().without_names({ANA})
    assert str(ANA) not in str(final_screen(EN, hidden))
    assert str(BEN) in str(final_screen(EN, hidden))
    shown = season_picture(EN, hidden, {BEN: "Ben"})
    assert shown is not None
    assert shown.champions == ("Somebody",)


def test_all_champions_are_kept_and_the_last_one_has_the_title_on_leaderboards() -> None:
    day = 24 * 3600
    seasons = [Season(1, one, one * day, None if one == 4 else (one + 1) * day) for one in (4, 3, 2, 1)]
    champions = [SeasonChampion(3, ANA, 12), SeasonChampion(1, ANA, 1), SeasonChampion(1, BEN, 1)]
    said = champions_screen(EN, champions, seasons, 0).body.split("\n")
    assert said[0] == f"**January 1970** · Season 3 · <@{ANA}> · 12 wins"
    assert said[1] == f"**January 1970** · Season 1 · <@{ANA}> and <@{BEN}> · 1 win"
    assert "Nobody has a title yet" in champions_screen(EN, [], seasons, 0).body
    assert crowned(champions, seasons) == {ANA: (19700104, 19700104)}
    assert crowned(champions[1:], seasons) == {}, "season 3 had no champion"
    around = LeaderboardContext(
        BEN, ["yum_plus"], [], "", False, (2026, 9), seasons, crowned=crowned(champions, seasons)
    )
    request = LeaderboardRequest("yum_plus", "wins", "all", "together", "")
    page = LeaderboardPage(lines((ANA, 5), (BEN, 3)), 2)
    board = leaderboard_screen(EN, request, page, around).body
    assert f"**1.** <@{ANA}> ♛ January 1970 · **5** wins" in board
    assert f"**2.** <@{BEN}> (you) · **3** wins" in board
    assert (
        f"<@{ANA}> (champion: January 1970)"
        in leaderboard_screen(RenderContext(words("en"), WORDS_ONLY), request, page, around).body
    )


AUTUMN = (20260907, 20261121)


@pytest.mark.parametrize(
    ("season", "english", "french"),
    [
        ((20261001, 20261031), "October 2026", "octobre 2026"),
        ((20261014, 20261031), "October 2026", "octobre 2026"),
        (AUTUMN, "autumn 2026", "automne 2026"),
        ((20261201, 20270228), "winter 2026–2027", "hiver 2026–2027"),
        ((20270110, 20270220), "winter 2027", "hiver 2027"),
        ((20260301, 20260531), "spring 2026", "printemps 2026"),
        ((20260820, 20261110), "autumn 2026", "automne 2026"),
        ((20261101, 20270331), "March 2027", "mars 2027"),
        ((20260210, 20261110), "2026", "2026"),
        ((20260910, 20270610), "2026–2027", "2026–2027"),
    ],
)
def test_a_season_has_the_name_of_its_month_its_quarter_or_its_years(
    season: tuple[int, int], english: str, french: str
) -> None:
    assert season_name(words("en"), season) == english
    assert season_name(words("fr"), season) == french


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "America/Toronto", "Etc/UTC", "Pacific/Pago_Pago"])
def test_the_days_of_a_season_are_those_of_its_server_wherever_that_is(zone: str) -> None:
    begins, ends = days.day_begins(20261001, zone), days.day_begins(20261101, zone)
    found = Season(1, 1, begins, ends).days
    assert found is not None
    assert season_name(words("en"), found) == "October 2026"
    assert Season(1, 1, begins).days is None


@pytest.mark.parametrize("hours", [1, 6])
@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "America/Toronto", "Etc/UTC", "Pacific/Pago_Pago"])
def test_a_season_that_begins_with_the_first_game_on_the_last_day_of_a_month_is_of_that_month(
    zone: str, hours: int
) -> None:
    ends = days.day_begins(20261201, zone)
    season = Season(1, 1, ends - hours * 3600, ends)
    assert season.days is not None
    assert season_name(words("en"), season.days) == "November 2026"
    assert season_dates(EN, season) == "30 Nov 2026"
    assert "Dec" not in final_screen(EN, SeasonView(season, (), unranked=False, ends=None)).body


def test_a_season_that_is_over_without_a_game_that_counts_says_yet_no_more() -> None:
    for ended, said in ((None, "has been played in this season yet."), (9, "was played in this season.")):
        seen = SeasonView(Season(1, 1, 1, ended), (), unranked=False, ends=None)
        assert f"No game that counts {said}" in season_screen(EN, seen).body


def test_a_board_whose_first_place_is_hidden_says_so_and_gives_it_to_nobody() -> None:
    around = LeaderboardContext(BEN, ["yum_plus"], [], "", False, (2026, 9), [])
    request = LeaderboardRequest("yum_plus", "wins", "all", "together", "")
    (own,) = lines((BEN, 0))
    page = LeaderboardPage((replace(own, rank=2),), 1)
    shown = leaderboard_screen(EN, request, page, around).body
    assert f"**–** <@{BEN}>" in shown, "nobody has a place for no win"
    assert "Places that are missing belong to people who want to be left out." in shown
    won = replace(own, rank=2, value=1.0, counts=replace(own.counts, wins=1))
    shown = leaderboard_screen(EN, request, LeaderboardPage((won,), 1), around).body
    assert f"**2.** <@{BEN}>" in shown


def test_the_champion_has_a_crown_in_lobbies_and_results() -> None:
    crowned_there = replace(EN, crowned={ANA: AUTUMN})
    lobby = table_screen(crowned_there, lobby_of(make("yum_plus", {}), (ANA, BEN)))
    assert f"<@{ANA}>\N{NO-BREAK SPACE}♛ autumn 2026" in lobby.body
    assert lobby.body.count("♛") == 1
    in_words = table_screen(replace(crowned_there, glyphs=WORDS_ONLY), lobby_of(make("yum_plus", {}), (ANA, BEN)))
    assert f"<@{ANA}> (champion: autumn 2026)" in in_words.body
    assert "♛" not in in_words.body


@pytest.mark.parametrize("key", CATALOGUE)
def test_the_champion_has_a_crown_beside_the_name_on_the_board_of_every_game(key: str) -> None:
    game = make(key, {})
    seats = next((seats for seats in game.seats if seats > 1), 1)
    table = table_of(game, users(seats, ANA), state=game.new(seats))
    champion = table.players[0]
    for glyphs, signs in ((EN.glyphs, "\N{NO-BREAK SPACE}♛"), (WORDS_ONLY, " (champion)"), (IN_WORDS, " (champion)")):
        plain = RenderContext(words("en"), glyphs)
        shown = table_screen(replace(plain, crowned={champion: AUTUMN}), table).body
        if seats > 1:
            assert shown.count(f"<@{champion}>{signs}") == 1, shown
            assert "♛" not in shown or glyphs is EN.glyphs
            assert shown.count(signs) == 1
        assert "♛" not in table_screen(plain, table).body
        assert "champion" not in table_screen(plain, table).body


def test_the_champion_has_a_crown_above_the_column_of_a_sheet() -> None:
    game = make("yum_classic", {})
    table = table_of(game, (ANA, BEN), state=game.new(2))
    context, view = replace(EN, crowned={ANA: 3}), BoardView(names=("Ana", "Benedict"))
    heads = table_screen(context, table, view).body.split("```")[1].split("\n")[1]
    assert heads == "      An♛ Ben│       An♛ Ben"
    read = sheets_screen(context, table, 0, SheetReader(1, view.names)).body
    assert f"<@{ANA}>\N{NO-BREAK SPACE}♛ **0**" in read
    assert " Benedi   Ana♛" in read


MOMENT = RareMoment(
    1,
    "yum_plus",
    99,
    channel=7,
    message=8,
    record=Scored("yum_plus", ANA, 420),
    before=398,
    first_wins=(BEN,),
    flawless=(CHLOE,),
)


def test_a_moment_tells_the_record_and_what_it_was_before() -> None:
    assert moment_screen(EN, MOMENT).body.split("\n") == [
        "★ **A server record: 420 points!**",
        f"By <@{ANA}>. The record was 398.",
        f"★ **First win against the champion computer: <@{BEN}>!**",
        f"★ **A perfect sheet, no box struck and no bonus missed: <@{CHLOE}>!**",
        "[The game](https://discord.com/channels/1/7/8)",
    ]
    hidden = moment_screen(EN, replace(MOMENT, unnamed=frozenset({ANA, BEN, CHLOE}))).body
    assert "<@" not in hidden
    assert hidden.count("Somebody") == 3


def test_only_records_by_standard_rules_first_wins_and_perfect_sheets_make_a_moment() -> None:
    table = table_of(make("yum_plus", {}), (ANA, BEN), status=Status.FINISHED)
    series = Series({ANA: Before(9, 300)}, 398, 5)
    record = BestGame(0, 420, Feat.RECORD)
    found = moment_of(table, series, record)
    assert found is not None
    assert (found.record, found.before, found.people) == (Scored("yum_plus", ANA, 420), 398, {ANA})
    assert moment_of(table, series, BestGame(0, 420, Feat.BEST_YET)) is None
    assert moment_of(table, series, None) is None
    assert (
        moment_of(table_of(make("yum_plus", {"power": True}), (ANA, BEN), status=Status.FINISHED), series, record)
        is None
    )
    won = moment_of(table, replace(series, beat_champion=frozenset({BEN})), None)
    assert won is not None
    assert won.first_wins == (BEN,)
    sheet = moment_of(table, replace(series, flawless=frozenset({BEN})), None)
    assert sheet is not None
    assert sheet.people == {BEN}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_post_fits_discord(language: str) -> None:
    for glyphs in (PLAIN_GLYPHS, WORDS_ONLY):
        context = RenderContext(words(language), glyphs)
        for shown in (week(), week(unnamed=frozenset({ANA, BEN}))):
            fits(week_screen(context, shown))
        fits(final_screen(context, view(20)))
        fits(final_screen(context, view(20), pictured=True))
        fits(moment_screen(context, MOMENT))
        fits(example_moment(context))
        many = [SeasonChampion(number, ANA, 99_999) for number in range(200, 0, -1)]
        for page in (0, 7, 99):
            fits(champions_screen(context, many, [], page))
