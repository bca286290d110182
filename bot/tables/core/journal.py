"""Reads a journal back: which lines stand, the state they lead to, the record of a game, and if its dice were fair.

The journal only grows; an undo is a line of its own that takes back the last line standing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from bot.engine.errors import GameError
from bot.engine.play import Entry, play_recorded, replay_entry
from bot.engine.record import Fair, as_json, make
from bot.engine.types import AnyGame, Seat
from bot.tables.core.errors import NotStarted
from bot.tables.core.lobbies import order
from bot.tables.core.model import Status, Table
from bot.tables.core.moves import UNDO
from bot.tables.core.store import JournalRow


def standing(rows: Iterable[JournalRow]) -> tuple[Entry, ...]:
    """Return the lines that stand, without the undo lines. Raises IndexError for a torn journal."""
    entries: list[Entry] = []
    for row in rows:
        if row.do == UNDO:
            entries.pop()
        else:
            entries.append(Entry(Seat(row.seat), row.do, row.dice))
    return tuple(entries)


def replayed(game: AnyGame, seats: int, entries: Iterable[Entry]) -> Any:
    """Return the state after ``entries``, each through the one gate. Raises what the gate raises."""
    state = game.new(seats)
    for entry in entries:
        state = replay_entry(game, state, entry)
    return state


def record(table: Table, entries: Sequence[Entry], *, sealed: bool = False) -> dict[str, Any]:
    """Return the game as notation.md writes it. ``fair`` is in it only if the table is over and threw its own dice.

    It is not while the secret is ``sealed``, because others still throw the same dice.
    """
    if table.state is None:
        raise NotStarted
    fair = None
    if table.over and not table.manner.real_dice and not sealed:
        fair = Fair(table.fair.commitment, table.fair.secret.hex(), table.fair.entropy)
    made = make(table.game.key, table.game.written, len(table.players), entries, fair)
    # Options are written even where there are none, in their place.
    return {"format": made.format, "game": made.game, "options": made.options} | as_json(made)


def honest(table: Table, entries: Sequence[Entry]) -> bool:
    """Whether the secret gives every throw of the journal, the order of play, and the state that people saw."""
    game, cup = table.game, table.fair.cup()
    if table.state is None or table.status is Status.BROKEN or not table.fair.sound:
        return False
    # After an erasure nobody can repeat the draw for the order of play: it used that person's id.
    if min(table.drawn) > 0 and order(table.fair, table.drawn, game) != table.drawn:
        return False
    state = game.new(len(table.players))
    try:
        for entry in entries:
            step, thrown = play_recorded(game, state, entry.seat, entry.do, cup.of(entry.seat))
            if thrown != entry:
                return False
            state = step.state
    except GameError:
        return False
    return bool(state == table.state)
