"""What each player could expect of a game after every turn, as the picture of a review shows it."""

from bisect import bisect_right
from collections.abc import Container, Sequence

from bot.games import CATALOGUE
from bot.screens.kit import MOST_LINES, Curve, CurveLine, RenderContext
from bot.screens.review.words import scale_of
from bot.tables.records.course import course, turn_ends
from bot.tables.records.game_reviews import ReviewedGame
from bot.thinker.reviewed import Mistake


def review_curve(
    context: RenderContext,
    found: ReviewedGame,
    seat: int,
    costly: Sequence[Mistake],
    names: Sequence[str],
    told: Container[int] | None = None,
) -> Curve | None:
    """Return the curve about ``seat``, of whom ``costly`` are the marked decisions; ``names`` by seat.

    It has lines of the seats in ``told``; None is all of them. Return None where nobody has a review.
    """
    t, unit = context.t, found.review.unit
    chance = t("Chance to win after every turn, in 100 games")
    label = {"win": chance, "turns": t("Turns to expect after every turn")}
    lines = [_line(context, found, one, costly if one == seat else None, names) for one in _shown(found, seat, told)]
    if not lines:
        return None
    return Curve(
        title=t("Review · {game}", game=t(CATALOGUE[found.table.game.key].label)),
        subtitle=t("Table {code}", code=found.table.code),
        label=label.get(unit, t("Final score to expect after every turn")),
        mark=t("costliest decisions"),
        lines=tuple(lines),
        chance_label=chance,
        language=t.language,
    )


def _shown(found: ReviewedGame, seat: int, told: Container[int] | None) -> list[int]:
    """Return the seats with a line, in playing order: the shown one, and the first of the ranking."""
    outcome = found.table.outcome
    ranked = [one for group in (outcome.ranks if outcome else ()) for one in group]
    order = sorted(ranked, key=lambda one: one != seat)
    allowed = order if told is None else [one for one in order if one in told]
    able = [one for one in allowed if found.review.seats[one] is not None and found.sheets[one] is not None]
    return sorted(able[:MOST_LINES])


def _line(
    context: RenderContext, found: ReviewedGame, seat: int, costly: Sequence[Mistake] | None, names: Sequence[str]
) -> CurveLine:
    """Return the line of ``seat``; ``costly`` is None unless the picture is about it."""
    sheet = found.sheets[seat]
    assert sheet is not None  # noqa: S101 - _shown has asked.
    ends = turn_ends(sheet.replay, 0 if found.table.has_own_tables else seat)
    scale, chances = scale_of(found.review.unit), found.chances[seat] if found.chances else None
    beside = chances is not None and found.review.unit != "win"  # Else the values are the chances.
    return CurveLine(
        name=names[seat],
        instead=context.t("Player {number}", number=seat + 1),
        values=tuple(round(scale * one, 1) for one in course(found.table, found.review, seat, sheet.replay)),
        costly=tuple(sorted({bisect_right(ends, one.move) + 1 for one in costly or ()})),
        shown=costly is not None,
        chances=tuple(round(100 * one, 1) for one in chances or ()) if beside else (),
    )
