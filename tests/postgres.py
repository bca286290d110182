"""A real PostgreSQL for tests: one server for the whole run, a database of its own for each test.

The first test that wants it starts the server from the programs that are installed; no service has to run. It ends
with the run, however the run ends (tests/postgres_keeper.py). GOBELET_TEST_POSTGRES=postgresql://user@host/name takes
a server that runs already; that user must be allowed to make databases. Where there is neither, the tests are skipped.
As root, as whom containers run tests, it starts it as the user postgres: PostgreSQL refuses root.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from db import open_database
from db.connection.engines import parse
from tests.postgres_keeper import RUN, lives

GIVEN = "GOBELET_TEST_POSTGRES"
USER = "gobelet"
KEEPER = Path(__file__).with_name("postgres_keeper.py")
START_SECONDS = 60

SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "max_connections": 200,
    # A killed server still has every commit, since the system lives on; only a power cut would lose some.
    "fsync": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
    "shared_buffers": "32MB",
}

Make = Callable[..., str]


def programs() -> Path | None:
    """Return the folder of ``postgres`` and ``initdb``; None where they are not installed."""
    folders = [Path(found).resolve().parent for found in [shutil.which("postgres"), shutil.which("initdb")] if found]
    if config := shutil.which("pg_config"):
        answer = subprocess.run([config, "--bindir"], capture_output=True, text=True, check=False)
        folders.append(Path(answer.stdout.strip()))
    debian = Path("/usr/lib/postgresql").glob("*/bin")
    folders += sorted(debian, key=lambda folder: [int(part) for part in re.findall(r"\d+", str(folder))], reverse=True)
    return next((folder for folder in folders if (folder / "initdb").exists() and (folder / "postgres").exists()), None)


def missing() -> str | None:
    """Return why no server can be started here; None where one can."""
    if os.name == "nt":
        return "PostgreSQL is started by the means of Unix"
    if programs() is None:
        return f"PostgreSQL is not installed (Debian: apt install postgresql), and {GIVEN} names no server"
    try:
        _person()
    except KeyError:
        return "PostgreSQL does not run as root, and there is no user postgres"
    return None


def _person() -> dict[str, Any]:
    """Return how to start a program as somebody for whom PostgreSQL runs: it refuses root."""
    if os.getuid() != 0:
        return {}
    import pwd  # noqa: PLC0415 - Windows has none.

    postgres = pwd.getpwnam("postgres")
    return {"user": postgres.pw_uid, "group": postgres.pw_gid, "extra_groups": []}


class Server:
    """A PostgreSQL in ``folder``, which must not exist yet, on a free port."""

    def __init__(self, folder: Path, **settings: object) -> None:
        self.folder = folder
        self.port = _free_port()
        self._settings = SETTINGS | settings
        person = _person()
        folder.mkdir(0o700)
        if person:
            os.chown(folder, person["user"], person["group"])
        command = [str(_programs() / "initdb"), "-D", str(self._data), "-U", USER, "--auth=trust"]
        command += ["-E", "UTF8", "--no-locale", "--no-sync"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=folder, **person)

    @property
    def _data(self) -> Path:
        return self.folder / "data"

    @property
    def process(self) -> int:
        """The id of the server's first process; each connection has another one, its child."""
        return int(self._state()[0])

    def url(self, database: str = "postgres") -> str:
        """Return the URL of one of its databases."""
        return f"postgresql://{USER}@127.0.0.1:{self.port}/{database}"

    def make_database(self, name: str) -> str:
        """Make an empty database; returns its URL."""
        _do(self.url(), f"CREATE DATABASE {name}")
        return self.url(name)

    def start(self, run: int | None = None) -> None:
        """Start it, also once more on the same port; it ends with process ``run``, this one without."""
        command = [str(_programs() / "postgres"), "-D", str(self._data), "-p", str(self.port), "-k", str(self.folder)]
        for name, value in self._settings.items():
            command += ["-c", f"{name}={value}"]
        person = _person()
        who = f"{person['user']}:{person['group']}" if person else ""
        before = self._state()[:1]  # A killed server leaves its state behind.
        keeper = subprocess.Popen(
            [sys.executable, str(KEEPER), str(run or os.getpid()), str(self.folder), who, *command],
            start_new_session=True,  # Ctrl+C in the terminal is for pytest.
        )
        end = time.monotonic() + START_SECONDS
        while len(state := self._state()) < 8 or state[7].strip() != "ready" or state[:1] == before:
            if keeper.poll() is not None or time.monotonic() > end:
                raise RuntimeError((self.folder / "log").read_text(errors="replace"))
            time.sleep(0.02)
        keeper.returncode = 0  # It ends by itself; nobody waits for it.

    def stop(self, how: signal.Signals = signal.SIGQUIT) -> None:
        """Stop it and wait, also one that is paused, and one that ends by itself meanwhile.

        SIGQUIT cuts every connection at once, as a crash does; SIGINT first says goodbye.
        """
        state = self._state()
        process = int(state[0]) if state else None
        if process is None or not lives(process):
            return
        with suppress(ProcessLookupError):
            os.kill(process, how)
            os.kill(process, signal.SIGCONT)
        end = time.monotonic() + START_SECONDS
        while lives(process) and time.monotonic() < end:
            time.sleep(0.02)

    def _state(self) -> list[str]:
        """Return the lines that a running server writes about itself."""
        try:
            return (self._data / "postmaster.pid").read_text().splitlines()
        except OSError:
            return []


def _programs() -> Path:
    folder = programs()
    assert folder is not None
    return folder


def _free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


def _folder() -> Path:
    """Return a place for a server; what pytest makes is closed to the user postgres."""
    return Path(tempfile.gettempdir()) / f"gobelet-postgres-{uuid.uuid4().hex[:8]}"


@pytest.fixture(scope="session")
def _server(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The URL of the server of this run; its first user starts it."""
    if given := os.environ.get(GIVEN):
        return given
    if why := missing():
        pytest.skip(why)
    common = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        common = common.parent
    told = common / "postgres"
    with FileLock(common / "postgres.lock"):
        if not told.exists():
            server = Server(_folder())
            server.start(int(os.environ[RUN]))
            told.write_text(server.url())
    return told.read_text()


@pytest.fixture(scope="session")
def _template(_server: str) -> Iterator[str]:
    """The name of a database of this version, for copies."""
    name = _name()
    url = parse(_server).set(database=name).render_as_string(hide_password=False)

    _do(_server, f"CREATE DATABASE {name}")

    async def made() -> None:
        async with open_database(url):
            pass

    asyncio.run(made())
    yield name
    _do(_server, f"DROP DATABASE {name}")


@pytest.fixture
def postgres(_server: str, _template: str) -> Iterator[Make]:
    """Make databases and return their URLs: ``postgres()`` has this version's tables, ``postgres(empty=True)`` none."""
    made = []

    def make(empty: bool = False) -> str:
        name = _name()
        _do(_server, f"CREATE DATABASE {name}" + ("" if empty else f" TEMPLATE {_template}"))
        made.append(name)
        return parse(_server).set(database=name).render_as_string(hide_password=False)

    yield make
    for name in made:
        _do(_server, f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def own_postgres() -> Iterator[Server]:
    """A started server that a test may stop, pause (SIGSTOP) and start again."""
    if why := missing():
        pytest.skip(why)
    server = Server(_folder())
    server.start()
    yield server
    server.stop()
    shutil.rmtree(server.folder)


def _name() -> str:
    return f"gobelet_test_{uuid.uuid4().hex[:12]}"


def _do(server: str, statement: str) -> None:
    """Let the server do something; also while the event loop of a test runs in this thread."""

    async def do() -> None:
        engine = create_async_engine(parse(server), isolation_level="AUTOCOMMIT")
        async with engine.connect() as connection:
            await connection.execute(text(statement))
        await engine.dispose()

    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, do()).result()
