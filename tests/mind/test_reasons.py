"""Reasons: a claim holds when somebody counts it, and what it leaves open is at most half of the difference."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bot.engine import AnyGame, Keep, Roll, Seat
from bot.engine.dice import FairDice
from bot.engine.gate import legal
from bot.engine.types import TOGETHER, text
from bot.games import make
from bot.games.yum.mind import course as following
from bot.games.yum.mind.compiled import compiled
from bot.games.yum.mind.exact import CompiledColumns, ExactSheet, LastTurns, NetSheet, solve
from bot.games.yum.mind.why import course_of
from bot.games.yum.rules import Yum
from bot.games.yum.scoring import Tiers
from bot.games.yum.scoring.boxes import Cell
from bot.mind.evaluator import Evaluator, Strength, Unit
from bot.mind.levels import evaluator_of, mind_of
from bot.mind.net import net_of
from bot.mind.reasons import (
    CHANCE,
    ORDER,
    POINTS,
    Finding,
    Quantity,
    RiskEnd,
    chosen,
    costliest_of,
    dice_split,
    instead_split,
    reach_split,
    reason,
    reasons_of,
    risk_split,
    turn_split,
)
from bot.mind.reasons import BoxEnd as End
from bot.mind.review import Decision, Review, SeatReview, review
from tests.mind.claim_counter import count, refuted
from tests.mind.playing import best_by
from tests.mind.quick_sheets import QuickSheets
from tests.mind.small_sheets import small
from tests.mind.test_review import careless, journal_of

A_POINT = {Unit.POINTS: 1.0, Unit.WIN: 0.02, Unit.TURNS: 0.1}
BOXES = ("ones", "fives", "sixes", "full_house", "four_kind", "yum", "surplus")


def quantity(part: float, best: float, done: float, *, fewer: bool = False, error: float = 0.0) -> Quantity:
    return Quantity(Finding(f"{part:g}", best, done, POINTS), part, fewer, error)


# -- which claims are made -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("split", "told"),
    [
        ([quantity(3, 9, 6), quantity(1, 5, 4)], ["3"]),  # Three of four.
        ([quantity(2, 9, 6), quantity(1.5, 5, 4), quantity(0.5, 2, 1)], ["2", "1.5"]),  # Half alone is little.
        ([quantity(2, 9, 6), quantity(1.5, 4, 5), quantity(0.5, 2, 1)], ["2", "0.5"]),  # The next one that holds.
        ([quantity(2.5, 9, 6), quantity(0.3, 5, 4), *[quantity(0.3, 4, 5)] * 4], ["2.5"]),  # Little help.
        ([quantity(1.5, 9, 6), quantity(1.25, 5, 4), quantity(1.25, 5, 4)], ["1.5", "1.25"]),
        ([quantity(8, 9, 1), quantity(-3.5, 5, 9), quantity(-0.5, 1, 2)], ["8", "-3.5"]),  # A price, told with it.
        ([quantity(-8, 1, 9), quantity(11, 9, 1), quantity(1, 2, 1)], ["11", "-8"]),  # What speaks for it comes first.
        ([quantity(1, 2, 1)] * 4, ["1", "1"]),
        ([quantity(1, 2, 1)] * 5, []),
    ],
)
def test_one_or_two_claims_leave_at_most_half_of_the_difference_open(split: list[Quantity], told: list[str]) -> None:
    lost = sum(one.part for one in split)
    assert [claim.claim for claim in chosen(split, lost)] == told


def test_a_quantity_that_differs_the_other_way_or_too_little_or_within_its_error_claims_nothing() -> None:
    assert not chosen([quantity(4, 6, 9)], 4.0)
    assert not chosen([quantity(4, 9.1, 9.0)], 4.0)
    assert not chosen([quantity(4, 9, 6, error=1.0)], 4.0)
    assert not chosen([quantity(4, 9, 6, fewer=True)], 4.0)
    assert chosen([quantity(4, 6, 9, fewer=True)], 4.0)


def test_a_price_and_what_it_buys_are_told_together() -> None:
    assert [claim.claim for claim in chosen([quantity(5, 9, 4), quantity(-1, 2, 3)], 4.0)] == ["5", "-1"]


def test_the_parts_of_a_risk_add_up() -> None:
    best = [RiskEnd(0.3, -2.0, True), RiskEnd(0.7, 3.0, False, 400), RiskEnd(0.0, 5.0, False, 900, reached=True)]
    done = [RiskEnd(0.0, -2.0, True), RiskEnd(1.0, 1.0, False, 100)]
    split = risk_split(best, done, "bust", "gain")
    assert sum(one.part for one in split) == pytest.approx((-0.6 + 2.1) - 1.0)
    assert [(one.claim.best, one.claim.done) for one in split] == [(0.3, 0.0), (400, 100)]
    assert reach_split(best, [*done, RiskEnd(0.2, 5.0, False, 900, reached=True)], "reach")[0].claim.done == 0.2


def test_a_turn_that_never_counts_differs_by_its_risk_alone() -> None:
    """Nobody asks what it brings if it counts."""
    often, never = [RiskEnd(0.6, -2.0, True), RiskEnd(0.4, 3.0, False, 400)], [RiskEnd(1.0, -2.0, True)]
    (claim,) = chosen(risk_split(often, never, "bust", "gain"), 2.0)
    assert (claim.claim, claim.best, claim.done) == ("bust", 0.6, 1.0)
    assert sum(one.part for one in risk_split(often, never, "bust", "gain")) == pytest.approx(2.0)


def test_the_parts_of_a_turn_add_up_whatever_a_turn_is_usually_worth() -> None:
    best = [End(0.4, "mark yum", 50, 60), End(0.6, "mark ones", 2, 9)]
    done = [End(0.1, "mark yum", 50, 60), End(0.9, "mark ones", 1, 8)]
    for usual in (0.0, 12.0):
        assert sum(one.part for one in turn_split(usual, best, done)) == pytest.approx(29.4 - 13.2)
    hit, spent = turn_split(12.0, best, done)
    assert (hit.claim.claim, hit.claim.best, hit.claim.done) == ("hit", 0.4, 0.1)
    assert (spent.claim.claim, spent.claim.best, spent.claim.done) == ("spent", 0.6, 0.9)
    assert hit.holds
    assert spent.holds, "to use a box up more seldom is good where that brings less than a turn does"


def test_a_good_box_can_wait_and_a_poor_one_is_used_up() -> None:
    """A turn is usually worth 52 here. The straight brings more points than most turns do, and will later too."""
    best = [End(0.1, "mark straight", 30, 50), End(0.9, "mark fives", 15, 55)]
    done = [End(0.4, "mark straight", 30, 50), End(0.6, "mark fives", 15, 55)]
    straight, _ = turn_split(52.0, best, done)
    assert (straight.claim.claim, straight.claim.best, straight.claim.done) == ("waits", 0.1, 0.4)
    assert straight.holds


STRAIGHT, HOUSE, ONES = End(0.0, "mark straight", 30, 50), End(0.0, "mark full", 25, 45), End(0.0, "mark ones", 2, 20)


def ends(straight: float, house: float) -> list[End]:
    often = {STRAIGHT: straight, HOUSE: house, ONES: 1 - straight - house}
    return [end._replace(chance=chance) for end, chance in often.items()]


def test_what_the_worse_answer_goes_for_is_the_price_of_what_the_better_one_does_instead() -> None:
    """Somebody went for the Full House: a reason that tells of the straight alone would not answer them."""
    split = instead_split(ends(0.31, 0.05), ends(0.04, 0.25))
    assert [(one.claim.claim, one.claim.about) for one in split] == [("hit", "mark straight"), ("hit", "mark full")]
    assert sum(one.part for one in split) == pytest.approx(3.1), "all other turns are worth the same"
    assert [(one.best, one.done) for one in chosen(split, 3.1)] == [(0.31, 0.04), (0.05, 0.25)]


def test_who_goes_for_the_same_or_for_hardly_anything_else_pays_no_price() -> None:
    assert not instead_split(ends(0.31, 0.05), ends(0.04, 0.05))
    assert not instead_split(ends(0.31, 0.05), ends(0.04, 0.09)), "4 of 100 turns are no aim"


def test_three_alike_may_stand_against_what_the_worse_answer_goes_for() -> None:
    """Three 5s help in several boxes."""
    fives, four = End(0.3, "mark fives", 15, 40, faces=(2, 5, 5, 5)), End(0.2, "mark four", 22, 42, faces=(5, 5, 5, 5))
    ones, straight = ONES._replace(faces=(1, 3, 4, 5, 6)), STRAIGHT._replace(faces=(1, 2, 3, 4, 5), chance=0.2)
    best, done = [fives, four, ones._replace(chance=0.5)], [straight, ones._replace(chance=0.8)]
    alike = [(5, 5, 5)]
    assert [one.claim.claim for one in instead_split(best, done)] == ["spent", "hit"], "else the Ones are saved"
    split = instead_split(best, done, alike)
    assert [one.claim for one in split] == [
        Finding("hit", 0.5, 0, CHANCE, "keep 5 5 5"),
        Finding("hit", 0, 0.2, CHANCE, "mark straight"),
    ]
    assert sum(one.part for one in split) == pytest.approx(4.4)
    there = [straight._replace(faces=(5, 5, 5, 6, 6)), *done[1:]]
    assert instead_split(best, there, alike)[0].claim.claim == "spent", "some three 5s are what the worse one goes for"


def test_nobody_goes_for_a_box_that_takes_what_is_left() -> None:
    """The Ones keep good boxes open, as which they are worth something; nobody holds 4-4-5 for them."""
    ones, fours = End(1.0, "mark ones", 1, 45), End(1.0, "mark fours", 8, 30)
    best = [HOUSE._replace(chance=0.33, worth=60), ones._replace(chance=0.17), fours._replace(chance=0.5)]
    done = [HOUSE._replace(chance=0.08, worth=60), ones._replace(chance=0.42), fours._replace(chance=0.5)]
    assert not instead_split(best, done)


def test_a_box_with_fewer_points_is_no_answer_to_who_goes_for_more_of_them() -> None:
    """What three Twos bring for the bonus is not to be seen in their points."""
    twos, fives = End(1.0, "mark twos", 6, 40), End(1.0, "mark fives", 15, 36)
    ones = End(0.4, "mark ones", 2, 20)
    best, done = [twos._replace(chance=0.6), ones], [fives._replace(chance=0.6), ones]
    assert not instead_split(best, done)
    assert instead_split([twos._replace(chance=0.6, points=16), ones], done)


def test_so_many_alike_explain_what_ends_without_them_lack() -> None:
    with_three, without = End(0.4, "mark sixes", 18, 30, faces=(1, 2, 6, 6, 6)), (1, 2, 3, 6, 6)
    best = [with_three, End(0.6, "mark ones", 1, 10, faces=without)]
    done = [with_three._replace(chance=0.3), End(0.7, "mark ones", 1, 10, faces=without)]
    (three,) = dice_split(best, done, (6, 6, 6))
    assert three.claim == Finding("hit", 0.4, 0.3, CHANCE, "keep 6 6 6")
    assert three.part == pytest.approx(2.0)


def test_a_hand_of_421_is_what_one_goes_for(tmp_path_factory: pytest.TempPathFactory) -> None:
    """With 1-4-6 against 2-1-1, a 2 beside 1-4 makes 4-2-1; beside 1-6 nothing does. A second ace helps both."""
    game = make("421", {"tokens": 11})
    evaluator = evaluator_of(game, tmp_path_factory.getbasetemp() / "values")
    state = replace(game.new(2), pot=5, tokens=(4, 2), hands=((), (1, 1, 2)), first=Seat(1), limit=2, throws=1)
    state = replace(state, dice=(1, 4, 6), stood=Seat(1))
    hands, *_ = mind_of(game).splits(game, evaluator, state, Keep((1, 4)), Keep((1, 6)))
    told = {one.claim.about: (one.claim.best, one.claim.done) for one in hands if one.claim.claim == "hit"}
    assert told == {"keep 4 2 1": pytest.approx((1 / 6, 0)), "keep 1 1": pytest.approx((1 / 6, 1 / 6))}
    (third,) = (one.claim for one in hands if one.claim.claim == "third")
    assert (third.best, third.done) == pytest.approx((4, 6))
    found = reason(game, evaluator, state, "keep 1 4", "keep 1 6")
    assert found is not None
    assert found.claims[0] == Finding("hit", pytest.approx(1 / 6), 0.0, CHANCE, "keep 4 2 1")


def test_the_third_die_beside_two_aces_is_told_where_both_answers_bring_these_about_as_often(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """With 1-2 kept, 1-1 comes six times as often as with 6 kept: that a 6 beside it is dearer is no reason."""
    game = make("421", {"tokens": 11})
    evaluator = evaluator_of(game, tmp_path_factory.getbasetemp() / "values")
    state = replace(game.new(2), pot=5, tokens=(4, 2), hands=((), (1, 1, 2)), first=Seat(1), limit=2, throws=1)
    state = replace(state, dice=(1, 2, 6), stood=Seat(1))
    for done, told in ((Keep((1, 6)), True), (Keep((6,)), False)):
        hands, *_ = mind_of(game).splits(game, evaluator, state, Keep((1, 2)), done)
        assert ("third" in {one.claim.claim for one in hands}) == told


def test_who_keeps_two_pairs_goes_for_the_full_house(sheet: ExactSheet) -> None:
    """Three fours or three sixes would come as often: nobody keeps both pairs for one of these."""
    state = replace(sheet.column.game.new(1), dice=(1, 4, 4, 6, 6), throws=2)
    found = reason(sheet.column.game, sheet, state, "keep 4 4 6 6", "keep 4 6 6")
    assert found is not None
    first, _ = found.claims
    assert first == Finding("hit", pytest.approx(1 / 3), pytest.approx(5 / 72, abs=0.05), CHANCE, "mark full_house")


def test_why_a_box_is_not_filled_is_told_by_what_becomes_of_it_or_of_the_better_one(
    sheet: ExactSheet, seed: str
) -> None:
    """That Chance ends higher in the end is no answer to who has filled Sixes in place of Fives."""
    game, looked_at = sheet.column.game, 0
    thrown = replace(game.new(1), dice=(6, 6, 6, 2, 5), throws=3)  # Here Four of a Kind alone would explain enough.
    sixes, surplus = (legal(game, thrown)[do] for do in ("mark sixes", "mark surplus"))
    for state, best, done in ((thrown, sixes, surplus), *costly(game, sheet, 1, seed, 60)):
        found = reason(game, sheet, state, text(best), text(done))
        if found is None or not found.claims or isinstance(best, Keep) or isinstance(done, Keep):
            continue
        own = {f"mark {best.box}", f"mark {done.box}"}
        of_boxes = [claim for claim in found.claims if claim.claim in ("box", "kept_open", "filled_now")]
        about = {do for claim in of_boxes for do in claim.about.split(TOGETHER)}
        assert len(of_boxes) < len(found.claims) or about & own, (state, text(best), text(done), found)
        looked_at += bool(of_boxes)
    assert looked_at > 5


def test_the_bonus_is_told_by_what_the_upper_boxes_are_ahead_of_three_of_each() -> None:
    game = small("yum_deluxe", ("ones", "twos", "threes", "fours", "fives", "sixes"), Tiers(((63, 35),)))
    column = compiled(game)
    sheet = ExactSheet(column, solve(column))
    state = replace(game.new(1), dice=(1, 2, 3, 6, 6), throws=3)
    ones, sixes = (legal(game, state)[do] for do in ("mark ones", "mark sixes"))
    splits = mind_of(game).splits(game, sheet, state, ones, sixes)
    (par,) = (one for split in splits for one in split if one.claim.claim == "par")
    assert (par.claim.best, par.claim.done, par.claim.about) == (-2, -6, "par 3"), "one 1 is 2 behind, two 6s are 6"
    assert par.holds


def test_a_box_that_is_filled_about_as_often_is_told_by_what_it_gets() -> None:
    """Three Twos and two of them end in Twos in 78 and in 76 of 100 turns: not that is why three are better."""
    best = [End(0.78, "mark twos", 6.5, 20), End(0.22, "mark full", 25, 40)]
    done = [End(0.76, "mark twos", 3.2, 14), End(0.24, "mark full", 25, 40)]
    twos, full = turn_split(18.0, best, done)
    assert (twos.claim.claim, twos.claim.best) == ("turn_box", pytest.approx(0.78 * 6.5))
    assert twos.claim.done == pytest.approx(0.76 * 3.2)
    assert (full.claim.claim, full.claim.best, full.claim.done) == ("hit", 0.22, 0.24)


def test_a_box_that_hardly_ever_comes_is_no_reason() -> None:
    """A Yum in 1 of 100 turns is half a point on average: nobody keeps other dice for that."""
    best = [End(0.5, "mark threes", 9, 30), End(0.5, "mark ones", 2, 12)]
    done = [End(0.012, "mark yum", 50, 60), End(0.4, "mark threes", 9, 30), End(0.588, "mark ones", 2, 12)]
    told = {one.claim.about: one for one in turn_split(10.0, best, done)}
    assert told["mark yum"].claim == Finding("hit", 0, 0.012, CHANCE, "mark yum")
    assert not told["mark yum"].holds


def test_that_somebody_throws_on_is_no_reason_to_throw_on() -> None:
    """A Flush can be taken now, and a chip that is worth more comes in half of the turns of who throws on."""
    best = [End(0.5, "take ls", 1, 0.7), End(0.5, "", 0, 0.4)]
    *_, flush = turn_split(0.52, best, [End(1.0, "take fl", 1, 0.5)], spent="settled")
    assert flush.claim.about == "take fl"
    assert not flush.holds


def test_who_leaves_a_chip_goes_for_a_dearer_one(tmp_path_factory: pytest.TempPathFactory) -> None:
    """With 2-2-2-3-3 one may take a Full House, or throw two dice for four alike, which are dearer."""
    game = make("yamslam", {})
    evaluator = evaluator_of(game, tmp_path_factory.getbasetemp() / "values")
    state = replace(game.new(2), dice=(2, 2, 2, 3, 3), throws=2)
    actions = legal(game, state)
    (dearer,) = (
        one
        for split in mind_of(game).splits(game, evaluator, state, actions["keep 2 2 2"], actions["take fh"])
        for one in split
        if one.claim.claim == "dearer"
    )
    assert (dearer.claim.best, dearer.claim.done) == pytest.approx((11 / 36, 0.0)), "one more 2, or two"
    assert dearer.claim.about == "take fh"


@pytest.mark.parametrize(
    ("rack", "take", "told"), [((1, 0, 0, 0, 0, 0, 2), "take ls", "hit"), ((0, 2, 0, 2, 0, 1, 0), "take 4k", "again")]
)
def test_another_turn_is_the_reason_only_where_it_is_not_the_chip_before_it(
    rack: Any, take: str, told: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """With 5-5-5-5-5, who throws one die again gets a Large Straight seldom; but four alike they have anyway."""
    game = make("yamslam", {})
    evaluator = evaluator_of(game, tmp_path_factory.getbasetemp() / "values")
    half = tuple((4 - left) // 2 for left in rack)
    other = tuple(4 - left - mine for left, mine in zip(rack, half, strict=True))
    state = replace(game.new(2), rack=rack, taken=(half, other), dice=(5,) * 5, throws=2)
    why = reason(game, evaluator, state, take, "keep 5 5 5 5")
    assert why is not None
    (claim,) = why.claims
    assert (claim.claim, claim.about) == (told, take if told == "hit" else "")
    assert (claim.best, claim.done) == pytest.approx((1, 1 / 6))


def test_a_yum_is_told_by_how_often_it_comes_and_a_sum_of_dice_by_its_points(sheet: ExactSheet) -> None:
    """Nobody writes 4.1 points for a Yum: it is all or nothing."""
    game = sheet.column.game
    state = replace(game.new(1), dice=(1, 1, 2, 5, 6), throws=3)
    actions = legal(game, state)
    boxes, *_ = mind_of(game).splits(game, sheet, state, actions["mark ones"], actions["mark yum"])
    told = {one.claim.about: one.claim for one in boxes}
    assert told["mark yum"].unit == CHANCE
    assert 0.05 < told["mark yum"].best < 0.5
    assert told["mark yum"].done == 0
    assert told["mark ones"].unit == POINTS
    assert told["mark surplus"].unit == POINTS


# -- what is claimed is so -------------------------------------------------------------------------------------------


def costly(game: AnyGame, evaluator: Evaluator, seats: int, seed: str, many: int) -> Iterator[tuple[Any, Any, Any]]:
    """Decisions of careless players that cost a point or more: position, the best, what they did."""
    dice, number = FairDice(seed.encode().ljust(32, b"-")[:32], "reasons"), 0
    choose = random.Random(seed)
    while many:
        state, number = game.new(seats), number + 1
        while (turn := game.turn(state)) is not None:
            advice = evaluator.advise(state)
            worse = [
                action
                for action, value in advice.actions
                if A_POINT[advice.unit] <= abs(value - advice.actions[0][1]) <= 12 * A_POINT[advice.unit]
            ]
            done = choose.choice(worse) if worse and choose.random() < 0.2 else advice.actions[0][0]
            if done in worse and many:
                many -= 1
                yield state, advice.actions[0][0], done
            state = game.apply(state, done, dice).state
            assert turn == Seat(turn)


@pytest.fixture(scope="module")
def sheet() -> ExactSheet:
    game = small("yum_deluxe", BOXES, Tiers(((40, 25),)))
    column = compiled(game)
    return ExactSheet(column, solve(column))


@pytest.mark.parametrize(
    ("key", "seats", "many"), [("5000", 2, 12), ("ambition", 2, 12), ("yamslam", 2, 12), ("421", 2, 8)]
)
def test_what_is_claimed_comes_true_when_the_game_goes_on(
    key: str, seats: int, many: int, seed: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    game = make(key, {"tokens": 11} if key == "421" else {})
    evaluator = evaluator_of(game, tmp_path_factory.getbasetemp() / "values")
    told = _told_and_checked(game, evaluator, seats, seed, many)
    assert told >= many * 2 // 3, "a decision that costs as much as a point has a reason, as a rule"


ODD = (
    {6: 24},
    {5: 12, 6: 17, 8: 25, 9: 30, 10: 40, 11: 22},
    {3: 8, 5: 18, 6: 26, 7: 25, 8: 25, 9: 30, 10: 40, 11: 22, 12: 50},
)
"""What a beginner wrote in the three columns of Triple Yum: the last one, which counts three times, is nearly full."""


def test_on_an_odd_sheet_of_three_columns_reasons_say_which_box_leaves_more_and_not_how_much() -> None:
    """By the net, Fives in the first column leave 53 points more than in the third; played on 100 times, 34 ± 5."""
    game = make("triple_yum", {})
    assert isinstance(game, Yum)
    evaluator = evaluator_of(game, Path())
    sheet = tuple(
        tuple(Cell(column[box], column[box]) if box in column else None for box in range(13)) for column in ODD
    )
    state = replace(game.new(1), sheets=(sheet,), dice=(1, 2, 5, 5, 5), throws=3)
    found = reason(game, evaluator, state, "mark fives 1", "mark fives 3")
    assert found is not None
    assert set(found.claims) == {Finding("later", 1.0, 0.0, ORDER), Finding("now", 15.0, 45.0, POINTS)}
    first = replace(game.new(1), dice=(1, 1, 2, 4, 6), throws=3)
    found = reason(game, evaluator, first, "mark ones 2", "mark chance 3")
    assert found is not None
    later = next(claim for claim in found.claims if claim.claim == "later")
    assert (later.unit, later.best > later.done + 60) == (POINTS, True), "an empty sheet is not odd"


def test_what_is_claimed_of_a_sheet_comes_true(sheet: ExactSheet, seed: str) -> None:
    assert _told_and_checked(sheet.column.game, sheet, 1, seed, 16) >= 14


@pytest.mark.parametrize("values", ["25,50,50", "25,25,25"])
def test_boxes_that_write_as_much_are_told_as_one(values: str, seed: str) -> None:
    """Of two open boxes for a Full House either may be struck: no reason may hang on which of them it is."""
    game = small("yum_full_house", ("sixes", "full_house", "full_house2", "full_house3", "chance"), fh_values=values)
    column = compiled(game)
    houses = ExactSheet(column, solve(column))
    course = course_of(houses)
    together = ["full_house2", "full_house3"] if values == "25,50,50" else ["full_house", "full_house2", "full_house3"]
    assert course.open_in(course.accounts.index(together[0]), (None,) * column.boxes) == together
    assert course.open_in(course.accounts.index("sixes"), (None,) * column.boxes) == ["sixes"]
    assert _told_and_checked(game, houses, 1, seed, 24) >= 20


def test_a_bonus_that_grows_is_told_in_points(seed: str) -> None:
    """Yams pays 31 from 64 on and a point for each beyond: what it brings, divided by 31, is no chance."""
    game = small("yams", ("ones", "twos", "threes", "fours", "fives", "sixes", "chance"))
    column = compiled(game)
    sheet = ExactSheet(column, solve(column))
    claims = list[Finding]()
    for state, best, done in costly(game, sheet, 1, seed, 40):
        found = reason(game, sheet, state, text(best), text(done))
        claims += [claim for claim in (found.claims if found else ()) if claim.claim == "bonus"]
    assert claims
    assert {claim.unit for claim in claims} == {POINTS}


@pytest.mark.long
def test_what_is_claimed_of_cant_stop_comes_true(seed: str) -> None:
    game = make("cant_stop", {})
    assert _told_and_checked(game, evaluator_of(game, Path()), 2, seed, 8) >= 6


def test_a_throw_that_can_only_lose_has_a_reason() -> None:
    """With all runners on top, somebody threw on: 100 of 100 such turns are lost."""
    game = make("cant_stop", {})
    state = game.new(2)
    state = replace(state, runners=((3, 5), (4, 7), (5, 9)), dice=(1, 2, 1, 4), moved=True)
    found = reason(game, evaluator_of(game, Path()), state, "stop", "roll")
    assert found is not None
    assert any(claim.claim == "stuck" and (claim.best, claim.done) == (0, 1) for claim in found.claims), found


def _told_and_checked(game: AnyGame, evaluator: Evaluator, seats: int, seed: str, many: int) -> int:
    """Count what is claimed of so many decisions, and return how many have a reason."""
    told = 0
    for number, (state, best, done) in enumerate(costly(game, evaluator, seats, seed, many)):
        found = reason(game, evaluator, state, text(best), text(done))
        assert found is not None
        told += bool(found.claims)
        about = game, evaluator, state, found.claims, best, done
        counted = count(*about, 24, number)
        if any(refuted(claim, *both) for claim, both in zip(found.claims, counted, strict=True)):
            counted = count(*about, 480, number + many)  # Among so many, chance refutes one now and then.
        for claim, both in zip(found.claims, counted, strict=True):
            assert not refuted(claim, *both), (state, text(best), text(done), claim, both)
    return told


def test_sheets_are_played_on_quickly_as_the_game_plays_them(sheet: ExactSheet, seed: str) -> None:
    """With the same dice both end alike, but where two boxes or keeps are worth as much."""
    game, alike = sheet.column.game, list[bool]()
    quick = QuickSheets(game, sheet)
    for number, (state, best, done) in enumerate(costly(game, sheet, 1, seed, 20)):
        for action in (best, done):
            dice = [FairDice(f"{seed} {number}".encode().ljust(32, b"-")[:32], "quick") for _ in range(2)]
            after = game.apply(state, action, dice[0]).state
            while game.turn(after) is not None:
                after = game.apply(after, sheet.advise(after).actions[0][0], dice[0]).state
            _, end = quick.play(state, action, dice[1])
            alike.append(
                (end.sheets, end.extra_yums, game.scores(end)) == (after.sheets, after.extra_yums, game.scores(after))
            )
    assert sum(alike) >= 0.7 * len(alike)


def test_all_ends_of_a_turn_are_listed_as_often_as_they_come(sheet: ExactSheet, seed: str) -> None:
    """What they are worth together is what the action is worth."""
    game = sheet.column.game
    quick = QuickSheets(game, sheet)
    for state, best, done in costly(game, sheet, 1, seed, 20):
        worth = dict(sheet.advise(state).actions)
        for action in (best, done):
            ends = list(quick.ends(state, action))
            assert sum(end.chance for end in ends) == pytest.approx(1)
            later = sum(end.chance * _worth_after(game, sheet, end.after) for end in ends)
            assert later == pytest.approx(worth[action], abs=1e-6)


def _worth_after(game: Any, sheet: ExactSheet, after: Any) -> float:
    if None not in after.sheets[0][0]:
        return float(game.scores(replace(after, turn=None))[0])
    return sheet.advise(replace(after, throws=0, dice=(), kept=0)).value


def test_a_round_of_421_adds_up_by_hands_and_by_tokens(seed: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    game = make("421", {"tokens": 11})
    evaluator = evaluator_of(game, tmp_path_factory.getbasetemp() / "values")
    for state, best, done in costly(game, evaluator, 2, seed, 6):
        worth = dict(evaluator.advise(state).actions)
        first, second, by_tokens, _ = mind_of(game).splits(game, evaluator, state, best, done)
        by_round = second if isinstance(best, Keep) and isinstance(done, Keep) else first
        for split in (by_round, by_tokens):
            assert sum(one.part for one in split) == pytest.approx(worth[best] - worth[done], abs=1e-9)


def test_boxes_and_bonuses_in_the_end_add_up_to_the_value_of_an_answer(sheet: ExactSheet, seed: str) -> None:
    game = sheet.column.game
    for state, best, done in costly(game, sheet, 1, seed, 6):
        followed = course_of(sheet).follow(state.sheets[0][0], state.dice, state.throws, best, done)
        worth = dict(sheet.advise(state).actions)
        written = sum(cell.written for cell in state.sheets[0][0] if cell)
        assert followed.points.sum(axis=0) + written == pytest.approx([worth[best], worth[done]], abs=1e-6)
        assert not followed.errors(range(len(followed.points))).any()


def test_near_the_end_a_sheet_with_a_net_is_followed_as_it_is_played(seed: str) -> None:
    """There advice is exact, by what can follow: a course that went by the net would bring less than it says."""
    game = make("maxi_yum", {})
    assert isinstance(game, Yum)
    sheet = compiled(game)
    net = net_of(game.key, sheet.digest)
    assert net is not None
    evaluator = NetSheet(CompiledColumns(sheet, (1,)), net, LastTurns(sheet, 2))  # What ships is rounded.
    looked_at = 0
    for state, best, done in costly(game, evaluator, 1, seed, 1_000):
        advice = evaluator.advise(state)
        (column,) = state.sheets[0]
        if advice.strength is not Strength.EXACT or column.count(None) < 2:
            continue
        worth = dict(advice.actions)
        followed = course_of(evaluator).follow(column, state.dice, state.throws, best, done)
        written = sum(cell.written for cell in column if cell)
        assert followed.points.sum(axis=0) + written == pytest.approx([worth[best], worth[done]], abs=1e-6)
        looked_at += 1
        if looked_at == 4:
            return


def strays(sheet: ExactSheet, monkeypatch: pytest.MonkeyPatch, seed: str, many: int, told: float) -> list[float]:
    """How far numbers of a few sheets lie from those of all, in ``told`` times the error that is told of them."""
    found = list[float]()
    everything, sampled = (following.SheetCourse(sheet.column, sheet.look_up_states) for _ in range(2))
    for state, best, done in costly(sheet.column.game, sheet, 1, seed, 1_000):
        asked = state.sheets[0][0], state.dice, state.throws, best, done
        monkeypatch.setattr(following, "MOST", 48)
        few = sampled.follow(*asked)
        if few.runs.shape[2] == 1:
            continue
        monkeypatch.undo()
        exact = everything.follow(*asked)
        assert exact.runs.shape[2] == 1
        for account, (off, other) in enumerate(few.points - exact.points):
            errors = told * few.errors([account])
            found += [far / error for far, error in zip((off, other, off - other), errors, strict=True) if error > 1e-9]
        if len(found) >= many:
            return found
    raise AssertionError("no sheet was left out")


def test_a_few_sheets_stand_for_many_within_the_error_that_is_told(
    sheet: ExactSheet, monkeypatch: pytest.MonkeyPatch, seed: str
) -> None:
    def mean_square(told: float) -> float:
        found = np.array(strays(sheet, monkeypatch, seed, 240, told))
        return float(np.minimum(found**2, 9).mean())  # One that is rare and large must not decide alone.

    assert 0.4 < mean_square(1.0) < 1.6
    assert mean_square(0.5) > 1.6, "half the error would be too small"


@pytest.mark.parametrize("key", ["yum_original", "yum_classic"])
def test_the_bonus_comes_in_no_more_games_than_all_and_never_once_it_is_out_of_reach(
    key: str, seed: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Somebody fills the first box that scores after every first throw, and soon needs more than is left."""
    game: Any = make(key, {})
    evaluator: Any = evaluator_of(game, tmp_path_factory.getbasetemp() / "values")
    course, dice = course_of(evaluator), FairDice(seed.encode().ljust(32, b"-")[:32], "bonus")
    ((needed, paid),) = game.layout.bonus.steps
    upper = [box.key for box in game.layout.boxes if box.face]
    state: Any = game.apply(game.new(1), Roll(), dice).state
    gone = 0
    while game.turn(state) is not None:
        (column,) = state.sheets[0]
        best, worth = (advice := evaluator.advise(state)).actions[0]
        fills: dict[Any, int] = {
            action: game.preview(state, action) or 0 for action, _ in advice.actions if not isinstance(action, Keep)
        }
        done = next((action for action, points in fills.items() if points), next(iter(fills)))
        if column.count(None) < 12 and worth - dict(advice.actions)[done] > 0.5:
            followed = course.follow(column, state.dice, state.throws, best, done)
            bonus = followed.points[course.accounts.index("upper_bonus")]
            assert bonus.min() >= -1e-9
            assert bonus.max() <= paid + 1e-9
            after = dict(zip((box.key for box in game.layout.boxes), column, strict=True))
            left = sum(cell.raw if (cell := after[box]) else 5 * face for face, box in enumerate(upper, 1))
            left += fills[done] - 5 * (1 + upper.index(done.box)) if done.box in upper else 0
            if left < needed:
                gone += 1
                assert abs(bonus[1]) < 1e-9
            found = reason(game, evaluator, state, text(best), text(done))
            for claim in found.claims if found else ():
                if claim.unit == CHANCE:
                    assert min(claim.best, claim.done) >= -1e-9
                    assert max(claim.best, claim.done) <= 1 + 1e-9
                    assert round(100 * claim.best) != round(100 * claim.done)
        state = game.apply(state, done, dice).state
        if game.turn(state) is not None:
            state = game.apply(state, Roll(), dice).state
    assert gone, "by then the bonus is lost"


def test_as_good_answers_and_games_without_values_have_no_reason(sheet: ExactSheet) -> None:
    game = sheet.column.game
    (state, best, _), *_ = costly(game, sheet, 1, "alike", 1)
    assert reason(game, sheet, state, text(best), text(best)) is None


def test_a_review_explains_all_five_mistakes_that_it_names_where_one_came_three_times() -> None:
    """The three stand in one line: the reasons go to five lines, not to five decisions."""
    thrice = [Decision(move, "mark aces", "mark chance", 9.0) for move in (1, 3, 5)]
    others = [Decision(move, f"keep {move}", "keep", 8.0 - move / 10) for move in range(10, 16)]
    seat = SeatReview(254.0, decisions=[*others, *thrice])
    assert list(costliest_of(Review(Unit.POINTS, Strength.EXACT, (seat,)))) == [1, 10, 11, 12, 13]


def test_a_review_explains_the_costliest_decisions_of_each_seat(sheet: ExactSheet) -> None:
    game = sheet.column.game
    journal = journal_of(game, "why", careless("why"), best_by(sheet))
    reviewed = review(game, 2, journal, sheet)
    costliest = costliest_of(reviewed)
    first = reviewed.seats[0]
    assert first is not None
    worst = max(first.decisions, key=lambda decision: decision.lost)
    assert worst.move in costliest
    assert len(costliest) <= 5
    reasons = reasons_of(game, 2, journal, costliest, sheet)
    assert reasons[worst.move].lost == pytest.approx(worst.lost)
    assert all(claim.unit in (CHANCE, POINTS) for found in reasons.values() for claim in found.claims)
