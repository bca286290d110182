"""What only a file can do: be full, be locked, serve readers while somebody writes; and how the bot sets it up."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, func, select, text

from bot.tables.model.errors import NotRead, translated_errors
from bot.tables.model.processes import Shards
from bot.tables.model.store import SaveFailed
from bot.tables.model.table import TableId
from bot.tables.records.leaderboards import LeaderboardQuery
from db import Storage, open_database, schema
from db.connection.reading import reader
from db.writing import writer


@pytest.fixture
def file(tmp_path: Path, database: Callable[[Path], Path]) -> Path:
    return database(tmp_path / "gobelet.db")


@pytest.fixture
async def storage(file: Path) -> AsyncIterator[Storage]:
    async with open_database(f"sqlite:///{file}") as opened:
        yield opened


async def _pragma(engine: Any, name: str) -> Any:
    async with engine.connect() as connection:
        return await connection.scalar(text(f"PRAGMA {name}"))


async def test_every_connection_is_durable_and_keeps_its_word(storage: Storage) -> None:
    for engine, patience in ((storage.database.writing, 1000), (storage.database.reading, 5000)):
        assert await _pragma(engine, "journal_mode") == "wal"
        assert await _pragma(engine, "synchronous") == 2
        assert await _pragma(engine, "foreign_keys") == 1
        assert await _pragma(engine, "busy_timeout") == patience
    assert await _pragma(storage.database.reading, "query_only") == 1


async def test_a_full_disk_fails_its_saves_and_the_writer_lives_on(storage: Storage, row: Any) -> None:
    await storage.tables.save(row(1))
    pages = await _pragma(storage.database.writing, "page_count")
    await _pragma(storage.database.writing, f"max_page_count={pages}")
    saves = [storage.tables.save(row(number, state=bytes(9000))) for number in range(2, 12)]
    answers = await asyncio.gather(*saves, return_exceptions=True)
    assert all(isinstance(answer, SaveFailed) for answer in answers)
    assert "full" in str(answers[0])
    assert await storage.tables.live() == [1]
    await _pragma(storage.database.writing, "max_page_count=100000")
    await storage.tables.save(row(2))


async def test_a_full_disk_is_not_tried_again_for_everybody_who_waited(storage: Storage, row: Any, seen: Any) -> None:
    await storage.tables.save(row(1))
    pages = await _pragma(storage.database.writing, "page_count")
    await _pragma(storage.database.writing, f"max_page_count={pages}")
    seen.statements.clear()
    saves = [storage.tables.save(row(number, state=bytes(9000))) for number in range(2, 12)]
    answers = await asyncio.gather(*saves, return_exceptions=True)
    assert all(isinstance(answer, SaveFailed) for answer in answers)
    assert sum(statement.startswith("INSERT INTO tables") for statement in seen.statements) in (1, 2)


async def test_a_locked_file_fails_the_save_and_not_the_next(
    storage: Storage, file: Path, row: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "PATIENCE", 1.0)
    await storage.tables.save(row(1))
    await _pragma(storage.database.writing, "busy_timeout=50")
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(SaveFailed, match="locked"):
            await storage.tables.save(row(1, 2))
        # Reading goes on all the while.
        stored = await storage.tables.load(TableId(1))
        assert stored is not None
        assert stored["version"] == 1
        other.execute("ROLLBACK")
    await storage.tables.save(row(1, 2))


async def test_reads_do_not_wait_for_the_writer(storage: Storage, row: Any) -> None:
    await storage.tables.save(row(1))
    async with storage.database.writing.begin() as connection:
        await connection.execute(text("UPDATE tables SET step = 99"))
        save = asyncio.create_task(storage.tables.save(row(1, 2)))
        stored = await asyncio.wait_for(storage.tables.load(TableId(1)), 4)
        assert stored is not None
        assert stored["step"] == 7
        assert not save.done()
    await save


@pytest.fixture
def plans(storage: Storage) -> Callable[[Awaitable[Any]], Awaitable[list[str]]]:
    """Return how SQLite finds the rows of a query: the plan of each statement that reads."""

    async def plans(asked: Awaitable[Any]) -> list[str]:
        seen: list[tuple[str, Any]] = []

        def note(_c: Any, _cursor: Any, sql: str, values: Any, *_: Any) -> None:
            seen.append((sql, values))

        engine = storage.database.reading
        event.listen(engine.sync_engine, "before_cursor_execute", note)
        await asked
        event.remove(engine.sync_engine, "before_cursor_execute", note)
        found = []
        async with engine.connect() as connection:
            for sql, values in seen:
                plan = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", values)
                found.append(" ".join(step.detail for step in plan))
        return found

    return plans


async def test_the_channels_table_is_found_by_the_index(storage: Storage, plans: Any) -> None:
    (plan,) = await plans(storage.tables.live_at(1, 2))
    assert "one_live_table_per_channel (guild=? AND channel=?)" in plan


async def test_tables_that_are_over_are_not_read_to_list_the_live_ones(storage: Storage, plans: Any) -> None:
    assert "tables_live" in str(await plans(storage.tables.live()))
    assert "tables_live (guild=?)" in str(await plans(storage.tables.live(1)))
    assert "tables_live (guild=?)" in str(await plans(storage.tables.seated(1, 5)))
    (plan,) = await plans(storage.tables.children(TableId(5)))
    assert "tables_parent (parent=?)" in plan


@pytest.mark.parametrize("shards", [Shards(), Shards(4, frozenset({1, 3}))])
async def test_what_is_due_is_found_by_an_index_whoever_asks(storage: Storage, plans: Any, shards: Shards) -> None:
    for plan in await plans(storage.tables.due(1, 10, shards)):
        assert "USING INDEX tables_due (due>? AND due<?)" in plan
    (plan,) = await plans(storage.tables.due_calls(1, 10, shards))
    assert "INDEX tables_call_due (call_due>? AND call_due<?)" in plan
    (plan,) = await plans(storage.tables.not_shown(shards))
    assert "INDEX tables_behind" in plan
    (plan,) = await plans(storage.tables.count_live(shards))
    assert "INDEX tables_live" in plan


async def test_numbering_a_new_row_looks_at_the_last_number_alone(storage: Storage) -> None:
    for table in (schema.tables, schema.results):
        async with storage.database.reading.connect() as connection:
            plan = await connection.execute(text(f"EXPLAIN QUERY PLAN {select(func.max(table.c.number))}"))
            assert f"SEARCH {table.name} USING COVERING INDEX {table.name}_number" in str(plan.all())


_BOARD = "SEARCH standings USING PRIMARY KEY (guild=? AND period=? AND kind=? AND game=? AND rules=?"


@pytest.mark.sample(2)
@pytest.mark.parametrize("by", ["wins", "games", "best", "average", "rate", "streak"])
async def test_a_page_of_a_leaderboard_reads_one_range_of_the_key(storage: Storage, plans: Any, by: Any) -> None:
    for offset in (0, None):
        for plan in await plans(
            storage.leaderboards.page(LeaderboardQuery(1, "all", "together", "yum_plus", "", by), 5, offset)
        ):
            assert _BOARD in plan
            assert "SCAN standings" not in plan


async def test_a_page_of_ratings_reads_one_range_of_the_key(storage: Storage, plans: Any) -> None:
    for plan in await plans(
        storage.leaderboards.page(LeaderboardQuery(1, "all", "together", "yum_plus", "", "rating"), 5)
    ):
        assert "SEARCH ratings USING PRIMARY KEY (guild=? AND game=?" in plan


async def test_what_surrounds_a_leaderboard_is_found_by_indexes(storage: Storage, plans: Any) -> None:
    (counts,) = await plans(storage.leaderboards.counts(1, 5))
    assert "USING INDEX ix_standings_user_id (user_id=? AND guild=? AND period=?)" in counts
    games, latest = await plans(storage.leaderboards.games(1))
    assert "SEARCH standings USING PRIMARY KEY (guild=? AND period=? AND kind=? AND game>?)" in games
    assert "SEARCH results USING INDEX ix_results_guild_finished_at (guild=?)" in latest
    played, latest = await plans(storage.leaderboards.played(1, "yum_plus"))
    assert "SEARCH standings USING PRIMARY KEY (guild=? AND period=? AND kind=? AND game=? AND rules>?)" in played
    assert "SEARCH results USING INDEX ix_results_guild_game_finished_at (guild=? AND game=?)" in latest
    assert "USE TEMP B-TREE FOR ORDER BY" not in latest
    (running,) = await plans(storage.seasons.running(1))
    assert "one_running_season (guild=?)" in running
    due = str(await plans(storage.seasons.due(2_000_000_000)))
    assert "one_running_season" in due
    assert "ix_results_guild_finished_at (guild=? AND finished_at>? AND finished_at<?)" in due
    (waiting,) = await plans(storage.ratings.catch_up(1))
    assert "results_to_rate (guild=?)" in waiting


async def test_closing_leaves_one_file_for_this_user_only(tmp_path: Path, row: Any) -> None:
    async with open_database(f"sqlite:///{tmp_path}/gobelet.db") as storage:
        await storage.tables.save(row(1))
    assert _modes(tmp_path) == {"gobelet.db": 0o600}


def _modes(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}


@pytest.mark.long
def test_the_process_ends_even_when_the_database_was_left_open(file: Path) -> None:
    program = (
        "import asyncio, db\n"
        "async def main():\n"
        f"    async with db.open_database('sqlite:///{file}') as storage:\n"
        "        await storage.meta.set('a', 'b')\n"
        "        raise SystemExit(3)\n"
        "asyncio.run(main())\n"
    )
    done = subprocess.run([sys.executable, "-c", program], timeout=60, check=False, cwd=Path(__file__).parents[2])
    assert done.returncode == 3


async def test_a_read_whose_connection_the_closing_database_has_closed_alarms_nobody(
    storage: Storage, caplog: pytest.LogCaptureFixture
) -> None:
    """People read that it could not be read; the log has no error, since the bot ends."""
    caplog.set_level("INFO", "bot.tables")

    async def read() -> None:
        async with reader(storage.database.reading) as reading:
            await reading.execute(text("SELECT 1"))
            lent = await reading._connection.get_raw_connection()
            assert lent.driver_connection is not None
            await lent.driver_connection.close()

    with pytest.raises(NotRead), translated_errors():
        await read()
    assert [one.levelname for one in caplog.records if "has closed" in one.getMessage()] == ["INFO"]
