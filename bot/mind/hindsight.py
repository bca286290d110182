"""A second look at a reviewed game: the finest decision of each seat, and how far its score could still stray."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bot.engine import AnyGame, Roll, acting
from bot.engine.game import Race
from bot.engine.gate import JournalEntry, replay_step
from bot.engine.types import text
from bot.mind.evaluator import Evaluator, NoEvaluator, RaceEvaluator, Unit
from bot.mind.levels import mind_of
from bot.mind.review import Decision, Review
from bot.mind.strengths import losses, noise

MOST_FOLLOWED = 4
"""Players whose sheets are followed: each takes two to four seconds."""


class Hindsight(NamedTuple):
    """What a second look finds, by seat."""

    finest: Mapping[int, Decision]
    """Where the best action was done, and somebody who wants the most now would have lost most: by what *they* do."""
    strays: Mapping[int, Mapping[int, Sequence[float]]]
    """By turns left: see :meth:`bot.mind.levels.Mind.strays`."""


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
        state = replay_step(game, state, entry).state
    return Hindsight(finest, rows)


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
