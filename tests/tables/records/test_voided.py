"""A voided game keeps its journal, and every figure is what the journals of the other games give."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from bot.engine.gate import legal
from bot.games import make
from bot.tables.hand import Did, Hand
from bot.tables.model.errors import NoSuchChoice, NotOver, TableError
from bot.tables.model.table import AbsencePolicy, Status, Table, TableId, TableSettings
from bot.tables.records.trophies import Earned, follow
from bot.tables.service.service import TableService
from bot.tables.storage.rows import result_rows, to_row
from db import open_database, schema

ANA, BEN, CAT, BOSS, GUILD = 5, 6, 7, 9, 1


class Club:
    """Two people who play, on a storage of their own."""

    def __init__(self, storage: Any, seed: str) -> None:
        self.storage, self.source, self.clock = storage, random.Random(seed), count(1_795_000_000, 60)
        self.tables = TableService(storage.tables, clock=lambda: next(self.clock))
        self.hand = Hand(storage.hand, self.tables, lambda: next(self.clock))

    async def lobby(self, *others: int, **settings: Any) -> Table:
        game, others = make("421", {}), others or (BEN,)
        about = {"capacity": 1 + len(others), "settings": TableSettings(**settings)}
        opened = await self.tables.open(guild=GUILD, channel=2, host=ANA, game=game, language="en", **about)
        for user in others:
            opened = await self.tables.join(opened.after.id, user, 3)
        return opened.after

    async def game(self, lobby: Table | None = None) -> Table:
        table = (await self.tables.start((lobby or await self.lobby()).id, ANA, 4)).after
        return table if lobby else await self.to_end(table)

    async def turn(self, table: Table) -> Table:
        """One decision; that of somebody removed is the clock's."""
        player = table.turn_player
        assert player is not None
        if table.players.index(player) in table.removed:
            return (await self.tables.deadlines.give_up(table.id)).after
        do = self.source.choice(list(legal(table.game, table.state)))
        return (await self.tables.act(table.id, player, table.step, do)).after

    async def to_end(self, table: Table) -> Table:
        while not table.over:
            table = await self.turn(table)
        await self.storage.ratings.catch_up(GUILD)
        return table

    async def judge(self, what: str, table: Table) -> None:
        """Void a result or let it count, with what follows."""

        async def no_tournament(id: TableId) -> list[Earned]:
            return []

        await getattr(self.hand, what)(table.id, BOSS)
        await self.storage.ratings.catch_up(GUILD)
        await follow(self.storage.trophies, self.tables.repository, no_tournament, table)

    async def agree_with(self, games: Sequence[Table], file: str) -> None:
        """Compare all figures with those of a storage that gets these games alone, worked out from their journals."""
        anew = TableService(self.storage.tables, clock=lambda: next(self.clock))
        async with open_database(f"sqlite:///{file}") as again:
            for game in games:
                table = await anew.get(game.id)
                assert await anew.history.verify(table.id)
                told = await anew.repository.results.of(table, ())
                await again.tables.save({**to_row(table), "version": 1}, [], told)
                await again.ratings.catch_up(GUILD)
            assert await figures(again) == await figures(self.storage)


async def figures(storage: Any) -> list[Any]:
    async with storage.database.reading.connect() as connection:
        return [
            [tuple(row) for row in await connection.execute(select(table).order_by(*table.primary_key))]
            for table in (schema.standings, schema.ratings, schema.trophies)
        ]


async def test_the_figures_are_those_that_the_journals_of_the_other_games_give(tmp_path: Path, seed: str) -> None:
    async with open_database(f"sqlite:///{tmp_path}/club.db") as storage:
        club = Club(storage, seed)
        games = [await club.game() for _ in range(4)]
        before = await figures(storage)
        lines = [await storage.tables.journal(table.id) for table in games]
        await club.judge("void", games[1])
        without = await figures(storage)
        assert without != before
        assert [await storage.tables.journal(table.id) for table in games] == lines
        assert await club.tables.history.verify(games[1].id)
        await club.agree_with([games[0], *games[2:]], f"{tmp_path}/without.db")
        await club.judge("count", games[1])
        assert await figures(storage) == before
        told, _ = await club.hand.deeds(GUILD)
        assert [(deed.do, deed.manager, deed.table) for deed in told] == [
            (Did.COUNT, BOSS, games[1].id),
            (Did.VOID, BOSS, games[1].id),
        ]


@pytest.mark.parametrize("rule", [AbsencePolicy.WAIT, AbsencePolicy.DROP, AbsencePolicy.SKIP])
async def test_a_game_from_which_somebody_was_blocked_has_the_figures_that_its_journal_gives(
    tmp_path: Path, seed: str, rule: AbsencePolicy
) -> None:
    async with open_database(f"sqlite:///{tmp_path}/club.db") as storage:
        club = Club(storage, seed)
        before = await club.game()
        table = await club.game(await club.lobby(BEN, CAT, absent=rule, patience=3600))
        for _ in range(club.source.randrange(9)):
            table = await club.turn(table)
        (change,) = await club.hand.block(GUILD, BOSS, BEN)
        assert change.after.removed == (change.after.players.index(BEN),)
        over = await club.to_end(change.after)
        assert over.status is Status.FINISHED
        assert [row.user for row in result_rows(over) if row.left] == [BEN]
        await club.hand.lift(GUILD, BOSS, BEN)
        after = await club.game()
        await club.agree_with([before, over, after], f"{tmp_path}/all.db")
        await club.judge("void", over)
        await club.agree_with([before, after], f"{tmp_path}/without.db")


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
