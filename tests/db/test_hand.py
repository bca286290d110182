"""Blocks, the log, and voided results: every figure is as if the game had never been, and comes back with it."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select

from bot.tables.hand import EVERYBODY, EVERYWHERE, Block, Deed, Did, veiled
from bot.tables.model.table import TableId
from bot.tables.records.profiles import Scope
from bot.tables.records.reviews import StoredReview
from bot.thinker.answers import usual_unit
from db import open_database, schema

ANA, BEN, CEL = 11, 12, 13
GUILD, DAY = 1, 20261121
GAMES: dict[int, tuple[str, tuple[int, ...], int]] = {
    1: ("together", (ANA, BEN), 1_795_000_000),
    2: ("together", (BEN, ANA), 1_795_100_000),
    3: ("real", (ANA, BEN, CEL), 1_795_200_000),
    4: ("daily", (ANA,), 1_795_254_000),
    5: ("solo", (ANA,), 1_795_260_000),
    6: ("together", (ANA, CEL), 1_795_300_000),
    7: ("together", (CEL, BEN), 1_795_400_000),
}
"""Finished games, the best player first."""


async def play(storage: Any, row: Any, result: Any, *numbers: int) -> None:
    for number in numbers:
        kind, users, at = GAMES[number]
        seats = len(users)
        results = [
            result(
                *(number, seat, user, 300 - 10 * seat - number),
                rank=seat + 1,
                won=not seat and seats > 1,
                seats=seats,
                solo=seats == 1,
                finished_at=at,
                kind=kind,
                to_rate=seats > 1,
                real_dice=kind == "real",
                day=DAY if kind == "daily" else None,
            )
            for seat, user in enumerate(users)
        ]
        await storage.tables.save(row(number, guild=GUILD, channel=number), [], results)
    await storage.ratings.catch_up(GUILD)


async def figures(storage: Any) -> dict[str, Any]:
    """Everything that people see of results in leaderboards and statistics."""
    found: dict[str, Any] = {}
    async with storage.database.reading.connect() as connection:
        for table in (schema.standings, schema.ratings):
            query = select(table).order_by(*table.primary_key)
            found[table.name] = [tuple(row) for row in await connection.execute(query)]
    for user in (ANA, BEN, CEL):
        found[f"series {user}"] = await storage.profiles.series(GUILD, user)
        found[f"played {user}"] = await storage.profiles.played(Scope(GUILD, user))
        found[f"counted {user}"] = await storage.profiles.counted(Scope(GUILD, user))
        found[f"against {user}"] = await storage.profiles.against(GUILD, user)
    found["daily"] = (await storage.dailies.board(GUILD, DAY, ANA)).lines
    found["month"] = await storage.dailies.month(GUILD, 20261101, 20261201, ANA)
    found["streak"] = await storage.dailies.finished(GUILD, ANA, 2_000_000_000, 9)
    return found


def deed(number: int, do: Did = Did.VOID) -> Deed:
    return Deed(GUILD, 5, 99, do, None, TableId(number))


@pytest.mark.parametrize("voided", [1, 2, 3, 4, 5, 6])
async def test_a_voided_game_counts_as_if_it_had_never_been_and_again_once_that_is_lifted(
    storage: Any, row: Any, result: Any, tmp_path: Any, voided: int
) -> None:
    await play(storage, row, result, *GAMES)
    before = await figures(storage)
    assert await storage.hand.void(TableId(voided), deed(voided))
    await storage.ratings.catch_up(GUILD)
    without = await figures(storage)
    assert without != before
    async with open_database(f"sqlite:///{tmp_path}/other.db") as other:
        await play(other, row, result, *(number for number in GAMES if number != voided))
        assert without == await figures(other)
    await storage.rebuild_standings(GUILD)
    await storage.ratings.recompute(GUILD)
    await storage.ratings.catch_up(GUILD)
    assert await figures(storage) == without
    assert await storage.hand.count(TableId(voided), deed(voided, Did.COUNT))
    await storage.ratings.catch_up(GUILD)
    assert await figures(storage) == before


async def test_a_judgement_stays_until_all_has_followed_it_and_none_that_came_since(
    storage: Any, row: Any, result: Any
) -> None:
    await play(storage, row, result, 1, 2)
    assert await storage.hand.void(TableId(1), deed(1))
    (voided,) = await storage.hand.unfollowed()
    assert (voided.guild, voided.table) == (GUILD, 1)
    assert await storage.hand.count(TableId(1), deed(1, Did.COUNT))
    await storage.hand.followed(voided)
    (counts,) = await storage.hand.unfollowed()
    assert not await storage.hand.count(TableId(1), deed(1, Did.COUNT)), "it counts already"
    await storage.hand.followed(counts)
    assert await storage.hand.unfollowed() == []


async def test_a_list_of_games_still_shows_it_and_nobody_voids_it_twice(storage: Any, row: Any, result: Any) -> None:
    await play(storage, row, result, 1, 2)
    assert await storage.hand.is_voided(TableId(1)) is False
    assert await storage.hand.void(TableId(1), deed(1))
    assert not await storage.hand.void(TableId(1), deed(1))
    assert await storage.hand.is_voided(TableId(1)) is True
    assert await storage.hand.is_voided(TableId(8)) is None
    page = await storage.profiles.history(Scope(GUILD, ANA))
    assert [past.kind for past in page.games] == ["together", "void"]
    assert await storage.hand.count(TableId(1), deed(1, Did.COUNT))
    assert not await storage.hand.count(TableId(1), deed(1, Did.COUNT))
    told, total = await storage.hand.deeds(GUILD, 0, 10)
    assert ([one.do for one in told], total) == ([Did.COUNT, Did.VOID], 2)


def review(number: int, seat: int, user: int) -> StoredReview:
    about = {"guild": GUILD, "game": "yum_plus", "kind": "together", "rules": "", "user": user, "finished_at": 5}
    numbers = {"start": 0.0, "luck": 0.0, "lost": 7.5, "others": 0.0, "score": 9.0, "games": 1}
    told = {"unit": usual_unit("yum_plus"), "strength": "net", "details": "{}", "kinds": "{}"}
    return StoredReview(table=TableId(number), seat=seat, **about, **numbers, **told)


@pytest.mark.parametrize("late", [False, True])
async def test_a_review_counts_with_its_game_whenever_it_comes(
    storage: Any, row: Any, result: Any, tmp_path: Any, late: bool
) -> None:
    both = [review(1, 0, ANA), review(1, 1, BEN)]
    await play(storage, row, result, 1, 2)
    if not late:
        await storage.reviews.save(TableId(1), both)
    await storage.hand.void(TableId(1), deed(1))
    if late:
        await storage.reviews.save(TableId(1), both)
    async with open_database(f"sqlite:///{tmp_path}/other.db") as other:
        await play(other, row, result, 2)
        without = await figures(other)
        await storage.ratings.catch_up(GUILD)
        assert (await figures(storage))["standings"] == without["standings"]
    await storage.hand.count(TableId(1), deed(1))
    async with storage.database.reading.connect() as connection:
        lines = schema.standings.c
        lost = select(lines.lost).where(lines.user_id == ANA, lines.period == "all", lines.game == "yum_plus")
        assert set((await connection.execute(lost)).scalars()) == {7.5}


async def test_a_voided_practice_game_is_none(storage: Any, row: Any, result: Any) -> None:
    await storage.tables.save(row(1), [], [result(1, 0, ANA, 9, kind="practice", seats=1)])
    assert await storage.hand.is_voided(TableId(1)) is None
    assert not await storage.hand.void(TableId(1), deed(1))


# -- blocks and the log ------------------------------------------------------------------------------------------


async def test_every_change_of_a_block_has_another_mark(storage: Any) -> None:
    marks = [(await storage.hand.changed())[0]]
    await storage.hand.block(Block(GUILD, ANA, 5), Deed(GUILD, 5, 99, Did.BLOCK, ANA))
    marks.append((await storage.hand.changed())[0])
    await storage.hand.block(Block(GUILD, ANA, 6, 9, "why"), None)
    marks.append((await storage.hand.changed())[0])
    assert await storage.hand.blocks() == [Block(GUILD, ANA, 6, 9, "why")]
    assert await storage.hand.lift(GUILD, ANA, None)
    marks.append((await storage.hand.changed())[0])
    assert not await storage.hand.lift(GUILD, ANA, None)
    assert len(set(marks)) == len(marks)
    await storage.hand.give_notice("Back at noon")
    assert (await storage.hand.changed()) == (marks[-1], "Back at noon")
    await storage.hand.give_notice("")
    assert (await storage.hand.changed())[1] == ""


async def test_somebody_who_erases_themselves_stays_blocked_without_their_id(storage: Any) -> None:
    reason = Deed(GUILD, 5, BEN, Did.BLOCK, ANA, why="Ana left again")
    await storage.hand.block(Block(GUILD, ANA, 5, None, "Ana did it"), reason)
    assert (await storage.hand.deeds(GUILD, 0, 10))[0] == [reason]
    await storage.hand.block(Block(EVERYWHERE, ANA, 5), None)
    (told,) = (await storage.privacy.export(ANA))["deeds"]
    assert "why" not in told, "managers alone read it"
    (own,) = (await storage.privacy.export(BEN))["deeds"]
    assert own["why"] == "Ana left again"
    mark, _ = await storage.hand.changed()
    for _ in range(2):
        await storage.privacy.erase(ANA)
        assert (await storage.hand.changed())[0] != mark
        blocks = await storage.hand.blocks()
        assert {(block.guild, block.user) for block in blocks} == {
            (GUILD, veiled(GUILD, ANA)),
            (EVERYWHERE, veiled(EVERYWHERE, ANA)),
        }
        assert {block.why for block in blocks} == {""}
    await storage.privacy.erase(BEN)
    [told], _ = await storage.hand.deeds(GUILD, 0, 10)
    assert told.manager < 0
    assert told.why == ""
    assert told.user is not None
    assert told.user < 0
    assert await storage.hand.lift(GUILD, ANA, None)
    assert [block.guild for block in await storage.hand.blocks()] == [EVERYWHERE]


async def test_lines_go_after_their_time_and_blocks_that_are_over(storage: Any) -> None:
    for at in (10, 20):
        await storage.hand.note(Deed(GUILD, at, 99, Did.END, None, TableId(at)))
    await storage.hand.block(Block(GUILD, ANA, 5, 30), None)
    await storage.hand.block(Block(GUILD, BEN, 5, 31), None)
    await storage.hand.block(Block(GUILD, CEL, 5), None)
    await storage.hand.tidy(20, 30)
    told, _ = await storage.hand.deeds(GUILD, 0, 10)
    assert [one.at for one in told] == [20]
    assert {block.user for block in await storage.hand.blocks()} == {BEN, CEL}


async def test_the_block_of_a_server_outlives_its_data(storage: Any) -> None:
    await storage.hand.block(Block(GUILD, EVERYBODY, 5), None)
    await storage.hand.block(Block(GUILD, ANA, 5), None)
    await storage.privacy.departed([GUILD], 10)
    assert await storage.privacy.purge(11) == [GUILD]
    assert await storage.hand.blocks() == [Block(GUILD, EVERYBODY, 5)]
    assert await storage.privacy.guilds() == set()


async def test_the_host_sees_servers_without_names(storage: Any, row: Any, result: Any) -> None:
    await play(storage, row, result, 1, 6)
    await storage.settings.choose(7, language="fr")
    assert [(one.guild, one.players, one.last) for one in await storage.hand.servers()] == [
        (GUILD, 3, 1_795_300_000),
        (7, 0, None),
    ]
    await storage.privacy.erase(ANA)
    assert [one.players for one in await storage.hand.servers()] == [2, 0], "nobody counts once a game"
