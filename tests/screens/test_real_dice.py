"""Boards of every game with dice of the players' own: what one enters, in words, in both languages."""

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.game import FirstPlayerThrown
from bot.engine.gate import play
from bot.engine.types import Left, Seat
from bot.games import CATALOGUE, FAMILIES, make
from bot.locales import LANGUAGES, words
from bot.screens.kit.board import BoardView
from bot.screens.kit.real_dice import enter_dice_form
from bot.screens.kit.values import PLAIN_GLYPHS, WORDS_ONLY, Button, RenderContext, Screen
from bot.screens.table.board import table_screen
from bot.tables.model.memory import EnteredDice
from bot.tables.model.table import Status, Table, TableSettings
from bot.tables.moves.playing import ThrownByBot, next_throw
from bot.ui.discord.adapter import form_json, render
from tests.factories import LONGEST, USER, table_of, users
from tests.limits import form_problems, problems

GLYPHS = {name: f"<:{name}_0123abcd:{10**18 + number}>" for number, name in enumerate(PLAIN_GLYPHS)}
REAL = TableSettings(real_dice=True)
ENGLISH = RenderContext(words("en"), GLYPHS)


def playing(key: str, players: int, *moves: tuple[str, tuple[int, ...]], **options: Any) -> Table:
    """A game after ``moves``: actions, each with what fell."""
    table = table_of(make(key, options), users(players), **LONGEST, settings=REAL)
    for do, fallen in moves:
        dice = ScriptedDice([fallen] if fallen else [])
        step = play(table.game, table.state, table.turn or Seat(0), do, dice)
        table = replace(table, state=step.state, undoable=Seat(0))
    return table


def buttons(screen: Screen) -> dict[str, Button]:
    return {one.do: one for row in screen.rows for one in row if isinstance(one, Button)}


def labels(screen: Screen) -> list[str]:
    return [one.label for one in buttons(screen).values()]


@pytest.mark.parametrize("key", CATALOGUE)
def test_every_game_asks_for_what_fell(key: str) -> None:
    table = playing(key, max(CATALOGUE[key].seats[0], 1))
    live = {do for do, one in buttons(table_screen(ENGLISH, table, BoardView())).items() if not one.disabled}
    assert {"type roll", "faces roll"} <= live
    assert not [do for do in live if do.startswith(("roll", "keep"))]
    fair = table_screen(ENGLISH, replace(table, settings=TableSettings()), BoardView())
    assert "roll" in buttons(fair)
    assert "type roll" not in buttons(fair)


def test_5000_asks_only_for_the_dice_still_in_hand() -> None:
    table = playing("5000", 2, ("roll", (1, 1, 2, 3, 4)))
    assert "Enter throw: 3 dice" in labels(table_screen(ENGLISH, table, BoardView()))
    one = table_screen(ENGLISH, table, BoardView(held=frozenset({0})))
    assert buttons(one)["type keep 1"].label == "Enter throw: 4 dice"
    assert enter_dice_form(ENGLISH, table, EnteredDice("keep 1")).label == "4 numbers from 1 to 6"
    full = playing("5000", 2, ("roll", (1, 1, 5, 5, 1)))
    assert "Enter throw: 5 dice" in labels(table_screen(ENGLISH, full, BoardView()))


def test_421_asks_for_the_dice_that_are_not_held() -> None:
    table = playing("421", 2, ("roll", (4, 2, 6)))
    board = table_screen(ENGLISH, table, BoardView(held=frozenset({0, 1})))
    assert buttons(board)["type keep 2 4"].label == "Enter throw: 1 die"
    assert "stand" in buttons(board)


def test_a_throw_that_may_not_be_made_is_not_asked_for() -> None:
    nothing = table_screen(ENGLISH, playing("5000", 2, ("roll", (1, 1, 2, 3, 4))), BoardView(held=frozenset({2})))
    assert buttons(nothing)["type keep 2"].disabled
    last = playing("yamslam", 1, ("roll", (1, 1, 2, 3, 4)), ("keep 1", (2, 2, 3, 4)), ("keep 1", (2, 2, 3, 4)))
    enter = [one for do, one in buttons(table_screen(ENGLISH, last, BoardView())).items() if do.startswith("type")]
    assert [one.disabled for one in enter] == [True]


def test_faces_of_ambition_are_pressed_as_stars() -> None:
    panel = table_screen(ENGLISH, playing("ambition", 2), BoardView(entered=EnteredDice("roll", (1, 3))))
    faces = [(one.label, one.emoji) for do, one in buttons(panel).items() if do.startswith("face") and one.emoji]
    assert faces == [(name, f"star_{face}") for face, name in enumerate(("★1", "2", "3", "4", "★5", "6"), 1)]
    assert "Thrown so far: **★1-3** · 1 die to go" in panel.body


@pytest.mark.parametrize("key", [key for key in CATALOGUE if any(one.key == "power" for one in CATALOGUE[key].rules)])
def test_the_last_face_is_that_of_the_power_die(key: str) -> None:
    table = playing(key, CATALOGUE[key].seats[0], power=True)
    asked = next_throw(table.game, table.state, "roll")
    assert asked is not None
    before = table_screen(ENGLISH, table, BoardView(entered=EnteredDice("roll", (1,) * (asked.dice - 2))))
    assert not [one for one in buttons(before).values() if (one.emoji or "").startswith("power")]
    panel = table_screen(ENGLISH, table, BoardView(entered=EnteredDice("roll", (1,) * (asked.dice - 1))))
    assert {one.emoji for one in buttons(panel).values() if one.emoji} == {f"power_{face}" for face in range(1, 7)}
    assert "The last number is the Power die." in panel.body


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_long_rampo_fits_at_the_largest_table(language: str, plain: bool) -> None:
    context = RenderContext(words(language), WORDS_ONLY if plain else GLYPHS)
    game = make("421", {})
    most = game.seats[-1]
    round_ = [move for _ in range(most) for move in (("roll", (6, 5, 4)), ("stand", ()))][:-1]
    table = playing("421", most, *round_)
    for rounds in range(6):
        entered = EnteredDice("stand", (6, 5), ((6, 5, 4),) * (rounds * most + most - 1))
        panel = table_screen(context, table, BoardView(entered=entered))
        assert problems(render(panel, context.glyphs, table.code, table.step)) == []
        assert f"<@{USER + most - 1}>" in panel.body.split("**Rampo", 1)[1].split("**", 1)[0]
        form = form_json(enter_dice_form(context, table, entered), table.code, table.step)
        assert form_problems(form) == []
        assert form["custom_id"].endswith(f"next {rounds * most + most - 1} told stand")


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Thrown by the bot for the first turn: "), ("fr", "Lancé par le bot")]
)
def test_the_board_says_that_the_bot_threw_for_the_first_turn(language: str, said: str) -> None:
    table = playing("421", 2)
    began = BoardView(news=(FirstPlayerThrown((((Seat(0), (6, 5, 4)), (Seat(1), (3, 2, 1))),)),))
    context = RenderContext(words(language), GLYPHS)
    assert said in table_screen(context, table, began).body
    assert said not in table_screen(context, replace(table, settings=TableSettings()), began).body


def test_the_board_says_that_the_bot_threw_for_somebody_who_left() -> None:
    board = table_screen(ENGLISH, playing("421", 3), BoardView(news=(Left(Seat(1)), ThrownByBot())))
    assert board.body.split("\n")[1] == "The bot threw for the tie, as somebody left."


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", CATALOGUE)
def test_the_lobby_says_what_the_bot_still_throws(key: str, language: str) -> None:
    context = RenderContext(words(language), GLYPHS)
    game = make(key, {"tiebreak": "roll_off"} if FAMILIES[key] == "yum" else {})
    lobby = replace(
        table_of(game, users(min(2, game.seats[-1])), **LONGEST, settings=REAL), status=Status.LOBBY, state=None
    )
    screen = table_screen(context, lobby, BoardView())
    assert problems(render(screen, GLYPHS, lobby.code, lobby.step)) == []
    said = next(field.value for field in screen.fields if field.name == context.t("Real dice"))
    assert (("order of play" if language == "en" else "ordre de jeu") in said) == (lobby.capacity > 1)
    asks = "by name" if language == "en" else "de chaque personne"
    assert (asks in said) == (game.throws_for_ties and lobby.capacity > 1)
    at_once = TableSettings(real_dice=True, simultaneous=True)
    for nobody_else in (replace(lobby, capacity=1), replace(lobby, settings=at_once)):
        assert asks not in str(table_screen(context, nobody_else, BoardView()).fields)
