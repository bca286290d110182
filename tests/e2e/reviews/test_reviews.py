"""Reviews: who may open one, what it says, what it opens, what it posts, and that each is made once."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from typing import Any

import pytest

from bot.engine import IllegalAction
from bot.engine.gate import replay_entry
from bot.engine.types import text
from bot.tables.model import errors
from bot.thinker.answers import (
    Chosen,
    Claim,
    GameReview,
    Mistake,
    NobodyKnows,
    SeatSummary,
    ThinkingFailed,
    ThrowLuck,
    Why,
)
from bot.ui.press import review as review_presses
from bot.ui.press import waiting
from tests.e2e.playing import PrivateMessage, described, does, forge, of_game, refusal, rows, titled, until

SHEET = "yum_original"
COST = 3.5


def seat_of(game: Any, journal: Any, seat: int, score: float) -> SeatSummary:
    """Throwing all dice again after the first throw costs 3.5 points, and each next time half a point more."""
    kept = [number for number, entry in enumerate(journal) if entry.seat == seat and entry.do.startswith("keep")]
    mistakes = tuple(Mistake(number, "keep 1", COST + place / 2) for place, number in enumerate(kept))
    lost = sum(one.lost for one in mistakes)
    threw = [number for number, entry in enumerate(journal) if entry.seat == seat and entry.dice]
    throws = tuple(ThrowLuck(number, 8.0 - place) for place, number in enumerate(threw))
    kinds = {"keep": Chosen(len(kept), lost)}
    return SeatSummary(180.0, score - 180.0 + lost, lost, 0.0, score, kinds, mistakes, throws)


async def explain(*_: Any) -> Why:
    return (Claim("now", 12.0, 8.0, "points"),)


WHY = "Why: The turn brings 12 points on average; after the other move, 8."


@pytest.fixture
async def asked(evening: Any) -> list[str]:
    """The games that the thinker was asked to review; it fails at certain words among them."""
    games: list[str] = []

    async def review(game: Any, seats: int, journal: Any) -> GameReview:
        if "nobody" in games:
            raise NobodyKnows(game.key)
        if "broken" in games:
            raise ThinkingFailed("broken")
        games.append(game.key)
        state = game.new(seats)
        for entry in journal:
            state = replay_entry(game, state, entry)
        scores = game.scores(state)
        return GameReview(
            "points", "exact", tuple(seat_of(game, journal, seat, float(scores[seat])) for seat in range(seats))
        )

    evening.client.services.tables.thinker.review = review
    evening.client.services.tables.thinker.explain = explain
    return games


async def played(evening: Any, *players: str, **options: Any) -> Any:
    """Play a game to its end; in each turn everybody throws all dice again once."""
    play = await evening.game(*players, sheet=SHEET, **options)
    alone = evening.person(players[0]) if len(players) == 1 else None
    while any(do.startswith("roll") for do in play.does):
        for word in ("roll", "keep", "mark"):
            await play.do(next(do for do in play.does if do.startswith(word)), alone)
    await evening.settle()
    return play


async def opened(play: Any, who: Any) -> PrivateMessage:
    """Open the review of a game: its first screen, which comes by an edit where the machine is slow."""
    review = PrivateMessage(who, await play.do("review", who))
    await until(lambda: review.asks("review more"), 60)
    return review


async def reviewed(play: Any, who: Any) -> PrivateMessage:
    """Open the whole review."""
    review = await opened(play, who)
    await review.do("review more")
    return review


async def test_a_review_says_first_what_matters_most_and_the_rest_behind_more(
    evening: Any, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    play, ana = await played(evening, "ana", "ben"), evening.person("ana")
    review = await opened(play, ana)
    await evening.settle()
    said, table = described(review.now), await evening.table(play)
    hers = table.players.index(int(ana.id))
    assert said.startswith("**Accuracy ")
    assert "**Costliest decision**: " in said
    assert "/review.png" in review.now["embeds"][0]["image"]["url"]
    assert len(review.now["components"]) == 2, "a row of buttons, and the menu of players"
    moment = PrivateMessage(ana, await review.do(f"review at {hers} "))
    assert titled(moment.now).startswith("Replay · ")
    await review.do("review more")
    assert f"**What cost <@{ana.id}> most**" in described(review.now)
    await evening.settle()
    await review.do(f"review seat {hers}")
    assert described(review.now) == said, "and back"
    await review.do(f"review seat {1 - hers}")
    assert described(review.now).startswith(f"<@{table.players[1 - hers]}>\n**Accuracy ")
    await evening.client.services.preferences.choose(int(ana.id), plain=True)
    heard = described((await opened(play, ana)).now)
    assert all(line in heard for line in said.splitlines() if not line.startswith("**Costliest"))
    assert " changes" in heard, "what the picture shows"


async def test_the_first_review_of_a_game_says_to_the_last_digit_what_later_ones_say(
    evening: Any, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules[__name__], "COST", 14.7496)
    play, ana = await played(evening, "ana"), evening.person("ana")
    first = (await reviewed(play, ana)).text
    assert (await reviewed(play, ana)).text == first
    assert asked == [SHEET]


async def test_the_review_of_a_game_opens_its_replay_and_is_posted(evening: Any, asked: list[str]) -> None:
    play = await played(evening, "ana", "ben")
    ana, ben = evening.person("ana"), evening.person("ben")
    review = await reviewed(play, ben)
    await evening.settle()  # On a busy machine, the picture comes after the words.
    assert titled(review.now) == "Review · Yum original"
    table = await evening.table(play)
    shown = table.players.index(int(ben.id))
    lost = sum(COST + place / 2 for place in range(12))
    score = table.game.scores(table.state)[shown]
    luck = score - 180.0 + lost
    did = f"own luck helped by {luck:.1f} points" if luck > 0 else f"own luck cost {-luck:.1f} points"
    said = f"**{score} points**, 180.0 expected: {did}; decisions cost {lost:.1f} points."
    assert said in described(review.now)
    assert f"**What cost <@{ben.id}> most**" in described(review.now)
    picture = review.now["embeds"][0]["image"]
    assert "/review.png" in picture["url"]
    assert f"{score} at the end" in picture["description"]
    assert "Costliest turns:" in picture["description"]
    moves = [do for do in review.does if do.startswith("review at")]
    assert len(moves) == 10, "buttons for the costliest decisions, and a menu of turning points"
    assert ": costs 9.0 points. Better: Hold 1, throw 4 dice" in described(review.now)
    opened = PrivateMessage(ben, await review.do(moves[0]))
    number = moves[0].split()[-1]
    assert f"Move {number} of" in str(opened.now["embeds"][0]["footer"])
    assert titled(review.now) == "Review · Yum original", "the replay opens beside it"
    moment = PrivateMessage(ben, await review.do(moves[-1]))
    assert titled(moment.now).startswith("Replay · ")
    assert f"Move {moves[-1].split()[-1]} of" in str(moment.now["embeds"][0]["footer"])
    meaning = PrivateMessage(ben, await review.do("review what"))
    assert "**Even luck**" in described(meaning.now)
    other = table.players.index(int(ana.id))
    await review.do(f"review more {other}")
    assert f"**What cost <@{ana.id}> most**" in described(review.now)
    assert not review.asks("review share"), "these decisions are another's"
    await evening.settle()
    await review.do(f"review more {shown}")
    posted = await review.do(f"review share {shown}")
    await evening.settle()
    (message,) = posted.followups
    assert said in described(message)
    assert described(message).startswith(f"-# Shared by <@{ben.id}>")
    assert f"**What cost <@{ben.id}> most**" in described(message)
    assert f"<@{ana.id}>: {table.game.scores(table.state)[other]} points at the end" in described(message)
    assert described(message).count(f"<@{ana.id}>") == 1, "nothing else of hers is public"
    assert "ana" not in message["embeds"][0]["image"]["description"].lower()
    assert set(does(message)) == {f"open {SHEET}", f"unshare {ben.id}"}
    assert "/review.png" in message["embeds"][0]["image"]["url"]
    assert message in ben.messages(), "everybody sees it"
    assert not any(do.startswith("review share") for do in review.does), "it is posted once"
    assert f"**What cost <@{ben.id}> most**" in described(review.now)
    assert "/review.png" in review.now["embeds"][0]["image"]["url"]
    assert asked == [SHEET], "it was made once"


async def test_a_shared_review_names_no_opponent_who_does_not_want_that(evening: Any, asked: list[str]) -> None:
    play = await played(evening, "ana", "ben")
    ana, ben = evening.person("ana"), evening.person("ben")
    await evening.client.services.preferences.choose(int(ana.id), named=False)
    review = await reviewed(play, ben)
    await evening.settle()
    table = await evening.table(play)
    shown = table.players.index(int(ben.id))
    await review.do(f"review more {shown}")
    posted = await review.do(f"review share {shown}")
    await evening.settle()
    (message,) = posted.followups
    assert ana.mention not in described(message)
    assert "Somebody: " in described(message)
    assert f"**{ben.mention}**" in described(message)


async def test_the_replay_of_a_reviewed_game_says_what_was_better_and_goes_from_mistake_to_mistake(
    evening: Any, asked: list[str]
) -> None:
    play, ana = await played(evening, "ana"), evening.person("ana")
    before = PrivateMessage(ana, await play.beside("replay", ana))
    assert not any("mistake" in do for do in before.does)
    await reviewed(play, ana)
    replay = PrivateMessage(ana, await play.beside("replay", ana))
    assert "Then:" not in described(replay.now), "the first throw is no choice"
    seen, calls = [], Counter(evening.standin.world.calls)
    for _ in range(12):
        await replay.do(next(do for do in replay.does if do.endswith("mistake_on")))
        assert WHY in described(replay.now), "the review names five, the replay explains all"
        assert "Then: Throw all dice again (costs " in described(replay.now)
        assert "Better: Hold 1, throw 4 dice." in described(replay.now)
        seen.append(replay.now["embeds"][0]["footer"]["text"].split()[1])
    assert seen == [str(1 + 3 * turn) for turn in range(12)]
    assert (Counter(evening.standin.world.calls) - calls).total() == 12, "one request for each press"
    assert not any(do.endswith("mistake_on") for do in replay.does), "that was the last one"
    await replay.do(next(do for do in replay.does if do.endswith(" on")))
    assert "Nothing is better." in described(replay.now)


@pytest.mark.parametrize("goes_on", ["", "read", "on"])
async def test_a_reason_that_takes_long_comes_by_an_edit_of_the_replay_unless_its_reader_has_gone_on(
    evening: Any, asked: list[str], goes_on: str
) -> None:
    play, ana, thought = await played(evening, "ana", "ben"), evening.person("ana"), asyncio.Event()
    about, quick = list[Any](), evening.client.services.tables.thinker.explain

    async def explain(*comparison: Any) -> Why | None:
        about.append(comparison)
        await thought.wait()
        return await quick()  # type: ignore[no-any-return]

    evening.client.services.tables.thinker.explain = explain
    review = await opened(play, ana)
    await evening.settle()
    replay = PrivateMessage(ana, await review.do("review at "))
    assert "Better: Hold 1, throw 4 dice." in described(replay.now)
    assert "Why: I am still working it out." in described(replay.now)
    game, state, *moves, seats = about[0]
    assert (moves, seats) == (["keep 1", "keep"], 2), "as the review of a game of two has judged it"
    assert "keep" in map(text, game.legal_actions(state)), "at that moment"
    if goes_on:
        await replay.do(next(do for do in replay.does if do.endswith(f" {goes_on}")))
    shown = described(replay.now)
    thought.set()
    await evening.settle()
    assert (described(replay.now) == shown) is (goes_on == "on")
    assert (WHY in described(replay.now)) is (goes_on != "on")
    assert "still working" not in described(replay.now)


async def test_more_says_why_for_all_that_it_names_and_waits_for_no_reason(evening: Any, asked: list[str]) -> None:
    """The review itself holds no reasons here, as it holds few where many play."""
    play, ana, thinker = await played(evening, "ana"), evening.person("ana"), evening.client.services.tables.thinker
    quick, thought = thinker.explain, asyncio.Event()

    async def slow(*about: Any) -> Why:
        await thought.wait()
        return await quick(*about)  # type: ignore[no-any-return]

    thinker.explain = slow
    review = await reviewed(play, ana)
    assert "Why" not in described(review.now)
    thought.set()
    await review.do("review seat 0")
    await review.do("review more")
    assert described(review.now).count(WHY) == 5


async def test_anybody_allowed_reads_the_stored_review_also_by_command_and_after_a_restart(
    quiet_evening: Any, hands: Any
) -> None:
    evening = quiet_evening
    async with evening.running() as client:

        async def review(game: Any, seats: int, journal: Any) -> GameReview:
            return GameReview("points", "net", (seat_of(game, journal, 0, 12.0),))

        client.services.tables.thinker.review, client.services.tables.thinker.explain = review, explain
        play = await played(evening, "ana")
        first = await reviewed(play, evening.person("ana"))
        code = hands["code_of"](play.now)
    async with evening.running() as client:

        async def broken(game: Any, seats: int, journal: Any) -> GameReview:
            raise ThinkingFailed("nobody may ask again")

        client.services.tables.thinker.review, client.services.tables.thinker.explain = broken, explain
        ben, david = evening.person("ben"), evening.person("david")
        await client.services.preferences.choose(int(evening.person("ana").id), open_reviews=True)
        again = PrivateMessage(ben, await of_game(ben, "review", code.upper()))
        await again.do("review more")
        assert described(again.now) == described(first.now)
        assert "All values are estimates, close to exact ones." in described(again.now)
        french = PrivateMessage(david, await of_game(david, "review"))
        assert titled(french.now).startswith("Analyse · ")


def held(thinker: Any) -> asyncio.Event:
    """Hold reviews back until the event is set."""
    ready, quick = asyncio.Event(), thinker.review

    async def slow(*about: Any) -> GameReview:
        await ready.wait()
        return await quick(*about)  # type: ignore[no-any-return]

    thinker.review = slow
    return ready


async def test_where_a_review_takes_long_the_message_says_so_and_changes(evening: Any, asked: list[str]) -> None:
    play, ana, thinker = await played(evening, "ana"), evening.person("ana"), evening.client.services.tables.thinker
    ready = held(thinker)
    review = PrivateMessage(ana, await play.do("review", ana))
    assert "This message changes by itself" in review.text
    ready.set()
    await evening.settle()
    assert "**Costliest decision**: " in described(review.now)


async def test_words_come_first_and_a_slow_picture_follows_unless_the_reader_has_gone_on(
    evening: Any, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    play, ana, ben = await played(evening, "ana", "ben"), evening.person("ana"), evening.person("ben")
    await reviewed(play, ana)
    ready, draw = asyncio.Event(), evening.client.renderer.picture

    async def slow(curve: Any) -> bytes:
        await ready.wait()
        return await draw(curve)  # type: ignore[no-any-return]

    monkeypatch.setattr(evening.client.renderer, "picture", slow)
    monkeypatch.setattr(review_presses, "_AT_ONCE_SECONDS", 0.05)
    review, other = await reviewed(play, ana), await reviewed(play, ben)
    await until(lambda: all("180.0 expected" in described(one.now) for one in (review, other)))
    assert "image" not in review.now["embeds"][0]
    table = await evening.table(play)
    await other.do(f"review more {table.players.index(int(ana.id))}")
    ready.set()
    await evening.settle()
    assert "/review.png" in review.now["embeds"][0]["image"]["url"]
    assert "180.0 expected" in described(review.now)
    assert f"**What cost <@{ana.id}> most**" in described(other.now), "the later picture is that of the later words"


@pytest.mark.parametrize(("word", "error"), [("nobody", errors.NoReview), ("broken", errors.NotReviewed)])
async def test_a_sentence_says_why_there_is_no_review(
    evening: Any, asked: list[str], word: str, error: type[Exception]
) -> None:
    play, ana = await played(evening, "ana"), evening.person("ana")
    asked.append(word)
    outcome = await play.do("review", ana)
    assert outcome.ephemeral
    assert outcome.text == refusal(ana, error())
    assert rows(evening.file, "SELECT * FROM reviews") == []


async def test_a_game_that_goes_on_or_was_ended_has_no_review(evening: Any, asked: list[str]) -> None:
    play, ana = await evening.game("ana", "ben", sheet=SHEET), evening.person("ana")
    code = (await evening.table(play)).code
    for over in (False, True):
        if over:
            await evening.end_table(ana)
        opened = PrivateMessage(ana, await ana.command("games", game=code))
        assert not opened.asks("review")
        said = await forge(ana, play.board, f"g1:{code}:1:review")
        assert said.text == refusal(ana, errors.EndedEarly() if over else errors.StillPlayed())
    assert "review" not in play.does
    assert asked == []


async def test_everybody_at_once_each_sheet_is_reviewed_as_a_game_of_its_own(evening: Any, asked: list[str]) -> None:
    play = await evening.game("ana", "ben", sheet=SHEET, pace="parallel")
    for key in ("ana", "ben"):
        own = PrivateMessage(evening.person(key), await play.do("mine", evening.person(key)))
        await own.finish()
        await evening.settle()
    ben = evening.person("ben")
    review = await reviewed(play, ben)
    assert described(review.now).count("180.0 expected") == 1, "the menu leads to the other's"
    assert asked == [SHEET, SHEET]
    table = await evening.table(play)
    stored = rows(evening.file, "SELECT table_id, seat, user_id FROM reviews ORDER BY seat")
    assert stored == [(table.id, seat, player) for seat, player in enumerate(table.players)]


async def test_who_reads_words_only_gets_no_picture(evening: Any, asked: list[str]) -> None:
    play, ana = await played(evening, "ana"), evening.person("ana")
    await evening.client.services.preferences.choose(int(ana.id), plain=True)
    review = await reviewed(play, ana)
    assert "180.0 expected" in described(review.now)
    assert "image" not in review.now["embeds"][0]


async def test_a_forged_seat_is_refused(evening: Any, asked: list[str]) -> None:
    play, ana = await played(evening, "ana"), evening.person("ana")
    review = await reviewed(play, ana)
    share = review.custom_id("review share")
    said = await forge(ana, review.id, share.replace("share 0", "share 7"))
    assert said.text == refusal(ana, IllegalAction("no seat 7"))


async def test_a_player_shares_nobody_elses_decisions_and_a_spectator_nothing(evening: Any, asked: list[str]) -> None:
    """Old messages have buttons for every seat, and a modified client sends what it likes."""
    play = await played(evening, "ana", "ben")
    ana, ben, chloe, david = map(evening.person, ("ana", "ben", "chloe", "david"))
    table = await evening.table(play)
    mine, theirs = (table.players.index(int(one.id)) for one in (ben, ana))
    own = await reviewed(play, ben)
    await evening.settle()
    old, before = own.custom_id("review share").replace(f"share {mine}", f"share {theirs}"), len(chloe.messages())
    said = await forge(ben, own.id, old)
    assert said.text == refusal(ben, errors.DecisionsOfAnother())
    assert not PrivateMessage(david, await david.command("games", "dice", game=table.code)).asks("review")
    said = await forge(david, play.board, play.does["review"])
    assert said.text == refusal(david, errors.OnlyPlayers()), "who did not play opens no review"
    for player in (ana, ben):
        await evening.client.services.preferences.choose(int(player.id), open_reviews=True)
    spectator = PrivateMessage(david, await of_game(david, "review", table.code))
    await evening.settle()
    await spectator.do("review more")
    assert not spectator.asks("review share")
    for seat in (mine, theirs):
        said = await forge(david, spectator.id, old.replace(f"share {theirs}", f"share {seat}"))
        assert said.text == refusal(david, errors.Spectator())
        assert said.ephemeral
    await evening.settle()
    assert len(chloe.messages()) == before, "nothing was posted"


async def test_nobody_else_sees_what_the_decisions_of_somebody_cost_who_wants_that(
    evening: Any, asked: list[str]
) -> None:
    play = await played(evening, "ana", "ben")
    ana, ben, chloe = map(evening.person, ("ana", "ben", "chloe"))
    table = await evening.table(play)
    hers = table.players.index(int(ana.id))
    said = await play.do("review", chloe)
    assert said.text == refusal(chloe, errors.OnlyPlayers())
    replay = PrivateMessage(chloe, await of_game(chloe, "replay", table.code))
    assert not replay.asks("replay 0 mistake"), "what was played is there, not what it cost"
    await evening.client.services.preferences.choose(int(ana.id), open_reviews=True)
    assert not (await opened(play, chloe)).asks("review seat"), "one has opened theirs"
    await evening.client.services.preferences.choose(int(ben.id), open_reviews=True)
    assert (await opened(play, chloe)).asks("review seat")
    stats = PrivateMessage(chloe, await chloe.command("stats", player=ana.id))
    said = await stats.who.press(stats.id, custom_id=stats.custom_id(f"stats {ana.id} * * skill"))
    assert said.text == refusal(chloe, errors.TooFewReviewed(3)), "one game tells others nothing of how she plays"
    await evening.client.services.preferences.choose(int(ana.id), reviews=False)
    for reader in (ben, chloe):
        assert not (await opened(play, reader)).asks("review seat"), "there is one other player, whose are shown"
        shown = await reviewed(play, reader)
        assert not shown.asks(f"review at {hers} ")
    own = await reviewed(play, ana)
    assert own.asks(f"review at {hers} ")
    await evening.client.services.preferences.choose(int(ben.id), reviews=False)
    said = await play.do("review", chloe)
    assert said.text == refusal(chloe, errors.OnlyTheirs())
    replay = PrivateMessage(chloe, await of_game(chloe, "replay", table.code))
    assert not replay.asks("replay 0 mistake")
    stats = PrivateMessage(chloe, await chloe.command("stats", player=ana.id))
    said = await stats.who.press(stats.id, custom_id=stats.custom_id(f"stats {ana.id} * * skill"))
    assert said.text == refusal(chloe, errors.OnlyTheirs())


async def test_erasing_a_person_erases_their_review(evening: Any, asked: list[str]) -> None:
    play, ana = await played(evening, "ana", "ben"), evening.person("ana")
    await reviewed(play, ana)
    await evening.client.services.privacy.erase(int(ana.id))
    assert [user for (user,) in rows(evening.file, "SELECT user_id FROM reviews")] == [int(evening.person("ben").id)]
    ben = evening.person("ben")
    review = PrivateMessage(ben, await of_game(ben, "review"))
    await review.do("review more")
    assert described(review.now).count("expected") == 1


async def test_a_review_that_never_comes_may_be_asked_for_again(
    evening: Any, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "_LIMIT_SECONDS", 0)
    play, ana, thinker = await played(evening, "ana"), evening.person("ana"), evening.client.services.tables.thinker
    ready = held(thinker)
    review = PrivateMessage(ana, await play.do("review", ana))
    await evening.settle()
    assert "That takes too long just now" in review.text
    ready.set()
    again = PrivateMessage(ana, await review.do("review"))
    await evening.settle()
    assert "**Costliest decision**: " in described(again.now)
