"""A table: people around a game.

Pure and frozen, like the game itself: every change makes a new :class:`Table` (moves.py), so what a caller holds
never changes under it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import lru_cache
from typing import Any, NewType

from bot.engine import dice
from bot.engine.dice import Count, Cup, commitment
from bot.engine.types import AnyGame, Outcome, Seat

TableId = NewType("TableId", int)
"""Random, at most 63 bits, never 0 or below."""

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_LARGEST = 2**63 - 1
_LONGEST = 13


@lru_cache(maxsize=4096)
def code(table: TableId) -> str:
    """Return ``table`` in base 36: as people see it and as custom_ids carry it."""
    number, digits = int(table), ""
    while number:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
    return digits or "0"


def table_id(code: str) -> TableId | None:
    """Return the table that ``code`` names, in either case; None for anything that is not a code."""
    if not 1 <= len(code) <= _LONGEST or not code.isascii() or not code.isalnum():
        return None
    number = int(code, 36)
    return TableId(number) if 0 < number <= _LARGEST else None


class Status(StrEnum):
    """Where a table stands. ENDED: a cancelled lobby, or ended before the end; BROKEN: kept for inspection only."""

    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"
    ENDED = "ended"
    BROKEN = "broken"

    @property
    def live(self) -> bool:
        """Whether the table holds its channel: at most one live table per channel."""
        return self in (Status.LOBBY, Status.PLAYING)


class Absent(StrEnum):
    """What happens to the turn of somebody who does not come."""

    WAIT = "wait"
    """Nothing: the table waits."""
    SKIP = "skip"
    """The turn is played for them without a choice; on a score sheet the worst box is struck."""
    VOTE = "vote"
    """Somebody else may take the seat over, if most of the others agree."""
    DROP = "drop"
    """Their seat leaves; the others go on."""


class Wish(StrEnum):
    """What somebody at the table wants for the seat of somebody who does not come."""

    TAKE = "take"
    """The volunteer takes it over."""
    REFUSE = "refuse"
    """The volunteer does not."""
    SKIP = "skip"
    """The turn is skipped."""
    DROP = "drop"
    """The seat leaves."""


@dataclass(frozen=True, slots=True)
class Vote:
    """What becomes of the seat that is to act and does not come: the others decide, by most of them."""

    volunteer: int | None = None
    """Who would take the seat over."""
    ballots: tuple[tuple[int, Wish], ...] = ()
    """The wish of each seat that has one; the last one it had."""


class Owed(IntEnum):
    """What must still be sent because the table waits for somebody else now; in the row until it is done."""

    NOTHING = 0
    CLEARING = 1
    """The last call is to be taken away."""
    CALL = 2
    """That, and who is awaited now is to be called: the next player, or those who vote."""


@dataclass(frozen=True, slots=True)
class Fair:
    """What the dice of a table come from (docs/fair-dice.md). ``secret`` must not be shown before the table is over.

    ``entropy`` is ``2`` and the hashes of what the players typed, in the order given, joined by spaces. That of a table
    opened by version 0.1 is made of the ids of presses, for a recipe of its own: ``join:<id>`` in order of joining,
    then ``start:<id>``.
    """

    secret: bytes
    entropy: str

    @property
    def commitment(self) -> str:
        """The promise shown from the start: SHA-256 of the secret."""
        return commitment(self.secret)

    @property
    def recipe(self) -> int:
        """Which recipe the throws are made by."""
        return dice.recipe(self.entropy)

    @property
    def sound(self) -> bool:
        """Whether nothing was mixed in that the recipe does not know."""
        return dice.sound(self.entropy)

    def cup(self, thrown: int = 0, counts: tuple[Count, ...] = ()) -> Cup:
        """Return the dice of this table after ``thrown`` throws, of which ``counts`` tell whose they were."""
        return dice.cup(self.secret, self.entropy, thrown, counts)

    def stirred(self, words: str) -> Fair:
        """Return this with ``words`` mixed in, after all others. Raises UnicodeEncodeError."""
        return Fair(self.secret, dice.stirred(self.entropy, words))

    def __repr__(self) -> str:
        return f"Fair(commitment={self.commitment!r})"


@dataclass(frozen=True, slots=True)
class Mode:
    """How a game is shared out among people, and what follows from it."""

    absences: tuple[Absent, ...] = tuple(Absent)
    """What may be chosen for people who do not come."""
    in_turns: bool = True
    """One seat at a time is to act at this table; else everybody plays at a table of their own below it."""
    lasts_a_day: bool = False
    """Somebody plays alone with dice that others throw too, until the day is over; the table holds no channel."""


TURNS = Mode()
SIMULTANEOUS = Mode(absences=(Absent.WAIT, Absent.DROP), in_turns=False)
DAILY = Mode(lasts_a_day=True)


@dataclass(frozen=True, slots=True)
class Manner:
    """How people play here, whatever they play."""

    real_dice: bool = False
    """The players throw dice of their own and tell what fell; nothing can be verified."""
    parallel: bool = False
    """Everybody fills their own sheet at their own speed, at a table of their own below this one."""
    hidden_totals: bool = False
    """While everybody plays at their own speed, totals are shown only at the end."""
    absent: Absent = Absent.WAIT
    """What happens to the turn of somebody who does not come within :attr:`patience`."""
    patience: int = 0
    """Seconds since the last decision; 0 is for ever."""
    reminder: int = 0
    """Seconds after which the player whose turn it is is reminded; 0 is never."""
    calls: bool = True
    """The next player is called by a message with a mention."""
    daily: int | None = None
    """The day (20261121) whose dice are thrown here, the same for everybody of the server; None: dice of its own."""

    @property
    def mode(self) -> Mode:
        """Which mode this is."""
        if self.parallel:
            return SIMULTANEOUS
        return TURNS if self.daily is None else DAILY


AS_USUAL = Manner()
"""With the bot's dice, one after the other."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table at one moment. Everything but ``game`` and ``state`` means the same for all games."""

    id: TableId
    guild: int
    channel: int
    message: int | None
    """The board's message."""
    call: int | None
    """The message that called the player whose turn it is."""
    language: str
    host: int
    game: AnyGame
    capacity: int
    players: tuple[int, ...]
    """Lobby: in order of joining, host first. Once started: the index is the seat, also of seats that left."""
    gone: tuple[Seat, ...]
    """Seats that left."""
    status: Status
    state: Any | None
    """The state of the game; None in the lobby."""
    step: int
    """Counts every decision; in every button, so that an old one is told."""
    entries: int
    """Length of the journal, undone entries and undo rows included."""
    thrown: int
    """Throws made so far, by all seats; in recipe 1 the number of the next throw."""
    undoable: Seat | None
    """Who may take back the last mark now."""
    fair: Fair
    opened: int
    """Unix seconds."""
    changed: int
    rematch: TableId | None = None
    """The table that followed this one."""
    manner: Manner = AS_USUAL
    parent: TableId | None = None
    """The table this one belongs to, when it is one player's own table of a game played in parallel."""
    due: int | None = None
    """Unix seconds when the clock has something to do here: a reminder, or the end of patience."""
    stage: int = 0
    """How much of that the clock has done since the last decision (clock.py)."""
    skips: int = 0
    """Turns skipped since somebody last decided something."""
    vote: Vote | None = None
    """What the others decide about the seat that is to act, once the patience with it has ended."""
    originals: tuple[int, ...] = ()
    """Who sat in each seat at the start, once a seat was taken over; the order of play follows from these."""
    resumed: int | None = None
    """Unix seconds when the clock last went on after a pause (clock.py)."""
    version: int = 1
    """Counts saves: the lock between processes for what the journal does not hold."""
    since: int = 0
    """The step since which the table waits for whom it waits for now."""
    owed: Owed = Owed.NOTHING
    """What is still to be sent for that (calls.py)."""
    throws: tuple[Count, ...] = ()
    """How often each seat has thrown, once started: the numbers of their next throws. Empty in recipe 1."""
    stirred: tuple[int, ...] = ()
    """Who has typed words that are mixed into the dice, in that order; also those who left the lobby since."""

    @property
    def code(self) -> str:
        """The table's id as people see it."""
        return code(self.id)

    @property
    def mode(self) -> Mode:
        """How the game is shared out here."""
        return self.manner.mode

    @property
    def private(self) -> bool:
        """Whether this is one player's own table, on a board only they see; it holds no channel."""
        return self.parent is not None or self.mode.lasts_a_day

    @property
    def apart(self) -> bool:
        """Whether the game is, or was, played at tables of the players' own below this one."""
        return not self.mode.in_turns and self.status is not Status.LOBBY

    @property
    def over(self) -> bool:
        """Whether nothing more can be played here."""
        return not self.status.live

    @property
    def turn(self) -> Seat | None:
        """The seat that is to act; None unless playing, and where everybody is (at tables of their own)."""
        playing = self.status is Status.PLAYING and self.mode.in_turns
        return self.game.turn(self.state) if playing else None

    @property
    def turn_player(self) -> int | None:
        """The user who is to act; None unless playing."""
        turn = self.turn
        return None if turn is None else self.players[turn]

    @property
    def staying(self) -> tuple[Seat, ...]:
        """The seats that have not left."""
        return tuple(Seat(seat) for seat in range(len(self.players)) if seat not in self.gone)

    @property
    def drawn(self) -> tuple[int, ...]:
        """Who sat in each seat when the order of play was drawn."""
        return self.originals or self.players

    @property
    def known(self) -> set[int]:
        """Every user the table knows of."""
        volunteers = set() if self.vote is None or self.vote.volunteer is None else {self.vote.volunteer}
        return {self.host, *self.players, *self.originals, *self.stirred} | volunteers

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None unless it was played to its end."""
        return self.game.outcome(self.state) if self.status is Status.FINISHED else None

    def seat_of(self, user: int) -> Seat | None:
        """Return the seat of ``user``; None for somebody who is not here or has left."""
        if user not in self.players:
            return None
        seat = Seat(self.players.index(user))
        return None if seat in self.gone else seat
