"""Hints in words: every move of every game has a name that fits, and says the points that the sheet then writes."""

from __future__ import annotations

import os
import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bot.engine import RaceState, ScriptedDice, Seat
from bot.engine.gate import legal, play
from bot.engine.types import text
from bot.games import CATALOGUE, make
from bot.games.yum.mind import estimate, exact
from bot.games.yum.mind.compiled import CompiledSheet
from bot.games.yum.mind.estimate import no_pars
from bot.games.yum.rules import Yum
from bot.locales import LANGUAGES, words
from bot.mind.evaluator import NoEvaluator
from bot.mind.levels import evaluator_of
from bot.screens.kit import PLAIN_GLYPHS, WORDS_ONLY, RenderContext
from bot.screens.kit.faces import face_of
from bot.screens.players.hint import coach_line, hint_screen, working_screen
from bot.tables.moves.playing import is_choice
from bot.thinker.answers import Answer
from bot.ui.discord.adapter import render
from tests.factories import LONGEST, table_of, users
from tests.limits import problems
from tests.mind.playing import at_random, positions

NO_DICE = ScriptedDice(())
FEW = 10
MANY = int(os.environ.get("HINT_POSITIONS", "20"))
"""Positions that the evaluators give hints in. ``HINT_POSITIONS=1000`` asks by right values, a quarter of an hour."""
UNITS = ("points", "win", "turns")


def choices(game: Any, most: int, chance: random.Random) -> list[Any]:
    """Positions of games at random in which there is something to choose."""
    found: list[Any] = []
    while len(found) < most:
        seed = chance.getrandbits(32)
        found += [
            state
            for state in positions(game, seed, *([at_random(seed)] * (2 if 2 in game.seats else 1)))
            if game.turn(state) is not None and len(game.legal_actions(state)) > 1
        ]
    return chance.sample(found, most)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_while_a_hint_is_worked_out_fit(language: str) -> None:
    for glyphs in (PLAIN_GLYPHS, WORDS_ONLY):
        screen = working_screen(RenderContext(words(language), glyphs), 1_000)
        assert not problems(render(screen, glyphs, "2", 1))


def told(game: Any, state: Any, chance: random.Random) -> Answer:
    """An answer that finds any two moves the best."""
    actions = [text(action) for action in game.legal_actions(state)]
    chance.shuffle(actions)
    worth = sorted((chance.random() for _ in actions), reverse=True)
    return Answer(chance.choice(UNITS), "estimate", worth[0], tuple(zip(actions, worth, strict=True)))


def check(game: Any, state: Any, answer: Answer) -> None:
    """Every hint is legal, fits in both languages, in emojis and in words, and its points are those of the sheet."""
    table = table_of(game, users(len(game.scores(state))), state=state, **LONGEST)
    assert is_choice(table)
    for language in ("en", "fr"):
        for glyphs in (PLAIN_GLYPHS, WORDS_ONLY):
            context = RenderContext(words(language), glyphs)
            screen = hint_screen(context, table, answer)
            assert not problems(render(screen, glyphs, table.code, table.step))
            for row, do in zip(screen.rows, (answer.best, answer.second), strict=True):
                (button,) = row
                assert button.do == f"hinted {do}"  # type: ignore[union-attr]
                assert do not in button.label  # type: ignore[union-attr]
                assert do in legal(game, state)
            line = coach_line(context, table, answer, answer.second)
            assert "\n" not in line
            assert len(line) < 160
            broken, kept = (
                re.search(r"[1-6]-★?[1-6]", line + screen.body),
                "\N{NON-BREAKING HYPHEN}" in line + screen.body,
            )
            assert not (kept if context.plain else broken), "a line breaks after the hyphen of 3-3"
    run = state.runs[state.turn] if isinstance(state, RaceState) else state
    if isinstance(game, Yum):
        _check_points(game, run, hint_screen(RenderContext(words("en"), PLAIN_GLYPHS), table, answer).body, answer.best)


def _check_points(game: Yum, state: Any, said: str, do: str) -> None:
    if not do.startswith(("mark", "strike")):
        return
    seat = Seat(state.turn)
    _, key, *column = do.split()
    after = play(game, state, seat, do, NO_DICE).state
    if len(after.match.earlier) > len(state.match.earlier):
        return  # The sheets of the next game are empty.
    cell = after.sheets[seat][int(column[0]) - 1 if column else 0][game.layout.index(key)]
    head = said.partition("**: ")[0]
    if not cell.written:
        assert head.startswith("**Strike ")
    else:
        times = f" ×{game.layout.times(int(column[0]))}" if column and game.layout.multiplied else ""
        assert head.startswith(f"**{cell.written}{times} in ") if column else head.endswith(f" {cell.written}")


@pytest.mark.parametrize("key", CATALOGUE)
def test_the_words_of_a_hint_fit(key: str, seed: str) -> None:
    game, chance = make(key, {}), random.Random(seed)
    for state in choices(game, FEW, chance):
        check(game, state, told(game, state, chance))


@pytest.fixture
def _any_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sheets are worth nothing: what is legal, and how long it is, depends on no value, and right ones take minutes."""
    if "HINT_POSITIONS" in os.environ:
        return
    monkeypatch.setattr(exact, "solve", lambda sheet: np.zeros(_shape(sheet)))
    monkeypatch.setattr(estimate, "pars_of", no_pars)
    monkeypatch.setattr(estimate, "levelled", lambda game, pars: pars)


def _shape(sheet: CompiledSheet) -> tuple[int, int, int]:
    return len(sheet.link_states), 1 << len(sheet.free_places), sheet.upper.count


@pytest.mark.long
@pytest.mark.usefixtures("_any_values")
@pytest.mark.parametrize("key", CATALOGUE)
def test_the_hints_of_the_evaluators_are_legal_and_fit(key: str, seed: str, tmp_path: Path) -> None:
    game = make(key, {})
    try:
        evaluator = evaluator_of(game, tmp_path)
    except NoEvaluator:
        pytest.skip("nothing evaluates it")
    for state in choices(game, MANY, random.Random(seed)):
        advice = evaluator.advise(state)
        actions = tuple((text(action), worth) for action, worth in advice.actions)
        assert {do for do, _ in actions} == set(legal(game, state))
        check(game, state, Answer(advice.unit.value, advice.strength.value, advice.value, actions))


RISKS = [
    # Two dice without a 1 or a 5: 4 of 6 faces twice, 16 of 36. Four equal dice of six faces are no pair of two.
    ("5000", {"throw_cap": "none"}, {"dice": (1, 1, 1, 2, 3), "throws": 1, "opened": (True, True)}, "keep 1 1 1",
     "44% of throws lose 1,000 points."),
    # Three dice: no star in 64 of 216, of which 4 are trios that score.
    ("ambition", {}, {"risk": 150, "qualified": (True, True), "dice": (1, 5, 2), "throws": 1}, "roll",
     "28% of throws lose 150 points."),
    # Six, seven and eight are missing from 8 of 100 throws of four dice: the best three columns there are.
    ("cant_stop", {}, {"runners": ((6, 1), (7, 1), (8, 1)), "dice": (3, 3, 3, 4), "moved": True}, "roll",
     "8% of throws move no runner."),
]  # fmt: skip


@pytest.mark.parametrize(("key", "options", "now", "do", "said"), RISKS, ids=[risk[0] for risk in RISKS])
def test_a_hint_says_how_often_a_throw_loses_the_turn(
    key: str, options: dict[str, Any], now: dict[str, Any], do: str, said: str
) -> None:
    game = make(key, options)
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    state = replace(game.new(2), **now)
    assert face_of(key).chance_line(context, game, state, do) == said
    with_power = make(key, {**options, "power": True})
    assert face_of(key).chance_line(context, with_power, replace(with_power.new(2), **now), do) == ""


def test_moves_that_differ_by_less_than_values_may_be_wrong_by_are_about_equal() -> None:
    game = make("yum_plus", {})
    state = play(game, game.new(1), Seat(0), "roll", ScriptedDice(((1, 2, 3, 4, 4),))).state
    table, context = table_of(game, users(1), state=state), RenderContext(words("en"), PLAIN_GLYPHS)
    best, second, *_ = legal(game, state)
    for lost, strength, about in ((0.5, "net", True), (3.0, "net", False), (0.5, "exact", False)):
        answer = Answer("points", strength, 100.0, ((best, 100.0), (second, 100.0 - lost)))
        assert ("About equal: " in hint_screen(context, table, answer).body) == about
        assert ("about equal to the best" in coach_line(context, table, answer, second)) == about


def test_where_two_moves_are_about_equal_a_hint_says_what_lies_between_them_and_how_far_values_may_be_off() -> None:
    """In Yamslam, chances to win may be off by 5.5 of 100 games."""
    game = make("yamslam", {})
    state = play(game, game.new(2), Seat(0), "roll", ScriptedDice(((1, 1, 3, 3, 2),))).state
    table, context = table_of(game, users(2), state=state), RenderContext(words("en"), PLAIN_GLYPHS)
    best, second, *_ = legal(game, state)
    answer = Answer("win", "net", 0.523, ((best, 0.523), (second, 0.508)))
    (line,) = (line for line in hint_screen(context, table, answer).body.splitlines() if line.startswith("About equal"))
    assert line.endswith(", wins 1.5 fewer of 100 games, but such values may be off by 5.5.")


@pytest.mark.parametrize(
    ("seats", "options", "has_numbers"), [(2, {}, True), (3, {}, False), (2, {"games_in_match": 2}, False)], ids=str
)
def test_a_chance_to_win_that_nobody_knows_is_not_told_but_its_moves_are(
    seats: int, options: dict[str, Any], has_numbers: bool, tmp_path: Path
) -> None:
    """In 421 the chance to win is exact between two; among more it is taken from the leader alone."""
    game = make("421", options)
    state = play(game, game.new(seats), Seat(0), "roll", ScriptedDice(((4, 2, 3),))).state
    advice = evaluator_of(game, tmp_path).advise(state)
    actions = tuple((text(action), worth) for action, worth in advice.actions)
    answer = Answer(advice.unit.value, advice.strength.value, advice.value, actions)
    table, context = table_of(game, users(seats), state=state), RenderContext(words("en"), PLAIN_GLYPHS)
    hint = hint_screen(context, table, answer).body
    assert hint.startswith("**Hold 2\N{NON-BREAKING HYPHEN}4, throw 1 die**: ")
    assert bool(re.search(r": wins \d.*\n.*, wins \d.* fewer of", hint)) == has_numbers
    assert ("I cannot tell how often a move wins" in hint) == (not has_numbers)
    costly = replace(answer, actions=(*actions[:-1], (actions[-1][0], 0.0)))
    coach = coach_line(context, table, costly, actions[-1][0])
    assert coach.endswith(" Better: Hold 2\N{NON-BREAKING HYPHEN}4, throw 1 die.")
    assert ("% win chance" in coach) == has_numbers
