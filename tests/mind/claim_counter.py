"""Counts what reasons claim, without the code that makes them: games are played on by the advice, with real dice.

A claim tells a quantity of two actions. Here each of them is done many times by the game itself, and the quantity is
counted in what comes out. Throws that one can list are listed instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from math import sqrt
from typing import Any, NamedTuple

from bot.engine import Action, AnyGame
from bot.engine.dice import FairDice, ScriptedDice
from bot.engine.types import text
from bot.mind.evaluator import Evaluator
from bot.mind.reasons import Finding

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


def count(
    game: AnyGame, evaluator: Evaluator, state: Any, claim: Finding, best: Action, done: Action, times: int, seed: int
) -> tuple[Counted, Counted]:
    """Return both numbers of a claim, counted ``times`` times."""
    counted = []
    for claimed, action in ((claim.best, best), (claim.done, done)):
        if claim.claim in _LISTED:
            counted.append(Counted(claimed, _LISTED[claim.claim](game, evaluator, state, action), 0.0))
            continue
        dice = FairDice(f"{seed}".encode().ljust(32, b"-"), "count")
        found = [
            value for _ in range(times) if (value := _once(game, evaluator, state, action, claim, dice)) is not None
        ]
        counted.append(_mean(claimed, found, chance=claim.unit == "chance"))
    return counted[0], counted[1]


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
    """Whether a number is another one than was counted, or the two differ the other way."""
    if max(best.strays, done.strays) > strays:
        return True
    more, error = best.mean - done.mean, sqrt(best.error**2 + done.error**2)
    return (more > 0) != (claim.best > claim.done) and abs(more) > strays * error


# -- One way that a game goes on -------------------------------------------------------------------------------------


def _once(
    game: AnyGame, evaluator: Evaluator, state: Any, action: Action, claim: Finding, dice: FairDice
) -> float | None:
    """Do ``action``, play on by the advice, and return what there is of the claim; None where it does not apply."""
    kind, seat = claim.claim, state.turn
    to_the_end = kind in _IN_THE_END
    taken = [text(action)]
    after = game.apply(state, action, dice).state
    at_turn_end = after
    while game.turn(after) is not None and (to_the_end or not _turn_is_over(state, after)):
        chosen = evaluator.advise(after).actions[0][0]
        under_way = not _turn_is_over(state, after)
        if under_way and after.turn == seat:
            taken.append(text(chosen))
        after = game.apply(after, chosen, dice).state
        at_turn_end = after if under_way else at_turn_end
    if kind == "later":
        return float(game.scores(after)[seat]) - _written(game, at_turn_end, seat)
    return _KINDS[kind](game, state, after, claim, taken)


def _turn_is_over(before: Any, after: Any) -> bool:
    """Whether the turn of the seat that acted ``before`` is over; in 421, the round."""
    seat = before.turn
    if hasattr(before, "sheets"):
        return bool(before.sheets[seat] != after.sheets[seat])
    if hasattr(before, "pot"):
        return bool(before.round != after.round or before.tokens != after.tokens)
    if hasattr(before, "rack"):
        return bool(before.taken[seat] != after.taken[seat] or after.turn != seat)
    return bool(after.turn != seat or after.last != before.last)


def _cells(game: Any, state: Any, seat: int, key: str) -> Iterator[Any]:
    """Yield the filled cells of the box ``key``, and of those that may take its place."""
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
    """Return what the box got; of several Yums, of which one may be the other, what all those got that were open."""
    keys = {claim.about.split(" ")[1]}
    if keys & _YUMS:
        keys = _YUMS & {box.key for box in game.layout.boxes}
    cells = [cell for key in keys for cell in _cells(game, after, before.turn, key)]
    filled = [cell for key in keys for cell in _cells(game, before, before.turn, key)] if len(keys) > 1 else []
    return float(sum(cell.written for cell in cells) - sum(cell.written for cell in filled))


def _bonus(game: Any, before: Any, after: Any, claim: Finding, taken: list[str]) -> float:
    bonus = sum(column.bonus for column in game.totals(after, before.turn).columns)
    return float(bonus > 0) if claim.unit == "chance" else float(bonus)


def _upper(game: Any, before: Any, after: Any, claim: Finding, taken: list[str]) -> float:
    return float(sum(column.upper + column.bonus for column in game.totals(after, before.turn).columns))


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


def _nothing(game: Any, before: Any, after: Any, claim: Finding, taken: list[str]) -> float:
    return float(not any(do.startswith("take") for do in taken))


def _order(before: Any, after: Any) -> tuple[int, int]:
    """Return whether the round of 421 was won (1), tied (0) or lost (-1), and what the better hand sets."""
    from bot.games.four_two_one.rules import place, value  # noqa: PLC0415 - of one game alone.

    hands = after.last.hands
    mine, theirs = place(hands[before.turn]), place(hands[1 - before.turn])
    return (mine < theirs) - (mine > theirs), value(hands[before.turn if mine < theirs else 1 - before.turn])


def _round(game: Any, before: Any, after: Any, claim: Finding, taken: list[str]) -> float:
    return float(_order(before, after)[0] > 0)


def _won(game: Any, before: Any, after: Any, claim: Finding, taken: list[str]) -> float | None:
    order, tokens = _order(before, after)
    return float(tokens) if order > 0 else None


def _lost(game: Any, before: Any, after: Any, claim: Finding, taken: list[str]) -> float | None:
    order, tokens = _order(before, after)
    return float(tokens) if order < 0 else None


def _tie(game: Any, before: Any, after: Any, claim: Finding, taken: list[str]) -> float:
    return float(_order(before, after)[0] == 0)


_HEIGHTS = {2: 3, 3: 5, 4: 7, 5: 9, 6: 11, 7: 13, 8: 11, 9: 9, 10: 7, 11: 5, 12: 3}


def _rises(before: Any, after: Any) -> dict[int, float]:
    """Return how far each column has risen, as a part of it."""
    old, new = (dict(state.cones[before.turn]) for state in (before, after))
    return {column: (new.get(column, 0) - old.get(column, 0)) / top for column, top in _HEIGHTS.items()}


def _climbed(game: Any, before: Any, after: Any, claim: Finding, taken: list[str]) -> float | None:
    return sum(_rises(before, after).values()) if after.last.stopped else None


def _column(game: Any, before: Any, after: Any, claim: Finding, taken: list[str]) -> float:
    return _rises(before, after)[int(claim.about.split(" ")[1])]


_YUMS = {"yum", "yum2", "yum3"}

_KINDS: dict[str, Callable[[Any, Any, Any, Finding, list[str]], float | None]] = {
    "hit": _hit,
    "spent": _spent,
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
    "nothing": _nothing,
    "round": _round,
    "tie": _tie,
    "climbed": _climbed,
    "column": _column,
    "won_tokens": _won,
    "lost_tokens": _lost,
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
