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
from bot.tables.records.leaderboards import LeaderboardLine, LeaderboardPage
from bot.thinker.reviewed import usual_unit

_STEPS = 3
_LEAST = 2
"""Nobody stands on a podium alone."""


def podium_lines(asked: LeaderboardRequest, page: LeaderboardPage) -> tuple[LeaderboardLine, ...]:
    """Return the lines on the podium, best first; none on later pages, and before two players have a rank.

    Nobody stands there for no win.
    """
    first = tuple(
        line
        for line in page.lines
        if line.rank is not None and line.place < _STEPS and (asked.by != "wins" or line.value)
    )
    return first if asked.page == 0 and len(first) >= _LEAST else ()


def podium(
    context: RenderContext,
    asked: LeaderboardRequest,
    lines: Sequence[LeaderboardLine],
    names: Sequence[str],
    around: LeaderboardContext,
) -> PodiumPicture:
    """Return the picture of ``lines``; ``names`` in the same order, empty where nobody knows one."""
    t = context.t
    steps = tuple(
        PodiumStep(name, _value(context, line, asked), line.rank or 0, t("Somebody"))
        for line, name in zip(lines, names, strict=True)
    )
    period = t("All time") if asked.by == "rating" else period_name(context, asked.period, around)
    return PodiumPicture(game_name(context, asked.game), f"{t(SORTS[asked.by])} · {period}", steps)


def _value(context: RenderContext, line: LeaderboardLine, asked: LeaderboardRequest) -> str:
    """The number that sorts the board, without the words beside it."""
    if asked.by == "skill":
        return signed(context, -scale_of(usual_unit(asked.game)) * line.value)
    return value_words(context, line, asked).split(" · ")[0].replace("*", "")
