"""Whole games recorded by older rules: by those they stay what they were.

``tests/golden/rules_version_1.json`` holds games made by the code of version 0.1 with dice that show many equal faces:
the record, which names no version, how it ended, and a digest of every position (:func:`digest_of`).
``rules_version_2.json`` holds matches made by the last code whose newest rules were those of version 2.
"""

import hashlib
import json

import pytest

from bot.engine.gate import legal, replay_entry
from bot.engine.options import RULES_VERSION, VERSION_KEY
from bot.engine.record import read
from bot.games import CATALOGUE, remake
from bot.games.replay import replay
from tests.games.records.golden import FOLDER

FIRST, SECOND = (json.loads((FOLDER / f"rules_version_{version}.json").read_text()) for version in (1, 2))


def digest_of(game, record):
    """The first half of the SHA-256 over all positions: who acts, what they may do and write, and how it stands."""
    state, digest = game.new(record.seats), hashlib.sha256()
    for move in (None, *record.moves):
        if move is not None:
            state = replay_entry(game, state, move.entry)
        allowed = {do: game.preview(state, action) for do, action in legal(game, state).items()}
        outcome, report = game.outcome(state), game.report(state)
        stands = [game.scores(state), report.seats, report.extra, outcome and outcome.ranks]
        digest.update(json.dumps([game.turn(state), allowed, *stands]).encode() + b"\n")
    return digest.hexdigest()[:32]


def name(game):
    return f"{game['record']['game']}: {game['about']}"


@pytest.mark.parametrize("game", [*FIRST, *SECOND], ids=name)
def test_an_old_game_is_what_it_was(game):
    record = read(json.dumps(game["record"]).encode())
    assert digest_of(remake(record.game, record.options), record) == game["positions"]
    report = json.loads(json.dumps(replay(json.dumps(game["record"]).encode(), version=1)))
    assert report["finished"]
    assert {key: report[key] for key in game["end"]} == game["end"]


def test_there_is_an_old_game_of_every_kind():
    golden = {key: json.loads((FOLDER / f"{key}.json").read_text())["record"] for key in CATALOGUE}
    newer = {key for key, record in golden.items() if VERSION_KEY in record.get("options", {})}
    assert {game["record"]["game"] for game in FIRST} == set(CATALOGUE) - newer


@pytest.mark.parametrize("game", SECOND, ids=name)
def test_by_the_newest_rules_another_player_would_begin_the_next_game_except_in_421(game):
    options = {**game["record"]["options"], VERSION_KEY: RULES_VERSION}
    report = replay(json.dumps({**game["record"], "options": options}).encode())
    if game["record"]["game"] == "421":
        assert {key: json.loads(json.dumps(report))[key] for key in game["end"]} == game["end"]
    else:
        assert (report["ok"], report["error"]) == (False, "NotYourTurn")
