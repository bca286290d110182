"""The chance of each player of a score sheet to win, from what they can expect and how many turns they have left.

Final scores stray from what was to be expected. How far they do so is known for each sheet and number of turns left,
from games of the champion by the default rules (``scripts/mind/chances.py`` writes it, and measures whether what is
said here comes true). Somebody's final score is one of these equally likely ones; players stray independently. It
imports nothing else of the mind that thinks, so screens may ask without loading any of that.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import groupby
from math import fsum, prod
from operator import itemgetter

from bot.mind.strengths import measured

FILE = "strays.json"
"""The file in the folder of score sheets."""

Strays = Sequence[Sequence[float]]
"""By turns left: by how many points a final score may differ from the expected one, each as likely, in order."""


@cache
def strays(key: str) -> Strays | None:
    """Return how far final scores stray on the sheet ``key`` by its default rules; None where nobody knows."""
    tenths = measured(key, FILE)
    return tenths and [[distance / 10 for distance in row] for row in tenths]


_LATER = 1.5
"""Mistakes come early: they cost most while many boxes are open."""


def of_player(known: Strays, lost: float, rows: Mapping[int, Sequence[float]]) -> Strays:
    """Return the strays of somebody whose decisions lose so many points in a whole game.

    ``rows`` are strays of their own by turns left, where a review has followed the sheet; they hold what is lost.
    """
    turns = len(known) - 1
    costs = [still_lost(lost, left, turns) for left in range(turns + 1)]
    return [
        rows[left] if left in rows else [distance - cost for distance in row]
        for left, (row, cost) in enumerate(zip(known, costs, strict=True))
    ]


def still_lost(lost: float, left: float, turns: int) -> float:
    """Return how much of what somebody loses in a game of so many turns they lose in the last ``left``."""
    share: float = min(left / turns, 1.0) ** _LATER
    return lost * share


def chances(known: Strays, expected: Sequence[float], left: Sequence[float]) -> list[float]:
    """Return :func:`chances_among` of players who all play as well as can be."""
    return chances_among([known] * len(expected), expected, left)


def chances_among(own: Sequence[Strays], expected: Sequence[float], left: Sequence[float]) -> list[float]:
    """Return the chance of each player to have the most points, a tie shared; together 1.

    ``own`` are the strays of each; ``expected`` their final scores at full strength; ``left`` the turns they still
    play, the present one with the part of it that is left.
    """
    ends = [_ends(known, score, turns) for known, score, turns in zip(own, expected, left, strict=True)]
    placed = sorted((end, seat) for seat, own in enumerate(ends) for end in own)
    below, won = [0] * len(ends), [0.0] * len(ends)
    for _, group in groupby(placed, key=itemgetter(0)):
        equal = [seat for _, seat in group]
        shares = [(under + equal.count(seat) / 2) / len(ends[seat]) for seat, under in enumerate(below)]
        zeros, product = shares.count(0.0), prod(filter(None, shares))
        for seat in equal:
            won[seat] += product / shares[seat] / len(ends[seat]) if not zeros else 0.0
            below[seat] += 1
    together = fsum(won)
    return [chance / together for chance in won]


def _ends(known: Strays, score: float, turns: float) -> list[float]:
    return [score + stray for stray in _between(known, turns)]


def _between(known: Strays, turns: float) -> Sequence[float]:
    """Return the strays of so many turns, those of part of a turn by a straight line."""
    whole = int(turns)
    part = turns - whole
    if not part:
        return known[whole]
    fewer = known[whole] if whole else [0.0] * len(known[1])
    return [less + part * (more - less) for less, more in zip(fewer, known[whole + 1], strict=True)]
