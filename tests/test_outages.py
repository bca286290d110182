"""An outage is a line when it begins, a line a minute while it lasts, and a line when it seems to be over."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import aiohttp
import pytest

from bot.logs import Outages
from bot.tables.model.errors import NotSaved, NotSeated
from bot.tables.model.store import SaveFailed, StoreDamaged, StoreError


class Log:
    """A log as the host sees it, and the time."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.lines: list[str] = []
        self.outages = Outages(clock=lambda: self.now)
        self.log = logging.getLogger("bot.of_this_test")

    def later(self, seconds: float) -> None:
        """Let time pass, looking every ten seconds."""
        while seconds > 0:
            self.now += min(10.0, seconds)
            seconds -= 10
            self.outages.look()


@pytest.fixture
def log() -> Iterator[Log]:
    found = Log()

    class Handler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            found.lines += self.format(record).splitlines()

    handler = Handler()
    handler.setFormatter(logging.Formatter("{levelname} {message}", style="{"))
    handler.addFilter(found.outages)
    root = logging.getLogger()
    root.addHandler(handler)
    yield found
    root.removeHandler(handler)


def fail(log: Log, error: Exception, text: str = "a press failed") -> None:
    """Log ``error`` as an unexpected error: with its traceback."""
    try:
        raise error
    except Exception as raised:
        log.log.error(text, exc_info=raised)


def test_a_thousand_failed_presses_are_one_line(log: Log) -> None:
    for _ in range(1000):
        fail(log, aiohttp.ServerDisconnectedError())
    assert log.lines == ["ERROR a press failed: ServerDisconnectedError: Server disconnected"]


def test_an_outage_is_a_line_a_minute_and_its_end_is_told(log: Log) -> None:
    for second in range(300):
        for _ in range(20):
            fail(log, ConnectionResetError("reset by peer"), f"press {second}")
        log.later(1)
    assert len(log.lines) == 1 + 5
    assert log.lines[1] == (
        "ERROR Discord: 1199 more errors within a minute; the last: press 59: ConnectionResetError: reset by peer"
    )
    log.later(120)
    assert log.lines[-1] == "WARNING Discord: no errors for a minute, after 6000 within 5 min"
    log.later(3600)
    assert len(log.lines) == 1 + 5 + 1


def test_each_outage_has_its_line(log: Log) -> None:
    for _ in range(10):
        fail(log, TimeoutError())
        log.log.warning("not saved: %s", NotSaved("disk full"))
        log.log.warning("a connection was lost", extra={"outage": "storage"})
    assert log.lines == ["ERROR a press failed: TimeoutError", "WARNING not saved: disk full"]


def test_a_damaged_database_is_told_though_the_storage_is_out_of_order_already(log: Log) -> None:
    for _ in range(3):
        fail(log, StoreError("locked"))
        fail(log, StoreDamaged("malformed"))
    assert log.lines == [
        "ERROR a press failed: StoreError: locked",
        "ERROR a press failed: StoreDamaged: malformed",
    ]


def test_an_error_is_known_by_what_caused_it(log: Log) -> None:
    for _ in range(3):
        try:
            raise ValueError("cannot draw") from SaveFailed("locked")
        except ValueError:
            log.log.exception("no board")
    assert log.lines == ["ERROR no board: ValueError: cannot draw"]


def test_a_fault_of_the_program_is_told_with_its_traceback_and_then_counted(log: Log) -> None:
    for _ in range(30):
        fail(log, ValueError(f"a fault of table {_}"))
        log.later(1)
    assert sum(line.startswith("Traceback") for line in log.lines) == 1
    log.later(50)
    assert log.lines[-1].startswith("ERROR fault ValueError in ")
    assert ": 29 more errors within a minute; the last: a press failed: ValueError: a fault of table " in log.lines[-1]


def test_another_fault_is_told_at_once(log: Log) -> None:
    for error in (ValueError("a fault"), KeyError("another"), ValueError("a fault")):
        fail(log, error)
    try:
        raise ValueError("from another line")
    except ValueError:
        log.log.exception("a press failed")
    log.log.error("refused: %s", ZeroDivisionError("without a traceback"))
    assert sum(line.startswith("Traceback") for line in log.lines) == 3
    assert log.lines[-1] == "ERROR refused: without a traceback"


def test_what_fails_in_a_minute_is_counted_by_kind(log: Log) -> None:
    for error in (TimeoutError(), *[ConnectionResetError("reset by peer")] * 3, TimeoutError()):
        fail(log, error)
    log.later(59)
    fail(log, TimeoutError())
    log.later(3)
    assert " 5 more errors within a minute (ConnectionResetError 3, TimeoutError 2); the last: " in log.lines[-1]


def test_a_single_error_has_no_end(log: Log) -> None:
    fail(log, TimeoutError())
    log.later(300)
    assert len(log.lines) == 1


def test_a_second_outage_is_told_at_once(log: Log) -> None:
    for _ in range(2):
        fail(log, TimeoutError("first"))
    log.later(61)
    log.later(10)
    fail(log, TimeoutError("second"))
    assert [line.split(": ")[-1] for line in log.lines if "a press failed:" in line][-1] == "second"


def test_refusals_are_counted_by_kind_and_are_no_outage(log: Log) -> None:
    """A line when one comes, a line a minute while they do, and none that says that it is over."""
    for second in range(90):
        log.log.warning("table %s: not mended: %r", second, NotSeated())
        if second % 30 == 0:
            log.log.warning("table %s: not mended: %r", second, KeyError(second))
            log.log.warning("server %s: no post: %r", second, NotSeated())
        log.later(1)
    assert log.lines == [
        "WARNING table 0: not mended: NotSeated()",
        "WARNING table 0: not mended: KeyError(0)",
        "WARNING server 0: no post: NotSeated()",
        "WARNING NotSeated: 59 more errors within a minute; the last: table 59: not mended: NotSeated",
        "WARNING KeyError: 1 more errors within a minute; the last: table 30: not mended: KeyError: 30",
        "WARNING NotSeated: 1 more errors within a minute; the last: server 30: no post: NotSeated",
    ]
    log.later(300)
    assert [line.split(":")[0] for line in log.lines[6:]] == [
        "WARNING NotSeated",
        "WARNING KeyError",
        "WARNING NotSeated",
    ]
