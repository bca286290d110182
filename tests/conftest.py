"""For all tests: the seed, and the cases that it draws.

Mark a big matrix ``sample(n)``: n of its cases run, drawn by a seed that every run prints; all the others are ``long``.
With ``each="key"`` it is n for every value of that parameter, with ``among="name"`` n of all tests that say so.
``pytest -m ""`` runs everything, ``pytest --seed 123``
draws the same cases again.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import random
import secrets
import shutil
import sys
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.postgres_keeper import RUN

_SEED = "GOBELET_TEST_SEED"
_MEMORY = Path("/dev/shm")  # noqa: S108 - pytest makes a folder there that is closed to others.
_ROOM = 2**30
"""Bytes that must be free there: a run needs far fewer, and failed tests keep their files."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--seed", type=int, help=f"draws cases and random games (also: {_SEED}), and other dice")


def pytest_configure(config: pytest.Config) -> None:
    _keep_compiled()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # As in bot.mind, which some tests import after numpy.
    gc.disable()  # Until all tests are known: nearly nothing that is made till then becomes garbage.
    _write_to_memory()
    chosen = config.getoption("--seed")
    if chosen is not None:
        os.environ[_SEED] = str(chosen)
    # The processes of -n inherit it: all of them must draw the same cases.
    os.environ.setdefault(_SEED, str(random.randrange(10**6)))
    if not hasattr(config, "workerinput"):
        os.environ[RUN] = str(os.getpid())
    if config.getoption("dist") == "no" or config.getoption("collectonly"):
        config.pluginmanager.import_plugin("tests.quick_starts")


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
    """Keep only some cases of each ``sample`` in a short run, and let the longest tests begin first.

    A test may take twenty times as long as its marker says before it counts as stuck: a machine may be slow, and busy.
    """
    _draw(items)
    for item in items:
        if 20 * _seconds(item) > float(config.getini("timeout")) and item.get_closest_marker("timeout") is None:
            item.add_marker(pytest.mark.timeout(20 * _seconds(item)))
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

    Workers take tests from the ends of each other's parts, so whatever stands first is under way early. Long tests of
    one file stay together: they may share what takes long to start, such as a browser.
    """
    files: defaultdict[Path, list[pytest.Item]] = defaultdict(list)
    for item in filter(_seconds, items):
        files[item.path].append(item)
    longest = sorted(files.values(), key=lambda long: sum(map(_seconds, long)), reverse=True)
    shares: list[list[pytest.Item]] = [[] for _ in range(workers)]
    for long in longest:
        min(shares, key=lambda share: sum(map(_seconds, share))).extend(long)
    others = iter([item for item in items if not _seconds(item)])
    ordered: list[pytest.Item] = []
    for worker, own in enumerate(shares):
        size = (len(items) - len(ordered)) // (workers - worker)
        ordered += [*own, *(other for _, other in zip(range(size - len(own)), others, strict=False))]
    return [*ordered, *others]


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Some tests wait for processes, sockets and files; meanwhile another one has the core. Long ones wait the most."""
    return (os.cpu_count() or 1) + (1 if config.option.markexpr else 2)


def pytest_collection_finish() -> None:
    """Exempt all modules and tests from the garbage collector: it would spend a third of the time on them."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    gc.enable()


def pytest_asyncio_loop_factories() -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Run tests in the loop in which the bot runs."""
    try:
        import uvloop  # noqa: PLC0415 - there is none on Windows
    except ImportError:
        return {"asyncio": asyncio.new_event_loop}

    class Loop(uvloop.Loop):
        """Fails when something is left open at its end: uvloop would wait for that forever, as warnings are errors."""

        def close(self) -> None:
            with warnings.catch_warnings(record=True) as left:
                warnings.simplefilter("always", ResourceWarning)
                super().close()
            for warning in left:
                warnings.warn_explicit(warning.message, warning.category, warning.filename, warning.lineno)

    def made() -> asyncio.AbstractEventLoop:
        loop = Loop()
        loop.set_exception_handler(_end_at_its_limit)
        return loop

    return {"uvloop": made}


def _end_at_its_limit(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """End a test that has reached its time limit: uvloop only logs what a handler of signals raises in it."""
    if not isinstance(context.get("exception"), pytest.fail.Exception):
        loop.default_exception_handler(context)
        return
    test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition("::")[2].partition("[")[0].partition(" ")[0]
    tasks = asyncio.all_tasks(loop)
    for task in [task for task in tasks if getattr(task.get_coro(), "__name__", "") == test] or tasks:
        task.cancel(str(context["exception"]))


@pytest.fixture
def seed(request: pytest.FixtureRequest) -> str:
    """The seed of a test's own random choices: another for each test."""
    return f"{_seed()} {request.node.nodeid}"


@pytest.fixture(autouse=True)
def _same_dice(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let a test throw the same dice in every run, and others by ``--seed``; a process of its own throws its own."""
    chosen = request.config.getoption("--seed")
    source, random_bytes = random.Random(f"{chosen} {request.node.nodeid}"), secrets.token_bytes
    secrets.token_bytes = lambda nbytes=None: source.randbytes(secrets.DEFAULT_ENTROPY if nbytes is None else nbytes)
    try:
        yield
    finally:
        secrets.token_bytes = random_bytes


async def _until(true: Callable[[], Any], seconds: float = 30.0) -> None:
    async with asyncio.timeout(seconds):
        while not true():  # noqa: ASYNC110 - the world tells nobody of everything.
            await asyncio.sleep(0.005)


@pytest.fixture(scope="session")
def until() -> Callable[..., Any]:
    """Wait until something is true, ``await until(lambda: …)``; fail when that takes half a minute."""
    return _until


@pytest.fixture(autouse=True)
def commands_without_ids() -> Iterator[None]:
    """Forget afterwards which ids of commands a bot has learnt: texts name commands by them in the whole process."""
    yield
    if kit := sys.modules.get("bot.screens.kit.values"):
        kit.know_commands({})


@pytest.fixture(autouse=True)
def log_as_it_was() -> Iterator[None]:
    """Leave no log behind that a command has set up in this process, nor the errors that it has counted."""
    root = logging.getLogger()
    level = root.level
    yield
    if logs := sys.modules.get("bot.logs"):
        logs.OUTAGES._going_on.clear()
        root.handlers = [handler for handler in root.handlers if logs.OUTAGES not in handler.filters]
        root.setLevel(level)
