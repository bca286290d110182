"""Steps through a game that is over. Position n is the table after the n-th line of its journal.

A line that somebody took back is no position. Every line goes through the one gate again, so each position follows the
rules. A replay keeps some states on the way, so that any position is at most :data:`APART` lines from one of them.
"""

import asyncio
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.engine import DROP, AnyGame, Event, GameError
from bot.engine.play import JournalEntry, replay_step
from bot.tables.core.errors import NeverBegan, NotStarted, OtherRules, StillPlayed
from bot.tables.core.journal import effective_entries
from bot.tables.core.model import Status, Table
from bot.tables.core.occupants import people
from bot.tables.core.store import JournalRow
from bot.tables.play import first_player

APART = 64
"""Lines between two kept states, and lines to play before others have their turn: 2 ms."""


_NOTHING: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Position:
    """A table at one moment of its game."""

    number: int
    """0 before the first line, ``of`` after the last one."""
    of: int
    table: Table
    """The table at that moment; at the end, the table as it is now."""
    entry: JournalEntry | None = None
    """What led here."""
    following: JournalEntry | None = None
    """What came next."""
    events: tuple[Event, ...] = ()
    """What the board announced here."""

    @property
    def last(self) -> bool:
        """Whether the game ended here."""
        return self.number == self.of


@dataclass(frozen=True, slots=True)
class Replay:
    """The positions of one game."""

    entries: tuple[JournalEntry, ...]
    states: tuple[Any, ...]
    """After no line, after :data:`APART` lines, and so on."""
    turns: tuple[int, ...]
    """The positions at which a turn begins."""

    def turn_before(self, number: int) -> int:
        """Return where the previous turn begins, or the current one if ``number`` lies within it."""
        place = bisect_left(self.turns, number)
        return self.turns[place - 1] if place else 0

    def turn_after(self, number: int) -> int:
        """Return where the next turn begins; the end if there is none."""
        place = bisect_right(self.turns, number)
        return self.turns[place] if place < len(self.turns) else len(self.entries)

    def at(self, table: Table, number: int) -> Position:
        """Return position ``number`` of the game of ``table``; a number beyond an end means that end."""
        of = len(self.entries)
        number = min(max(number, 0), of)
        state, events = self._played(table.game, number)
        if number == 0:
            events = _began(table)
        if number < of:
            table = replace(
                table,
                state=state,
                status=Status.PLAYING,
                gone=tuple(entry.seat for entry in self.entries[:number] if entry.do == DROP),
                undoable=None,
                due=None,
                vote=None,
            )
        return Position(
            number,
            of,
            table,
            self.entries[number - 1] if number else None,
            self.entries[number] if number < of else None,
            events,
        )

    def _played(self, game: AnyGame, number: int) -> tuple[Any, tuple[Event, ...]]:
        kept = max(number - 1, 0) // APART
        state, events = self.states[kept], _NOTHING
        for entry in self.entries[kept * APART : number]:
            state, events = _after(game, state, entry)
        return state, events


def _began(table: Table) -> tuple[Event, ...]:
    """Return the throws for the first turn. After an erasure they are lost, because they came from that person's id."""
    return (
        first_player.seating(table.seed, table.seats_at_start, table.game, table.chosen)[1]
        if min(people(table.seats_at_start)) > 0
        else _NOTHING
    )


def check_over(table: Table) -> None:
    """Refuse a table that is not over, whose throws to come must stay secret, and one without a game."""
    if table.status is Status.LOBBY:
        raise NotStarted
    if not table.over:
        raise StillPlayed
    if table.state is None:
        raise NeverBegan


async def prepare_replay(table: Table, rows: Sequence[JournalRow]) -> Replay:
    """Play the journal ``rows`` of ``table`` again, a few lines at a time. Raises OtherRules."""
    game = table.game
    try:
        entries = effective_entries(rows)
    except IndexError as error:
        raise OtherRules from error
    state = game.new(len(table.players))
    states, turns = [state], []
    for number, entry in enumerate(entries):
        if number and number % APART == 0:
            states.append(state)
            await asyncio.sleep(0)
        if not state.dice:
            turns.append(number)
        state, _ = _after(game, state, entry)
    return Replay(entries, tuple(states), tuple(turns))


def _after(game: AnyGame, state: Any, entry: JournalEntry) -> tuple[Any, tuple[Event, ...]]:
    try:
        step = replay_step(game, state, entry)
    except GameError as error:
        raise OtherRules from error
    return step.state, step.events
