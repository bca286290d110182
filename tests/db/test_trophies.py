"""A trophy comes with the result that brings it, once; what is stored is what follows from games, days and puzzles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.engine import GameTrophy
from bot.engine.duplicate import Scoring
from bot.engine.gate import legal
from bot.games import CATALOGUE
from bot.run import StartError, check_trophies
from bot.tables.daily import Dailies
from bot.tables.hand import Deed, Did
from bot.tables.model import days
from bot.tables.model.table import Table, TableId
from bot.tables.puzzles import PuzzleReply, of_puzzle
from bot.tables.records import trophies
from bot.tables.records.leaderboards import NEW, SeasonChampion
from bot.tables.records.trophies import (
    MONTH,
    PUZZLES,
    SEASON,
    TOURNAMENT,
    Earned,
    compare,
    follow,
    follow_seasons,
    month_of_days,
    of_day,
    solved_in_a_row,
)
from bot.tables.service.service import TableService
from bot.tables.storage import results
from bot.tables.tournaments import RoundGame, Tournament, TournamentPace, TournamentStatus
from db import Storage

GUILD, ANN, BOB = 1, 10, 11
MONDAY = 20261123
NOON = days.day_begins(MONDAY) + 43_200


@pytest.fixture(autouse=True)
def whole_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    """A trophy that every game brings which is played to its end."""
    trophy = GameTrophy("whole", "Whole", "Play to the end.", lambda played, _: played.end.turn is None)
    for module in (results, trophies):
        monkeypatch.setattr(module, "TROPHIES_OF", dict.fromkeys(CATALOGUE, (trophy,)))


async def nobody(_: TableId) -> Sequence[Earned]:
    return ()


class Player:
    """Plays dailies and past days to their ends."""

    def __init__(self, storage: Storage) -> None:
        self.now, self.storage = NOON, storage
        self.service = TableService(storage.tables, clock=lambda: self.now, settings=storage.settings)
        self.dailies = Dailies(self.service, storage.dailies, storage.settings, lambda: self.now)

    async def daily(self, user: int = ANN) -> Table:
        return await self.to_end(await self.dailies.play(GUILD, 2, user, "en"))

    async def to_end(self, table: Table) -> Table:
        while not table.over:
            text = next(one for one in legal(table.game, table.state) if not one.startswith("keep"))
            table = (await self.service.act(table.id, table.host, table.step, text)).after
        return table

    async def judge(self, table: Table, did: Did, winners: trophies.Winners = nobody) -> list[Earned]:
        """Void the result of a table, or let it count again; return what everybody has then."""
        judge = self.storage.hand.void if did is Did.VOID else self.storage.hand.count
        assert await judge(table.id, Deed(GUILD, self.now, 99, did, None, table.id))
        gone = [earned for earned in await self.storage.trophies.all(GUILD) if earned.behind == table.id]
        assert not gone or did is Did.COUNT
        await follow(self.storage.trophies, self.service.repository, winners, table)
        return sorted(await self.storage.trophies.all(GUILD))

    async def differences(self) -> Any:
        return await compare(self.storage.trophies, self.service.repository, nobody, GUILD)


@pytest.fixture
def player(storage: Storage) -> Player:
    return Player(storage)


async def test_the_first_game_that_brings_a_trophy_stands_behind_it(player: Player, storage: Storage) -> None:
    first = await player.daily()
    player.now += 86_400
    second = await player.daily()
    assert await storage.trophies.of(GUILD, ANN) == [Earned(GUILD, ANN, "whole", first.changed, first.id)]
    assert await storage.trophies.behind(GUILD, first.id) == await storage.trophies.of(GUILD, ANN)
    assert await storage.trophies.behind(GUILD, second.id) == []
    assert await storage.trophies.of(2, ANN) == await storage.trophies.of(GUILD, BOB) == []


async def test_a_past_day_brings_nothing_since_its_dice_are_known(player: Player, storage: Storage) -> None:
    daily = (await player.dailies.today(GUILD, ANN)).daily
    player.now += 86_400
    await player.to_end(await player.dailies.practise(daily, 2, ANN, "en"))
    assert await storage.trophies.of(GUILD, ANN) == []
    assert await player.differences() == ([], [], [])


async def test_what_differs_from_the_games_is_found_and_repaired(player: Player, storage: Storage) -> None:
    tables = [await player.daily(user) for user in (ANN, BOB)]
    assert await player.differences() == ([], [], [])
    right = await storage.trophies.all(GUILD)
    wrong = [Earned(GUILD, ANN, "whole", 5, tables[1].id), Earned(GUILD, BOB, MONTH.key, 6, tables[0].id)]
    await storage.trophies.replace(GUILD, right, wrong)
    found = await player.differences()
    assert (sorted(found.wrong), sorted(found.missing)) == (sorted(wrong), sorted(right))
    await storage.trophies.replace(GUILD, found.wrong, found.missing)
    assert sorted(await storage.trophies.all(GUILD)) == sorted(right)


async def test_a_voided_game_takes_its_trophies_with_it_and_the_next_one_brings_them(
    player: Player, storage: Storage
) -> None:
    tables = []
    for _ in range(3):
        tables.append(await player.daily())
        player.now += 86_400
    first, second, third = ([Earned(GUILD, ANN, "whole", table.changed, table.id)] for table in tables)
    assert await player.judge(tables[1], Did.VOID) == first
    assert await player.judge(tables[0], Did.VOID) == third
    assert await player.differences() == ([], [], [])
    assert await player.judge(tables[1], Did.COUNT) == second
    assert await player.judge(tables[2], Did.VOID) == second
    assert await player.judge(tables[1], Did.VOID) == []
    assert await player.differences() == ([], [], [])
    assert (await storage.privacy.export(ANN))["trophies"] == []
    assert await player.judge(tables[2], Did.COUNT) == third
    assert await player.judge(tables[0], Did.COUNT) == first
    assert await player.differences() == ([], [], [])


async def test_a_voided_day_breaks_the_month_that_it_was_part_of(
    player: Player, storage: Storage, row: Any, result: Any
) -> None:
    day, at = MONDAY, NOON
    for number in range(29):
        day, at = days.day_before(day), at - 86_400
        about = {"guild": GUILD, "kind": "daily", "seats": 1, "finished_at": at, "day": day}
        await storage.tables.save(row(number + 1, channel=number), (), [result(number + 1, 0, ANN, 5, **about)])
    table = await player.daily()
    month = Earned(GUILD, ANN, MONTH.key, NOON, table.id)
    await storage.trophies.add(month)
    assert month not in await player.judge(table, Did.VOID)
    assert month in await player.judge(table, Did.COUNT)


async def test_the_best_of_a_tournament_changes_with_a_voided_round(player: Player, storage: Storage) -> None:
    table = await player.daily()
    in_tournament = replace(table, settings=replace(table.settings, daily=None, tournament=7))
    was, now = (Earned(GUILD, user, TOURNAMENT.key, NOON, 7) for user in (ANN, BOB))
    await storage.trophies.add(was)
    rounds = (RoundGame("yum_classic", {}),)
    played = (GUILD, 3, "en", ANN, rounds, TournamentPace.OPEN, 3600, Scoring.TOTAL, b"\xff" * 32, NOON)
    await storage.tournaments.add(Tournament(TableId(7), *played, ends=NOON, status=TournamentStatus.OVER))

    async def winners(id: TableId) -> Sequence[Earned]:
        return [now] if id == 7 else []

    await follow(storage.trophies, player.service.repository, winners, in_tournament)
    assert [earned for earned in await storage.trophies.all(GUILD) if earned.key == TOURNAMENT.key] == [now]


async def test_who_is_erased_has_no_trophies_and_gets_none_back(player: Player, storage: Storage) -> None:
    await player.daily(ANN)
    await player.daily(BOB)
    assert [row["key"] for row in (await storage.privacy.export(ANN))["trophies"]] == ["whole"]
    await storage.privacy.erase(ANN)
    player.service.repository.forget(ANN)
    assert [earned.user for earned in await storage.trophies.all(GUILD)] == [BOB]
    assert await player.differences() == ([], [], [])


# -- beyond one game ---------------------------------------------------------------------------------------------


def a_row(length: int, *missed: int) -> list[tuple[int, int, int]]:
    """Dailies from the first of October on, without those of these places."""
    day, played = 20261001, []
    for number in range(length):
        if number not in missed:
            played.append((day, 1000 + number, 500 + number))
        day = days.day_after(day)
    return played


@pytest.mark.parametrize(
    ("played", "found"),
    [
        (a_row(29), None),
        (a_row(30), (1029, 529)),
        (a_row(40), (1029, 529)),
        (a_row(40, 3, 9), (1031, 531)),  # Two days of October may be missed.
        (a_row(34, 3, 9, 12), None),
        (a_row(45, 3, 9, 12), (1035, 535)),  # From the fifth day on.
    ],
)
def test_a_month_of_dailies_is_a_streak_of_thirty(
    played: list[tuple[int, int, int]], found: tuple[int, int] | None
) -> None:
    assert month_of_days(played) == found


async def test_the_day_that_makes_it_a_month_brings_it(player: Player, storage: Storage, row: Any, result: Any) -> None:
    day, at = MONDAY, NOON
    for number in range(29):
        day, at = days.day_before(day), at - 86_400
        about = {"guild": GUILD, "kind": "daily", "seats": 1, "finished_at": at, "day": day}
        await storage.tables.save(row(number + 1, channel=number), (), [result(number + 1, 0, ANN, 5, **about)])
    table = await player.daily()
    found = await player.dailies.result(table)
    assert found is not None
    earned = of_day(table, found.streak)
    assert earned == Earned(GUILD, ANN, MONTH.key, NOON, table.id)
    assert of_day(table, found.streak - 1) is None
    assert earned in (await player.differences()).missing
    await storage.trophies.add(earned)
    assert (await player.differences())[:2] == ([], [])


def test_ten_puzzles_in_a_row_are_ten_days_the_last_of_them_here() -> None:
    ten = [(day, 100 + day, True) for day in range(20261101, 20261111)]
    assert solved_in_a_row(ten) == (100 + 20261110, 20261110)
    assert solved_in_a_row(ten[:9]) is None
    assert solved_in_a_row([*ten[:4], *ten[5:]]) is None
    elsewhere = [*((day, at, False) for day, at, _ in ten), (20261111, 7, True)]
    assert solved_in_a_row(elsewhere) == (7, 20261111)


async def test_the_tenth_answer_brings_it_and_is_found_again(player: Player, storage: Storage) -> None:
    replies = [
        PuzzleReply(ANN, day, f"{day}", GUILD, "mark yum", True, NEW, NOON + day) for day in range(20261101, 20261111)
    ]
    for reply in replies:
        await storage.puzzles.add(reply, NEW)
    earned = of_puzzle(replies[-1], 10)
    assert earned == Earned(GUILD, ANN, PUZZLES.key, NOON + 20261110, 20261110)
    assert of_puzzle(replies[-1], 9) is None
    assert (await player.differences()).missing == [earned]


async def test_the_champion_of_a_season_with_three_wins_has_a_trophy_until_it_is_reopened(
    player: Player, storage: Storage, row: Any, result: Any
) -> None:
    for number in range(1, 6):
        winner, other = (ANN, BOB) if number < 4 else (BOB, ANN)
        when = {"finished_at": NOON + number, "guild": GUILD, "day": MONDAY}
        rows = [result(number, 0, winner, 10, won=True, **when), result(number, 1, other, 5, rank=2, **when)]
        await storage.tables.save(row(number, channel=number, guild=GUILD), [], rows)
    assert await storage.trophies.champions(GUILD) == []
    season = await storage.seasons.running(GUILD)
    assert season is not None
    ended = await storage.seasons.end(season, NOON + 100)
    assert ended is not None
    assert await storage.trophies.champions(GUILD) == []
    await storage.seasons.crown(ended, [SeasonChampion(1, ANN, 3)])
    champion = Earned(GUILD, ANN, SEASON.key, NOON + 100, 1)
    assert await storage.trophies.champions(GUILD) == [champion]
    await follow_seasons(storage.trophies, GUILD)
    assert await storage.trophies.all(GUILD) == [champion]
    await storage.seasons.crown(ended, [SeasonChampion(1, BOB, 3)])
    await follow_seasons(storage.trophies, GUILD)
    assert [earned.user for earned in await storage.trophies.all(GUILD)] == [BOB]
    await storage.seasons.reopen(GUILD, 1, NOON + 200)
    assert await storage.trophies.all(GUILD) == []


# -- the command -------------------------------------------------------------------------------------------------


async def test_the_command_says_what_differs_and_repairs_it(player: Player, storage: Storage, url: str) -> None:
    table = await player.daily()
    wrong = Earned(GUILD, ANN, MONTH.key, 5, 77)
    await storage.trophies.add(wrong)
    said = list[str]()
    with pytest.raises(StartError, match="--repair"):
        await check_trophies(url, said.append, repair=False)
    assert said == [f"- server {GUILD}: daily_month of {ANN}, 5, behind it 77", "1 differ."]
    await check_trophies(url, said.append, repair=True)
    said.clear()
    await check_trophies(url, said.append, repair=False)
    assert said == ["All trophies are as their games say."]
    assert [earned.behind for earned in await storage.trophies.all(GUILD)] == [table.id]
