"""The chance of each player to win, who may play better or worse than the others.

**Score sheets.** It follows from what each can expect and how many turns they have left. Final scores stray from what
was to be expected. How far they do so is known for each sheet and number of turns left, from games of the champion by
the default rules (``scripts/mind/chances.py`` writes it, and measures whether what is said here comes true). Somebody's
final score is one of these equally likely ones; players stray independently.

**Chances to win.** What is known is the chance between equals; an edge moves it. Where a goal ends the game, the edge
follows from the turns that each still needs (``scripts/mind/unequal.py needed``); where what both have says all, it is
known of every pair of levels (``… ahead``); elsewhere it follows from how often levels win.

It imports nothing else of the mind that thinks, so screens may ask without loading any of that.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import groupby
from math import fsum, prod
from operator import itemgetter
from typing import NamedTuple

from bot.mind.strengths import edge, level_place, measured, step

FILE = "strays.json"
"""The file in the folder of score sheets."""

Strays = Sequence[Sequence[float]]
"""By turns left: by how many points a final score may differ from the expected one, each as likely, in order."""


@cache
def strays(key: str) -> Strays | None:
    """Return how far final scores stray on the sheet ``key`` by its default rules; None where nobody knows."""
    tenths = measured(key, FILE)
    return tenths and [[distance / 10 for distance in row] for row in tenths]


_LATER = 1.2
"""Mistakes come early: they cost most while many boxes are open."""


def of_player(known: Strays, lost: float, rows: Mapping[int, Sequence[float]], held: float | None = None) -> Strays:
    """Return the strays of somebody whose decisions lose so many points in a whole game.

    ``rows`` are strays of their own by turns left, where a review has followed the sheet; they hold what is lost, or
    as if so much were that is ``held``.
    """
    turns = len(known) - 1
    costs = [still_lost(lost, left, turns) for left in range(turns + 1)]
    more = 0.0 if held is None else held - lost
    return [
        [distance + still_lost(more, left, turns) for distance in rows[left]]
        if left in rows
        else [distance - cost for distance in row]
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


# -- Two players who race to a goal: the turns that each still needs say who is ahead, and how safely ----------------

NEEDED = "needed.json"
"""The file in the folder of a game in which nobody's turn changes what others have."""

Needed = Mapping[int, Sequence[int]]
"""By somebody's points before a turn: the turns that they may need, the next included; each as likely, in order."""


@cache
def needed(key: str) -> Mapping[float, Needed] | None:
    """Return the turns that levels need by the default rules, by their places, the champion first.

    None where nobody knows. Of a champion they are those of somebody alone: it hardly hurries or waits for the other.
    """
    levels = measured(key, NEEDED)
    if levels is None:
        return None
    places = {level_place(key, level): turns for level, turns in levels.items()}
    return {place: {int(had): turns for had, turns in places[place].items()} for place in sorted(places)}


AHEAD = "ahead.json"
"""The file in the folder of a game of rounds, in which what both have says all before a turn."""


class Ahead(NamedTuple):
    """By how much levels are ahead of champions when they play against each other."""

    places: Sequence[float]
    """Of the levels, the champion first."""
    moments: Mapping[str, Sequence[int]]
    """By the points of the seat to act and of the other, in thousandths of a step: for each level of the seat to act,
    against each level of the other; first if it begins the round, then if it answers."""


@cache
def ahead(key: str) -> Ahead | None:
    """Return by how much levels are ahead by the default rules; None where nobody knows."""
    known = measured(key, AHEAD)
    return known and Ahead([level_place(key, level) for level in known["levels"]], known["moments"])


def edges(
    key: str,
    places: Mapping[int, float],
    had: Sequence[int],
    turn: int | None,
    *,
    answers: bool = False,
    left: float = 1.0,
) -> dict[int, float]:
    """Return the edge of each player over a champion, where turns or pairs are known, else over a regular player.

    Edges are of the game from here on, in steps on a bell curve. ``places`` are those of the players
    (:meth:`bot.mind.strengths.Losses.place`), ``had`` the points of each seat, ``turn`` is the seat to act, and
    ``answers`` says whether another one began the round. Who is slow but steady loses ground with every turn, and less
    the fewer are left. So where more is known, the edge of the seat to act is what lies between two such players and
    two champions with as many points; the other's is 0. Elsewhere only the part of the game that is ``left`` can show
    who plays better: what strays does so with the root of it.
    """
    if turn is not None and turn in places and len(places) == 2:
        (rival,) = places.keys() - {turn}
        if (pairs := ahead(key)) is not None:
            return {turn: _ahead(pairs, [had[turn], had[rival]], answers, places[turn], places[rival]), rival: 0.0}
        if (known := needed(key)) is not None:
            both = turn, rival
            equal = [_still_needed(known, had[seat], 0.0) for seat in both]
            own = [_still_needed(known, had[seat], places[seat]) for seat in both]
            return {turn: step(_first_there(*own)) - step(_first_there(*equal)), rival: 0.0}
    return {seat: edge(key, place) * left**0.5 for seat, place in places.items()}


def _ahead(known: Ahead, had: Sequence[int], answers: bool, mine: float, theirs: float) -> float:
    many = len(known.places)
    every = known.moments[" ".join(map(str, had))][answers * many * many :]
    rows = [every[many * level : many * (level + 1)] for level in range(many)]
    by_rival = [_on_line(known.places, row, theirs) for row in rows]
    return _on_line(known.places, by_rival, mine) / 1000


def _on_line(places: Sequence[float], numbers: Sequence[float], place: float) -> float:
    better, part = _beside(places, place)
    return numbers[better] + part * (numbers[better + 1] - numbers[better])


def _beside(places: Sequence[float], place: float) -> tuple[int, float]:
    """Return which two levels are beside this place, or nearest to it, by the better one; and how far it is to go."""
    better = min(max(bisect_left(places, place) - 1, 0), len(places) - 2)
    return better, (place - places[better]) / (places[better + 1] - places[better])


def _still_needed(known: Mapping[float, Needed], had: int, place: float) -> list[float]:
    """Return the turns that somebody needs at this place, by a straight line through the two levels beside them."""
    places = list(known)
    better, part = _beside(places, place)
    pairs = zip(known[places[better]][had], known[places[better + 1]][had], strict=True)
    return sorted(turns + part * (more - turns) for turns, more in pairs)  # Beyond a beginner they may cross.


def _first_there(first: Sequence[float], second: Sequence[float]) -> float:
    """Return the chance that who acts first needs no more turns, both in order; halves of turns are nobody's."""
    return sum(bisect_left(first, theirs + 0.5) for theirs in second) / len(first) / len(second)
