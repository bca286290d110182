"""The words of every game: seat, action, step, outcome, and the protocol a game fulfils.

A game object is its options and a state is a moment of it; both are frozen. Legality has one home,
:meth:`Game.legal_actions`; everything else asks it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import Any, ClassVar, Generic, NamedTuple, NewType, Protocol, TypeAlias, TypeVar

import msgspec

from bot.engine.dice import Dice, Faces


def N_(text: str) -> str:  # noqa: N802 - the name gettext tools look for
    """Return ``text`` unchanged; the extractor of translations finds it by this call.

    Rules are data in English; screens translate them.
    """
    return text


Seat = NewType("Seat", int)
"""Index of a player in playing order, from 0."""

OptionValue: TypeAlias = str | int | bool
"""A value of a house rule."""


class Action(msgspec.Struct, frozen=True):
    """Something a seat can do. Its text (notation.md) is its only name outside the rules."""

    word: ClassVar[str]

    def arguments(self) -> tuple[str, ...]:
        """Return the arguments after the word, each without spaces."""
        return ()


@lru_cache(maxsize=4096)  # Every press makes the texts of all legal actions, the same few again and again.
def text(action: Action) -> str:
    """Return the one text of ``action``: its word, then its arguments, separated by single spaces (notation.md)."""
    return " ".join((action.word, *action.arguments()))


TOGETHER = " + "
"""What stands between the texts of actions of which something is told together."""


class Roll(Action, frozen=True):
    """Throw all dice: the first throw of a turn."""

    word: ClassVar[str] = "roll"


class Keep(Action, frozen=True):
    """Keep ``faces`` (ascending) and throw the other dice; ``power`` keeps the Power die too."""

    word: ClassVar[str] = "keep"
    faces: Faces
    power: bool = False

    def arguments(self) -> tuple[str, ...]:
        """Return the faces in ascending order, then ``p`` when the Power die is kept."""
        return (*map(str, self.faces), *(("p",) if self.power else ()))


DROP = "drop"
"""The text for a seat that leaves: done by the table, never by the rules (notation.md)."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that people read about a step. Rebuilding a state never uses it."""


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    """``seat`` threw dice and these faces fell, in the order they fell; with the Power die, its face is the last."""

    seat: Seat
    faces: Faces
    with_power: bool = False

    @property
    def split_power(self) -> tuple[Faces, int | None]:
        """The faces of the ordinary dice, and that of the Power die if it was thrown too."""
        return (self.faces[:-1], self.faces[-1]) if self.with_power else (self.faces, None)


@dataclass(frozen=True, slots=True)
class Left(Event):
    """``seat`` left the game."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: ``ranks`` are groups of tied seats, best first; ``scores`` one number per seat."""

    ranks: tuple[tuple[Seat, ...], ...]
    scores: tuple[int, ...]

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats of the best group."""
        return self.ranks[0]


def win_share(winners: Sequence[int], seat: int, sides: int) -> float:
    """Return the part of the victory that ``seat`` has: partners win together, and sides that tie share it."""
    won = {winner % sides for winner in winners}
    return (seat % sides in won) / len(won)


@dataclass(frozen=True, slots=True)
class FirstPlayerThrow:
    """Every seat throws ``dice`` dice once; the highest sum begins, or the lowest. Seats that tie throw again."""

    dice: int
    lowest: bool = False


class GameState(Protocol):
    """What the state of every game shows."""

    @property
    def turn(self) -> Seat | None:
        """The seat to act; None once the game is over."""

    @property
    def dice(self) -> Faces:
        """The dice on the table; empty before the first throw of a turn."""

    @property
    def gone(self) -> tuple[Seat, ...]:
        """The seats that left, in the order they did."""


S = TypeVar("S", bound=GameState)
A = TypeVar("A", bound=Action)


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """The result of an action: the new state, and what people read about it."""

    state: S
    events: tuple[Event, ...] = ()


@dataclass(slots=True)
class SeatStats:
    """The counts of one seat so far. A game adds to them in :meth:`Game.count_stats`."""

    boxes: dict[str, list[int]] = field(default_factory=dict)
    """The points in each box, in every column and every game of a match; 0 for a struck box."""
    bonuses: list[int] = field(default_factory=list)
    """The upper section's bonus, of every column and game that has one; 0 where the player missed it."""
    counts: Counter[str] = field(default_factory=Counter)
    """What the game counts besides, by the words of :attr:`Game.counted`."""
    throws: int = 0
    faces: list[int] = field(default_factory=lambda: [0] * 6)
    """The count of each face that fell, from 1 to 6, without the Power die."""
    power: list[int] = field(default_factory=lambda: [0] * 6)
    """The count of each face of the Power die that fell."""

    def throw(self, faces: Faces, power: int | None = None) -> None:
        """Count a throw in which ``faces`` fell, and ``power`` on the Power die if the seat threw it."""
        self.throws += 1
        for face in faces:
            self.faces[face - 1] += 1
        if power is not None:
            self.power[power - 1] += 1


@dataclass(frozen=True, slots=True)
class PlayedStep(Generic[S]):
    """One line of the journal of a finished game, played once more."""

    before: S
    do: str
    """The text of the action."""
    events: tuple[Event, ...]
    after: S


@dataclass(frozen=True, slots=True)
class Report:
    """A state in the words of ``python -m bot replay`` (notation.md): one mapping per seat, plus top-level keys."""

    seats: tuple[Mapping[str, object], ...]
    extra: Mapping[str, object]


class Progress(NamedTuple):
    """The progress of a seat that plays alone; everything that others see of the seat changes with it."""

    reached: int
    of: int
    """What is reached at the end."""
    turns: int = 0
    """The turns so far, where the game counts them."""


class Level(StrEnum):
    """A strength of computer players (notation.md, ``advise --level``), from the weakest on."""

    BEGINNER = "beginner"
    """Wants the most now, and slips."""
    CASUAL = "casual"
    """Plays by pars, or by a rule of thumb that people use, and slips more than a regular player."""
    REGULAR = "regular"
    """Plays likewise, and slips less."""
    STRONG = "strong"
    """Plays likewise, or as a champion, and slips little."""
    CHAMPION = "champion"
    """The best that the bot knows; it never slips."""


class Temper(StrEnum):
    """What a computer likes, whatever its level, among moves that are about equally good to it."""

    EVEN = "even"
    """The best one."""
    BOLD = "bold"
    """Throwing more dice."""
    CAREFUL = "careful"
    """Throwing fewer."""


@dataclass(frozen=True, slots=True)
class Theme:
    """What a decision is about. Those named here are of several games; a game may have its own."""

    key: str
    """At most 16 characters, for rows and buttons; one of a game has an underscore, as no code of a table."""
    label: str
    hint: str
    """What to think of, without a word about the answer."""
    misjudged: str = ""
    """What somebody does who errs here again and again; if they mostly err one way, one of the next two."""
    too_little: str = ""
    too_much: str = ""

    BONUS: ClassVar["Theme"]
    STRAIGHTS: ClassVar["Theme"]
    SETS: ClassVar["Theme"]
    STRIKE: ClassVar["Theme"]
    STOP: ClassVar["Theme"]
    LAST: ClassVar["Theme"]
    OTHER: ClassVar["Theme"]

    def habit(self, leaning: int) -> str:
        """Return what somebody does who errs here and leans so (:class:`Teaching`)."""
        return {1: self.too_little, -1: self.too_much, 0: self.misjudged}[leaning] or self.label


class Teaching(NamedTuple):
    """What there is to learn where somebody did something and another action was better."""

    theme: Theme
    leaning: int = 0
    """1 where the theme got too little: a bonus given up, a stop too early. -1 where it got too much, else 0."""

    @classmethod
    def by_aims(cls, aims: Iterable[Theme], wanted: Theme, went: Theme) -> "Teaching":
        """Return what there is to learn where the better action goes for ``wanted``, the other one for ``went``.

        The first of the ``aims`` that either goes for is the theme.
        """
        for theme in aims:
            if theme in (wanted, went):
                return cls(theme, (wanted == theme) - (went == theme))
        return cls(Theme.OTHER)


Theme.BONUS = Theme(
    "bonus",
    N_("The upper bonus"),
    N_("Think of the upper bonus: what does it cost to keep it within reach?"),
    N_("You misjudge the upper bonus"),
    N_("You give up the bonus too early"),
    N_("You chase the bonus too long"),
)
Theme.STRAIGHTS = Theme(
    "straights",
    N_("Straights"),
    N_("The question is whether to go for a straight."),
    N_("You misjudge straights"),
    N_("You let straights go too early"),
    N_("You chase straights too long"),
)
Theme.SETS = Theme(
    "sets",
    N_("Equal dice"),
    N_("Think of equal dice: which ones are worth holding?"),
    N_("You misjudge equal dice"),
    N_("You let equal dice go too early"),
    N_("You stay with equal dice too long"),
)
Theme.STRIKE = Theme(
    "strike",
    N_("What to give up"),
    N_("Something must be given up: what do you need least later?"),
    N_("You give up the wrong box"),
)
Theme.STOP = Theme(
    "stop",
    N_("Stop or go on"),
    N_("The question is whether to stop here or to go on."),
    N_("You stop or go on at the wrong time"),
    N_("You stop too early"),
    N_("You go on too long"),
)
Theme.LAST = Theme("last", N_("The last turns"), N_("The end is near: look at what is still needed."))
Theme.OTHER = Theme("other", N_("Other decisions"), N_("Count what this turn brings, and what it leaves for later."))

COMMON_THEMES = (Theme.BONUS, Theme.STRAIGHTS, Theme.SETS, Theme.STRIKE, Theme.STOP)
OF_EVERYBODY = (Theme.LAST, Theme.OTHER)
"""Themes that say when something was lost, or nothing: anybody who loses points loses some there."""


class Game(Protocol[S, A]):
    """The rules with their options chosen. Implementations are frozen dataclasses; equal options, equal game.

    A game inherits from this class, and most games from :class:`bot.engine.game.GameWithOptions`. What has a body here
    is optional: the body is what holds for a game without that ability.
    """

    state_type: ClassVar[type[Any]]
    """The dataclass of the states, for the codec. It fulfils :class:`GameState`."""

    tells_end: ClassVar[bool] = False
    """A result tells the dice that ended the game, so that nobody need see them before it."""

    @property
    def key(self) -> str:
        """The key of rules.md."""

    @property
    def options(self) -> Mapping[str, OptionValue]:
        """The options that differ from their defaults: what people chose."""

    @property
    def written(self) -> Mapping[str, OptionValue]:
        """:attr:`options` and the version of the rules, as rows hold them: enough to make this game again.

        :func:`bot.games.remake` reads it.
        """

    @property
    def rules_version(self) -> int:
        """The version of the rules that this game is played by."""

    @property
    def seats(self) -> range:
        """The numbers of players that may take part."""

    # -- the course of a game ------------------------------------------------------------------------------------

    def new(self, seats: int) -> S:
        """Return the first state. Raises :class:`~bot.engine.errors.WrongSeats`."""

    def turn(self, state: S) -> Seat | None:
        """Return the seat that is to act; None if and only if the game is over."""
        return state.turn

    def legal_actions(self, state: S) -> tuple[A, ...]:
        """Return what the seat to act may do, in a sensible order; empty if and only if there is an outcome."""

    def legal_with(self, word: str, state: S) -> Iterable[A]:
        """Return the legal actions that begin with ``word``, perhaps with others; every press asks for one word."""
        return self.legal_actions(state)

    def apply(self, state: S, action: A, dice: Dice) -> Step[S]:
        """Do a legal action. Only :func:`bot.engine.gate.play` calls this; the action is not checked again."""

    def drop(self, state: S, seat: Seat, dice: Dice) -> Step[S]:
        """Go on without ``seat``, which ranks below everybody who stays.

        Raises :class:`~bot.engine.errors.IllegalAction` when the seat has left already.
        """

    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""

    def scores(self, state: S) -> tuple[int, ...]:
        """Return one number per seat as the rules count it now, finished or not."""

    def report(self, state: S) -> Report:
        """Return the state as ``python -m bot replay`` shows it (notation.md)."""
        return Report(tuple({"score": score} for score in self.scores(state)), {})

    # -- what a game may offer besides ---------------------------------------------------------------------------

    def preview(self, state: S, action: A) -> int | None:
        """Return the points a legal action would write, as the sheet shows them; None if it writes none."""
        return None

    @property
    def first_player_throw(self) -> FirstPlayerThrow | None:
        """The throw that decides which seat begins; None if the drawn order of play decides alone."""
        return None

    def throws_power(self, do: str, dice: int) -> bool:
        """Whether the last of the ``dice`` dice that the action ``do`` throws is the Power die."""
        return self.options.get("power") is True and not do.endswith(" p")

    def may_undo(self, state: S) -> bool:
        """Return whether the seat to act may take back what led to ``state``, although its turn goes on.

        That is asked where no new dice were seen; an action that ended a turn may be taken back anyway.
        """
        return False

    @property
    def throws_for_ties(self) -> bool:
        """Whether the rules may throw dice for a tie that no player has pressed for."""
        return False

    @property
    def sides(self) -> int:
        """The number of sides that play, seat after seat in turn; 0 if everybody plays for themselves."""
        return 0

    @property
    def adds_partners(self) -> bool:
        """Whether a side adds up what its seats made; else its seats share one score."""
        return False

    @property
    def both_ways(self) -> bool:
        """Whether two seats exchange their dice between two games (recipe 4)."""
        return False

    def games_before(self, state: S) -> int:
        """Return how many games of a match are over, the present one apart."""
        return 0

    def own_games(self, state: S, seat: Seat) -> tuple[int, ...]:
        """Return the points of ``seat`` in each game of a match so far, without its partners', the present one last.

        A game that keeps no such list has one number: its score.
        """
        return (self.scores(state)[seat],)

    def autoplay(self, state: S) -> A:
        """Return the action for an absent seat: the one that ends its turn soonest and costs it least.

        Every game lists the way to stop last, so that is the default.
        """
        return self.legal_actions(state)[-1]

    def teaching(self, state: S, best: str, other: str) -> Teaching:
        """Return what there is to learn in ``state`` where ``best`` is better than ``other``, by their texts.

        The default knows whether the turn goes on: actions that throw begin with the same few words in every game;
        and where both or neither do, whether the end is near.
        """
        on, off = (do.partition(" ")[0] in (Roll.word, Keep.word) for do in (best, other))
        if on != off:
            return Teaching(Theme.STOP, 1 if on else -1)
        return Teaching(Theme.LAST if self.near_end(state) else Theme.OTHER)

    def near_end(self, state: S) -> bool:
        """Whether a turn or two may end the game; no, where a game does not say."""
        return False

    def part_left(self, state: S) -> float:
        """Return about which part of the game is still to come, from 1 down to 0; all, where a game does not say."""
        return 1.0

    def answers(self, state: S) -> bool:
        """Whether the seat to act plays in a round that another one began; no, where rounds decide nothing."""
        return False

    counted: ClassVar[tuple[str, ...]] = ()
    """The words that :meth:`count_stats` counts by. Statistics hold them: ``best`` is a maximum, others add up."""

    def count_stats(self, seats: Sequence[SeatStats], step: PlayedStep[S]) -> None:
        """Add what ``step`` of a finished game did to the tallies of the seats.

        The default counts the dice that a seat threw by its action. Dice thrown for ties belong to no seat.
        """
        for event in step.events:
            if isinstance(event, Rolled):
                seats[event.seat].throw(*event.split_power)

    # -- everybody at once: only where ``only_in_turns`` is empty ---------------------------------------------

    @property
    def only_in_turns(self) -> str:
        """Why no seat can play alone at a table of its own, as an English sentence; empty where each can."""
        return N_("This game is played in turns: everybody plays at the same table.")

    @property
    def simultaneous_seats(self) -> range:
        """The numbers of players that may take part if all play at once; :attr:`seats` is for games in turns."""
        return self.seats

    @property
    def alone(self) -> "Game[S, A]":
        """The rules at a player's own table of such a game: the same, but for one seat."""
        return self

    def merge(self, states: Sequence[S], gone: Iterable[Seat]) -> S:
        """Return one state made of states of one seat each: seat n played ``states[n]``.

        No seat is to act in it, so it has an outcome, in which the seats in ``gone`` rank last.
        """
        raise NotImplementedError

    def settled(self, state: S, dice: Dice) -> S:
        """Return the merged ``state`` of a game in which all have finished, with the throws that decide its ties."""
        return state

    def progress(self, state: S, seat: Seat) -> Progress:
        """Return how far ``seat`` is, and how far it has to go."""
        raise NotImplementedError


AnyGame: TypeAlias = Game[Any, Any]
