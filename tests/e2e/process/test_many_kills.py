"""SIGKILL ends the bot again and again while people play every game: no move is lost, no table is dead."""

from __future__ import annotations

import asyncio
import os
import random
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bot.tables.core.model import code

KILLS = int(os.environ.get("GOBELET_TEST_KILLS", "6"))
GAMES = (
    *(f"yum start {sheet}" for sheet in ("yum_plus", "triple_yum_plus", "yum_original", "yum_color", "maxi_yum")),
    *(f"{game} start" for game in ("yams", "yamslam", "421", "5000", "ambition", "cantstop")),
)
SECONDS = 60
"""How long every board has to show its row again after a start. It takes some seconds, and longer on a busy machine."""
TABLES = "SELECT id, channel, message, step, status, owed FROM tables ORDER BY number"


class Night:
    """Two people at a table of every game, and a bot that dies."""

    def __init__(self, process: Any, hands: Any, chance: random.Random) -> None:
        self.process = process
        self.hands = hands
        self.chance = chance
        self.world = process.standin.world
        self.channels = [self.world.add_channel(f"night-{number}") for number in range(len(GAMES))]
        self.people = [process.standin.person("ana"), process.standin.person("ben")]
        self.answered: Counter[str] = Counter()
        """The highest step in an answer to a press, by the code of its table."""
        self.moves = 0
        self._pressing = False

    def rows(self) -> list[Any]:
        """The stored tables, without those followed by another one in their channel."""
        latest = {row[1]: row for row in self.hands["rows"](self.process.file, TABLES)}
        return list(latest.values())

    @asynccontextmanager
    async def pressing(self) -> AsyncIterator[None]:
        """People press at all tables, for as long as this lasts."""
        self._pressing = True
        tasks = [asyncio.create_task(self._press_on(number)) for number in range(len(GAMES))]
        yield
        self._pressing = False
        await asyncio.gather(*tasks)

    async def _press_on(self, number: int) -> None:
        while self._pressing:
            await self.press(number)
            await asyncio.sleep(0)

    async def press(self, number: int) -> None:
        """Press something that moves the game of a channel on; open a table where there is none."""
        channel = self.channels[number]
        boards = [one.data for one in channel.messages.values() if one.reader is None and self._plays(one.data)]
        if not boards:
            game, _, sheet = GAMES[number].partition(" start ")
            options = {"sheet": sheet} if sheet else {}
            await self.people[0].command(game if not sheet else f"{game} start", channel.id, **options)
            await asyncio.sleep(0.05)
            return
        board = boards[-1]
        does = self.hands["does"](board)
        who = next((one for one in self.people if one.id == self.hands["on_turn"](board)), self.people[0])
        if "start" in does:
            do, who = ("start", self.people[0]) if f"<@{self.people[1].id}>" in str(board) else ("join", self.people[1])
        else:
            do = self.chance.choice([one for one in does if not one.startswith(("sheets", "rules", "undo", "menu"))])
        outcome = await self.hands["forge"](who, board["id"], does[do], *([] if does[do].endswith(do) else [do]))
        if outcome.updated:
            self.moves += 1
            self._note(outcome.message)

    def _plays(self, message: Any) -> bool:
        return bool(set(self.hands["does"](message)) - {"sheets", "rules", "rematch", "replay"}) and "vote" not in str(
            message["components"]
        )

    def _note(self, message: Any) -> None:
        for custom_id in self.hands["does"](message).values():
            _, table, step, _ = custom_id.split(":", 3)
            self.answered[table] = max(self.answered[table], int(step))
            return

    def lost(self) -> list[str]:
        """The tables whose stored step is behind what an answer has shown."""
        stored = {code(row[0]): row[3] for row in self.hands["rows"](self.process.file, TABLES)}
        return [table for table, step in self.answered.items() if stored[table] < step]

    def dead(self) -> list[str]:
        """The tables whose board does not show their row, or with a pending call."""
        wrong = []
        for id, _, message, step, status, owed in self.rows():
            shown = self.world.messages.get(str(message))
            steps = {int(one.split(":")[2]) for one in self.hands["does"](shown.data).values()} if shown else set()
            live = status in ("lobby", "playing")
            if owed or (live and shown is None) or (shown is not None and steps and steps != {step}):
                wrong.append(f"{code(id)}: {status}, step {step}, shown {steps or shown}, owed {owed}")
        return wrong


@pytest.mark.long(37)
@pytest.mark.timeout(60 + 20 * KILLS)
async def test_every_game_survives_kills(process: Any, hands: Any, seed: str) -> None:
    night = Night(process, hands, random.Random(seed))
    running = await process.start()
    for number in range(len(GAMES)):
        await night.press(number)
    for _ in range(KILLS):
        async with night.pressing():
            await asyncio.sleep(night.chance.uniform(0.2, 1.2))
            await process.kill(running)
        assert night.lost() == []
        running = await process.start()
        try:
            await hands["until"](lambda: not night.dead(), SECONDS)
        except TimeoutError:
            pytest.fail(f"dead: {night.dead()}")
    assert night.moves > KILLS
    status, errors = await process.end(running)
    assert status == 0
    assert "Traceback" not in errors
