"""Who sits at a table: people, by their ids, and computers, which are no people and have no ids.

A list of ids in a row holds :data:`NOBODY` where a computer sits; which one it is stands in a column of its own
(:func:`stored`). So nothing that reads ids, an erasure least of all, ever takes a computer for a person.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeAlias, TypeGuard

import msgspec

NOBODY = 0
"""Stands in stored lists of ids where no person is. No person has this id, and no erased person either."""

MOST_COMPUTERS = 7
"""At one table."""

NAMES = ("Gobelet", "Timbale", "Cornet", "Godet", "Chope", "Tasse", "Bock")
"""Cups, since the bot is one: the names of computers by their numbers, the same in all languages."""


class Level(StrEnum):
    """How well a computer plays; the words of :class:`bot.mind.players.levels.Level`."""

    BEGINNER = "beginner"
    """Wants the most now, and slips."""
    REGULAR = "regular"
    """Plays by what a box or a chip is usually worth."""
    CHAMPION = "champion"
    """The best that the bot knows."""


class ComputerPace(StrEnum):
    """How quickly computers play."""

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
"""Who has a seat: a person by their id, which is negative once they are erased; or a computer."""


def is_person(occupant: Occupant | None) -> TypeGuard[int]:
    """Whether this is the id of a person, erased or not."""
    return isinstance(occupant, int)


def is_reachable(occupant: Occupant | None) -> TypeGuard[int]:
    """Whether this is somebody whom a message can reach: a person who is not erased."""
    return isinstance(occupant, int) and occupant > 0


def people(occupants: Iterable[Occupant]) -> tuple[int, ...]:
    """Return the people among ``occupants``, erased ones too."""
    return tuple(one for one in occupants if is_person(one))


def computers(occupants: Iterable[Occupant]) -> tuple[Computer, ...]:
    """Return the computers among ``occupants``."""
    return tuple(one for one in occupants if isinstance(one, Computer))


def free_number(occupants: Iterable[Occupant]) -> int | None:
    """Return the lowest number that no computer here has; None once there are :data:`MOST_COMPUTERS`."""
    taken = {one.number for one in computers(occupants)}
    return next((number for number in range(1, MOST_COMPUTERS + 1) if number not in taken), None)


class ComputerResult(NamedTuple):
    """How a computer came out of a game."""

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


def stored(lists: Mapping[str, Sequence[Occupant]]) -> str:
    """Return which computers sit in these columns' ``lists``."""
    found: _Stored = {}
    for column, occupants in lists.items():
        here = tuple((place, one.number, one.level) for place, one in enumerate(occupants) if isinstance(one, Computer))
        if here:
            found[column] = here
    return _encode(found).decode()


def restored(text: str, column: str, read: Sequence[int]) -> tuple[Occupant, ...]:
    """Return the occupants of a ``column`` that holds the ids ``read``; ``text`` is what :func:`stored` returned."""
    found: list[Occupant] = list(read)
    for place, number, level in _decode(text).get(column, ()):
        found[place] = Computer(number, level)
    return tuple(found)


def stored_results(results: Sequence[ComputerResult]) -> str:
    """Return what a result holds of the computers at its table."""
    return _encode(results).decode()


def read_results(text: str | None) -> tuple[ComputerResult, ...]:
    """Return the computers of a stored result."""
    return () if text is None else _read_results(text)
