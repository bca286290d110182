"""What lies between two answers on a sheet: by boxes, this turn and in the end."""

from collections.abc import Iterator, Set
from functools import lru_cache

from bot.engine import Faces, Keep, acting
from bot.engine.types import TOGETHER
from bot.games.yum.mind.course import BONUS, EXTRA, Followed, SheetCourse
from bot.games.yum.mind.exact import SheetEvaluator
from bot.games.yum.rules import Mark, State, Strike, Yum, YumAction
from bot.games.yum.scoring import Section
from bot.games.yum.scoring.boxes import Column
from bot.mind.reasons import (
    CHANCE,
    ORDER,
    POINTS,
    BoxEnd,
    Finding,
    Quantity,
    Split,
    chosen,
    dice_split,
    instead_split,
    lost_by,
    turn_split,
)

_PAIR, _THREE = 2, 3
_SIX = 6
_FACES = 21
"""The faces of a die together."""
_USUAL = 0.1
"""A box in which so many turns end, after one answer or the other, is one that people count with."""


@lru_cache(maxsize=8)
def course_of(evaluator: SheetEvaluator) -> SheetCourse:
    """Return what follows answers on a sheet of one column to its end, as ``evaluator`` plays."""
    return SheetCourse(evaluator.column, evaluator.look_up_states)


def sheet_splits(
    game: Yum, evaluator: SheetEvaluator, state: State, best: YumAction, done: YumAction
) -> Iterator[Split]:
    """Yield what lies between two actions: by the bonus alone, by this turn, by boxes in the end, now and later.

    Somebody who throws on looks at this turn first: at a box that the worse answer would fill now or goes for, how many
    alike the better one brings, then at its boxes, by what they bring more than the worst of them, or than a turn does
    on average. Who fills a box looks at the end of the sheet: at what becomes of that box, or of the other one.
    """
    ends = [list(evaluator.turn_ends(state, action)) for action in (best, done)]
    boxes, sections = _to_the_end(game, evaluator, state, best, done)
    now, later = _now_and_later(ends[0], ends[1], evaluator.error_of_rest(state))
    if not (isinstance(best, Keep) or isinstance(done, Keep)):
        in_the_end = [split for split in (boxes, sections) if split]
        filled = {f"{Mark.word} {action.box}" for action in (best, done) if isinstance(action, Mark | Strike)}
        to_the_point = [split for split in in_the_end if _is_about(filled, split, lost_by(*ends))]
        yield from to_the_point
        yield [now, later._replace(claim=later.claim._replace(about=_stays_open(best, done)))]
        yield from (split for split in in_the_end if split not in to_the_point)
        return
    if boxes:
        yield [quantity for quantity in boxes if quantity.claim.claim == "bonus"]
    if not (isinstance(best, Keep) and isinstance(done, Keep)):  # To stop or to go on.
        yield [now]
    if isinstance(done, Mark | Strike) and boxes and _is_about({f"{Mark.word} {done.box}"}, boxes, lost_by(*ends)):
        yield boxes
    if evaluator.fills_one_box:
        yield instead_split(ends[0], ends[1], _wanted_alike(best, len(ends[0][0].faces)))
    yield _alike(best, *ends)
    if evaluator.fills_one_box:
        yield turn_split(_worst(*ends), *ends)
        yield turn_split(evaluator.value_of_turn(state), *ends)
    if boxes:
        yield boxes
        yield sections
    yield [now, later] if now.holds else []


_OF_BOTH = ("bonus", "par", "upper", "extra")


def _is_about(boxes: Set[str], split: Split, lost: float) -> bool:
    """Whether what a split claims is about one of these boxes, or a bonus: no other box makes anybody fill one."""
    return any(
        claim.claim in _OF_BOTH or not boxes.isdisjoint(claim.about.split(TOGETHER)) for claim in chosen(split, lost)
    )


def _alike(best: YumAction, mine: list[BoxEnd], other: list[BoxEnd]) -> Split:
    """Return the part of how often the turn brings so many alike: the fewest that explain the difference."""
    for faces in _wanted_alike(best, len(mine[0].faces)):
        split = dice_split(mine, other, faces)
        if split[0].part > 0 and chosen(split, lost_by(mine, other)):
            return split
    return ()


def _wanted_alike(action: YumAction, dice: int) -> list[Faces]:
    """Return what somebody may hope for who keeps some of so many ``dice``: three alike and more, but not all.

    All are a box. Somebody who keeps two pairs goes for a box that takes both.
    """
    kept = action.faces if isinstance(action, Keep) else ()
    if sum(kept.count(face) >= _PAIR for face in set(kept)) > 1:
        return []
    return [
        (face,) * many
        for many in range(_THREE, dice)
        for face in sorted({face for face in kept if kept.count(face) < many}, key=kept.count, reverse=True)
    ]


def _worst(best: list[BoxEnd], done: list[BoxEnd]) -> float:
    """Return what a turn is worth on average that ends in the worst of the usual boxes."""
    ends = [*best, *done]
    boxes = [[end for end in ends if end.box == box] for box in dict.fromkeys(end.box for end in ends)]
    often = [(sum(end.chance for end in some), sum(end.chance * end.worth for end in some)) for some in boxes]
    return min(worth / chance for chance, worth in often if chance >= _USUAL)


def _stays_open(best: YumAction, done: YumAction) -> str:
    """Return the text of an action that fills the box that the worse answer would fill; empty where both are one."""
    boxes = [action.box if isinstance(action, Mark | Strike) else "" for action in (best, done)]
    return f"{Mark.word} {boxes[1]}" if boxes[1] not in ("", boxes[0]) else ""


_EACH = 3.0
"""What is left after an answer is off by so much more than what lies between two: most errors are of both."""


def _now_and_later(best: list[BoxEnd], done: list[BoxEnd], error: float) -> Split:
    """Return the points of this turn, and of all later ones: only who has more there where ``error`` hides how many."""
    now, other_now = (sum(end.chance * end.points for end in ends) for ends in (best, done))
    all_in_all, other_all = (sum(end.chance * end.worth for end in ends) for ends in (best, done))
    later, other_later = all_in_all - now, other_all - other_now
    more = later - other_later
    rest = Quantity(Finding("later", later, other_later, POINTS), more, error=_EACH * error)
    if error and not rest.holds and abs(more) >= error:
        rest = Quantity(Finding("later", float(more > 0), float(more < 0), ORDER), more)
    return [Quantity(Finding("now", now, other_now, POINTS), now - other_now), rest]


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
        number: _in_the_end(game, course, state, followed, number, (best, done))
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
    state: State,
    followed: Followed,
    number: int,
    answers: tuple[YumAction, YumAction],
) -> Quantity:
    (column,) = state.sheets[acting(state)]
    account, (best, done) = course.accounts[number], followed.points[number].tolist()
    part, error = best - done, float(followed.errors([number]).max())
    if account == BONUS:
        steps = game.layout.bonus.steps
        if len(steps) == 1 and not game.layout.bonus.beyond:
            paid = steps[0][1]
            comes = Quantity(Finding("bonus", best / paid, done / paid, CHANCE), part, error=error / paid)
            return _by_par(game, state, column, answers, comes)
        return Quantity(Finding("bonus", best, done, POINTS), part, error=error)
    if account == EXTRA:
        return Quantity(Finding("extra", best, done, POINTS), part, error=error)
    kind, boxes, unit, sole = "box", course.open_in(number, column), POINTS, 0
    if len(boxes) == 1:
        filled = [isinstance(action, Mark | Strike) and action.box == boxes[0] for action in answers]
        kind = "kept_open" if filled == [False, True] else "filled_now" if filled == [True, False] else kind
        sole = course.sole_points[boxes[0]]
    if sole:  # All or nothing: that is a chance, which an estimate may overstep.
        unit, best, done = CHANCE, *(min(max(points / sole, 0.0), 1.0) for points in (best, done))
    about = TOGETHER.join(f"{Mark.word} {key}" for key in boxes)
    return Quantity(Finding(kind, best, done, unit, about), part, error=error / (sole or 1))


def _by_par(game: Yum, state: State, column: Column, answers: tuple[YumAction, YumAction], comes: Quantity) -> Quantity:
    """Return the bonus as people count it: by how far the upper boxes are ahead of as many of each face as it needs.

    As it ``comes``, where somebody throws on, no number of each makes the bonus, or that differs otherwise.
    """
    ((needed, _),) = game.layout.bonus.steps
    upper = [box for box in game.layout.boxes if box.section is Section.UPPER]
    if needed % _FACES or len(upper) != _SIX or not comes.holds:
        return comes
    each, cells = needed // _FACES, zip(game.layout.boxes, column, strict=True)
    faces = {box.key: face for face, box in enumerate(upper, 1)}
    ahead = sum(cell.raw - each * faces[box.key] for box, cell in cells if cell is not None and box.key in faces)
    left = []
    for action in answers:
        if not isinstance(action, Mark | Strike):
            return comes
        face = faces.get(action.box)
        left.append(ahead + ((game.preview(state, action) or 0) - each * face if face else 0))
    mine, other = left
    claim = Finding("par", mine, other, POINTS, f"par {each}")
    return comes._replace(claim=claim) if (mine > other) == (comes.part > 0) and mine != other else comes
