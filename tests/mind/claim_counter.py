"""Counts what reasons claim, without the code that makes them: games are played on by the advice, with real dice.

A claim tells a quantity of two actions. Here each of them is done many times, and the quantity is counted in what comes
out: by the game itself, or on sheets by :mod:`tests.mind.quick_sheets`. What one can list is listed instead: the ends
of a turn on a sheet, and throws of Can't Stop.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import product
from math import sqrt
from typing import Any, NamedTuple

from bot.engine import Action, AnyGame, Dice, Faces
from bot.engine.dice import FairDice, ScriptedDice
from bot.engine.types import text
from bot.games.yum.mind.exact import SheetEvaluator
from bot.games.yum.rules import Yum
from bot.mind.evaluator import Evaluator
from bot.mind.reasons import Finding
from tests.mind.quick_sheets import QuickSheets, TurnEnd

_LARGE = 50.0


class Counted(NamedTuple):
    """A number of a claim, and what was counted."""

    claimed: float
    mean: float
    error: float
    """The standard error of the mean; 0 where everything was listed."""

    @property
    def strays(self) -> float:
        """How many standard errors lie between the two, beyond the last digit that people see."""
        return max(0.0, abs(self.mean - self.claimed) - 0.005) / (self.error or 0.001)

    @property
    def away(self) -> float:
        """The same with its sign, and to the last digit; 0 where nothing was left to chance."""
        far = self.mean - self.claimed
        return far / self.error if self.error and abs(far) > 1e-9 else 0.0


def count(
    game: AnyGame,
    evaluator: Evaluator,
    state: Any,
    claims: Sequence[Finding],
    best: Action,
    done: Action,
    times: int,
    seed: int,
) -> list[tuple[Counted, Counted]]:
    """Return both numbers of each claim, counted ``times`` times: all of them in the same games."""
    counted: list[list[Counted]] = [[] for _ in claims]
    of_sheets = isinstance(game, Yum) and isinstance(evaluator, SheetEvaluator)
    quick = _quick(game, evaluator) if of_sheets else None
    played = any(claim.claim in _IN_THE_END if quick else claim.claim not in _LISTED for claim in claims)
    advised = cache(lambda state: evaluator.advise(state).actions[0][0])
    for answer, action in enumerate((best, done)):
        dice = FairDice(f"{seed}".encode().ljust(32, b"-"), "count")
        if quick:
            games = [_Played(*quick.play(state, action, dice), [], ()) for _ in range(times * played)]
            ends = list(quick.ends(state, action)) if any(claim.claim not in _IN_THE_END for claim in claims) else []
        else:
            games = [_play(game, advised, state, action, _InOrder(dice)) for _ in range(times * played)]
        for claim, both in zip(claims, counted, strict=True):
            claimed = (claim.best, claim.done)[answer]
            if quick and claim.about.startswith("keep "):
                least, most = quick.often(state, action, tuple(map(int, claim.about.split(" ")[1:])))
                both.append(Counted(claimed, min(max(claimed, least), most), 0.0))
            elif quick and claim.claim not in _IN_THE_END:
                both.append(Counted(claimed, sum(_shares(game, state, ends, claim)), 0.0))
            elif claim.claim in _LISTED:
                both.append(Counted(claimed, _LISTED[claim.claim](game, evaluator, state, action), 0.0))
            else:
                found = [value for one in games if (value := _found(game, state, one, claim)) is not None]
                counted_out = _mean(claimed, found, chance=claim.unit == "chance")
                both.append(counted_out._replace(claimed=counted_out.mean) if claim.unit == "order" else counted_out)
    return [(first, second) for first, second in counted]


@lru_cache(maxsize=32)
def _quick(game: Any, evaluator: Any) -> QuickSheets:
    return QuickSheets(game, evaluator)


def _shares(game: Yum, state: Any, ends: Sequence[TurnEnd], claim: Finding) -> Iterator[float]:
    """Yield what each end of a turn brings of a claim, as often as it comes."""
    for end in ends:
        yield end.chance * (_KINDS[claim.claim](game, state, end.after, claim, []) or 0.0)


def _mean(claimed: float, found: list[float], *, chance: bool) -> Counted:
    if not found:
        return Counted(claimed, claimed, 1.0)
    many, mean = len(found), sum(found) / len(found)
    spread = sum((value - mean) ** 2 for value in found) / max(1, many - 1)
    if chance:
        spread = max(spread, claimed * (1 - claimed), 1 / many)
    if not spread:  # All alike: something rare and large may be missing.
        spread = abs(claimed - mean) * _LARGE
    return Counted(claimed, mean, sqrt(spread / many) if spread else 0.0)


def refuted(claim: Finding, best: Counted, done: Counted, strays: float = 5.0) -> bool:
    """Whether a number is another one than was counted, or the two differ the other way.

    Of a claim that tells only the order, this last alone can be wrong.
    """
    if max(best.strays, done.strays) > strays:
        return True
    more, error = best.mean - done.mean, sqrt(best.error**2 + done.error**2)
    return (more > 0) != (claim.best > claim.done) and abs(more) > strays * error


# -- Ways that a game goes on -------------------------------------------------------------------------------------


class _Played(NamedTuple):
    """How a game went on."""

    turn: Any
    """The position at the end of the turn."""
    end: Any
    """The last position that was played to."""
    taken: list[str]
    """What was done in the turn."""
    dice: tuple[int, ...]
    """Those that the turn ended with."""


class _InOrder:
    """Dice that lie in order as they fall: so what is the same throw is the same moment."""

    def __init__(self, dice: FairDice) -> None:
        self._dice = dice

    def roll(self, count: int, sides: int = 6, tie: int | None = None) -> Faces:
        return tuple(sorted(self._dice.roll(count, sides, tie)))


def _play(game: AnyGame, advised: Callable[[Any], Action], state: Any, action: Action, dice: Dice) -> _Played:
    """Do ``action``, and play the turn on by the advice."""
    seat, taken = state.turn, [text(action)]
    after = game.apply(state, action, dice).state
    fallen = state.dice if _turn_is_over(state, after) else ()
    while not _turn_is_over(state, after):
        chosen = advised(after)
        if after.turn == seat:
            taken.append(text(chosen))
        fallen = after.dice
        after = game.apply(after, chosen, dice).state
    if hasattr(state, "pot"):
        fallen = after.last.hands[seat]
    return _Played(after, after, taken, tuple(fallen))


def _found(game: AnyGame, state: Any, played: _Played, claim: Finding) -> float | None:
    """Return what there is of the claim in a game; None where it does not apply."""
    if claim.claim == "later":
        return float(game.scores(played.end)[state.turn]) - _written(game, played.turn, state.turn)
    if claim.claim == "third":
        return float(_TOKENS[max(played.dice)]) if played.dice.count(1) > 1 else None
    if claim.about.startswith("keep "):
        missing = Counter(map(int, claim.about.split(" ")[1:])) - Counter(played.dice)
        return float(not missing)
    after = played.end if claim.claim in _IN_THE_END else played.turn
    return _KINDS[claim.claim](game, state, after, claim, played.taken)


def _turn_is_over(before: Any, after: Any) -> bool:
    """Whether the turn of the seat that acted ``before`` is over; in 421, the round."""
    seat = before.turn
    if after.turn is None:
        return True
    if hasattr(before, "pot"):
        return bool(before.round != after.round or before.tokens != after.tokens)
    if hasattr(before, "rack"):
        return bool(before.taken[seat] != after.taken[seat] or after.turn != seat)
    return bool(after.turn != seat or after.last != before.last)


def _cells(game: Any, state: Any, seat: int, key: str) -> Iterator[Any]:
    """Yield the filled cells of the box ``key``."""
    for column in state.sheets[seat]:
        for box, cell in zip(game.layout.boxes, column, strict=True):
            if cell is not None and box.key == key:
                yield cell


def _written(game: Any, state: Any, seat: int) -> float:
    return float(
        sum(
            column.multiplier * (column.upper + column.lower + column.yum_bonus)
            for column in game.totals(state, seat).columns
        )
    )


def _filled_now(game: Any, before: Any, after: Any, claim: Finding) -> Any:
    """Return the cell of the box that was filled in this turn; None if it was another box."""
    key = claim.about.split(" ")[1]
    seat, places = before.turn, [box.key for box in game.layout.boxes]
    for old, new in zip(before.sheets[seat], after.sheets[seat], strict=True):
        for box, cell, filled in zip(places, old, new, strict=True):
            if box == key and cell is None and filled is not None:
                return filled
    return None


def _hit(game: Any, before: Any, after: Any, claim: Finding, taken: list[str]) -> float:
    if not hasattr(before, "sheets"):
        return float(any(do.split(" ")[:2] == claim.about.split(" ") for do in taken))
    cell = _filled_now(game, before, after, claim)
    return float(cell is not None and _written(game, after, before.turn) > _written(game, before, before.turn))


def _spent(game: Any, before: Any, after: Any, claim: Finding, taken: list[str]) -> float:
    if not hasattr(before, "sheets"):
        return float(any(do.split(" ")[:2] == claim.about.split(" ") for do in taken))
    return float(_filled_now(game, before, after, claim) is not None)


def _turn_box(game: Any, before: Any, after: Any, claim: Finding, taken: list[str]) -> float:
    now = _written(game, after, before.turn) - _written(game, before, before.turn)
    return now if _filled_now(game, before, after, claim) is not None else 0.0


def _box(game: Any, before: Any, after: Any, claim: Finding, taken: list[str]) -> float:
    """Return what the box got, or the boxes together: all were open."""
    keys = [do.split(" ")[1] for do in claim.about.split(" + ")]
    cells = [cell for key in keys for cell in _cells(game, after, before.turn, key)]
    assert not [cell for key in keys for cell in _cells(game, before, before.turn, key)]
    written = float(sum(cell.written for cell in cells))
    return float(written > 0) if claim.unit == "chance" else written


def _bonus(game: Any, before: Any, after: Any, claim: Finding, taken: list[str]) -> float:
    bonus = sum(column.bonus for column in game.totals(after, before.turn).columns)
    return float(bonus > 0) if claim.unit == "chance" else float(bonus)


def _upper(game: Any, before: Any, after: Any, claim: Finding, taken: list[str]) -> float:
    return float(sum(column.upper + column.bonus for column in game.totals(after, before.turn).columns))


def _par(game: Any, before: Any, after: Any, claim: Finding, taken: list[str]) -> float:
    """Return how far the filled upper boxes are ahead of so many of each face."""
    ((faces, column),) = [(range(1, 7), column) for column in after.sheets[before.turn]]
    many = int(claim.about.split(" ")[1])
    return float(sum(cell.written - many * face for face, cell in zip(faces, column, strict=False) if cell is not None))


def _extra(game: Any, before: Any, after: Any, claim: Finding, taken: list[str]) -> float:
    bonuses = (sum(column.yum_bonus for column in game.totals(state, before.turn).columns) for state in (after, before))
    return float(next(bonuses) - next(bonuses))


def _now(game: Any, before: Any, after: Any, claim: Finding, taken: list[str]) -> float:
    return _written(game, after, before.turn) - _written(game, before, before.turn)


def _total(game: Any, state: Any, seat: int) -> int:
    return min(int(game.total(state, seat)), int(game.goal))


def _bust(game: Any, before: Any, after: Any, claim: Finding, taken: list[str]) -> float:
    if hasattr(before, "cones"):
        return float(not after.last.stopped)
    seat = before.turn
    qualified = getattr(before, "qualified", None) != getattr(after, "qualified", None)
    return float(_total(game, before, seat) == _total(game, after, seat) and not qualified)


def _gain(game: Any, before: Any, after: Any, claim: Finding, taken: list[str]) -> float | None:
    if _bust(game, before, after, claim, taken):
        return None
    return float(_total(game, after, before.turn) - _total(game, before, before.turn))


def _reach(game: Any, before: Any, after: Any, claim: Finding, taken: list[str]) -> float:
    return float(_total(game, after, before.turn) >= game.goal)


def _qualify(game: Any, before: Any, after: Any, claim: Finding, taken: list[str]) -> float:
    return float(after.qualified[before.turn])


def _dearer(game: Any, before: Any, after: Any, claim: Finding, taken: list[str]) -> float:
    from bot.games.yamslam.rules import KINDS  # noqa: PLC0415 - of one game alone.

    points = {f"take {kind.key}": kind.points for kind in KINDS}
    return float(any(points.get(do, 0) > points[claim.about] for do in taken))


def _nothing(game: Any, before: Any, after: Any, claim: Finding, taken: list[str]) -> float:
    return float(not any(do.startswith("take") for do in taken))


def _again(game: Any, before: Any, after: Any, claim: Finding, taken: list[str]) -> float:
    return float(after.turn == before.turn)


def _order(before: Any, after: Any) -> int:
    """Return whether the round of 421 was won (1), tied (0) or lost (-1)."""
    from bot.games.four_two_one.rules import place  # noqa: PLC0415 - of one game alone.

    hands = after.last.hands
    mine, theirs = place(hands[before.turn]), place(hands[1 - before.turn])
    return (mine < theirs) - (mine > theirs)


def _round(game: Any, before: Any, after: Any, claim: Finding, taken: list[str]) -> float:
    return float(_order(before, after) > 0)


def _came(before: Any, after: Any, seat: int) -> float:
    return float(after.tokens[seat] - before.tokens[seat])


def _won(game: Any, before: Any, after: Any, claim: Finding, taken: list[str]) -> float | None:
    return _came(before, after, 1 - before.turn) if _order(before, after) > 0 else None


def _lost(game: Any, before: Any, after: Any, claim: Finding, taken: list[str]) -> float | None:
    return _came(before, after, before.turn) if _order(before, after) < 0 else None


def _tie(game: Any, before: Any, after: Any, claim: Finding, taken: list[str]) -> float:
    return float(_order(before, after) == 0)


def _receives(game: Any, before: Any, after: Any, claim: Finding, taken: list[str]) -> float:
    return max(0.0, _came(before, after, before.turn))


def _gives(game: Any, before: Any, after: Any, claim: Finding, taken: list[str]) -> float:
    return max(0.0, _came(before, after, 1 - before.turn))


def _wins_game(game: Any, before: Any, after: Any, claim: Finding, taken: list[str]) -> float:
    return float(after.turn is None and after.winners == (before.turn,))


def _loses_game(game: Any, before: Any, after: Any, claim: Finding, taken: list[str]) -> float:
    return float(after.turn is None and before.turn not in after.winners)


_TOKENS = {1: 7, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6}
"""What 1-1 and another die sets."""

_HEIGHTS = {2: 3, 3: 5, 4: 7, 5: 9, 6: 11, 7: 13, 8: 11, 9: 9, 10: 7, 11: 5, 12: 3}


def _rises(before: Any, after: Any) -> dict[int, float]:
    """Return how far each column has risen, as a part of it."""
    old, new = (dict(state.cones[before.turn]) for state in (before, after))
    return {column: (new.get(column, 0) - old.get(column, 0)) / top for column, top in _HEIGHTS.items()}


def _climbed(game: Any, before: Any, after: Any, claim: Finding, taken: list[str]) -> float | None:
    return sum(_rises(before, after).values()) if after.last.stopped else None


def _column(game: Any, before: Any, after: Any, claim: Finding, taken: list[str]) -> float:
    return _rises(before, after)[int(claim.about.split(" ")[1])]


_KINDS: dict[str, Callable[[Any, Any, Any, Finding, list[str]], float | None]] = {
    "hit": _hit,
    "spent": _spent,
    "waits": _spent,
    "par": _par,
    "settled": _spent,
    "turn_box": _turn_box,
    "box": _box,
    "kept_open": _box,
    "filled_now": _box,
    "bonus": _bonus,
    "upper": _upper,
    "extra": _extra,
    "now": _now,
    "bust": _bust,
    "gain": _gain,
    "reach": _reach,
    "qualify": _qualify,
    "dearer": _dearer,
    "nothing": _nothing,
    "round": _round,
    "tie": _tie,
    "climbed": _climbed,
    "column": _column,
    "won_tokens": _won,
    "lost_tokens": _lost,
    "receives": _receives,
    "gives": _gives,
    "begins": _again,
    "wins_game": _wins_game,
    "loses_game": _loses_game,
    "again": _again,
}
_IN_THE_END = {"later", "box", "kept_open", "filled_now", "bonus", "upper", "extra"}


# -- Can't Stop: all throws can be listed ----------------------------------------------------------------------------

_THROWS = Counter(tuple(sorted(faces)) for faces in product(range(1, 7), repeat=4))


def _after(game: Any, evaluator: Evaluator, state: Any, action: Action) -> tuple[Any, bool]:
    """Return the moment after a move, and whether somebody throws then."""
    if text(action) == "roll":
        return state, True
    if text(action) == "stop":
        return state, False
    after = game.apply(state, action, ScriptedDice(())).state
    return after, text(evaluator.advise(after).actions[0][0]) == "roll"


def _thrown(game: Any, state: Any) -> Iterator[tuple[float, Any, list[Any]]]:
    """Yield the chance of each throw, and the moments after its moves; none where it loses the turn."""
    roll = next(action for action in game.legal_actions(state) if text(action) == "roll")
    for faces, many in _THROWS.items():
        fallen = game.apply(state, roll, ScriptedDice((faces,))).state
        moves = [action for action in game.legal_actions(fallen) if text(action).startswith("move")]
        lost = fallen.turn != state.turn or not fallen.dice
        yield many / 6**4, fallen, [] if lost else [game.apply(fallen, move, ScriptedDice(())).state for move in moves]


def _stuck(game: Any, evaluator: Evaluator, state: Any, action: Action) -> float:
    after, throws = _after(game, evaluator, state, action)
    return sum(chance for chance, _, moves in _thrown(game, after) if not moves) if throws else 0.0


_LISTED = {"stuck": _stuck}
