"""A guided first game, as data: prepared dice and what to try, a sentence each. It plays through the gate.

Nothing of it is stored: the number of a lesson is a position, since the guide says every move that leads there.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from bot.engine.dice import Faces
from bot.engine.gate import JournalEntry, replay_step
from bot.engine.types import AnyGame, Event, Seat


class PreparedMove(NamedTuple):
    """An action of the seat to act, and the throws that it makes."""

    do: str
    dice: tuple[Faces, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """One thing to try."""

    sentence: str
    """Why, in a short English sentence, and what to press: ``{button}`` is the button or the line of a menu that makes
    the move, as it stands on the board; ``{box}`` the box that the move fills."""
    move: PreparedMove
    then: tuple[PreparedMove, ...] = ()
    """What happens before the next lesson: turns of the computer."""
    by_menu: str = ""
    """The sentence where one menu holds all dice, if the other speaks of dice to press."""


@dataclass(frozen=True, slots=True)
class Guide:
    """A guided game: the reader in seat 0, a computer in every other one."""

    game: str
    """The key of the game."""
    lessons: tuple[Lesson, ...]
    end: str
    """The English sentence after the last lesson."""
    seats: int = 1


class Scene(NamedTuple):
    """The position before a lesson, or after the last one."""

    before: Any
    """The state before the reader's last move; that of the scene itself in the first one."""
    state: Any
    events: tuple[Event, ...]
    """The events of the moves since then."""


def scenes(game: AnyGame, guide: Guide) -> Iterator[Scene]:
    """Yield the scene of each lesson, then the last one; raises what the gate raises where a move does not fit."""
    state = game.new(guide.seats)
    yield Scene(state, state, ())
    for lesson in guide.lessons:
        before, events = state, list[Event]()
        for do, dice in (lesson.move, *lesson.then):
            step = replay_step(game, state, JournalEntry(game.turn(state) or Seat(0), do, dice))
            state = step.state
            events += step.events
        yield Scene(before, state, tuple(events))
