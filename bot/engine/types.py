"""The words of every game: seat, action, step, outcome, and the protocol a game fulfils.

A game object is its options and a state is a moment of it; both are frozen. Legality has one home,
:meth:`Game.legal_actions`; everything else asks it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, NewType, Protocol, TypeAlias, TypeVar

from bot.engine.dice import Dice, Faces

Seat = NewType("Seat", int)
"""Index of a player in playing order, from 0."""

OptionValue: TypeAlias = str | int | bool
"""What a house rule may be set to."""


@dataclass(frozen=True, slots=True)
class Action:
    """Something a seat can do. Its text (notation.md) is its only name outside the rules."""

    word: ClassVar[str]

    def arguments(self) -> tuple[str, ...]:
        """The arguments after the word, each without spaces."""
        return ()


def text(action: Action) -> str:
    """The one text of ``action``: its word, then its arguments, separated by single spaces (notation.md)."""
    return " ".join((action.word, *action.arguments()))


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """Throw all dice: the first throw of a turn."""

    word: ClassVar[str] = "roll"


@dataclass(frozen=True, slots=True)
class Keep(Action):
    """Keep ``faces`` (ascending) and throw the other dice; ``power`` keeps the Power die too."""

    word: ClassVar[str] = "keep"
    faces: Faces
    power: bool = False

    def arguments(self) -> tuple[str, ...]:
        """The faces in ascending order, then ``p`` when the Power die is kept."""
        return (*map(str, self.faces), *(("p",) if self.power else ()))


DROP = "drop"
"""The text for a seat that leaves: done by the table, never by the rules (notation.md)."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something people are told about a step. Never used to rebuild a state."""


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    """``seat`` threw dice and these faces fell, in the order they fell."""

    seat: Seat
    faces: Faces


@dataclass(frozen=True, slots=True)
class Left(Event):
    """``seat`` left the game."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: ``ranks`` are groups of tied seats, best first; ``scores`` one number per seat."""

    ranks: tuple[tuple[Seat, ...], ...]
    scores: tuple[int, ...]

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats of the best group."""
        return self.ranks[0]


S = TypeVar("S")
A = TypeVar("A", bound=Action)
A_co = TypeVar("A_co", bound=Action, covariant=True)


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """The result of an action: the new state, and what to tell people."""

    state: S
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """A state in the words of ``python -m bot replay`` (notation.md): one mapping per seat, plus top-level keys."""

    seats: tuple[Mapping[str, Any], ...]
    extra: Mapping[str, Any]


class Game(Protocol[S, A]):
    """The rules with their options chosen. Implementations are frozen dataclasses; equal options, equal game."""

    state_type: ClassVar[type[Any]]
    """The dataclass of the states, for the codec."""

    @property
    def key(self) -> str:
        """The key of rules.md, such as ``yum_plus``."""

    @property
    def options(self) -> Mapping[str, OptionValue]:
        """The options that differ from their defaults: what people chose."""

    @property
    def written(self) -> Mapping[str, OptionValue]:
        """:attr:`options` and the version of the rules, as rows and records hold them: enough to make this game again.

        :func:`bot.games.remake` reads it.
        """

    @property
    def seats(self) -> range:
        """How many players may take part."""

    def new(self, seats: int) -> S:
        """Return the first state. Raises :class:`~bot.engine.errors.WrongSeats`."""

    def turn(self, state: S) -> Seat | None:
        """Return the seat that is to act; None if and only if the game is over."""

    def legal_actions(self, state: S) -> tuple[A, ...]:
        """Return what the seat to act may do, in a sensible order; empty if and only if there is an outcome."""

    def apply(self, state: S, action: A, dice: Dice) -> Step[S]:
        """Do a legal action. Only :func:`bot.engine.play.play` calls this; the action is not checked again."""

    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""

    def scores(self, state: S) -> tuple[int, ...]:
        """Return one number per seat as the rules count it now, finished or not."""

    def drop(self, state: S, seat: Seat, dice: Dice) -> Step[S]:
        """Go on without ``seat``, which ranks below everybody who stays.

        Raises :class:`~bot.engine.errors.IllegalAction` when the seat has left already.
        """

    def preview(self, state: S, action: A) -> int | None:
        """Return the points a legal action would write, as the sheet shows them; None if it writes none."""

    def report(self, state: S) -> Report:
        """Return the state as ``python -m bot replay`` tells it (notation.md)."""


AnyGame: TypeAlias = Game[Any, Any]
