"""States as bytes."""

from dataclasses import dataclass

import pytest

from bot.engine.errors import OldShape
from bot.engine.gate import decode, encode, shape


@dataclass(frozen=True)
class Point:
    x: int
    y: tuple[int, ...] = ()


@dataclass(frozen=True)
class Older:
    x: int
    y: tuple[str, ...] = ()


def test_there_and_back():
    state = Point(3, (1, 2))
    assert decode(Point, encode(state)) == state
    assert encode(Point(3, (1, 2))) == encode(state)


def test_another_shape_is_told_from_a_broken_state():
    assert shape(Point) != shape(Older)
    with pytest.raises(OldShape, match="shape"):
        decode(Older, encode(Point(3)))
    with pytest.raises(OldShape, match="unreadable Point"):
        decode(Point, encode(Point(3))[:-1])


def documented(text: str) -> type[object]:
    """Return a class that differs from others only by its docstring."""

    @dataclass(frozen=True)
    class Place:
        x: int
        description: str = ""

    Place.__doc__ = text
    return Place


def test_words_about_a_state_change_no_stamp_but_a_field_of_any_name_does():
    @dataclass(frozen=True)
    class Place:
        x: int

    assert shape(documented("A place.")) == shape(documented("Where something stands."))
    assert shape(Place) != shape(documented("A place."))


@pytest.mark.parametrize("data", [b"", b"\xff" * 40, b"{}"])
def test_any_bytes_are_refused_alike(data):
    with pytest.raises(OldShape):
        decode(Point, data)
