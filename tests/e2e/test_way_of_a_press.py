"""Which files of ours a press passes: docs/certified/press.md lists them, and the number may only fall.

A file is passed where one of its functions is called or goes on, in the event loop's thread, from `on_interaction` to
its return: from the press that was received to the answer that Discord has taken. Work put off until after the answer
waits. A call that a cache answers passes nothing, so each test clears the caches and plays the same dice; what games
remember beside their states may still make a list longer than the way. `WAY=write` writes the lists.
"""

from __future__ import annotations

import functools
import os
import re
import secrets
import sys
import textwrap
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "certified" / "press.md"
CONNECTION = "bot/gateway/connection.py"
"""It reads what Discord sends, whether or not somebody presses."""

MOST = {"A held die": 41, "A throw": 74, "A last mark": 73}
"""How many files each may pass: fewer is better, more needs a reason."""

SLACK = 5
"""How many files a list may name that this run did not pass, since another test made the game remember something."""


class Way:
    """The files that one press passes."""

    def __init__(self) -> None:
        self.files: set[str] = set()
        self._names: set[str] = set()

    def _see(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            self._names.add(frame.f_code.co_filename)

    @contextmanager
    def traced(self) -> Iterator[None]:
        """Take what is passed meanwhile, and forget what was passed before."""
        self._names.clear()
        sys.setprofile(self._see)
        try:
            yield
        finally:
            sys.setprofile(None)
            ours = (Path(name).relative_to(ROOT) for name in self._names if Path(name).is_relative_to(ROOT))
            self.files = {str(one) for one in ours if one.parts[0] in ("bot", "db") and "standin" not in one.parts}
            self.files.discard(CONNECTION)


def _caches() -> Iterator[Any]:
    """What functions and methods of the bot remember."""
    for module in [one for name, one in sys.modules.items() if name.startswith("bot.")]:
        for found in list(vars(module).values()):
            for one in (found, *vars(found).values()) if isinstance(found, type) else (found,):
                if isinstance(one, functools._lru_cache_wrapper):
                    yield one


@pytest.fixture
async def way(quiet_evening: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Play on an evening without jobs; the last press leaves its way here. Presses are limited, as in earnest."""
    quiet_evening.limits_presses = True
    monkeypatch.setattr(secrets, "token_bytes", bytes)
    for cache in _caches():
        cache.cache_clear()
    async with quiet_evening.running() as client:
        await client.scheduler.stop()
        receive, later, found = client.on_interaction, client.presenter.run_later, Way()

        async def traced(interaction: Any) -> None:
            waiting: list[tuple[Coroutine[Any, Any, object], str]] = []
            monkeypatch.setattr(client.presenter, "run_later", lambda work, name: waiting.append((work, name)))
            with found.traced():
                await receive(interaction)
            monkeypatch.setattr(client.presenter, "run_later", later)
            for work, name in waiting:
                later(work, name)

        monkeypatch.setattr(client, "on_interaction", traced)
        yield quiet_evening, found


def _listed(title: str) -> str:
    """Return what the page says of this press."""
    found = re.search(rf"^\*\*{title}\*\* .*?(?=\n\n)", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[0]


def _files(listed: str) -> set[str]:
    """Return the files that a list names."""
    folders = re.findall(r"`([\w/]+)`:\s([\w, \n]+)", listed)
    return {f"{folder}/{name.strip()}.py" for folder, names in folders for name in names.split(",")}


def _list(title: str, files: set[str]) -> str:
    """Return the list of ``files`` for the page."""
    folders = groupby(sorted(files, key=lambda one: (str(Path(one).parent), one)), lambda one: str(Path(one).parent))
    parts = [f"`{folder}`: {', '.join(Path(one).stem for one in names)}" for folder, names in folders]
    text = f"**{title}** passes {len(files)} files. {'; '.join(parts)}."
    return textwrap.fill(text, 120, break_long_words=False, break_on_hyphens=False)


def _check(title: str, files: set[str]) -> None:
    if os.environ.get("WAY") == "write":
        PAGE.write_text(PAGE.read_text("utf-8").replace(_listed(title), _list(title, files)), "utf-8")
    listed = _files(_listed(title))
    assert files - listed == set(), "new on the way"
    assert len(listed - files) <= SLACK, f"no longer on the way: {sorted(listed - files)}"
    assert f" {len(listed)} files" in _listed(title)
    assert len(listed) <= MOST[title]


async def test_a_held_die(way: Any) -> None:
    evening, press = way
    play = await evening.game("ana", "ben", sheet="yum_classic")
    await play.throw()
    await play.hold(1)
    await evening.settle()
    _check("A held die", press.files)


async def test_a_throw(way: Any) -> None:
    evening, press = way
    play = await evening.game("ana", "ben", sheet="yum_classic")
    await play.throw()
    await play.hold(1)
    await play.throw()
    await evening.settle()
    _check("A throw", press.files)


async def test_a_last_mark(way: Any) -> None:
    evening, press = way
    evening.client.press_limit.allows = lambda _: True
    play = await evening.game("ana", "ben", sheet="yum_classic")
    while any(do == "roll" for do in play.does):
        await play.throw()
        await evening.settle()
        await play.mark()
    await evening.settle()
    _check("A last mark", press.files)
