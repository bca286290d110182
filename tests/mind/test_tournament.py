"""``python -m bot tournament``: places, gross, net and luck of players who threw the same dice."""

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from bot.cli import main
from bot.engine import Seat, commitment, dice_source
from bot.engine.gate import JournalEntry, play_recorded
from bot.engine.record import FairnessProof, as_json
from bot.engine.record import make as make_record
from bot.engine.types import text
from bot.games import make
from bot.mind.records import Reviewer
from tests.mind.test_review import careless

SECRET = bytes(range(32))


@pytest.fixture
def folder(worked_out: Path) -> Path:
    """Where values stay that the tests here work out."""
    return worked_out


def record(
    player: str, number: int, key: str = "maxi_yum", *, until: int = 500, entropy: str = "3", **options: Any
) -> dict[str, Any]:
    """A player's game in a round, with the dice that all share; it may stop before its end."""
    game, way = make(key, options), careless(f"{player} {number}")
    dice, state, moves = dice_source(SECRET, entropy, game=number - 1), game.new(1), list[JournalEntry]()
    while game.turn(state) is not None and len(moves) < until:
        step, entry = play_recorded(game, state, Seat(0), text(way(game, state)), dice.for_seat(0, state.dice))
        moves.append(entry)
        state = step.state
    fair = FairnessProof(commitment(SECRET), SECRET.hex(), entropy)
    return {**as_json(make_record(key, game.written, 1, moves, fair)), "round": number, "player": player}


def run(records: Sequence[Any], folder: Path, *options: str) -> tuple[dict[str, Any], int]:
    """What the command prints of these records, and how it exits."""
    said, command = "\n".join(one if isinstance(one, str) else json.dumps(one) for one in records), "tournament"
    found = CliRunner().invoke(main, [command, "--data", str(folder), *options], input=said, catch_exceptions=False)
    (line,) = found.output.splitlines()
    return json.loads(line), found.exit_code


def review_of(record: dict[str, Any], folder: Path) -> dict[str, Any]:
    """What ``review`` says of the only seat."""
    ((line, _),) = Reviewer(folder).lines(json.dumps(record))
    (seat,) = line["seats"]  # type: ignore[misc, has-type]
    return seat  # type: ignore[no-any-return]


@pytest.fixture(scope="module")
def field() -> list[dict[str, Any]]:
    """Three players in two rounds; Chloé did not finish the first, and Ben was away for the second."""
    return [
        record("ana", 1),
        record("ben", 1),
        record("chloé", 1, until=20),
        record("ana", 2),
        record("chloé", 2),
    ]


def test_the_places_have_the_words_of_the_contract(field: list[dict[str, Any]], folder: Path) -> None:
    found, status = run(field, folder)
    assert status == 0
    assert list(found) == ["ok", "scoring", "rounds", "shared_dice", "places"]
    assert (found["ok"], found["scoring"], found["rounds"], found["shared_dice"]) == (True, "matchpoints", 2, True)
    finished = [one for one in field if len(one["moves"]) > 20]
    reviews = {(one["player"], one["round"]): review_of(one, folder) for one in finished}
    for place in found["places"]:
        assert list(place) == ["place", "player", "percent", "gross", "net", "luck", "rounds"]
        own = {number: review for (player, number), review in reviews.items() if player == place["player"]}
        for told in place["rounds"]:
            assert list(told) == ["round", "percent", "gross", "net"]
            review = own.get(told["round"])
            assert told["gross"] == (review["score"] if review else 0)
            assert told["net"] == pytest.approx(review["score"] - review["luck"] if review else 0, abs=0.011)
        assert place["gross"] == sum(told["gross"] for told in place["rounds"])
        assert place["net"] == pytest.approx(sum(told["net"] for told in place["rounds"]))
        assert place["luck"] == pytest.approx(place["gross"] - place["net"])
        assert place["percent"] == pytest.approx(sum(told["percent"] for told in place["rounds"]) / 2, abs=0.011)
    rounds = {place["player"]: [told["percent"] for told in place["rounds"]] for place in found["places"]}
    assert rounds["chloé"][0] == rounds["ben"][1] == 0.0
    assert {rounds["ana"][0], rounds["ben"][0]} == {rounds["ana"][1], rounds["chloé"][1]} == {100.0, 50.0}


@pytest.mark.parametrize("scoring", ["total", "net"])
def test_the_scoring_says_what_the_place_goes_by(field: list[dict[str, Any]], folder: Path, scoring: str) -> None:
    found, _ = run(field, folder, "--scoring", scoring)
    assert found["scoring"] == scoring
    by = "gross" if scoring == "total" else "net"
    assert [place[by] for place in found["places"]] == sorted((place[by] for place in found["places"]), reverse=True)
    assert [place["place"] for place in found["places"]] == [1, 2, 3]


@pytest.mark.long(30)
def test_the_fewest_turns_win_a_race_and_luck_is_turns_saved(folder: Path) -> None:
    records = [record(player, 1, "cant_stop_race") for player in ("ana", "ben", "chloé")]
    records.append(record("david", 1, "cant_stop_race", until=3))
    found, _ = run(records, folder, "--scoring", "total")
    gross = [place["gross"] for place in found["places"]]
    assert gross[:3] == sorted(gross[:3])
    assert gross[0] > 0
    assert (found["places"][-1]["player"], gross[-1], found["places"][-1]["percent"]) == ("david", 0, 0.0)
    for place in found["places"][:3]:
        review = review_of(next(one for one in records if one["player"] == place["player"]), folder)
        assert place["gross"] == review["score"]
        assert place["net"] == pytest.approx(review["start"] + review["lost"], abs=0.006)
        assert place["luck"] == pytest.approx(place["net"] - place["gross"], abs=0.001)


def test_where_nobody_can_tell_luck_from_decisions_there_is_no_net(folder: Path) -> None:
    records = [record(player, 1, power=True) for player in ("ana", "ben")]
    found, status = run(records, folder)
    assert status == 0
    assert {(place["net"], place["luck"], place["rounds"][0]["net"]) for place in found["places"]} == {(None,) * 3}
    refused, status = run(records, folder, "--scoring", "net")
    assert (refused["ok"], refused["error"], status) == (False, "NoEvaluator", 1)


def thrown_otherwise(whole: dict[str, Any], move: int) -> dict[str, Any]:
    """The record with another face in the throw of a move that nothing follows."""
    told = json.loads(json.dumps({**whole, "moves": whole["moves"][: move + 1]}))
    faces = told["moves"][move]["dice"][0]
    faces[0] = faces[0] % 6 + 1
    return told


def test_dice_are_shared_as_far_as_players_threw_the_same_turns(folder: Path) -> None:
    def without_proof(*records: dict[str, Any]) -> list[dict[str, Any]]:
        return [{name: value for name, value in one.items() if name != "fair"} for one in records]

    ana, ben = record("ana", 1, until=30), record("ben", 1, until=30)
    assert run([ana, ben], folder)[0]["shared_dice"] is True
    assert run(without_proof(ana, ben), folder)[0]["shared_dice"] is True
    others = thrown_otherwise(ben, 0)
    assert run(without_proof(ana, others), folder)[0]["shared_dice"] is False
    assert run([others], folder)[0]["shared_dice"] is False, "the secret gives other dice"
    assert run(without_proof(others), folder)[0]["shared_dice"] is True, "nobody threw the same turn"
    own_rows = [record("ana", 1, until=30, entropy="2"), record("ben", 1, until=30, entropy="2 " + "0" * 64)]
    assert run(own_rows, folder)[0]["shared_dice"] is False
    assert run([ana, {**ben, "round": 2}], folder)[0]["shared_dice"] is False, "round 2 has other throws"


def test_a_record_that_does_not_belong_is_named_by_its_line(folder: Path) -> None:
    ana, ben = record("ana", 1, until=6), record("ben", 1, until=6)
    illegal = {**ben, "moves": [*ben["moves"], {"seat": 0, "do": "mark nothing"}]}
    for bad, move, error in (
        (illegal, 6, "IllegalAction"),
        ("{nonsense", None, "BadRecord"),
        ({**ben, "game": "yahtzee"}, None, "UnknownGame"),
        ({name: value for name, value in ben.items() if name != "player"}, None, "BadRecord"),
        ({name: value for name, value in ben.items() if name != "round"}, None, "BadRecord"),
        ({**ben, "round": 0}, None, "BadRecord"),
        ({**ben, "round": "1"}, None, "BadRecord"),
        ({**ben, "player": "ana"}, None, "BadRecord"),
        ({**ben, "seats": 2}, None, "BadRecord"),
        ({**ben, "options": {**ben["options"], "games_in_match": 2}, "moves": []}, None, "BadRecord"),
        (record("ben", 1, "yams", until=3), None, "BadRecord"),
        ({**ben, "round": 2, "game": "yamslam", "moves": []}, None, "BadRecord"),
    ):
        refused, status = run([ana, "", bad, ben], folder)
        assert list(refused) == ["ok", "move", "error", "message", "line"]
        assert (refused["ok"], refused["line"], refused["move"], refused["error"], status) == (False, 3, move, error, 1)
        assert refused["message"]
    nothing, status = run([" "], folder)
    assert (nothing["ok"], nothing["line"], nothing["error"], status) == (False, None, "BadRecord", 1)


def test_one_record_over_several_lines_is_a_tournament_of_one(folder: Path) -> None:
    found, status = run([json.dumps(record("ana", 3, until=4), indent=1)], folder)
    assert status == 0
    assert found["places"] == [
        {
            "place": 1,
            "player": "ana",
            "percent": 0.0,
            "gross": 0,
            "net": 0.0,
            "luck": 0.0,
            "rounds": [{"round": 3, "percent": 0.0, "gross": 0, "net": 0.0}],
        }
    ]


def test_the_order_of_the_lines_does_not_matter(field: list[dict[str, Any]], folder: Path, seed: str) -> None:
    shuffled = list(field)
    random.Random(seed).shuffle(shuffled)
    assert run(shuffled, folder) == run(field, folder)
