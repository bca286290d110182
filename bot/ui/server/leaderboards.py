"""Which leaderboard is meant in a server, and its ratings made up to date before they are shown."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace

from bot.screens.server.leaderboard import LeaderboardRequest
from bot.tables.core.store import StoreError
from bot.tables.people.choices import GuildChoices
from bot.tables.records import periods
from bot.tables.records.leaderboards import BOTH, EVERY, LeaderboardKind, LeaderboardQuery, PlayedRules
from bot.tables.records.rating import RatingStore
from bot.tables.records.seasons import Season
from bot.ui.table.presenter import Presenter

log = logging.getLogger(__name__)

_PATIENCE = 1.0
"""Seconds a reader waits for games that nobody has rated yet; after that the current ratings appear."""


def leaderboard_query(
    asked: LeaderboardRequest, guild: int, choices: GuildChoices, season: Season | None, now: int
) -> LeaderboardQuery:
    """Return the leaderboard that ``asked`` means at this moment."""
    kind: LeaderboardKind = BOTH if asked.kind == "together" and choices.count_real_dice else asked.kind
    today = periods.server_day(choices, now)
    period = {
        "month": periods.month_key(today),
        "week": periods.week_key(today),
        "season": periods.season_key(1) if season is None else season.period,
    }.get(asked.period, asked.period)
    return LeaderboardQuery(guild, period, kind, asked.game, asked.rules, asked.by)


def with_usual_rules(asked: LeaderboardRequest, played: Sequence[PlayedRules]) -> LeaderboardRequest:
    """Return ``asked``, or if nobody plays like that, the usual way to play the game here."""
    ways = [(one.kind, one.rules) for one in played if one.kind in ("together", "solo")]
    if not ways or asked.rules == EVERY or (asked.kind, asked.rules) in ways:
        return asked
    kind, rules = next((way for way in ways if way[0] == "together"), ways[0])
    return replace(asked, kind=kind, rules=rules).fitting()


async def catch_up_ratings(presenter: Presenter, ratings: RatingStore, guild: int) -> None:
    """Have the games of ``guild`` rated before its ratings are shown; of very many only some.

    Where that fails, the ratings are shown as they are.
    """
    rating = presenter.run_later(_rate(ratings, guild), "rate games before ratings are shown")
    await asyncio.wait((rating,), timeout=_PATIENCE)


async def _rate(ratings: RatingStore, guild: int) -> None:
    try:
        await ratings.catch_up(guild)
    except StoreError as error:
        log.warning("server %s: games wait to be rated: %s", guild, error)
