"""Reads a journal back: which lines stand, the state they lead to, the record of a game, and if its dice were fair.

The journal only grows; an undo is a line of its own that takes back the last line standing.
"""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any

from bot.engine import FIRST_RULES_VERSION, VERSION_KEY, AnyGame, GameError, Seat
from bot.engine.play import JournalEntry, play_recorded, replay_entry
from bot.engine.record import FairnessProof, as_json, make
from bot.tables.core.errors import NotStarted
from bot.tables.core.lobbies import seats_follow
from bot.tables.core.model import Status, Table
from bot.tables.core.moves import UNDO
from bot.tables.core.store import JournalRow

_APART = 64
"""After so many lines of a journal others have their turn; they take a few milliseconds."""


def effective_entries(rows: Iterable[JournalRow]) -> tuple[JournalEntry, ...]:
    """Return the lines that stand, without the undo lines. Raises IndexError for a torn journal."""
    entries: list[JournalEntry] = []
    for row in rows:
        if row.do == UNDO:
            entries.pop()
        else:
            entries.append(JournalEntry(Seat(row.seat), row.do, row.dice))
    return tuple(entries)


def replay_state(game: AnyGame, seats: int, entries: Iterable[JournalEntry]) -> Any:
    """Return the state after ``entries``, each through the one gate. Raises what the gate raises."""
    state = game.new(seats)
    for entry in entries:
        state = replay_entry(game, state, entry)
    return state


def record(table: Table, entries: Sequence[JournalEntry], *, sealed: bool = False) -> dict[str, Any]:
    """Return the game as notation.md writes it. ``seed`` is in it only if the table is over and threw its own dice.

    It is not while the secret is ``sealed``, because others still throw the same dice.
    """
    if table.state is None:
        raise NotStarted
    seed = None
    if table.over and not table.settings.real_dice and not sealed:
        seed = FairnessProof(table.seed.commitment, table.seed.secret.hex(), table.seed.entropy)
    written = table.game.written
    options = {**written, VERSION_KEY: written.get(VERSION_KEY, FIRST_RULES_VERSION)}
    made = make(table.game.key, options, len(table.players), entries, seed)
    # Options come behind the game, as in notation.md.
    return {"format": made.format, "game": made.game, "options": made.options} | as_json(made)


def is_whole(table: Table, rows: Sequence[JournalRow]) -> bool:
    """Whether the journal of ``table`` has the lines and the throws that the table has counted, without a gap."""
    numbers, thrown = [row.number for row in rows], sum(len(row.dice) for row in rows)
    return numbers == list(range(table.entries)) and thrown == table.thrown


async def verify(table: Table, entries: Sequence[JournalEntry]) -> bool:
    """Whether the secret gives every throw of the journal, the order of play, and the state that people saw.

    A long game takes 100 ms and more, so others have their turn after every :data:`_APART` lines.
    """
    game, dice_source = table.game, table.seed.source()
    if table.state is None or table.status is Status.BROKEN or not table.seed.is_valid:
        return False
    if not seats_follow(table):
        return False
    state = game.new(len(table.players))
    try:
        for number, entry in enumerate(entries, 1):
            if number % _APART == 0:
                await asyncio.sleep(0)
            step, thrown = play_recorded(game, state, entry.seat, entry.do, dice_source.for_seat(entry.seat))
            if thrown != entry:
                return False
            state = step.state
    except GameError:
        return False
    return bool(state == table.state)
