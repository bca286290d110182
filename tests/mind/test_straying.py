"""How sheets are followed whose players slip: as computers of the level choose, with each of their draws counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from bot.engine import Action, Keep, Level, Seat
from bot.games import make
from bot.games.yum.mind.compiled import CompiledSheet, compiled
from bot.games.yum.mind.course import SheetCourse
from bot.games.yum.mind.estimate import Pars, SheetEstimate, no_pars, pars_of
from bot.games.yum.mind.straying import SlippingCourse, by_pars
from bot.games.yum.rules import Mark, State
from bot.games.yum.scoring import Tiers
from bot.games.yum.scoring.boxes import Cell, Column
from bot.mind.levels import evaluator_of, mind_of
from bot.mind.players import EvaluatorPlayer
from bot.mind.strengths import level_place, losses
from tests.mind.small_sheets import small

SHEET = small("yum_deluxe", ("twos", "fives", "sixes", "full_house", "four_kind", "yum", "surplus"), Tiers(((30, 25),)))
COLUMN: Column = (Cell(6, 6), None, None, None, None, Cell(30, 30), None)
EVENLY = 144
"""So many numbers tell exactly how often each of up to four slips is drawn."""


class _Drawn:
    """The chance of somebody who slips for sure, in the way that this number draws."""

    def __init__(self, number: float) -> None:
        self._numbers = [number, 0.0]

    def random(self) -> float:
        """Return 0, then the number."""
        return self._numbers.pop()


@pytest.fixture(scope="module", params=[Level.BEGINNER, Level.CASUAL])
def pars(request: pytest.FixtureRequest) -> Pars:
    return no_pars(SHEET) if request.param is Level.BEGINNER else pars_of(SHEET, 60)


def followed(pars: Pars) -> tuple[CompiledSheet, SlippingCourse]:
    sheet = compiled(SHEET)
    wanted = by_pars(sheet, pars, SheetCourse(sheet, lambda number, free, classes: np.zeros(free.shape)).sums)
    return sheet, SlippingCourse(sheet, wanted, wanted, 1.0, mind_of(SHEET).sense(SHEET).most)


def chosen(pars: Pars, faces: tuple[int, ...], throws: int) -> Counter[Action]:
    """What a player who always slips does after these throws, in all ways to draw a slip."""
    state = replace(SHEET.new(1), sheets=((COLUMN,),), dice=faces, throws=throws)
    player = EvaluatorPlayer(SHEET, SheetEstimate(SHEET, pars), 1.0, mind_of(SHEET).sense(SHEET))
    return Counter(player.choose(state, Seat(0), _Drawn((n + 0.5) / EVENLY)) for n in range(EVENLY))


def throws_of_chance(sheet: CompiledSheet) -> Iterator[tuple[int, tuple[int, ...]]]:
    rows = [*enumerate(sheet.throws.throws)]
    return iter(Random("straying").sample(rows, 40))


def after(sheet: CompiledSheet, faces: tuple[int, ...], action: Action) -> tuple[int, ...]:
    assert isinstance(action, Mark)
    place = SHEET.layout.index(action.box)
    points = SHEET.scorer.raw((COLUMN,), 0, faces)[place]
    return sheet.state_of((*COLUMN[:place], Cell(points, points), *COLUMN[place + 1 :]))


def test_a_sheet_is_filled_as_a_computer_fills_it(pars: Pars, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet, course = followed(pars)
    begin, several = np.array([sheet.state_of(COLUMN)]), 0
    for row, faces in throws_of_chance(sheet):
        last = np.zeros((len(sheet.throws.throws), 1))
        last[row] = 1.0
        monkeypatch.setattr(course, "_last_throws", lambda worth, last=last: last)
        states, _, weights = course._scored(int(begin[0, 0]), begin, np.zeros(1), np.ones(1))
        found = Counter[tuple[int, ...]]()
        for state, weight in zip(states.tolist(), weights.tolist(), strict=True):
            found[tuple(state)] += round(EVENLY * weight)
        wanted = Counter[tuple[int, ...]]()
        for action, times in chosen(pars, faces, 3).items():
            wanted[after(sheet, faces, action)] += times
        assert +found == wanted, faces
        several += len(wanted) > 1
    assert several


def test_dice_are_kept_as_a_computer_keeps_them(pars: Pars) -> None:
    sheet, course = followed(pars)
    number, free, upper = sheet.state_of(COLUMN)
    worth = course.best_ends(number, np.array([free]), np.array([upper])).worth
    keeps, same, others = course._throws.turn(worth).second, 0, 0
    for row, faces in throws_of_chance(sheet):
        wanted = chosen(pars, faces, 2)
        if not all(isinstance(action, Keep) for action in wanted):
            continue  # A box as a slip: followed as other dice that are kept.
        often = np.zeros((len(sheet.throws.throws), 1))
        often[row] = 1.0
        kept = np.round(EVENLY * course._kept(often, keeps, course._throws.chosen(keeps)[1])[:, 0]).astype(int)
        found = {course._throws.keeps[place] for place in np.flatnonzero(kept)}
        alike = found == {action.faces for action in wanted if isinstance(action, Keep)}
        same, others = same + alike, others + (not alike)
        assert sorted(kept[kept > 0].tolist()) == sorted(wanted.values()), faces
    assert same > 4 * others, "but for the last of the next best, where another one is as good"


def test_who_slips_ends_a_turn_with_worse_dice(pars: Pars) -> None:
    sheet, course = followed(pars)
    number, free, upper = sheet.state_of(COLUMN)
    worth = course.best_ends(number, np.array([free]), np.array([upper])).worth
    last = course._last_throws(worth)
    assert last.sum() == pytest.approx(1)
    assert (last * worth).sum() < sheet.throws.turn(worth).value[0] - 1


def test_weaker_players_lose_more_from_the_same_sheet(tmp_path: Path) -> None:
    game = make("yum_original", {})
    evaluator, levels = evaluator_of(game, tmp_path), losses("yum_original")
    assert levels is not None
    boxes = len(game.layout.boxes)  # type: ignore[attr-defined]
    column = (*(None,) * 6, *(Cell(0, 0),) * (boxes - 6))
    state: State = replace(game.new(1), sheets=((column,),))
    places = [level_place(game.key, level) for level in reversed(Level)]
    each = [levels.each(place) for place in (*places, (places[2] + places[3]) / 2, places[-1] + 1)]
    rows = [mind_of(game).strays(game, tmp_path, evaluator, state, levels, lost) for lost in each]
    champion, strong, regular, casual, beginner, between, beyond = (sum(row or ()) / 25 for row in rows)
    assert champion > strong > regular > casual > beginner > beyond
    assert regular > between > casual
