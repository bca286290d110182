"""Two bots on one PostgreSQL, each with a shard of its own: what somebody does at one of them, the other knows."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bot.client import Gobelet
from bot.run import _opened
from bot.tables.model.processes import Notice, Shards
from bot.tables.model.table import AbsencePolicy
from bot.ui.discord.requests import EditAdapter
from db.claims.holder import Share
from tests.e2e.playing import open_panel, ready_to_show, until
from tests.postgres import Make

TOKEN = "end.to-end.token"
COUNT = 2
MESSAGES = ("POST", "/channels/{channel_id}/messages")


@asynccontextmanager
async def _bot(evening: Any, url: str, shard: int) -> AsyncIterator[Gobelet]:
    """A bot that holds one shard."""
    clock = evening.standin.world.clock.now
    async with _opened(url, evening.now, clock, share=Share(COUNT, frozenset({shard}))) as (found, claims):
        assert claims is not None
        client = Gobelet(found, claims, claims.pacing, claims.turnover)
        client._connection.guild_ready_timeout = 0.01
        async with client:
            connected = asyncio.create_task(client.start(TOKEN))
            await client.wait_until_ready()
            yield client
            await client.close()
            await connected


@pytest.fixture
async def bots(quiet_evening: Any, postgres: Make) -> AsyncIterator[tuple[Gobelet, Gobelet]]:
    """The bot of the channel ``dice``, and that of ``hall``, in another server."""
    evening, url = quiet_evening, postgres()
    here = (int(evening.standin.world.guild.id) >> 22) % COUNT
    evening.standin.world.add_guild("elsewhere", "hall", shard=(1 - here, COUNT))
    gateway = evening.standin.gateway
    gateway.recommended = gateway.starts.max_concurrency = COUNT
    async with _bot(evening, url, here) as one, _bot(evening, url, 1 - here) as other:
        evening.client = one
        assert not one.services.shards.now.all
        assert one.services.leader.leads
        assert not other.services.leader.leads
        yield one, other


async def test_every_process_answers_as_one_alone_does(
    quiet_evening: Any, bots: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the shortest way, although connections begin when the claims say so, beside the start of the client."""
    answered, edit = set[int | None](), EditAdapter.edit

    async def noted(adapter: EditAdapter, interaction: Any, *what: Any, **how: Any) -> None:
        answered.add(interaction.guild_id)
        await edit(adapter, interaction, *what, **how)

    monkeypatch.setattr(EditAdapter, "edit", noted)
    for channel in ("dice", "hall"):
        await (await quiet_evening.game("ana", channel=channel)).throw()
    assert answered == set(map(int, quiet_evening.standin.world.guilds))


@pytest.mark.long
async def test_a_preference_counts_at_the_next_press_in_every_server(quiet_evening: Any, bots: Any) -> None:
    evening, (one, other) = quiet_evening, bots
    play = await evening.game("ana", channel="hall", sheet="yum_classic")
    await play.throw()
    assert "<:" in json.dumps(play.now)
    heard = asyncio.Event()
    other.services.notices.on(Notice.PREFERENCES, lambda _: heard.set())
    await one.services.preferences.choose(int(evening.person("ana").id), plain=True)
    await heard.wait()
    await play.mark()
    assert "<:" not in json.dumps(play.now)


async def test_erasing_somebody_reaches_the_boards_of_every_server(quiet_evening: Any, bots: Any) -> None:
    evening, (_, other) = quiet_evening, bots
    ana, ben = evening.person("ana"), evening.person("ben")
    near = await evening.lobby("ana", "ben", channel="dice")
    far = await evening.lobby("ana", "ben", channel="hall")
    (elsewhere,) = (int(guild) for guild in evening.standin.world.guilds if other.services.shards.now.owns(int(guild)))
    assert other.names.get((elsewhere, int(ana.id)))
    asked = await ana.press(await open_panel(ana, "privacy", "dice"), custom_id_contains="privacy ask")
    await ana.press(asked, custom_id_contains="privacy erase")
    for play in (near, far):
        await until(lambda play=play: ana.mention not in json.dumps(play.now["embeds"]))
        assert ben.mention in json.dumps(play.now["embeds"])
    assert not other.names.get((elsewhere, int(ana.id)))


async def test_who_is_back_in_one_server_has_the_seats_in_every_server(quiet_evening: Any, bots: Any) -> None:
    evening, (one, other) = quiet_evening, bots
    ben = int(evening.person("ben").id)
    plays = [await evening.lobby("ana", "ben", channel=channel, sheet="yum_classic") for channel in ("dice", "hall")]
    for bot, play in zip((one, other), plays, strict=True):
        table = await evening.table(play)
        await bot.services.tables.change_settings(
            table.id, table.host, absent=AbsencePolicy.COMPUTER, patience=3600, reminder=0
        )
        await play.begin()

    async def kept() -> list[bool]:
        tables = [await one.services.tables.repository.apart((await evening.table(play)).id) for play in plays]
        return [table.seat_of(ben) in table.stand_ins for table, _ in tables]

    await one.absences.tell(ben, away=True)
    assert await kept() == [True, True]
    await until(lambda: "A computer plays for" in json.dumps(plays[1].now))
    await one.absences.tell(ben, away=False)
    assert await kept() == [False, False]
    await until(lambda: "A computer plays for" not in json.dumps(plays[1].now))


async def test_an_edit_that_is_done_after_the_table_has_passed_on_does_not_stay(
    quiet_evening: Any, bots: Any, hands: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process that sent it tells the one that looks after the table now."""
    monkeypatch.setattr("bot.ui.delivery.presenter.REQUEST_SECONDS", 0.2)
    evening, (one, other) = quiet_evening, bots
    play = await evening.game("ana")
    table, old = await evening.table(play), hands["described"](play.now)
    one.presenter.reconciler.patience = other.presenter.reconciler.patience = 0.5
    faults = evening.standin.world.faults
    faults.delay("PATCH", "/channels/{channel_id}/messages/{message_id}", 1.0)
    one.presenter.reconciler.doubt(table.id)
    await until(lambda: not faults.planned)
    one.services.shards.change(Shards(COUNT, frozenset()))
    other.services.shards.change(Shards(COUNT, frozenset(range(COUNT))))
    change = await other.services.tables.act(table.id, table.host, table.step, "roll")
    await other.presenter.changed(change)
    thrown = hands["described"](play.now)
    assert thrown != old
    await until(lambda: hands["described"](play.now) == old)
    await until(lambda: hands["described"](play.now) == thrown)


async def test_a_board_that_is_posted_after_the_table_has_passed_on_is_the_only_one(
    quiet_evening: Any, bots: Any, hands: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process that sent it may not take the old one away any more: the one that looks after the table does."""
    evening, (one, other) = quiet_evening, bots
    play = await evening.game("ana")
    table, old = await evening.table(play), play.board

    def boards() -> list[str]:
        return [
            found["id"] for found in evening.person("ana").messages() if hands["does"](found) and not found["flags"]
        ]

    show = await ready_to_show(evening.person("ana"))
    sent = evening.standin.world.faults.hold(*MESSAGES)
    showing = show()
    await until(lambda: not evening.standin.world.faults.planned)
    one.services.shards.change(Shards(COUNT, frozenset()))
    monkeypatch.setattr(one.services.shards, "valid", lambda: False)
    other.services.shards.change(Shards(COUNT, frozenset(range(COUNT))))
    await other.presenter.reconciler.look_up()
    await other.presenter.queue.settle()
    assert boards() == [old]
    sent.set()
    await showing
    new = boards()[-1]
    assert new != old
    await until(lambda: boards() == [new])
    assert (await other.services.tables.repository.reload(table.id)).message == int(new)
    change = await other.services.tables.act(table.id, table.host, table.step, "roll")
    await other.presenter.changed(change)
    await until(
        lambda: (
            {int(found.split(":")[2]) for found in hands["does"](evening.standin.world.messages[new].data).values()}
            == {change.after.step}
        )
    )
