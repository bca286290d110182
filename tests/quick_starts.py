"""Shortcuts by which databases and bots start sooner, for all tests.

Only processes that run tests import this (conftest.py): the one that hands them out would need a second for it.
"""

from __future__ import annotations

import asyncio
import importlib
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from discord import app_commands
from discord.ext import commands
from sqlalchemy.ext.asyncio import create_async_engine

from bot.logs import GarbageCollection
from bot.pictures import PictureRenderer
from bot.screens.kit.patterns import Pattern
from bot.standin.rest import routes_commands
from db import open_database
from db.connection import engines
from tests.postgres import _server, _template, own_postgres, postgres  # noqa: F401 - fixtures


class _Compiled(dict[Any, Any]):
    """Statements that SQLAlchemy has compiled, under keys without the object that stands for the kind of database."""

    @staticmethod
    def _key(key: tuple[Any, ...]) -> tuple[Any, ...]:
        dialect, *others = key
        return type(dialect), *others

    def get(self, key: Any, default: Any = None) -> Any:
        return super().get(self._key(key), default)

    def __setitem__(self, key: Any, compiled: Any) -> None:
        super().__setitem__(self._key(key), compiled)


@pytest.fixture(scope="session", autouse=True)
def _compile_statements_once() -> Iterator[None]:
    """Let all databases of a run share their compiled statements: compiling would take a sixth of the time."""
    compiled = _Compiled()

    def sharing(url: Any, **options: Any) -> Any:
        return create_async_engine(url, **options, execution_options={"compiled_cache": compiled})

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(engines, "create_async_engine", sharing)
        yield


def _database_threads() -> set[threading.Thread]:
    return {thread for thread in threading.enumerate() if "_connection_worker_thread" in thread.name}


@pytest.fixture(autouse=True)
def _no_connection_is_left() -> Iterator[None]:
    """Fail a test that leaves a database connection open: its thread would disturb some later test."""
    before = _database_threads()
    yield
    for thread in (left := _database_threads() - before):
        thread.join(5)
    assert [thread.name for thread in left if thread.is_alive()] == []


@pytest.fixture(scope="session")
def _empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("database") / "gobelet.db"

    async def made() -> None:
        async with open_database(f"sqlite:///{file}"):
            pass

    asyncio.run(made())
    return file


@pytest.fixture(scope="session")
def worked_out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where values of games stay that any test of this run has worked out; right ones only."""
    common = tmp_path_factory.getbasetemp()
    return (common.parent if "PYTEST_XDIST_WORKER" in os.environ else common) / "values"


@pytest.fixture
def database(_empty: Path) -> Callable[[Path], Path]:
    """Put an empty database of this version where a test wants one: 60 ms quicker than all its steps."""

    def database(file: Path) -> Path:
        shutil.copyfile(_empty, file)
        file.chmod(0o600)
        return file

    return database


@pytest.fixture(scope="session")
def _payloads() -> dict[tuple[str, str], Any]:
    return {}


@pytest.fixture(scope="session")
def _sound() -> set[Any]:
    """What was done once: checks of commands (as JSON) and of handlers with what leads to them, and warming up."""
    return set()


@pytest.fixture
def quick_start(_payloads: dict[tuple[str, str], Any], _sound: set[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Start bots of this process in a third of the time: work that is the same at every start happens at the first."""

    def remembering(made: Callable[..., Any]) -> Callable[..., Any]:
        async def payload(command: Any, *about: Any) -> Any:
            if command.parent is not None:
                return await made(command, *about)
            key = type(command).__name__, command.name
            if key not in _payloads:
                _payloads[key] = await made(command, *about)
            return _payloads[key]

        return payload

    def check_command(command: Any, errors: Any, path: Any = (), check: Any = routes_commands.check_command) -> None:
        if (form := msgspec.json.encode(command)) not in _sound:
            check(command, errors, path)
            if not errors._tree:
                _sound.add(form)

    def check_pattern(pattern: Pattern, handler: Any, check: Any = Pattern.check) -> None:
        leads = pattern.text, getattr(handler, "__func__", handler)
        if leads not in _sound:
            check(pattern, handler)
            _sound.add(leads)

    async def warm(renderer: PictureRenderer, warm: Any = PictureRenderer.warm) -> None:
        if warm not in _sound:
            await warm(renderer)
            _sound.add(warm)

    async def load_extension(bot: Any, name: str) -> None:
        """Read the file of a cog once; its cog is made anew for every bot."""
        await importlib.import_module(name).setup(bot)

    monkeypatch.setattr(routes_commands, "check_command", check_command)
    monkeypatch.setattr(Pattern, "check", check_pattern)
    monkeypatch.setattr(PictureRenderer, "warm", warm)
    monkeypatch.setattr(commands.Bot, "load_extension", load_extension)
    for kind in (app_commands.Command, app_commands.Group):
        monkeypatch.setattr(kind, "get_translated_payload", remembering(kind.get_translated_payload))
    # The collector would look through everything that earlier tests have made.
    monkeypatch.setattr(GarbageCollection, "start", lambda _: None)
    monkeypatch.setattr(GarbageCollection, "leave", lambda _: None)
