"""Whole games recorded by version 0.1, whose records name no version: by its rules they stay what they were.

``tests/golden/rules_version_1.json`` holds games made by the code of version 0.1 with dice that show many equal faces:
the record, how it ended, and a digest of every position (:func:`digest_of`).
"""

import hashlib
import json

import pytest

from bot.engine.gate import legal, replay_entry
from bot.engine.options import VERSION_KEY
from bot.engine.record import read
from bot.games import CATALOGUE, remake
from bot.games.replay import replay
from tests.games.records.golden import FOLDER

GAMES = json.loads((FOLDER / "rules_version_1.json").read_text())


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


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_an_old_game_is_what_it_was(game):
    record = read(json.dumps(game["record"]).encode())
    assert digest_of(remake(record.game, record.options), record) == game["positions"]
    report = json.loads(json.dumps(replay(json.dumps(game["record"]).encode(), version=1)))
    assert report["finished"]
    assert {key: report[key] for key in game["end"]} == game["end"]


def test_there_is_an_old_game_of_every_kind():
    golden = {key: json.loads((FOLDER / f"{key}.json").read_text())["record"] for key in CATALOGUE}
    newer = {key for key, record in golden.items() if VERSION_KEY in record.get("options", {})}
    assert {game["record"]["game"] for game in GAMES} == set(CATALOGUE) - newer
