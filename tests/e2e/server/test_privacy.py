"""What the bot keeps about a person: explained, exported, erased from every row. Of a server long gone: nothing."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from bot.tables.model.choices import Preferences
from bot.tables.model.errors import NoTable
from bot.tables.model.store import SaveFailed
from bot.tables.model.table import AbsencePolicy, Status, TableId, VoteChoice
from bot.tables.people import DAY
from db.schema import metadata
from tests.e2e.playing import open_panel


def _cells(file: Path) -> list[tuple[str, str, Any]]:
    """Every value in the database, with its table and column."""
    found = []
    with closing(sqlite3.connect(file)) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        assert set(names) >= set(metadata.tables)
        for name in names:
            rows = connection.execute(f'SELECT * FROM "{name}"')  # noqa: S608 - names of our own tables
            columns = [column[0] for column in rows.description]
            found += [(name, column, value) for row in rows for column, value in zip(columns, row, strict=True)]
    return found


def _holding(file: Path, user: str) -> set[tuple[str, str]]:
    """Where in the database the id of a person stands, in any form."""
    return {
        (table, column)
        for table, column, value in _cells(file)
        if user in (value.decode("latin-1") if isinstance(value, bytes) else str(value))
    }


async def _over(play: Any) -> None:
    """Throw once and write, turn after turn, to the end."""
    while any(do.startswith("roll") for do in play.does):
        await play.throw()
        await play.mark()


@pytest.fixture
async def played(evening: Any) -> Any:
    """Ana and Ben have finished a game, sit in a lobby, and play a simultaneous one; Ana has preferences."""
    first = await evening.game("ana", "ben", sheet="yum_classic")
    await _over(first)
    await evening.lobby("ben", "ana", channel="dice")
    apart = await evening.game("ben", "ana", channel="general", sheet="yum_classic", pace="parallel")
    public, tables = await evening.table(apart), evening.client.services.tables
    for user in public.people:
        own = await tables.simultaneous.own_table(public.id, user)
        await tables.act(own.id, user, own.step, "roll")
    await evening.client.services.preferences.choose(int(evening.person("ana").id), plain=True)
    await evening.settle()
    return first


async def _erase(evening: Any, who: Any) -> Any:
    panel = await open_panel(who, "privacy")
    assert panel.ephemeral
    asked = await who.press(panel, custom_id_contains="privacy ask")
    done = await who.press(asked, custom_id_contains="privacy erase")
    await evening.settle()
    return done


async def test_erasing_leaves_no_row_with_the_id(evening: Any, played: Any) -> None:
    ana, ben = evening.person("ana"), evening.person("ben")
    assert {table for table, _ in _holding(evening.file, ana.id)} >= {"tables", "results", "preferences"}
    await _erase(evening, ana)
    assert _holding(evening.file, ana.id) == set()
    assert ("results", "user_id") in _holding(evening.file, ben.id)
    assert await evening.client.services.preferences.of(int(ana.id)) == Preferences()


async def test_seats_taken_over_and_offers_to_do_so_are_erased_too(evening: Any) -> None:
    tables, people = evening.client.services.tables, {key: evening.person(key) for key in ("ana", "ben", "chloe")}
    play = await evening.lobby("ana", "ben", sheet="yum_classic")
    id = (await evening.table(play)).id
    await tables.change_settings(id, int(people["ana"].id), absent=AbsencePolicy.VOTE, patience=3600)
    await play.begin()

    async def asked() -> tuple[str, str]:
        """The absent player and a voter, once patience has ended."""
        evening.standin.world.advance(3600)
        table = (await tables.deadlines.give_up(id)).after
        return next(
            (key, other)
            for key, other in (("ana", "ben"), ("ben", "ana"), ("chloe", "ana"), ("chloe", "ben"))
            if int(people[key].id) == table.turn_player and int(people[other].id) in table.players
        )

    away, other = await asked()
    step = (await tables.get(id)).step
    await tables.volunteer(id, int(people["chloe"].id), step)
    assert ("tables", "volunteer") in _holding(evening.file, people["chloe"].id)
    await tables.vote(id, int(people[other].id), step, VoteChoice.TAKE)
    assert ("tables", "originals") in _holding(evening.file, people[away].id)
    assert await asked() == ("chloe", other)
    step = (await tables.get(id)).step
    await tables.volunteer(id, int(people[away].id), step)
    await _erase(evening, people[away])
    assert _holding(evening.file, people[away].id) == set()
    after = await tables.get(id)
    assert (after.status, after.vote is not None and after.vote.volunteer) == (Status.PLAYING, None)


async def test_who_is_erased_comes_back_as_somebody_new(evening: Any, played: Any) -> None:
    ana = evening.person("ana")
    await _erase(evening, ana)
    again = await ana.command("leaderboard")
    assert ana.mention not in again.text
    await evening.client.services.preferences.choose(int(ana.id), plain=True)
    assert _holding(evening.file, ana.id) == {("preferences", "user_id")}


async def test_the_others_keep_their_game_and_its_dice_can_be_checked(evening: Any, played: Any) -> None:
    tables = evening.client.services.tables
    id = (await evening.table(played)).id
    before = await tables.get(id)
    await _erase(evening, evening.person("ana"))
    after = await tables.get(id)
    assert after.status is Status.FINISHED
    assert after.outcome == before.outcome
    assert {user for user in after.players if user > 0} == {int(evening.person("ben").id)}
    assert min(after.players) < 0
    assert await tables.history.verify(id)
    assert len((await tables.history.record(id))["moves"]) == 2 * 2 * 13


async def test_whoever_chose_a_side_is_erased_from_the_choices(evening: Any) -> None:
    people = [evening.person(key) for key in ("ana", "ben", "chloe", "david")]
    play = await evening.lobby("ana", "ben", sheet="yum_original", teams=2)
    for who in people[:1] + people[2:3]:
        await play.do("side 1", who)
    await play.do("side dealt", people[3])
    await play.begin()
    await evening.leave_table(people[1])
    await evening.end_table(people[0])
    await evening.settle()
    tables, id = evening.client.services.tables, (await evening.table(play)).id
    assert (await play.do("rematch", people[0])).updated
    await evening.settle()
    for who in people[2], people[0]:
        await _erase(evening, who)
        table = await tables.get(id)
        assert int(who.id) not in table.known
        assert await tables.history.verify(id)
        assert len([user for user in table.choosers if user < 0]) == (1 if who is people[2] else 2)
        assert _holding(evening.file, who.id) == set()


async def test_live_tables_go_on_without_them(evening: Any, played: Any) -> None:
    ana, ben = evening.person("ana"), evening.person("ben")
    await _erase(evening, ana)
    tables = [
        await evening.client.services.tables.get(id) for id in await evening.client.services.tables.repository.live()
    ]
    assert len(tables) == 2
    assert all(int(ana.id) not in table.players for table in tables)
    lobby = next(table for table in tables if table.status is Status.LOBBY)
    assert (lobby.players, lobby.host) == ((int(ben.id),), int(ben.id))
    shown = evening.standin.world.messages[str(lobby.message)].data
    assert ana.mention not in json.dumps(shown["embeds"])


async def test_whoever_plays_after_an_erased_person_is_called(evening: Any) -> None:
    world, tables = evening.standin.world, evening.client.services.tables
    play = await evening.game("ana", "ben", "chloe", sheet="yum_classic")
    id = (await evening.table(play)).id
    evening.everybody_was_away()
    await play.throw()
    await play.mark()
    await evening.settle()
    gone, call = play.turn, str((await tables.get(id)).call)
    assert call in world.messages
    await _erase(evening, gone)
    table = await tables.get(id)
    assert call not in world.messages
    called = world.messages[str(table.call)].data
    assert {user["id"] for user in called["mentions"]} == {str(table.turn_player)}


async def test_what_the_board_tells_of_an_erased_person_goes(evening: Any) -> None:
    play = await evening.lobby("ana", "ben", "chloe", sheet="yum_classic")
    table = await evening.table(play)
    await evening.client.services.tables.change_settings(table.id, table.host, absent=AbsencePolicy.SKIP, patience=3600)
    await play.begin()
    away = play.turn
    evening.standin.world.advance(3660)
    await evening.client.scheduler.tick()
    await evening.settle()
    assert play.turn.id != away.id
    assert f"<@{away.id}>" in json.dumps(play.now["embeds"])
    await _erase(evening, away)
    assert f"<@{away.id}>" not in json.dumps(play.now["embeds"])


async def test_the_export_holds_what_is_kept_and_no_secrets(evening: Any, played: Any) -> None:
    ana, ben = evening.person("ana"), evening.person("ben")
    live = [
        await evening.client.services.tables.get(id) for id in await evening.client.services.tables.repository.live()
    ]
    panel = await open_panel(ana, "privacy")
    sent = await ana.press(panel, custom_id_contains="privacy export")
    (file,) = sent.message["attachments"]
    assert file["filename"] == "gobelet.json"
    content = evening.standin.world.blobs[file["id"]].data.decode()
    found = json.loads(content)
    assert found["user"] == ana.id
    assert {row["code"] for row in found["tables"]} >= {table.code for table in live}
    assert [row["user_id"] for row in found["results"]] == [ana.id]
    assert found["preferences"][0]["plain"] is True
    assert len(found["journal"]) == 2 * 13 + 1, "a whole game, and her throw in the live one"
    for table in live:
        assert table.seed.secret.hex() not in content
    assert "secret" not in content
    assert ben.id in content  # The tables name who else sat there.


async def test_in_french(evening: Any) -> None:
    david = evening.person("david")
    panel = await open_panel(david, "privacy")
    assert "Discord" in panel.text
    assert "preferences" not in panel.text.replace("/preferences", "")
    asked = await david.press(panel, custom_id_contains="privacy ask")
    kept = await david.press(asked, custom_id_contains="privacy show")
    assert kept.message["embeds"][0]["title"] == panel.message["embeds"][0]["title"]


async def test_a_server_left_is_forgotten_after_thirty_days_and_not_before(evening: Any, played: Any) -> None:
    privacy, guild = evening.client.services.privacy, evening.client.guilds[0].id
    now = evening.now()
    await privacy.departed([guild], now)
    assert await privacy.purge(now) == []
    await privacy.departed([guild], now + 5 * DAY)  # The server is known to be gone: the first day counts.
    assert await privacy.purge(now + 1) == [guild]
    kept = {table for table, column, value in _cells(evening.file) if str(guild) in str(value)}
    assert kept == set()
    assert {table for table, _, _ in _cells(evening.file)} == {"alembic_version", "meta", "preferences"}


async def test_a_server_that_invites_the_bot_again_in_time_loses_nothing(evening: Any, played: Any) -> None:
    privacy, guild = evening.client.services.privacy, evening.client.guilds[0].id
    await privacy.departed([guild], 1000)
    await privacy.returned([guild, 5])
    assert await privacy.purge(2**40) == []
    assert (await evening.client.services.settings.of(guild)).left_at is None
    assert (await evening.client.services.settings.of(5)).left_at is None


async def test_the_job_waits_thirty_days(evening: Any, played: Any, hands: Any) -> None:
    privacy, guild = evening.client.services.privacy, evening.client.guilds[0].id
    table = await evening.table(played)
    evening.standin.world.remove_bot()
    noted = "SELECT left_at FROM settings WHERE left_at IS NOT NULL"
    await hands["until"](lambda: hands["rows"](evening.file, noted))
    await evening.settle()
    evening.standin.world.advance(30 * DAY - 10)
    await evening.client.scheduler.tick()
    assert guild in await privacy.guilds()
    evening.standin.world.advance(DAY + 10)
    await evening.client.scheduler.tick()
    assert guild not in await privacy.guilds()
    with pytest.raises(NoTable):  # Nor does memory hold it, from where a press would store it again.
        await evening.client.services.tables.get(table.id)
    await evening.settle()


async def test_what_is_saved_meanwhile_does_not_bring_back_a_server_that_is_deleted(
    evening: Any, played: Any, hands: Any
) -> None:
    services, guild = evening.client.services, evening.client.guilds[0].id
    tables, live = services.tables, await services.tables.repository.live(guild)
    done = asyncio.Event()

    async def keep_saving(id: TableId) -> None:
        """Save a table again and again, as its clock does while nobody can play there."""
        with suppress(NoTable):
            while not done.is_set():
                table = await tables.get(id)
                await tables.deadlines.postpone(table, (table.due or evening.now()) + 1)

    saving = [asyncio.create_task(keep_saving(id)) for id in live]
    assert len(saving) == 2
    evening.standin.world.remove_bot()
    await hands["until"](lambda: not evening.client.guilds)
    await evening.settle()
    await evening.client.departures.purge(evening.now() + 31 * DAY)
    done.set()
    await asyncio.gather(*saving)
    assert guild not in await services.privacy.guilds()


async def test_a_server_that_came_back_while_the_bot_was_off_loses_nothing(quiet_evening: Any) -> None:
    evening = quiet_evening
    async with evening.running() as client:
        play = await evening.lobby("ana", "ben")
        table, guild = await evening.table(play), client.guilds[0].id
        await client.services.privacy.departed([guild], evening.now())
    evening.standin.world.advance(31 * DAY)
    async with evening.running() as client:
        await client.scheduler.tick()
        evening.standin.world.advance(DAY)
        await client.scheduler.tick()
        assert (await client.services.tables.repository.reload(table.id)).players == table.players
        assert (await client.services.settings.of(guild)).left_at is None
        await evening.settle()


async def test_a_removal_that_could_not_be_stored_is_noticed_later(
    evening: Any, played: Any, hands: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    services, guild = evening.client.services, evening.client.guilds[0].id
    evening.may_complain = True
    asked = []

    async def full(guilds: Any, at: int) -> None:
        asked.append(at)
        raise SaveFailed("the disk is full")

    monkeypatch.setattr(services.privacy, "departed", full)
    evening.standin.world.remove_bot()
    await hands["until"](lambda: asked)
    monkeypatch.undo()
    assert (await services.settings.of(guild)).left_at is None
    evening.standin.world.advance(DAY)
    await evening.client.scheduler.tick()
    assert (await services.settings.of(guild)).left_at is not None
    await evening.settle()
