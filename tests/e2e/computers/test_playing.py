"""Computers at tables: people add them, they play by themselves, everything is saved before it is shown, games end."""

from __future__ import annotations

import asyncio
from collections import Counter
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.engine import Level, Temper
from bot.screens.kit import mention
from bot.tables.model import errors
from bot.tables.model.table import Computer, Status
from bot.thinker.worker import ComputerChoice
from bot.ui.delivery import computers
from tests.e2e.playing import PrivateMessage, described, forge, refusal, rows

EDIT = ("PATCH", "/channels/{channel_id}/messages/{message_id}")
BY_TOKEN = ("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/@original")


async def played_on(evening: Any, play: Any) -> Any:
    """The table once a person is to act again, or the game is over."""
    await evening.settle()
    return await evening.table(play)


async def turn(play: Any) -> None:
    await play.throw()
    await play.mark()


async def panel(play: Any, who: Any) -> PrivateMessage:
    return PrivateMessage(who, await play.beside("computers", who))


async def test_a_computer_sits_at_the_table_from_the_start_and_plays_the_game_to_its_end(guessing: Any) -> None:
    play = await guessing.lobby("ana", sheet="yum_classic", computers=1, level="champion")
    assert "2. 🦁 Pichet, champion computer" in described(play.now)
    await play.begin()
    table = await played_on(guessing, play)
    assert table.computers == (Computer(1, Level.CHAMPION),)
    for _ in range(13):
        assert table.turn_player == int(guessing.person("ana").id)
        await turn(play)
        table = await played_on(guessing, play)
    assert table.status is Status.FINISHED
    by_seat = Counter(
        seat for (seat,) in rows(guessing.file, "SELECT seat FROM journal WHERE do LIKE 'mark%' OR do LIKE 'strike%'")
    )
    assert by_seat == {0: 13, 1: 13}
    assert "🦁 Pichet" in described(play.now)
    assert await guessing.client.services.tables.history.verify(table.id)


async def test_the_host_adds_computers_by_a_menu_and_removes_them(guessing: Any) -> None:
    play, ana, ben = await guessing.lobby("ana", "ben"), guessing.person("ana"), guessing.person("ben")
    menu = await panel(play, ana)
    await menu.do("computers add beginner")
    await menu.do("computers add champion")
    assert "🐢 Timbale, champion computer" in menu.text
    await guessing.settle()
    assert "4. 🐢 Timbale, champion computer" in described(play.now)
    await menu.do("computers remove 1")
    await menu.do("computers set computer_pace at_once")
    await menu.do("computers set computer_temper bold")
    await menu.do("computers set computers_yield no")
    await guessing.settle()
    table = await guessing.table(play)
    assert table.settings.computer_temper is Temper.BOLD
    assert [computer.name for computer in table.computers] == ["Timbale"]
    assert (table.settings.computer_pace, table.settings.computers_yield) == ("at_once", False)
    refused = await forge(ben, play.board, play.does["start"].replace("start", "computers"))
    assert refused.text == refusal(ben, errors.NotHost(int(ana.id)))


async def test_the_host_adds_a_computer_by_the_lobby_itself_in_one_press_as_long_as_a_seat_is_free(
    guessing: Any,
) -> None:
    play, ben = await guessing.lobby("ana", sheet="yum_classic", seats=3), guessing.person("ben")
    add = "computers add regular"
    refused = await forge(ben, play.board, play.does[add])
    assert refused.text == refusal(ben, errors.NotHost(int(guessing.person("ana").id)))
    added = await play.do(add, guessing.person("ana"))
    assert added.updated
    assert "2. 🦁 Pichet, regular computer" in described(play.now)
    assert add in play.does
    await play.do("join", ben)
    assert add not in play.does
    await play.begin()
    assert (await guessing.table(play)).status is Status.PLAYING


@pytest.mark.parametrize("opened", ["computers", "option", "more"])
async def test_the_hosts_panel_closes_by_itself_when_the_game_begins(guessing: Any, opened: str) -> None:
    play, ana = await guessing.lobby("ana", "ben", seats=3), guessing.person("ana")
    menu = await panel(play, ana) if opened == "computers" else PrivateMessage(ana, await play.do("more", ana))
    if opened == "option":
        await menu.do("option tab")
    await guessing.settle()
    before = Counter(guessing.standin.world.calls)
    await play.begin()
    await guessing.settle()
    assert not [one for one in ana.messages() if one["flags"] & 64]
    limited = Counter(guessing.standin.world.calls) - before
    assert not [route for route in limited if not route[1].startswith(("/interactions", "/webhooks"))]


async def test_what_the_host_reads_beside_a_panel_stays_while_the_panel_closes(guessing: Any) -> None:
    play, ana = await guessing.lobby("ana", "ben"), guessing.person("ana")
    more = PrivateMessage(ana, await play.do("more", ana))
    rules = PrivateMessage(ana, await more.do("rules"))
    await guessing.settle()
    await play.begin()
    await guessing.settle()
    assert [one["id"] for one in ana.messages() if one["flags"] & 64] == [rules.id]


@pytest.mark.parametrize("ask", ["computers add regular", "option tab"])
async def test_a_panel_that_could_not_close_says_at_its_next_press_that_the_game_has_begun(
    guessing: Any, ask: str
) -> None:
    """Discord deletes nothing by a press of more than 15 minutes ago."""
    play, ana = await guessing.lobby("ana", "ben", seats=3), guessing.person("ana")
    menu = await panel(play, ana)
    await guessing.settle()
    guessing.client.presenter.panels.clear()
    await play.begin()
    await menu.do(ask)
    [left] = [one for one in ana.messages() if one["flags"] & 64]
    assert (left["content"], left["components"]) == (refusal(ana, errors.AlreadyStarted()), [])


async def test_who_says_only_a_level_gets_one_computer(guessing: Any) -> None:
    play = await guessing.lobby("ana", level="beginner")
    assert (await guessing.table(play)).computers == (Computer(1, Level.BEGINNER),)


async def test_nobody_chooses_real_dice_where_a_computer_sits(guessing: Any) -> None:
    ana = guessing.person("ana")
    play = await guessing.lobby("ana", computers=1)
    panel = PrivateMessage(ana, await play.do("more", ana))
    refused = await panel.do("option pick real_dice real")
    assert refused.text == refusal(ana, errors.ComputersThrowNoDice())
    assert not (await guessing.table(play)).settings.real_dice


async def test_computers_need_a_seat_each(guessing: Any) -> None:
    ana = guessing.person("ana")
    refused = await ana.command("yamslam start", players=2, computers=3)
    assert refused.text == refusal(ana, errors.NoSeatForComputer())
    assert await guessing.client.services.tables.repository.live() == []


async def test_while_a_computer_plays_the_board_says_so_and_nobody_can_throw(
    guessing: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computers, "FIRST_SECONDS", 60)
    play = await guessing.lobby("ana", sheet="yum_classic", computers=2)
    await play.begin()
    table = await guessing.table(play)
    if table.turn_computer is None:
        await turn(play)
        table = await guessing.table(play)
    assert f"**{mention(table.turn_computer)} (computer)** is playing" in described(play.now)
    assert not [do for do in play.does if do.startswith(("roll", "keep", "mark"))]
    guessing.client.computers.stop()


async def test_a_player_sees_what_they_lost_before_a_computer_plays_at_once(
    guessing: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = await guessing.lobby("ana", command="cantstop start", computers=1)
    await (await panel(play, guessing.person("ana"))).do("computers set computer_pace at_once")
    await play.begin()
    await played_on(guessing, play)
    pauses = list[float]()

    async def pause(self: object, seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr(computers, "FIRST_SECONDS", 3600)
    monkeypatch.setattr(computers.ComputerTurns, "_pause", pause)
    while not pauses:
        await play.do(next(do for do in play.does if do.startswith(("move", "roll"))))
        await played_on(guessing, play)
    assert pauses[0] > 60


async def test_people_follow_a_turn_by_three_edits_that_count_for_no_limit(
    guessing: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinker = guessing.client.services.tables.thinker

    async def choose(game: Any, state: Any, level: str, slips: str, **_: object) -> ComputerChoice:
        return ComputerChoice(f"keep {min(state.dice)}" if state.throws < 3 else "mark chance", level)

    monkeypatch.setattr(thinker, "choose", choose)
    play = await guessing.lobby("ana", sheet="yum_classic", computers=1)
    world = guessing.standin.world
    await play.begin()
    begun = Counter(world.calls)
    table = await played_on(guessing, play)
    if table.turn == 0:
        await turn(play)
        await played_on(guessing, play)
    after = Counter(world.calls) - begun
    assert (after[BY_TOKEN], after[EDIT]) == (3, 0)


async def test_without_a_press_one_edit_shows_a_whole_run(guessing: Any) -> None:
    play = await guessing.lobby("ana", sheet="yum_classic", computers=3)
    await play.begin()
    await played_on(guessing, play)
    guessing.client.presenter.sheets.token_of = lambda table: None
    before = Counter(guessing.standin.world.calls)
    await turn(play)
    table = await played_on(guessing, play)
    after = Counter(guessing.standin.world.calls) - before
    assert table.turn_player is not None
    assert (after[BY_TOKEN], after[EDIT]) == (0, 1)
    assert guessing.client.presenter.reconciler.shows(table)


async def test_computers_pause_once_where_people_do_not_see_each_of_their_turns(
    guessing: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = await guessing.lobby("ana", sheet="yum_classic", computers=3)
    await play.begin()
    await played_on(guessing, play)
    now, pauses = 0.0, list[float]()

    async def pause(self: object, seconds: float) -> None:
        nonlocal now
        now += seconds
        pauses.append(seconds)

    monkeypatch.setattr(computers, "time", SimpleNamespace(monotonic=lambda: now))
    monkeypatch.setattr(computers.ComputerTurns, "_pause", pause)
    guessing.client.presenter.sheets.token_of = lambda table: None
    await turn(play)
    await played_on(guessing, play)
    assert pauses == [computers.FIRST_SECONDS, 0, 0]


async def test_a_channel_sees_twenty_edits_a_minute_and_then_one_a_run() -> None:
    now = 0.0
    allowance = computers.EditAllowance(lambda: now)
    assert [allowance.take(1) for _ in range(21)] == [True] * 20 + [False]
    assert allowance.take(2)
    now = 60.0
    assert allowance.take(1)


async def test_who_plays_a_round_in_nine_seconds_sees_what_the_computer_holds_and_every_end() -> None:
    rounds = list[tuple[bool, ...]]()
    allowance = computers.EditAllowance(lambda: 9.0 * len(rounds))
    while len(rounds) < 100:
        first, second = (allowance.take(1, kept) for kept in computers._KEPT_FOR_ENDS)
        rounds.append((first, second, allowance.take(1)))
    firsts, seconds, ends = map(sum, zip(*rounds, strict=True))
    assert ends == 100
    assert firsts >= 95
    assert 0 < seconds < firsts


async def test_what_computers_hold_leaves_edits_of_a_minute_for_people() -> None:
    allowance = computers.EditAllowance(lambda: 0.0)
    between = [allowance.take(1, computers._KEPT_FOR_ENDS[0]) for _ in range(20)]
    assert between == [True] * 14 + [False] * 6
    assert [allowance.take(1, computers._KEPT_FOR_PEOPLE) for _ in range(5)] == [True] * 2 + [False] * 3
    assert [allowance.take(1) for _ in range(5)] == [True] * 4 + [False]


async def test_at_once_one_edit_by_the_token_of_the_press_shows_a_whole_run(guessing: Any) -> None:
    play = await guessing.lobby("ana", sheet="yum_classic", computers=3)
    await (await panel(play, guessing.person("ana"))).do("computers set computer_pace at_once")
    await play.begin()
    await played_on(guessing, play)
    before = Counter(guessing.standin.world.calls)
    await turn(play)
    assert (await played_on(guessing, play)).turn_player is not None
    after = Counter(guessing.standin.world.calls) - before
    assert (after[BY_TOKEN], after[EDIT]) == (1, 0)


async def test_beyond_twenty_edits_a_minute_one_edit_shows_a_whole_run(guessing: Any) -> None:
    play = await guessing.lobby("ana", sheet="yum_classic", computers=3)
    before = Counter(guessing.standin.world.calls)
    await play.begin()
    table = await played_on(guessing, play)
    for _ in range(10):
        await turn(play)
        table = await played_on(guessing, play)
        assert table.turn_player is not None
        assert guessing.client.presenter.reconciler.shows(table)
    after = Counter(guessing.standin.world.calls) - before
    assert after[BY_TOKEN] == 20
    assert 0 < after[EDIT] <= 10 - 4  # Four edits of the minute were kept for ends before a person's turn.


async def test_everybody_at_once_waits_for_computers_only_until_people_are_done(guessing: Any) -> None:
    play = await guessing.lobby("ana", sheet="yum_classic", pace="parallel", computers=2)
    await play.begin()
    await guessing.settle()
    ana = guessing.person("ana")
    mine = PrivateMessage(ana, await play.do("mine", ana))
    await mine.finish()
    await guessing.settle()
    table = await guessing.table(play)
    assert table.status is Status.FINISHED
    assert (
        sorted(
            count
            for (count,) in rows(
                guessing.file,
                "SELECT count(*) FROM journal WHERE do LIKE 'mark%' OR do LIKE 'strike%' GROUP BY table_id",
            )
        )
        == [13] * 3
    )


async def test_a_rematch_seats_the_computers_again(guessing: Any) -> None:
    play = await guessing.lobby("ana", sheet="yum_classic", computers=1)
    await play.begin()
    table = await played_on(guessing, play)
    while table.status is Status.PLAYING:
        await turn(play)
        table = await played_on(guessing, play)
    await play.do("rematch", guessing.person("ana"))
    await guessing.settle()
    lobby = await guessing.client.services.tables.get((await guessing.table(play)).rematch)
    assert lobby.players == (int(guessing.person("ana").id), Computer(1, Level.REGULAR))


async def test_the_clock_brings_a_computer_back_that_a_process_has_left_in_its_turn(
    guessing: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = await guessing.lobby("ana", sheet="yum_classic", computers=1)
    guessing.client.computers.stop()
    await play.begin()
    table = await guessing.table(play)
    if table.turn_computer is None:
        await turn(play)
    table = await played_on(guessing, play)
    assert table.turn_computer is not None
    guessing.client.computers._stopping.clear()
    guessing.standin.world.advance(10)
    await guessing.client.clock.look(guessing.now())
    await asyncio.sleep(0)
    assert (await played_on(guessing, play)).turn_player is not None


WEBHOOK = BY_TOKEN[1]


@pytest.mark.parametrize(
    ("refused", "limited"),
    [
        ({"status": 429, "retry_after": 0.01}, 0),
        ({"status": 404, "code": 10015}, 1),
        ({"status": 401, "code": 50027}, 1),
    ],
)
async def test_where_discord_refuses_the_token_the_board_is_shown_all_the_same(
    guessing: Any, refused: dict[str, Any], limited: int
) -> None:
    """Discord asks to wait a moment: the same edit goes again. It takes the token no more: another one is drawn."""
    play = await guessing.lobby("ana", sheet="yum_classic", computers=2)
    await (await panel(play, guessing.person("ana"))).do("computers set computer_pace at_once")
    await play.begin()
    await played_on(guessing, play)
    world = guessing.standin.world
    before = Counter(world.calls)
    world.faults.fail("PATCH", WEBHOOK, **refused)
    await turn(play)
    table = await played_on(guessing, play)
    after = Counter(world.calls) - before
    assert table.turn_player is not None
    assert guessing.client.presenter.reconciler.shows(table)
    assert after[EDIT] == limited
    assert after[BY_TOKEN] == 2 - limited


async def test_an_edit_by_a_token_waits_for_no_message_of_discord(
    guessing: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """discord.py would make a Message of Discord's answer."""
    play = await guessing.lobby("ana", sheet="yum_classic", computers=1)
    await play.begin()
    await played_on(guessing, play)
    made = []
    monkeypatch.setattr(discord.InteractionMessage, "__init__", lambda *about, **more: made.append(about))
    before = guessing.standin.world.calls[BY_TOKEN]
    await turn(play)
    await played_on(guessing, play)
    assert guessing.standin.world.calls[BY_TOKEN] > before
    assert not made
