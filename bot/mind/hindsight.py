"""A second look at a reviewed game: the finest decision of each seat, how far its score could stray, and what won."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bot.engine import AnyGame, Roll, acting
from bot.engine.game import Race
from bot.engine.gate import JournalEntry, replay_step
from bot.engine.types import text
from bot.mind.evaluator import Evaluator, NoEvaluator, RaceEvaluator, Unit, is_mistake
from bot.mind.levels import mind_of
from bot.mind.review import Decision, Review
from bot.mind.strengths import losses, noise

MOST_FOLLOWED = 4
"""Players whose sheets are followed: each takes two to four seconds."""


_LEAST_TO_WIN = 0.01
"""A chance to win that is worth telling beside points."""


class Disagreement(NamedTuple):
    """A decision in which points say one thing and the chance to win another: an action against what was done."""

    move: int
    instead: str
    """The best action for points, or else the likeliest to win."""
    points: float
    """What it brings more."""
    win: float
    """By how much it makes the player likelier to win."""


class Hindsight(NamedTuple):
    """What a second look finds, by seat."""

    finest: Mapping[int, Decision]
    """Where the best action was done, and somebody who wants the most now would have lost most: by what *they* do."""
    strays: Mapping[int, Mapping[int, Sequence[float]]]
    """By turns left: see :meth:`bot.mind.levels.Mind.strays`."""
    to_win: Mapping[int, Sequence[Disagreement]]
    """In playing order."""


def look_again(
    game: AnyGame,
    seats: int,
    journal: Sequence[JournalEntry],
    reviewed: Review,
    evaluator: Evaluator,
    folder: Path,
) -> Hindsight:
    """Return what there is to find in a game that :func:`bot.mind.review.review` has played.

    Values that have to be worked out first stay in ``folder``.
    """
    state, finest, rows = game.new(seats), dict[int, Decision](), dict[int, dict[int, Sequence[float]]]()
    each = {seat: one.lost / len(one.decisions) for seat, one in enumerate(reviewed.seats) if one and one.decisions}
    best = {one.move for seat in reviewed.seats if seat for one in seat.decisions if not one.lost}
    least = noise(game.key, reviewed.unit.value, reviewed.strength.value)
    levels = None if game.options or reviewed.unit != Unit.POINTS else losses(game.key)
    followed = levels if 1 < seats <= MOST_FOLLOWED else None
    left = Counter(entry.seat for entry in journal if entry.do == Roll.word)
    made = {one.move: one for seat in reviewed.seats if seat for one in seat.decisions}
    chances = mind_of(game).to_win(game, evaluator) if reviewed.unit == Unit.POINTS and seats > 1 else evaluator
    to_win = defaultdict[int, list[Disagreement]](list)
    for number, entry in enumerate(journal):
        if number in best:
            found = _beyond_greed(game, state, number, entry, evaluator)
            before = finest.get(entry.seat)
            if found is not None and found.lost >= max(least, before.lost if before else 0.0):
                finest[entry.seat] = found
        elif entry.do == Roll.word and entry.seat in each:
            row = followed and mind_of(game).strays(game, folder, evaluator, state, followed, each[entry.seat])
            if row:
                rows.setdefault(entry.seat, {})[left[entry.seat]] = row
            left[entry.seat] -= 1
        if chances is not evaluator and number in made:
            to_win[entry.seat] += _disagreement(state, made[number], evaluator, chances)
        state = replay_step(game, state, entry).state
    return Hindsight(finest, rows, to_win)


def _disagreement(state: Any, made: Decision, evaluator: Evaluator, chances: Evaluator) -> Iterator[Disagreement]:
    """Yield an action that is better than what was done for points and worse to win, or the other way round."""
    likely = chances.advise(state)
    if likely.unit != Unit.WIN:
        return
    points, wins = ({text(action): value for action, value in one.actions} for one in (evaluator.advise(state), likely))
    for instead in (made.best, text(likely.actions[0][0])):
        more, likelier = points[instead] - points[made.do], wins[instead] - wins[made.do]
        if abs(likelier) >= _LEAST_TO_WIN and more * likelier < 0 and is_mistake(Unit.POINTS, abs(more)):
            yield Disagreement(made.move, instead, more, likelier)
            return


def _beyond_greed(game: AnyGame, state: Any, number: int, entry: JournalEntry, evaluator: Evaluator) -> Decision | None:
    """Return how a best action was better than the greedy one; None where that is as good, or nobody knows it."""
    solo, at = (game.solo, state.runs[acting(state)]) if isinstance(game, Race) else (game, state)
    try:
        wanted, _ = mind_of(solo).greedy(solo).advise(at).actions[0]
    except NoEvaluator:
        return None
    knows = evaluator.solo if isinstance(evaluator, RaceEvaluator) else evaluator
    values = {text(action): value for action, value in knows.advise(at).actions}
    gained = abs(values[entry.do] - values[text(wanted)])
    return Decision(number, text(wanted), entry.do, gained) if gained else None
