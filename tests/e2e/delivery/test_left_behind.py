"""Requests that a process has left on their way when another one takes over: the last word is the row."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from typing import Any

import pytest

from bot.ui.delivery.reconciler import Reconciler
from tests.e2e.delivery.boards import is_shown

EDIT = ("PATCH", "/channels/{channel_id}/messages/{message_id}")


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot looks again at boards in doubt after half a second."""
    defaults: Any = Reconciler.__init__.__kwdefaults__
    monkeypatch.setitem(defaults, "patience", 0.5)


async def _nothing(*_: object) -> None:
    """It was killed before it could note anything."""


async def test_an_edit_of_a_killed_process_that_arrives_after_the_next_press_does_not_stay(
    quiet_evening: Any, hands: Any
) -> None:
    evening = quiet_evening
    async with evening.running():
        play = await evening.game("ana")
        old = deepcopy(play.now)
    async with evening.running():
        await play.throw()
        await evening.settle()
        play.now.update(old)
        assert (await is_shown(evening, hands)).entries == 1


async def test_a_board_drawn_right_before_the_kill_is_drawn_again_when_nothing_can_arrive_any_more(
    quiet_evening: Any, hands: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = quiet_evening
    async with evening.running():
        play = await evening.game("ana")
        old = deepcopy(play.now)
        monkeypatch.setattr(evening.client.presenter.reconciler, "_note", _nothing)
        await play.throw()
    async with evening.running():
        await evening.settle()
        play.now.update(old)
        assert (await is_shown(evening, hands)).entries == 1


async def test_a_process_that_may_have_lost_its_servers_edits_nothing_but_answers(
    evening: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = await evening.game("ana")
    table, calls = await evening.table(play), evening.standin.world.calls
    edits = Counter(calls)[EDIT]
    monkeypatch.setattr(evening.client.services.shards, "valid", lambda: False)
    await evening.client.presenter.refresh(table)
    assert (await play.throw()).updated
    await evening.settle()
    assert Counter(calls)[EDIT] == edits
