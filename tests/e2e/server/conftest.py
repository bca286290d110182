"""The panel of ``/settings`` to press on."""

from __future__ import annotations

from typing import Any

import pytest


class Panel:
    """The panel in somebody's hands."""

    def __init__(self, who: Any, hands: Any, opened: Any) -> None:
        self.who, self.hands, self.last = who, hands, opened

    @property
    def does(self) -> dict[str, str]:
        return self.hands["does"](self.who.message(self.last))

    @property
    def text(self) -> str:
        return str(self.last.text)

    def menu(self, kind: int) -> Any:
        """The menu of roles (6) or channels (8)."""
        rows = self.who.message(self.last)["components"]
        return next(item for row in rows for item in row["components"] if item["type"] == kind)

    async def choose(self, do: str) -> Any:
        """Choose the line that asks for ``do``, on the page that has it."""
        self.last = await self.who.select(self.last, do, custom_id=self.does[do])
        assert self.last.updated, self.last.text
        return self.last

    async def pick(self, kind: int, *ids: str) -> Any:
        """Choose these roles or channels."""
        self.last = await self.who.select(self.last, *ids, custom_id=self.menu(kind)["custom_id"])
        assert self.last.updated, self.last.text
        return self.last


@pytest.fixture
def panel(evening: Any, hands: Any) -> Any:
    """Opens the panel for somebody."""

    async def opened(who: str = "ana", page: str = "") -> Panel:
        person = evening.person(who)
        found = Panel(person, hands, await person.command("settings"))
        assert found.last.ephemeral
        if page:
            await found.choose(f"settings page {page}")
        return found

    return opened
