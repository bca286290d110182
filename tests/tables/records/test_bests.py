"""A finished game that is a player's best yet, or a record of its server, is worth a line."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.tables.model.store import ResultRow
from bot.tables.model.table import TableId
from bot.tables.records.profiles import Before, BestGame, Feat, Series, best_game

ANA, BEN, CAT, ERASED = 1, 2, 4, -3
PERSONAL, RECORD, SO_FAR, FIRST = Feat.BEST_YET, Feat.RECORD, Feat.SO_FAR, Feat.FIRST


def game(*seats: tuple[int, int], left: tuple[int, ...] = ()) -> list[ResultRow]:
    """A game with these players and scores."""
    fields: dict[str, Any] = {"guild": 1, "game": "yum_plus", "options": {}, "options_default": True, "rank": 1}
    best = max(score for _, score in seats)
    fields |= {"seats": len(seats), "solo": len(seats) == 1, "real_dice": False, "finished_at": 9}
    return [
        ResultRow(table=TableId(1), seat=seat, user=user, score=score, won=score == best, left=user in left, **fields)
        for seat, (user, score) in enumerate(seats)
    ]


def test_the_sixth_game_is_the_best_yet_if_it_beats_the_five_before() -> None:
    series = Series({ANA: Before(5, 300)}, 500, 5)
    assert best_game(game((ANA, 301)), series) == BestGame(0, 301, PERSONAL)
    assert best_game(game((ANA, 300)), series) is None, "an equal score beats nothing"
    assert best_game(game((ANA, 299)), series) is None


def test_the_first_five_games_are_the_best_so_far_if_they_beat_those_before() -> None:
    assert best_game(game((ANA, 900)), Series({}, None, 0)) == BestGame(0, 900, FIRST), (
        "one score is no best of several"
    )
    assert best_game(game((ANA, 301)), Series({ANA: Before(4, 300)}, None, 4)) == BestGame(0, 301, SO_FAR)
    assert best_game(game((ANA, 300)), Series({ANA: Before(4, 300)}, None, 4)) is None


def test_who_loses_one_of_their_first_games_hears_of_their_best_so_far_too() -> None:
    series = Series({ANA: Before(1, 900)}, None, 1)
    assert best_game(game((ANA, 800), (BEN, 700)), series) == BestGame(1, 700, FIRST)
    assert best_game(game((ANA, 800), (BEN, 300)), Series({BEN: Before(2, 300)}, None, 2)) == BestGame(0, 800, FIRST)


def test_each_of_up_to_four_has_a_line_at_most_and_of_more_one_alone() -> None:
    both = BestGame(0, 800, FIRST, BestGame(1, 700, FIRST))
    assert best_game(game((ANA, 800), (BEN, 700)), Series({}, None, 0)) == both
    four = (ANA, 800), (BEN, 700), (CAT, 600), (5, 500)
    series = Series({BEN: Before(5, 100), CAT: Before(2, 650), 5: Before(2, 400)}, None, 5)
    assert best_game(game(*four), series) == BestGame(
        0, 800, RECORD, BestGame(1, 700, PERSONAL, BestGame(3, 500, SO_FAR))
    )
    assert best_game(game(*four, (6, 10)), series) == BestGame(0, 800, RECORD)


def test_a_best_game_after_five_comes_before_the_first_ones_of_others() -> None:
    series = Series({ANA: Before(5, 100)}, 900, 9)
    assert best_game(game((ANA, 150), (BEN, 160)), series) == BestGame(0, 150, PERSONAL, BestGame(1, 160, FIRST))


def test_a_record_of_the_server_comes_before_a_personal_best() -> None:
    series = Series({ANA: Before(5, 300), BEN: Before(5, 100)}, 500, 5)
    assert best_game(game((ANA, 501), (BEN, 499)), series) == BestGame(0, 501, RECORD, BestGame(1, 499, PERSONAL))
    assert best_game(game((ANA, 500), (BEN, 499)), series) == BestGame(0, 500, PERSONAL, BestGame(1, 499, PERSONAL))


def test_a_newcomer_may_set_a_record_of_the_server() -> None:
    assert best_game(game((ANA, 501)), Series({}, 500, 5)) == BestGame(0, 501, RECORD)
    assert best_game(game((ANA, 501)), Series({}, 500, 4)) == BestGame(0, 501, FIRST), "four games have no record"


def test_somebody_at_the_table_may_hold_the_record() -> None:
    series = Series({ANA: Before(1, 100), BEN: Before(1, 600)}, 500, 5)
    assert best_game(game((ANA, 501), (BEN, 90)), series) == BestGame(0, 501, SO_FAR)


def test_the_highest_score_that_earns_a_line_comes_first() -> None:
    series = Series({ANA: Before(5, 100), BEN: Before(9, 200)}, 900, 9)
    assert best_game(game((ANA, 250), (BEN, 260)), series) == BestGame(1, 260, PERSONAL, BestGame(0, 250, PERSONAL))
    assert best_game(game((ANA, 150), (BEN, 160)), series) == BestGame(0, 150, PERSONAL)


def test_fewer_turns_are_better_where_scores_count_down() -> None:
    series = Series({ANA: Before(5, -9)}, -4, 5)
    assert best_game(game((ANA, -8)), series) == BestGame(0, -8, PERSONAL)
    assert best_game(game((ANA, -10)), series) is None


def test_who_left_or_was_erased_has_no_best_game() -> None:
    series = Series({ANA: Before(5, 100), ERASED: Before(5, 100)}, 100, 5)
    assert best_game(game((ANA, 900), (ERASED, 900), left=(ANA,)), series) is None


def test_a_game_with_a_computer_is_the_best_of_ones_own_and_no_record_and_one_with_hints_is_nothing() -> None:
    series = Series({ANA: Before(5, 300)}, 250, 5)
    (row,) = game((ANA, 301))
    assert best_game([replace(row, kind="computer")], series) == BestGame(0, 301, PERSONAL)
    first = Series({}, None, 0)
    assert best_game([replace(row, kind="computer")], first) == BestGame(0, 301, FIRST)
    assert best_game([replace(row, kind="hints")], first) is None
