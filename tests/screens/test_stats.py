"""Statistics and histories: the numbers people see, in both languages, within Discord's limits."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.dice import FairDice
from bot.engine.gate import JournalEntry, legal, play_recorded
from bot.games import CATALOGUE, make
from bot.locales import LANGUAGES, words
from bot.screens.kit.values import PLAIN_GLYPHS, TABLE_WIDTH, Button, RenderContext, Screen, Style, know_commands
from bot.screens.players import stats
from bot.screens.players.games import HERE, PAGE, HistoryPage, games_screen, told, told_apart
from bot.screens.players.stats import (
    StatsRequest,
    dice_screen,
    overview_screen,
    play_screen,
    rivals_screen,
    skill_screen,
)
from bot.screens.players.trophies import NEAREST, trophies_screen
from bot.screens.tournament import STANDINGS
from bot.tables.model.choices import NOBODY
from bot.tables.model.table import TableId
from bot.tables.records.leaderboards import Rating
from bot.tables.records.profiles import (
    FinishedGame,
    GameSeries,
    GameSkill,
    HeadToHead,
    Opponent,
    PastGame,
    PastPage,
    ReviewedGames,
)
from bot.tables.records.statistics import StatsTotals, total_stats
from bot.tables.records.trophies import TROPHIES, Earned
from bot.tables.storage.results import GameStats, collect_stats, to_json
from bot.tables.storage.rows import rules_name
from bot.ui.discord.adapter import render
from cogs.games import FinishedGames
from cogs.stats import Statistics as StatsCog
from tests.factories import read_press
from tests.limits import problems

KINDS = tuple(stats.KINDS)
USER = 1_300_000_000_000_000_000
ENGLISH = RenderContext(words("en"), PLAIN_GLYPHS)
NAMES = {USER: "Ana", 7: "Ben", 8: ""}
FRENCH = RenderContext(words("fr"), PLAIN_GLYPHS)


def _series(game: str = "yum_plus", **changes: Any) -> GameSeries:
    values: dict[str, Any] = {
        "kind": "together",
        "rules": "",
        "options": {},
        "games": 24,
        "wins": 10,
        "rivalled": 24,
        "stayed": 23,
        "points": 5550,
        "highest": 312,
    }
    return GameSeries(game, **(values | changes))


def _every() -> list[GameSeries]:
    """Every game there is, with large numbers, in several kinds and by several rules."""
    large = {"games": 99_999, "wins": 88_888, "rivalled": 99_999, "stayed": 99_999, "points": 10**12, "highest": 10**6}
    found = [_series(key, **large) for key in CATALOGUE]
    for columns in range(20):
        options = {"joker": "fr", "columns": columns}
        found.append(_series(kind=KINDS[columns % 4], rules=rules_name(options), options=options))
    one = {rule.key: rule.choices[-1] for rule in CATALOGUE["yum_plus"].rules if rule.key not in ("teams", "freeze")}
    found.append(_series(kind="together", rules=rules_name(one), options=one))
    return found


def _fields(screen: Screen) -> dict[str, str]:
    return {field.name: field.value for field in screen.fields}


def _check(screen: Screen) -> None:
    assert problems(render(screen, PLAIN_GLYPHS)) == []
    for block in re.findall(r"```\n(.*?)\n```", screen.body, re.DOTALL):
        assert max(map(len, block.split("\n"))) <= TABLE_WIDTH, block


PLAYED = [FinishedGame(200 + number, number % 3 == 0, False, 2) for number in range(22)] + [
    FinishedGame(312, True, False, 3),
    FinishedGame(0, False, True, 2),
]


RATING = Rating(mu=25 + 142 / 30, sigma=85 / 60, games=24)


def test_the_overview_tells_the_numbers_of_one_series() -> None:
    every = [_series(), _series(kind="solo", games=3, wins=0, rivalled=0)]
    screen = overview_screen(ENGLISH, StatsRequest(USER, "yum_plus"), every, PLAYED, RATING, {})
    assert screen.title == "Yum Plus: statistics"
    assert screen.footer == "Together · Standard rules"
    assert _fields(screen) == {
        "Games": "24 (1 not finished)",
        "Best": "312 points",
        "Average": "241.3 points a game",
        "Wins": "10 (42%)",
        "Wins in a row": "0 now · longest 2",
        "Rating": "1,642 ± 85 · everybody begins at 1,500",
        "Computers, on average": "beginner 365 · casual 391 · regular 415 · strong 439 · champion 468",
        "Last scores, newest first; wins in bold": (
            "not finished · **312** · **221** · 220 · 219 · **218** · 217 · 216 · **215** · 214"
        ),
    }
    assert [choice.do for choice in screen.rows[2][0].choices] == [  # type: ignore[union-attr]
        f"stats {USER} yum_plus t overview series",
        f"stats {USER} yum_plus s overview series",
    ]
    assert screen.rows[0][0].label == "In words"  # type: ignore[union-attr]


def test_the_button_of_the_shown_page_shows_it_again() -> None:
    """A screen reader says of a disabled button that it cannot be used, not that it is the chosen one."""
    screen = overview_screen(ENGLISH, StatsRequest(USER, "yum_plus"), [_series()], PLAYED, RATING, {})
    pages = [item for row in screen.rows for item in row if isinstance(item, Button) and item.do.endswith(" page")]
    assert not any(page.disabled for page in pages)
    assert [page.label for page in pages if page.style is Style.PRIMARY] == ["Overview"]


def test_a_share_of_wins_says_of_which_games_where_some_were_played_alone() -> None:
    together, alone = _series(), _series(kind="solo", games=3, wins=0, rivalled=0)
    body = overview_screen(ENGLISH, StatsRequest(USER), [together], PLAYED, None, {}).body
    assert body.startswith(f"<@{USER}>\nGames: **24**\nWins: **10 (42%)**\nWins in a row: **0 now · longest 2**\n\n")
    body = overview_screen(ENGLISH, StatsRequest(USER), [together, alone], PLAYED, None, {}).body
    assert body.startswith(f"<@{USER}>\nGames: **27**\nWins: **10 of 24 with others (42%)**\n")


def test_wins_against_computers_are_no_wins_against_people() -> None:
    """Three wins in a row against a beginner are told, and make nobody win half of their games with others."""
    people, computers = _series(games=4, wins=1, rivalled=4), _series(kind="computer", games=3, wins=3, rivalled=3)
    played = [FinishedGame(300, number == 0, False, 2) for number in range(4)]
    played += [FinishedGame(300, True, False, 2, "computer")] * 3
    lines = overview_screen(ENGLISH, StatsRequest(USER), [people, computers], played, None, {}).body.split("\n")
    assert lines[1:5] == [
        "Games: **7**",
        "Wins: **1 of 4 with others (25%)**",
        "Wins in a row: **0 now · longest 1**",
        "Wins against computers: **3 of 3 (100%)**",
    ]
    told = _fields(
        overview_screen(ENGLISH, StatsRequest(USER, "yum_plus", "c"), [people, computers], played[4:], None, {})
    )
    assert told["Wins in a row"] == "3 now · longest 3", "asked for, they are told"


def test_an_average_is_told_beside_what_computers_bring_and_what_the_latest_games_brought() -> None:
    def told(games: int, **changes: Any) -> dict[str, str]:
        played = [FinishedGame(200 + 100 * (number >= games - 20), False, False, 2) for number in range(games)]
        return _fields(overview_screen(ENGLISH, StatsRequest(USER, "yum_plus"), [_series(**changes)], played, None, {}))

    assert told(39)["Average"] == "241.3 points a game", "too few games tell no change"
    assert told(40)["Average"] == "241.3 points a game · last 20: 300"
    assert "champion 468" in told(9)["Computers, on average"]
    assert "Computers, on average" not in told(9, rules="1a2b3c4d", options={"low_first": True}), "nobody measured that"


def test_a_new_rating_is_said_to_be_provisional() -> None:
    new = replace(RATING, games=2)
    screen = overview_screen(ENGLISH, StatsRequest(USER, "yum_plus"), [_series()], PLAYED, new, {})
    assert _fields(screen)["Rating"] == "1,642 ± 85 (provisional: 2 games) · everybody begins at 1,500"


def test_a_series_asked_for_is_shown_and_nothing_is_won_alone() -> None:
    every = [_series(), _series(kind="solo", games=3, wins=0, rivalled=0, stayed=3, points=600)]
    screen = overview_screen(ENGLISH, StatsRequest(USER, "yum_plus", "s"), every, PLAYED[:3], None, {})
    assert screen.footer == "Solo · Standard rules"
    names = ["Games", "Best", "Average", "Computers, on average", "Last scores, newest first"]
    assert list(_fields(screen)) == names


def test_a_best_of_nothing_is_no_best_except_where_the_fewest_is() -> None:
    """Somebody who has never won a column has no best yet; no token left is the best there is."""
    never = _series("cant_stop", highest=0, points=0)
    assert "Best" not in _fields(overview_screen(ENGLISH, StatsRequest(USER, "cant_stop"), [never], PLAYED, None, {}))
    body = overview_screen(ENGLISH, StatsRequest(USER), [never], PLAYED, None, {}).body
    assert "best" not in body
    assert "average" in body
    once = overview_screen(ENGLISH, StatsRequest(USER), [replace(never, highest=1, wins=0)], PLAYED, None, {}).body
    assert "best 1 column" in once
    won = overview_screen(ENGLISH, StatsRequest(USER), [replace(never, highest=3)], PLAYED, None, {}).body
    assert "best" not in won, "everybody who wins has three"
    fewest = overview_screen(ENGLISH, StatsRequest(USER), [_series("421", highest=0, points=-9)], PLAYED, None, {}).body
    assert "fewest: 0 tokens" in fewest


def test_all_games_with_the_most_played_first() -> None:
    every = [
        _series("421", games=9, wins=2, highest=-3, points=-60, stayed=9),
        _series(games=7),
        _series(kind="solo", games=6, wins=0, rivalled=0),
    ]
    screen = overview_screen(ENGLISH, StatsRequest(USER), every, PLAYED, None, {})
    lines = screen.body.split("\n")
    assert lines[1] == "Games: **22**"
    assert lines[5:] == [
        "**Yum Plus** · 13 games · 10 wins",
        "-# best 312 points (Together) · average 241.3 points a game",
        "**421** · 9 games · 2 wins",
        "-# fewest: 3 tokens · average 6.7 tokens a game",
    ]


def test_the_first_win_against_the_champion_stands_with_its_game_alone() -> None:
    every, beaten = [_series(), _series("421")], {"yum_plus": 1_763_500_000}
    one = _fields(overview_screen(ENGLISH, StatsRequest(USER, "yum_plus"), every, PLAYED, None, beaten))
    assert one["First win against the champion computer"] == "<t:1763500000:D>"
    other = _fields(overview_screen(ENGLISH, StatsRequest(USER, "421"), every, PLAYED, None, beaten))
    assert "First win against the champion computer" not in other
    body = overview_screen(ENGLISH, StatsRequest(USER), every, PLAYED, None, beaten).body
    told = [line for line in body.split("\n") if line.startswith("-# ")]
    assert [line.endswith(" · champion computer beaten") for line in told] == [True, False]


def test_a_best_is_that_of_all_kinds_of_games_and_says_of_which_one() -> None:
    """A daily of 333 beats a game alone of 329, though that is what somebody plays most."""
    alone = _series(kind="solo", games=3, wins=0, rivalled=0, stayed=3, points=607, highest=329)
    daily = replace(alone, kind="daily", games=1, stayed=1, points=333, highest=333)

    def told(*every: GameSeries) -> str:
        body = overview_screen(ENGLISH, StatsRequest(USER), every, [], None, {}).body
        return body[body.index("**Yum Plus**") :]

    assert told(alone, daily) == ("**Yum Plus** · 4 games\n-# best 333 points (Daily) · average 235 points a game")
    assert told(alone) == "**Yum Plus** · 3 games\n-# best 329 points · average 202.3 points a game"
    assert told(daily) == "**Yum Plus** · 1 game\n-# best 333 points", "one game has no average of its own"
    fields = _fields(overview_screen(ENGLISH, StatsRequest(USER, "yum_plus"), [alone, daily], [], None, {}))
    assert fields["Best"] == "329 points (Daily: 333 points)"
    fields = _fields(overview_screen(ENGLISH, StatsRequest(USER, "yum_plus", "d"), [alone, daily], [], None, {}))
    assert fields["Best"] == "333 points"


@pytest.mark.parametrize("kind", ["hints", "real", "practice"])
def test_help_real_dice_and_dice_that_others_know_make_no_best(kind: Any) -> None:
    alone = _series(kind="solo", games=3, wins=0, rivalled=0, stayed=3, points=600, highest=329)
    other = replace(alone, kind=kind, games=2, points=800, highest=400)
    screen = overview_screen(ENGLISH, StatsRequest(USER), [alone, other], [], None, {})
    assert "best 329 points (Solo) · average 200 points" in screen.body
    assert screen.footer.startswith("Best and average count games by the rules played most")
    house = overview_screen(
        ENGLISH, StatsRequest(USER), [alone, replace(other, kind="solo", rules="1a2b3c4d")], [], None, {}
    )
    assert "best 329 points" in house.body, "other rules, other points"
    assert house.footer == screen.footer
    assert overview_screen(ENGLISH, StatsRequest(USER), [alone], [], None, {}).footer == ""
    assert "best 400 points" in overview_screen(ENGLISH, StatsRequest(USER), [other], [], None, {}).body, "all there is"


def test_averages_of_boxes_and_how_often_bonus_and_yum() -> None:
    games = [
        GameStats(version=1, boxes={"ones": (3,), "yum": (50,)}, bonuses=(35,), counts={"yums": 1, "yums_thrown": 2}),
        GameStats(version=1, boxes={"ones": (0,), "yum": (0,)}, bonuses=(0,), counts={"further_yums": 1}),
    ]
    tally = total_stats([*map(to_json, games), None])
    screen = play_screen(ENGLISH, StatsRequest(USER, "yum_plus", page=stats.PLAY), [_series()], tally)
    assert re.search(r"^Ones +1\.5 +3 +50%$", screen.body, re.MULTILINE), screen.body
    assert re.search(r"^Yum +25 +50 +50%$", screen.body, re.MULTILINE), screen.body
    assert "Upper bonus: 1 of 2 (50%)." in screen.body
    assert "Yums: **2** thrown, 1 scored, 1 with a bonus in 2 games." in screen.body
    assert "1 older game is not in these numbers." in screen.body
    _check(screen)


@pytest.mark.parametrize(
    ("context", "counted"), [(ENGLISH, "**785** dice in 215 throws."), (FRENCH, "**785** dés en 215 lancers.")]
)
def test_the_throws_of_the_dice_are_a_number_and_no_bound(context: RenderContext, counted: str) -> None:
    tally = StatsTotals(throws=215, faces=[131, 131, 131, 131, 131, 130])
    assert counted in dice_screen(context, StatsRequest(USER, page=stats.DICE), [_series()], tally, StatsTotals()).body


def test_the_way_to_check_the_dice_is_a_command_to_press_on() -> None:
    """Discord shows commands as text in a footer."""
    know_commands({("games",): 7})
    try:
        screen = dice_screen(ENGLISH, StatsRequest(USER, page=stats.DICE), [_series()], StatsTotals(), StatsTotals())
    finally:
        know_commands({})
    assert screen.body.endswith("**Verify** under </games:7> computes every throw of a game again.")
    assert "/" not in screen.footer


@pytest.mark.parametrize(
    ("faces", "said"),
    [
        ((100,) * 6, "Fair dice bring about as much."),
        ((93, 100, 100, 100, 100, 107), "Fair dice would come out lower in 80% of cases."),
        ((107, 100, 100, 100, 100, 93), "Fair dice would come out higher in 80% of cases."),
        ((0, 0, 0, 0, 0, 999), "Fair dice would come out lower in 99% of cases."),
        ((1, 2, 1, 2, 1, 2), "Few dice so far"),
    ],
)
def test_luck_is_told_in_words(faces: tuple[int, ...], said: str) -> None:
    tally = total_stats([to_json(GameStats(version=1, faces=faces, throws=9))])
    screen = dice_screen(ENGLISH, StatsRequest(USER, page=stats.DICE), [_series()], tally, StatsTotals())
    assert said in screen.body
    _check(screen)


def test_real_dice_are_apart_and_luck_is_not_told_of_them() -> None:
    told = total_stats([to_json(GameStats(version=1, faces=(0, 0, 0, 0, 0, 8)))])
    screen = dice_screen(ENGLISH, StatsRequest(USER, page=stats.DICE), [_series()], StatsTotals(), told)
    assert "Real dice, told by the players: **8** dice, on average 6." in screen.body
    assert "air dice" not in screen.body


def test_head_to_head() -> None:
    screen = rivals_screen(
        ENGLISH, StatsRequest(USER, page=stats.RIVALS), [_series()], [HeadToHead(7, 12, 7, 4), HeadToHead(-3, 1, 0, 1)]
    )
    assert "<@7> · 12 games · **7** won, **4** lost, **1** tied" in screen.body
    assert "@? · 1 game · **0** won, **1** lost" in screen.body


@pytest.mark.parametrize(
    ("game", "unit", "luck", "said"),
    [
        ("yum_plus", "points", 12.0, "luck helped by 6.0 points a game"),
        ("yum_plus", "points", -12.0, "luck cost 6.0 points a game"),
        ("yum_plus", "points", 0.04, "luck neither helped nor cost"),
        ("cant_stop", "turns", -3.0, "luck cost 1.5 turns a game"),
        ("421", "win", 0.6, "luck brought 0.6 wins"),
        ("421", "win", -0.6, "luck took 0.6 wins"),
    ],
)
def test_luck_of_many_games_is_told_in_words_beside_what_decisions_lost(
    game: str, unit: str, luck: float, said: str
) -> None:
    """Of chances to win in all games together: a lead comes and goes in each."""
    one = GameSkill(game, "together", "", unit, luck / 2, 0.1, 1, '{"keep": [10, 0.1]}')
    reviewed, series = ReviewedGames((one, one), 0, 0), [_series(game)]
    screen = skill_screen(ENGLISH, StatsRequest(USER, game, page=stats.SKILL), series, reviewed)
    assert _fields(screen)["Dice"] == said
    every = skill_screen(ENGLISH, StatsRequest(USER, page=stats.SKILL), series, reviewed)
    assert every.body.split("\n")[-1].endswith(f" · {said}")
    assert ("The best ones bring 468 points on average." in screen.body) is (game == "yum_plus")
    assert "played a part of" not in screen.body
    _check(screen)


def test_games_that_others_played_in_part_are_said_not_to_count() -> None:
    request, series = StatsRequest(USER, "yum_plus", page=stats.SKILL), [_series("yum_plus")]
    body = skill_screen(ENGLISH, request, series, ReviewedGames((), 0, 0, shared=2)).body
    assert body.endswith("-# 2 games do not count: somebody else, a computer or the clock played a part of them.")


def _past(**changes: Any) -> PastGame:
    values: dict[str, Any] = {
        "table": TableId(36),
        "user": USER,
        "game": "yum_plus",
        "kind": "together",
        "options": {},
        "score": 312,
        "rank": 1,
        "left": False,
        "seats": 3,
        "at": 1_700_000_000,
        "others": (Opponent(7, 2, 300), Opponent(8, 3, 200)),
        "channel": 5,
        "message": 6,
    }
    return PastGame(**(values | changes))


def test_a_history_has_no_silver_for_the_only_loser_of_421() -> None:
    lost = _past(game="421", score=-21, rank=2, seats=2)
    games = (lost, replace(lost, seats=3, score=-5), replace(lost, game="yum_plus", score=200))
    body = games_screen(ENGLISH, HistoryPage(USER, page=1), 9, PastPage(games, 9), NAMES.__getitem__, USER).body
    assert "\nplace 2 of 2 · **21** tokens" in body
    assert "🥈 place 2 of 3 · **5** tokens" in body
    assert "🥈 place 2 of 2 · **200** points" in body


def test_a_history_tells_when_what_with_whom_and_where() -> None:
    games = (
        _past(),
        _past(game="421", score=-4, rank=4, message=None, table=TableId(37)),
        _past(kind="solo", seats=1, others=(), options={"tokens": 11}, table=TableId(38)),
        _past(left=True, table=TableId(39)),
    )
    screen = games_screen(ENGLISH, HistoryPage(USER, page=1), 9, PastPage(games, 9), NAMES.__getitem__, USER)
    assert screen.body.split("\n\n")[1:] == [
        "<t:1700000000:D> · **Yum Plus**\n🥇 place 1 of 3 · **312** points\nwith <@7>, <@8> · "
        "[board](https://discord.com/channels/9/5/6)",
        "<t:1700000000:D> · **421**\nplace 4 of 3 · **4** tokens\nwith <@7>, <@8>",
        "<t:1700000000:D> · **Yum Plus** · Solo · house rules\n**312** points\n"
        "[board](https://discord.com/channels/9/5/6)",
        "<t:1700000000:D> · **Yum Plus**\n**312** points · not played to the end\nwith <@7>, <@8> · "
        "[board](https://discord.com/channels/9/5/6)",
    ]
    assert screen.footer == "9 games · page 2 of 2"
    assert [choice.do for choice in screen.rows[0][0].choices] == [  # type: ignore[union-attr]
        f"played 10 {USER} * 1",
        f"played 11 {USER} * 1",
        f"played 12 {USER} * 1",
        f"played 13 {USER} * 1",
    ]


def test_the_games_of_a_channel_tell_everybodys_place() -> None:
    tie = _past(rank=2, others=(Opponent(7, 1, 320), Opponent(8, 2, 312)))
    alone = _past(table=TableId(37), seats=1, others=())
    page = PastPage((tie, alone), 2)
    screen = games_screen(ENGLISH, HistoryPage(HERE), 9, page, NAMES.__getitem__, USER)
    first, second = (entry.splitlines()[1] for entry in screen.body.split("\n\n")[1:])
    assert first == f"🥇 <@7> **320** points, 🥈 <@{USER}> **312** points, 🥈 <@8> **312** points"
    assert second == f"<@{USER}> **312** points"


def test_a_game_in_one_line_names_whom_memory_knows() -> None:
    """Discord shows no mention among the choices of an option; whoever has not pressed since the start has no name."""
    day = "14 Nov 2023"
    assert told(ENGLISH, _past(), NAMES.__getitem__) == f"Yum Plus · {day} · 1. Ana, 2. Ben"
    assert told(ENGLISH, _past(), lambda _: "") == f"Yum Plus · {day}"
    assert told(ENGLISH, _past(seats=1, others=()), NAMES.__getitem__) == f"Yum Plus · {day} · 312 points"
    longest = told(ENGLISH, _past(table=TableId(2**63 - 1)), lambda _: "W" * 60)
    assert len(longest) <= 100
    assert told_apart(ENGLISH, [_past(), _past(table=TableId(9))], lambda _: "") == [
        f"Yum Plus · {day}",
        f"Yum Plus · {day} (2)",
    ]


def test_what_buttons_ask_for_is_read_back() -> None:
    asked, leaf = StatsRequest(USER, "yum_plus", "tabcd1234", stats.PLAY), HistoryPage(USER, "421", 3)
    about = {"user": USER, "game": "yum_plus", "series": "tabcd1234", "page": stats.PLAY, "button": "page"}
    assert read_press(StatsCog, asked.do("page")) == ("turn", about)
    about = {"user": USER, "game": "421", "page": 3, "button": "next"}
    assert read_press(FinishedGames, leaf.do("next")) == ("leaf", about)
    about = {"table": TableId(36), "user": USER, "game": "421", "page": 3}
    assert read_press(FinishedGames, leaf.to(TableId(36))) == ("_open", about)
    for forged in (
        "stats",
        "stats -4 * * overview x",
        "stats 4 chess * overview x",
        "stats 4 * * nothing x",
        "stats 4",
        "history 4 * x open",
        "history -4 * 0 open",
        "history 4 chess 0 open",
        "history",
    ):
        assert read_press(StatsCog, forged) is read_press(FinishedGames, forged) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_somebody_who_has_not_played(language: str) -> None:
    context = RenderContext(words(language), PLAIN_GLYPHS)
    for asked in (StatsRequest(USER), StatsRequest(USER, "yum_plus")):
        _check(overview_screen(context, asked, [], [], None, {}))
        _check(play_screen(context, asked, [], StatsTotals()))
        _check(dice_screen(context, asked, [], StatsTotals(), StatsTotals()))
        _check(rivals_screen(context, asked, [], []))
    empty = overview_screen(ENGLISH, StatsRequest(USER), [], [], None, {})
    assert "Statistics" in empty.title
    assert "No finished game yet. `/yum start` opens a table." in empty.body
    assert "`/421 start`" in overview_screen(ENGLISH, StatsRequest(USER, "421"), [], [], None, {}).body


def _seats(game: Any) -> int:
    """Two, or as many as the game takes."""
    return int(min(max(2, game.seats[0]), game.seats[-1]))


def _random_entries(key: str) -> tuple[Any, list[JournalEntry]]:
    game, chance, dice = make(key, {}), random.Random(3), FairDice(b"k" * 32, "entropy")
    state, entries = game.new(_seats(game)), []
    while (turn := game.turn(state)) is not None:
        choices = list(legal(game, state))
        last = [do for do in choices if not do.startswith(("keep", "roll"))]
        do = chance.choice(last if last and chance.random() < 0.5 else choices)
        step, entry = play_recorded(game, state, turn, do, dice)
        state, entries = step.state, [*entries, entry]
    return game, entries


@pytest.mark.parametrize("key", CATALOGUE)
async def test_the_play_page_of_every_game_fits(key: str) -> None:
    game, entries = _random_entries(key)
    seats = _seats(game)
    tally = total_stats(to_json(facts) for facts in await collect_stats(game, seats, entries))
    for language in LANGUAGES:
        context = RenderContext(words(language), PLAIN_GLYPHS)
        every = [_series(key)]
        screen = play_screen(context, StatsRequest(USER, key, page=stats.PLAY), every, tally)
        assert len(screen.body) > 60, screen.body
        _check(screen)
        _check(dice_screen(context, StatsRequest(USER, key, page=stats.DICE), every, tally, tally))


@pytest.mark.parametrize("language", LANGUAGES)
def test_large_numbers_and_long_menus_fit(language: str) -> None:
    context, every = RenderContext(words(language), PLAIN_GLYPHS), _every()
    played = [FinishedGame(999_999, True, False, 8)] * 10
    longest = max((stats.series_key(series) for series in every), key=len)
    for asked in (StatsRequest(USER), StatsRequest(USER, "yum_plus"), StatsRequest(USER, "yum_plus", longest)):
        _check(overview_screen(context, asked, every, played, RATING, {}))
        _check(rivals_screen(context, asked, every, [HeadToHead(USER + n, 99_999, 33_333, 33_333) for n in range(15)]))
    huge = {box.key: (999,) * 9 for box in make("triple_yum_plus", {}).layout.boxes}  # type: ignore[attr-defined]
    facts = GameStats(
        version=1,
        boxes=huge,
        bonuses=(99,),
        counts={"yums": 9, "yums_thrown": 9},
        faces=(9_999_999,) * 6,
        power=(99,) * 6,
    )
    tally = total_stats([to_json(facts), None])
    _check(play_screen(context, StatsRequest(USER, "triple_yum_plus", page=stats.PLAY), every, tally))
    _check(dice_screen(context, StatsRequest(USER, page=stats.DICE), every, tally, tally))
    others = tuple(Opponent(USER + number, 8, 1) for number in range(9))
    page = PastPage((_past(table=TableId(2**63 - 1), others=others, kind="daily", options={"tokens": 11}),) * 1, 99_999)
    pages = PastPage(tuple(_past(table=TableId(2**63 - 1 - n), others=others) for n in range(PAGE)), 99_999)
    for shown in (page, pages):
        for whose in (USER, HERE):
            asked = HistoryPage(whose, "triple_yum_plus", 9999)
            _check(games_screen(context, asked, USER, shown, lambda _: "W" * 40, USER))


def test_the_rival_is_whom_one_has_met_most_and_really_met() -> None:
    def told(*rivals: HeadToHead) -> str:
        screens = [
            overview_screen(ENGLISH, StatsRequest(USER, game), [_series()], [], None, {}, (), rivals)
            for game in (stats.EVERY, "yum_plus")
        ]
        (one, other) = ([field.value for field in screen.fields if field.name == "Rival"] for screen in screens)
        assert one == other
        return "".join(one)

    ben, erased = HeadToHead(7, 12, 7, 4), HeadToHead(-3, 20, 1, 2)
    assert told(ben, HeadToHead(8, 9, 1, 8)) == "<@7> · 12 games · **7** won, **4** lost, **1** tied"
    assert told(erased, ben) == told(ben)
    assert told(HeadToHead(7, 2, 1, 1)) == told() == ""
    assert told(replace(ben, user=NOBODY), HeadToHead(8, 9, 1, 8)).startswith("Somebody · 12 games"), "nobody instead"


@pytest.mark.parametrize("context", [ENGLISH, FRENCH])
def test_all_trophies_there_are_fit_discord_each_with_its_day_and_the_way_to_its_game(context: RenderContext) -> None:
    behind = {"season_champion": 9999, "puzzles_ten": 20261121}
    earned = [
        Earned(1, USER, key, 1_764_000_000, behind.get(key, 2**63 - 1 - n // 2)) for n, key in enumerate(TROPHIES)
    ]
    screen = trophies_screen(
        context, StatsRequest(USER, page=stats.TROPHIES), _every(), [*earned, earned[0]._replace(key="of later")], {}
    )
    assert problems(render(screen, PLAIN_GLYPHS)) == []
    assert screen.body.count("<t:1764000000:D>") == len(TROPHIES) == 20
    games = [item.do for item in screen.rows[1][0].choices]  # type: ignore[union-attr]
    ways = {"season_champion": "season show 9999", "puzzles_ten": ""}
    for one in earned:
        way = ways.get(one.key, HistoryPage(USER).to(TableId(one.behind)))
        if one.key == "tournament_first":
            way = STANDINGS.build(id=TableId(one.behind), page=0, button="trophy")
        assert (way in games) is bool(way), one.key
    assert len(games) == len(set(games))
    for wanted in (NEAREST, len(TROPHIES)):
        nothing = trophies_screen(context, StatsRequest(USER, page=stats.TROPHIES), [], [], {"daily_month": 3}, wanted)
        assert problems(render(nothing, PLAIN_GLYPHS)) == []


def test_what_is_still_to_win_is_listed_with_what_it_asks_the_nearest_first() -> None:
    request = StatsRequest(USER, page=stats.TROPHIES)

    def listed(earned: Sequence[Earned], in_a_row: Mapping[str, int], wanted: int = NEAREST) -> list[str]:
        screen = trophies_screen(
            ENGLISH, request, [_series("5000", games=9), _series("yams", games=4)], earned, in_a_row, wanted
        )
        return [line for line in screen.body.split("\n") if line.startswith("- ")]

    assert listed([], {"daily_month": 12, "puzzles_ten": 6}) == [
        "- **Ten in a row**: Solve the puzzle of the day on ten days in a row, without hints. So far 6 of 10.",
        "- **A month of dailies**: Finish thirty dailies, and miss two days a month at most. So far 12 of 30.",
        "- **5000 in one turn**: Write 5,000 points in a single turn, or throw five 1s.",
        "- **Hot dice**: Score with all dice twice in one turn of 5000.",
        "- **Yum at once**: Throw all dice equal with the first throw of a turn.",
    ]
    has = Earned(1, USER, "5000_one_turn", 1_764_000_000, 7)
    assert "5000 in one turn" not in "".join(listed([has], {}, len(TROPHIES)))
    assert len(listed([has], {}, len(TROPHIES))) == len(TROPHIES) - 1
    assert listed([has], {}, 0) == [], "others see what is won"
    first = trophies_screen(ENGLISH, request, [], [has], {}).body.split("\n")
    assert first.index("Still to win:") > next(place for place, line in enumerate(first) if "5000 in one turn" in line)
