"""Puzzles that somebody answers without a thought: presents, and too common sacrifices. No day has one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from datetime import date, timedelta
from functools import cache
from itertools import islice
from pathlib import Path

from msgspec import structs

from bot.mind.evaluator import Evaluator
from bot.mind.levels import mind_of
from bot.tables.puzzles import Puzzle, PuzzleSet, game_of
from puzzling.duels import ranked, sacrifice, surplus

FAR = 5.0
"""The best box is also the one with the most points, by so many."""
FIRST_DAY = date(2026, 11, 25)
"""Version 0.2.0 was the first with puzzles."""
_UPDATE = timedelta(days=14)
"""After so long people have the next version."""


@cache
def _greedy(key: str) -> Evaluator:
    game = game_of(key)
    return mind_of(game).greedy(game)


@cache
def _regular(key: str, folder: Path) -> Evaluator:
    game = game_of(key)
    return mind_of(game).par(game, folder)


def present(one: Puzzle, folder: Path) -> bool:
    """Whether somebody finds the best answer without a thought.

    On a sheet: somebody greedy does, because it brings :data:`FAR` points more at once than any other answer. In
    games between two: a greedy player and a regular one both do.
    """
    state, best = one.state(game_of(one.game)), one.answers[one.best].do
    values = ranked(_greedy(one.game), state)
    if one.unit == "win":
        both = values, ranked(_regular(one.game, folder), state)
        return all(known[best] >= max(known.values()) for known in both)
    return values[best] - max(values[answer.do] for answer in one.answers if answer.do != best) >= FAR


def thoughtful(known: PuzzleSet, folder: Path, kept: Collection[int] = ()) -> PuzzleSet:
    """Return the puzzles with others of the same games, from those of no day, on days that need no thought.

    What comes to a day gives no box up, so that days stay as different as they were. The other days keep their
    puzzle, and so do those of the places that are ``kept``.
    """
    days, more = list(known.days), list(known.more)
    presents = {place for place, one in enumerate(days) if place not in kept and present(one, folder)}
    places = sorted(presents.union(surplus(days, kept)))
    spare: dict[str, list[int]] = {}
    for key, many in Counter(days[place].game for place in places).items():
        of_game = (place for place, one in enumerate(more) if one.game == key and not sacrifice(one))
        spare[key] = list(islice((place for place in of_game if not present(more[place], folder)), many))
    for place in places:
        at = spare[days[place].game].pop(0)
        days[place], more[at] = more[at], days[place]
    return structs.replace(known, days=tuple(days), more=tuple(more))


def played(days: int, today: date) -> set[int]:
    """Return the places of the days that somebody may have played, of so many, until people have the next version."""
    first = (FIRST_DAY - date(1970, 1, 1)).days
    return {(first + nth) % days for nth in range((today - FIRST_DAY + _UPDATE).days)}
