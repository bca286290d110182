"""A trophy stands on the result that brings it, and in ``/stats`` with the way to the game behind it."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine import GameTrophy
from bot.games import trophies_of
from bot.tables.storage import results


async def test_a_trophy_is_told_where_it_happens_and_leads_back_to_its_game(
    evening: Any, day: int, begun: Any, private: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = trophies_of("yams")[-1]
    won = GameTrophy(known.key, known.name, known.sentence, lambda played, _: played.end.turn is None)
    monkeypatch.setattr(results, "trophies_of", lambda _: (won,))
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
    await panel.do(f"stats {ana.id} * * trophies")
    assert known.name in panel.text
