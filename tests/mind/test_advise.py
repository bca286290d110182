"""``python -m bot advise``: what a position and its moves are worth, as notation.md says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.cli import main

RECORD = {"format": 1, "game": "asian_yum", "seats": 1, "moves": [{"seat": 0, "do": "roll", "dice": [[3, 3, 4, 5, 6]]}]}


def advised(folder: Path, *records: object) -> tuple[list[dict[str, object]], int]:
    """The lines of the answer, and the exit status."""
    said = "\n".join(map(json.dumps, records))
    found = CliRunner().invoke(main, ["advise", "--data", str(folder)], input=said)
    return [json.loads(line) for line in found.output.splitlines()], found.exit_code


def test_a_record_without_an_answer_says_why_and_the_others_are_read_all_the_same(tmp_path: Path) -> None:
    unknown = {"format": 1, "game": "421", "options": {"power": True}, "seats": 2, "moves": []}
    unplayable = {**RECORD, "moves": [{"seat": 0, "do": "stop"}]}
    lines, status = advised(tmp_path, unknown, unplayable)
    assert status == 1
    assert [(line["ok"], line["move"], line["error"]) for line in lines] == [
        (False, None, "NoEvaluator"),
        (False, 0, "IllegalAction"),
    ]


@pytest.mark.long
@pytest.mark.timeout(900)
def test_every_legal_move_is_priced_and_the_best_comes_first(tmp_path: Path) -> None:
    (start, thrown), status = advised(tmp_path, {**RECORD, "moves": []}, RECORD)
    assert status == 0
    assert start == {
        "ok": True,
        "game": "asian_yum",
        "to_act": 0,
        "unit": "points",
        "strength": "exact",
        "value": 191.7609,
        "actions": [["roll", 191.7609]],
    }
    actions = thrown["actions"]
    assert isinstance(actions, list)
    assert [value for _, value in actions] == sorted((value for _, value in actions), reverse=True)
    assert thrown["value"] == actions[0][1]
    assert {"keep", "keep 3 3", "keep 3 4 5 6", "mark threes", "strike threes"} <= {do for do, _ in actions}
    assert len(list(tmp_path.iterdir())) == 1
