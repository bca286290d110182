"""A game of each family is won from the accessibility tree alone: roles, names and text, and the keys of a keyboard."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.browser import by_ear
from tests.browser.by_ear import Decide, Listener

_MOST = 20
"""Games against a beginner until one is won; a player who wins two in five loses so many once in 30,000 runs."""

AGAINST = {"computers": "1", "level": "Beginner"}
FAMILIES: dict[str, tuple[Decide, dict[str, str]]] = {
    "yum": (by_ear.fill_sheet, {}),
    "cantstop": (by_ear.climb, {}),
    "yamslam": (by_ear.take_chips, {}),
    "5000": (by_ear.bank, AGAINST),
    "ambition": (by_ear.bank, AGAINST),
    "421": (by_ear.stand, AGAINST),
}
"""How each is played; alone where its rules allow that, then to reach the end is to win."""


@pytest.mark.long(60)
@pytest.mark.timeout(900)  # As many games as it takes to win one.
@pytest.mark.parametrize("command", FAMILIES)
def test_a_game_of_each_family_is_won_by_ear(window: Any, command: str) -> None:
    decide, options = FAMILIES[command]
    ana = Listener(window("ana", 390, 844))
    ana.want_words()
    for _ in range(_MOST):
        ana.command(f"/{command} start", **options)
        ana.press(ana.messages()[-1].button("Start"))
        end = ana.play(decide)
        assert "final result" in end.text
        if re.search(r"@Ana (wins!|finishes with)", end.text):
            return
        assert "wins!" in end.text, end.text
    pytest.fail(f"no win in {_MOST} games")


@pytest.mark.long(20)
def test_on_a_public_board_read_says_the_same_to_one_person(window: Any) -> None:
    """Ana hears the board that she shares with Ben, who sees his table and no message of hers."""
    ana, ben = window("ana", 390, 844), window("ben", 390, 844)
    heard = Listener(ana)
    heard.command("/yum start")
    ben.press("Join")
    heard.until(lambda: "@Ben" in heard.messages()[-1].text, "Ben")
    heard.press("Start")
    heard.until(lambda: "round 1" in heard.messages()[-1].text, "the board")
    heard.press("More")
    assert heard.messages()[-1].buttons[0] == "Read"
    heard.press("Read")
    said = heard.messages()[-1]
    assert "Open boxes: Ones, Twos" in said.text
    assert "press Throw" in said.text
    heard.press("Read the sheets")
    assert heard.messages()[-1].text.count("Nothing is written yet.") == 2
    assert ben.private.count() == 0
    assert "│" in ben.board.inner_text()
