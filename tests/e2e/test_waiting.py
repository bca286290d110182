"""Waiting for people: reminders, skipped turns, votes and seats that leave, by the clock of the world; ``/mygames``."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from typing import Any

import pytest

from bot.games import make
from bot.locales import words
from bot.tables.model import Absent, Status
from bot.ui.clock import TableClock

MINUTE, HOUR, DAY = 60, 3600, 86_400
SHEET = "yum_classic"
SEND = ("POST", "/channels/{channel_id}/messages")


class Waiting:
    """A game and the time around it."""

    def __init__(self, evening: Any, play: Any, hands: Any) -> None:
        self.evening, self.play, self.hands = evening, play, hands
        self.world = evening.standin.world

    async def later(self, seconds: int) -> None:
        """Let time pass, and the bot look at its clock."""
        self.world.advance(seconds)
        await self.evening.client.rounds.tick()
        await self.evening.settle()

    async def table(self) -> Any:
        return await self.evening.table(self.play)

    async def call(self) -> Any:
        """The message that calls somebody now."""
        table = await self.table()
        return None if table.call is None else self.world.messages[str(table.call)].data

    def messages(self) -> list[Any]:
        """What stands in the channel, oldest first."""
        channel = self.world.messages[self.play.board].channel
        return [one.data for one in self.world.messages.values() if one.channel is channel]

    @property
    def text(self) -> str:
        """What the board says."""
        return str(self.hands["described"](self.play.now))


@pytest.fixture
def waiting(evening: Any, hands: Any) -> Any:
    async def begun(*players: str, **options: Any) -> Waiting:
        """A game that has begun, with what the host chose for its clock."""
        names = ("absent", "patience", "reminder", "calls")
        clock = {name: options.pop(name) for name in names if name in options}
        options.setdefault("sheet", SHEET)
        play = await evening.lobby(*players, **options)
        table = await evening.table(play)
        await evening.client.services.tables.time(table.id, table.host, **clock)
        await play.begin()
        await evening.settle()
        return Waiting(evening, play, hands)

    return begun


def pinged(message: Any) -> set[str]:
    """Whom a message has notified."""
    return {user["id"] for user in message["mentions"]}


# -- reminders -------------------------------------------------------------------------------------------------


async def test_a_reminder_takes_the_place_of_the_call_and_goes_with_the_turn(waiting: Any) -> None:
    game = await waiting("ana", "ben")  # A server that has chosen nothing reminds after an hour.
    first, board = game.play.turn, game.play.board
    await game.later(HOUR - MINUTE)
    before = await game.call()
    await game.later(2 * MINUTE)
    reminder = await game.call()
    assert reminder != before
    assert pinged(reminder) == {first.id}
    assert f"channels/{(await game.table()).guild}" in reminder["content"]
    assert board in reminder["content"]
    assert [one["id"] for one in game.messages()][-2:] == [board, reminder["id"]]
    await game.play.throw()  # The reminder has made no button old.
    await game.play.mark()
    await game.evening.settle()
    after = await game.call()
    assert reminder["id"] not in {one["id"] for one in game.messages()}
    assert pinged(after) == {game.play.turn.id}


async def test_reminders_come_ever_later_and_three_times_at_most(waiting: Any) -> None:
    game = await waiting("ana", "ben", reminder=HOUR)
    calls, seen = [], {(await game.call() or {}).get("id")}
    for half in range(2 * 60):
        await game.later(HOUR // 2)
        call = (await game.call() or {}).get("id")
        if call not in seen:
            seen.add(call)
            calls.append((half + 1) / 2)
    assert calls == [1, 1 + 4, 1 + 4 + 16]


async def test_no_calls_but_reminders(waiting: Any) -> None:
    game = await waiting("ana", "ben", calls=False, reminder=HOUR)
    await game.play.throw()
    await game.play.mark()
    await game.evening.settle()
    assert await game.call() is None
    await game.later(HOUR)
    assert pinged(await game.call()) == {game.play.turn.id}


async def test_quiet_hours_put_a_reminder_off_and_no_reminders_means_none(waiting: Any) -> None:
    game = await waiting("ana", "ben", reminder=HOUR)
    preferences = game.evening.client.services.preferences
    player = int(game.play.turn.id)
    hour = (game.evening.now() // HOUR) % 24
    await preferences.choose(player, quiet_from=hour, quiet_to=(hour + 9) % 24, zone="UTC")
    before = await game.call()
    await game.later(HOUR)
    assert await game.call() == before
    due = (await game.table()).due
    assert due % DAY == (hour + 9) % 24 * HOUR
    await game.later(due - game.evening.now() - 5)
    assert await game.call() == before
    await game.later(20)
    assert await game.call() != before

    await preferences.choose(player, remind=False)
    before = await game.call()
    await game.later(30 * DAY)
    await game.later(30 * DAY)
    assert await game.call() == before


async def test_alone_one_is_reminded_too_and_never_given_up(waiting: Any) -> None:
    game = await waiting("ana", absent=Absent.DROP, patience=HOUR, reminder=2 * HOUR)
    await game.later(2 * HOUR)
    assert pinged(await game.call()) == {game.evening.person("ana").id}
    await game.later(DAY)
    assert (await game.table()).gone == ()


async def test_the_host_of_a_full_lobby_is_reminded_once(evening: Any, hands: Any) -> None:
    game = Waiting(evening, await evening.lobby("ana", "ben"), hands)
    await game.later(HOUR)
    call = await game.call()
    assert pinged(call) == {evening.person("ana").id}
    await game.later(30 * DAY)
    assert await game.call() == call
    await game.play.begin()
    await evening.settle()
    assert call["id"] not in {one["id"] for one in game.messages()}


async def test_those_who_play_at_their_own_speed_are_reminded_in_one_message(waiting: Any) -> None:
    game = await waiting("ana", "ben", "chloe", pace="parallel", reminder=HOUR)
    tables = game.evening.client.services.tables
    own = await tables.own((await game.table()).id, int(game.evening.person("ben").id))
    game.world.advance(HOUR // 2)
    await tables.act(own.id, own.players[0], own.step, "roll")
    await game.later(HOUR // 2)
    call = await game.call()
    assert pinged(call) == {game.evening.person(key).id for key in ("ana", "chloe")}


# -- what becomes of those who stay away -----------------------------------------------------------------------


async def test_a_turn_is_skipped_and_the_board_says_so(waiting: Any) -> None:
    game = await waiting("ana", "ben", absent=Absent.SKIP, patience=HOUR, reminder=0)
    table, away = await game.table(), game.play.turn
    assert f"<t:{table.changed + HOUR}:R>" in game.text
    await game.later(HOUR - 5)
    assert game.play.turn.id == away.id
    await game.later(15)
    assert game.play.turn.id != away.id
    assert f"<@{away.id}> was away: the turn was skipped." in game.text
    assert pinged(await game.call()) == {game.play.turn.id}
    assert f"<t:{(await game.table()).changed + HOUR}:R>" in game.text
    await game.play.throw()
    assert "was away" not in game.text


async def test_a_table_with_nobody_left_waits_and_says_so(waiting: Any) -> None:
    game = await waiting("ana", "ben", absent=Absent.SKIP, patience=HOUR, reminder=0)
    for _ in range(20):
        await game.later(HOUR + MINUTE)
    assert (await game.table()).skips == 5
    assert "Nobody has played for some time" in game.text
    await game.play.throw()
    assert "Nobody has played" not in game.text
    await game.later(HOUR + MINUTE)
    assert "was away" in game.text


async def test_everything_the_clock_plays_is_honest(waiting: Any) -> None:
    game = await waiting("ana", "ben", absent=Absent.SKIP, patience=HOUR, reminder=0)
    present = game.play.turn
    while (await game.table()).status is Status.PLAYING:
        if game.play.turn.id == present.id:
            await game.play.throw()
            await game.play.mark()
        else:
            await game.later(HOUR + MINUTE)
    await game.evening.settle()
    checked = await present.command("verify")
    assert "✅" in checked.text
    table = await game.table()
    record = await game.evening.client.services.tables.record(table.id)
    assert sum(move["do"].startswith(("strike", "mark")) for move in record["moves"]) == 26
    assert "result" in game.play.now["embeds"][0]["title"]


async def test_a_seat_leaves(waiting: Any) -> None:
    game = await waiting("ana", "ben", "chloe", absent=Absent.DROP, patience=HOUR, reminder=0)
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
        await evening.client.services.tables.time(table.id, table.host, absent=Absent.SKIP, patience=HOUR, reminder=0)
        await play.begin()
        await evening.settle()
        away = play.turn
    evening.standin.world.advance(3 * HOUR)
    async with evening.running():
        await evening.client.rounds.tick()
        await evening.settle()
        assert play.turn.id != away.id
        assert (await evening.table(play)).skips == 1


async def test_two_looks_at_once_skip_one_turn(waiting: Any) -> None:
    game = await waiting("ana", "ben", absent=Absent.SKIP, patience=HOUR, reminder=HOUR // 2)
    game.world.advance(HOUR + MINUTE)
    rounds = game.evening.client.rounds
    sent = Counter(game.world.calls)[SEND]
    looks = [TableClock(*_parts(game.evening.client)).look(game.evening.now()) for _ in range(2)]
    await asyncio.gather(rounds.tick(), *looks)
    await game.evening.settle()
    assert (await game.table()).skips == 1
    assert Counter(game.world.calls)[SEND] == sent + 1


async def test_two_looks_at_once_remind_once(waiting: Any) -> None:
    game = await waiting("ana", "ben", reminder=HOUR)
    game.world.advance(HOUR + MINUTE)
    sent = Counter(game.world.calls)[SEND]
    looks = [TableClock(*_parts(game.evening.client)).look(game.evening.now()) for _ in range(3)]
    await asyncio.gather(*looks)
    await game.evening.settle()
    assert Counter(game.world.calls)[SEND] == sent + 1


def _parts(client: Any) -> tuple[Any, Any, Any]:
    return client.services.tables, client.services.preferences, client.presenter


async def test_a_deleted_channel_and_a_missing_permission_stop_nobody_else(waiting: Any) -> None:
    game = await waiting("ana", "ben", thread=False, absent=Absent.SKIP, patience=HOUR, reminder=HOUR // 2)
    other = await game.evening.game("chloe", "david", channel="general", sheet=SHEET)
    channel = game.world.messages[game.play.board].channel
    id = (await game.table()).id
    game.world.delete_channel(channel)
    tables = game.evening.client.services.tables
    for _ in range(4):
        await game.later(HOUR + MINUTE)
    assert (await tables.get(id)).skips >= 3
    assert (await game.evening.table(other)).stage == 1

    bot = game.evening.client.user.id
    there = game.world.messages[other.board].channel
    game.world.override(there, game.world.members[str(bot)], deny=1 << 11)
    await game.later(DAY)
    assert (await game.evening.table(other)).stage == 2


# -- votes -----------------------------------------------------------------------------------------------------


async def vote(game: Waiting, who: Any, word: str) -> Any:
    """Press a button of the vote."""
    message = str((await game.call())["id"])
    outcome = await who.press(message, custom_id_contains=f"vote {word}")
    assert not outcome.failed
    await game.evening.settle()
    return outcome


async def on_vote(waiting: Any, *players: str, **options: Any) -> tuple[Waiting, Any, list[Any]]:
    game = await waiting(*players, absent=Absent.VOTE, patience=HOUR, reminder=0, **options)
    away = game.play.turn
    assert "the others decide about the seat" in game.text
    await game.later(HOUR + MINUTE)
    return game, away, [game.evening.person(key) for key in players if game.evening.person(key).id != away.id]


async def test_a_seat_is_taken_over_and_the_game_goes_on_honestly(waiting: Any) -> None:
    game, away, (other,) = await on_vote(waiting, "ana", "ben")
    call = await game.call()
    assert pinged(call) == {other.id}
    assert f"🗳️ <@{away.id}> is away" in game.text
    chloe = game.evening.person("chloe")
    await vote(game, chloe, "volunteer")
    assert f"<@{chloe.id}> would take the seat over" in game.hands["described"](await game.call())
    await vote(game, other, "take")
    assert game.play.turn.id == chloe.id
    assert f"<@{chloe.id}> has taken over the seat of <@{away.id}>." in game.text
    assert call["id"] not in {one["id"] for one in game.messages()}
    assert pinged(await game.call()) == {chloe.id}
    refused = await away.press(game.play.board, custom_id_contains="roll")
    assert refused.ephemeral
    while (await game.table()).status is Status.PLAYING:
        await game.play.throw()
        await game.play.mark()
    assert "✅" in (await chloe.command("verify")).text


async def test_playing_ends_the_vote(waiting: Any) -> None:
    game, away, (other,) = await on_vote(waiting, "ana", "ben")
    call = await game.call()
    await game.play.throw()
    await game.evening.settle()
    assert game.play.turn.id == away.id
    assert call["id"] not in {one["id"] for one in game.messages()}
    assert "🗳️" not in game.text
    late = await game.hands["forge"](other, game.play.board, re.sub("roll|keep.*", "vote skip", _any_id(call)))
    assert late.ephemeral


def _any_id(message: Any) -> str:
    return str(message["components"][1]["components"][0]["custom_id"])


async def test_the_others_vote_to_skip_or_to_go_on_without_them(waiting: Any) -> None:
    game, away, others = await on_vote(waiting, "ana", "ben", "chloe")
    own = await vote(game, away, "skip")
    assert own.ephemeral
    stranger = await vote(game, game.evening.person("david"), "drop")
    assert stranger.ephemeral
    assert (await game.table()).vote.ballots == ()
    await vote(game, others[0], "skip")
    assert "Skip the turn: **1**" in game.hands["described"](await game.call())
    await vote(game, others[1], "skip")
    assert f"<@{away.id}> was away: the turn was skipped." in game.text
    assert game.play.turn.id != away.id


async def test_a_vote_that_was_deleted_comes_back_with_the_board(waiting: Any) -> None:
    game, _, (other,) = await on_vote(waiting, "ana", "ben")
    game.world.delete_message(game.world.messages[str((await game.call())["id"])])
    shown = await other.command("table show")
    game.play.board = shown.message["id"]
    await game.evening.settle()
    assert any("vote skip" in do for do in game.hands["does"](await game.call()))


async def test_a_vote_survives_a_restart(quiet_evening: Any, hands: Any) -> None:
    evening = quiet_evening
    async with evening.running():
        play = await evening.lobby("ana", "ben", "chloe", sheet=SHEET)
        table = await evening.table(play)
        await evening.client.services.tables.time(table.id, table.host, absent=Absent.VOTE, patience=HOUR, reminder=0)
        await play.begin()
        await evening.settle()
        game = Waiting(evening, play, hands)
        await game.later(HOUR + MINUTE)
        away = play.turn
        one, two = (evening.person(key) for key in ("ana", "ben", "chloe") if evening.person(key).id != away.id)
        await vote(game, one, "drop")
    async with evening.running():
        await vote(game, two, "drop")
        assert f"<@{away.id}> has left the game." in game.text


# -- choosing in the lobby -------------------------------------------------------------------------------------


async def choose(panel: Any, who: Any, value: str, hands: Any) -> Any:
    outcome = await who.select(panel.message["id"], value, custom_id=hands["does"](panel.message)[value])
    assert not outcome.failed
    return outcome


async def test_the_host_chooses_the_clock_and_the_lobby_tells(evening: Any, hands: Any) -> None:
    play = await evening.lobby("ana", "ben", sheet=SHEET)
    ana, ben = evening.person("ana"), evening.person("ben")
    refused = await ben.press(play.board, custom_id_contains=":clock")
    assert ana.mention in refused.text
    panel = await ana.press(play.board, custom_id_contains=":clock")
    assert panel.ephemeral
    panel = await choose(panel, ana, "clock set absent skip", hands)
    panel = await choose(panel, ana, "clock set patience 3d", hands)
    panel = await choose(panel, ana, "clock set reminder 15m", hands)
    await choose(panel, ana, "clock set calls no", hands)
    await evening.settle()
    manner = (await evening.table(play)).manner
    assert (manner.absent, manner.patience, manner.reminder, manner.calls) == (Absent.SKIP, 3 * DAY, 900, False)
    assert "not played within 3 days is skipped" in hands["described"](play.now)


async def test_what_a_table_cannot_do_is_not_offered_nor_taken(evening: Any, hands: Any) -> None:
    play = await evening.lobby("ana", "ben", sheet=SHEET, dice="real")
    ana = evening.person("ana")
    panel = await ana.press(play.board, custom_id_contains=":clock")
    assert "clock set absent vote" in hands["does"](panel.message)
    assert "clock set absent skip" not in hands["does"](panel.message)
    custom_id = hands["does"](panel.message)["clock set absent vote"]
    assert (await hands["forge"](ana, panel.message["id"], custom_id, "clock set absent skip")).ephemeral
    assert (await hands["forge"](ana, panel.message["id"], custom_id, "clock set due 5")).ephemeral
    assert (await evening.table(play)).manner.absent is Absent.WAIT


async def test_a_server_chooses_for_its_new_tables(evening: Any, hands: Any) -> None:
    guild = evening.client.guilds[0].id
    await evening.client.services.settings.choose(guild, absent=Absent.DROP, patience=4 * HOUR)
    play = await evening.lobby("ana", "ben", sheet=SHEET)
    assert "within 4 hours leaves the game" in hands["described"](play.now)


# -- /mygames --------------------------------------------------------------------------------------------------


async def test_mygames_lists_what_waits_for_me_first(waiting: Any) -> None:
    game = await waiting("ana", "ben")
    evening, ben = game.evening, game.evening.person("ben")
    await evening.lobby("chloe", "ben", channel="general", sheet="yum_plus")
    evening.standin.world.add_channel("salon")
    apart = await evening.game("ana", "ben", channel="salon", sheet=SHEET, pace="parallel")
    if game.play.turn.id == ben.id:
        await game.play.throw()
        await game.play.mark()
    shown = await ben.command("mygames")
    assert shown.ephemeral
    text = described = game.hands["described"](shown.message)
    assert "1 game waits for you." in text
    lines = [line for line in described.splitlines() if "**" in line and "Board" in line]
    assert lines[0].startswith("▶ **Yum Classic**")
    assert f"/{apart.board})" in lines[0]
    assert f"/{game.play.board})" in lines[1]
    assert "Lobby, 2 players" in described.splitlines()[-1]
    value = next(iter(do for do in game.hands["does"](shown.message) if do.startswith("mygames own")))
    sheet = await ben.select(shown.message["id"], value, custom_id=game.hands["does"](shown.message)[value])
    assert sheet.ephemeral
    assert any(do == "roll" for do in game.hands["does"](sheet.message))


async def test_mygames_of_whoever_is_awaited_or_asked(waiting: Any) -> None:
    game, away, (other,) = await on_vote(waiting, "ana", "ben")
    assert "**Your turn**" in game.hands["described"]((await away.command("mygames")).message)
    assert "**Your vote** is asked for" in game.hands["described"]((await other.command("mygames")).message)


async def test_mygames_of_somebody_who_plays_nowhere(evening: Any, hands: Any) -> None:
    shown = await evening.person("david").command("mygames")
    assert "/yum jouer" in hands["described"](shown.message)
    assert shown.ephemeral


async def test_mygames_among_two_hundred_tables(evening: Any, hands: Any) -> None:
    tables, guild = evening.client.services.tables, evening.client.guilds[0].id
    ana = int(evening.person("ana").id)
    for number in range(200):
        await tables.open(
            guild=guild, channel=10_000 + number, host=ana if number % 10 == 0 else 5, game=make(SHEET, {}),
            capacity=None, language="en", interaction=number,
        )  # fmt: skip
    shown = await evening.person("ana").command("mygames")
    assert hands["described"](shown.message).count("Lobby") == 10
    assert shown.message["embeds"][0]["footer"]["text"].endswith("1 of 2")
    second = await evening.person("ana").press(
        shown.message["id"], custom_id=hands["does"](shown.message)["mygames page 1 next"]
    )
    assert hands["described"](second.message).count("Lobby") == 10


async def test_in_french(waiting: Any, evening: Any) -> None:
    await evening.client.services.settings.choose(evening.client.guilds[0].id, language="fr")
    t = words("fr")
    game = await waiting("chloe", "david", absent=Absent.SKIP, patience=HOUR, reminder=HOUR // 2)
    away = game.play.turn
    await game.later(HOUR // 2 + MINUTE)
    beginning = t("⏰ {player}, it is still your turn at {game}: {link}", player=away.mention, game="", link="")[:25]
    assert (await game.call())["content"].startswith(beginning)
    await game.later(HOUR)
    assert t("{player} was away: the turn was skipped.", player=away.mention) in game.text
    shown = await away.command("mygames")
    assert shown.message["embeds"][0]["title"] == t("My games")
