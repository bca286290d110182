"""A trophy stands on the result that brings it, and in ``/stats`` with the way to the game behind it."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine import GameTrophy
from bot.games import TROPHIES_OF
from bot.tables.storage import results
from tests.e2e.playing import described


async def test_a_trophy_is_told_where_it_happens_and_leads_back_to_its_game(
    evening: Any, day: int, begun: Any, private: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = TROPHIES_OF["yams"][-1]
    won = GameTrophy(known.key, known.name, known.sentence, lambda played, _: played.end.turn is None)
    monkeypatch.setattr(results, "TROPHIES_OF", {"yams": (won,)})
    ana, ben = evening.person("ana"), evening.person("ben")
    board = await begun(ana)
    await board.finish()
    assert f"★ **{known.name}**: a trophy for <@{ana.id}>." in board.text
    stats = private(ana, await ana.command("stats"))
    await stats.do(f"stats {ana.id} * * trophies")
    assert known.name in stats.text
    assert known.sentence in stats.text
    await stats.do("played ")
    assert stats.asks("verify")
    panel = private(ben, await ben.command("stats", player=ana.id))
    assert not panel.asks(f"stats {ana.id} * * trophies"), "Ben has yet to play the same day"
    await (await begun(ben)).finish()
    panel = private(ben, await ben.command("stats", player=ana.id))
    await panel.do(f"stats {ana.id} * * trophies")
    assert known.name in panel.text


async def test_the_result_of_a_table_tells_it_to_everybody_once(evening: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    known = TROPHIES_OF["yum_original"][-1]
    won = GameTrophy(known.key, known.name, known.sentence, lambda played, seat: seat == 0)
    monkeypatch.setattr(results, "TROPHIES_OF", {"yum_original": (won,)})
    told = []
    for _ in range(2):
        play = await evening.game("ana", "ben", sheet="yum_original")
        table = await evening.table(play)
        while any(do.startswith(("roll", "mark")) for do in play.does):
            await play.throw()
            await play.mark()
        await evening.settle()
        first = table.players[0]
        told.append((first, f"★ **{known.name}**: a trophy for <@{first}>." in described(play.now)))
    assert told[0][1]
    assert told[1][1] is (told[1][0] != told[0][0]), "once for each person"
