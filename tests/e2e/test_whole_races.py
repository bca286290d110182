"""Games without score sheets from their start command to Rematch, over sockets, with two to four people."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from bot.games.replay import replay
from tests.e2e.playing import of_game

EVERYBODY = ("ana", "ben", "chloe", "david")
DECISIONS = ("roll", "keep", "bank", "move", "stop")
MOST_PRESSES = 4000


async def play_out(evening: Any, play: Any, seed: int) -> int:
    """Press buttons of the board until the game is over; returns how many presses it took."""
    source, presses = random.Random(seed), 0
    while "rematch" not in play.does and presses < MOST_PRESSES:
        await evening.settle()
        choices = [do for do in play.does if do.startswith(DECISIONS)]
        assert choices, play.now
        outcome = await play.do(source.choice(choices))
        assert outcome.updated
        presses += 1
    await evening.settle()
    return presses


async def check_end(evening: Any, hands: Any, play: Any, game: str) -> None:
    """The result, its record, its dice, its place in the leaderboard, and a rematch."""
    ana = evening.person("ana")
    message = play.now
    assert "final result" in hands["described"](message)
    assert not re.search(r"[0-9a-f]{64}", str(message["embeds"]))
    record = await of_game(ana, "record")
    report = replay(ana.world.blobs[record.message["attachments"][0]["id"]].data)
    assert (report["ok"], report["game"], report["finished"], report["fair"]) == (True, game, True, True)
    said = message["content"] + "\n" + hands["described"](message)
    places = re.findall(r"(?:^\S+ \*\*|finishes with )([\d,]+)(?:\*\*)? (?:point|column)", said, re.MULTILINE)
    assert sorted(int(points.replace(",", "")) for points in places) == sorted(report["scores"])
    code = hands["code_of"](message)
    assert (await of_game(ana, "verify", code)).text.startswith("✅ **All ")
    assert ana.mention in (await ana.command("leaderboard", game=game)).text
    assert (await play.do("rematch", ana)).updated
    await evening.settle()
    seat = f"{ana.mention}\u00a0✓" if len(places) > 1 else f"1. {ana.mention}"  # Alone nobody is awaited.
    assert f"{seat} · host" in ana.messages()[-1]["embeds"][0]["description"]


@pytest.mark.sample(1, among="whole races")
@pytest.mark.parametrize("people", [2, 4])
async def test_5000(evening: Any, hands: Any, people: int) -> None:
    play = await evening.game(*EVERYBODY[:people], command="5000 start", rules="friends")
    assert await play_out(evening, play, people)  # Five 1s win at once.
    await check_end(evening, hands, play, "5000")


async def test_dice_of_5000_are_chosen_by_pressing_them(evening: Any, hands: Any) -> None:
    play = await evening.game("ana", "ben", command="5000 start")
    while not any(do.startswith("keep") and len(do.split()) == 3 for do in play.does):
        await play.do(next(do for do in play.does if do.startswith(DECISIONS)))
    chosen = next(do for do in play.does if do.startswith("keep")).split()[1:]
    shown = [one["emoji"]["name"] for one in play.now["components"][0]["components"]]
    held = {place: name.removeprefix("garde")[0] for place, name in enumerate(shown, 1) if name.startswith("garde")}
    assert sorted(held.values()) == chosen
    place = min(held)
    await play.hold(place)
    left = list(chosen)
    left.remove(held[place])
    assert f"Chosen **{'-'.join(left)}**" in hands["described"](play.now)
    assert f"keep {' '.join(left)}" in play.does


@pytest.mark.sample(1, among="whole races")
@pytest.mark.parametrize("people", [1, 2, 4])
async def test_cant_stop(evening: Any, hands: Any, people: int) -> None:
    play = await evening.game(*EVERYBODY[:people], command="cantstop start")
    first = play.turn
    assert (f"{first.mention} begins." in hands["described"](play.now)) == (people > 1)
    assert await play_out(evening, play, people) > people
    said = play.now["content"] + hands["described"](play.now)
    assert "wins" in said if people > 1 else re.search(r"has won the columns in \d+ turns?\.", said)
    await check_end(evening, hands, play, "cant_stop")


@pytest.mark.sample(1, among="whole races")
@pytest.mark.parametrize(("command", "game"), [("cantstop", "cant_stop"), ("5000", "5000"), ("ambition", "ambition")])
async def test_with_the_power_die(evening: Any, hands: Any, command: str, game: str) -> None:
    play = await evening.game("ana", "ben", command=f"{command} start", power=True)
    board = hands["described"](play.now)
    while not (found := re.search(r"\*\*Power [1-6]\*\* · | · Power [1-6]", board)):
        await play.do(next(do for do in play.does if do.startswith(DECISIONS)))
        await evening.settle()
        board = hands["described"](play.now)
    assert found
    assert await play_out(evening, play, 4) > (0 if game == "5000" else 4)  # Five 1s win at once.
    await check_end(evening, hands, play, game)


async def test_moves_of_cant_stop_say_what_they_do(evening: Any, hands: Any) -> None:
    play = await evening.game("ana", "ben", command="cantstop start")
    await play.throw()
    while not (moves := [do.split()[1:] for do in play.does if do.startswith("move")]):
        await play.do("stop")  # The only pair has moved by itself.
        await play.throw()
    table = await evening.table(play)
    cones = {str(column): height for column, height in table.state.cones[table.turn]}
    labels = [
        one["label"] for row in play.now["components"][:2] for one in row["components"] if not one.get("disabled")
    ]
    heights = {str(column): 13 - 2 * abs(7 - column) for column in range(2, 13)}
    assert labels == [
        f"{first} twice: {cones.get(first, 0) + 2}/{heights[first]}"
        if first == second
        else " · ".join(f"{one}: {cones.get(one, 0) + 1}/{heights[one]}" for one in (first, second))
        for first, second in moves
    ]
    column = moves[0][0]
    step = cones.get(column, 0) + 1 + (moves[0][0] == moves[0][1])
    await play.do(f"move {' '.join(moves[0])}")
    assert f"**{column}**: {step} of {heights[column]}" in hands["described"](play.now).splitlines()[-2]
    who = play.turn
    await play.do("stop")
    assert f"{who.mention} stops" in hands["described"](play.now)
    await play.do("undo", who)
    assert play.turn.id == who.id
    assert "stop" in play.does


@pytest.mark.sample(1, among="whole races")
@pytest.mark.parametrize("people", [2, 3])
async def test_ambition(evening: Any, hands: Any, people: int) -> None:
    play = await evening.game(*EVERYBODY[:people], command="ambition start", rules="friends")
    assert "To qualify" in hands["described"](play.now)
    assert set(play.does) & {"roll", "stop"} == {"roll"}
    assert await play_out(evening, play, people) > people
    assert "**2,000** points · <@" in hands["described"](play.now)
    await check_end(evening, hands, play, "ambition")
