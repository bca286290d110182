"""Standings: counted as games finish, the same after counting again, and the same as by plain arithmetic."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import defaultdict
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any, cast

import pytest
from alembic import command
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import StaticPool, create_engine, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.tables.model.store import ResultRow, SaveConflict
from bot.tables.model.table import TableId
from bot.tables.records.reviews import StoredReview
from bot.thinker.answers import usual_unit
from db import Storage, open_database, schema
from db.connection import engines, migrate
from db.writing.writer import run_pending_rebuilds

BEGIN = int(datetime(2026, 10, 28, tzinfo=UTC).timestamp())
_numbers = count(1)
_HOUSE = {"columns": 3}

_seat = st.tuples(st.integers(1, 5), st.integers(-50, 400), st.booleans())
_game = st.tuples(
    st.integers(1, 2),
    st.sampled_from(["yum_plus", "421"]),
    st.sampled_from(["", "1a2b3c4d"]),
    st.sampled_from(["together", "real", "solo", "daily"]),
    st.lists(_seat, min_size=1, max_size=4, unique_by=lambda seat: seat[0]),
    st.integers(1, 4 * 24 * 3600),
)


def _played(games: list[Any]) -> list[list[ResultRow]]:
    """Finished games, one after the other."""
    at, found = BEGIN, []
    for guild, game, rules, kind, seats, pause in games:
        at += pause
        best = max(score for _, score, left in seats if not left) if any(not left for *_, left in seats) else None
        alone = kind in ("solo", "daily")
        rows = seats[:1] if alone else seats
        number = TableId(next(_numbers))
        found.append(
            [
                ResultRow(
                    table=number,
                    seat=seat,
                    guild=guild,
                    game=game,
                    options=_HOUSE if rules else {},
                    options_default=not rules,
                    user=user,
                    score=score,
                    rank=1 if score == best else 2,
                    won=score == best and not left and not alone and len(seats) > 1,
                    left=left,
                    seats=len(rows),
                    solo=alone,
                    real_dice=kind == "real",
                    finished_at=at,
                    kind=kind,
                    rules=rules,
                )
                for seat, (user, score, left) in enumerate(rows)
            ]
        )
    return found


@dataclass
class _Line:
    reviewed: int = 0
    lost: float = 0.0
    games: int = 0
    wins: int = 0
    scores: tuple[int, ...] = ()
    streak: int = 0
    longest: int = 0
    last: int = 0


def _by_hand(games: list[list[ResultRow]]) -> dict[tuple[Any, ...], tuple[Any, ...]]:
    """The standings as they must be, added up without a database."""
    lines: dict[tuple[Any, ...], _Line] = defaultdict(_Line)
    last = {row.guild: row.finished_at for rows in games for row in rows}
    for rows in games:
        for row in rows:
            moment = datetime.fromtimestamp(row.finished_at, UTC)
            present = datetime.fromtimestamp(last[row.guild], UTC)
            spans = ["all", "s1"]
            if moment.strftime("%Y%m") == present.strftime("%Y%m"):
                spans.append(moment.strftime("m%Y-%m"))
            if moment.strftime("%G%V") in {day.strftime("%G%V") for day in (present, present - timedelta(days=7))}:
                spans.append(moment.strftime("w%G-%V"))
            if row.kind == "daily":
                spans.append(moment.strftime("d%Y-%m-%d"))
            several = row.kind in ("together", "real") and row.seats > 1
            kinds = [row.kind, "both"] if several else [row.kind]
            keys = [(row.game, row.rules), (row.game, "*"), ("*", "*"), *([] if row.rules else [("*", "")])]
            for key in [(row.guild, span, kind, *key, row.user) for span in spans for kind in kinds for key in keys]:
                line = lines[key]
                line.games, line.wins, line.last = line.games + 1, line.wins + row.won, row.finished_at
                line.streak = line.streak + 1 if row.won else 0
                line.longest = max(line.longest, line.streak)
                line.scores += () if row.left else (row.score,)
                if key[3] != "*" and not row.left:
                    line.reviewed, line.lost = line.reviewed + 1, line.lost + 50 + row.score
    return {
        key: (
            line.games,
            line.wins,
            len(line.scores),
            sum(line.scores),
            max(line.scores, default=None),
            min(line.scores, default=None),
            line.streak,
            line.longest,
            line.last,
            line.reviewed,
            line.lost,
        )
        for key, line in lines.items()
    }


async def _stored(storage: Storage) -> dict[tuple[Any, ...], tuple[Any, ...]]:
    columns = [column for column in schema.standings.c if column.name != "options"]
    async with storage.database.reading.connect() as connection:
        rows = (await connection.execute(select(*columns))).all()
    return {tuple(row[:6]): tuple(row[6:]) for row in rows}


async def _store(storage: Storage, row: Any, games: list[list[ResultRow]]) -> None:
    for rows in games:
        number = rows[0].table
        await storage.tables.save(row(number, channel=number), [], rows)


async def _review(storage: Storage, rows: list[ResultRow]) -> None:
    """Store the review of a game: everybody who stayed has lost 50 more than they scored."""
    found = [
        StoredReview(
            table=row.table,
            seat=row.seat,
            guild=row.guild,
            game=row.game,
            kind=row.kind,
            rules=row.rules,
            user=row.user,
            finished_at=row.finished_at,
            unit=usual_unit(row.game),
            strength="net",
            start=0.0,
            luck=0.0,
            lost=50.0 + row.score,
            others=0.0,
            score=row.score,
            games=1,
            details="{}",
            kinds="{}",
        )
        for row in rows
        if not row.left
    ]
    await storage.reviews.save(rows[0].table, found)


@pytest.mark.long
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(games=st.lists(_game, max_size=12))
async def test_standings_are_the_sums_of_the_results(storage: Storage, row: Any, games: list[Any]) -> None:
    async with storage.database.writing.begin() as connection:
        for table in (schema.results, schema.standings, schema.seasons):
            await connection.execute(table.delete())
    played = _played(games)
    await _store(storage, row, played)
    for rows in played:  # Some weeks and months are over by then.
        await _review(storage, rows)
    expected = _by_hand(played)
    assert await _stored(storage) == expected
    await storage.rebuild_standings()
    assert await _stored(storage) == expected


async def test_games_that_finish_at_once_are_all_counted(storage: Storage, row: Any, result: Any) -> None:
    await asyncio.gather(
        *(
            storage.tables.save(
                row(number, channel=number),
                [],
                [result(number, 0, 1, number, won=True), result(number, 1, 2, 0, rank=2)],
            )
            for number in range(1, 21)
        )
    )
    counts = await storage.leaderboards.counts(1, 1)
    assert counts["together", "yum_plus", ""].wins == 20
    assert counts["both", "*", "*"].longest == 20
    assert (await storage.leaderboards.counts(1, 2))["together", "yum_plus", ""].wins == 0


async def test_a_save_that_is_refused_counts_nothing(storage: Storage, row: Any, result: Any) -> None:
    rows = [result(1, 0, 1, 10, won=True), result(1, 1, 2, 5, rank=2)]
    await storage.tables.save(row(1), [], rows)
    with pytest.raises(SaveConflict):
        await storage.tables.save(row(1), [], rows)
    assert (await storage.leaderboards.counts(1, 1))["together", "yum_plus", ""].games == 1


async def test_a_press_that_finishes_nothing_writes_as_much_as_before(storage: Storage, row: Any, seen: Any) -> None:
    await storage.tables.save(row(1))
    around = ("BEGIN", "PRAGMA", "SELECT txid_current()")
    assert len([sql for sql in seen.statements if not sql.startswith(around)]) == 1


async def test_who_is_erased_is_not_counted_again(storage: Storage, row: Any, result: Any) -> None:
    await storage.tables.save(row(1), [], [result(1, 0, 1, 10, won=True), result(1, 1, 2, 5, rank=2)])
    async with storage.database.writing.begin() as connection:
        await connection.execute(text("UPDATE results SET user_id = -1 WHERE user_id = 1"))
        await connection.execute(text("DELETE FROM standings WHERE user_id = 1"))
    before = await _stored(storage)
    await storage.rebuild_standings(1)
    assert await _stored(storage) == before
    assert {key[-1] for key in before} == {2}


async def test_a_database_from_before_there_were_standings_is_counted_once(tmp_path: Path) -> None:
    """As the last version left it: at the first step of the schema, with results of two games."""
    file = tmp_path / "old.db"
    url = f"sqlite:///{file}"
    with closing(sqlite3.connect(file)) as connection, connection:
        engine = create_engine("sqlite://", creator=lambda: connection, poolclass=StaticPool)
        with engine.begin() as opened:
            command.upgrade(migrate.alembic_config(opened), "0001")
        for table, score, options, default in ((1, 10, "{}", 1), (2, 20, '{"columns":3}', 0)):
            for seat, user in enumerate((1, 2)):
                values = (
                    table,
                    seat,
                    1,
                    "yams",
                    options,
                    default,
                    user,
                    score - seat,
                    seat + 1,
                    not seat,
                    BEGIN + table,
                )
                connection.execute("INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 2, 0, 0, ?)", values)
    async with open_database(url) as storage:
        counts = await storage.leaderboards.counts(1, 1)
        assert counts["together", "yams", ""].wins == 1
        assert counts["together", "yams", "*"].longest == 2
        season = await storage.seasons.running(1)
        assert season is not None
        assert season.started == BEGIN + 1
        assert await storage.meta.get("owed standings") is None
        await storage.ratings.catch_up_everywhere()
        assert (await storage.ratings.of(1, 1))["yams"].games == 1
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("DELETE FROM standings")
    async with open_database(url) as storage:
        assert await _stored(storage) == {}


async def test_processes_that_start_at_once_count_each_game_once(
    postgres: Any, row: Any, result: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(cast(Any, engines._LIMITS["server_settings"]), "lock_timeout", "30000")
    url, counting = postgres(), list[asyncio.Task[None]]()
    async with open_database(url) as one, open_database(url) as other:
        for guild in (1, 2, 3):
            seats = [result(guild, seat, seat + 1, 10 - seat, guild=guild, won=not seat) for seat in (0, 1)]
            await one.tables.save(row(guild, channel=guild), [], seats)
        expected = await _stored(one)
        await one.meta.set("owed standings", "yes")
        rebuild = one.writer.standings.rebuild

        async def held_up(connection: AsyncConnection, guild: int) -> None:
            """Let the other process begin meanwhile, until it has to wait for this one."""
            await rebuild(connection, guild)
            if not counting:
                counting.append(asyncio.create_task(run_pending_rebuilds(other.database.reading, other.writer)))
                waiting = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
                async with one.database.reading.connect() as looking:
                    while not await looking.scalar(waiting):  # noqa: ASYNC110 - the server tells nobody.
                        await asyncio.sleep(0.005)

        monkeypatch.setattr(one.writer.standings, "rebuild", held_up)
        await run_pending_rebuilds(one.database.reading, one.writer)
        await asyncio.gather(*counting)
        assert await _stored(one) == expected
        assert await one.meta.get("owed standings") is None
