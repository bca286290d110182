"""Whether a running bot is well. While Discord and storage answer, the bot writes until when; the check reads that.

Each process has a file of its own, by its name. A lock says whose it is: two processes of one name would vouch for each
other, so the second one writes nothing.
"""

import hashlib
import logging
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from filelock import FileLock, Timeout

log = logging.getLogger(__name__)

BEAT_SECONDS = 5
"""Seconds between its writes."""

LONGEST_SECONDS = 60
"""The most seconds ahead that it may write, because the bot itself may end without a word."""


def beat_file(database_url: str, process: str = "") -> Path:
    """Return the file in which the bot with this database writes it; ``process`` is its name among several."""
    about = f"{database_url} {process}" if process else database_url
    name = hashlib.sha256(about.encode()).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"gobelet-{name}.beat"


class SignOfLife:
    """What this process says about itself in ``file``, as long as no other process does."""

    def __init__(self, file: Path) -> None:
        """Say nothing yet."""
        self._file = file
        self._lock = FileLock(file.with_suffix(".lock"), mode=0o600, fallback_to_soft=False)
        self._warned = False

    def write(self, seconds: float) -> None:
        """Say that all is well for so many seconds from now. What goes wrong is only a line in the log."""
        try:
            if not self._lock.is_locked:
                self._lock.acquire(blocking=False)
            write_beat(self._file, seconds)
        except Timeout:
            if not self._warned:
                log.warning("another process gives its sign of life in %s: set PROCESS_NAME for each", self._file)
                self._warned = True
        except OSError as error:
            log.warning("no sign of life can be written to %s: %s", self._file, error)

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
