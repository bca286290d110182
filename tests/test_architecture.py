"""The layers hold, and every game has all its parts."""

import subprocess
import sys
from pathlib import Path

import pytest

from bot.games import CATALOGUE
from bot.screens.games.rules import RULES
from bot.screens.table.board import BOARDS
from bot.screens.table.sheets import SHEETS, WHOLE

ROOT = Path(__file__).resolve().parent.parent


def test_imports_point_down() -> None:
    lint = Path(sys.executable).with_name("lint-imports")
    if not lint.exists():
        pytest.skip("import-linter is not installed beside this Python")
    done = subprocess.run([lint], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_run_never_imports_the_stand_in() -> None:
    """``python -m bot run`` is the bot on the real Discord and nothing else."""
    program = "import bot.run, sys; sys.exit('bot.standin' in sys.modules or 'PIL' in sys.modules)"
    assert subprocess.run([sys.executable, "-W", "ignore", "-c", program], timeout=60, check=False).returncode == 0


@pytest.mark.parametrize("key", CATALOGUE)
def test_every_game_has_its_screens_rules_page_and_golden_record(key: str) -> None:
    family = CATALOGUE[key].family
    assert family in BOARDS
    assert (family in SHEETS) != (family in WHOLE)
    assert family in RULES
    assert (ROOT / "tests" / "golden" / f"{key}.json").exists()
    assert (ROOT / "docs" / "rules" / f"{key}.md").exists()


def test_no_file_is_too_long_to_live_in() -> None:
    tracked = subprocess.run(["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True, check=False)
    lengths = {
        name: len((ROOT / name).read_text("utf-8").splitlines())
        for name in tracked.stdout.split()
        if (ROOT / name).exists()
    }
    assert {name: lines for name, lines in lengths.items() if lines > 420} == {}
