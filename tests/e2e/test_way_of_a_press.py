"""Which files of ours a press passes: docs/certified/press.md lists them, and the number may only fall.

A file is passed where one of its functions is called or goes on for this press, from `on_interaction` to its return: in
its task, in a task that it waits for, or in that of the writer, which commits what it saves. What comes from elsewhere
meanwhile, such as a frame of the gateway, is no step of the press. Work beside and after the answer waits until then. A
call that a cache answers passes nothing, so each test clears the caches and plays the same dice; what games remember
beside their states may still make a list longer than the way. `WAY=write` writes the lists.
"""

from __future__ import annotations

import asyncio
import functools
import os
import re
import secrets
import sys
import textwrap
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import groupby
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from bot.ui.pace.work import BackgroundTasks, WorkQueue

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "certified" / "press.md"
MOST = {"A held die": 22, "A throw": 36, "A last mark": 42}
"""How many files each may pass: fewer is better, more needs a reason."""

SLACK = 5
"""How many files a list may name that this run did not pass, since another test made the game remember something."""


_pressed: ContextVar[bool] = ContextVar("a press", default=False)
"""Whether what runs belongs to the press: its tasks inherit it."""


def _of_the_press() -> bool:
    try:
        task = asyncio.current_task()
    except RuntimeError:
        return False
    return task is not None and (_pressed.get() or task.get_name() == "writer")


class Way:
    """The files that one press passes."""

    def __init__(self) -> None:
        self.files: set[str] = set()
        self._names: set[str] = set()
        self._over = asyncio.Event()
        self._over.set()

    def _see(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call" and _of_the_press():
            self._names.add(frame.f_code.co_filename)

    @contextmanager
    def traced(self) -> Iterator[None]:
        """Take what is passed meanwhile, and forget what was passed before."""
        self._names.clear()
        self._over.clear()
        _pressed.set(True)
        sys.setprofile(self._see)
        try:
            yield
        finally:
            sys.setprofile(None)
            _pressed.set(False)
            self._over.set()
            ours = (Path(name).relative_to(ROOT) for name in self._names if Path(name).is_relative_to(ROOT))
            self.files = {str(one) for one in ours if one.parts[0] in ("bot", "db") and "standin" not in one.parts}

    async def after(self, work: Awaitable[object]) -> object:
        """Do ``work`` when no press is under way."""
        await self._over.wait()
        return await work

    def hold_back(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Let all work beside presses wait for their end; it is asked for as usual."""
        run = BackgroundTasks.run

        def run_after(tasks: BackgroundTasks, work: Awaitable[object], name: str) -> object:
            return run(tasks, self.after(work), name)

        monkeypatch.setattr(BackgroundTasks, "run", run_after)
        for owner, name in ((WorkQueue, "_do"),):
            monkeypatch.setattr(owner, name, self._held(getattr(owner, name)))

    def _held(self, work: Callable[..., Awaitable[object]]) -> Callable[..., Awaitable[object]]:
        return lambda *about: self.after(work(*about))


def _caches() -> Iterator[Any]:
    """What functions and methods of the bot remember."""
    for module in [one for name, one in sys.modules.items() if name.startswith("bot.")]:
        for found in list(vars(module).values()):
            for one in (found, *vars(found).values()) if isinstance(found, type) else (found,):
                if isinstance(one, functools._lru_cache_wrapper):
                    yield one


@pytest.fixture
async def way(quiet_evening: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Play on an evening without jobs; the last press leaves its way here. Presses are limited, as in earnest.

    Frames of the gateway come all the time: they are on no press's way.
    """
    quiet_evening.standin.gateway.interval = 15
    quiet_evening.limits_presses = True
    monkeypatch.setattr(secrets, "token_bytes", bytes)
    found = Way()
    found.hold_back(monkeypatch)
    for cache in _caches():
        cache.cache_clear()
    async with quiet_evening.running() as client:
        await client.scheduler.stop()
        client.presenter.reconciler.patience = 3600.0
        receive = client.on_interaction

        async def traced(interaction: Any) -> None:
            with found.traced():
                await receive(interaction)

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
    evening.client.arrivals.limit.allows = lambda _: True
    play = await evening.game("ana", "ben", sheet="yum_classic")
    while any(do == "roll" for do in play.does):
        await play.throw()
        await evening.settle()
        await play.mark()
    await evening.settle()
    _check("A last mark", press.files)
