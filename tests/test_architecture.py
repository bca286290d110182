"""The layers hold, and every game has all its parts."""

import subprocess
import sys
import tomllib
from collections import Counter
from graphlib import CycleError, TopologicalSorter
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


def _files() -> list[Path]:
    """Every Python file that git knows, from the root."""
    tracked = subprocess.run(["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True, check=False)
    return [Path(name) for name in tracked.stdout.split() if (ROOT / name).exists()]


def test_every_module_has_its_place_in_the_layers() -> None:
    lint = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    layers = {name for layer in lint["contracts"][0]["layers"] for name in layer.split(" | ")}
    modules = {f"bot.{name.parts[1].removesuffix('.py')}" for name in _files() if name.parts[0] == "bot"}
    assert modules - layers - {"bot.__init__"} == set()


def test_every_game_is_in_the_contract_of_independence() -> None:
    lint = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    named = {name for rule in lint["contracts"] if rule["type"] == "independence" for name in rule["modules"]}
    families = {game.family for game in CATALOGUE.values()}
    assert {name.rpartition(".")[2] for name in named} >= {_FOLDERS.get(family, family) for family in families}


_FOLDERS = {"421": "four_two_one", "5000": "five_thousand"}
"""Folders whose name is not the family's, for no module's name begins with a digit."""


def test_no_import_goes_in_a_circle() -> None:
    """Imports for types count too: they bind two files as much as the others."""
    grimp = pytest.importorskip("grimp", reason="import-linter is not installed beside this Python")
    graph = grimp.build_graph("bot", "cogs", "db")
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as circle:
        pytest.fail(" imports ".join(reversed(circle.args[1])))


def test_no_file_is_too_long_to_live_in() -> None:
    lengths = {str(name): len((ROOT / name).read_text("utf-8").splitlines()) for name in _files()}
    assert {name: lines for name, lines in lengths.items() if lines > 420} == {}


def test_no_folder_holds_more_files_than_one_look_takes_in() -> None:
    files = Counter(str(name.parent) for name in _files())
    assert {folder: number for folder, number in files.items() if number > 20} == {}
