"""Sheets played to win: by the exact answer for two, which other code works out for sheets of three boxes."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations_with_replacement, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bot.engine import Action, Faces, Keep, Level, Seat
from bot.engine.game import FIRST_GAME, Match, PlayedGame
from bot.games import make
from bot.games.yum.mind.compiled import compiled
from bot.games.yum.mind.exact import ExactSheet, solve
from bot.games.yum.mind.spread import LAST, Rests, moments, write
from bot.games.yum.mind.winning import SheetToWin
from bot.games.yum.rules import Mark, State, Yum
from bot.games.yum.scoring import Tiers
from bot.games.yum.scoring.boxes import Cell, Column
from bot.mind.evaluator import Unit
from bot.mind.levels import player_of
from tests.mind.small_sheets import SlowSheet, small

BOXES = ("sixes", "yum", "chance")
GAME = small("yum_classic", BOXES, yum_bonus=False, joker="none")
FAR = 120
"""No lead on three boxes is greater."""
ANA, BEN = Seat(0), Seat(1)

Open = frozenset[str]


class Duel:
    """The chance to win of two who both play as well as can be, for all leads at once; a tie is half a win."""

    def __init__(self, game: Yum) -> None:
        self.throws: list[Faces] = list(combinations_with_replacement(range(1, 7), 5))
        self.keeps: list[Faces] = [
            keep for many in range(6) for keep in combinations_with_replacement(range(1, 7), many)
        ]
        column: Column = (None,) * len(BOXES)
        raw = [game.scorer.raw((column,), 0, faces) for faces in self.throws]
        self.points = {box: [row[game.layout.index(box)] for row in raw] for box in BOXES}
        self.falls = np.array([self._falls(keep) for keep in self.keeps])
        self.held = [
            [place for place, keep in enumerate(self.keeps) if not Counter(keep) - Counter(faces)]
            for faces in self.throws
        ]
        self.before = cache(self._before)

    def _falls(self, keep: Faces) -> list[float]:
        free = 5 - len(keep)
        ways = Counter(tuple(sorted((*keep, *more))) for more in product(range(1, 7), repeat=free))
        return [ways[faces] / 6**free for faces in self.throws]

    def _chosen(self, keeps: Any) -> Any:
        return np.array([keeps[held].max(axis=0) for held in self.held])

    def _before(self, own: Open, other: Open) -> Any:
        """Before a turn, by lead from -FAR to FAR."""
        if not own:
            assert not other
            lead = np.arange(-FAR, FAR + 1)
            return (lead > 0) + (lead == 0) / 2
        return self.turn(own, other)[0][0]

    @cache  # noqa: B019 - it lives as long as the tests.
    def turn(self, own: Open, other: Open) -> tuple[Any, Any, dict[str, Any]]:
        """After the first and second throw by what is kept, and after the last one by box; each by lead."""
        boxes = {box: self._filled(own, other, box) for box in own}
        second = self.falls @ np.maximum.reduce([*boxes.values()])
        first = self.falls @ self._chosen(second)
        before = self.falls @ self._chosen(first)
        return before, (first, second), boxes

    def _filled(self, own: Open, other: Open, box: str) -> Any:
        """By throw: the other is to act, and wins what is not won."""
        theirs = self.before(other, own - {box})
        leads = np.arange(-FAR, FAR + 1)
        after = np.clip(leads + np.array(self.points[box])[:, None], -FAR, FAR)
        return 1 - theirs[FAR - after]

    def worth(self, own: Open, other: Open, lead: int, thrown: int, faces: Faces, action: Action) -> float:
        _, keeps, boxes = self.turn(own, other)
        if isinstance(action, Keep):
            return float(keeps[thrown - 1][self.keeps.index(action.faces), FAR + lead])
        assert isinstance(action, Mark)
        return float(boxes[action.box][self.throws.index(faces), FAR + lead])


@pytest.fixture(scope="module")
def duel() -> Duel:
    return Duel(GAME)


@pytest.fixture(scope="module")
def by_points() -> ExactSheet:
    sheet = compiled(GAME)
    return ExactSheet(sheet, solve(sheet))


@pytest.fixture(scope="module")
def to_win(by_points: ExactSheet) -> SheetToWin:
    return SheetToWin(by_points)


def column_of(points: dict[str, int]) -> Column:
    """A sheet with these points in its boxes; the others are open."""
    return tuple(Cell(points[box], points[box]) if box in points else None for box in BOXES)


def position(mine: Column, theirs: Column, faces: Faces, thrown: int, seat: Seat = ANA) -> State:
    sheets = ((mine,), (theirs,)) if seat == ANA else ((theirs,), (mine,))
    return replace(GAME.new(2), sheets=sheets, turn=seat, dice=faces, throws=thrown)


def some_points(chance: random.Random, box: str) -> int:
    return {"sixes": 6 * chance.randint(0, 5), "yum": 50 * chance.randint(0, 1), "chance": chance.randint(5, 30)}[box]


def positions(many: int, opened: Callable[[random.Random], tuple[int, int]]) -> list[tuple[State, Open, Open, int]]:
    """Positions at random with so many boxes open for who acts and the other: the state, these boxes, the lead."""
    chance, found = random.Random(37), []
    for _ in range(many):
        own, other = (frozenset(chance.sample(BOXES, boxes)) for boxes in opened(chance))
        mine, theirs = ({box: some_points(chance, box) for box in BOXES if box not in one} for one in (own, other))
        faces = tuple(sorted(chance.randint(1, 6) for _ in range(5)))
        seat = ANA if len(own) == len(other) else BEN
        state = position(column_of(mine), column_of(theirs), faces, chance.randint(1, 3), seat)
        found.append((state, own, other, sum(mine.values()) - sum(theirs.values())))
    return found


def test_in_the_very_last_turn_every_choice_has_its_exact_chance(duel: Duel, to_win: SheetToWin) -> None:
    for state, own, other, lead in positions(40, lambda chance: (1, 0)):
        advice = to_win.advise(state)
        assert advice.unit is Unit.WIN
        for action, chance in advice.actions:
            if isinstance(action, Keep | Mark):
                exact = duel.worth(own, other, lead, state.throws, state.dice, action)
                assert chance == pytest.approx(exact, abs=2e-4), (own, lead, state.dice, action)


def lost(duel: Duel, evaluator: Any, found: list[tuple[State, Open, Open, int]]) -> list[float]:
    """What the best actions by ``evaluator`` lose of the chance to win."""
    losses = []
    for state, own, other, lead in found:
        worths = {
            action: duel.worth(own, other, lead, state.throws, state.dice, action)
            for action in GAME.legal_actions(state)
            if isinstance(action, Keep | Mark)
        }
        losses.append(max(worths.values()) - worths[evaluator.advise(state).actions[0][0]])
    return losses


def test_to_win_a_game_of_three_turns_little_is_lost_against_two_who_know_everything(
    duel: Duel, by_points: ExactSheet, to_win: SheetToWin
) -> None:
    turns = [(1, 1), (2, 1), (2, 2), (3, 2), (3, 3)]
    found = positions(150, lambda chance: chance.choice(turns))
    mine, theirs = lost(duel, to_win, found), lost(duel, by_points, found)
    assert sum(mine) < sum(theirs) / 10
    assert max(mine) < 0.01 < max(theirs)


def test_how_likely_points_are_adds_up_to_their_mean_and_how_far_they_stray() -> None:
    game = small("yum_classic", ("twos", "sixes", "yum"), Tiers(((30, 25),)))
    sheet, slow = compiled(game), SlowSheet(game)
    values = solve(sheet)
    rests, strays = Rests(ExactSheet(sheet, values)), moments(sheet, values)[0]
    columns: list[Column] = [
        (None, None, None),
        (Cell(6, 6), None, None),
        (Cell(6, 6), None, Cell(50, 50)),
        (None, Cell(24, 24), Cell(0, 0)),
        (Cell(8, 8), Cell(24, 24), None),
        (Cell(8, 8), Cell(24, 24), Cell(50, 50)),
    ]
    for column in columns:
        state = np.array([sheet.state_of(column)])
        (likely,) = rests.likely(rests.place(state))
        points = np.arange(len(likely))
        assert likely.sum() == pytest.approx(1.0, abs=1e-6)
        mean = likely @ points
        assert mean == pytest.approx(slow.value(column), abs=1e-4)
        assert likely @ np.square(points - mean) == pytest.approx(strays[tuple(state[0])], abs=0.01)


@pytest.mark.parametrize("extra", [True, False], ids=["further Yums", "none"])
def test_what_comes_with_the_bot_strays_as_much_as_each_number_is_likely(
    extra: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once the Yum is written, a further one brings 100: a bell of its own, and so many points beyond the other."""
    game = small("yum_classic", ("sixes", "full_house", "yum", "chance"), yum_bonus=extra)
    sheet = compiled(game)
    values, file = solve(sheet), tmp_path / "spread.npz"
    write(sheet, values, file)
    monkeypatch.setattr("bot.games.yum.mind.spread.spread_file", lambda _: file)
    rests = Rests(ExactSheet(sheet, values))
    assert rests.strays
    columns: list[Column] = [(None, None, Cell(50, 50), None), (None,) * 4, (None, None, Cell(0, 0), None)]
    bells = []
    for column in columns:
        place = rests.place(np.array([sheet.state_of(column)]))
        (likely,), found = rests.likely(place), rests.bells(place)
        points = np.arange(len(likely))
        mean = likely @ points
        assert sum(bell.often * bell.mean for bell in found) == pytest.approx([mean], abs=1e-3)
        assert np.sqrt(rests.variance(place)) == pytest.approx(np.sqrt(likely @ np.square(points - mean)), abs=1.0)
        assert sum(bell.often for bell in found) == pytest.approx([1.0])
        bells.append(found)
    assert [len(found) for found in bells] == [2 if extra else 1] * 3
    if extra:
        usual, seldom = bells[0]
        assert 0.05 < seldom.often < 0.2
        assert 100 < seldom.mean - usual.mean < 125
        assert [found[1].often for found in bells[1:]] == [pytest.approx(0, abs=0.01)] * 2


def chance_left(others: Sequence[int], earlier: Sequence[int] = (), **options: Any) -> tuple[Yum, State]:
    """Ana's last turn after two throws, 4-4-4-5-6: only the chance is open, and the others have finished with so much.

    ``earlier`` is what everybody has made in a game before.
    """
    game = make("yum_classic", options)
    assert isinstance(game, Yum)
    boxes = game.layout.boxes
    mine = tuple(None if box.key == "chance" else Cell(0, 0) for box in boxes)
    theirs = [tuple(Cell(got, got) if box.key == "chance" else Cell(0, 0) for box in boxes) for got in others]
    sheets = ((mine,), *((one,) for one in theirs))
    match = Match((PlayedGame(tuple(earlier), (), ((),) * len(earlier)),)) if earlier else FIRST_GAME
    return game, replace(game.new(len(sheets)), sheets=sheets, dice=(4, 4, 4, 5, 6), throws=2, match=match)


@pytest.mark.parametrize(
    ("position", "stands"),
    [
        (chance_left([]), True),
        (chance_left([22]), True),
        (chance_left([24]), False),
        (chance_left([24, 0, 0]), False),
        (chance_left([12, 0, 12]), True),
        (chance_left([12, 0, 12], teams=True), False),
        (chance_left([12, 24, 12], teams=True), True),
        (chance_left([0], [0, 24], games_in_match=2), False),
        (chance_left([24], [24, 0], games_in_match=2), True),
    ],
    ids=["alone", "ahead", "behind", "one ahead", "nobody ahead", "a team", "a partner", "a match", "a match ahead"],
)
def test_the_champion_throws_fours_again_only_where_their_points_would_not_win(
    position: tuple[Yum, State], stands: bool, tmp_path: Path
) -> None:
    game, state = position
    action = player_of(game, Level.CHAMPION, tmp_path).choose(state, ANA, random.Random(0))
    kept = action.faces if isinstance(action, Keep) else state.dice
    assert (kept == state.dice) is stands
    assert set(kept) >= {6}


def test_who_plays_alone_or_against_too_many_plays_for_points(by_points: ExactSheet, to_win: SheetToWin) -> None:
    column = column_of({"sixes": 18})
    for seats, unit in ((1, Unit.POINTS), (2, Unit.WIN), (4, Unit.WIN), (5, Unit.POINTS)):
        state = replace(GAME.new(seats), sheets=((column,),) * seats, dice=(1, 3, 4, 6, 6), throws=1)
        assert to_win.advise(state).unit is unit
    state = replace(GAME.new(2), sheets=((column,),) * 2, dice=(1, 3, 4, 6, 6), throws=1, gone=(BEN,))
    assert to_win.advise(state) == by_points.advise(state), "nobody else is there any more"


def test_a_sheet_of_house_rules_is_played_to_win_in_its_last_turns_alone() -> None:
    game = small("yum_deluxe", ("twos", "fives", "sixes", "full_house", "four_kind", "yum"), Tiers(((30, 25),)))
    sheet = compiled(game)
    to_win = SheetToWin(ExactSheet(sheet, solve(sheet)))
    for left, unit in ((LAST + 1, Unit.POINTS), (LAST, Unit.WIN)):
        column = (Cell(0, 0),) * (6 - left) + (None,) * left
        state = replace(game.new(2), sheets=((column,),) * 2, dice=(1, 3, 4, 6, 6), throws=1)
        assert to_win.advise(state).unit is unit
