"""How long a daily takes, by the presses that it needs on the board: time is never measured."""

from __future__ import annotations

import pytest

from benchmarks.presses_a_turn import minutes, of_daily, to_five
from bot.games import make
from bot.screens.kit.faces import minutes_of
from bot.tables.model.days import WEEKS


@pytest.mark.parametrize(
    ("length", "key"), [(length, key) for length, week in WEEKS.items() for key in sorted(set(week))]
)
def test_a_short_daily_takes_about_five_minutes_a_race_eight_and_a_sheet_of_22_boxes_about_ten(
    length: str, key: str
) -> None:
    """As the settings say it, and what tournaments of the same game announce."""
    presses, game = of_daily(key, 3, 1), make(key, {})
    boxes = len(game.layout.boxes) if hasattr(game, "layout") else 0
    about, told = 10 if boxes == 22 else 5, minutes_of(game, in_turns=False)
    assert to_five(minutes(presses)) == about
    assert told is not None
    many = presses if boxes else of_daily(key, 40, 1)  # Races differ more than sheets.
    assert abs(told - minutes(many)) < 1, "as people read it"
    assert length == "long" or boxes in (0, 12, 13)
    assert presses < (160 if about == 10 else 115)
