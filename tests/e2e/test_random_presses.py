"""Thousands of presses by four people on several tables at once, right and wrong ones: every one gets an answer."""

from __future__ import annotations

import asyncio
import random
from collections import Counter, deque
from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.engine import gate
from bot.games import make
from bot.tables.storage import journal
from bot.tables.storage.rows import from_row, read
from bot.thinker.answers import NobodyKnows
from db import open_database

AT_ONCE = 4
"""Presses under way for each table."""
PEOPLE = ("ana", "ben", "chloe", "david")
GARBAGE = ("", "join", "g1:", "g1:zzz:0:roll", "g1:-:0:leaderboard x", "g2:a:1:roll", "🎲" * 30, "g1:1:1:" + "x" * 80)
RARE = ("leave", "undo", "rules", "more")


@dataclass
class Crowd:
    """People who press whatever they see, have seen, or make up."""

    evening: Any
    hands: Any
    channels: list[Any]
    sheet: str
    chance: random.Random
    seen: deque[tuple[str, str | None]] = field(default_factory=lambda: deque(maxlen=400))
    outcomes: Counter[str] = field(default_factory=Counter)

    def boards(self, channel: Any) -> list[Any]:
        """The public messages of a channel with something to press, newest last."""
        messages = [one.data for one in channel.messages.values() if one.reader is None]
        return [one for one in messages if self.hands["does"](one)]

    async def press(self) -> None:
        """Press something somewhere; without a table, open one."""
        chance, channel = self.chance, self.chance.choice(self.channels)
        boards = self.boards(channel)
        if not boards:
            who = self.evening.person(chance.choice(PEOPLE))
            await who.command("yum start", channel.id, sheet=self.sheet)
            boards = self.boards(channel)
        if not boards:
            return
        board = boards[-1] if chance.random() < 0.95 else chance.choice(boards)
        kind = chance.choices(("right", "wrong", "old", "garbage"), (60, 25, 12, 3))[0]
        who = self.evening.person(chance.choice(PEOPLE))
        if kind == "right":
            who = self.right_person(board) or who
        custom_id, value = self.choice(board) if kind in ("right", "wrong") else self.other(kind)
        outcome = await self.hands["forge"](who, board["id"], custom_id, *([] if value is None else [value]))
        self.outcomes[outcome.state] += 1
        self.outcomes[kind] += 1
        self.outcomes["updated" if outcome.updated else "private"] += 1

    def right_person(self, board: Any) -> Any:
        """Whose turn it is, if the board shows it."""
        on_turn = self.hands["on_turn"](board)
        return None if on_turn is None else next(p for p in map(self.evening.person, PEOPLE) if p.id == on_turn)

    def choice(self, board: Any) -> tuple[str, str | None]:
        """Something on the board, more often than not a move of the game.

        Nobody seats a computer: all others would wait during its turns.
        """
        does = {do: id for do, id in self.hands["does"](board).items() if not do.startswith("computers add")}
        common = {do: id for do, id in does.items() if do not in RARE}
        found = common if common and self.chance.random() < 0.97 else does
        do = self.chance.choice(list(found))
        custom_id = found[do]
        picked = (custom_id, None if custom_id.endswith(f":{do}") else do)
        self.seen.append(picked)
        return picked

    def other(self, kind: str) -> tuple[str, str | None]:
        """Something that stood on a board once, or never did."""
        if kind == "old" and self.seen:
            return self.chance.choice(self.seen)
        return self.chance.choice(GARBAGE), None


@pytest.mark.parametrize(
    ("presses", "tables", "sheet", "finished"),
    [
        (600, 2, "yum_original", 0),
        pytest.param(8_000, 8, "yum_plus", 1, marks=[pytest.mark.long(60), pytest.mark.timeout(900)]),
    ],
)
async def test_every_press_is_answered(
    quiet_evening: Any,
    hands: Any,
    caplog: pytest.LogCaptureFixture,
    seed: str,
    presses: int,
    tables: int,
    sheet: str,
    finished: int,
) -> None:
    evening, world = quiet_evening, quiet_evening.standin.world
    channels = [world.add_channel(f"table-{number}") for number in range(tables)]
    crowd = Crowd(evening, hands, channels, sheet, random.Random(seed))
    left = iter(range(presses))

    async def press_on() -> None:
        for _ in left:
            await crowd.press()

    async with evening.running() as client:
        client.services.tables.thinker.review = _nobody_knows
        await asyncio.gather(*(press_on() for _ in range(AT_ONCE * tables)))
        await evening.settle()
    assert crowd.outcomes["failed"] == 0
    # Whoever wants to press while another opens the only table of a channel finds no board.
    pressed = sum(crowd.outcomes[kind] for kind in ("right", "wrong", "old", "garbage"))
    assert pressed >= presses * 0.95
    assert crowd.outcomes["answered"] >= pressed * 0.99
    assert crowd.outcomes["updated"] > presses / 4
    assert crowd.outcomes["private"] > presses / 20
    assert [one.getMessage() for one in caplog.get_records("call") if one.name.startswith(("bot", "cogs", "db"))] == []
    statuses = await _replayed(evening, hands)
    assert statuses["finished"] >= finished
    assert sum(statuses.values()) >= tables


async def _nobody_knows(*_game: Any) -> None:
    """Stand in for the review of a game, for which a process would work a sheet out."""
    raise NobodyKnows


async def _replayed(evening: Any, hands: Any) -> Counter[str]:
    """Replay every journal and compare it with the stored state; returns how the tables stand."""
    found: Counter[str] = Counter()
    async with open_database(evening.url) as storage:
        for (id,) in hands["rows"](evening.file, "SELECT id FROM tables"):
            row = await storage.tables.load(id)
            found[row["status"]] += 1
            if row["state"] is None:
                continue
            game = make(row["game"], read(row, "options"))
            state = gate.decode(game.state_type, row["state"])
            lines = await storage.tables.journal(id)
            assert [line.number for line in lines] == list(range(row["entries"]))
            entries = journal.effective_entries(lines)
            assert journal.replay_state(game, len(read(row, "players")), entries) == state
            assert await journal.verify(from_row(row, game, state), entries)
    return found
