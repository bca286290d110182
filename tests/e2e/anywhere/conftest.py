"""The places where the bot is a guest: its direct messages, a group, and a server without it."""

from __future__ import annotations

from itertools import takewhile
from typing import Any

import pytest

from tests.e2e.computers.conftest import guessing, hurried
from tests.e2e.conftest import Evening
from tests.e2e.playing import Play

__all__ = ["guessing", "hurried"]

PLACES = ("ana-bot", "Group", "hall")


def bring(evening: Evening) -> Evening:
    """Ana and Ben have the bot on their accounts; it is no member of the server whose channel is ``hall``."""
    world = evening.standin.world
    ana, ben, chloe = (world.people[key] for key in ("ana", "ben", "chloe"))
    world.installed |= {ana.id, ben.id}
    world.add_group("Group", ana, ben, chloe)
    world.direct(ana)
    world.add_guild("Elsewhere", "hall", with_bot=False)
    return evening


@pytest.fixture
def guests(evening: Evening) -> Evening:
    """An evening with the bot, and these places."""
    return bring(evening)


@pytest.fixture
def no_channel_route(quiet_evening: Evening) -> Any:
    """Where the bot is a guest, it never asks a channel for anything."""
    yield
    world = quiet_evening.standin.world
    joined = ("joined", world.find_channel("hall").guild_id)
    log = list(takewhile(lambda one: one.details != joined, world.log))
    requests = [one.details for one in log if one.what == "rest"]
    assert [one for one in requests if str(one[1]).startswith("/channels")] == []


def play_of(evening: Evening, message: Any) -> Play:
    """The table whose board ``message`` is."""
    people = {one.id: one for one in map(evening.person, evening.standin.world.people)}
    return Play(evening.standin, people, str(message["id"]))


async def opened(evening: Evening, host: str, place: str, command: str = "yum start", **options: Any) -> Play:
    """Open a table by its command, and return it."""
    reply = await evening.person(host).command(command, place, **({"sheet": "yum_classic"} | options))
    assert not reply.ephemeral, reply.text
    return play_of(evening, reply.message)


async def finish(play: Play) -> None:
    """Play a game of Yum to its end, by one throw a turn."""
    while play.turn:
        await play.throw()
        done = await play.mark()
        if "rematch" in play.does or "review" in play.does:
            return
        assert not done.failed
