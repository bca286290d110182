"""Another sheet, pace or dice in the lobby: who sits here stays, house rules go along where the new game has them."""

from __future__ import annotations

import pytest

from bot.engine import IllegalAction, WrongSeats
from bot.games import CATALOGUE, make
from bot.tables.model.errors import NoSuchCapacity, NotHost, OnlyInTurns, SeatsTaken
from bot.tables.model.table import AbsencePolicy, Table, TableSettings
from bot.tables.moves import lobbies
from bot.tables.moves.lobbies import SettingsChoice
from tests.factories import lobby_of, users

ANA, BEN = users(2)


def chosen(
    table: Table, sheet: str | None = None, user: int = ANA, capacity: int | None = None, **choice: object
) -> Table:
    settings: SettingsChoice = choice  # type: ignore[assignment]
    return lobbies.choose(table, user, make, 0, sheet, capacity, **settings).table


def test_the_host_says_for_how_many_the_table_is_until_another_game_takes_fewer() -> None:
    table = lobby_of(make("yum_plus", {}), (ANA, BEN))
    after = chosen(table, capacity=3)
    assert (after.capacity, after.players, after.step) == (3, (ANA, BEN), table.step + 1)
    assert chosen(after, capacity=3) is after
    assert chosen(after, "yams").capacity == 3
    assert chosen(chosen(table, simultaneous=True, capacity=25), simultaneous=False).capacity == 12


@pytest.mark.parametrize(("capacity", "why"), [(1, SeatsTaken), (0, NoSuchCapacity), (13, NoSuchCapacity)])
def test_a_number_that_does_not_fit_is_refused(capacity: int, why: type[Exception]) -> None:
    with pytest.raises(why):
        chosen(lobby_of(make("yum_plus", {}), (ANA, BEN)), capacity=capacity)


def test_teams_are_of_equal_size() -> None:
    table = lobby_of(make("yum_plus", {"teams": 3}), (ANA, BEN))
    assert chosen(table, capacity=9).capacity == 9
    with pytest.raises(NoSuchCapacity):
        chosen(table, capacity=8)


def test_only_the_host_says_for_how_many() -> None:
    with pytest.raises(NotHost):
        chosen(lobby_of(make("yum_plus", {}), (ANA, BEN)), user=BEN, capacity=4)


def test_another_sheet_keeps_the_house_rules_it_knows() -> None:
    table = lobby_of(make("yum_plus", {"power": True, "games_in_match": 3, "low_first": True}), (ANA, BEN))
    after = chosen(table, "yum_classic")
    assert (after.game.key, after.players) == ("yum_classic", (ANA, BEN))
    assert dict(after.game.options) == {"power": True, "games_in_match": 3}


def test_another_sheet_keeps_ready_made_rules_by_their_name() -> None:
    friends = {
        key: dict(next(one.options for one in CATALOGUE[key].presets if one.key == "friends"))
        for key in ("yum_plus", "yams")
    }
    assert friends["yum_plus"] != friends["yams"]
    after = chosen(lobby_of(make("yum_plus", friends["yum_plus"]), (ANA,)), "yams")
    assert dict(after.game.options) == friends["yams"]


def test_a_game_of_another_family_is_no_sheet() -> None:
    with pytest.raises(IllegalAction):
        chosen(lobby_of(make("yum_plus", {}), (ANA,)), "421")


def test_at_once_more_people_may_sit_down_and_in_turns_again_no_more_than_the_game_takes() -> None:
    table = lobby_of(make("yum_plus", {}), (ANA,))
    at_once = chosen(table, simultaneous=True)
    assert (table.capacity, at_once.capacity) == (12, 25)
    crowded = lobby_of(make("yum_plus", {}), users(13), capacity=25, settings=TableSettings(simultaneous=True))
    with pytest.raises(WrongSeats):
        chosen(crowded, user=users(13)[0], simultaneous=False)


def test_a_fine_for_others_keeps_everybody_in_turns() -> None:
    with pytest.raises(OnlyInTurns):
        chosen(lobby_of(make("yum_color", {"kismet_penalty": True}), (ANA,)), simultaneous=True)


def test_own_dice_cannot_be_thrown_for_absent_players() -> None:
    table = lobby_of(make("yum_plus", {}), (ANA,), settings=TableSettings(absent=AbsencePolicy.SKIP, patience=60))
    after = chosen(table, real_dice=True)
    assert after.settings.real_dice
    assert after.settings.absent is AbsencePolicy.WAIT


def test_only_the_host_chooses() -> None:
    with pytest.raises(NotHost):
        chosen(lobby_of(make("yum_plus", {}), (ANA, BEN)), "yams", user=BEN)
