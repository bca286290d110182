"""What memory keeps: as much as its limit, and what is in use."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.games import make
from bot.tables.model.memory import LruCache, TableCache
from bot.tables.model.table import TableId
from bot.ui.delivery.renderer import OpenSheets
from tests.factories import table_of, users


def test_the_table_nobody_has_used_for_longest_gives_way() -> None:
    tables: LruCache[str, int] = LruCache(3)
    for number, code in enumerate(("first", "second", "third"), 1):
        tables.put(code, number)
    assert tables.get("first") == 1  # Somebody presses there: it is not the oldest any more.
    tables.put("third", 33)
    tables.put("fourth", 4)
    assert [tables.get(code) for code in ("first", "second", "third", "fourth")] == [1, None, 33, 4]


def test_presses_whose_token_is_too_old_go_with_the_next_press() -> None:
    now = 1000
    sheets = OpenSheets(lambda: now)
    game = make("yum_classic", {})
    tables = [replace(table_of(game, users(2)), id=TableId(id), parent=TableId(9)) for id in (1, 2, 3)]
    press: Any = object()
    for table in tables[:2]:
        sheets.opened(table, press)
    now += 14 * 60
    token = sheets.token_of(tables[0])
    assert token is not None
    assert token.press is press
    now += 1
    sheets.opened(tables[2], press)
    assert list(sheets._presses._values) == [3]


def test_what_belongs_to_a_table_as_it_stands_goes_with_it() -> None:
    kept: TableCache[str] = TableCache(2)
    game = make("ambition", {})
    table = table_of(game, users(2), state=game.new(2))
    kept.put(table, "before the throw")
    assert kept.of(table) == "before the throw"
    thrown = replace(table, step=table.step + 1)
    assert kept.of(thrown) is None
    kept.put(thrown, "after the throw")
    del table  # What is new must not go with what is old.
    assert kept.of(thrown) == "after the throw"
    del thrown
    assert not kept._kept._values


def test_of_tables_as_they_stand_memory_keeps_as_many_as_its_limit() -> None:
    kept: TableCache[int] = TableCache(2)
    game = make("ambition", {})
    tables = [replace(table_of(game, users(2), state=game.new(2)), id=id) for id in (1, 2, 3)]
    for table in tables:
        kept.put(table, table.id)
    assert [kept.of(table) for table in tables] == [None, 2, 3]
