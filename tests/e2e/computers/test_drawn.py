"""Where a board has a picture, the turn of a computer sends one: when it has written a box."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import pytest

from bot.engine.types import text
from bot.thinker.worker import ComputerChoice
from bot.ui.delivery import computers
from bot.ui.discord.pictures import Picture
from tests.e2e.computers.test_playing import BY_TOKEN
from tests.e2e.playing import described


@pytest.fixture
def answered() -> asyncio.Event:
    """Set, but while the press before the turn of a computer waits for its answer."""
    event = asyncio.Event()
    event.set()
    return event


@pytest.fixture
async def holding(guessing: Any, answered: asyncio.Event, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Computers hold the first die before each further throw, and write the first box that is open then."""
    for patience in ("_TURN_SECONDS", "_LONG_SECONDS"):  # However busy the machine is.
        monkeypatch.setattr(computers, patience, 3600.0)

    async def choose(game: Any, state: Any, level: str, slips: str, **_: object) -> ComputerChoice:
        await answered.wait()  # In real use it has a second.
        legal = [text(action) for action in game.legal_actions(state)]
        wanted = f"keep {state.dice[0]}" if state.dice else "roll"
        return ComputerChoice(wanted if wanted in legal else next(do for do in legal if do.startswith("mark")), level)

    guessing.client.services.tables.thinker.choose = choose
    guessing.client.presenter.reconciler.patience = 3600.0
    return guessing


@pytest.mark.parametrize("drawn", [True, False])
async def test_what_a_computer_holds_is_shown_below_the_picture_that_stands_there(
    holding: Any, answered: asyncio.Event, monkeypatch: pytest.MonkeyPatch, drawn: bool
) -> None:
    guild, settings = int(holding.standin.world.guild.id), holding.client.services.settings
    await settings.choose(guild, calls=False, sheets="drawn" if drawn else "text")
    play = await holding.game("ana", computers=1)
    await holding.settle()
    sent: list[str] = []
    file = Picture.file

    def counted(picture: Picture) -> Any:
        sent.append(picture.name)
        return file(picture)

    monkeypatch.setattr(Picture, "file", counted)
    await play.throw()
    before = Counter(holding.standin.world.calls)
    answered.clear()
    await play.mark()
    answered.set()
    await holding.settle()
    assert (Counter(holding.standin.world.calls) - before)[BY_TOKEN] == 3, "two throws and a box"
    assert len(sent) == len(set(sent)) == (2 if drawn else 0), "Ana's box, and that of the computer"
    assert ("image" in play.now["embeds"][0]) is drawn
    assert "Pichet" in described(play.now)
    now = play.now["embeds"][0].get("image")
    await play.throw()
    assert play.now["embeds"][0].get("image") == now
    assert len(sent) == (2 if drawn else 0)
