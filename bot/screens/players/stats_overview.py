"""The first page of a player's statistics: games, wins, scores, rating, streaks."""

from collections.abc import Sequence

from bot.games import CATALOGUE
from bot.screens.games.scores import displayed_score, fewest_is_best, score_words
from bot.screens.kit import Field, RenderContext, Screen, mention
from bot.screens.kit.stats_lines import percent
from bot.screens.players.stats import EVERY, KINDS, StatsRequest, chosen_series, nothing_yet, rows, series_name, title
from bot.tables.records.profiles import GameSeries, PlayedGame
from bot.tables.records.rating import Rating
from bot.tables.records.stats_totals import win_streaks

_LAST = 10


def overview_screen(
    context: RenderContext,
    asked: StatsRequest,
    every: Sequence[GameSeries],
    played: Sequence[PlayedGame],
    rating: Rating | None,
) -> Screen:
    """All games of ``every`` series, or one series; ``played`` are its games, oldest first."""
    series = chosen_series(asked, every)
    if asked.game == EVERY and every:
        lines = [mention(asked.user), "", *_game_lines(context, every)]
        return Screen(
            title=title(context, asked),
            body="\n".join(lines),
            fields=_sums(context, every, played),
            footer=context.t("Best and average are those of the kind and rules played most in each game."),
            rows=rows(context, asked, every),
        )
    if series is None:
        body = f"{mention(asked.user)}\n{nothing_yet(context)}"
        return Screen(title=title(context, asked), body=body, rows=rows(context, asked, every))
    return Screen(
        title=title(context, asked),
        body=mention(asked.user),
        fields=(*_numbers(context, series, played, rating), *_last(context, series, played)),
        footer=series_name(context, series),
        rows=rows(context, asked, every),
    )


def _sums(context: RenderContext, every: Sequence[GameSeries], played: Sequence[PlayedGame]) -> tuple[Field, ...]:
    games = sum(series.games for series in every)
    wins, rivalled = sum(series.wins for series in every), sum(series.rivalled for series in every)
    return (
        Field(context.t("Games"), context.t.number(games), inline=True),
        *_wins(context, wins, rivalled, games, played),
    )


def _wins(
    context: RenderContext, wins: int, rivalled: int, games: int, played: Sequence[PlayedGame]
) -> tuple[Field, ...]:
    """How many wins, of how many games if some of the ``games`` were played alone, and how many in a row."""
    if not rivalled:
        return ()
    now, longest = win_streaks(one.won for one in played if one.seats > 1)
    won, share = context.t.number(wins), percent(context, wins, rivalled)
    said = f"{won} ({share})"
    if rivalled < games:
        said = context.t(
            "{wins} of {games} with others ({share})", wins=won, games=context.t.number(rivalled), share=share
        )
    return (
        Field(context.t("Wins"), said, inline=True),
        Field(
            context.t("Wins in a row"),
            context.t("{now} now · longest {longest}", now=now, longest=longest),
            inline=True,
        ),
    )


def _game_lines(context: RenderContext, every: Sequence[GameSeries]) -> list[str]:
    """A line per game, the most played first."""
    games: dict[str, list[GameSeries]] = {}
    for series in every:
        if series.game in CATALOGUE:
            games.setdefault(series.game, []).append(series)
    ordered = sorted(games, key=lambda game: -sum(series.games for series in games[game]))
    return [_game_line(context, game, games[game]) for game in ordered]


def _game_line(context: RenderContext, game: str, found: list[GameSeries]) -> str:
    parts = [f"**{context.t(CATALOGUE[game].label)}**"]
    parts.append(context.t.many("{n} game", "{n} games", sum(series.games for series in found)))
    if any(series.rivalled for series in found):
        parts.append(context.t.many("{n} win", "{n} wins", sum(series.wins for series in found)))
    most = found[0]
    if most.highest is not None and most.average is not None:
        scores = [
            _best_of(context, most, most.highest),
            context.t(
                "average {points}", points=context.t.number(displayed_score(game, most.average, most.options), 1)
            ),
        ]
        if len(found) > 1:
            scores[0] = context.t("{series}: {best}", series=_counted(context, most), best=scores[0])
        parts += scores
    return " · ".join(parts)


def _counted(context: RenderContext, series: GameSeries) -> str:
    """Of which games a best and an average are, where there are others too."""
    house = [context.t("House rules")] if series.rules else []
    count = context.t.many("{n} game", "{n} games", series.games)
    return f"{count} ({', '.join([context.t(KINDS[series.kind]), *house])})"


def _numbers(
    context: RenderContext, series: GameSeries, played: Sequence[PlayedGame], rating: Rating | None
) -> tuple[Field, ...]:
    t = context.t
    games = t.number(series.games)
    gone = series.games - series.stayed
    if gone:
        games = t.many("{games} ({n} left)", "{games} ({n} left)", gone, games=games)
    found = [Field(t("Games"), games, inline=True)]
    if series.highest is not None and series.average is not None:
        name = t("Fewest") if fewest_is_best(series.game, series.options) else t("Best")
        found.append(Field(name, _best(context, series, series.highest), inline=True))
        found.append(
            Field(t("Average"), t.number(displayed_score(series.game, series.average, series.options), 1), inline=True)
        )
    found.extend(_wins(context, series.wins, series.rivalled, series.games, played))
    if rating is not None:
        found.append(Field(t("Rating"), _rating(context, rating), inline=True))
    return tuple(found)


def _best_of(context: RenderContext, series: GameSeries, score: int) -> str:
    """The best score in a list: the fewest of something, where that is best."""
    points = _best(context, series, score)
    if fewest_is_best(series.game, series.options):
        return context.t("fewest: {points}", points=points)
    return context.t("best {points}", points=points)


def _best(context: RenderContext, series: GameSeries, score: int) -> str:
    """A score; with what is counted where fewest is best, since that is not what people expect."""
    if fewest_is_best(series.game, series.options):
        return score_words(context, series.game, score, series.options)
    return context.t.number(score)


def _rating(context: RenderContext, rating: Rating) -> str:
    said = f"{context.t.number(rating.shown)} ± {context.t.number(rating.spread)}"
    if not rating.provisional:
        return said
    return context.t.many(
        "{rating} (provisional: {n} game)", "{rating} (provisional: {n} games)", rating.games, rating=said
    )


def _last(context: RenderContext, series: GameSeries, played: Sequence[PlayedGame]) -> tuple[Field, ...]:
    """The last scores, newest first."""
    if not played:
        return ()
    scores = [_score(context, series, one) for one in reversed(played[-_LAST:])]
    name = (
        context.t("Last scores, newest first; wins in bold")
        if series.rivalled
        else context.t("Last scores, newest first")
    )
    return (Field(name, " · ".join(scores)),)


def _score(context: RenderContext, series: GameSeries, one: PlayedGame) -> str:
    if one.left:
        return context.t("given up")
    score = context.t.number(displayed_score(series.game, one.score, series.options))
    return f"**{score}**" if one.won else score
