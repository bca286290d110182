"""A recorded game per game of the catalogue: played again, it comes to the same.

Records of version 0.1 name no version of the rules, and their dice follow its recipe; by the newest rules they come to
the same. ``GOLDEN=write pytest
tests/games/records/test_golden.py`` records a new or deliberately changed game. Read the difference like code.
"""

import json
import os

import pytest

from bot.engine.dice import FairDice, commitment
from bot.engine.options import FIRST_RULES_VERSION, RULES_VERSION, VERSION_KEY
from bot.engine.record import FairnessProof, as_json
from bot.engine.record import make as make_record
from bot.games import CATALOGUE, make
from bot.games.replay import replay_lines
from tests.games.records.golden import FOLDER, as_text


def record_game(key, random_game, greedy):
    """Record a game for two with fair dice, so that the promise of the dice is golden too."""
    game, secret, entropy = make(key, {}), bytes(range(32)), f"golden {key}"
    seats = min(max(2, game.seats[0]), game.seats[-1])
    played = random_game(game, seats, 1, choose=greedy, dice=FairDice(secret, entropy))
    fair = FairnessProof(commitment(secret), secret.hex(), entropy)
    return as_json(make_record(key, game.written, seats, played.entries, fair))


def plain(value):
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("key", CATALOGUE)
def test_golden(key, random_game, greedy):
    path = FOLDER / f"{key}.json"
    if os.environ.get("GOLDEN") == "write":
        record = record_game(key, random_game, greedy)
        ((report, _ok),) = replay_lines(json.dumps(record))
        del report[VERSION_KEY]
        path.write_text(as_text({"record": record, "report": plain(report)}) + "\n")
    golden = json.loads(path.read_text())
    assert path.read_text() == as_text(golden) + "\n"
    record = golden["record"]
    newest = {**record, "options": {**record.get("options", {}), VERSION_KEY: RULES_VERSION}}
    own = record.get("options", {}).get(VERSION_KEY, FIRST_RULES_VERSION)
    for played, version in ((record, own), (newest, RULES_VERSION)):
        ((report, ok),) = replay_lines(json.dumps(played))
        assert ok
        assert report.pop(VERSION_KEY) == version
        assert plain(report) == golden["report"]
        assert report["finished"]
        assert report["fair"]
