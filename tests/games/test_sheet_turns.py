"""What single sheets change in a turn: forced joker, further Yums, Balut's cells, saved throws, tokens."""

import pytest

from bot.games.yum.sheets.asian import balut_points


def marks(table):
    return [text for text in table.legal if text.startswith("mark")]


def test_a_forced_joker_must_use_its_own_box(bench):
    table = bench("yum_classic", {"joker": "forced"}).fill(yum=0).throw("4-4-4-4-4")
    assert marks(table) == ["mark fours"]
    assert [text for text in table.legal if text.startswith("strike")] == ["strike fours"]
    assert "keep 4 4" in table.legal
    assert len(marks(bench("yum_classic", {"joker": "forced"}).throw("4-4-4-4-4"))) == 13
    assert len(marks(bench("yum_classic").fill(yum=0).throw("4-4-4-4-4"))) == 12


def test_a_forced_joker_looks_at_every_column_or_at_one(bench):
    table = bench("triple_yum", {"joker": "forced"}).fill(column=2, fours=8)
    for column in (1, 2, 3):
        table.fill(column=column, yum=50)
    assert marks(table.throw("4-4-4-4-4")) == ["mark fours 1", "mark fours 3"]
    table = bench("triple_yum", {"joker": "forced", "joker_scope": "same_column"}).fill(column=2, yum=50)
    found = marks(table.throw("4-4-4-4-4"))
    assert [text for text in found if text.endswith(" 2")] == ["mark fours 2"]
    assert len(found) == 13 + 1 + 13


@pytest.mark.parametrize(
    ("yum", "options", "total"), [(50, {}, 50 + 120), (0, {}, 20), (None, {}, 20), (50, {"yum_bonus": False}, 70)]
)
def test_yum_bonus(bench, yum, options, total):
    table = bench("yum_classic", options)
    if yum is not None:
        table.fill(yum=yum)
    table.throw("4-4-4-4-4")
    assert table.worth("fours") == 20
    table.do("mark fours")
    assert table.total() == total
    assert table.report["upper"] == [20]


def test_each_further_yum_counts_but_not_the_first(bench):
    table = bench("yum_classic").throw("4-4-4-4-4").do("mark yum")
    assert table.total() == 50
    for box in ("fours", "chance", "ones"):
        table.throw("4-4-4-4-4").do(f"mark {box}")
    assert table.total() == 50 + 20 + 20 + 0 + 300
    assert table.report["yum_bonus"] == [300]


def test_a_double_counts_a_further_yum_once(bench):
    table = bench("yum_classic", {"power": True}).fill(yum=50).throw("4-4-4-4-4-5").do("mark fours").do("mark chance")
    assert table.report["yum_bonus"] == [100]
    table = bench("yum_classic", {"power": True}).throw("4-4-4-4-4-5").do("mark yum").do("mark fours")
    assert table.total() == 70


@pytest.mark.parametrize(("third", "total"), [(50, 420), (0, 120)])
def test_triple_yum_bonus_is_multiplied_and_needs_three_scored_yums(bench, third, total):
    table = bench("triple_yum")
    for column, points in ((1, 50), (2, 50), (3, third)):
        table.fill(column=column, yum=points, fours=0)
    before = table.total()
    table.throw("4-4-4-4-4").do("mark large_straight 3")
    assert table.total() - before == total


def test_triple_yum_bonus_needs_points_where_it_goes(bench):
    table = bench("triple_yum")
    for column in (1, 2, 3):
        table.fill(column=column, yum=50, fours=0)
    before = table.total()
    table.throw("4-4-4-4-4").do("mark ones 3")
    assert table.total() == before


def test_a_second_kismet_costs_the_others_a_box(bench):
    table = bench("yum_color", {"kismet_penalty": True}, seats=3).fill(yum=80).fill_all("ones", "chance_", seat=2)
    table.throw("4-4-4-4-4").do("mark fours")
    assert table.state.penalties == (0, 1, 1)
    assert list(table.legal) == [f"strike {box.key}" for box in table.game.layout.boxes]
    table.do("strike flush")
    assert table.legal == {"strike ones": None}
    table.do("strike ones")
    assert (table.state.turn, table.state.penalties) == (0, (0, 0, 0))
    assert list(table.legal) == ["roll"]


def test_a_kismet_costs_nothing_to_who_has_left_or_whose_sheet_is_full(bench):
    table = bench("yum_color", {"kismet_penalty": True}, seats=4).fill(yum=80).fill_all(seat=1)
    table.do("drop", seat=2).throw("4-4-4-4-4").do("mark fours")
    assert table.state.penalties == (0, 0, 0, 1)
    assert table.do("strike flush").state.turn == 0


def test_a_kismet_costs_nobody_anything_where_all_others_have_finished(bench):
    table = bench("yum_color", {"kismet_penalty": True}, seats=2).fill(yum=80).fill_all(seat=1)
    table.throw("4-4-4-4-4").do("mark fours")
    assert (table.state.turn, table.state.penalties) == (0, (0, 0))


@pytest.mark.parametrize(
    ("options", "yum", "do"),
    [
        ({}, 80, "mark fours"),
        ({"kismet_penalty": True}, 0, "mark fours"),
        ({"kismet_penalty": True}, None, "mark yum"),
        ({"kismet_penalty": True}, 80, "strike fours"),
        ({"kismet_penalty": True}, 80, "mark ones"),
    ],
)
def test_nothing_else_costs_a_turn(bench, options, yum, do):
    table = bench("yum_color", options, seats=2)
    if yum is not None:
        table.fill(yum=yum)
    table.throw("4-4-4-4-4").do(do)
    assert table.state.penalties == (0, 0)
    assert list(table.legal) == ["roll"]


BALUT = {"asian_sheet": "balut"}


def test_balut_has_four_cells_per_box_and_28_turns(bench, random_game):
    table = bench("asian_yum", BALUT).throw("4-4-4-1-2")
    assert marks(table) == [
        f"mark {key}" for key in ("fours", "fives", "sixes", "straight", "full_house", "choice", "balut")
    ]
    table.do("mark fours").throw("4-4-1-1-2").do("mark fours")
    assert table.report["sheet"][0]["fours"] == [12, 8, None, None]
    assert (len(table.report["sheet"]), table.report["upper"], table.report["bonus"]) == (1, [0], [0])
    table.throw("1-1-1-1-2").do("mark fours").throw("1-1-1-1-2").do("mark fours").throw("4-4-4-4-1")
    assert "mark fours" not in table.legal
    played = random_game(table.game, 1, 3)
    assert len([entry for entry in played.entries if entry.do.startswith(("mark", "strike"))]) == 28


@pytest.mark.parametrize(
    ("score", "points"),
    [(0, -2), (299, -2), (300, -1), (350, 0), (400, 1), (450, 2), (500, 3), (550, 4), (600, 5), (650, 6), (812, 6)],
)
def test_balut_points_of_the_total_score(score, points):
    nothing = dict.fromkeys(("fours", "fives", "sixes", "straight", "full_house", "balut"), (0,) * 4)
    assert balut_points({**nothing, "choice": (score,)}) == points + 2 * (score >= 100)


@pytest.mark.parametrize(
    ("box", "cells", "points"),
    [
        ("fours", (16, 16, 16, 4), 2),
        ("fours", (16, 16, 16, 3), 0),
        ("fives", (20, 20, 20, 5), 2),
        ("fives", (20, 20, 20, 0), 0),
        ("sixes", (24, 24, 24, 6), 2),
        ("sixes", (24, 24, 24, 0), 0),
        ("straight", (15, 20, 15, 20), 4),
        ("straight", (15, 20, 15, 0), 0),
        ("straight", (15, 20, 15), 0),
        ("full_house", (9, 9, 9, 9), 3),
        ("full_house", (28, 28, 28, 0), 0),
        ("choice", (25, 25, 25, 25), 2),
        ("choice", (25, 25, 25, 24), 0),
        ("balut", (45, 0, 25, 0), 4),
    ],
)
def test_balut_points_of_a_box(box, cells, points):
    nothing = dict.fromkeys(("fours", "fives", "sixes", "straight", "full_house", "choice", "balut"), (0,) * 4)
    assert balut_points({**nothing, box: cells}) == points - 2


def test_balut_ranks_by_points_then_by_score(bench):
    table = bench("asian_yum", BALUT, seats=2).fill_all("balut").fill_all("balut", seat=1)
    for column in (1, 2, 3):
        table.fill(column=column, balut=0).fill(seat=1, column=column, balut=0)
    table.throw("1-1-1-1-1").do("mark balut").throw("2-2-2-2-2").do("mark balut")
    assert table.game.outcome(table.state).scores == (0, 0)
    assert table.game.outcome(table.state).ranks == ((1,), (0,))
    assert (table.report["total"], table.report["score"]) == (0, 25)


def test_saved_throws_are_used_later(bench):
    table = bench("maxi_yum", {"saved_rolls": True}).throw("1-1-2-3-4-5").do("mark ones")
    assert table.state.spare == (2,)
    table.throw("1-1-2-3-4-5")
    for _ in range(4):
        assert "keep 2" in table.legal
        table.do("keep 2", "1-1-3-4-5")
    assert table.state.spare == (0,)
    assert "keep 2" not in table.legal
    plain = bench("maxi_yum").throw("1-1-2-3-4-5").do("mark ones")
    assert plain.state.spare == (0,)


def test_a_freeze_saves_no_throws(bench):
    table = bench("maxi_yum", {"saved_rolls": True, "power": True}).throw("1-1-2-3-4-5-4").do("mark ones")
    assert table.state.spare == (0,)


def test_a_token_buys_a_fourth_throw_once_a_turn(bench):
    table = bench("yum_extra")
    for left in (2, 1, 0):
        table.throw("1-1-2-3-4").do("keep", "1-1-2-3-4").do("keep", "1-1-2-3-4").do("keep", "1-1-2-3-4")
        assert table.state.spare == (left,)
        assert not [text for text in table.legal if text.startswith("keep")]
        table.do(next(text for text in table.legal if text.startswith("mark")))
    table.throw("1-1-2-3-4").do("keep", "1-1-2-3-4").do("keep", "1-1-2-3-4")
    assert not [text for text in table.legal if text.startswith("keep")]


def test_how_many_tokens_is_a_house_rule(bench):
    assert bench("yum_extra", {"extra_tokens": 1}, seats=2).state.spare == (1, 1)
    table = bench("yum_extra", {"extra_tokens": 0}).throw("1-1-2-3-4").do("keep", "1-1-2-3-4").do("keep", "1-1-2-3-4")
    assert not [text for text in table.legal if text.startswith("keep")]


def test_the_fourth_throw_of_power_6_costs_no_token(bench):
    table = bench("yum_extra", {"power": True}).throw("1-1-2-3-4-6").do("keep p", "1-1-2-3-4").do("keep p", "1-1-2-3-4")
    table.do("keep p", "1-1-2-3-4")
    assert table.state.spare == (3,)
    assert not [text for text in table.legal if text.startswith("keep")]


def test_tokens_are_given_again_for_each_game(bench):
    table = bench("yum_extra", {"games_in_match": 2}).throw("1-1-2-3-4").do("keep", "1-1-2-3-4")
    table.do("keep", "1-1-2-3-4").do("keep", "1-1-2-3-4").fill_all("chance").do("mark chance")
    assert table.state.spare == (3,)
