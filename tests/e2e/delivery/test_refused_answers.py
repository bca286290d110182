"""Discord refuses one request in seven with 403: nobody reads of a fault, and whatever was saved comes to its board."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.standin.world.faults import Fault
from bot.ui.discord.adapter import read_custom_id
from tests.e2e.delivery.boards import is_shown, row
from tests.request_faults import error

FAULT = ("Something went wrong", "Un problème")
COMMANDS = ("help", "table", "stats", "leaderboard", "preferences", "games")


async def test_one_answer_in_seven_is_refused(
    evening: Any, hands: Any, seed: str, caplog: pytest.LogCaptureFixture
) -> None:
    world, chance = evening.standin.world, random.Random(seed)
    refused, next_ones = list[str](), list[bool]()

    def draw(method: str, route: str) -> Fault | None:
        if not route.startswith(("/interactions", "/webhooks")):
            return None
        if not next_ones:  # One of each seven, whatever is drawn: a few games would else meet hardly any.
            next_ones.extend(chance.sample([True] + 6 * [False], 7))
        if not next_ones.pop():
            return None
        refused.append(route)
        return Fault("*", "*", 1, error(403, chance.choice([0, 50001, 50013])))

    play = await evening.game("ana", "ben", sheet="yum_original")
    world.interactions.answer_limit = 1.0  # A press whose every answer is refused has none.
    world.faults.storm(draw)
    said: list[str] = []
    for number in range(120):
        if number % 10 == 9:
            said.append((await evening.person("ana").command(chance.choice(COMMANDS))).text)
            continue
        play.board = str(row(evening)["message"])
        does = play.does
        if "rematch" in does or not does:
            break
        do = chance.choice(list(does))
        press = read_custom_id(does[do])
        assert press is not None
        who = chance.choice([evening.person("ben"), evening.person("ana")]) if number % 5 == 0 else play.turn
        outcome = await hands["forge"](who, play.board, does[do], *([] if press.do == do else [do]))
        said.append(outcome.text)
        await evening.settle()
    assert len(refused) > 10
    world.faults.clear()
    await is_shown(evening, hands)
    assert not [one for one in said if one.startswith(FAULT)]
    assert [one.getMessage() for one in caplog.get_records("call") if one.exc_info] == []
