"""Duplicate: fields, places and IMPs as bridge counts them, and what a round counts that somebody has not finished.

``duplicate/fields.json`` holds 1,000 fields with ties as bridge-scorer scores them; ``fields.js`` beside it wrote it.
"""

import json
import random
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from bot.engine.duplicate import (
    Result,
    Round,
    Scoring,
    Standing,
    gross_of_sides,
    imps,
    matchpoints,
    of_sides,
    standings,
    top,
)

FIELDS = json.loads((Path(__file__).parent / "duplicate" / "fields.json").read_text("utf-8"))


def field(results: Mapping[str, int | tuple[int, float]], *, is_race: bool = False) -> Round[str]:
    """A round by the gross of each player, or by gross and net."""
    made = {who: Result(*(told if isinstance(told, tuple) else (told, told))) for who, told in results.items()}
    return Round(made, True, is_race)


def order(lines: Sequence[Standing[str]]) -> list[tuple[int, str]]:
    return [(line.place, line.player) for line in lines]


def test_a_thousand_fields_with_ties_are_scored_as_bridge_scorer_does() -> None:
    assert len(FIELDS) == 1000
    assert sum(len(set(scores)) < len(scores) for scores, *_ in FIELDS) > 800, "most of them have ties"
    for scores, percents, places, _ in FIELDS:
        names = [str(number) for number in range(len(scores))]
        best = top(len(scores))
        assert [round(100 * won / best, 2) for won in matchpoints(scores)] == percents
        lines = standings(names, [field(dict(zip(names, scores, strict=True)))], Scoring.MATCHPOINTS)
        assert {line.player: line.percent for line in lines} == dict(zip(names, percents, strict=True))
        totals = standings(names, [field(dict(zip(names, scores, strict=True)))], Scoring.TOTAL)
        for counted in (lines, totals):
            assert {line.player: line.place for line in counted} == dict(zip(names, places, strict=True))


def test_imps_are_those_of_bridge_scorer_for_both_sides() -> None:
    for scores, _, _, brought in FIELDS:
        ours, theirs = scores[: len(scores) // 2], scores[len(scores) // 2 :]
        assert imps(ours, theirs) == brought
        assert imps(theirs, ours) == -brought


@pytest.mark.parametrize(
    ("difference", "brought"),
    [(0, 0), (1, 0), (2, 1), (4, 1), (5, 2), (12, 3), (13, 4), (249, 20), (250, 21), (399, 23), (400, 24), (9999, 24)],
)
def test_a_difference_of_ten_points_is_one_of_a_hundred_in_the_table_of_bridge(difference: int, brought: int) -> None:
    assert imps([difference + 200, difference + 200], [200]) == brought
    assert imps([200, 200], [difference + 201, difference + 199]) == -brought


def test_in_a_team_who_has_not_finished_has_no_points_and_in_a_race_the_turns_of_the_slowest() -> None:
    sheets = [[Result(200, None), None], [Result(150, None)]]
    assert gross_of_sides(sheets, is_race=False) == [[200, 0], [150]]
    races = [[Result(-9, None), None], [Result(-14, None)]]
    assert gross_of_sides(races, is_race=True) == [[-9, -14], [-14]]
    assert gross_of_sides([[None], [None, None]], is_race=True) == [[0], [0, 0]]


def test_half_of_the_field_is_the_share_of_who_plays_alone_and_of_who_all_tie() -> None:
    (alone,) = standings(["ana"], [field({"ana": 268})], Scoring.MATCHPOINTS)
    assert (alone.place, alone.percent) == (1, 50.0)
    tied = standings(["ana", "ben", "chloe"], [field({"ana": 9, "ben": 9, "chloe": 9})], Scoring.MATCHPOINTS)
    assert {(line.place, line.percent) for line in tied} == {(1, 50.0)}


@pytest.mark.parametrize("scoring", Scoring)
def test_a_round_not_finished_counts_nothing_and_everybody_who_finished_has_beaten_it(scoring: Scoring) -> None:
    players = ["ana", "ben", "chloe", "david"]
    first, *others = standings(players, [field({"ana": 100})], scoring)
    assert (first.place, first.player, first.percent, first.gross) == (1, "ana", 100.0, 100)
    assert {(line.place, line.percent, line.gross, line.net) for line in others} == {(2, 0.0, 0, 0.0)}


@pytest.mark.parametrize("scoring", Scoring)
def test_nobody_without_a_result_shares_the_place_of_somebody_who_has_made_nothing(scoring: Scoring) -> None:
    assert order(standings(["ben", "ana"], [field({"ana": (0, -1.5)})], scoring)) == [(1, "ana"), (2, "ben")]


@pytest.mark.parametrize("scoring", Scoring)
def test_fewer_turns_win_a_race_and_no_turns_at_all_are_no_win(scoring: Scoring) -> None:
    race = field({"ana": (-9, -11.5), "ben": (-12, -12.5)}, is_race=True)
    lines = standings(["chloe", "ben", "ana"], [race], scoring)
    assert order(lines) == [(1, "ana"), (2, "ben"), (3, "chloe")]
    assert [line.percent for line in lines] == [100.0, 50.0, 0.0]


def test_rounds_of_equal_weight_make_the_result_whatever_was_at_stake() -> None:
    rounds = [field({"ana": 300, "ben": 200, "chloe": 190}), field({"ana": 10, "ben": 12, "chloe": 12})]
    lines = standings(["ana", "ben", "chloe"], rounds, Scoring.MATCHPOINTS)
    assert [(line.player, line.percent) for line in lines] == [("ben", 62.5), ("ana", 50.0), ("chloe", 37.5)]
    assert [score.percent for score in lines[1].rounds] == [100.0, 0.0]
    assert order(standings(["ana", "ben", "chloe"], rounds, Scoring.TOTAL)) == [(1, "ana"), (2, "ben"), (3, "chloe")]


def test_equal_results_are_told_apart_by_gross_then_by_net_and_else_share_the_place() -> None:
    rounds = [field({"ana": (20, 15.0), "ben": (10, 12.0)}), field({"ana": (10, 9.0), "ben": (25, 8.0)})]
    assert order(standings(["ana", "ben"], rounds, Scoring.MATCHPOINTS)) == [(1, "ben"), (2, "ana")]
    by_net = [field({"ana": (20, 15.0), "ben": (10, 12.0)}), field({"ana": (10, 9.0), "ben": (20, 8.0)})]
    assert order(standings(["ben", "ana"], by_net, Scoring.MATCHPOINTS)) == [(1, "ana"), (2, "ben")]
    same = [field({"ana": (20, 15.0), "ben": (20, 15.0), "chloe": 9})]
    for scoring in Scoring:
        assert order(standings(["ben", "ana", "chloe"], same, scoring)) == [(1, "ben"), (1, "ana"), (3, "chloe")]


@pytest.mark.parametrize("scoring", Scoring)
def test_luck_decides_no_tie_before_it_is_known_of_all_who_are_compared(scoring: Scoring) -> None:
    """Ben's game is reviewed before Ana's, and one of two rounds before the other."""
    known = Round({"ana": Result(20, 12.0), "ben": Result(20, 15.0)}, True)
    half = Round({"ana": Result(20, None), "ben": Result(20, 15.0)}, False)
    for rounds in ([half], [known, half]):
        lines = standings(["ana", "ben"], rounds, scoring)
        assert order(lines) == [(1, "ana"), (1, "ben")]
        assert [line.net for line in lines] == [None, None]
    assert order(standings(["ana", "ben"], [known], scoring)) == [(1, "ben"), (2, "ana")]


def test_a_share_is_compared_as_it_is_and_not_as_it_is_shown() -> None:
    """A third and a third is as much as two thirds and nothing, though 33.33 + 33.33 is not 66.67."""
    thirds = [field({"ana": 2, "ben": 3, "chloe": 1, "david": 4}), field({"ana": 2, "ben": 1, "chloe": 3, "david": 4})]
    ana, ben, chloe = (line for line in standings(["ana", "ben", "chloe", "david"], thirds, Scoring.MATCHPOINTS)[1:])
    assert (ana.percent, ben.percent, chloe.percent) == (33.33, 33.33, 33.33)
    assert {ana.place, ben.place, chloe.place} == {2}


def test_net_wins_where_net_counts_and_is_unknown_where_one_round_has_none() -> None:
    rounds = [field({"ana": (300, 250.25), "ben": (280, 251.5)}), field({"ana": (300, 250.5), "ben": (310, 250.0)})]
    lines = standings(["ana", "ben"], rounds, Scoring.NET)
    assert [(line.player, line.net, line.gross) for line in lines] == [("ben", 501.5, 590), ("ana", 500.75, 600)]
    unknown = [*rounds, Round({"ana": Result(1, None), "ben": Result(2, None)}, False)]
    assert {line.net for line in standings(["ana", "ben"], unknown, Scoring.MATCHPOINTS)} == {None}


def test_a_side_counts_as_many_of_its_best_as_the_smallest_side_has() -> None:
    sides = {"red": [70.0, 40.0, 55.0], "blue": [60.0, 50.0], "green": [10.0, 90.0, 0.0, 80.0]}
    assert of_sides(sides) == {"red": 62.5, "blue": 55.0, "green": 85.0}
    assert of_sides({"red": [40.0, 60.0], "blue": []}) == {"red": 60.0, "blue": 0.0}


def test_the_players_of_a_full_tournament_beat_half_of_each_other() -> None:
    """``benchmarks/standings.py`` measures how long that takes."""
    source, players = random.Random(1), [str(number) for number in range(500)]
    rounds = [field({who: (source.randint(80, 330), source.random() * 250) for who in players}) for _ in range(5)]
    lines = standings(players, rounds, Scoring.MATCHPOINTS)
    assert sum(line.percent for line in lines) / 500 == pytest.approx(50.0, abs=0.01)


@pytest.mark.parametrize("scoring", Scoring)
def test_a_round_that_nobody_has_begun_counts_for_nobody(scoring: Scoring) -> None:
    players, played = ["ana", "ben", "chloe"], field({"ana": 200, "ben": 180})
    blind = Round[str]({}, has_net=False, is_race=True, begun=False)
    lines, alone = (standings(players, rounds, scoring) for rounds in ([played, blind], [played]))
    assert [line._replace(rounds=line.rounds[:1]) for line in lines] == alone
    cut_off = standings(players, [played, blind._replace(begun=True)], Scoring.MATCHPOINTS)
    assert [line.percent for line in cut_off] == [50.0, 25.0, 0.0]
    assert [line.percent for line in standings(players, [blind], Scoring.MATCHPOINTS)] == [0.0] * 3
