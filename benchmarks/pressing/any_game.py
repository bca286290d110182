"""Hands that play any game by what its board offers: a throw, dice to hold, a line of a menu, as chance has it."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable
from dataclasses import dataclass, field
from typing import Any

from hands import to_play

from bot.games import CATALOGUE, FAMILIES
from bot.standin.client.person import BotReply, Person
from bot.standin.world.limits_components import walk
from bot.standin.world.model import Channel, Json

GAMES = tuple(key for key in CATALOGUE if not key.endswith("_race"))
"""Everything that people play in turns."""

_COMMANDS = {"cant_stop": "cantstop start"}
_PRIVATE = frozenset({"leave", "undo", "more", "rules", "sheets", "sheet"})
"""What shows a page or asks first; people press it now and then, and no move comes of it."""

_MENU, _UPDATED = 3, 7


@dataclass(slots=True)
class Presses:
    """What the hands of a run have seen."""

    moves: int = 0
    holds: int = 0
    games: int = 0
    wrong: list[str] = field(default_factory=list)
    """Presses with no answer, or with another answer than the board."""


class AnyHand:
    """Plays one table of two people: game after game, by rematches."""

    def __init__(self, players: list[Person], channel: Channel, game: str, seen: Presses, seed: str) -> None:
        self._players = {player.id: player for player in players}
        self._host, self._channel, self._game, self._seen = players[0], channel, game, seen
        self._chance = random.Random(seed)
        self._message = ""

    @property
    def message(self) -> str:
        """Id of the board."""
        return self._message

    @property
    def offers(self) -> set[str]:
        """What the board offers now."""
        return set(self._board())

    @property
    def to_play(self) -> Person:
        """Whose turn the board shows; the host, where it shows nobody's."""
        return self._players.get(to_play(self._data()) or "", self._host)

    def open(self) -> Awaitable[BotReply]:
        """Use the command that opens a table in the channel."""
        yum = FAMILIES[self._game] == "yum" and self._game != "yams"
        command = "yum start" if yum else _COMMANDS.get(self._game, f"{self._game} start")
        return self._host.command(command, self._channel.id, {"sheet": self._game} if yum else None)

    async def sit_down(self) -> None:
        """Open a table in the channel and start it."""
        await self._checked(self.open())
        await self._begin()

    async def press(self) -> float:
        """Press something; presses that open the next game do not count. Returns the seconds until the answer."""
        board = self._board()
        if "rematch" in board:
            await self._checked(self._host.press(self._message, custom_id=board["rematch"][0]))
            await self._begin()
            board = self._board()
        do = self._choice(board)
        custom_id, value = board[do]
        player, start = self.to_play, time.perf_counter()
        if value is None:
            outcome = await player.press(self._message, custom_id=custom_id)
        else:
            outcome = await player.select(self._message, value, custom_id=custom_id)
        took = time.perf_counter() - start
        if outcome.callback != _UPDATED:
            self._seen.wrong.append(f"{self._game} {do}: {outcome.text or outcome.state}")
        elif do.startswith("hold"):
            self._seen.holds += 1
        else:
            self._seen.moves += 1
        return took

    def _data(self) -> Json:
        return self._host.world.messages[self._message].data

    def _board(self) -> dict[str, tuple[str, str | None]]:
        """Return what the board offers, each with its custom_id and the value to choose if it is a line of a menu."""
        offers: dict[str, tuple[str, str | None]] = {}
        for component in walk(self._data()["components"]):
            if "custom_id" not in component or component.get("disabled"):
                continue
            if component["type"] == _MENU:
                offers |= {
                    str(line["value"]): (str(component["custom_id"]), str(line["value"]))
                    for line in component["options"]
                }
            else:
                offers[str(component["custom_id"]).split(":", 3)[3]] = (str(component["custom_id"]), None)
        return {do: where for do, where in offers.items() if do not in _PRIVATE}

    def _choice(self, board: dict[str, tuple[str, str | None]]) -> str:
        """Hold a die or press a button as often as choosing from a menu, however long that is."""
        kinds: dict[str, list[str]] = {}
        for do, (_, value) in board.items():
            kinds.setdefault("hold" if do.startswith("hold") else "menu" if value else "button", []).append(do)
        return self._chance.choice(kinds[self._chance.choice(sorted(kinds))])

    async def _begin(self) -> None:
        """Join and start the lobby in the newest message of the channel, as soon as it is there."""
        while True:
            self._message = next(reversed(self._channel.messages), "")
            if self._message and (board := self._board()).keys() & {"join", "start"}:
                break  # Some games offer no start to one person alone.
            await asyncio.sleep(0.002)
        for player in list(self._players.values())[1:]:
            if "join" in board:
                await self._checked(player.press(self._message, custom_id=board["join"][0]))
        if "start" in self._board():
            await self._checked(self._host.press(self._message, custom_id=self._board()["start"][0]))
        self._seen.games += 1

    async def _checked(self, press: Any) -> None:
        outcome: BotReply = await press
        if outcome.failed or outcome.ephemeral:
            raise RuntimeError(f"{self._game}: {outcome.text or outcome.state}")
