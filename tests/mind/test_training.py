"""The scripts that train nets: their tables are those of the bot, and their players play by the rules."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from bot.engine.dice import FairDice
from bot.games.yum.mind.compiled import CompiledSheet, compiled
from bot.games.yum.mind.estimate import SheetEstimate, no_pars, pars_of
from bot.games.yum.mind.exact import NetSheet, compiled_columns, solve, written
from bot.games.yum.rules import Mark, Strike, Yum
from bot.games.yum.scoring import Tiers
from bot.mind.levels import mind_of
from bot.mind.players import EvaluatorPlayer
from tests.mind.playing import at_random, positions
from tests.mind.small_sheets import small

pytest.importorskip("numba", reason="pip install -e '.[train]'")
pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]
SCRIPTS = Path(__file__).parents[2] / "scripts" / "mind"
SHEETS: list[Yum] = [
    small("yum_plus", ("ones", "sixes", "full_house", "low_score", "high_score", "yum", "yum2"), Tiers(((10, 40),))),
    small("yum_classic", ("fives", "small_straight", "yum"), joker="forced"),
    small("yum_classic", ("ones", "threes", "yum"), Tiers(((5, 40),))),
    small("maxi_yum", ("twos", "tower", "villa"), Tiers(((6, 40),))),
]


@dataclass(frozen=True)
class Training:
    """The scripts, and the table of one sheet."""

    exact: Any
    players: Any
    tables: Any
    train: Any
    train_columns: Any
    simple_players: Any
    sheet: CompiledSheet
    table: np.ndarray[Any, Any]

    def played(self, who: int, games: int = 200, judge: int = 0, net: Any = None) -> Any:
        """What :func:`players.play` returns of that sort of player, seen by the table."""
        tables = self.tables.tables_of(self.sheet)
        rules = self.players.rules_of(tables, self.sheet.state_of((None,) * self.sheet.boxes))
        known = (self.table, net or self.train.no_net(tables), rules, tables.choices, tables.dice)
        return self.players.play(7, games, who, 0.0, judge, *known, self.sheet.boxes)


@pytest.fixture(scope="module")
def training(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Training]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(SCRIPTS)
        names = (
            *("exact", "players", "tables", "train", "certify"),
            *("trainer", "columns", "train_columns", "simple_players"),
        )
        modules = [import_module(name) for name in names]
        sheet = compiled(SHEETS[0])
        table = modules[0].solve(sheet, tmp_path_factory.mktemp("tables") / "small.npy", lambda line: None)
        yield Training(*modules[:4], *modules[-2:], sheet, table)
        for name in names:
            del sys.modules[name]


@pytest.mark.parametrize("game", SHEETS, ids=lambda game: f"{game.key}-{len(game.layout.boxes)}")
def test_machine_code_finds_the_values_of_the_bot(game: Yum, training: Training, tmp_path: Path) -> None:
    sheet = compiled(game)
    found = training.exact.solve(sheet, tmp_path / "table.npy", lambda line: None)
    assert found == pytest.approx(solve(sheet), abs=1e-4)


def test_a_run_that_ended_early_goes_on_where_it_was(training: Training, tmp_path: Path) -> None:
    file, said = tmp_path / "table.npy", []
    with pytest.raises(TimeoutError):
        training.exact.solve(training.sheet, file, said.append, most=0)
    assert len(said) == 1
    found = training.exact.solve(training.sheet, file, said.append)
    assert len(said) == 1 + len(training.sheet.free_places) + len(training.sheet.links)
    assert (found == training.table).all()


def test_perfect_players_lose_nothing_and_score_what_the_table_says(training: Training) -> None:
    scores, lost, *_ = training.played(training.players.EXACT, games=4_000)
    start = float(training.table[training.sheet.state_of((None,) * training.sheet.boxes)])
    assert lost.max() < 1e-2
    assert scores.mean() == pytest.approx(start, abs=4 * scores.std() / 4_000**0.5)


@pytest.mark.parametrize("who", ["GREEDY", "PAR", "RANDOM"])
def test_points_and_what_choices_cost_add_up_to_perfect_play(who: str, training: Training) -> None:
    scores, lost, *_ = training.played(getattr(training.players, who), games=4_000)
    together = scores + lost
    start = float(training.table[training.sheet.state_of((None,) * training.sheet.boxes)])
    assert lost.mean() > 0.1
    assert together.mean() == pytest.approx(start, abs=4 * together.std() / 4_000**0.5)


def test_a_net_learns_a_small_sheet(training: Training) -> None:
    tables = training.tables.tables_of(training.sheet)
    states = training.train.states_of(training.sheet, tables, training.table, 40, seed=1)
    assert len(states) == len(np.unique(states, axis=0)) > 100
    target = (training.table[tuple(states.T)] / 100).astype(np.float32)
    trainer = training.train.Trainer(training.train.Inputs.of(tables), 16, 8, seed=1)
    errors = [trainer.step(states[:, None], target, 3e-3) for _ in range(600)]
    assert errors[-1] ** 0.5 < 3 < errors[0] ** 0.5
    net = trainer.net(training.sheet.digest)
    for number, free, upper in states[:20].tolist():
        said = trainer.forward(np.array([[[number, free, upper]]]))[-1][0] * 100
        assert net(number, np.array([free]), np.array([upper]))[0] == pytest.approx(said, abs=0.2)


NUMBERS = ("ones", "twos", "threes", "fours", "fives", "sixes")
COLUMNS = [
    ("triple_yum", (*NUMBERS, "chance", "yum")),
    ("triple_yum_plus", (*NUMBERS, "low_score", "high_score", "yum")),
]


@pytest.mark.parametrize(("key", "boxes"), COLUMNS, ids=[key for key, _ in COLUMNS])
def test_a_turn_ahead_is_that_of_the_bot(key: str, boxes: tuple[str, ...], training: Training) -> None:
    lessons, sheet = training.train_columns, compiled_columns(small(key, boxes, Tiers(((6, 40),))))
    school = lessons.School(sheet, 8, 4, seed=1)
    evaluator = NetSheet(sheet, school.net())
    for seed in range(2):
        for state in positions(sheet.game, seed, at_random(seed)):
            if state.turn is not None and not state.throws:
                said = lessons.a_turn_ahead(sheet.states_of(state.sheets[0])[None], *school.known())
                so_far = written(sheet.game, state, state.turn)
                assert evaluator.advise(state).value == pytest.approx(so_far + float(said[0]), abs=0.01)


def test_a_net_of_several_columns_teaches_itself(training: Training) -> None:
    """It begins with what boxes are worth by themselves, and learns what a turn is worth that may fill any column."""
    sheet = compiled_columns(small("triple_yum", ("sixes", "chance", "yum"), Tiers(((18, 40),))))
    school = training.train_columns.School(sheet, 16, 8, seed=1)
    school.begin_with(training.train_columns.one_column(sheet))
    alone, _, by_the_net = school.lesson(0, games=2_000)
    school.watch(no_pars(sheet.game), games=50, seed=1, share=0.15)
    assert len(school.lesson(0, games=2_000)[0]) > 1.4 * len(alone)  # Five sorts of others play 0.15 games each.
    at_first = school.start() - by_the_net
    for number in range(100):
        states, worth, _ = school.lesson(number, games=20)
        school.learn(states, worth, 2e-3 / (1 + number / 20))
    points = school.lesson(0, games=2_000)[2]
    assert abs(school.start() - points) < min(10, abs(at_first) / 4)


EXTRA = ("sixes", "two_pair", "yum"), Tiers(((18, 40),))
SIMPLE = [
    *((game, game) for game in (SHEETS[0], SHEETS[3])),
    (small("yum_extra", *EXTRA), small("yum_extra", *EXTRA, extra_tokens=0)),
    *((small(key, boxes, Tiers(((18, 40),))),) * 2 for key, boxes in COLUMNS),
]
"""Games, and those without tokens, whose boxes are the same."""


@pytest.mark.parametrize(("game", "plain"), SIMPLE, ids=lambda one: getattr(one, "key", ""))
@pytest.mark.parametrize("greedily", [False, True])
def test_simple_players_in_machine_code_see_what_those_of_the_bot_do(
    game: Yum, plain: Yum, greedily: bool, training: Training
) -> None:
    """What each box brings of a throw, compared with the first of them, in games at random; and the position itself."""
    sheet = compiled_columns(plain)
    pars = no_pars(game) if greedily else pars_of(game, rounds=40)
    estimate, (boxes, turning, _) = SheetEstimate(game, pars), training.simple_players.boxes_of(sheet)
    prices, throws = training.simple_players.prices_of(sheet, pars), sheet.column.throws
    marks = np.zeros((len(throws.throws), sheet.column.boxes * len(sheet.times)))
    strikes, rows, seen = marks.copy(), np.zeros(len(marks), np.int64), 0
    for seed in range(3):
        for state in positions(game, seed, at_random(seed)):
            if state.turn is None or not state.dice:
                continue
            at = position(sheet, state.sheets[0])
            training.simple_players.gains(*at, boxes, prices, turning, marks, strikes, rows)
            now = np.zeros((len(sheet.times), 3), np.int64)
            training.simple_players.numbers(*position(sheet, state.sheets[0]), boxes, now)
            assert now.tolist() == sheet.states_of(state.sheets[0]).tolist()
            row = throws.index[tuple(sorted(state.dice))] - throws.first_throw
            found = {}
            for action, value in estimate.advise(state).actions:
                if isinstance(action, Mark | Strike):
                    cell = max(action.column - 1, 0) * sheet.column.boxes + game.layout.index(action.box)
                    found[action] = value, (marks if isinstance(action, Mark) else strikes)[row, cell]
            said, known = np.array(list(found.values())).T
            assert known - known[0] == pytest.approx(said - said[0], abs=1e-6)
            many = (marks[row] > -1e5).sum() + (strikes[row] > -1e5).sum()
            assert many == len(found)
            seen += 1
    assert seen > 20


def position(sheet: Any, cells: Any) -> tuple[Any, ...]:
    """A sheet as machine code has it."""
    column = sheet.column
    numbers = {labels: place for place, labels in enumerate(column.combinations)}
    states = [numbers[column.simplified(column.labels_of(one))] for one in cells]
    sums = [sum(one[place].raw for place in column.upper_places if one[place] is not None) for one in cells]
    return np.array(states), np.array([[cell is None for cell in one] for one in cells]), np.array(sums)


@pytest.mark.parametrize(("game", "plain"), SIMPLE[:3], ids=lambda one: getattr(one, "key", ""))
@pytest.mark.parametrize(("slips", "overlooking"), [(0.0, False), (0.5, False), (0.8, True)])
def test_simple_players_score_in_machine_code_what_they_score_by_the_rules(
    game: Yum, plain: Yum, slips: float, overlooking: bool, training: Training
) -> None:
    sheet = compiled_columns(plain)
    boxes, turning, dice = training.simple_players.boxes_of(sheet, game.throwing.tokens)
    pars = pars_of(game, rounds=40) if overlooking else no_pars(game)
    prices, evaluator = training.simple_players.prices_of(sheet, pars), SheetEstimate(game, pars)
    quick, _ = training.simple_players.play(5, 20_000, slips, boxes, prices, turning, dice, 0, overlooking)
    mind, slow = mind_of(game), list[int]()
    player = EvaluatorPlayer(game, evaluator, slips, mind.sense(game), mind.views(game, evaluator) * overlooking)
    for seed in range(300):
        state, dice_of_game, chance = game.new(1), FairDice(seed.to_bytes(32, "big"), "simple"), Random(seed)
        while state.turn is not None:
            state = game.apply(state, player.choose(state, state.turn, chance), dice_of_game).state
        slow.append(game.scores(state)[0])
    error = (np.var(slow) / len(slow) + quick.var() / len(quick)) ** 0.5
    assert np.mean(slow) == pytest.approx(quick.mean(), abs=4 * error)
