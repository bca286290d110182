"""The host's log during an outage of Discord or the storage: a line, not a traceback or two for each press."""

from __future__ import annotations

import asyncio
import logging
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from bot import jobs
from bot.logs import Outages
from bot.tables.model import memory

PRESSES = 20


class Seconds:
    """A clock that stands still until a test moves it."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def seconds() -> Seconds:
    return Seconds()


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture, seconds: Seconds, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The log as the host sees it, at the level hosts have."""
    caplog.set_level(logging.INFO)
    found: list[str] = []
    outages = Outages(clock=seconds)
    monkeypatch.setattr(jobs, "OUTAGES", outages)

    class Handler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            found.extend(self.format(record).splitlines())

    handler = Handler()
    handler.addFilter(outages)
    logging.getLogger().addHandler(handler)
    yield found
    logging.getLogger().removeHandler(handler)


@pytest.mark.long
async def test_discord_out_of_reach(evening: Any, punctual: None, hands: Any, lines: list[str]) -> None:
    evening.may_complain = True
    play = await evening.game("ana", "ben", sheet="yum_classic")
    ana = evening.person("ana")
    evening.standin.world.faults.drop("*", "*", times=10**6)
    lines.clear()
    kinds = ("more", next(do for do in play.does if do.startswith("roll")))
    presses = [hands["forge"](ana, play.board, play.does[kind]) for kind in kinds for _ in range(PRESSES)]
    await asyncio.gather(*presses)
    assert len(lines) == 1, lines
    evening.standin.world.faults.clear()


@pytest.mark.long(9)
async def test_each_minute_is_told_and_the_end(
    evening: Any, punctual: None, hands: Any, lines: list[str], seconds: Seconds
) -> None:
    evening.may_complain = True
    play = await evening.game("ana", "ben", sheet="yum_classic")
    world = evening.standin.world
    world.faults.drop("*", "*", times=10**6)
    lines.clear()
    for seconds.now in (0, 20, 40):
        await asyncio.gather(*(hands["forge"](evening.person("ana"), play.board, play.does["more"]) for _ in "12345"))
    world.faults.clear()
    for seconds.now in (60, 120, 180):
        world.advance(60)
        await evening.client.scheduler.tick()
    _, minute, end = lines
    assert re.match(r"Discord: \d+ more errors within a minute; the last: ", minute)
    assert re.fullmatch(r"Discord: no errors for a minute, after \d+ within 1 min", end)


async def test_storage_out_of_reach(evening: Any, lines: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    evening.may_complain = True
    play = await evening.game("ana", sheet="yum_classic")
    monkeypatch.setattr(memory, "SECONDS", 0.3)
    lines.clear()
    with closing(sqlite3.connect(evening.file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        throw = next(id for do, id in play.does.items() if do.startswith("roll"))
        await asyncio.gather(*(evening.person("ana").press(play.board, custom_id=throw) for _ in range(PRESSES)))
        await evening.client.scheduler.tick()
        other.execute("ROLLBACK")
    assert len(lines) == 1, lines
    await evening.settle()
