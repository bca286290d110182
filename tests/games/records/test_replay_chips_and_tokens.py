"""Records of Yamslam and 421 in the words of notation.md: examples of rules.md that begin a game, and its reports."""

import json

import pytest

from bot.games.replay import replay


def run(game, seats, *moves, **options):
    """The report after ``moves``: seat, text, and the throws it caused, such as ``"653"``."""
    told = [
        {"seat": seat, "do": do, "dice": [list(map(int, throw)) for throw in throws]} for seat, do, *throws in moves
    ]
    record = {"format": 1, "game": game, "options": options, "seats": seats, "moves": told}
    return replay(json.dumps(record).encode())


@pytest.mark.parametrize(
    ("dice", "takes"),
    [
        ("11225", {"2p": 5}),
        ("22255", {"2p": 5, "3k": 10, "fh": 30}),
        ("12344", {"ss": 20}),
        ("24662", {"2p": 5, "fl": 25}),
        ("44441", {"3k": 10, "4k": 40}),
        ("23456", {"ss": 20, "ls": 50}),
        ("13566", {}),
        ("55555", {"2p": 5, "3k": 10, "ss": 20, "fl": 25, "fh": 30, "4k": 40, "ls": 50}),
    ],
)
def test_yamslam_tells_the_chips_that_may_be_taken(dice, takes):
    report = run("yamslam", 2, (0, "roll", dice))
    found = {do.removeprefix("take "): points for do, points in report["legal"].items() if do.startswith("take")}
    assert found == takes
    assert report["legal"]["pass"] is None


def test_yamslam_reports_chips_and_scores():
    report = run("yamslam", 2, (0, "roll", "22255"), (0, "take fh"), (1, "roll", "11144"), (1, "keep 1 1 1", "11"))
    assert report["seats"][0]["chips"] == {"2p": 0, "3k": 0, "ss": 0, "fl": 0, "fh": 1, "4k": 0, "ls": 0}
    assert (report["seats"][0]["score"], list(report["scores"]), report["to_act"]) == (30, [30, 0], 1)
    again = run(
        "yamslam", 1, (0, "roll", "22234"), (0, "pass"), (0, "roll", "11111"), (0, "take ls out"), (0, "take ls")
    )
    assert again["seats"][0]["chips"]["ls"] == 2


@pytest.mark.parametrize(
    ("hands", "options", "tokens", "pot"),
    [
        (("116", "653", "442"), {}, [0, 0, 6], 15),
        (("664", "531"), {}, [0, 1], 20),
        (("113", "221"), {"nenette": "fixed2"}, [0, 2], 19),
        (("421", "652"), {"tokens": 11, "value_421": 11}, [0, 11], 0),
    ],
)
def test_421_settles_a_round_of_the_charge(hands, options, tokens, pot):
    moves = [move for seat, hand in enumerate(hands) for move in ((seat, "roll", hand), (seat, "stand"))]
    report = run("421", len(hands), *moves, **options)
    assert [seat["tokens"] for seat in report["seats"]] == tokens
    assert (report["pot"], report["phase"]) == (pot, "charge" if pot else "decharge")


def test_421_writes_a_throw_per_seat_that_ties():
    report = run("421", 2, (0, "roll", "652"), (0, "stand"), (1, "roll", "256"), (1, "stand", "111", "322"))
    assert [seat["tokens"] for seat in report["seats"]] == [0, 1]
    missing = run("421", 2, (0, "roll", "652"), (0, "stand"), (1, "roll", "256"), (1, "stand"))
    assert (missing["ok"], missing["move"], missing["error"]) == (False, 3, "DiceMismatch")


def test_421_is_played_to_its_end():
    charge = [(0, "roll", "421"), (0, "stand"), (1, "roll", "652"), (1, "stand")]
    discharge = [(1, "roll", "652"), (1, "stand"), (0, "roll", "653"), (0, "stand")]
    report = run("421", 2, *charge, *discharge, tokens=11, value_421=11)
    assert (report["finished"], [list(rank) for rank in report["ranks"]]) == (True, [[0], [1]])
    assert (report["to_act"], report["legal"]) == (None, {})
