"""A table: people around a game.

Pure and frozen, like the game itself: every change makes a new :class:`Table` (moves.py), so what a caller holds
never changes under it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import lru_cache
from typing import Any, NamedTuple, NewType, TypeAlias, TypeGuard

import msgspec

from bot.engine import AnyGame, Count, DiceSource, Level, OptionValue, Outcome, Seat, Temper, commitment, dice
from bot.engine.game import Once
from bot.tables.model.place import own_place

# -- The players at a table: people, by their ids, and computers, which have none ------------------------------------
# A list of ids in a row holds :data:`NOBODY` where a computer sits; which one it is stands in a column of its own
# (:func:`stored`). So nothing that reads ids, an erasure least of all, ever takes a computer for a person.

NOBODY = 0
"""Stands in stored lists of ids where no person is. No person has this id, and no erased person either."""

MOST_COMPUTERS = 7
"""At one table."""

NAMES = ("Pichet", "Timbale", "Cornet", "Godet", "Chope", "Tasse", "Bock")
"""Cups, since the bot is one, but not its own name: the computers by their numbers, the same in all languages."""


class ComputerPace(StrEnum):
    """The speed at which computers play."""

    HUMAN = "human"
    """Throw by throw, so that people can follow."""
    AT_ONCE = "at_once"
    """As fast as they can; people see what they wrote."""


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer at a table. Its number, from 1, tells it from the others there."""

    number: int
    level: Level

    @property
    def name(self) -> str:
        """Its name, which no other computer of the table has."""
        return NAMES[self.number - 1]

    def __str__(self) -> str:
        """Return what stands for it in the draw of the order of play (docs/fair-dice.md), like the id of a person."""
        return f"computer {self.number}"


STAND_IN = Computer(1, Level.REGULAR)
"""Plays for absent people."""

Occupant: TypeAlias = int | Computer
"""The player in a seat: a person by their id, which is negative once they are erased; or a computer."""


def is_person(occupant: Occupant | None) -> TypeGuard[int]:
    """Whether this is the id of a person, erased or not."""
    return isinstance(occupant, int)


def is_reachable(occupant: Occupant | None) -> TypeGuard[int]:
    """Whether this is somebody whom a message can reach: a person who is not erased."""
    return isinstance(occupant, int) and occupant > 0


def people(occupants: Iterable[Occupant]) -> tuple[int, ...]:
    """Return the people among ``occupants``, erased ones too."""
    return tuple(occupant for occupant in occupants if is_person(occupant))


def computers(occupants: Iterable[Occupant]) -> tuple[Computer, ...]:
    """Return the computers among ``occupants``."""
    return tuple(occupant for occupant in occupants if isinstance(occupant, Computer))


def free_number(occupants: Iterable[Occupant]) -> int | None:
    """Return the lowest number that no computer here has; None once there are :data:`MOST_COMPUTERS`."""
    taken = {computer.number for computer in computers(occupants)}
    return next((number for number in range(1, MOST_COMPUTERS + 1) if number not in taken), None)


class ComputerResult(NamedTuple):
    """A computer's result in a game."""

    number: int
    level: Level
    rank: int
    score: int
    side: int | None
    """The side of its seat, if partners play together."""

    @property
    def computer(self) -> Computer:
        """The computer."""
        return Computer(self.number, self.level)


# -- in rows -------------------------------------------------------------------------------------------------------

_Stored: TypeAlias = dict[str, tuple[tuple[int, int, Level], ...]]
"""By column: the place in its list, the number and the level of each computer there."""

_read_results = msgspec.json.Decoder(tuple[ComputerResult, ...]).decode
_encode = msgspec.json.Encoder(order="sorted").encode
_decode = msgspec.json.Decoder(_Stored).decode


def stored_computers(lists: Mapping[str, Sequence[Occupant]]) -> str:
    """Return which computers sit in these columns' ``lists``."""
    by_column: _Stored = {}
    for column, occupants in lists.items():
        computers = tuple(
            (place, occupant.number, occupant.level)
            for place, occupant in enumerate(occupants)
            if isinstance(occupant, Computer)
        )
        if computers:
            by_column[column] = computers
    return _encode(by_column).decode()


def with_computers(text: str, column: str, read: Sequence[int]) -> tuple[Occupant, ...]:
    """Return the occupants of a ``column`` with the ids ``read``; :func:`stored_computers` returned ``text``."""
    occupants: list[Occupant] = list(read)
    for place, number, level in _decode(text).get(column, ()):
        occupants[place] = Computer(number, level)
    return tuple(occupants)


def stored_results(results: Sequence[ComputerResult]) -> str:
    """Return what a result holds of the computers at its table."""
    return _encode(results).decode()


def read_results(text: str | None) -> tuple[ComputerResult, ...]:
    """Return the computers of a stored result."""
    return () if text is None else _read_results(text)


# -- A vote about the seat of an absent player, and the messages that a table must still send ------------------------


class VoteChoice(StrEnum):
    """What somebody at the table wants for the seat of an absent player."""

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
    """The vote about the seat to act, whose player is absent: most of the others decide."""

    volunteer: int | None = None
    """The person who would take the seat over."""
    ballots: tuple[tuple[int, VoteChoice], ...] = ()
    """The latest wish of each seat that has one."""


class PendingCall(IntEnum):
    """What the table must send or remove now; the row holds it until that is done."""

    NOTHING = 0
    CLEARING = 1
    """Remove the last call."""
    CALL = 2
    """Do that, and call those who vote."""
    RESULT = 3
    """Remove the last call, and post the result anew, with a mention of all players."""


# -- A table: people around a game -----------------------------------------------------------------------------------

Make = Callable[[str, Mapping[str, OptionValue]], AnyGame]
"""The catalogue: a game by its key and options, the version of the rules among them unless it is the newest.

Raises a GameError for an unknown key or option.
"""

TableId = NewType("TableId", int)
"""Random, at most 63 bits, never 0 or below."""

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_LARGEST = 2**63 - 1
_LONGEST = 13


@lru_cache(maxsize=4096)
def code(table: TableId) -> str:
    """Return ``table`` in base 36: as people and custom_ids write it."""
    number, digits = int(table), ""
    while number:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
    return digits or "0"


def table_id(code: str) -> TableId | None:
    """Return the table of ``code``, in upper or lower case; None for anything that is not a code."""
    if not 1 <= len(code) <= _LONGEST or not code.isascii() or not code.isalnum():
        return None
    number = int(code, 36)
    return TableId(number) if 0 < number <= _LARGEST else None


class Status(StrEnum):
    """Where a table stands. ENDED: a cancelled lobby, or a game ended early; BROKEN: for inspection only."""

    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"
    ENDED = "ended"
    BROKEN = "broken"

    @property
    def live(self) -> bool:
        """Whether people can play there. At most one live table holds a channel; others there have given way."""
        return self in (Status.LOBBY, Status.PLAYING)


class AbsencePolicy(StrEnum):
    """What happens to the turn of an absent player."""

    WAIT = "wait"
    """Nothing: the table waits."""
    SKIP = "skip"
    """The table plays the turn for them without a choice; on a score sheet it strikes the worst box."""
    VOTE = "vote"
    """Somebody else may take the seat over, if most of the others agree."""
    DROP = "drop"
    """Their seat leaves; the others go on."""
    COMPUTER = "computer"
    """A computer plays for them until they come back."""


class Hints(StrEnum):
    """The players at a table who may ask what their moves are worth."""

    ALONE = "alone"
    """Only a person who plays alone, or against nobody but computers."""
    ON = "on"
    """Everybody."""
    OFF = "off"
    """Nobody."""


@dataclass(frozen=True, slots=True)
class DiceSeed:
    """The source of a table's dice (docs/fair-dice.md). Nobody may see ``secret`` before the table is over.

    ``entropy`` is the recipe, ``2`` in every lobby, and the hashes of the players' words, in their order, joined by
    spaces. At a table that version 0.1 opened it consists of the ids of presses, for a recipe of its own: ``join:<id>``
    in order of joining, then ``start:<id>``.
    """

    secret: bytes
    entropy: str
    round: int = 0
    """The round of a tournament, from 0: all of them throw dice of one secret (recipe 3)."""

    @property
    def commitment(self) -> str:
        """The promise that people see from the start: SHA-256 of the secret."""
        return commitment(self.secret)

    @property
    def recipe(self) -> int:
        """The recipe of the throws."""
        return dice.recipe(self.entropy)

    @property
    def is_valid(self) -> bool:
        """Whether the mix holds nothing that the recipe does not know."""
        return dice.is_valid_entropy(self.entropy)

    def source(self, thrown: int = 0, counts: tuple[Count, ...] = ()) -> DiceSource:
        """Return the dice of this table after ``thrown`` throws, with ``counts`` of each seat."""
        return dice.dice_source(self.secret, self.entropy, thrown, counts, self.round)

    def exchanged(self) -> "DiceSeed":
        """Return this for two games between which two seats exchange their dice."""
        return DiceSeed(self.secret, dice.exchanged(self.entropy))

    def with_words(self, words: str) -> "DiceSeed":
        """Return this with ``words`` mixed in, after all others. Raises UnicodeEncodeError."""
        return DiceSeed(self.secret, dice.mix_in(self.entropy, words), self.round)

    def __repr__(self) -> str:
        return f"DiceSeed(commitment={self.commitment!r})"


@dataclass(frozen=True, slots=True)
class Mode:
    """The way in which people share a game, and what follows from it."""

    absences: tuple[AbsencePolicy, ...] = tuple(AbsencePolicy)
    """The choices for absent players."""
    in_turns: bool = True
    """One seat at a time is to act at this table; else everybody plays at a table of their own below it."""
    duplicate: bool = False
    """Somebody plays alone with dice that others throw too, for a day or in a tournament; it holds no channel."""

    def seats(self, game: AnyGame) -> range:
        """Return how many may play ``game`` in this mode."""
        return game.seats if self.in_turns else game.simultaneous_seats


TURNS = Mode()
SIMULTANEOUS = Mode(absences=(AbsencePolicy.WAIT, AbsencePolicy.DROP), in_turns=False)
DUPLICATE = Mode(duplicate=True)


@dataclass(frozen=True, slots=True)
class TableSettings:
    """The settings of a table that do not depend on its game."""

    real_dice: bool = False
    """The players throw dice of their own and enter what fell; nobody can verify it."""
    simultaneous: bool = False
    """Everybody fills their own sheet at their own speed, at a table of their own below this one."""
    hidden_totals: bool = False
    """In a simultaneous game, show totals only at the end."""
    absent: AbsencePolicy = AbsencePolicy.WAIT
    """What happens to the turn of a player who is absent for :attr:`patience`."""
    patience: int = 0
    """Seconds since the last decision; 0 is for ever."""
    reminder: int = 0
    """Seconds after which the player to act gets a reminder; 0 is never."""
    calls: bool = True
    """A message with a mention calls the next player."""
    daily: int | None = None
    """The day (20261121) of the dice, which are the same for everybody on the server; None: dice of its own."""
    practice: int = 0
    """The number of times its player has played that day for practice, with this one: it is over, and nothing counts.

    0 is the game of the day itself.
    """
    tournament: int | None = None
    """The tournament whose dice these are; which round stands in the seed (:mod:`bot.tables.tournaments`)."""
    entry: int | None = None
    """The number of the player among those who have entered it."""
    ends: int | None = None
    """Unix seconds when that day or round ends; version 0.1 stored none (:mod:`bot.tables.model.days`)."""
    hints: Hints = Hints.ALONE
    """The players who may ask what moves are worth; :attr:`Table.allows_hints` follows from it."""
    computer_pace: ComputerPace = ComputerPace.HUMAN
    """The speed at which computers play here."""
    computer_temper: Temper = Temper.EVEN
    """What they like, beside their level."""
    computers_yield: bool = True
    """A person who joins a full lobby takes the place of a computer."""
    visiting: bool = False
    """The bot is a guest where this is (:mod:`bot.tables.model.place`): only the tokens of presses change a board."""

    @property
    def mode(self) -> Mode:
        """Which mode this is."""
        if self.simultaneous:
            return SIMULTANEOUS
        return TURNS if self.daily is None and self.tournament is None else DUPLICATE


DEFAULT_SETTINGS = TableSettings()
"""With the bot's dice, one after the other."""


@dataclass(frozen=True)
class Table:
    """A table at one moment. Everything but ``game`` and ``state`` means the same for all games.

    It has no slots, so that a decision can copy it quickly (:func:`bot.engine.game.replaced`).
    """

    id: TableId
    guild: int
    """The place where it is (:mod:`bot.tables.model.place`)."""
    channel: int
    message: int | None
    """The board's message."""
    call: int | None
    """The message that called the player to act."""
    language: str
    host: int
    game: AnyGame
    capacity: int
    players: tuple[Occupant, ...]
    """Lobby: in order of joining, host first. After the start the index is the seat, also of seats that left."""
    gone: tuple[Seat, ...]
    """Seats that left."""
    status: Status
    state: Any | None
    """The state of the game; None in the lobby."""
    step: int
    """Counts every decision. Every button carries it, which identifies an old one."""
    entries: int
    """Length of the journal, undone entries and undo rows included."""
    thrown: int
    """Throws made so far, by all seats; in recipe 1 the number of the next throw."""
    undoable: Seat | None
    """The seat that may take back the last mark now."""
    seed: DiceSeed
    opened: int
    """Unix seconds."""
    changed: int
    rematch: TableId | None = None
    """The table that followed this one."""
    settings: TableSettings = DEFAULT_SETTINGS
    parent: TableId | None = None
    """The public table, if this is one player's own table of a simultaneous game."""
    due: int | None = None
    """Unix seconds when the clock has something to do here: a reminder, or the end of patience."""
    stage: int = 0
    """The part of that which the clock has done since the last decision (clock.py)."""
    reminding: int | None = None
    """Unix seconds when the reminder was due that is on its way; it counts in the stage once it is sent."""
    skips: int = 0
    """Skipped turns since somebody last decided something."""
    vote: Vote | None = None
    """The vote about the seat to act, once the patience with it has ended."""
    originals: tuple[Occupant, ...] = ()
    """The player of each seat at the start, once somebody took over a seat; the order of play follows from them."""
    resumed: int | None = None
    """Unix seconds when the clock last went on after a pause (clock.py)."""
    version: int = 1
    """Counts saves: the lock between processes for what the journal does not hold."""
    since: int = 0
    """The step since which the table waits for its present player."""
    pending_call: PendingCall = PendingCall.NOTHING
    """What it must still send for that (calls.py)."""
    call_due: int | None = None
    """Unix seconds when the player to act gets a call, unless they have pressed by then (calls.py)."""
    throws: tuple[Count, ...] = ()
    """What was thrown since the start, which numbers the next throws (:attr:`bot.engine.DiceSource.counts`)."""
    stirred: tuple[int, ...] = ()
    """People whose words are in the dice, in that order; also those who left the lobby since."""
    choosers: tuple[int, ...] = ()
    """People who chose a side; in a rematch also those who may still come back to theirs."""
    chosen_sides: tuple[int, ...] = ()
    """The side of each of them, from 0: red, blue, green, yellow."""
    waiting_from: int = 0
    """Unix seconds since which the table waits for its present player."""
    follows: TableId | None = None
    """The table that this one is the rematch of."""
    invited: tuple[int, ...] = ()
    """Whom the lobby of a rematch waits for: everybody who stayed in the game before."""
    starts_at: int | None = None
    """Unix seconds when a lobby starts its game by itself."""
    evening: tuple[Occupant, ...] = ()
    """Everybody who played in the games before this one: the table it follows, the one before that, and so on."""
    evening_wins: tuple[int, ...] = ()
    """The number of those games that each of them won."""
    stand_ins: tuple[Seat, ...] = ()
    """Seats of absent people for whom a computer plays now."""
    stood_in: bool = False
    """A computer has played for somebody here."""
    played_for: tuple[Seat, ...] = ()
    """Seats for which a computer, the clock or another person has played: not all mistakes there are one's own."""
    removed: tuple[Seat, ...] = ()
    """Seats of people whom a manager has removed: they stay empty, by the rule for absent players."""
    hinted: tuple[Seat, ...] = ()
    """Seats that were told what moves are worth, in the order in which that began."""
    old_message: int | None = None
    """The message that was the board before, in the same channel. It may still stand where a process was killed."""
    gave_way: bool = False
    """It holds its channel no more: it was idle, and somebody else wanted a table there."""

    @property
    def code(self) -> str:
        """The table's id as people write it."""
        return code(self.id)

    @Once
    def mode(self) -> Mode:
        """The way in which people share the game here."""
        return self.settings.mode

    @property
    def seats(self) -> range:
        """The numbers of players that the game takes here."""
        return self.mode.seats(self.game)

    @Once
    def private(self) -> bool:
        """Whether this is one player's own table, on a board only they see; it holds no channel."""
        return self.parent is not None or self.settings.mode.duplicate

    @property
    def is_own(self) -> bool:
        """Whether this is in the own place of its host, to which nobody else comes."""
        return self.guild == own_place(self.host)

    @property
    def allows_hints(self) -> bool:
        """Whether who plays here may ask what moves are worth; never where others throw the same dice."""
        if self.mode.duplicate:
            return False
        hints = self.settings.hints
        return hints is Hints.ON or (hints is Hints.ALONE and len(self.people) == 1)

    @property
    def has_own_tables(self) -> bool:
        """Whether the game belongs, or belonged, to players' own tables below this one."""
        return not self.mode.in_turns and self.status is not Status.LOBBY

    @property
    def began(self) -> bool:
        """Whether its game has begun, also where it has ended since."""
        return self.status is Status.PLAYING or self.state is not None

    @Once
    def over(self) -> bool:
        """Whether nobody can play here any more."""
        return not self.status.live

    @property
    def public_result(self) -> bool:
        """Whether this is a full game that has ended in public: a picture comes to its board."""
        return self.status is Status.FINISHED and not self.private

    @Once
    def turn(self) -> Seat | None:
        """The seat to act; None if the game does not go on, and in a simultaneous game."""
        playing = self.status is Status.PLAYING and self.settings.mode.in_turns
        return self.game.turn(self.state) if playing else None

    @Once
    def turn_player(self) -> int | None:
        """The person to act; None if the game does not go on, and while a computer plays."""
        turn = self.turn
        occupant = None if turn is None or turn in self.stand_ins else self.players[turn]
        return occupant if isinstance(occupant, int) else None

    @Once
    def turn_occupant(self) -> Occupant | None:
        """The person or computer to act; None if the game does not go on."""
        turn = self.turn
        return None if turn is None else self.players[turn]

    @Once
    def turn_computer(self) -> Computer | None:
        """The computer to act, for a person perhaps; None while a person is, and if the game does not go on."""
        occupant = self.turn_occupant
        if isinstance(occupant, int):
            return STAND_IN if self.turn in self.stand_ins else None
        return occupant

    @Once
    def people(self) -> tuple[int, ...]:
        """The people with a seat, also those who left."""
        return tuple(player for player in self.players if isinstance(player, int))

    @Once
    def computers(self) -> tuple[Computer, ...]:
        """The computers with a seat."""
        return tuple(player for player in self.players if isinstance(player, Computer))

    @property
    def own_totals(self) -> list[int]:
        """What each seat has in this game and the match's earlier ones, without its partners' points."""
        return [sum(self.game.own_games(self.state, Seat(seat))) for seat in range(len(self.players))]

    @Once
    def people_staying(self) -> tuple[int, ...]:
        """The people who have neither left nor been removed."""
        return tuple(
            player
            for seat in self.staying
            if isinstance(player := self.players[seat], int) and seat not in self.removed
        )

    @property
    def playing_themselves(self) -> int:
        """The number of these people for whom no computer plays."""
        return len(self.people_staying) - len(set(self.stand_ins) - set(self.removed))

    @Once
    def staying(self) -> tuple[Seat, ...]:
        """The seats that have not left."""
        return tuple(Seat(seat) for seat in range(len(self.players)) if seat not in self.gone)

    @property
    def seats_at_start(self) -> tuple[Occupant, ...]:
        """The player of each seat at the draw for the order of play."""
        return self.originals or self.players

    def decided_alone(self, user: int) -> bool:
        """Whether ``user`` made all decisions of a seat: theirs from the beginning, and nobody has played for them.

        Older code has not noted for whom a computer played: then nobody is sure.
        """
        if self.over and self.stood_in and not self.played_for:
            return False
        return any(player == user and not self.was_shared(seat) for seat, player in enumerate(self.players))

    def was_shared(self, seat: int) -> bool:
        """Whether somebody or something else than its present player has had ``seat``, as far as that was noted."""
        return seat in self.played_for or self.players[seat] != self.seats_at_start[seat]

    @property
    def chosen(self) -> Mapping[Occupant, int]:
        """The side that each person chose, of those who did."""
        return dict(zip(self.choosers, self.chosen_sides, strict=True))

    def colour(self, side: int) -> int:
        """Return the colour of a side of the game, numbered like the sides that people choose.

        Sides are numbered from the one that begins, which is red where nobody chose.
        """
        sides, chosen = self.game.sides, self.chosen
        turned = ((chosen[user] - seat) % sides for seat, user in enumerate(self.seats_at_start) if user in chosen)
        return (side + next(turned, 0)) % sides

    @property
    def known(self) -> set[int]:
        """Every user the table knows of."""
        volunteers = set() if self.vote is None or self.vote.volunteer is None else {self.vote.volunteer}
        members = {self.host, *self.people, *people(self.originals), *self.stirred, *self.choosers}
        return members | {*self.invited, *people(self.evening)} | volunteers

    @property
    def outcome(self) -> Outcome | None:
        """The outcome; None unless the game reached its end."""
        return self.game.outcome(self.state) if self.status is Status.FINISHED else None

    @property
    def unplayed(self) -> bool:
        """Whether fewer than two of several seats have thrown in this game in turns, so that nobody can have won it.

        With dice of the players' own only that nobody has thrown is known, and likewise where recipe 1 made the dice.
        """
        if len(self.players) < 2 or not self.mode.in_turns:
            return False
        if self.settings.real_dice:
            return not self.entries
        if not self.thrown:
            return True
        seats = self.throws[: len(self.players)]
        return bool(seats) and sum(throws > 0 for throws, _ in seats) < 2

    def may_end(self, user: int) -> bool:
        """Whether ``user`` may end it for everybody without being a manager: a host who has left may not."""
        return user == self.host and (self.status is Status.LOBBY or self.seat_of(user) is not None)

    def seat_of(self, user: int) -> Seat | None:
        """Return the seat of ``user``; None for somebody who is not here, has left or was removed."""
        if user not in self.players:
            return None
        seat = Seat(self.players.index(user))
        return None if self.has_left(seat) else seat

    def has_left(self, seat: Seat) -> bool:
        """Whether the player of a seat has left the game, or was removed from it."""
        return seat in self.gone or seat in self.removed


# -- A position that nobody plays on ----------------------------------------------------------------------------------


def position_table(
    game: AnyGame, state: Any, players: tuple[Occupant, ...], guild: int = 0, channel: int = 0, id: int = 1
) -> Table:
    """Return a table in play that no row holds: for screens that show a position as boards do.

    Pictures that came too late are remembered by ``id``.
    """
    return Table(
        id=TableId(id),
        guild=guild,
        channel=channel,
        message=None,
        call=None,
        language="en",
        host=NOBODY,
        game=game,
        capacity=len(players),
        players=players,
        gone=(),
        status=Status.PLAYING,
        state=state,
        step=0,
        entries=0,
        thrown=0,
        undoable=None,
        seed=DiceSeed(bytes(32), ""),
        opened=0,
        changed=0,
    )
