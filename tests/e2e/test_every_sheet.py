"""One complete game of each score sheet over sockets, with and without the Power die, by the buttons on the board."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

from bot.games import CATALOGUE, FAMILIES
from bot.games.replay import replay
from bot.games.yum.sheet_lines import would_write
from tests.e2e.playing import of_game

SHEETS = [key for key, family in FAMILIES.items() if family == "yum"]


def _choice(does: dict[str, str], chance: random.Random) -> str:
    """A press as somebody in a hurry makes it: a throw or two, sometimes a die held, a column chosen, then a box."""
    throws = [do for do in does if do.startswith(("roll", "keep"))]
    holds = [do for do in does if do.startswith("hold")]
    boxes = [do for do in does if do.startswith(("mark", "strike"))]
    columns = [do for do in does if do.startswith("menu mark")]
    if not boxes:
        return throws[0] if throws else "done"
    if holds and throws and chance.random() < 0.15:
        return chance.choice(holds)
    if columns and chance.random() < 0.3:
        return chance.choice(columns)
    if throws and chance.random() < 0.2:
        return throws[0]
    if "done" in does and chance.random() < 0.3:
        return "done"
    return boxes[0]


@pytest.mark.sample(2)
@pytest.mark.parametrize("power", [False, True])
@pytest.mark.parametrize("key", SHEETS)
async def test_a_whole_game_of(evening: Any, hands: Any, key: str, power: bool) -> None:
    start: dict[str, Any] = {"command": "yams start"} if key == "yams" else {"sheet": key}
    people = ("ana",) if CATALOGUE[key].make({}).layout.columns > 1 else ("ana", "ben")  # type: ignore[attr-defined]
    play = await evening.game(*people, power=power, **start)
    chance = random.Random(len(key) + power)
    presses = 0
    while "rematch" not in play.does:
        outcome = await play.do(_choice(play.does, chance))
        assert outcome.updated
        presses += 1
        assert presses < 2000
    assert "final result" in play.now["embeds"][-1]["description"]
    ana = evening.person("ana")
    sent = await of_game(ana, "record")
    record = ana.world.blobs[sent.message["attachments"][0]["id"]].data
    report = replay(record)
    assert (report["ok"], report["finished"], report["fair"]) == (True, True, True)
    assert json.loads(record)["options"].get("power", False) is power
    told = f"{play.now['content']}\n{hands['described'](play.now)}"
    shown = re.findall(r"(-?\d[\d,]*)", re.sub(r"<@\d+>", "", told))
    assert {int(score.replace(",", "")) for score in shown} >= set(report["scores"]), told


async def test_a_throw_shows_the_column_that_brings_most_unless_the_player_has_chosen_another(evening: Any) -> None:
    play, shown = await evening.game("ben", sheet="triple_yum"), set[str]()
    for turn in range(22):
        for _ in range(1 + 2 * (turn > 12)):  # By then the best column is not always the one that counts most.
            await play.throw()
            table = await evening.table(play)
            worth = would_write(table.game, table.state)
            brings = {
                column: max((points * column for (at, _), points in worth.items() if at + 1 == column), default=0)
                for column in (1, 2, 3)
            }
            most = max(brings, key=lambda column: (brings[column], column))
            if brings[most]:
                assert _columns_offered(play) == {str(most)}
                shown.add(str(most))
        await play.mark()
    assert shown > {"3"}


async def test_the_chosen_column_stays_while_dice_are_held(evening: Any) -> None:
    play = await evening.game("ben", sheet="triple_yum_plus")
    await play.throw()
    await play.do("menu mark 2")
    await play.hold(1)
    columns = {do.split()[-1] for do in play.does if do.startswith("mark ")}
    assert columns == {"2"}
    await play.do("menu strike 2")
    await play.do("menu mark 2")
    assert {do.split()[-1] for do in play.does if do.startswith("mark ")} == {"2"}


def _columns_offered(play: Any) -> set[str]:
    return {do.split()[-1] for do in play.does if do.startswith("mark ")}


@pytest.mark.parametrize("dice", [0, 1])
async def test_the_chosen_column_stays_when_the_dice_are_thrown(evening: Any, dice: int) -> None:
    play = await evening.game("ben", sheet="triple_yum_plus")
    await play.throw()
    assert _columns_offered(play) == {"3"}
    await play.do("menu mark 1")
    for _ in range(2):
        for die in range(dice):
            await play.hold(die + 1)
        await play.throw()
        assert _columns_offered(play) == {"1"}
    await play.mark()
    await play.throw()
    assert _columns_offered(play) == {"3"}
