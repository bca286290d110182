"""The first page of a player's statistics: games, wins, scores, rating, streaks."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games import CATALOGUE
from bot.screens.games.scores import fewest_is_best, score_words, told
from bot.screens.kit.stats_lines import percent
from bot.screens.kit.values import Desk, Field, Screen, mention
from bot.screens.players.stats import EVERY, Asked, chosen, in_words, nothing_yet, rows, title
from bot.tables.records.profiles import Played, Series
from bot.tables.records.rating import Rating
from bot.tables.records.tally import runs

_LAST = 10


def overview_screen(
    desk: Desk, asked: Asked, every: Sequence[Series], played: Sequence[Played], rating: Rating | None
) -> Screen:
    """All games of ``every`` series, or one series; ``played`` are its games, oldest first."""
    t = desk.t
    series = chosen(asked, every)
    if asked.game == EVERY and every:
        lines = [mention(asked.user), "", *_game_lines(desk, every)]
        return Screen(
            title=title(desk, asked),
            body="\n".join(lines),
            fields=_sums(desk, every, played),
            footer=t("Best and average are those of the kind and rules played most in each game."),
            rows=rows(desk, asked, every),
        )
    if series is None:
        body = f"{mention(asked.user)}\n{nothing_yet(desk)}"
        return Screen(title=title(desk, asked), body=body, rows=rows(desk, asked, every))
    return Screen(
        title=title(desk, asked),
        body=mention(asked.user),
        fields=(*_numbers(desk, series, played, rating), *_last(desk, series, played)),
        footer=in_words(desk, series),
        rows=rows(desk, asked, every),
    )


def _sums(desk: Desk, every: Sequence[Series], played: Sequence[Played]) -> tuple[Field, ...]:
    t = desk.t
    games = sum(series.games for series in every)
    wins, rivalled = sum(series.wins for series in every), sum(series.rivalled for series in every)
    return (Field(t("Games"), t.number(games), inline=True), *_wins(desk, wins, rivalled, games, played))


def _wins(desk: Desk, wins: int, rivalled: int, games: int, played: Sequence[Played]) -> tuple[Field, ...]:
    """How many wins, of how many games if some of the ``games`` were played alone, and how many in a row."""
    if not rivalled:
        return ()
    t = desk.t
    now, longest = runs(one.won for one in played if one.seats > 1)
    won, share = t.number(wins), percent(desk, wins, rivalled)
    said = f"{won} ({share})"
    if rivalled < games:
        said = t("{wins} of {games} with others ({share})", wins=won, games=t.number(rivalled), share=share)
    return (
        Field(t("Wins"), said, inline=True),
        Field(t("Wins in a row"), t("{now} now · longest {longest}", now=now, longest=longest), inline=True),
    )


def _game_lines(desk: Desk, every: Sequence[Series]) -> list[str]:
    """A line per game, the most played first."""
    games: dict[str, list[Series]] = {}
    for series in every:
        if series.game in CATALOGUE:
            games.setdefault(series.game, []).append(series)
    ordered = sorted(games, key=lambda game: -sum(series.games for series in games[game]))
    return [_game_line(desk, game, games[game]) for game in ordered]


def _game_line(desk: Desk, game: str, found: list[Series]) -> str:
    t = desk.t
    parts = [f"**{t(CATALOGUE[game].label)}**"]
    parts.append(t.many("{n} game", "{n} games", sum(series.games for series in found)))
    if any(series.rivalled for series in found):
        parts.append(t.many("{n} win", "{n} wins", sum(series.wins for series in found)))
    most = found[0]
    if most.highest is not None and most.average is not None:
        parts.append(t("best {points}", points=_best(desk, game, most.highest)))
        parts.append(t("average {points}", points=t.number(told(game, most.average), 1)))
    return " · ".join(parts)


def _numbers(desk: Desk, series: Series, played: Sequence[Played], rating: Rating | None) -> tuple[Field, ...]:
    t = desk.t
    games = t.number(series.games)
    gone = series.games - series.stayed
    if gone:
        games = t.many("{games} ({n} left)", "{games} ({n} left)", gone, games=games)
    found = [Field(t("Games"), games, inline=True)]
    if series.highest is not None and series.average is not None:
        found.append(Field(t("Best"), _best(desk, series.game, series.highest), inline=True))
        found.append(Field(t("Average"), t.number(told(series.game, series.average), 1), inline=True))
    found.extend(_wins(desk, series.wins, series.rivalled, series.games, played))
    if rating is not None:
        found.append(Field(t("Rating"), _rating(desk, rating), inline=True))
    return tuple(found)


def _best(desk: Desk, game: str, score: int) -> str:
    """A score; with what is counted where fewest is best, since that is not what people expect."""
    return score_words(desk, game, score) if fewest_is_best(game) else desk.t.number(score)


def _rating(desk: Desk, rating: Rating) -> str:
    t = desk.t
    said = f"{t.number(rating.shown)} ± {t.number(rating.spread)}"
    if not rating.provisional:
        return said
    return t.many("{rating} (provisional: {n} game)", "{rating} (provisional: {n} games)", rating.games, rating=said)


def _last(desk: Desk, series: Series, played: Sequence[Played]) -> tuple[Field, ...]:
    """The last scores, newest first."""
    if not played:
        return ()
    t = desk.t
    scores = [_score(desk, series.game, one) for one in reversed(played[-_LAST:])]
    name = t("Last scores, newest first; wins in bold") if series.rivalled else t("Last scores, newest first")
    return (Field(name, " · ".join(scores)),)


def _score(desk: Desk, game: str, one: Played) -> str:
    if one.left:
        return desk.t("given up")
    score = desk.t.number(told(game, one.score))
    return f"**{score}**" if one.won else score
