"""The log of ``python -m bot``: a line per event, an outage in one, and nothing in it that opens a door."""

from __future__ import annotations

import logging
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from bot import logs
from bot.logs import Outages

log = logging.getLogger("bot.of_this_test")


@contextmanager
def configured() -> Iterator[None]:
    """Log as the command line sets it up, and afterwards as the tests do again."""
    root = logging.getLogger()
    handlers, levels = root.handlers, {one: one.level for one in (root, *map(logging.getLogger, logs._LEAST))}
    root.handlers = []
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(logs, "OUTAGES", Outages(clock=lambda: 0.0))
            logs.set_up("DEBUG")
            yield
    finally:
        root.handlers = handlers
        for one, level in levels.items():
            one.setLevel(level)


def fail(error: Exception) -> None:
    try:
        raise error
    except Exception:
        log.exception("a press failed")


def test_an_outage_is_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    with configured():
        for _ in range(3):
            fail(TimeoutError("no answer"))
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith("ERROR   bot.of_this_test: a press failed: TimeoutError: no answer")


def test_a_fault_has_its_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    with configured():
        for _ in range(3):
            fail(ValueError("a fault"))
    assert capsys.readouterr().err.count("Traceback") == 3


def test_nothing_secret_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    token = ".".join(("M" * 24, "G" * 6, "a" * 38))
    with configured():
        fail(ValueError(f"POST /api/v10/interactions/123/secret-of-a-press/callback, Bot {token}"))
        log.warning("PATCH /webhooks/123/secret-of-a-webhook/messages/@original")
        for name in ("discord.http", "aiosqlite", "sqlalchemy.engine"):
            logging.getLogger(name).debug("secret of dice")
    told = capsys.readouterr().err
    assert "callback" in told
    assert "@original" in told
    assert "secret" not in told
    assert token not in told


_GARBAGE = """
import asyncio, gc, itertools, weakref
from bot.logs import GarbageCollection

class Command:
    def __init__(self): self.itself = self

async def main():
    ticks = itertools.count() if {slow} else itertools.repeat(0)
    collection = GarbageCollection(clock=lambda: float(next(ticks)))
    collection.start()
    command, frozen = Command(), gc.get_freeze_count()
    for _ in range(6):
        collection._look()
    over = weakref.ref(command)
    del command
    for _ in range(6):
        collection._look()
    assert over() is not None, "it was in use for so long that the short looks pass it by"
    for _ in range(240):
        collection._look()
    assert over() is None
    assert (gc.get_freeze_count() > frozen) is {slow}
    collection.stop()

asyncio.run(main())
"""


@pytest.mark.parametrize("slow", [False, True])
def test_garbage_that_was_long_in_use_goes_within_a_minute_and_a_slow_look_is_the_last_at_what_is_left(
    slow: bool,
) -> None:
    subprocess.run([sys.executable, "-c", _GARBAGE.format(slow=slow)], check=True)
