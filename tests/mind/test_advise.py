"""``python -m bot advise``: what a position and its moves are worth, as notation.md says."""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from bot.cli import main
from bot.engine import RULES_VERSION, Level
from bot.mind.strengths import slips

RECORD = {"format": 1, "game": "asian_yum", "seats": 1, "moves": [{"seat": 0, "do": "roll", "dice": [[3, 3, 4, 5, 6]]}]}


def advised(folder: Path, *records: object, options: tuple[str, ...] = ()) -> tuple[list[dict[str, object]], int]:
    """The lines of the answer, and the exit status."""
    said = "\n".join(map(json.dumps, records))
    found = CliRunner().invoke(main, ["advise", "--data", str(folder), *options], input=said)
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


def test_it_says_what_each_level_plays(tmp_path: Path) -> None:
    """Four 5s win the dearest chip but one: only a slip throws on otherwise, and the seed decides about slips."""
    thrown = {"seat": 0, "do": "roll", "dice": [[5, 5, 5, 5, 2]]}
    start, record = ({"format": 1, "game": "yamslam", "seats": 2, "moves": moves} for moves in ([], [thrown]))
    for level in ("regular", "champion"):
        (first, then), status = advised(tmp_path, start, record, options=("--level", level))
        assert status == 0
        assert first["plays"] == "roll"
        assert then["plays"] in ("take 4k", "keep 5 5 5 5")
    said = []
    for seed in range(12):
        options = ("--level", "beginner", "--seed", f"{seed}")
        one, again = (advised(tmp_path, record, options=options)[0][0]["plays"] for _ in range(2))
        assert one == again
        said.append(one)
    assert len(set(said)) > 1
    assert max(said, key=said.count) == "keep 5 5 5 5"
    assert "plays" not in advised(tmp_path, record)[0][0]


def test_the_five_levels_play_what_they_see_unless_they_slip(tmp_path: Path) -> None:
    """After 4-4-6 a beginner holds the greatest sum, casual and regular one die for the best hand; the others know."""
    record = {"format": 1, "game": "421", "seats": 2, "moves": [{"seat": 0, "do": "roll", "dice": [[4, 4, 6]]}]}
    best = {"beginner": "keep 4 6", "casual": "keep 6", "regular": "keep 6", "strong": "keep 4", "champion": "keep 4"}
    for level in Level:
        rate = slips("421").get(level, 0.0)
        for slipping in (False, True) if rate else (False,):
            seed = next(seed for seed in count() if (Random(seed).random() < rate) == slipping)
            options = ("--level", level.value, "--seed", f"{seed}", "--no-why")
            ((line,), status) = advised(tmp_path, record, options=options)
            assert status == 0
            assert line["plays"] in [action for action, _ in line["actions"]]  # type: ignore[attr-defined]
            assert (line["plays"] != best[level]) == slipping, (level, seed)


def test_it_says_why_the_best_is_better_than_the_next_unless_told_not_to(tmp_path: Path) -> None:
    thrown = {"seat": 0, "do": "roll", "dice": [[5, 5, 5, 5, 2]]}
    start, record = ({"format": 1, "game": "yamslam", "seats": 2, "moves": moves} for moves in ([], [thrown]))
    (first, then), status = advised(tmp_path, start, record)
    assert status == 0
    assert "why" not in first, "where there is nothing to choose"
    (claim, *others) = then["why"]  # type: ignore[misc]
    assert not others
    assert (claim["claim"], claim["unit"]) == ("again", "chance")
    assert (claim["best"], claim["done"]) == (pytest.approx(11 / 36, abs=1e-4), 0.0)
    assert "why" not in advised(tmp_path, record, options=("--no-why",))[0][0]


@pytest.mark.long
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
        "rules_version": RULES_VERSION,
    }
    actions = thrown["actions"]
    assert isinstance(actions, list)
    assert [value for _, value in actions] == sorted((value for _, value in actions), reverse=True)
    assert thrown["value"] == actions[0][1]
    assert {"keep", "keep 3 3", "keep 3 4 5 6", "mark threes", "strike threes"} <= {do for do, _ in actions}
    assert not list(tmp_path.iterdir()), "its values come with the bot"
