"""The first three of a leaderboard, for the picture above its menus."""

from collections.abc import Sequence

from bot.screens.kit import PodiumPicture, PodiumStep, RenderContext
from bot.screens.review.words import scale_of, signed
from bot.screens.server.leaderboard import (
    SORTS,
    LeaderboardContext,
    LeaderboardRequest,
    game_name,
    period_name,
    value_words,
)
from bot.tables.records.leaderboards import LeaderboardLine, LeaderboardPage, tied_behind
from bot.thinker.reviewed import usual_unit

_STEPS = 3
_OF_WINS = ("wins", "rate", "streak")
"""Numbers that are 0 without a win."""
_LEAST = 2
"""Nobody stands on a podium alone."""


def podium_lines(asked: LeaderboardRequest, page: LeaderboardPage) -> tuple[LeaderboardLine, ...]:
    """Return the lines on the podium, best first; none on later pages, and before two players have a rank.

    Nobody stands there for no win at all.
    """
    first = tuple(
        line
        for line in page.lines
        if line.rank is not None and line.place < _STEPS and (asked.by not in _OF_WINS or line.value)
    )
    return first if asked.page == 0 and len(first) >= _LEAST else ()


def podium(
    context: RenderContext,
    asked: LeaderboardRequest,
    lines: Sequence[LeaderboardLine],
    names: Sequence[str],
    around: LeaderboardContext,
    page: LeaderboardPage,
) -> PodiumPicture:
    """Return the picture of ``lines``, the first of ``page``; ``names`` in the same order, empty where unknown.

    The last step tells how many more share it.
    """
    t, last = context.t, len(lines) - 1
    steps = tuple(
        PodiumStep(
            name,
            _value(context, line, asked),
            line.rank or 0,
            t("Somebody"),
            others_tied(context, page.lines, page.total, len(lines)) if number == last else "",
        )
        for number, (line, name) in enumerate(zip(lines, names, strict=True))
    )
    period = t("All time") if asked.by == "rating" else period_name(context, asked.period, around)
    return PodiumPicture(game_name(context, asked.game), f"{t(SORTS[asked.by])} · {period}", steps)


def others_tied(context: RenderContext, lines: Sequence[LeaderboardLine], total: int, shown: int) -> str:
    """Return who shares the rank of the last of ``lines`` that is ``shown``, of ``total``; empty if nobody does."""
    more = tied_behind(lines, shown)
    if more and more == len(lines) - shown < total - shown:  # The tie goes on behind the lines.
        return context.t("and others")
    return context.t.many("and {n} other", "and {n} others", more) if more else ""


def _value(context: RenderContext, line: LeaderboardLine, asked: LeaderboardRequest) -> str:
    """The number that sorts the board, without the words beside it."""
    if asked.by == "streak":  # The picture's heading says what is in a row.
        return context.t("{n} in a row", n=line.counts.longest)
    if asked.by == "skill":
        return signed(context, -scale_of(usual_unit(asked.game)) * line.value)
    return value_words(context, line, asked).split(" · ")[0].replace("*", "")
