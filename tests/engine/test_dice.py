"""Dice: fair ones anyone can recompute, scripted ones that refuse what the rules do not throw."""

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.dice import FairDice, RecordingDice, ScriptedDice, commitment
from bot.engine.errors import DiceMismatch

SECRET = bytes(range(32))


def test_the_recipe_of_the_docs_gives_the_same_throws():
    """The five lines of docs/fair-dice.md, written out once more."""
    for n in range(50):
        digest = hmac.new(SECRET, f"brought|{n}|0".encode(), hashlib.sha256).digest()
        expected = tuple([byte % 6 + 1 for byte in digest if byte < 252][:5])
        assert FairDice(SECRET, "brought", n).roll(5) == expected


def test_throws_go_on_where_they_were():
    dice = FairDice(SECRET, "x")
    throws = [dice.roll(count) for count in (5, 2, 0, 6)]
    assert throws == [FairDice(SECRET, "x", n).roll(count) for n, count in enumerate((5, 2, 0, 6))]


def test_another_secret_or_entropy_throws_otherwise():
    throws = {FairDice(secret, entropy).roll(40) for secret in (SECRET, b"x") for entropy in ("", "y")}
    assert len(throws) == 4


def test_many_dice_use_more_blocks():
    assert len(FairDice(SECRET, "").roll(1000)) == 1000


@pytest.mark.parametrize("sides", [2, 6, 20])
def test_faces_are_equally_likely(sides):
    shown = Counter(FairDice(SECRET, "fair").roll(60_000, sides))
    expected = 60_000 / sides
    assert set(shown) == set(range(1, sides + 1))
    chi_square = sum((shown[face] - expected) ** 2 / expected for face in shown)
    assert chi_square < 45


def test_the_commitment_is_the_hash_of_the_secret():
    assert commitment(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def test_the_order_of_seats_depends_on_all_that_was_brought_and_nothing_else():
    orders = {FairDice(SECRET, str(n)).shuffle("abcd") for n in range(100)}
    assert {tuple(sorted(order)) for order in orders} == {("a", "b", "c", "d")}
    assert len(orders) > 15
    assert FairDice(SECRET, "7").shuffle("dcba") == FairDice(SECRET, "7", 9).shuffle("abcd")


def test_scripted_dice_give_what_is_written_and_count_the_rest():
    dice = ScriptedDice([(3, 1), [6]])
    assert dice.roll(2) == (3, 1)
    assert dice.left == 1
    assert dice.roll(1) == (6,)
    assert dice.left == 0


@pytest.mark.parametrize(("throws", "count", "sides"), [([], 1, 6), ([(1, 2)], 1, 6), ([(7,)], 1, 6), ([(0,)], 1, 6)])
def test_scripted_dice_refuse(throws, count, sides):
    with pytest.raises(DiceMismatch):
        ScriptedDice(throws).roll(count, sides)


@given(st.lists(st.integers(0, 9), max_size=5))
def test_recording_dice_remember_every_throw(counts):
    dice = RecordingDice(FairDice(SECRET, "x"))
    throws = tuple(dice.roll(count) for count in counts)
    assert dice.throws == throws
