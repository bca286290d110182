"""What holds for any throw, any sheet and any house rules of the score-sheet family."""

import random
from itertools import combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.dice import FairDice, ScriptedDice
from bot.engine.gate import decode, encode, legal, play
from bot.games import CATALOGUE, FAMILIES, make

SHEETS = [key for key, family in FAMILIES.items() if family == "yum"]


def choices(key, without=()):
    rules = [rule for rule in CATALOGUE[key].rules if rule.key not in without]
    return st.fixed_dictionaries({rule.key: st.sampled_from(rule.choices) for rule in rules})


def most(game, box):
    """The printed maximum; what passes it: a joker in Two Pairs or, counted as a sum, in an upper box, and a Low Score
    of 30 that no High Score can pass.
    """
    summed = game.house_rules.get("joker_upper") == "sum" and box.section == "upper"
    return max(30, box.maximum) if summed or box.key in ("two_pair", "low_score", "low") else box.maximum


@pytest.mark.sample(2)
@pytest.mark.parametrize("key", SHEETS)
@pytest.mark.parametrize("part", range(4))
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_no_box_writes_a_negative_number_or_more_than_its_maximum(key, part, data):
    game = make(key, data.draw(choices(key, ["power", "teams"])))
    cells_of = len(game.layout.boxes) * game.layout.columns
    state = some_position(game, data.draw(st.integers(0, cells_of - 1)), data.draw(st.integers(0, 10**6)))
    face = st.integers(1, 6)
    faces = data.draw(st.lists(face, min_size=game.layout.dice, max_size=game.layout.dice))
    if data.draw(st.booleans()):
        faces = [faces[0]] * game.layout.dice
    if "roll" not in legal(game, state):
        return
    state = play(game, state, 0, "roll", ScriptedDice([faces])).state
    for text, action in legal(game, state).items():
        points = game.preview(state, action)
        if points is not None:
            assert 0 <= points <= most(game, game.layout.box(action.box)), text
            after = play(game, state, 0, text, ScriptedDice([faces] * 20)).state
            if not after.match.earlier:
                assert cells(after) - cells(state) == 1


def some_position(game, turns, seed):
    """A position before a turn, after so many others of one throw."""
    state, source, dice = game.new(1), random.Random(seed), FairDice(b"-" * 32, f"{seed}")
    for _ in range(turns):
        state = play(game, state, 0, "roll", dice).state
        while state.throws:
            fills = [do for do in legal(game, state) if not do.startswith("keep")]
            state = play(game, state, 0, source.choice(fills), dice).state
    return state


def cells(state):
    return sum(cell is not None for sheet in state.sheets for column in sheet for cell in column)


@pytest.mark.parametrize("key", SHEETS)
@pytest.mark.parametrize("seats", [1, 3])
def test_a_game_has_a_turn_per_box_and_seat(key, seats, random_game):
    game = make(key, {})
    played = random_game(game, seats, 7)
    fills = [entry for entry in played.entries if entry.do.startswith(("mark", "strike"))]
    assert len(fills) == cells(played.state) == seats * len(game.layout.boxes) * game.layout.columns
    assert [entry.seat for entry in fills] == list(range(seats)) * (len(fills) // seats)


@pytest.mark.parametrize("key", SHEETS)
def test_states_survive_storage(key, random_game):
    game = make(key, {"tiebreak": "roll_off"})

    def check(state):
        assert decode(game.state_type, encode(state)) == state

    random_game(game, 2, random.Random(key).randrange(1000), each=check)


@pytest.mark.parametrize("key", SHEETS)
def test_words_of_boxes(key):
    layout = make(key, {}).layout
    assert len({box.key for box in layout.boxes}) == len(layout.boxes)
    for box in layout.boxes:
        assert box.label
        assert 0 < len(box.short) <= 10
        assert box.condition.format(points=box.maximum).endswith(".")


@pytest.mark.parametrize("key", SHEETS)
@pytest.mark.parametrize("chosen", [{}, {"of_a_kind": "matching"}, {"quad_is_two_pair": False}, {"maxi_mini": True}])
def test_the_printed_maximum_is_the_best_throw(key, chosen):
    known = {rule.key for rule in CATALOGUE[key].rules}
    layout = make(key, {name: value for name, value in chosen.items() if name in known}).layout
    throws = list(combinations_with_replacement(range(1, 7), layout.dice))
    for box in layout.boxes:
        if box.key not in ("low_score", "low") and "of_a_kind" not in chosen:
            assert max(map(box.points, throws)) == box.maximum, box.key
        assert 0 <= max(map(box.points, throws)) <= max(box.maximum, 30), box.key
