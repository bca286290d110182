"""Twelve people at one table in turns, from their start command to the result, over sockets."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.games.replay import replay
from bot.tables.core import errors
from tests.e2e.playing import crowd, refusal

MANY = 12
MOST_PRESSES = 5000
DECISIONS = ("roll", "keep", "mark", "bank", "stop", "stand")
ENDS = ("mark", "bank", "stop", "stand")


async def play_out(evening: Any, play: Any, seed: str) -> set[str]:
    """Press buttons of the board, mostly those that end a turn, until the game is over; returns who has played."""
    source, played = random.Random(seed), set()
    for _ in range(MOST_PRESSES):
        if "rematch" in play.does:
            await evening.settle()
            return played
        choices = [do for do in play.does if do.startswith(DECISIONS)]
        ends = [do for do in choices if do.startswith(ENDS)]
        played.add(play.turn.id)
        assert (await play.do(source.choice(ends if ends and source.random() < 0.8 else choices))).updated
    raise AssertionError("the game does not end")


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("yum_original", {"command": "yum start", "sheet": "yum_original"}),
        ("yams", {"command": "yams start", "teams": 4}),
        ("5000", {"command": "5000 start", "rules": "friends"}),
        ("ambition", {"command": "ambition start", "rules": "friends"}),
        ("421", {"command": "421 start"}),
    ],
)
async def test_twelve_people_play_in_turns(evening: Any, hands: Any, seed: str, game: str, said: Any) -> None:
    *keys, thirteenth = crowd(evening.standin.world, MANY + 1)
    play = await evening.lobby(*keys, **said)
    people = [evening.person(key) for key in keys]
    late = evening.person(thirteenth)
    join = play.does["leave"].removesuffix("leave") + "join"
    assert (await hands["forge"](late, play.board, join)).text == refusal(late, errors.TableFull())
    await play.begin()
    assert await play_out(evening, play, seed) == {one.id for one in people}

    message, told = play.now, hands["described"](play.now)
    assert "final result" in message["embeds"][0]["title"]
    assert all(told.count(one.mention) >= 1 for one in people)
    picture = message["embeds"][0]["image"]
    assert (picture["width"], all(f"Guest {number}" in picture["description"] for number in range(4, MANY))) == (
        1200,
        True,
    )
    ana = people[0]
    record = await ana.command("table record")
    report = replay(ana.world.blobs[record.message["attachments"][0]["id"]].data)
    assert (report["ok"], report["game"], report["fair"], len(report["scores"])) == (True, game, True, MANY)
    assert (await ana.command("verify")).text.startswith("✅")
    board = await ana.command("leaderboard", game=game, by="best")
    assert ana.mention in board.text
    sheets = await play.do("sheets", people[-1])
    assert sheets.ephemeral
    assert (await play.do("rematch", ana)).updated
