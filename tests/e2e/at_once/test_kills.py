"""SIGKILL ends the bot twice while everybody races on a board of their own. No saved turn is lost."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from bot.games.replay import replay_lines
from tests.e2e.playing import PrivateMessage, of_game

JOURNAL = "SELECT table_id, number, seat, do, dice FROM journal ORDER BY table_id, number"
DECISIONS = ("roll", "keep", "bank", "move", "stop")


@pytest.mark.long(8)
@pytest.mark.parametrize(("command", "game"), [("5000 start", "5000_race"), ("cantstop start", "cant_stop_race")])
async def test_a_race_survives_two_kills(process: Any, hands: Any, command: str, game: str) -> None:
    running = await process.start()
    play = await process.lobby("ana", "ben", command=command, pace="parallel")
    await play.begin()
    people = [process.standin.person(key) for key in ("ana", "ben")]
    boards = [PrivateMessage(who, await who.press(play.board, custom_id=play.does["mine"])) for who in people]
    chance, presses = random.Random(game), 0
    while running_boards := [board for board in boards if choices(board)]:
        presses += 1
        if presses in (9, 25):
            saved = hands["rows"](process.file, JOURNAL)
            await process.kill(running)
            assert hands["rows"](process.file, JOURNAL) == saved
            running = await process.start()
        board = chance.choice(running_boards)
        await board.do(chance.choice(choices(board)))
    assert presses > 25
    await hands["until"](lambda: "final result" in play.now["embeds"][-1]["description"])
    shown = [int(turns) for turns in re.findall(r"\*\*(\d+)\*\* turns? · <@", hands["described"](play.now))]
    record = await of_game(people[0], "record")
    lines = people[0].world.blobs[record.message["attachments"][0]["id"]].data.decode()
    reports: list[Any] = [report for report, _ in replay_lines(lines)]
    assert [(one["ok"], one["fair"], one["finished"], one["game"]) for one in reports] == [(True, True, True, game)] * 2
    assert sorted(-one["scores"][0] for one in reports) == sorted(shown)
    assert (await of_game(people[0], "verify")).text.startswith("✅")
    status, errors = await process.end(running)
    assert status == 0
    assert "Traceback" not in errors


def choices(board: PrivateMessage) -> list[str]:
    """The decisions a board offers."""
    return [do for do in board.does if do.startswith(DECISIONS)]
