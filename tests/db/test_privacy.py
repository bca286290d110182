"""Erasing and purging over the whole schema: a row with the person in every place that can hold one."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlalchemy import Boolean, Column, Engine, Float, Integer, LargeBinary, Table, event, insert, select

from bot.tables.model.store import LobbyRow
from bot.tables.model.table import TableId, Vote, VoteChoice
from bot.tables.storage.rows import read, vote_of
from db.queries import privacy
from db.schema import MANY, TYPED, metadata

ANA, BEN = 10**17 + 1, 10**18 + 11
"""Ben's id begins with Ana's: a search for her as text finds him too."""

GUILD = 2**62
PLACES = [(table, column) for table in metadata.sorted_tables for column in table.c if column.info.get("person")]


def _value(column: Column[Any], number: int) -> Any:
    """A value that fits; numbers differ from row to row, for the keys."""
    if column.info == MANY or column.name in ("gone", "throws", "chosen_sides", "evening_wins"):
        return "[]"
    if column.name in ("options", "presets", "agreed"):
        return "{}"
    if column.nullable:
        return None
    if isinstance(column.type, Boolean):
        return False
    if isinstance(column.type, Integer):
        return GUILD if column.name == "guild" else number
    if isinstance(column.type, Float):
        return 1.5
    return b"\0" if isinstance(column.type, LargeBinary) else f"{number}"


async def _put(storage: Any, table: Table, number: int, **values: Any) -> None:
    row = {column.name: _value(column, number) for column in table.c} | values
    async with storage.database.writing.begin() as connection:
        await connection.execute(insert(table).values(row))


async def _dump(storage: Any) -> dict[str, list[str]]:
    async with storage.database.reading.connect() as connection:
        return {
            table.name: [str(tuple(row)) for row in (await connection.execute(select(table))).all()]
            for table in metadata.sorted_tables
        }


@pytest.fixture
async def full(storage: Any) -> Any:
    """Ana in every column that may hold a person, and Ben beside her in lists."""
    await _put(storage, metadata.tables["tables"], 1)
    for number, (table, column) in enumerate(PLACES, start=2):
        value = json.dumps([BEN, ANA]) if column.info == MANY else ANA
        more = {"table_id": 1} if "table_id" in table.c else {}
        await _put(
            storage, table, number, **{**more, "seat": number} if "seat" in table.c else more, **{column.name: value}
        )
    return storage


def test_there_are_places() -> None:
    assert {table.name for table, _ in PLACES} >= {"tables", "results", "standings", "ratings", "preferences"}


def test_every_column_that_sounds_like_a_person_is_marked() -> None:
    told = ("user", "player", "host", "volunteer", "original", "person", "member", "owner", "author", "agreed", "voter")
    unmarked = [
        f"{table.name}.{column.name}"
        for table in metadata.sorted_tables
        for column in table.c
        if any(word in column.name for word in told) and not column.info.get("person")
    ]
    assert unmarked == []


async def test_erasing_leaves_no_row_with_the_id(full: Any) -> None:
    assert any(str(ANA) in row for rows in (await _dump(full)).values() for row in rows)
    await full.privacy.erase(ANA)
    after = await _dump(full)
    assert not [row for rows in after.values() for row in rows if str(ANA) in row.replace(str(BEN), "")]
    assert any(str(BEN) in row for row in after["tables"])
    assert len(after["tables"]) == 1 + sum(table.name == "tables" for table, _ in PLACES)
    assert (after["standings"], after["ratings"], after["preferences"]) == ([], [], [])


async def test_who_wants_no_mentions_can_export_and_erase_that(storage: Any) -> None:
    await storage.preferences.choose(ANA, mention=False)
    [kept] = (await storage.privacy.export(ANA))["preferences"]
    assert kept["mention"] is False
    await storage.privacy.erase(ANA)
    assert (await storage.preferences.of(ANA)).mention


async def test_an_erased_person_has_another_name_in_every_game(storage: Any, row: Any, result: Any) -> None:
    for number in (1, 2):
        seated = row(number, players=(ANA, BEN), host=ANA)
        await storage.tables.save(seated, [], [result(number, 0, ANA, 5), result(number, 1, BEN, 7)])
    await storage.tables.save(row(3, players=(ANA,), host=ANA, parent=TableId(1)))
    await storage.privacy.erase(ANA)
    first, second, own = [await storage.tables.load(TableId(number)) for number in (1, 2, 3)]
    assert read(first, "players")[0] == first["host"] == read(own, "players")[0] == own["host"] < 0
    assert read(first, "players")[1] == BEN
    assert read(second, "players")[0] not in (read(first, "players")[0], ANA)
    assert first["version"] == 2


async def test_what_somebody_typed_goes_with_them_and_its_hash_stays(storage: Any, row: Any) -> None:
    rows = [
        LobbyRow(TableId(1), step, user, f"stir {step}", f"words of {user}", 7) for step, user in ((1, ANA), (2, BEN))
    ]
    await storage.tables.save(row(1, players=(ANA, BEN), stirred=(ANA, BEN)), lobby=rows)
    exported = await storage.privacy.export(ANA)
    assert [told["words"] for told in exported["lobby"]] == [f"words of {ANA}"]
    await storage.privacy.erase(ANA)
    first, last = await storage.tables.lobby(TableId(1))
    table = await storage.tables.load(TableId(1))
    assert (first.user, first.do, first.words) == (read(table, "stirred")[0], "stir 1", None)
    assert first.user < 0
    assert last == rows[1]
    assert read(table, "stirred")[1] == BEN


def test_every_column_that_sounds_like_something_typed_is_marked() -> None:
    typed = [column for table in metadata.sorted_tables for column in table.c if column.info == TYPED]
    told = ("words", "typed", "message_text", "comment", "reason")
    named = [column for table in metadata.sorted_tables for column in table.c if column.name in told]
    assert typed == named != []
    assert all(any(other.info.get("person") for other in column.table.c) for column in typed)


async def test_a_save_that_began_before_is_refused(storage: Any, row: Any) -> None:
    await storage.tables.save(row(1, players=(ANA, BEN)))
    await storage.privacy.erase(ANA)
    with pytest.raises(Exception, match="version"):
        await storage.tables.save(row(1, 2, players=(ANA, BEN)))


async def test_votes_for_an_erased_volunteer_do_not_count_for_the_next_one(storage: Any, row: Any) -> None:
    await storage.tables.save(
        row(1, vote=Vote(77, ((0, VoteChoice.TAKE), (1, VoteChoice.REFUSE), (2, VoteChoice.SKIP))))
    )
    await storage.privacy.erase(77)
    assert vote_of(await storage.tables.load(1)) == Vote(None, ((2, VoteChoice.SKIP),))


async def test_the_export_names_every_place_and_no_secret(full: Any) -> None:
    found = await full.privacy.export(ANA)
    assert {table.name for table, _ in PLACES} <= set(found)
    for table, column in PLACES:
        assert any(str(ANA) in str(row[column.name]) for row in found[table.name]), (table.name, column.name)
    assert not any("secret" in row or "state" in row for row in found["tables"])
    json.dumps(found)


async def test_nothing_of_others_is_exported_whose_id_holds_ones_own(storage: Any, row: Any) -> None:
    assert str(ANA) in str(BEN)
    await storage.tables.save(row(1, players=(BEN,), host=BEN))
    await storage.tables.save(row(2, players=(BEN, ANA), host=BEN, channel=2))
    assert [table["id"] for table in (await storage.privacy.export(ANA))["tables"]] == [2]
    assert await storage.privacy.seated(ANA) == [2]


async def test_where_somebody_sits_is_found_without_reading_what_is_over(
    storage: Any, row: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for id in range(1, 31):
        await storage.tables.save(row(id, players=(ANA, BEN), status="finished"))
    await storage.tables.save(row(31, players=(ANA, BEN)))
    read, own = list[int](), privacy._ids

    def counted(of: Any, column: Any) -> Any:
        read.append(of["id"])
        return own(of, column)

    monkeypatch.setattr(privacy, "_ids", counted)
    assert await storage.privacy.seated(ANA) == [31]
    assert set(read) == {31}


async def test_an_export_reads_the_moves_of_a_few_games_at_a_time(storage: Any, row: Any, line: Any) -> None:
    """So presses get in between."""
    for id in range(1, 31):
        await storage.tables.save(row(id, players=(ANA, BEN)), [line(id, 1, seat=0)])
    asked = list[str]()

    def run(*arguments: Any) -> None:
        asked.append(arguments[2])

    event.listen(Engine, "before_cursor_execute", run)
    try:
        found = await storage.privacy.export(ANA)
    finally:
        event.remove(Engine, "before_cursor_execute", run)
    assert len(found["journal"]) == 30
    assert sum("FROM journal" in " ".join(one.split()) for one in asked) == 3


async def test_purging_leaves_no_row_of_the_server(full: Any) -> None:
    await full.settings.choose(GUILD, language="fr")
    await full.settings.choose(7, language="en", left_at=500)
    await full.privacy.departed([GUILD], 100)
    assert await full.privacy.guilds() >= {GUILD, 7}
    assert await full.privacy.purge(100) == []
    assert await full.privacy.purge(101) == [GUILD]
    after = await _dump(full)
    assert not [row for rows in after.values() for row in rows if str(GUILD) in row]
    assert len(after["settings"]) == 1
    assert await full.privacy.purge(101) == []


async def test_a_server_that_comes_back_meanwhile_is_not_purged(
    storage: Any, row: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    await storage.tables.save(row(1, guild=5))
    await storage.tables.save(row(2, guild=6))
    await storage.privacy.departed([5, 6], 1000)
    purge, done = storage.privacy._purge, []

    async def comes_back(guild: int, held: Any) -> None:
        done.append(guild)
        await storage.privacy.returned([11 - guild])
        await purge(guild, held)

    monkeypatch.setattr(storage.privacy, "_purge", comes_back)
    assert await storage.privacy.purge(2000) == done
    assert await storage.privacy.guilds() == {11 - guild for guild in done}
    assert len(done) == 1
