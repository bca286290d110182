"""The headline of a result: one sentence about how the game went, and never one that the record refutes."""

from __future__ import annotations

import random
import re
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from bot.engine import Level, Outcome, Seat
from bot.engine.game import ranking
from bot.engine.gate import JournalEntry, replay_entry
from bot.games import CATALOGUE, make
from bot.games.yum.scoring.boxes import Cell
from bot.locales import words
from bot.screens.kit import PLAIN_GLYPHS, RenderContext, mention
from bot.screens.kit.faces import one_score
from bot.screens.kit.values import WORDS_ONLY
from bot.screens.table.result import (
    ResultView,
    _further_lines,
    _throw_lines,
    headline,
    kind_word,
    rare_lines,
    result_screen,
)
from bot.tables.model.table import Computer, Status, Table
from bot.tables.records.profiles import BestGame, Feat
from bot.tables.records.reviews import ReviewStory
from bot.tables.storage.results import Course, TurnScores, collect_stats
from tests.boards import begun, put
from tests.factories import table_of, users

ANN, BEN, CHLOE, DAN = users(4)
DESK = RenderContext(words("en"), PLAIN_GLYPHS)


def told(table: Table, scores: tuple[int, ...], *turns: tuple[int, ...], language: str = "en") -> str:
    """The headline of a game whose players had these points after these turns, one after the other."""
    seats = len(table.players)
    course = tuple(TurnScores(Seat(number % seats), turn) for number, turn in enumerate(turns))
    outcome = Outcome(ranking(scores, table.gone), scores)
    lines = headline(RenderContext(words(language), PLAIN_GLYPHS), table, outcome, ResultView(course=course))
    assert len(lines) < 2
    return lines[0].strip("★* ") if lines else ""


def two(game: str = "yum_plus", **about: Any) -> Table:
    return table_of(make(game, {}), (ANN, BEN), **about)


def test_who_led_all_along_never_came_back() -> None:
    said = told(two(), (300, 200), (40, 0), (40, 10), (90, 10), (90, 60), (300, 60), (300, 200))
    assert said == f"<@{ANN}> led from the first turn on."


def test_one_turn_behind_is_enough_not_to_have_led_all_along() -> None:
    said = told(two(), (300, 200), (40, 0), (40, 50), (90, 50), (90, 60), (300, 60), (300, 200))
    assert said == "Won by 100 points."


def test_who_was_far_behind_came_back_by_the_best_turn_after_that() -> None:
    said = told(
        two(), (200, 300), (40, 0), (40, 40), (140, 40), (140, 45), (200, 45), (200, 130), (200, 130), (200, 300)
    )
    assert said == f"<@{BEN}> was 70 points behind before the last turn!", "no later than that counts"
    said = told(
        two(), (200, 300), (90, 0), (90, 80), (180, 80), (180, 165), (190, 165), (190, 280), (200, 280), (200, 300)
    )
    assert said == f"<@{BEN}> was 100 points behind, then came 115 points in one turn!"


def test_the_first_turns_put_nobody_behind() -> None:
    """The first player is ahead until the second one has thrown at all."""
    said = told(two(), (155, 300), (100, 0), (100, 101), (150, 101), (150, 160), (155, 160), (155, 300))
    assert said == "Won by 145 points."


def test_a_game_decided_by_its_last_turn_says_so_even_by_a_point() -> None:
    assert told(two(), (300, 301), (1, 0), (1, 1), (300, 1), (300, 301)) == (
        f"<@{BEN}> was 299 points behind before the last turn!"
    )
    assert told(two(), (300, 301), (1, 0), (1, 250), (300, 250), (300, 301)) == (
        f"<@{BEN}> was 50 points behind before the last turn!"
    )


@pytest.mark.parametrize(
    ("game", "scores", "line"),
    [
        ("yum_plus", (300, 294), "Photo finish: 6 points apart!"),
        ("yum_plus", (300, 299), "Photo finish: 1 point apart!"),
        ("yum_plus", (300, 293), "Won by 7 points."),
        ("yum_plus", (300, 300), "300 points each: nothing parts them."),
        ("cant_stop", (3, 2), "Won by 1 column."),
        ("421", (0, -11), "Won by 11 tokens."),
        ("421", (0, 0), ""),
    ],
)
def test_without_a_course_the_headline_is_how_narrow_it_was(game: str, scores: tuple[int, int], line: str) -> None:
    assert told(two(game), scores) == line


def test_nobody_comes_back_against_somebody_who_left() -> None:
    table = table_of(make("yum_plus", {}), (ANN, BEN, CHLOE), gone=(Seat(2),))
    turns = (10, 0, 0), (10, 5, 0), (10, 5, 250), (60, 5, 250), (60, 50, 250), (60, 50, 250), (260, 50, 250)
    assert told(table, (260, 200, 250), *turns, (260, 200, 250)) == f"<@{ANN}> led from the first turn on."
    alone = table_of(make("yum_plus", {}), (ANN, BEN), gone=(Seat(1),))
    assert told(alone, (10, 200), (10, 0), (10, 200)) == ""


def test_partners_come_back_together() -> None:
    table = table_of(make("5000", {"teams": True}), (ANN, BEN, CHLOE, DAN))
    turns = (0, 0, 0, 0), (0, 900, 0, 900), (0, 900, 0, 900), (0, 2000, 0, 2000), (500, 2000, 500, 2000)
    later = (500, 2000, 500, 2000), (3500, 2000, 3500, 2000), (3500, 2000, 3500, 2000), (5000, 2000, 5000, 2000)
    said = told(table, (5000, 2000, 5000, 2000), *turns, *later)
    assert said.endswith(" was 2,000 points behind, then came 3,000 points in one turn!")
    assert "<@" not in said


def test_fewer_turns_so_far_are_no_lead_in_a_race() -> None:
    table = two("cant_stop_race", state=make("cant_stop_race", {}).new(1))
    said = told(table, (-9, -10), (-1, 0), (-1, -1), (-8, -1), (-8, -2), (-9, -2), (-9, -10))
    assert said == "Won by 1 turn."


def rare(
    table: Table, *turns: tuple[int, ...], counts: tuple[dict[str, int], ...] = (), language: str = "en"
) -> list[str]:
    """What was rare in a game whose players had these points after these turns, and threw these Yums."""
    course = tuple(TurnScores(Seat(number % len(table.players)), turn) for number, turn in enumerate(turns))
    context = RenderContext(words(language), PLAIN_GLYPHS)
    return rare_lines(context, table, ResultView(course=course, counts=counts))


def test_a_turn_far_above_all_others_is_told_whoever_made_it() -> None:
    turns = (100, 0), (100, 20), (190, 20), (190, 175), (285, 175), (285, 200)
    assert rare(two(), *turns) == [f"One turn brought <@{BEN}> 155 points!"]
    assert told(two(), (285, 200), *turns) == f"One turn brought <@{BEN}> 155 points!", "and Ann has won"
    assert kind(two(), (285, 200), *turns) == "", "nothing is told twice"
    assert rare(two(), (60, 0), (60, 90), (130, 90), (130, 100)) == [], "90 points are not far above 70"
    assert rare(two(), (60, 0), (60, 140), (200, 140), (200, 150)) == [], "Ann had one like it"
    assert rare(two(), (20, 0), (20, 90)) == [], "everybody has had one turn"
    gone = table_of(make("yum_plus", {}), (ANN, BEN), gone=(Seat(1),))
    assert rare(gone, *turns) == [], "it is of nobody who left"


def test_a_turn_far_above_all_others_is_told_by_the_name_of_its_throw() -> None:
    fifty = table_of(make("yum_classic", {}), (ANN,), status=Status.FINISHED)
    fifty = put(fifty, turn=None, sheets=((tuple(Cell(50, 50) for _ in fifty.state.sheets[0][0]),),))
    assert rare(fifty, (10,), (60,), (90,)) == [f"Yum for <@{ANN}>: 50 points!"]
    assert rare(fifty, (10,), (60,), (90,), language="fr") == [f"Yum pour <@{ANN}>\N{NO-BREAK SPACE}: 50 points!"]
    assert rare(fifty, (10,), (85,), (90,)) == [f"Yum for <@{ANN}>: 50 points!"], "the other 25 are a bonus"
    assert rare(fifty, (10,), (160,), (190,)) == [f"One turn brought <@{ANN}> 150 points!"], "that was more than a Yum"
    missed = put(fifty, sheets=((tuple(Cell(0, 0) for _ in fifty.state.sheets[0][0]),),))
    assert rare(missed, (10,), (60,), (90,)) == [f"One turn brought <@{ANN}> 50 points!"]


def test_two_yums_of_anybody_are_told() -> None:
    one, none = {"yums_thrown": 1}, {"throws": 9}
    assert rare(two(), counts=(one, none)) == []
    assert rare(two(), counts=(none, {"yums_thrown": 2})) == [f"Yum, 2 times: <@{BEN}>"]
    assert rare(two(), counts=(one, {"yums_thrown": 2})) == [f"Yum, 3 times: <@{BEN}> 2, <@{ANN}> 1"]
    assert rare(two("yams"), counts=(one, one)) == [f"Yams, 2 times: <@{ANN}> 1, <@{BEN}> 1"], "as the sheet calls it"
    assert rare(two("yamslam"), counts=({"yamslams": 2}, {})) == [f"Yamslam, 2 times: <@{ANN}>"]
    assert rare(two("5000"), counts=({"best": 2}, {})) == []
    assert rare(two(), counts=(one, one), language="fr") == [f"Yum, 2 fois\N{NO-BREAK SPACE}: <@{ANN}> 1, <@{BEN}> 1"]


def test_a_result_tells_once_what_was_rare_in_its_headline_or_below_a_greater_one() -> None:
    outcome, yums = Outcome(ranking((300, 200), ()), (300, 200)), ({"yums_thrown": 2}, {})
    table, said = two(status=Status.FINISHED), f"Yum, 2 times: <@{ANN}>"

    def lines(known: ResultView) -> list[str]:
        (first,) = headline(DESK, table, outcome, known)
        return [first.strip("★* "), *rare_lines(DESK, table, known)]

    assert lines(ResultView(counts=yums)) == [said, said]
    assert lines(ResultView(counts=yums, story=ReviewStory(0.23))) == [f"<@{ANN}> came back from 23%!", said]
    tied = put(table, turn=None)
    assert result_screen(DESK, tied, ResultView(counts=yums)).body.count(said) == 1
    voided = result_screen(DESK, tied, ResultView(counts=yums, voided=True))
    assert voided.content == f"**Voided.** Players: <@{ANN}> and <@{BEN}>."
    assert said not in voided.body.split("\n")[2], "a result that counts nowhere has no headline"
    won = put(tied, sheets=((tuple(Cell(9, 9) for _ in table.state.sheets[0][0]),), table.state.sheets[1]))
    assert result_screen(DESK, won, ResultView(counts=yums)).body.count(said) == 1


THREE = {"yums_thrown": 3}


def filled(table: Table, *uppers: tuple[int, ...]) -> Table:
    """A table of full sheets, over; the upper boxes hold these points, all others 10 each."""
    rest = len(table.state.sheets[0][0]) - 6
    sheets = tuple((tuple(Cell(points, points) for points in (*upper, *(10,) * rest)),) for upper in uppers)
    return put(table, turn=None, sheets=sheets)


POOR, PERFECT = (1, 2, 3, 4, 5, 6), (4, 8, 12, 16, 20, 24)


def shown(table: Table, known: ResultView, context: RenderContext = DESK) -> list[str]:
    """The lines of a result below its title."""
    return result_screen(context, table, known).body.split("\n")[1:]


def test_three_yums_of_one_player_lead_the_result_at_once_in_large_letters() -> None:
    yums = ResultView(counts=(THREE, {"yums_thrown": 1}))
    table = filled(two("yum_classic", status=Status.FINISHED), POOR, (*POOR[:5], 12))
    said = f"Yum, Yum, Yum! <@{ANN}> threw it 3 times."
    assert shown(table, yums)[0] == f"## ★ **{said}**", "and Ben has won"
    back = shown(table, msgspec.structs.replace(yums, story=ReviewStory(0.2)))
    assert back[0] == f"## ★ **{said}**"
    assert f"<@{BEN}> came back from 20%!" in back, "what leads hides no comeback"
    alone = filled(table_of(make("yum_classic", {}), (ANN,), status=Status.FINISHED), POOR)
    assert shown(alone, ResultView(counts=(THREE,)))[0] == f"## ★ **{said}**"
    in_words = RenderContext(words("en"), WORDS_ONLY)
    assert shown(table, yums, in_words)[0] == f"**{said}**"
    assert "3 times" in rare(two(), counts=({"yums_thrown": 2}, {"yums_thrown": 1}))[0]
    assert not any("Yum!" in line for line in rare(two(), counts=({"yums_thrown": 2}, {"yums_thrown": 1})))


def test_a_perfect_upper_part_leads_the_result() -> None:
    table = filled(two("yum_classic", status=Status.FINISHED), PERFECT, POOR)
    assert shown(table, ResultView(names=()))[0] == f"## ★ **A perfect upper section: <@{ANN}>, 84 points!**"
    almost = filled(table, (4, 8, 12, 16, 20, 18), POOR)
    assert "perfect" not in "".join(shown(almost, ResultView(names=())))


def test_a_record_takes_the_headline_and_no_line_is_told_twice() -> None:
    """It is known a moment later: what led before goes down to where the record would have stood."""
    table = filled(two("yum_classic", status=Status.FINISHED), PERFECT, POOR)
    before = shown(table, ResultView(counts=(THREE, {})))
    record = ResultView(counts=(THREE, {}), best=BestGame(Seat(0), 444, Feat.RECORD))
    after = shown(table, record)
    assert after[0] == "## ★ **A server record: 444 points!**"
    yums, upper = f"Yum, Yum, Yum! <@{ANN}> threw it 3 times.", f"A perfect upper section: <@{ANN}>, 84 points!"
    for line in (yums, upper, "A server record: 444 points!"):
        assert "\n".join(after).count(line) == 1
    assert len(after) == len(before) + 1


def test_who_came_back_from_a_slim_chance_did_so_by_the_best_turn_after_falling_furthest_behind() -> None:
    turns = (90, 0), (90, 80), (180, 80), (180, 85), (190, 85), (190, 280), (200, 280), (200, 300)
    course = tuple(TurnScores(Seat(number % 2), turn) for number, turn in enumerate(turns))
    outcome = Outcome(ranking((200, 300), ()), (200, 300))
    known = ResultView(course=course, story=ReviewStory(0.18))
    (line,) = headline(DESK, two(), outcome, known)
    assert line == f"★ **<@{BEN}> came back from 18%: 195 points in one turn!**"


def test_those_who_share_a_victory_read_what_each_has() -> None:
    assert told(two(), (231, 231), (100, 0), (100, 231), (231, 231)) == "231 points each: nothing parts them."
    assert told(two(), (0, 0)) == ""


def test_who_wins_by_the_rule_for_ties_alone_reads_that_the_points_were_equal() -> None:
    def said(game: str, score: int, language: str = "en") -> str:
        outcome = Outcome(((Seat(1),), (Seat(0),)), (score, score))
        lines = headline(RenderContext(words(language), PLAIN_GLYPHS), two(game), outcome, ResultView())
        return "".join(lines).strip("★* ")

    assert said("yum_plus", 231) == "231 points each: only the rule for ties parts them."
    space = "\N{NO-BREAK SPACE}"
    assert said("yum_plus", 231, "fr") == f"231 points chacun{space}: seule la règle des égalités les départage."
    assert said("yum_plus", 0) == said("cant_stop", 3) == ""


@pytest.mark.parametrize("feat", [Feat.BEST_YET, Feat.SO_FAR])
def test_the_best_game_of_somebody_alone_is_the_headline_and_told_once(feat: Feat) -> None:
    alone = filled(table_of(make("yum_classic", {}), (ANN,), status=Status.FINISHED), POOR)
    lines = shown(alone, ResultView(best=BestGame(Seat(0), 91, feat)))
    assert lines[0] == f"★ **<@{ANN}>'s best {'game yet' if feat is Feat.BEST_YET else 'so far'}: 91 points**"
    assert "\n".join(lines).count("best") == 1


def test_an_ordinary_game_alone_has_its_best_turn_as_headline_or_the_one_far_above_all_others() -> None:
    alone = filled(table_of(make("yum_classic", {}), (ANN,), status=Status.FINISHED), POOR)
    course = [TurnScores(Seat(0), (scored,)) for scored in (20, 60, 110, 141)]
    lines = shown(alone, ResultView(course=course))
    assert lines[0] == "★ **Best turn: 50 points**"
    best = ResultView(course=course, best=BestGame(Seat(0), 141, Feat.SO_FAR))
    assert [lines[0], *shown(alone, best)[1:]] == lines, "a best score takes its place, and nothing moves"
    far = [TurnScores(Seat(0), (scored,)) for scored in (20, 60, 160)]
    said = f"One turn brought <@{ANN}> 100 points!"
    assert shown(alone, ResultView(course=far))[0] == f"★ **{said}**"
    assert "\n".join(shown(alone, ResultView(course=far))).count("100 points") == 1
    assert told(alone, (0,), (0,), (0,)) == ""
    assert told(alone, (91,), (50,), (91,), language="fr") == "Meilleur tour\N{NO-BREAK SPACE}: 50 points"


@pytest.mark.parametrize("key", ["cant_stop", "cant_stop_race", "5000_race"])
async def test_where_a_goal_ends_a_game_alone_the_headline_is_how_many_turns_that_took(
    key: str, seed: str, random_game: Any
) -> None:
    game: Any = make(key, {})
    played = random_game(game, 1, seed)
    noted = Course(game, 1)
    await collect_stats(game, 1, played.entries, noted)
    table = table_of(game, (ANN,), state=played.state, status=Status.FINISHED)
    (first, *others) = shown(table, ResultView(course=noted.turns))
    assert re.fullmatch(rf"★ \*\*<@{ANN}> has .* in {len(noted.turns)} turns?\.\*\*", first)
    assert not any(f"{len(noted.turns)} turn" in line.replace("*", "") for line in others), "it is told once"


# -- Sheets of several columns ---------------------------------------------------------------------------------------


def triple(key: str, *sheets: tuple[dict[str, int], ...], options: Any = None) -> tuple[Table, tuple[int, ...]]:
    """Two sheets with these points in the boxes of each column, and what they add up to; the other boxes hold 0."""
    game: Any = make(key, options or {})
    cells = tuple(
        tuple(tuple(Cell(held.get(box.key, 0), held.get(box.key, 0)) for box in game.layout.boxes) for held in sheet)
        for sheet in sheets
    )
    table = put(two(key, status=Status.FINISHED), sheets=cells, turn=None)
    return table, game.scores(table.state)


SIXTY_THREE = {"threes": 9, "fours": 12, "fives": 15, "sixes": 18, "ones": 3, "twos": 6}


def test_a_column_decided_without_which_the_winner_would_be_behind() -> None:
    ann, ben = ({"chance": 10}, {"chance": 10}, {"chance": 28}), ({"chance": 30}, {"chance": 12}, {"chance": 18})
    table, scores = triple("triple_yum", ann, ben)
    assert scores == (114, 108)
    assert told(table, scores) == f"Column ×3 decided: <@{ANN}> was 30 ahead there, 24 behind elsewhere."
    table, scores = triple("triple_yum", ann, ({"chance": 10}, {"chance": 10}, {"chance": 18}))
    assert told(table, scores) == "Won by 30 points.", "she was behind nowhere"
    table, scores = triple("triple_yum", ann, ({"chance": 30}, {}, {"chance": 8}))
    assert told(table, scores) == "Won by 60 points.", "the other columns are level"
    assert "Colonne ×3 a décidé" in told(*triple("triple_yum", ann, ben), language="fr")


def test_a_bonus_decided_that_was_reached_by_a_few_points() -> None:
    one_more = SIXTY_THREE | {"ones": 4}
    for upper, ben, said in (
        (SIXTY_THREE, 220, "Column ×3 decided: 63 points in the upper boxes, 63 were needed."),
        (one_more, 220, "Column ×3 decided: 64 points in the upper boxes, 63 were needed."),
        (SIXTY_THREE | {"ones": 5, "twos": 8}, 220, f"Column ×3 decided: <@{ANN}> was"),
        (one_more, 150, f"Column ×3 decided: <@{ANN}> was"),
    ):
        table, scores = triple("triple_yum", ({}, {}, upper), ({"chance": ben}, {}, {}))
        assert scores[0] > scores[1]
        assert said in told(table, scores)


def test_a_headline_in_french() -> None:
    turns = (90, 0), (90, 80), (180, 80), (180, 165), (190, 165), (190, 280), (200, 280), (200, 300)
    said = told(two(), (200, 300), *turns, language="fr")
    assert said == f"<@{BEN}> avait 100 points de retard, puis 115 points en un tour!"


def refuted_column(said: str, game: Any, state: Any, winner: int, rivals: list[int]) -> str:
    """Why no column decided as a headline says; empty where it did."""
    scores, layout, numbers = game.scores(state), game.layout, list(map(int, re.findall(r"(?<![@\d])\d+", said)))
    rival = max(rivals, key=lambda seat: scores[seat])
    named, *told_numbers = numbers
    place = layout.multipliers.index(named) if layout.multiplied else named - 1
    own, other = (game.totals(state, seat).columns[place] for seat in (winner, rival))
    margin = scores[winner] - scores[rival]
    if "needed" in said:
        upper, needed = told_numbers
        less = (layout.bonus.points(upper) - layout.bonus.points(needed - 1)) * layout.multipliers[place]
        return "" if own.tested == upper >= needed and less > margin else "the bonus changed nothing"
    ahead, behind = told_numbers
    there = own.total - other.total
    return "" if (there, there - margin) == (ahead, behind) and behind > 0 else "the winner needed no such column"


# -- Whole games attack every claim: what was true after each move is worked out here once more, without the code above


def refuted(said: str, winner: int, rivals: list[int], states: list[tuple[int, tuple[int, ...], bool]]) -> str:
    """Why a headline is false; empty where it is true. A state is who moved, everybody's points, and a turn's end."""

    def lead(scores: tuple[int, ...]) -> int:
        return scores[winner] - max(scores[rival] for rival in rivals)

    numbers = [int(number.replace(",", "")) for number in re.findall(r"(?<!@)\b\d[\d,]*(?= )", said)]
    ends = [(seat, scores) for seat, scores, ended in states if ended]
    leads = [lead(scores) for _, scores in ends]
    if "before the last turn" in said:
        return "" if leads[-2] == -numbers[0] else "nobody was so far behind then"
    if " for <@" in said:
        brought = {now[seat] - then[seat] for (_, then), (seat, now) in pairwise([(0, (0,) * len(ends[0][1])), *ends])}
        return "" if max(brought) >= numbers[0] else "no turn brought so much"
    if "behind" in said:
        if -numbers[0] not in leads:
            return "nobody was ever so far behind"
        after = ends[leads.index(-numbers[0]) :]
        gains = {now[winner] - then[winner] for (_, then), (_, now) in pairwise(after)}
        return "" if len(numbers) == 1 or numbers[1] in gains else "no turn brought so much"
    if "led from" in said:
        moved = [seat for seat, _ in ends]
        begun = max(moved.index(seat) for seat in (winner, *rivals))
        return "" if all(value > 0 for value in leads[begun:]) else "somebody else was not behind"
    if "One turn brought" in said:
        before = [tuple(0 for _ in ends[0][1]), *(scores for _, scores in ends)]
        gains = sorted(now[seat] - then[seat] for (seat, now), then in zip(ends, before, strict=False))
        return "" if gains[-1] == numbers[0] and 2 * gains[-1] > 3 * gains[-2] else "another turn was nearly as good"
    if "parts them" in said:
        return "" if leads[-1] == 0 else "their points differ"
    if said:
        return "" if leads[-1] == numbers[0] else "that is not what they won by"
    return ""


@pytest.mark.parametrize("key", sorted(key for key in CATALOGUE if make(key, {}).seats[-1] > 1))
async def test_no_game_refutes_its_headline(key: str, seed: str, random_game: Any) -> None:
    game: Any = make(key, {})
    seats = min(max(2, game.seats[0]), game.seats[-1])
    for number in range(6):
        played = random_game(game, seats, f"{seed} {number}")
        noted = Course(game, seats)
        await collect_stats(game, seats, played.entries, noted)
        course = noted.turns
        outcome = game.outcome(played.state)
        table = table_of(game, users(seats), state=played.state, status=Status.FINISHED)
        lines = headline(DESK, table, outcome, ResultView(course=course))
        states = []
        state = game.new(seats)
        for entry in played.entries:
            state = replay_entry(game, state, entry)
            states.append((entry.seat, game.scores(state), game.turn(state) is None or not state.dice))
        if not lines:
            assert len(outcome.winners) > 1 or len(set(outcome.scores)) == 1, "every other game has its headline"
            continue
        if len(outcome.winners) > 1:
            assert "nothing parts them" in lines[0]
            continue
        winner = outcome.winners[0]
        rivals = [seat for seat in range(seats) if seat not in outcome.winners]
        said = lines[0].strip("★* ")
        if " decided: " in said:
            assert not refuted_column(re.sub("<@.*?>", "", said), game, played.state, winner, rivals), lines
            continue
        assert not refuted(said, winner, rivals, states), (lines, states)
        if min(scores[winner] - max(scores[r] for r in rivals) for _, scores, _ in states) >= 0:
            assert "behind" not in lines[0]


def test_random_courses_refute_no_headline(seed: str) -> None:
    source = random.Random(seed)
    seen = set()
    for _ in range(2000):
        seats = source.choice((2, 3))
        table, scores, turns = table_of(make("yum_plus", {}), users(seats)), [0] * seats, []
        for turn in range(seats * source.randint(1, 6)):
            scores[turn % seats] += source.choice((0, 1, 20, 50, 120))
            turns.append(tuple(scores))
        if not any(scores):
            continue
        said = told(table, tuple(scores), *turns)
        outcome = Outcome(ranking(tuple(scores), ()), tuple(scores))
        states = [(number % seats, turn, True) for number, turn in enumerate(turns)]
        rivals = [seat for seat in range(seats) if seat not in outcome.winners]
        if len(outcome.winners) == 1:
            assert not refuted(said, outcome.winners[0], rivals, states), (said, turns)
            seen.add(re.sub(r"<@\d+>|[\d,]+", "", said))
        else:
            assert said.endswith(" each: nothing parts them.")
    assert len(seen) > 4, "all kinds of headlines were attacked"


@pytest.mark.parametrize(
    ("seats", "lowest", "said"),
    [
        (2, 0.18, "came back from 18%!"),
        (2, 0.25, "came back from 25%!"),
        (2, 0.26, ""),
        (3, 0.16, "came back from 16%!"),
        (3, 0.18, ""),
        (2, 0.004, "came back from <1%!"),
    ],
)
def test_a_slim_chance_to_win_is_the_headline_once_the_review_knows_it(seats: int, lowest: float, said: str) -> None:
    table, scores = table_of(make("yum_plus", {}), users(seats)), (300, 200, 100)[:seats]
    outcome = Outcome(ranking(scores, ()), scores)
    (line,) = headline(DESK, table, outcome, ResultView(story=ReviewStory(lowest)))
    assert line.strip("★* ") == (f"<@{ANN}> {said}" if said else "Won by 100 points.")


def test_the_throws_of_a_review_are_told_as_moves_and_no_decision_is() -> None:
    lucky, unlucky = JournalEntry(Seat(0), "keep 5 5 5 5", ((5,),)), JournalEntry(Seat(1), "roll", ((1, 2, 2, 4, 6),))
    table = two(status=Status.FINISHED)
    said = [
        line.replace("\N{NON-BREAKING HYPHEN}", "-")
        for line in _throw_lines(DESK, table, ReviewStory(None, lucky, unlucky))
    ]
    assert said == [
        f"Luckiest: <@{ANN}> keeps **5-5-5-5** and throws **5**.",
        f"Unluckiest: <@{BEN}> throws **1-2-2-4-6**.",
    ]
    assert _throw_lines(DESK, table, None) == _throw_lines(DESK, table, ReviewStory()) == []


# -- a kind word for the best person who has not won ---------------------------------------------------------------


def kind(table: Table, scores: tuple[int, ...], *turns: tuple[int, ...]) -> str:
    """What the result says of that person."""
    seats = len(table.players)
    course = tuple(TurnScores(Seat(number % seats), turn) for number, turn in enumerate(turns))
    lines = kind_word(DESK, table, Outcome(ranking(scores, table.gone), scores), ResultView(course=course))
    assert len(lines) < 2
    return lines[0] if lines else ""


def test_beside_the_winner_the_best_turn_of_the_game_is_told_and_no_smaller_one() -> None:
    assert kind(two(), (140, 130), (60, 0), (60, 90), (140, 90), (140, 130)) == (
        f"Best turn of all: <@{BEN}>, 90 points"
    )
    equal = kind(two(), (150, 130), (60, 0), (60, 90), (150, 90), (150, 130))
    assert equal == f"Best turn of all: <@{BEN}> and <@{ANN}>, 90 points each", "Ben had it first"
    assert kind(two(), (130, 140), (60, 0), (60, 90), (130, 90), (130, 140)) == (
        f"Best turn of all: <@{BEN}>, 90 points"
    ), "70 of Ann would read like a mistake beside it"


def test_the_turn_that_the_headline_tells_is_told_once() -> None:
    few = (1, 0), (1, 0), (2, 0), (2, 2), (2, 2), (2, 3)
    many = (90, 0), (90, 80), (180, 80), (180, 165), (190, 165), (190, 280), (200, 280), (200, 300)
    for table, turns, best in ((two("cant_stop"), few, "2 columns"), (two(), many, "115 points")):
        course = tuple(TurnScores(Seat(number % 2), turn) for number, turn in enumerate(turns))
        outcome, known = Outcome(ranking(turns[-1], ()), turns[-1]), ResultView(course=course)
        first = headline(DESK, table, outcome, known)
        assert first[0].endswith(f", then came {best} in one turn!**")
        below = [*kind_word(DESK, table, outcome, known), *_further_lines(DESK, table, outcome, known, first)]
        assert not any(best in line for line in below), below


def test_where_points_are_few_it_tells_how_long_they_led() -> None:
    table = two("cant_stop")
    turns = [(1, 0), (1, 0), (1, 0), (1, 1), (1, 1), (1, 2), (1, 2), (1, 3)]
    assert kind(table, (1, 3), *turns) == "", "that was long ago"
    assert kind(table, (2, 3), *turns[:2], (2, 1), (2, 1), (2, 1), (2, 2), (2, 2), (2, 3)) == (
        f"<@{ANN}> led 3 turns before the end."
    )
    tokens = kind(two("421"), (0, -11), (-2, 0), (-2, -1), (-2, -1), (-3, -1), (-3, -1), (0, -11))
    assert tokens == f"<@{BEN}> led 1 turn before the end."


def test_what_they_almost_had_goes_before_turns() -> None:
    near = put(begun("cant_stop", 2), cones=(((7, 12), (8, 3)), ((2, 2), (7, 2))))
    assert kind(near, (1, 3)) == f"<@{near.players[0]}>: one step short of column 7"
    assert kind(near, (3, 1)) == f"<@{near.players[1]}>: one step short of column 2"
    sheet = begun("yum_classic", 2)
    for filled, said in {
        (0, 4, 9, 12, 15, 18): "58 of 63",
        (3, 6, 9, 12, 15, 18): "",
        (1, 4, 6, 12, 15, 18): "",
    }.items():
        cells = (*(Cell(points, points) for points in filled), *sheet.state.sheets[0][0][6:])
        shown = kind(put(sheet, sheets=((cells,), sheet.state.sheets[1])), (100, 200))
        assert shown == (f"<@{sheet.players[0]}> almost had the bonus: {said}" if said else "")


def test_it_is_about_people_who_stayed_and_have_not_won() -> None:
    computer = Computer(1, Level.REGULAR)
    turns = [(40, 0, 0), (40, 50, 0), (40, 50, 60), (90, 50, 60)]
    game = make("yum_plus", {})
    assert kind(table_of(game, (ANN, computer, CHLOE)), (90, 50, 60), *turns).startswith(
        f"Best turn of all: <@{CHLOE}>"
    )
    beside = kind(table_of(game, (ANN, BEN, computer)), (90, 50, 60), *turns)
    assert beside == "Best turn of all: " + mention(computer) + ", 60 points"
    assert kind(table_of(game, (ANN, computer)), (90, 50), (40, 0), (40, 50), (90, 50)) == ""
    left = kind(table_of(game, (ANN, BEN, CHLOE), gone=(Seat(2),)), (90, 50, 60), *turns)
    assert left == f"Best turn of all: <@{BEN}> and <@{ANN}>, 50 points each", "nothing of who left"
    assert kind(table_of(game, (ANN,)), (90,), (90,)) == ""


@pytest.mark.parametrize("key", sorted(key for key in CATALOGUE if one_score(key, {})))
def test_where_none_is_called_the_best_all_who_win_have_one_score(key: str, seed: str, random_game: Any) -> None:
    game: Any = make(key, {})
    ends = [game.outcome(random_game(game, 2, f"{seed} {number}").state) for number in range(4)]
    scores = [outcome.scores[outcome.winners[0]] for outcome in ends]
    further = 2 if key == "cant_stop" else 0  # its last turn may win a column with each of three runners
    assert max(scores) - min(scores) <= further
