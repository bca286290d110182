"""Stepping through a game that is over: position n is how the table stood after the n-th line of its journal.

A line that was taken back is no position. Every line goes through the one gate again, so what is shown is what the
rules say. Some states are kept on the way, so that any position is at most :data:`APART` lines from one of them.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.engine.errors import GameError
from bot.engine.play import Entry, replay_step
from bot.engine.types import DROP, AnyGame, Event
from bot.tables.core.errors import NeverBegan, NotStarted, OtherRules, StillPlayed
from bot.tables.core.journal import standing
from bot.tables.core.model import Status, Table
from bot.tables.core.store import JournalRow
from bot.tables.play import starting

APART = 64
"""Lines between two states that are kept. It is also how many are played before others have their turn: 2 ms."""


_NOTHING: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Position:
    """A table as it stood at one moment of its game."""

    number: int
    """0 before the first line, ``of`` after the last one."""
    of: int
    table: Table
    """Played, at that moment; the table as it is now at the end."""
    entry: Entry | None = None
    """What led here."""
    following: Entry | None = None
    """What was done next."""
    events: tuple[Event, ...] = ()
    """What people were told here."""
    turn_begins: bool = False
    """Whether somebody is about to throw for the first time in their turn."""

    @property
    def last(self) -> bool:
        """Whether this is how the game ended."""
        return self.number == self.of


@dataclass(frozen=True, slots=True)
class Review:
    """The positions of one game."""

    entries: tuple[Entry, ...]
    states: tuple[Any, ...]
    """After no line, after :data:`APART` lines, and so on."""
    turns: tuple[int, ...]
    """The positions at which a turn begins."""

    def turn_before(self, number: int) -> int:
        """Return where the turn begins that was played before position ``number``, or the one it lies within."""
        place = bisect_left(self.turns, number)
        return self.turns[place - 1] if place else 0

    def turn_after(self, number: int) -> int:
        """Return where the next turn begins; the end where there is none."""
        place = bisect_right(self.turns, number)
        return self.turns[place] if place < len(self.turns) else len(self.entries)

    def at(self, table: Table, number: int) -> Position:
        """Return position ``number`` of the game of ``table``; numbers beyond both ends mean these."""
        of = len(self.entries)
        number = min(max(number, 0), of)
        state, events = self._played(table.game, number)
        if number == 0:
            events = _began(table)
        if number < of:
            gone = tuple(entry.seat for entry in self.entries[:number] if entry.do == DROP)
            table = replace(table, state=state, status=Status.PLAYING, gone=gone, undoable=None, due=None, vote=None)
        return Position(
            number,
            of,
            table,
            self.entries[number - 1] if number else None,
            self.entries[number] if number < of else None,
            events,
            number in self.turns,
        )

    def _played(self, game: AnyGame, number: int) -> tuple[Any, tuple[Event, ...]]:
        kept = max(number - 1, 0) // APART
        state, events = self.states[kept], _NOTHING
        for entry in self.entries[kept * APART : number]:
            state, events = _after(game, state, entry)
        return state, events


def _began(table: Table) -> tuple[Event, ...]:
    """Return how it was thrown who begins; where somebody was erased since, that is lost: it was made of their id."""
    return starting.seated(table.fair, table.drawn, table.game)[1] if min(table.drawn) > 0 else _NOTHING


def check_over(table: Table) -> None:
    """Refuse a table that is not over, whose throws to come must stay secret, and one that never began."""
    if table.status is Status.LOBBY:
        raise NotStarted
    if not table.over:
        raise StillPlayed
    if table.state is None:
        raise NeverBegan


async def reviewed(table: Table, rows: Sequence[JournalRow]) -> Review:
    """Play the journal ``rows`` of ``table`` again, a few lines at a time. Raises OtherRules."""
    game = table.game
    try:
        entries = standing(rows)
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
    return Review(entries, tuple(states), tuple(turns))


def _after(game: AnyGame, state: Any, entry: Entry) -> tuple[Any, tuple[Event, ...]]:
    try:
        step = replay_step(game, state, entry)
    except GameError as error:
        raise OtherRules from error
    return step.state, step.events
