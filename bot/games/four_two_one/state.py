"""A moment of 421 and what a player decides besides throwing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple, TypeAlias

from bot.engine.dice import Faces
from bot.engine.types import Action, Event, Seat


@dataclass(frozen=True, slots=True)
class Stand(Action):
    """Stop with these dice; the first player of a round thereby says how often everybody throws."""

    word: ClassVar[str] = "stand"


@dataclass(frozen=True, slots=True)
class PotEmpty(Event):
    """The charge is over."""


class Thrown(NamedTuple):
    """What a seat threw in a rampo."""

    seat: Seat
    faces: Faces


Rampo: TypeAlias = tuple[Thrown, ...]
"""One throw of everybody who ties."""


class Settled(NamedTuple):
    """How a round ended."""

    hands: tuple[Faces, ...]
    """Per seat; empty for who did not play."""
    value: int
    """What the best hand set."""
    loser: Seat | None
    """Who received; None where a tie was left undecided."""
    giver: Seat | None
    """Whose tokens they were; None for the pot, or where a tie was left undecided."""
    gained: tuple[int, ...]
    """Per seat, below 0 for who gave."""
    nenettes: tuple[Seat, ...] = ()
    """Who received tokens for a nénette."""
    rampos: tuple[Rampo, ...] = ()
    """The throws that decided ties, in the order they were made."""


@dataclass(frozen=True, slots=True)
class State:
    """Whose turn it is, the hands of the round, and where every token is."""

    pot: int
    tokens: tuple[int, ...]
    """Per seat."""
    hands: tuple[Faces, ...]
    """Per seat, the hand of this round; empty while there is none."""
    turn: Seat | None
    """None once the game is over."""
    first: Seat
    """Who began this round."""
    round: int = 1
    discharge: bool = False
    """Whether tokens come from the best hand rather than from the pot."""
    limit: int = 0
    """How often everybody throws in this round; 0 until its first player has stopped."""
    throws: int = 0
    dice: Faces = ()
    """As they lie on the table: those kept first, in ascending order, then the others in the order they fell."""
    kept: int = 0
    """How many of ``dice``, from the first, were kept in the last throw."""
    last: Settled | None = None
    """The round before this one."""
    out: tuple[Seat, ...] = ()
    """Who sits out the discharge."""
    gone: tuple[Seat, ...] = ()
    winners: tuple[Seat, ...] = ()
    final_rampos: tuple[Rampo, ...] = ()
    """The throws that decided between several who had no token left."""
