"""What somebody overlooks who slips on a score sheet: what each of these views does, in positions that show it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.engine import Action, Faces, Keep, Seat
from bot.engine.dice import FairDice
from bot.engine.types import text
from bot.games import make
from bot.games.yum.mind import overlooked
from bot.games.yum.mind.estimate import SheetEstimate
from bot.games.yum.rules import Mark, Strike, Yum
from bot.games.yum.scoring.boxes import NO_BONUS, Cell
from bot.mind.levels import mind_of
from bot.mind.players import EvaluatorPlayer, View, seen_by


class Drawn:
    """A chance that always draws this number."""

    def __init__(self, number: float = 0.0) -> None:
        self._number = number

    def random(self) -> float:
        return self._number


class Look:
    """Somebody by pars in front of a classic sheet on which some boxes are filled."""

    def __init__(self, folder: Path, faces: Faces, throws: int, filled: Mapping[str, int]) -> None:
        game = make("yum_classic", {})
        assert isinstance(game, Yum)
        estimate = mind_of(game).par(game, folder)
        assert isinstance(estimate, SheetEstimate)
        self.game, self.estimate, boxes = game, estimate, game.layout.boxes
        cells = tuple(Cell(filled[box.key], filled[box.key]) if box.key in filled else None for box in boxes)
        self.state = replace(game.new(1), dice=faces, throws=throws, sheets=((cells,),))
        self.open = [box.key for box in boxes if box.key not in filled]
        self.actions = [action for action, _ in estimate.advise(self.state).actions]

    @property
    def best(self) -> str:
        return text(self.actions[0])

    def by(self, view: View, number: float = 0.0) -> str:
        return text(view(self.state, self.actions, Drawn(number)))

    def without(self, box: str) -> str:
        """What seems best to somebody who does not think of ``box``."""
        number = (self.open.index(box) + 0.5) / len(self.open)
        return self.by(overlooked.unseen_box(self.game, self.estimate), number)


AFTER_A_YUM = {"yum": 50, "fours": 12, "three_kind": 20, "four_kind": 20}
NEARLY_FULL = {"ones": 3, "twos": 6, "threes": 9, "fives": 15, "sixes": 18, "three_kind": 20, "chance": 20}


def test_who_does_not_think_of_the_threes_goes_for_a_straight(tmp_path: Path) -> None:
    look = Look(tmp_path, (1, 3, 3, 4, 5), 2, {})
    assert look.best == "keep 3 3"
    assert look.without("threes") == "keep 3 4 5"
    assert look.without("sixes") == "keep 3 3"


def test_nobody_overlooks_the_only_open_box(tmp_path: Path) -> None:
    boxes = {box.key: 0 for box in make("yum_classic", {}).layout.boxes if box.key != "sixes"}  # type: ignore[attr-defined]
    look = Look(tmp_path, (1, 3, 4, 6, 6), 2, boxes)
    assert look.best == look.without("sixes") == "keep 6 6"


def test_who_overlooks_the_bonus_lets_threes_go(tmp_path: Path) -> None:
    look = Look(tmp_path, (1, 3, 3, 4, 5), 2, {})
    assert look.best == "keep 3 3"
    assert look.by(seen_by(SheetEstimate(look.game, look.estimate.pars, NO_BONUS))) == "keep 3 4 5"


def test_who_overlooks_the_bonus_for_a_further_yum_lets_three_fours_go(tmp_path: Path) -> None:
    look = Look(tmp_path, (4, 4, 4, 1, 2), 2, AFTER_A_YUM)
    assert look.best == "keep 4 4 4"
    assert look.by(seen_by(SheetEstimate(look.game, look.estimate.pars, further=0))) == "keep 1 2 4"


def test_who_is_greedy_writes_three_threes_as_three_of_a_kind(tmp_path: Path) -> None:
    look = Look(tmp_path, (3, 3, 3, 5, 6), 3, {"chance": 22})
    assert look.best == "mark threes"
    assert look.by(overlooked.most_points(look.game)) == "mark three_kind"
    before = Look(tmp_path, (3, 3, 3, 5, 6), 2, {"chance": 22})
    assert before.by(overlooked.most_points(before.game)) == before.best == "keep 3 3 3"


@pytest.mark.parametrize(
    ("faces", "best", "done"),
    [
        ((1, 2, 3, 4, 6), "keep 1 2 3 4", "mark small_straight"),
        ((3, 3, 3, 5, 5), "keep 3 3 3", "mark full_house"),
        ((1, 2, 6, 6, 6), "keep 6 6 6", "mark sixes"),
        ((1, 1, 2, 2, 4), "keep 1 1 2 2", "keep 1 1 2 2"),
    ],
    ids=str,
)
def test_who_is_afraid_throws_no_more_once_a_box_would_be_half_full(
    faces: Faces, best: str, done: str, tmp_path: Path
) -> None:
    look = Look(tmp_path, faces, 2, {"chance": 22})
    assert look.best == best
    assert look.by(overlooked.sure_points(look.game)) == done


def test_who_must_write_a_0_gives_up_the_box_that_could_hold_the_most(tmp_path: Path) -> None:
    look = Look(tmp_path, (1, 3, 4, 4, 6), 3, NEARLY_FULL | {"yum": 0, "fours": 12})
    assert look.best == "mark four_kind"
    assert look.by(overlooked.dearest_strike(look.game)) == "mark large_straight"
    scoring = Look(tmp_path, (1, 4, 4, 4, 6), 3, NEARLY_FULL | {"yum": 0})
    assert scoring.best == scoring.by(overlooked.dearest_strike(scoring.game)) == "mark fours"


def _stubborn(state: Any, among: Any, chance: Any) -> Action:
    best: Action = among[0]
    return best


def test_the_first_view_of_a_drawn_order_that_sees_something_else_decides(tmp_path: Path) -> None:
    look = Look(tmp_path, (1, 2, 3, 4, 6), 2, {})
    sense, fear = mind_of(look.game).sense(look.game), overlooked.sure_points(look.game)

    def does(*views: View) -> set[str]:
        player = EvaluatorPlayer(look.game, look.estimate, 1.0, sense, views)
        return {text(player.choose(look.state, Seat(0), Random(seed))) for seed in range(40)}

    assert does(_stubborn) == {look.best}, "who overlooks nothing does not slip"
    assert does(_stubborn, fear, _stubborn) == {"mark small_straight"}
    last = seen_by(SheetEstimate(look.game, look.estimate.pars, NO_BONUS))
    assert does(fear, last) == {"mark small_straight", "keep 2 3 4 6"}


KEYS = ("yum_classic", "yum_plus", "asian_yum", "triple_yum", "yum_extra")


@pytest.mark.parametrize("key", KEYS)
def test_nothing_overlooked_looks_absurd(key: str, tmp_path: Path) -> None:
    """In games of somebody who always overlooks something: as far as the player itself sees."""
    game, slipped = make(key, {}), 0
    assert isinstance(game, Yum)
    mind = mind_of(game)
    evaluator, sense = mind.par(game, tmp_path), mind.sense(game)
    player = EvaluatorPlayer(game, evaluator, 1.0, sense, mind.views(game, evaluator))
    for state, action in _played(game, player):
        (best, worth), *others = evaluator.advise(state).actions
        if action == best:
            continue
        slipped += 1
        assert worth - dict(others)[action] <= sense.most
        assert not isinstance(action, Strike)
        assert len(set(state.dice)) > 1, "a Yum is written"
        if isinstance(best, Mark):
            full = game.layout.box(best.box).maximum
            assert (game.preview(state, best) or 0) < full, "what fills its box is written"
            assert isinstance(action, Keep) or game.preview(state, action) or not game.preview(state, best)
    assert slipped > 20


def _played(game: Yum, player: EvaluatorPlayer) -> Iterator[tuple[Any, Action]]:
    for number in range(2):
        state, dice, chance = game.new(1), FairDice(bytes([number] * 32), "overlooked"), Random(number)
        while state.turn is not None:
            action = player.choose(state, Seat(0), chance)
            yield state, action
            state = game.apply(state, action, dice).state
