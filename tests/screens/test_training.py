"""Training in words: every screen fits Discord in both languages, and shows all that somebody needs to decide."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import msgspec
import pytest

from bot.engine import COMMON_THEMES, OF_EVERYBODY, Seat, Teaching, Theme, gate
from bot.engine.dice import FairDice
from bot.games import CATALOGUE, THEMES, make
from bot.locales import LANGUAGES, words
from bot.screens.kit import IN_WORDS, PLAIN_GLYPHS, WORDS_ONLY, Button, RenderContext, Screen
from bot.screens.kit.values import EMOJI
from bot.screens.training import (
    ALL,
    MORE,
    NEXT,
    done_screen,
    exercise_screen,
    hint_lines,
    none_screen,
    position_lines,
    training_screen,
    working_screen,
)
from bot.tables.model.table import TableId, table_id
from bot.tables.puzzles import Puzzle, game_of, shipped
from bot.tables.training import (
    AskedExercise,
    Exercise,
    ExerciseAnswer,
    Habit,
    Memory,
    TrainedWeek,
    TrainingPage,
    least_cost,
)
from bot.ui.discord.adapter import render
from tests.limits import problems

ANA, NOW = 1_300_000_000_000_000_000, 1_700_000_000


def exercise_from(puzzle: Puzzle, **about: Any) -> Exercise:
    game = game_of(puzzle.game)
    state = puzzle.state(game)
    one = Exercise(
        user=ANA,
        key="0123456789abcdef",
        game=puzzle.game,
        options=msgspec.json.encode(dict(game.written)).decode(),
        state=gate.encode(state),
        answers=tuple(ExerciseAnswer(answer.do, answer.value) for answer in puzzle.answers),
        done=puzzle.answers[puzzle.natural].do,
        unit=puzzle.unit,
        teaching=Teaching(puzzle.theme),
        lost=puzzle.lost(puzzle.natural),
        times=1,
        table=TableId(7),
        move=4,
        at=NOW,
        memory=Memory(NOW),
    )
    return replace(one, **about)


def first(game: str) -> Puzzle:
    """A puzzle with as many answers as an exercise may have."""
    return next(one for one in (*shipped().days, *shipped().more) if one.game == game and len(one.answers) == 4)


class About(NamedTuple):
    """A position about a theme whose first answer is best."""

    theme: Theme
    unit: str = "points"
    best: int = 0


def labels(screen: Screen) -> list[str]:
    return [item.label for row in screen.rows for item in row if isinstance(item, Button)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["yum_plus", "maxi_yum", "421", "5000"])
def test_an_exercise_tells_nothing_before_its_answer_and_all_of_it_after(language: str, game: str) -> None:
    puzzle = first(game)
    for glyphs in (PLAIN_GLYPHS, WORDS_ONLY, IN_WORDS):
        context = RenderContext(words(language), glyphs)
        one = exercise_from(puzzle)
        asked = exercise_screen(context, AskedExercise(one, answered=False, left=3), "all")
        first_of_all, *others = labels(asked)
        assert (first_of_all == context.t("In words")) is not context.spoken, "in words already"
        names = others[1 if context.spoken else 2 :]
        assert len(set(names)) == len(one.answers)
        for place, answer in enumerate(one.answers):
            told = replace(one, answer=answer.do, tries=1)
            screen = exercise_screen(context, AskedExercise(told, answered=True, left=3), "bonus")
            assert all(name in screen.body for name in names)
            assert (screen.colour != asked.colour) == (place == one.best)
            assert (context.t("**Right!** Nothing is better.") in screen.body) == (place == one.best)
            chose = context.t("In the game you chose: {move}.", move=names[puzzle.natural])
            assert (chose in screen.body) == (answer.do != one.done)
            hinted = exercise_screen(context, AskedExercise(told, answered=True, left=3), "bonus", hint=True).body
            with_a_hint = context.t("**Right, with a hint.** Nothing is better.")
            assert (with_a_hint in hinted) == (place == one.best)
            assert hinted.replace(with_a_hint, context.t("**Right!** Nothing is better.")) == screen.body
            assert not problems(render(screen, glyphs))
            assert glyphs is PLAIN_GLYPHS or not EMOJI.search(screen.body)
        assert not problems(render(asked, glyphs))
        assert not any(name in asked.body for name in names)
        hint = exercise_screen(context, AskedExercise(one, answered=False, left=3), "all", hint=True)
        (out,) = (place for place, name in enumerate(names) if context.t("It is not “{move}”.", move=name) in hint.body)
        assert out not in (one.best, puzzle.natural)
        assert labels(hint) == labels(asked)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_page_says_what_happens_again_and_again(language: str) -> None:
    context = RenderContext(words(language), PLAIN_GLYPHS)
    often, lost = {"points": 9, "win": 5}, {"points": 31.0, "win": 0.2}
    habits = [Habit(theme, leaning, often, lost, 3, 9, 5.0) for theme in THEMES.values() for leaning in (1, -1, 0)]
    weeks = [TrainedWeek(20261116 - 7 * place, 20, 15) for place in range(2)]
    page = TrainingPage(habits, 5, 5, None, weeks)
    screen = training_screen(context, page, list(THEMES.values()))
    assert not problems(render(screen, PLAIN_GLYPHS))
    for screen in (
        training_screen(context, TrainingPage([], 0, 0, None, []), list(THEMES.values())),
        training_screen(context, replace(page, due=0, left=0, next=NOW), []),
        *(
            done_screen(context, shown, scope)
            for shown in (page, replace(page, left=0), replace(page, due=0, left=0, next=NOW))
            for scope in (ALL, MORE, "bonus")
        ),
        none_screen(context),
        working_screen(context),
    ):
        assert not problems(render(screen, PLAIN_GLYPHS))


def test_what_becomes_a_puzzle_is_told_for_points_wins_and_turns_alike() -> None:
    """A fiftieth of a game is enough where wins count, a quarter where turns do."""
    assert least_cost("421", "win", "exact") == 0.02
    assert least_cost("cant_stop_race", "turns", "exact") == 0.25
    for language in LANGUAGES:
        context = RenderContext(words(language), PLAIN_GLYPHS)
        body = training_screen(context, TrainingPage([], 0, 0, None, []), []).body
        assert "point" not in body
        assert {"en": "Other games mostly do between two", "fr": "surtout à deux"}[language] in body
        assert {"en": "can close columns", "fr": "fermer des colonnes"}[language] in body


def test_habits_are_told_in_the_words_of_the_game() -> None:
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    often = Habit(Theme.BONUS, 1, {"points": 14}, {"points": 31.0}, 3, 9, 5.0)
    straights = Habit(Theme.STRAIGHTS, -1, {"points": 5}, {"points": 12.0}, 3, 5, 2.0)
    once = Habit(Theme.STOP, 0, {"win": 1}, {"win": 0.035}, 1, 1, 1.0)
    other = Habit(Theme.OTHER, 0, {"win": 9}, {"win": 0.4}, 1, 9, 5.0)
    weeks = [TrainedWeek(20261116, 20, 15), TrainedWeek(20261109, 18, 12), TrainedWeek(20261005, 20, 9)]
    assert training_screen(context, TrainingPage([often, straights, once], 32, 5, None, weeks), []).body.split(
        "\n"
    ) == [
        "**You give up the bonus too early**: 14 times, 31 points.",
        "Also: **You chase straights too long**: 5 times, 12 points.",
        "**5** puzzles for today: press **Begin**.",
        "Since 16 Nov 2026 you got 15 of 20 right. Weeks of training before, the latest last: 45%, 67%.",
    ]
    for shown, last in ((weeks[:1], "15 of 20 right."), (weeks[:2], "right. The last week of training before: 67%.")):
        assert training_screen(context, TrainingPage([often], 32, 5, None, shown), []).body.endswith(last)
    for habits in ([once, other], [other]):
        body = training_screen(context, TrainingPage(habits, 0, 0, NOW, []), []).body
        assert body.startswith("No habit stands out among your mistakes.\nNothing is due"), "once is no habit"


@pytest.mark.parametrize(("wins", "told"), [(0.6, "60% win chance"), (1.4, "1.4 wins"), (2.0, "2.0 wins")])
def test_what_a_habit_cost_on_sheets_and_in_games_for_two_is_told_apart(wins: float, told: str) -> None:
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    both = Habit(Theme.STOP, 0, {"points": 9, "win": 5}, {"points": 31.0, "win": wins}, 3, 9, 5.0)
    body = training_screen(context, TrainingPage([both], 0, 0, NOW, []), []).body
    assert body.startswith(f"**You stop or go on at the wrong time**: 9 times, 31 points; 5 times, {told}.\n")


def test_a_day_ends_with_its_portion_and_more_is_a_choice() -> None:
    context, habits = (
        RenderContext(words("en"), PLAIN_GLYPHS),
        [Habit(Theme.BONUS, 1, {"points": 14}, {"points": 31.0}, 3, 9, 5.0)],
    )
    done, going_on = TrainingPage(habits, 27, 0, None, []), NEXT.build(scope=MORE)
    for screen in (training_screen(context, done, []), done_screen(context, done, ALL)):
        assert "Today's 5 puzzles are done." in screen.body
        assert "27" not in screen.body
        assert going_on in [item.do for row in screen.rows for item in row if isinstance(item, Button)]
    one = exercise_from(first("yum_plus"))
    after = {
        (left, scope): labels(exercise_screen(context, AskedExercise(one, answered=True, left=left), scope))[0]
        for left, scope in ((4, ALL), (0, ALL), (4, "bonus"), (4, MORE))
    }
    some = "Next (4 left today)"
    assert after == {(4, ALL): some, (0, ALL): "Next", (4, "bonus"): some, (4, MORE): "Next"}


def test_one_right_answer_is_singular_in_french() -> None:
    context, habits = (
        RenderContext(words("fr"), PLAIN_GLYPHS),
        [Habit(Theme.BONUS, 1, {"points": 1}, {"points": 3.0}, 1, 1, 1.0)],
    )
    for answers, solved, told in (
        (1, 1, "1 bonne réponse sur 1."),
        (1, 0, "0 bonne réponse sur 1."),
        (5, 2, "2 bonnes"),
    ):
        page = TrainingPage(habits, 0, 0, NOW, [TrainedWeek(20261116, answers, solved)])
        assert told in training_screen(context, page, []).body


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", [key for key, listing in CATALOGUE.items() if not key.endswith("_race")])
def test_every_game_says_what_one_must_know_to_decide(language: str, key: str) -> None:
    context, game = RenderContext(words(language), PLAIN_GLYPHS), make(key, {})
    state = game.new(game.seats[0])
    state = game.apply(state, game.legal_actions(state)[0], FairDice(b"1" * 32, "seen")).state
    body = "\n".join(position_lines(context, game, state))
    assert "-".join(map(str, state.dice)) in body
    assert len(body.splitlines()) >= 3
    assert game.turn(state) == Seat(0)


def test_every_theme_has_a_name_and_a_hint() -> None:
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    told = {theme: list(hint_lines(context, "", About(theme), "ABC", (0.0, 9.0, 1.0), 1)) for theme in THEMES.values()}
    assert len({lines[0] for lines in told.values()}) == len(THEMES)
    of_games = [theme.key for theme in THEMES.values() if theme not in (*COMMON_THEMES, *OF_EVERYBODY)]
    assert [key for key in of_games if table_id(key)] == [], "a scope is a theme or the code of a table"
    assert all(len(key) <= 16 for key in THEMES), "rows have room for it"
    assert {tuple(lines[1:]) for lines in told.values()} == {
        ("It is not “C”.", "1 other answer comes within 2 points of the best.")
    }, "the likely answer is not ruled out, though it costs more"


def test_a_hint_leaves_two_answers_open() -> None:
    """To stop or to go on: to rule one out, or to say how near it comes, would be to answer."""
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    for costs in ((0.0, 0.1), (0.0, 9.0)):
        assert list(hint_lines(context, "", About(Theme.STOP), "AB", costs, 1)) == [Theme.STOP.hint]


@pytest.mark.parametrize(
    ("unit", "within"), [("points", "2 points"), ("win", "3% win chance"), ("turns", "0.25 turns")]
)
def test_a_hint_says_how_near_other_answers_come_in_every_unit(unit: str, within: str) -> None:
    """In a race, a quarter of a turn is near: no turn at all would be."""
    context, far = RenderContext(words("en"), PLAIN_GLYPHS), (0.0, 9.0, 9.0)
    *_, said = hint_lines(context, "", About(Theme.STOP, unit), "ABC", far, 1)
    assert said == f"Every other answer costs more than {within}."
