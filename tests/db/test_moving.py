"""Everything moves from SQLite to PostgreSQL and back; whatever cuts a move off, the next one finishes it."""

from __future__ import annotations

import asyncio
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from sqlalchemy import Boolean, Column, Float, Integer, LargeBinary, func, insert, select, text

from bot.cli import main
from bot.engine import GameTrophy
from bot.engine.gate import legal
from bot.games import CATALOGUE, make
from bot.tables.model.table import Table, TableId, TableSettings
from bot.tables.records import trophies
from bot.tables.service.service import TableService
from bot.tables.storage import results
from db import DatabaseError, Storage, moving, open_database
from db.connection.engines import lock_file, migrating, parse
from db.connection.faults import DatabaseInUse, WrongDatabase
from db.schema import metadata
from tests.openings import IN_TURNS
from tests.postgres import Make

ROOT = Path(__file__).parents[2]
NOW = 1_700_000_000
PEOPLE = (2**62, 2**62 + 1)
ODD = ("", "é’\u2028", "山田 🎲", "a\\b\"c'd,\n\t{}", "%s $1 :x")

Dump = dict[str, list[tuple[Any, ...]]]


# -- a database with everything in it ----------------------------------------------------------------------------------


def _value(column: Column[Any], number: int, chance: random.Random) -> Any:
    """Something that fits; columns of keys and numbers differ from row to row."""
    if column.nullable and chance.random() < 0.4:
        return None
    if isinstance(column.type, Boolean):
        return chance.random() < 0.5
    if isinstance(column.type, Integer):
        return number if column.primary_key or column.name == "number" else chance.choice((number, 0, -1, 2**31 - 1))
    if isinstance(column.type, Float):
        return chance.choice((0.1, -0.0, 1e300, 5.0, chance.random()))
    if isinstance(column.type, LargeBinary):
        return chance.randbytes(chance.randrange(20))
    most = getattr(column.type, "length", None) or 60
    return f"{number}{chance.choice(ODD)}"[:most]


async def _fill(storage: Storage, chance: random.Random) -> None:
    """Put rows of all kinds into every table that real games leave empty."""
    for table in metadata.sorted_tables:
        async with storage.database.writing.begin() as connection:
            if table.name == "meta" or await connection.scalar(select(func.count()).select_from(table)):
                continue
            rows = [{one.name: _value(one, number, chance) for one in table.columns} for number in range(2, 40)]
            if table.foreign_keys:  # Only tables of games are referred to.
                games = (await connection.execute(select(metadata.tables["tables"].c.id))).scalars()
                rows = [row | {"table_id": id} for row, id in zip(rows, games, strict=False)]
            await connection.execute(insert(table), rows)


async def _play(storage: Storage, chance: random.Random) -> None:
    """Leave a live table of every game, play each another time to its end or for a while, and count what ended."""
    service = TableService(storage.tables, clock=lambda: NOW, settings=storage.settings)
    for number, key in enumerate(CATALOGUE, 1):
        while (await _play_some(service, chance, key, number, moves=12)).over:
            pass
        await _play_some(service, chance, key, len(CATALOGUE) + number, moves=9999 if key == "421" else 150)
    await storage.ratings.catch_up_everywhere()


async def _play_some(service: TableService, chance: random.Random, key: str, channel: int, moves: int) -> Table:
    game, at_once = make(key, {}), key not in IN_TURNS
    settings = TableSettings(simultaneous=at_once)
    opened = await service.open(guild=1, channel=channel, host=PEOPLE[0], game=game, language="en", settings=settings)
    id = opened.after.id
    await service.join(id, PEOPLE[1], 2)
    table = (await service.start(id, PEOPLE[0], 3)).after
    for _ in range(moves):
        seats = list((await service.own_tables(table)).values()) if at_once else [table]
        some = [one for one in seats if one.turn_player is not None]
        if not some:
            break
        one = chance.choice(some)
        assert one.turn_player is not None
        do = chance.choice(list(legal(one.game, one.state)))
        after = (await service.act(one.id, one.turn_player, one.step, do)).after
        table = table if at_once else after
    return await service.get(id)


@pytest.fixture(scope="module", autouse=True)
def whole() -> Iterator[None]:
    """A trophy that every game brings which is played to its end."""
    trophy = GameTrophy("whole", "Whole", "Play to the end.", lambda played, _: played.end.turn is None)
    with pytest.MonkeyPatch.context() as patch:
        for module in (results, trophies):
            patch.setattr(module, "TROPHIES_OF", dict.fromkeys(CATALOGUE, (trophy,)))
        yield


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory, whole: None) -> Path:
    """A file with a live table of every game, results, and rows in every table."""
    file = tmp_path_factory.mktemp("played") / "gobelet.db"

    async def make_all() -> None:
        chance = random.Random(1)
        async with open_database(f"sqlite:///{file}") as storage:
            await _play(storage, chance)
            await _fill(storage, chance)

    asyncio.run(make_all())
    return file


@pytest.fixture
def old(played: Path, tmp_path: Path) -> str:
    """The URL of a copy of it."""
    file = tmp_path / "old" / "gobelet.db"
    file.parent.mkdir()
    shutil.copyfile(played, file)
    return f"sqlite:///{file}"


@pytest.fixture
def new(postgres: Make) -> str:
    return postgres(empty=True)


async def _dump(url: str) -> Dump:
    engine = migrating(parse(url))
    async with engine.connect() as connection:
        found = {}
        for table in metadata.sorted_tables:
            rows = (await connection.execute(select(table))).all()
            found[table.name] = sorted((tuple(row) for row in rows), key=lambda row: [str(value) for value in row])
        found["stamp"] = [tuple(row) for row in (await connection.execute(text("SELECT * FROM alembic_version"))).all()]
    await engine.dispose()
    return found


def _nothing(*_: Any) -> None:
    pass


# -- moving ------------------------------------------------------------------------------------------------------------


async def test_everything_goes_to_postgres_and_back(old: str, new: str, tmp_path: Path) -> None:
    back = f"sqlite:///{tmp_path}/back/gobelet.db"
    before = await _dump(old)
    assert all(before.values())
    moved = await moving.move(old, new, _nothing)
    assert moved.rows == sum(len(rows) for table, rows in before.items() if table not in ("meta", "stamp"))
    assert await _dump(new) == before
    await moving.move(new, back, _nothing)
    assert await _dump(back) == before == await _dump(old)
    with closing(sqlite3.connect(tmp_path / "back" / "gobelet.db")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    assert (tmp_path / "back" / "gobelet.db").stat().st_mode & 0o077 == 0


async def test_games_go_on_where_they_were_and_what_is_counted_stays(old: str, new: str) -> None:
    await moving.move(old, new, _nothing)
    async with open_database(old) as here, open_database(new) as there:
        live = await here.tables.live()
        assert live == await there.tables.live()
        services = [TableService(one.tables, clock=lambda: NOW + 9, settings=one.settings) for one in (here, there)]
        assert {(await services[0].get(id)).game.key for id in live} == set(CATALOGUE)
        for id in live:
            tables = [await service.get(id) for service in services]
            assert tables[0] == tables[1]
            to_its_end = tables[0].game.key == "421"
            while (turn := tables[0].turn_player) is not None:
                step, do = tables[0].step, next(iter(legal(tables[0].game, tables[0].state)))
                tables = [(await service.act(id, turn, step, do)).after for service in services]
                assert tables[0] == tables[1], "the same dice fall"
                if not to_its_end:
                    break
        assert set(live) - set(await there.tables.live()), "a game of 421 ended after the move"
        about: dict[str, Any] = {"guild": 5, "channel": 5, "host": 5, "game": make("421", {}), "language": "fr"}
        newest = max(row[0] for row in await _numbers(there))
        assert (await services[1].open(**about)).after
        assert max(row[0] for row in await _numbers(there)) > newest
        await there.rebuild_standings()
    counted = (await _dump(old))["standings"]  # Game by game, as each one ended.
    assert [row for row in (await _dump(new))["standings"] if row in counted] == counted


async def test_standings_ratings_and_trophies_come_out_the_same_when_they_are_counted_again(old: str, new: str) -> None:
    """From the games that came along, by what counts them in use."""
    await moving.move(old, new, _nothing)
    before = await _dump(new)
    async with open_database(new) as there:
        service = TableService(there.tables, clock=lambda: NOW, settings=there.settings)
        found = await trophies.compare(there.trophies, service.repository, _no_winners, 1)
        assert (found.wrong, found.missing, found.unreadable) == ([], [], [])
        assert {(earned.user, earned.key) for earned in await there.trophies.all(1)} == {
            (one, "whole") for one in PEOPLE
        }
        await there.rebuild_standings()
        await there.ratings.recompute(1)
        assert not await there.ratings.of(1, PEOPLE[0])
        await there.ratings.catch_up_everywhere()
    after = await _dump(new)
    for counted in ("standings", "ratings", "trophies"):
        assert before[counted]
        assert after[counted] == before[counted]


async def _no_winners(_: TableId) -> Sequence[trophies.Earned]:
    return ()


async def _numbers(storage: Storage) -> Any:
    async with storage.database.reading.connect() as connection:
        return (await connection.execute(text("SELECT number FROM tables"))).all()


# -- cut off -----------------------------------------------------------------------------------------------------------

KILLED = """
import asyncio, os, random, signal, sys, threading, time
from db import moving

source, target, kills, seed, rows = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4], int(sys.argv[5])
chance = random.Random(seed)
moving.BATCH = 23
# However much is there already, each move tells so often that it goes on: each table is read twice, in batches at last.
told = 2 * len(moving.TABLES) + rows // moving.BATCH

def die(wait):
    time.sleep(wait)
    os.kill(os.getpid(), signal.SIGKILL)

def child(steps, wait):
    def progress(what, more, of):
        nonlocal steps
        steps -= 1
        if steps == 0:
            threading.Thread(target=die, args=(wait,)).start()

    async def finish(*given, last=moving._finish):
        if wait is not None:
            await asyncio.sleep(60)  # Its end is near; without this, it might be through before.
        await last(*given)

    moving._finish = finish
    asyncio.run(moving.move(source, target, progress))

for number in range(kills + 1):
    steps, wait = (chance.randint(1, told), chance.random() * 0.01) if number < kills else (-1, None)
    process = os.fork()
    if not process:
        try:
            child(steps, wait)
        except BaseException:
            import traceback
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    if status != (-signal.SIGKILL if number < kills else 0):
        sys.exit(f"move {number} ended with {status}")
"""


@pytest.mark.parametrize("kills", [3, pytest.param(20, marks=pytest.mark.long(60))])
async def test_killed_anywhere_a_move_goes_on(old: str, new: str, tmp_path: Path, kills: int, seed: str) -> None:
    """Both ways, each time by so many SIGKILLs; the old database never changes."""
    back, before = f"sqlite:///{tmp_path}/back.db", await _dump(old)
    rows = sum(len(some) for table, some in before.items() if table not in ("meta", "stamp"))
    for source, target in ((old, new), (new, back)):
        command = [sys.executable, "-c", KILLED, source, target, str(kills), seed, str(rows)]
        done = await asyncio.to_thread(subprocess.run, command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert await _dump(target) == before
        assert await _dump(source) == before


class Cut(Exception):
    pass


async def _cut_off(source: str, target: str, monkeypatch: pytest.MonkeyPatch, while_: str = "journal: copying") -> None:
    """Begin to move, and stop after two parts of that."""
    parts = 0

    def progress(what: str, *_: int) -> None:
        nonlocal parts
        parts += what == while_
        if parts == 3:
            raise Cut

    with monkeypatch.context() as patch:
        patch.setattr(moving, "BATCH", 50)
        with pytest.raises(Cut):
            await moving.move(source, target, progress)


@pytest.mark.parametrize("to_postgres", [True, False])
async def test_no_bot_starts_on_half_a_move(
    to_postgres: bool, old: str, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = request.getfixturevalue("new") if to_postgres else f"sqlite:///{tmp_path}/other.db"
    await _cut_off(old, target, monkeypatch)
    with pytest.raises(WrongDatabase, match="only a part of what is moved there"):
        async with open_database(target):
            pass
    with pytest.raises(WrongDatabase, match="holds a part of a move itself"):
        await moving.move(target, f"sqlite:///{tmp_path}/third.db", _nothing)
    await moving.move(old, target, _nothing)
    async with open_database(target) as storage:
        assert await storage.check()


async def test_a_bot_that_played_on_in_between_loses_nothing(
    old: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The move began, was cut off, and the evening came; what was copied already is copied anew."""
    new = f"sqlite:///{tmp_path}/new.db"
    await _cut_off(old, new, monkeypatch)
    async with open_database(old) as storage, storage.database.writing.begin() as connection:
        first = await connection.scalar(text("SELECT min(id) FROM tables"))
        await connection.execute(text("DELETE FROM tables WHERE id = :id"), {"id": first})
        await connection.execute(text("UPDATE tables SET step = step + 1"))
        await connection.execute(text("UPDATE journal SET at = 5 WHERE number = 1"))
    before = await _dump(old)
    await moving.move(old, new, _nothing)
    assert await _dump(new) == before


async def test_a_row_that_is_not_as_it_was_is_found(old: str, tmp_path: Path) -> None:
    """Whatever has changed it: the move does not end, and the next one mends it."""
    file = tmp_path / "new.db"

    def progress(what: str, *_: int) -> None:
        if what == "journal: comparing":
            with closing(sqlite3.connect(file)) as connection, connection:
                connection.execute("UPDATE journal SET dice = '[[6]]' WHERE number = 3")

    with pytest.raises(moving.MoveError, match="A row of journal is not as it was"):
        await moving.move(old, f"sqlite:///{file}", progress)
    await moving.move(old, f"sqlite:///{file}", _nothing)
    assert await _dump(f"sqlite:///{file}") == await _dump(old)


# -- refused before anything is written --------------------------------------------------------------------------------


async def test_a_target_with_anything_in_it_is_refused(old: str, postgres: Make, tmp_path: Path, row: Any) -> None:
    used, foreign = postgres(), f"sqlite:///{tmp_path}/foreign.db"
    async with open_database(used) as storage:
        await storage.tables.save(row(1))
    with closing(sqlite3.connect(tmp_path / "foreign.db")) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    for target in (used, foreign):
        with pytest.raises(WrongDatabase, match="is not empty"):
            await moving.move(old, target, _nothing)
    assert [row[0] for row in (await _dump(used))["tables"]] == [1]
    await moving.move(old, postgres(), _nothing)  # A bot that has started there once leaves empty tables.


async def test_a_source_or_a_target_in_use_is_refused(
    old: str, postgres: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, new = Path(old.removeprefix("sqlite:///")), postgres(empty=True)
    with lock_file(file), pytest.raises(DatabaseInUse, match=r"gobelet\.db: Another process"):
        await moving.move(old, new, _nothing)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("BEGIN IMMEDIATE")  # Such as `python -m bot block` at this very moment.
        monkeypatch.setattr(moving, "_LOCK_SECONDS", 0)
        with pytest.raises(DatabaseError, match="locked"):
            await moving.move(old, new, _nothing)
    async with open_database(new, alone=True):
        monkeypatch.setattr("db.claims.session.START_SECONDS", 0.0)
        with pytest.raises(DatabaseInUse, match="stop it first"):
            await moving.move(old, new, _nothing)
    other = f"sqlite:///{tmp_path}/other.db"
    with lock_file(tmp_path / "other.db"), pytest.raises(DatabaseInUse, match=r"other\.db: Another process"):
        await moving.move(old, other, _nothing)


async def test_a_part_of_another_move_is_refused(
    old: str, played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = f"sqlite:///{tmp_path}/new.db"
    await _cut_off(old, new, monkeypatch)
    shutil.copyfile(played, tmp_path / "another.db")
    with pytest.raises(WrongDatabase, match=r"a part of a move from .*old/gobelet\.db"):
        await moving.move(f"sqlite:///{tmp_path}/another.db", new, _nothing)


@pytest.mark.parametrize(("stamp", "why"), [("0035", "which brings it up to date"), ("9999", "use that version")])
async def test_a_source_of_another_version_is_refused(old: str, tmp_path: Path, stamp: str, why: str) -> None:
    """A newer one may have columns that nobody here knows; an older one would change, and should stay as it is."""
    with closing(sqlite3.connect(old.removeprefix("sqlite:///"))) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (stamp,))
    with pytest.raises(WrongDatabase, match=why):
        await moving.move(old, f"sqlite:///{tmp_path}/new.db", _nothing)


async def test_what_is_no_database_or_the_same_one_is_refused(old: str, tmp_path: Path) -> None:
    for source, target, why in (
        (old, old.replace("old/", "old/../old/"), "there is nothing to move"),
        (f"sqlite:///{tmp_path}/typo.db", old, "There is no database"),
        ("postgresql://u:secret@127.0.0.1:1/d", f"sqlite:///{tmp_path}/new.db", "127.0.0.1:1"),
    ):
        with pytest.raises(DatabaseError, match=why) as refusal:
            await moving.move(source, target, _nothing)
        assert "secret" not in str(refusal.value)
    assert not (tmp_path / "typo.db").exists()


# -- the command -------------------------------------------------------------------------------------------------------


def test_the_command_says_what_comes_next(old: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", old)
    done = CliRunner().invoke(main, ["move", f"sqlite:///{tmp_path}/new.db"])
    assert done.exit_code == 0, done.stderr
    assert done.stdout.startswith(f"{tmp_path}/new.db holds everything now: ")
    assert "set DATABASE_URL" in done.stdout
    assert {"tables: copying", "journal: comparing"} <= set(done.stderr.splitlines())
    again = CliRunner().invoke(main, ["move", f"sqlite:///{tmp_path}/new.db"])
    assert again.exit_code == 2
    assert again.stderr.endswith(f"{tmp_path}/new.db is not empty: name another database, or make an empty one.\n")
