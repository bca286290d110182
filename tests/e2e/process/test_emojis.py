"""Our dice as emojis: the bot uses what it could upload, brings the rest later, and removes nothing old."""

from __future__ import annotations

import asyncio
import re
from typing import Any
from unittest.mock import Mock

import discord
import pytest
from pydantic import SecretStr

from bot import art
from bot.emoji_cleanup import tidy
from bot.run import StartError
from bot.screens.kit.values import PLAIN_GLYPHS
from bot.settings import Settings
from bot.standin.world.model import Emoji
from bot.tables.model.processes import Leader
from bot.ui.discord.emojis import Emojis

LIST = ("GET", "/applications/{application_id}/emojis")
UPLOAD = ("POST", "/applications/{application_id}/emojis")
DELETE = ("DELETE", "/applications/{application_id}/emojis/{emoji_id}")


@pytest.fixture
def world(quiet_evening: Any) -> Any:
    """A Discord that has none of our emojis yet."""
    quiet_evening.standin.world.emojis.clear()
    return quiet_evening.standin.world


def named(world: Any) -> list[str]:
    return sorted(one.name for one in world.emojis.values())


def dice_of(text: str) -> str:
    """The dice of a board: the heading in its frame."""
    [dice] = re.findall(r"^# (.+)", text, re.MULTILINE)
    return dice


def drawn(client: Any) -> list[str]:
    """The pictures that boards show as emojis."""
    return [name for name, glyph in client.presenter.renderer.glyphs.items() if glyph.startswith("<:")]


async def test_half_an_hour_of_waiting_throws_no_upload_away(
    quiet_evening: Any, world: Any, pauses: Any, hands: Any
) -> None:
    """After 60 uploads Discord wants no more for an hour: the bot uses the 60 and uploads the rest then, none twice."""
    quiet_evening.standin.rest.rates.limit_emojis(60, 3600)
    async with quiet_evening.running() as client:
        assert len(world.emojis) == 60
        assert sorted(drawn(client)) == sorted(art.NAMES[:60])
        assert len(pauses.taken) == 1
        assert 3500 < pauses.taken[0] <= 3600
        play = await quiet_evening.game("ana")
        await play.throw()
        assert "<:de" in hands["described"](play.now)
        world.advance(3600)
        for limit in client.http._buckets.values():
            limit.expires = 0.0  # discord.py's clock is that of this machine.
        pauses.over.set()
        await hands["until"](lambda: len(drawn(client)) == len(art.NAMES))
        assert named(world) == sorted(map(art.emoji, art.NAMES))
        assert world.calls[UPLOAD] == len(art.NAMES), "nothing that Discord would refuse"


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("route", "status", "there"),
    [(LIST, 503, 0), (LIST, 403, 0), (UPLOAD, 503, 0), (UPLOAD, 403, 0), (UPLOAD, 400, 0)],
)
async def test_what_fails_is_made_up_for(
    quiet_evening: Any, world: Any, pauses: Any, hands: Any, route: tuple[str, str], status: int, there: int
) -> None:
    """Whatever goes wrong, people play, with characters in the place of missing emojis."""
    world.faults.fail(*route, status=status)
    if status == 400:  # Discord refuses one picture of many, which boards would show.
        world.faults.fail(*UPLOAD, status=400, times=2)
    async with quiet_evening.running() as client:
        assert len(drawn(client)) == there % len(art.NAMES)
        play = await quiet_evening.game("ana")
        await play.throw()
        assert set(dice_of(hands["described"](play.now))) <= set("⚀⚁⚂⚃⚄⚅ ")
        assert len(pauses.taken) == 1
        pauses.over.set()
        await hands["until"](lambda: "<:de" in hands["described"](play.now))
        assert not set(hands["described"](play.now)) & set("⚀⚁⚂⚃⚄⚅"), "drawn anew without a press"
        await play.hold(1)
        assert "<:garde" in dice_of(hands["described"](play.now))


async def test_pictures_that_discord_refuses_are_not_tried_one_by_one(
    quiet_evening: Any, world: Any, pauses: Any
) -> None:
    """At the limit of 2,000 emojis for example."""
    world.faults.fail(*UPLOAD, status=400, code=30008, times=1000)
    async with quiet_evening.running() as client:
        assert world.calls[UPLOAD] == 3
        assert client.presenter.renderer.glyphs == PLAIN_GLYPHS


async def test_a_picture_drawn_anew_is_uploaded_beside_the_old_one(
    quiet_evening: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Finished boards go on showing the old one."""
    world = quiet_evening.standin.world
    before = dict(world.emojis)
    monkeypatch.setattr(art, "drawings", lambda: listed)
    listed = {name: ["mark"] for name in art.NAMES} | {"die_1": ["old", "new"]}
    async with quiet_evening.running() as client:
        assert before.items() <= world.emojis.items()
        assert named(world) == sorted([*map(art.emoji, art.NAMES), "de1"])
        assert client.presenter.renderer.glyphs["die_1"].startswith("<:de1_v2:")
        assert client.presenter.renderer.glyphs["die_2"].startswith("<:de2:")
        assert "<:de1:" not in client.presenter.renderer.glyphs.values()
    async with quiet_evening.running():
        assert world.calls[UPLOAD] == 1
    assert world.calls[DELETE] == 0


async def test_until_the_new_drawing_is_there_the_old_one_is_shown(
    quiet_evening: Any, monkeypatch: pytest.MonkeyPatch, pauses: Any
) -> None:
    quiet_evening.standin.world.faults.fail(*UPLOAD, status=503)
    listed = {name: ["mark"] for name in art.NAMES} | {"die_1": ["old", "new"]}
    monkeypatch.setattr(art, "drawings", lambda: listed)
    async with quiet_evening.running() as client:
        assert client.presenter.renderer.glyphs["die_1"].startswith("<:de1:")
        assert len(pauses.taken) == 1


async def test_emojis_of_earlier_names_stay_and_are_shown_until_the_others_are_there(
    quiet_evening: Any, world: Any, pauses: Any
) -> None:
    """Version 0.2 called them as the pictures; its boards go on showing them."""
    for name in art.NAMES:
        number = world.ids.next()
        world.emojis[number] = Emoji(number, name)
    before = dict(world.emojis)
    world.faults.fail(*UPLOAD, status=503)
    async with quiet_evening.running() as client:
        assert client.presenter.renderer.glyphs["held_4"].startswith("<:held_4:")
        assert len(pauses.taken) == 1
    async with quiet_evening.running() as client:
        assert before.items() <= world.emojis.items()
        assert client.presenter.renderer.glyphs["held_4"].startswith("<:garde4:")
    assert world.calls[DELETE] == 0


async def test_two_starts_at_once_upload_none_twice(quiet_evening: Any, world: Any) -> None:
    seen: list[Any] = [None, None]
    clients = [discord.Client(intents=discord.Intents.none()) for _ in seen]
    for client in clients:
        await client.login("end.to-end.token")
    both = [
        Emojis(client, Leader(), lambda glyphs, at=at: seen.__setitem__(at, glyphs), Mock())
        for at, client in enumerate(clients)
    ]
    await asyncio.gather(*(one.begin(60) for one in both))
    assert named(world) == sorted(map(art.emoji, art.NAMES))
    for glyphs in seen:
        assert [name for name, glyph in glyphs.items() if not glyph.startswith("<:")] == []
    for client in clients:
        await client.close()


# -- tidying up --------------------------------------------------------------------------------------------------


@pytest.fixture
def settings(quiet_evening: Any, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Of an application that has the emojis of this version, of an older one, and one we know nothing of."""
    world = quiet_evening.standin.world
    old = [one for one in world.emojis.values() if one.name in ("de1", "runner")]
    listed = art.drawings() | {"die_1": ["old", "newer", "new"], "runner": ["old", "new"]}
    monkeypatch.setattr(art, "drawings", lambda: listed)
    for name in ("de1_v3", "runner_v2", "party"):
        number = world.ids.next()
        world.emojis[number] = type(old[0])(number, name)
    return Settings(discord_token=SecretStr("any"), discord_api_url=quiet_evening.standin.api_base)


async def test_old_emojis_are_deleted_when_one_asks_for_it(quiet_evening: Any, settings: Settings) -> None:
    world, said = quiet_evening.standin.world, list[str]()
    before = named(world)
    await tidy(settings, said.append, prune=False)
    assert named(world) == before
    assert "Of earlier drawings, shown by older messages only: de1, runner" in said
    said.clear()
    await tidy(settings, said.append, prune=True)
    assert set(before) - set(named(world)) == {"de1", "runner"}
    assert said[1:] == ["Not known to this version, left alone: party", "Deleted: de1", "Deleted: runner"]
    await tidy(settings, said.append, prune=True)
    assert said[-1] == "There are none of earlier drawings."
    assert world.calls[DELETE] == 2


@pytest.mark.parametrize(
    ("how", "status", "why"),
    [
        ({"status": 401}, 2, "DISCORD_TOKEN was refused"),
        ({"status": 503}, 1, "Discord cannot be asked"),
        ({"status": 429, "retry_after": 1800}, 1, "try again in 1800 seconds"),
    ],
)
async def test_tidying_that_discord_does_not_answer(
    quiet_evening: Any, settings: Settings, how: dict[str, Any], status: int, why: str
) -> None:
    quiet_evening.standin.world.faults.fail("GET", "/users/@me", **how)
    with pytest.raises(StartError, match=why) as ended:
        await tidy(settings, print, prune=True)
    assert ended.value.status == status


@pytest.mark.long
async def test_the_command_that_tidies(process: Any) -> None:
    process.standin.world.emojis.clear()
    running = await process.spawn("emojis", "--prune")
    output, errors = await running.communicate()
    assert (running.returncode, errors) == (0, b"")
    first, second, third = output.decode().splitlines()
    assert first == f"0 of {len(art.NAMES)} emojis of this version are on Discord."
    assert second.startswith("The bot uploads the others when it runs: blank, cone_blue, ")
    assert third == "There are none of earlier drawings."
    status, errors = await process.outcome(await process.spawn("emojis", DISCORD_TOKEN=""))
    assert (status, errors.count("\n")) == (2, 1)
