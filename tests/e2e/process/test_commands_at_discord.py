"""The slash commands in Discord's list: sent after a change, made up for later, and never in anybody's way."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.locales import words
from bot.screens.kit import RenderContext, command_name
from bot.screens.server.help import TOPICS, help_screen
from bot.standin.rest.routes_commands import add_entry_point
from bot.tables.model.processes import Leader
from bot.ui.discord.commands import AGAIN_SECONDS
from bot.ui.pace.pauses import Pauses
from tests.e2e.playing import PrivateMessage, pressable

SEND = ("PUT", "/applications/{application_id}/commands")
LIST = ("GET", "/applications/{application_id}/commands")
SOON = "One moment, commands are being updated. Please try again in a minute."
BIENTOT = "Un instant, je mets les commandes à jour. Réessaie dans une minute."


def entry(world: Any, name: str) -> Any:
    """A command as Discord lists it."""
    return next(one for one in world.commands.values() if one["name"] == name)


async def test_texts_name_commands_to_press_on_once_their_ids_are_known(
    quiet_evening: Any, pauses: Any, hands: Any
) -> None:
    """Before that they are to type; each name is that of a command at Discord, a group's with what stands below it."""
    world = quiet_evening.standin.world
    world.faults.fail(*LIST, status=503)
    async with quiet_evening.running():
        assert command_name(words("fr"), "games") == "`/parties`"
        pauses.over.set()
        await hands["until"](lambda: command_name(words("en"), "rules").startswith("</"))
        for language in ("en", "fr"):
            for key in TOPICS:
                body = help_screen(RenderContext(words(language), {}), key).body
                alone = re.sub(r"`/[^`]+` \(</", "(</", body)  # Where a French client shows another name.
                assert "`/" not in alone, body
                for name, number in re.findall(r"</([^:]+):(\d+)>", body):
                    first, *below = name.split(" ")
                    assert world.commands[number]["name"] == first
                    inside = {one["name"] for one in world.commands[number].get("options", ()) if one["type"] == 1}
                    assert inside >= set(below)
                    assert bool(inside) == bool(below), name
        david = quiet_evening.person("david")
        page = PrivateMessage(david, await david.command("help"))
        assert pressable(world, "stats") in (await page.do("help computers")).text


async def test_a_process_that_does_not_lead_learns_the_ids_and_sends_nothing(
    quiet_evening: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = quiet_evening.standin.world
    async with quiet_evening.running():
        pass
    monkeypatch.setattr(Leader, "leads", property(lambda _: False, lambda _, leads: None), raising=False)
    async with quiet_evening.running():
        assert command_name(words("en"), "rules") == pressable(world, "rules")
    assert world.calls[SEND] == 1


async def test_the_command_that_discord_added_itself_is_kept(quiet_evening: Any) -> None:
    """An application with an Activity has an entry point; Discord refuses a list of commands without it."""
    world = quiet_evening.standin.world
    launch = add_entry_point(world)
    async with quiet_evening.running():
        assert world.commands[launch["id"]]["type"] == 4
        kept = {key: launch[key] for key in launch if key != "version"}
        assert kept.items() <= world.commands[launch["id"]].items()
        assert (await quiet_evening.person("ben").command("help")).ephemeral
    async with quiet_evening.running():
        assert world.calls[SEND] == 1, "it is not taken for a command that should not be there"


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    "how", [{"status": 503}, {"status": 400, "code": 50035}, {"status": 403, "code": 50001}, {"status": 401}]
)
@pytest.mark.parametrize("route", [SEND, LIST])
async def test_the_bot_starts_although_its_commands_cannot_be_sent(
    quiet_evening: Any, pauses: Any, hands: Any, route: tuple[str, str], how: dict[str, int]
) -> None:
    world = quiet_evening.standin.world
    world.faults.fail(*route, **how)
    async with quiet_evening.running():
        assert len(pauses.taken) == 1
        assert not world.commands
        pauses.over.set()
        await hands["until"](lambda: world.commands)
        assert (await quiet_evening.person("ben").command("help")).ephemeral


async def test_a_limit_of_hours_is_waited_for(quiet_evening: Any, pauses: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Pauses, "clock", lambda _: 0.0)  # No time passes until the pause begins.
    quiet_evening.standin.world.faults.fail(*SEND, status=429, retry_after=20_000)
    async with quiet_evening.running():
        assert pauses.taken == [20_000]


async def test_pauses_grow_to_an_hour(quiet_evening: Any, pauses: Any, hands: Any) -> None:
    pauses.over.set()
    quiet_evening.standin.world.faults.fail(*SEND, status=403, code=50001, times=12)
    async with quiet_evening.running():
        await hands["until"](lambda: quiet_evening.standin.world.commands)
    assert len(pauses.taken) == 12
    assert pauses.taken[:6] == sorted(pauses.taken[:6])
    assert pauses.taken[0] <= 60
    assert 2700 <= pauses.taken[-1] <= 3600


@pytest.mark.parametrize(
    ("command", "listed"),
    [
        ("oldgame", {"name": "oldgame", "options": []}),  # not ours any more
        ("yum", {"options": []}),  # was no group once
        ("yum begin", {"options": [{"type": 1, "name": "begin", "description": "-", "options": []}]}),
    ],
)
async def test_a_command_as_discord_knows_it_and_we_do_not(
    evening: Any, hands: Any, command: str, listed: dict[str, Any]
) -> None:
    """The answer says so, in the person's language. The bot sends the commands again, but not at every use."""
    world = evening.standin.world
    sent = world.calls[SEND]
    old = entry(world, "yum") | listed | ({"id": world.ids.next()} if "name" in listed else {})
    world.commands[old["id"]] = old
    assert (await evening.person("ben").command(command)).text == SOON
    await hands["until"](lambda: world.calls[SEND] == sent + 1 and world.commands.get(old["id"]) != old)
    assert not (await evening.person("ben").command("yum start")).ephemeral
    world.commands[old["id"]] = old
    assert (await evening.person("chloe").command(command)).text == BIENTOT
    await evening.settle()
    assert world.calls[SEND] == sent + 1
    world.advance(AGAIN_SECONDS)
    assert (await evening.person("chloe").command(command)).text == BIENTOT
    await hands["until"](lambda: world.calls[SEND] == sent + 2)
