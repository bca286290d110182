"""Which tables allow hints, and what one game with a hint counts as."""

from __future__ import annotations

import pytest

from bot.games import make
from bot.tables.model.choices import GuildChoices
from bot.tables.model.errors import NoHints, NotOnTurn, OldPress
from bot.tables.model.store import Kind
from bot.tables.model.table import Hints, TableSettings
from bot.tables.moves import playing
from bot.tables.records.leaderboards import counts_for_rating
from tests.factories import table_of

GAME = make("yamslam", {})


@pytest.mark.parametrize(
    ("hints", "players", "allowed"),
    [
        (Hints.ALONE, (1,), True),
        (Hints.ALONE, (1, 2), False),
        (Hints.ON, (1, 2), True),
        (Hints.OFF, (1,), False),
    ],
)
def test_the_table_decides_who_may_ask(hints: Hints, players: tuple[int, ...], allowed: bool) -> None:
    assert table_of(GAME, players, settings=TableSettings(hints=hints)).allows_hints is allowed


def test_the_game_of_the_day_has_no_hints_whatever_is_chosen() -> None:
    table = table_of(GAME, (1,), settings=TableSettings(hints=Hints.ON, daily=20261121))
    assert not table.allows_hints
    assert not playing.is_coached(table)
    with pytest.raises(NoHints):
        playing.with_hint(table, 1, table.step)


def test_only_who_is_to_act_gets_a_hint_and_it_is_written_down_once() -> None:
    table = table_of(GAME, (1, 2), settings=TableSettings(hints=Hints.ON))
    with pytest.raises(NotOnTurn):
        playing.with_hint(table, 2, table.step)
    with pytest.raises(OldPress):
        playing.with_hint(table, 1, table.step - 1)
    after = playing.with_hint(table, 1, table.step).table
    assert (after.hinted, after.step, after.version) == ((0,), table.step, table.version + 1)
    assert playing.with_hint(after, 1, after.step).table is after


@pytest.mark.parametrize(("kind", "counts"), [("together", True), ("real", True), ("hints", False), ("solo", False)])
def test_no_choice_of_a_server_rates_games_with_hints(kind: Kind, counts: bool) -> None:
    choices = GuildChoices(count_real_dice=True, ranked="all")
    assert counts_for_rating(choices, kind, "") is counts
