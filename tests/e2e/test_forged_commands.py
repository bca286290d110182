"""Commands as Discord's own client never sends them: values no menu offers, and from a private conversation.

One sentence answers each; an error in the bot's log fails the test.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from discord import AppCommandOptionType, app_commands

from bot.standin.client.person import BotReply
from bot.standin.world.dispatch import begin
from bot.standin.world.interactions import COMMAND, COMPONENT
from tests.e2e.playing import open_panel

NEEDED = {"rules": {"game": "yum_plus"}}
WRONG: dict[AppCommandOptionType, tuple[Any, ...]] = {
    AppCommandOptionType.string: ("none", "", 5, "x" * 3000, True),
    AppCommandOptionType.integer: (99, -1, "two", True),
    AppCommandOptionType.boolean: ("yes", 2),
}
OFFERED = "what it offers"


class Somebody(str):
    """The id of a user without data from Discord."""

    __slots__ = ()


def _leaves(client: Any) -> list[app_commands.Command[Any, ..., Any]]:
    return [one for one in client.tree.walk_commands() if isinstance(one, app_commands.Command)]


async def _send(who: Any, command: str, values: dict[str, Any], *, alone: bool = False) -> BotReply:
    """Send a command with these values, offered or not."""
    first, *path = command.split()
    world = who.world
    known = next(entry for entry in world.commands.values() if entry["name"] == first)
    kinds = {bool: 5, int: 4, str: 3, Somebody: 6}
    options: list[Any] = [{"name": name, "type": kinds[type(one)], "value": one} for name, one in values.items()]
    for name in reversed(path):
        options = [{"name": name, "type": 1, "options": options}]
    data = {"id": known["id"], "name": first, "type": 1, "options": options}
    done: asyncio.Future[BotReply] = asyncio.get_running_loop().create_future()
    begin(
        world,
        COMMAND,
        who.member,
        world.direct(who.member) if alone else world.find_channel("dice"),
        data,
        on_settled=lambda one: done.set_result(BotReply(one, one.response.data if one.response else None)),
        forged=True,
    )
    return await done


def _forged(client: Any) -> Iterator[tuple[str, str, Any]]:
    """Every option of every command with values that it does not offer."""
    for command in _leaves(client):
        for option in command.parameters:
            for value in WRONG.get(option.type, ()):
                free = not option.choices and option.max_value is None and option.type is AppCommandOptionType.string
                if not free or not isinstance(value, str):
                    yield command.qualified_name, option.display_name, value


async def test_what_a_command_does_not_offer_is_refused_in_a_sentence(evening: Any) -> None:
    ana, tables = evening.person("ana"), evening.client.services.tables
    forged = list(_forged(evening.client))
    assert ("ambition start", "players", 99) in forged
    assert ("yum start", "sheet", "none") in forged
    for command, option, value in forged:
        outcome = await _send(ana, command, NEEDED.get(command, {}) | {option: value})
        assert outcome.ephemeral, (command, option, value)
        assert f"`{option}`" in outcome.text, (command, option, value, outcome.text)
        assert OFFERED in outcome.text, outcome.text
    assert await tables.repository.live() == []


@pytest.mark.parametrize("command", ["stats", "games"])
async def test_somebody_nobody_knows(evening: Any, command: str) -> None:
    outcome = await _send(evening.person("ana"), command, {"player": Somebody("123")})
    assert outcome.ephemeral
    assert "`player`" in outcome.text


@pytest.mark.parametrize("code", ["none", "0", "-1", "zzzzzzzzzzzzz", "☃", "x" * 3000])
async def test_a_code_that_is_none(evening: Any, code: str) -> None:
    outcome = await _send(evening.person("ben"), "games", {"game": code})
    assert outcome.text.startswith("I do not know that choice of `game`. Type the command again")


async def test_in_french_the_option_is_named_as_it_is_typed(evening: Any) -> None:
    chloe = evening.person("chloe")
    outcome = await _send(chloe, "ambition start", {"players": 99})
    assert "`joueurs`" in outcome.text
    assert OFFERED not in outcome.text


async def test_what_a_command_offers_is_taken(evening: Any) -> None:
    outcome = await _send(
        evening.person("ana"), "yum start", {"sheet": "yum_plus", "rules": "friends", "pace": "turns", "computers": 2}
    )
    assert not outcome.ephemeral


async def test_a_command_in_a_private_conversation(evening: Any) -> None:
    """Most answer: they need no server. The others say so."""
    for command in _leaves(evening.client):
        name = command.qualified_name
        outcome = await _send(evening.person("ana"), name, NEEDED.get(name, {}), alone=True)
        opens = name.endswith(" start") and not name.startswith("tournament")
        assert outcome.ephemeral or opens, name
        if name == "settings":
            assert outcome.text.startswith("Only someone with Manage Server")
        elif name.startswith("tournament"):
            assert outcome.text.startswith("That works in a server only"), (name, outcome.text)
        else:
            assert "server only" not in outcome.text, name


async def test_a_press_in_a_private_conversation(evening: Any, hands: Any) -> None:
    play = await evening.game("ana", "ben", sheet="yum_classic")
    ana = evening.person("ana")

    def shown() -> dict[str, Any]:  # On a slow machine the bot may draw the same once more.
        return {**play.now, "edited_timestamp": None}

    board = shown()
    asked = dict(hands["does"](board))
    for panel in ("settings", "preferences", "stats", "leaderboard", "daily", "privacy", "table", "games", "help"):
        asked |= hands["does"]((await open_panel(ana, panel)).message)
    source = evening.standin.world.messages[play.board]
    for do, custom_id in asked.items():
        done: asyncio.Future[BotReply] = asyncio.get_running_loop().create_future()
        chosen = {} if custom_id.endswith(f":{do}") else {"values": [do]}
        begin(
            evening.standin.world,
            COMPONENT,
            ana.member,
            evening.standin.world.direct(ana.member),
            {"component_type": 3 if chosen else 2, "custom_id": custom_id, "id": 1} | chosen,
            source=source,
            on_settled=lambda one, done=done: done.set_result(
                BotReply(one, one.response.data if one.response else None)
            ),
            forged=True,
        )
        outcome = await done
        assert not outcome.failed, do
        # What Ana prefers holds for her table wherever she says so, once something draws its board anew.
        await evening.client.services.preferences.choose(int(ana.id), language=None, hold="press", plain=False)
        await evening.settle()
        assert shown() == board, do
