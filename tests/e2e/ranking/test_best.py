"""The line of a result for somebody's best game yet, or for a record of the server."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.gate import play as played
from bot.tables.model.store import StoreError

FINISH = ("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/@original")
CALLBACK = ("POST", "/interactions/{webhook_id}/{webhook_token}/callback")
GAME = {"game": "yum_original"}


async def nearly(evening: Any, *players: str) -> tuple[Any, list[int]]:
    """A short game but for its last box, and the scores that it will end with."""
    play = await evening.game(*players, sheet="yum_original", seats=len(players))
    for _ in range(12 * len(players) - 1):
        await play.throw()
        await play.mark()
    await play.throw()
    await evening.settle()
    table = await evening.table(play)
    last = next(do for do in play.does if do.startswith("mark"))
    end = played(table.game, table.state, table.game.turn(table.state), last, ScriptedDice(()))
    return play, list(table.game.scores(end.state))


async def told(evening: Any, play: Any, hands: Any) -> list[str]:
    """The lines of the result that tell of a best game, after all work for it; a photo finish may stand beside them."""
    await evening.settle()
    return [line for line in hands["described"](play.now).splitlines() if "best game" in line or "record" in line]


@pytest.mark.sample(2)
@pytest.mark.parametrize(("games", "more", "best"), [(5, 1, True), (5, 0, False), (5, -1, False), (4, 1, False)])
async def test_after_five_games_one_that_beats_them_is_the_best_yet(
    evening: Any, hands: Any, finished: Any, games: int, more: int, best: bool
) -> None:
    play, (score,) = await nearly(evening, "ana")
    await finished(evening, ("ben", 9000), **GAME)  # Keeps what follows from being a record of the server.
    await finished(evening, ("ana", 9000), ("chloe", 1), **GAME)
    await finished(evening, ("ana", 9000), rules="abcd1234", **GAME)
    for _ in range(games):
        await finished(evening, ("ana", score - more), **GAME)
    await play.mark()
    ana = evening.person("ana").id
    assert await told(evening, play, hands) == ([f"★ **<@{ana}>'s best game yet: {score} points**"] if best else [])


async def test_a_record_of_the_server_comes_with_the_picture_and_stays(
    quiet_evening: Any, hands: Any, finished: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening, read = quiet_evening, list[object]()
    async with evening.running() as client:
        before_it = client.services.bests.before

        async def reading(results: Any) -> Any:
            read.append(results)
            return await before_it(results)

        monkeypatch.setattr(client.services.bests, "before", reading)
        client.presenter.reconciler.patience = 3600.0  # On a busy machine no board is late.
        play, scores = await nearly(evening, "ana", "ben")
        for _ in range(5):
            await finished(evening, ("ana", max(scores) - 1), ("ben", 1), **GAME)
        record = f"## ★ **A server record: {max(scores)} points!**"
        before = Counter(evening.standin.world.calls)
        await play.mark()
        assert "final result" in hands["described"](play.now), "the answer waits for no record"
        assert "record" not in hands["described"](play.now)
        assert (await told(evening, play, hands))[0] == record
        assert Counter(evening.standin.world.calls) - before == {CALLBACK: 1, FINISH: 1}
        assert (await play.do("rematch", evening.person("ben"))).updated
        assert (await told(evening, play, hands))[0] == record
        await client.presenter.refresh(await evening.table(play))
        assert (await told(evening, play, hands))[0] == record
        assert len(read) == 1, "earlier games are read once for a result"
    async with evening.running() as client:
        await client.presenter.refresh(await evening.table(play))
        assert (await told(evening, play, hands))[0] == record, "it is found once more after a restart"


async def test_a_record_is_posted_once_as_a_moment_with_the_one_it_beats(
    evening: Any, finished: Any, until: Any
) -> None:
    guild, place = int(evening.standin.world.guild.id), evening.standin.world.find_channel("general")
    await evening.client.services.settings.choose(guild, post_channel=int(place.id))

    def posts() -> list[Any]:
        return [one for one in evening.person("ana").messages("general") if one["embeds"]]

    play, scores = await nearly(evening, "ana", "ben")
    for _ in range(5):
        await finished(evening, ("ana", max(scores) - 1), ("ben", 1), **GAME)
    await play.mark()
    await until(posts)
    (post,) = posts()
    said = post["embeds"][0]["description"]
    assert f"★ **A server record: {max(scores)} points!**" in said
    assert f"The record was {max(scores) - 1}." in said
    assert f"/{(await evening.table(play)).message})" in said
    assert post["flags"] & 1 << 12, "it makes no sound"
    evening.client.presenter.renderer.verified.clear()
    for _ in range(2):
        await evening.client.presenter.refresh(await evening.table(play))
        await evening.settle()
    assert posts() == [post]


async def test_on_sunday_evening_a_server_reads_what_its_week_brought(evening: Any, finished: Any) -> None:
    guild, place = int(evening.standin.world.guild.id), evening.standin.world.find_channel("general")
    await evening.client.services.settings.choose(guild, post_channel=int(place.id), post_morning=False)
    ana, ben = evening.person("ana"), evening.person("ben")

    async def looks(hours: int) -> list[Any]:
        evening.standin.world.advance(3600 * hours)
        await evening.client.posts.look(evening.now())
        await evening.settle()
        return [one for one in ana.messages("general") if one["embeds"]]

    to_monday = 7 - (evening.now() // 86_400 + 3) % 7
    evening.standin.world.advance(to_monday * 86_400 - evening.now() % 86_400)
    await finished(evening, ("ana", 300), ("ben", 200))
    await finished(evening, ("ben", 310), ("ana", 200))
    assert await looks(6 * 24 + 18) == []
    (post,) = await looks(1)
    said = post["embeds"][0]["description"]
    assert said.startswith("**2** games · 2 players\nPlayed: Yum Plus\n🥇 **1** win")
    assert f"{ana.mention} against {ben.mention}: **1** to **1**" in said
    assert f"Best score at Yum Plus: **310** points, by {ben.mention}" in said
    assert "podium.png" in post["embeds"][0]["image"]["url"]
    assert post["mentions"] == []
    assert await looks(1) == [post]
    assert await looks(7 * 24) == [post], "nobody has played"


@pytest.mark.usefixtures("unhurried")
async def test_without_pictures_it_comes_with_the_word_that_the_dice_are_verified(
    evening: Any, hands: Any, finished: Any
) -> None:
    await evening.client.services.settings.choose(int(evening.standin.world.guild.id), pictures=False)
    play, (score,) = await nearly(evening, "ana")
    for _ in range(5):
        await finished(evening, ("ana", score - 1), **GAME)
    before = Counter(evening.standin.world.calls)
    await play.mark()
    assert await told(evening, play, hands) == [f"## ★ **A server record: {score} points!**"]
    assert Counter(evening.standin.world.calls) - before == {CALLBACK: 1, FINISH: 1}


async def test_a_result_tells_at_once_how_the_game_went_and_then_the_score_so_far(
    evening: Any, hands: Any, finished: Any
) -> None:
    play, scores = await nearly(evening, "ana", "ben")
    await finished(evening, ("ana", 2), ("ben", 1), **GAME)
    await play.mark()
    at_once = hands["described"](play.now)
    course = (await evening.client.services.tables.repository.results.course(await evening.table(play))).turns
    assert [turn.scores for turn in course][-1] == tuple(scores), "memory has the whole game"
    assert len(course) == 24
    assert ("★ **" in at_once) == (scores[0] != scores[1]), "the answer has its headline"
    assert "So far" not in at_once, "and waits for no earlier game"
    await evening.settle()
    ana, seats = int(evening.person("ana").id), (await evening.table(play)).players
    wins = [(who == ana) + (score == max(scores) != min(scores)) for who, score in zip(seats, scores, strict=True)]
    parts = [f"<@{who}> {won}" for who, won in zip(seats, wins, strict=True)]
    expected = " – ".join(f"**{part}**" if won == max(wins) else part for part, won in zip(parts, wins, strict=True))
    told = hands["described"](play.now)
    assert f"All your games so far: {expected}" in told
    assert re.search("['’]s best so far: ", told), "of who has won"


async def test_a_result_keeps_its_headline_after_a_restart(evening: Any, hands: Any) -> None:
    play, _ = await nearly(evening, "ana", "ben")
    await play.mark()
    await evening.settle()
    table = await evening.table(play)
    results = evening.client.services.tables.repository.results
    before = (await results.course(table)).turns
    results._courses.drop(table.id)
    assert (await results.course(table)).turns == before


async def test_a_result_tells_what_its_game_counted_also_after_a_restart(evening: Any) -> None:
    play, _ = await nearly(evening, "ana", "ben")
    await play.mark()
    await evening.settle()
    table, results = await evening.table(play), evening.client.services.tables.repository.results
    counted, ana = await results.counts(table), table.players[0]
    results._counts.drop(table.id)
    assert await results.counts(table) == counted
    assert len(counted) == 2
    results._counts.put(table.id, ({"yums_thrown": 3}, {}))
    board = await evening.client.presenter.renderer.render(table)
    assert f"Yum, Yum, Yum! <@{ana}>" in str(board.embed.to_dict())


async def test_after_a_restart_the_result_of_somebody_alone_reads_their_game_once_for_its_headline(
    evening: Any, hands: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    play, _ = await nearly(evening, "ana")
    results, read = evening.client.services.tables.repository.results, list[Any]()
    journal = results._store.journal

    async def counted(id: Any) -> Any:
        read.append(id)
        return await journal(id)

    await play.mark()
    assert "★" in hands["described"](play.now).splitlines()[1], "the answer has it"
    await evening.settle()
    table = await evening.table(play)
    monkeypatch.setattr(results._store, "journal", counted)
    results._courses.drop(table.id)
    results._counts.drop(table.id)
    await evening.client.presenter.renderer.render(table)
    assert read == [table.id]


async def test_a_result_needs_no_earlier_games(evening: Any, hands: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def silent(_: Any) -> Any:
        raise StoreError

    monkeypatch.setattr(evening.client.services.bests, "before", silent)
    play, _ = await nearly(evening, "ana")
    await play.mark()
    assert await told(evening, play, hands) == []
    assert play.now["embeds"][0]["image"]
