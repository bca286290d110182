"""Recipe 3: all who play the same game alone throw the same dice, turn for turn."""

import hashlib
import hmac
import itertools

import pytest

from bot.engine.dice import dice_source, is_valid_entropy, mix_in, recipe, word_hashes
from bot.engine.errors import DiceMismatch

SECRET = bytes(range(32))
ENTROPY = mix_in(mix_in("3", "three cats"), "Été à Québec")
LYING = (1, 2, 3)
"""Dice that lie on the table, whichever they are."""


def shared(game: int, turn: int, throw: int, count: int, entropy: str = ENTROPY) -> tuple[int, ...]:
    """The recipe of docs/fair-dice.md, written again without the code it checks."""
    key = hmac.new(SECRET, f"{entropy}|shared".encode(), hashlib.sha256).digest()
    faces: list[int] = []
    for block in itertools.count():
        message = f"{game}.{turn}.{throw}|{block}".encode()
        faces += [byte % 6 + 1 for byte in hmac.new(key, message, hashlib.sha256).digest() if byte < 252]
        if len(faces) >= count:
            return tuple(faces[:count])
    raise AssertionError


def test_the_first_word_tells_the_recipe_and_hashes_follow() -> None:
    assert (recipe("3"), recipe(ENTROPY), recipe("33"), recipe("daily:3")) == (3, 3, 1, 1)
    assert len(word_hashes(ENTROPY)) == 2
    assert is_valid_entropy("3")
    assert is_valid_entropy(ENTROPY)
    assert not is_valid_entropy(f"{ENTROPY} join:1")


def test_a_throw_is_numbered_by_game_turn_and_throw_as_the_document_says() -> None:
    for game in (0, 3):
        dice = dice_source(SECRET, ENTROPY, game=game)
        assert dice.for_seat(0, ()).roll(5) == shared(game, 0, 0, 5)
        assert dice.for_seat(0, LYING).roll(2) == shared(game, 0, 1, 2)
        assert dice.for_seat(0, LYING).roll(40) == shared(game, 0, 2, 40)
        assert dice.for_seat(0, ()).roll(5) == shared(game, 1, 0, 5)
        assert dice.counts == ((2, 1),)


def test_throws_go_on_where_they_were() -> None:
    dice = dice_source(SECRET, ENTROPY, 9, ((3, 2),))
    assert dice.for_seat(0, LYING).roll(5) == shared(0, 2, 2, 5)
    assert dice_source(SECRET, ENTROPY, 9, ((3, 2),)).for_seat(0, ()).roll(5) == shared(0, 3, 0, 5)


def test_who_stops_early_throws_the_same_in_the_next_turn_as_who_throws_on() -> None:
    short, long = dice_source(SECRET, ENTROPY), dice_source(SECRET, ENTROPY)
    short.for_seat(0, ()).roll(5)
    for lying in ((), LYING, LYING):
        long.for_seat(0, lying).roll(5)
    assert short.for_seat(0, ()).roll(5) == long.for_seat(0, ()).roll(5)


def test_fewer_dice_are_the_first_of_more() -> None:
    for count in range(1, 7):
        assert shared(0, 0, 0, 6)[:count] == dice_source(SECRET, ENTROPY).for_seat(0, ()).roll(count)


def test_every_seat_has_the_same_row_and_turns_of_its_own() -> None:
    dice = dice_source(SECRET, ENTROPY)
    first = dice.for_seat(0, ()).roll(5)
    dice.for_seat(0, LYING).roll(5)
    assert dice.for_seat(1, ()).roll(5) == first
    assert dice.counts == ((1, 2), (1, 1))


def test_no_throw_is_another_one_and_none_is_of_another_recipe() -> None:
    throws = {shared(game, turn, throw, 30) for game in range(3) for turn in range(12) for throw in range(12)}
    others = {dice_source(SECRET, f"{begin} {ENTROPY[2:]}").for_seat(0, ()).roll(30) for begin in ("1", "2")}
    assert len(throws | others) == 3 * 12 * 12 + 2


def test_dice_of_all_decide_no_tie_and_are_never_thrown_without_a_turn() -> None:
    dice = dice_source(SECRET, ENTROPY)
    with pytest.raises(DiceMismatch):
        dice.for_seat(0, ()).roll(5, tie=1)
    with pytest.raises(DiceMismatch):
        dice.for_seat(0).roll(5)
    assert dice.counts == ()
