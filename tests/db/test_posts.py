"""Which servers want a post at an hour, that of several processes one sends it, and what a week has brought."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import count
from typing import Any

from bot.engine import Level
from bot.tables.model import days
from bot.tables.model.processes import SHARD_BITS, Shards
from bot.tables.model.table import ComputerResult, TableId, stored_results
from bot.tables.posts import MOMENTS, Met, MostSolved, Posted, Scored, SlimWin, Throw, WeekFacts, WeekOf
from bot.tables.puzzles import NO_DAY, PuzzleReply
from bot.tables.records.leaderboards import NEW, SeasonChampion
from bot.tables.records.reviews import StoredReview
from db import open_database

TORONTO = "America/Toronto"
SINCE, AT = 1_000_000, 1_030_000


async def wants(storage: Any, guild: int, **choices: object) -> None:
    await storage.settings.choose(guild, **{"post_channel": 7, **choices})


async def due(storage: Any, hour: int = 9, zone: str = TORONTO, limit: int = 99) -> set[int]:
    return set(await storage.posts.due("morning", zone, hour, SINCE, limit))


async def test_servers_are_due_by_their_zone_and_hour_unless_they_want_none(storage: Any) -> None:
    await wants(storage, 1, zone=TORONTO)
    await wants(storage, 2, zone=TORONTO, post_hour=10)
    await wants(storage, 3, zone=TORONTO, post_morning=False)
    await wants(storage, 4, zone=TORONTO, left_at=5)
    await wants(storage, 5)
    await storage.settings.choose(6, zone=TORONTO)
    assert sorted(await storage.posts.zones()) == [TORONTO, "Etc/UTC"]
    assert [await due(storage, hour) for hour in (8, 9, 10)] == [set(), {1}, {1, 2}]
    assert await due(storage, zone="Etc/UTC") == {5}
    assert len(await due(storage, 10, limit=1)) == 1


async def test_of_several_processes_one_sends_a_post_and_the_next_day_brings_another(storage: Any) -> None:
    await wants(storage, 1, zone=TORONTO)
    claims = [storage.posts.claim(1, "morning", AT + number, SINCE) for number in range(5)]
    assert sum(await asyncio.gather(*claims)) == 1
    assert await due(storage) == set()
    assert not await storage.posts.claim(1, "morning", AT + 9, SINCE)
    assert await storage.posts.claim(1, "morning", AT + 86_400, SINCE + 86_400)


async def test_two_processes_that_see_a_game_end_take_one_of_the_moments_of_a_week_for_it(url: str) -> None:
    async def take(storage: Any, at: int) -> str | None:
        """Try one after the other, as :meth:`bot.tables.posts.Posts.take_moment` does."""
        for kind in MOMENTS:
            if await storage.posts.claim(1, kind, at, at - 604_800, MOMENTS):
                return kind
        return None

    async with open_database(url) as one, open_database(url) as two:
        for week in (AT, AT + 604_801):  # The rows are there in the second one.
            ends = [week + number for number in range(len(MOMENTS) + 1)]
            taken = [await asyncio.gather(*(take(storage, at) for storage in (one, two) * 4)) for at in ends]
            assert [[kind for kind in of_one if kind] for of_one in taken] == [*([kind] for kind in MOMENTS), []]


async def test_where_a_post_is_stays_known_until_the_next_of_its_kind(storage: Any) -> None:
    assert await storage.posts.claim(1, "week", AT, SINCE)
    assert await storage.posts.claim(1, "moment 1", AT, SINCE)
    assert await storage.posts.places(1) == []
    week, moment = Posted(1, "week", AT, 7, 70), Posted(1, "moment 1", AT, 7, 71, TableId(2**60))
    for post in (week, moment, Posted(1, "week", AT - 1, 7, 72)):
        await storage.posts.posted(post)
    assert sorted(await storage.posts.places(1)) == [moment, week]
    assert await storage.posts.places(2) == []
    assert await storage.posts.claim(1, "week", AT + 86_400, AT + 1)
    assert await storage.posts.places(1) == [moment]


async def test_a_post_that_could_not_be_sent_is_due_again(storage: Any) -> None:
    await wants(storage, 1, zone=TORONTO)
    assert await storage.posts.claim(1, "morning", AT, SINCE)
    await storage.posts.release(1, "morning", AT - 1)
    assert await due(storage) == set()
    await storage.posts.release(1, "morning", AT)
    assert await due(storage) == {1}
    assert await storage.posts.claim(1, "morning", AT + 5, SINCE)


async def test_a_week_has_an_hour_of_its_own_and_its_own_note(storage: Any) -> None:
    await wants(storage, 1, zone=TORONTO, post_hour=9)
    await wants(storage, 2, zone=TORONTO, post_evening=12, post_morning=False)
    await wants(storage, 3, zone=TORONTO, post_week=False)
    found = [set(await storage.posts.due("week", TORONTO, hour, SINCE, 99)) for hour in (12, 19)]
    assert found == [{2}, {1, 2}]
    assert await storage.posts.claim(1, "week", AT, SINCE)
    assert await storage.posts.claim(1, "morning", AT, SINCE)
    assert sorted(await storage.posts.taken(1, ["week", "morning"])) == [AT, AT]


async def test_a_process_sees_only_the_servers_of_its_shards(storage: Any) -> None:
    guilds = [number << SHARD_BITS for number in range(1, 5)]
    for guild in guilds:
        await wants(storage, guild, zone=TORONTO)
    held = Shards(2, frozenset({1}))
    found = await storage.posts.due("morning", TORONTO, 9, SINCE, 99, held)
    assert set(found) == {guilds[0], guilds[2]}
    assert await storage.posts.zones(held) == [TORONTO]


# -- What a week brought ---------------------------------------------------------------------------------------------

MONDAY = days.day_begins(20261116)
ASKED = WeekOf(1, MONDAY, 20261122, "together", "")
ANA, BEN, CHLOE = 11, 12, 13


async def played(storage: Any, row: Any, result: Any, table: int, *seats: tuple[int, int], **about: Any) -> None:
    """Store a game that the first of these people won, with everybody's score."""
    at = about.pop("at", MONDAY + table)
    rows = [
        result(
            table, seat, user, score, won=seat == 0 and len(seats) > 1, rank=1 + seat, finished_at=at,
            seats=len(seats), **{"day": days.day_of(at), **about},
        )
        for seat, (user, score) in enumerate(seats)
    ]  # fmt: skip
    await storage.tables.save(row(table), (), rows)


def review(table: int, seat: int, user: int, **about: Any) -> StoredReview:
    values: dict[str, Any] = {"guild": 1, "game": "yum_plus", "kind": "together", "rules": "", "unit": "points"}
    values |= {"strength": "exact", "start": 0.5, "luck": 0.0, "lost": 0.0, "others": 0.0, "score": 1.0, "games": 1}
    values |= {"details": "{}", "kinds": "{}", "finished_at": MONDAY}
    return StoredReview(table=TableId(table), seat=seat, user=user, **(values | about))


async def test_a_week_counts_its_games_and_knows_the_best_score_of_the_game_played_most(
    storage: Any, row: Any, result: Any
) -> None:
    await played(storage, row, result, 1, (ANA, 500), (BEN, 200), at=MONDAY - 1)
    await played(storage, row, result, 2, (ANA, 300), (BEN, 200))
    await played(storage, row, result, 3, (BEN, 310), (ANA, 200))
    await played(storage, row, result, 4, (CHLOE, 900), (ANA, 0), options_default=False, rules="1a2b3c4d")
    await played(storage, row, result, 5, (CHLOE, 9999), (ANA, 0), game="5000")
    await played(storage, row, result, 6, (CHLOE, 9999), kind="practice")
    facts = await storage.posts.week(ASKED)
    assert (facts.games, facts.players) == (4, 3)
    assert facts.best == Scored("yum_plus", BEN, 310)
    assert facts.played == ("yum_plus", "5000")
    assert await storage.posts.week(ASKED._replace(guild=2)) == WeekFacts(0, 0, None, None, None)


async def test_a_week_knows_who_met_and_who_won(storage: Any, row: Any, result: Any) -> None:
    await played(storage, row, result, 1, (BEN, 500), (ANA, 200), at=MONDAY - 1)
    for table in (2, 3):
        await played(storage, row, result, table, (BEN, 300), (ANA, 200), (CHLOE, 100))
    await played(storage, row, result, 4, (ANA, 300), (BEN, 200))
    await played(storage, row, result, 5, (99, 300), (98, 200), kind="void")
    await played(storage, row, result, 6, (99, 300), (98, 200), side=1)
    await played(storage, row, result, 7, (99, 300))
    assert (await storage.posts.week(ASKED)).met == (Met(BEN, ANA, 2, 1), Met(ANA, CHLOE, 2, 0), Met(BEN, CHLOE, 2, 0))
    assert (await storage.posts.week(ASKED._replace(until=MONDAY + 2))).met[0] == Met(BEN, ANA, 1, 0)


async def test_a_week_knows_who_solved_most_puzzles(storage: Any, row: Any, result: Any) -> None:
    await played(storage, row, result, 6, (CHLOE, 300), (99, 200))
    assert (await storage.posts.week(ASKED)).solved is None
    puzzles = count(1)
    for user, at, about in (
        *((ANA, MONDAY + day * 86_400, {}) for day in range(3)),
        *((BEN, MONDAY + 5 + more, {"day": NO_DAY}) for more in range(3)),
        (BEN, MONDAY + 86_400, {"solved": False}),
        *((CHLOE, MONDAY - 5 - more, {"day": NO_DAY}) for more in range(9)),
        *((CHLOE, MONDAY + more, {"guild": 2}) for more in range(9)),
    ):
        reply = {"day": days.day_of(at), "puzzle": str(next(puzzles)), "guild": 1, "do": "x", "solved": True} | about
        await storage.puzzles.add(PuzzleReply(user=user, rating=NEW, at=at, **reply), NEW)
    assert (await storage.posts.week(ASKED)).solved == MostSolved(3, [ANA, BEN])
    assert (await storage.posts.week(ASKED._replace(until=MONDAY + 86_400))).solved == MostSolved(3, [BEN])


async def test_somebody_has_played_what_a_morning_told_of_who_began_its_daily_or_answered_its_puzzle(
    storage: Any, row: Any
) -> None:
    day = 20261116
    await storage.tables.save(row(1, guild=1, host=ANA))
    await storage.tables.save(row(2, guild=1, host=ANA, daily=day))
    assert [await storage.posts.played(1, since) for since in (day, day + 1)] == [True, False]
    reply = PuzzleReply(BEN, day + 3, "p", 1, "x", solved=False, rating=NEW, at=MONDAY)
    await storage.puzzles.add(reply, NEW)
    await storage.puzzles.add(replace(reply, day=NO_DAY), NEW)
    assert [await storage.posts.played(1, since) for since in (day + 3, day + 4)] == [True, False]
    assert not await storage.posts.played(2, day)


async def test_a_week_knows_its_comeback_and_luckiest_throw_from_stored_reviews(
    storage: Any, row: Any, result: Any
) -> None:
    await played(storage, row, result, 1, (ANA, 300), (BEN, 200))
    await played(storage, row, result, 2, (BEN, 300), (ANA, 200))
    await played(storage, row, result, 3, (CHLOE, 300), (ANA, 200), game="421")
    await storage.reviews.save(TableId(1), [review(1, 0, ANA, luckiest=12.5), review(1, 1, BEN, luckiest=30.0)])
    await storage.reviews.save(TableId(2), [review(2, 0, BEN, luckiest=-1.0)])
    await storage.reviews.save(TableId(3), [review(3, 0, CHLOE, game="421", unit="win", luckiest=80.0)])
    assert (await storage.posts.week(ASKED)).comeback is None
    await storage.reviews.note_lowest(TableId(1), 0, 0.15)
    await storage.reviews.note_lowest(TableId(3), 0, 0.08)
    await storage.reviews.note_lowest(TableId(2), 1, 0.01)
    facts = await storage.posts.week(ASKED)
    assert facts.comeback == SlimWin("421", CHLOE, 0.08)
    assert facts.luckiest == Throw("yum_plus", BEN, TableId(1)), "luck of two games does not compare"
    assert (await storage.reviews.of_table(TableId(3)))[0].lowest == 0.08


async def test_who_climbed_is_seen_by_wins_before_this_week(storage: Any, row: Any, result: Any) -> None:
    wins = {ANA: 3, BEN: 2, CHLOE: 1}
    number = count(1)
    for user, many in wins.items():
        for _ in range(many):
            await played(storage, row, result, next(number), (user, 300), (99, 200), at=MONDAY - 86_400)
    for _ in range(3):
        await played(storage, row, result, next(number), (CHLOE, 300), (99, 200))
    for _ in range(5):
        await played(storage, row, result, next(number), (77, 300), (99, 200))
    climbs = {climb.user: (climb.was, climb.now) for climb in await storage.posts.climbs(ASKED, [ANA, BEN, CHLOE, 77])}
    assert climbs == {ANA: (1, 3), BEN: (2, 4), CHLOE: (3, 2)}, "the newcomer has climbed from nowhere"


async def test_a_week_knows_first_wins_against_the_champion(storage: Any, row: Any, result: Any) -> None:
    met = stored_results([ComputerResult(1, Level.CHAMPION, 2, 150, None)])
    about = {"kind": "computer", "computers": met}
    await played(storage, row, result, 1, (ANA, 300), (99, 100), at=MONDAY - 5, **about)
    await played(storage, row, result, 2, (ANA, 300), (99, 100), **about)
    await played(storage, row, result, 3, (BEN, 300), (99, 100), **about)
    assert await storage.profiles.first_wins(1, MONDAY) == [(BEN, "yum_plus")]


async def test_a_season_keeps_its_champions_until_it_is_reopened(storage: Any, row: Any, result: Any) -> None:
    await played(storage, row, result, 1, (ANA, 300), (BEN, 200))
    running = await storage.seasons.running(1)
    ended = await storage.seasons.end(running, MONDAY + 99)
    crowned = [SeasonChampion(1, ANA, 1), SeasonChampion(1, BEN, 1)]
    await storage.seasons.crown(ended, crowned)
    await storage.seasons.crown(ended, crowned)
    assert await storage.seasons.champions(1) == crowned
    await storage.privacy.erase(BEN)
    assert await storage.seasons.champions(1) == crowned[:1]
    await storage.seasons.reopen(1, 1, MONDAY + 100)
    assert await storage.seasons.champions(1) == []
    await storage.seasons.crown(ended, crowned)
    assert await storage.seasons.champions(1) == [], "it goes on"
