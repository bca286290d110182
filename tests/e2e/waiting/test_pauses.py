"""Where the bot may not see a channel or write in it, no clock runs; when it may again, everybody has time."""

from __future__ import annotations

from typing import Any

import pytest

from bot.standin.world import permissions as may
from bot.tables.model.errors import NotRead
from bot.tables.model.table import AbsencePolicy, Status
from bot.tables.moves.waiting import PAUSED, is_paused

MINUTE, HOUR, DAY = 60, 3600, 86_400
SHEET = "yum_classic"
CLOCK: dict[str, Any] = {"absent": AbsencePolicy.SKIP, "patience": 4 * HOUR, "reminder": HOUR}


def _requests(game: Any) -> int:
    """The bot's requests to Discord, without presses and its look at itself."""
    return sum(count for (_, route), count in game.world.calls.items() if route.startswith("/channels"))


async def _paused(game: Any, hands: Any, *, paused: bool = True) -> None:
    """Wait until the table pauses, or goes on."""
    id = (await game.table()).id

    def stage() -> int:
        return int(hands["rows"](game.evening.file, "SELECT stage FROM tables WHERE id = ?", id)[0][0])

    await hands["until"](lambda: (stage() == PAUSED) is paused)
    await game.evening.settle()


async def _fresh(game: Any) -> Any:
    return await game.evening.client.services.tables.repository.reload((await game.table()).id)


async def _status(evening: Any, id: Any) -> Status:
    return Status((await evening.client.services.tables.repository.reload(id)).status)


async def _stands_still(game: Any, days: int = 3) -> None:
    """Let days pass without a call, a skipped turn or a dropped seat."""
    before, asked = await _fresh(game), _requests(game)

    def decided(table: Any) -> Any:
        return table.status, table.step, table.skips, table.gone

    for _ in range(days * 4):
        await game.later(DAY // 4)
    after = await _fresh(game)
    assert (after.status, after.step, after.skips, after.gone) == (
        before.status,
        before.step,
        before.skips,
        before.gone,
    )
    assert _requests(game) == asked


@pytest.mark.sample(2)
@pytest.mark.parametrize("lost", ["writing", "seeing", "by a role", "silenced", "removed"])
async def test_nobody_is_called_or_skipped_where_the_bot_has_no_access(waiting: Any, hands: Any, lost: str) -> None:
    game = await waiting("ana", "ben", **CLOCK)
    world, away = game.world, game.play.turn
    channel = world.messages[game.play.board].channel
    robot = next(role for role in world.roles.values() if role.id in world.bot.roles)
    everything = robot.permissions
    take = {
        "writing": lambda: world.override(channel, world.bot, deny=may.SEND_MESSAGES),
        "seeing": lambda: world.override(channel, robot, deny=may.VIEW_CHANNEL),
        "by a role": lambda: world.set_role(robot, everything & ~may.SEND_MESSAGES),
        "silenced": lambda: world.override(channel, world.guild_id, deny=may.SEND_MESSAGES),
        "removed": world.remove_bot,
    }
    give = {
        "seeing": lambda: world.override(channel, robot),
        "by a role": lambda: world.set_role(robot, everything),
        "silenced": lambda: world.override(channel, world.guild_id),
        "removed": world.add_bot,
    }
    if lost in ("by a role", "silenced"):  # What nobody may do, the bot may not; else everybody's role would do.
        world.set_role(world.roles[world.guild_id], world.roles[world.guild_id].permissions & ~may.SEND_MESSAGES)
    take[lost]()
    if lost == "removed":
        await game.later(HOUR + MINUTE)
    await _paused(game, hands)
    await _stands_still(game)
    give.get(lost, lambda: world.override(channel, world.bot))()
    await _paused(game, hands, paused=False)
    end = (await _fresh(game)).resumed + 4 * HOUR
    await hands["until"](lambda: f"<t:{end}:R>" in game.text)
    await game.later(HOUR + MINUTE)
    assert (await game.call())["content"].startswith(f"⏰ {away.mention}")
    await game.later(3 * HOUR - 2 * MINUTE)
    assert game.play.turn.id == away.id
    await game.later(2 * MINUTE)
    assert game.play.turn.id != away.id


async def test_time_without_access_between_two_looks_is_nobodys_fault(waiting: Any, hands: Any) -> None:
    game = await waiting("ana", "ben", absent=AbsencePolicy.DROP, patience=DAY, reminder=0)
    away, channel = game.play.turn, game.world.messages[game.play.board].channel
    await game.later(HOUR)
    game.world.override(channel, game.world.bot, deny=may.SEND_MESSAGES)
    await _paused(game, hands)
    game.world.advance(22 * HOUR)
    game.world.override(channel, game.world.bot)
    await _paused(game, hands, paused=False)
    await game.later(DAY - HOUR)
    assert (await _fresh(game)).gone == ()
    await game.later(HOUR)
    assert [(await _fresh(game)).players[seat] for seat in (await _fresh(game)).gone] == [int(away.id)]


async def test_the_clock_finds_out_by_itself_that_it_may_play_again(
    waiting: Any, hands: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a start: no event reports what has changed while the bot was away."""
    game = await waiting("ana", "ben", **CLOCK)
    channel = game.world.messages[game.play.board].channel
    game.world.override(channel, game.world.bot, deny=may.SEND_MESSAGES)
    await _paused(game, hands)

    async def untold(guild: int) -> None:
        heard.append(guild)

    heard: list[int] = []
    monkeypatch.setattr(game.evening.client.pauses, "recheck", untold)
    game.world.override(channel, game.world.bot)
    await hands["until"](lambda: heard)
    await game.later(HOUR)
    await _paused(game, hands, paused=False)
    await game.later(HOUR + MINUTE)
    assert (await game.call())["content"].startswith("⏰")


async def test_a_table_that_cannot_be_read_keeps_no_other_from_pausing(
    waiting: Any, evening: Any, hands: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    unread = (await evening.table(await evening.lobby("chloe", channel="general", sheet=SHEET))).id
    game = await waiting("ana", "ben", **CLOCK)
    tables = evening.client.services.tables
    get = tables.get

    async def fails(id: Any) -> Any:
        if id == unread:
            raise NotRead
        return await get(id)

    monkeypatch.setattr(tables, "get", fails)
    channel = game.world.messages[game.play.board].channel
    game.world.override(channel, game.world.bot, deny=may.SEND_MESSAGES)
    await _paused(game, hands)


async def test_a_channel_where_links_are_not_embedded_does_not_pause(waiting: Any) -> None:
    game = await waiting("ana", "ben", **CLOCK)
    channel = game.world.messages[game.play.board].channel
    game.world.override(channel, game.world.bot, deny=may.EMBED_LINKS)
    await game.later(HOUR + MINUTE)
    assert not is_paused(await _fresh(game))
    assert (await game.call())["content"].startswith("⏰")


async def test_a_move_made_without_access_starts_no_clock_that_punishes(waiting: Any, hands: Any) -> None:
    """The bot answers presses where it may not write, but cannot call the next player there."""
    game = await waiting("ana", "ben", **CLOCK)
    channel = game.world.messages[game.play.board].channel
    game.world.override(channel, game.world.bot, deny=may.SEND_MESSAGES)
    await game.play.throw()
    await game.play.mark()
    await game.later(MINUTE)  # By then the next player would get a call.
    await _paused(game, hands)
    await _stands_still(game)


@pytest.mark.parametrize("at_once", [False, True])
async def test_a_thread_that_is_not_listed_pauses_when_it_is_refused(
    evening: Any, hands: Any, around: Any, at_once: bool
) -> None:
    """The bot does not know what it may do in an archived thread; Discord's answers show it."""
    world, ana, ben = evening.standin.world, evening.person("ana"), evening.person("ben")
    guild = evening.client.guilds[0].id
    await evening.client.services.settings.choose(guild, **CLOCK)
    await ana.command("yum start", thread=True, sheet=SHEET)
    await evening.settle()
    thread = next(one for one in world.channels.values() if one.is_thread)
    people = {one.id: one for one in (ana, ben)}
    play = type(await evening.lobby("chloe"))(evening.standin, people, ana.messages(thread.id)[-1]["id"])
    await play.do("join", ben)
    await play.do("start", ana)
    game = around(evening, play, hands)
    world.archive(thread)
    world.override(thread.parent, world.bot, deny=may.VIEW_CHANNEL)
    await game.later(HOUR + MINUTE)
    await _paused(game, hands)
    before = await _fresh(game)
    for _ in range(12):
        await game.later(DAY // 4)
    assert (await _fresh(game)).skips == before.skips == 0
    if not at_once:
        world.faults.fail("GET", "/channels/{channel_id}", status=403, code=50001)
    world.override(thread.parent, world.bot)
    if not at_once:
        await hands["until"](lambda: not world.faults.planned)
        await game.evening.settle()
        await game.later(2 * HOUR)
    await _paused(game, hands, paused=False)
    assert (await _fresh(game)).resumed > before.changed
    await game.later(HOUR + MINUTE)
    assert not thread.archived
    assert (await game.call())["content"].startswith("⏰")


async def test_an_archived_thread_is_no_lost_access(evening: Any, hands: Any, around: Any) -> None:
    world, ana = evening.standin.world, evening.person("ana")
    await ana.command("yum start", thread=True, sheet=SHEET)
    await evening.settle()
    thread = next(one for one in world.channels.values() if one.is_thread)
    play = type(await evening.lobby("chloe"))(evening.standin, {ana.id: ana}, ana.messages(thread.id)[-1]["id"])
    await play.do("start", ana)
    game = around(evening, play, hands)
    world.archive(thread)
    await game.later(HOUR + MINUTE)
    assert (await _fresh(game)).stage == 1
    assert not thread.archived


async def test_an_outage_of_the_server_puts_off_and_changes_no_time(waiting: Any, hands: Any) -> None:
    game = await waiting("ana", "ben", **CLOCK)
    away, server = game.play.turn, game.evening.client.guilds[0]
    game.world.outage()
    await hands["until"](lambda: server.unavailable)
    await _stands_still(game, days=1)
    assert not is_paused(await _fresh(game))
    game.world.outage(over=True)
    await hands["until"](lambda: not server.unavailable)
    await game.later(10 * MINUTE)
    assert game.play.turn.id != away.id


async def test_a_lobby_closes_a_day_after_access_is_back(evening: Any, hands: Any, around: Any) -> None:
    game = around(evening, await evening.lobby("ana", "ben", sheet=SHEET), hands)
    channel = game.world.messages[game.play.board].channel
    game.world.override(channel, game.world.bot, deny=may.VIEW_CHANNEL)
    await _paused(game, hands)
    await _stands_still(game)
    game.world.override(channel, game.world.bot)
    await _paused(game, hands, paused=False)
    await game.later(DAY - MINUTE)
    id = (await game.table()).id
    assert await _status(evening, id) is Status.LOBBY
    await game.later(2 * MINUTE)
    assert await _status(evening, id) is Status.ENDED


async def test_the_game_of_a_day_ends_with_the_day_wherever_it_was_opened(evening: Any, hands: Any) -> None:
    ben, world, dailies = evening.person("ben"), evening.standin.world, evening.client.services.dailies
    guild = int(evening.standin.world.guild_id)
    day = await dailies.day(guild)
    shown = await ben.command("daily")
    await ben.press(shown, custom_id=hands["does"](shown.message)[f"daily play {day}"])
    world.override("dice", world.bot, deny=may.VIEW_CHANNEL)
    world.advance(DAY + MINUTE)
    await evening.client.scheduler.tick()
    await evening.settle()
    table = await dailies.table(guild, day, int(ben.id))
    assert table.status is Status.ENDED
