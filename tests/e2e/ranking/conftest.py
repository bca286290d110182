"""Finished games, as many as a test likes, without playing them."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import pytest

from bot.games import make
from bot.tables.model.store import ResultRow
from bot.tables.model.table import Status, TableId
from bot.tables.moves.lobbies import open_table
from bot.tables.storage.rows import to_row


@pytest.fixture
def finished() -> Any:
    """Store the outcome of a game that ends now: people and scores, best first."""
    numbers = itertools.count(7_000_001)

    async def finished(evening: Any, *seats: tuple[str, int], **changes: Any) -> None:
        table = TableId(changes.pop("table", next(numbers)))
        guild, best = int(evening.standin.world.guild.id), max(score for _, score in seats)
        values = {
            "game": "yum_plus",
            "options": {},
            "options_default": True,
            "left": False,
            "seats": len(seats),
            "solo": len(seats) == 1,
            "real_dice": False,
            "finished_at": evening.now(),
            "kind": "together" if len(seats) > 1 else "solo",
            "to_rate": len(seats) > 1,
        } | changes
        rows = [
            ResultRow(
                table=table,
                seat=seat,
                guild=guild,
                user=int(evening.person(who).id),
                score=score,
                rank=1 + sum(other > score for _, other in seats),
                won=score == best and len(seats) > 1,
                **values,
            )
            for seat, (who, score) in enumerate(seats)
        ]
        lobby = open_table(
            table,
            guild=guild,
            channel=int(evening.standin.world.find_channel("dice").id),
            host=rows[0].user,
            game=make(values["game"], {}),
            capacity=None,
            language="en",
            secret=bytes(32),
            now=values["finished_at"],
        ).table
        row = to_row(replace(lobby, status=Status.FINISHED, players=tuple(one.user for one in rows)))
        await evening.client.services.tables.repository.store.save(row, [], rows)

    return finished
