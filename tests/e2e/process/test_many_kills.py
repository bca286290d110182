"""SIGKILL ends the bot again and again: no move is lost, no table is dead, and each has one board, which answers.

People play every game meanwhile, against each other and a computer, in turns and at once, the game of the day and its
puzzle, and open reviews. ``GOBELET_TEST_KILLS`` says how often it is killed.
"""

from __future__ import annotations

import asyncio
import os
import random
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any

import pytest

from bot.standin.world.faults import Fault
from bot.tables.model.table import code
from tests.e2e.playing import PrivateMessage, crowd

KILLS = int(os.environ.get("GOBELET_TEST_KILLS", "6"))
GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    *(
        ("yum start", {"sheet": sheet})
        for sheet in ("yum_plus", "triple_yum_plus", "yum_original", "yum_color", "maxi_yum")
    ),
    *((f"{game} start", {}) for game in ("yams", "yamslam", "421", "5000", "ambition", "cantstop")),
    ("yum start", {"sheet": "yum_original", "computers": 1, "level": "beginner"}),
    ("yum start", {"sheet": "yum_original", "pace": "parallel"}),
    ("5000 start", {"pace": "parallel"}),
)
BESIDE = ("sheets", "rules", "undo", "menu", "computers", "option", "leave", "stir", "more")
"""What moves no game on."""
TALK = 0.2
"""How often somebody writes below a board before a press there, so that the end of a turn brings the board down."""
DECISIONS = ("roll", "keep", "mark", "hold", "bank", "move", "stop", "daily play", "puzzle answer")
GUESTS = 40 + KILLS
"""People who play the game of the day and its puzzle, one after the other."""
SECONDS = 60
"""How long every board has to show its row again after a start. It takes a second, and longer on a busy machine."""
KINDS = ("pace", "own", "daily", "puzzle")
"""What people play but in turns; some of each is done."""
TABLES = (
    "SELECT id, channel, message, step, status, owed FROM tables WHERE parent IS NULL AND daily IS NULL ORDER BY number"
)
STEPS = "SELECT id, step FROM tables"


class Night:
    """Two people at a table of every kind, others alone with the day's game and puzzle, and a bot that dies."""

    def __init__(self, process: Any, hands: Any, chance: random.Random) -> None:
        self.process = process
        self.hands = hands
        self.chance = chance
        self.world = process.standin.world
        self.channels = [self.world.add_channel(f"night-{number}") for number in range(len(GAMES))]
        self.people = [process.standin.person("ana"), process.standin.person("ben")]
        self.answered: Counter[str] = Counter()
        """The highest step in an answer to a press, by the code of its table."""
        self.guests = [process.standin.person(key) for key in crowd(self.world, GUESTS)[4:]]
        self.private: dict[tuple[str, str], str] = {}
        """The private message on which somebody plays something."""
        self.moves: Counter[str] = Counter()
        self.reviews: Counter[str] = Counter()
        """The ends of the presses for a review; one takes longer than the bot mostly has until the next kill."""
        self.solved: set[str] = set()
        """The people who have answered the puzzle."""
        self.done: set[tuple[str, str]] = set()
        """The people who have nothing more to do in the game or the puzzle of the day."""
        self._pressing = False

    def rows(self) -> list[Any]:
        """The stored tables, without those followed by another one in their channel."""
        latest = {row[1]: row for row in self.hands["rows"](self.process.file, TABLES)}
        return list(latest.values())

    @asynccontextmanager
    async def pressing(self) -> AsyncIterator[None]:
        """People press at all tables, for as long as this lasts."""
        self._pressing = True
        work = [partial(self.press, number) for number in range(len(GAMES))]
        work += [partial(self.play_alone, "daily"), partial(self.play_alone, "puzzle"), self.review]
        for number, (_, options) in enumerate(GAMES):
            if "pace" in options:
                work += [partial(self.play_own, number, who) for who in self.people]
        tasks = [asyncio.create_task(self._go_on(one)) for one in work]
        yield
        self._pressing = False
        await asyncio.gather(*tasks)

    async def _go_on(self, work: Callable[[], Awaitable[None]]) -> None:
        while self._pressing:
            await work()
            await asyncio.sleep(0)

    async def press(self, number: int) -> None:
        """Press something that moves the game of a channel on; open a table where there is none."""
        channel = self.channels[number]
        boards = [one.data for one in channel.messages.values() if one.reader is None and self._plays(one.data)]
        if not boards:
            command, options = GAMES[number]
            await self.people[0].command(command, channel.id, **options)
            await asyncio.sleep(0.05)
            return
        board = boards[-1]
        if self.chance.random() < TALK:
            self.people[0].say("Good luck!", channel.id)
        does = self.hands["does"](board)
        who = next((one for one in self.people if one.id == self.hands["on_turn"](board)), self.people[0])
        if "start" in does and "computers" in GAMES[number][1]:
            do, who = "start", self.people[0]
        elif "start" in does:
            do, who = ("start", self.people[0]) if f"<@{self.people[1].id}>" in str(board) else ("join", self.people[1])
        else:
            offered = [one for one in does if not one.startswith((*BESIDE, "mine"))]
            if not offered:  # Everybody plays on a board of their own.
                await asyncio.sleep(0.05)
                return
            do = self.chance.choice(offered)
        await self._do(who, board, do, "pace" if "pace" in GAMES[number][1] else "turns")

    async def _do(self, who: Any, message: Any, do: str, kind: str) -> bool:
        """Press, and note what the answer shows; returns whether there was one."""
        custom_id = self.hands["does"](message)[do]
        values = [] if custom_id.endswith(do) else [do]
        outcome = await self.hands["forge"](who, message["id"], custom_id, *values)
        if outcome.updated:
            self.moves[kind] += 1
            self._note(outcome.message)
        return bool(outcome.updated)

    async def play_alone(self, command: str) -> None:
        """Go on with the game or the puzzle of the day; who has played it leaves it to the next one."""
        guest = next((one for one in self.guests if (command, one.id) not in self.done), None)
        if guest is None:
            await asyncio.sleep(0.1)
            return
        message = self._private(command, guest)
        if message is None:
            self._open(command, guest, await guest.command(command))
            return
        do = self._decision(message)
        if do is None:
            self.done.add((command, guest.id))
        elif await self._do(guest, message, do, command) and command == "puzzle":
            self.solved.add(guest.id)

    async def play_own(self, number: int, who: Any) -> None:
        """Go on with the sheet of a game in which everybody plays at once."""
        boards = [one.data for one in self.channels[number].messages.values() if "mine" in self.hands["does"](one.data)]
        if not boards:
            await asyncio.sleep(0.05)
            return
        kind, does = f"own {boards[-1]['id']}", self.hands["does"](boards[-1])
        message = self._private(kind, who)
        if message is None:
            self._open(kind, who, await self.hands["forge"](who, boards[-1]["id"], does["mine"]))
        elif (do := self._decision(message)) is None:
            await asyncio.sleep(0.05)
        else:
            await self._do(who, message, do, "own")

    def over(self) -> list[Any]:
        """The boards of games that are over and can be reviewed."""
        shown = [one for channel in self.channels for one in channel.messages.values() if one.reader is None]
        return [one.data for one in shown if "review" in self.hands["does"](one.data)]

    async def review(self) -> None:
        """Open the review of a game that is over."""
        if boards := self.over():
            board, who = self.chance.choice(boards), self.people[0]
            outcome = await self.hands["forge"](who, board["id"], self.hands["does"](board)["review"])
            self.reviews[outcome.state] += 1
        await asyncio.sleep(0.1)

    def _open(self, kind: str, who: Any, outcome: Any) -> None:
        if outcome.state == "answered" and outcome.message is not None and self.hands["does"](outcome.message):
            self.private[kind, who.id] = str(outcome.message["id"])

    def _private(self, kind: str, who: Any) -> Any:
        return who.message(self.private.get((kind, who.id), ""))

    def _decision(self, message: Any) -> str | None:
        offered = [one for one in self.hands["does"](message) if one.startswith(DECISIONS)]
        return self.chance.choice(offered) if offered else None

    async def ready_to_show(self) -> list[Callable[[], Awaitable[Any]]]:
        """Return what presses the buttons that show the boards of all channels at their bottom."""
        who, presses = self.people[0], list[Callable[[], Awaitable[Any]]]()
        for channel in self.channels:
            panel = PrivateMessage(who, await who.command("table", channel.id))
            if panel.asks("mygames show"):  # Else the game there has just ended.
                presses.append(partial(who.press, panel.id, custom_id=panel.custom_id("mygames show")))
        return presses

    def show_again(self, network: float, presses: Iterable[Callable[[], Awaitable[Any]]]) -> list[asyncio.Task[Any]]:
        """Make these ``presses``; from now on answers take up to ``network`` seconds."""

        def slow(method: str, route: str) -> Fault | None:
            seconds = self.chance.uniform(0, network)
            return None if method == "GET" else Fault(method, route, 1, None, seconds, late=True)

        self.world.faults.storm(slow)
        return [asyncio.create_task(press()) for press in presses]

    async def silent(self) -> list[str]:
        """The tables whose board does not answer a press."""
        found = []
        for id, _, message, step, status, _ in self.rows():
            does = self.hands["does"](self.world.messages[str(message)].data) if status in ("lobby", "playing") else {}
            for do in {"more", "mine"} & set(does):
                outcome = await self.hands["forge"](self.people[0], str(message), does[do])
                if outcome.state != "answered" or "moved" in outcome.text:
                    found.append(f"{code(id)}: {status}, step {step}, {do}: {outcome.state} {outcome.text}")
        return found

    def _is_of(self, message: Any, table: str) -> bool:
        does = self.hands["does"](message)
        calls = any("vote" in do for do in does) or set(does) == {"down"}
        return any(one.split(":")[1] == table for one in does.values()) and not calls

    def _plays(self, message: Any) -> bool:
        return bool(set(self.hands["does"](message)) - {"sheets", "rules", "rematch", "replay"}) and "vote" not in str(
            message["components"]
        )

    def _note(self, message: Any) -> None:
        for custom_id in self.hands["does"](message).values():
            _, table, step, _ = custom_id.split(":", 3)
            if table == "-":
                continue
            self.answered[table] = max(self.answered[table], int(step))
            return

    def lost(self) -> list[str]:
        """The tables whose stored step is behind what an answer has shown."""
        stored = {code(id): step for id, step in self.hands["rows"](self.process.file, STEPS)}
        solved = {str(user) for (user,) in self.hands["rows"](self.process.file, "SELECT user_id FROM puzzle_answers")}
        behind = [table for table, step in self.answered.items() if stored[table] < step]
        return behind + [f"the puzzle of {user}" for user in self.solved - solved]

    def dead(self) -> list[str]:
        """The tables whose board does not show their row, or with a pending call."""
        wrong = []
        for id, channel, message, step, status, owed in self.rows():
            shown = self.world.messages.get(str(message))
            steps = {int(one.split(":")[2]) for one in self.hands["does"](shown.data).values()} if shown else set()
            live = status in ("lobby", "playing")
            if owed or (live and shown is None) or (shown is not None and steps and steps != {step}):
                wrong.append(f"{code(id)}: {status}, step {step}, shown {steps or shown}, owed {owed}")
            boards = [
                one.data["id"]
                for one in self.world.messages.values()
                if one.reader is None and one.channel.id == str(channel) and self._is_of(one.data, code(id))
            ]
            if live and len(boards) != 1:
                wrong.append(f"{code(id)}: {status}, {len(boards)} boards")
        return wrong


@pytest.mark.long(37)
@pytest.mark.timeout(120 + 40 * KILLS)
@pytest.mark.parametrize("network", [0, 0.4])
async def test_every_game_survives_kills(process: Any, hands: Any, seed: str, network: float) -> None:
    """With ``network``, Discord's answers take up to so many seconds, and all boards are shown again at every kill."""
    night = Night(process, hands, random.Random(seed))
    running = await process.start()
    for number in range(len(GAMES)):
        await night.press(number)
    while not night.over():  # There is something to review from the beginning.
        await night.press(2)
    for _ in range(KILLS):
        ready = await night.ready_to_show() if network else []
        async with night.pressing():
            await asyncio.sleep(night.chance.uniform(0.2, 1.2))
            showing = night.show_again(network, ready) if network else []
            await asyncio.sleep(night.chance.uniform(0, network))
            await process.kill(running)
            night.world.faults.storm(None)
            await asyncio.gather(*showing)
        assert night.lost() == []
        running = await process.start()
        try:
            await hands["until"](lambda: not night.dead(), SECONDS)
        except TimeoutError:
            pytest.fail(f"dead: {night.dead()}")
        assert await night.silent() == []
    assert night.moves["turns"] > KILLS
    async with night.pressing():  # On a busy machine a kill may come before any answer to those who play alone.
        with suppress(TimeoutError):
            await hands["until"](lambda: all(night.moves[kind] for kind in KINDS), 2 * SECONDS)
    assert [kind for kind in KINDS if not night.moves[kind]] == []
    assert night.reviews.total() >= KILLS / 2
    night.reviews.clear()
    await night.review()
    assert night.reviews == {"answered": 1}
    status, errors = await process.end(running)
    assert status == 0
    assert "Traceback" not in errors
