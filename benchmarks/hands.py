"""Hands that press as fast as the bot answers: one table, or one message of the no-op bot, each."""

from __future__ import annotations

import asyncio
import itertools
import re
import sqlite3
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from bot.games.yum.rules import Yum
from bot.standin.client.person import BotReply, Person
from bot.standin.world.limits_components import walk
from bot.standin.world.model import Channel, Json, Member
from bot.standin.world.world import World

TURN = ("throw", "hold", "hold", "throw", "hold", "throw", "mark")
"""The presses of a turn: three throws, three toggles, one mark."""

_SHEET = "yum_plus"
_TURNS = len(Yum.of_sheet(_SHEET, {}).layout.boxes)
"""The sheet that all play, and the turns of a player's game."""

_LOOK_EVERY = 50
_HELD = 3
_MENU = 3
_TO_PLAY = re.compile(r"►[^\n]*?<@(\d+)>|<@(\d+)>[^·\n]*\(to play\)")
_MENTION = re.compile(r"<@(\d+)>")
_UPDATED = 7
_PATIENCE = 10.0
"""Seconds for which a hand waits for a board that offers its next press."""
_LOOK, _LOOK_AT_ONCE = 0.02, 0.002
_TRIES = 3
"""The times that a hand presses what opens or starts a game: a busy storage may refuse it."""


def to_play(board: Json) -> str | None:
    """Return whose turn a board shows, by user id; None where it is nobody's.

    Where a picture shows the scores, no line of them marks anybody: the last line says whose turn it is.
    """
    text = str(board["embeds"][-1].get("description") or "")
    if match := _TO_PLAY.search(text):
        return match[1] or match[2]
    named = _MENTION.findall(text.rpartition("\n")[2]) if "image" in board["embeds"][0] else []
    return str(named[0]) if len(named) == 1 else None


@dataclass(slots=True)
class Tally:
    """What the hands of a run have seen, to compare with the journal afterwards."""

    moves: int = 0
    holds: int = 0
    games: int = 0
    looked: int = 0
    """Moves looked up on disk the moment their answer arrived."""
    missing: int = 0
    """Moves with an answer that were not on disk."""
    wrong: list[str] = field(default_factory=list)
    """Presses with no answer, or with another answer than the board."""


class Hand(Protocol):
    """Something that can press again and again."""

    left: int
    """The presses until the game is over."""

    async def press(self) -> float:
        """Press once; return the seconds until the answer."""

    async def play(self, presses: int) -> None:
        """Press so many times."""


def person(world: World, number: int) -> Person:
    """Return a new person for table ``number``."""
    key = f"player{number}"
    if key not in world.people:
        member = Member(key, world.ids.next(), key)
        world.people[key] = world.members[member.id] = member
        world.guild.members[member.id] = "2026-01-01T00:00:00+00:00"
    return Person(world, world.people[key])


class Disk:
    """The bot's database, seen from another process: it sees only committed rows."""

    def __init__(self, file: Path) -> None:
        self._connection = sqlite3.connect(f"file:{file}?mode=ro", uri=True, isolation_level=None)

    def step(self, table: int) -> int:
        row = self._connection.execute("SELECT step FROM tables WHERE id = ?", (table,)).fetchone()
        return int(row[0]) if row else -1

    def journal(self) -> int:
        return int(self._connection.execute("SELECT count(*) FROM journal").fetchone()[0])

    def gaps(self) -> int:
        """Return how many journals do not count 0, 1, 2, …, or do not have the length that their table says."""
        query = """SELECT count(*) FROM tables LEFT JOIN
            (SELECT table_id, count(*) AS lines, max(number) AS last FROM journal GROUP BY table_id) ON table_id = id
            WHERE entries != coalesce(lines, 0) OR coalesce(last, -1) != entries - 1"""
        return int(self._connection.execute(query).fetchone()[0])


class NoopHand:
    """Presses the five buttons of the no-op bot in turn."""

    def __init__(self, player: Person, channel: Channel, tally: Tally) -> None:
        self._player, self._channel, self._tally = player, channel, tally
        self._ids: Iterator[str] = itertools.cycle(f"noop:{number}" for number in range(1, 6))
        self._message = ""
        self.left = sys.maxsize

    async def sit_down(self) -> None:
        self._message = str((await self._player.command("play", self._channel.id)).message["id"])  # type: ignore[index]

    async def press(self) -> float:
        start = time.perf_counter()
        outcome = await self._player.press(self._message, custom_id=next(self._ids))
        took = time.perf_counter() - start
        if outcome.callback != _UPDATED:
            self._tally.wrong.append(outcome.text or outcome.state)
        return took

    async def play(self, presses: int) -> None:
        """Press so many times."""
        for _ in range(presses):
            await self.press()


class TableHand:
    """Plays one table: turn after turn, and a rematch when the game is over."""

    def __init__(self, players: list[Person], channel: Channel, tally: Tally, disk: Disk) -> None:
        self._players = {player.id: player for player in players}
        self._host, self._channel, self._tally, self._disk = players[0], channel, tally, disk
        self._turn = itertools.cycle(TURN)
        self._message = ""
        self.left = 0

    @property
    def message(self) -> str:
        """Id of the board."""
        return self._message

    async def sit_down(self) -> None:
        """Open a table in the channel and start it."""
        await self._begin(lambda: self._host.command("yum start", self._channel.id, {"sheet": _SHEET}))

    async def press(self) -> float:
        """Make the next press of the turn. Between two games, presses that open the next one do not count."""
        board = self._board()
        if "rematch" in board:
            await self._again(board["rematch"])
            board = self._board()
        kind, (custom_id, value) = await self._next()
        player = self._to_play()
        start = time.perf_counter()
        if value is None:
            outcome = await player.press(self._message, custom_id=custom_id)
        else:
            outcome = await player.select(self._message, value, custom_id=custom_id)
        took = time.perf_counter() - start
        self._count(kind, custom_id, outcome)
        self.left -= 1
        return took

    async def play(self, presses: int) -> None:
        """Press so many times."""
        for _ in range(presses):
            await self.press()

    async def begin_anew(self) -> None:
        """Make the last presses of the game, see its card, and open and start the next one.

        Presses that could not be saved did not count: then there are as many more.
        """
        await self.play(self.left)
        for _ in range(_TRIES * len(TURN)):
            if await self._shows(lambda: "rematch" in self._board()):
                break
            await self.press()
        await self._shows(lambda: "image" in self._data()["embeds"][0])
        await self._again(self._board()["rematch"])

    async def _next(self) -> tuple[str, tuple[str, str | None]]:
        """Return the next press of the turn; wait for the board that offers it, which a slow bot draws late.

        A press that got no answer may not have counted: then the turn goes on at what the board does offer.
        """
        for kind in itertools.islice(self._turn, len(TURN)):
            await self._shows(lambda kind=kind: _choice(kind, self._board()) is not None)
            if (choice := _choice(kind, self._board())) is not None:
                return kind, choice
        raise RuntimeError(f"nothing to press: {sorted(self._board())}")

    def _count(self, kind: str, custom_id: str, outcome: BotReply) -> None:
        tally = self._tally
        if outcome.callback != _UPDATED:
            tally.wrong.append(f"{custom_id}: {outcome.text or outcome.state}")
        elif kind == "hold":
            tally.holds += 1
        else:
            tally.moves += 1
            if tally.moves % _LOOK_EVERY == 0:
                _, code, step, _ = custom_id.split(":", 3)
                tally.looked += 1
                tally.missing += self._disk.step(int(code, 36)) <= int(step)

    def _data(self) -> Json:
        return self._host.world.messages[self._message].data

    def _board(self) -> dict[str, Json]:
        """Return the components that may be pressed, by the words they ask for."""
        return {
            _do(component): component
            for component in walk(self._data()["components"])
            if "custom_id" in component and not component.get("disabled")
        }

    def _to_play(self) -> Person:
        if len(self._players) == 1:
            return self._host
        return self._players.get(to_play(self._data()) or "", self._host)

    async def _begin(self, opens: Callable[[], Awaitable[BotReply]]) -> None:
        """Open a lobby, join and start it."""
        await self._until("start", opens)
        for player in self._players.values():
            if player is not self._host:
                self._checked(await player.press(self._message, custom_id_contains=":join"))
        await self._until("roll", lambda: self._host.press(self._message, custom_id_contains=":start"))
        self._tally.games += 1
        self._turn = itertools.cycle(TURN)
        self.left = len(TURN) * _TURNS * len(self._players)

    async def _again(self, rematch: Json) -> None:
        board = self._message
        await self._begin(lambda: self._host.press(board, custom_id=str(rematch["custom_id"])))

    async def _until(self, do: str, press: Callable[[], Awaitable[BotReply]]) -> None:
        """Press until the newest message of the channel offers ``do``: what could not be saved, nobody draws."""
        for _ in range(_TRIES):
            self._checked(await press())
            if await self._shows(lambda: do in self._newest(), _LOOK_AT_ONCE):
                return
        raise RuntimeError(f"nobody offers {do}")

    async def _shows(self, seen: Callable[[], bool], look: float = _LOOK) -> bool:
        """Wait until the board shows what is to be ``seen``; return whether it does."""
        until = asyncio.get_running_loop().time() + _PATIENCE
        while not seen():
            if asyncio.get_running_loop().time() > until:
                return False
            await asyncio.sleep(look)
        return True

    def _newest(self) -> dict[str, Json]:
        """Return what the newest message of the channel offers, the board from now on."""
        self._message = next(reversed(self._channel.messages), "")
        return self._board() if self._message else {}

    def _checked(self, outcome: BotReply) -> None:
        if outcome.failed or outcome.ephemeral:
            self._tally.wrong.append(outcome.text or outcome.state)


def _do(component: Json) -> str:
    return str(component["custom_id"]).split(":", 3)[3]


def _choice(kind: str, board: dict[str, Json]) -> tuple[str, str | None] | None:
    """Return the custom_id to press for ``kind`` of press, and the value to choose in a menu; None without one."""
    match kind:
        case "mark":
            offers = [component for component in board.values() if component["type"] == _MENU]
        case "hold":
            offers = [
                component for do, component in board.items() if do.startswith("hold ") and component["style"] != _HELD
            ]
        case _:
            offers = [component for do, component in board.items() if do.startswith(("roll", "keep"))]
    if not offers:
        return None
    return str(offers[0]["custom_id"]), str(offers[0]["options"][0]["value"]) if kind == "mark" else None
