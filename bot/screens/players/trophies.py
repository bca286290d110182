"""Somebody's trophies in a server: what each is for, since when they have it, and the game behind it."""

from collections.abc import Sequence

from bot.games import GAME_TROPHIES
from bot.screens.kit import Choice, Menu, RenderContext, Row, Screen, mention, truncate
from bot.screens.kit.patterns import SEASON_SHOW
from bot.screens.players.games import HistoryPage
from bot.screens.players.stats import StatsRequest, rows
from bot.screens.tournament import STANDINGS
from bot.tables.model import days
from bot.tables.model.table import TableId
from bot.tables.records.profiles import GameSeries
from bot.tables.records.trophies import MONTH, PUZZLES, SEASON, TOURNAMENT, TROPHIES, Earned

_MOST = 25
"""Lines of a menu, and so trophies of a page: there are fewer."""
_LABEL = 100


def trophies_screen(
    context: RenderContext, request: StatsRequest, every: Sequence[GameSeries], earned: Sequence[Earned]
) -> Screen:
    """All trophies, the latest first, with a menu of the games behind them."""
    t, known = context.t, [one for one in earned if one.key in TROPHIES][:_MOST]
    lines = [_line(context, one) for one in known] or [t("No trophy yet.")]
    brought: dict[str, list[Earned]] = {}
    for one in known:
        if way := _way(request, one):
            brought.setdefault(way, []).append(one)
    games = tuple(Choice(way, truncate(_named(context, some), _LABEL)) for way, some in brought.items())
    menu: tuple[Row, ...] = ((Menu("stats trophies", t("Look at the game behind one…"), games),),) if games else ()
    footer = t("{n} of {all}. Each follows from a game that anybody can check.", n=len(known), all=len(TROPHIES))
    return Screen(
        title=t("Trophies"),
        body="\n".join([mention(request.user), *lines]),
        footer=footer,
        rows=(*menu, *rows(context, request, every)),
    )


def _way(request: StatsRequest, earned: Earned) -> str:
    """Return what shows the game behind a trophy, or the games; nothing for a puzzle, which is none."""
    if earned.key in (*GAME_TROPHIES, MONTH.key):
        return HistoryPage(request.user).to(TableId(earned.behind))
    if earned.key == TOURNAMENT.key:
        return STANDINGS.build(id=TableId(earned.behind), page=0, button="trophy")
    return SEASON_SHOW.build(number=earned.behind) if earned.key == SEASON.key else ""


def _line(context: RenderContext, earned: Earned) -> str:
    t, trophy = context.t, TROPHIES[earned.key]
    said = " · ".join(filter(None, [f"<t:{earned.at}:D>", _behind(context, earned)]))
    return f"**{t(trophy.name)}** · {said}\n-# {t(trophy.sentence)}"


def _behind(context: RenderContext, earned: Earned) -> str:
    """Return what is behind a trophy; of a game the menu tells more."""
    t = context.t
    if earned.key == SEASON.key:
        return t("Season {n}", n=earned.behind)
    if earned.key == PUZZLES.key:
        return t("Puzzle of {day}", day=t.day(days.day_begins(earned.behind)))
    return ""


def _named(context: RenderContext, earned: Sequence[Earned]) -> str:
    """Return the game behind these trophies, in one line without a mention."""
    t, game = context.t, earned[0]
    names = ", ".join(t(TROPHIES[one.key].name) for one in earned)
    return " · ".join([truncate(names, _LABEL - 32), t.day(game.at)])
