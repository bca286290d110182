"""Random games wherever the bot is a guest, while answers are lost on the way.

``ANYWHERE_GAMES`` plays more of them in each place.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import Any

import pytest

from bot.standin.world.errors import ApiError
from bot.standin.world.faults import Fault
from bot.tables.model.table import Status, table_id
from bot.ui.delivery import presenter
from tests.e2e.anywhere.conftest import PLACES
from tests.e2e.playing import code_of, does, forge, on_turn

pytestmark = pytest.mark.usefixtures("no_channel_route")

GAMES = int(os.environ.get("ANYWHERE_GAMES", "4"))
"""The number of games that are played in each place."""

PRESSES = 80
"""The most presses of one game; it may be longer."""

EPHEMERAL = 64

LOST = 0.1
"""The share of the bot's requests of which Discord's answer is lost, or which are."""

BESIDE = {"more", "guide", "rules", "undo", "sheets", "leave", "mine", "replay", "review", "rematch"}
"""What is on a board beside its game."""


class Table:
    """One table, and the people who play at it by what they see."""

    def __init__(self, evening: Any, place: str, chance: random.Random) -> None:
        self.evening = evening
        self.place = place
        self.chance = chance
        self.world = evening.standin.world
        self.people = {one.id: one for one in map(evening.person, ("ana", "ben", "chloe"))}
        self.ana = evening.person("ana")
        self.alone = place == "ana-bot" or chance.random() < 0.3
        self.code = ""
        self.shown = 0
        """The highest step of its table in an answer to a press."""
        self.others = {code_of(row) for row in self.ana.messages(place) if "more" in does(row)}
        """The tables of before."""

    async def open(self) -> None:
        """Open a random game by help, and again while the answer is lost."""
        kind = "solo " if self.alone and self.place != "ana-bot" else "open "
        while not self.code:
            shown = await self.ana.command("help", self.place)
            if shown.message is None:
                continue
            menu = does(shown.message)
            games = [do for do in menu if do.startswith(kind)]
            if not games:  # It could not be answered, and says so.
                continue
            do = self.chance.choice(games)
            await self.send(self.ana, str(shown.message["id"]), menu[do], do)
            if boards := self.boards():
                self.code = code_of(boards[-1])
            else:  # Its board was lost with the answer: the list of tables has it.
                await self.show()
        others = [] if self.alone else list(self.people.values())[1:][: self.chance.randrange(3)]
        for one in others:
            await self.press(one, "join")
        if self.alone or self.chance.random() < 0.4:
            await self.press(self.ana, "computers add regular")

    def boards(self) -> list[Any]:
        """The messages with a board of this table, or of a new one, as Ana sees them."""
        seen = [row for row in self.ana.messages(self.place) if "more" in does(row)]
        if self.code:
            return [row for row in seen if code_of(row) == self.code]
        return [row for row in seen if code_of(row) not in self.others][-1:]

    async def show(self) -> None:
        """Have the board posted anew by the list of tables: it is the one here, or a line of the menu leads to it."""
        listed = await self.ana.command("table", self.place)
        for beginning in ("mygames show", "mygames table", "mygames show"):
            if listed.message is None:
                return
            now = next(row for row in self.ana.messages(self.place) if row["id"] == listed.message["id"])
            for do, custom_id in does(now).items():
                if do.startswith(beginning) and (not self.code or do.split()[2] == self.code):
                    await self.send(self.ana, str(now["id"]), custom_id, do)
                    if beginning == "mygames show":
                        return
                    break

    async def send(self, who: Any, message: str, custom_id: str, do: str) -> None:
        """Press a button, or choose a line of a menu."""
        answer = await forge(who, message, custom_id, *(() if custom_id.endswith(f":{do}") else (do,)))
        for asked in does(answer.message).values() if answer.message is not None and self.code else ():
            _, table, step, _ = asked.split(":", 3)
            self.shown = max(self.shown, int(step)) if table == self.code else self.shown
        await self.evening.settle()

    async def press(self, who: Any, do: str) -> None:
        """Press on the newest board, if it offers that."""
        boards = self.boards()
        if not boards:
            await self.show()
            return
        custom_id = does(boards[-1]).get(do)
        if custom_id is not None:
            await self.send(who, str(boards[-1]["id"]), custom_id, do)

    async def step(self) -> None:
        """Somebody presses something that belongs to the game."""
        boards = self.boards()
        if not boards:
            await self.show()
            return
        asked = [do for do in does(boards[-1]) if do not in BESIDE]
        offered = [do for do in asked if not do.startswith(("computers", "join", "side"))]
        if not offered and "join" in does(boards[-1]):  # Nobody's press arrived.
            offered = [do for do in asked if do.startswith("computers add")][:1]
        if not offered:
            await self.show()
            return
        do = "start" if "start" in offered else self.chance.choice(offered)
        player = self.people.get(on_turn(boards[-1]) or "", self.chance.choice(list(self.people.values())))
        await self.press(self.ana if do == "start" else player, do)


def losing(chance: random.Random) -> Callable[[str, str], Fault | None]:
    """Lose one in ten of the requests that need a token of a press, or of their answers."""

    def draw(method: str, route: str) -> Fault | None:
        if ("webhooks" not in route and "callback" not in route) or chance.random() >= LOST:
            return None
        late = chance.random() < 0.7
        if chance.random() < 0.5:
            return Fault(method, route, 1, None, late=late, drop=True)
        return Fault(method, route, 1, ApiError(0, status=503, message="lost"), late=late)

    return draw


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.long(20 * GAMES)
@pytest.mark.timeout(60 + 60 * GAMES)
async def test_games_go_on_while_answers_are_lost(
    guests: Any, guessing: Any, seed: str, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presenter, "REQUEST_SECONDS", 1.0)
    world, tables = guests.standin.world, guests.client.services.tables
    world.interactions.answer_limit = 3.0  # A command whose answer never comes fails as it does at Discord.
    chance = random.Random(f"{seed} {place}")

    for _ in range(GAMES):
        one = Table(guests, place, chance)
        world.faults.storm(losing(chance))
        await one.open()
        id = table_id(one.code)
        assert id is not None
        for _ in range(PRESSES):
            if (await tables.get(id)).over:
                break
            await one.step()
        world.faults.clear()
        await guests.settle()
        table = await tables.get(id)
        assert table.status is not Status.BROKEN
        if not table.over:
            await one.show()
            now = one.boards()[-1]
            assert f":{table.step}:" in str(now["components"]), "the newest board shows what is saved"
            await tables.end(id, int(one.ana.id), manager=True)
            await guests.settle()
        assert await tables.history.verify(id)
        for row in one.ana.messages(place):
            if row["flags"] & EPHEMERAL:
                one.ana.delete(row["id"])
