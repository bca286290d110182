"""Records of notation.md, read and written."""

import json

import pytest

from bot.engine.errors import BadRecord
from bot.engine.gate import JournalEntry
from bot.engine.record import FairnessProof, as_json, make, read

ENTRIES = (JournalEntry(0, "roll", ((3, 3, 4, 5, 6),)), JournalEntry(0, "mark chance"), JournalEntry(1, "drop"))


def test_a_record_is_written_as_the_notation_shows_it():
    fair = FairnessProof("c", "s", "e")
    assert as_json(make("yum_plus", {"joker": "en"}, 2, ENTRIES, fair)) == {
        "format": 1,
        "game": "yum_plus",
        "options": {"joker": "en"},
        "seats": 2,
        "moves": [
            {"seat": 0, "do": "roll", "dice": [[3, 3, 4, 5, 6]]},
            {"seat": 0, "do": "mark chance"},
            {"seat": 1, "do": "drop"},
        ],
        "fair": {"commitment": "c", "secret": "s", "entropy": "e"},
    }


def test_what_goes_without_saying_is_left_out_and_read_again():
    record = make("yum_plus", {}, 1, ())
    assert as_json(record) == {"format": 1, "game": "yum_plus", "seats": 1, "moves": []}
    assert read(json.dumps(as_json(record)).encode()) == record


def test_there_and_back():
    record = make("yum_plus", {"joker": "en"}, 2, ENTRIES, FairnessProof("c", "s", "e"))
    assert read(json.dumps(as_json(record)).encode()) == record
    assert tuple(move.entry for move in record.moves) == ENTRIES


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "not a record"),
        ("[]", "not a record"),
        ('{"format": 1}', "game"),
        ('{"format": 2, "game": "yum_plus", "seats": 1, "moves": []}', "format 2"),
        ('{"format": 1, "game": "yum_plus", "seats": 1, "moves": [{"seat": 0, "do": 1}]}', r"moves\[0\].do"),
        ('{"format": 1, "game": "yum_plus", "seats": 1.5, "moves": []}', "seats"),
    ],
)
def test_refusals_say_what_is_wrong(text, says):
    with pytest.raises(BadRecord, match=says):
        read(text.encode())
