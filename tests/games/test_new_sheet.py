"""A sheet of thirteen boxes is a few lines of data in one file: everything else is there already."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot.engine.types import N_
from bot.games.yum import sheets
from bot.games.yum.rules import Yum
from bot.games.yum.scoring import sheet as options
from bot.games.yum.scoring import standard_boxes as std
from bot.games.yum.scoring.boxes import Layout, Tiers
from bot.games.yum.scoring.sheet import Sheet

NEW = Sheet(
    "yum_of_the_house",
    N_("Yum of the House"),
    N_("Five boxes of our own"),
    Layout(
        (
            *std.upper_boxes(),
            std.TWO_PAIR,
            std.THREE_KIND,
            std.FULL_HOUSE,
            std.with_value(std.LOW_STRAIGHT, 25),
            std.with_value(std.HIGH_STRAIGHT, 35),
            std.CHANCE,
            std.YUM,
        ),
        Tiers(((63, 40),)),
    ),
    (options.joker("fr", "none"), options.OF_A_KIND, options.QUAD_IS_TWO_PAIR),
)


@pytest.mark.parametrize("options", [{}, {"power": True, "quad_is_two_pair": True}, {"games_in_match": 2}])
def test_it_plays(monkeypatch, random_game, options):
    monkeypatch.setattr("bot.games.yum.rules.SHEETS", {**sheets.SHEETS, NEW.key: NEW})
    game = Yum.of_sheet(NEW.key, options)
    played = random_game(game, 2, 1)
    fills = [entry for entry in played.entries if entry.do.startswith(("mark", "strike"))]
    assert len(fills) == 2 * 13 * int(options.get("games_in_match", 1))
    assert game.outcome(played.state) is not None


def test_its_file_alone_makes_it_a_game(tmp_path):
    """The sheet of CONTRIBUTING, saved beside the others: menus, the command and the rules have it."""
    root = Path(__file__).resolve().parents[2]
    shutil.copytree(root / "bot", tmp_path / "bot", copy_function=os.symlink)
    shutil.copytree(root / "cogs", tmp_path / "cogs", copy_function=os.symlink)
    (example,) = re.findall(r"```python\n(\"{3}Thursday.*?)```", (root / "CONTRIBUTING.md").read_text("utf-8"), re.S)
    (tmp_path / "bot" / "games" / "yum" / "sheets" / "thursday.py").write_text(example, "utf-8")
    program = """
from bot.games import CATALOGUE, FAMILIES, make
from bot.games.yum.sheets import SHEETS
from bot.screens.kit.faces import face_of
from cogs.yum import Yum
boxes = make("thursday_yum", {}).layout.boxes
print([*SHEETS][-1], FAMILIES["thursday_yum"], len(boxes), face_of("thursday_yum").opens)
(start,) = Yum.__cog_app_commands__
print([choice.value for choice in start.parameters[0].choices][-1])
"""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines() == ["thursday_yum yum 13 {yum_start} opens a table.", "thursday_yum"], done.stderr
