"""The mountain of Can't Stop: who stands where is seen, and a picture a throw costs little."""

from __future__ import annotations

import io
import itertools
import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageChops

from bot.engine.dice import FairDice, ScriptedDice
from bot.engine.gate import legal, play
from bot.engine.types import Seat
from bot.games import make
from bot.games.cant_stop.board import mountain as shown_on
from bot.games.cant_stop.rules import HEIGHTS
from bot.locales import words
from bot.pictures import Climber, Mountain, mountain, mountain_alt
from bot.screens.kit.values import CONE_MARKS
from tests.factories import table_of, users

COLUMNS = tuple(HEIGHTS.items())
SEVEN = (360, 0, 428, mountain.HEIGHT)
"""Where column 7 is."""
BRIGHT = {"red": (198, 47, 42), "blue": (38, 105, 189), "green": (42, 143, 85), "yellow": (224, 160, 24)}
"""The lower part of each cone."""


def on(step: int, colours: tuple[str, ...], **more: object) -> Mountain:
    """Cones of ``colours`` on one step of column 7."""
    climbers = tuple(
        Climber(mark, colour, ((7, step),) if colour in colours else ()) for colour, mark in CONE_MARKS.items()
    )
    return Mountain(COLUMNS, climbers, **more)  # type: ignore[arg-type]


def picture(shown: Mountain) -> Image.Image:
    return Image.open(io.BytesIO(mountain.draw_mountain(shown))).convert("RGB")


def seen(image: Image.Image, colour: str) -> int:
    """The number of visible pixels of a cone."""
    apart = np.abs(np.asarray(image.crop(SEVEN), int) - BRIGHT[colour]).sum(axis=2)
    return int((apart < 60).sum())


@pytest.mark.parametrize("number", [2, 3, 4])
def test_cones_that_share_a_step_never_hide_each_other(number: int) -> None:
    for colours in itertools.combinations(BRIGHT, number):
        together = picture(on(5, colours))
        size = mountain._SIZES[number] / mountain._SIZES[1]
        for colour in colours:
            alone = seen(picture(on(5, (colour,))), colour) - seen(picture(on(5, ())), colour)
            assert seen(together, colour) - seen(picture(on(5, ())), colour) > alone * size * size * 0.6


def test_what_shares_a_step_stands_on_its_own_column() -> None:
    """A column is drawn without its neighbours, so nothing may stick out."""
    for sizes, apart in ((mountain._SIZES[n], mountain._APART[n] * (n - 1)) for n in mountain._SIZES):
        assert apart + sizes * 114 / 128 <= mountain._COLUMN


def test_runners_stand_on_their_steps_and_the_way_there_has_the_colour_of_their_player() -> None:
    plain, running = picture(on(2, ("red",))), picture(on(2, ("red",), runners=((7, 5),), runs=0))
    changed = ImageChops.difference(plain, running).getbbox()
    assert changed is not None
    left, top, right, bottom = changed
    middle = mountain._middle(len(COLUMNS), 5)
    assert abs(left - middle) <= mountain._COLUMN // 2 >= abs(right - middle)
    assert top < mountain._height(5) < mountain._height(3) < bottom < mountain._height(1)


def test_a_picture_of_a_game_is_small_and_draws_no_more_columns_than_have_changed() -> None:
    game = make("cant_stop", {"columns_to_win": 4})
    table, chance, dice = table_of(game, users(4, 11)), random.Random(3), FairDice(b"k" * 32, "mountain")
    state: Any = table.state
    before = shown_on(table, state)
    mountain.draw_mountain(before)
    for _ in range(150):
        if (turn := game.turn(state)) is None:
            break
        state = play(game, state, turn, chance.choice(list(legal(game, state))), dice).state
        after, drawn = shown_on(table, state), mountain._strip.cache_info().misses
        assert len(mountain.draw_mountain(after)) <= 32 << 10
        changed = [one for one, _ in COLUMNS if mountain._of_column(before, one) != mountain._of_column(after, one)]
        assert mountain._strip.cache_info().misses - drawn <= len(changed)
        before = after


def test_the_words_for_the_picture_tell_the_runners_too() -> None:
    shown = on(2, ("red",), runners=((6, 1), (7, 3)), runs=0)
    names = ("Ana", "Ben", "Eve", "Max")
    assert mountain_alt(words("en"), shown, names).endswith(". Runners: 6 at 1 of 11, 7 at 3 of 13")
    told = mountain_alt(words("fr"), shown, names).replace("\N{NO-BREAK SPACE}", " ")
    assert told.endswith(". Marqueurs : colonne 6 : 1 sur 11, colonne 7 : 3 sur 13")


def test_a_column_has_stars_while_the_turn_that_won_it_is_the_latest() -> None:
    def stars(shown: Mountain) -> int:
        """Golden pixels on column 7."""
        return int((np.abs(np.asarray(picture(shown).crop(SEVEN), int) - (255, 200, 61)).sum(axis=2) < 30).sum())

    table = table_of(make("cant_stop", {}), users(2))
    state = replace(table.state, runners=((7, 12),))
    for do, dice in (("roll", (3, 4, 1, 1)), ("move 2 7", ()), ("stop", ())):
        action = next(one for one in legal(table.game, state) if one.startswith(do))
        state = play(table.game, state, state.turn, action, ScriptedDice([dice] if dice else [])).state
    won = shown_on(table, state)
    assert (won.crowned, won.climbers[0].won) == ((7,), (7,))
    assert stars(won) > 500
    assert stars(replace(won, crowned=())) < 20
    state = play(table.game, state, Seat(1), "roll", ScriptedDice([(1, 1, 1, 1)])).state
    assert shown_on(table, state).crowned == (7,), "a throw does not end it"
    state = play(table.game, state, Seat(1), "move 2 2", ScriptedDice([])).state
    state = play(table.game, state, Seat(1), "stop", ScriptedDice([])).state
    assert shown_on(table, state).crowned == ()
