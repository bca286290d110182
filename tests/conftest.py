"""For all tests: the seed, the cases that it draws, and shortcuts by which databases and bots start sooner.

Mark a big matrix ``sample(n)``: n of its cases run, drawn by a seed that every run prints; all the others are ``long``.
With ``each="key"`` it is n for every value of that parameter, with ``among="name"`` n of all tests that say so.
``pytest -m ""`` runs everything, ``pytest --seed 123``
draws the same cases again.
"""

from __future__ import annotations

import asyncio
import gc
import importlib
import json
import os
import random
import shutil
import sys
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from discord import app_commands
from discord.ext import commands
from sqlalchemy.ext.asyncio import create_async_engine

from bot.standin.rest import routes_commands
from bot.ui.presses.patterns import Pattern
from db import open_database
from db.connection import engines
from tests.postgres import RUN, _server, _template, own_postgres, postgres  # noqa: F401 - fixtures

_SEED = "GOBELET_TEST_SEED"
_MEMORY = Path("/dev/shm")  # noqa: S108 - pytest makes a folder there that is closed to others.
_ROOM = 2**30
"""Bytes that must be free there: a run needs far fewer, and failed tests keep their files."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--seed", type=int, help=f"what cases and random games are drawn by (also: {_SEED})")


def pytest_configure(config: pytest.Config) -> None:
    _keep_compiled()
    gc.disable()  # Until all tests are known: nearly nothing that is made till then becomes garbage.
    _write_to_memory()
    chosen = config.getoption("--seed")
    if chosen is not None:
        os.environ[_SEED] = str(chosen)
    # The processes of -n inherit it: all of them must draw the same cases.
    os.environ.setdefault(_SEED, str(random.randrange(10**6)))
    if not hasattr(config, "workerinput"):
        os.environ[RUN] = str(os.getpid())


def _keep_compiled() -> None:
    """Keep tests whose asserts pytest has rewritten, whatever the environment says: it costs each worker 6 seconds."""
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def _write_to_memory() -> None:
    """Keep the files of tests in memory, unless TMPDIR says where: SQLite waits for the disk at each save."""
    if "TMPDIR" not in os.environ and _MEMORY.is_dir() and shutil.disk_usage(_MEMORY).free > _ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_MEMORY))


def pytest_report_header() -> str:
    return _told()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    terminalreporter.write_line(_told())


def _told() -> str:
    return f"cases and random games are drawn by --seed {_seed()}"


def _seed() -> int:
    return int(os.environ[_SEED])


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    """Keep only some cases of each ``sample`` in a short run, and let the longest tests begin first."""
    _draw(items)
    yield
    items[:] = _longest_first(items, int(getattr(config, "workerinput", {}).get("workercount", 1)))


def _draw(items: list[pytest.Item]) -> None:
    cases: defaultdict[tuple[int, str], list[pytest.Item]] = defaultdict(list)
    for item in items:
        marker = item.get_closest_marker("sample")
        if marker is not None and isinstance(item, pytest.Function):
            (many,), each = marker.args, marker.kwargs.get("each")
            value = item.callspec.params[each] if each else ""
            group = marker.kwargs.get("among") or f"{item.nodeid.partition('[')[0]} {value}"
            cases[many, group].append(item)
    for (many, which), found in cases.items():
        daily = random.Random(f"{_seed()} {which}").sample(found, min(many, len(found)))
        for item in set(found) - set(daily):
            item.add_marker(pytest.mark.long)


def _seconds(item: pytest.Item) -> float:
    """Return how long a test takes, as its marker ``long(seconds)`` says; 0 where none says it."""
    return max((float(marker.args[0]) for marker in item.iter_markers("long") if marker.args), default=0.0)


def _longest_first(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Return the tests in another order: xdist cuts them into equal parts, and each begins with some of the longest.

    Workers take tests from the ends of each other's parts, so whatever stands first is under way early.
    """
    longest = sorted(filter(_seconds, items), key=_seconds, reverse=True)
    others = iter([item for item in items if not _seconds(item)])
    ordered: list[pytest.Item] = []
    for worker in range(workers):
        own = longest[worker::workers]
        size = (len(items) - len(ordered)) // (workers - worker)
        ordered += [*own, *(other for _, other in zip(range(size - len(own)), others, strict=False))]
    return [*ordered, *others]


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Some tests wait for processes, sockets and files; meanwhile another one has the core. Long ones wait the most."""
    return (os.cpu_count() or 1) + (1 if config.option.markexpr else 2)


def pytest_collection_finish() -> None:
    """Exempt all modules and tests from the garbage collector: it would spend a third of the time on them."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    gc.enable()


def pytest_asyncio_loop_factories() -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Run tests in the loop in which the bot runs."""
    try:
        import uvloop  # noqa: PLC0415 - there is none on Windows
    except ImportError:
        return {"asyncio": asyncio.new_event_loop}
    return {"uvloop": uvloop.new_event_loop}


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


@pytest.fixture
def seed(request: pytest.FixtureRequest) -> str:
    """The seed of a test's own random choices: another for each test."""
    return f"{_seed()} {request.node.nodeid}"


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
    """What was checked and is right: commands as JSON, and handlers with what leads to them."""
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
        if (form := json.dumps(command)) not in _sound:
            check(command, errors, path)
            if not errors._tree:
                _sound.add(form)

    def check_pattern(pattern: Pattern, handler: Any, check: Any = Pattern.check) -> None:
        leads = pattern.text, getattr(handler, "__func__", handler)
        if leads not in _sound:
            check(pattern, handler)
            _sound.add(leads)

    async def load_extension(bot: Any, name: str) -> None:
        """Read the file of a cog once; its cog is made anew for every bot."""
        await importlib.import_module(name).setup(bot)

    monkeypatch.setattr(routes_commands, "check_command", check_command)
    monkeypatch.setattr(Pattern, "check", check_pattern)
    monkeypatch.setattr(commands.Bot, "load_extension", load_extension)
    for kind in (app_commands.Command, app_commands.Group):
        monkeypatch.setattr(kind, "get_translated_payload", remembering(kind.get_translated_payload))
    # The collector would look through everything that earlier tests have made.
    monkeypatch.setattr("bot.client.gc", SimpleNamespace(collect=int, freeze=int, set_threshold=lambda *_: None))


async def _until(true: Callable[[], Any], seconds: float = 30.0) -> None:
    async with asyncio.timeout(seconds):
        while not true():  # noqa: ASYNC110 - the world tells nobody of everything.
            await asyncio.sleep(0.005)


@pytest.fixture(scope="session")
def until() -> Callable[..., Any]:
    """Wait until something is true, ``await until(lambda: …)``; fail when that takes half a minute."""
    return _until
