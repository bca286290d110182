"""What **Good to know** says of the play holds: each sentence, in every game that tells it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations_with_replacement

import pytest

from bot.engine.dice import UNSTIRRED
from bot.games import CATALOGUE, make
from bot.screens.kit.faces import face_of
from bot.tables.model.table import DiceSeed
from bot.tables.moves.sides import seating
from tests.factories import users
from tests.games.told import test_cant_stop, test_five_thousand
from tests.games.told.scenes import Scene
from tests.games.told.test_ambition import AT_1900, BOTH, NOTHING, SHORT
from tests.games.told.test_four_two_one import POT_41
from tests.games.told.test_yum import Stage, bonuses

EVERY_OPTION = {"power": True}
"""With the Power die a page tells most."""


def the_order_is_drawn(key: str) -> None:
    """Everybody may begin, and nobody throws for it."""
    game, first = make(key, {}), set()
    for number in range(40):
        order, thrown = seating(DiceSeed(bytes([number] * 32), UNSTIRRED), users(3), game, {})
        assert (sorted(order), thrown) == (sorted(users(3)), ())
        first.add(order[0])
    assert first == set(users(3))


def the_best_of_two_dice_begins(key: str) -> None:
    """Everybody throws two dice, then those who tied for the highest sum, until one alone has it."""
    rounds = 0
    for number in range(40):
        _, (began,) = seating(DiceSeed(bytes([number] * 32), UNSTIRRED), users(3), make(key, {}), {})
        throwing = {0, 1, 2}
        for thrown in began.rounds:
            sums = {int(seat): sum(faces) for seat, faces in thrown}
            assert set(sums) == throwing
            assert all(len(faces) == 2 for _, faces in thrown)
            throwing = {seat for seat, points in sums.items() if points == max(sums.values())}
            rounds += 1
        assert throwing == {0}
    assert rounds > 40, "nobody tied"


def all_play_alone(key: str) -> None:
    for sentence in (
        "Everybody plays alone with dice of their own, up to {n} people at once.",
        "The fewest turns win; equal turns share the place. A turn that brings nothing counts too.",
    ):
        races = {test_cant_stop.RACE: test_cant_stop.RACES, test_five_thousand.RACE: test_five_thousand.RACES}[key]
        show = races[sentence]
        assert not isinstance(show, Scene | tuple)
        show({})


def cones_never_run_out(key: str) -> None:
    """Ten cones of a colour stand on the board, one more than the text has, and the game goes on."""
    pairs = ("1-1-1-2", "2 3"), ("2-2-2-3", "4 5"), ("3-3-3-4", "6 7"), ("4-4-4-5", "8 9"), ("5-5-5-6", "10 11")
    seats = make(key, {}).seats[0]
    turns = [f"roll = {dice}; move {sums}; stop" for dice, sums in pairs for _ in range(seats)]
    game, state, _ = Scene("; ".join(turns), seats=seats).played(key)
    own = state.runs[0] if key == test_cant_stop.RACE else state
    assert len(dict(own.cones[0])) == 10
    assert game.turn(state) == 0


def the_ace_is_high_in_named_hands_only(key: str) -> None:
    """An ace alone is the lowest die, three of them are better than three 6s, and 2-2-1 loses to every other hand."""
    every = ("-".join(map(str, hand)) for hand in combinations_with_replacement(range(6, 0, -1), 3))
    worst = ((other, "2-2-1") for other in every if other != "2-2-1")
    pairs = [("6-5-2", "6-5-1"), ("1-1-1", "6-6-6"), *worst]
    for better, worse in pairs:
        moves = f"roll = {worse}; stand; roll = {better}; stand"
        game, state, _ = Scene(moves, POT_41 | {"nenette": "none"}).played(key)
        received = [seat["tokens"] for seat in game.report(state).seats]
        assert received[0] > 0 == received[1], (better, worse)


def a_nenette_costs_two(key: str) -> None:
    """By the choices of the house rule: besides the 3 of the round, in their place, or nothing more."""
    for choice, tokens in (("add2", 3 + 2), ("fixed2", 2), ("none", 3)):
        moves = "roll = 1-1-3; stand; roll = 2-2-1; stand"
        Scene(moves, POT_41 | {"nenette": choice}, reported={"tokens": (0, tokens)}).check(key)


def a_trio_at_the_goal_waits(key: str) -> None:
    """At 1,600 of 2,000, three 4s."""
    at_1600 = BOTH + "roll = 1-1-1; roll = 1-1-5; roll = 1-1-5; roll = 1-2-3; stop; " + NOTHING
    Scene(at_1600 + "roll = 4-4-4", SHORT, may=("roll",), may_not=("stop",), turn=0, scores=(1600, 0)).check(key)
    Scene(AT_1900 + "roll = 1-2-3", SHORT, scores=(2000, 0), over=True, first=0).check(key)


def equal_dice_add_all_dice(key: str) -> None:
    """Three 4s, a 2 and a 6 are 20 points, not 12; so are pairs."""
    boxes = {"three_kind": "4-4-4-2-6", "pair": "4-4-1-2-6", "two_pair": "4-4-2-2-6"}
    if not Stage(key, {}).has("three_kind"):
        boxes["four_kind"] = "4-4-4-4-6"  # Elsewhere there may be points for it besides.
    shown = 0
    for box, dice in boxes.items():
        if Stage(key, {}).has(box) and make(key, {}).layout.dice == 5:  # type: ignore[attr-defined]
            table = Stage(key, {}).play().throw(dice)
            table.mark(box)
            assert table.points == sum(map(int, dice.split("-"))), box
            shown += 1
    assert shown


def the_best_bonus_counts(key: str) -> None:
    bonuses(Stage(key, {}))


SCENES: Mapping[str, Callable[[str], None]] = {
    "The order of play is drawn.": the_order_is_drawn,
    "The order of play is drawn, not begun by the oldest player.": the_order_is_drawn,
    "Before the game everybody throws two dice: the highest sum begins, and equal ones throw "
    "again.": the_best_of_two_dice_begins,
    "The race is our addition: all play alone, and equal turns share the place.": all_play_alone,
    "Nobody runs out of cones here.": cones_never_run_out,
    "A 1 is high only in hands worth 2 tokens or more: 2-2-1 is the worst of all.": the_ace_is_high_in_named_hands_only,
    "A nénette costs 2 tokens: on top of the round’s, or instead of them.": a_nenette_costs_two,
    "A trio that reaches the goal must still be validated.": a_trio_at_the_goal_waits,
    "For pairs and equal dice the sheets add all dice, unlike Yatzy.": equal_dice_add_all_dice,
    "The bonuses of the upper section do not add up: you get the best one.": the_best_bonus_counts,
}


def notes(key: str) -> set[str]:
    """What is told of the play in force; what only tells of texts and sources promises nothing."""
    rules = {rule.key for rule in CATALOGUE[key].rules}
    return {
        note.sentence
        for options in ({}, {option: on for option, on in EVERY_OPTION.items() if option in rules})
        for note in face_of(key).rule_notes(make(key, options))
        if not (note.of_texts or note.of_source) and note.rule in ("", *rules)
    }


@pytest.mark.parametrize("key", CATALOGUE)
def test_every_note_of_the_play_is_shown(key: str) -> None:
    assert notes(key) <= set(SCENES)
    for sentence in sorted(notes(key)):
        SCENES[sentence](key)


def test_no_scene_is_of_a_note_that_nobody_tells() -> None:
    assert {sentence for key in CATALOGUE for sentence in notes(key)} == set(SCENES)
