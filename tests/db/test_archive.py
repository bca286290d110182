"""Journals of old games shrink to a row each; they are read, exported and verified as before."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from sqlalchemy import func, select

from bot.cli import main
from bot.engine.gate import legal
from bot.games import make
from bot.tables.model.table import Status, TableId
from bot.tables.service.service import TableService
from db import Storage, copies, open_database, schema
from db.connection.engines import lock_file
from db.connection.faults import DatabaseInUse

NOW = 1_700_000_000
DAY = 86_400
ANA, BEN = 3, 2**62 + 1


async def _counts(storage: Storage) -> tuple[int, int]:
    async with storage.database.reading.connect() as connection:
        found = [
            await connection.scalar(select(func.count()).select_from(table))
            for table in (schema.journal, schema.archive)
        ]
    return found[0] or 0, found[1] or 0


def _nothing(*_: int) -> None:
    pass


async def test_only_games_that_were_over_before_are_packed(storage: Any, row: Any, line: Any) -> None:
    for number, (status, changed) in enumerate(
        [(Status.FINISHED, NOW - 1), (Status.ENDED, NOW - 1), (Status.FINISHED, NOW), (Status.PLAYING, NOW - 1)], 1
    ):
        lines = [line(number, entry, do=f"keep {entry}", dice=((entry, 6), (1,))) for entry in range(1, 300)]
        await storage.tables.save(row(number, status=status, changed=changed), lines)
    before = [await storage.tables.journal(TableId(number)) for number in range(1, 5)]
    exported = sorted(map(str, (await storage.privacy.export(ANA))["journal"]))
    told: list[tuple[int, int]] = []
    packed = await storage.shrink(NOW, lambda more, of: told.append((more, of)))
    assert (packed.games, packed.moves, told) == (2, 598, [(2, 2)])
    assert packed.after < packed.before / 5
    assert await _counts(storage) == (598, 2)
    assert [await storage.tables.journal(TableId(number)) for number in range(1, 5)] == before
    assert sorted(map(str, (await storage.privacy.export(ANA))["journal"])) == exported
    assert (await storage.shrink(NOW, _nothing)).games == 0


async def test_a_packed_game_is_replayed_and_verified_as_before(storage: Any, seed: str) -> None:
    chance, now = random.Random(seed), NOW
    service = TableService(storage.tables, clock=lambda: now, settings=storage.settings)
    opened = await service.open(guild=1, channel=2, host=ANA, game=make("yum_classic", {}), language="en")
    id = opened.after.id
    await service.join(id, BEN, 2)
    table = (await service.start(id, ANA, 3)).after
    while not table.over:
        assert table.turn_player is not None
        fills = [one for one in legal(table.game, table.state) if not one.startswith("keep")]
        table = (await service.act(id, table.turn_player, table.step, chance.choice(fills))).after
    record = await service.history.record(id)
    assert await service.history.verify(id)
    assert (await storage.shrink(NOW + 1, _nothing)).games == 1
    again = TableService(storage.tables, clock=lambda: now, settings=storage.settings)
    assert await again.history.record(id) == record
    assert await again.history.verify(id)
    assert len(await again.history.records(id, ANA)) == 1


async def test_what_is_packed_goes_with_its_table(storage: Any, row: Any, line: Any) -> None:
    await storage.tables.save(row(1, guild=7, status=Status.FINISHED, changed=1), [line(1, 1)])
    await storage.shrink(NOW, _nothing)
    assert await _counts(storage) == (0, 1)
    await storage.privacy.departed([7], 5)
    assert await storage.privacy.purge(6) == [7]
    assert await _counts(storage) == (0, 0)


async def _used(file: Path, row: Any, line: Any) -> None:
    async with open_database(f"sqlite:///{file}") as storage:
        for number in range(1, 40):
            lines = [line(number, entry) for entry in range(1, 800)]
            await storage.tables.save(row(number, status=Status.FINISHED, changed=1), lines)


async def test_the_file_gets_smaller(tmp_path: Path, row: Any, line: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "gobelet.db"
    await _used(file, row, line)
    with lock_file(file), pytest.raises(DatabaseInUse):
        copies.vacuum(file)
    size = file.stat().st_size
    async with open_database(f"sqlite:///{file}") as storage:
        await storage.shrink(NOW, _nothing)
    assert copies.vacuum(file)[0] >= size
    assert file.stat().st_size < size / 2
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_the_command_refuses_days_that_are_too_few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/gobelet.db")
    assert CliRunner().invoke(main, ["shrink", "29"]).exit_code == 2
    assert not list(tmp_path.iterdir())
    done = CliRunner().invoke(main, ["shrink", "365", "--vacuum"])
    assert done.exit_code == 0, done.stderr
    assert done.stdout.startswith("Packed: games 0, moves 0;")
