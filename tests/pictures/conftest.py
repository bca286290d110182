"""Cards and profiles to draw."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.locales import words
from bot.pictures import Card, CardSeat, Profile, SheetLine, Weight, profile_labels

UPPER = ("Ones", "Twos", "Threes", "Fours", "Fives", "Sixes")
LOWER = tuple(f"Box number {number}" for number in range(7, 23))


def _sheet(seats: int, columns: int, boxes: int) -> tuple[SheetLine, ...]:
    def cells(points: int) -> tuple[tuple[str, ...], ...]:
        return tuple(tuple(str(points + seat + column) for column in range(columns)) for seat in range(seats))

    upper = tuple(SheetLine(label, cells(3)) for label in UPPER)
    sums = SheetLine("Upper", cells(63), Weight.SUM), SheetLine("Bonus", cells(35), Weight.SUM)
    lower = tuple(SheetLine(label, cells(0)) for label in LOWER[: boxes - 6])
    return (*upper, *sums, *lower, SheetLine("Total", cells(990), Weight.TOTAL))


def _card(names: tuple[str, ...], columns: int = 0, boxes: int = 22) -> Card:
    seats = tuple(
        CardSeat(name, str(320 - 10 * place), place + 1, f"Player {place + 1}", points=320 - 10 * place)
        for place, name in enumerate(names)
    )
    sheet = _sheet(len(names), columns, boxes) if columns else ()
    heads = tuple(f"×{column + 1}" for column in range(columns)) if columns > 1 else ()
    return Card("Yum Plus", "Table ABCD", seats, sheet, heads)


def _profile(scores: tuple[float, ...], player: str = "Ana", language: str = "en", **more: object) -> Profile:
    labels = profile_labels(words(language))
    return Profile(player, "Yum Plus", f"{len(scores)} games", scores, labels, language, **more)  # type: ignore[arg-type]


@pytest.fixture(scope="session")
def a_card() -> Callable[..., Card]:
    """Makes a result: names of the seats, columns of their sheets (0 for none), boxes of a column."""
    return _card


@pytest.fixture(scope="session")
def a_profile() -> Callable[..., Profile]:
    """Makes a profile of these scores."""
    return _profile
