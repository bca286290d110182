"""What each player could expect of a game after every turn, as the picture of a review shows it."""

from bisect import bisect_right
from collections.abc import Sequence

from bot.games import CATALOGUE
from bot.screens.kit import MOST_LINES, Curve, CurveLine, RenderContext
from bot.screens.review.words import scale_of
from bot.tables.records.game_reviews import ReviewedGame, Sheet
from bot.thinker.reviewed import Mistake, SeatReview


def review_curve(
    context: RenderContext, found: ReviewedGame, seat: int, costly: Sequence[Mistake], names: Sequence[str]
) -> Curve | None:
    """Return the curve about ``seat``, of whom ``costly`` are the marked decisions; ``names`` by seat.

    None where nobody has a review.
    """
    t, unit = context.t, found.review.unit
    label = {"win": t("Chance to win after every turn, in 100 games"), "turns": t("Turns to expect after every turn")}
    lines = [_line(context, found, one, costly if one == seat else None, names) for one in _shown(found, seat)]
    if not lines:
        return None
    return Curve(
        title=t("Review · {game}", game=t(CATALOGUE[found.table.game.key].label)),
        subtitle=t("Table {code}", code=found.table.code),
        label=label.get(unit, t("Final score to expect after every turn")),
        mark=t("costliest decisions"),
        lines=tuple(lines),
        language=t.language,
    )


def _shown(found: ReviewedGame, seat: int) -> list[int]:
    """Return the seats with a line, in playing order: the shown one, and the first of the ranking."""
    outcome = found.table.outcome
    ranked = [one for group in (outcome.ranks if outcome else ()) for one in group]
    order = sorted(ranked, key=lambda one: one != seat)
    able = [one for one in order if found.review.seats[one] is not None and found.sheets[one] is not None]
    return sorted(able[:MOST_LINES])


def _line(
    context: RenderContext, found: ReviewedGame, seat: int, costly: Sequence[Mistake] | None, names: Sequence[str]
) -> CurveLine:
    """Return the line of ``seat``; ``costly`` is None unless the picture is about it."""
    sheet, review = found.sheets[seat], found.review.seats[seat]
    assert sheet is not None  # noqa: S101 - _shown has asked.
    assert review is not None  # noqa: S101
    ends = _turn_ends(sheet, 0 if found.table.has_own_tables else seat)
    return CurveLine(
        name=names[seat],
        instead=context.t("Player {number}", number=seat + 1),
        values=_values(found, seat, review, ends),
        costly=tuple(sorted({bisect_right(ends, one.move) + 1 for one in costly or ()})),
        shown=costly is not None,
    )


def _turn_ends(sheet: Sheet, seat: int) -> list[int]:
    """Return where each turn of ``seat`` ends: the position at which the next turn of anybody begins."""
    entries, begins = sheet.replay.entries, sheet.replay.turns
    ends = [*begins[1:], len(entries)]
    return [
        end for begin, end in zip(begins, ends, strict=True) if begin < len(entries) and entries[begin].seat == seat
    ]


def _values(found: ReviewedGame, seat: int, review: SeatReview, ends: Sequence[int]) -> tuple[float, ...]:
    """Return what ``seat`` could expect before the game and after each of its turns; at last, what came out.

    A chance to win also changes by what the others did. Estimates may add up to more than a sure win or less than a
    sure loss; the line never passes either.
    """
    unit, sides = found.review.unit, found.table.game.sides or len(found.table.players)
    good, scale = -1 if unit == "turns" else 1, scale_of(unit)
    changes = list[tuple[int, float]]()
    for other, theirs in enumerate(found.review.seats):
        if theirs is None or (other != seat and unit != "win"):
            continue
        sign = 1 if other % sides == seat % sides else -1
        changes += [(one.move, sign * one.luck) for one in theirs.throws]
        changes += [(one.move, -sign * one.lost) for one in theirs.mistakes]
    after = [review.start + good * sum(change for move, change in changes if move < end) for end in ends]
    if unit == "win":
        after = [min(max(chance, 0.0), 1.0) for chance in after]
    return tuple(round(scale * value, 1) for value in (review.start, *after[:-1], review.score))
