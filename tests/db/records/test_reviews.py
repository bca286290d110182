"""Stored reviews: kept once, counted once, found by their table and by who waits for one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sqlalchemy import text

from bot.engine.duplicate import Scoring
from bot.tables.daily import DailyGame
from bot.tables.hand import Deed, Did
from bot.tables.model.processes import SHARD_BITS, Shards
from bot.tables.model.table import TableId
from bot.tables.records.leaderboards import PlayerTotals
from bot.tables.records.profiles import ReviewedGames, Scope
from bot.tables.records.reviews import StoredReview
from bot.tables.tournaments import RoundGame, Tournament, TournamentPace, TournamentStatus

ANN, BEN = 2**61 + 1, 5
GUILD = 2**62
NOW = 1_700_000_100
REVIEW = StoredReview(
    table=TableId(7),
    seat=0,
    guild=GUILD,
    game="yum_plus",
    kind="together",
    rules="",
    user=ANN,
    finished_at=1_700_000_000,
    unit="points",
    strength="net",
    start=467.8390,
    luck=31.0211,
    lost=43.9,
    others=0.0,
    score=455.0,
    games=1,
    details='{"version":1,"kinds":{"keep":[9,40.0],"strike":[1,3.9]},"mistakes":[],"throws":[]}',
    kinds='{"keep":[9,40.0],"strike":[1,3.9]}',
)


async def finished(storage: Any, row: Any, result: Any, table: int = 7, **about: Any) -> None:
    """Store the result of a game of Ann and Ben."""
    about = {"guild": GUILD, "finished_at": 1_700_000_000} | about
    seats = [result(table, 0, ANN, 455, won=True, **about), result(table, 1, BEN, 300, rank=2, **about)]
    await storage.tables.save(row(table, guild=about["guild"]), (), seats)


async def skill(storage: Any, user: int = ANN, game: str = "yum_plus") -> dict[tuple[str, str], tuple[int, float]]:
    """Return how many games count, and what they lost, by period and rules."""
    async with storage.database.reading.connect() as connection:
        found = text(
            "SELECT period, rules, reviewed, lost FROM standings"
            " WHERE user_id = :user AND game = :game AND kind = 'together'"
        )
        rows = (await connection.execute(found, {"user": user, "game": game})).all()
    return {(row.period, row.rules): (row.reviewed, round(row.lost, 3)) for row in rows}


async def test_a_review_comes_back_as_it_was_a_computers_too(storage: Any, row: Any, result: Any) -> None:
    await finished(storage, row, result)
    await finished(storage, row, result, 8)
    champion = replace(REVIEW, seat=2, user=None, lost=0.0)
    await storage.reviews.save(TableId(7), [champion, REVIEW])
    await storage.reviews.save(TableId(8), [replace(REVIEW, table=TableId(8))])
    assert await storage.reviews.of_table(TableId(7)) == [REVIEW, champion]
    assert await storage.reviews.of_table(TableId(9)) == []


async def test_the_first_review_stands_and_counts_once_as_after_counting_anew(
    storage: Any, row: Any, result: Any
) -> None:
    await finished(storage, row, result)
    await storage.reviews.save(TableId(7), [REVIEW])
    await storage.reviews.save(TableId(7), [replace(REVIEW, lost=1.0), replace(REVIEW, seat=1, user=BEN)])
    assert [one.lost for one in await storage.reviews.of_table(TableId(7))] == [43.9, 43.9]
    counted = await skill(storage)
    assert {key[0][0] for key in counted} == {"a", "m", "w", "s"}, "all time, month, week and season"
    assert set(counted.values()) == {(1, 43.9)}
    assert set((await skill(storage, game="*")).values()) == {(0, 0.0)}, "points of different games do not mix"
    await storage.rebuild_standings()
    assert await skill(storage) == counted
    totals: PlayerTotals = (await storage.leaderboards.counts(GUILD, ANN))["both", "yum_plus", "*"]
    assert (totals.games, totals.wins) == (1, 1)


async def test_a_review_of_what_others_decided_in_their_place_is_kept_and_counts_for_nobodys_skill(
    storage: Any, row: Any, result: Any
) -> None:
    await finished(storage, row, result)
    await storage.reviews.save(TableId(7), [replace(REVIEW, kinds=None), replace(REVIEW, seat=1, user=BEN)])
    for _ in range(2):
        assert set((await skill(storage)).values()) == {(0, 0.0)}
        assert set((await skill(storage, BEN)).values()) == {(1, 43.9)}
        await storage.rebuild_standings()
    assert await storage.reviews.waiting(Shards(), NOW, 9) == []
    assert [one.seat for one in await storage.reviews.of_table(TableId(7))] == [0, 1]
    assert await storage.profiles.reviewed(Scope(GUILD, ANN)) == ReviewedGames((), waiting=0, without=0, shared=1)


async def test_a_game_of_5000_by_turns_does_not_mix_with_those_by_the_chance_to_win(
    storage: Any, row: Any, result: Any
) -> None:
    await finished(storage, row, result, game="5000")
    await storage.reviews.save(TableId(7), [replace(REVIEW, game="5000", unit="turns")])
    assert set((await skill(storage, game="5000")).values()) == {(0, 0.0)}
    await storage.rebuild_standings()
    assert set((await skill(storage, game="5000")).values()) == {(0, 0.0)}


async def test_the_latest_games_of_our_servers_wait_until_each_has_a_review_or_can_have_none(
    storage: Any, row: Any, result: Any
) -> None:
    here, there = 4 << SHARD_BITS, 5 << SHARD_BITS
    for table, guild in enumerate((here, there, here, here), 1):
        await finished(storage, row, result, table, guild=guild)
    ours = Shards(2, frozenset({0}))
    assert await storage.reviews.waiting(ours, NOW, 2) == [4, 3]
    assert await storage.reviews.waiting(Shards(), NOW, 9) == [4, 3, 2, 1]
    await storage.reviews.save(TableId(4), [])
    await storage.reviews.save(TableId(3), [replace(REVIEW, table=TableId(3), guild=here)])
    assert await storage.reviews.waiting(ours, NOW, 2) == [1]
    found = await storage.profiles.reviewed(Scope(here, ANN))
    assert ([one.lost for one in found.games], found.waiting, found.without) == ([43.9], 1, 1)


async def test_the_games_of_shared_dice_alone_are_asked_for_where_people_play_all_the_time(
    storage: Any, row: Any, result: Any
) -> None:
    await finished(storage, row, result, 5)
    await finished(storage, row, result, 6, kind="tourney")
    await finished(storage, row, result, 7, game="421", options={"games_in_match": "both_ways"}, options_default=False)
    assert await storage.reviews.waiting(Shards(), NOW, 9) == [7, 6, 5]
    assert await storage.reviews.waiting(Shards(), NOW, 9, shared=True) == [7, 6]


async def test_a_round_is_reviewed_at_once_and_counts_when_its_tournament_is_over(
    storage: Any, row: Any, result: Any
) -> None:
    tournament = Tournament(
        TableId(2**40 + 7),
        GUILD,
        1,
        "en",
        ANN,
        (RoundGame("yum_plus", {}),),
        TournamentPace.OPEN,
        86_400,
        Scoring.MATCHPOINTS,
        b"1" * 32,
        NOW,
        status=TournamentStatus.PLAYING,
    )
    await storage.tournaments.add(tournament)
    await finished(storage, row, result, kind="tourney")

    async def of_it(connection: Any) -> None:
        await connection.execute(text("UPDATE tables SET tournament = :id"), {"id": tournament.id})

    await storage.writer.run_in_transaction(of_it)
    assert await storage.reviews.waiting(Shards(), NOW, 9) == [7]
    await storage.reviews.save(TableId(7), [REVIEW], count=False)
    assert await storage.reviews.waiting(Shards(), NOW, 9) == []
    assert await storage.hand.void(TableId(7), Deed(GUILD, NOW, 99, Did.VOID, None, TableId(7)))
    assert await storage.reviews.waiting(Shards(), NOW, 9) == [], "voided or not, others may throw its dice"
    await storage.tournaments.save(replace(tournament, version=2, status=TournamentStatus.OVER))
    assert await storage.reviews.waiting(Shards(), NOW, 9) == [7]


async def test_a_game_of_the_day_is_reviewed_at_once_and_counts_when_nobody_else_may_throw_its_dice(
    storage: Any, row: Any, result: Any
) -> None:
    ends = NOW + 30 * 3600  # A long one: the server has chosen another time zone.
    await storage.dailies.find_or_add(DailyGame(GUILD, 20231114, "yum_plus", {}, b"1" * 32, ends))
    await finished(storage, row, result, kind="daily", day=20231114)
    assert await storage.reviews.waiting(Shards(), NOW, 9) == [7]
    await storage.reviews.save(TableId(7), [REVIEW], count=False)
    assert await storage.reviews.waiting(Shards(), ends - 1, 9) == []
    assert (await storage.profiles.reviewed(Scope(GUILD, ANN))).games == (), "its player alone may read the review"
    assert await storage.reviews.waiting(Shards(), ends, 9) == [7]
    await storage.reviews.save(TableId(7), [REVIEW])
    assert await storage.reviews.waiting(Shards(), ends, 9) == []
    assert [game.lost for game in (await storage.profiles.reviewed(Scope(GUILD, ANN))).games] == [43.9]


async def test_a_review_of_older_code_counts_once_somebody_counts_it(storage: Any, row: Any, result: Any) -> None:
    await finished(storage, row, result)
    await storage.reviews.save(TableId(7), [REVIEW])
    async with storage.database.writing.begin() as connection:
        await connection.execute(text("UPDATE reviews SET kinds = NULL"))
        await connection.execute(text("UPDATE results SET reviewed = NULL"))
    await storage.rebuild_standings()
    assert set((await skill(storage)).values()) == {(0, 0.0)}, "it waits"
    assert (await storage.profiles.reviewed(Scope(GUILD, ANN))).games == ()
    await storage.reviews.save(TableId(7), [REVIEW])
    assert set((await skill(storage)).values()) == {(1, 43.9)}
    (game,) = (await storage.profiles.reviewed(Scope(GUILD, ANN))).games
    assert game.kinds == REVIEW.kinds


async def test_erasing_takes_their_review_and_leaves_the_others(storage: Any, row: Any, result: Any) -> None:
    await finished(storage, row, result)
    await storage.reviews.save(TableId(7), [REVIEW, replace(REVIEW, seat=1, user=BEN)])
    exported = await storage.privacy.export(BEN)
    assert [row["luck"] for row in exported["reviews"]] == [REVIEW.luck]
    assert {row["lost"] for row in exported["standings"] if row["game"] == "yum_plus"} == {43.9}
    await storage.privacy.erase(BEN)
    assert await storage.reviews.of_table(TableId(7)) == [REVIEW]
    assert await skill(storage, BEN) == {}


async def test_who_is_erased_while_their_game_is_reviewed_stays_erased(storage: Any, row: Any, result: Any) -> None:
    await finished(storage, row, result)
    await storage.privacy.erase(BEN)
    await storage.reviews.save(TableId(7), [REVIEW, replace(REVIEW, seat=1, user=BEN)])
    assert await storage.reviews.of_table(TableId(7)) == [REVIEW]
    assert await skill(storage, BEN) == {}


async def test_nothing_of_a_deleted_server_comes_back_with_a_late_review(storage: Any) -> None:
    await storage.reviews.save(TableId(7), [REVIEW, replace(REVIEW, seat=1, user=None)])
    assert await storage.reviews.of_table(TableId(7)) == []
