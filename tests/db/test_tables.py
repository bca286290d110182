"""Rows come back as they went in; the store reports conflicts; the writer shares commits."""

from __future__ import annotations

import asyncio
from dataclasses import fields
from typing import Any

import pytest
from sqlalchemy import func, select, text

from bot.games import make
from bot.tables.model.store import ChannelBusy, LobbyRow, SaveConflict, SaveFailed, StoreError
from bot.tables.model.table import (
    AbsencePolicy,
    Computer,
    DiceSeed,
    Hints,
    Level,
    PendingCall,
    Status,
    Table,
    TableId,
    TableSettings,
    Vote,
    VoteChoice,
)
from bot.tables.storage.rows import from_row, read, to_row
from db import open_database, schema


async def test_rows_come_back_as_they_went_in(storage: Any, row: Any, line: Any, result: Any) -> None:
    lines = [line(5, 0), line(5, 1, do="drop", dice=()), line(5, 2, do="undo", dice=())]
    await storage.tables.save(row(5), lines, [result(5, 0, 3, -7)])
    assert await storage.tables.load(TableId(5)) == row(5)
    assert await storage.tables.journal(TableId(5)) == lines
    assert await storage.tables.load(TableId(6)) is None
    assert await storage.tables.journal(TableId(6)) == []
    changed = row(5, 2, state=None, status=Status.ENDED, step=8, call=None, rematch=TableId(9), players=())
    await storage.tables.save(changed)
    assert await storage.tables.load(TableId(5)) == changed


async def test_every_field_of_a_table_has_a_column_and_comes_back(storage: Any) -> None:
    numbers = iter(range(5, 99))
    whole = {field.name: next(numbers) for field in fields(Table)}
    settings = TableSettings(
        True, True, True, AbsencePolicy.VOTE, next(numbers), next(numbers), False, 20261121, 3, 2**40, 7, None, Hints.ON
    )
    table = Table(**whole | {
        "game": make("yum_plus", {"power": True}),
        "state": b"read by its game",
        "language": "fr",
        "status": Status.PLAYING,
        "seed": DiceSeed(b"s" * 32, "2 words", 3),
        "settings": settings,
        "vote": Vote(3, ((1, VoteChoice.TAKE),)),
        "pending_call": PendingCall.CALL,
        "throws": ((4, 1), (2, 0)),
        **{name: (next(numbers), 2**62) for name in ("players", "gone", "originals", "stirred", "hinted")},
        **{name: (next(numbers), 2**62) for name in ("choosers", "chosen_sides", "invited", "evening", "evening_wins")},
        "players": (5, Computer(2, Level.CHAMPION)),
        "evening": (Computer(7, Level.BEGINNER), 2**62),
        "stand_ins": (0,),
        "removed": (1,),
        "played_for": (0, 1),
        "stood_in": True,
        "gave_way": True,
        "version": 1,
    })  # fmt: skip
    await storage.tables.save(to_row(table))
    row = await storage.tables.load(table.id)
    assert row == to_row(table)
    assert from_row(row, table.game, table.state) == table


async def test_what_never_changes_is_not_written_again(storage: Any, row: Any) -> None:
    await storage.tables.save(row(5))
    await storage.tables.save(row(5, 2, secret=b"other", guild=9, game="5000", entropy="join:1 join:2"))
    stored = await storage.tables.load(TableId(5))
    assert (stored["secret"], stored["guild"]) == (b"\xff" * 32, 2**62)
    assert (stored["game"], stored["entropy"]) == ("5000", "join:1 join:2")  # house rules may change in the lobby


async def test_live_tables_are_found(storage: Any, row: Any) -> None:
    await storage.tables.save(row(3, guild=8, opened=10))
    await storage.tables.save(row(2, opened=20))
    await storage.tables.save(row(1, status=Status.LOBBY, opened=30))
    for number, status in enumerate((Status.FINISHED, Status.ENDED, Status.BROKEN), 4):
        await storage.tables.save(row(number, status=status))
    assert await storage.tables.live() == [3, 2, 1]
    assert await storage.tables.live(8) == [3]
    assert await storage.tables.live_at(2**62, 1) == 1
    assert await storage.tables.live_at(2**62, 4) is None


async def test_the_tables_of_a_player_are_not_those_of_somebody_whose_id_holds_the_same_digits(
    storage: Any, row: Any
) -> None:
    await storage.tables.save(row(5, players=(42, 7), channel=5))
    await storage.tables.save(row(6, players=(142, 420), channel=6))
    guild = row(5)["guild"]
    assert [await storage.tables.seated(guild, user) for user in (42, 4, 2, 142)] == [[5], [], [], [6]]


async def test_a_channel_holds_one_live_table(storage: Any, row: Any) -> None:
    await storage.tables.save(row(1, channel=9))
    with pytest.raises(ChannelBusy):
        await storage.tables.save(row(2, channel=9))
    await storage.tables.save(row(3, channel=9, guild=4))
    await storage.tables.save(row(4, channel=9, status=Status.FINISHED))
    await storage.tables.save(row(1, 2, channel=9, status=Status.ENDED))
    await storage.tables.save(row(2, channel=9))


async def test_a_table_that_gave_way_is_live_and_holds_no_channel(storage: Any, row: Any) -> None:
    await storage.tables.save(row(1, channel=9, gave_way=True))
    assert await storage.tables.live_at(2**62, 9) is None
    await storage.tables.save(row(2, channel=9))
    assert await storage.tables.live_at(2**62, 9) == 2
    await storage.tables.save(row(1, 2, channel=9, gave_way=True))
    await storage.tables.save(row(3, channel=8))
    assert (await storage.tables.live(), await storage.tables.live(2**62, channel=9)) == ([1, 2, 3], [1, 2])
    assert await storage.tables.count_live() == 3


async def test_of_two_writers_the_second_is_told(storage: Any, row: Any, line: Any) -> None:
    await storage.tables.save(row(1), [line(1, 0)])
    for late in (row(1), row(1, 3), row(1, 0)):
        with pytest.raises(SaveConflict):
            await storage.tables.save(late)
    with pytest.raises(SaveConflict):
        await storage.tables.save(row(1, 2), [line(1, 1), line(1, 0)])
    stored = await storage.tables.load(TableId(1))
    assert stored["version"] == 1
    assert len(await storage.tables.journal(TableId(1))) == 1


async def test_two_processes_write_one_database(url: str, row: Any, line: Any) -> None:
    async with open_database(url) as one, open_database(url) as two:
        await one.tables.save(row(1))
        saves = [store.tables.save(row(1, 2), [line(1, 0)]) for store in (one, two)]
        answers = await asyncio.gather(*saves, return_exceptions=True)
        assert sorted(type(answer).__name__ for answer in answers) == ["NoneType", "SaveConflict"]
        many = [store.tables.save(row(number)) for number in range(10, 60) for store in (one, two)]
        answers = await asyncio.gather(*many, return_exceptions=True)
        assert [type(answer) for answer in answers].count(SaveConflict) == 50
        assert len(await two.tables.live()) == 51


async def test_saves_that_wait_share_a_commit(storage: Any, row: Any, line: Any, seen: Any) -> None:
    await asyncio.gather(*(storage.tables.save(row(number), [line(number, 0)]) for number in range(1, 101)))
    assert seen.commits <= 5
    # Two statements each, with many rows, whatever the number of saves (SQLite's BEGIN is seen here too).
    assert len([sql for sql in seen.statements if sql.startswith("INSERT")]) <= 2 * seen.commits
    assert not any("results" in sql for sql in seen.statements)
    for number in (1, 50, 100):
        assert (await storage.tables.load(TableId(number)))["id"] == number


async def test_a_save_is_told_after_the_commit_that_holds_it(storage: Any, row: Any) -> None:
    async def saved_and_read(number: int) -> bool:
        await storage.tables.save(row(number))
        return await storage.tables.load(TableId(number)) is not None

    assert all(await asyncio.gather(*map(saved_and_read, range(1, 30))))


async def test_saves_of_one_table_at_once_keep_their_order(storage: Any, row: Any, line: Any) -> None:
    saves = [storage.tables.save(row(1, number + 1), [line(1, number)]) for number in range(20)]
    await asyncio.gather(*saves)
    assert (await storage.tables.load(TableId(1)))["version"] == 20
    assert [line.number for line in await storage.tables.journal(TableId(1))] == list(range(20))


async def test_work_that_is_at_fault_fails_no_save_beside_it(storage: Any, row: Any) -> None:
    async def work(connection: Any) -> None:
        raise KeyError("a fault of the program")

    saves = storage.tables.save(row(1)), storage.writer.run_in_transaction(work), storage.tables.save(row(2))
    first, failed, last = await asyncio.gather(*saves, return_exceptions=True)
    assert (first, last) == (None, None)
    assert isinstance(failed, SaveFailed)
    assert await storage.tables.load(TableId(2)) is not None


async def test_one_bad_row_fails_no_other(storage: Any, row: Any, line: Any) -> None:
    await storage.tables.save(row(1))
    saves = {
        "good": storage.tables.save(row(2), [line(2, 0)]),
        "conflict": storage.tables.save(row(1)),
        "too long a number": storage.tables.save(row(3, host=2**70)),
        "no null": storage.tables.save(row(4, language=None)),
        "busy": storage.tables.save(row(5, channel=1)),
        "line of no table": storage.tables.save(row(6), [line(77, 0)]),
        "good too": storage.tables.save(row(7), [line(7, 0)]),
    }
    answers = dict(zip(saves, await asyncio.gather(*saves.values(), return_exceptions=True), strict=True))
    assert answers.pop("good") is None
    assert answers.pop("good too") is None
    assert isinstance(answers.pop("conflict"), SaveConflict)
    assert isinstance(answers.pop("busy"), ChannelBusy)
    assert len(answers) == 3
    assert all(isinstance(answer, SaveFailed) for answer in answers.values())
    assert await storage.tables.live() == [1, 2, 7]


async def test_a_save_is_all_or_nothing(storage: Any, row: Any, line: Any, result: Any) -> None:
    await storage.tables.save(row(1), [line(1, 0)], [result(1, 0, 3, 5)])
    with pytest.raises(SaveConflict):
        await storage.tables.save(row(1, 2), [line(1, 1)], [result(1, 0, 3, 6)])
    await storage.tables.save(row(2))
    with pytest.raises(SaveConflict):
        await storage.tables.save(row(1, 2), [line(1, 1)], also=[row(9), row(2)])
    assert (await storage.tables.load(TableId(1)))["version"] == 1
    assert len(await storage.tables.journal(TableId(1))) == 1
    assert await storage.tables.load(TableId(9)) is None


async def test_a_cancelled_save_does_not_disturb_the_writer(storage: Any, row: Any) -> None:
    save = asyncio.create_task(storage.tables.save(row(1)))
    await asyncio.sleep(0)
    save.cancel()
    with pytest.raises(asyncio.CancelledError):
        await save
    await storage.tables.save(row(2))
    assert await storage.tables.load(TableId(2)) is not None


async def test_closing_writes_what_still_waits(url: str, row: Any) -> None:
    async with open_database(url) as storage:
        saves = [asyncio.create_task(storage.tables.save(row(number))) for number in range(1, 51)]
        await asyncio.sleep(0)
    await asyncio.gather(*saves)
    with pytest.raises(SaveFailed):
        await storage.tables.save(row(99))
    async with open_database(url) as again:
        assert len(await again.tables.live()) == 50


@pytest.mark.parametrize("many", [0, 1, 255, 256, 257, 512, 700])
async def test_a_long_journal_is_read_whole_and_in_order(storage: Any, row: Any, line: Any, many: int) -> None:
    await storage.tables.save(row(1), [line(1, number) for number in range(many)])
    await storage.tables.save(row(2), [line(2, number) for number in range(3)])
    read = await storage.tables.journal(1)
    assert [one.number for one in read] == list(range(many))
    assert {one.table for one in read} <= {1}


async def test_deleting_a_table_takes_its_journal_along(storage: Any, row: Any, line: Any) -> None:
    await storage.tables.save(row(1), [line(1, 0)])
    async with storage.database.writing.begin() as connection:
        await connection.execute(text("DELETE FROM tables"))
        assert await connection.scalar(select(func.count()).select_from(schema.journal)) == 0


async def test_ids_are_short_and_not_in_order(storage: Any) -> None:
    ids = [await storage.tables.new_id() for _ in range(100)]
    assert len(set(ids)) == 100
    assert all(0 < id < 2**40 for id in ids)
    assert sorted(ids) != ids


async def test_nothing_secret_is_told_of_a_failure(storage: Any, row: Any, caplog: Any) -> None:
    with pytest.raises(StoreError) as failure:
        await storage.tables.save(row(1, host=None, secret=b"topsecret" * 3))
    assert "topsecret" not in caplog.text + str(failure.value)


async def test_what_was_done_in_a_lobby_comes_back_in_order_and_counts_throws(storage: Any, row: Any) -> None:
    first, last = (LobbyRow(TableId(1), step, 2**62 + step, "join", None, 7) for step in (3, 12))
    await storage.tables.save(row(1, throws=((3, 0), (0, 2)), stirred=(5, 2**62)), lobby=[last, first])
    assert await storage.tables.lobby(TableId(1)) == [first, last]
    assert await storage.tables.lobby(TableId(2)) == []
    stored = await storage.tables.load(TableId(1))
    assert (read(stored, "throws"), read(stored, "stirred")) == (((3, 0), (0, 2)), (5, 2**62))
    with pytest.raises(SaveConflict):
        await storage.tables.save(row(1, 2), lobby=[first])
    assert (await storage.tables.load(TableId(1)))["version"] == 1
