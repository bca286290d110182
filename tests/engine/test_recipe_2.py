"""Recipe 2: each seat has dice of its own, made of the secret and of typed words, and of nothing else."""

import hashlib
import hmac
import itertools
import random
import unicodedata

import pytest

from bot.engine.dice import FairDice, dice_source, is_valid_entropy, mix_in, recipe, seat_key, word_hashes, words_hash

SECRET = bytes(range(32))
ENTROPY = mix_in(mix_in("2", "three cats"), "Été à Québec")


def row(label: str, whose: int, number: int, count: int, entropy: str = ENTROPY) -> tuple[int, ...]:
    """The recipe of docs/fair-dice.md, written again without the code it checks."""
    key = hmac.new(SECRET, f"{entropy}|{label}|{whose}".encode(), hashlib.sha256).digest()
    faces: list[int] = []
    for block in itertools.count():
        message = f"{number}|{block}".encode()
        faces += [byte % 6 + 1 for byte in hmac.new(key, message, hashlib.sha256).digest() if byte < 252]
        if len(faces) >= count:
            return tuple(faces[:count])
    raise AssertionError


def test_what_is_mixed_in_is_the_words_in_the_order_given_and_nothing_else() -> None:
    first, last = (hashlib.sha256(words.encode()).hexdigest() for words in ("three cats", "Été à Québec"))
    assert f"2 {first} {last}" == ENTROPY
    assert word_hashes(ENTROPY) == (first, last)
    assert mix_in("2", "a") != mix_in("2", "b")
    assert mix_in(mix_in("2", "a"), "b") != mix_in(mix_in("2", "b"), "a")


def test_words_count_as_typed_whichever_way_a_phone_writes_an_accent() -> None:
    composed, apart = unicodedata.normalize("NFC", "été"), unicodedata.normalize("NFD", "été")
    assert composed != apart
    assert words_hash(composed) == words_hash(apart) == hashlib.sha256(composed.encode()).hexdigest()
    assert len({words_hash(words) for words in ("a", "A", " a", "a ", "a a", "a  a")}) == 6
    with pytest.raises(UnicodeEncodeError):
        words_hash("\ud800")


@pytest.mark.parametrize(
    ("entropy", "by", "is_sound"),
    [
        ("2", 2, True),
        (ENTROPY, 2, True),
        ("join:1 start:2", 1, True),
        ("daily:1:20261121", 1, True),
        ("20261121", 1, True),
        (f"{ENTROPY} join:1", 2, False),
        (f"{ENTROPY} ", 2, False),
        (f"{ENTROPY}\n", 2, False),
        (ENTROPY.upper(), 2, False),
        ("2  " + "0" * 64, 2, False),
    ],
)
def test_the_first_word_is_the_version_and_nothing_but_hashes_may_follow(entropy: str, by: int, is_sound: bool) -> None:
    assert recipe(entropy) == by
    assert is_valid_entropy(entropy) is is_sound


def test_every_throw_of_a_seat_and_for_a_tie_is_that_of_the_document() -> None:
    dice = dice_source(SECRET, ENTROPY)
    for number, count in enumerate((5, 2, 5, 1, 40)):
        for seat in (1, 0, 3):
            assert dice.for_seat(seat).roll(count) == row("seat", seat, number, count)
            assert dice.for_seat(0).roll(count, tie=seat) == row("tie", seat, number, count)
    assert dice.counts == ((5, 5), (5, 5), (0, 0), (5, 5))
    assert dice.for_first_player(7).roll(2) == row("start", 7, 0, 2)
    beginner = dice.for_first_player(7)
    assert [beginner.roll(2) for _ in range(3)] == [row("start", 7, number, 2) for number in range(3)]


def test_throws_go_on_where_they_were() -> None:
    dice = dice_source(SECRET, ENTROPY, 9, ((3, 0), (0, 2)))
    assert dice.for_seat(0).roll(5) == row("seat", 0, 3, 5)
    assert dice.for_seat(0).roll(3, tie=1) == row("tie", 1, 2, 3)
    assert dice.counts == ((4, 0), (0, 3))


def test_fewer_dice_are_the_first_of_more() -> None:
    for count in range(1, 7):
        assert (
            dice_source(SECRET, ENTROPY).for_seat(2).roll(count)
            == dice_source(SECRET, ENTROPY).for_seat(2).roll(6)[:count]
        )


def test_nobody_shifts_anothers_dice_by_throwing_more_or_less() -> None:
    source = random.Random(5)
    for _ in range(50):
        dice = dice_source(SECRET, ENTROPY)
        turns, ties = [0] * 4, [0] * 4
        for _ in range(40):
            seat, count = source.randrange(4), source.randint(1, 5)
            if source.random() < 0.3:
                assert dice.for_seat(source.randrange(4)).roll(count, tie=seat) == row("tie", seat, ties[seat], count)
                ties[seat] += 1
            else:
                assert dice.for_seat(seat).roll(count) == row("seat", seat, turns[seat], count)
                turns[seat] += 1


def test_rows_have_nothing_in_common() -> None:
    dice = dice_source(SECRET, ENTROPY)
    rows = {dice.for_seat(seat).roll(30) for seat in range(12)} | {
        dice.for_seat(0).roll(30, tie=seat) for seat in range(12)
    }
    rows |= {dice.for_first_player(user).roll(30) for user in range(12)}
    rows |= {
        dice_source(SECRET, "2").for_seat(0).roll(30),
        dice_source(b"x", ENTROPY).for_seat(0).roll(30),
        FairDice(SECRET, ENTROPY).roll(30),
    }
    assert len(rows) == 39
    assert seat_key(SECRET, ENTROPY, 1) != seat_key(SECRET, ENTROPY, 11)


def test_the_order_depends_on_who_is_there_and_not_on_who_came_first() -> None:
    users = ["101", "202", "303"]
    orders = {dice_source(SECRET, mix_in("2", str(number))).shuffle(users) for number in range(200)}
    assert len(orders) == 6
    daily = dice_source(SECRET, ENTROPY).shuffle(users)
    assert dice_source(SECRET, ENTROPY, 9, ((3, 3),)).shuffle(users[::-1]) == daily
    more = dice_source(SECRET, ENTROPY).shuffle([*users, "404"])
    assert tuple(user for user in more if user != "404") == daily


def test_recipe_1_is_as_it_was() -> None:
    dice = dice_source(SECRET, "join:1 start:2", 4)
    assert dice.for_seat(0).roll(5) == FairDice(SECRET, "join:1 start:2", 4).roll(5)
    assert dice.for_seat(1).roll(3, tie=2) == FairDice(SECRET, "join:1 start:2", 5).roll(3)
    starting = FairDice(SECRET, "join:1 start:2|start")
    assert [dice.for_first_player(1).roll(2), dice.for_first_player(9).roll(2)] == [starting.roll(2), starting.roll(2)]
    assert dice.counts == ()
