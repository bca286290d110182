"""Why an answer is the best, in a sentence or two: what the turn brings, what is left for later, and what it is for."""

from collections.abc import Iterator, Sequence

from bot.engine import N_
from bot.games.yum.rules import Yum
from bot.screens.games.yum.bonus_terms import bonus_term
from bot.screens.games.yum.news import place_name
from bot.screens.kit import RenderContext
from bot.tables.puzzles.shipped import Puzzle, game_of

_ALIKE = 0.05
"""Smaller amounts would be shown as nothing."""

_SPLIT = {
    (1, 1): N_("Compared with “{other}”, it brings {now} points more in this turn and {later} more later."),
    (1, 0): N_("Compared with “{other}”, it brings {now} points more in this turn, and as many later."),
    (1, -1): N_("Compared with “{other}”, it brings {now} points more in this turn, and only {later} fewer later."),
    (0, 1): N_("Compared with “{other}”, it brings as many points in this turn, and {later} more later."),
    (-1, 1): N_("Compared with “{other}”, it brings {now} points fewer in this turn, but {later} more later."),
}
"""By the signs of what the turn brings more and of what comes later; together they are positive."""

_BONUS = N_("The upper bonus decides: without it, “{other}” would be better by {n} points.")


def reason_lines(context: RenderContext, puzzle: Puzzle, names: Sequence[str], own: int) -> Iterator[str]:
    """Yield why the best answer is better than the reader's ``own``, or, if that is the best, than the natural one."""
    other = puzzle.natural if own == puzzle.best else own
    best, worse = puzzle.answers[puzzle.best], puzzle.answers[other]
    now, later = best.now - worse.now, best.later - worse.later
    t = context.t
    yield t(
        _SPLIT[_sign(now), _sign(later)],
        other=names[other],
        now=t.tenths(abs(now)),
        later=t.tenths(abs(later)),
    )
    chance, game = worse.chance, game_of(puzzle.game)
    if not isinstance(game, Yum):
        return
    if worse.without_bonus is not None:
        yield t(bonus_term(game.layout, _BONUS), other=names[other], n=t.tenths(worse.without_bonus))
    if chance is not None:
        yield t(
            "The turn ends in {box} in {n} of 100 rather than in {m}.",
            box=place_name(context, game, _box(chance.do), 0),
            n=chance.best,
            m=chance.other,
        )
    elif _fills(best.do) and _fills(worse.do) and _box(best.do) != _box(worse.do):
        yield t("The box {box} stays open for a better throw.", box=place_name(context, game, _box(worse.do), 0))


def _sign(amount: float) -> int:
    return 0 if abs(amount) < _ALIKE else 1 if amount > 0 else -1


def _fills(do: str) -> bool:
    return do.startswith(("mark", "strike"))


def _box(do: str) -> str:
    return do.split(" ")[1]
