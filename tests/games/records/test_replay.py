"""``bot.games.replay``: the words of notation.md, refusals, and that nothing crashes it."""

import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.engine.dice import commitment, dice_source
from bot.engine.gate import play_recorded
from bot.games import make
from bot.games.replay import replay, replay_lines

MOVES = [
    {"seat": 0, "do": "roll", "dice": [[3, 3, 4, 5, 6]]},
    {"seat": 0, "do": "keep 3 3", "dice": [[3, 5, 5]]},
    {"seat": 0, "do": "mark full_house"},
]
RECORD = {"format": 1, "game": "yum_plus", "options": {"joker": "fr"}, "seats": 2, "moves": MOVES}


def run(*records):
    return [result for result, _ok in replay_lines("\n".join(json.dumps(record) for record in records))]


def test_the_example_of_the_notation():
    (result,) = run(RECORD)
    assert list(result) == ["ok", "game", "rules_version", "finished", "to_act", "ranks", "scores", "seats", "legal"]
    assert {key: result[key] for key in ("ok", "game", "finished", "to_act", "ranks")} == {
        "ok": True,
        "game": "yum_plus",
        "finished": False,
        "to_act": 1,
        "ranks": None,
    }
    assert list(result["scores"]) == [25, 0]
    seat = result["seats"][0]
    assert (seat["upper"], seat["bonus"], seat["total"]) == ([0], [0], 25)
    assert seat["sheet"][0]["full_house"] == 25
    assert seat["sheet"][0]["ones"] is None
    assert result["legal"] == {"roll": None}


def test_legal_says_what_marks_would_write():
    (result,) = run({**RECORD, "moves": MOVES[:2]})
    legal = result["legal"]
    assert (legal["mark full_house"], legal["strike full_house"], legal["keep 3 3 3"]) == (25, None, None)
    assert legal["mark sixes"] == 0
    assert "strike sixes" not in legal
    texts = list(legal)
    assert texts.index("keep") < texts.index("mark ones") < texts.index("mark yum3") < texts.index("strike threes")


def test_one_object_over_several_lines_and_json_lines():
    pretty = json.dumps(RECORD, indent=2)
    assert [ok for _result, ok in replay_lines(pretty)] == [True]
    lines = "\ufeff" + json.dumps(RECORD) + "\r\n\n{nonsense\n" + json.dumps(RECORD) + "\n"
    assert [ok for _result, ok in replay_lines(lines)] == [True, False, True]
    assert list(replay_lines(" \n ")) == []


def changed(index, **keys):
    return {**RECORD, "moves": [{**move, **keys} if number == index else move for number, move in enumerate(MOVES)]}


@pytest.mark.parametrize(
    ("record", "move", "error"),
    [
        ([], None, "BadRecord"),
        ({}, None, "BadRecord"),
        ({**RECORD, "format": 2}, None, "BadRecord"),
        ({**RECORD, "seats": "2"}, None, "BadRecord"),
        ({**RECORD, "moves": [{"seat": 0}]}, None, "BadRecord"),
        ({**RECORD, "game": "yahtzee"}, None, "UnknownGame"),
        ({**RECORD, "options": {"joker": "de"}}, None, "BadOptions"),
        ({**RECORD, "options": {"joker": None}}, None, "BadOptions"),
        ({**RECORD, "options": {"nothing": True}}, None, "BadOptions"),
        ({**RECORD, "seats": 13}, None, "WrongSeats"),
        ({**RECORD, "seats": 0}, None, "WrongSeats"),
        (changed(0, dice=[[3, 3, 4, 5]]), 0, "DiceMismatch"),
        (changed(0, dice=[[3, 3, 4, 5, 7]]), 0, "DiceMismatch"),
        (changed(0, dice=[]), 0, "DiceMismatch"),
        (changed(1, dice=[[3, 5, 5], [1]]), 1, "DiceMismatch"),
        (changed(2, dice=[[1]]), 2, "DiceMismatch"),
        (changed(1, do="keep 2"), 1, "IllegalAction"),
        (changed(1, do="keep 3  3"), 1, "IllegalAction"),
        (changed(2, do="mark nothing"), 2, "IllegalAction"),
        (changed(1, seat=1), 1, "NotYourTurn"),
        (changed(1, seat=2, do="drop", dice=[]), 1, "IllegalAction"),
        (changed(1, seat=-1, do="drop", dice=[]), 1, "IllegalAction"),
        ({**RECORD, "seats": 1, "moves": [{"seat": 0, "do": "drop"}, MOVES[0]]}, 1, "GameOver"),
    ],
)
def test_refusals(record, move, error):
    refused, fine = run(record, RECORD)
    assert (refused["ok"], refused["move"], refused["error"]) == (False, move, error)
    assert list(refused) == ["ok", "move", "error", "message"]
    assert refused["message"]
    assert fine["ok"]


def test_unknown_keys_and_missing_options_do_not_matter():
    record = {key: value for key, value in RECORD.items() if key != "options"}
    assert run({**record, "played_at": "home"})[0]["ok"]


def fair_record(mixed_in="people brought this", **fair):
    secret, entropy = bytes(range(32)), mixed_in
    game = make("yum_plus", {})
    state, dice, moves = game.new(1), dice_source(secret, entropy), []
    for do in ("roll", "keep", "mark chance", "roll", "mark ones"):
        step, entry = play_recorded(game, state, 0, do, dice.for_seat(0))
        state = step.state
        moves.append({"seat": 0, "do": do, "dice": [list(throw) for throw in entry.dice]})
    promise = {"commitment": commitment(secret), "secret": secret.hex(), "entropy": entropy, **fair}
    return {"format": 1, "game": "yum_plus", "seats": 1, "moves": moves, "fair": promise}


def test_dice_with_more_in_them_than_hashes_are_not_fair():
    assert run(fair_record("2 " + "0" * 64))[0]["fair"] is True
    assert run(fair_record("2 join:1"))[0]["fair"] is False


@pytest.mark.parametrize("mixed_in", ["people brought this", "2", "2 " + "0" * 64])
def test_fair_throws_are_computed_again(mixed_in):
    assert run(fair_record(mixed_in))[0]["fair"] is True
    tampered = fair_record(mixed_in)
    throw = tampered["moves"][3]["dice"][0]
    throw[0] = throw[0] % 6 + 1
    assert run(tampered)[0]["fair"] is False


@pytest.mark.parametrize("fair", [{"commitment": "0" * 64}, {"secret": "00" * 32}, {"secret": "xy"}, {"entropy": "?"}])
def test_a_broken_promise_is_not_fair(fair):
    result = run(fair_record(**fair))[0]
    assert (result["ok"], result["fair"]) == (True, False)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=20,
)


def mutated(draw):
    record = json.loads(json.dumps(fair_record()))
    for _ in range(draw(st.integers(1, 3))):
        where = record
        while True:
            keys = list(where) if isinstance(where, dict) else list(range(len(where)))
            if not keys:
                break
            key = draw(st.sampled_from(keys))
            if isinstance(where[key], dict | list) and draw(st.booleans()):
                where = where[key]
                continue
            where[key] = draw(JSON)
            break
    return record


@settings(max_examples=150, deadline=None)
@given(st.text() | st.builds(json.dumps, JSON) | st.composite(mutated)().map(json.dumps))
@example("[" * 100_000)
@example('{"a":' * 100_000)
@example("\ud800")
@example('{"format":1,"game":"\\ud800","seats":1,"moves":[]}')
@example('{"format":1,"game":"yum_plus","seats":1,"moves":[{"seat":99999999999999999999,"do":"roll"}]}')
def test_nothing_crashes_it(text):
    for result, ok in replay_lines(text):
        assert result["ok"] is ok
        assert json.dumps(result).encode()
        assert ok or (result["error"] and isinstance(result["message"], str))


# -- games without score sheets ------------------------------------------------------------------------------------


def test_5000_in_the_words_of_the_notation():
    moves = [
        {"seat": 0, "do": "roll", "dice": [[1, 1, 1, 5, 2]]},
        {"seat": 0, "do": "keep 1 1 1", "dice": [[5, 3]]},
    ]
    report = replay(json.dumps({"format": 1, "game": "5000", "seats": 2, "moves": moves}).encode())
    assert report["seats"][0] == {"score": 0, "opened": False, "turn": 1000}
    assert report["legal"] == {"keep 5": None, "bank 5": None}
    assert (report["to_act"], report["scores"]) == (0, (0, 0))


def test_ambition_in_the_words_of_the_notation():
    moves = [
        {"seat": 0, "do": "roll", "dice": [[1, 5, 2]]},
        {"seat": 1, "do": "roll", "dice": [[1, 5, 2]]},
        {"seat": 0, "do": "roll", "dice": [[4, 4, 4]]},
    ]
    report = replay(json.dumps({"format": 1, "game": "ambition", "seats": 2, "moves": moves}).encode())
    assert report["seats"][0] == {"score": 0, "qualified": True, "turn": 400}
    assert report["legal"] == {"roll": None}


def test_cant_stop_in_the_words_of_the_notation():
    moves = [{"seat": 0, "do": "roll", "dice": [[2, 2, 5, 5]]}, {"seat": 0, "do": "move 7 7"}]
    record = {"format": 1, "game": "cant_stop", "seats": 2, "moves": moves}
    report = replay(json.dumps(record).encode())
    assert report["seats"] == ({"cones": {}, "won": []}, {"cones": {}, "won": []})
    assert report["runners"] == {"7": 2}
    assert report["legal"] == {"roll": None, "stop": None}
    both = {**record, "options": {"jump": True, "no_stop_on_cone": True}}
    assert replay(json.dumps(both).encode())["error"] == "BadOptions"
