"""A result: its line for a best game, in both languages and where the fewest is best; and what it offers next."""

from __future__ import annotations

import pytest

from bot.engine import Outcome, Seat
from bot.games import make
from bot.locales import words
from bot.screens.kit import PLAIN_GLYPHS, WORDS_ONLY, Glyphs, RenderContext
from bot.screens.table.leaving import finished_doors
from bot.screens.table.result import _best_lines, _close_lines, _rows
from bot.tables.model.table import Status
from bot.tables.records.profiles import BestGame
from tests.factories import table_of, users

ANN, BEN = users(2)
SPACE = "\N{NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("language", "glyphs", "record", "line"),
    [
        ("en", PLAIN_GLYPHS, False, f"★ **<@{BEN}>'s best game yet: 1,412 points**"),
        ("en", PLAIN_GLYPHS, True, "★ **A server record: 1,412 points!**"),
        ("en", WORDS_ONLY, True, "**A server record: 1,412 points!**"),
        (
            "fr",
            PLAIN_GLYPHS,
            False,
            f"★ **<@{BEN}> n\N{RIGHT SINGLE QUOTATION MARK}a jamais fait mieux{SPACE}: 1{SPACE}412 points**",
        ),
        ("fr", PLAIN_GLYPHS, True, f"★ **Record du serveur{SPACE}: 1{SPACE}412 points!**"),
    ],
)
def test_a_best_game_is_one_bold_line(language: str, glyphs: Glyphs, record: bool, line: str) -> None:
    context = RenderContext(words(language), glyphs)
    assert _best_lines(context, table_of(make("yum_plus", {}), (ANN, BEN)), BestGame(1, 1412, record)) == [line]


def test_where_the_fewest_is_best_the_line_names_what_it_counts() -> None:
    table = table_of(make("421", {}), (ANN, BEN))
    assert _best_lines(RenderContext(words("en"), PLAIN_GLYPHS), table, BestGame(0, -3, True)) == [
        "★ **A server record: 3 tokens!**"
    ]


@pytest.mark.parametrize(
    ("game", "scores", "line"),
    [
        ("yum_plus", (300, 294), "★ **Photo finish: 6 points apart!**"),
        ("yum_plus", (300, 299), "★ **Photo finish: 1 point apart!**"),
        ("yum_plus", (300, 293), None),
        ("cant_stop", (3, 2), None),
        ("421", (0, -1), None),
    ],
)
def test_a_game_decided_by_next_to_nothing_says_so(game: str, scores: tuple[int, int], line: str | None) -> None:
    table, context = table_of(make(game, {}), (ANN, BEN)), RenderContext(words("en"), PLAIN_GLYPHS)
    outcome = Outcome(((Seat(0),), (Seat(1),)), scores)
    assert _close_lines(context, table, outcome) == ([] if line is None else [line])
    tied = Outcome(((Seat(0), Seat(1)),), (300, 300))
    assert _close_lines(context, table, tied) == []


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
        ("ambition", {"teams": True}, 4, "replay"),
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
