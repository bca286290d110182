"""Places that are no servers, and servers where the bot is a guest: whose they are, and how they go."""

from __future__ import annotations

from typing import Any

import pytest

from bot.screens.kit import message_address
from bot.tables.model.place import group_place, is_server, own_place
from bot.tables.model.processes import Shards
from bot.tables.model.table import TableId
from bot.tables.records.profiles import Scope
from bot.tables.storage.rows import read

ANA, BEN = 10**18 + 1, 10**18 + 22
GROUP, SERVER = 10**18 + 333, 10**18 + 4444


def test_a_place_that_is_no_server_is_below_zero_and_of_the_first_shard() -> None:
    for place in (own_place(ANA), group_place(GROUP)):
        assert not is_server(place)
        assert {Shards(count, frozenset()).of(place) for count in (1, 2, 7, 64)} == {0}
    assert is_server(SERVER)
    assert message_address(group_place(GROUP), GROUP, 5) == f"https://discord.com/channels/@me/{GROUP}/5"
    assert message_address(SERVER, 4, 5) == f"https://discord.com/channels/{SERVER}/4/5"


async def test_storage_and_memory_agree_on_whose_a_place_is(storage: Any, row: Any) -> None:
    places = [own_place(ANA), group_place(GROUP), own_place(2**63 - 1), -1, SERVER, 1, 2**22, 5 << 22]
    for number, place in enumerate(places, 1):
        await storage.tables.save(row(number, guild=place))
    for count in (1, 2, 7):
        for shard in range(count):
            shards = Shards(count, frozenset({shard}))
            found = {(await storage.tables.load(id))["guild"] for id in await storage.tables.live(None, shards)}
            assert found == {place for place in places if shards.owns(place)}, (count, shard)


async def test_a_season_ends_with_its_month_in_every_place(storage: Any, row: Any, result: Any) -> None:
    for number, place in enumerate((own_place(ANA), group_place(GROUP), SERVER), 1):
        seats = [result(number, seat, user, 7, guild=place, finished_at=1000) for seat, user in enumerate((ANA, BEN))]
        await storage.tables.save(row(number, guild=place), (), seats)
    due = await storage.seasons.due(1_700_000_000)
    assert [one.season.guild for one in due] == sorted((own_place(ANA), group_place(GROUP), SERVER))


async def test_results_of_one_place_are_not_those_of_another(storage: Any, row: Any, result: Any) -> None:
    places = (own_place(ANA), group_place(GROUP), SERVER)
    for number, place in enumerate(places, 1):
        await storage.tables.save(row(number, guild=place), (), [result(number, 0, ANA, number, guild=place)])
    for number, place in enumerate(places, 1):
        page = await storage.profiles.history(Scope(place, ANA))
        assert [past.table for past in page.games] == [number]


async def test_where_the_bot_is_invited_the_place_becomes_the_servers_and_nothing_is_lost(
    storage: Any, row: Any
) -> None:
    await storage.tables.save(row(1, guild=SERVER, visiting=True))
    await storage.tables.save(row(2, guild=7, visiting=True))
    await storage.tables.save(row(3, guild=group_place(GROUP), visiting=True))
    assert await storage.privacy.visited() == {SERVER, 7}
    assert await storage.privacy.returned([SERVER, 9]) == [SERVER]
    assert await storage.privacy.returned([SERVER, 9]) == []
    assert await storage.privacy.visited() == {7}
    rows = [await storage.tables.load(TableId(number)) for number in (1, 2, 3)]
    assert [read(one, "visiting") for one in rows] == [False, True, True]
    assert rows[0]["guild"] == SERVER


async def test_a_server_that_removed_the_bot_stays_where_people_have_played_since(storage: Any, row: Any) -> None:
    """With the bot as a guest; what they played before it was removed does not keep it."""
    await storage.tables.save(row(1, guild=5, opened=100, visiting=True))
    await storage.tables.save(row(2, guild=6, opened=300, visiting=True))
    await storage.tables.save(row(3, guild=7, opened=300))
    await storage.privacy.departed([5, 6, 7], 200)
    assert await storage.privacy.purge(1000) == [5, 7]
    assert await storage.privacy.guilds() == {6}


async def test_erasing_takes_a_persons_own_place_with_everything_in_it(storage: Any, row: Any, result: Any) -> None:
    own, group = own_place(ANA), group_place(GROUP)
    for number, place in enumerate((own, group), 1):
        await storage.tables.save(
            row(number, guild=place, players=(ANA, BEN), host=ANA, originals=()),
            (),
            [result(number, 0, ANA, 7, guild=place)],
        )
    await storage.settings.choose(own, language="fr")
    exported = await storage.privacy.export(ANA)
    assert [one["guild"] for one in exported["settings"]] == [str(own)]
    assert [one["guild"] for one in exported["seasons"]] == [str(own)]
    held: list[TableId] = []

    class Held:
        def __init__(self, table: TableId) -> None:
            held.append(table)

        async def __aenter__(self) -> None: ...
        async def __aexit__(self, *_: object) -> None: ...

    await storage.privacy.erase(ANA, Held)
    assert held == [1]
    assert await storage.privacy.guilds() == {group}
    assert await storage.tables.load(TableId(1)) is None
    assert str(ANA) not in (await storage.tables.load(TableId(2)))["players"]
    assert (await storage.settings.of(own)).language is None


async def test_the_host_of_the_bot_lists_servers_alone(storage: Any, row: Any, result: Any) -> None:
    for number, place in enumerate((own_place(ANA), SERVER), 1):
        await storage.tables.save(row(number, guild=place), (), [result(number, 0, ANA, 7, guild=place)])
    assert [server.guild for server in await storage.hand.servers()] == [SERVER]


@pytest.mark.parametrize("visiting", [None, False, True])
def test_rows_of_older_versions_are_of_no_guest(row: Any, visiting: bool | None) -> None:
    assert read(row(1) | {"visiting": visiting}, "visiting") is bool(visiting)
