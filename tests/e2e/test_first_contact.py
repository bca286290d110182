"""The bot joins a server and says hello once, where it may; help and about are one press away."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import Any

import pytest

from bot.locales import words
from bot.screens.help import TOPICS
from bot.standin import payloads
from bot.standin import permissions as may
from bot.standin.clock import iso

HELLO = "Hello! I am Gobelet."


def removed(world: Any, **how: Any) -> None:
    """Discord tells the bot that it is out of the server, or with ``unavailable`` that the server is away."""
    world.dispatch("GUILD_DELETE", {"id": world.guild_id, **how})


def joined(world: Any, at: float | None = None, **how: Any) -> None:
    """Discord tells the bot of the server; the mark ``unavailable`` is there when it is only back."""
    told = payloads.guild_create(world, with_members=False) | how
    if "unavailable" not in how:
        del told["unavailable"]
    (me,) = told["members"]
    told["members"] = [me | {"joined_at": iso(world.clock.now() if at is None else at)}]
    world.dispatch("GUILD_CREATE", told)


def greetings(world: Any) -> list[Any]:
    """The messages that say hello, in either language."""
    hello = {words(language)(HELLO) for language in ("en", "fr")}
    return [one for one in world.messages.values() if any(part.get("title") in hello for part in one.data["embeds"])]


async def heard(evening: Any) -> None:
    """Wait until the bot has read what it was told: it answers a command that came after."""
    await evening.person("ben").command("help")
    await asyncio.sleep(0.05)


@pytest.fixture
def world(evening: Any) -> Any:
    return evening.standin.world


@pytest.mark.parametrize(("locale", "language"), [("en-US", "en"), ("fr", "fr"), ("de", "en")])
async def test_a_welcome_in_the_servers_language(
    evening: Any, world: Any, hands: Any, locale: str, language: str
) -> None:
    world.guild_locale = locale
    removed(world)
    joined(world)
    await hands["until"](lambda: greetings(world))
    (hello,) = greetings(world)
    assert hello.data["embeds"][0]["title"] == words(language)(HELLO)
    assert f"`/yum {words(language)('start')}`" in hands["described"](hello.data)
    assert hello.channel.name == "dice"
    assert hello.reader is None


async def test_the_channel_for_system_messages_comes_first(evening: Any, world: Any, hands: Any) -> None:
    removed(world)
    joined(world, system_channel_id=world.find_channel("general").id)
    await hands["until"](lambda: greetings(world))
    assert [one.channel.name for one in greetings(world)] == ["general"]


@pytest.mark.parametrize("denied", [may.VIEW_CHANNEL, may.SEND_MESSAGES, may.EMBED_LINKS])
async def test_the_first_channel_where_it_may_speak(evening: Any, world: Any, hands: Any, denied: int) -> None:
    for name in ("dice", "general"):
        world.override(name, world.bot, deny=denied)
    removed(world)
    joined(world, system_channel_id=world.find_channel("dice").id)
    await hands["until"](lambda: greetings(world))
    assert [one.channel.name for one in greetings(world)] == ["salon-de-jeu"]


async def test_silence_where_it_may_speak_nowhere(evening: Any, world: Any, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "cogs.welcome")
    for channel in list(world.channels.values()):
        world.override(channel, world.bot, deny=may.SEND_MESSAGES)
    removed(world)
    joined(world)
    await heard(evening)
    assert greetings(world) == []
    assert "may speak nowhere" in caplog.text


async def test_a_server_is_greeted_once(evening: Any, world: Any, hands: Any) -> None:
    removed(world)
    at = world.clock.now()
    joined(world, at)
    await hands["until"](lambda: greetings(world))
    joined(world, at)
    removed(world, unavailable=True)
    joined(world, at, unavailable=False)
    await heard(evening)
    assert len(greetings(world)) == 1


async def test_a_server_that_was_only_away_is_not_greeted(evening: Any, world: Any) -> None:
    removed(world, unavailable=True)
    joined(world, unavailable=False)
    await heard(evening)
    assert greetings(world) == []


async def test_an_old_server_announced_like_a_new_one_is_not_greeted(evening: Any, world: Any) -> None:
    removed(world)
    joined(world, world.clock.now() - 3600)
    await heard(evening)
    assert greetings(world) == []


async def test_a_restart_greets_nobody(quiet_evening: Any) -> None:
    for _ in range(2):
        async with quiet_evening.running():
            await heard(quiet_evening)
    assert greetings(quiet_evening.standin.world) == []


async def test_invited_again_it_says_hello_again(evening: Any, world: Any, hands: Any) -> None:
    for number in (1, 2):
        removed(world)
        joined(world, world.clock.now() + number)
        await hands["until"](lambda number=number: len(greetings(world)) == number)


async def test_the_buttons_of_the_welcome_answer_privately_in_the_readers_language(
    evening: Any, world: Any, hands: Any
) -> None:
    removed(world)
    joined(world)
    await hands["until"](lambda: greetings(world))
    (hello,) = greetings(world)
    buttons = hands["does"](hello.data)
    assert list(buttons) == ["help play", "help server", "about"]
    for key, language in (("ben", "en"), ("david", "fr")):
        shown = await evening.person(key).press(hello.id, custom_id=buttons["help play"])
        assert shown.ephemeral
        t = words(language)
        assert shown.message["embeds"][0]["title"] == t("Help: {topic}", topic=t("Play a game"))
    about = await evening.person("ben").press(hello.id, custom_id=buttons["about"])
    assert about.ephemeral
    assert "Embed Links" in str(about.message["embeds"])
    assert hello.data["embeds"][0]["title"] == HELLO


@pytest.mark.parametrize("key", ["ben", "david"])
async def test_help_turns_from_page_to_page_in_one_message(evening: Any, hands: Any, key: str) -> None:
    who, t = evening.person(key), words("fr" if key == "david" else "en")
    first = await who.command("help", topic="daily")
    assert first.ephemeral
    message = first.message["id"]
    assert first.message["embeds"][0]["title"] == t("Help: {topic}", topic=t("The daily"))
    menu = hands["does"](first.message)
    for topic, (label, _) in TOPICS.items():
        turned = await who.select(message, f"help {topic}", custom_id=menu[f"help {topic}"])
        assert turned.updated
        now = evening.standin.world.messages[message].data
        assert now["embeds"][0]["title"] == t("Help: {topic}", topic=t(label))


async def test_an_old_line_of_help_still_leads_to_help(evening: Any, hands: Any) -> None:
    first = await evening.person("ben").command("help")
    (custom_id,) = set(hands["does"](first.message).values())
    shown = await hands["forge"](evening.person("ben"), first.message["id"], custom_id, "help weather")
    assert shown.updated
    assert evening.standin.world.messages[first.message["id"]].data["embeds"][0]["title"] == "Help: Play a game"


async def test_about_leads_to_help_and_names_the_host(evening: Any, hands: Any) -> None:
    evening.client.services = replace(evening.client.services, support="https://example.org/dice")
    shown = await evening.person("ben").command("about")
    assert shown.ephemeral
    assert "https://example.org/dice" in str(shown.message["embeds"])
    message = shown.message["id"]
    await evening.person("ben").press(message, custom_id=hands["does"](shown.message)["help play"])
    assert evening.standin.world.messages[message].data["embeds"][0]["title"] == "Help: Play a game"
