"""The log of ``python -m bot``: a line per event, an outage in one, and nothing in it that opens a door."""

from __future__ import annotations

import json
import logging
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

import pytest

from bot import logs
from bot.logs import Outages
from bot.tables.model.memory import ABOUT, About
from bot.tables.model.table import TableId, code

log = logging.getLogger("bot.of_this_test")


@contextmanager
def configured(form: str = "text") -> Iterator[None]:
    """Log as the command line sets it up, and afterwards as the tests do again."""
    root = logging.getLogger()
    handlers, levels = root.handlers, {one: one.level for one in (root, *map(logging.getLogger, logs._LEAST))}
    root.handlers = []
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(logs, "OUTAGES", Outages(clock=lambda: 0.0))
            logs.set_up("DEBUG", form)
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
    assert capsys.readouterr().err.count("Traceback") == 1


@pytest.mark.parametrize("form", ["text", "json"])
def test_an_error_in_a_line_is_told_by_its_class_and_its_words(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    with configured(form):
        log.info("table %s: not mended (%r), again in %.1f s", "4F7K", PermissionError(13, "no access"), 5)
        log.info("table %s: its call was refused: %s", "4F7K", LookupError("no channel"))
        log.info("100 % of nothing")
    first, second, third = capsys.readouterr().err.splitlines()
    assert "table 4F7K: not mended (PermissionError: [Errno 13] no access), again in 5.0 s" in first
    assert "table 4F7K: its call was refused: no channel" in second
    assert "100 % of nothing" in third
    if form == "json":
        assert [json.loads(line).get("kind") for line in (first, second, third)] == [
            "PermissionError",
            "LookupError",
            None,
        ]


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


def test_json_is_an_object_a_line_in_utc_that_says_what_it_is_about(capsys: pytest.CaptureFixture[str]) -> None:
    token = ".".join(("M" * 24, "G" * 6, "a" * 38))
    about = ABOUT.set(About(2**62, TableId(7)))
    with configured("json"), pytest.MonkeyPatch.context() as patch:
        patch.setattr(logs, "shard_of", lambda guild: (guild >> 22) % 5)
        log.info("a press\nof Bot %s", token)
        fail(ValueError("a fault"))
        ABOUT.reset(about)
        log.warning("no welcome in server %s channel %s", 12, 34)
        log.info("Shard ID %s has connected", 5)
        log.info("nothing")
    press, fault, server, shard, nothing = map(json.loads, capsys.readouterr().err.splitlines())
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", press["time"])
    assert abs(datetime.fromisoformat(press["time"]).timestamp() - time.time()) < 3600
    assert press["message"] == "a press\nof Bot …token…"
    assert (press["server"], press["shard"], press["table"]) == (str(2**62), str((2**62 >> 22) % 5), code(TableId(7)))
    assert (press["level"], press["logger"]) == ("info", "bot.of_this_test")
    assert (fault["kind"], fault["error"].splitlines()[-1]) == ("ValueError", "ValueError: a fault")
    assert (server["server"], server["shard"], "table" in server) == ("12", "0", False)
    assert shard["shard"] == "5"
    assert nothing.keys() == {"time", "level", "logger", "message"}


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
