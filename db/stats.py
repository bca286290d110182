"""Leaderboards over finished games (``bot.tables.store.Stats``)."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Float, Select, Subquery, case, cast, func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.tables.store import By, Page, Standing
from db import schema
from db.tables import reader


class DatabaseStats:
    """Leaderboards, counted when asked; an index finds the guild's games of the time asked for."""

    def __init__(self, readers: AsyncEngine) -> None:
        self._readers = readers

    async def leaderboard(
        self,
        guild: int,
        game: str | None = None,
        by: By = "wins",
        *,
        since: int | None = None,
        defaults_only: bool = False,
        lowest: bool = False,
        real_dice: bool = False,
        offset: int = 0,
        limit: int = 10,
    ) -> Page:
        """Return lines ``offset`` to ``offset + limit``, best first; tied lines in order of user id."""
        ranked = _ranked(_players(guild, game, since, defaults_only, real_dice), by, lowest)
        page = select(ranked).order_by(ranked.c.rank, ranked.c.user_id).offset(offset).limit(limit)
        async with reader(self._readers) as connection:
            rows = (await connection.execute(page)).all()
            total = rows[0].total if rows else await connection.scalar(select(func.count()).select_from(ranked))
        return Page(tuple(map(_standing, rows)), int(total or 0))

    async def standing(
        self,
        guild: int,
        game: str | None,
        user: int,
        by: By = "wins",
        *,
        since: int | None = None,
        defaults_only: bool = False,
        lowest: bool = False,
        real_dice: bool = False,
    ) -> Standing | None:
        """Return the line of ``user``; None if it is not listed."""
        ranked = _ranked(_players(guild, game, since, defaults_only, real_dice), by, lowest)
        async with reader(self._readers) as connection:
            row = (await connection.execute(select(ranked).where(ranked.c.user_id == user))).one_or_none()
        return None if row is None else _standing(row)


def _players(guild: int, game: str | None, since: int | None, defaults_only: bool, real_dice: bool) -> Subquery:
    """One line per user who has played at least one of the games to its end."""
    columns = schema.results.c
    stayed = case((columns.has_left.is_(False), columns.score))
    query: Select[Any] = (
        select(
            columns.user_id,
            func.count().label("games"),
            func.sum(case((columns.won, 1), else_=0)).label("wins"),
            func.max(stayed).label("highest"),
            func.min(stayed).label("lowest"),
            func.avg(cast(stayed, Float)).label("average"),
        )
        .where(columns.guild == guild)
        .group_by(columns.user_id)
        .having(func.count(stayed) > 0)
    )
    if game is not None:
        query = query.where(columns.game == game)
    if since is not None:
        query = query.where(columns.finished_at >= since)
    if defaults_only:
        query = query.where(columns.options_default)
    if not real_dice:
        query = query.where(columns.real_dice.is_(False))
    return query.subquery()


def _ranked(players: Subquery, by: By, lowest: bool) -> Subquery:
    best = players.c.lowest if lowest else players.c.highest
    value = {"wins": players.c.wins, "games": players.c.games, "best": best, "average": players.c.average}[by]
    order = value.asc() if lowest and by in ("best", "average") else value.desc()
    return select(
        players.c.user_id,
        players.c.games,
        players.c.wins,
        best.label("best"),
        players.c.average,
        value.label("value"),
        func.rank().over(order_by=order).label("rank"),
        func.count().over().label("total"),
    ).subquery()


def _standing(row: Any) -> Standing:
    return Standing(
        rank=row.rank,
        user=row.user_id,
        value=float(row.value),
        games=row.games,
        wins=int(row.wins),
        best=row.best,
        average=None if row.average is None else float(row.average),
    )
