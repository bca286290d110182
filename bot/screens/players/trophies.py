"""Somebody's trophies in a server: since when they have each, the game behind it, and what is still to win.

What they are nearest to comes first: days in a row as far as they have come, then what the games bring that they play
most.
"""

from collections.abc import Mapping, Sequence

from bot.games import GAME_TROPHIES, TROPHIES_OF
from bot.screens.kit import Button, Choice, Menu, RenderContext, Row, Screen, mention, truncate
from bot.screens.kit.patterns import SEASON_SHOW
from bot.screens.players.games import HistoryPage
from bot.screens.players.stats import StatsRequest, rows
from bot.screens.tournament import STANDINGS
from bot.tables.model import days
from bot.tables.model.table import TableId
from bot.tables.records.profiles import GameSeries
from bot.tables.records.trophies import DAYS, MONTH, PUZZLES, SEASON, SOLVED, TOURNAMENT, TROPHIES, Earned

_MOST = 25
"""Lines of a menu, and so trophies of a page: there are fewer."""
_LABEL = 100
NEAREST = 5
"""Trophies still to win that a screen of a phone has room for."""

ALL_TROPHIES = "trophies"
"""The button that lists all that are still to win."""

_IN_A_ROW = {MONTH.key: DAYS, PUZZLES.key: SOLVED}
"""The days in a row that some trophies take."""


def trophies_screen(
    context: RenderContext,
    request: StatsRequest,
    every: Sequence[GameSeries],
    earned: Sequence[Earned],
    in_a_row: Mapping[str, int],
    wanted: int = NEAREST,
) -> Screen:
    """All trophies, the latest first, with a menu of the games behind them, and the nearest ones still to win.

    ``in_a_row`` says how many days they have come, by the trophy; so many ``wanted`` ones are listed.
    """
    t, known = context.t, [one for one in earned if one.key in TROPHIES][:_MOST]
    lines = [_line(context, one) for one in known] or [t("No trophy yet.")]
    missing = _missing(every, known, in_a_row)
    shown = missing[:wanted]
    if shown:
        lines += ["", t("Still to win:"), *(_wanted(context, key, in_a_row.get(key, 0)) for key in shown)]
    more = Button(request.do(ALL_TROPHIES), t("All still to win ({n})", n=len(missing)))
    buttons: tuple[Row, ...] = ((more,),) if 0 < len(shown) < len(missing) else ()
    brought: dict[str, list[Earned]] = {}
    for one in known:
        if way := _way(request, one):
            brought.setdefault(way, []).append(one)
    games = tuple(Choice(way, truncate(_named(context, some), _LABEL)) for way, some in brought.items())
    menu: tuple[Row, ...] = ((Menu("stats trophies", t("Look at the game behind one…"), games),),) if games else ()
    footer = t("{n} of {all}. Most follow from games that anybody can check.", n=len(known), all=len(TROPHIES))
    ways = rows(context, request, every)
    return Screen(
        title=t("Trophies"),
        body="\n".join([mention(request.user), *lines]),
        footer=footer,
        rows=(*ways[:1], *menu, *buttons, *ways[1:]),
    )


def _missing(every: Sequence[GameSeries], known: Sequence[Earned], in_a_row: Mapping[str, int]) -> list[str]:
    """Return the keys of the trophies that somebody has not, the nearest first."""
    played = dict.fromkeys(TROPHIES, 0)
    for series in every:
        for trophy in TROPHIES_OF.get(series.game, ()):
            played[trophy.key] += series.games
    come = {key: in_a_row.get(key, 0) / days_needed for key, days_needed in _IN_A_ROW.items()}
    has = {one.key for one in known}
    return sorted(played.keys() - has, key=lambda key: (-come.get(key, 0), -played[key], list(played).index(key)))


def _wanted(context: RenderContext, key: str, come: int) -> str:
    """Return a trophy with what it asks, and how many days in a row somebody has ``come``."""
    t, trophy = context.t, TROPHIES[key]
    asked = t("**{trophy}**: {asked}", trophy=t(trophy.name), asked=t(trophy.sentence))
    so_far = t("So far {n} of {of}.", n=come, of=_IN_A_ROW[key]) if come else ""
    return f"- {asked} {so_far}".rstrip()


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
