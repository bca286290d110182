"""A computer keeps the seat of an absent player warm, and they take it back by any button of the board."""

from __future__ import annotations

from typing import Any

from bot.tables.core import errors
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
    assert f"<@{away.id}>" in described(play.now)
    table = await guessing.table(play)
    assert (len(table.stand_ins), table.entries > 1) == (1, True)

    old_board = next(id for do, id in play.does.items() if do.startswith("roll"))
    said = await forge(away, play.board, old_board)
    await guessing.settle()
    assert refusal(away, errors.SeatTakenBack()) in [one["content"] for one in said.followups]
    assert (await guessing.table(play)).stand_ins == ()
    await play.throw()
    await play.mark()
    assert play.turn.id == away.id
    await guessing.settle()
    assert (await guessing.table(play)).turn_player == int(away.id)
