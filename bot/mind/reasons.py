"""Why an answer is better than another: claims, each a quantity that was computed for both answers.

A game's mind splits what lies between two answers into parts that add up to it, and names for each part a quantity
that people know: points of a box, the chance of the bonus, the risk of losing the turn. This file chooses the one or
two that explain most of it, and knows no game by name. Screens make sentences of the claims, and of nothing else.

**How they are chosen.** A split is a list of quantities whose parts add up. The quantity with the largest part comes
first, alone where its part is the whole difference but for a quarter of it at most. Else another one joins it, the one
with the next largest part that leaves at most half unexplained; the first one is alone again where it does so itself,
and none makes that better by a tenth. A quantity that differs otherwise than its part says, or too
little to be seen, explains nothing. A split of two that pull opposite ways is told whole: it is a price and what it
buys. The splits of a mind are tried in its order; where none will do, there is no
single reason: "the sum of many small things".
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from bot.engine import Action, AnyGame, Faces, Keep, acting
from bot.engine.game import Race
from bot.engine.gate import JournalEntry, replay_step
from bot.engine.types import text
from bot.mind.evaluator import Evaluator, RaceEvaluator, Unit, is_mistake
from bot.mind.levels import mind_of
from bot.mind.review import Decision, Review

CHANCE, POINTS, COUNT, ORDER = "chance", "points", "count", "order"
"""Units of quantities: from 0 to 1, points, other things that are counted. Where nobody knows well enough how much each
answer has, 1 is the one that has more, and 0 the other."""

_SEEN = {CHANCE: 0.015, POINTS: 0.3, COUNT: 0.04, ORDER: 0.5}
"""The least difference of a quantity that can be told."""
_UNEXPLAINED = 0.5
_ENOUGH = 0.25
"""Where one claim leaves no more open, there is no second one."""
_HELPS = 0.1
"""A second claim that is not needed explains so much more."""
_PRICE = 2


class Finding(NamedTuple):
    """A quantity of both answers, which differ as the reason says (notation.md, Reasons)."""

    claim: str
    """Its kind: docs/mind.md lists them."""
    best: float
    done: float
    unit: str
    about: str = ""
    """The text of an action that fills the box, takes the chip, or keeps the dice, of which this is a quantity; of
    several boxes that may each be the other, the texts with :data:`bot.engine.types.TOGETHER` between them. Of *par*,
    how many of each face are par."""


class Quantity(NamedTuple):
    """A claim that may be made, and what of the difference it stands for."""

    claim: Finding
    part: float
    """The part of the difference that is due to it, in the unit of the values; above 0 where it speaks for the best."""
    fewer: bool = False
    """Whether less of it is better."""
    error: float = 0.0
    """The error of the two numbers, where they come from games played on or from a net."""

    @property
    def holds(self) -> bool:
        """Whether the two numbers differ as the part says, and beyond their error."""
        more = self.claim.best - self.claim.done
        return abs(more) >= _SEEN[self.claim.unit] + 3 * self.error and (more > 0) == ((self.part > 0) != self.fewer)


Split = Sequence[Quantity]
"""Quantities whose parts add up to the whole difference; parts without a quantity may be missing."""


class Reason(NamedTuple):
    """Why an action is better than another one."""

    claims: tuple[Finding, ...]
    """One or two; none where many small things add up."""
    lost: float
    """What the worse action loses."""


def reason(game: AnyGame, evaluator: Evaluator, state: Any, best: str, done: str) -> Reason | None:
    """Return why ``best`` is better than ``done``, both texts of legal actions; None where nobody can say.

    That is so where they are as good as each other, and in games of which no mind splits values.
    """
    if isinstance(game, Race):
        solo = evaluator.solo if isinstance(evaluator, RaceEvaluator) else evaluator
        return reason(game.solo, solo, state.runs[acting(state)], best, done)
    advice = evaluator.advise(state)
    values: Mapping[str, tuple[Action, float]] = {text(action): (action, value) for action, value in advice.actions}
    (better, most), (worse, less) = values[best], values[done]
    lost = (less - most) if advice.unit == Unit.TURNS else (most - less)
    if not is_mistake(advice.unit, lost):
        return None
    told = False
    for split in mind_of(game).splits(game, evaluator, state, better, worse):
        told = True
        claims = chosen(split, lost)
        if claims:
            return Reason(claims, lost)
    return Reason((), lost) if told else None


COSTLIEST = 5
"""Decisions of a seat that a review explains, if few play."""
_TOGETHER = 12


def costliest_of(reviewed: Review, noise: float = 0.0) -> dict[int, Decision]:
    """Return the decisions of a review that are explained, by moves: the costliest of each seat beyond ``noise``.

    Of those that a review names as one, because the same was done and better at one cost, the first stands for all.
    """
    scale = 100 if reviewed.unit == Unit.WIN else 1
    seats = [seat for seat in reviewed.seats if seat is not None]
    most = min(COSTLIEST, max(1, _TOGETHER // max(1, len(seats))))
    costly = dict[int, Decision]()
    for seat in seats:
        mistakes = [decision for decision in seat.decisions if is_mistake(reviewed.unit, decision.lost, noise)]
        named = dict[tuple[str, str, float], Decision]()
        for decision in sorted(mistakes, key=lambda decision: (-decision.lost, decision.move)):
            named.setdefault((decision.do, decision.best, round(scale * decision.lost, 1)), decision)
        costly.update((decision.move, decision) for decision in list(named.values())[:most])
    return costly


def reasons_of(
    game: AnyGame, seats: int, journal: Sequence[JournalEntry], decisions: Mapping[int, Decision], evaluator: Evaluator
) -> dict[int, Reason]:
    """Return the reasons for these decisions of a game that :func:`bot.mind.review.review` has played, by moves."""
    state, reasons = game.new(seats), dict[int, Reason]()
    for number, entry in enumerate(journal):
        decision = decisions.get(number)
        found = reason(game, evaluator, state, decision.best, decision.do) if decision is not None else None
        if found is not None:
            reasons[number] = found
        state = replay_step(game, state, entry).state
    return reasons


def chosen(split: Split, lost: float) -> tuple[Finding, ...]:
    """Return the claims that explain most of ``lost``; none where they would leave more than half of it open."""
    ranked = sorted(split, key=lambda quantity: -abs(quantity.part))
    if not ranked or not ranked[0].holds:
        return ()
    first = ranked[0]
    if len(ranked) == _PRICE and ranked[1].holds and (first.part > 0) != (ranked[1].part > 0):
        return tuple(quantity.claim for quantity in sorted(ranked, key=lambda quantity: -quantity.part))
    alone = _left_open(first.part, lost)
    if alone <= _ENOUGH:
        return (first.claim,)
    for second in ranked[1:]:
        left = _left_open(first.part + second.part, lost)
        if second.holds and left <= min(_UNEXPLAINED, alone - _HELPS):
            pair = sorted((first, second), key=lambda quantity: -quantity.part)
            return tuple(quantity.claim for quantity in pair)
    return (first.claim,) if alone <= _UNEXPLAINED else ()


def _left_open(part: float, lost: float) -> float:
    """Return which part of what was lost is not explained."""
    return abs(lost - part) / lost


# -- Turns that can be lost: what they bring where they count, and how often they do -----------------------------------


class RiskEnd(NamedTuple):
    """A way in which a turn may end."""

    chance: float
    value: float
    """What it is worth; more is better."""
    lost: bool
    """Whether the turn brings nothing."""
    brings: float = 0.0
    """What it brings, as people count it."""
    reached: bool = False
    """Whether it brings what the turn is for: the goal."""


def risk_split(best: Sequence[RiskEnd], done: Sequence[RiskEnd], bust: str, gain: str, unit: str = POINTS) -> Split:
    """Return the split of two ways to go on by the risk to lose the turn, and by what it is worth where it counts.

    With the risk p, and g for what a turn that counts is worth more than a lost one, an answer is worth ``(1 - p) g``.
    The difference of two products has two parts: that of the risks at the mean gain, and that of the gains at the mean
    risk. ``bust`` and ``gain`` are the kinds of the claims.
    """
    nothing = [end.value for end in (*best, *done) if end.lost]
    base = nothing[0] if nothing else min(end.value for end in (*best, *done))
    risk, other_risk = (sum(end.chance for end in ends if end.lost) for ends in (best, done))
    counts, other_counts = ([end for end in ends if not end.lost] for ends in (best, done))
    # What never counts brings nothing to compare: then the risks say it all.
    worth, brings = _gain(counts or other_counts, base)
    other_worth, other_brings = _gain(other_counts or counts, base)
    return [
        Quantity(Finding(bust, risk, other_risk, CHANCE), (other_risk - risk) * (worth + other_worth) / 2, fewer=True),
        Quantity(Finding(gain, brings, other_brings, unit), (worth - other_worth) * (1 - (risk + other_risk) / 2)),
    ]


def reach_split(best: Sequence[RiskEnd], done: Sequence[RiskEnd], kind: str, about: str = "") -> Split:
    """Return the part of how likely the turn reaches what it is for, at what that is worth more than not to."""

    def mean(ends: Sequence[RiskEnd]) -> tuple[float, float]:
        left = sum(end.chance for end in ends)
        return left, sum(end.chance * end.value for end in ends) / left if left else 0.0

    both = (*best, *done)
    (_, there), (_, not_there) = (mean([end for end in both if end.reached == reached]) for reached in (True, False))
    chance, other = (mean([end for end in ends if end.reached])[0] for ends in (best, done))
    return [Quantity(Finding(kind, chance, other, CHANCE, about), (chance - other) * (there - not_there))]


def _gain(counts: Sequence[RiskEnd], base: float) -> tuple[float, float]:
    """Return what is gained, and brought, by turns that count."""
    left = sum(end.chance for end in counts) or 1.0
    gained = sum(end.chance * (end.value - base) for end in counts) / left
    return gained, sum(end.chance * end.brings for end in counts) / left


def scaled(split: Split, lost: float) -> Split:
    """Return a whole ``split`` with parts that add up to ``lost``: where others make a chance count less or more."""
    whole = sum(quantity.part for quantity in split)
    return [quantity._replace(part=quantity.part * lost / whole) for quantity in split] if whole > 0 else []


# -- Turns that end in one of several ways ----------------------------------------------------------------------------


class BoxEnd(NamedTuple):
    """A way to end a turn: in a box, or with a chip."""

    chance: float
    box: str
    """The text of an action that fills it; empty for a turn that ends with nothing."""
    points: float
    """What it brings now."""
    worth: float
    """What it brings now and later."""
    again: bool = False
    """Whether another turn follows at once."""
    at_once: float = 0.0
    """What of its worth is due to that: if the others had their turns first, it would be worth so much less."""
    faces: Faces = ()
    """The dice of the last throw, where people think of them."""


_OFTEN = 0.015
"""Turns that end in a box by so many more are told by how often they do, else by the points that they bring there: of
boxes where these vary, and that both answers fill so often."""


def turn_split(usual: float, best: Sequence[BoxEnd], done: Sequence[BoxEnd], *, spent: str = "spent") -> Split:
    """Return the split by the boxes in which the turn ends: by what they bring beyond the ``usual`` worth of a turn.

    ``spent`` is the kind of the claim that a turn which ends in a box might have brought more; *waits* in place of
    *spent* of a box that brings more points than these turns do, so that nobody would call it used up.
    """
    boxes = dict.fromkeys(end.box for end in (*best, *done))
    return [_by_box(box, usual, best, done, spent) for box in boxes]


def _by_box(box: str, usual: float, best: Sequence[BoxEnd], done: Sequence[BoxEnd], spent: str) -> Quantity:
    """Return what turns that end in ``box`` are to the difference."""
    usual_points = sum(end.chance * end.points for end in (*best, *done)) / 2
    mine, other = ([end for end in ends if end.box == box] for ends in (best, done))
    part, others_part = (sum(end.chance * (end.worth - usual) for end in ends) for ends in (mine, other))
    often, others = (sum(end.chance for end in ends) for ends in (mine, other))
    hits, other_hits = (sum(end.chance for end in ends if end.points) for ends in (mine, other))
    points, other_points = (sum(end.chance * end.points for end in ends) for ends in (mine, other))
    part -= others_part
    by_worth = sum(
        _by_worth(*([end for end in ends if bool(end.points) == scored] for ends in (mine, other)))
        for scored in (True, False)
    )
    varies = len({end.points for end in (*mine, *other) if end.points}) > 1 and min(hits, other_hits) >= _OFTEN
    taken = spent == "settled" and others == 1  # Somebody who throws on does not take it: that is no reason.
    by_often, fewer = Finding("hit", hits, other_hits, CHANCE, box), False
    claim = Finding("turn_box", points, other_points, POINTS, box) if varies else by_often
    if abs(by_worth) > abs(part - by_worth):
        pass  # Not how often it comes.
    elif abs(hits - other_hits) >= _OFTEN and (hits > other_hits) == (part > 0):
        claim = by_often
    elif abs(often - others) >= _OFTEN and (often > others) != (part > 0) and not taken:
        waits = spent == "spent" and points + other_points > usual_points * (often + others)
        kind = "waits" if waits else spent if box else "nothing"
        claim, fewer = Finding(kind, often, others, CHANCE, box), True
    return Quantity(claim, part, fewer)


_AIMS = {"hit": 0.05, "turn_box": 1.0}
"""By how much more somebody gets of a box who goes for it."""


def instead_split(best: Sequence[BoxEnd], done: Sequence[BoxEnd], alike: Sequence[Faces] = ()) -> Split:
    """Return what the worse answer goes for, as a price, and what the better one does instead.

    Of boxes that bring more points than these turns do, it goes for the one that speaks most for it. The better one
    goes for another box, makes some of its dice ``alike``, or at least saves a box: what leaves least open, if all
    other turns count as what they are worth on average. Empty where that is more than half, or where the points speak
    for the worse answer.
    """
    every, lost = (*best, *done), lost_by(best, done)
    boxes, usual_points = dict.fromkeys(end.box for end in every), sum(end.chance * end.points for end in every) / 2
    more = {box: sum(end.chance * (end.points - usual_points) for end in every if end.box == box) for box in boxes}
    wanted = [_by_box(box, _mean_worth(every), best, done, "spent") for box in boxes if more[box] > 0]
    aim = min(filter(_is_aim, wanted), key=lambda price: price.part, default=None)
    if aim is None or lost <= 0:
        return ()
    apart = [
        faces for faces in alike if not any(holds(end.faces, faces) for end in every if end.box == aim.claim.about)
    ]
    named = [(text(Keep(faces)), _named(best, faces), _named(done, faces)) for faces in apart]
    told = list[tuple[bool, float, Split]]()
    for gained, mine, others in (*((box, best, done) for box in boxes), *named):
        both = gained, aim.claim.about
        usual = _mean_worth([end for end in (*mine, *others) if end.box not in both] or every)
        gain, price = (_by_box(box, usual, mine, others, "spent") for box in both)
        points, other_points = (
            sum(end.chance * end.points for end, one in zip(ends, some, strict=True) if one.box in both)
            for ends, some in ((best, mine), (done, others))
        )
        if gain.holds and gain.part > 0 and _is_aim(price) and (gain.fewer or points > other_points):
            told.append((gain.fewer, _left_open(gain.part + price.part, lost), [gain, price]))
    enough = [one for one in told if one[1] <= _UNEXPLAINED]
    return min(enough, key=lambda one: one[:2])[2] if enough else ()


def _is_aim(price: Quantity) -> bool:
    """Whether a quantity speaks for the worse answer, and so clearly that people would go for it."""
    kind, best, done, *_ = price.claim
    return price.part < 0 and price.holds and kind in _AIMS and done - best >= _AIMS[kind]


def _named(ends: Sequence[BoxEnd], faces: Faces) -> list[BoxEnd]:
    """Return ``ends`` with those that have these ``faces`` in a box of that name, in which each counts."""
    name = text(Keep(faces))
    return [end._replace(box=name, points=1.0) if holds(end.faces, faces) else end for end in ends]


def lost_by(best: Sequence[BoxEnd], done: Sequence[BoxEnd]) -> float:
    """Return what the worse answer loses."""
    return sum(end.chance * end.worth for end in best) - sum(end.chance * end.worth for end in done)


def _mean_worth(ends: Sequence[BoxEnd]) -> float:
    return sum(end.chance * end.worth for end in ends) / (sum(end.chance for end in ends) or 1.0)


def _by_worth(best: Sequence[BoxEnd], done: Sequence[BoxEnd]) -> float:
    """Return what of a difference comes from what these ends are worth, and not from how often they come."""
    often, others = (sum(end.chance for end in ends) for ends in (best, done))
    if not often or not others:
        return 0.0
    worth, others_worth = (sum(end.chance * end.worth for end in ends) for ends in (best, done))
    return (worth / often - others_worth / others) * (often + others) / 2


def dice_split(best: Sequence[BoxEnd], done: Sequence[BoxEnd], faces: Faces) -> Split:
    """Return the part of how likely the turn ends with these ``faces`` among its dice."""

    def ends(some: Sequence[BoxEnd]) -> list[RiskEnd]:
        return [RiskEnd(end.chance, end.worth, lost=False, reached=holds(end.faces, faces)) for end in some]

    return reach_split(ends(best), ends(done), "hit", text(Keep(faces)))


def holds(dice: Faces, faces: Faces) -> bool:
    """Whether ``faces`` are among the ``dice``."""
    return all(dice.count(face) >= faces.count(face) for face in faces)


def again_split(best: Sequence[BoxEnd], done: Sequence[BoxEnd]) -> Split:
    """Return the part of how likely another turn follows at once, at what that is worth more than to wait for it.

    What the turn has brought before is no part of that.
    """
    often, others = (sum(end.chance for end in ends if end.again) for ends in (best, done))
    worth, others_worth = (sum(end.chance * end.at_once for end in ends) for ends in (best, done))
    return [Quantity(Finding("again", often, others, CHANCE), worth - others_worth)]
