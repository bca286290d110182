"""A moment of 421, and a player's decisions besides throwing."""

from dataclasses import dataclass
from typing import ClassVar, NamedTuple, TypeAlias

from bot.engine import Action, Event, Faces, Seat
from bot.engine.match import FIRST_GAME, Match


class Stand(Action, frozen=True):
    """Stop with these dice. The first player of a round thereby sets the number of throws for everybody."""

    word: ClassVar[str] = "stand"


@dataclass(frozen=True, slots=True)
class PotEmpty(Event):
    """The charge is over."""


class Thrown(NamedTuple):
    """What a seat threw in a rampo."""

    seat: Seat
    faces: Faces


Rampo: TypeAlias = tuple[Thrown, ...]
"""One throw of every tied seat."""


class Settled(NamedTuple):
    """How a round ended."""

    hands: tuple[Faces, ...]
    """Per seat; empty for a seat that did not play."""
    value: int
    """The tokens that the best hand set."""
    loser: Seat | None
    """The seat that received; None after an undecided tie."""
    giver: Seat | None
    """The seat that gave the tokens; None for the pot, or after an undecided tie."""
    gained: tuple[int, ...]
    """Per seat, below 0 for the seat that gave."""
    nenettes: tuple[Seat, ...] = ()
    """The seats that received tokens for a nénette."""
    rampos: tuple[Rampo, ...] = ()
    """The throws that decided ties, in their order."""


@dataclass(frozen=True)
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
    """The first seat of this round."""
    round: int = 1
    discharge: bool = False
    """Whether tokens come from the best hand rather than from the pot."""
    limit: int = 0
    """How often everybody throws in this round; 0 until its first player has stopped."""
    power: int | None = None
    """The Power die of this round, if there is one and its first player has thrown."""
    throws: int = 0
    dice: Faces = ()
    """As they lie on the table: those kept first, in ascending order, then the others in the order they fell."""
    kept: int = 0
    """How many of ``dice``, from the first, the seat kept in the last throw."""
    last: Settled | None = None
    """The round before this one."""
    stood: Seat | None = None
    """Who stopped last, in this round or the one before."""
    out: tuple[Seat, ...] = ()
    """The seats that sit out the discharge."""
    gone: tuple[Seat, ...] = ()
    winners: tuple[Seat, ...] = ()
    final_rampos: tuple[Rampo, ...] = ()
    """The throws that decided between several seats without a token."""
    match: Match = FIRST_GAME
