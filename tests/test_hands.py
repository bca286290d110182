"""The hands of benchmarks go on where a busy storage has saved nothing, and do not wait for what nobody draws."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from benchmarks.hands import TableHand, Tally
from tests import virtual_time

SAVED, REFUSED = (
    SimpleNamespace(failed=False, ephemeral=False, callback=7),
    SimpleNamespace(failed=False, ephemeral=True, callback=4, text="I could not save that.", state="answered"),
)


def offering(*components: dict[str, Any]) -> dict[str, Any]:
    """A board with a picture and these components."""
    return {"embeds": [{"image": {}}], "components": [{"type": 1, "components": list(components)}]}


def button(do: str) -> dict[str, Any]:
    return {"type": 2, "style": 1, "custom_id": f"g1:a:1:{do}"}


MENU = {"type": 3, "custom_id": "g1:a:1:menu", "options": [{"value": "mark chance"}]}
NEXT = {"start": button("roll"), "menu": button("rematch")}


class Host:
    """Somebody at a table of a bot that cannot save the first press of each of the ``refused`` kinds."""

    id = "1"

    def __init__(self, *refused: str) -> None:
        self.refused = list(refused)
        self.world = SimpleNamespace(messages={})
        self.channel = SimpleNamespace(id="c", messages=self.world.messages)
        self.pressed: list[str] = []

    def post(self, *components: dict[str, Any]) -> None:
        self.world.messages[str(len(self.world.messages))] = SimpleNamespace(data=offering(*components))

    async def command(self, *_: Any) -> Any:
        return await self.does("command", None)

    async def press(self, message: str, *, custom_id: str = "", custom_id_contains: str = "") -> Any:
        return await self.does((custom_id or custom_id_contains).rpartition(":")[2], message)

    async def select(self, message: str, _: str, *, custom_id: str) -> Any:
        return await self.does(custom_id.rpartition(":")[2], message)

    async def does(self, what: str, message: str | None) -> Any:
        self.pressed.append(what)
        if what in self.refused:
            self.refused.remove(what)
            return REFUSED
        if what in NEXT and message is not None:
            self.world.messages[message].data = offering(NEXT[what])
        else:
            self.post(button("start"))
        return SAVED


@pytest.mark.parametrize("refused", ["command", "start", "menu", "rematch"])
def test_what_could_not_be_saved_at_the_end_of_a_game_and_the_next_beginning_is_pressed_again(refused: str) -> None:
    async def play() -> tuple[list[str], list[str]]:
        host, tally = Host(refused), Tally()
        hand = TableHand([cast(Any, host)], cast(Any, host.channel), tally, cast(Any, None))
        async with asyncio.timeout(300):
            await hand.sit_down()
            host.world.messages[hand.message].data = offering(MENU)
            hand.left = 1
            await hand.begin_anew()
        return host.pressed, tally.wrong

    pressed, wrong = virtual_time.run(play())
    once = ["command", "start", "menu", "rematch", "start"]
    place = once.index(refused)
    assert pressed == [*once[:place], refused, *once[place:]]
    assert len(wrong) == 1


def test_a_bot_that_opens_no_game_ends_the_benchmark() -> None:
    host = Host(*["command"] * 100)
    hand = TableHand([cast(Any, host)], cast(Any, host.channel), Tally(), cast(Any, None))
    with pytest.raises(RuntimeError, match="start"):
        virtual_time.run(asyncio.wait_for(hand.sit_down(), 3600))
