"""``python -m bot play``: the stand-in for Discord and the bot in one process."""

import asyncio
import secrets
import time
from collections.abc import Callable, Coroutine
from pathlib import Path

import click

from bot.client import Gobelet
from bot.connect import point_at
from bot.games import ENTRIES
from bot.locales import words
from bot.run import StartError, services, until_stopped
from bot.screens.kit import typed_command
from bot.standin.server import Standin
from bot.standin.world.clock import Clock
from bot.standin.world.model import GROUP
from bot.standin.world.world import World
from bot.tables.model.choices import HOUR


async def play(port: int, data: Path, shards: int = 1, shift: int = 0) -> None:
    """Start both, the bot with so many shards, print the page, and stay until a signal stops it. Raises StartError.

    It is so many hours later there, to try what comes with time.
    """
    token = secrets.token_urlsafe(32)  # Others on this machine cannot act as the bot.
    clock = Clock()
    clock.advance(shift * HOUR)
    try:
        await asyncio.to_thread(data.mkdir, parents=True, exist_ok=True)
        standin = Standin(port=port, data=data, name="Gobelet", token=token, clock=clock)
        standin.gateway.recommend(shards)
        await standin.start()
        # No Community, as most servers of friends: boards speak the language of the person who opens them.
        standin.world.guild.community, standin.world.guild.locale = False, "en-US"
        _converse(standin.world)
    except OSError as error:
        raise StartError(f"cannot start here: {error}") from error
    try:
        await point_at(standin.api_base)
        url = f"sqlite+aiosqlite:///{(data / 'gobelet.db').resolve()}"
        async with services(url, lambda: int(clock.now()), time.monotonic, background_reviews=True) as opened:
            client = Gobelet(opened)
            client.add_listener(_welcome(standin.page_url), "on_ready")
            await until_stopped(client, token)
    finally:
        await standin.close()


def _converse(world: World) -> None:
    """Let everybody have the bot on their account, with direct messages of their own, and a group without it."""
    people = tuple(world.people.values())
    world.installed.update(person.id for person in people)
    if not any(channel.type == GROUP for channel in world.channels.values()):
        world.add_group("Group", *people)
    for person in people:
        world.direct(person)


def _welcome(page: str) -> Callable[[], Coroutine[None, None, None]]:
    """Return a function that says where to play, once, when the bot is ready."""
    welcomed = False

    async def welcome() -> None:
        nonlocal welcomed
        if not welcomed:
            command = typed_command(words("en"), next(iter(ENTRIES.values())).commands[0].name, "start")
            click.echo(f"Gobelet is ready. Open this page, type {command}, and play:\n\n    {page}\n")
            click.echo("Open it twice to be two people (add &as=ben to the second). Stop with Ctrl+C.")
        welcomed = True

    return welcome
