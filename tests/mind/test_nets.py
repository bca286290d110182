"""Sheets with too many states for a table: links that are alike, tables of the last turns, and nets."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from bot.engine import Keep
from bot.games import FOLDER, make
from bot.games.yum.mind.compiled import CompiledSheet, compiled
from bot.games.yum.mind.estimate import SheetEstimate, pars_of
from bot.games.yum.mind.exact import CompiledColumns, ExactSheet, LastTurns, NetSheet, compiled_columns, solve
from bot.games.yum.mind.shipped import last_turns_file, shipped_last_turns, write_last_turns
from bot.games.yum.rules import Mark, State, Strike, Yum
from bot.games.yum.scoring import ONE_TIER
from bot.games.yum.scoring.boxes import Cell, Column
from bot.mind.evaluator import NoEvaluator, Strength
from bot.mind.levels import evaluator_of
from bot.mind.net import SheetNet, net_of
from bot.mind.throws import Values
from tests.mind.by_the_rules import after
from tests.mind.small_sheets import SlowSheet, small
from tests.mind.test_sheets import some_position, with_throw

BOXES = ("ones", "sixes", "full_house", "low_score", "high_score", "yum", "yum2")
SHIPPED = sorted(FOLDER.glob("*/*.npz"))


@cache
def sheet_of(key: str, *boxes: str) -> CompiledSheet:
    """The automaton of a sheet, of these of its boxes alone if any are named."""
    game = small(key, boxes, ONE_TIER) if boxes else make(key, {})
    assert isinstance(game, Yum)
    return compiled(game)


@cache
def values_of(sheet: CompiledSheet) -> Values:
    """What each state of that sheet is worth."""
    return solve(sheet)


def some_net(sheet: CompiledSheet, seed: int = 0) -> SheetNet:
    """A net of that sheet that was never trained."""
    draw = np.random.default_rng(seed)
    inputs = sheet.upper.count, len(sheet.link_states), len(sheet.free_places)
    rows = [draw.standard_normal((many, 4)).astype(np.float16) for many in inputs]
    shapes = (3, 4), (3,), (3,), (sum(inputs) + 1,)
    return SheetNet(sheet.digest, *rows, *(draw.standard_normal(shape).astype(np.float32) for shape in shapes))


@pytest.mark.parametrize(
    ("boxes", "states"),
    [
        (("yum", "yum2", "yum3"), 6),  # Open ones, and whether the first is among them: the others follow in order.
        (("low_score", "high_score"), 22),  # A 0 in Low Score asks as much of High Score as a 21: both want 22.
        (BOXES[3:], 22 * 4),
    ],
)
def test_links_that_ask_the_same_of_all_others_are_one_state(boxes: tuple[str, ...], states: int) -> None:
    assert len(sheet_of("yum_plus", *boxes).link_states) == states


def test_a_yum_box_that_is_open_out_of_order_is_priced_like_any_other() -> None:
    """Only the third Yum is open, since the first two were struck: it is one state with an open second Yum."""
    sheet = sheet_of("yum_plus", "yum", "yum2", "yum3")
    values, most = values_of(sheet), [box.maximum for box in sheet.game.layout.boxes]
    for filled in product(*((None, Cell(0, 0), Cell(points, points)) for points in most)):
        now = replace(sheet.game.new(1), sheets=((filled,),))
        for faces in ((6, 6, 6, 6, 6), (2, 2, 6, 6, 6)) if None in filled else ():
            last = with_throw(now, faces)
            written = sum(cell.written for cell in filled if cell is not None)
            expected = {}
            for action in sheet.game.legal_actions(last):
                assert isinstance(action, Mark | Strike)
                place = sheet.game.layout.index(action.box)
                points = sheet.game.preview(last, action) or 0 if isinstance(action, Mark) else 0
                after = (*filled[:place], Cell(points, points), *filled[place + 1 :])
                expected[action] = written + points + values[sheet.state_of(after)]
            assert dict(ExactSheet(sheet, values).advise(last).actions) == pytest.approx(expected, abs=1e-9)


def test_yum_plus_has_half_a_thousand_million_states() -> None:
    sheet = sheet_of("yum_plus")
    assert (len(sheet.link_states), len(sheet.free_places), sheet.upper.count) == (6 * 22, 11, 1_900)


@pytest.mark.parametrize("most", [0, 1, 3, len(BOXES)])
def test_the_last_turns_are_worth_what_they_are_among_all_states(most: int, tmp_path: Path) -> None:
    sheet = sheet_of("yum_plus", *BOXES)
    values, last = values_of(sheet), LastTurns(sheet, most)
    write_last_turns(last, tmp_path / "last.npz")
    stored = shipped_last_turns(sheet, tmp_path / "last.npz")
    assert stored is not None
    held = 0
    for number in range(len(values)):
        free, classes = (axis.ravel() for axis in np.indices(values[number].shape))
        few = sheet.left(number, free, classes) <= most
        asked = number, free[few], classes[few]
        assert last(*asked) == pytest.approx(values[asked], abs=1e-9)
        assert stored(*asked) == pytest.approx(values[asked], abs=0.004)
        held += int(few.sum())
    assert len(last.values) == len(stored.values) == held


@pytest.mark.parametrize("key", ["yum_plus", "maxi_yum"])
def test_the_last_turns_that_come_with_the_bot_are_right_by_one_slow_turn_each(key: str, seed: str) -> None:
    """A sheet is worth what the rules make of a turn and of the sheets after it; a finished one is worth its bonus."""
    sheet = sheet_of(key)
    last = shipped_last_turns(sheet, last_turns_file(sheet))
    assert last is not None, "scripts/mind/ship.py writes them"
    assert last.most == 4

    def stored(column: Column, tokens: int) -> float:
        number, free, upper = sheet.state_of(column, tokens)
        return float(last(number, np.array([free]), np.array([upper]))[0])

    slow = SlowSheet(sheet.game)
    slow.value = stored  # type: ignore[assignment]
    for is_open in range(last.most + 1):
        for nth in range(2):
            column = some_position(sheet.game, f"{seed} {nth}", sheet.boxes - is_open).sheets[0][0]
            tokens = (is_open + nth) % (1 + sheet.tokens)
            assert stored(column, tokens) == pytest.approx(slow._value(column, tokens), abs=0.01), (column, tokens)


def test_other_rules_have_no_last_turns() -> None:
    game = make("yum_plus", {"low_first": True})
    assert isinstance(game, Yum)
    assert shipped_last_turns(compiled(game), last_turns_file(compiled(game))) is None
    assert last_turns_file(sheet_of("yum_plus")).exists()


def test_a_net_adds_a_row_for_each_input_that_is_on() -> None:
    sheet = sheet_of("yum_plus", *BOXES)
    net = some_net(sheet)
    column = some_position(sheet.game, "rows", 3).sheets[0][0]
    number, filled, upper = sheet.state_of(column)
    is_open = [box for box, place in enumerate(sheet.free_places) if column[place] is None]
    first = net.upper[upper].astype(float) + net.links[number] + sum(net.free[box].astype(float) for box in is_open)
    sums = [float(np.maximum(first, 0) @ row) for row in net.hidden]
    second = [max(0.0, found + float(bias)) for found, bias in zip(sums, net.hidden_bias, strict=True)]
    inputs = [upper, len(net.upper) + number, *(len(net.upper) + len(net.links) + box for box in is_open), -1]
    worth = float(np.dot(second, net.out)) + sum(float(net.linear[one]) for one in inputs)
    assert net(number, np.array([filled]), np.array([upper])) == pytest.approx([worth], abs=1e-4)


def test_a_net_prices_every_legal_action_and_the_best_is_the_worth_of_the_position() -> None:
    sheet = sheet_of("yum_plus", *BOXES)
    evaluator = NetSheet(CompiledColumns(sheet, (1,)), some_net(sheet))
    state = some_position(sheet.game, "priced", 2)
    for throws in (1, 2, 3):
        now = with_throw(state, (2, 2, 6, 6, 6), throws)
        advice = evaluator.advise(now)
        assert advice.strength is Strength.NET
        assert {action for action, _ in advice.actions} == set(sheet.game.legal_actions(now))
        assert [worth for _, worth in advice.actions] == sorted((worth for _, worth in advice.actions), reverse=True)
        assert advice.value == advice.actions[0][1]


def test_a_token_buys_a_throw_of_one_die_at_least_whatever_the_net_says() -> None:
    """By this net, sheets with fewer tokens may be worth more: nobody may throw a token away for nothing."""
    sheet = sheet_of("yum_extra", "sixes", "odd", "yum", "yum2")
    evaluator = NetSheet(CompiledColumns(sheet, (1,)), some_net(sheet))
    state = replace(some_position(sheet.game, "token", 1), spare=(2,))
    for throws, faces in ((2, (2, 2, 6, 6, 6)), (2, (1, 3, 5, 5, 5)), (3, (1, 3, 5, 5, 6))):
        now = with_throw(state, faces, throws)
        for action, worth in evaluator.advise(now).actions:
            if isinstance(action, Keep):
                then = [(chance, evaluator.advise(fallen).value) for chance, fallen in after(sheet.game, now, action)]
                assert worth == pytest.approx(sum(chance * value for chance, value in then), abs=1e-9)


def test_a_mark_is_worth_its_points_and_what_the_net_says_of_the_sheet_after_it() -> None:
    sheet = sheet_of("yum_plus", *BOXES)
    net = some_net(sheet)
    now = with_throw(some_position(sheet.game, "mark", 0), (6, 6, 6, 6, 1))
    worth = dict(NetSheet(CompiledColumns(sheet, (1,)), net).advise(now).actions)
    cells, place = now.sheets[0][0], sheet.game.layout.index("sixes")
    number, free, upper = sheet.state_of((*cells[:place], Cell(24, 24), *cells[place + 1 :]))
    after = float(net(number, np.array([free]), np.array([upper]))[0])
    assert worth[Mark("sixes")] == pytest.approx(24 + after, abs=1e-6)


def test_the_last_turns_are_exact_whatever_the_net_says() -> None:
    sheet = sheet_of("yum_plus", *BOXES)
    exact = ExactSheet(sheet, values_of(sheet))
    for last, is_open in ((None, 1), (LastTurns(sheet, 2), 3)):
        by_net = NetSheet(CompiledColumns(sheet, (1,)), some_net(sheet), last)
        before = with_throw(some_position(sheet.game, "last", len(BOXES) - is_open - 1), (3, 3, 3, 4, 6))
        assert by_net.advise(before).strength is Strength.NET
        for turns in range(len(BOXES) - is_open, len(BOXES)):
            state = some_position(sheet.game, "last", turns)
            for throws in (1, 2, 3):
                now = with_throw(state, (3, 3, 3, 4, 6), throws)
                one, other = exact.advise(now), by_net.advise(now)
                assert other.strength is Strength.EXACT
                assert dict(other.actions) == pytest.approx(dict(one.actions), abs=1e-9)


def test_a_net_for_other_rules_is_refused(tmp_path: Path) -> None:
    sheet = sheet_of("yum_plus", *BOXES)
    some_net(sheet).save(tmp_path / "yum_plus.npz")
    found = net_of("yum_plus", sheet.digest, tmp_path)
    assert found is not None
    assert (found.upper == some_net(sheet).upper).all()
    assert net_of("yum_plus", sheet_of("yum_plus", *BOXES[1:]).digest, tmp_path) is None
    assert net_of("yum_classic", sheet.digest, tmp_path) is None


@pytest.mark.long
def test_who_has_no_net_for_its_house_rules_gets_an_estimate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = make("yum_plus", {})
    monkeypatch.setattr("bot.games.yum.mind.net_of", lambda key, digest: some_net(sheet_of(key)))
    assert isinstance(evaluator_of(game, tmp_path), NetSheet)
    monkeypatch.setattr("bot.games.yum.mind.net_of", lambda key, digest: None)
    monkeypatch.setattr("bot.games.yum.mind.estimated", lambda game, folder: "an estimate")
    assert evaluator_of(game, tmp_path) == "an estimate"


@pytest.mark.sample(1)
@pytest.mark.parametrize("file", SHIPPED, ids=[file.stem for file in SHIPPED])
def test_the_nets_that_come_with_the_bot_hold_for_its_rules(file: Path, tmp_path: Path) -> None:
    """A change of the rules of such a game trains its net anew: docs/mind.md says how."""
    game = make(file.stem, {})
    evaluator = evaluator_of(game, tmp_path)
    assert evaluator.advise(game.new(2)).strength is Strength.NET
    if isinstance(game, Yum) and game.layout.columns == 1:
        late = some_position(game, "late", len(game.layout.boxes) - 5)
        assert evaluator.advise(late).strength is Strength.EXACT, "scripts/mind/ship.py writes the last turns"


def test_nets_are_small() -> None:
    assert sum(file.stat().st_size for file in SHIPPED) <= 4_000_000


COLUMNS = ("ones", "sixes", "chance", "yum")


def columns_of(*boxes: str, **options: object) -> CompiledColumns:
    """The automaton of Triple Yum, of these of its boxes alone if any are named."""
    game = small("triple_yum", boxes, ONE_TIER, **options) if boxes else make("triple_yum", options)
    assert isinstance(game, Yum)
    return compiled_columns(game)


def some_columns_net(sheet: CompiledColumns, seed: int = 0) -> SheetNet:
    """A net of that sheet that was never trained."""
    one = some_net(sheet.column, seed)
    parts = {name: np.concatenate([getattr(one, name)] * 3) for name in ("upper", "links", "free")}
    inputs = sum(map(len, parts.values()))
    linear = np.random.default_rng(seed).standard_normal(inputs + 1).astype(np.float32)
    return replace(one, digest=sheet.digest, linear=linear, **parts)


def near_the_end(sheet: CompiledColumns, seed: str, is_open: int) -> State:
    """A position of a game at random with so many open cells, the Yums and their numbers mostly filled."""
    cells = sheet.column.boxes * len(sheet.times)
    return some_position(sheet.game, seed, cells - is_open)


def test_the_last_turn_of_several_columns_is_exact() -> None:
    sheet = columns_of(*COLUMNS)
    by_net = NetSheet(sheet, some_columns_net(sheet))
    slow = SheetEstimate(sheet.game, pars_of(sheet.game, rounds=1))
    for seed in range(4):
        state = near_the_end(sheet, f"{seed}", 1)
        for faces, throws in (((6, 6, 6, 6, 6), 3), ((1, 1, 1, 1, 1), 1), ((1, 1, 6, 6, 6), 2)):
            now = with_throw(state, faces, throws)
            found = by_net.advise(now)
            assert found.strength is Strength.EXACT
            assert dict(found.actions) == pytest.approx(dict(slow.advise(now).actions), abs=1e-6)


def test_a_mark_in_a_column_counts_as_often_as_the_column_does() -> None:
    sheet = columns_of(*COLUMNS)
    net = some_columns_net(sheet)
    now = with_throw(near_the_end(sheet, "mark", 12), (6, 6, 6, 6, 1))
    worth = dict(NetSheet(sheet, net).advise(now).actions)
    place = sheet.game.layout.index("sixes")
    for column, times in enumerate((1, 2, 3)):
        cells = list(now.sheets[0])
        cells[column] = (*cells[column][:place], Cell(24, 24), *cells[column][place + 1 :])
        after = float(net.worth(sheet.states_of(tuple(cells))[None])[0])
        assert worth[Mark("sixes", column + 1)] == pytest.approx(times * 24 + after, abs=1e-6)
        cells[column] = (*cells[column][:place], Cell(0, 0), *cells[column][place + 1 :])
        struck = float(net.worth(sheet.states_of(tuple(cells))[None])[0])
        assert worth[Strike("sixes", column + 1)] == pytest.approx(struck, abs=1e-6)


def test_columns_that_are_no_sheets_of_their_own_have_no_net() -> None:
    for options in ({"joker_scope": "same_column"}, {"joker": "forced"}, {"power": True}):
        with pytest.raises(NoEvaluator):
            columns_of(**options)
    assert columns_of().digest != columns_of(joker="none").digest
