"""How many requests of a game count against the one limit of the whole bot.

    python benchmarks/limited_requests.py [--people 2 --people 4 --people 8] [--games 1] [--call-everybody]

Discord takes 50 requests a second from a bot, whatever their purpose. Answers to presses (interaction callbacks and
webhooks) do not count. People play whole games of Yum Plus on the stand-in. Each turn takes 10 to 25 seconds of virtual
time: the script pushes the clock forward between presses and lets the bot's jobs look at it.
"""

from __future__ import annotations

import asyncio
import logging
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

import click
from hands import person, to_play

from bot.client import Gobelet
from bot.connect import point_at
from bot.run import services
from bot.standin.client.person import Person
from bot.standin.server import Standin
from bot.standin.world.limits_components import walk
from bot.standin.world.model import Json
from bot.standin.world.world import World
from bot.ui.pace import budget

SHORTEST, LONGEST = 10, 25
"""Seconds of a turn."""

LIMIT = 0.1
"""Limited requests a turn: the bar."""

_TURN = ("throw", "hold", "throw", "hold", "throw", "mark")
HASTE = 1000
"""How much faster than people they play; the limits of requests are that much wider."""

_UNLIMITED = ("/interactions/", "/webhooks/")
_MENU = 3

Requests = Counter[tuple[str, str]]


class Game:
    """One table and its people, who play turn after turn."""

    def __init__(self, client: Gobelet, players: list[Person], channel: str, chance: random.Random) -> None:
        self._client = client
        self._players = {player.id: player for player in players}
        self._host, self._channel, self._chance = players[0], channel, chance
        self._world: World = players[0].world
        self._board = ""
        self.turns = 0

    async def sit_down(self) -> None:
        """Open a lobby, join it, and start."""
        opened = await self._host.command("yum start", self._channel)
        if opened.message is None:
            sys.exit(f"no lobby: {opened.text}")
        self._board = opened.message["id"]
        for player in self._players.values():
            if player is not self._host:
                await self._press(player, "join")
        await self._press(self._host, "start")

    async def play(self) -> None:
        """Play to the end."""
        while player := self._to_play():
            await self._play_turn(player)
            self.turns += 1

    async def _play_turn(self, player: Person) -> None:
        pause = self._chance.uniform(SHORTEST, LONGEST) / len(_TURN)
        for kind in _TURN:
            await self._wait(pause)
            if kind == "mark":
                await self._write(player)
            else:
                wanted = ("hold",) if kind == "hold" else ("roll", "keep")
                await self._press(player, next((do for do in self._does() if do.startswith(wanted)), ""))
        await self._wait(0)

    async def _write(self, player: Person) -> None:
        """Write points, or strike a box where nothing scores."""
        does, kinds = self._does(), ("mark", "strike", "menu strike")
        do = next((do for kind in kinds for do in does if do.startswith(kind)), "")
        await self._press(player, do)
        if do.startswith("menu"):
            await self._write(player)

    async def _wait(self, seconds: float) -> None:
        """Let time pass, and the bot do what is due."""
        self._world.advance(seconds)
        await self._client.router.settle()
        await self._client.presenter.settle()
        await self._client.scheduler.tick()
        await self._client.presenter.settle()

    @property
    def _message(self) -> Json:
        return self._world.messages[self._board].data

    def _does(self) -> dict[str, Json]:
        """Return the buttons, and the menus by each of their lines, by what they ask for."""
        offers: dict[str, Json] = {}
        for component in walk(self._message["components"]):
            if "custom_id" not in component or component.get("disabled"):
                continue
            if component["type"] == _MENU:
                offers |= {option["value"]: component for option in component["options"]}
            else:
                offers[str(component["custom_id"]).split(":", 3)[3]] = component
        return offers

    def _to_play(self) -> Person | None:
        return None if "rematch" in self._does() else self._players.get(to_play(self._message) or "")

    async def _press(self, player: Person, do: str) -> None:
        component = self._does()[do]
        custom_id = str(component["custom_id"])
        if component["type"] == _MENU:
            outcome = await player.select(self._board, do, custom_id=custom_id)
        else:
            outcome = await player.press(self._board, custom_id=custom_id)
        if outcome.failed or outcome.ephemeral:
            sys.exit(f"{do}: {outcome.text or outcome.state}")


async def measure(people: int, games: int, *, call_everybody: bool) -> tuple[int, Requests]:
    """Play so many games; return the number of turns and the bot's requests meanwhile."""
    with tempfile.TemporaryDirectory(prefix="limited-") as folder:
        async with Standin(haste=HASTE) as standin:
            world, advanced = standin.world, standin.world.clock
            await point_at(standin.api_base)
            async with services(
                f"sqlite:///{Path(folder, 'gobelet.db')}", lambda: int(advanced.now()), advanced.now
            ) as opened:
                budget.SECONDS = 1 / HASTE
                client = Gobelet(opened)
                setattr(client.arrivals.limit, "allows", lambda _: True)  # noqa: B010 - they press in virtual time.
                if call_everybody:
                    setattr(opened.tables.presence, "is_away", lambda _: True)  # noqa: B010
                async with client:
                    connected = asyncio.create_task(client.start("bench.limited.requests"))
                    await client.wait_until_ready()
                    chance, turns, spent = random.Random(people), 0, Requests()
                    for number in range(games):
                        players = [person(world, seat) for seat in range(people)]
                        game = Game(client, players, world.add_channel(f"table-{number}").id, chance)
                        await game.sit_down()
                        before = Requests(world.calls)
                        await game.play()
                        spent += world.calls - before
                        turns += game.turns
                    await client.close()
                    await connected
            if standin.unknown:
                sys.exit(f"unknown requests: {standin.unknown[:5]}")
    return turns, spent


def report(people: int, turns: int, spent: Requests) -> bool:
    """Print what a turn costs; return whether that is within the bar."""
    limited = {key: count for key, count in spent.items() if not key[1].startswith(_UNLIMITED)}
    answers = spent.total() - sum(limited.values())
    each = sum(limited.values()) / turns
    click.echo(
        f"{people} people: {turns} turns, {answers / turns:.2f} answers a turn, {each:.3f} limited requests a turn"
    )
    for (method, route), count in sorted(limited.items()):
        click.echo(f"    {count} × {method} {route}")
    return each <= LIMIT


@click.command(help=__doc__)
@click.option("--people", "seats", multiple=True, default=(2, 4, 8), show_default=True)
@click.option("--games", default=1, show_default=True, help="Games for each number of people.")
@click.option("--call-everybody", is_flag=True, help="Take everybody for away, so that each turn gets a call.")
def main(seats: tuple[int, ...], games: int, call_everybody: bool) -> None:
    logging.basicConfig(level=logging.ERROR)
    within = [report(people, *asyncio.run(measure(people, games, call_everybody=call_everybody))) for people in seats]
    if not all(within) and not call_everybody:
        sys.exit(f"more than {LIMIT} limited requests a turn")


if __name__ == "__main__":
    main()
