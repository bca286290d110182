"""A server that belongs to another process: this one saves what it must, and leaves its boards to the other."""

from __future__ import annotations

import json
from typing import Any

from bot.tables.model.processes import Notice, Shards
from bot.tables.people import KEPT_AFTER_LEAVING
from tests.e2e.playing import open_panel


def _give(evening: Any, *, away: bool) -> None:
    """Let the evening's server belong to another process, or to this one."""
    shard = Shards(2).of(int(evening.standin.world.guild.id))
    evening.client.services.shards.change(Shards(2, frozenset({1 - shard if away else shard})))


async def test_somebody_erased_leaves_a_board_that_its_own_process_draws(evening: Any, until: Any) -> None:
    ana = evening.person("ana")
    play = await evening.lobby("ana", "ben", "chloe")
    reconciler = evening.client.presenter.reconciler
    reconciler.patience = 0
    _give(evening, away=True)
    panel = await open_panel(ana, "privacy")
    asked = await ana.press(panel, custom_id_contains="privacy ask")
    await ana.press(asked, custom_id_contains="privacy erase")
    await evening.settle()
    await until(lambda: not reconciler._behind)  # It has looked what it has to mend.
    await reconciler.look_up()
    evening.client.presenter.refresh_soon((await evening.table(play)).id)
    await evening.settle()
    assert int(ana.id) not in (await evening.table(play)).known
    assert ana.mention in json.dumps(play.now["embeds"])  # This process draws nothing there.
    _give(evening, away=False)
    evening.client.services.notices.heard(Notice.ERASED, int(ana.id))
    await until(lambda: ana.mention not in json.dumps(play.now["embeds"]))


async def test_the_clock_of_a_server_stands_still_until_it_is_ours(evening: Any) -> None:
    id = (await evening.table(await evening.lobby("ana"))).id
    tables = evening.client.services.tables
    _give(evening, away=True)
    evening.standin.world.advance(90_000)
    await evening.client.scheduler.tick()
    assert not (await tables.repository.reload(id)).over
    _give(evening, away=False)
    evening.standin.world.advance(60)
    await evening.client.scheduler.tick()
    assert (await tables.repository.reload(id)).over


async def test_only_who_hears_of_a_server_notices_that_it_is_gone_and_deletes_it(evening: Any) -> None:
    """The other process may know that the bot is back there."""
    services, guild = evening.client.services, int(evening.standin.world.guild.id)
    await evening.lobby("ana")
    ours, theirs = 4 << 22, 5 << 22
    for one in (ours, theirs):
        await services.settings.choose(one, language="fr")
    services.shards.change(Shards(2, frozenset({0})))
    await evening.client.departures.purge(evening.now())
    assert (await services.settings.of(ours)).left_at == evening.now()
    assert (await services.settings.of(theirs)).left_at is None
    assert (await services.settings.of(guild)).left_at is None
    await services.settings.choose(theirs, left_at=evening.now())
    later = evening.now() + KEPT_AFTER_LEAVING + 1
    await evening.client.departures.purge(later)
    assert await services.privacy.guilds() == {guild, theirs}
    services.shards.change(Shards(2, frozenset({1})))
    await evening.client.departures.purge(later)
    assert await services.privacy.guilds() == {guild}
