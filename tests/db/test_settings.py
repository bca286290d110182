"""What servers and people have chosen; what the program remembers about itself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from sqlalchemy import delete, insert

from bot.tables.model.choices import GuildChoices, Preferences
from bot.tables.model.store import StoreError
from bot.tables.model.table import AbsencePolicy
from db import open_database, schema
from db.connection.reading import reader


async def test_settings_do_not_touch_each_other(storage: Any, url: str) -> None:
    assert await storage.settings.of(1) == GuildChoices()
    await storage.settings.choose(1, language="fr")
    await storage.settings.choose(1, count_real_dice=True, channels=(2**62, 7), presets={"yum_plus": "friends"})
    chosen = await storage.settings.choose(1, language="en", absent=AbsencePolicy.SKIP)
    assert chosen == GuildChoices(
        language="en",
        count_real_dice=True,
        channels=(2**62, 7),
        presets={"yum_plus": "friends"},
        absent=AbsencePolicy.SKIP,
    )
    async with open_database(url) as other:
        assert await other.settings.of(1) == chosen
        assert (await other.settings.choose(1, count_real_dice=False)).language == "en"
        assert await other.settings.of(2) == GuildChoices()


async def test_what_was_chosen_can_be_taken_back(storage: Any, url: str) -> None:
    await storage.settings.choose(1, language="fr", season_channel=5)
    await storage.settings.choose(2, language="en")
    async with open_database(url) as other:
        assert (await other.settings.of(1)).language == "fr"
        assert await other.settings.choose(1, language=None, season_channel=None) == GuildChoices()


async def test_preferences_are_those_of_a_person(storage: Any, url: str) -> None:
    assert await storage.preferences.of(9) == Preferences()
    chosen = await storage.preferences.choose(9, hold="menu", quiet_from=22, quiet_to=0, plain=True)
    assert chosen == Preferences(hold="menu", quiet_from=22, quiet_to=0, plain=True)
    async with open_database(url) as other:
        assert await other.preferences.of(9) == chosen
        assert await other.preferences.of(8) == Preferences()


async def test_many_are_learnt_at_once_and_then_known(storage: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    await storage.preferences.choose(9, hold="menu")
    storage.preferences.forget(9)
    await storage.preferences.preload(range(1, 1200))
    monkeypatch.setattr(storage.preferences, "_readers", None)  # No further read.
    assert await storage.preferences.of(9) == Preferences(hold="menu")
    assert await storage.preferences.of(1199) == Preferences()
    await storage.preferences.preload([9, 1199])


async def test_meta_is_remembered(storage: Any) -> None:
    assert await storage.meta.get("commands") is None
    for value in ("abc", "abd"):
        await storage.meta.set("commands", value)
        assert await storage.meta.get("commands") == value


@pytest.mark.parametrize("change", ["choose", "forget"])
async def test_a_look_that_began_before_a_change_is_not_remembered(
    storage: Any, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    await storage.settings.choose(1, language="en")
    storage.settings.forget(1)
    looked, go_on = asyncio.Event(), asyncio.Event()

    @asynccontextmanager
    async def slow(engine: Any) -> AsyncIterator[Any]:
        async with reader(engine) as connection:
            yield connection
        if not looked.is_set():  # The first look has its row, and gets it late.
            looked.set()
            await go_on.wait()

    monkeypatch.setattr("db.queries.settings.reader", slow)
    late = asyncio.create_task(storage.settings.of(1))
    await looked.wait()
    if change == "choose":
        await storage.settings.choose(1, language="fr")
    else:
        await storage.writer.execute(delete(schema.settings))
        storage.settings.forget(1)
    go_on.set()
    assert (await late).language == "en"
    assert (await storage.settings.of(1)).language == ("fr" if change == "choose" else None)


async def test_what_is_looked_up_while_it_changes_is_not_remembered_as_it_was(
    storage: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    await storage.settings.choose(1, language="en")
    execute = storage.writer.execute

    async def meanwhile(*what: Any) -> None:
        assert (await storage.settings.of(1)).language == "en"
        await execute(*what)

    monkeypatch.setattr(storage.writer, "execute", meanwhile)
    assert (await storage.settings.choose(1, language="fr")).language == "fr"
    assert (await storage.settings.of(1)).language == "fr"


async def test_what_another_version_has_chosen_cannot_be_read_and_is_said_to_be(storage: Any) -> None:
    await storage.writer.execute(insert(schema.preferences).values(user_id=9, hold="nodding"))
    with pytest.raises(StoreError):
        await storage.preferences.of(9)
    assert (await storage.preferences.choose(9, hold="menu")).hold == "menu"
