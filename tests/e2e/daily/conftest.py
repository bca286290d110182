"""A Saturday, and private messages of the daily to press on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bot.tables.model import days
from tests.e2e.playing import PrivateMessage

DAY = 86_400
SATURDAY = 5


def until_saturday(evening: Any) -> None:
    """Noon of a Saturday (UTC), whose game is a short one."""
    now = evening.now()
    weekday = (now // DAY + 3) % 7
    evening.standin.world.advance((SATURDAY - weekday) % 7 * DAY - now % DAY + DAY // 2)
    if days.weekday(days.day_of(evening.now())) != SATURDAY:  # Going back to noon has begun a new week.
        raise AssertionError(days.day_of(evening.now()))


@pytest.fixture
def day(evening: Any) -> int:
    until_saturday(evening)
    return days.day_of(evening.now())


@pytest.fixture
def opened() -> Any:
    async def opened(who: Any, **where: Any) -> PrivateMessage:
        return PrivateMessage(who, await who.command("daily", **where))

    return opened


@pytest.fixture
def begun(opened: Any) -> Any:
    async def begun(who: Any) -> PrivateMessage:
        board: PrivateMessage = await opened(who)
        assert (await board.do("daily play")).updated
        return board

    return begun


@pytest.fixture
def secret(evening: Any, hands: Any, day: int) -> Callable[[], bytes]:
    """Look into the database for the secret of the day."""

    def secret() -> bytes:
        ((found,),) = hands["rows"](evening.file, "SELECT secret FROM dailies WHERE day = ?", day)
        return bytes(found)

    return secret


@pytest.fixture
def saturday() -> Any:
    """Lets the time of an evening go on to a Saturday."""
    return until_saturday


@pytest.fixture
def private() -> type[PrivateMessage]:
    """Turns the private message of an outcome into one to press on."""
    return PrivateMessage
