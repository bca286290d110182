"""Values of sheets: the automaton says what the rules say, and its values are those of simple code and of others."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bot.engine import Faces, Keep
from bot.engine.dice import FairDice
from bot.engine.game import put
from bot.engine.gate import legal, play
from bot.games import CATALOGUE, FOLDER, make
from bot.games.yum.mind.compiled import compiled, upper_section
from bot.games.yum.mind.estimate import SheetEstimate
from bot.games.yum.mind.exact import MOST_STATES, ExactSheet, solve, values_of
from bot.games.yum.mind.shipped import PER_POINT, ShippedSheet, shipped_file, write
from bot.games.yum.rules import Mark, State, Strike, Yum, further_yum
from bot.games.yum.scoring import ONE_TIER, Tiers
from bot.games.yum.scoring.boxes import Cell
from bot.mind import store
from bot.mind.evaluator import Advice, NoEvaluator
from bot.mind.levels import evaluator_of
from tests.mind.small_sheets import SlowSheet, small

SMALL: list[Yum] = [
    small("yum_classic", ("ones", "threes", "yum"), Tiers(((5, 40),))),
    small("yum_classic", ("sixes", "full_house", "yum")),
    small("yum_plus", ("low_score", "high_score")),
    small("yum_plus", ("yum", "yum2", "yum3")),
    small("yum_classic", ("fives", "small_straight", "yum"), joker="forced"),
]
NAMES = [f"{game.key}-{'-'.join(box.key for box in game.layout.boxes)}" for game in SMALL]


def sheets_with_values() -> list[str]:
    """The sheets that the automaton can hold by their default rules."""
    found = []
    for key in CATALOGUE:
        game = make(key, {})
        if isinstance(game, Yum):
            try:
                compiled(game)
            except NoEvaluator:
                continue
            found.append(key)
    return found


def some_position(game: Yum, seed: str, turns: int) -> State:
    """A position of a game alone, before a turn, reached by choices at random."""
    choose, dice = random.Random(seed), FairDice(seed.encode().ljust(32, b"-")[:32], "values")
    state = game.new(1)
    for _ in range(turns):
        state = play(game, state, 0, "roll", dice).state
        fills = [do for do, action in legal(game, state).items() if isinstance(action, Mark | Strike)]
        state = play(game, state, 0, choose.choice(fills), dice).state
    return state


def with_throw(state: State, faces: Faces, throws: int = 3) -> State:
    """The position once these dice lie there."""
    return State(state.sheets, state.turn, dice=faces, throws=throws, spare=state.spare, extra_yums=state.extra_yums,
                 penalties=state.penalties)  # fmt: skip


@pytest.mark.sample(2)
@pytest.mark.parametrize("game", SMALL, ids=NAMES)
def test_values_are_those_of_simple_code_that_asks_the_rules(game: Yum) -> None:
    sheet = compiled(game)
    values, slow = solve(sheet), SlowSheet(game)
    for turns in range(len(game.layout.boxes)):
        for seed in range(4):
            column = some_position(game, f"{seed}", turns).sheets[0][0]
            assert values[sheet.state_of(column)] == pytest.approx(slow.value(column), abs=1e-9)


@pytest.mark.sample(2)
@pytest.mark.parametrize("game", SMALL, ids=NAMES)
def test_advice_prices_every_legal_action_and_the_best_is_the_worth_of_the_position(game: Yum) -> None:
    sheet = compiled(game)
    evaluator, slow = ExactSheet(sheet, solve(sheet)), SlowSheet(game)
    state = some_position(game, "advice", 1)
    for faces in ((1, 1, 3, 5, 6), (5, 5, 5, 5, 5), (2, 3, 4, 5, 6)):
        for throws in (1, 2, 3):
            now = with_throw(state, faces, throws)
            advice = evaluator.advise(now)
            assert {action for action, _ in advice.actions} == set(game.legal_actions(now))
            assert [worth for _, worth in advice.actions] == sorted(
                (worth for _, worth in advice.actions), reverse=True
            )
            assert advice.value == advice.actions[0][1]
        last = {one: slow.at_last(state.sheets[0][0], one) for one in slow.throws}
        keeps = {action.faces: worth for action, worth in _keeps(evaluator.advise(with_throw(state, faces, 2)))}
        written = sum(cell.written for cell in state.sheets[0][0] if cell is not None)
        assert keeps == pytest.approx({kept: written + slow.keeping(last)[kept] for kept in keeps}, abs=1e-9)


@pytest.mark.parametrize("key", ["yum_classic", "yum_low_high", "yams"])
def test_a_turn_worked_out_at_once_has_the_values_of_one_box_after_the_other(key: str) -> None:
    """To the last digit, and whatever the states are worth: here each has a number of its own.

    A Yum that is written already makes others jokers, or further ones.
    """
    game = make(key, {})
    assert isinstance(game, Yum)
    sheet = compiled(game)
    sizes = len(sheet.link_states), 1 << len(sheet.free_places), sheet.upper.count
    values = np.random.default_rng(1).random(sizes) * 100
    evaluator, extra = ExactSheet(sheet, values), game.house_rules.get("yum_bonus") is True
    yum = next(place for place, box in enumerate(game.layout.boxes) if box.yum)
    for turns, throws, has_yum in product(range(len(game.layout.boxes)), (1, 3), (False, True)):
        state = some_position(game, f"{turns}", turns)
        if has_yum:
            state = replace(state, sheets=((put(state.sheets[0][0], yum, Cell(50, 50)),),))
        column = state.sheets[0][0]
        if None not in column:
            continue
        so_far = sum(cell.written for cell in column if cell is not None) + 100 * state.extra_yums[0][0]
        for faces in ((3, 3, 3, 3, 3), (1, 2, 3, 4, 6), (6, 6, 6, 2, 2)):
            now = with_throw(state, faces, throws)
            for action, worth in evaluator.advise(now).actions:
                if isinstance(action, Mark | Strike):
                    box = game.layout.index(action.box)
                    points = game.preview(now, action) if isinstance(action, Mark) else 0
                    after = sheet.state_of((*column[:box], Cell(points, points), *column[box + 1 :]))
                    bonus = 100 * (extra and further_yum(game.layout, state.sheets[0], faces))
                    assert worth == so_far + (points + values[after] + bonus), (turns, faces, action)


def _keeps(advice: Advice) -> list[tuple[Keep, float]]:
    return [(action, worth) for action, worth in advice.actions if isinstance(action, Keep)]


@pytest.mark.sample(3)
@pytest.mark.parametrize("key", sheets_with_values())
def test_the_automaton_says_what_the_rules_say(key: str, seed: str) -> None:
    game = make(key, {})
    assert isinstance(game, Yum)
    sheet, choose = compiled(game), random.Random(seed)
    for turns in (0, 3, 7, len(game.layout.boxes) - 1):
        state = some_position(game, f"{seed}{turns}", turns)
        labels = sheet.labels_of(state.sheets[0][0])
        worth, yums = sheet.worth(labels), dict(zip(sheet.yums, sheet.yum_worth(labels), strict=True))
        for row in {*choose.sample(range(len(sheet.throws.throws)), 30), *sheet.yums}:
            faces = sheet.throws.throws[row]
            own = next((at for at in sheet.upper_places if game.layout.boxes[at].face == faces[0]), None)
            filled = row in yums and own is not None and state.sheets[0][0][own] is not None
            points, allowed = (
                (yums[row].points[0], yums[row].allowed[0]) if filled else (worth.points[row], worth.allowed[row])
            )
            open_now = {at for at, cell in enumerate(state.sheets[0][0]) if cell is None}
            marks = {
                game.layout.index(action.box): game.preview(with_throw(state, faces), action)
                for action in game.legal_actions(with_throw(state, faces))
                if isinstance(action, Mark)
            }
            assert {at: int(points[at]) for at in open_now if allowed[at]} == marks


def test_a_further_yum_earns_its_bonus_once_every_yum_box_holds_points() -> None:
    """As the rules say, whatever the Yum boxes hold: of two of them, one alone is not enough."""
    game = small("yum_classic", ("ones", "yum", "yum"), joker="none")
    sheet, said = compiled(game), set()
    for held in product((None, 0, 1), repeat=2):
        cells = [None if one is None else Cell(one * box.maximum, one * box.maximum)
                 for one, box in zip(held, game.layout.boxes[1:], strict=True)]  # fmt: skip
        column = (None, *cells)
        earned = further_yum(game.layout, (column,), (4,) * 5)
        assert sheet.earns_extra(sheet.labels_of(column)) == earned
        said.add((held, earned))
    assert {held for held, earned in said if earned} == {(1, 1)}


def test_classes_of_the_upper_section_tell_every_bonus_apart() -> None:
    section = upper_section(ONE_TIER, tuple(tuple(range(0, 6 * face, face)) for face in range(1, 7)))
    assert section.count < 2_794  # Boxes and sums up to 63.
    choose = random.Random(63)
    for _ in range(300):
        total, mask, number = 0, 0, section.number(0, 0)
        for box in choose.sample(range(6), 6):
            many = choose.randrange(6)
            total, mask = total + many * (box + 1), mask | 1 << box
            number = int(section.after[number, box, many])
            assert number == section.number(mask, total)
        assert section.bonus[number] == ONE_TIER.points(total)


def test_who_cannot_be_evaluated_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(NoEvaluator, match="421"):
        evaluator_of(make("421", {"power": True}), tmp_path)


def test_values_are_kept_and_another_rule_asks_for_others(tmp_path: Path, monkeypatch: Any) -> None:
    sheet = compiled(SMALL[0])
    values = values_of(sheet, tmp_path)
    monkeypatch.setattr("bot.games.yum.mind.exact.solve", lambda _: pytest.fail("worked out again"))
    assert (values_of(compiled(SMALL[0]), tmp_path) == values).all()
    other = compiled(small("yum_classic", ("ones", "threes", "yum"), Tiers(((6, 40),))))
    assert other.digest != sheet.digest


@pytest.mark.parametrize("key", sheets_with_values())
def test_a_first_hint_by_standard_rules_waits_for_no_sheet_to_be_worked_out(
    key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = make(key, {})
    assert isinstance(game, Yum)
    monkeypatch.setattr("bot.games.yum.mind.exact.solve", lambda _: pytest.fail("the whole sheet was worked out"))
    evaluator = evaluator_of(game, tmp_path)
    assert len(evaluator.advise(with_throw(game.new(1), (1, 1, 3, 5, 6), 1)).actions) > 1
    sheet = compiled(game)
    exact = sheet.least_states <= MOST_STATES and sheet.states <= MOST_STATES
    assert shipped_file(sheet).exists() == isinstance(evaluator, ExactSheet) == exact
    assert not list(tmp_path.iterdir())


def test_a_first_hint_by_standard_rules_waits_for_no_estimate_to_be_prepared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "bot.games.yum.mind.estimate.pars_of", lambda game: pytest.fail(f"pars of {game.key} are missing")
    )
    estimates = []
    for key in CATALOGUE:
        game = make(key, {})
        if isinstance(game, Yum) and isinstance(evaluator_of(game, tmp_path), SheetEstimate):
            estimates.append(key)
    assert "yum_extra" in estimates
    assert not list(tmp_path.iterdir())


def test_values_that_come_with_the_bot_take_twelve_megabytes_at_most() -> None:
    shipped = [file for pattern in ("*.npy", "*.npz") for file in FOLDER.rglob(pattern)]
    assert sum(file.stat().st_size for file in shipped) <= 12_000_000
    assert all(len(file.relative_to(FOLDER).parts) == 2 or file.parent.name == "mind" for file in shipped)


@pytest.mark.parametrize("game", SMALL, ids=NAMES)
def test_values_that_are_shipped_for_every_second_layer_are_those_of_all_states(game: Yum, tmp_path: Path) -> None:
    sheet = compiled(game)
    values, file = solve(sheet), tmp_path / "sheet.npz"
    write(sheet, values, file)
    number, free, classes = (axis.ravel() for axis in np.indices(values.shape))
    once = ShippedSheet(sheet, file)
    for links in range(len(values)):
        here = number == links
        assert once.look_up_states(links, free[here], classes[here]) == pytest.approx(
            values[links].ravel(), abs=1 / PER_POINT
        )
    assert ShippedSheet(sheet, file).values == pytest.approx(values, abs=1 / PER_POINT)
    state = some_position(game, "shipped", 1)
    for throws in (1, 2, 3):
        now = with_throw(state, (1, 1, 3, 5, 6), throws)
        expected = dict(ExactSheet(sheet, values).advise(now).actions)
        assert dict(ShippedSheet(sheet, file).advise(now).actions) == pytest.approx(expected, abs=1 / PER_POINT)


PUBLISHED = [
    (make("yum_classic", {}), 254.5896),
    (make("yum_classic", {"joker": "none", "yum_bonus": False}), 245.8708),
    (make("yum_deluxe", {}), 202.7832),  # By another program; test_advise.py has Asian Yum.
]


@pytest.mark.long
@pytest.mark.parametrize(("game", "value"), PUBLISHED, ids=["lax joker", "no joker", "de luxe"])
def test_perfect_play_is_worth_what_others_found(game: Yum, value: float, tmp_path: Path) -> None:
    assert evaluator_of(game, tmp_path).advise(game.new(1)).value == pytest.approx(value, abs=5e-5)


@pytest.mark.parametrize("left", [0, 100, 200])
def test_values_of_which_a_power_cut_left_a_part_are_worked_out_anew(left: int, tmp_path: Path) -> None:
    values = store.kept(tmp_path, "sheet", "0" * 64, lambda: np.arange(50.0), "yum_classic")
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:left])
    again = store.kept(tmp_path, "sheet", "0" * 64, lambda: np.arange(50.0), "yum_classic")
    assert again.tolist() == values.tolist()
