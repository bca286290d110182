"""What lies between two answers on a score sheet, split by boxes: of this turn, and of the whole sheet in the end."""

from collections.abc import Iterator

from bot.engine import Keep, acting
from bot.games.yum.mind.course import BONUS, EXTRA, Followed, SheetCourse
from bot.games.yum.mind.exact import BoxEnd, SheetEvaluator
from bot.games.yum.rules import Mark, State, Strike, Yum, YumAction
from bot.mind.reasons import CHANCE, POINTS, Claim, Quantity, Split

_SOME = 0.2
"""Of the difference: if what was followed to the end misses more of it than that, it explains nothing."""
_OFTEN = 0.04
"""Turns that end in a box by so many more are told by how often they do, else by the points that they bring there."""


def sheet_splits(
    game: Yum, evaluator: SheetEvaluator, state: State, best: YumAction, done: YumAction
) -> Iterator[Split]:
    """Yield what lies between two actions: by the bonus alone, by boxes this turn, by boxes in the end, now and later.

    Somebody who throws on looks at this turn first; who fills a box, at the end of the sheet.
    """
    ends = [list(evaluator.turn_ends(state, action)) for action in (best, done)]
    lost = sum(end.chance * end.worth for end in ends[0]) - sum(end.chance * end.worth for end in ends[1])
    throwing = isinstance(best, Keep) or isinstance(done, Keep)
    followed = _to_the_end(game, evaluator, state, best, done, lost)
    if followed and throwing:
        yield [quantity for quantity in followed if quantity.claim.claim == "bonus"]
    if throwing:
        yield _this_turn(game, evaluator.value_of_turn(state), *ends)
    if followed:
        yield followed
    yield _now_and_later(*ends)


def _this_turn(game: Yum, usual: float, best: list[BoxEnd], done: list[BoxEnd]) -> Split:
    """Return the split by the boxes in which the turn ends: by what they bring beyond the ``usual`` worth of a turn."""
    quantities = []
    for box in game.layout.boxes:
        mine, other = ([end for end in ends if end.box == box.key] for ends in (best, done))
        part = sum(end.chance * (end.worth - usual) for end in mine)
        part -= sum(end.chance * (end.worth - usual) for end in other)
        often, others = (sum(end.chance for end in ends) for ends in (mine, other))
        hits, other_hits = (sum(end.chance for end in ends if end.points) for ends in (mine, other))
        points, other_points = (sum(end.chance * end.points for end in ends) for ends in (mine, other))
        if part > 0 and others - often >= _OFTEN or part < 0 and often - others >= _OFTEN:
            claim, fewer = Claim("spent", often, others, CHANCE, box.key), True
        elif abs(hits - other_hits) >= _OFTEN:
            claim, fewer = Claim("hit", hits, other_hits, CHANCE, box.key), False
        else:
            claim, fewer = Claim("turn_box", points, other_points, POINTS, box.key), False
        quantities.append(Quantity(claim, part, fewer))
    return quantities


def _now_and_later(best: list[BoxEnd], done: list[BoxEnd]) -> Split:
    now, other_now = (sum(end.chance * end.points for end in ends) for ends in (best, done))
    all_in_all, other_all = (sum(end.chance * end.worth for end in ends) for ends in (best, done))
    later, other_later = all_in_all - now, other_all - other_now
    return [
        Quantity(Claim("now", now, other_now, POINTS), now - other_now),
        Quantity(Claim("later", later, other_later, POINTS), later - other_later),
    ]


def _to_the_end(
    game: Yum, evaluator: SheetEvaluator, state: State, best: YumAction, done: YumAction, lost: float
) -> list[Quantity]:
    """Return the split by what each box and each bonus brings in the end; nothing where that is not known well."""
    course, sheet = evaluator.course, state.sheets[acting(state)]
    if course is None:
        return []
    followed = course.follow(sheet[0], state.dice, state.throws, best, done)
    parts = followed.points[:, 0] - followed.points[:, 1]
    if abs(float(parts.sum()) - lost) > _SOME * lost:
        return []
    return [
        _in_the_end(game, course, followed, number, float(part), (best, done))
        for number, part in enumerate(parts)
        if part
    ]


def _in_the_end(
    game: Yum,
    course: SheetCourse,
    followed: Followed,
    number: int,
    part: float,
    answers: tuple[YumAction, YumAction],
) -> Quantity:
    account, (best, done) = course.accounts[number], followed.points[number].tolist()
    if account == BONUS:
        steps = game.layout.bonus.steps
        if len(steps) == 1:
            paid = steps[0][1]
            return Quantity(Claim("bonus", best / paid, done / paid, CHANCE), part, error=followed.error / paid)
        return Quantity(Claim("bonus", best, done, POINTS), part, error=followed.error)
    if account == EXTRA:
        return Quantity(Claim("extra", best, done, POINTS), part, error=followed.error)
    kind = "box"
    filled = [course.alike(action.box) == account if isinstance(action, Mark | Strike) else False for action in answers]
    if filled == [False, True] and part > 0:
        kind = "kept_open"
    if filled == [True, False] and part > 0:
        kind = "filled_now"
    return Quantity(Claim(kind, best, done, POINTS, account), part, error=followed.error)

