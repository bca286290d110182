"""The throws of Can't Stop: how likely each is, and what it lets three runners do."""

from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.games.cant_stop.rules import DICE, RUNNERS, pairings
from bot.games.cant_stop.state import HEIGHTS
from bot.mind.throws import FACES, Values

Indices = NDArray[np.int64]

COLUMNS = tuple(HEIGHTS)
PAIRS = tuple(combinations_with_replacement(range(len(COLUMNS)), 2))
"""The places of two columns, which a pairing of the dice names."""
NO_PAIR = len(PAIRS)
STEPS = ((1, 0, 0), (0, 1, 0), (0, 0, 1), (2, 0, 0), (0, 2, 0), (0, 0, 2), (1, 1, 0), (1, 0, 1), (0, 1, 1))
"""The steps that a pairing gives three placed runners."""


class PairThrows(NamedTuple):
    """All throws that differ in their pairings."""

    pairs: Indices
    """A row a throw: the places of its pairings in :data:`PAIRS`, filled up with :data:`NO_PAIR`."""
    chances: Values


@cache
def pair_throws() -> PairThrows:
    """Return all throws; made once."""
    many = Counter(pairings(tuple(sorted(faces))) for faces in product(FACES, repeat=DICE))
    rows = []
    for found in many:
        places = [PAIRS.index((COLUMNS.index(first), COLUMNS.index(second))) for first, second in found]
        rows.append(places + [NO_PAIR] * (3 - len(places)))
    return PairThrows(np.array(rows), np.array(list(many.values())) / len(FACES) ** DICE)


class PlacedThrows(NamedTuple):
    """What throws let three placed runners do."""

    choices: tuple[tuple[int, ...], ...]
    """Every choice between steps that some throw gives some runners, as places in :data:`STEPS`."""
    chances: dict[tuple[int, ...], Values]
    """For the columns (places, ascending) of three runners, how likely each choice is; the rest of 1 is a bust."""


@cache
def placed_throws() -> PlacedThrows:
    """Return the choices of all sets of three columns; made once."""
    found: dict[tuple[int, ...], Counter[tuple[int, ...]]] = {}
    throws = pair_throws()
    for runners in combinations(range(len(COLUMNS)), RUNNERS):
        steps = [tuple(pair.count(column) for column in runners) for pair in PAIRS]
        choice = [STEPS.index(one) if any(one) else None for one in steps] + [None]
        chances = found[runners] = Counter()
        for pairs, chance in zip(throws.pairs.tolist(), throws.chances.tolist(), strict=True):
            some = sorted({place for pair in pairs if (place := choice[pair]) is not None})
            if some:
                chances[tuple(some)] += chance
    choices = tuple(sorted({choice for chances in found.values() for choice in chances}))
    by_runners = {runners: np.array([chances[choice] for choice in choices]) for runners, chances in found.items()}
    return PlacedThrows(choices, by_runners)
