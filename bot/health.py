"""Whether a running bot is well. While Discord and storage answer, the bot writes until when; the check reads that.

The file lies beside an SQLite database, else in ``data``, seen from where the bot runs. systemd and others give a
process temporary folders of its own, so it does not lie there. Whoever can write it vouches for the bot: no other user
may own that folder. Each process has a file of its own, by its name, and on PostgreSQL by its machine too: containers
may share the folder. A lock says whose it is: two processes of one name would vouch for each other, so the second one
writes nothing.
"""

import hashlib
import logging
import os
import signal
import socket
import stat
import threading
import time
from contextlib import suppress
from pathlib import Path

from filelock import FileLock, Timeout

log = logging.getLogger(__name__)

BEAT_SECONDS = 5
"""Seconds between its writes."""

LONGEST_SECONDS = 60
"""The most seconds ahead that it may write, because the bot itself may end without a word."""


FOLDER = Path("data")
"""The folder where there is no file of a database, seen from where the bot runs."""


def beat_file(database_url: str, process: str = "") -> Path:
    """Return the file in which the bot with this database writes it; ``process`` is its name among several."""
    url = database_url.strip()
    place = url.partition(":///")[2].partition("?")[0] if url.startswith("sqlite") else ""
    about = [database_url, process, "" if place else socket.gethostname()]
    name = hashlib.sha256(" ".join(filter(None, about)).encode()).hexdigest()[:12]
    return (Path(place).parent if place else FOLDER).resolve() / f".gobelet-{name}.beat"


def _closed(folder: Path) -> None:
    """Make ``folder``, for this user only. Raises OSError where somebody else may own what lies there."""
    folder.mkdir(mode=0o700, exist_ok=True)
    if hasattr(os, "getuid"):
        found = folder.lstat()
        of_the_system = found.st_uid == 0 and not found.st_mode & stat.S_ISVTX  # Kubernetes makes such volumes.
        if found.st_uid != os.getuid() and not of_the_system:
            raise PermissionError(f"{folder} belongs to another user, or to all")


class SignOfLife:
    """What this process says about itself in ``file``, as long as no other process does."""

    def __init__(self, file: Path) -> None:
        """Say nothing yet."""
        self._file = file
        self._lock = FileLock(file.with_suffix(".lock"), mode=0o600, fallback_to_soft=False)
        self._warned = False

    def write(self, seconds: float) -> None:
        """Say that all is well for so many seconds from now. What goes wrong is only a line in the log, once."""
        try:
            if not self._lock.is_locked:
                _closed(self._file.parent)
                self._lock.acquire(blocking=False)
            write_beat(self._file, seconds)
            self._warned = False
        except Timeout:
            self._warn("another process gives its sign of life in %s: set PROCESS_NAME for each", self._file)
        except OSError as error:
            self._warn("no sign of life can be written to %s: %s", self._file, error)

    def _warn(self, why: str, *about: object) -> None:
        """Log it, if that is new."""
        if not self._warned:
            log.warning(why, *about)
        self._warned = True

    def end(self) -> None:
        """Take it back."""
        if self._lock.is_locked:
            self._file.unlink(missing_ok=True)
            with suppress(OSError):  # A system may refuse while it is open. Then it stays, and means nothing.
                Path(self._lock.lock_file).unlink(missing_ok=True)
            self._lock.release()


def write_beat(file: Path, seconds: float) -> None:
    """Say that all is well for so many seconds from now. Raises OSError."""
    part = file.with_suffix(".part")
    part.write_text(f"{time.time() + min(seconds, LONGEST_SECONDS):.3f}\n", encoding="ascii")
    part.replace(file)  # A reader sees the old file meanwhile, and never half of the new one.


def is_healthy(file: Path) -> bool:
    """Whether the bot has said that it is well at this moment."""
    return 0 < healthy_until(file) - time.time() < LONGEST_SECONDS + 1


def healthy_until(file: Path) -> float:
    """Return until when the bot said that it is well, in unix seconds; 0 if it says nothing."""
    try:
        return float(file.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return 0.0


# -- systemd: READY and WATCHDOG, where it asks for them (Type=notify, WatchdogSec) ------------------------------------


def notify(state: str) -> None:
    """Tell systemd ``state``; without it, do nothing."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    if address.startswith("@"):
        address = f"\0{address[1:]}"
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as outside:
        outside.settimeout(1.0)
        outside.sendto(state.encode(), address)


# -- A start that has no sense to try again, where whatever starts the bot would do so for ever ------------------------
# Docker's ``restart: unless-stopped`` knows no status after which it leaves off. So the process stays, without Discord,
# and says why in a file, to the health check, and once an hour in the log.

_REMIND_SECONDS = 3600


def hold(file: Path, reason: str) -> None:
    """Stay until somebody stops this process (SIGTERM, SIGINT); meanwhile ``file`` says the ``reason``."""
    log.error("held: %s. Mend it, then start the bot again; until then, nothing is tried.", reason.rstrip("."))
    whole = file.with_name(f"{file.name}.new")
    try:
        whole.write_text(reason, "utf-8")
        whole.replace(file)  # At no moment is it there and empty, which would say that the bot may run.
    except OSError as error:
        log.error("%s cannot be written: %s", file, error)
    stopped = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopped.set())
    try:
        while not stopped.wait(_REMIND_SECONDS):
            log.error("held: %s", reason)
    finally:
        file.unlink(missing_ok=True)


def held(file: Path) -> str:
    """Return why the bot with this hold file does not run; empty if it may."""
    with suppress(OSError):
        return file.read_text("utf-8")
    return ""
