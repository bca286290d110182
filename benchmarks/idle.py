"""How much memory a bot needs that nobody uses, beside versions in other folders.

    python benchmarks/idle.py [--beside DIR]... [--rounds 3] [--seconds 20]

Each starts on an empty database and is looked at so many seconds after it is online: resident
memory, the same with shared pages divided among who shares them, and what it has alone. All take turns.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
from pathlib import Path
from typing import NamedTuple

import click
import uvloop
from children import ROOT, Child

from bot.standin.server import Standin


class Memory(NamedTuple):
    """In MB."""

    resident: float
    shared_in_part: float
    own: float


def memory(pid: int) -> Memory:
    """Return the memory of a process; Linux only."""
    lines = (line.split() for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:])
    found = {line[0]: int(line[1]) / 1024 for line in lines}
    return Memory(found["Rss:"], found["Pss:"], found["Private_Clean:"] + found["Private_Dirty:"])


async def idle(root: Path, seconds: float) -> Memory:
    """Start the bot of ``root``, and look at it ``seconds`` later."""
    with tempfile.TemporaryDirectory(prefix="idle-") as name:
        async with Standin(compress=True) as standin:
            environment = {
                "DISCORD_TOKEN": "bench",
                "DISCORD_API_URL": standin.api_base,
                "DATABASE_URL": f"sqlite:///{name}/gobelet.db",
                "LOG_LEVEL": "WARNING",
            }
            async with Child(Path(name) / "log", ["-m", "bot", "run"], environment, None, root) as child:
                while not standin.world.sessions_online and not child.ended:  # noqa: ASYNC110
                    await asyncio.sleep(0.1)
                await asyncio.sleep(seconds)
                if child.ended:
                    raise click.ClickException(child.said())
                return memory(child.pid)


async def run(roots: list[Path], rounds: int, seconds: float) -> None:
    found: dict[Path, list[Memory]] = {root: [] for root in roots}
    for _ in range(rounds):
        for root in roots:
            found[root].append(await idle(root, seconds))
    for root, looks in found.items():
        resident, in_part, own = (statistics.median(column) for column in zip(*looks, strict=True))
        spread = max(look.own for look in looks) - min(look.own for look in looks)
        click.echo(f"{root}: {resident:.1f} MB resident, {in_part:.1f} in part, {own:.1f} alone (within {spread:.1f})")


@click.command(help=__doc__)
@click.option("--beside", multiple=True, type=click.Path(path_type=Path, file_okay=False), help="Other versions.")
@click.option("--rounds", default=3, show_default=True)
@click.option("--seconds", default=20.0, show_default=True, help="From online to the look.")
def main(beside: tuple[Path, ...], rounds: int, seconds: float) -> None:
    uvloop.run(run([*beside, ROOT], rounds, seconds))


if __name__ == "__main__":
    main()
