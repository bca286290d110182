"""Reads journals back: which lines stand, where they lead, if they are honest; and steps through finished games."""

import asyncio
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate
from typing import Any

from bot.engine import (
    DROP,
    FIRST_RULES_VERSION,
    VERSION_KEY,
    AnyGame,
    Dice,
    DiceMismatch,
    Event,
    Faces,
    GameError,
    ScriptedDice,
    Seat,
    Step,
)
from bot.engine.gate import JournalEntry, play, play_recorded, replay_entry, replay_step
from bot.engine.record import FairnessProof, as_json, make
from bot.tables.model.errors import NeverBegan, NotStarted, OtherRules, StillPlayed
from bot.tables.model.store import JournalRow
from bot.tables.model.table import DiceSeed, Status, Table, people
from bot.tables.moves import sides
from bot.tables.moves.lobbies import seats_follow
from bot.tables.moves.playing import UNDO, only_move

# -- Reads a journal back: which lines stand, the state they lead to, the record of a game, and if its dice were fair --
# The journal only grows; an undo is a line of its own that takes back the last line standing.

APART = 64
"""After so many lines of a journal others have their turn: 2 ms. A replay keeps a state for each."""


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


def before_choice(table: Table, entries: Sequence[JournalEntry]) -> tuple[Any, Sequence[JournalEntry]]:
    """Return the state before the latest choice, and its lines: what follows a choice by itself has lines of its own.

    A throw of the bot is never among them.
    """
    game, kept = table.game, len(entries) - 1
    states = list(accumulate(entries[:-1], partial(replay_entry, game), initial=game.new(len(table.players))))
    by_itself = not table.settings.real_dice
    while by_itself and kept and not entries[kept - 1].dice and only_move(game, states[kept]) is not None:
        kept -= 1
    return states[kept], entries[kept:]


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
    number = None if table.settings.tournament is None else table.seed.round + 1
    made = make(table.game.key, options, len(table.players), entries, seed, number)
    # Options come behind the game, as in notation.md.
    return {"format": made.format, "game": made.game, "options": made.options} | as_json(made)


def is_whole(table: Table, rows: Sequence[JournalRow]) -> bool:
    """Whether the journal of ``table`` has the lines and the throws that the table has counted, without a gap."""
    numbers, thrown = [row.number for row in rows], sum(len(row.dice) for row in rows)
    return numbers == list(range(table.entries)) and thrown == table.thrown


def is_fair_start(table: Table) -> bool:
    """Whether ``table`` has begun with the dice that it had promised, in the order of play that follows from them."""
    seed = table.seed
    if table.state is None or table.status is Status.BROKEN or not seed.is_valid:
        return False
    return seats_follow(table) and table.game.both_ways == (seed.recipe == 4)


class Proof:
    """Whether the secret of a table gives every throw of its journal, and the state that people saw."""

    def __init__(self, table: Table) -> None:
        """Begin before the first line."""
        self._table, self._dice, self._state = table, table.seed.source(), table.game.new(len(table.players))
        self._holds = True

    def play(self, entry: JournalEntry) -> Step[Any]:
        """Do ``entry`` again with the throws that are written. Raises what the gate raises."""
        game, state = self._table.game, self._state
        dice = _ComparedDice(entry.dice, self._dice.for_seat(entry.seat, state.dice, game.games_before(state)))
        step = play(game, state, entry.seat, entry.do, dice)
        self._holds = self._holds and dice.fair and not dice.left
        self._state = step.state
        return step

    @property
    def complete(self) -> bool:
        """Whether all throws were fair, and the lines until now are the whole journal."""
        return self._holds and bool(self._state == self._table.state)


class _ComparedDice(ScriptedDice):
    """Throws of a journal, beside those that follow from the secret."""

    def __init__(self, throws: Iterable[Faces], source: Dice) -> None:
        super().__init__(throws)
        self._source = source
        self.fair = True
        """Whether all throws until now are those of ``source``."""

    def roll(self, count: int, sides: int = 6, tie: int | None = None) -> Faces:
        """Return the written throw."""
        written = super().roll(count, sides, tie)
        try:
            self.fair = self.fair and self._source.roll(count, sides, tie) == written
        except DiceMismatch:
            self.fair = False
        return written


async def verify(table: Table, entries: Sequence[JournalEntry]) -> bool:
    """Whether the secret gives every throw of the journal, the order of play, and the state that people saw.

    A long game takes 100 ms and more, so others have their turn after every :data:`APART` lines.
    """
    if not is_fair_start(table):
        return False
    proof = Proof(table)
    try:
        for number, entry in enumerate(entries, 1):
            if number % APART == 0:
                await asyncio.sleep(0)
            proof.play(entry)
    except GameError:
        return False
    return proof.complete


# -- Steps through a game that is over. Position n is the table after the n-th line of its journal -------------------
# A line that somebody took back is no position. Every line goes through the one gate again, so each position follows
# the rules. A replay keeps some states on the way, so that any position is at most :data:`APART` lines from one of
# them.

_NOTHING: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class ReplayPosition:
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

    def at(self, table: Table, number: int) -> ReplayPosition:
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
        return ReplayPosition(
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
        sides.seating(table.seed, table.seats_at_start, table.game, table.chosen)[1]
        if min(people(table.seats_at_start), default=0) > 0
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
    return await _replay(game, len(table.players), entries)


def played_alone(game: AnyGame, seed: DiceSeed, actions: Iterable[str]) -> Iterator[tuple[Any, JournalEntry, Any]]:
    """Play a game of one seat with these dice; yield the state before each action, its line, and the state after it.

    Raises what the gate raises.
    """
    state, dice, seat = game.new(1), seed.source(), Seat(0)
    for do in actions:
        step, entry = play_recorded(game, state, seat, do, dice.for_seat(seat, state.dice))
        yield state, entry, step.state
        state = step.state


async def prepare_champion(table: Table, actions: Iterable[str]) -> tuple[Any, Replay]:
    """Play the ``actions`` of the champion with the dice of ``table``; return the last state, and the replay.

    Raises OtherRules.
    """
    entries, state = list[JournalEntry](), table.game.new(1)
    try:
        for number, (_, entry, after) in enumerate(played_alone(table.game, table.seed, actions)):
            if number % APART == 0:
                await asyncio.sleep(0)
            entries.append(entry)
            state = after
    except GameError as error:
        raise OtherRules from error
    return state, await _replay(table.game, 1, entries)


async def _replay(game: AnyGame, seats: int, entries: Sequence[JournalEntry]) -> Replay:
    state = game.new(seats)
    states, turns = [state], []
    for number, entry in enumerate(entries):
        if number and number % APART == 0:
            states.append(state)
            await asyncio.sleep(0)
        if not state.dice:
            turns.append(number)
        state, _ = _after(game, state, entry)
    return Replay(tuple(entries), tuple(states), tuple(turns))


def _after(game: AnyGame, state: Any, entry: JournalEntry) -> tuple[Any, tuple[Event, ...]]:
    try:
        step = replay_step(game, state, entry)
    except GameError as error:
        raise OtherRules from error
    return step.state, step.events
