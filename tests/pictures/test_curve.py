"""The curve of a review: any game gives a picture, and the numbers beside it are round."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image, ImageColor

from bot.locales import words
from bot.pictures import Curve, CurveLine, curve_alt
from bot.pictures.canvas import RED
from bot.pictures.chart import nice_marks
from bot.pictures.curve import draw_curve

LINES = {
    "one throw": (CurveLine("Ana", "Player 1", (254.6, 12.0), (1,), shown=True),),
    "all equal": (CurveLine("Ana", "Player 1", (5.0, 5.0, 5.0), shown=True),),
    "chances": (
        CurveLine("Ana", "Player 1", (52.1, 60.0, 100.0), (2,), shown=True),
        CurveLine("山田", "Player 2", (47.9, 40.0, 0.0)),
    ),
    "scores and chances": (
        CurveLine("Ana", "Player 1", (254.6, 260.0, 251.0), (2,), shown=True, chances=(50.0, 62.1, 100.0)),
        CurveLine("Ben", "Player 2", (254.6, 240.5, 238.0), chances=(50.0, 37.9, 0.0)),
    ),
    "six of three columns": tuple(
        CurveLine("Maximilienne Tremblay", f"Player {seat}", tuple(3300.0 - 9 * turn * seat for turn in range(40)))
        for seat in range(6)
    ),
}


def curve(lines: tuple[CurveLine, ...]) -> Curve:
    return Curve("Review · Yum Plus", "Table abc", "Final score after every turn", "costliest decisions", lines)


@pytest.mark.parametrize("lines", LINES.values(), ids=LINES)
def test_any_game_gives_a_small_picture(lines: tuple[CurveLine, ...]) -> None:
    picture = draw_curve(curve(lines))
    with Image.open(BytesIO(picture)) as image:
        assert (image.format, image.size[0]) == ("PNG", 1200)
    assert len(picture) < 120_000


def test_a_costly_turn_is_marked_in_gold_only_for_whom_the_picture_is_about() -> None:
    values = (450.0, 440.0, 400.0, 380.0)

    def golden(line: CurveLine) -> int:
        with Image.open(BytesIO(draw_curve(curve((line,))))) as image:
            below_legend = image.convert("RGB").crop((0, 330, 1200, image.height))
            return sum(1 for colour in below_legend.get_flattened_data() if colour == (240, 178, 63))

    assert golden(CurveLine("Ana", "", values, (2,), shown=True)) > 200
    assert golden(CurveLine("Ana", "", values, (), shown=True)) == 0
    assert golden(CurveLine("Ana", "", values, (2,), shown=False)) == 0


@pytest.mark.parametrize(("low", "high"), [(0, 100), (254.6, 254.6), (3.2, 41.7), (-4, 3), (2540, 3660), (0, 0)])
def test_marks_are_round_and_hold_all_values(low: float, high: float) -> None:
    marks = nice_marks(low, high)
    assert marks[0] <= low <= high <= marks[-1]
    assert 2 <= len(marks) <= 8
    steps = {round(after - before, 6) for before, after in pairwise(marks)}
    assert len(steps) == 1
    assert f"{steps.pop():.0e}"[0] in "125"


def test_chances_to_win_have_a_panel_of_their_own_and_words() -> None:
    without = tuple(replace(line, chances=()) for line in LINES["scores and chances"])
    with_them, alone = (draw_curve(curve(lines)) for lines in (LINES["scores and chances"], without))
    with Image.open(BytesIO(with_them)) as high, Image.open(BytesIO(alone)) as low:
        assert high.height > low.height + 300
        panel = high.convert("RGB").crop((0, low.height, 1200, high.height))
        assert {ImageColor.getrgb(RED), (47, 111, 176)} <= set(panel.get_flattened_data())
    assert "Ana: 254.6 before the game" in curve_alt(words("en"), curve(LINES["scores and chances"]))
    assert "Chance to win from 50 to 100 in 100 games." in curve_alt(words("en"), curve(LINES["scores and chances"]))


def test_words_say_what_the_picture_shows() -> None:
    line = CurveLine("Ana", "Player 1", (467.8, 480.0, 400.5, 455.0), (2, 3), shown=True)
    assert curve_alt(words("en"), curve((line,))) == (
        "Final score after every turn. Ana: 467.8 before the game, at least 400.5, at most 480, 455 at the end. "
        "Costliest turns: 2 and 3."
    )
