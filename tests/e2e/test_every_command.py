"""Every command, in English and in French, in a server with a finished game and in one without.

The stand-in refuses what Discord would (lengths, rows, options, ids); the bot logs such a refusal and the test fails.
"""

from __future__ import annotations

from typing import Any

import pytest
from discord import app_commands

from bot.thinker.answers import NobodyKnows

MANY_OPTIONS = 25
APPS = (2, 3)
"""The kinds of commands in the menu of a person, and of a message."""
NEEDED = {"rules": {"game": "yum_plus"}}
"""Values for required options."""


def _leaves(client: Any) -> list[app_commands.Command[Any, ..., Any]]:
    return [one for one in client.tree.walk_commands() if isinstance(one, app_commands.Command)]


async def _finished(evening: Any) -> None:
    play = await evening.game("ana", "ben", sheet="yum_classic")
    while any(do.startswith("roll") for do in play.does):
        await play.throw()
        await play.mark()
    await evening.settle()


async def _nobody_knows(*_game: Any, **_how: Any) -> None:
    """Stand in for the review of a game, for which a process would work a sheet out for ten seconds."""
    raise NobodyKnows


@pytest.mark.parametrize("played", [False, True], ids=["where nothing was played", "after a game"])
async def test_every_command_is_answered_in_both_languages(evening: Any, played: bool) -> None:
    if played:
        await _finished(evening)
        evening.client.services.tables.thinker.review = _nobody_knows
    ana, said = evening.person("ana"), dict[str, dict[str, str]]()
    for language in ("en-US", "fr"):
        ana.speak(language)
        for command in _leaves(evening.client):
            outcome = await ana.command(command.qualified_name, values=NEEDED.get(command.qualified_name))
            assert outcome.state == "answered", (command.qualified_name, outcome.state)
            assert outcome.modal is None
            await evening.settle()
            shown = outcome.message or outcome.followups[-1]
            assert outcome.text or shown["embeds"], command.qualified_name
            said.setdefault(command.qualified_name, {})[language] = outcome.text
    private = {name for name, texts in said.items() if not name.endswith("start")}
    assert [name for name in private if said[name]["en-US"] == said[name]["fr"]] == []


async def test_names_and_descriptions_are_there_in_both_languages(evening: Any) -> None:
    """As Discord got them: the client's own check knows English only."""

    def walk(entries: list[Any]) -> Any:
        for entry in entries:
            yield entry
            yield from walk(entry.get("options") or [])

    apps = [one for one in evening.standin.world.commands.values() if one["type"] in APPS]
    assert len(apps) == len(APPS)
    everything = list(walk(list(evening.standin.world.commands.values())))
    assert len(everything) > MANY_OPTIONS
    for entry in everything:
        descriptions = entry.get("description_localizations") or {}
        if entry in apps:
            assert 1 <= len(entry["name_localizations"]["fr"]) <= 32
            continue  # What stands in a menu has a name only.
        assert 1 <= len(entry["description"]) <= 100
        assert 1 <= len(descriptions.get("fr", "")) <= 100, (entry["name"], entry["description"])
        for choice in entry.get("choices") or ():
            assert 1 <= len((choice.get("name_localizations") or {}).get("fr", choice["name"])) <= 100
        assert len(entry.get("choices") or ()) <= MANY_OPTIONS
