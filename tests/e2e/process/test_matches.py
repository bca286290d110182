"""A match of each game without sheets, over sockets: the bot dies in the first game and where the second one begins."""

import json
import random
import re
from typing import Any

import pytest

from bot.games.replay import replay
from tests.e2e.playing import described, of_game, titled

GAMES = {"5000": "5000", "ambition": "ambition", "cant_stop": "cantstop", "421": "421"}
DECISIONS = ("roll", "keep", "bank", "move", "stop", "stand")
MOST_PRESSES = 3000


class Match:
    """Two people at a table, and a bot that dies."""

    def __init__(self, process: Any, play: Any, chance: random.Random) -> None:
        self.process, self.play, self.chance = process, play, chance
        self.last: tuple[Any, str] = (None, "")
        """The latest decision: whose, and its text."""

    @property
    def title(self) -> str:
        return f"{titled(self.play.now)} {described(self.play.now)}"

    async def press(self, do: str = "", who: Any = None) -> None:
        """Press ``do``, or some decision: half of the time one that ends the turn."""
        choices = [one for one in self.play.does if one.startswith(DECISIONS)]
        ends = [one for one in choices if not one.startswith(("roll", "keep"))]
        do = do or self.chance.choice(ends if ends and self.chance.random() < 0.5 else choices)
        who = who or self.play.turn
        assert (await self.play.do(do, who)).updated
        self.last = who, do

    async def board_moves(self, hands: Any) -> None:
        """Wait until the board stands below the picture of the game that has ended."""
        latest = "SELECT message FROM tables ORDER BY number DESC LIMIT 1"
        await hands["until"](lambda: str(hands["rows"](self.process.file, latest)[0][0]) != self.play.board)
        self.play.board = str(hands["rows"](self.process.file, latest)[0][0])

    async def play_to(self, words: str) -> None:
        """Press until the title says this."""
        for _ in range(MOST_PRESSES):
            if words in self.title:
                return
            await self.press()
        pytest.fail(f"{self.title}: never {words}")

    async def die(self, running: Any) -> Any:
        """Kill the bot and start it again: the board is what it was."""
        before = self.play.does
        await self.process.kill(running)
        running = await self.process.start()
        assert self.play.does == before
        return running


@pytest.mark.long(8)
@pytest.mark.parametrize("key", GAMES)
async def test_a_match_survives_two_kills(process: Any, hands: Any, seed: str, key: str) -> None:
    running = await process.start()
    rules = {} if key == "cant_stop" else {"rules": "friends"}
    play = await process.lobby("ana", "ben", command=f"{GAMES[key]} start", games=2, **rules)
    assert "Games in a match: **2**" in str(play.now["embeds"][0])
    await play.begin()
    match = Match(process, play, random.Random(f"{seed} {key}"))
    assert "game 1/2" in match.title
    for _ in range(7):
        await match.press()
    running = await match.die(running)
    await match.play_to("game 2/2")
    await match.board_moves(hands)
    said = hands["described"](play.now)
    assert re.search(r"\*\*Game 1 goes to <@\d+>\.\*\* The next one begins\.", said)
    assert ("Games won: " if key == "421" else "Before this game: ") in said
    running = await match.die(running)
    if "undo" in play.does:
        who, do = match.last
        await play.do("undo", who)
        assert "game 1/2" in match.title
        await match.press(do, who)
        assert "game 2/2" in match.title
        await match.board_moves(hands)
    await match.play_to("final result")
    await _check_end(process, hands, play, key)
    status, log = await process.end(running)
    assert (status, "Traceback" in log) == (0, False)


async def _check_end(process: Any, hands: Any, play: Any, key: str) -> None:
    """One result, with the points of both games; its record and its dice are right."""
    ana, said = process.standin.person("ana"), hands["described"](play.now)
    record = await of_game(ana, "record")
    report = replay(ana.world.blobs[record.message["attachments"][0]["id"]].data)
    assert (report["ok"], report["game"], report["finished"], report["fair"]) == (True, key, True, True)
    games = re.findall(r"\((\d+)\xa0\+\xa0(\d+)\)", said.replace(",", ""))
    assert sorted(sum(map(int, both)) for both in games) == sorted(report["scores"])
    assert sorted(int(first) for first, _ in games) == sorted(seat["earlier"][0] for seat in report["seats"])
    code = hands["code_of"](play.now)
    assert (await of_game(ana, "verify", code)).text.startswith("✅ **All ")
    results = hands["rows"](process.file, "SELECT score, options FROM results ORDER BY score")
    assert [score for score, _ in results] == sorted(report["scores"])
    assert [json.loads(options)["games_in_match"] for _, options in results] == [2, 2]
