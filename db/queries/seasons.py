"""Seasons in the database (``bot.tables.records.leaderboards``). Their counts lie in standings, by their period."""

from collections.abc import Sequence
from dataclasses import asdict

from sqlalchemy import ColumnElement, Delete, Executable, case, delete, func, insert, literal, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.tables.model import days
from bot.tables.model.choices import UTC, GuildChoices
from bot.tables.model.processes import EVERY_SHARD, Shards
from bot.tables.model.store import Kind
from bot.tables.records.leaderboards import OLD, DueSeason, Season, SeasonChampion
from bot.tables.records.trophies import SEASON
from db import schema
from db.queries.base import DatabaseStore, of_shards
from db.schema import Cell, Found

_C = schema.seasons.c
_VOID: Kind = "void"

_SLICE = 300
"""Rows to read in one go, about 10 ms."""

_COLUMNS = (_C.guild, _C.number, _C.started, _C.ended, _C.channel, _C.message)


class DatabaseSeasons(DatabaseStore):
    """Seasons. One transaction ends or reopens a season and changes its standings."""

    async def of(self, guild: int) -> list[Season]:
        """Return all seasons of ``guild``, the running one first."""
        query = select(*_COLUMNS).where(_C.guild == guild).order_by(_C.number.desc())
        return [Season(*row) for row in await self._rows(query)]

    async def running(self, guild: int) -> Season | None:
        """Return the season that runs."""
        query = select(*_COLUMNS).where(_C.guild == guild, schema.RUNNING)
        row = await self._row(query)
        return None if row is None else Season(*row)

    async def end(self, season: Season, at: int) -> Season | None:
        """End ``season`` at ``at``."""

        async def work(connection: AsyncConnection) -> Season | None:
            played = await _between(connection, season.guild, season.started, at)
            stored = await connection.scalar(
                select(_C.number).where(_is(season), schema.RUNNING, _C.started < at).with_for_update()
            )
            if stored is None or not played:
                return None
            await connection.execute(update(schema.seasons).where(_is(season)).values(ended=at))
            following = {"guild": season.guild, "number": season.number + 1, "started": at}
            await connection.execute(insert(schema.seasons).values(following))
            if await _between(connection, season.guild, at, None):
                await self._writer.standings.rebuild_seasons(connection, season.guild, season.number)
            return Season(season.guild, season.number, season.started, at)

        return await self._writer.run_in_transaction(work)

    async def reopen(self, guild: int, number: int, now: int) -> Season | None:
        """Let season ``number`` go on."""

        async def work(connection: AsyncConnection) -> Season | None:
            newest = (
                await connection.execute(
                    select(*_COLUMNS).where(_C.guild == guild).order_by(_C.number.desc()).limit(2).with_for_update()
                )
            ).all()
            if len(newest) < 2 or newest[1].number != number:
                return None
            running, before = (Season(*row) for row in newest)
            await connection.execute(delete(schema.seasons).where(_is(running)))
            again = {"ended": None, "channel": None, "message": None, "reopened": now}
            await connection.execute(update(schema.seasons).where(_is(before)).values(again))
            await connection.execute(_uncrowned(before))
            trophies = schema.trophies.c
            brought = (trophies.guild == guild, trophies.behind == number, trophies.key == SEASON.key)
            await connection.execute(delete(schema.trophies).where(*brought))
            await self._writer.standings.rebuild_seasons(connection, guild, number)
            return before

        return await self._writer.run_in_transaction(work)

    async def due(self, now: int, shards: Shards = EVERY_SHARD) -> list[DueSeason]:
        """Return the seasons of ``shards`` that should have ended with a month."""
        results, settings = schema.results.c, schema.settings.c
        zones = await self._values(select(settings.zone).where(settings.zone.is_not(None)).distinct())
        begins, month = _months(now, zones)
        earlier = (
            (results.guild == _C.guild)
            & (results.finished_at >= _C.started)
            & (results.finished_at < begins)
            & (func.coalesce(results.day, 0) < month)
            & (results.kind != _VOID)
        )
        last, last_day = (
            select(column).where(earlier).order_by(results.finished_at.desc()).limit(1).scalar_subquery()
            for column in (results.finished_at, results.day)
        )
        query = (
            select(
                *(*_COLUMNS, _C.reopened, settings.zone, settings.zone_from, settings.zone_day),
                *(last.label("last"), last_day.label("last_day")),
            )
            .join(schema.settings, settings.guild == _C.guild, isouter=True)
            .where(
                schema.RUNNING,
                _C.started < begins,
                or_(_C.reopened.is_(None), _C.reopened < begins),
                func.coalesce(settings.seasons, "monthly") == "monthly",
                settings.left_at.is_(None),
            )
            .order_by(_C.guild)
        )
        due: list[DueSeason] = []
        after, rows = -(2**63), _SLICE  # Places that are no servers have numbers below zero.
        while rows == _SLICE:  # Most servers' seasons end at the same moment, so they are read part by part.
            part = await self._rows(of_shards(query.where(_C.guild > after).limit(_SLICE), _C.guild, shards))
            due += [season for row in part if (season := _due(row, now)) is not None]
            rows, after = len(part), part[-1].guild if part else after
        return due

    async def unannounced(self, now: int, shards: Shards = EVERY_SHARD) -> list[Season]:
        """Return the seasons of ``shards`` without a posted final table."""
        query = select(*_COLUMNS).where(_C.ended > now - OLD, _C.message.is_(None)).order_by(_C.guild, _C.number)
        return [Season(*row) for row in await self._rows(of_shards(query, _C.guild, shards))]

    async def mark_announced(self, season: Season, channel: int | None, message: int) -> None:
        """Remember where the final table is."""
        await self._writer.execute(
            update(schema.seasons).where(_is(season), _C.ended.is_not(None)).values(channel=channel, message=message)
        )

    async def crown(self, season: Season, champions: Sequence[SeasonChampion]) -> None:
        """Keep the champions of ``season``, if it is over as it says."""
        rows = [{"guild": season.guild, **asdict(champion)} for champion in champions]
        for row in rows:
            row["user_id"] = row.pop("user")

        async def work(connection: AsyncConnection) -> None:
            over = select(_C.number).where(_is(season), _C.ended == season.ended).with_for_update()
            if await connection.scalar(over) is None:
                return
            await connection.execute(_uncrowned(season))
            if rows:
                await connection.execute(insert(schema.champions), rows)

        await self._writer.run_in_transaction(work)

    async def champions(self, guild: int) -> list[SeasonChampion]:
        """Return the champions of all seasons of ``guild``, the latest first."""
        columns = schema.champions.c
        query = select(columns.season, columns.user_id, columns.wins).where(columns.guild == guild)
        rows = await self._rows(query.order_by(columns.season.desc(), columns.user_id))
        return [SeasonChampion(*row) for row in rows]

    async def roles_due(self, shards: Shards = EVERY_SHARD) -> list[int]:
        """Return the servers of ``shards`` where a champion lacks the role of champions, or somebody else has it.

        A champion who wants no post or board to name them has none: everybody sees who has a role.
        """
        settings, champions, crowns = schema.settings.c, schema.champions.c, schema.crowns.c
        waits = or_(settings.champion_refused.is_(True), settings.left_at.is_not(None))
        own = (crowns.guild == champions.guild) & (crowns.user_id == champions.user_id)
        has = select(crowns.guild).where(own, crowns.role == settings.champion_role).correlate_except(schema.crowns)
        lacks = (
            select(champions.guild)
            .join(schema.settings, settings.guild == champions.guild)
            .where(schema.WITH_ROLE, champions.user_id > 0, champions.season == _latest(champions.guild))
            .where(~waits, ~has.exists(), _in_public(champions.user_id))
        )
        reigns = select(champions.guild).where(
            own, champions.season == _latest(crowns.guild), _in_public(champions.user_id)
        )
        wrong = (
            select(crowns.guild)
            .join(schema.settings, settings.guild == crowns.guild)
            .where(~waits, or_(settings.champion_role.is_distinct_from(crowns.role), ~reigns.exists()))
        )
        guilds = [
            await self._values(of_shards(query.distinct(), column, shards))
            for query, column in ((lacks, champions.guild), (wrong, crowns.guild))
        ]
        return sorted({*guilds[0], *guilds[1]})

    async def roles(self, guild: int) -> dict[int, int]:
        """Return who has which role in ``guild`` by the bot."""
        crowns = schema.crowns.c
        rows = await self._rows(select(crowns.user_id, crowns.role).where(crowns.guild == guild))
        return {row.user_id: row.role for row in rows}

    async def roles_of(self, user: int) -> dict[int, int]:
        """Return in which servers ``user`` has which role by the bot."""
        crowns = schema.crowns.c
        rows = await self._rows(select(crowns.guild, crowns.role).where(crowns.user_id == user))
        return {row.guild: row.role for row in rows}

    async def note_role(self, guild: int, user: int, role: int | None) -> None:
        """Remember that ``user`` has that role now by the bot, or none."""
        crowns = schema.crowns.c
        rest: list[Executable] = []
        if role is not None:
            rest.append(insert(schema.crowns).values(guild=guild, user_id=user, role=role))
        gone = delete(schema.crowns).where(crowns.guild == guild, crowns.user_id == user)
        await self._writer.execute(gone, *rest)


def _months(now: int, zones: Sequence[str]) -> tuple[Cell, Cell]:
    """Return when the month of ``now`` began in a server's zone, and its first day.

    A server that has just chosen its zone may be a day off: :func:`_due` looks closer.
    """
    zone = func.coalesce(schema.settings.c.zone, UTC)
    first = {place: days.month_begin(days.day_of(now, place)) for place in {UTC, *zones}}
    begins = {place: literal(days.day_begins(day, place), _C.started.type) for place, day in first.items()}
    return case(begins, value=zone), case(first, value=zone)


def _due(row: Found, now: int) -> DueSeason | None:
    """Return the season of ``row`` with the end of the last month in which somebody played or reopened it."""
    if row.last is None:
        return None
    choices = GuildChoices(zone=row.zone or UTC, zone_from=row.zone_from, zone_day=row.zone_day)
    played = row.last_day or days.day_of(row.last)
    reopened = 0 if row.reopened is None else days.day_of(row.reopened, choices.zone)
    end = days.next_month(max(played, reopened))
    if end > days.server_day(choices, now):
        return None
    return DueSeason(Season(*row[: len(_COLUMNS)]), days.server_day_begins(choices, end))


def _in_public(user: Cell) -> ColumnElement[bool]:
    """Return whether everybody may see ``user`` named beside what they have reached."""
    chosen = schema.preferences.c
    return user.not_in(select(chosen.user_id).where(or_(chosen.listed.is_(False), chosen.named.is_(False))))


def _latest(guild: Cell) -> Cell:
    """Return the number of the season that ended last in a server."""
    ended = schema.seasons.alias("ended")
    query = select(func.max(ended.c.number)).where(ended.c.guild == guild, ended.c.ended.is_not(None))
    return query.scalar_subquery()


def _uncrowned(season: Season) -> Delete:
    columns = schema.champions.c
    return delete(schema.champions).where(columns.guild == season.guild, columns.season == season.number)


def _is(season: Season) -> ColumnElement[bool]:
    return (_C.guild == season.guild) & (_C.number == season.number)


async def _between(connection: AsyncConnection, guild: int, start: int, end: int | None) -> bool:
    """Whether a game was finished from ``start`` on, before ``end``."""
    columns = schema.results.c
    query = select(columns.table_id).where(columns.guild == guild, columns.finished_at >= start)
    query = query.where(columns.kind != _VOID).limit(1)
    if end is not None:
        query = query.where(columns.finished_at < end)
    return (await connection.execute(query)).first() is not None
