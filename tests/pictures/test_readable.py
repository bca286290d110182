"""Charts on a phone: letters of 11 pixels, and players whom nobody needs colours to tell apart."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import pytest

from bot.locales import LANGUAGES, words
from bot.pictures import Curve, CurveLine, profile_labels
from bot.pictures.canvas import READABLE, WIDTH, Canvas
from bot.pictures.chart import dashes
from bot.pictures.curve import _COLOURS, _DASHES, draw_curve, spread
from bot.pictures.profile import draw_profile
from bot.screens.kit import MOST_LINES, Profile

_PHONE, _PIXELS = 360, 11


def test_readable_letters_are_eleven_pixels_where_a_phone_shows_the_picture() -> None:
    assert READABLE * _PHONE / WIDTH >= _PIXELS


@pytest.fixture
def sizes(monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """The size in pixels of everything that is written on pictures from now on."""
    found: dict[str, float] = {}
    write = Canvas.write

    def written(self: Canvas, place: Any, text: str, size: int, *more: Any, **about: Any) -> None:
        found[text] = min(size, found.get(text, size))
        write(self, place, text, size, *more, **about)

    monkeypatch.setattr(Canvas, "write", written)
    return found


def small(sizes: dict[str, float]) -> list[str]:
    return [text for text, size in sizes.items() if size * _PHONE / WIDTH < _PIXELS - 0.01]


def lines() -> tuple[CurveLine, ...]:
    return tuple(
        CurveLine(
            f"Maximilienne {seat}",
            "",
            tuple(254.6 + seat * math.sin(turn) for turn in range(20)),
            (3,) if not seat else (),
            shown=not seat,
            chances=tuple(16.0 + seat for _ in range(60)),
        )
        for seat in range(MOST_LINES)
    )


def test_every_letter_of_a_curve_is_readable_on_a_phone(sizes: dict[str, float]) -> None:
    subtitle = "Table abcd · a subtitle that is longer than the room beside the dice of the band leaves for it"
    draw_curve(Curve("Review · Yum Plus", subtitle, "Final score after every turn", "costliest", lines(), "Chances"))
    assert len(sizes) > 20
    assert small(sizes) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scores", [(312.0,), tuple(float(200 + 7 * n % 150) for n in range(100))], ids=["one", "100"])
def test_every_letter_of_a_profile_is_readable_on_a_phone(
    sizes: dict[str, float], language: str, scores: tuple[float, ...]
) -> None:
    draw_profile(Profile("Ana", "Yum Plus", "312", scores, profile_labels(words(language)), language))
    assert len(sizes) > 8
    assert small(sizes) == []


def test_each_player_has_strokes_and_a_number_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(set(_DASHES)) == len(_DASHES) == len(_COLOURS) == MOST_LINES
    written: list[str] = []
    write = Canvas.write

    def noted(self: Canvas, place: Any, text: str, *more: Any, **about: Any) -> None:
        written.append(text)
        write(self, place, text, *more, **about)

    monkeypatch.setattr(Canvas, "write", noted)
    draw_curve(Curve("Review", "", "Final score", "costliest", lines()))
    for number in range(1, MOST_LINES + 1):
        assert any(text.startswith(f"{number} Max") for text in written), "in the legend"
        assert str(number) in written, "at the end of the line"


def test_strokes_leave_gaps_and_go_around_corners() -> None:
    corner = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)]
    pieces = list(dashes(corner, (4, 4)))
    assert pieces[0] == ((0.0, 0.0), (4.0, 0.0))
    assert pieces[1:3] == [((8.0, 0.0), (10.0, 0.0)), ((10.0, 0.0), (10.0, 2.0))]
    drawn = sum(math.dist(*piece) for piece in pieces)
    assert drawn == pytest.approx(12)
    assert list(dashes(corner, ())) == [(corner[0], corner[1]), (corner[1], corner[2])]


@pytest.mark.parametrize("heights", [[100.0] * 6, [10.0, 300.0, 305.0, 299.0], [300.0]])
def test_the_numbers_at_the_ends_of_lines_never_cover_each_other(heights: list[float]) -> None:
    moved = sorted(spread(heights, 36, 300))
    assert all(below - above >= 36 for above, below in pairwise(moved))
    assert max(moved) <= 300
