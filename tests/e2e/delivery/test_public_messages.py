"""Buttons of a private panel, pressed on a message that others see: that message stays as it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from bot.engine.types import text
from bot.games import make
from tests.e2e.playing import open_panel

SHEET = "yum_classic"
PANELS = (
    "settings",
    "preferences",
    "stats",
    "games",
    "leaderboard",
    "season",
    "daily",
    "privacy",
    "table",
    "help",
    "about",
)
ASKING = ("privacy ask", "season ask end 1", "settings page channels", "preferences page quiet")
"""Presses that lead to further buttons."""


async def _finished(evening: Any) -> None:
    """Play a game to its end, so that there are statistics, a history and a season."""
    tables = evening.client.services.tables
    play = await evening.game("ana", channel="salon-de-jeu", sheet=SHEET)
    table = await evening.table(play)
    while not table.over:
        do = next(found for begins in ("roll", "mark") for found in _legal(table, begins))
        table = (await tables.act(table.id, table.players[0], table.step, do)).after
    await evening.settle()


def _legal(table: Any, beginning: str) -> Iterator[str]:
    return (found for found in map(text, table.game.legal_actions(table.state)) if found.startswith(beginning))


@pytest.mark.sample(2)
@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.usefixtures("unhurried")
async def test_no_panel_takes_the_place_of_a_board(evening: Any, hands: Any, panel: str) -> None:
    """Each button and each line of a menu of the panel, and of the panels behind it, pressed on a board."""
    await _finished(evening)
    await evening.game("ana", "ben", channel="general", sheet=SHEET, pace="parallel")
    play = await evening.game("ana", "ben", sheet=SHEET)
    ana = evening.person("ana")
    shown = await open_panel(ana, panel)
    asked = hands["does"](shown.message)
    for more in ASKING:
        if more in asked:
            outcome = await hands["forge"](ana, shown, asked[more], *_values(asked, more))
            asked |= hands["does"](outcome.message)
    assert asked
    board = play.now

    def changes_looks(do: str) -> bool:
        """Whether boards look otherwise after ``do``, as their players want it; these come last."""
        return do.startswith("preferences set")

    for do, custom_id in sorted(asked.items(), key=lambda item: changes_looks(item[0])):
        if do.startswith("mygames show"):
            continue  # It brings the board, and takes the old one away.
        outcome = await hands["forge"](ana, play.board, custom_id, *_values(asked, do))
        assert not outcome.failed, do
        await evening.settle()
        assert changes_looks(do) or play.now == board, do
        assert outcome.ephemeral or not outcome.updated, do
    table = await evening.table(play)
    assert table.seat_of(int(ana.id)) is not None


def _values(asked: dict[str, str], do: str) -> tuple[str, ...]:
    """The chosen values, if ``do`` is a line of a menu."""
    return () if asked[do].endswith(f":{do}") else (do,)


@pytest.mark.usefixtures("unhurried")
async def test_nobody_is_erased_by_a_press_on_a_board(evening: Any, hands: Any) -> None:
    play = await evening.game("ana", "ben", sheet=SHEET)
    ben, board = evening.person("ben"), play.now
    outcome = await hands["forge"](ben, play.board, "g1:-:0:privacy erase")
    assert outcome.ephemeral
    assert "Erase everything about you?" in outcome.text
    assert play.now == board
    assert (await evening.table(play)).seat_of(int(ben.id)) is not None
    await ben.press(outcome, custom_id=hands["does"](outcome.message)["privacy erase"])
    await hands["until"](lambda: ben.message(outcome.message["id"])["embeds"][0]["title"] == "Erased")


@pytest.mark.sample(2)
@pytest.mark.parametrize("do", ["privacy", "privacy nonsense", "privacy show", "privacy erase now", "privacy export"])
@pytest.mark.usefixtures("unhurried")
async def test_whatever_privacy_is_asked_on_a_board_the_board_stays(evening: Any, hands: Any, do: str) -> None:
    play = await evening.game("ana", "ben", sheet=SHEET)
    board = play.now
    outcome = await hands["forge"](evening.person("chloe"), play.board, f"g1:-:0:{do}")
    await evening.settle()
    assert outcome.ephemeral
    assert play.now == board


@pytest.mark.usefixtures("unhurried")
async def test_a_press_of_a_table_without_a_message_takes_no_other_board(evening: Any, hands: Any) -> None:
    """A press on its own board adopts that board; a forged press on another board does not."""
    play = await evening.game("ana", sheet=SHEET)
    await evening.end_table(evening.person("ana"))
    await evening.settle()
    tables, guild = evening.client.services.tables, int(evening.standin.world.guild_id)
    lost = (await tables.open(guild=guild, channel=5, host=1, game=make(SHEET, {}), capacity=None, language="en")).after
    board, chloe = play.now, evening.person("chloe")
    outcome = await hands["forge"](chloe, play.board, f"g1:{lost.code}:0:join")
    assert outcome.ephemeral
    assert play.now == board
    assert (await tables.repository.reload(lost.id)).message is None
    panel = await open_panel(chloe, "privacy")
    assert (await hands["forge"](chloe, panel, f"g1:{lost.code}:0:join")).ephemeral
    assert (await tables.repository.reload(lost.id)).message is None
