"""SIGKILL ends the bot while a dozen people play a tournament, and one request in ten fails.

Nothing is lost, and everybody is placed right.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bot.engine import commitment
from bot.mind.records import TournamentRanking
from bot.standin.world.errors import ApiError
from bot.standin.world.faults import Fault
from bot.tables.model.table import code
from tests.e2e.playing import PrivateMessage, crowd, described, does

KILLS = int(os.environ.get("GOBELET_TEST_KILLS", "6"))
PLAYERS = 12 if KILLS <= 12 else 200
FAULTS = 0.1
"""How many of the bot's requests fail: half without an answer, half with a 500; half of either after they were done."""
PATIENCE = 500
"""So many times six presses without a decision, and somebody cannot finish: the test says so instead of going on."""
DECISIONS = ("roll", "keep", "mark")
STEPS = "SELECT id, step FROM tables"
FINISHED = "SELECT id, entry, round, game, options FROM tables WHERE status = 'finished' ORDER BY entry, round"
LATEST = (
    "SELECT user_id, score FROM results JOIN tables ON tables.id = results.table_id"
    " WHERE results.kind = 'tourney' AND tables.round = 1"
)
JOURNAL = "SELECT do, dice FROM journal WHERE table_id = ? ORDER BY number"


class Hall:
    """People who play a tournament, and a bot that dies."""

    def __init__(self, process: Any, hands: Any, chance: random.Random) -> None:
        self.process, self.hands, self.chance = process, hands, chance
        self.world = process.standin.world
        self.people = [process.standin.person(key) for key in crowd(self.world, PLAYERS)]
        self.message = ""
        self.boards: dict[str, str] = {}
        self.steps: dict[str, int] = {}
        self.done: set[str] = set()

    def asks(self, what: str) -> str:
        return next(id for do, id in does(self.world.messages[self.message].data).items() if do.startswith(what))

    async def play(self, who: Any) -> None:
        """Open one's board, or go on there, with the next round where one is over."""
        shown = who.message(self.boards.get(who.id, ""))
        offered = {} if shown is None else does(shown)
        decisions = sorted(do for do in offered if do.startswith(DECISIONS))
        if decisions:
            do = self.chance.choice(decisions)
            custom_id = offered[do]
            values = [] if custom_id.endswith(do) else [do]
            outcome = await self.hands["forge"](who, shown["id"], custom_id, *values)
            if outcome.updated:
                self._note(outcome.message)
            return
        if shown is not None and not any(do.startswith("tournament play") for do in offered):
            self.done.add(who.id)
            return
        outcome = await self.hands["forge"](who, self.message, self.asks("tournament play"))
        if (
            outcome.state == "answered"
            and outcome.ephemeral
            and outcome.message is not None
            and outcome.message["embeds"]
        ):
            self.boards[who.id] = str(outcome.message["id"])

    def fault(self, method: str, route: str) -> Fault | None:
        """What happens to a request of the bot."""
        if self.chance.random() >= FAULTS:
            return None
        late, drop = self.chance.random() < 0.5, self.chance.random() < 0.5
        error = None if drop else ApiError(0, status=500, message="one in ten")
        return Fault(method, route, 1, error, late=late, drop=drop)

    def _note(self, message: Any) -> None:
        for custom_id in does(message).values():
            _, table, step, _ = custom_id.split(":", 3)
            if table != "-":
                self.steps[table] = max(self.steps.get(table, 0), int(step))


@pytest.mark.long(48)
@pytest.mark.timeout(300 + 60 * KILLS)
async def test_a_tournament_survives_kills(process: Any, hands: Any, seed: str, tmp_path: Path) -> None:
    hall = Hall(process, hands, random.Random(seed))
    running = await process.start()
    opened = await hall.people[0].command("tournament start", rounds=2)
    hall.message = str(opened.message["id"])
    hall.world.faults.storm(hall.fault)
    kills = sorted(hall.chance.sample(range(PLAYERS * 60), KILLS))
    presses, idle, before = 0, 0, (0, 0)
    while len(hall.done) < len(hall.people):
        now = (sum(hall.steps.values()), len(hall.done))
        idle, before = (idle + 1 if now == before else 0), now
        assert idle < PATIENCE, f"nobody gets on: {len(hall.done)} of {PLAYERS} are done, {len(kills)} kills are left"
        playing = [who for who in hall.people if who.id not in hall.done]
        some = hall.chance.sample(playing, min(6, len(playing)))
        pressing = asyncio.gather(*(hall.play(who) for who in some))
        if kills and presses >= kills[0]:
            kills.pop(0)
            await asyncio.sleep(hall.chance.uniform(0, 0.05))
            await process.kill(running)
            stored = {code(id): step for id, step in hands["rows"](process.file, STEPS)}
            assert [table for table, step in hall.steps.items() if stored[table] < step] == []
            running = await process.start()
        await pressing
        presses += len(some)
    assert not kills, "the people had played before the last kill"
    hall.world.faults.storm(None)
    host = hall.people[0]
    panel = PrivateMessage(host, await host.press(hall.message, custom_id=hall.asks("tournament more")))
    await panel.do("tournament end")
    await panel.do(next(do for do in panel.does if do.endswith("sure")))

    def result() -> Any:
        shown = [one.data for one in hall.world.messages.values() if one.reader is None]
        return next((one for one in shown if any("tournament mine" in do for do in does(one))), None)

    await hands["until"](result, 60)
    ((secret, entropy),) = hands["rows"](process.file, "SELECT secret, entropy FROM tournaments")
    fair = {"commitment": commitment(secret), "secret": secret.hex(), "entropy": entropy}
    records = []
    for id, entry, number, game, options in hands["rows"](process.file, FINISHED):
        moves = [
            {"seat": 0, "do": do, "dice": json.loads(dice)} for do, dice in hands["rows"](process.file, JOURNAL, id)
        ]
        record = {"format": 1, "game": game, "options": json.loads(options), "seats": 1, "moves": moves, "fair": fair}
        records.append(json.dumps({**record, "round": number + 1, "player": str(entry)}))
    assert len(records) == 2 * PLAYERS
    told: Any = TournamentRanking(tmp_path, "matchpoints").places("\n".join(records))
    assert told["ok"], told
    assert told["shared_dice"]
    assert len(told["places"]) == PLAYERS
    first = [line for line in told["places"] if line["place"] == 1]
    best = dict(hands["rows"](process.file, "SELECT number, user_id FROM entries"))
    stored = Counter[int]()
    for user, score in hands["rows"](process.file, "SELECT user_id, score FROM results WHERE kind = 'tourney'"):
        stored[user] += score
    assert {best[int(line["player"])]: line["gross"] for line in told["places"]} == stored
    latest = dict(hands["rows"](process.file, LATEST))
    for who in hall.people:
        assert f"**{latest[int(who.id)]} points**" in described(who.message(hall.boards[who.id]))
    headline = described(result()).split("\n")[0]
    assert any(f"<@{best[int(place['player'])]}>" in headline for place in first)
    pictured = " ".join(str(frame.get("image", {}).get("description")) for frame in result()["embeds"])
    told_points = pictured + described(result())  # Where drawing takes too long, the first three stand there in words.
    assert re.search(rf"\b{first[0]['gross']} points\b", told_points), told_points
    status, errors = await process.end(running)
    assert status == 0
    assert "Traceback" not in errors
