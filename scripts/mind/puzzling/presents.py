"""Puzzles that are presents: one answer is so obviously the best that nobody has to think. No day gets one."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from msgspec import structs

from bot.mind.evaluator import Evaluator
from bot.mind.levels import mind_of
from bot.tables.puzzles import Puzzle, PuzzleSet, game_of
from puzzling.duels import ranked, sacrifice

FAR = 5.0
"""The best box is also the one with the most points, by so many."""


@cache
def _simple(key: str, folder: Path) -> tuple[Evaluator, Evaluator]:
    """Return what a greedy and a regular player go by."""
    game = game_of(key)
    return mind_of(game).greedy(game), mind_of(game).par(game, folder)


def present(one: Puzzle, folder: Path) -> bool:
    """Whether somebody finds the best answer without a thought.

    On a sheet: somebody greedy does, because it brings :data:`FAR` points more at once than any other answer. In
    games between two: a greedy player and a regular one both do.
    """
    state, best = one.state(game_of(one.game)), one.answers[one.best].do
    greedy, regular = _simple(one.game, folder)
    values = ranked(greedy, state)
    if one.unit == "win":
        return all(known[best] >= max(known.values()) for known in (values, ranked(regular, state)))
    return values[best] - max(values[answer.do] for answer in one.answers if answer.do != best) >= FAR


def without_presents(known: PuzzleSet, folder: Path) -> PuzzleSet:
    """Return the puzzles with others of the same games, from those of no day, on days that had presents.

    What comes to a day gives no box up, so that days stay as different as they were; the other days keep their place.
    """
    days, more = list(known.days), list(known.more)
    fit = (place for place, one in enumerate(more) if not sacrifice(one) and not present(one, folder))
    spare: dict[str, list[int]] = {}
    places = [place for place, one in enumerate(days) if present(one, folder)]
    wanted = {key: sum(days[place].game == key for place in places) for key in {days[place].game for place in places}}
    while any(len(spare.get(key, [])) < many for key, many in wanted.items()):
        at = next(fit)
        spare.setdefault(more[at].game, []).append(at)
    for place in places:
        at = spare[days[place].game].pop(0)
        days[place], more[at] = more[at], days[place]
    return structs.replace(known, days=tuple(days), more=tuple(more))
