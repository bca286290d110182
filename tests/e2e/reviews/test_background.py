"""Finished games are reviewed by themselves when nobody plays, and statistics say what the reviews found."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bot.mind.strengths import losses
from bot.screens.server.posts import week_screen
from bot.tables.model import errors
from bot.tables.records.reviews import QUIET_SECONDS
from bot.thinker.answers import Chosen, GameReview, Mistake, NobodyKnows, SeatSummary, ThinkingFailed, ThrowLuck
from bot.ui.server import tournaments
from tests.e2e.playing import PrivateMessage, described, does, of_game, refusal, rows
from tests.e2e.server.test_tournament import Tourney

SHEET = "yum_original"


def review_of(seats: int) -> GameReview:
    """A game in which everybody lost 7.5 points by holding and 2.5 by striking, and was lucky by 20."""
    kinds = {"keep": Chosen(10, 7.5), "strike": Chosen(1, 2.5)}
    seat = SeatSummary(180.0, 20.0, 10.0, 0.0, 190.0, kinds, (Mistake(1, "keep", 7.5),), (ThrowLuck(0, 20.0),))
    return GameReview("points", "exact", (seat,) * seats)


class Reviewer:
    """Stands in for the process that reviews; the words in ``fails`` name games and why it fails at them."""

    def __init__(self, client: Any) -> None:
        self.games: list[str] = []
        self.prepared: list[tuple[str, int]] = []
        self.fails: dict[str, Exception] = {}
        self._client = client
        client.services.background_reviews._thinker.review = self.review
        client.services.background_reviews._thinker.work_out = self.work_out

    async def work_out(self, game: Any, seats: int) -> None:
        self.prepared.append((game.key, seats))

    async def review(self, game: Any, seats: int, journal: Any) -> GameReview:
        self.games.append(game.key)
        if game.key in self.fails:
            raise self.fails[game.key]
        assert len(journal) >= 12 * seats
        return review_of(seats)


async def play_out(evening: Any, *players: str, **options: Any) -> Any:
    """Play a game to its end, one throw a turn."""
    play = await evening.game(*players, **options)
    while any(do.startswith(("roll", "mark")) for do in play.does):
        await play.throw()
        await play.mark()
    await evening.settle()
    return play


async def tick(evening: Any, seconds: float) -> None:
    """Let so much time pass, then let all jobs take their turn."""
    evening.standin.world.advance(seconds)
    await evening.client.scheduler.tick()


async def test_a_game_is_reviewed_once_nobody_has_pressed_lately_and_statistics_show_it(quiet_evening: Any) -> None:
    evening, ana = quiet_evening, quiet_evening.person("ana")
    evening.reviews = True
    async with evening.running() as client:
        reviewer = Reviewer(client)
        await play_out(evening, "ana", "ben", sheet=SHEET)
        mine = await ana.command("stats", game=SHEET)
        waits = await ana.press(mine, custom_id_contains="skill page")
        assert "No reviewed game yet.\n**Review** on a result makes one at once" in waits.text
        assert reviewer.prepared == [(SHEET, 2)], "what its review needs was worked out when it began"
        assert "1 game waits for its review" in waits.text
        await tick(evening, QUIET_SECONDS - 1)
        assert reviewer.games == [], "somebody has just pressed"
        with client.services.tables.thinker._thinking():
            await tick(evening, 6)
        assert reviewer.games == [], "somebody waits for what a move is worth"
        await tick(evening, 6)
        assert reviewer.games == [SHEET]
        await tick(evening, 6)
        assert reviewer.games == [SHEET], "never twice"
        skill = await ana.press(mine, custom_id_contains="skill page")
        assert "**1** reviewed game." in skill.text
        assert "Dice\nluck helped by 20.0 points a game" in skill.text
        assert "The best ones bring 174 points on average." in skill.text
        assert "Decisions\nlost 10.0 points a game · plays like a casual computer" in skill.text
        known = losses("yum_original")
        each = known.strong_each, known.regular_each, known.casual_each, known.beginner_each
        told = [f"{11 * lost:.{1 if 11 * lost < 10 else 0}f}" for lost in each]
        assert (
            "What computers lose a game\nstrong computer {} points, regular {}, casual {}, beginner {}\n".format(*told)
            in skill.text
        )
        assert "Holding dice: lost 7.5 points a game · 10 decisions\n" in skill.text
        assert "Striking boxes: lost 2.5 points a game · 1 decision" in skill.text
        every = await ana.press(await ana.command("stats"), custom_id_contains="skill page")
        assert (
            "**Yum original** · 1 reviewed game\n-# lost 10.0 points a game · plays like a casual computer · "
            "luck helped by 20.0 points a game" in every.text
        )
        board = await ana.command("leaderboard", game=SHEET, by="skill")
        assert f"**–** {ana.mention} (you) · lost **10.0 points** a game · 1 reviewed game" in board.text
        assert "What decisions lost in a game, together, alone, in dailies and tournaments: the least" in board.text
        empty = await ana.command("leaderboard", game="yum_plus", by="skill")
        assert "No such game has been reviewed yet." in empty.text
        shown = PrivateMessage(ana, await of_game(ana, "review"))
        await shown.do("review more")
        assert "luck helped by 20.0 points; decisions cost 10.0 points." in str(shown.now)
        assert reviewer.games == [SHEET], "who asks reads the stored one"


async def test_points_without_luck_come_to_a_result_while_people_play_all_the_time(quiet_evening: Any) -> None:
    evening = quiet_evening
    evening.reviews = True
    async with evening.running() as client:
        reviewer, ana = Reviewer(client), evening.person("ana")
        opened = await ana.command("tournament start", game=SHEET)
        boards = Tourney(evening, str(opened.message["id"]))
        for key in ("ana", "ben"):
            await (await boards.opens(key, "play")).finish()
        more = await boards.opens("ana", "more")
        await more.do("tournament end")
        await more.do(next(do for do in more.does if do.endswith("sure")))
        await boards.drawn()
        assert "Points without luck follow as soon as I have reviewed the games." in described(boards.result())
        await tick(evening, 5)
        assert reviewer.games == [SHEET, SHEET], "everybody has just pressed"
        await boards.drawn()
        assert "follow as soon as" not in described(boards.result())
        custom_id = next(id for do, id in does(boards.result()).items() if do.startswith("tournament details"))
        details = PrivateMessage(ana, await ana.press(str(boards.result()["id"]), custom_id=custom_id))
        assert "170.0" in details.text


async def test_a_review_leaves_what_the_digest_of_a_week_tells(quiet_evening: Any) -> None:
    """The lowest chance of the winner, which takes the game once more, and the luckiest throw."""
    evening = quiet_evening
    evening.reviews = True
    async with evening.running() as client:
        reviewer = Reviewer(client)
        played, winners = list[Any](), ()
        while len(winners) != 1:  # Equal scores have no winner who came back.
            table = await evening.table(await play_out(evening, "ana", "ben", sheet=SHEET))
            winners = table.outcome.winners
            played.append(table)
        (lucky, *_), games = played[0].players, len(played)  # All games are as lucky, so the first one counts.
        await tick(evening, QUIET_SECONDS + 1)
        await evening.settle()  # The board has its story: what it asked for is noted.
        (winner,), store = winners, client.services.reviews.store
        rows = await store.of_table(table.id)
        assert [row.luckiest for row in rows] == [20.0, 20.0]
        assert [row.lowest is not None for row in rows] == [seat == winner for seat in range(2)]
        await store.note_lowest(table.id, winner, 0.07)
        week = await client.services.posts.week(table.guild)
        said = week_screen(client.presenter.renderer.context("en"), week).body
        name = f"<@{table.players[winner]}>"
        assert f"Comeback of the week: {name}, from 7% to a win at Yum original" in said
        assert f"Luckiest throw of the week: <@{lucky}> throws " in said
        await client.services.preferences.choose(lucky, named=False)
        week = await client.services.posts.week(table.guild)
        assert f"<@{lucky}>" not in week_screen(client.presenter.renderer.context("en"), week).body
        assert reviewer.games == [SHEET] * games, "nothing is reviewed anew"


async def test_the_result_tells_what_its_review_knows_by_the_token_of_the_last_press(quiet_evening: Any) -> None:
    evening = quiet_evening
    evening.reviews = True
    async with evening.running() as client:
        Reviewer(client)
        client.presenter.reconciler.patience = 3600.0
        play = await play_out(evening, "ana", "ben", sheet=SHEET)
        assert "Luckiest" not in described(play.now)
        picture, before = play.now["embeds"][0]["image"], Counter(evening.standin.world.calls)
        await tick(evening, QUIET_SECONDS + 1)
        await evening.settle()
        said = described(play.now)
        first = (await evening.table(play)).players[0]
        assert f"Luckiest: <@{first}> throws **" in said
        assert "Unluckiest" not in said, "nobody was unlucky"
        assert play.now["embeds"][0]["image"] == picture, "the picture stays"
        token = ("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/@original")
        assert Counter(evening.standin.world.calls) - before == {token: 1}
        assert (await play.do("rematch", evening.person("ben"))).updated
        await evening.settle()
        assert "Luckiest" in described(play.now)


async def test_a_review_that_somebody_opens_first_brings_its_story_to_the_result(evening: Any) -> None:
    evening.client.presenter.reconciler.patience = 3600.0
    play = await play_out(evening, "ana", "ben", sheet=SHEET)

    async def review(*_: Any) -> GameReview:
        return review_of(2)

    evening.client.services.tables.thinker.review = review
    await play.do("review", evening.person("ben"))
    await evening.settle()
    assert "Luckiest" in described(play.now)


async def result_of_three(evening: Any) -> Tourney:
    """A tournament that three have played, with its result."""
    outcome = await evening.person("ana").command("tournament start")
    tourney = Tourney(evening, str(outcome.message["id"]))
    for key in ("ana", "ben", "chloe"):
        await (await tourney.opens(key, "play")).finish()
    more = await tourney.opens("ana", "more")
    await more.do("tournament end")
    await more.do(next(do for do in more.does if do.endswith("sure")))
    await tourney.drawn()
    assert len(pictures_of(tourney)) == 1
    return tourney


def pictures_of(tourney: Tourney) -> list[str]:
    """What the pictures of a result say."""
    return [frame["image"]["description"] for frame in tourney.result()["embeds"] if "image" in frame]


async def test_the_result_of_a_tournament_keeps_its_picture_over_a_new_start_and_until_its_reviews(
    quiet_evening: Any,
) -> None:
    """The bot ends while its message waits to be drawn again, when nothing can be drawn any more."""
    evening = quiet_evening
    evening.reviews = True
    async with evening.running() as client:
        tourney = await result_of_three(evening)
        Reviewer(client)
        for _ in range(2):
            await tick(evening, QUIET_SECONDS)
            await evening.settle()
        before = pictures_of(tourney)
        assert len(client.tournaments._drawing) == 1, "it rests after the first review"
    assert pictures_of(tourney) == before
    async with evening.running() as client:
        Reviewer(client)
        for _ in range(3):
            await tick(evening, QUIET_SECONDS)
        await tourney.drawn()
    (told,) = pictures_of(tourney)
    assert "without it" in told


async def test_a_picture_of_a_result_that_comes_too_late_comes_with_the_next_look(
    quiet_evening: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = quiet_evening
    evening.reviews = True
    async with evening.running() as client:
        tourney = await result_of_three(evening)
        before = pictures_of(tourney)
        Reviewer(client)
        with monkeypatch.context() as busy:
            busy.setattr(tournaments, "podium_picture", nothing)
            for _ in range(3):
                await tick(evening, QUIET_SECONDS)
            await evening.settle()
            await client.tournaments.settle()
            assert pictures_of(tourney) == before
        await tourney.drawn()
        (told,) = pictures_of(tourney)
        assert "without it" in told


async def nothing(*_: Any) -> None:
    """What is drawn on a machine that is too busy."""


@pytest.mark.long
@pytest.mark.parametrize("broken", [ThinkingFailed("broken"), KeyError("nobody has foreseen it")])
async def test_a_game_that_has_no_review_is_remembered_and_one_that_breaks_waits_for_the_next_start(
    quiet_evening: Any, broken: Exception
) -> None:
    evening = quiet_evening
    evening.reviews = True
    async with evening.running() as client:
        await play_out(evening, "ana", sheet=SHEET)
        await play_out(evening, "ana", sheet="yum_classic", channel="general")
        reviewer = Reviewer(client)
        reviewer.fails = {SHEET: NobodyKnows(SHEET), "yum_classic": broken}
        await tick(evening, QUIET_SECONDS)
        await tick(evening, QUIET_SECONDS)
        assert reviewer.games == ["yum_classic", SHEET]
    async with evening.running() as client:
        reviewer = Reviewer(client)
        await tick(evening, QUIET_SECONDS)
        assert reviewer.games == ["yum_classic"]
        stored = rows(evening.file, "SELECT game, reviewed FROM results ORDER BY game")
        assert stored == [("yum_classic", 1), (SHEET, 0)]
        ana = evening.person("ana")
        page = await ana.press(await ana.command("stats", game=SHEET), custom_id_contains="skill page")
        assert "1 game cannot be reviewed." in page.text


@pytest.mark.long
async def test_everybody_at_once_is_reviewed_sheet_by_sheet_and_memory_keeps_nothing(quiet_evening: Any) -> None:
    evening = quiet_evening
    evening.reviews = True
    async with evening.running() as client:
        play = await evening.game("ana", "ben", sheet=SHEET, pace="parallel")
        for key in ("ana", "ben"):
            own = PrivateMessage(evening.person(key), await play.do("mine", evening.person(key)))
            await own.finish()
            await evening.settle()
        reviewer, tables = Reviewer(client), client.services.tables
        tables.repository.forget_all()
        await tick(evening, QUIET_SECONDS)
        assert reviewer.games == [SHEET, SHEET]
        assert len(rows(evening.file, "SELECT user_id FROM reviews")) == 2
        assert not list(tables.repository._tables._values)
        said = await of_game(evening.person("ana"), "review")
        assert said.text != refusal(evening.person("ana"), errors.NoReview())
