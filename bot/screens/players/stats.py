"""A player's statistics: how buttons name a page, and the parts that all pages share.

Buttons ask for ``stats <user> <game> <series> <page> <button>``, where a series is a letter for the kind of games and
the name of their option set.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.engine import N_, GameError
from bot.games import CATALOGUE, make
from bot.screens.games import face_of
from bot.screens.kit import Button, Choice, Menu, RenderContext, Row, Style, options_in_words, truncate
from bot.tables.records.profiles import GameSeries

EVERY = "*"
"""In place of a game: all of them. In place of a series: the most played one."""

SHOW = "show"
"""The button that posts the page for everybody."""

OVERVIEW, PLAY, DICE, SKILL, RIVALS = "overview", "play", "dice", "skill", "rivals"

KINDS = {
    "together": N_("Together"),
    "solo": N_("Solo"),
    "real": N_("Real dice"),
    "daily": N_("Daily"),
    "hints": N_("With hints"),
    "computer": N_("Against computers"),
}
"""The kinds of games that statistics keep apart."""

PAGES: dict[str, str] = {
    OVERVIEW: N_("Overview"),
    PLAY: "",
    DICE: N_("Dice"),
    SKILL: N_("Luck and skill"),
    RIVALS: N_("Opponents"),
}
_MOST = 25
"""Lines of a menu."""
_LABEL = 100


@dataclass(frozen=True, slots=True)
class StatsRequest:
    """Whose statistics, of which games, and which page of them."""

    user: int
    game: str = EVERY
    series: str = EVERY
    page: str = OVERVIEW

    def do(self, button: str) -> str:
        """The words by which a button comes here; ``button`` tells apart buttons to the same page."""
        return f"stats {self.user} {self.game} {self.series} {self.page} {button}"


def series_key(series: GameSeries) -> str:
    """Return the name of a series in buttons."""
    return series.kind[0] + series.rules


def of_game(asked: StatsRequest, every: Sequence[GameSeries]) -> list[GameSeries]:
    """Return the series of the chosen game, most played first."""
    return [series for series in every if series.game == asked.game]


def chosen_series(asked: StatsRequest, every: Sequence[GameSeries]) -> GameSeries | None:
    """Return the chosen series, or the most played one of the game; None for all games, and if there is none."""
    found = of_game(asked, every)
    return next((series for series in found if series_key(series) == asked.series), found[0] if found else None)


def title(context: RenderContext, asked: StatsRequest) -> str:
    """The title of every page."""
    return (
        context.t("Statistics")
        if asked.game == EVERY
        else context.t("{game}: statistics", game=context.t(CATALOGUE[asked.game].label))
    )


def series_name(context: RenderContext, series: GameSeries) -> str:
    """The games of a series in words: their kind and their rules."""
    return f"{context.t(KINDS[series.kind])} · {_rules(context, series)}"


def _rules(context: RenderContext, series: GameSeries) -> str:
    try:
        options = make(series.game, series.options).options
    except (GameError, KeyError, ValueError):  # House rules of another version of the bot.
        return context.t("Other house rules")
    return options_in_words(context, series.game, options, ", ") or context.t("Standard rules.").rstrip(".")


def nothing_yet(context: RenderContext) -> str:
    """What a page says about somebody without a finished game."""
    return context.t("No finished game yet.")


def rows(
    context: RenderContext, asked: StatsRequest, every: Sequence[GameSeries], *, shows: bool = True
) -> tuple[Row, ...]:
    """Menus of games and of series, the pages, and the actions of this page: with one that ``shows`` it to everyone."""
    if not every:
        return ()
    several = of_game(asked, every)[:_MOST] if asked.page in (OVERVIEW, PLAY, SKILL) else []
    choices = tuple(_series_choice(context, asked, series) for series in several)
    history = Button(f"history {asked.user} {asked.game} 0 open", context.t("History"))
    found: tuple[Row, ...] = (
        (_games(context, asked, every),),
        (Menu("stats series", context.t("Kind of game and house rules"), choices),) * (len(choices) > 1),
        tuple(_page_button(context, asked, page) for page in PAGES if page != PLAY or asked.game != EVERY),
        (*((Button(asked.do(SHOW), context.t("Show to everyone"), Style.SUCCESS),) if shows else ()), history),
    )
    return tuple(filter(None, found))


def _games(context: RenderContext, asked: StatsRequest, every: Sequence[GameSeries]) -> Menu:
    played: dict[str, int] = {}
    for series in every:
        played[series.game] = played.get(series.game, 0) + series.games
    choices = [
        Choice(
            replace(asked, game=EVERY, series=EVERY, page=OVERVIEW if asked.page == PLAY else asked.page).do("game"),
            context.t("All games"),
        )
    ]
    for game in sorted(played, key=lambda game: -played[game]):
        if game in CATALOGUE:
            other = replace(asked, game=game, series=EVERY)
            label = context.t(CATALOGUE[game].label)
            choices.append(Choice(other.do("game"), label, context.t.many("{n} game", "{n} games", played[game])))
    return Menu("stats games", context.t("Choose a game"), tuple(choices[:_MOST]))


def _series_choice(context: RenderContext, asked: StatsRequest, series: GameSeries) -> Choice:
    other = replace(asked, series=series_key(series))
    games = context.t.many("{n} game", "{n} games", series.games)
    return Choice(other.do("series"), truncate(series_name(context, series), _LABEL), games)


def _page_button(context: RenderContext, asked: StatsRequest, page: str) -> Button:
    label = face_of(asked.game).play_label if page == PLAY else PAGES[page]
    style = Style.PRIMARY if page == asked.page else Style.SECONDARY
    return Button(replace(asked, page=page).do("page"), context.t(label), style)
