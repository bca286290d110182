"""What computers say stands on the board for a whole turn, or on the result, where the server wants it."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine import Seat
from bot.games.yum.face import YumFace
from bot.screens.kit import computers
from bot.screens.kit.board import Moment
from bot.tables.model.table import Computer
from tests.e2e.computers.test_every_game import to_the_end
from tests.e2e.playing import described

SAID = "**🦁 Pichet**: “"


def speaks(monkeypatch: pytest.MonkeyPatch, *, in_play: bool) -> None:
    monkeypatch.setattr(computers, "_speaks_in_play", lambda _: in_play)


async def test_a_line_stays_for_the_turn_of_the_person_after_it_and_comes_once(
    guessing: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    speaks(monkeypatch, in_play=True)

    seat: list[Seat] = []

    def great(game: Any, before: Any, after: Any, events: Any) -> Moment | None:
        """Every turn of the computer is great."""
        return Moment((), seat[0], great=True) if before.turn in seat and after.turn not in seat else None

    monkeypatch.setattr(YumFace, "moment", staticmethod(great))
    play = await guessing.game("ana", sheet="yum_classic", computers=1)
    players = (await guessing.table(play)).players
    seat.extend(Seat(at) for at, player in enumerate(players) if isinstance(player, Computer))
    await guessing.settle()
    while SAID not in described(play.now):  # She may begin.
        await play.throw()
        await play.mark()
        await guessing.settle()
    await play.throw()
    assert SAID in described(play.now)
    await play.hold(1)
    assert SAID in described(play.now)
    for _ in range(2):
        await play.mark()
        await guessing.settle()
        assert SAID not in described(play.now)
        await play.throw()


async def test_a_result_has_its_line_unless_the_server_wants_none(
    guessing: Any, monkeypatch: pytest.MonkeyPatch, seed: str
) -> None:
    speaks(monkeypatch, in_play=False)
    while True:
        play = await guessing.lobby("ana", sheet="yum_classic", computers=1)
        await to_the_end(guessing, play, seed)
        table = await guessing.table(play)
        if len(table.outcome.winners) == 1:
            break
        seed += "again"  # A computer says nothing of a victory that it shares.
    await guessing.client.presenter.refresh(table)
    assert SAID in described(play.now)
    await guessing.client.services.settings.choose(int(guessing.standin.world.guild.id), remarks=False)
    await guessing.client.presenter.refresh(table)
    assert SAID not in described(play.now)
