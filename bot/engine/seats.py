"""Which seat is next, which seat won, and values made anew with a change: tuples with one value per seat, states."""

from collections.abc import Callable, Iterable, Sequence
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


def replaced(value: T, **changes: Any) -> T:
    """Return what ``dataclasses.replace`` does, some ten times as fast: it copies the fields' dictionary.

    For dataclasses without slots and ``__post_init__``. Raises TypeError for others, and for a name that is no field.
    """
    kind = type(value)
    if not hasattr(value, "__dict__") or hasattr(kind, "__post_init__"):
        raise TypeError(f"{kind.__name__} is no plain dataclass without slots")
    made = object.__new__(kind)
    fields = vars(made)
    fields.update(vars(value))
    fields.update(changes)
    if len(fields) != len(vars(value)):
        raise TypeError(f"{kind.__name__} has no field of some name in {sorted(changes)}")
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
