"""The layers hold, and every game has all its parts."""

import ast
import importlib
import io
import pkgutil
import re
import subprocess
import sys
import tokenize
import tomllib
from collections import Counter
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from types import ModuleType

import pytest
from discord import app_commands
from discord.ext import commands

import cogs
from bot.engine.types import Game
from bot.games import CATALOGUE, ENTRIES, FAMILIES
from bot.screens.kit.face import Face
from bot.screens.kit.faces import face_of
from bot.screens.kit.values import commands_in

ROOT = Path(__file__).resolve().parent.parent


def test_imports_point_down() -> None:
    lint = Path(sys.executable).with_name("lint-imports")
    if not lint.exists():
        pytest.skip("import-linter is not installed beside this Python")
    done = subprocess.run([lint], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_run_imports_no_stand_in_no_pictures_and_no_mind() -> None:
    """``python -m bot run`` is the bot on the real Discord. Drawing and thinking come when somebody asks."""
    program = "import bot.run, sys; print(*sys.modules)"
    command = [sys.executable, "-W", "ignore", "-c", program]
    loaded = subprocess.run(command, timeout=60, check=True, capture_output=True, text=True).stdout.split()
    assert "bot.client" in loaded
    assert not {"bot.standin", "bot.mind", "PIL", "numpy"}.intersection(loaded)


def _modules(package: ModuleType) -> set[str]:
    """The names of what lies in a package."""
    return {found.name for found in pkgutil.iter_modules(package.__path__)}


def _games_in(name: str) -> set[str]:
    """The keys of the games that the module ``rules`` of a folder defines."""
    module = importlib.import_module(f"bot.games.{name}.rules")
    own = [one for one in vars(module).values() if isinstance(one, type) and one.__module__ == module.__name__]
    return {one.key for one in own if Game in one.__mro__ and isinstance(vars(one).get("key"), str)}


@pytest.mark.parametrize("family", ENTRIES)
def test_every_game_that_is_written_is_in_the_catalogue(family: str) -> None:
    assert _games_in(family) <= {key for key, its in FAMILIES.items() if its == family}


@pytest.mark.parametrize("family", ENTRIES)
def test_the_folder_of_a_game_has_its_rules_its_face_and_its_entry(family: str) -> None:
    """A mind too, where somebody knows more of its positions than its rules."""
    assert {"rules", "face", "entry"} <= _modules(importlib.import_module(f"bot.games.{family}"))


@pytest.mark.parametrize("family", ENTRIES)
def test_no_file_outside_its_folder_and_its_cogs_imports_a_game(family: str) -> None:
    """The only list of games is the folder: nobody else could forget one."""
    grimp = pytest.importorskip("grimp", reason="import-linter is not installed beside this Python")
    graph = grimp.build_graph("bot", "cogs", "db")
    folder = f"bot.games.{family}"
    inside = {folder, *graph.find_descendants(folder)}
    importers = {one for module in inside for one in graph.find_modules_that_directly_import(module)}
    assert importers - inside == set()


def _names_of_games() -> set[str]:
    """Every name of a game: its key, its name in menus, its folder, and its command."""
    commands_of = [command for entry in ENTRIES.values() for command in entry.commands]
    names = {*CATALOGUE, *FAMILIES.values(), *(listing.label for listing in CATALOGUE.values())}
    return names | {name for command in commands_of for name in (command.name, command.cog)}


NAMES_A_GAME = {
    "bot/standin/client/static/commands.js",  # The stand-in knows no catalogue: its page offers one command first.
    "db/migrations/versions/v0052_ambition_to_win.py",  # What was stored of this game alone has another unit now.
}
"""Files outside that may name a game, each with a reason."""


def _without_numbers(path: Path) -> str:
    """What a file says; a plain number in code, such as a status of HTTP, is no game that is called so."""
    text = path.read_text("utf-8")
    if path.suffix != ".py":
        return re.sub(r"(?<![\w\"'/])\d+\b", "", text)
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return " ".join(token.string for token in tokens if token.type != tokenize.NUMBER)


def test_no_file_outside_its_folder_and_its_cogs_names_a_game() -> None:
    """Neither in code nor in sentences, comments, data or its own name: a new game is written without a look there."""
    names = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, _names_of_games()))})(?!\w)", re.IGNORECASE)
    cogs_of = [f"cogs/{command.cog}.py" for entry in ENTRIES.values() for command in entry.commands]
    inside = ("bot/games/", "bot/locales/", *cogs_of, *NAMES_A_GAME)
    listed = ["git", "ls-files", "bot", "cogs", "db"]
    tracked = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=False).stdout.split()
    named = {
        name: found
        for name in tracked
        if not name.startswith(inside) and name.endswith((".py", ".json", ".js", ".html")) and (ROOT / name).exists()
        if (found := {match[0] for match in names.finditer(f"{name} {_without_numbers(ROOT / name)}")})
    }
    assert named == {}


@pytest.mark.parametrize("family", ENTRIES)
def test_the_entry_of_a_game_loads_neither_screens_nor_the_mind(family: str) -> None:
    program = f"import bot.games.{family}.entry, sys; print(*sys.modules)"
    command = [sys.executable, "-W", "ignore", "-c", program]
    loaded = subprocess.run(command, timeout=60, check=True, capture_output=True, text=True).stdout.split()
    assert f"bot.games.{family}.rules" in loaded
    assert not {"bot.screens", "bot.mind", "numpy", "discord"}.intersection(loaded)


@pytest.mark.parametrize("key", CATALOGUE)
def test_every_game_has_its_screens_rules_page_and_golden_record(key: str) -> None:
    assert isinstance(face_of(key), Face)
    assert (ROOT / "tests" / "golden" / f"{key}.json").exists()
    assert (ROOT / "docs" / "rules" / f"{key}.md").exists()


@pytest.mark.parametrize("key", CATALOGUE)
def test_every_game_has_a_command_that_opens_it(key: str) -> None:
    ((group, *command),) = commands_in(face_of(key).opening(key)).values()
    cogs_of = [cog for name in _modules(cogs) for cog in _cogs(f"cogs.{name}") if str(cog.__cog_group_name__) == group]
    (start,) = [one for cog in cogs_of for one in cog.__cog_app_commands__ if [one.name] == command]
    assert isinstance(start, app_commands.Command)
    sheets = [choice.value for option in start.parameters if option.name == "sheet" for choice in option.choices]
    assert not sheets or key in sheets


@pytest.mark.parametrize("cog", [command.cog for entry in ENTRIES.values() for command in entry.commands])
def test_the_cog_of_a_game_is_one_call(cog: str) -> None:
    """Options of its own stand above it, as data."""
    text = (ROOT / "cogs" / f"{cog}.py").read_text("utf-8")
    assert len(text.splitlines()) <= 10 or "Option(" in text
    *_, last = ast.parse(text).body
    assert isinstance(last, ast.Assign)
    assert ast.unparse(last.value).startswith("game_cog(__name__")


def _cogs(name: str) -> list[type[commands.GroupCog]]:
    """The groups of commands in a module."""
    found = vars(importlib.import_module(name)).values()
    return [one for one in found if isinstance(one, type) and issubclass(one, commands.GroupCog)]


def _files() -> list[Path]:
    """Every Python file that git knows, from the root."""
    tracked = subprocess.run(["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True, check=False)
    return [Path(name) for name in tracked.stdout.split() if (ROOT / name).exists()]


def test_every_module_has_its_place_in_the_layers() -> None:
    lint = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    layers = {name for layer in lint["contracts"][0]["layers"] for name in layer.split(" | ")}
    modules = {f"bot.{name.parts[1].removesuffix('.py')}" for name in _files() if name.parts[0] == "bot"}
    assert modules - layers - {"bot.__init__"} == set()


def test_every_game_is_in_the_contracts() -> None:
    """They name files of all folders, never a game."""
    lint = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    independent = {name for rule in lint["contracts"] if rule["type"] == "independence" for name in rule["modules"]}
    assert "bot.games.*" in independent
    forbidden = {name for rule in lint["contracts"] if rule["type"] == "forbidden" for name in rule["source_modules"]}
    assert {f"bot.games.*.{file}" for file in ("rules", "entry", "mind", "face")} <= forbidden


def test_no_import_goes_in_a_circle() -> None:
    """Imports for types count too: they bind two files as much as the others."""
    grimp = pytest.importorskip("grimp", reason="import-linter is not installed beside this Python")
    graph = grimp.build_graph("bot", "cogs", "db")
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as circle:
        pytest.fail(" imports ".join(reversed(circle.args[1])))


def _folder(module: str) -> str:
    """The folder where a module lies; of a package, its own."""
    return module if (ROOT / module.replace(".", "/") / "__init__.py").exists() else module.rpartition(".")[0]


def test_no_two_folders_import_each_other() -> None:
    """A folder and one inside it neither: who works in one of them need not know the other."""
    grimp = pytest.importorskip("grimp", reason="import-linter is not installed beside this Python")
    graph = grimp.build_graph("bot", "cogs", "db")
    between = {
        (_folder(module), _folder(imported))
        for module in graph.modules
        for imported in graph.find_modules_directly_imported_by(module)
    }
    assert sorted(pair for pair in between if pair[::-1] in between and pair[0] < pair[1]) == []


def test_class_names_are_unique_but_for_those_that_mean_the_same_in_every_game() -> None:
    names = Counter(
        node.name
        for path in _files()
        if path.parts[0] in ("bot", "cogs", "db")
        for node in ast.parse((ROOT / path).read_text("utf-8")).body
        if isinstance(node, ast.ClassDef)
    )
    assert {name for name, times in names.items() if times > 1} == {"State", "LatestTurn", "TurnEnd"}


def test_docstrings_name_their_subject() -> None:
    """Names, and what people do, come first: "The number of …", "Return …", not "How many …"."""
    poor = re.compile(r"\W*(How|Who|Whoever|The same|Do so)\b")
    found = [
        f"{path}: {said.splitlines()[0]}"
        for path in _files()
        if path.parts[0] in ("bot", "cogs", "db")
        for node in ast.walk(ast.parse((ROOT / path).read_text("utf-8")))
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(said := node.value.value, str)
        if poor.match(said)
    ]
    assert not found, "\n".join(found)


def test_the_stand_in_imports_nothing_of_the_bot() -> None:
    """It could be published by itself, with aiohttp, orjson and click."""
    allowed = {"aiohttp", "orjson", "click", *sys.stdlib_module_names}
    for path in (ROOT / "bot/standin").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            strange = [
                name for name in names if not name.startswith("bot.standin") and name.split(".")[0] not in allowed
            ]
            assert not strange, path
