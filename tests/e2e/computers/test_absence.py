"""A computer keeps the seat of an absent player warm, and they take it back by any button of the board."""

from __future__ import annotations

from typing import Any

from bot.tables.model import errors
from tests.e2e.playing import PrivateMessage, described, forge, refusal

HOUR = 3600


async def test_a_computer_plays_for_who_is_away_and_any_button_brings_them_back(guessing: Any) -> None:
    play, ana = await guessing.lobby("ana", "ben", sheet="yum_classic"), guessing.person("ana")
    panel = PrivateMessage(ana, await play.beside("clock", ana))
    await panel.do("clock set absent computer")
    await panel.do("clock set patience 1h")
    await play.begin()
    await guessing.settle()
    away, here = play.turn, play.waiting
    guessing.standin.world.advance(HOUR + 1)
    await guessing.client.clock.look(guessing.now())
    await guessing.settle()
    assert play.turn.id == here.id
    assert f"A computer plays for <@{away.id}>." in described(play.now), "its moves stand there as theirs"
    table = await guessing.table(play)
    assert (len(table.stand_ins), table.entries > 1) == (1, True)

    old_board = next(id for do, id in play.does.items() if do.startswith("roll"))
    said = await forge(away, play.board, old_board)
    await guessing.settle()
    assert refusal(away, errors.SeatTakenBack()) in [one["content"] for one in said.followups]
    assert (await guessing.table(play)).stand_ins == ()
    await play.throw()
    assert "A computer plays for" not in described(play.now)
    await play.mark()
    assert play.turn.id == away.id
    await guessing.settle()
    assert (await guessing.table(play)).turn_player == int(away.id)


async def test_who_would_leave_may_have_a_computer_play_and_comes_back_by_any_button(guessing: Any) -> None:
    play = await guessing.lobby("ana", "ben", sheet="yum_classic")
    await play.begin()
    leaving, staying = play.turn, play.waiting
    beside = PrivateMessage(leaving, await play.beside("quit", leaving))
    assert "keeps your seat warm" in beside.text
    await beside.do("quit warm")
    await guessing.settle()
    assert "A computer plays for you now" in beside.text
    assert play.turn.id == staying.id
    assert (await guessing.table(play)).stand_ins

    last = PrivateMessage(staying, await play.beside("quit", staying))
    assert not last.asks("quit warm")  # Nobody else would be here.

    said = await forge(leaving, play.board, play.does["more"])
    await guessing.settle()
    assert refusal(leaving, errors.SeatTakenBack()) in [one["content"] for one in said.followups]
    table = await guessing.table(play)
    assert (table.stand_ins, table.seat_of(int(leaving.id))) == ((), 0)


async def test_nobody_else_has_a_computer_play_in_their_place(guessing: Any) -> None:
    play = await guessing.lobby("ana", "ben", sheet="yum_classic")
    await play.begin()
    leaving = play.turn
    beside = PrivateMessage(leaving, await play.beside("quit", leaving))
    offer = beside.custom_id("quit warm")
    await beside.do("quit warm")
    said = await forge(play.waiting, play.board, offer)
    assert said.text == refusal(play.waiting, errors.NoTable((await guessing.table(play)).code))
    assert (await guessing.table(play)).stand_ins == (0,)


async def test_leaving_by_a_command_offers_the_computer_too(guessing: Any, hands: Any) -> None:
    """**Leave** of ``/table`` asks what Leave on the board asks, in any channel."""
    play = await guessing.lobby("ana", "ben", sheet="yum_classic")
    await play.begin()
    first, second = play.turn, play.waiting
    asked = PrivateMessage(first, await first.command("table"))
    await asked.do("mygames leave")
    assert (await guessing.table(play)).staying == (0, 1)
    await asked.do("mygames warm")
    await guessing.settle()
    assert (await guessing.table(play)).stand_ins == (0,)
    await hands["until"](lambda: play.turn.id == second.id)

    last = PrivateMessage(second, await second.command("table"))
    await last.do("mygames leave")
    assert not last.asks("mygames warm")  # Nobody else would be here.
    await forge(first, play.board, play.does["more"])
    await guessing.settle()

    mine = PrivateMessage(second, await second.command("table", channel="salon-de-jeu"))
    await mine.do("mygames table")
    await mine.do("mygames leave")
    await mine.do("mygames warm")
    await guessing.settle()
    assert "A computer plays for you now" in mine.text
    table = await guessing.table(play)
    assert (table.stand_ins, table.staying) == ((1,), (0, 1))
    await hands["until"](lambda: play.turn.id == first.id)
