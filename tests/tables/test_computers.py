"""Computers at tables: where they sit, what they may do, what becomes of them, and what they cannot see."""

from __future__ import annotations

from concurrent.futures import wait
from dataclasses import replace
from math import inf
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from bot import games
from bot.engine import IllegalAction, Temper, gate
from bot.engine import Level as MindLevel
from bot.engine.types import text
from bot.mind import store
from bot.tables.model.errors import ComputersThrowNoDice, NoSeatForComputer, NotHost, OldPress, TableFull
from bot.tables.model.table import (
    MOST_COMPUTERS,
    NAMES,
    STAND_IN,
    AbsencePolicy,
    Computer,
    ComputerPace,
    DiceSeed,
    Hints,
    Level,
    Status,
    TableSettings,
    read_results,
    with_computers,
)
from bot.tables.moves import lobbies, waiting
from bot.tables.moves import playing as moves
from bot.tables.moves.lobbies import evening, following
from bot.tables.moves.playing import keep_warm, take_back
from bot.tables.moves.votes import voters
from bot.tables.service.computers import ComputerPlay, positions_of
from bot.tables.storage.rows import from_row, result_rows, to_row
from bot.thinker import worker
from bot.thinker.answers import LATER
from tests.factories import NOW, lobby_of, table_of

ANA, BEN, CHLOE = 101, 102, 103
GOBELET, TIMBALE = Computer(1, Level.CHAMPION), Computer(2, Level.BEGINNER)
YUM = games.make("yum_classic", {})


def playing(*players: Any, **about: Any) -> Any:
    """A game of Yum Classic of these players, by the dice of a secret."""
    about.setdefault("seed", DiceSeed(b"s" * 32, "2"))
    return table_of(YUM, players, throws=((0, 0),) * len(players), host=ANA, **about)


def test_levels_are_those_that_the_mind_plays() -> None:
    assert [level.value for level in Level] == [level.value for level in MindLevel]


def test_each_computer_of_a_table_has_a_name_of_its_own() -> None:
    assert len(set(NAMES)) == MOST_COMPUTERS == len(NAMES)


# -- in the lobby ------------------------------------------------------------------------------------------------


def test_the_host_adds_computers_and_removes_them() -> None:
    lobby = lobbies.add_computer(lobby_of(YUM, [ANA, BEN]), ANA, Level.CHAMPION, NOW).table
    lobby = lobbies.add_computer(lobby, ANA, Level.BEGINNER, NOW).table
    assert lobby.players == (ANA, BEN, GOBELET, TIMBALE)
    without = lobbies.remove_computer(lobby, ANA, 1, NOW).table
    assert without.players == (ANA, BEN, TIMBALE)
    assert lobbies.add_computer(without, ANA, Level.REGULAR, NOW).table.players[-1] == Computer(1, Level.REGULAR)


def test_nobody_else_adds_one() -> None:
    with pytest.raises(NotHost):
        lobbies.add_computer(lobby_of(YUM, [ANA, BEN]), BEN, Level.CHAMPION, NOW)


def test_a_full_table_takes_no_computer_and_none_takes_an_eighth() -> None:
    with pytest.raises(NoSeatForComputer):
        lobbies.add_computer(lobby_of(YUM, [ANA, BEN], capacity=2), ANA, Level.CHAMPION, NOW)
    crowd = lobby_of(YUM, [ANA], TableSettings(simultaneous=True))
    for _ in range(MOST_COMPUTERS):
        crowd = lobbies.add_computer(crowd, ANA, Level.BEGINNER, NOW).table
    with pytest.raises(NoSeatForComputer):
        lobbies.add_computer(crowd, ANA, Level.BEGINNER, NOW)


def test_computers_throw_no_real_dice() -> None:
    real = TableSettings(real_dice=True)
    with pytest.raises(ComputersThrowNoDice):
        lobbies.add_computer(lobby_of(YUM, [ANA], real), ANA, Level.CHAMPION, NOW)
    with_computer = lobbies.add_computer(lobby_of(YUM, [ANA]), ANA, Level.CHAMPION, NOW).table
    with pytest.raises(ComputersThrowNoDice):
        lobbies.choose_game(with_computer, ANA, YUM, NOW, real)


def test_who_joins_a_full_lobby_takes_the_place_of_the_last_computer_if_the_host_allows() -> None:
    full = lobby_of(YUM, [ANA], capacity=3)
    for level in (Level.CHAMPION, Level.BEGINNER):
        full = lobbies.add_computer(full, ANA, level, NOW).table
    assert lobbies.join(full, BEN, 0, NOW).table.players == (ANA, GOBELET, BEN)
    kept = lobbies.change_settings(full, ANA, NOW, computers_yield=False).table
    with pytest.raises(TableFull):
        lobbies.join(kept, BEN, 0, NOW)


def test_a_lobby_closes_when_the_last_person_leaves_its_computers() -> None:
    lobby = lobbies.add_computer(lobby_of(YUM, [ANA, BEN]), ANA, Level.CHAMPION, NOW).table
    without_ana = lobbies.leave(lobby, ANA, NOW).table
    assert (without_ana.host, without_ana.status) == (BEN, Status.LOBBY)
    assert lobbies.leave(without_ana, BEN, NOW).table.status is Status.ENDED


def test_the_dice_draw_the_seats_of_computers_too_and_anybody_can_repeat_it() -> None:
    lobby = lobbies.add_computer(lobby_of(YUM, [ANA, BEN]), ANA, Level.CHAMPION, NOW).table
    orders = set()
    for secret in range(20):
        seeded = replace(lobby, seed=DiceSeed(bytes([secret]) * 32, lobby.seed.entropy))
        begun = lobbies.start(seeded, ANA, 0, NOW).table
        assert lobbies.seats_follow(begun)
        orders.add(begun.players)
    assert {order.index(GOBELET) for order in orders} == {0, 1, 2}


def test_sides_are_dealt_to_computers() -> None:
    sided = games.make("yum_classic", {"teams": True})
    lobby = lobby_of(sided, [ANA])
    for level in (Level.CHAMPION, Level.BEGINNER, Level.REGULAR):
        lobby = lobbies.add_computer(lobby, ANA, level, NOW).table
    chosen = lobbies.choose_side(lobby, ANA, 1, 0, NOW).table
    begun = lobbies.start(chosen, ANA, 0, NOW).table
    assert begun.colour(begun.players.index(ANA) % 2) == 1


# -- in the game -------------------------------------------------------------------------------------------------


def test_a_computer_acts_through_the_gate_with_the_dice_of_its_own_seat() -> None:
    ours, theirs = playing(GOBELET, ANA), playing(ANA, BEN)
    assert moves.act_as_computer(ours, 1, "roll", NOW).entries == moves.act(theirs, ANA, 1, "roll", NOW).entries
    with pytest.raises(IllegalAction):
        moves.act_as_computer(ours, 1, "mark chance", NOW)
    with pytest.raises(OldPress):
        moves.act_as_computer(ours, 2, "roll", NOW)
    with pytest.raises(IllegalAction):
        moves.act_as_computer(theirs, 1, "roll", NOW)


def test_nobody_takes_back_what_a_computer_wrote() -> None:
    table = playing(GOBELET, ANA)
    for do in ("roll", "mark chance"):
        table = moves.act_as_computer(table, table.step, do, NOW).table
    assert table.undoable is None
    for_ana = keep_warm(playing(ANA, BEN), NOW).table
    for do in ("roll", "mark chance"):
        for_ana = moves.act_as_computer(for_ana, for_ana.step, do, NOW).table
    assert for_ana.undoable is None


def test_what_a_computer_plays_for_somebody_is_not_their_own_decision() -> None:
    table = keep_warm(playing(ANA, BEN), NOW).table
    assert (table.played_for, table.decided_alone(ANA)) == ((), True), "it has not played yet"
    table = moves.act_as_computer(table, table.step, "roll", NOW).table
    assert (table.played_for, table.decided_alone(ANA), table.decided_alone(BEN)) == ((0,), False, True)
    table = moves.act_as_computer(playing(GOBELET, ANA), 1, "roll", NOW).table
    assert table.played_for == (), "it plays for itself"


def test_the_clock_looks_after_a_computer_and_calls_nobody_for_it() -> None:
    table = moves.act_as_computer(playing(GOBELET, ANA, BEN), 1, "roll", NOW).table
    assert table.due == NOW + waiting.COMPUTER_SECONDS
    assert (table.turn_player, table.call_due) == (None, None)


def test_a_game_ends_when_its_last_person_leaves() -> None:
    table = playing(GOBELET, ANA, TIMBALE)
    after = moves.drop_player(table, ANA, NOW).table
    assert after.status is Status.ENDED
    assert result_rows(after) == []


def test_who_plays_only_against_computers_is_never_given_up_and_may_have_hints() -> None:
    settings = TableSettings(absent=AbsencePolicy.DROP, patience=3600, hints=Hints.ALONE)
    assert playing(ANA, GOBELET, settings=settings).allows_hints
    assert waiting.patience_ends(playing(ANA, GOBELET, settings=settings)) is None
    assert not playing(ANA, BEN, GOBELET, settings=settings).allows_hints
    assert waiting.patience_ends(playing(ANA, BEN, GOBELET, settings=settings)) is not None


def test_turns_of_computers_do_not_hide_that_nobody_is_here() -> None:
    table = replace(playing(GOBELET, ANA, BEN), skips=4)
    assert moves.act_as_computer(table, 1, "roll", NOW).table.skips == 4


def test_computers_have_no_vote() -> None:
    assert voters(playing(ANA, BEN, GOBELET)) == (1,)


def test_results_are_those_of_people_and_of_a_kind_of_their_own() -> None:
    table = playing(ANA, GOBELET)
    while table.status is Status.PLAYING:
        do = next(text(one) for one in table.game.legal_actions(table.state) if not text(one).startswith("keep"))
        by_computer = table.turn_computer is not None
        table = (
            moves.act_as_computer(table, table.step, do, NOW)
            if by_computer
            else moves.act(table, ANA, table.step, do, NOW)
        ).table
    (result,) = result_rows(table)
    assert (result.user, result.seats, result.kind, result.to_rate) == (ANA, 2, "computer", False)
    won = {player for player, wins in evening(table).items() if wins}
    again = following(table, lobby_of(YUM, [ANA], computers=table.computers))
    assert {player for player, wins in zip(again.evening, again.evening_wins, strict=True) if wins} == won
    assert again.players == (ANA, GOBELET)


def test_a_row_keeps_ids_of_people_and_computers_apart() -> None:
    settings = TableSettings(computer_pace=ComputerPace.AT_ONCE, computer_temper=Temper.BOLD, computers_yield=False)
    table = playing(
        ANA, GOBELET, CHLOE, TIMBALE, originals=(ANA, GOBELET, BEN, TIMBALE), evening=(GOBELET, ANA), settings=settings
    )
    row = to_row(table)
    assert row["players"] == "[101,0,103,0]"
    assert from_row(row, table.game, table.state) == table


def test_rows_of_earlier_versions_have_no_computers() -> None:
    table = playing(ANA, BEN)
    empty = dict.fromkeys(("computers", "computer_pace", "computer_temper", "computers_yield"))
    row = to_row(table) | empty
    assert from_row(row, table.game, table.state) == table


def test_the_dice_that_a_computer_holds_are_shown() -> None:
    assert positions_of("keep 3 3", (3, 5, 3, 3, 1)) == {0, 2}
    assert positions_of("keep 6 p", (3, 6, 3, 3, 1)) == {1, 5}
    assert positions_of("keep", (1, 2)) == positions_of("stop", (1, 2)) == frozenset()


# -- what they see -----------------------------------------------------------------------------------------------


class InThisProcess:
    """Computers that think here; it remembers what they were asked. Values that take long are not worked out."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked: list[tuple[Any, ...]] = []

    async def choose(
        self, game: Any, state: Any, level: str, slips: str, *, temper: str, patience: float, by: float
    ) -> worker.ComputerChoice:
        self.asked.append((game, state, level, slips))
        self.temper = temper
        about = game.key, dict(game.written), gate.encode(state), str(self.folder), level, slips
        while True:  # Until a level is loaded, the next one below decides.
            loaded = {key for key, found in worker._loading.items() if found.done()}
            found = worker.choose(*about, inf, temper)
            if loaded == worker._loading.keys():
                return found
            wait(worker._loading.values())


@pytest.mark.sample(2, each="level")
@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("key", [key for key in games.CATALOGUE if not key.endswith("_race")])
async def test_a_computer_decides_the_same_whatever_the_secret_is(
    key: str, level: Level, tmp_path: Path, seed: int
) -> None:
    game, secrets, thinker = games.make(key, {}), Random(seed), InThisProcess(tmp_path)
    play = ComputerPlay(SimpleNamespace(thinker=thinker))  # type: ignore[arg-type]
    players = (Computer(1, level), Computer(2, level))
    table = table_of(game, players, host=ANA, throws=((0, 0),) * 2, seed=DiceSeed(secrets.randbytes(32), "2"))
    while table.turn_computer is not None and len(thinker.asked) < 8:
        swapped = replace(table, seed=DiceSeed(secrets.randbytes(32), "2 word"))
        before = len(thinker.asked)
        found = await play.choose(table, inf)
        assert await play.choose(swapped, inf) == found
        asked = thinker.asked[before:]
        assert asked[::2] == asked[1::2]
        assert str(table.seed.secret) not in repr(asked)
        table = moves.act_as_computer(table, table.step, found.action, NOW).table
    assert thinker.asked


@pytest.mark.parametrize(("stand_ins", "temper"), [((), "careful"), ((0,), "even")])
async def test_computers_have_the_style_of_their_table_and_stand_ins_have_none(
    stand_ins: tuple[int, ...], temper: str, tmp_path: Path
) -> None:
    thinker, settings = InThisProcess(tmp_path), TableSettings(computer_temper=Temper.CAREFUL)
    play = ComputerPlay(SimpleNamespace(thinker=thinker))  # type: ignore[arg-type]
    table = playing(*((ANA, GOBELET) if stand_ins else (GOBELET, ANA)), stand_ins=stand_ins, settings=settings)
    await play.choose(moves.act_as_computer(table, 1, "roll", NOW).table, inf)
    assert thinker.temper == temper


def test_slips_follow_from_the_table_and_its_step_alone(tmp_path: Path) -> None:
    table = moves.act_as_computer(playing(GOBELET, ANA), 1, "roll", NOW).table
    state = replace(table.state, dice=(1, 1, 3, 4, 6))  # What falls is a large straight, which nobody breaks.
    about = YUM.key, dict(YUM.written), gate.encode(state), str(tmp_path), "beginner"
    plays = {slips: worker.choose(*about, slips, inf).action for slips in map(str, range(60))}
    assert len(set(plays.values())) > 1
    assert all(worker.choose(*about, slips, inf).action == do for slips, do in plays.items())


def test_what_takes_long_is_worked_out_only_for_who_waits_for_it(tmp_path: Path) -> None:
    """One process answers hints that wait and computers that do not; neither changes what the other gets."""
    ruled = games.make("yum_classic", {"joker": "none", "yum_bonus": False})  # Values of its own rules alone ship.
    about = ruled.key, dict(ruled.written), gate.encode(ruled.new(2)), str(tmp_path)
    with store.patience(has_time=True):  # As while a hint is worked out.
        worker.load(*about[:2], str(tmp_path), "champion", anew=False)
        wait(worker._loading.values())
        missing = worker.choose(*about, "champion", "slips", inf).missing
        assert missing
        assert not list(tmp_path.iterdir())
        assert worker.answer(*about, patient=False) == LATER
    assert list(store.kept(tmp_path, "worked out", "now", lambda: np.zeros(1))) == [0]


# -- for absent people -------------------------------------------------------------------------------------------

WARM = TableSettings(absent=AbsencePolicy.COMPUTER, patience=3600)


def test_a_computer_plays_for_who_stays_away_until_they_come_back() -> None:
    table = playing(ANA, BEN, settings=WARM)
    assert waiting.effective_policy(table) is AbsencePolicy.COMPUTER
    warm = keep_warm(table, NOW).table
    assert (warm.turn_player, warm.turn_computer, warm.players) == (None, STAND_IN, (ANA, BEN))
    thrown = moves.act_as_computer(warm, warm.step, "roll", NOW).table
    back = take_back(thrown, ANA, NOW).table
    assert (back.turn_player, back.turn_computer, back.state) == (ANA, None, thrown.state)
    assert back.due is not None
    assert back.due > NOW + waiting.COMPUTER_SECONDS
    assert take_back(back, ANA, NOW).table is back


def test_who_gets_the_seat_back_without_being_here_is_called() -> None:
    warm = keep_warm(playing(ANA, BEN, settings=WARM), NOW).table
    assert take_back(warm, ANA, NOW).table.call_due is None
    absent = take_back(warm, ANA, NOW, here=False).table
    assert (absent.turn_player, absent.call_due) == (ANA, NOW + waiting.CALL_SECONDS)


def test_it_plays_their_later_turns_too_and_nobody_elses() -> None:
    table = keep_warm(playing(ANA, BEN, settings=WARM), NOW).table
    for do in ("roll", "mark chance"):
        table = moves.act_as_computer(table, table.step, do, NOW).table
    assert table.turn_player == BEN
    for do in ("roll", "mark chance"):
        table = moves.act(table, BEN, table.step, do, NOW).table
    assert table.turn_computer == STAND_IN


def test_the_last_person_who_is_here_is_waited_for() -> None:
    table = keep_warm(playing(ANA, BEN, settings=WARM), NOW).table
    for do in ("roll", "mark chance"):
        table = moves.act_as_computer(table, table.step, do, NOW).table
    assert waiting.effective_policy(table) is AbsencePolicy.WAIT


def test_who_decides_from_a_private_message_has_their_seat_back() -> None:
    warm = keep_warm(playing(ANA, BEN, settings=WARM), NOW).table
    assert moves.act(warm, ANA, warm.step, "roll", NOW).table.stand_ins == ()


def test_a_game_in_which_a_computer_played_for_somebody_counts_apart() -> None:
    table = take_back(keep_warm(playing(ANA, BEN, settings=WARM), NOW).table, ANA, NOW).table
    while table.status is Status.PLAYING:
        do = next(text(one) for one in table.game.legal_actions(table.state) if not text(one).startswith("keep"))
        table = moves.act(table, table.turn_player, table.step, do, NOW).table
    assert {result.kind for result in result_rows(table)} == {"computer"}


def test_code_of_the_release_before_reads_that_such_a_table_waits() -> None:
    warm = keep_warm(playing(ANA, BEN, settings=WARM), NOW).table
    row = to_row(warm)
    assert row["absent"] == "wait"
    assert from_row(row, warm.game, warm.state) == warm


def test_real_dice_and_games_at_once_have_no_such_answer() -> None:
    assert AbsencePolicy.COMPUTER in waiting.allowed_policies(TableSettings())
    assert AbsencePolicy.COMPUTER not in waiting.allowed_policies(TableSettings(real_dice=True))
    assert AbsencePolicy.COMPUTER not in waiting.allowed_policies(TableSettings(simultaneous=True))


def test_tables_and_results_of_before_name_their_levels_as_before() -> None:
    """What was stored when there were three levels means the same today."""
    stored = '{"players":[[1,1,"beginner"],[2,2,"regular"],[3,3,"champion"]]}'
    before = [Computer(1, MindLevel.BEGINNER), Computer(2, MindLevel.REGULAR), Computer(3, MindLevel.CHAMPION)]
    assert with_computers(stored, "players", [ANA, 0, 0, 0]) == (ANA, *before)
    (met,) = read_results('[[2,"regular",1,230,null]]')
    assert met.computer == before[1]
