"""Logging: one line per event on standard error, without tokens, as text or as JSON.

At DEBUG, discord.py logs interaction tokens (write access for 15 minutes). aiosqlite and SQLAlchemy log the values they
store, secrets of dice among them. Their loggers stay quiet at every level, and a filter cuts everything that looks like
a token from every line. :mod:`bot.logs` logs an outage: a line a minute.
"""

import asyncio
import gc
import json
import logging
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import cycle, islice

import aiohttp
import discord

from bot.tables.model.errors import Damaged, NotSaved, NotYetKnown
from bot.tables.model.memory import ABOUT
from bot.tables.model.store import StoreDamaged, StoreError
from bot.tables.model.table import code

# -- When the garbage collector looks: often, so that it never looks at more than it can check in some milliseconds --
# Python counts new objects less those that are gone. Where states of tables take the place of older ones, the new ones
# become many, and the count does not say so. So the collector also looks by the clock. Garbage that was in use for some
# seconds, such as a command that took long, is found by a look at all objects, once a minute. As soon as that takes
# long, what it leaves is not looked at again: the values of caches become many, and most of them live for hours.

_SECONDS = 0.25
"""Between two looks at what is new."""

_LOOKS_BEFORE_ALL = 240
"""Looks at what is new before one at all objects."""

_SLOW = 0.015
"""A look at all objects that takes so many seconds is followed by shorter ones."""

_THRESHOLDS = (5_000, 2, 50_000)
"""When Python looks by itself: in a rush, before the clock does; at all objects practically never."""


class GarbageCollection:
    """Looks at new objects by the clock; each third time, also at those that the last two looks have left."""

    def __init__(self, *, clock: Callable[[], float] = time.thread_time) -> None:
        """Measure looks by ``clock``."""
        self._generations = cycle([*islice(cycle((0, 0, 1)), _LOOKS_BEFORE_ALL), 2])
        self._clock = clock
        self._next: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Collect everything, leave what is alive alone from now on, and begin to look."""
        gc.collect()
        self.leave()
        gc.set_threshold(*_THRESHOLDS)
        self._wait()

    def leave(self) -> None:
        """Never look again at what there is now; it still goes when nothing refers to it."""
        gc.freeze()

    def stop(self) -> None:
        """Look no more."""
        if self._next is not None:
            self._next.cancel()

    def _wait(self) -> None:
        self._next = asyncio.get_running_loop().call_later(_SECONDS, self._look)

    def _look(self) -> None:
        generation, began = next(self._generations), self._clock()
        gc.collect(generation)
        if generation == 2 and self._clock() - began > _SLOW:
            self.leave()
        self._wait()


# -- Logs an outage of Discord or of the storage once when it begins and once a minute, however many requests fail ---
# Callers need not know. A log record that carries an error (as its exception, or among its values) belongs to an outage
# if the class of that error, or of one of its causes, says so. A caller without an error passes ``extra={"outage":
# "storage"}``. The first failure is logged at once, in one line. Later ones are only counted, and their number is
# logged once a minute. When a minute has passed without a failure, the log says that the outage is over.
#
# A fault of the program is told with its traceback once. While the same error comes from the same line of code, the log
# says once a minute how often it did. So it does of any other error that a line names, such as a refusal by Discord:
# the same line about an error of the same class is logged once, then counted. An error in a line is its class and its
# words, never Python's form of it.

log = logging.getLogger(__name__)

SECONDS = 60

_MORE = "%s: %d more errors within a minute%s; the last: %s"

KINDS: Mapping[str, tuple[type[BaseException], ...]] = {
    "damaged database": (StoreDamaged, Damaged),
    "storage": (StoreError, NotSaved, NotYetKnown),
    "Discord": (
        *(aiohttp.ClientError, ConnectionError, TimeoutError),
        *(discord.DiscordServerError, discord.ConnectionClosed, discord.GatewayNotFound),
    ),
}
"""The name of each outage, and the classes of its errors; the first that fits counts."""


@dataclass(slots=True)
class _Outage:
    began: float
    last: float
    """The time of the last failure."""
    logged: float
    """The time of the last line in the log."""
    silent: int = 0
    """The number of failures since then."""
    total: int = 1
    text: str = ""
    """The last failure, in a line."""
    level: int = logging.ERROR
    """The level of lines with a number."""
    kinds: Counter[str] = field(default_factory=Counter)
    """The number of silent ones, by the class of the error."""


class Outages(logging.Filter):
    """A filter for handlers. It lets everything through that is no outage, and the first line of an outage."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Go by ``clock``, which gives seconds and never goes back."""
        super().__init__()
        self._clock = clock
        self._going_on: dict[str, _Outage] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to log ``record``. It loses its traceback where that says no more than its error."""
        kind = self._kind(record)
        if not kind:
            return True
        known = self._going_on.get(kind)
        now, text = self._clock(), _line(record)
        if known is None:
            is_line = kind.startswith(_LINE)
            level = record.levelno if is_line else logging.ERROR
            self._going_on[kind] = _Outage(now, now, now, text=text, level=level)
            if not is_line and not kind.startswith(_FAULT):
                record.msg, record.args, record.exc_info, record.exc_text = text, (), None, None
            return True
        known.last, known.text = now, text
        known.total += 1
        known.silent += 1
        known.kinds[error_kind(record)] += 1
        self.look()
        return False

    def look(self) -> None:
        """Log the counts, and outages that seem to be over. Call this every few seconds."""
        now = self._clock()
        for kind, outage in list(self._going_on.items()):
            is_line, over = kind.startswith(_LINE), now - outage.last >= SECONDS
            if over:
                del self._going_on[kind]
            if over and not is_line:
                if outage.total > 1:
                    lasted = max(1, round((outage.last - outage.began) / 60))
                    log.warning("%s: no errors for a minute, after %d within %d min", kind, outage.total, lasted)
            elif outage.silent and (over or now - outage.logged >= SECONDS):
                several = ", ".join(f"{name} {many}" for name, many in outage.kinds.most_common())
                among = f" ({several})" if len(outage.kinds) > 1 else ""
                whose = next(iter(outage.kinds)) if is_line else kind
                log.log(outage.level, _MORE, whose, outage.silent, among, outage.text)
                outage.logged, outage.silent = now, 0
                outage.kinds.clear()

    def _kind(self, record: logging.LogRecord) -> str:
        named = str(getattr(record, "outage", ""))
        kinds = (kind for error in _errors(record) for kind, of in KINDS.items() if isinstance(error, of))
        return named or next(kinds, "") or _fault(record) or _named_error(record)


_FAULT = "fault "
_LINE = "line "


def _fault(record: logging.LogRecord) -> str:
    """Return the name of a fault of the program: its class and the line of code that raised it; nothing for others."""
    if record.exc_info is None or record.exc_info[1] is None:
        return ""
    trace = record.exc_info[2]
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = "" if trace is None else f" in {trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
    return f"{_FAULT}{error_kind(record)}{where}"


def _named_error(record: logging.LogRecord) -> str:
    """Return the name of an error that a line names: its class and the line; nothing where it names none."""
    return f"{_LINE}{error_kind(record)} {record.msg}" if next(_errors(record), None) is not None else ""


def error_kind(record: logging.LogRecord) -> str:
    """Return the class of the error that a record carries; where it carries none, where it comes from."""
    error = next(_errors(record), None)
    return record.name if error is None else type(error).__name__


def _errors(record: logging.LogRecord) -> Iterator[BaseException]:
    """Yield the errors that a record carries, each followed by its causes."""
    values = record.args if isinstance(record.args, tuple) else ()
    carried = (record.exc_info[1] if record.exc_info else None, *values)
    for value in carried:
        error = value if isinstance(value, BaseException) else None
        while error is not None:
            yield error
            error = error.__cause__


def _line(record: logging.LogRecord) -> str:
    """Return the message of ``record`` as one line, with the last line of its traceback at the end."""
    text = _message(record)
    error = record.exc_info[1] if record.exc_info else None
    if error is not None:
        text += f": {_Told(error)!r}"
    return text.partition("\n")[0]


def _message(record: logging.LogRecord) -> str:
    """Return the message of ``record`` with errors among its values as people read them."""
    values = record.args if isinstance(record.args, tuple) else ()
    if not any(isinstance(value, BaseException) for value in values):
        return record.getMessage()
    told = tuple(_Told(value) if isinstance(value, BaseException) else value for value in values)
    return str(record.msg) % told


class _Told:
    """An error in a line: its words, or by ``%r`` its class and its words."""

    def __init__(self, error: BaseException) -> None:
        self._error = error

    def __str__(self) -> str:
        return str(self._error)

    def __repr__(self) -> str:
        return f"{type(self._error).__name__}: {self._error}".removesuffix(": ")


OUTAGES = Outages()
"""The outages of this process."""


# -- Logging: one line per event on standard error, without tokens ---------------------------------------------------

_LEAST = {
    **dict.fromkeys(("discord.http", "discord.gateway", "discord.webhook", "discord.client"), logging.INFO),
    **dict.fromkeys(("aiosqlite", "sqlalchemy", "alembic"), logging.WARNING),
}
"""The lowest level for loggers that would show secrets below it."""
_SECRETS = (
    (re.compile(r"(/interactions/\d+/)[^/\s'\"]+"), r"\1…"),
    (re.compile(r"(/webhooks/\d+/)[^/\s'\"?]+"), r"\1…"),
    (re.compile(r"\b[\w-]{23,}\.[\w-]{6,}\.[\w-]{27,}"), "…token…"),
)


def without_secrets(text: str) -> str:
    """Return ``text`` without bot tokens and interaction tokens."""
    for pattern, instead in _SECRETS:
        text = pattern.sub(instead, text)
    return text


_TOLD = {
    "table": re.compile(r"\btable ([0-9A-Z]{4,})\b"),
    "server": re.compile(r"\bserver (\d+)\b"),
    "shard": re.compile(r"\b[Ss]hard (?:ID )?(\d+)\b"),
}
"""What a line says of these itself: jobs act for many tables, one after the other."""


shard_of: Callable[[int], int] | None = None
"""Tells the shard of a server; the client sets it."""


class _Formatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        told = copy(record)
        told.msg, told.args = _message(record), ()
        return without_secrets(super().format(told))


class JsonFormatter(logging.Formatter):
    """A line is a JSON object: ``time`` in UTC, ``level``, ``logger``, ``message``, and what it is about."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line; ids are texts, because other programs round long numbers."""
        message = without_secrets(_message(record))
        line = {
            "time": f"{datetime.fromtimestamp(record.created, UTC):%Y-%m-%dT%H:%M:%S}.{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": message,
            **_about(message),
        }
        if next(_errors(record), None) is not None:
            line["kind"] = error_kind(record)
        if record.exc_info:
            line["error"] = without_secrets(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)


def _about(message: str) -> dict[str, str]:
    server, table = ABOUT.get()
    told = {name: match[1] for name, pattern in _TOLD.items() if (match := pattern.search(message))}
    if server is not None:
        told.setdefault("server", str(server))
    if table is not None:
        told.setdefault("table", code(table))
    if "server" in told and shard_of is not None:
        told.setdefault("shard", str(shard_of(int(told["server"]))))
    return told


def set_up(level: str, form: str = "text") -> None:
    """Log to standard error at ``level``, in the form ``text`` or ``json``. The command line calls this once."""
    handler = logging.StreamHandler(sys.stderr)
    usual = _Formatter("{asctime} {levelname:<7} {name}: {message}", style="{")
    handler.setFormatter(JsonFormatter() if form == "json" else usual)
    handler.addFilter(OUTAGES)
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name, least in _LEAST.items():
        logging.getLogger(name).setLevel(max(least, logging.getLevelName(level)))
