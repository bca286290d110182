"""Two teams at each game, chosen in the lobby, over sockets: the bot dies in the lobby and in the game."""

import random
import re
from typing import Any

import pytest

from bot.games.replay import replay
from tests.e2e.playing import PrivateMessage, code_of, of_game

GAMES = {
    "yum_original": {"command": "yum start", "sheet": "yum_original"},
    "5000": {"command": "5000 start", "rules": "friends"},
    "ambition": {"command": "ambition start", "rules": "friends"},
    "cant_stop": {"command": "cantstop start"},
}
DECISIONS = ("roll", "keep", "mark", "bank", "move", "stop")
ENDS = ("mark", "bank", "move", "stop")
MOST_PRESSES = 4000
RED, BLUE = "🔴 Red team", "🔵 Blue team"


async def play_on(play: Any, chance: random.Random, presses: int) -> None:
    """Press so often, mostly what ends a turn, or until the game is over."""
    for _ in range(presses):
        if "rematch" in play.does:
            return
        choices = [do for do in play.does if do.startswith(DECISIONS)]
        ends = [do for do in choices if do.startswith(ENDS)]
        assert (await play.do(chance.choice(ends if ends and chance.random() < 0.7 else choices))).updated


async def two_sides(play: Any, hands: Any, host: Any) -> None:
    """Choose two sides under Options."""
    await PrivateMessage(host, await play.do("more", host)).do("option set teams 1")
    await hands["until"](lambda: "side 1" in play.does)


async def reborn(process: Any, running: Any, play: Any) -> Any:
    """Kill the bot and start it again: the message is what it was."""
    before = play.does
    await process.kill(running)
    running = await process.start()
    assert play.does == before
    return running


def partners(text: str) -> dict[str, set[str]]:
    """The mentions on the line of each side, or below it; not on those that tell what was rare."""
    found: dict[str, set[str]] = {}
    told = "\n".join(line for line in text.split("\n") if not re.search("One turn brought|Yum for| times: ", line))
    for part in re.split(r"(?=🔴|🔵)", told):
        for side in (RED, BLUE):
            if part.startswith(side):
                found.setdefault(side, set()).update(re.findall(r"<@\d+>", part.split("\n\n")[0]))
    return found


def on_the_board(text: str) -> dict[str, set[str]]:
    """The mentions on the lines above the dice that bear the sign of a side, or a cone of its colour."""
    found: dict[str, set[str]] = {RED: set(), BLUE: set()}
    for line in text.split("\n# ", maxsplit=1)[0].split("\n"):
        for side, cone in ((RED, "cone_red"), (BLUE, "cone_blue")):
            if side[0] in line or cone in line:
                found[side].update(re.findall(r"<@\d+>", line))
    return found


@pytest.mark.long(9)
@pytest.mark.parametrize("key", GAMES)
async def test_chosen_sides_survive_two_kills(process: Any, hands: Any, seed: str, key: str) -> None:
    chance, running = random.Random(f"{seed} {key}"), await process.start()
    ana, ben, chloe, david = map(process.standin.person, ("ana", "ben", "chloe", "david"))
    play = await process.lobby("ana", "ben", **GAMES[key])
    await two_sides(play, hands, ana)
    assert (await play.do("side 1", ana)).updated
    assert (await play.do("side 1", chloe)).updated
    running = await reborn(process, running, play)
    assert f"1. {ana.mention} · host · {BLUE}" in hands["described"](play.now)
    assert (await play.do("side dealt", david)).updated
    await play.begin()
    sides = {BLUE: {ana.mention, chloe.mention}, RED: {ben.mention, david.mention}}
    assert on_the_board(hands["described"](play.now)) == sides
    await play_on(play, chance, 40)
    running = await reborn(process, running, play)
    await play_on(play, chance, MOST_PRESSES)
    said = hands["described"](play.now)
    assert "final result" in said
    assert partners(said.split("final result")[-1]) == sides
    await check_end(process, ana, play, key)
    assert (await play.do("rematch", ana)).updated
    await hands["until"](lambda: "side 1" in hands["does"](ana.messages()[-1]))
    assert f"{ana.mention}\u00a0✓ · host · {BLUE}" in hands["described"](ana.messages()[-1])
    status, log = await process.end(running)
    assert (status, "Traceback" in log) == (0, False)


async def check_end(process: Any, ana: Any, play: Any, key: str) -> None:
    """The record replays, both sides have one score each, and the seats follow from dice and choices."""
    record = await of_game(ana, "record")
    report = replay(ana.world.blobs[record.message["attachments"][0]["id"]].data)
    assert (report["ok"], report["game"], report["finished"], report["fair"]) == (True, key, True, True)
    assert report["scores"][:2] == report["scores"][2:]
    code = code_of(play.now)
    assert (await of_game(ana, "verify", code)).text.startswith("✅ **All ")
