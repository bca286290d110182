"""The menu of boxes says what a mark will write, on every sheet of the family and with the Power die."""

from __future__ import annotations

import random

import pytest

from bot.engine.dice import FairDice
from bot.engine.gate import legal, play
from bot.games import CATALOGUE, FAMILIES, make
from bot.games.yum.board import menu_offer
from bot.games.yum.rules import Mark, Yum
from bot.games.yum.sheet_lines import would_write
from bot.locales import words
from bot.screens.kit import BoardView, RenderContext
from bot.screens.kit.values import PLAIN_GLYPHS, Button, Menu

CONTEXT = RenderContext(words("en"), PLAIN_GLYPHS)
SHEETS = [key for key, family in FAMILIES.items() if family == "yum"]


def _check(game: Yum, state: object) -> None:
    actions = legal(game, state)
    for column in {action.column for action in actions.values() if isinstance(action, Mark)}:
        offer = menu_offer(CONTEXT, game, state, would_write(game, state), BoardView(column=column or None))  # type: ignore[arg-type]
        (menu,) = [item for row in offer.boxes for item in row if isinstance(item, Menu)]
        marks = [choice for choice in menu.choices if choice.do.startswith("mark ")]
        scoring = {do for do, one in actions.items() if isinstance(one, Mark) and one.column == column}
        worth = {do: game.preview(state, actions[do]) for do in scoring}  # type: ignore[arg-type]
        if not any(worth.values()):
            assert all(choice.label.startswith("Strike ") for choice in menu.choices)
            continue
        assert {choice.do for choice in marks} == {do for do, points in worth.items() if points}
        times = game.layout.multipliers[column - 1] if column else 1
        for choice in marks:  # What the card will show, and what the total gains.
            points = worth[choice.do] or 0
            shown = f"{points} ×{times} = {times * points}" if times > 1 else str(points)
            assert f": {shown} point" in choice.label
        buttons = [one.do for one in offer.boxes[0] if isinstance(one, Button)]
        assert buttons[0] == marks[0].do


@pytest.mark.sample(1, each="key")
@pytest.mark.parametrize("power", [False, True])
@pytest.mark.parametrize("key", SHEETS)
def test_the_menu_says_what_a_mark_writes(key: str, power: bool) -> None:
    options = {"power": True} if power and any(rule.key == "power" for rule in CATALOGUE[key].rules) else {}
    game, source = make(key, options), random.Random(key)
    assert isinstance(game, Yum)
    state, dice = game.new(game.seats[0]), FairDice(b"menu" * 8, key)
    for _ in range(120):
        turn = game.turn(state)
        if turn is None:
            break
        _check(game, state)
        state = play(game, state, turn, source.choice(list(legal(game, state))), dice).state
