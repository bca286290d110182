"""What the documents promise is true: the example sheet plays, every rules page is fresh, every command is named."""

import importlib
import importlib.util
import pkgutil
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from discord.ext import commands

import bot.games
import cogs
from bot.client import PERMISSIONS
from bot.engine.dice import FairDice
from bot.engine.play import legal, play
from bot.games import CATALOGUE, make
from bot.games.yum.sheets import SHEETS
from bot.locales import LANGUAGES, words
from bot.screens.command_names import commands_in
from bot.screens.help import TOPICS
from bot.screens.kit import PLAIN_GLYPHS, Desk
from bot.screens.permissions import REASONS
from bot.screens.rules import rules_screen

ROOT = Path(__file__).resolve().parent.parent
SHEET_LINES = 40
PICTURE_BYTES = 150_000


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# -- CONTRIBUTING ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def example() -> str:
    """The sheet that CONTRIBUTING.md shows."""
    blocks = [block for block in re.findall(r"```python\n(.*?)```", read("CONTRIBUTING.md"), re.S) if "SHEETS" in block]
    assert len(blocks) == 1
    return blocks[0]


@pytest.fixture
def key(example: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The key of the example, in the catalogue for one test."""
    namespace: dict[str, Any] = {"__name__": "bot.games.yum.sheets.example"}
    exec(compile(example, "CONTRIBUTING.md", "exec", dont_inherit=True), namespace)  # noqa: S102
    (sheet,) = namespace["SHEETS"]
    assert sheet.key not in CATALOGUE
    monkeypatch.setitem(SHEETS, sheet.key, sheet)  # type: ignore[arg-type]
    monkeypatch.setitem(CATALOGUE, sheet.key, bot.games._sheet(sheet.key))  # type: ignore[arg-type]
    return str(sheet.key)


def test_the_example_sheet_is_short(example: str) -> None:
    assert len(example.splitlines()) < SHEET_LINES


@pytest.mark.parametrize("options", [{}, {"power": True, "joker": "none"}, {"of_a_kind": "matching"}])
def test_the_example_sheet_is_a_game_of_thirteen_boxes(key: str, options: dict[str, object]) -> None:
    game = make(key, options)
    assert len(game.layout.boxes) == 13
    dice, state, filled = FairDice(b"k" * 32, "example"), game.new(2), 0
    while (turn := game.turn(state)) is not None:
        texts = list(legal(game, state))
        do = next((text for text in texts if text.startswith("mark")), texts[0])
        filled += do.startswith("mark")
        state = play(game, state, turn, do, dice).state
    assert filled == 26
    outcome = game.outcome(state)
    assert outcome is not None
    assert min(outcome.scores) > 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_sheet_has_its_rules(key: str, language: str) -> None:
    body = rules_screen(Desk(words(language), PLAIN_GLYPHS), make(key, {})).body
    assert re.search(r"Primes\*\* ?: .*`(?:[235]-){4}[235]` → 30", body)
    assert "35 points" in body


def test_the_example_of_a_test_is_one_of_ours() -> None:
    (block,) = re.findall(r"```python\n(def test_.*?)```", read("CONTRIBUTING.md"), re.S)
    assert block in read("tests/games/test_yum_plus.py")


# -- rules pages -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", list(CATALOGUE))
def test_the_rules_page_is_fresh_and_has_its_sources(key: str) -> None:
    pages = script("rules_pages")
    assert read(f"docs/rules/{key}.md") == pages.page(key), "run scripts/rules_pages.py write"
    assert (ROOT / "docs" / "rules" / "sources" / f"{key}.md").exists()


@pytest.mark.parametrize("key", list(CATALOGUE))
def test_the_sources_name_only_house_rules_there_are(key: str) -> None:
    known = {rule.key for rule in CATALOGUE[key].rules}
    rows = [line for line in read(f"docs/rules/sources/{key}.md").splitlines() if line.startswith("| ")]
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row.rsplit("|", 2)[-2])}
    assert named <= known
    shared = {rule.key for rule in CATALOGUE["yum_plus"].rules} & {rule.key for rule in CATALOGUE["maxi_yum"].rules}
    assert known - named - shared == set()


# -- README ------------------------------------------------------------------------------------------------------------


def slash_commands() -> Iterator[str]:
    for found in pkgutil.iter_modules(cogs.__path__):
        module = importlib.import_module(f"cogs.{found.name}")
        for cog in vars(module).values():
            if isinstance(cog, type) and issubclass(cog, commands.Cog) and cog.__module__ == module.__name__:
                group = f"{cog.__cog_group_name__} " if issubclass(cog, commands.GroupCog) else ""
                yield from (f"/{group}{command.name}" for command in cog.__cog_app_commands__)


def test_the_readme_names_every_command_and_no_other() -> None:
    named = set(re.findall(r"`(/[a-z0-9_]+(?: [a-z_]+)?)`", read("README.md")))
    assert named == set(slash_commands())


def test_help_names_every_command_and_no_other() -> None:
    sentences = [sentence for _, page in TOPICS.values() for sentence in page]
    named = {"/" + " ".join(words) for sentence in sentences for words in commands_in(sentence).values()}
    assert named == set(slash_commands()) - {"/help"}


def test_the_readme_names_every_game() -> None:
    linked = set(re.findall(r"\]\(docs/rules/(\w+)\.md\)", read("README.md")))
    assert linked == set(CATALOGUE)


@pytest.mark.parametrize("page", ["README.md", "docs/hosting.md"])
def test_every_permission_is_explained_and_no_other(page: str) -> None:
    (table,) = re.findall(r"^\| Permission \|.*\n\|[-|]+\n((?:\|.*\n)+)", read(page), re.M)
    assert re.findall(r"^\| ([^|]+?) \|", table, re.M) == [label for label, _ in REASONS.values()]


def test_the_invite_link_asks_for_just_these() -> None:
    assert re.findall(r"permissions=(\d+)", read("docs/hosting.md")) == [str(PERMISSIONS.value)]


def test_the_two_ways_to_begin_are_in_the_readme() -> None:
    readme = read("README.md")
    assert "python3 -m venv .venv && .venv/bin/pip install -e . && .venv/bin/python -m bot play" in readme
    assert "python3 -m venv .venv && .venv/bin/pip install -e '.[dev]' && .venv/bin/python -m pytest" in readme


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/architecture.md"])
def test_links_between_pages_lead_somewhere(page: str) -> None:
    folder = (ROOT / page).parent
    targets = re.findall(r"\]\((?!https?:|#)([^)#]+)[^)]*\)|src=\"([^\"]+)\"", read(page))
    missing = [target for pair in targets for target in pair if target and not (folder / target).exists()]
    assert missing == []


def test_pictures_are_small() -> None:
    sizes = {path.name: path.stat().st_size for path in (ROOT / "docs" / "images").glob("*.png")}
    assert sizes
    assert {name: size for name, size in sizes.items() if size > PICTURE_BYTES} == {}
