"""Puzzles in words: every one fits Discord, tells nothing before the answer, and then why the best one is the best."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from bot.locales import LANGUAGES, words
from bot.screens.kit import IN_WORDS, PLAIN_GLYPHS, WORDS_ONLY, Button, Pad, Pot, Rack, RenderContext, Screen, Track
from bot.screens.kit.values import EMOJI
from bot.screens.puzzles import archive_screen, puzzle_screen, share_screen
from bot.tables.puzzles import NO_DAY, PastDay, Puzzle, PuzzlePage, PuzzleReply, Solvers, game_of, shipped
from bot.tables.records.leaderboards import Rating
from bot.thinker.answers import Claim
from bot.ui.discord.adapter import render
from tests.limits import problems

ANN = 1_300_000_000_000_000_000
DAY = 20261121
MANY = Solvers(tuple(range(ANN, ANN + 20)), 123, 4567)


def unanswered(puzzle: Puzzle, day: int = DAY) -> PuzzlePage:
    return PuzzlePage(puzzle, day, None, Rating(games=3), 41, MANY)


def answered(puzzle: Puzzle, place: int, day: int = DAY, *, hinted: bool = False) -> PuzzlePage:
    solved = place == puzzle.best
    reply = PuzzleReply(ANN, day, puzzle.id, 1, puzzle.answers[place].do, solved, Rating(26, 5, 4), 0, hinted)
    return replace(unanswered(puzzle, day), reply=reply, rating=reply.rating)


def answers_and_beside(screen: Screen) -> tuple[list[str], list[str]]:
    """The labels of the answers, and of what stands beside them."""
    buttons = [button for row in screen.rows for button in row if isinstance(button, Button)]
    answers = [button.label for button in buttons if is_answer(button)]
    return answers, [button.label for button in buttons if not is_answer(button)]


def is_answer(button: Any) -> bool:
    return isinstance(button, Button) and button.do.startswith(("puzzle answer ", "puzzle try "))


@pytest.mark.parametrize("language", LANGUAGES)
def test_puzzles_fit_and_no_answer_is_like_another(language: str, seed: str) -> None:
    for puzzle in random.Random(seed).sample((*shipped().days, *shipped().more), 12):
        for glyphs in (PLAIN_GLYPHS, WORDS_ONLY):
            context = RenderContext(words(language), glyphs)
            asked = puzzle_screen(context, unanswered(puzzle), turned=True)
            told = [
                puzzle_screen(context, answered(puzzle, place, day))
                for place in range(len(puzzle.answers))
                for day in (DAY, NO_DAY)
            ]
            for screen in (asked, *told, share_screen(context, answered(puzzle, 0), ANN)):
                assert not problems(render(screen, glyphs))
                assert glyphs is PLAIN_GLYPHS or not EMOJI.search(screen.body)
            labels, beside = answers_and_beside(asked)
            assert beside == [context.t(label) for label in ("In words", "Hint", "Rules", "Past days")]
            first = asked.rows[0][0]
            assert isinstance(first, Button)
            assert first.label == beside[0]
            rows = [row for row in asked.rows if any(map(is_answer, row))]
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


def test_what_is_right_with_a_hint_says_so_to_its_reader_and_to_others() -> None:
    context, puzzle = RenderContext(words("en"), PLAIN_GLYPHS), shipped().days[0]
    right, wrong = (answered(puzzle, place, hinted=True) for place in (puzzle.best, puzzle.natural))
    assert "**Right, with a hint.** Nothing is better." in puzzle_screen(context, right).body
    assert f"<@{ANN}> solved it, with a hint." in share_screen(context, right, ANN).body
    for page in (answered(puzzle, puzzle.best), wrong):
        assert "hint" not in puzzle_screen(context, page).body + share_screen(context, page, ANN).body


def test_between_two_an_answer_says_how_many_games_each_wins() -> None:
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    for puzzle in [one for one in shipped().days if one.unit == "win"][:8]:
        body = puzzle_screen(context, answered(puzzle, puzzle.natural)).body
        best, cost = puzzle.answers[puzzle.best].value, puzzle.lost(puzzle.natural)
        assert f"It costs {context.t.tenths(100 * cost)}% win chance." in body
        assert f": wins {context.t.tenths(100 * best)}% of games" in body


def test_a_puzzle_of_yamslam_tells_the_whole_position_in_words() -> None:
    """Without the picture of the rack: whose points, which chips are left, which throw it is."""
    some = [one for one in shipped().days if one.game == "yamslam"]
    assert some
    for one in some:
        game = game_of(one.game)
        state: Any = one.state(game)
        body = puzzle_screen(RenderContext(words("en"), PLAIN_GLYPHS), unanswered(one)).body
        other = game.scores(state)[1 - state.turn]
        assert f"The other player: {other} points" in body
        assert f"Your throw {state.throws} of 3" in body
        left = body.partition("Chips on the rack: ")[2].partition(".\n")[0]
        assert sum(int(pile.split(" ")[0]) for pile in left.split(", ")) == sum(state.rack)


def test_the_reason_names_what_the_best_answer_is_compared_with() -> None:
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    why = (Claim("bonus", 0.62, 0.31, "chance"),)
    for puzzle in [one for one in shipped().days if one.unit == "points"][:8]:
        labels, _ = answers_and_beside(puzzle_screen(context, unanswered(puzzle)))
        for place in range(len(puzzle.answers)):
            page = answered(puzzle, place)
            other = labels[puzzle.natural if place == puzzle.best else place]
            body = puzzle_screen(context, page, why=why).body
            reason = "The upper bonus comes in 62 of 100 games; after the other move, in 31."
            assert f"Why “{labels[puzzle.best]}”, not “{other}”? {reason}" in body
            assert "Why “" not in puzzle_screen(context, page).body
            assert "Why “" not in puzzle_screen(context, unanswered(puzzle), why=why).body


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
            assert label not in shared.body
            assert context.t.tenths(answer.value) not in hinted.body + shared.body


WHYS = {
    "bonus": (Claim("bonus", 0.62, 0.31, "chance"),),
    "price": (Claim("gain", 700, 500, "points"), Claim("bust", 0.2, 0.0, "chance")),
    "many": (),
    "unknown": None,
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("why", WHYS)
def test_a_hint_rules_out_one_wrong_answer_and_keeps_the_tempting_one(language: str, why: str) -> None:
    """It names the worst of the others, so the choice stays between the best answer and what tempts."""
    context = RenderContext(words(language), PLAIN_GLYPHS)
    for puzzle in (*shipped().days[:40], *shipped().more[:40]):
        asked = puzzle_screen(context, unanswered(puzzle))
        hint = puzzle_screen(context, unanswered(puzzle), hint=True, why=WHYS[why]).body.removeprefix(asked.body)
        labels, _ = answers_and_beside(asked)
        (out,) = (place for place, label in enumerate(labels) if context.t("It is not “{move}”.", move=label) in hint)
        assert out not in (puzzle.best, puzzle.natural)
        others = [place for place in range(len(labels)) if place not in (puzzle.best, puzzle.natural)]
        assert puzzle.lost(out) == max(map(puzzle.lost, others))


def test_a_hint_says_how_many_answers_are_almost_as_good() -> None:
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    said = set()
    for puzzle in shipped().days[:200]:
        hint, half = puzzle_screen(context, unanswered(puzzle), hint=True).body.splitlines()[-2:]
        assert half == "-# With a hint, the right answer counts half for your rating."
        least, words_of = (2.0, "2 points") if puzzle.unit == "points" else (0.03, "3% win chance")
        close = sum(0 < puzzle.lost(place) <= least for place in range(len(puzzle.answers)))
        assert hint == {
            0: f"Every other answer costs more than {words_of}.",
            1: f"1 other answer comes within {words_of} of the best.",
        }.get(close, f"{close} other answers come within {words_of} of the best.")
        said.add(min(close, 2))
    assert said == {0, 1, 2}


def test_a_hint_names_what_the_reason_is_about_but_not_for_which_answer_it_speaks() -> None:
    context = RenderContext(words("en"), PLAIN_GLYPHS)

    def idea(game: str, *why: Claim) -> str:
        puzzle = next(one for one in shipped().days if one.game == game)
        return puzzle_screen(context, unanswered(puzzle), hint=True, why=why).body.splitlines()[-4]

    risk, gain = Claim("bust", 0.2, 0.4, "chance"), Claim("gain", 500, 700, "points")
    told = idea("5000", risk, gain)
    assert told.startswith("Think of the risk: how often does each answer lose the turn? Think of a turn that counts")
    assert idea("5000", gain, risk) == told, "the order tells nothing"
    assert idea("yum_classic", Claim("bonus", 0.6, 0.3, "chance")).startswith("Think of the upper bonus")
    chance = Claim("kept_open", 22.0, 13.0, "points", "mark chance")
    assert idea("yams", chance) == "Think of the box Chance: what is it worth if it stays open?"
    assert idea("yams", Claim("bonus", 0.6, 0.3, "chance")).startswith("Think of the upper bonus")
    french = RenderContext(words("fr"), PLAIN_GLYPHS)
    yams = next(one for one in shipped().days if one.game == "yams")
    hinted = puzzle_screen(french, unanswered(yams), hint=True, why=(Claim("bonus", 0.6, 0.3, "chance"),)).body
    assert "prime" in hinted.splitlines()[-4], "as Yams calls it"


def test_a_puzzle_shows_the_sheet_that_boards_draw_and_the_words_where_there_is_no_picture() -> None:
    context, plain = (RenderContext(words("en"), glyphs) for glyphs in (PLAIN_GLYPHS, IN_WORDS))
    kinds = {"yum_plus": Pad, "maxi_yum": Pad, "5000": Track, "421": Pot, "yamslam": Rack}
    for game, kind in kinds.items():
        puzzle = next(one for one in shipped().days if one.game == game)
        for page in (unanswered(puzzle), answered(puzzle, 0)):
            drawn, told = (puzzle_screen(context, page, pictured=pictured) for pictured in (True, False))
            assert told.picture is None
            assert drawn.rows == told.rows
            assert isinstance(drawn.picture, kind)
            assert "```" not in drawn.body
            assert len(drawn.body.splitlines()) < len(told.body.splitlines())
            assert puzzle_screen(plain, page, pictured=True) == puzzle_screen(plain, page)


def test_the_picture_of_a_puzzle_is_of_its_position_and_says_who_is_who() -> None:
    for language, you in (("en", ("You", "Other")), ("fr", ("Toi", "L’autre"))):
        context = RenderContext(words(language), PLAIN_GLYPHS)
        for puzzle in [one for one in shipped().days if one.game == "5000"]:
            picture = puzzle_screen(context, unanswered(puzzle), pictured=True).picture
            assert isinstance(picture, Track)
            state = puzzle.state(game_of("5000"))
            own = state.turn or 0
            assert [lane.name for lane in picture.lanes] == [you[own], you[1 - own]]
            assert [lane.points for lane in picture.lanes] == list(game_of("5000").scores(state))
            assert picture.lanes[own].to_act


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
