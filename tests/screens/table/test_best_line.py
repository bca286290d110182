"""A result: its line for a best game, in both languages and where the fewest is best; and what it offers next."""

from __future__ import annotations

from typing import Any

import pytest

from bot.games import make
from bot.locales import words
from bot.screens.kit import PLAIN_GLYPHS, WORDS_ONLY, Glyphs, RenderContext
from bot.screens.table.leaving import finished_doors, more_screen
from bot.screens.table.result import _best_lines, _met_lines, _rows
from bot.tables.model.table import Status
from bot.tables.records.profiles import BestGame, Company, Feat, HeadToHead
from tests.factories import table_of, users

ANN, BEN = users(2)
SPACE = "\N{NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("language", "glyphs", "feat", "line"),
    [
        ("en", PLAIN_GLYPHS, Feat.BEST_YET, f"★ **<@{BEN}>'s best game yet: 1,412 points**"),
        ("en", PLAIN_GLYPHS, Feat.RECORD, "★ **A server record: 1,412 points!**"),
        ("en", WORDS_ONLY, Feat.RECORD, "**A server record: 1,412 points!**"),
        (
            "fr",
            PLAIN_GLYPHS,
            Feat.BEST_YET,
            f"★ **<@{BEN}> n\N{RIGHT SINGLE QUOTATION MARK}a jamais fait mieux{SPACE}: 1{SPACE}412 points**",
        ),
        ("en", PLAIN_GLYPHS, Feat.FIRST, f"-# <@{BEN}>'s best so far: 1,412 points"),
        ("en", PLAIN_GLYPHS, Feat.SO_FAR, f"-# <@{BEN}>'s best so far: 1,412 points"),
        ("fr", PLAIN_GLYPHS, Feat.RECORD, f"★ **Record du serveur{SPACE}: 1{SPACE}412 points!**"),
    ],
)
def test_a_best_game_is_one_bold_line(language: str, glyphs: Glyphs, feat: Feat, line: str) -> None:
    context = RenderContext(words(language), glyphs)
    assert _best_lines(context, table_of(make("yum_plus", {}), (ANN, BEN)), BestGame(1, 1412, feat)) == [line]


def test_each_of_two_reads_of_their_own_best() -> None:
    table, context = table_of(make("yum_plus", {}), (ANN, BEN)), RenderContext(words("en"), PLAIN_GLYPHS)
    both = BestGame(1, 300, Feat.BEST_YET, BestGame(0, 200, Feat.SO_FAR))
    assert _best_lines(context, table, both) == [
        f"★ **<@{BEN}>'s best game yet: 300 points**",
        f"-# <@{ANN}>'s best so far: 200 points",
    ]


def test_two_players_read_their_score_so_far_from_the_second_game_on() -> None:
    def said(met: HeadToHead | None, language: str = "en", **about: Any) -> list[str]:
        table = table_of(make("yum_plus", {}), (ANN, BEN), **about)
        return _met_lines(RenderContext(words(language), PLAIN_GLYPHS), table, met)

    assert said(None) == said(HeadToHead(BEN, 1, 1, 0)) == []
    assert said(HeadToHead(BEN, 9, 3, 5)) == [f"All your games so far: <@{ANN}> 3 – **<@{BEN}> 5** (1 tie)"]
    assert said(HeadToHead(BEN, 4, 2, 2), "fr") == [
        f"Toutes vos parties jusqu’ici{SPACE}: **<@{ANN}> 2** – **<@{BEN}> 2**"
    ]
    tonight = {"evening": (ANN, BEN), "evening_wins": (1, 1)}
    assert said(HeadToHead(BEN, 2, 1, 1), **tonight) == [], "the evening says that"
    assert said(HeadToHead(BEN, 3, 2, 1), **tonight) != []
    assert said(HeadToHead(ANN, 3, 2, 1)) == [], "the score is between others"


def test_three_players_read_how_often_each_has_won_the_best_first() -> None:
    three = users(3)
    table = table_of(make("yum_plus", {}), three)
    wins = dict(zip(three, (1, 4, 0), strict=True))
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    said = f"All your games so far: **<@{three[1]}> 4** – <@{three[0]}> 1 – <@{three[2]}> 0"
    assert _met_lines(context, table, Company(5, wins)) == [said]
    assert _met_lines(context, table, Company(1, wins)) == []
    assert _met_lines(context, table_of(make("yum_plus", {}), (ANN, BEN)), Company(5, wins)) == []


def test_where_the_fewest_is_best_the_line_names_what_it_counts() -> None:
    table = table_of(make("421", {}), (ANN, BEN))
    assert _best_lines(RenderContext(words("en"), PLAIN_GLYPHS), table, BestGame(0, -3, Feat.RECORD)) == [
        "★ **A server record: 3 tokens!**"
    ]


@pytest.mark.parametrize(
    ("game", "options", "score", "told"),
    [
        ("cant_stop", {}, 3, False),
        ("cant_stop", {"columns_to_win": 4}, 4, False),
        ("cant_stop", {"games_in_match": 2}, 5, True),
        ("ambition", {}, 5000, False),
        ("5000", {"goal_mode": "exact"}, 5000, False),
        ("5000", {}, 5300, True),
        ("cant_stop_race", {}, -9, True),
    ],
)
def test_where_everybody_wins_with_the_same_score_none_is_the_best(
    game: str, options: dict[str, object], score: int, told: bool
) -> None:
    table = table_of(make(game, options), (ANN,) if "race" in game else (ANN, BEN))
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    assert [bool(_best_lines(context, table, BestGame(0, score, feat))) for feat in Feat] == [told] * len(Feat)


def test_a_first_game_that_brought_nothing_is_no_best_game() -> None:
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    nothing = _best_lines(context, table_of(make("yum_plus", {}), (ANN, BEN)), BestGame(0, 0, Feat.FIRST))
    tokens = _best_lines(context, table_of(make("421", {}), (ANN, BEN)), BestGame(1, -7, Feat.SO_FAR))
    assert nothing == tokens == []


@pytest.mark.parametrize(
    ("game", "options", "players", "offered"),
    [
        ("yum_plus", {}, 2, "review"),
        ("yum_plus", {"power": True}, 2, "replay"),
        ("yum_extra", {}, 2, "replay"),
        ("421", {}, 2, "review"),
        ("421", {}, 3, "replay"),
        ("421", {"games_in_match": 2}, 2, "replay"),
        ("5000", {}, 3, "review"),
        ("5000", {"teams": True}, 4, "review"),
        ("5000", {"teams": 3}, 6, "replay"),
        ("ambition", {"teams": True}, 4, "review"),
        ("ambition", {"teams": True, "everyone_qualifies": True}, 4, "replay"),
        ("ambition", {"teams": 3}, 6, "replay"),
        ("cant_stop_race", {}, 1, "review"),
    ],
)
def test_a_result_offers_its_review_only_where_there_can_be_one(
    game: str, options: dict[str, object], players: int, offered: str
) -> None:
    table = table_of(make(game, options), users(players), status=Status.FINISHED)
    (row,) = _rows(RenderContext(words("en"), PLAIN_GLYPHS), table)
    assert [button.do for button in row if button.do in ("review", "replay")] == [offered]
    doors = [button.do for button in finished_doors(RenderContext(words("en"), PLAIN_GLYPHS), table)]
    assert ("review" in doors) == (offered == "review"), "so do More and /games"
    more = more_screen(RenderContext(words("en"), PLAIN_GLYPHS), table, table.people[0], manager=False).body
    assert ("I cannot review this game" in more) == (offered == "replay"), "More says why there is none"


def test_a_game_without_an_end_has_no_review_and_more_makes_no_word_of_it() -> None:
    for status in (Status.PLAYING, Status.ENDED):
        table = table_of(make("yum_extra", {}), users(2), status=status)
        assert "review" not in more_screen(RenderContext(words("en"), PLAIN_GLYPHS), table, ANN, manager=False).body
