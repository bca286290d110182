"""Twelve people at one table in turns, from their start command to the result, over sockets."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

from bot.games.replay import replay
from bot.tables.model import errors
from tests.e2e.playing import crowd, of_game, refusal

MANY = 12
CALLBACK = ("POST", "/interactions/{webhook_id}/{webhook_token}/callback")
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


@pytest.mark.long
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
    join = play.does["more"].removesuffix("more") + "join"
    assert (await hands["forge"](late, play.board, join)).text == refusal(late, errors.TableFull())
    await play.begin()
    played = await play_out(evening, play, seed)

    message, told = play.now, hands["described"](play.now)
    assert "final result" in message["embeds"][-1]["description"]
    assert all(told.count(one.mention) >= 1 for one in people)
    picture = message["embeds"][0]["image"]
    assert (picture["width"], all(f"Guest {number}" in picture["description"] for number in range(4, MANY))) == (
        1200,
        True,
    )
    ana = people[0]
    record = await of_game(ana, "record")
    data = ana.world.blobs[record.message["attachments"][0]["id"]].data
    at_once = game == "5000" and any([1] * 5 in move.get("dice", ()) for move in json.loads(data)["moves"])
    assert played == {one.id for one in people} or at_once, "five 1s may win before everybody has thrown"
    report = replay(data)
    assert (report["ok"], report["game"], report["fair"], len(report["scores"])) == (True, game, True, MANY)
    assert (await of_game(ana, "verify")).text.startswith("✅")
    board = await ana.command("leaderboard", game=game, by="best")
    assert ana.mention in board.text
    sheets = await play.beside("sheets", people[-1])
    assert sheets.ephemeral
    assert (await play.do("rematch", ana)).updated


@pytest.mark.usefixtures("unhurried")
async def test_twelve_people_choose_their_sides(evening: Any, hands: Any) -> None:
    """A press on a side takes one request, also to sit down; a full and a crowded side are refused by their names."""
    world = evening.standin.world
    keys = crowd(world, MANY)
    play = await evening.lobby(*keys[:4], command="yum start", teams=2)
    people = [evening.person(key) for key in keys]
    before = Counter(world.calls)
    for who in people[:6]:
        assert (await play.do("side 0", who)).updated
    await evening.settle()
    assert Counter(world.calls) - before == {CALLBACK: 6}
    told = hands["described"](play.now)
    assert told.count("🔴 Red team") == 7
    assert "side 0" not in play.does
    red = play.does["side 1"].removesuffix("1") + "0"
    assert (await hands["forge"](people[6], play.board, red)).text == refusal(people[6], errors.SideFull(0))
    for who in people[6:8]:
        await play.do("side dealt", who)
    crowded = await play.do("start", people[0])
    assert crowded.text == refusal(people[0], errors.CrowdedSide(0, 6, 4))
    for who in people[8:]:
        await play.do("side dealt", who)
    await play.begin()
    board = hands["described"](play.now)
    reds = "\n".join(one for one in board.splitlines() if one.startswith("🔴"))
    assert all(who.mention in reds for who in people[:6])
    code = hands["code_of"](play.now)
    await evening.end_table(people[0])
    assert (await of_game(people[0], "verify", code)).text.startswith("Nothing was thrown in this game.")
