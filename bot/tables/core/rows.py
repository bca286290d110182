"""Tables as rows and back: the only place that knows both shapes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any

from bot.engine import codec
from bot.engine.play import Entry
from bot.engine.types import AnyGame, OptionValue, Seat
from bot.games.sides import side_count
from bot.tables.core.model import Fair, Manner, Table
from bot.tables.core.store import JournalRow, Kind, ResultRow, StoredTable

Make = Callable[[str, Mapping[str, OptionValue]], AnyGame]
"""The catalogue: a game by its key and options, the version of the rules among them unless it is the newest.

Raises a GameError for what it does not know.
"""


def packed(table: Table) -> StoredTable:
    """Return the row of ``table``."""
    return StoredTable(
        id=table.id,
        guild=table.guild,
        channel=table.channel,
        message=table.message,
        call=table.call,
        language=table.language,
        host=table.host,
        game=table.game.key,
        options=dict(table.game.written),
        capacity=table.capacity,
        players=table.players,
        gone=tuple(map(int, table.gone)),
        status=table.status,
        state=None if table.state is None else codec.encode(table.state),
        step=table.step,
        entries=table.entries,
        thrown=table.thrown,
        undoable=table.undoable,
        secret=table.fair.secret,
        entropy=table.fair.entropy,
        opened=table.opened,
        changed=table.changed,
        rematch=table.rematch,
        real_dice=table.manner.real_dice,
        parallel=table.manner.parallel,
        hidden_totals=table.manner.hidden_totals,
        parent=table.parent,
        absent=table.manner.absent,
        patience=table.manner.patience,
        reminder=table.manner.reminder,
        calls=table.manner.calls,
        daily=table.manner.daily,
        due=table.due,
        stage=table.stage,
        skips=table.skips,
        vote=table.vote,
        originals=table.originals,
        resumed=table.resumed,
        version=table.version,
        since=table.since,
        owed=table.owed,
        throws=table.throws,
        stirred=table.stirred,
    )


def unpacked(row: StoredTable, game: AnyGame, state: Any | None) -> Table:
    """Return the table of ``row``, whose game and state the caller has read."""
    return Table(
        id=row.id,
        guild=row.guild,
        channel=row.channel,
        message=row.message,
        call=row.call,
        language=row.language,
        host=row.host,
        game=game,
        capacity=row.capacity,
        players=row.players,
        gone=tuple(map(Seat, row.gone)),
        status=row.status,
        state=state,
        step=row.step,
        entries=row.entries,
        thrown=row.thrown,
        undoable=None if row.undoable is None else Seat(row.undoable),
        fair=Fair(row.secret, row.entropy),
        opened=row.opened,
        changed=row.changed,
        rematch=row.rematch,
        manner=_manner(row),
        parent=row.parent,
        due=row.due,
        stage=row.stage,
        skips=row.skips,
        vote=row.vote,
        originals=row.originals,
        resumed=row.resumed,
        version=row.version,
        since=row.since,
        owed=row.owed,
        throws=row.throws,
        stirred=row.stirred,
    )


def _manner(row: StoredTable) -> Manner:
    return Manner(
        row.real_dice,
        row.parallel,
        row.hidden_totals,
        row.absent,
        row.patience,
        row.reminder,
        row.calls,
        row.daily,
    )


def journal_rows(before: Table, entries: tuple[Entry, ...], now: int) -> list[JournalRow]:
    """Return the journal's new lines, numbered on from ``before``."""
    return [
        JournalRow(before.id, before.entries + offset, int(entry.seat), entry.do, entry.dice, now)
        for offset, entry in enumerate(entries)
    ]


def result_rows(table: Table) -> list[ResultRow]:
    """Return how every seat came out; nothing unless the game was played to its end, by all who took part in it.

    Results hold house rules alone: games by another version of the rules stand in the same lists, which nobody would
    look for in two places.
    """
    outcome = table.outcome
    if outcome is None or table.parent is not None:
        return []
    ranks: dict[Seat, int] = {}
    for group in outcome.ranks:
        ranks |= dict.fromkeys(group, len(ranks) + 1)
    seats = len(table.players)
    options, kind = dict(table.game.options), _kind(table)
    rules, sides = rules_name(options), side_count(table.game)
    return [
        ResultRow(
            table=table.id,
            seat=seat,
            guild=table.guild,
            game=table.game.key,
            options=options,
            options_default=not options,
            user=user,
            score=outcome.scores[seat],
            rank=ranks[Seat(seat)],
            won=ranks[Seat(seat)] == 1 and seats > 1 and seat not in table.gone,
            left=seat in table.gone,
            seats=seats,
            solo=seats == 1,
            real_dice=table.manner.real_dice,
            finished_at=table.changed,
            kind=kind,
            rules=rules,
            side=seat % sides if sides else None,
            to_rate=kind in ("together", "real") and seats > 1,
        )
        for seat, user in enumerate(table.players)
    ]


def rules_name(options: Mapping[str, OptionValue]) -> str:
    """Return what an option set is called in keys: empty for the default, else eight digits that hardly ever meet."""
    if not options:
        return ""
    return hashlib.sha256(json.dumps(dict(options), sort_keys=True, separators=(",", ":")).encode()).hexdigest()[:8]


def _kind(table: Table) -> Kind:
    if table.manner.daily is not None:
        return "daily"
    if table.manner.real_dice:
        return "real"
    return "solo" if len(table.players) == 1 else "together"
