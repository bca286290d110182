"""What the steps of the schema do with existing rows."""

from __future__ import annotations

from typing import Any

from alembic import command
from sqlalchemy import Connection, column, table, text

from bot.tables.model import days
from bot.tables.model.choices import GuildChoices
from bot.tables.model.table import Status, TableId
from bot.tables.records.profiles import Scope
from bot.tables.storage.rows import read
from db import open_database
from db.connection import migrate
from db.connection.engines import parse, writing
from db.schema import metadata


async def database_of(url: str, step: str, rows: dict[str, list[dict[str, Any]]]) -> None:
    """Leave a database as the version of ``step`` left it, with ``rows`` of its tables."""

    def build(connection: Connection) -> None:
        command.upgrade(migrate.alembic_config(connection), step)
        for name, added in rows.items():
            for row in added:
                connection.execute(table(name, *map(column, row)).insert(), row)

    engine = writing(parse(url))
    try:
        async with engine.begin() as connection:
            await connection.run_sync(build)
    finally:
        await engine.dispose()


_OF_REMATCHES = ("waiting_from", "invited", "evening", "evening_wins")
_OF_DELIVERY = ("since", "owed", "drawn")
_OF_DICE = ("throws", "stirred")
_LATER = ("number", "practice", *_OF_DELIVERY, *_OF_DICE, "choosers", "chosen_sides", *_OF_REMATCHES)


def _old(name: str, **values: Any) -> dict[str, Any]:
    """Return a row of 0002 in which only ``values`` matter."""
    row: dict[str, Any] = {}
    for known in metadata.tables[name].columns:
        if not known.nullable and known.name not in _LATER:
            kind = known.type.python_type
            row[known.name] = "[]" if kind is str else kind()
    return row | values


async def test_tables_opened_before_there_were_numbers_keep_their_order(url: str, row: Any) -> None:
    opened = {50: 30, 7: 10, 93: 20, 12: 20}
    about = {"guild": 1, "channel": 2, "status": "finished", "absent": "wait", "options": "{}", "state": b"x"}
    tables = [_old("tables", id=id, opened=at, **about) for id, at in opened.items()]
    await database_of(url, "0002", {"tables": tables})
    async with open_database(url) as storage:
        stored = await storage.tables.load(TableId(50))
        assert stored is not None
        assert (stored["opened"], Status(stored["status"])) == (30, Status.FINISHED)
        await storage.tables.save(row(3, guild=1, channel=2, status=Status.FINISHED))
        async with storage.database.reading.connect() as connection:
            ids = (await connection.execute(text("SELECT id FROM tables ORDER BY number"))).scalars().all()
        assert ids == [7, 12, 93, 50, 3]


async def test_games_finished_before_there_were_numbers_keep_their_order(url: str, row: Any, result: Any) -> None:
    about = {"guild": 1, "user_id": 5, "game": "yams", "kind": "solo", "options": "{}", "rules": "", "to_rate": False}
    results = [
        _old("results", table_id=id, seat=0, finished_at=at, **about)
        for id, at in {50: 30, 7: 10, 93: 20, 12: 20}.items()
    ]
    await database_of(url, "0002", {"results": results})
    async with open_database(url) as storage:
        own = result(3, 0, 5, 1, finished_at=30)
        await storage.tables.save(row(3), (), [own])
        history = await storage.profiles.history(Scope(1, 5), limit=9)
        assert [past.table for past in history.games] == [3, 50, 93, 12, 7]


async def test_lobbies_opened_before_they_closed_themselves_have_a_deadline(url: str) -> None:
    about = {"guild": 1, "absent": "wait", "options": "{}", "changed": 1000}
    day = 86_400
    lobbies = {1: None, 2: 5000, 3: 1000 + 3 * day}
    tables = [_old("tables", id=id, channel=id, status="lobby", due=due, **about) for id, due in lobbies.items()] + [
        _old("tables", id=4, channel=4, status="playing", **about),
        _old("tables", id=5, status="ended", **about),
    ]
    await database_of(url, "0002", {"tables": tables})
    async with open_database(url) as storage:
        stored = [await storage.tables.load(TableId(id)) for id in range(1, 6)]
        assert [row and row["due"] for row in stored] == [1000 + day, 5000, 1000 + day, None, None]
        assert {row["id"] for row in await storage.tables.due(1000 + day, 10)} == {2, 1, 3}


async def test_tables_and_days_of_before_recipe_2_keep_what_they_mix_in(url: str) -> None:
    about = {"guild": 1, "absent": "wait", "options": "{}", "secret": b"s"}
    tables = [
        _old("tables", id=1, channel=1, status="lobby", entropy="join:5", **about),
        _old("tables", id=2, channel=2, status="playing", entropy="join:5 start:6", thrown=4, **about),
    ]
    day = {"guild": 7, "day": 20261121, "game": "yams", "options": "{}", "secret": b"s"}
    await database_of(url, "0002", {"tables": tables, "dailies": [day]})
    async with open_database(url) as storage:
        stored = [await storage.tables.load(TableId(id)) for id in (1, 2)]
        assert [
            (row["entropy"], row["thrown"], read(row, "throws"), read(row, "stirred")) for row in stored if row
        ] == [
            ("join:5", 0, (), ()),
            ("join:5 start:6", 4, (), ()),
        ]
        assert await storage.tables.lobby(TableId(1)) == []
        daily = await storage.dailies.find(7, 20261121)
        assert daily is not None
        assert daily.seed.entropy == "daily:7:20261121"


async def test_servers_that_have_had_a_final_table_go_on_getting_it_there(url: str) -> None:
    posted = {1: [(5, 71), (6, 72)], 2: [(7, 73)], 3: [(None, 0)], 4: [(8, 74)], 5: [(9, 75), (None, 0)], 6: [(4, 70)]}
    seasons = [
        {"guild": guild, "number": number, "started": number, "ended": number + 1, "channel": place, "message": message}
        for guild, tables in posted.items()
        for number, (place, message) in enumerate(tables, 1)
    ]
    chosen = [{"guild": 2, "language": "fr"}, {"guild": 4, "post_channel": 3}, {"guild": 6, "post_season": False}]
    await database_of(url, "0042", {"seasons": seasons, "settings": chosen})
    async with open_database(url) as storage:
        found = {guild: await storage.settings.of(guild) for guild in posted}
        places = {guild: choices.season_channels for guild, choices in found.items()}
        assert places == {1: (6,), 2: (7,), 3: (), 4: (3,), 5: (9,), 6: ()}
        assert (found[2].language, found[6].season_channel) == ("fr", None)


async def test_days_and_games_from_before_there_were_time_zones_are_those_of_utc(url: str) -> None:
    day, at = 20261121, days.day_begins(20261121) + 60
    drawn = {"guild": 1, "day": day, "game": "yams", "options": "{}", "secret": b"1" * 32}
    about = {"guild": 1, "game": "yams", "rules": "", "options": "{}", "kind": "daily", "seats": 1, "finished_at": at}
    results = [_old("results", table_id=7, user_id=3, score=50, **about)]
    await database_of(url, "0002", {"dailies": [drawn], "results": results})
    async with open_database(url) as storage:
        await storage.settings.choose(1, **days.with_zone(GuildChoices(), "Pacific/Noumea", at))
        daily = await storage.dailies.find(1, day)
        assert daily is not None
        assert daily.ends == days.day_ends(day)
        assert [line.user for line in (await storage.dailies.board(1, day, 3)).lines] == [3]
        await storage.rebuild_standings(1)
        counts = await storage.leaderboards.counts(1, 3, days.month_key(day))
        assert counts["daily", "yams", ""].games == 1


async def test_what_decisions_of_ambition_lost_in_turns_counts_no_more(url: str) -> None:
    """Games between two are reviewed by chances to win now: a mean of both units says nothing."""
    games = [
        _old("standings", guild=1, game=game, user_id=3, games=4, reviewed=2, lost=9.5) for game in ("ambition", "421")
    ]
    await database_of(url, "0051", {"standings": games})
    async with open_database(url) as storage, storage.database.reading.connect() as connection:
        rows = await connection.execute(text("SELECT game, games, reviewed, lost FROM standings"))
        assert {tuple(row) for row in rows} == {("ambition", 4, 0, 0.0), ("421", 4, 2, 9.5)}
