"""Which seat is next, which seat won, and values made anew with a change: tuples with one value per seat, states."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from functools import cache
from inspect import ismemberdescriptor
from operator import attrgetter
from typing import Any, TypeVar

from bot.engine.errors import GameOver, IllegalAction
from bot.engine.types import GameState, Seat

T = TypeVar("T")


def acting(state: GameState) -> Seat:
    """Return the seat to act. Raises GameOver where there is none."""
    if state.turn is None:
        raise GameOver("the game is over")
    return state.turn


def next_seat(seats: int, after: Seat, playing: Callable[[Seat], bool]) -> Seat | None:
    """Return the next seat in playing order for which ``playing`` holds, ``after`` itself last; None if none is."""
    for distance in range(1, seats + 1):
        seat = Seat((after + distance) % seats)
        if playing(seat):
            return seat
    return None


def put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """Return ``values`` with ``value`` in one place: one per seat, or per box, chip or side."""
    return (*values[:place], value, *values[place + 1 :])


def added(numbers: tuple[int, ...], place: int, by: int) -> tuple[int, ...]:
    """Return ``numbers`` with ``by`` added in one place."""
    return put(numbers, place, numbers[place] + by)


@cache
def _parts(kind: Any) -> tuple[Callable[[Any], tuple[Any, ...]], tuple[Callable[[Any, Any], None], ...]]:
    """Return what reads all fields of ``kind`` at once, and what sets each of them."""
    names = [field.name for field in fields(kind)]
    slots = [getattr(kind, name, None) for name in names]
    if hasattr(kind, "__post_init__") or len(names) < 2 or not all(map(ismemberdescriptor, slots)):
        raise TypeError(f"{kind.__name__} is no plain dataclass with slots and two fields or more")
    return attrgetter(*names), tuple(slot.__set__ for slot in slots if slot is not None)


@cache
def _places(kind: Any) -> dict[str, int]:
    return {field.name: place for place, field in enumerate(fields(kind))}


def replaced(value: T, **changes: Any) -> T:
    """Return what ``dataclasses.replace`` does, in half its time: fields are copied, not passed by their names.

    For frozen dataclasses with slots and without ``__post_init__``. Raises TypeError for others, and for a name that is
    no field.
    """
    kind: Any = type(value)
    read, setters = _parts(kind)
    values, places = list(read(value)), _places(kind)
    for name, new in changes.items():
        place = places.get(name)
        if place is None:
            raise TypeError(f"{kind.__name__} has no field {name!r}")
        values[place] = new
    made: T = object.__new__(kind)
    for put, one in zip(setters, values, strict=True):
        put(made, one)
    return made


def ranking(keys: Sequence[object], gone: Iterable[Seat] = ()) -> tuple[tuple[Seat, ...], ...]:
    """Return groups of tied seats, the greatest key first; seats in ``gone`` rank below all others, likewise."""
    left = set(gone)

    def place(seat: Seat) -> tuple[bool, object]:
        return (seat not in left, keys[seat])

    places = sorted({place(Seat(seat)) for seat in range(len(keys))}, reverse=True)
    return tuple(tuple(Seat(seat) for seat in range(len(keys)) if place(Seat(seat)) == rank) for rank in places)


def leave(gone: tuple[Seat, ...], seat: Seat, seats: int) -> tuple[Seat, ...]:
    """Return ``gone`` with ``seat`` after the others; raises IllegalAction if it left before or does not exist."""
    if not 0 <= seat < seats:
        raise IllegalAction(f"there is no seat {seat}")
    if seat in gone:
        raise IllegalAction(f"seat {seat} has left already")
    return (*gone, seat)
