"""SIGKILL ends the bot's process in the middle of a turn, three times in one game. No saved move is lost."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest

from bot.games.replay import replay
from tests.e2e.playing import of_game

TURNS = 44
JOURNAL = "SELECT number, seat, do, dice FROM journal ORDER BY number"


@pytest.mark.long(11)
async def test_a_game_survives_three_kills(process: Any, hands: Any) -> None:
    running = await process.start()
    play = await process.lobby("ana", "ben")
    await play.begin()
    for turn in range(TURNS):
        if turn == 5:
            running = await _killed_with_dice_held(process, running, play, hands)
        elif turn == 20:
            running = await _killed_before_the_answer(process, running, play, hands)
        elif turn == 35:
            running = await _killed_between_turns(process, running, play, hands)
        else:
            await play.whole_turn()
    assert "final result" in play.now["embeds"][-1]["description"]
    ana = process.standin.person("ana")
    answer = await of_game(ana, "record")
    report = replay(ana.world.blobs[answer.message["attachments"][0]["id"]].data)
    assert (report["ok"], report["fair"], report["finished"]) == (True, True, True)
    assert (await of_game(ana, "verify")).text.startswith("✅")
    status, errors = await process.end(running)
    assert status == 0
    assert "Traceback" not in errors


@pytest.mark.long(8)
async def test_a_call_that_is_due_is_made_once_across_two_kills(process: Any, hands: Any) -> None:
    running = await process.start()
    play = await process.lobby("ana", "ben")
    await play.begin()
    await play.whole_turn()
    away = play.turn
    running = await _restarted(process, running, hands)
    assert away.pings == []
    await process.kill(running)
    hands["write"](process.file, "UPDATE tables SET call_due = call_due - 30")
    running = await process.start()
    await hands["until"](lambda: hands["rows"](process.file, "SELECT call FROM tables")[0][0], 30)
    later = await process.lobby("chloe", "david", channel="general")
    await later.begin()
    await later.whole_turn()
    await process.kill(running)
    hands["write"](process.file, "UPDATE tables SET call_due = call_due - 30 WHERE call_due IS NOT NULL")
    await process.start()
    await hands["until"](lambda: later.turn.pings, 30)  # Whoever looks for this call sees the first one too.
    assert len(away.pings) == 1


async def _restarted(process: Any, running: Any, hands: Any) -> Any:
    """Kill the bot and start it again; its saves are still there."""
    saved = hands["rows"](process.file, JOURNAL)
    await process.kill(running)
    assert hands["rows"](process.file, JOURNAL) == saved
    running = await process.start()
    assert hands["rows"](process.file, JOURNAL) == saved
    return running


async def _killed_with_dice_held(process: Any, running: Any, play: Any, hands: Any) -> Any:
    """Held dice are not stored; they come back from the buttons. Every other old button works as well."""
    await play.throw()
    await play.hold(1)
    await play.hold(4)
    dice = _labels(play)
    who, old = play.turn, dict(play.does)
    running = await _restarted(process, running, hands)
    assert play.does == old
    shown = await play.beside("sheets", who)
    assert shown.ephemeral
    assert who.mention in shown.text
    for what in ("menu strike", "menu mark"):
        assert (await play.do(what, who)).updated
        assert [n for n, label in enumerate(_labels(play), 1) if "held" in label] == [1, 4], what
    assert play.does == old
    await play.hold(5)
    assert [n for n, label in enumerate(_labels(play), 1) if "held" in label] == [1, 4, 5]
    assert [label.split()[0] for label in _labels(play)] == [label.split()[0] for label in dice]
    kept = sorted(dice[place].split()[0] for place in (0, 3, 4))
    await play.throw()
    assert sorted(label.split()[0] for label in _labels(play) if "held" in label) == kept
    await play.mark()
    return running


async def _killed_before_the_answer(process: Any, running: Any, play: Any, hands: Any) -> Any:
    """The throw is on disk, its answer never came: after the start the board shows the throw by itself."""
    faults = process.standin.world.faults
    faults.delay("POST", "/interactions/{webhook_id}/{webhook_token}/callback", 30)
    saved = len(hands["rows"](process.file, JOURNAL))
    who, old = play.turn, play.does["roll"]
    pressed = asyncio.create_task(who.press(play.board, custom_id=old))
    await hands["until"](lambda: len(hands["rows"](process.file, JOURNAL)) > saved)
    running = await _restarted(process, running, hands)
    assert (await pressed).failed
    faults.clear()
    await hands["until"](lambda: any(do.startswith("keep") for do in play.does), 8)
    outcome = await hands["forge"](who, play.board, old)
    assert "out of date" in " ".join((outcome.text, *(one["content"] for one in outcome.followups)))
    assert len(hands["rows"](process.file, JOURNAL)) == saved + 1
    thrown = hands["rows"](process.file, JOURNAL)[-1][3]
    assert sorted(re.findall(r"\d", str(thrown))) == sorted(_labels(play))
    await play.hold(1)
    await play.throw()
    await play.mark()
    return running


async def _killed_between_turns(process: Any, running: Any, play: Any, hands: Any) -> Any:
    """Undo is still there, and so is the next player's turn."""
    await play.whole_turn()
    last = play.waiting
    running = await _restarted(process, running, hands)
    await play.do("undo", last)
    assert play.turn.id == last.id
    await play.mark()
    assert play.turn.id != last.id
    return running


def _labels(play: Any) -> list[str]:
    """Each die in words: 4, or 4 held."""
    names = [one["emoji"]["name"] for one in play.now["components"][0]["components"]]
    return [f"{name[-1]} held" if name.startswith("garde") else name[-1] for name in names]
