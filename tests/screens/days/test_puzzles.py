"""Puzzles in words: every one fits Discord, tells nothing before the answer, and then why the best one is the best."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.locales import LANGUAGES, words
from bot.screens.kit import PLAIN_GLYPHS, WORDS_ONLY, Button, RenderContext, Screen
from bot.screens.kit.values import EMOJI
from bot.screens.puzzles import archive_screen, puzzle_screen, share_screen
from bot.tables.puzzles import NO_DAY, PastDay, Puzzle, PuzzlePage, PuzzleReply, Solvers, shipped
from bot.tables.records.leaderboards import Rating
from bot.thinker.answers import Claim
from bot.ui.discord.adapter import render
from tests.limits import problems

ANN = 1_300_000_000_000_000_000
DAY = 20261121
MANY = Solvers(tuple(range(ANN, ANN + 20)), 123, 4567)


def unanswered(puzzle: Puzzle, day: int = DAY) -> PuzzlePage:
    return PuzzlePage(puzzle, day, None, Rating(games=3), 41, MANY)


def answered(puzzle: Puzzle, place: int, day: int = DAY) -> PuzzlePage:
    solved = place == puzzle.best
    reply = PuzzleReply(ANN, day, puzzle.id, 1, puzzle.answers[place].do, solved, Rating(26, 5, 4), 0)
    return replace(unanswered(puzzle, day), reply=reply, rating=reply.rating)


def answers_and_beside(screen: Screen) -> tuple[list[str], list[str]]:
    """The labels of the answers, and of what stands beside them."""
    labels = [button.label for row in screen.rows for button in row if isinstance(button, Button)]
    return labels[:-4], labels[-4:]


@pytest.mark.parametrize("language", LANGUAGES)
def test_puzzles_fit_and_no_answer_is_like_another(language: str, seed: str) -> None:
    for puzzle in random.Random(seed).sample((*shipped().days, *shipped().more), 12):
        for glyphs in (PLAIN_GLYPHS, WORDS_ONLY):
            context = RenderContext(words(language), glyphs)
            asked = puzzle_screen(context, unanswered(puzzle), turned=True)
            told = [
                puzzle_screen(context, answered(puzzle, place, day), shared=True)
                for place in range(len(puzzle.answers))
                for day in (DAY, NO_DAY)
            ]
            for screen in (asked, *told, share_screen(context, answered(puzzle, 0), ANN)):
                assert not problems(render(screen, glyphs))
                assert glyphs is PLAIN_GLYPHS or not EMOJI.search(screen.body)
            labels, beside = answers_and_beside(asked)
            assert beside == [context.t(label) for label in ("Hint", "Rules", "In words", "Past days")]
            rows = [row for row in asked.rows if isinstance(row[0], Button) and row[0].label not in beside]
            assert len(set(labels)) == len(puzzle.answers) == len(rows)
            assert all(label in told[0].body for label in labels)


def test_the_answer_says_what_each_was_worth() -> None:
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    tenths = context.t.tenths
    every = [one for one in shipped().days if one.unit == "points" and one.answers[one.best].do.startswith("keep")]
    for puzzle in every[:20]:
        best = puzzle.answers[puzzle.best]
        for place, other in enumerate(puzzle.answers):
            body = puzzle_screen(context, answered(puzzle, place)).body
            if other == best:
                assert "**Right!**" in body
                continue
            cost = tenths(puzzle.lost(place))
            assert f"**Not the best.** It costs {cost} points." in body
            assert f"{tenths(best.value)} points in the end" in body
            assert f": {cost} points less (yours)" in body


def test_between_two_an_answer_says_how_many_games_each_wins() -> None:
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    for puzzle in [one for one in shipped().days if one.unit == "win"][:8]:
        body = puzzle_screen(context, answered(puzzle, puzzle.natural)).body
        best, cost = puzzle.answers[puzzle.best].value, puzzle.lost(puzzle.natural)
        assert f"It costs {context.t.tenths(100 * cost)}% win chance." in body
        assert f": wins {context.t.tenths(100 * best)}% of games" in body


def test_the_reason_names_what_the_best_answer_is_compared_with() -> None:
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    why = (Claim("bonus", 0.62, 0.31, "chance"),)
    for puzzle in [one for one in shipped().days if one.unit == "points"][:8]:
        labels, _ = answers_and_beside(puzzle_screen(context, unanswered(puzzle)))
        for place in range(len(puzzle.answers)):
            page = answered(puzzle, place)
            other = labels[puzzle.natural if place == puzzle.best else place]
            body = puzzle_screen(context, page, why=why).body
            assert f"Why not “{other}”? The upper bonus comes in 62 of 100 games, not 31." in body
            assert "Why not" not in puzzle_screen(context, page).body
            assert "Why not" not in puzzle_screen(context, unanswered(puzzle), why=why).body


def test_nothing_tells_the_answer_to_who_has_not_given_one() -> None:
    """Neither before the answer nor in what others share."""
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    for puzzle in shipped().days[:20]:
        asked = puzzle_screen(context, unanswered(puzzle))
        shared = share_screen(context, answered(puzzle, puzzle.best), ANN)
        hinted = puzzle_screen(context, unanswered(puzzle), hint=True)
        assert hinted.body.startswith(asked.body)
        assert hinted.body != asked.body
        assert len({button.style for row in asked.rows for button in row if isinstance(button, Button)}) == 1
        labels, _ = answers_and_beside(asked)
        for label, answer in zip(labels, puzzle.answers, strict=True):
            assert label not in hinted.body
            assert label not in shared.body
            assert context.t.tenths(answer.value) not in hinted.body + shared.body


def test_a_rating_says_how_sure_it_is_from_the_tenth_answer_on() -> None:
    context, puzzle = RenderContext(words("en"), PLAIN_GLYPHS), shipped().days[0]
    for games in (1, 9, 10, 11):
        page = replace(answered(puzzle, 0), rating=Rating(26, 5, games), worth=1555)
        body = puzzle_screen(context, page).body
        assert ("±" in body) == (games >= 10)
        assert "this one's: 1,555" in body


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_archive_lists_days_and_what_their_reader_made_of_them(language: str) -> None:
    context = RenderContext(words(language), PLAIN_GLYPHS)
    some = [PastDay(20261120 - place, "yum_plus", solved) for place, solved in enumerate([True, False, None] * 3)]
    screen = archive_screen(context, some, 4, 500)
    assert not problems(render(screen, PLAIN_GLYPHS))
    for word in ("solved", "not solved"):
        assert context.t("{name}: {value}", name="", value=context.t(word)) + "\n" in screen.body
