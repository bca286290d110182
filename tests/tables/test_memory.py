"""What memory keeps: as much as its limit, and what is in use."""

from __future__ import annotations

from bot.tables.model.memory import LruCache


def test_the_table_nobody_has_used_for_longest_gives_way() -> None:
    tables: LruCache[str, int] = LruCache(3)
    for number, code in enumerate(("first", "second", "third"), 1):
        tables.put(code, number)
    assert tables.get("first") == 1  # Somebody presses there: it is not the oldest any more.
    tables.put("third", 33)
    tables.put("fourth", 4)
    assert [tables.get(code) for code in ("first", "second", "third", "fourth")] == [1, None, 33, 4]
