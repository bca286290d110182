"""The puzzles that come with the bot: one best answer each, by exact values, and a natural one that costs 2 to 15."""

from __future__ import annotations

import math
import random
from collections import Counter
from datetime import date
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import cast

import pytest
from msgspec.structs import replace

from bot.engine.dice import FairDice
from bot.engine.gate import legal, play
from bot.engine.types import text
from bot.games.yum.mind.compiled import compiled
from bot.games.yum.mind.exact import CompiledColumns, LastTurns, NetSheet
from bot.mind.net import SheetNet
from bot.tables.puzzles import FILE, Puzzle, PuzzleAnswer, game_of, shipped

SCRIPTS = Path(__file__).parents[3] / "scripts" / "mind"
FEW = 12
LATE = 3
"""Open boxes."""
BIG = ("yum_plus", "maxi_yum")
"""Sheets whose exact values are a table of gigabytes."""
SHORT = "yum_deluxe"
"""A sheet that is worked out in some seconds."""


def every() -> list[Puzzle]:
    """Those of days, which are the archive once they are over, and the others."""
    return [*shipped().days, *shipped().more]


def of_sheets() -> list[Puzzle]:
    return [one for one in every() if one.unit == "points"]


def between_two() -> list[Puzzle]:
    return [one for one in every() if one.unit == "win"]


def test_there_are_enough_puzzles_and_none_comes_twice() -> None:
    assert min(len(shipped().days), len(shipped().more)) >= 500
    assert len({one.id for one in every()}) == len(every())
    assert FILE.stat().st_size <= 100_000


def test_puzzles_are_of_many_sheets_throws_and_sorts_of_answers() -> None:
    for some in (shipped().days, shipped().more):
        assert len({one.game for one in some}) >= 10
        assert {one.position["throws"] for one in some if one.unit == "points"} == {1, 2, 3}
        words = {(one.answers[one.best].do.split()[0], one.answers[one.natural].do.split()[0]) for one in some}
        assert {("keep", "keep"), ("mark", "mark"), ("keep", "mark")} <= words


def test_every_puzzle_has_one_best_answer_and_the_natural_one_costs_2_to_15_points() -> None:
    for one in of_sheets():
        values = sorted(answer.value for answer in one.answers)
        assert 3 <= len(values) <= 5, one.id
        assert min(b - a for a, b in pairwise(values)) > 0.1, one.id
        assert 2 <= one.lost(one.natural) <= 15, one.id


def test_every_answer_is_legal_where_the_puzzle_begins(seed: str) -> None:
    for one in random.Random(seed).sample(every(), 60):
        game = game_of(one.game)
        assert {answer.do for answer in one.answers} <= set(legal(game, one.state(game))), one.id


def test_no_answer_strikes_a_box_that_could_score() -> None:
    """To write 0 where 1 may stand tempts nobody: such an answer only shows that the rules are not understood."""
    for one in of_sheets():
        allowed = legal(game_of(one.game), one.state(game_of(one.game)))
        struck = [answer.do.removeprefix("strike ") for answer in one.answers if answer.do.startswith("strike ")]
        assert [box for box in struck if f"mark {box}" in allowed] == [], one.id


def test_every_puzzle_between_two_is_right_by_exact_chances_to_win_and_no_answer_is_dominated(
    monkeypatch: pytest.MonkeyPatch, worked_out: Path, seed: str
) -> None:
    """Each of Yamslam takes a second, so only some are worked out here: another test does all."""
    monkeypatch.syspath_prepend(SCRIPTS)
    duels = import_module("puzzling.duels")
    looks = {key: duels.judges(key, worked_out) for key in duels.GAMES}
    assert Counter(one.game for one in between_two()) == dict.fromkeys(duels.GAMES, duels.OF_DAYS + duels.OF_MORE)
    slow = [one for one in between_two() if one.game == "yamslam"]
    some = [one for one in between_two() if one not in slow] + random.Random(seed).sample(slow, 2)
    assert {one.id: duels.faults(looks[one.game], one) for one in some} == {one.id: [] for one in some}
    one = next(one for one in some if one.game == "5000")
    lowered = tuple(
        replace(answer, value=answer.value - 0.4 * (place == one.best)) for place, answer in enumerate(one.answers)
    )
    assert "another action is the best" in duels.faults(looks["5000"], replace(one, answers=lowered))
    shown = next(one for one in some if one.game == "yamslam")
    unsaid = tuple(replace(answer, why=()) for answer in shown.answers)
    assert "a reason is wrong" in duels.faults(looks["yamslam"], replace(shown, answers=unsaid))
    position = next(
        one
        for one in some
        if one.answers[one.best].do == "bank 1 5" or "bank 1 5" in legal(game_of("5000"), one.state(game_of("5000")))
    )
    assert duels.dominated(game_of("5000"), position.state(game_of("5000")), "bank 5")


SURE = math.log(2e6)


@pytest.mark.long(120)
def test_every_puzzle_of_yamslam_is_right(monkeypatch: pytest.MonkeyPatch, worked_out: Path) -> None:
    monkeypatch.syspath_prepend(SCRIPTS)
    duels = import_module("puzzling.duels")
    look, some = duels.judges("yamslam", worked_out), [one for one in between_two() if one.game == "yamslam"]
    assert {one.id: duels.faults(look, one) for one in some} == {one.id: [] for one in some}


def test_the_chances_of_the_last_chips_of_yamslam_come_true(monkeypatch: pytest.MonkeyPatch, seed: str) -> None:
    """Played on by them, so many games are won as they say; only the game's own rules and dice count here."""
    monkeypatch.syspath_prepend(SCRIPTS)
    game, exact = game_of("yamslam"), import_module("puzzling.racks").LastChips(game_of("yamslam"))
    one = random.Random(seed).choice([one for one in between_two() if one.game == "yamslam"])
    dice, many = FairDice(seed.encode().ljust(32, b"-")[:32], "last chips"), 300
    for answer in one.answers[one.best], one.answers[one.natural]:
        won = 0.0
        for _ in range(many):
            state, do = one.state(game), answer.do
            own = state.turn
            while state.turn is not None:
                state = play(game, state, state.turn, do, dice).state
                do = text(exact.advise(state).actions[0][0]) if state.turn is not None else ""
            first = game.outcome(state).ranks[0]
            won += (own in first) / len(first)
        # Bernstein's bound, beyond which one in a million lies: a few standard errors would be too few near 0 and 1.
        spread = many * answer.value * (1 - answer.value)
        bound = (2 * spread * SURE) ** 0.5 + 2 / 3 * SURE
        assert abs(won - many * answer.value) < bound, one.id


def test_no_day_asks_for_the_sacrifice_of_many_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer that is right every tenth day needs no look at the position: 0 for equal dice, or one die in ones."""
    monkeypatch.syspath_prepend(SCRIPTS)
    sacrifice = import_module("puzzling.duels").sacrifice
    boxes = Counter(map(sacrifice, shipped().days))
    del boxes[""]
    assert sum(boxes.values()) >= 10, "now and then there is one"
    assert max(boxes.values()) <= 12
    few = [face for one in shipped().days for face in UPPER if _gives_up(one, face)]
    assert max(Counter(few).values()) <= 12


UPPER = {1: "ones", 2: "twos", 3: "threes", 4: "fours", 5: "fives", 6: "sixes"}


def _gives_up(one: Puzzle, face: int) -> bool:
    """Whether the best answer writes an upper box with so few dice that the bonus goes away."""
    return one.answers[one.best].do == f"mark {UPPER[face]}" and one.position["dice"].count(face) < 3


def test_surplus_sacrifices_go_but_no_day_that_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """What many days give up: of twenty Yums that are struck, twelve stay, and each of a day that somebody played."""
    monkeypatch.syspath_prepend(SCRIPTS)
    duels, presents = import_module("puzzling.duels"), import_module("puzzling.presents")
    struck = [one for one in shipped().more if duels.sacrifice(one) == "yum"][:20]
    assert len(duels.surplus(struck)) == 8
    assert duels.surplus(struck, range(20)) == []
    assert not {0, 1, 2, 3} & set(duels.surplus(struck, range(4)))
    assert len(duels.surplus(struck, range(4))) == 8
    played = presents.played(len(shipped().days), date(2026, 11, 30))
    assert {days_since_1970(day) % 510 for day in (date(2026, 11, 25), date(2026, 12, 13))} <= played
    assert days_since_1970(date(2026, 11, 24)) % 510 not in played


def days_since_1970(day: date) -> int:
    return (day - date(1970, 1, 1)).days


def test_days_that_were_played_keep_their_puzzle() -> None:
    """From the first release with puzzles on, the archive shows what people solved on their day."""
    first = days_since_1970(date(2026, 11, 25)) % 510
    assert [one.id for one in shipped().days[first : first + len(PLAYED)]] == PLAYED


PLAYED = [
    "5fdd0615",
    "97cfbc59",
    "3625391d",
    "9e294e7c",
    "e400438e",
    "6b9239b5",
    "c35eb689",
    "40ec4ad4",
    "a8062b16",
    "d783adcf",
    "dcc09bfc",
    "82cfcf4e",
    "152afa19",
    "c1a79578",
    "e2c39a1b",
    "01f902d1",
    "8f139714",
    "1446fea3",
    "693a8c38",
]


def test_no_day_is_a_present(monkeypatch: pytest.MonkeyPatch, worked_out: Path, seed: str) -> None:
    """The best box is not the one with the most points by far, and between two, not what simple players do anyway."""
    monkeypatch.syspath_prepend(SCRIPTS)
    present = import_module("puzzling.presents").present
    some = random.Random(seed).sample(shipped().days, 60)
    assert [one.id for one in some if present(one, worked_out)] == []
    box = next(one for one in shipped().more if one.game == SHORT and one.position["throws"] == 3)
    fives = {"dice": [1, 5, 5, 5, 5], "throws": 3}
    answers = tuple(PuzzleAnswer(do, value) for do, value in (("mark fives", 9.0), ("mark ones", 5.0)))
    assert present(replace(box, position=fives, answers=answers, natural=1), worked_out)
    turned = tuple(replace(answer, value=-answer.value) for answer in answers)
    assert not present(replace(box, position=fives, answers=turned, natural=0), worked_out)


def test_the_best_answer_is_not_always_at_the_same_place() -> None:
    places = [one.best for one in every() if len(one.answers) == 4]
    assert all(places.count(place) > len(places) / 8 for place in range(4))


def test_late_puzzles_are_worth_what_working_them_out_says(seed: str) -> None:
    late = [one for one in every() if one.game == SHORT and _open(one) <= LATE]
    sheet, no_net = compiled(game_of(SHORT)), cast(SheetNet, None)
    evaluator = NetSheet(CompiledColumns(sheet, (1,)), no_net, LastTurns(sheet, LATE - 1))
    for one in random.Random(seed).sample(late, 2):
        advice = evaluator.advise(one.state(game_of(SHORT)))
        values = {text(action): value for action, value in advice.actions}
        assert one.answers[one.best].do == text(advice.actions[0][0]), one.id
        for answer in one.answers:
            assert answer.value == pytest.approx(values[answer.do], abs=0.01), (one.id, answer.do)


def _open(one: Puzzle) -> int:
    (column,) = one.state(game_of(one.game)).sheets[0]
    return sum(cell is None for cell in column)


def test_the_rules_are_those_of_the_puzzles() -> None:
    """Else run ``scripts/mind/puzzles.py draw``."""
    for key in ("yum_classic", SHORT):
        assert compiled(game_of(key)).digest == shipped().rules[key].digest


@pytest.mark.long(60)
@pytest.mark.parametrize("key", sorted({one.game for one in of_sheets()} - set(BIG)))
def test_every_puzzle_of_a_sheet_that_is_worked_out_is_right(
    monkeypatch: pytest.MonkeyPatch, worked_out: Path, key: str
) -> None:
    """``scripts/mind/puzzles.py check`` does the same for the big sheets, once certify.py has left their tables."""
    monkeypatch.syspath_prepend(SCRIPTS)
    script = import_module("puzzles")
    look = script.judges(key, worked_out)
    some = [one for one in every() if one.game == key]
    assert len(some) > 60
    assert {one.id: script.faults(look, one) for one in some} == {one.id: [] for one in some}


@pytest.mark.long
def test_the_script_finds_what_is_wrong_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, seed: str
) -> None:
    monkeypatch.syspath_prepend(SCRIPTS)
    script = import_module("puzzles")
    look = script.judges(SHORT, tmp_path)
    some = random.Random(seed).sample([one for one in every() if one.game == SHORT], FEW)
    assert {one.id: script.faults(look, one) for one in some} == {one.id: [] for one in some}
    one = some[0]
    turned = (replace(one.answers[0], value=one.answers[0].value + 0.1), *one.answers[1:])
    assert "a number is wrong" in script.faults(look, replace(one, answers=turned))
    struck = {"mark ones": 5.0, "strike ones": 3.0, "strike twos": 2.0, "mark twos": 1.0, "keep 1": 0.5}
    assert [do for do in struck if script.dominated(struck, do)] == ["strike ones"]
    last = next(one for one in every() if one.game == SHORT and one.position["throws"] == 3)
    strike = next(do for do in legal(look.game, last.state(look.game)) if do.startswith("strike "))
    place = next(place for place in range(3) if place not in (last.best, last.natural))
    answers = tuple(replace(answer, do=strike) if at == place else answer for at, answer in enumerate(last.answers))
    assert "an answer strikes a box that could score" in script.faults(look, replace(last, answers=answers))
    best = one.answers[one.best]
    lowered = tuple(replace(answer, value=answer.value - 30 * (answer == best)) for answer in one.answers)
    assert "another action is the best" in script.faults(look, replace(one, answers=lowered))
