"""Recipe 4: each of two seats throws in the second game what the other one threw in the first, turn for turn."""

import hashlib
import hmac
import itertools

import pytest

from bot.engine.dice import dice_source, exchanged, is_valid_entropy, mix_in, recipe, word_hashes
from bot.engine.errors import DiceMismatch

SECRET = bytes(range(32))
STIRRED = mix_in("2", "three cats")
ENTROPY = exchanged(STIRRED)
LYING = (1, 2, 3)
"""Dice that lie on the table, whichever they are."""


def of_row(label: str, row: int, turn: int, throw: int, count: int) -> tuple[int, ...]:
    """The recipe of docs/fair-dice.md, written again without the code it checks."""
    key = hmac.new(SECRET, f"{ENTROPY}|{label}|{row}".encode(), hashlib.sha256).digest()
    faces: list[int] = []
    for block in itertools.count():
        message = f"{turn}.{throw}|{block}".encode()
        faces += [byte % 6 + 1 for byte in hmac.new(key, message, hashlib.sha256).digest() if byte < 252]
        if len(faces) >= count:
            return tuple(faces[:count])
    raise AssertionError


def test_the_words_stay_and_the_first_character_tells_the_recipe() -> None:
    assert ENTROPY.split(" ") == ["4", *word_hashes(STIRRED)]
    assert (recipe("4"), recipe(ENTROPY), recipe("44")) == (4, 4, 1)
    assert is_valid_entropy(ENTROPY)
    assert not is_valid_entropy(f"{ENTROPY} join:1")


def test_a_throw_is_numbered_by_turn_and_throw_in_the_row_of_the_seat_and_then_of_the_other() -> None:
    dice = dice_source(SECRET, ENTROPY)
    for game in (0, 1):
        for seat in (0, 1):
            row = seat if game == 0 else 1 - seat
            assert dice.for_seat(seat, (), game).roll(5) == of_row("seat", row, 0, 0, 5)
            assert dice.for_seat(seat, LYING, game).roll(2) == of_row("seat", row, 0, 1, 2)
            assert dice.for_seat(seat, (), game).roll(40) == of_row("seat", row, 1, 0, 40)
    assert dice.counts[:4] == ((2, 1),) * 4


def test_throws_for_ties_are_exchanged_too_and_numbered_from_0_in_each_game() -> None:
    dice = dice_source(SECRET, ENTROPY)
    for game in (0, 1):
        for seat in (0, 1):
            row = seat if game == 0 else 1 - seat
            for number in (0, 1):
                assert dice.for_seat(0, LYING, game).roll(3, tie=seat) == of_row("tie", row, number, 0, 3)


def test_throws_go_on_where_they_were() -> None:
    dice = dice_source(SECRET, ENTROPY)
    for seat, game, tie in ((0, 0, None), (1, 0, 0), (1, 1, None), (0, 1, 1)):
        dice.for_seat(seat, (), game).roll(5, tie=tie)
    again = dice_source(SECRET, ENTROPY, 4, dice.counts)
    assert again.for_seat(1, LYING, 1).roll(5) == of_row("seat", 0, 0, 1, 5)
    assert again.for_seat(0, LYING, 1).roll(5, tie=1) == of_row("tie", 0, 1, 0, 5)


def test_no_dice_are_thrown_without_a_turn() -> None:
    with pytest.raises(DiceMismatch):
        dice_source(SECRET, ENTROPY).for_seat(0).roll(5)
