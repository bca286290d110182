"""A bot that is killed in the middle of a computer's turn goes on with it after the start."""

from __future__ import annotations

from typing import Any

from tests.e2e.playing import on_turn, rows, until


async def test_a_turn_goes_on_after_a_kill_in_the_middle(process: Any) -> None:
    running = await process.start()
    play = await process.lobby("ana", sheet="yum_classic", computers=1, level="beginner")
    ana = process.standin.person("ana")
    await play.do("start", ana)
    if on_turn(play.now) == ana.id:
        await play.throw()
        await play.mark()
    lines = "SELECT do, dice FROM journal WHERE seat = (SELECT seat FROM journal ORDER BY number DESC LIMIT 1)"
    await until(lambda: rows(process.file, lines) and rows(process.file, lines)[-1][0] == "roll")
    await process.kill(running)
    saved = rows(process.file, lines)
    assert saved[-1][0] == "roll"  # The first throw of a computer is shown for more than a second.
    await process.start()
    await until(lambda: on_turn(play.now) == ana.id)
    assert rows(process.file, lines)[: len(saved)] == saved
    await play.throw()
