"""A bot that is killed in the middle of a computer's turn goes on with it after the start."""

from __future__ import annotations

import asyncio
import os
from random import Random
from typing import Any

import pytest

from bot.engine import Level
from tests.e2e.playing import PrivateMessage, does, on_turn, rows, until
from tests.openings import IN_TURNS, start_of

EVERY = [(key, level) for key in IN_TURNS for level in Level]
GAMES = min(int(os.environ.get("GOBELET_TEST_COMPUTER_GAMES", "1")), len(EVERY))
"""How many of them to draw."""


async def test_a_turn_goes_on_after_a_kill_in_the_middle(process: Any) -> None:
    running = await process.start()
    play = await process.lobby("ana", sheet="yum_classic", computers=1, level="beginner")
    ana = process.standin.person("ana")
    await play.do("start", ana)
    lines = "SELECT do, dice FROM journal WHERE seat = (SELECT seat FROM journal ORDER BY number DESC LIMIT 1)"

    def has_thrown() -> bool:
        """Whether people see the first throw of the computer, which then stays for more than a second."""
        ((step,),) = rows(process.file, "SELECT step FROM tables")
        seen = {int(id.split(":")[2]) for id in does(play.now).values()} == {step}
        latest = [do for do, _ in rows(process.file, lines)][-1:]
        return seen and on_turn(play.now) != ana.id and latest == ["roll"]

    await until(lambda: has_thrown() or on_turn(play.now) == ana.id)
    while on_turn(play.now) == ana.id:  # It begins; or the computer was late, and a late one shows its end alone.
        await play.throw()
        await play.mark()
        await until(lambda: has_thrown() or on_turn(play.now) == ana.id)
    await process.kill(running)
    saved = rows(process.file, lines)
    assert saved[-1][0] == "roll"  # The first throw of a computer is shown for more than a second.
    await process.start()
    await until(lambda: on_turn(play.now) == ana.id)
    assert rows(process.file, lines)[: len(saved)] == saved
    await play.throw()


async def press_anything(play: Any, person: Any, chance: Random) -> None:
    """Make a move that the board offers, whichever."""
    beside = ("more", "sheets", "rules", "undo", "hold", "menu", "release", "column", "strikes")
    offered = [do for do in play.does if not do.startswith(beside)]
    await play.do(chance.choice(offered), person)


async def play_to_the_end(process: Any, key: str, level: Level, chance: Random) -> None:
    """Ana presses anything, the computer plays at once; the bot is killed twice in the middle."""
    running = await process.start()
    start = start_of(key)
    play = await process.lobby("ana", computers=1, level=level.value, **start)
    while "start" not in play.does:  # On a busy machine the storage may have been late.
        play = await process.lobby("ana", computers=1, level=level.value, **start)
    ana = process.standin.person("ana")
    await PrivateMessage(ana, await play.beside("computers", ana)).do("computers set computer_pace at_once")
    await play.do("start", ana)
    kills, moves = set(chance.sample(range(2, 9), 2)), 0
    while "rematch" not in play.does:
        await until(lambda: on_turn(play.now) == ana.id or "rematch" in play.does, 60)
        if "rematch" in play.does:
            break
        await press_anything(play, ana, chance)
        moves += 1
        if moves in kills:
            await asyncio.sleep(chance.uniform(0, 0.6))
            await process.kill(running)
            before = rows(process.file, JOURNAL)
            running = await process.start()
            kills.remove(moves)
            assert rows(process.file, JOURNAL)[: len(before)] == before
    await process.end(running)
    assert not kills, "the game was over before the second kill"


JOURNAL = "SELECT number, seat, do, dice FROM journal ORDER BY table_id, number"


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("number", range(GAMES))
async def test_a_whole_game_at_once_goes_on_after_two_kills(process: Any, number: int, seed: str) -> None:
    key, level = Random(seed.split(maxsplit=1)[0]).sample(EVERY, GAMES)[number]
    await play_to_the_end(process, key, level, Random(f"{seed} {number}"))
    assert rows(process.file, "SELECT status, entries = (SELECT count(*) FROM journal) FROM tables") == [
        ("finished", 1)
    ]
    assert rows(process.file, "SELECT kind FROM results") == [("computer",)]
