"""Does a bot that is played with all the time, and its process that thinks, need more and more memory?

    python benchmarks/memory.py [--minutes 10] [--computers 5] [--hints 5] [--pause 0.5] [--every 15] [ROOT]
    python benchmarks/memory.py --minutes 60      an hour

People play all games, game after game, some with computers, some alone with a hint before each move. Each ``--every``
seconds this reads what the bot and the process that thinks have for themselves (/proc, so Linux only). In the second
half, when all caches have been filled, neither may grow by more than the bar. ROOT is the source code of another bot,
such as an older commit.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Coroutine
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import click
import uvloop
from children import ROOT, Child
from computers import Drawn, Found, Table, thinking
from hands import person
from hints import own_memory
from pressing.any_game import GAMES, AnyHand, Presses

from bot.standin.client.person import Person, words
from bot.standin.server import Standin
from bot.standin.world.errors import Refused
from bot.standin.world.limits_components import walk
from bot.standin.world.model import Channel

GROWTH = 0.1
"""The bar: MB a minute."""
_SHEETS = ("yum_classic", "yum_plus", "maxi_yum", "triple_yum_plus", "yum_extra")
"""What people play with computers, and alone with hints."""
_UNLIMITED = ("-c", "from bot import arrivals, cli; arrivals.BURST = 10**9; cli.main()")
_PATIENCE = 60.0


class Asking:
    """Somebody alone at a table who asks for a hint before every move."""

    def __init__(self, player: Person, channel: Channel, game: str, seen: Presses) -> None:
        self._player, self._seen, self.hints = player, seen, 0
        self._hand = AnyHand([player], channel, game, seen, game)

    async def play(self, pause: float) -> None:
        """Play on and on."""
        await self._hand.sit_down()
        while True:
            await asyncio.sleep(pause)
            await self._ask()
            await self._hand.press()

    async def _ask(self) -> None:
        more = self._find(self._hand.message, "more")
        if more is None:
            return
        opened = await self._player.press(self._hand.message, custom_id=more)
        panel = "" if opened.message is None else str(opened.message["id"])
        hint = self._find(panel, "hint") if panel else None
        if hint is None:
            return
        await self._player.press(panel, custom_id=hint)
        since = time.monotonic()
        while "Working it out" in words(self._player.world.messages[panel].data):
            await asyncio.sleep(0.02)
            if time.monotonic() - since > _PATIENCE:
                self._seen.wrong.append("no hint came")
                return
        self.hints += 1

    def _find(self, message: str, do: str) -> str | None:
        components = walk(self._player.world.messages[message].data["components"])
        ids = (
            str(component["custom_id"])
            for component in components
            if "custom_id" in component and not component.get("disabled")
        )
        return next((custom_id for custom_id in ids if custom_id.split(":", 3)[3].startswith(do)), None)


async def playing(hand: AnyHand, pause: float) -> None:
    """Play on and on."""
    await hand.sit_down()
    while True:
        await asyncio.sleep(pause)
        await hand.press()


@dataclass
class Curve:
    """What a process has for itself, in MB, at each minute."""

    name: str
    points: list[tuple[float, float]] = field(default_factory=list)

    def growth(self) -> float:
        """Return by how many MB a minute it grows in the second half: the slope of the line through all points."""
        half = self.points[len(self.points) // 2 :]
        return statistics.linear_regression(*zip(*half, strict=True)).slope

    def __str__(self) -> str:
        """What the processes had at the start, in the middle and in the end."""
        first, middle, last = self.points[0][1], self.points[len(self.points) // 2][1], self.points[-1][1]
        met = "met   " if self.growth() <= GROWTH else "MISSED"
        return (
            f"{met} {self.name}: {first:.1f} MB at first, {middle:.1f} in the middle, {last:.1f} in the end; "
            f"{self.growth():+.2f} MB a minute in the second half, bar {GROWTH}"
        )


async def run(minutes: float, tables: int, asking: int, pause: float, every: float, root: Path) -> list[Curve]:
    """Let people play; return the curves of the bot and of the process that thinks."""
    curves, seen, figures = [Curve("the bot"), Curve("its process that thinks")], Presses(), Found()
    with tempfile.TemporaryDirectory(prefix="memory-") as name:
        folder = Path(name)
        async with Standin(compress=True) as standin:
            world = standin.world
            environment = {
                "DISCORD_TOKEN": "bench",
                "DISCORD_API_URL": standin.api_base,
                "DATABASE_URL": f"sqlite:///{folder / 'gobelet.db'}",
                "LOG_LEVEL": "WARNING",
                "PYTHONPATH": str(root),
            }
            async with Child(folder / "bot.log", [*_UNLIMITED, "run"], environment, None, root) as child:
                while not world.sessions_online:
                    if child.ended:
                        raise click.ClickException(child.said())
                    await asyncio.sleep(0.05)
                people, drawn = iter(person(world, number) for number in range(9999)), Drawn(world)
                alone, wishes = list[Asking](), {"computers": 2, "level": "champion"}

                def table(game: str, number: int, channel: Channel) -> Coroutine[Any, Any, None]:
                    if number < len(GAMES):
                        return playing(AnyHand([next(people), next(people)], channel, game, seen, game), pause)
                    if number < len(GAMES) + asking:
                        alone.append(Asking(next(people), channel, game, seen))
                        return alone[-1].play(pause)
                    return Table(next(people), channel, {**wishes, "sheet": game}, figures, drawn, number).play()

                async def seated(game: str, number: int) -> None:
                    """Play; where a machine stands still an answer comes too late, and others sit down elsewhere."""
                    for again in count():
                        try:
                            await table(game, number, world.add_channel(f"table-{number}-{again}"))
                        except (KeyError, RuntimeError, StopIteration, IndexError, Refused) as error:
                            seen.wrong.append(repr(error))

                games = [*GAMES, *(_SHEETS[number % len(_SHEETS)] for number in range(asking + tables))]
                tasks = [asyncio.create_task(seated(game, number)) for number, game in enumerate(games)]
                began = time.monotonic()
                while (now := time.monotonic() - began) < minutes * 60:
                    await asyncio.sleep(every)
                    own = [own_memory(child.pid), sum(own_memory(pid) for pid in thinking(child.pid))]
                    for curve, megabytes in zip(curves, own, strict=True):
                        curve.points.append((now / 60, megabytes))
                    hints = sum(asker.hints for asker in alone)
                    click.echo(
                        f"{now / 60:5.1f} min: the bot {own[0]:.1f} MB, thinking {own[1]:.1f} MB; {seen.games} games, "
                        f"{seen.moves + seen.holds} presses, {hints} hints, {len(figures.turns)} turns of computers",
                        err=True,
                    )
                    if dead := [repr(task.exception()) for task in tasks if task.done()]:
                        raise click.ClickException(f"{dead[:3]} {child.said()[-2000:]}")
                for task in tasks:
                    task.cancel()
                await asyncio.wait(tasks)
                if seen.wrong or figures.wrong:
                    click.echo(f"wrong: {len(seen.wrong + figures.wrong)}, such as {(seen.wrong + figures.wrong)[:5]}")
    return curves


@click.command(help=__doc__)
@click.argument("root", type=click.Path(path_type=Path, file_okay=False, exists=True), default=ROOT)
@click.option("--minutes", default=10.0, show_default=True)
@click.option("--computers", "tables", default=5, show_default=True, help="Tables with two of them.")
@click.option("--hints", "asking", default=5, show_default=True, help="Tables whose player asks for hints.")
@click.option("--pause", default=0.5, show_default=True, help="Seconds before each press of a table.")
@click.option("--every", default=15.0, show_default=True, help="Seconds between two looks.")
def main(root: Path, minutes: float, tables: int, asking: int, pause: float, every: float) -> None:
    curves = uvloop.run(run(minutes, tables, asking, pause, every, root.resolve()))
    for curve in curves:
        click.echo(str(curve))
    if any(curve.growth() > GROWTH for curve in curves):
        sys.exit(1)


if __name__ == "__main__":
    main()
