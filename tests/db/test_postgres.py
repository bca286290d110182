"""What only a server can do: cut a connection."""

from __future__ import annotations

import os
from typing import Any

import pytest
from sqlalchemy import text

from bot.tables.store import StoreError
from db import open_database

POSTGRES = os.environ.get("GOBELET_TEST_POSTGRES", "")

pytestmark = pytest.mark.skipif(
    not POSTGRES, reason="GOBELET_TEST_POSTGRES names no PostgreSQL database that may be emptied"
)


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
async def test_a_cut_connection_fails_at_most_the_saves_under_way(url: str, row: Any) -> None:
    async with open_database(url) as storage, open_database(url) as other:
        await storage.tables.save(row(1))
        async with other.database.writing.begin() as connection:
            cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
            await connection.execute(text(cut + " AND datname = current_database()"))
        try:
            await storage.tables.save(row(2))
        except StoreError:
            await storage.tables.save(row(2))
        assert await storage.tables.live() == [1, 2]
        assert await storage.check()
