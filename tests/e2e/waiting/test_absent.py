"""Skipped turns and seats that leave, by the clock of the world; and the host's choices for that."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import pytest

from bot.locales import words
from bot.tables.model.table import AbsencePolicy, Status
from bot.ui.delivery.deadlines import TableClock
from tests.e2e.playing import of_game

MINUTE, HOUR, DAY = 60, 3600, 86_400
SHEET = "yum_classic"
SEND = ("POST", "/channels/{channel_id}/messages")


async def test_a_turn_is_skipped_and_the_board_says_so(waiting: Any) -> None:
    game = await waiting("ana", "ben", absent=AbsencePolicy.SKIP, patience=HOUR, reminder=0)
    table, away = await game.table(), game.play.turn
    assert f"<t:{table.changed + HOUR}:R>" in game.text
    await game.later(HOUR - 5)
    assert game.play.turn.id == away.id
    await game.later(15)
    assert game.play.turn.id != away.id
    assert f"<@{away.id}> was away: the turn was skipped." in game.text
    assert game.pinged(await game.call()) == {game.play.turn.id}
    assert f"<t:{(await game.table()).changed + HOUR}:R>" in game.text
    await game.play.throw()
    assert "was away" not in game.text


async def test_a_skipped_turn_reads_nobodys_usual_points_but_a_press_does(waiting: Any) -> None:
    """Thousands of turns may be skipped at once, and nobody looks at most of their boards."""
    game = await waiting("ana", "ben", absent=AbsencePolicy.SKIP, patience=HOUR, reminder=0)
    usual, asked = game.evening.client.presenter.renderer._usual, list[Any]()
    read = usual.load
    usual.load = lambda table: asked.append(table.turn_player) or read(table)
    usual.drop_keys(lambda _: True)
    await game.later(HOUR)
    assert ((await game.table()).skips, asked) == (1, [])
    await game.play.throw()
    assert asked == [(await game.table()).turn_player]


async def test_a_table_with_nobody_left_waits_and_says_so(waiting: Any) -> None:
    game = await waiting("ana", "ben", absent=AbsencePolicy.SKIP, patience=HOUR, reminder=0)
    for _ in range(20):
        await game.later(HOUR + MINUTE)
    assert (await game.table()).skips == 5
    assert "Nobody has played for some time" in game.text
    await game.play.throw()
    assert "Nobody has played" not in game.text
    await game.later(HOUR + MINUTE)
    assert "was away" in game.text


async def test_everything_the_clock_plays_is_honest(waiting: Any) -> None:
    game = await waiting("ana", "ben", absent=AbsencePolicy.SKIP, patience=HOUR, reminder=0)
    present = game.play.turn
    while (await game.table()).status is Status.PLAYING:
        if game.play.turn.id == present.id:
            await game.play.throw()
            await game.play.mark()
        else:
            await game.later(HOUR + MINUTE)
    await game.evening.settle()
    checked = await of_game(present, "verify")
    assert "✅" in checked.text
    table = await game.table()
    record = await game.evening.client.services.tables.history.record(table.id)
    assert sum(move["do"].startswith(("strike", "mark")) for move in record["moves"]) == 26
    assert "**Yum Classic** · final result" in game.text


async def test_nobody_is_absent_where_the_bot_was_removed(waiting: Any) -> None:
    game = await waiting("ana", "ben", absent=AbsencePolicy.DROP, patience=HOUR, reminder=MINUTE)
    world, before = game.evening.standin.world, await game.table()
    world.remove_bot()
    for _ in range(3):
        await game.later(HOUR)
    after = await game.table()
    assert (after.status, after.gone, after.step) == (Status.PLAYING, (), before.step)
    assert after.due is not None


async def test_a_seat_leaves(waiting: Any) -> None:
    game = await waiting("ana", "ben", "chloe", absent=AbsencePolicy.DROP, patience=HOUR, reminder=0)
    away = game.play.turn
    assert "they leave the game" in game.text
    await game.later(HOUR + MINUTE)
    assert f"<@{away.id}> has left the game." in game.text
    assert game.play.turn.id != away.id
    refused = await away.press(game.play.board, custom_id_contains="roll")
    assert refused.ephemeral


async def test_a_restart_between_the_deadline_and_the_look(quiet_evening: Any, hands: Any) -> None:
    evening = quiet_evening
    async with evening.running():
        play = await evening.lobby("ana", "ben", sheet=SHEET)
        table = await evening.table(play)
        await evening.client.services.tables.change_settings(
            table.id, table.host, absent=AbsencePolicy.SKIP, patience=HOUR, reminder=0
        )
        await play.begin()
        await evening.settle()
        away = play.turn
    evening.standin.world.advance(3 * HOUR)
    async with evening.running():
        await evening.client.scheduler.tick()
        await evening.settle()
        assert play.turn.id != away.id
        assert (await evening.table(play)).skips == 1


async def test_two_looks_at_once_skip_one_turn(waiting: Any) -> None:
    game = await waiting("ana", "ben", absent=AbsencePolicy.SKIP, patience=HOUR, reminder=HOUR // 2)
    await game.later(MINUTE)  # The call of the player who stays away is made.
    game.world.advance(HOUR)
    rounds = game.evening.client.scheduler
    sent = Counter(game.world.calls)[SEND]
    looks = [TableClock(*_parts(game.evening.client)).look(game.evening.now()) for _ in range(2)]
    await asyncio.gather(rounds.tick(), *looks)
    await game.evening.settle()
    assert (await game.table()).skips == 1
    assert Counter(game.world.calls)[SEND] == sent + 1
    assert len(game.play.turn.pings) == 1


async def test_two_looks_at_once_remind_once(waiting: Any) -> None:
    game = await waiting("ana", "ben", reminder=HOUR)
    game.world.advance(HOUR + MINUTE)
    sent = Counter(game.world.calls)[SEND]
    looks = [TableClock(*_parts(game.evening.client)).look(game.evening.now()) for _ in range(3)]
    await asyncio.gather(*looks)
    await game.evening.settle()
    assert Counter(game.world.calls)[SEND] == sent + 1


def _parts(client: Any) -> tuple[Any, Any, Any, Any, Any]:
    return client.services.tables, client.services.preferences, client.presenter, client.pauses, client.computers


async def test_a_deleted_channel_stops_nobody_else(waiting: Any) -> None:
    game = await waiting("ana", "ben", thread=False, absent=AbsencePolicy.SKIP, patience=HOUR, reminder=HOUR // 2)
    other = await game.evening.game("chloe", "david", channel="general", sheet=SHEET)
    channel = game.world.messages[game.play.board].channel
    id = (await game.table()).id
    game.world.delete_channel(channel)
    tables = game.evening.client.services.tables
    await game.evening.settle()
    await game.later(HOUR + MINUTE)
    assert (await tables.get(id)).status is Status.ENDED
    assert (await game.evening.table(other)).stage == 1


async def test_a_table_whose_clock_fails_keeps_no_other_waiting(waiting: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await waiting("ana", "ben", absent=AbsencePolicy.SKIP, patience=HOUR, reminder=0)
    game.evening.may_complain = True
    other = await game.evening.game("chloe", "david", channel="general", sheet=SHEET)
    tables, id = game.evening.client.services.tables, (await game.table()).id
    give_up = tables.deadlines.give_up

    async def fails(one: Any) -> Any:
        if one == id:
            raise ValueError("rules that do not know what to do")
        return await give_up(one)

    monkeypatch.setattr(tables.deadlines, "give_up", fails)
    await game.later(HOUR + MINUTE)
    assert (await game.evening.table(other)).stage == 1
    assert (await game.table()).due > game.evening.now()
    monkeypatch.undo()
    await game.later(HOUR)
    assert (await game.table()).skips == 1


async def choose(panel: Any, who: Any, value: str, hands: Any) -> Any:
    outcome = await who.select(panel.message["id"], value, custom_id=hands["does"](panel.message)[value])
    assert not outcome.failed
    return outcome


async def test_the_host_chooses_the_clock_and_the_lobby_tells(evening: Any, hands: Any) -> None:
    play = await evening.lobby("ana", "ben", sheet=SHEET)
    ana, ben = evening.person("ana"), evening.person("ben")
    panel = await play.beside("clock", ana)
    custom_id = hands["does"](panel.message)["clock set absent skip"]
    refused = await hands["forge"](ben, play.board, custom_id, "clock set absent skip")
    assert ana.mention in refused.text
    assert panel.ephemeral
    panel = await choose(panel, ana, "clock set absent skip", hands)
    panel = await choose(panel, ana, "clock set patience 3d", hands)
    panel = await choose(panel, ana, "clock set reminder 15m", hands)
    await choose(panel, ana, "clock set calls no", hands)
    await evening.settle()
    settings = (await evening.table(play)).settings
    assert (settings.absent, settings.patience, settings.reminder, settings.calls) == (
        AbsencePolicy.SKIP,
        3 * DAY,
        900,
        False,
    )
    assert "not played within 3 days is skipped" in hands["described"](play.now)
    await play.begin()
    there = await play.beside("clock", ben)
    assert f"The host chooses this: {ana.mention}." in there.text
    assert "is reminded" in there.text
    refused = await hands["forge"](ben, play.board, custom_id, "clock set absent vote")
    assert ana.mention in refused.text
    panel = await play.beside("clock", ana)
    await choose(panel, ana, "clock set absent vote", hands)
    await evening.settle()
    assert (await evening.table(play)).settings.absent is AbsencePolicy.VOTE
    board = hands["described"](play.now)
    assert f"{ana.mention} has changed how this table waits for people." in board
    assert "the others decide about the seat" in board
    await play.throw()


async def test_what_a_table_cannot_do_is_not_offered_nor_taken(evening: Any, hands: Any) -> None:
    play = await evening.lobby("ana", "ben", sheet=SHEET, dice="real")
    ana = evening.person("ana")
    panel = await play.beside("clock", ana)
    assert "clock set absent vote" in hands["does"](panel.message)
    assert "clock set absent skip" not in hands["does"](panel.message)
    custom_id = hands["does"](panel.message)["clock set absent vote"]
    assert (await hands["forge"](ana, panel.message["id"], custom_id, "clock set absent skip")).ephemeral
    assert (await hands["forge"](ana, panel.message["id"], custom_id, "clock set due 5")).ephemeral
    assert (await evening.table(play)).settings.absent is AbsencePolicy.WAIT


async def test_a_server_chooses_for_its_new_tables(evening: Any, hands: Any) -> None:
    guild = evening.client.guilds[0].id
    await evening.client.services.settings.choose(guild, absent=AbsencePolicy.DROP, patience=4 * HOUR)
    play = await evening.lobby("ana", "ben", sheet=SHEET)
    assert "within 4 hours leaves the game" in hands["described"](play.now)


async def test_in_french(waiting: Any, evening: Any) -> None:
    await evening.client.services.settings.choose(evening.client.guilds[0].id, language="fr")
    t = words("fr")
    game = await waiting("chloe", "david", absent=AbsencePolicy.SKIP, patience=HOUR, reminder=HOUR // 2)
    away = game.play.turn
    await game.later(HOUR // 2 + MINUTE)
    beginning = t("⏰ {player}, it is still your turn at {game}: {link}", player=away.mention, game="", link="")[:25]
    assert (await game.call())["content"].startswith(beginning)
    await game.later(HOUR)
    assert t("{player} was away: the turn was skipped.", player=away.mention) in game.text
    shown = await away.command("table")
    assert shown.message["embeds"][0]["title"] == t("Tables")
