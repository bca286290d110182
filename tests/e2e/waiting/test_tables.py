"""``/table``: all tables of a person, those that wait for them first."""

from __future__ import annotations

from typing import Any

import pytest

from bot.games import make
from tests.e2e.playing import pressable

SHEET = "yum_classic"


async def test_table_lists_what_waits_for_me_first(waiting: Any) -> None:
    game = await waiting("ana", "ben")
    evening, ben = game.evening, game.evening.person("ben")
    await evening.lobby("chloe", "ben", channel="general", sheet="yum_plus")
    evening.standin.world.add_channel("salon")
    apart = await evening.game("ana", "ben", channel="salon", sheet=SHEET, pace="parallel")
    if game.play.turn.id == ben.id:
        await game.play.throw()
        await game.play.mark()
    shown = await ben.command("table")
    assert shown.ephemeral
    text = described = game.hands["described"](shown.message)
    assert "1 game waits for you." in text
    lines = [line for line in described.splitlines() if "**" in line and "Board" in line]
    assert f"/{game.play.board})" in lines[0], "the table here comes first"
    assert lines[1].startswith("▶ **Yum Classic**")
    assert f"/{apart.board})" in lines[1]
    assert "Not begun, 2 players" in described.splitlines()[-1]
    value = next(iter(do for do in game.hands["does"](shown.message) if do.startswith("mygames own")))
    sheet = await ben.select(shown.message["id"], value, custom_id=game.hands["does"](shown.message)[value])
    assert sheet.ephemeral
    assert any(do == "roll" for do in game.hands["does"](sheet.message))


async def test_table_of_whoever_is_awaited_or_asked(on_vote: Any) -> None:
    game, away, (other,) = await on_vote("ana", "ben")
    assert "**Your turn**" in game.hands["described"]((await away.command("table")).message)
    assert "**Your vote** is asked for" in game.hands["described"]((await other.command("table")).message)


async def test_table_of_somebody_who_plays_nowhere(evening: Any, hands: Any) -> None:
    shown = await evening.person("david").command("table")
    assert pressable(evening.standin.world, "yum start") in hands["described"](shown.message)
    assert shown.ephemeral


@pytest.mark.long
async def test_table_among_two_hundred_tables(evening: Any, hands: Any) -> None:
    tables, guild = evening.client.services.tables, evening.client.guilds[0].id
    ana = int(evening.person("ana").id)
    for number in range(200):
        channel = evening.standin.world.add_channel(f"dice-{number}")
        await tables.open(
            guild=guild, channel=int(channel.id), host=ana if number % 10 == 0 else 5, game=make(SHEET, {}),
            capacity=None, language="en",
        )  # fmt: skip
    shown = await evening.person("ana").command("table")
    assert hands["described"](shown.message).count("Not begun") == 10
    assert shown.message["embeds"][0]["footer"]["text"].endswith("1 of 2")
    second = await evening.person("ana").press(
        shown.message["id"], custom_id=hands["does"](shown.message)["mygames page 1 next"]
    )
    assert hands["described"](second.message).count("Not begun") == 10
