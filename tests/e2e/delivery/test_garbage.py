"""A press is gone once it is answered: nothing is left for the garbage collector, which would hold up other presses."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import pytest

from bot.games.yum import board
from bot.screens.table import board as every_board
from bot.tables.model.table import table_id
from bot.ui.discord import adapter
from bot.ui.discord.press_event import PressInteraction
from tests.e2e.playing import code_of, forge


async def test_a_press_is_freed_without_the_garbage_collector(evening: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    pressed: list[weakref.ref[PressInteraction]] = []
    made = PressInteraction._from_data

    def noted(press: PressInteraction, *about: Any) -> None:
        pressed.append(weakref.ref(press))
        made(press, *about)

    monkeypatch.setattr(PressInteraction, "_from_data", noted)
    play = await evening.game("ana", "ben", sheet="yum_classic")
    gc.collect()
    gc.disable()
    try:
        await play.throw()
        await play.hold(1)
        await play.throw()
        await play.mark()
        await play.beside("sheets", play.turn)
        old_button, who = next(id for do, id in play.does.items() if do == "roll"), play.turn
        await play.throw()
        await forge(who, play.board, old_button)
        await play.mark()
        for _ in range(3):
            await play.whole_turn()
        await evening.settle()
        alive = [press for ref in pressed if (press := ref()) is not None]
        assert len(pressed) > 10
        # The bot remembers the latest press on a board: by its token it draws the board again.
        assert len(alive) <= 2
    finally:
        gc.enable()


async def test_memory_keeps_no_sheet_rows_and_news_of_a_game_that_is_over(evening: Any) -> None:
    play = await evening.game("ana", "ben", sheet="yum_classic")
    code = code_of(play.now)
    above, news = every_board._above._kept, evening.client.presenter.renderer._news._kept
    stills = [still._kept for still in board._stills.values()]

    def kept() -> list[bool]:
        id = table_id(code)
        return [
            code in adapter._drawn._values,
            id in above._values,
            id in news._values,
            any(id in still._values for still in stills),
        ]

    await play.throw()
    await play.hold(1)
    await evening.settle()
    assert kept() == [True, True, True, True]
    await evening.end_table(evening.person("ana"))
    await evening.settle()
    assert kept() == [False, False, False, False]
