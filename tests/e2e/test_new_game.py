"""The game that CONTRIBUTING.md shows is short, and is played whole although no other file of the bot names it."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

import bot.games
import bot.screens.kit.faces
import cogs
from bot.games import CATALOGUE
from bot.games.replay import replay
from bot.locales import words
from bot.ui.press.patterns import CONVERTERS, Converter
from tests.e2e.playing import PrivateMessage

ROOT = Path(__file__).resolve().parent.parent.parent
MOST_LINES = 200
PACKAGES = (bot.games, bot.screens.kit.faces, cogs)


@pytest.fixture(scope="module")
def page() -> str:
    return (ROOT / "CONTRIBUTING.md").read_text("utf-8").split("## Add another game")[1]


@pytest.fixture(scope="module")
def files(page: str) -> dict[str, str]:
    """The three files of the example by their paths: each is named once, before its text."""
    blocks = re.findall(r"`((?:bot|cogs)/[\w/]*pig\.py)`.*?```python\n(.*?)```", page, re.S)
    assert len(blocks) == 3
    return dict(blocks)


@pytest.fixture
def pig(page: str, files: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The example beside the files of the bot, for one test, with its line in the catalogue and its French."""
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    for package in PACKAGES:
        folder = tmp_path / package.__name__.replace(".", "/")
        monkeypatch.setattr(package, "__path__", [*package.__path__, str(folder)])
    assert "pig" not in CATALOGUE
    assert "`pig.LISTING`" in page
    monkeypatch.setitem(CATALOGUE, "pig", importlib.import_module("bot.games.pig").LISTING)  # type: ignore[arg-type]
    games = Converter("|".join(map(re.escape, ("*", *CATALOGUE))))
    monkeypatch.setitem(CONVERTERS, "game", games)  # Else made of the catalogue when the bot is imported.
    (french,) = re.findall(r"```po\n(.*?)```", page, re.S)
    for message in read_po(StringIO(french)):
        if message.id:
            monkeypatch.setitem(words("fr")._catalogue._forms, message.id, (message.string,))  # type: ignore[attr-defined]
    yield
    bot.screens.kit.faces.face_of.cache_clear()
    for package in PACKAGES:
        sys.modules.pop(f"{package.__name__}.pig", None)
        vars(package).pop("pig", None)


def test_the_example_is_short(files: dict[str, str], tmp_path: Path) -> None:
    for name, text in files.items():
        (tmp_path / name.replace("/", "_")).write_text(text, "utf-8")
    ruff = [sys.executable, "-m", "ruff", "format", "--check", "--config", str(ROOT / "pyproject.toml"), str(tmp_path)]
    done = subprocess.run(ruff, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert sum(len(text.splitlines()) for text in files.values()) <= MOST_LINES


async def test_the_example_is_played_whole_over_sockets(pig: None, evening: Any, hands: Any) -> None:
    ana, chloe = evening.person("ana"), evening.person("chloe")
    play = await evening.game("ana", "chloe", command="pig start")
    assert play.now["content"] == "**Pig** · first to 100"
    assert "Stop to write the points" in (await play.beside("rules", ana)).text
    assert "Arrête pour inscrire les points" in (await play.beside("rules", chloe)).text
    turns = await play_out(evening, hands, play)
    assert "**Pig** · final result" in hands["described"](play.now)
    assert f"**{sum(turns[chloe.mention])}** points · {chloe.mention}" in hands["described"](play.now)
    more = PrivateMessage(ana, await play.do("more", ana))
    assert f"{chloe.mention} **{sum(turns[chloe.mention])}** points" in (await more.do("sheets")).text
    code = hands["code_of"](play.now)
    record = await ana.command("table record", code=code)
    report = replay(ana.world.blobs[record.message["attachments"][0]["id"]].data)
    assert (report["ok"], report["game"], report["finished"], report["fair"]) == (True, "pig", True, True)
    assert list(report["scores"]) == [sum(turns[player]) for player in turns]
    assert (await ana.command("verify", code=code)).text.startswith(f"✅ Table {code}: ")
    assert "Replay · Pig · first to 100" in (await ana.command("replay", code=code)).text
    await check_statistics(hands, chloe, turns[chloe.mention])
    assert (await play.do("rematch", ana)).updated


async def play_out(evening: Any, hands: Any, play: Any) -> dict[str, list[int]]:
    """Throw up to 15 points a turn until somebody has won; the points of everybody's turns, in playing order."""
    turns: dict[str, list[int]] = {}
    while "rematch" not in play.does:
        who, at_risk = play.turn, int(re.search(r"Stop: \+(\d+)", str(play.now["components"]))[1])
        bank = at_risk >= 15
        assert (await play.do("bank" if bank else "roll", who)).updated
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
    """How many turns there were, how many were lost, and the best one, in the reader's language."""
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
