"""The course of a sheet: what lies between two answers, by boxes, and how far the final score may stray."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

import numpy as np

from bot.engine import Keep, acting
from bot.engine.types import TOGETHER
from bot.games.yum.mind.course import BONUS, EXTRA, Followed, SheetCourse
from bot.games.yum.mind.exact import SheetEvaluator
from bot.games.yum.rules import Mark, State, Strike, Yum, YumAction
from bot.games.yum.scoring import Section
from bot.games.yum.scoring.boxes import Column
from bot.mind.chances import still_lost
from bot.mind.reasons import CHANCE, POINTS, BoxEnd, Finding, Quantity, Split, turn_split
from bot.mind.strengths import Losses
from bot.mind.throws import Values


@lru_cache(maxsize=8)
def course_of(evaluator: SheetEvaluator) -> SheetCourse:
    """Return what follows answers on a sheet of one column to its end, as ``evaluator`` plays."""
    return SheetCourse(evaluator.column, evaluator.look_up_states, evaluator.last_states)


_FOLLOWED = 50
"""Sheets that are followed through a turn to see how far a score strays."""
_FROM = 10
"""Open boxes from which on they are: before, most sheets are alike, and it takes longest."""
_ENDS = 25
"""Equally likely final scores."""


@lru_cache(maxsize=8)
def _greedy_course(evaluator: SheetEvaluator) -> tuple[SheetCourse, float]:
    """Return what follows a sheet of somebody who wants the most points now, and what a game brings them."""
    bonuses = course_of(evaluator).bonuses
    course = SheetCourse(evaluator.column, lambda number, free, classes: bonuses[classes])
    points, weights = course.scores((None,) * evaluator.column.boxes, _FOLLOWED)
    return course, float(points @ weights)


def sheet_strays(evaluator: SheetEvaluator, state: State, levels: Losses, each: float) -> list[float] | None:
    """Return how far the final score may stray from what perfect play expects, before a turn of the seat to act.

    So strays somebody who loses ``each`` in a decision: up to a regular player by the best way through the sheet and
    what they still lose, down to a beginner by the greedy way and what slips still cost. None where the sheet is not
    followed.
    """
    column, *more = state.sheets[acting(state)]
    left, turns, place = column.count(None), len(column), levels.place(each)
    if more or not left or left > min(_FROM, evaluator.most_followed):
        return None
    spread, mean = _spread(course_of(evaluator), column)
    best = spread - mean - still_lost(min(place, 1.0) * levels.regular, left, turns)
    if place <= 1:
        return list(map(float, best))
    greedy, whole = _greedy_course(evaluator)
    start = evaluator.value_of_turn(replace(state, sheets=(((None,) * turns,),) * len(state.sheets)))
    slips = still_lost(max(levels.beginner - (start - whole), 0.0), left, turns)
    weak = _spread(greedy, column)[0] - evaluator.value_of_turn(state) - slips
    beyond = still_lost(max(place - 2, 0.0) * (levels.beginner - levels.regular), left, turns)
    part = min(place - 1, 1.0)
    return list(map(float, best * (1 - part) + weak * part - beyond))


def _spread(course: SheetCourse, column: Column) -> tuple[Values, float]:
    """Return equally likely numbers of points that may still come, and their mean."""
    points, weights = course.scores(column, _FOLLOWED)
    order = np.argsort(points, kind="stable")
    reached = np.cumsum(weights[order]) / weights.sum()
    places = np.searchsorted(reached, (np.arange(_ENDS) + 0.5) / _ENDS)
    return points[order][np.minimum(places, len(order) - 1)], float(points @ weights / weights.sum())


def sheet_splits(
    game: Yum, evaluator: SheetEvaluator, state: State, best: YumAction, done: YumAction
) -> Iterator[Split]:
    """Yield what lies between two actions: by the bonus alone, by boxes this turn, by boxes in the end, now and later.

    Somebody who throws on looks at this turn first; who fills a box, at the end of the sheet.
    """
    ends = [list(evaluator.turn_ends(state, action)) for action in (best, done)]
    throwing = isinstance(best, Keep) or isinstance(done, Keep)
    boxes, sections = _to_the_end(game, evaluator, state, best, done)
    if boxes and throwing:
        yield [quantity for quantity in boxes if quantity.claim.claim == "bonus"]
    if throwing and not (isinstance(best, Keep) and isinstance(done, Keep)):  # To stop or to go on.
        yield _now_and_later(*ends)[:1]
    if throwing:
        yield turn_split(evaluator.value_of_turn(state), *ends)
    if boxes:
        yield boxes
        yield sections
    yield _now_and_later(*ends)


def _now_and_later(best: list[BoxEnd], done: list[BoxEnd]) -> Split:
    now, other_now = (sum(end.chance * end.points for end in ends) for ends in (best, done))
    all_in_all, other_all = (sum(end.chance * end.worth for end in ends) for ends in (best, done))
    later, other_later = all_in_all - now, other_all - other_now
    return [
        Quantity(Finding("now", now, other_now, POINTS), now - other_now),
        Quantity(Finding("later", later, other_later, POINTS), later - other_later),
    ]


def _to_the_end(
    game: Yum, evaluator: SheetEvaluator, state: State, best: YumAction, done: YumAction
) -> tuple[Split, Split]:
    """Return the split by what each box and each bonus brings in the end, and the same with the upper section as one.

    Both are empty for several columns.
    """
    column, *more = state.sheets[acting(state)]
    if more or column.count(None) > evaluator.most_followed:
        return [], []
    course = course_of(evaluator)
    followed = course.follow(column, state.dice, state.throws, best, done)
    boxes = {
        number: _in_the_end(game, course, column, followed, number, (best, done))
        for number, (mine, other) in enumerate(followed.points)
        if mine != other
    }
    upper = {box.key for box in game.layout.boxes if box.section is Section.UPPER} | {BONUS}
    inside = [number for number, account in enumerate(course.accounts) if account in upper]
    cells = zip(game.layout.boxes, column, strict=True)
    so_far = sum(cell.raw for box, cell in cells if cell and box.section is Section.UPPER)
    mine, other = (so_far + followed.points[inside].sum(axis=0)).tolist()
    whole = Quantity(Finding("upper", mine, other, POINTS), mine - other, error=float(followed.errors(inside).max()))
    return list(boxes.values()), [whole, *(box for number, box in boxes.items() if number not in inside)]


def _in_the_end(
    game: Yum,
    course: SheetCourse,
    column: Column,
    followed: Followed,
    number: int,
    answers: tuple[YumAction, YumAction],
) -> Quantity:
    account, (best, done) = course.accounts[number], followed.points[number].tolist()
    part, error = best - done, float(followed.errors([number]).max())
    if account == BONUS:
        steps = game.layout.bonus.steps
        if len(steps) == 1 and not game.layout.bonus.beyond:
            paid = steps[0][1]
            return Quantity(Finding("bonus", best / paid, done / paid, CHANCE), part, error=error / paid)
        return Quantity(Finding("bonus", best, done, POINTS), part, error=error)
    if account == EXTRA:
        return Quantity(Finding("extra", best, done, POINTS), part, error=error)
    kind, boxes = "box", course.open_in(number, column)
    if len(boxes) == 1 and part > 0:
        filled = [isinstance(action, Mark | Strike) and action.box == boxes[0] for action in answers]
        kind = "kept_open" if filled == [False, True] else "filled_now" if filled == [True, False] else kind
    about = TOGETHER.join(f"{Mark.word} {key}" for key in boxes)
    return Quantity(Finding(kind, best, done, POINTS, about), part, error=error)
