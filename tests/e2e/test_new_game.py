"""The game of ``scripts/new_game.py`` is short, and is played whole although nothing else in the project names it."""

from __future__ import annotations

import importlib
import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from babel.messages.pofile import read_po

import bot.games
import bot.screens.kit.faces
import cogs
from bot.games import CATALOGUE, ENTRIES, FAMILIES
from bot.games.replay import replay
from bot.locales import words
from bot.screens.kit.patterns import CONVERTERS, Converter
from tests.e2e.playing import PrivateMessage, of_game

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLE = ROOT / "scripts" / "example"
MOST_LINES = 200
NEW_SHEET = "thursday_yum"
"""The key of the sheet that CONTRIBUTING.md shows."""


@pytest.fixture
def pig(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The example beside the files of the bot, for one test, with its French: its folder alone makes it a game.

    Where ``scripts/new_game.py`` has written it, it is one already.
    """
    for message in french():
        forms = words("fr")._catalogue._forms  # type: ignore[attr-defined]
        monkeypatch.setitem(forms, message.id, (message.string,))
    if "pig" in CATALOGUE:
        yield
        return
    packages = (bot.games, cogs)
    for package in packages:
        folder = EXAMPLE / package.__name__.replace(".", "/")
        monkeypatch.setattr(package, "__path__", [*package.__path__, str(folder)])
    entries = bot.games._entries()
    assert [*entries] == [*ENTRIES, "pig"]
    listings = {listing.key: listing for entry in entries.values() for listing in entry.listings}
    monkeypatch.setitem(ENTRIES, "pig", entries["pig"])  # type: ignore[arg-type]
    monkeypatch.setitem(CATALOGUE, "pig", listings["pig"])  # type: ignore[arg-type]
    monkeypatch.setitem(FAMILIES, "pig", "pig")  # type: ignore[arg-type]
    games = Converter("|".join(map(re.escape, ("*", *CATALOGUE))))
    monkeypatch.setitem(CONVERTERS, "game", games)  # Else made of the catalogue when the bot is imported.
    yield
    bot.screens.kit.faces.face_of.cache_clear()
    for name in [one for one in sys.modules if one == "cogs.pig" or one.startswith("bot.games.pig")]:
        sys.modules.pop(name)
    for package in packages:
        vars(package).pop("pig", None)


def french() -> list[Any]:
    """The sentences of the example with their translations."""
    with (EXAMPLE / "fr.po").open(encoding="utf-8") as file:
        return [message for message in read_po(file) if message.id]


@pytest.fixture
def new_game(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script."""
    spec = importlib.util.spec_from_file_location("new_game", ROOT / "scripts" / "new_game.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_example_is_short(new_game: ModuleType) -> None:
    made = {name: text for name, text in new_game.files("pig").items() if name.startswith(("bot/", "cogs/"))}
    assert {str(Path(name).parent) for name in made} == {"bot/games/pig", "cogs"}
    assert sum(len(text.splitlines()) for text in made.values()) <= MOST_LINES


def test_another_name_stands_everywhere(new_game: ModuleType) -> None:
    made = new_game.files("two_hogs")
    assert "bot/games/two_hogs/rules.py" in made
    assert "class TwoHogs(GameWithOptions" in made["bot/games/two_hogs/rules.py"]
    assert not [name for name, text in made.items() if "pig" in (name + text).lower()]


async def test_the_example_is_played_whole_over_sockets(pig: None, evening: Any, hands: Any) -> None:
    ana, chloe = evening.person("ana"), evening.person("chloe")
    play = await evening.game("ana", "chloe", command="pig start")
    assert play.now["content"] == "**Pig** · first to 100"
    assert "Stop in time to write the points" in (await play.beside("rules", ana)).text
    assert "Arrête à temps pour inscrire les points" in (await play.beside("rules", chloe)).text
    turns = await play_out(evening, hands, play)
    assert "**Pig** · final result" in hands["described"](play.now)
    assert f"**{sum(turns[chloe.mention])}** points · {chloe.mention}" in hands["described"](play.now)
    more = PrivateMessage(ana, await play.do("more", ana))
    assert f"{chloe.mention} **{sum(turns[chloe.mention])}** points" in (await more.do("sheets")).text
    code = hands["code_of"](play.now)
    record = await of_game(ana, "record", code)
    report = replay(ana.world.blobs[record.message["attachments"][0]["id"]].data)
    assert (report["ok"], report["game"], report["finished"], report["fair"]) == (True, "pig", True, True)
    assert list(report["scores"]) == [sum(turns[player]) for player in turns]
    assert (await of_game(ana, "verify", code)).text.startswith("✅ **All ")
    assert "Replay · Pig · first to 100" in (await of_game(ana, "replay", code)).text
    await check_statistics(hands, chloe, turns[chloe.mention])
    assert (await play.do("rematch", ana)).updated


async def play_out(evening: Any, hands: Any, play: Any) -> dict[str, list[int]]:
    """Throw up to 15 points a turn until somebody has won; the points of everybody's turns, in playing order."""
    turns: dict[str, list[int]] = {}
    while "rematch" not in play.does:
        who, at_risk = play.turn, int(re.search(r"Stop: \+(\d+)", str(play.now["components"]))[1])
        bank = at_risk >= 15
        assert (await play.do("stop" if bank else "roll", who)).updated
        await evening.settle()
        said = hands["described"](play.now)
        if bank:
            assert f"{who.mention} writes **{at_risk}**." in said
            turns.setdefault(who.mention, []).append(at_risk)
        elif who.mention != hands["on_turn"](play.now) and "your turn" in said:
            assert f"{who.mention} throws a 1 and loses the points of the turn." in said
            turns.setdefault(who.mention, []).append(0)
    return turns


async def check_statistics(hands: Any, chloe: Any, turns: list[int]) -> None:
    """The numbers of turns and of lost turns, and the best one, in the reader's language."""
    page = await chloe.command("stats")
    line = next(do for do in hands["does"](page.message) if do.startswith(f"stats {chloe.id} pig "))
    page = await chloe.select(page, line)
    assert "Cochon\N{NO-BREAK SPACE}: statistiques" in page.text
    button = next(
        do for do in hands["does"](page.message) if do.startswith(f"stats {chloe.id} pig ") and " play " in do
    )
    page = await chloe.press(page, custom_id=hands["does"](page.message)[button])
    assert f"**{len(turns)}** tours" in page.text
    assert f"Perdus par un lancer de trop\N{NO-BREAK SPACE}: **{turns.count(0)}** (" in page.text
    assert f"Meilleur tour\N{NO-BREAK SPACE}: **{max(turns)}**" in page.text


# -- the whole way, in a copy of the project ---------------------------------------------------------------------------


class Copy:
    """A copy of the project, to write into."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        done = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode:
            pytest.skip("the project is no checkout of git")
        for name in filter(None, done.stdout.split("\0")):
            if (ROOT / name).exists():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_bytes((ROOT / name).read_bytes())
        for command in (["init", "-q"], ["add", "-A"]):
            subprocess.run(["git", *command], cwd=folder, check=True, capture_output=True)

    def run(self, *command: str) -> str:
        """What a command says; it must succeed."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "GOBELET"))}
        done = subprocess.run(
            [sys.executable, *command],
            cwd=self.folder,
            env={**environment, "PYTHONPATH": str(self.folder)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout[-6000:]}{done.stderr[-3000:]}"
        return done.stdout

    def translate(self, sentences: dict[str, str]) -> None:
        """Put translations where the script has left them out."""
        catalogue = self.folder / "bot" / "locales" / "fr" / "LC_MESSAGES" / "bot.po"
        text = catalogue.read_text("utf-8")
        for english, said in sentences.items():
            assert text.count(f'msgid "{english}"\nmsgstr ""\n') == 1, english
            text = text.replace(f'msgid "{english}"\nmsgstr ""\n', f'msgid "{english}"\nmsgstr "{said}"\n')
        catalogue.write_text(text, "utf-8")

    def check(self, *keys: str) -> None:
        """All checks, and all tests that ask for one of these games by its key or look at the whole project."""
        for command in (["ruff", "check"], ["ruff", "format", "--check"], ["mypy"]):
            self.run("-m", *command)
        for script in ("translations", "rules_pages"):
            self.run(f"scripts/{script}.py", "check")
        subprocess.run(["git", "add", "-A"], cwd=self.folder, check=True, capture_output=True)
        tests = ("-m", "pytest", "-q", "-n", "2", "-p", "no:cacheprovider")
        pages = ("test_architecture", "test_docs", "test_translations", "test_names_in_docs")
        self.run(*tests, *(f"tests/{page}.py" for page in pages))
        self.run(*tests, "-m", "", "-k", f"({' or '.join(keys)}) and not new_game")


def left_to_translate(said: str) -> set[str]:
    return set(re.findall(r"^  fr: not translated: ['\"](.*)['\"]$", said, re.M))


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path / "copy")


@pytest.mark.long(400)
@pytest.mark.timeout(3600)
def test_the_script_makes_a_whole_game_and_of_one_file_a_whole_sheet(copy: Copy) -> None:
    said = copy.run("scripts/new_game.py", "pig", "--seconds", "2")
    assert left_to_translate(said) == {message.id for message in french()}
    copy.translate({message.id: message.string for message in french()})
    assert "Nothing is left." in copy.run("scripts/new_game.py", "finish", "pig", "--seconds", "0")
    copy.run("-m", "pytest", "-q", "-n", "0", "tests/mind/shipped/test_strengths.py")

    (example,) = re.findall(r"```python\n(\"\"\"Thursday.*?)```", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.S)
    (copy.folder / "bot" / "games" / "yum" / "sheets" / "thursday.py").write_text(example, "utf-8")
    left = {
        "Thursday Yum": "Yum du jeudi",
        "Two straights and odd dice": "Deux suites et des dés impairs",
        "All odd": "Impairs",
        "Only 1, 3 and 5: {points} points.": "Que des 1, 3 et 5 : {points} points.",
    }
    said = copy.run("scripts/new_game.py", "finish", NEW_SHEET, "--seconds", "1")
    assert left_to_translate(said) == left.keys()
    copy.translate(left)
    assert "Nothing is left." in copy.run("scripts/new_game.py", "finish", NEW_SHEET, "--seconds", "0")
    copy.check("pig", NEW_SHEET)
