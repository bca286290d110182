"""Of several processes one sends the commands and uploads the emojis: the leader."""

from __future__ import annotations

from typing import Any

import pytest

from bot import art
from bot.tables.model.processes import Leader

SEND = ("PUT", "/applications/{application_id}/commands")
UPLOAD = ("POST", "/applications/{application_id}/emojis")


async def test_who_does_not_lead_sends_nothing_until_it_leads(
    quiet_evening: Any, pauses: Any, hands: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Leader.__init__, "__kwdefaults__", {"leads": False})
    world = quiet_evening.standin.world
    world.emojis.clear()
    async with quiet_evening.running() as client:
        assert (world.calls[SEND], world.calls[UPLOAD]) == (0, 0)
        client.services.leader.change(True)
        await hands["until"](lambda: world.calls[SEND])
        assert (await quiet_evening.person("ben").command("help")).ephemeral
        assert world.calls[UPLOAD] == 0, "it waits for the emojis of whoever led before"
        pauses.over.set()
        await hands["until"](lambda: len(world.emojis) == len(art.NAMES))


def test_only_beginning_to_lead_is_told() -> None:
    leader, told = Leader(leads=False), []
    leader.on_lead(lambda: told.append("leads"))
    for leads in (False, True, True, False, True):
        leader.change(leads)
        assert leader.leads is leads
    assert told == ["leads", "leads"]
