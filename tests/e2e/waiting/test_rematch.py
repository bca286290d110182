"""A rematch waits for everybody of the game before, then starts by itself; and the evening has a score."""

from __future__ import annotations

from typing import Any

import pytest

from bot.standin.world import permissions as may
from tests.e2e.playing import PrivateMessage

SHEET = "yum_original"
BOXES, COUNTDOWN, MINUTE, DAY = 12, 10, 60, 86_400


async def play_out(play: Any, players: int) -> None:
    """Play a game to its end, as quickly as it goes."""
    for _ in range(BOXES * players):
        await play.throw()
        await play.mark()


async def rematch(evening: Any, around: Any, hands: Any, *players: str) -> tuple[Any, Any]:
    """Play a game to its end; the last of ``players`` asks for another. Gives the old table and the new lobby.

    The lobby stands below all talk, and replies to no message that somebody may delete.
    """
    old = await evening.game(*players, sheet=SHEET, seats=len(players))
    await play_out(old, len(players))
    await evening.settle()
    evening.person("chloe").say("Well played!")
    await old.do("rematch", evening.person(players[-1]))
    await evening.settle()
    lobby = evening.person(players[0]).messages()[-1]
    board = lobby["id"]
    assert "join" in hands["does"](lobby) or len(players) == 1
    assert "message_reference" not in lobby
    return old, around(evening, type(old)(evening.standin, old.people, board), hands)


def winner(play: Any) -> str:
    """The mention of the winner, alone; empty for several."""
    first, _, wins = play.now["content"].removeprefix("**").partition(" wins")
    return str(first) if wins else ""


async def test_a_rematch_notifies_nobody_who_is_blocked_since(evening: Any, around: Any, hands: Any) -> None:
    old = await evening.game("ana", "ben", sheet=SHEET, seats=2)
    await play_out(old, 2)
    await evening.settle()
    ben, guild = evening.person("ben"), int(evening.standin.world.guild.id)
    await evening.client.services.hand.block(guild, int(evening.person("chloe").id), int(ben.id))
    evening.person("chloe").say("Well played!")
    await old.do("rematch", evening.person("ana"))
    await evening.settle()
    lobby = evening.person("ana").messages()[-1]
    assert "join" in hands["does"](lobby)
    assert around.pinged(lobby) == set()


async def test_a_rematch_mentions_the_others_and_starts_when_all_are_in(evening: Any, around: Any, hands: Any) -> None:
    old, game = await rematch(evening, around, hands, "ana", "ben")
    ana, ben = evening.person("ana"), evening.person("ben")
    assert game.play.now["content"] == f"**Yum original** · {ben.mention} wants a rematch! {ana.mention}"
    assert game.pinged(game.play.now) == {ana.id}
    assert f"{ben.mention}\u00a0✓ · host\n{ana.mention}\u00a0?\n" in game.text
    assert game.text.count(f"{ben.mention}\u00a0") == 1  # Who is in and who sits here is one list.
    await game.later(DAY // 2)
    assert "start" in game.play.does  # It waits for Ana, however long that takes.

    await game.play.do("join", ana)
    begins = (await game.table()).starts_at
    assert f"The game starts <t:{begins}:R>." in game.text
    await game.later(COUNTDOWN - 3)
    assert "start" in game.play.does
    await game.later(3)
    assert game.play.turn
    assert winner(old) != "" or "share" in old.now["content"]


@pytest.mark.parametrize("stop", ["stir", "leave"])
async def test_stir_and_leave_stop_the_countdown(evening: Any, around: Any, hands: Any, stop: str) -> None:
    _, game = await rematch(evening, around, hands, "ana", "ben")
    ana = evening.person("ana")
    await game.play.do("join", ana)
    await (game.play.do(stop, ana) if stop == "stir" else game.play.beside(stop, ana))
    await evening.settle()
    assert "The game starts <t:" not in game.text
    await game.later(MINUTE)
    assert "start" in game.play.does
    if stop == "leave":
        await game.play.do("join", ana)
        await game.later(COUNTDOWN)
    else:
        await game.play.do("start", evening.person("ben"))
    assert game.play.turn


async def test_somebody_else_who_sits_down_starts_nothing(evening: Any, around: Any, hands: Any) -> None:
    old = await evening.game("ana", "ben", sheet=SHEET)
    await play_out(old, 2)
    await old.do("rematch", evening.person("ben"))
    await evening.settle()
    game = around(evening, type(old)(evening.standin, old.people, evening.person("ana").messages()[-1]["id"]), hands)
    await game.play.do("join", evening.person("chloe"))
    await game.later(MINUTE)
    assert "start" in game.play.does
    await game.play.do("join", evening.person("ana"))
    await game.later(COUNTDOWN)
    assert game.play.turn


async def test_who_does_not_want_a_rematch_says_so_under_more_and_keeps_nobody_waiting(
    evening: Any, around: Any, hands: Any
) -> None:
    _, game = await rematch(evening, around, hands, "ana", "ben")
    ana, ben, chloe = (evening.person(key) for key in ("ana", "ben", "chloe"))
    assert f"{ana.mention}\u00a0?" in game.text
    more = PrivateMessage(chloe, (await chloe.press(game.play.board, custom_id=game.play.does["more"])))
    assert not more.asks("leave"), "nobody awaits her"
    said = await game.play.beside("leave", ana)
    assert "does not wait for you any more" in str(said.message)
    await evening.settle()
    assert ana.mention not in game.text
    table = await game.table()
    assert (table.players, table.invited, table.starts_at) == ((int(ben.id),), (), None)
    await game.play.do("join", chloe)
    assert "start" in game.play.does


async def test_a_countdown_outlives_the_bot(quiet_evening: Any, around: Any, hands: Any) -> None:
    evening = quiet_evening
    async with evening.running():
        _, game = await rematch(evening, around, hands, "ana", "ben")
        await game.play.do("join", evening.person("ana"))
        await evening.settle()
    evening.standin.world.advance(MINUTE)
    async with evening.running():
        await evening.client.scheduler.tick()
        await hands["until"](lambda: hands["on_turn"](game.play.now))


async def test_the_evening_has_a_score(evening: Any, around: Any, hands: Any) -> None:
    old, game = await rematch(evening, around, hands, "ana", "ben")
    people = {evening.person(key).mention for key in ("ana", "ben")}
    assert "Series:" not in hands["described"](old.now)
    won = dict.fromkeys(people, 0)
    for play in (old, game.play):
        if play is game.play:
            assert all(f"{who} {wins}" in game.text for who, wins in won.items())
            await play.do("join", evening.person("ana"))
            await game.later(COUNTDOWN)
            await play_out(play, 2)
            await evening.settle()
        won = {who: wins + (winner(play) in ("", who)) for who, wins in won.items()}
    ordered = sorted(won.values(), reverse=True)
    line = next(line for line in game.text.split("\n") if line.startswith("Series: "))
    assert all(f"{who} {wins}" in line for who, wins in won.items())
    assert line.index(str(ordered[0])) < line.rindex(str(ordered[1]))
    rated = await evening.person("ana").command("leaderboard", game="yum_original")
    assert "2 games" in rated.text


@pytest.mark.sample(1)
@pytest.mark.parametrize("how", ["end", "leave", "day"])
async def test_rematch_comes_back_when_its_lobby_closes(
    evening: Any, around: Any, hands: Any, punctual: None, how: str
) -> None:
    old, game = await rematch(evening, around, hands, "ana", "ben")
    shown, ben = hands["described"](old.now), evening.person("ben")
    assert "rematch" not in old.does
    if how == "leave":
        await PrivateMessage(ben, await game.play.beside("leave", ben)).do("quit yes")
    elif how == "end":
        await evening.client.services.tables.end((await game.table()).id, int(ben.id), False)
    else:
        await game.later(DAY + MINUTE)
    await evening.settle()
    await hands["until"](lambda: "rematch" in old.does)
    await hands["until"](lambda: "image" in old.now["embeds"][0])  # Discord may take no more edits for 6 seconds.
    await evening.settle()
    assert hands["described"](old.now) == shown
    results = await evening.person("ana").command("leaderboard", game="yum_original")
    assert "1 game" in results.text
    await old.do("rematch", ben)
    await evening.settle()
    assert "join" in hands["does"](ben.messages()[-1])


async def test_who_plays_alone_plays_again_without_a_rematch(evening: Any, around: Any, hands: Any) -> None:
    old, game = await rematch(evening, around, hands, "ana")
    labels = [item.get("label") for row in old.now["components"] for item in row["components"]]
    assert "Rematch" not in labels
    assert "wants a rematch" not in game.play.now["content"]
    assert (await game.table()).starts_at is None
    assert "Start (alone)" in [item["label"] for row in game.play.now["components"] for item in row["components"]]
    await game.later(MINUTE)
    assert "start" in game.play.does


@pytest.mark.parametrize("pause", [MINUTE, 11 * MINUTE])
async def test_a_result_nobody_waited_for_is_posted_anew(evening: Any, around: Any, hands: Any, pause: int) -> None:
    play = await evening.game("ana", "ben", sheet=SHEET)
    game, first = around(evening, play, hands), play.board
    for _ in range(BOXES * 2 - 1):
        await play.throw()
        await play.mark()
    await game.later(pause)
    await play.throw()
    await play.mark()
    await evening.settle()
    away = pause > 10 * MINUTE
    assert "wins" in play.now["content"] or "tie for" in play.now["content"]
    assert (play.now["id"] != first) == away
    assert game.pinged(play.now) == ({evening.person(key).id for key in ("ana", "ben")} if away else set())
    assert [one["id"] for one in evening.person("ana").messages()] == [play.now["id"]]
    assert play.now["embeds"][0]["image"]
    assert "footer" not in play.now["embeds"][-1], "nobody mixed in a word"
    said = play.now["content"]
    evening.client.presenter.refresh_soon((await game.table()).id)
    await evening.settle()
    assert play.now["content"] == said, "an edit makes it a message that does not mention them"


async def test_a_result_that_may_not_be_posted_is_finished_where_it_stands(
    evening: Any, around: Any, hands: Any
) -> None:
    play = await evening.game("ana", "ben", sheet=SHEET)
    game, first = around(evening, play, hands), play.board
    for _ in range(BOXES * 2 - 1):
        await play.throw()
        await play.mark()
    await game.later(11 * MINUTE)
    world = evening.standin.world
    world.override("dice", world.bot, deny=may.SEND_MESSAGES)
    await play.throw()
    await play.mark()
    await hands["until"](lambda: hands["rows"](evening.file, "SELECT owed FROM tables") == [(0,)], 10)
    await evening.settle()
    assert play.now["id"] == first
    assert "wins" in play.now["content"] or "tie for" in play.now["content"]
    assert "footer" not in play.now["embeds"][-1], "nobody mixed in a word"
