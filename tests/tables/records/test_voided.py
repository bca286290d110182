"""A voided game keeps its journal, and every figure is what the journals of the other games give."""

from __future__ import annotations

import random
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from bot.engine.gate import legal
from bot.games import make
from bot.tables.hand import Did, Hand
from bot.tables.model.errors import NoSuchChoice, NotOver, TableError
from bot.tables.model.table import Table
from bot.tables.service.service import TableService
from bot.tables.storage.rows import to_row
from db import open_database, schema

ANA, BEN, BOSS, GUILD = 5, 6, 9, 1


class Club:
    """Two people who play, on a storage of their own."""

    def __init__(self, storage: Any, seed: str) -> None:
        self.storage, self.source, self.clock = storage, random.Random(seed), count(1_795_000_000, 60)
        self.tables = TableService(storage.tables, clock=lambda: next(self.clock))
        self.hand = Hand(storage.hand, self.tables, lambda: next(self.clock))

    async def lobby(self) -> Table:
        game = make("421", {})
        opened = await self.tables.open(guild=GUILD, channel=2, host=ANA, game=game, capacity=2, language="en")
        return (await self.tables.join(opened.after.id, BEN, 3)).after

    async def game(self) -> Table:
        lobby = await self.lobby()
        table = (await self.tables.start(lobby.id, ANA, 4)).after
        while not table.over:
            assert table.turn_player is not None
            do = self.source.choice(list(legal(table.game, table.state)))
            table = (await self.tables.act(table.id, table.turn_player, table.step, do)).after
        await self.storage.ratings.catch_up(GUILD)
        return table


async def figures(storage: Any) -> list[Any]:
    async with storage.database.reading.connect() as connection:
        return [
            [tuple(row) for row in await connection.execute(select(table).order_by(*table.primary_key))]
            for table in (schema.standings, schema.ratings)
        ]


async def test_the_figures_are_those_that_the_journals_of_the_other_games_give(tmp_path: Path, seed: str) -> None:
    async with open_database(f"sqlite:///{tmp_path}/club.db") as storage:
        club = Club(storage, seed)
        games = [await club.game() for _ in range(4)]
        before = await figures(storage)
        lines = [await storage.tables.journal(table.id) for table in games]
        await club.hand.void(games[1].id, BOSS)
        await storage.ratings.catch_up(GUILD)
        without = await figures(storage)
        assert without != before
        assert [await storage.tables.journal(table.id) for table in games] == lines
        for table in games:
            assert await club.tables.history.verify(table.id)
        async with open_database(f"sqlite:///{tmp_path}/again.db") as again:
            for table in (games[0], *games[2:]):
                told = await club.tables.repository.results.of(table, ())
                await again.tables.save({**to_row(table), "version": 1}, [], told)
                await again.ratings.catch_up(GUILD)
            assert await figures(again) == without
        await club.hand.count(games[1].id, BOSS)
        await storage.ratings.catch_up(GUILD)
        assert await figures(storage) == before
        told, _ = await club.hand.deeds(GUILD)
        assert [(deed.do, deed.manager, deed.table) for deed in told] == [
            (Did.COUNT, BOSS, games[1].id),
            (Did.VOID, BOSS, games[1].id),
        ]


async def test_only_a_result_can_be_voided_and_once(tmp_path: Path, seed: str) -> None:
    async with open_database(f"sqlite:///{tmp_path}/club.db") as storage:
        club = Club(storage, seed)
        lobby = await club.lobby()
        with pytest.raises(NotOver):
            await club.hand.void(lobby.id, BOSS)
        await club.tables.end(lobby.id, ANA, manager=False)
        with pytest.raises(TableError):
            await club.hand.void(lobby.id, BOSS)
        table = await club.game()
        with pytest.raises(NoSuchChoice):
            await club.hand.count(table.id, BOSS)
        await club.hand.void(table.id, BOSS)
        with pytest.raises(NoSuchChoice):
            await club.hand.void(table.id, BOSS)
