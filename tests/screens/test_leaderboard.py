"""Leaderboards and seasons within Discord's limits, in both languages, with the longest of everything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from bot.engine.duplicate import Scoring
from bot.games import CATALOGUE, make
from bot.locales import LANGUAGES, words
from bot.mind.strengths import losses
from bot.pictures import podium_alt
from bot.pictures.canvas import drawable_text, shrink_to_fit
from bot.pictures.card import LEAST_VALUE, VALUE
from bot.screens.kit.values import PLAIN_GLYPHS, Button, Menu, RenderContext, Screen
from bot.screens.server.leaderboard import (
    KINDS,
    PERIODS,
    SORTS,
    LeaderboardContext,
    LeaderboardRequest,
    leaderboard_screen,
    podium,
    podium_lines,
    value_words,
)
from bot.screens.server.season import (
    Podium,
    SeasonView,
    confirm_season_screen,
    final_screen,
    no_season_screen,
    season_screen,
)
from bot.tables.leagues import MOST_LEAGUES, LeagueLine, LeagueTable
from bot.tables.model.table import TableId
from bot.tables.records.leaderboards import (
    EVERY,
    LeaderboardLine,
    LeaderboardPage,
    PlayedRules,
    PlayerTotals,
    Rating,
    Season,
    SeasonChampion,
)
from bot.tables.tournaments import MOST_ROUNDS, RoundGame, Tournament, TournamentPace, possible_games
from bot.ui.discord.adapter import render
from cogs.leaderboard import Leaderboard as LeaderboardCog
from tests.factories import read_press
from tests.limits import problems
from tests.openings import command_of

FIRST = 2**63 - 100
COUNTS = PlayerTotals(98765, 87654, 98765, 123456789, 123456, -123456, 4321, 54321, 1_795_000_000)
RULES = {rule.key: rule.choices[-1] for rule in CATALOGUE["triple_yum_plus"].rules}
PLAYED = [PlayedRules("together", f"{number:08x}", RULES) for number in range(40)] + [PlayedRules("real", "", {})]


SEASONS = [Season(1, number, 1_700_000_000, 1_795_000_000) for number in range(99_999, 99_939, -1)]
SEASONS[0] = replace(SEASONS[0], ended=None)


def _desk(language: str) -> RenderContext:
    return RenderContext(words(language), PLAIN_GLYPHS)


def _lines(count: int, rated: bool = False) -> tuple[LeaderboardLine, ...]:
    rating = Rating(999.0, 8.3, 3) if rated else None
    return tuple(
        LeaderboardLine(place, 100_000 + place, FIRST + place, 123456.5, COUNTS, rating) for place in range(count)
    )


def _around(**changes: Any) -> LeaderboardContext:
    around = LeaderboardContext(FIRST + 50, list(CATALOGUE), PLAYED, "", True, (2026, 9), SEASONS, 5)
    return replace(around, **changes)


def _asked(do: str) -> LeaderboardRequest | None:
    """What a button with these words asks for."""
    found = read_press(LeaderboardCog, do)
    if found is None:
        return None
    _, words = found
    del words["button"]
    return LeaderboardRequest.of(**words)


def _fits(screen: Screen) -> None:
    assert problems(render(screen, PLAIN_GLYPHS)) == []


def test_a_season_tells_who_shares_the_last_rank_it_names() -> None:
    found = Podium("yum_plus", "together", "", _lines(3), 6, tied=2)
    season = Season(1, 3, 1_700_000_000, 1_700_500_000)
    seen = SeasonView(season, (found,), unranked=False, ends=None)
    assert "and 3 more players · 2 share the last rank above" in final_screen(_desk("en"), seen).body


def test_a_final_table_names_nobody_who_does_not_want_it() -> None:
    lines = _lines(3)
    season = Season(1, 3, 1_700_000_000, 1_700_500_000)
    seen = SeasonView(season, (Podium("yum_plus", "together", "", lines, 3),), unranked=False, ends=None)
    hidden = lines[0].user
    body = final_screen(_desk("en"), seen.without_names({hidden})).body
    assert f"<@{hidden}>" in final_screen(_desk("en"), seen).body
    assert f"<@{hidden}>" not in body
    assert f"<@{lines[1].user}>" in body
    assert body.count("Somebody") == 1


@pytest.mark.parametrize(
    ("own", "ahead", "said"),
    [
        ((11, 12, 3.0), (10, 9, 5.0), "12\\. <@7> (you) · **3** wins · 9 games · 2 more wins: place 9"),
        ((11, 12, 3.0), (10, 9, 4.0), "12\\. <@7> (you) · **3** wins · 9 games · 1 more win: place 9"),
        ((11, 12, 3.0), None, "12\\. <@7> (you) · **3** wins · 9 games"),
        ((2, 3, 3.0), (1, 2, 4.0), ""),
    ],
)
def test_a_season_tells_its_reader_where_they_stand_and_what_they_need(own: Any, ahead: Any, said: str) -> None:
    def line(place: int, rank: int, value: float) -> LeaderboardLine:
        user = 7 if (place, rank, value) == own else 100 + place
        return LeaderboardLine(place, rank, user, value, replace(COUNTS, games=9, wins=round(value)))

    mine, first = line(*own), [line(0, 1, 9.0), line(1, 2, 8.0), line(2, 3, 7.0)]
    first = [mine if one.place == mine.place else one for one in first]
    podium = Podium("yum_plus", "together", "", tuple(first), 43, 0, mine, ahead and line(*ahead))
    body = season_screen(_desk("en"), SeasonView(Season(1, 3, 1_700_000_000), (podium,), False, None)).body
    assert body.count("(you)") == 1
    assert "Its champion is the player with the most wins" in body
    if said:
        assert said in body.split("\n")
    else:
        assert "🥉 <@7> (you) · **3** wins" in body, "on the podium one stands once"
    other = replace(podium, kind="solo", lines=podium.lines[:2])
    assert "place 9" not in season_screen(_desk("en"), SeasonView(Season(1, 3, 1), (other,), False, None)).body, (
        "points"
    )


def test_a_season_that_is_over_has_its_champion_and_no_rule_for_the_next_one() -> None:
    season = Season(1, 3, 1_700_000_000, 1_700_500_000)
    champions = [SeasonChampion(3, 7, 12)]
    body = season_screen(_desk("en"), SeasonView(season, (), False, None, champions=champions)).body
    assert "Champion: <@7>, **12** wins" in body
    assert "Its champion is" not in body


def test_the_board_of_skill_says_what_computers_lose_where_that_was_measured() -> None:
    page = LeaderboardPage((replace(_lines(1)[0], value=5.1),), 1)

    def told(rules: str, game: str = "yum_plus") -> str:
        request = LeaderboardRequest(game, "skill", "all", "together", rules)
        return leaderboard_screen(_desk("en"), request, page, _around(crowned={})).body

    level = losses("yum_plus")
    assert level is not None
    assert "lost **5.1 points** a game" in told("")
    assert "A game counts for those who made all their decisions in it themselves." in told("")
    assert f"Computers lose: strong computer {level.strong:.0f} points, regular" in told("")
    assert "Computers lose" not in told(EVERY), "nobody measured other rules"
    assert "more than one win" in told("", "421")
    assert "You are not here yet: you get a line once a game of yours has its review." in told("")


def test_a_crown_on_a_leaderboard_is_explained() -> None:
    page, note = LeaderboardPage(_lines(2), 2), "♛ is the champion of the latest season."
    request = LeaderboardRequest("yum_plus", "wins", "all", "together", "")
    for users, shown in (({FIRST + 1: (20260901, 20260930)}, True), ({FIRST + 9: (20260901, 20260930)}, False)):
        assert (note in leaderboard_screen(_desk("en"), request, page, _around(crowned=users)).body) is shown


@pytest.mark.sample(1)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["triple_yum_plus", EVERY])
def test_every_leaderboard_fits_discord(language: str, game: str) -> None:
    own = LeaderboardLine(5000, None, FIRST + 50, 1.0, COUNTS, Rating())
    for by, period, kind, rules in product(SORTS, (*PERIODS, "s99999"), KINDS, ("", "*", "0000000a")):
        asked = LeaderboardRequest(game, by, period, kind, rules, 99_998).fitting()
        assert _asked(asked.do("previous")) == asked
        page = LeaderboardPage(_lines(10, asked.by == "rating"), 10**6, own)
        _fits(leaderboard_screen(_desk(language), asked, page, _around()))
        _fits(
            leaderboard_screen(_desk(language), asked, LeaderboardPage((), 0), _around(games=[], played=[], seasons=()))
        )


def test_what_a_menu_offers_leads_to_what_makes_sense() -> None:
    asked = LeaderboardRequest("yum_plus", "rating", "season", "together", "")
    screen = leaderboard_screen(_desk("en"), asked, LeaderboardPage((), 0), _around())
    offered = [choice.do for row in screen.rows for item in row if isinstance(item, Menu) for choice in item.choices]
    read = [_asked(do) for do in offered]
    assert None not in read
    assert all(one.by in one.sorts for one in read if one is not None)
    assert _asked(asked.do("game").replace("yum_plus", "*")) == replace(asked, game="*", by="wins")
    assert _asked("leaderboard yum_plus wins all solo - 0 set") == LeaderboardRequest(
        "yum_plus", "best", "all", "solo", ""
    )


def test_a_leaderboard_offers_the_periods_there_are_and_the_tables_of_seasons() -> None:
    def offered(asked: LeaderboardRequest, seasons: Sequence[Season]) -> tuple[dict[str, Any], list[str]]:
        screen = leaderboard_screen(_desk("en"), asked, LeaderboardPage((), 0), _around(seasons=seasons))
        menus = [item for row in screen.rows for item in row if isinstance(item, Menu)]
        (periods,) = [menu for menu in menus if menu.do == "leaderboard period"]
        lines = {choice.label: choice for choice in periods.choices}
        assert {choice.do for choice in lines.values()} == {
            replace(asked, period=read.period).do("period")
            for choice in lines.values()
            if (read := _asked(choice.do)) is not None
        }
        assert periods.placeholder.removeprefix("Period: ") in lines
        assert not any(line.chosen for line in lines.values()), "a chosen line would hide what the menu is for"
        return lines, [item.do for row in screen.rows for item in row if isinstance(item, Button)]

    asked = LeaderboardRequest("yum_plus", "best", "all", "together", "")
    before_any_season, buttons = offered(asked, ())
    assert (list(before_any_season), buttons) == (["All time", "This month", "This week"], [])
    lines, buttons = offered(replace(asked, period="s99999"), SEASONS)  # The running one, as its table leads there.
    assert len(lines) == 25
    assert list(lines)[3:5] == ["Season 99,999", "Season 99,998"]
    assert lines["Season 99,999"].description.startswith("since ")
    assert buttons == ["season show 99999"]
    assert offered(replace(asked, period="s99998"), SEASONS)[1] == ["season show 99998"]
    assert offered(asked, SEASONS)[1] == ["season show 0"]


def test_ranks_are_shared_and_not_counted_by_discord() -> None:
    lines = [replace(line, rank=rank) for line, rank in zip(_lines(4), (1, 2, 2, 4), strict=True)]
    screen = leaderboard_screen(
        _desk("en"),
        LeaderboardRequest("yum_plus", "wins", "all", "together", ""),
        LeaderboardPage(tuple(lines), 4),
        _around(),
    )
    said = [line.split(" ")[0] for line in screen.body.split("\n") if "<@" in line]
    assert said == ["**1.**", "**2.**", "**2.**", "**4.**"]


@pytest.mark.parametrize(
    ("by", "kind", "around", "counts"),
    [
        ("wins", "together", {"real_together": False}, "games with other people · Standard rules"),
        ("wins", "together", {}, "games with other people (real dice too) · Standard rules"),
        (
            "wins",
            "together",
            {"computers": True},
            "games with other people (real dice and computers too) · Standard rules",
        ),
        ("best", "solo", {}, "solo games · Standard rules"),
        ("wins", "real", {}, "games with real dice · Standard rules"),
        ("rating", "together", {"ranked": EVERY}, "games with other people · All rules"),
        ("skill", "together", {}, "Standard rules"),
    ],
)
def test_a_board_begins_with_what_it_sorts_by_and_which_games_count(
    by: Any, kind: Any, around: dict[str, Any], counts: str
) -> None:
    asked = LeaderboardRequest("yum_plus", by, "all", kind, "")
    screen = leaderboard_screen(_desk("en"), asked, LeaderboardPage(_lines(3), 3), _around(**around))
    head, small, *_ = screen.body.split("\n")
    assert head == f"**{SORTS[by]}** · All time"
    assert small == f"-# What counts here: {counts}"
    assert screen.footer == "", "there is one page"


def test_readers_without_a_line_read_what_brings_them_one() -> None:
    asked, lines = LeaderboardRequest("yum_plus", "wins", "all", "together", ""), _lines(3)
    said = "You are not here yet: finish a game that counts here"
    for page, user, told in (
        (LeaderboardPage(lines, 3), 7, True),
        (LeaderboardPage(lines, 3, lines[0]), lines[0].user, False),
        (LeaderboardPage((), 0), 7, False),  # Nobody is, and that is said.
        (LeaderboardPage(lines, 3), 0, False),  # Shared with everybody.
    ):
        body = leaderboard_screen(_desk("en"), asked, page, _around(user=user)).body
        assert (said in body) == told


def test_tokens_are_told_without_a_sign_and_ratings_with_their_doubt() -> None:
    row = LeaderboardLine(0, 1, 7, -3.0, COUNTS)
    asked = LeaderboardRequest("421", "best", "all", "together", "")
    assert "**3**" in leaderboard_screen(_desk("en"), asked, LeaderboardPage((row,), 1), _around()).body
    settled = replace(row, rating=Rating(30.0, 2.0, 5))
    body = leaderboard_screen(_desk("en"), replace(asked, by="rating"), LeaderboardPage((settled,), 1), _around()).body
    assert "**1,650\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}120**" in body
    unsure = replace(row, rank=None, rating=Rating(30.0, 2.0, 4))
    body = leaderboard_screen(_desk("fr"), replace(asked, by="rating"), LeaderboardPage((unsure,), 1), _around()).body
    assert "**–**" in body
    assert "±" in body


def test_the_first_three_with_a_rank_stand_on_the_podium_of_the_first_page() -> None:
    asked = LeaderboardRequest(EVERY, "wins", "all", "together", "")
    lines = tuple(replace(line, rank=line.place + 1) for line in _lines(4))
    assert podium_lines(asked, LeaderboardPage(lines, 4)) == lines[:3]
    assert podium_lines(replace(asked, page=1), LeaderboardPage(lines, 14)) == ()
    assert podium_lines(asked, LeaderboardPage(lines[:1], 1)) == ()
    assert podium_lines(asked, LeaderboardPage((*lines[:2], replace(lines[2], value=0)), 3)) == lines[:2]
    without = (*lines[:1], *(replace(line, rank=None) for line in lines[1:]))
    assert podium_lines(asked, LeaderboardPage(without, 4)) == ()


@pytest.mark.parametrize(
    ("by", "game", "values"),
    [("wins", EVERY, "87,654 wins"), ("rate", EVERY, "12,345,650% won"), ("best", "yum_plus", "123,456 points")],
)
def test_the_podium_says_the_number_that_sorts_the_board(by: Any, game: str, values: str) -> None:
    asked, lines = LeaderboardRequest(game, by, "month", "together", ""), _lines(3)
    shown = podium(_desk("en"), asked, lines, ["Ana", "Ben", ""], _around(), LeaderboardPage(lines, 3))
    assert [step.name for step in shown.steps] == ["Ana", "Ben", ""]
    assert {step.value for step in shown.steps} == {values}
    assert shown.subtitle.endswith(" · September 2026")


@pytest.mark.parametrize("by", ["wins", "rate", "streak"])
def test_nobody_stands_on_a_podium_for_no_win(by: Any) -> None:
    asked = LeaderboardRequest(EVERY, by, "all", "together", "")
    lines = tuple(replace(line, rank=line.place + 1) for line in _lines(3))
    assert podium_lines(asked, LeaderboardPage((*lines[:2], replace(lines[2], value=0)), 3)) == lines[:2]
    assert podium_lines(asked, LeaderboardPage((lines[0], replace(lines[1], value=0)), 2)) == ()


def test_the_last_step_tells_who_shares_it() -> None:
    asked = LeaderboardRequest(EVERY, "wins", "all", "together", "")
    ranks = (1, 2, 3, 3, 3, 6)
    lines = tuple(replace(line, rank=rank) for line, rank in zip(_lines(6), ranks, strict=True))

    def tied(language: str, lines: tuple[LeaderboardLine, ...], total: int) -> list[str]:
        page = LeaderboardPage(lines, total)
        steps = podium_lines(asked, page)
        return [step.tied for step in podium(_desk(language), asked, steps, [""] * 3, _around(), page).steps]

    assert tied("en", lines, 6) == ["", "", "and 2 others"]
    assert tied("fr", lines[:4], 4) == ["", "", "et 1 autre"]
    assert tied("en", lines[:3], 3) == ["", "", ""]
    assert tied("en", lines[:5], 9) == ["", "", "and others"], "the tie goes on behind the page"
    alt = podium_alt(words("en"), podium(_desk("en"), asked, lines[:3], [""] * 3, _around(), LeaderboardPage(lines, 6)))
    assert alt.endswith("(and 2 others).")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("by", list(SORTS))
def test_what_stands_on_a_step_is_whole(language: str, by: Any) -> None:
    counts = replace(COUNTS, games=9999, wins=8888, longest=128, streak=9)
    values = {"rate": 1.0, "skill": 128.5, "best": 9875, "average": 9875.5}
    rating = Rating(30.0, 2.0, 50)
    line = replace(_lines(1)[0], rank=1, counts=counts, value=values.get(by, 8888), rating=rating)
    asked = LeaderboardRequest("yum_plus", by, "all", "together", "")
    lines = (line, replace(line, place=1))
    steps = podium(_desk(language), asked, lines, ["", ""], _around(), LeaderboardPage(lines, 30)).steps
    said = drawable_text(steps[0].value)
    assert shrink_to_fit(said, VALUE, 54, LEAST_VALUE, bold=True)[0] == said


@pytest.mark.parametrize("game", [*CATALOGUE, EVERY])
def test_an_empty_leaderboard_says_how_a_table_of_that_game_is_opened(game: str) -> None:
    asked = LeaderboardRequest(game, "wins", "all", "together", "")
    body = leaderboard_screen(_desk("fr"), asked, LeaderboardPage((), 0), _around()).body
    race = ", et **Tous en même temps**, sous **Plus**, en fait une course" if game.endswith("_race") else ""
    command = words("fr")(command_of(game if game in CATALOGUE else next(iter(CATALOGUE))))
    assert f"`/{command} jouer` ouvre une table{race}." in body
    assert body.split("\n\n")[1].startswith("Aucune")


def _leagues() -> list[tuple[Tournament, LeagueTable]]:
    """As many leagues as a server may have, of as many games as a tournament may have."""
    rounds = tuple(RoundGame(key, make(key, {}).written) for key in possible_games()[:MOST_ROUNDS])
    latest = Tournament(
        *(TableId(7), 1, 2, "en", 2**62, rounds, TournamentPace.OPEN, 3600, Scoring.MATCHPOINTS, b"", 0)
    )
    lines = [LeagueLine(place, 2**62 + place, 100.0 / place, 12) for place in range(1, 9)]
    return [(latest, LeagueTable(None, False, 12, lines))] * MOST_LEAGUES


@pytest.mark.sample(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_season_fits_discord(language: str) -> None:
    context = _desk(language)
    seasons = [Season(1, number, 1_700_000_000, None if number == 60 else 1_795_000_000) for number in range(60, 0, -1)]
    podiums = tuple(Podium(game, "together", "", _lines(3), 99_999, 97) for game in CATALOGUE)
    alone = tuple(replace(podium, kind="solo") for podium in podiums)
    own = LeaderboardLine(5000, 5001, FIRST + 50, 1.0, COUNTS)
    for season, shown, ends, older in product(
        (seasons[0], seasons[9]), (podiums, alone, ()), (None, 1_800_000_000), (0, 24, 48)
    ):
        seen = SeasonView(season, shown, True, ends, seasons, True, older, "news " * 20, _leagues())
        _fits(season_screen(context, seen))
        ahead = replace(own, rank=5000, value=99_999.0)
        of_all = Podium(EVERY, "together", "", _lines(3), 999_999, 9, own, ahead)
        mine = tuple(replace(podium, own=own, ahead=ahead) for podium in shown)
        seen = replace(seen, podiums=mine, overall=of_all)
        screen = season_screen(context, seen)
        _fits(screen)
        for row in screen.rows:
            for item in row:
                if isinstance(item, Menu) and item.do == "season game":
                    assert all(_asked(choice.do) is not None for choice in item.choices)
        _fits(final_screen(context, seen))
    _fits(no_season_screen(context))
    for what in ("end", "reopen"):
        asked = confirm_season_screen(context, seasons[0], what, 86_400, 7)
        _fits(asked)
        follows = [f"<t:{86_400}:D>", "<#7>"]
        assert [said in asked.body for said in follows] == [what == "end"] * 2, "when the next one ends, and its post"
        assert not any(said in confirm_season_screen(context, seasons[0], what).body for said in follows)


@pytest.mark.parametrize(
    ("game", "value", "said"),
    [
        ("yum_plus", 241.3, "**241.3 points a game**"),
        ("cant_stop", 2.5, "**2.5 columns a game**"),
        ("cant_stop_race", -14.5, "**14.5 turns a game**"),
        ("421", -6.7, "**6.7 tokens a game**"),
        ("5000", 4310.0, "**4,310 points a game**"),
    ],
)
def test_an_average_says_what_the_game_counts(game: str, value: float, said: str) -> None:
    line = replace(_lines(1)[0], value=value)
    asked = LeaderboardRequest(game, "average", "all", "together", "")
    assert value_words(_desk("en"), line, asked).startswith(f"{said} · ")
