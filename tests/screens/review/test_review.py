"""Reviews in words: the shown numbers add up, levels have their bands, and everything fits Discord."""

from __future__ import annotations

import json
import math
import random
import re
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from bot.engine import Level, Seat
from bot.engine.dice import FairDice
from bot.engine.gate import legal, play_recorded
from bot.engine.types import Outcome
from bot.games import CATALOGUE, make
from bot.games.yum.mind.compiled import compiled
from bot.games.yum.mind.exact import ExactSheet, solve
from bot.games.yum.mind.why import course_of
from bot.locales import LANGUAGES, words
from bot.mind.strengths import losses
from bot.pictures.alt_text import curve_alt
from bot.screens.kit import IN_WORDS, PLAIN_GLYPHS, WORDS_ONLY, Menu, RenderContext, mention, spoken
from bot.screens.review import (
    accuracy_words,
    band_of,
    band_words,
    costliest,
    decided_line,
    even_chance,
    even_line,
    first_screen,
    gain,
    grade_line,
    levels_words,
    lost_words,
    may_tell,
    meaning_screen,
    net_line,
    review_curve,
    review_screen,
    shared_screen,
    shown_seat,
    sum_line,
    verdict_line,
)
from bot.screens.table.replay import replay_screen
from bot.tables.model.store import JournalRow
from bot.tables.model.table import Computer, Status, Table
from bot.tables.records.reviews import (
    Decisions,
    Judged,
    PlayedSeat,
    ReviewedGame,
    _from_stored,
    chances,
    chances_by_turn,
    noise_of,
    story_of,
    to_store,
    turn_ends,
    with_kinds,
)
from bot.tables.storage.journal import prepare_replay
from bot.thinker.answers import Chosen, Claim, GameReview, Mistake, SeatSummary, ThrowLuck, ToWin
from bot.ui.discord.adapter import render
from tests.factories import LONGEST, table_of, users
from tests.limits import problems
from tests.mind.test_sheets import SMALL

ENGLISH = RenderContext(words("en"), PLAIN_GLYPHS)


def seat(start: float, luck: float, lost: float, score: float, others: float = 0.0) -> SeatSummary:
    return SeatSummary(start, luck, lost, others, score, {}, (), ())


def shown(line: str) -> tuple[float, float, float, float]:
    """The score, what was expected, and what luck and decisions made better."""
    told = re.fullmatch(
        r"\*\*([\d,]+) points\*\*, ([\d.]+) expected: "
        r"own luck (?:(helped by|cost) ([\d,.]+) points|neither helped nor cost); "
        r"decisions cost (?:([\d.]+) points|nothing)\.",
        line,
    )
    assert told is not None, line
    score, start, did, luck, lost = told.groups()
    better = float((luck or "0").replace(",", "")) * (-1 if did == "cost" else 1)
    return float(score.replace(",", "")), float(start), better, -float(lost or 0)


def test_what_a_review_shows_adds_up_to_the_last_decimal(seed: str) -> None:
    chance = random.Random(seed)
    for _ in range(500):
        start, lost, score = chance.uniform(100, 4_00), chance.uniform(0, 200), chance.randrange(999)
        total, *terms = shown(sum_line(ENGLISH, "points", seat(start, score - start + lost, lost, score)))
        assert sum(terms) == pytest.approx(total, abs=1e-9)
        assert total == score


@pytest.mark.parametrize(
    ("unit", "told", "alone", "line"),
    [
        ("turns", seat(20.1, 4.0, 1.5, 17.6), True, "**17.6 turns**, 20.1 expected: luck helped by 4.0 turns; "
         "decisions cost 1.5 turns."),
        ("turns", seat(20.1, -4.0, 0.0, 23.1, 1.0), False, "**23.1 turns**, 20.1 expected: own luck cost 4.0 turns; "
         "decisions cost nothing; what others did helped by 1.0 turns."),
        ("turns", seat(20.1, 4.0, 1.5, 16.6, 1.0), True, "**16.6 turns**, 20.1 expected: luck helped by 4.0 turns; "
         "decisions cost 1.5 turns; 1.0 turns less was due to the estimate."),
        ("points", seat(245.0, 0.0, 23.4, 219.6, -2.0), False, "**220 points**, 245.0 expected: "
         "own luck neither helped nor cost; decisions cost 23.4 points; what others did cost 2.0 points."),
    ],
)  # fmt: skip
def test_luck_and_decisions_help_or_cost_in_words(unit: str, told: SeatSummary, alone: bool, line: str) -> None:
    """Fewer turns are better: there luck helps with turns that are not needed."""
    assert sum_line(ENGLISH, unit, told, alone=alone) == line


@pytest.mark.parametrize("key", ["yum_plus", "yum_classic", "5000", "421", "ambition", "cant_stop"])
def test_who_loses_what_a_level_loses_plays_like_that_level(key: str) -> None:
    game, level = make(key, {}), losses(key)
    assert level is not None
    steps = [0.0, level.strong_each, level.regular_each, level.casual_each, level.beginner_each]
    bands = [
        "plays like the champion",
        "plays like a strong computer",
        "plays like a regular computer",
        "plays like a casual computer",
        "plays like a beginner",
    ]

    def band(each: float, made: int = 40) -> str:
        return band_of(game, level.unit, Decisions(each * made, made, 1))

    assert [band(each) for each in steps] == [band(each, 400) for each in steps] == bands
    for (better, worse), (said, then) in zip(pairwise(steps), pairwise(bands), strict=True):
        assert band(better + 0.49 * (worse - better)) == said
        assert band(better + 0.51 * (worse - better)) == then
    assert band(1.2 * level.beginner_each) == "plays like a beginner"
    assert band(1.3 * level.beginner_each) == "", "no level loses so much, and nobody is told that they are worse"
    assert band(0.0, 0) == "", "nobody had a choice"


async def test_who_is_less_accurate_than_a_beginner_is_not_said_to_play_like_one() -> None:
    """An accuracy of 75 % beside a beginner's 87 % and "plays like a beginner" cannot both be true."""
    found = await reviewed("yum_classic", 1, "points")
    level = losses("yum_classic")
    assert level is not None
    for times, told in ((1.0, True), (2.0, False)):
        lost = times * level.beginner_each * 20
        summary = replace(played(lost, 0.0, (lost / 4,) * 4), score=200.0)
        found = replace(found, review=GameReview("points", "exact", (summary,)))
        lines = review_screen(ENGLISH, found, 0, [""], reader_of(found, 0)).body.splitlines()
        own, beginner = (int(share) for share in re.findall(r"(\d+)%", lines[0])[::4])
        assert (own == beginner) == told
        assert ("plays like a beginner" in "\n".join(lines)) == told


def test_no_level_is_told_an_accuracy_below_nothing() -> None:
    level = losses("cant_stop")
    assert level is not None
    told = levels_words(ENGLISH, make("cant_stop", {}), "turns", Decisions(level.casual_each * 40, 40, 1), 0.2)
    assert re.findall(r"-?\d+%", told)[-1] == "20%"
    assert "beginner" not in told


def test_what_turns_cost_or_save_is_told_in_words_since_fewer_are_better() -> None:
    french = RenderContext(words("fr"), PLAIN_GLYPHS)
    assert [gain(ENGLISH, "turns", changed) for changed in (-0.4, 1.2)] == ["costs 0.4 turns", "saves 1.2 turns"]
    assert gain(french, "turns", -0.4) == "coûte 0,4 tour"
    assert gain(ENGLISH, "points", -0.4) == "\N{MINUS SIGN}0.4 points"


async def test_equal_mistakes_share_a_line_that_counts_them() -> None:
    """Stopping three times where going on costs as much each time is one lesson, with one button."""
    found = await reviewed("cant_stop", 2, "turns")
    sheet = found.sheets[0]
    assert sheet is not None
    entries = sheet.replay.entries
    stops = [move for move, entry in enumerate(entries) if entry.seat == 0 and entry.do == "stop"][:3]
    rolls = [move for move, entry in enumerate(entries) if entry.seat == 0 and entry.do == "roll"][:1]
    assert (len(stops), len(rolls)) == (3, 1)
    mistakes = (
        *(Mistake(move, "roll", lost) for move, lost in zip(stops, (0.41, 0.4, 0.9), strict=True)),
        Mistake(rolls[0], "stop", 0.4),
    )
    one = replace(played(2.11, 0.0), mistakes=mistakes)
    found = replace(found, review=GameReview("turns", "exact", (one, one)))
    assert [mistake.move for mistake in costliest(found, 0)] == [stops[2], stops[0], rolls[0]]
    body = review_screen(ENGLISH, found, 0, ("Ana", "Ben"), reader_of(found, 0)).body
    assert "Stop: costs 0.9 turns. Better: Throw.\n**2.** Runners: **" in body
    assert "Stop: costs 0.4 turns. Better: Throw. 2 such decisions." in body
    assert "Throw: costs 0.4 turns. Better: Stop." in body
    assert "**3.** " in body
    assert "**4.** " not in body
    context = RenderContext(words("en"), IN_WORDS)
    heard = spoken(review_screen(context, found, 0, ("Ana", "Ben"), reader_of(found, 0))).body
    assert re.search(r"Runners: [^·]+\. Stop: costs 0\.9 turns\. Better: Throw\.", heard), "no number runs into steps"


def test_where_few_games_were_measured_the_grade_is_rough(monkeypatch: pytest.MonkeyPatch) -> None:
    level, game = losses("5000"), make("5000", {})
    assert level is not None
    lost = Decisions(20 * level.regular_each, 20, 1)
    for rough, said in (
        (False, "plays like a regular computer"),
        (True, "roughly: plays like a regular computer"),
    ):
        monkeypatch.setattr("bot.mind.strengths.losses", lambda key, rough=rough: level._replace(rough=rough))
        assert band_words(ENGLISH, game, "win", lost) == said


def test_by_house_rules_there_is_no_band() -> None:
    assert band_of(make("yum_classic", {"yum_bonus": False}), "points", Decisions(3.0, 30, 1)) == ""
    assert band_of(make("5000", {}), "turns", Decisions(3.0, 30, 1)) == ""


def verdict(unit: str, lost: float, luck: float, *mistakes: float, key: str = "yum_classic", made: int = 40) -> str:
    """The first line of a review of these numbers."""
    summary = replace(
        seat(0.0, luck, lost, 0.0),
        kinds={"keep": Chosen(made, lost)},
        mistakes=tuple(Mistake(number, "roll", one) for number, one in enumerate(mistakes)),
    )
    return verdict_line(ENGLISH, make(key, {}), unit, 1, summary)


def test_the_verdict_on_the_play_holds_exactly_as_far_as_the_levels_measured() -> None:
    level = losses("yum_classic")
    assert level is not None
    assert not level.rough
    well, sound = (level.strong_each + level.regular_each) / 2, (level.regular_each + level.casual_each) / 2
    for each, said in (
        (0.0, "Well played"),
        (well * 0.9999, "Well played"),
        (well * 1.0001, "Soundly played"),
        (sound * 0.9999, "Soundly played"),
        (sound * 1.0001, "There was more in it"),
    ):
        assert verdict("points", each * 40, 0.0).startswith(f"**{said}.**"), each
    assert verdict("points", 0.0, 0.0, made=0).startswith("No decision"), "nobody had a choice"
    assert verdict("turns", 4.0, 0.0).startswith("Decisions cost"), "turns of this game are not measured"


def test_the_verdict_on_rough_levels_says_nothing_of_the_play(monkeypatch: pytest.MonkeyPatch) -> None:
    level = losses("yum_classic")
    assert level is not None
    monkeypatch.setattr("bot.mind.strengths.losses", lambda key: level._replace(rough=True))
    assert verdict("points", 0.0, 0.0).startswith("No decision")


@pytest.mark.parametrize(
    ("unit", "lost", "mistakes", "said"),
    [
        ("points", 0.0, (), "No decision cost anything worth a number."),
        ("points", 0.049, (0.049,), "No decision cost anything worth a number."),
        ("points", 0.051, (), "Decisions cost about 0.1 points."),
        ("points", 12.4, (6.3, 6.1), "Decisions cost about 12 points, more than half of it by a single one."),
        ("points", 12.4, (6.2, 6.2), "Decisions cost about 12 points. The best ones bring "),
        ("win", 0.2, (0.11, 0.09), "Decisions cost about 20% win chance, more than half of it by a single one."),
        ("turns", 1.5, (0.5, 0.5, 0.5), "Decisions cost about 1.5 turns."),
    ],
)
def test_the_verdict_on_decisions_is_true_at_its_borders(
    unit: str, lost: float, mistakes: tuple[float, ...], said: str
) -> None:
    assert said in verdict(unit, lost, 0.0, *mistakes)


@pytest.mark.parametrize(
    ("unit", "luck", "said"),
    [
        ("points", 0.049, "The dice neither helped nor cost anything."),
        ("points", -0.049, "The dice neither helped nor cost anything."),
        ("points", 0.06, "The dice helped by about 0.1 points."),
        ("points", -20.4, "The dice cost about 20 points."),
        ("win", -0.3, "The dice cost about 30% win chance."),
        ("turns", 4.0, "The dice helped by about 4.0 turns."),
    ],
)
def test_the_verdict_on_the_dice_is_true_at_its_borders(unit: str, luck: float, said: str) -> None:
    """More is better in every unit: luck of four turns means four turns fewer."""
    assert verdict(unit, 0.0, luck).endswith(said)


async def test_a_review_begins_with_its_verdict_and_a_shared_one_with_none_on_others() -> None:
    found = await reviewed("yum_classic", 2, "points")
    ana, ben = found.table.players
    assert isinstance(ana, int)
    for number, player in enumerate((ana, ben)):
        lines = review_screen(ENGLISH, found, number, ("Ana", "Ben"), ana).body.splitlines()
        verdict = next(line for line in lines if line.startswith(f"{mention(player)}: "))
        assert "**111 points**, 468.8 expected: " in verdict
        assert "".join(lines).count("decisions cost 234.5 points") == 1, "each amount stands once"
        assert "".join(lines).index(verdict) < "".join(lines).index("**What cost")
    shared = shared_screen(ENGLISH, found, 0, ana).body
    assert shared.count("Decisions cost about") == 1
    alone = await reviewed("yum_classic", 1, "points")
    assert "<@" not in review_screen(ENGLISH, alone, 0, ("Ana",), ana).body.splitlines()[0]


async def reviewed(key: str, players: int, unit: str, options: dict[str, Any] | None = None) -> ReviewedGame:
    """A finished random game of which every decision with a choice is a mistake, and every throw is lucky."""
    chance, dice = random.Random(7), FairDice(b"k" * 32, "entropy")
    table = table_of(make(key, options or {}), users(players), **LONGEST)
    rows, mistakes = list[JournalRow](), [list[Mistake]() for _ in range(players)]
    throws = [list[ThrowLuck]() for _ in range(players)]
    while (turn := table.game.turn(table.state)) is not None:
        choices = list(legal(table.game, table.state))
        fills = [do for do in choices if not do.startswith(("keep", "roll"))]
        do = chance.choice(fills if fills and chance.random() < 0.6 else choices)
        if len(choices) > 1:
            mistakes[turn].append(Mistake(len(rows), max(choices, key=len), chance.uniform(0.1, 30)))
        step, entry = play_recorded(table.game, table.state, turn, do, dice)
        if entry.dice:
            throws[turn].append(ThrowLuck(len(rows), chance.uniform(-20, 20)))
        rows.append(JournalRow(table.id, len(rows), turn, do, entry.dice, 0))
        table = replace(table, state=step.state)
    table = replace(table, status=Status.FINISHED)
    replay = await prepare_replay(table, rows)
    boxes = table.game.layout.boxes if hasattr(table.game, "layout") else ()
    about = [f"mark {max(boxes, key=lambda box: len(box.label)).key}"] * 2 if boxes else ["", ""]
    kinds = ("kept_open", "turn_box") if boxes else ("gain", "lost_tokens")
    why = tuple(Claim(kind, 33.3, 22.2, "points", box) for kind, box in zip(kinds, about, strict=True))
    seats = tuple(
        SeatSummary(
            *(468.8, -123.4, 234.5, 0.1, 111, {}, tuple(mistakes[one]), tuple(throws[one])),
            {mistake.move: why for mistake in mistakes[one]},
        )
        for one in range(players)
    )
    return ReviewedGame(table, GameReview(unit, "net", seats), (PlayedSeat(table, replay),) * players, sealed=False)


@pytest.mark.sample(2)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("key", "unit"), [*((key, "points") for key in CATALOGUE if "y" in key), ("421", "win"), ("cant_stop", "turns")]
)
async def test_every_review_fits_discord(key: str, unit: str, language: str) -> None:
    players = CATALOGUE[key].seats[-1]
    found = disagreeing(await reviewed(key, players, unit), 0)
    for glyphs in (PLAIN_GLYPHS, WORDS_ONLY):
        context = RenderContext(words(language), glyphs)
        for one in (0, players - 1):
            for shown in (review_screen, first_screen):
                screen = shown(context, found, one, [""] * players, reader_of(found, one))
                assert problems(render(screen, glyphs, found.table.code, found.table.step)) == []
            shared = shared_screen(context, found, one, reader_of(found, one))
            assert problems(render(shared, glyphs)) == []


async def test_a_review_and_a_replay_say_why_the_costliest_decisions_were_no_good() -> None:
    found = await reviewed("yum_original", 2, "points")
    summary = found.review.seats[0]
    assert summary is not None
    move = max(summary.mistakes, key=lambda mistake: mistake.lost).move
    why = (Claim("bonus", 0.62, 0.41, "chance"),)
    told = replace(found, review=replace(found.review, seats=(replace(summary, whys={move: why}), None)))
    sentence = "Why: The upper bonus comes in 62 of 100 games; after the other move, in 41."
    assert review_screen(ENGLISH, told, 0, ["", ""], reader_of(found, 0)).body.count(sentence) == 1
    sheet = found.sheets[0]
    assert sheet is not None
    judged = Judged("points", {one.move: one for one in summary.mistakes}, frozenset({Seat(0)}), None, {move: why})
    assert sentence in replay_screen(ENGLISH, sheet.replay.at(sheet.table, move), judged=judged).body


async def test_a_game_in_which_the_clock_or_another_played_for_somebody_is_none_of_their_skill() -> None:
    """Nor later, when the review of a day counts; a computer is always itself."""
    found = await reviewed("yum_original", 2, "points")
    computer = replace(found.table, players=(found.table.players[0], Computer(1, Level.REGULAR)), originals=())
    for table, counts in (
        (found.table, [True, True]),
        (replace(found.table, played_for=(1,)), [True, False]),
        (replace(found.table, originals=(999, found.table.players[1])), [False, True]),
        (replace(found.table, stood_in=True), [False, False]),  # Older code has not noted for whom.
        (replace(computer, played_for=(0,)), [False, True]),
    ):
        rows = to_store(table, found.review)
        assert [row.kinds is not None for row in rows] == counts
        waiting = [replace(row, kinds=None) for row in rows]
        assert [with_kinds(table, row) for row in waiting] == rows


def disagreeing(found: ReviewedGame, seat: int) -> ReviewedGame:
    """The same where everything that would have been better for points is worse to win."""
    summary = found.review.seats[seat]
    assert summary is not None
    to_win = tuple(ToWin(one.move, one.best, one.lost, -0.04) for one in summary.mistakes)
    seats = tuple(replace(one, to_win=to_win) if one is summary else one for one in found.review.seats)
    return replace(found, review=replace(found.review, seats=seats))


async def test_what_is_better_for_points_and_worse_to_win_is_told_by_both() -> None:
    found = await reviewed("yum_original", 2, "points")
    summary = found.review.seats[0]
    assert summary is not None
    ordered = sorted(summary.mistakes, key=lambda mistake: -mistake.lost)
    worst, least = ordered[0], ordered[-1]
    both = (
        ToWin(worst.move, worst.best, worst.lost, -0.04),
        ToWin(least.move, least.best, -1.2, 0.036),
    )
    told = replace(found, review=replace(found.review, seats=(replace(summary, to_win=both), None)))
    body = review_screen(ENGLISH, told, 0, ["", ""], reader_of(found, 0)).body.replace("\xa0", " ")
    points = f"(+{worst.lost:.1f} points, \N{MINUS SIGN}4.0% to win)"
    assert body.count("Better for points, not to win: ") == 1
    assert body.count(points) == 1
    (line,) = [line for line in body.splitlines() if line.startswith("**Points or winning**: ")]
    assert line.endswith(" (\N{MINUS SIGN}1.2 points, +3.6% to win).")
    assert points in first_screen(ENGLISH, told, 0, ["", ""], reader_of(found, 0)).body.replace("\xa0", " ")
    plain = review_screen(ENGLISH, found, 0, ["", ""], reader_of(found, 0)).body
    assert "to win" not in plain


async def test_both_are_stored_and_reviews_of_older_code_have_none() -> None:
    found = disagreeing(await reviewed("yum_original", 1, "points"), 0)
    (row,) = to_store(found.table, found.review)
    again = _from_stored([row], 1).seats[0]
    assert again is not None
    assert [one.win for one in again.to_win] == [-0.04] * len(again.mistakes)
    older = json.loads(row.details)
    del older["to_win"]
    before = _from_stored([replace(row, details=json.dumps(older))], 1).seats[0]
    assert before is not None
    assert before.to_win == ()


async def test_reasons_are_stored_and_reviews_of_older_code_have_none() -> None:
    found = await reviewed("yum_original", 1, "points")
    (row,) = to_store(found.table, found.review)
    again = _from_stored([row], 1).seats[0]
    assert again is not None
    assert found.review.seats[0] is not None
    assert again.whys == found.review.seats[0].whys
    older = json.loads(row.details)
    del older["whys"]
    before = _from_stored([replace(row, details=json.dumps(older))], 1).seats[0]
    assert before is not None
    assert before.whys == {}


def reader_of(found: ReviewedGame, seat: int) -> int:
    """The person who plays there."""
    user = found.table.players[seat]
    assert isinstance(user, int)
    return user


def test_between_two_the_review_says_first_what_decided(seed: str) -> None:
    """The numbers of a reviewed game, and thousands of others: what one side wins, the other loses."""
    game, chance = make("421", {}), random.Random(seed)
    ana = seat(0.479, -0.234, 0.451, 1.0, 0.340 + 0.866)
    ben = seat(0.521, -0.340, 0.866, 0.0, 0.234 + 0.451)
    found = GameReview("win", "exact", (ana, ben))
    assert (
        net_line(ENGLISH, game, found, 0)
        == "win chance from 47.9% (both perfect) to 100%: +10.6% by luck, +41.5% by all decisions"
    )
    assert net_line(ENGLISH, game, found, 1) == (
        "win chance from 52.1% (both perfect) to 0%: \N{MINUS SIGN}10.6% by luck, \N{MINUS SIGN}41.5% by all decisions"
    )
    for _ in range(500):
        start, won = chance.uniform(0.3, 0.7), chance.choice((0.0, 0.5, 1.0))
        lost, theirs, luck = (chance.uniform(0, 3) for _ in range(3))
        other = start + luck - lost + theirs - won
        found = GameReview("win", "exact", (seat(start, luck, lost, won), seat(1 - start, other, theirs, 1 - won)))
        line = net_line(ENGLISH, game, found, 0).replace("\N{MINUS SIGN}", "-")
        begins, ends, net_luck, decisions = map(float, re.findall(r"-?[\d.]+", line))
        assert begins + net_luck + decisions == pytest.approx(ends, abs=1e-9)
        assert decisions == pytest.approx(100 * (theirs - lost), abs=0.051)
        assert net_luck == pytest.approx(100 * (luck - other), abs=0.15)


def test_luck_and_decisions_are_compared_in_words_between_two_sides_whose_reviews_are_known() -> None:
    one, sides = seat(200, 10, 5, 205), make("5000", {"teams": True})
    two = GameReview("points", "exact", (one, seat(200, -10, 20, 170)))
    said = "Compared with the other player: luck 20.0 points better, decisions 15.0 points better."
    assert net_line(ENGLISH, make("yum_classic", {}), two, 0) == f"{said} In all 35 points ahead."
    worse = said.replace("better", "worse")
    assert net_line(ENGLISH, make("yum_classic", {}), two, 1) == f"{worse} In all 35 points behind."
    hindered = replace(two, seats=(replace(one, others=-7.0, score=198), two.seats[1]))
    assert net_line(ENGLISH, make("yum_classic", {}), hindered, 0) == said, "what others did is no part of the sum"
    even = replace(two, seats=(one, seat(200, 10, 20, 190)))
    assert "luck the same, decisions 15.0 points better" in net_line(ENGLISH, make("yum_classic", {}), even, 0)
    turns = GameReview("turns", "exact", (one, seat(20, -10, 20, 17)))
    assert net_line(ENGLISH, make("cant_stop", {}), turns, 0) == (
        "Compared with the other player: luck 20.0 turns better, decisions 15.0 turns better."
    ), "fewer turns are better"
    assert net_line(ENGLISH, sides, replace(two, seats=two.seats * 2), 2).startswith(
        "Compared with the other team: luck 40.0 points better, dec"
    )
    assert net_line(ENGLISH, make("yum_classic", {}), replace(two, seats=two.seats * 2), 0) == "", "four players"
    assert net_line(ENGLISH, make("yum_classic", {}), replace(two, seats=(one, None)), 0) == ""
    assert net_line(ENGLISH, make("yum_classic", {}), replace(two, seats=(one,)), 0) == "", "nobody to compare with"


async def test_the_moments_stand_before_all_figures_and_the_sums_behind_what_decided() -> None:
    found = await reviewed("421", 2, "win")
    body = review_screen(ENGLISH, found, 0, ["", ""], 0).body
    assert body.index("Decisions cost") < body.index("**What cost") < body.index("**win chance from ")
    sums = body[body.index("**win chance from ") :]
    assert "-# Both numbers: what" in sums
    assert body.count("Decisions cost") == 1, "each amount stands once"
    assert "The dice " not in body, "beside what decided, a second sum would seem to contradict it"
    assert body.count("-# Why: ") == 5, "each mistake that it names"
    shared = shared_screen(ENGLISH, found, 0, reader_of(found, 0)).body
    assert shared.count("-# Why: ") == 5
    three = review_screen(ENGLISH, await reviewed("yum_classic", 3, "points"), 0, [""] * 3, 0).body
    assert "Compared with" not in three


async def test_in_points_and_turns_the_comparison_stands_first_in_words() -> None:
    for game, unit in (("yum_classic", "points"), ("cant_stop", "turns")):
        body = review_screen(ENGLISH, await reviewed(game, 2, unit), 0, ["", ""], 0).body
        assert "Compared with the other player: luck " in body.split("\n\n")[0]
        assert "net luck" not in body


async def test_a_verdict_tells_one_luck_where_net_luck_is_told() -> None:
    two, three = await reviewed("yum_classic", 2, "points"), await reviewed("yum_classic", 3, "points")
    assert "The dice" not in review_screen(ENGLISH, two, 0, ["", ""], 0).body
    alone = review_screen(ENGLISH, three, 0, [""] * 3, 0).body
    assert alone.count("luck cost 123.4 points; decisions cost 234.5 points") == 1
    assert "The dice" not in alone
    assert "The dice cost about 123 points." in shared_screen(ENGLISH, two, 0, reader_of(two, 0)).body


def decided(found: ReviewedGame, lost: tuple[float, float], won: tuple[float, float], unit: str = "points") -> str:
    """What a review says of a game that Ana lost to Ben, each with this luck and these losses by decisions."""
    scale = 100 if unit == "win" else 1
    ana, ben = (seat(0.5, luck / scale, cost / scale, 0.5) for luck, cost in (lost, won))
    if unit == "win":
        ana, ben = replace(ana, score=0.0), replace(ben, score=1.0)
    seats = (ana, ben, *found.review.seats[2:])
    told = replace(found, review=replace(found.review, unit=unit, seats=seats))
    assert decided_line(ENGLISH, told, 1) == "", "who wins has lost by nothing"
    return decided_line(ENGLISH, told, 0).removeprefix(f"{mention(found.table.players[1])} won ")


@pytest.fixture
def winners(monkeypatch: pytest.MonkeyPatch) -> list[Seat]:
    """The seats that won, whatever the dice said: Ben's, unless a test adds others."""
    won = [Seat(1)]
    monkeypatch.setattr(Table, "outcome", property(lambda table: Outcome((tuple(won), (Seat(0),)), ())))
    return won


@pytest.mark.usefixtures("winners")
async def test_a_lost_game_names_what_decided_it_exactly_as_its_numbers_do(seed: str) -> None:
    found, chance = await reviewed("yum_classic", 2, "points"), random.Random(seed)
    for dice, decisions, said in (
        (20.0, 0.0, "by the dice, not by decisions."),
        (20.0, -19.9, "by the dice, not by decisions."),
        (20.0, 0.1, "by the dice more than by decisions."),
        (10.1, 10.0, "by the dice more than by decisions."),
        (10.0, 10.0, "by the dice as much as by decisions."),
        (10.0, 10.1, "by decisions more than by the dice."),
        (0.1, 20.0, "by decisions more than by the dice."),
        (0.0, 20.0, "by decisions, not by the dice."),
        (-19.9, 20.0, "by decisions, not by the dice."),
        (-20.0, 20.0, ""),
        (-20.1, 20.0, ""),
    ):
        assert decided(found, (-dice, decisions), (0.0, 0.0)) == said, (dice, decisions)
        assert decided(found, (0.0, 40.0), (dice, 40.0 - decisions)) == said, "the other's luck counts as much"
    for _ in range(500):
        lost, won = ((chance.uniform(-30, 30), chance.uniform(0, 30)) for _ in range(2))
        said = decided(found, lost, won)
        dice, decisions = round(won[0] - lost[0], 1), round(lost[1] - won[1], 1)
        assert (said == "") == (dice + decisions < 0.05)
        assert ("not by decisions" in said) <= (decisions <= 0 < dice)
        assert ("not by the dice" in said) <= (dice <= 0 < decisions)
        assert ("by the dice more" in said) <= (dice > decisions > 0)
        assert ("by decisions more" in said) <= (decisions > dice > 0)


async def test_what_decided_is_told_where_its_numbers_make_up_the_result(winners: list[Seat]) -> None:
    three = await reviewed("yum_classic", 3, "points")
    assert decided(three, (-20.0, 0.0), (0.0, 0.0)) == "by the dice, not by decisions.", "against the winner"
    assert decided(await reviewed("421", 2, "win"), (-30.0, 20.0), (0.0, 0.0), "win") == (
        "by the dice more than by decisions."
    )
    assert decided(await reviewed("421", 3, "win"), (-30.0, 20.0), (0.0, 0.0), "win") == "", "the third one counts too"
    assert decided(await reviewed("cant_stop", 2, "turns"), (-30.0, 20.0), (0.0, 0.0), "turns") == ""
    winners.append(Seat(2))
    assert decided(three, (-20.0, 0.0), (0.0, 0.0)) == "", "each of the winners may have won by something else"


@pytest.mark.parametrize(
    ("key", "unit", "scale", "said"),
    [
        (
            "yum_classic",
            "points",
            1,
            "lost 44.0 points ({levels})",
        ),
        (
            "421",
            "win",
            100,
            "lost 1.1% win chance a decision ({levels})",
        ),
        (
            "cant_stop",
            "turns",
            1,
            "lost 44.0 turns ({levels})",
        ),
    ],
)
def test_what_decisions_lost_stands_beside_what_levels_lose(key: str, unit: str, scale: int, said: str) -> None:
    """In a game of as many decisions, 40 here; chances to win by decision, since a game may lose more than one win."""
    level, lost = losses(key), 44.0 / scale
    assert level is not None
    levels = level.strong_each, level.regular_each, level.casual_each, level.beginner_each
    told = [ENGLISH.t.number(100 * each, 2) if unit == "win" else _rounded(40 * each) for each in levels]
    first, further = ("% win chance", "%") if unit == "win" else (f" {unit}", "")
    names = "strong computer", "regular", "casual", "beginner"
    units = first, further, further, further
    told = [f"{name} {n}{counts}" for name, n, counts in zip(names, told, units, strict=True)]
    said = said.format(levels=", ".join(told))
    one = replace(seat(0.5, 0.0, lost, 0.5), kinds={"keep": Chosen(30, lost / 2), "mark": Chosen(10, lost / 2)})
    assert grade_line(ENGLISH, make(key, {}), unit, 1, one) == said
    assert (" a game (" in grade_line(ENGLISH, make(key, {}), unit, 2, one)) == (unit != "win"), "of a match of two"


def _rounded(number: float) -> str:
    return ENGLISH.t.number(round(number)) if number >= 10 else ENGLISH.t.tenths(number)


def test_what_decisions_lost_is_told_in_french_too() -> None:
    french, lost = RenderContext(words("fr"), PLAIN_GLYPHS), Decisions(3.285, 120, 1)
    assert (
        lost_words(french, "win", lost)
        == "perdu\N{NO-BREAK SPACE}: 2,74\N{NO-BREAK SPACE}% de chances de gagner par décision"
    )
    assert lost_words(french, "points", lost) == "perdu\N{NO-BREAK SPACE}: 3,3 points par partie"
    assert lost_words(french, "turns", lost) == "perdu\N{NO-BREAK SPACE}: 3,3 tours par partie"
    assert lost_words(french, "turns", lost, one=True) == "perdu\N{NO-BREAK SPACE}: 3,3 tours"
    nothing, english = lost._replace(lost=0.0), RenderContext(words("en"), PLAIN_GLYPHS)
    assert lost_words(english, "points", nothing) == "no decision lost anything worth a number"


async def test_only_the_own_luck_and_decisions_are_shared_and_a_computers() -> None:
    found = await reviewed("yum_original", 3, "points")
    ana, ben, _ = found.table.players
    other = replace(found.review.seats[1], luck=77.7, lost=88.8, mistakes=())  # type: ignore[type-var]
    found = replace(found, review=replace(found.review, seats=(found.review.seats[0], other, found.review.seats[2])))
    assert may_tell(found, int(str(ana))) == {0}
    body = shared_screen(ENGLISH, found, 0, int(str(ana))).body
    assert body.startswith(f"-# Shared by {mention(ana)}\n")
    assert f"{mention(ben)}: 111 points at the end" in body
    assert body.count("expected") == body.count("lost ") == 1
    assert "77.7" not in body
    assert "88.8" not in body
    assert may_tell(found, 5) == frozenset(), "who did not play tells nothing"
    computer = replace(found, table=replace(found.table, players=(ana, Computer(1, Level.BEGINNER), 7)))
    assert may_tell(computer, int(str(ana))) == {0, 1}
    left = replace(found, review=replace(found.review, seats=(None, *found.review.seats[1:])))
    assert may_tell(left, int(str(ana))) == frozenset(), "nor does somebody who left"
    taken_over = replace(found, table=replace(found.table, originals=(999, *found.table.players[1:])))
    assert may_tell(taken_over, int(str(ana))) == frozenset(), "the decisions are of two people"


async def test_between_two_people_a_shared_review_tells_no_net_numbers_but_against_a_computer() -> None:
    found = await reviewed("yum_original", 2, "points")
    ana = reader_of(found, 0)
    assert "Compared with" not in shared_screen(ENGLISH, found, 0, ana).body
    computer = replace(found, table=replace(found.table, players=(ana, Computer(1, Level.BEGINNER))))
    assert "Compared with" in shared_screen(ENGLISH, computer, 0, ana).body


async def test_no_line_of_a_review_ends_within_a_throw() -> None:
    found = await reviewed("yum_original", 2, "points")
    held = re.compile(r"Hold [1-6]([-\N{NON-BREAKING HYPHEN}][1-6])+")
    for glyphs, between in ((PLAIN_GLYPHS, {"\N{NON-BREAKING HYPHEN}"}), (WORDS_ONLY, {"-"})):
        body = review_screen(RenderContext(words("en"), glyphs), found, 0, ["", ""], 0).body
        assert {one[1][0] for one in held.finditer(body)} == between


async def test_a_reader_sees_their_own_decisions_first_and_others_those_of_the_winner() -> None:
    found = await reviewed("yum_original", 3, "points")
    outcome = found.table.outcome
    assert outcome is not None
    assert shown_seat(found, found.table.players[2]) == 2  # type: ignore[arg-type]
    assert shown_seat(found, 5) == outcome.ranks[0][0]


async def test_while_others_may_throw_the_same_dice_nothing_is_shared() -> None:
    found = await reviewed("yum_original", 1, "points")

    def asks(found: ReviewedGame) -> list[str]:
        rows = review_screen(ENGLISH, found, 0, [""], reader_of(found, 0)).rows
        return [one.do for row in rows for one in row if one.do.startswith("review share")]  # type: ignore[union-attr]

    assert asks(found) == ["review share 0"]
    assert asks(replace(found, sealed=True)) == []


async def test_the_curve_goes_turn_by_turn_from_what_was_expected_to_the_result() -> None:
    found = await reviewed("yum_original", 2, "points")
    one = found.sheets[1]
    assert one is not None
    moves = [number for number, entry in enumerate(one.replay.entries) if entry.seat == 1]
    last_of_first_turn = next(number for number in moves if number + 1 not in moves)
    worst = Mistake(last_of_first_turn, "roll", 40.0)
    seat = SeatSummary(
        200.0, 11.0, 40.0, 0.0, 171.0, {}, (worst,), (ThrowLuck(moves[0], 15.0), ThrowLuck(moves[-2], -4.0))
    )
    found = replace(found, review=replace(found.review, seats=(None, seat)))
    curve = review_curve(ENGLISH, found, 1, [worst], ["Ana", "Ben"])
    assert curve is not None
    (line,) = curve.lines
    assert (line.name, line.costly, line.shown) == ("Ben", (1,), True)
    assert line.values == (200.0, *[175.0] * 11, 171.0)
    assert len(line.values) == 1 + len(make("yum_original", {}).layout.boxes)


@pytest.mark.parametrize(("language", "says"), [("en", "lower is better"), ("fr", "plus bas, c’est mieux")])
async def test_a_curve_of_turns_which_rises_for_the_worse_says_so(language: str, says: str) -> None:
    found, context = await reviewed("cant_stop", 2, "turns"), RenderContext(words(language), PLAIN_GLYPHS)
    curve = review_curve(context, found, 0, [], ["Ana", "Ben"])
    assert curve is not None
    assert curve.label.endswith(says)
    assert says in curve_alt(words(language), curve)


async def test_of_two_lucks_each_says_whose_it_is() -> None:
    """Luck "cost 21.8 points" and, below, "45.6 points better": the own one, and that beside the other player's."""
    found = await reviewed("yum_classic", 2, "points")
    one, other = (summary for summary in found.review.seats if summary)
    unlucky = replace(other, luck=other.luck - 45.6, score=other.score - 45.6)
    found = replace(found, review=replace(found.review, seats=(one, unlucky)))
    body = review_screen(ENGLISH, found, 0, ["Ana", "Ben"], reader_of(found, 0)).body
    assert "own luck cost 123.4 points" in body
    assert "Compared with the other player: luck 45.6 points better" in body


async def test_decisions_to_try_again_take_one_row_of_a_phone() -> None:
    found = await reviewed("yum_original", 1, "points")
    found = replace(found, review=replace(found.review, strength="exact"))
    rows = review_screen(ENGLISH, found, 0, [""], reader_of(found, 0)).rows
    (again,) = (part for row in rows for part in row if isinstance(part, Menu) and part.do == "again")
    assert [choice.do.startswith("review try") for choice in again.choices] == [True] * len(costliest(found, 0))
    assert sum(not isinstance(part, Menu) for row in rows for part in row) <= 10


async def test_who_wins_in_the_curve_takes_it_from_the_other() -> None:
    found = await reviewed("421", 2, "win")
    move = next(number for number, entry in enumerate(found.sheets[0].replay.entries) if entry.seat == 0)  # type: ignore[union-attr]
    lucky = SeatSummary(0.52, 0.08, 0.0, 0.4, 1.0, {}, (), (ThrowLuck(move, 0.08),))
    other = SeatSummary(0.48, 0.0, 0.0, -0.48, 0.0, {}, (), ())
    curve = review_curve(ENGLISH, replace(found, review=replace(found.review, seats=(lucky, other))), 0, [], ["", ""])
    assert curve is not None
    first, second = curve.lines
    assert (first.values[0], first.values[1], first.values[-1]) == (52.0, 60.0, 100.0)
    assert (second.values[0], second.values[1], second.values[-1]) == (48.0, 40.0, 0.0)
    lucky = replace(lucky, throws=(ThrowLuck(move, 0.5),))  # An estimate that would make more than a sure win.
    curve = review_curve(ENGLISH, replace(found, review=replace(found.review, seats=(lucky, other))), 0, [], ["", ""])
    assert curve is not None
    assert [line.values[1] for line in curve.lines] == [100.0, 0.0]


async def with_chances(found: ReviewedGame) -> ReviewedGame:
    told = await chances_by_turn(found.table, found.review, [sheet and sheet.replay for sheet in found.sheets])  # type: ignore[misc]
    return replace(found, chances=told)


async def test_chances_to_win_follow_what_each_could_expect_and_end_with_the_result() -> None:
    found = await reviewed("yum_classic", 2, "points")
    move = next(number for number, entry in enumerate(found.sheets[0].replay.entries) if entry.seat == 0)  # type: ignore[union-attr]
    lucky = SeatSummary(175.0, 40.0, 0.0, 0.0, 215.0, {}, (), (ThrowLuck(move, 40.0),))
    other = SeatSummary(175.0, 0.0, 0.0, 0.0, 175.0, {}, (), ())
    found = await with_chances(replace(found, review=replace(found.review, seats=(lucky, other))))
    first, second = found.chances
    assert first is not None
    assert second is not None
    assert first[0] == pytest.approx(0.5)
    assert 0.6 < first[1] < first[6] < first[12]
    assert [mine + theirs for mine, theirs in zip(first, second, strict=True)] == pytest.approx([1.0] * 14)
    outcome = found.table.outcome
    assert outcome is not None
    assert (first[-1], second[-1]) == tuple(float(seat in outcome.winners) for seat in (0, 1))
    curve = review_curve(ENGLISH, found, 0, [], ["Ana", "Ben"])
    assert curve is not None
    assert curve.lines[0].chances == tuple(round(100 * one, 1) for one in first)
    assert curve.chance_label == "Chance to win (%), given how each played"
    said = review_screen(ENGLISH, found, 1, ["Ana", "Ben"], 0).body
    assert f"Turning point for {mention(found.table.players[1])}: turn " in said
    assert "chances to win by these house rules" not in said


async def test_a_replay_tells_everybodys_chance_at_each_moment() -> None:
    found = await reviewed("yum_classic", 2, "points")
    sheet = found.sheets[0]
    assert sheet is not None
    entries = sheet.replay.entries
    throw = next(number for number, entry in enumerate(entries) if entry.seat == 1 and entry.dice)
    ben = SeatSummary(254.6, 45.0, 0.0, 0.0, 300.0, {}, (), (ThrowLuck(throw, 45.0),))
    ana = SeatSummary(254.6, 0.0, 0.0, 0.0, 255.0, {}, (), ())
    judged = Judged("points", {}, frozenset(), GameReview("points", "exact", (ana, ben)))

    def told(number: int, judged: Judged | None = judged) -> list[str]:
        body = replay_screen(ENGLISH, sheet.replay.at(found.table, number), judged=judged).body
        line = next((one for one in body.split("\n") if "Chance to win" in one), "")
        return re.findall(r"(<@\d+>) (\S+%)", line)

    first, second = map(mention, found.table.players)
    assert told(0) == [(first, "50%"), (second, "50%")]
    known = replay_screen(ENGLISH, sheet.replay.at(found.table, 0), judged=judged).body
    assert "Chance to win, given how each played: " in known
    before, after = (float(told(one)[1][1].strip("%")) for one in (throw, throw + 1))
    assert before == pytest.approx(50, abs=1)
    assert 65 < after < 80
    assert told(len(entries)) == told(0, None) == []
    assert told(throw, Judged("turns", {}, frozenset(), GameReview("turns", "exact", (ana, ben)))) == []


async def test_where_nobody_knows_chances_to_win_the_review_says_so() -> None:
    house = await with_chances(await reviewed("yum_classic", 2, "points", {"yum_bonus": False}))
    turns = await with_chances(await reviewed("cant_stop", 2, "turns"))
    alone = await with_chances(await reviewed("yum_original", 1, "points"))
    said = [review_screen(ENGLISH, one, 0, ["", ""], 0).body for one in (house, turns, alone)]
    assert [one.chances for one in (house, turns, alone)] == [(), (), ()]
    assert "Nobody has measured chances to win by these house rules." in said[0]
    assert "Turns alone do not tell a chance to win." in said[1]
    assert not any("Turning point" in one for one in said)
    assert "chances to win" not in said[2]


def twenty_five(found: ReviewedGame) -> ReviewedGame:
    merged = found.table.game.merge([found.table.state] * 25, ())
    table: Table = replace(found.table, players=users(25), state=merged)
    return replace(
        found, table=table, review=replace(found.review, seats=found.review.seats * 25), sheets=found.sheets * 25
    )


async def test_the_replay_of_a_sheet_played_at_once_says_where_the_chances_are() -> None:
    found = await reviewed("yum_classic", 1, "points")
    sheet, public = found.sheets[0], twenty_five(found).table
    assert sheet is not None

    def said(number: int, unit: str) -> bool:
        position = sheet.replay.at(found.table, number)
        body = replay_screen(ENGLISH, position, public, judged=Judged(unit, {}, frozenset())).body
        return "the chances to win, turn by turn, are in the review" in body

    assert said(0, "points")
    assert not said(1, "points")
    assert not said(0, "turns"), "there are none in the review either"


async def test_twenty_five_at_once_fit_too() -> None:
    found = twenty_five(await reviewed("triple_yum_plus", 1, "points"))
    screen = review_screen(RenderContext(words("fr"), PLAIN_GLYPHS), found, 3, [""] * 25, 0)
    assert problems(render(screen, PLAIN_GLYPHS, found.table.code, 1)) == []


async def test_the_story_of_a_review_is_the_winners_lowest_chance_and_the_throws_of_most_and_least_luck() -> None:
    game = await reviewed("5000", 2, "win")
    first, second = ThrowLuck(0, 0.2), ThrowLuck(1, -0.3)
    seats = tuple(
        replace(seat(0.5, 0.0, 0.0, won), throws=throws) for won, throws in ((1.0, (first,)), (0.0, (second,)))
    )
    game = replace(game, review=GameReview("win", "net", seats))
    winner = game.table.outcome.winners[0] if game.table.outcome else 0
    courses = {winner: (0.1, 0.4, 0.18, 0.6, 1.0), 1 - winner: (0.9, 0.05, 0.0)}
    story = story_of(replace(game, chances=(courses[0], courses[1])))
    sheet = game.sheets[0]
    assert sheet is not None
    assert story.lowest == 0.18, "neither before the first turn nor of somebody else"
    lucky, unlucky = sheet.replay.entries[:2]
    assert (story.luckiest, story.unluckiest) == (replace(lucky, seat=Seat(0)), replace(unlucky, seat=Seat(1)))
    assert story_of(replace(game, chances=())).lowest is None
    fair = tuple(replace(one, throws=()) for one in seats)
    nothing = story_of(replace(game, review=GameReview("win", "net", fair)))
    assert (nothing.luckiest, nothing.unluckiest) == (None, None)


def played(lost: float, luck: float, costs: tuple[float, ...] = (), made: int = 20, score: float = 0.0) -> SeatSummary:
    """A seat whose throws were worth 10 points each, up and down."""
    throws = tuple(ThrowLuck(number, 10.0 * (-1) ** number) for number in range(12))
    mistakes = tuple(Mistake(number, "roll", cost) for number, cost in enumerate(costs))
    return SeatSummary(254.6, luck, lost, 0.0, score, {"keep": Chosen(made, lost)}, mistakes, throws)


async def test_a_review_first_says_how_accurate_one_was_and_what_even_luck_would_have_brought() -> None:
    found = await reviewed("yum_classic", 2, "points")
    ana, ben = found.table.players
    assert isinstance(ana, int)
    outcome = found.table.outcome
    assert outcome is not None
    seats = played(12.0, 0.0, (7.0, 4.0, 1.2)), played(70.0, 0.0, (70.0,))
    found = replace(found, review=GameReview("points", "exact", seats))
    first, second, third = review_screen(ENGLISH, found, 0, ("Ana", "Ben"), ana).body.splitlines()[:3]
    came = "won" if 0 in outcome.winners else "lost"
    accuracy = round(100 * (1 - sum(1 - math.exp(-cost / 10) for cost in (7.0, 4.0, 1.2)) / 20))
    levels = "strong computer about 96%, regular about 92%, casual about 89%, beginner about 85%"
    assert first == f"**Accuracy {accuracy}%** ({levels})"
    assert re.fullmatch(rf"You {came}\. With even luck .* (7[89]|8[0-2])% of cases\.", second)
    assert third == (
        "lost 0.6 points a decision · plays like a strong computer · 1 inaccuracy, 1 mistake and 1 blunder"
    )
    of_ben = review_screen(ENGLISH, found, 1, ("Ana", "Ben"), ana).body.splitlines()[1]
    assert f"{mention(ben)} {'lost' if came == 'won' else 'won'}. With even luck" in of_ben
    assert "even luck" not in shared_screen(ENGLISH, found, 0, ana).body, "that tells Ben's decisions too"
    assert f"Accuracy {accuracy}%" in shared_screen(ENGLISH, found, 0, ana).body


async def test_partners_who_win_have_not_tied() -> None:
    found = await reviewed("5000", 4, "win", {"teams": True})
    outcome = found.table.outcome
    assert outcome is not None
    seats = tuple(seat(0.5, 0.0, 0.0, float(one in outcome.winners)) for one in range(4))
    found = await with_chances(replace(found, review=GameReview("win", "exact", seats)))
    for one in range(4):
        won = one in outcome.winners
        assert even_line(ENGLISH, found, one, own=True).startswith("You won." if won else "You lost.")
        course = found.chances[one]
        assert course is not None
        assert course[-1] == float(won)


def test_accuracy_and_the_loss_beside_computers_agree() -> None:
    """Who loses twice as much as a beginner is told a beginner's accuracy above their own, on the same scale."""
    game, level = make("yum_classic", {}), losses("yum_classic")
    assert level is not None
    levels = level.strong_each, level.regular_each, level.casual_each, level.beginner_each
    beginner = levels[-1]

    def told(each: float, share: float | None) -> list[int]:
        words = levels_words(ENGLISH, game, level.unit, Decisions(each * 40, 40, 1), share)
        return [int(number) for number in re.findall(r"(\d+)%", words)]

    assert told(2 * beginner, 0.9) == [round(100 - 5 * each / beginner) for each in levels]
    assert told(beginner, 0.9) == [round(100 - 10 * each / beginner) for each in levels]
    assert told(level.regular_each, 0.97)[1] == 97
    assert told(level.strong_each / 5, 0.99) == [], "so far from all of them nobody knows"
    assert told(0.0, 1.0) == told(1.0, 1.0) == told(1.0, None) == []
    house = make("yum_classic", {"yum_bonus": False})
    assert levels_words(ENGLISH, house, "points", Decisions(40.0, 40, 1), 0.9) == ""


async def test_the_first_screen_is_short_and_in_words_tells_what_the_picture_shows() -> None:
    found = await with_chances(await reviewed("yum_classic", 2, "points"))
    seats = tuple(replace(one, kinds={"keep": Chosen(20, one.lost)}) for one in found.review.seats if one)
    found = replace(found, review=replace(found.review, seats=seats))
    ana = reader_of(found, 0)
    first, whole = (shown(ENGLISH, found, 0, ("Ana", "Ben"), ana) for shown in (first_screen, review_screen))
    buttons, (menu,) = first.rows
    assert [button.label for button in buttons] == ["See the moment", "Try again", "More"]  # type: ignore[union-attr]
    assert isinstance(menu, Menu)
    lines = first.body.splitlines()
    assert re.fullmatch(r"\*\*Accuracy \d+%\*\* \(perfect play is 100%\)", lines[0])
    assert lines[1].startswith("Compared with the other player: luck "), "what decided a game of two comes first"
    assert re.match(r"You (won|lost)\. With even luck you would have won", lines[2])
    assert lines[4].startswith(f"Turning point for {mention(ana)}: turn ")
    assert re.match(r"\*\*Costliest decision\*\*: .*: costs [\d.]+ points\. Better: ", lines[6])
    assert lines[7].startswith("-# Why: ")
    accuracy = "-# Accuracy is how close decisions came to the best ones, on average; perfect play is 100%."
    accuracy += " Costs say how much better the best decision ends, on average."
    assert len(lines) == 8, "the meaning of numbers and what levels do can wait"
    assert "strong computer" not in first.body
    assert "strong computer" in whole.body
    assert whole.body.splitlines()[-1].startswith(accuracy)
    assert len(first.body) < 0.4 * len(whole.body)
    heard = first_screen(RenderContext(words("en"), WORDS_ONLY), found, 0, ("Ana", "Ben"), ana).body
    (others,) = (line for line in heard.splitlines() if line.startswith("Other large changes: "))
    assert len(re.findall(r"turn \d+ from \S+ to \S+", others)) == 3
    assert re.findall(r"turn \d+", lines[4])[0] + " from" not in others, "nothing is told twice"
    of_ben = first_screen(ENGLISH, found, 1, ("Ana", "Ben"), ana)
    assert of_ben.body.startswith(f"{mention(found.table.players[1])}\n**Accuracy ")
    perfect = replace(found, review=replace(found.review, seats=(replace(seats[0], mistakes=()), seats[1])))
    none = first_screen(ENGLISH, perfect, 0, ("Ana", "Ben"), ana)
    assert "made no sure mistake" in none.body
    assert [button.do for button in none.rows[0]] == ["replay", "review more 0"]


async def test_the_first_screen_tells_by_net_luck_and_net_decisions_what_decided_between_two() -> None:
    for game, players, unit in (("421", 2, "win"), ("cant_stop", 2, "turns"), ("yum_classic", 3, "points")):
        found = await reviewed(game, players, unit)
        net = net_line(ENGLISH, found.table.game, found.review, 0)
        body = first_screen(ENGLISH, found, 0, [""] * players, reader_of(found, 0)).body
        assert bool(net) == (players == 2)
        assert body.split("\n\n")[0].lower().count(net.lower() or "by luck") == (1 if net else 0)


async def test_a_mistake_beyond_doubt_can_be_tried_again_from_the_first_screen() -> None:
    found = await reviewed("yum_original", 1, "points")
    found = replace(found, review=replace(found.review, strength="exact"))
    buttons = first_screen(ENGLISH, found, 0, [""], reader_of(found, 0)).rows[0]
    worst = costliest(found, 0)[0].move
    assert [button.do for button in buttons] == [f"review at 0 {worst}", f"review try {worst}", "review more 0"]
    assert len(first_screen(ENGLISH, found, 0, [""], 5).rows[0]) == 2, "nobody tries what another did"
    taken_over = replace(found, table=replace(found.table, originals=(999,)))
    buttons = first_screen(ENGLISH, taken_over, 0, [""], reader_of(found, 0)).rows[0]
    assert len(buttons) == 2, "nobody knows who of two made the mistake"
    skipped = replace(found, table=replace(found.table, played_for=(0,)))
    assert len(first_screen(ENGLISH, skipped, 0, [""], reader_of(found, 0)).rows[0]) == 2, "it may be the clock's"


async def test_what_another_or_the_clock_may_have_decided_is_said_to_be_perhaps_not_the_players() -> None:
    found = await reviewed("yum_original", 2, "points")
    reader, other = found.table.players
    note = f"-# Some of these decisions may not be <@{reader}>'s own: somebody else, a computer or the clock was at"
    for table, said in (
        (found.table, False),
        (replace(found.table, played_for=(1,)), False),
        (replace(found.table, played_for=(0,)), True),
        (replace(found.table, originals=(999, other)), True),
    ):
        for screen in (first_screen, review_screen):
            told = screen(ENGLISH, replace(found, table=table), 0, ["", ""], reader_of(found, 0))
            assert (note in told.body) == said


@pytest.mark.parametrize(("players", "unit", "offered"), [(2, "win", True), (3, "turns", False)])
async def test_nobody_is_offered_to_try_again_what_no_exercise_is_made_of(
    players: int, unit: str, *, offered: bool
) -> None:
    """5000 among three is reviewed by turns, and who thinks of a position counts chances to win."""
    found = await reviewed("5000", players, unit)
    found = replace(found, review=replace(found.review, strength="exact"))
    screen = first_screen(ENGLISH, found, 0, [""] * players, reader_of(found, 0))
    assert any(getattr(part, "do", "").startswith("review try") for row in screen.rows for part in row) == offered


async def test_only_who_never_errs_is_told_100_percent() -> None:
    assert accuracy_words(ENGLISH, played(0.001, 0.0, (0.06,), made=500), 0.05) == "Accuracy 99%"
    assert accuracy_words(ENGLISH, played(0.0, 0.0), 0.05) == "Accuracy 100%"
    assert accuracy_words(ENGLISH, played(0.0, 0.0, made=0), 0.05) == "", "nobody had a choice"


async def test_nothing_within_the_noise_is_called_a_mistake() -> None:
    """A net's values are off by some points: what costs less is none of its mistakes, however many there are."""
    found = await reviewed("yum_plus", 2, "points")
    noise = noise_of(found.table.game, found.review)
    assert noise > 0.5
    doubtful = played(20 * 0.9 * noise, 0.0, (0.9 * noise,) * 20)
    found = replace(found, review=GameReview("points", "net", (doubtful, doubtful)))
    body = review_screen(ENGLISH, found, 0, ("Ana", "Ben"), reader_of(found, 0)).body
    assert "**Accuracy 100%**" in body
    assert "no mistake worth the name" in body
    assert "made no sure mistake" in body
    assert "Better: " not in body


async def test_between_two_even_luck_leaves_net_decisions() -> None:
    found = await reviewed("421", 2, "win")
    ana = replace(played(0.451, -0.234, (0.451,)), start=0.479, score=1.0)
    ben = replace(played(0.866, -0.340, (0.866,)), start=0.521)
    assert even_chance(replace(found, review=GameReview("win", "exact", (ana, ben))), 0) == pytest.approx(0.894)
    worse = replace(ben, lost=1.2)
    assert even_chance(replace(found, review=GameReview("win", "exact", (ana, worse))), 0) == 1.0


async def test_decisions_that_cost_more_than_there_was_to_lose_are_told_in_words_and_not_as_one_of_a_hundred() -> None:
    """Luck kept that game open to its end: its sum is no chance to win."""
    found = await reviewed("421", 2, "win")
    ana = replace(played(0.883, 0.443, (0.883,)), start=0.44, score=0.0)
    ben = replace(played(0.0, -0.443, (0.1,)), start=0.56, score=1.0)
    lost = replace(found, review=GameReview("win", "exact", (ana, ben)))
    seldom, always = ("With even luck, decisions like these " + end for end in ("seldom win.", "nearly always win."))
    assert [even_line(ENGLISH, lost, seat, own=True) for seat in (0, 1)] == [seldom, always]
    close = replace(found, review=GameReview("win", "exact", (replace(ana, lost=0.3), ben)))
    assert "% of cases" in even_line(ENGLISH, close, 0, own=True)


async def test_even_luck_is_exact_where_all_scores_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a sheet of three boxes every final score is known with its chance: with even luck, all of them may come."""
    game = SMALL[0]
    sheet = compiled(game)
    evaluator = ExactSheet(sheet, solve(sheet))
    points, weights = course_of(evaluator).scores((None,) * sheet.boxes, 10**7)
    start = evaluator.advise(game.new(1)).value
    assert weights.sum() == pytest.approx(1)
    assert float(points @ weights) == pytest.approx(start, abs=1e-6)
    many = 2_000
    order = np.argsort(points)
    rows = points[order][np.searchsorted(np.cumsum(weights[order]), (np.arange(many) + 0.5) / many)] - start
    turns = len(game.layout.boxes)
    monkeypatch.setattr("bot.mind.chances.strays", lambda key: [[0.0], *[rows.tolist()] * turns])
    found = await reviewed("yum_classic", 2, "points")
    for lost, theirs in ((0.0, 0.0), (0.0, 5.3), (7.7, 2.2)):
        seats = replace(played(lost, 0.0), start=start), replace(played(theirs, 0.0), start=start)
        ahead = points[:, None] - lost - (points[None, :] - theirs)
        exact = float(weights @ ((ahead > 1e-9) + (abs(ahead) <= 1e-9) / 2) @ weights)
        told = even_chance(replace(found, review=GameReview("points", "exact", seats)), 0)
        assert told == pytest.approx(exact, abs=0.01)


async def test_chances_know_that_a_computer_is_weaker() -> None:
    found = await reviewed("yum_classic", 2, "points")
    strong = played(0.0, 0.0, made=37)
    found = replace(found, review=GameReview("points", "exact", (strong, strong)))
    players = Computer(1, Level.CHAMPION), Computer(2, Level.BEGINNER)
    mixed = await with_chances(replace(found, table=replace(found.table, players=players)))
    assert mixed.chances[0] is not None
    assert mixed.chances[0][0] == pytest.approx(0.83, abs=0.03), "the champion's part of games with a beginner"
    equal = await with_chances(found)
    assert equal.chances[0] is not None
    assert equal.chances[0][0] == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("players", "told"),
    [
        ((Computer(1, Level.CHAMPION), Computer(2, Level.BEGINNER)), 0.82),
        ((Computer(1, Level.CHAMPION), 7), 0.67),
        ((7, 8), 0.5),
    ],
)
async def test_chances_know_the_level_of_a_computer_where_nobody_has_measured_what_levels_lose(
    players: tuple[Any, Any], told: float
) -> None:
    """In Yamslam a person counts as a regular player, and two of them as equals."""
    even = SeatSummary(0.5, 0.0, 0.0, 0.0, 1.0, {}, (), ())
    table = replace(table_of(make("yamslam", {}), users(2)), players=players)
    begins = chances(table, GameReview("win", "net", (even, even)), {0: 0.5, 1: 0.5}, {})
    assert begins[0] == pytest.approx(told, abs=0.01)
    assert sum(begins.values()) == pytest.approx(1)


async def test_chances_know_in_421_who_has_still_to_throw() -> None:
    """A beginner has lost more before a turn of their own than after it."""
    game = make("421", {})
    even = SeatSummary(0.5, 0.0, 0.0, 0.0, 1.0, {}, (), ())
    begun = replace(table_of(game, users(2)), players=(Computer(1, Level.BEGINNER), Computer(2, Level.CHAMPION)))
    stood = replace(game.new(2), hands=((6, 5, 5), ()), turn=Seat(1), limit=1, stood=Seat(0))

    def beginner(state: Any) -> float:
        told = chances(replace(begun, state=state), GameReview("win", "exact", (even, even)), {0: 0.5, 1: 0.5}, {})
        assert sum(told.values()) == pytest.approx(1)
        return told[0]

    assert beginner(game.new(2)) + 0.01 < beginner(stood) < 0.3


async def test_few_decisions_of_one_game_decide_little_before_it_begins() -> None:
    """In a game of luck nobody has lost before the first throw; many decisions tell more than a few."""
    found = await reviewed("421", 2, "win")

    async def start(lost: tuple[float, float], made: int) -> float:
        seats = (replace(played(one, 0.0, made=made), start=0.5) for one in lost)
        told = (await with_chances(replace(found, review=GameReview("win", "exact", tuple(seats))))).chances[0]
        assert told is not None
        return told[0]

    few, many = await start((0.9, 0.25), 14), await start((9.0, 2.5), 140)
    assert 0.1 < few < 0.3
    assert many < few - 0.05
    assert await start((0.9, 0.9), 14) == pytest.approx(0.5, abs=0.02)  # To begin helps weak players a little less.
    said = review_screen(ENGLISH, await with_chances(found), 0, ("Ana", "Ben"), reader_of(found, 0)).body
    assert "Given how each played, the chance to win went from " in said, "who played better begins ahead"
    house = await with_chances(await reviewed("421", 2, "win", {"tokens": 11}))
    assert "Given how each played" not in review_screen(ENGLISH, house, 0, ("Ana", "Ben"), reader_of(house, 0)).body


async def test_a_followed_sheet_strays_as_much_as_its_player_is_likely_to_lose() -> None:
    """Both are as good on average; a few dear decisions of one are no handicap of the whole size."""
    found = await reviewed("yum_classic", 2, "points")
    rows = {13: (-140.0, -40.0, 60.0)}
    seats = tuple(replace(played(lost, 0.0, made=37), strays=rows) for lost in (60.0, 20.0))
    left = {0: 13.0, 1: 13.0}
    told = chances(found.table, GameReview("points", "exact", seats), {0: 254.6, 1: 254.6}, left)
    equal = (replace(seats[0], lost=20.0), seats[1])
    assert told[0] != pytest.approx(0.5)
    assert chances(found.table, GameReview("points", "exact", equal), {0: 254.6, 1: 254.6}, left)[0] == pytest.approx(
        0.5
    )


async def test_chances_know_how_much_ground_a_weak_computer_loses_from_there() -> None:
    """At 5000, the edge of a regular player over a beginner is another one at each pair of totals."""
    found = await reviewed("5000", 2, "win")
    even = SeatSummary(0.5, 0.0, 0.0, 0.0, 1.0, {}, (), ())
    players = Computer(1, Level.REGULAR), Computer(1, Level.BEGINNER)
    table = replace(found.table, players=players)
    found = await with_chances(replace(found, table=table, review=GameReview("win", "exact", (even, even))))
    sheet, (regular, beginner) = found.sheets[0], found.chances
    assert sheet is not None
    assert regular is not None
    assert beginner is not None
    assert regular[0] == pytest.approx(0.65, abs=0.02), "the regular player's part of games with a beginner"
    assert regular[0] + beginner[0] == pytest.approx(1)
    assert len(set(regular[:-1])) > 5
    begins = [0, *turn_ends(sheet.replay, 0)[:-1]]
    for begin, told in zip(begins, regular, strict=False):
        at = sheet.replay.at(table, begin).table
        assert chances(at, found.review, {0: 0.5, 1: 0.5}, {})[0] == told


async def test_turning_points_lead_into_the_replay() -> None:
    found = await with_chances(await reviewed("yum_classic", 2, "points"))
    rows = review_screen(ENGLISH, found, 1, ("Ana", "Ben"), reader_of(found, 1)).rows
    (menu,) = (one for row in rows for one in row if isinstance(one, Menu) and one.do == "moments")
    entries = found.sheets[1].replay.entries  # type: ignore[union-attr]
    assert 1 <= len(menu.choices) <= 5
    for choice in menu.choices:
        word, at, seat, move = choice.do.split()
        assert (word, at, seat) == ("review", "at", "1")
        assert (entries[int(move)].seat, entries[int(move)].do) == (1, "roll"), "a turn begins there"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_review_says_what_its_numbers_mean(language: str) -> None:
    for key, unit in (("yum_plus", "points"), ("421", "win"), ("cant_stop", "turns")):
        found = await with_chances(await reviewed(key, 2, unit))
        screen = meaning_screen(RenderContext(words(language), PLAIN_GLYPHS), found)
        assert problems(render(screen, PLAIN_GLYPHS, found.table.code, found.table.step)) == []
