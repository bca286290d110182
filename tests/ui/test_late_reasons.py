"""A reason that comes late changes nothing that its reader has left, however long it takes to draw."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from bot.screens.kit import Screen
from bot.thinker.answers import Why
from bot.ui.press import hints, reasons


@pytest.mark.parametrize("goes_on", [False, True])
async def test_who_presses_on_while_a_late_reason_is_drawn_keeps_what_they_see(
    monkeypatch: pytest.MonkeyPatch, *, goes_on: bool
) -> None:
    later, changed, drawn = list[Any](), list[Any](), asyncio.Event()
    thought, drawing = asyncio.Event(), asyncio.Event()
    press: Any = SimpleNamespace(id=1, user=SimpleNamespace(id=7), message=None)
    shown = reasons.Reasons(lambda work, _: later.append(asyncio.ensure_future(work)))

    async def whispered(*_: Any, **__: Any) -> None: ...

    async def redrawn(_: Any, message: Any) -> None:
        changed.append(message)

    async def why() -> Why | None:
        await thought.wait()
        return ()

    async def message(known: Why | None) -> Any:
        if known == ():
            drawing.set()
            await drawn.wait()
        return known

    monkeypatch.setattr(reasons, "whisper_rendered", whispered)
    monkeypatch.setattr(reasons, "redraw", redrawn)
    monkeypatch.setattr(reasons, "_AT_ONCE_SECONDS", 0)
    await shown.show(press, why(), message)
    thought.set()
    await drawing.wait()
    if goes_on:
        shown._presses._latest.put((7, 1), 2)  # As a press on the message that the first one has made.
    drawn.set()
    await asyncio.gather(*later)
    assert changed == ([] if goes_on else [()])


@pytest.mark.parametrize("goes_on", [False, True])
async def test_who_moves_while_a_late_reason_asks_for_the_table_keeps_what_they_see(
    monkeypatch: pytest.MonkeyPatch, *, goes_on: bool
) -> None:
    later, changed, latest = list[Any](), list[str](), [True]
    thought, looking, looked = asyncio.Event(), asyncio.Event(), asyncio.Event()
    presenter = SimpleNamespace(run_later=lambda work, _: later.append(asyncio.ensure_future(work)))
    press: Any = SimpleNamespace(context=None, presenter=presenter)
    nothing: Any = None

    async def show(_: Screen) -> None: ...

    async def why(*_: Any) -> Why:
        await thought.wait()
        return ()

    async def is_now(*_: Any) -> bool:
        looking.set()
        await looked.wait()
        return True

    async def change(*about: Any) -> None:
        changed.append(about[-1].title)

    monkeypatch.setattr(hints, "hint_screen", lambda *_: Screen(title="hint", body=""))
    monkeypatch.setattr(hints, "_why", why)
    monkeypatch.setattr(hints, "_is_now", is_now)
    monkeypatch.setattr(hints, "_change", change)
    monkeypatch.setattr(reasons, "_AT_ONCE_SECONDS", 0)
    await hints._told(press, nothing, nothing, show, lambda: latest[0])
    thought.set()
    await looking.wait()
    latest[0] = not goes_on
    looked.set()
    await asyncio.gather(*later)
    assert changed == ([] if goes_on else ["hint"])
