"""The Power die on sheets of one column: values are those of slow code that asks the rules, position by position."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from bot.engine import Keep, Level, Roll, Seat
from bot.engine.dice import FairDice, ScriptedDice
from bot.engine.gate import play
from bot.engine.types import text
from bot.games import CATALOGUE, make
from bot.games.yum.mind import powered as mind
from bot.games.yum.mind.compiled import compiled_column
from bot.games.yum.mind.powered import PowerSheet, solve
from bot.games.yum.rules import Mark, State, Strike, Yum, YumAction
from bot.games.yum.scoring import Tiers
from bot.games.yum.scoring.points import Scorer
from bot.mind.evaluator import NoEvaluator, Strength
from bot.mind.levels import evaluator_of, player_of
from bot.mind.reasons import reason
from bot.mind.review import review
from tests.mind.by_the_rules import throws
from tests.mind.playing import best_by
from tests.mind.small_sheets import small
from tests.mind.test_review import all_of, careless, check_sums, journal_of

ORDINARY = [
    small("yum_classic", ("ones", "sixes", "yum"), Tiers(((14, 35),)), power=True),
    small("yum_classic", ("fours", "fives", "full_house", "yum"), Tiers(((35, 40),)), power=True, joker="forced"),
    small("yum_classic", ("fours", "full_house", "yum"), power=True, joker="fr", double_mandatory=True),
    small("yum_original", ("threes", "low", "high"), Tiers(((9, 20),)), power=True, freeze="if_kept"),
    small("yum_plus", ("low_score", "high_score"), power=True, low_first=True),
    small("yum_plus", ("yum", "yum2", "sixes"), Tiers(((24, 35),)), power=True, power_bonus_base=True),
]
ONE_COLUMN = [key for key in CATALOGUE if isinstance(game := make(key, {}), Yum) and game.layout.columns == 1]
NAMES = [f"{game.key}-{'-'.join(box.key for box in game.layout.boxes)}" for game in ORDINARY]


def of_few_dice(dice: int, boxes: tuple[str, ...], bonus: Tiers, **options: object) -> Yum:
    """A sheet of Yum Classic with these boxes alone, small enough to follow every move by the rules."""
    game = small("yum_classic", boxes, bonus, power=True, **options)
    layout = replace(game.layout, dice=dice)
    throwing = replace(game.throwing, dice=dice)
    changed = {"layout": layout, "scorer": Scorer(layout, game.scorer.joker), "throwing": throwing}
    for name, value in changed.items():
        object.__setattr__(game, name, value)
    return game


def outcomes(game: Yum, state: State, action: YumAction) -> Iterator[tuple[float, State]]:
    """Yield every state to which an action may lead, and its chance: the Power die is the last of those that fall."""
    if not isinstance(action, Keep | Roll):
        yield 1.0, game.apply(state, action, ScriptedDice(())).state
        return
    kept = action if isinstance(action, Keep) else Keep(())
    faces = [()] if kept.power else [(face,) for face in range(1, 7)]
    for (fallen, chance), power in product(throws(game.layout.dice - len(kept.faces)).items(), faces):
        yield chance / len(faces), game.apply(state, action, ScriptedDice(((*fallen, *power),))).state


class SlowPower:
    """Follows every move that the rules allow to the end of the sheet."""

    def __init__(self, game: Yum) -> None:
        self._game = game
        self.worth = cache(self._worth)
        self._mean = cache(self._mean_after)

    def _worth(self, state: State) -> float:
        """The final score of perfect play."""
        if state.turn is None:
            return float(self._game.present_points(state, Seat(0)))
        return max(self.after(state, action) for action in self._game.legal_actions(state))

    def after(self, state: State, action: YumAction) -> float:
        """The final score once ``action`` is done."""
        if isinstance(action, Keep):  # What else lies there does not matter any more.
            state = replace(state, dice=action.faces, power=state.power if action.power else None)
        return self._mean(state, action)

    def _mean_after(self, state: State, action: YumAction) -> float:
        return sum(chance * self.worth(_plain(then)) for chance, then in outcomes(self._game, state, action))


def _plain(state: State) -> State:
    """The position without what no rule asks for."""
    return replace(state, dice=tuple(sorted(state.dice)), kept=0, power_kept=False, last=None, round=1)


@pytest.mark.parametrize(
    ("dice", "boxes", "options"),
    [
        (1, ("sixes", "chance"), {}),
        (1, ("sixes", "fives"), {"freeze": "if_kept", "double_mandatory": True}),
        (1, ("sixes", "yum"), {"power_bonus_base": True}),
        pytest.param(1, ("fives", "sixes", "yum"), {"yum_bonus": True, "joker": "fr"}, marks=pytest.mark.long(10)),
        pytest.param(2, ("sixes", "yum"), {}, marks=pytest.mark.long(20)),
    ],
)
def test_values_are_those_of_code_that_follows_every_move_to_the_end(
    dice: int, boxes: tuple[str, ...], options: Mapping[str, object]
) -> None:
    """Before a throw, between throws and at the box, by all ways to read the six faces."""
    game = of_few_dice(dice, boxes, Tiers(((12, 20),)), **options)
    sheet = compiled_column(game)
    slow, evaluator = SlowPower(game), PowerSheet(sheet, solve(sheet))
    state = game.new(1)
    assert evaluator.advise(state).value == pytest.approx(slow.worth(state), abs=1e-9)
    for thrown, power, number in product(((6,) * dice, (1,) * dice), range(1, 7), (1, 2, 3)):
        now = replace(state, dice=thrown, power=power, throws=number)
        assert dict(evaluator.advise(now).actions) == pytest.approx(
            {action: slow.after(now, action) for action in game.legal_actions(now)}, abs=1e-9
        )


def some_position(game: Yum, choose: random.Random, filled: int) -> State:
    """A position before a turn that a game by choices at random has reached, with so many boxes filled or more."""
    state, dice = game.new(1), FairDice(bytes(choose.randrange(256) for _ in range(32)), "power")
    while state.throws or state.second or sum(cell is not None for cell in state.sheets[0][0]) < filled:
        state = play(game, state, Seat(0), text(choose.choice(game.legal_actions(state))), dice).state
        if state.turn is None:
            return some_position(game, choose, filled)
    return state


@pytest.mark.parametrize("game", ORDINARY, ids=NAMES)
def test_what_an_action_is_worth_is_the_mean_of_what_it_leads_to(game: Yum, seed: str) -> None:
    """With the game's own rules for throws, faces of the Power die, boxes and the bonus, from positions at random."""
    sheet, choose = compiled_column(game), random.Random(seed)
    evaluator = PowerSheet(sheet, solve(sheet))

    def worth(state: State) -> float:
        return float(game.present_points(state, Seat(0))) if state.turn is None else evaluator.advise(state).value

    for filled in range(len(game.layout.boxes)):
        state = some_position(game, choose, filled)
        for power in range(1, 7):
            alike, different = (choose.randint(1, 6),) * 5, tuple(sorted(choose.choices(range(1, 7), k=5)))
            for dice in (alike, different) if power == 5 else (choose.choice((alike, different)),):
                now = replace(state, dice=dice, power=power, throws=choose.choice((1, 2, 3)))
                advice = evaluator.advise(now)
                assert {action for action, _ in advice.actions} == set(game.legal_actions(now))
                fills = [action for action, _ in advice.actions if isinstance(action, Mark | Strike)]
                keeps = [action for action, _ in advice.actions if isinstance(action, Keep) and len(action.faces) > 3]
                for action in (*fills, *choose.sample(keeps, min(1, len(keeps)))):
                    mean = sum(chance * worth(then) for chance, then in outcomes(game, now, action))
                    assert dict(advice.actions)[action] == pytest.approx(mean, abs=1e-9), (now, action)
    state = some_position(game, choose, len(game.layout.boxes) - 1)
    mean = sum(chance * worth(then) for chance, then in outcomes(game, state, Roll()))
    assert evaluator.advise(state).value == pytest.approx(mean, abs=1e-9)


@pytest.mark.parametrize("game", ORDINARY, ids=NAMES)
def test_a_last_throw_is_worth_its_best_box_or_two(game: Yum, seed: str) -> None:
    """As the rules fill one after the other: the first may make the dice a joker, or leave the second no points."""
    sheet, choose = compiled_column(game), random.Random(seed)
    evaluator = PowerSheet(sheet, solve(sheet))
    for filled in range(len(game.layout.boxes)):
        state = some_position(game, choose, filled)
        so_far = evaluator.advise(state).value - evaluator.value_of_turn(state)
        for power in (5, 5, choose.randint(1, 3)):
            now = replace(state, dice=(1, 2, 3, 4, 6), power=power, throws=2)
            ends = list(evaluator.turn_ends(now, Keep((), power=True)))
            for end in choose.sample(ends, 15) + [end for end in ends if len(set(end.faces)) == 1]:
                last = replace(state, dice=end.faces, power=power, throws=3)
                fills = [worth for do, worth in evaluator.advise(last).actions if isinstance(do, Mark | Strike)]
                assert so_far + end.worth == pytest.approx(max(fills), abs=1e-9), (last, end)


@pytest.mark.parametrize("game", ORDINARY, ids=NAMES)
def test_luck_and_decisions_add_up_to_the_points(game: Yum, seed: str) -> None:
    sheet = compiled_column(game)
    evaluator = PowerSheet(sheet, solve(sheet))
    for number in range(3):
        ways = careless(f"{seed} {number}"), best_by(evaluator)
        found = review(game, 2, journal_of(game, f"{number}{seed}", *ways), evaluator)
        check_sums(found)
        weak, best = all_of(found)
        assert weak.start + weak.luck - weak.lost == pytest.approx(weak.score, abs=1e-4)
        assert best.lost == 0
        assert found.strength is Strength.EXACT


def test_a_reason_tells_this_turn_and_later_ones_or_the_dice_it_may_end_with(seed: str) -> None:
    game, choose = ORDINARY[0], random.Random(seed)
    sheet = compiled_column(game)
    evaluator = PowerSheet(sheet, solve(sheet))
    state = game.new(1)
    told = set[str]()
    for power, number in product(range(1, 7), (1, 2, 3)):
        now = replace(state, dice=tuple(sorted(choose.choices(range(1, 7), k=5))), power=power, throws=number)
        advice = evaluator.advise(now)
        values = dict(advice.actions)
        legal = game.legal_actions(now)
        for action in choose.sample(legal, min(5, len(legal))):
            ends = list(evaluator.turn_ends(now, action))
            assert sum(end.chance for end in ends) == pytest.approx(1)
            assert sum(end.chance * end.worth for end in ends) == pytest.approx(values[action])
            why = reason(game, evaluator, now, text(advice.actions[0][0]), text(action))
            told.update(claim.claim for claim in (why.claims if why else ()))
    assert told
    assert told <= {"now", "later", "hit", "kept_open"}


def test_a_double_tells_the_points_of_both_boxes() -> None:
    """Five sixes with 5 on the Power die: 30 in Sixes and 50 in Yum."""
    game = ORDINARY[0]
    sheet = compiled_column(game)
    evaluator = PowerSheet(sheet, solve(sheet))
    now = replace(game.new(1), dice=(6,) * 5, power=5, throws=3)
    for first in ("sixes", "yum"):
        (end,) = evaluator.turn_ends(now, Mark(first))
        assert end.points == 80
    assert evaluator.advise(now).actions[0][0] in (Mark("sixes"), Mark("yum"))
    after = play(game, now, Seat(0), "mark sixes", FairDice(bytes(32), "second")).state
    assert evaluator.advise(after).actions[0][0] == Mark("yum")


def test_values_with_the_power_die_are_never_taken_for_those_of_other_rules(tmp_path: Path) -> None:
    boxes = ("ones", "sixes", "yum")
    rules: tuple[dict[str, Any], ...] = ({"freeze": "if_kept"}, {"double_mandatory": True}, {"power_bonus_base": True})
    plain = small("yum_classic", boxes, Tiers(((14, 35),)))
    games = [small("yum_classic", boxes, Tiers(((14, 35),)), power=True, **options) for options in ({}, *rules)]
    assert len({compiled_column(game).digest for game in (plain, *games)}) == len(games) + 1
    for game in games:
        assert isinstance(evaluator_of(game, tmp_path), PowerSheet)
    assert len(list(tmp_path.iterdir())) == len(games)


def test_a_champion_plays_by_exact_values_and_a_sheet_too_big_for_them_has_an_estimate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ORDINARY[0]
    now = replace(game.new(1), dice=(1, 1, 6, 6, 6), power=3, throws=2)
    exact = evaluator_of(game, tmp_path)
    assert exact.advise(now).strength is Strength.EXACT
    champion = player_of(game, Level.CHAMPION, tmp_path)
    assert champion.choose(now, Seat(0), random.Random(0)) == exact.advise(now).actions[0][0]
    monkeypatch.setattr(mind, "MOST_POWER_STATES", 1)
    with pytest.raises(NoEvaluator, match="too big"):
        mind.power_sheet(game, tmp_path)


@pytest.mark.parametrize("key", [pytest.param(key, marks=pytest.mark.sample(3)) for key in ONE_COLUMN])
def test_the_catalogue_says_which_sheets_are_exact_with_the_power_die(key: str) -> None:
    """As many states as a minute is enough for; a bonus on the points before the Power die leaves fewer."""
    own = {rule.key for rule in CATALOGUE[key].rules}
    widest = {"joker": "fr", "joker_upper": "sum"} if {"joker", "joker_upper"} <= own else {}
    for options in ({}, {"power_bonus_base": True}, widest):
        game = make(key, {"power": True, **options})
        assert isinstance(game, Yum)
        if game.has_exact_values(1):
            assert compiled_column(game).states <= mind.MOST_POWER_STATES
        else:
            assert len(game.layout.boxes) > 13 or any(box.below for box in game.layout.boxes)
