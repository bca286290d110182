"""A Saturday, and private messages of the daily to press on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bot.tables.daily import days

DAY = 86_400
SATURDAY = 5


class Board:
    """A private message of somebody's."""

    def __init__(self, who: Any, outcome: Any, does: Any) -> None:
        assert outcome.state == "answered"
        assert outcome.ephemeral, outcome.text
        self.who = who
        self.id = outcome.message["id"]
        self._does = does

    @property
    def now(self) -> Any:
        found = self.who.message(self.id)
        assert found is not None
        return found

    @property
    def text(self) -> str:
        return str(self.now["embeds"])

    @property
    def does(self) -> dict[str, str]:
        return self._does(self.now)  # type: ignore[no-any-return]

    def custom_id(self, beginning: str) -> str:
        return next(id for do, id in self.does.items() if do.startswith(beginning))

    async def do(self, beginning: str) -> Any:
        """Press the first button, or choose the first line of the menu, that asks for something like this."""
        what, custom_id = next((do, id) for do, id in self.does.items() if do.startswith(beginning))
        if custom_id.endswith(f":{what}"):
            return await self.who.press(self.id, custom_id=custom_id)
        return await self.who.select(self.id, what, custom_id=custom_id)

    async def turn(self, *, keeping: int = 0) -> None:
        """Throw, throw again with so many dice held, write the points in the best box."""
        await self.do("roll")
        if keeping:
            for place in range(1, keeping + 1):
                await self.do(f"hold {place} ")
            await self.do("keep")
        await self.do("mark")

    async def finish(self, *, keeping: int = 0) -> None:
        while any(do.startswith("roll") for do in self.does):
            await self.turn(keeping=keeping)


def until_saturday(evening: Any) -> None:
    """Noon of a Saturday (UTC), whose game is a short one."""
    now = evening.now()
    weekday = (now // DAY + 3) % 7
    evening.standin.world.advance((SATURDAY - weekday) % 7 * DAY - now % DAY + DAY // 2)
    if days.game_of(days.day_of(evening.now())) != "yams":  # Going back to noon has begun a new week.
        raise AssertionError(days.day_of(evening.now()))


@pytest.fixture
def day(evening: Any) -> int:
    until_saturday(evening)
    return days.day_of(evening.now())


@pytest.fixture
def opened(hands: Any) -> Any:
    async def opened(who: Any, **where: Any) -> Board:
        return Board(who, await who.command("daily", **where), hands["does"])

    return opened


@pytest.fixture
def begun(opened: Any) -> Any:
    async def begun(who: Any) -> Board:
        board: Board = await opened(who)
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
def private(hands: Any) -> Any:
    """Turns the private message of an outcome into one to press on."""
    return lambda who, outcome: Board(who, outcome, hands["does"])
