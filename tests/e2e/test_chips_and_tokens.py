"""Yamslam and 421 from their start command to Rematch, over sockets, with two to four people."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

from bot.games.replay import replay
from bot.tables.model import errors
from tests.e2e.playing import PrivateMessage, of_game, refusal

EVERYBODY = ("ana", "ben", "chloe", "david")
DECISIONS = ("roll", "keep", "take", "pass", "stand")
ENDS = ("take", "pass", "stand")


async def play_out(evening: Any, play: Any, seed: int) -> None:
    """Press buttons of the board until the game is over, more often than not those that end a turn."""
    source = random.Random(seed)
    for _ in range(3000):
        await evening.settle()
        if "rematch" in play.does:
            return
        choices = [do for do in play.does if do.startswith(DECISIONS)]
        ends = [do for do in choices if do.startswith(ENDS)]
        outcome = await play.do(source.choice(ends if ends and source.random() < 0.7 else choices))
        assert outcome.updated
    raise AssertionError("the game does not end")


async def check_end(evening: Any, hands: Any, play: Any, game: str) -> list[int]:
    """The result, its record, its dice, its place in the leaderboard, and a rematch; returns the numbers shown."""
    ana, message = evening.person("ana"), play.now
    assert "final result" in message["embeds"][-1]["description"]
    record = await of_game(ana, "record")
    report = replay(ana.world.blobs[record.message["attachments"][0]["id"]].data)
    assert (report["ok"], report["game"], report["finished"], report["fair"]) == (True, game, True, True)
    shown = re.findall(r"^\S+ \*\*(\d+)\*\* (?:points?|tokens?) · <@", hands["described"](message), re.MULTILINE)
    assert sorted(map(int, shown)) == sorted(map(abs, report["scores"]))
    code = hands["code_of"](message)
    assert (await of_game(ana, "verify", code)).text.startswith("✅ **All ")
    board = await ana.command("leaderboard", game=game, by="best")
    assert ana.mention in board.text
    assert "**-" not in board.text
    assert (await play.do("rematch", ana)).updated
    await evening.settle()
    assert f"{ana.mention}\u00a0✓ · host" in ana.messages()[-1]["embeds"][-1]["description"]
    return list(map(int, shown))


@pytest.mark.sample(1, among="chips and tokens")
@pytest.mark.parametrize("people", [1, 2, 3])
async def test_yamslam(evening: Any, hands: Any, people: int) -> None:
    play = await evening.game(*EVERYBODY[:people], command="yamslam start", rules="friends")
    if people > 1:
        assert f"{play.turn.mention} begins." in hands["described"](play.now)
    await play_out(evening, play, people)
    if people > 1:
        await check_end(evening, hands, play, "yamslam")


async def test_yamslam_with_the_power_die(evening: Any, hands: Any) -> None:
    play = await evening.game("ana", "ben", command="yamslam start", power=True)
    while "roll" in play.does:  # A throw that takes no chip and freezes ends the turn by itself.
        await play.throw()
    said = hands["described"](play.now)
    assert f"Power {re.search(r'<:power([1-6]):', said)[1]}" in said
    dice = [one["emoji"]["name"] for row in play.now["components"][:2] for one in row["components"]][:6]
    assert dice[5].startswith("power")
    await play_out(evening, play, 3)
    await check_end(evening, hands, play, "yamslam")


async def test_yamslam_in_teams(evening: Any, hands: Any) -> None:
    play = await evening.game(*EVERYBODY, command="yamslam start", teams=2)
    await play_out(evening, play, 5)
    assert "final result" in play.now["embeds"][-1]["description"]
    assert "wins" in play.now["content"] or "share" in play.now["content"]


async def test_a_chip_is_taken_and_given_back(evening: Any, hands: Any) -> None:
    play = await evening.game("ana", "ben", command="yamslam start")
    while True:
        await play.throw()
        takes = [do for do in play.does if do.startswith("take")]
        if takes:
            break
    who = play.turn
    await play.do(takes[0])
    assert re.search(f"{who.mention}: \\d-\\d-\\d-\\d-\\d → \\*\\*", hands["described"](play.now))
    assert play.turn.id != who.id
    chips = await play.beside("sheets", who)
    assert "With bonuses" in chips.message["embeds"][-1]["description"]
    await play.do("undo", who)
    assert play.turn.id == who.id
    assert takes[0] in play.does


@pytest.mark.sample(1, among="chips and tokens")
@pytest.mark.parametrize("people", [2, 4])
async def test_421(evening: Any, hands: Any, people: int) -> None:
    play = await evening.game(*EVERYBODY[:people], command="421 start", rules="friends")
    assert f"{play.turn.mention} begins." in hands["described"](play.now)
    await play_out(evening, play, people)
    assert "Last round:" in hands["described"](play.now)
    card = play.now["embeds"][0]["image"]["description"]
    told = r"\w+: 0 at the start, \d+ halfway, (\d+) at the end"
    assert sum(map(int, re.findall(told, card.partition("Tokens after each round. ")[2]))) == 11
    tokens = await check_end(evening, hands, play, "421")
    assert tokens[0] == 0
    assert sum(tokens) == 11


@pytest.mark.sample(1, among="chips and tokens")
@pytest.mark.parametrize(("command", "choice"), [("421 start", 7), ("yamslam start", 8)])
async def test_two_play_both_ways(evening: Any, hands: Any, command: str, choice: int) -> None:
    play = await evening.lobby("ana", "ben", command=command, rules="friends")
    ana, ben = evening.person("ana"), evening.person("ben")
    panel = PrivateMessage(ana, await play.do("more", ana))
    await panel.do(f"option set games_in_match {choice}")
    assert "● Games in a match: **Both ways (2 games, dice exchanged)** (changed)" in panel.text
    await evening.settle()
    assert "join" not in play.does, "it is for two"
    assert "option pick real_dice real" in panel.does
    refused = await panel.do("option pick real_dice real")
    assert refused.text == refusal(ana, errors.NoExchange())
    await play.begin()
    await play_out(evening, play, 2)
    record = await of_game(ana, "record")
    written = json.loads(ana.world.blobs[record.message["attachments"][0]["id"]].data)
    moves = written["moves"]
    report = replay(json.dumps(written).encode())
    assert (report["ok"], report["finished"], report["fair"]) == (True, True, True)
    made = (
        replay(json.dumps(written | {"moves": moves[:number]}).encode())["seats"][0] for number in range(len(moves))
    )
    second = next(number for number, seat in enumerate(made) if "earlier" in seat)
    assert (moves[0]["seat"], moves[second]["seat"]) == (0, 1)
    assert moves[0]["dice"] == moves[second]["dice"]
    assert (await of_game(ben, "verify", hands["code_of"](play.now))).text.startswith("✅ **All ")
    assert (await play.do("rematch", ana)).updated
    assert (await evening.table(play)).game.both_ways


async def test_421_with_the_power_die(evening: Any, hands: Any) -> None:
    play = await evening.game("ana", "ben", command="421 start", power=True)
    await play.throw()
    said = hands["described"](play.now)
    drawn = re.search(r"<:power([1-6]):", said)
    face = drawn[1] if drawn else "4"  # With Freeze, the only throw is kept by itself.
    assert f" · Power {face}" in said
    assert (f" · Power {face}: nothing" in said) == (face == "1"), "a 1 does nothing"
    await play_out(evening, play, 7)
    assert sum(await check_end(evening, hands, play, "421")) == 21


async def test_the_board_of_421_says_who_leads_the_round(evening: Any, hands: Any) -> None:
    play = await evening.game("ana", "ben", "chloe", command="421 start")
    await play.throw()
    await play.do("stand")
    for _ in range(2):
        assert re.search(r"\*\*\d-\d-\d\*\* leads? [(·]", hands["described"](play.now))
        await play.throw()  # The others may throw no more often, so that their throw is kept by itself.
    assert "Pot **" in hands["described"](play.now)
    page = await play.beside("sheets", play.turn)
    assert "4-2-1 10  1-1-1  7  6-1-1  6" in page.message["embeds"][-1]["description"]
