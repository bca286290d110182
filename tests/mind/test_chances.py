"""Chances to win on score sheets: what they promise whatever the numbers, and what they must know of every sheet."""

from __future__ import annotations

import random
from importlib import import_module
from pathlib import Path

import pytest

from bot.games import FOLDER, make
from bot.mind.chances import FILE, chances, strays

ROOT = Path(__file__).parents[2]

SHEETS = {
    "yum_plus": 22,
    "triple_yum_plus": 66,
    "yum_original": 12,
    "yum_deluxe": 13,
    "yum_classic": 13,
    "triple_yum": 39,
    "yum_low_high": 13,
    "yum_full_house": 15,
    "yum_color": 15,
    "asian_yum": 12,
    "maxi_yum": 20,
    "yams": 12,
}
"""Those whose values are exact or come from a net, and the boxes that each has in all columns."""


@pytest.mark.parametrize(("key", "boxes"), SHEETS.items())
def test_every_sheet_with_good_values_tells_chances_for_each_turn(key: str, boxes: int) -> None:
    known, layout = strays(key), make(key, {}).layout  # type: ignore[attr-defined]
    assert known is not None
    assert len(layout.boxes) * layout.columns == boxes == len(known) - 1
    assert known[0] == [0.0]
    spread = [row[-1] - row[0] for row in known]
    assert spread[1] < spread[boxes // 2] < spread[boxes]


def test_who_is_ahead_wins_more_often_the_fewer_turns_are_left() -> None:
    known = strays("yum_classic")
    assert known is not None
    told = [chances(known, (260, 230), (turns, turns))[0] for turns in (13, 9, 5, 2)]
    assert 0.5 < told[0] < told[1] < told[2] < told[3] < 1
    part = [chances(known, (260, 230), (2 + rest, 2))[0] for rest in (1.0, 2 / 3, 1 / 3, 0.0)]
    assert part == sorted(part)


def test_finished_sheets_win_or_tie() -> None:
    known = strays("yum_classic")
    assert known is not None
    assert chances(known, (200, 201, 150), (0, 0, 0)) == [0, 1, 0]
    assert chances(known, (201, 150, 201), (0, 0, 0)) == [0.5, 0, 0.5]


def test_chances_are_those_of_all_pairs_of_ends(seed: str) -> None:
    known, chance = strays("yum_classic"), random.Random(seed)
    assert known is not None
    for _ in range(20):
        one, other = (chance.choice((250, chance.uniform(150, 350))) for _ in range(2))
        left = chance.randrange(14), chance.randrange(14)
        ends = [(one + mine, other + theirs) for mine in known[left[0]] for theirs in known[left[1]]]
        won = sum((mine > theirs) + (mine == theirs) / 2 for mine, theirs in ends) / len(ends)
        assert chances(known, (one, other), left) == pytest.approx([won, 1 - won])
    crowd = chances(known, [chance.uniform(200, 300) for _ in range(25)], [chance.uniform(0, 13) for _ in range(25)])
    assert sum(crowd) == pytest.approx(1)
    assert min(crowd) >= 0


def test_nobody_tells_chances_where_values_are_estimates() -> None:
    assert strays("yum_extra") is None
    assert strays("balut") is None
    assert (FOLDER / "yum" / FILE).stat().st_size < 60_000


def test_the_page_and_the_bot_know_what_was_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else run ``scripts/mind/chances.py table``."""
    monkeypatch.syspath_prepend(ROOT / "scripts" / "mind")
    monkeypatch.chdir(ROOT)
    tables = import_module("chances")
    found, page = tables.load(tables.RESULTS), (ROOT / "docs" / "certified" / "tables.md").read_text()
    assert page == tables.with_table(page, found)
    assert {key: strays(key) for key in found} == {key: one["strays"] for key, one in found.items()}
    for key, one in found.items():
        two = one["measured"]["two"]
        assert two["ours"] < two["so_far"] < two["even"], key
        assert tables.off(two["bins"]) < 0.02, key
