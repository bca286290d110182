"""Processes of the bot that begin with everything imported: importing takes ten times as long as the start itself.

Modules for pictures, which the bot imports after its start, and the French sentences are there as well.

One server process for the whole run imports the bot once and forks for each start. What it starts is a process of its
own: own id, signals, environment, folder, standard streams and exit status. Tests of importing and of the command line
start Python itself.
"""

from __future__ import annotations

import asyncio
import atexit
import errno
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from tests.postgres_keeper import LOOK_SECONDS, lives

ROOT = Path(__file__).resolve().parents[1]
ENVIRONMENT = ("PATH", "HOME", "LANG", "PYTHONPATH", "TMPDIR")
"""What of our own environment processes get."""

_LONGEST = 65_536
"""Bytes of a request."""

_FILES = 1024
"""More than the server has open."""

_SERVE = "import sys; from tests.forked import serve; serve(int(sys.argv[1]), int(sys.argv[2]))"


class _Pipe:
    """Reads a pipe to its end, beside all other work."""

    def __init__(self) -> None:
        """Make it; ``end`` is where the other process writes."""
        self._ours, self.end = os.pipe()
        os.set_blocking(self._ours, False)
        self._read = bytearray()
        self._news = asyncio.Event()
        self._over = False
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._ours, self._take)

    def _take(self) -> None:
        found = os.read(self._ours, _LONGEST)
        self._read += found
        if not found:
            self._over = True
            self._loop.remove_reader(self._ours)
            os.close(self._ours)
        self._news.set()

    async def line(self) -> bytes:
        """Return the next line."""
        while b"\n" not in self._read and not self._over:
            self._news.clear()
            await self._news.wait()
        line, _, self._read = self._read.partition(b"\n")
        return bytes(line)

    @property
    def so_far(self) -> bytes:
        """What has been written so far, but for lines that were taken."""
        return bytes(self._read)

    async def all(self) -> bytes:
        """Return all that is written, once nobody writes any longer."""
        while not self._over:
            self._news.clear()
            await self._news.wait()
        return bytes(self._read)


class ForkedProcess:
    """A process that the server has started, in place of ``asyncio.subprocess.Process``."""

    def __init__(self) -> None:
        """Read what it prints, and what the server tells: its id, and at its end its exit status."""
        self._output, self._errors, self._told = self.pipes = (_Pipe(), _Pipe(), _Pipe())
        self.pid = 0
        self.returncode: int | None = None
        self._ending: asyncio.Task[None] | None = None

    @property
    def log(self) -> str:
        """What it has printed to its error stream so far."""
        return self._errors.so_far.decode()

    async def begun(self) -> None:
        """Wait until it has begun."""
        self.pid = int(await self._told.line())
        self._ending = asyncio.create_task(self._end())

    async def _end(self) -> None:
        self.returncode = int(await self._told.line())
        await self._told.all()

    async def wait(self) -> int:
        """Wait for its end; returns the exit status."""
        assert self._ending is not None
        await asyncio.shield(self._ending)
        assert self.returncode is not None
        return self.returncode

    async def communicate(self) -> tuple[bytes, bytes]:
        """Wait for its end; returns what it has printed to both streams."""
        output, errors, _ = await asyncio.gather(self._output.all(), self._errors.all(), self.wait())
        return output, errors

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it still lives. Raises ProcessLookupError before it has begun."""
        if not self.pid:
            raise ProcessLookupError("it has not begun")  # 0 would be all of us: the tests would end without a word.
        if self.returncode is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it."""
        self.send_signal(signal.SIGKILL)


class ForkServer:
    """The server, as its client sees it."""

    def __init__(self, control: socket.socket) -> None:
        """Send requests over ``control``."""
        self._control = control

    async def start(
        self, program: str, arguments: Sequence[str], folder: Path, environment: Mapping[str, str]
    ) -> ForkedProcess:
        """Start what ``python -c program arguments`` would start."""
        started = ForkedProcess()
        theirs = [pipe.end for pipe in started.pipes]
        asked = {"program": program, "arguments": [*arguments], "folder": str(folder), "environment": {**environment}}
        socket.send_fds(self._control, [json.dumps(asked).encode()], theirs)
        for end in theirs:
            os.close(end)
        await started.begun()
        return started


@contextmanager
def fork_server(run: int) -> Iterator[ForkServer]:
    """The server of the run whose first process is ``run``: the first to ask starts it, and it ends with the run."""
    address = f"\0gobelet-forks-{run}"  # Of Linux's abstract names: no file, and it goes with the server.
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as door:
        try:
            door.bind(address)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
        else:
            door.listen()
            _start(door, run)
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as ours:
        ours.connect(address)
        yield ForkServer(ours)


def _start(door: socket.socket, run: int) -> None:
    kept = {name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
    running = subprocess.Popen(
        [sys.executable, "-c", _SERVE, str(door.fileno()), str(run)],
        pass_fds=[door.fileno()],
        cwd=ROOT,
        env=kept,
        stdin=subprocess.DEVNULL,
        start_new_session=True,  # Ctrl+C in the terminal is for pytest.
    )
    running.returncode = 0  # It ends by itself; nobody waits for it.


# -- in the server -----------------------------------------------------------------------------------------------


def serve(number: int, run: int) -> None:
    """Fork for each request to the listening socket ``number``, until process ``run`` has ended."""
    _import_all()
    waking, woken = os.pipe()
    os.set_blocking(woken, False)
    signal.set_wakeup_fd(woken)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    door = socket.socket(fileno=number)
    clients: list[socket.socket] = []
    living: dict[int, int] = {}
    while lives(run):
        ready, _, _ = select.select([door, waking, *clients], [], [], LOOK_SECONDS)
        if waking in ready:
            os.read(waking, _LONGEST)
            _report(living)
        if door in ready:
            clients.append(door.accept()[0])
        for client in set(clients) & set(ready):
            asked, streams, _, _ = socket.recv_fds(client, _LONGEST, 3)
            if asked:
                _fork(asked, streams, living)
            else:
                clients.remove(client)
                client.close()


def _fork(asked: bytes, streams: Sequence[int], living: dict[int, int]) -> None:
    """Start what a client has asked for; its exit status will be told to the last of ``streams``."""
    child = os.fork()
    if child == 0:
        _become(json.loads(asked), *streams)
    output, errors, told = streams
    os.close(output)
    os.close(errors)
    os.write(told, b"%d\n" % child)
    living[child] = told


def _import_all() -> None:
    import_module("bot.run")
    for name in import_module("bot.client").cog_names():
        import_module(name)
    for name in ("uvloop", "asyncpg", "bot.settings", "bot.cli"):
        with suppress(ImportError):
            import_module(name)
    import_module("bot.locales").words("fr")
    import_module("bot.pictures.renderer")._warm()
    gc.collect()
    gc.freeze()


def _report(living: dict[int, int]) -> None:
    """Tell of all processes that have ended how they did."""
    while living:
        child, status = os.waitpid(-1, os.WNOHANG)
        if child == 0:
            return
        told = living.pop(child)
        with suppress(BrokenPipeError):
            os.write(told, b"%d\n" % os.waitstatus_to_exitcode(status))
        os.close(told)


def _become(asked: Mapping[str, Any], output: int, errors: int, _: int) -> None:
    """Be the process that was asked for; never returns."""
    status = 1
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.dup2(output, 1)
        os.dup2(errors, 2)
        os.closerange(3, _FILES)
        os.chdir(asked["folder"])
        os.environ.clear()
        os.environ.update(asked["environment"])
        sys.argv = ["-c", *asked["arguments"]]
        main = sys.modules["__main__"] = ModuleType("__main__")
        exec(asked["program"], vars(main))  # noqa: S102 - as ``python -c`` does.
        status = 0
    except SystemExit as end:
        status = _status(end)
    except BaseException:
        traceback.print_exc()
    finally:
        with suppress(BaseException):
            threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        os._exit(status)


def _status(end: SystemExit) -> int:
    """The exit status that Python makes of ``end``."""
    if end.code is None:
        return 0
    if isinstance(end.code, int):
        return end.code & 0xFF
    sys.stderr.write(f"{end.code}\n")
    return 1
