"""A tournament in a channel: people enter, play on boards of their own, and the result comes with the dice told."""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from datetime import UTC, datetime
from typing import Any
from unittest import mock
from zoneinfo import ZoneInfo

import discord
import msgspec
import pytest

from bot.engine import gate
from bot.standin.world import permissions as may
from bot.tables.hand import EVERYBODY, Block, Did
from bot.tables.model import errors
from bot.tables.model.processes import EVERY_SHARD
from bot.tables.model.table import code, table_id
from bot.tables.people import erase
from bot.tables.records import trophies
from bot.tables.tournaments import MOST_PLAYERS, TournamentField, ranked, winners_of
from bot.thinker.answers import PlayedDay
from bot.ui.discord.reply import TOKEN_SECONDS
from bot.ui.server.tournaments import DRAWING_SECONDS
from tests.e2e.playing import PrivateMessage, code_of, crowd, described, does, forge, refusal, titled, until

HOUR = 3600
EDIT = ("PATCH", "/channels/{channel_id}/messages/{message_id}")
UNLIMITED = ("/interactions", "/webhooks")
"""Where routes begin that answer presses."""


class Tourney:
    """A tournament and the people in it."""

    def __init__(self, evening: Any, message: str) -> None:
        self.evening, self.message = evening, message

    @property
    def now(self) -> Any:
        return self.evening.standin.world.messages[self.message].data

    @property
    def text(self) -> str:
        return described(self.now)

    def asks(self, beginning: str) -> str:
        return next(id for do, id in does(self.now).items() if do.startswith(f"tournament {beginning}"))

    async def press(self, key: str, what: str) -> Any:
        return await self.evening.person(key).press(self.message, custom_id=self.asks(what))

    async def opens(self, key: str, what: str) -> PrivateMessage:
        return PrivateMessage(self.evening.person(key), await self.press(key, what))

    async def drawn(self) -> str:
        """What the message says once it has been drawn again."""
        await self.evening.client.tournaments.look(self.evening.now())
        await self.evening.client.presenter.settle()
        await self.evening.client.tournaments.settle()
        return self.text

    def result(self) -> Any:
        """The latest message with the way to everybody's own games: the result."""
        shown = [one.data for one in self.evening.standin.world.messages.values() if one.reader is None]
        return next(one for one in reversed(shown) if any("tournament mine" in do for do in does(one)))


@pytest.fixture
def opened(evening: Any) -> Any:
    async def opened(key: str = "ana", **options: Any) -> Tourney:
        outcome = await evening.person(key).command("tournament start", **options)
        assert not outcome.ephemeral, outcome.text
        return Tourney(evening, str(outcome.message["id"]))

    return opened


async def test_people_play_when_they_like_and_the_end_tells_who_was_best(evening: Any, opened: Any) -> None:
    tourney = await opened(rounds=2)
    assert titled(tourney.now) == "Tournament: Yum Classic × 2"
    assert "Nobody has entered yet." in tourney.text
    ana, ben = await tourney.opens("ana", "play"), await tourney.opens("ben", "play")
    assert "round 1" in ana.text
    await ana.finish(keeping=2)
    assert "You are the first to finish this round." in ana.text
    await ben.finish()
    assert "of 2 so far" in ben.text
    text = await tourney.drawn()
    assert "**2 players:**" in text
    assert "done with round 1" in text
    assert "point" not in text.partition("**2 players:**")[2]
    second = PrivateMessage(ana.who, await ana.do("tournament play"))
    assert "round 2" in second.text
    assert int(second.id) > int(ana.id), "below the panels that stand there"
    evening.standin.world.advance(24 * HOUR)
    lines = await played(evening, tourney)
    text = await tourney.drawn()
    assert "This tournament is over" in text
    result = tourney.result()
    picture, text = result["embeds"]
    assert "podium.png" in picture["image"]["url"], "it comes first"
    assert "image" not in text
    best = max(line.score or 0 for line in lines if line.round == 0)
    assert re.search(rf"\*\*Round 1, Yum Classic\*\*: best \*\*{best}\*\*, by <@", text["description"])
    assert "Secret: `" not in str(result["embeds"]), "Verify tells it"
    custom_id = next(id for do, id in does(result).items() if do.startswith("tournament details"))
    chloe = evening.person("chloe")
    details = PrivateMessage(chloe, await chloe.press(str(result["id"]), custom_id=custom_id))
    assert "Ronde 1, Yum classique" in details.text
    assert details.asks("tournament verify")


async def test_the_host_ends_it_once_all_are_done_and_anybody_opens_another_one(evening: Any, opened: Any) -> None:
    tourney = await opened()
    boards = [await tourney.opens(key, "play") for key in ("ben", "chloe")]
    for number, board in enumerate(boards):
        assert "may end it now" not in await tourney.drawn()
        await board.finish(keeping=2 * number)
    assert "may end it now" in await tourney.drawn()
    waits = await tourney.opens("ben", "play")
    assert "You have finished all rounds." in waits.text
    assert not waits.asks("tournament end"), "he is neither host nor manager"
    refused = await tourney.press("ben", "end")
    assert refused.text == refusal(evening.person("ben"), errors.NotAllowed())
    ends = await tourney.opens("ana", "end")
    await ends.do("tournament end")
    await tourney.drawn()
    result = tourney.result()
    assert " wins with " in described(result).split("\n")[0]
    custom_id = next(id for do, id in does(result).items() if do.startswith("tournament again"))
    chloe = evening.person("chloe")
    again = await evening.person("ben").press(str(result["id"]), custom_id=custom_id)
    assert not again.ephemeral
    second = Tourney(evening, str(again.message["id"]))
    assert titled(second.now) == "Tournament: Yum Classic"
    assert second.now["content"] == f"{chloe.mention}: the same tournament is open again."
    assert [user["id"] for user in second.now["mentions"]] == [chloe.id]
    assert f"**1 player:**\n<@{evening.person('ben').id}>\nPress **Play** to take part." in second.text
    await evening.settle()  # Where its message is is stored after the answer.
    late = await evening.person("chloe").press(str(result["id"]), custom_id=custom_id)
    assert late.ephemeral
    assert "ton inscription est faite" in late.text
    assert late.text.endswith(f"/{second.message}")
    assert "**2 players:**" in await second.drawn()
    custom_id = next(id for do, id in does(result).items() if do.startswith("tournament mine"))
    none = await evening.person("ana").press(str(result["id"]), custom_id=custom_id)
    assert none.text == "You have no game in this tournament."


@pytest.mark.parametrize(("refuses", "named"), [("mention", True), ("named", False)])
async def test_another_tournament_notifies_nobody_who_does_not_want_that(
    evening: Any, opened: Any, refuses: str, named: bool
) -> None:
    tourney, chloe = await opened(), evening.person("chloe")
    await everybody_plays(tourney, "ana", "chloe")
    await evening.client.services.preferences.choose(int(chloe.id), **{refuses: False})
    more = await tourney.opens("ana", "more")
    await more.do("tournament end")
    await more.do(next(do for do in more.does if do.endswith("sure")))
    await tourney.drawn()
    result = tourney.result()
    custom_id = next(id for do, id in does(result).items() if do.startswith("tournament again"))
    again = await evening.person("ana").press(str(result["id"]), custom_id=custom_id)
    assert (chloe.mention in (again.message["content"] or "")) is named
    assert again.message["mentions"] == []


async def test_one_choice_makes_an_evening_of_three_rounds_together_and_its_host_changes_the_rest(
    evening: Any, opened: Any
) -> None:
    tourney = await opened(ready="evening")
    assert titled(tourney.now) == "Tournament: Yum Classic × 3"
    assert "A round lasts 30 minutes at most" in tourney.text
    plan = await tourney.opens("ana", "more")
    await plan.do("tournament plan")
    assert not plan.asks("tournament asevening"), "it is one already"
    await plan.do(next(do for do in plan.does if do.startswith("tournament pace") and do.endswith("together 3600")))
    await plan.do(next(do for do in plan.does if do.startswith("tournament rounds") and do.endswith(" 2")))
    await tourney.drawn()
    assert titled(tourney.now) == "Tournament: Yum Classic × 2"
    assert "A round lasts 1 hour at most" in tourney.text
    await plan.do("tournament asevening")
    await tourney.drawn()
    assert titled(tourney.now) == "Tournament: Yum Classic × 3"
    assert "A round lasts 30 minutes at most" in tourney.text


async def test_where_the_host_has_chosen_nothing_one_press_makes_an_evening(evening: Any, opened: Any) -> None:
    tourney, ana, ben = await opened(), evening.person("ana"), evening.person("ben")
    refused = await tourney.press("ben", "asevening")
    assert refused.text == refusal(ben, errors.NotHost(int(ana.id)))
    await tourney.opens("ana", "asevening")
    await tourney.drawn()
    assert titled(tourney.now) == "Tournament: Yum Classic × 3"
    assert "A round lasts 30 minutes at most" in tourney.text
    assert not any(do.startswith("tournament asevening") for do in does(tourney.now))


async def test_what_somebody_chooses_beside_a_ready_made_evening_counts(evening: Any, opened: Any) -> None:
    tourney = await opened(ready="evening", game="yams", rounds=2, time="open 3600")
    assert titled(tourney.now) == "Tournament: Yams × 2"
    assert "Play when you like" in tourney.text


@pytest.mark.parametrize("game", ["421", "5000", "ambition", "cant_stop", "yamslam"])
async def test_who_looks_for_a_game_in_turns_reads_why_not_and_what_instead(evening: Any, game: str) -> None:
    outcome = await evening.person("ana").command("tournament start", game=game)
    assert outcome.ephemeral
    assert "is played in turns" in outcome.text
    assert "**Both ways**" in outcome.text
    assert await evening.client.services.tournaments.on(int(evening.standin.world.guild.id)) == []


async def test_who_may_not_open_a_tournament_does_not_open_another_one(evening: Any, opened: Any) -> None:
    tourney = await opened()
    await (await tourney.opens("ana", "play")).finish()
    await tourney.drawn()
    await (await tourney.opens("ana", "end")).do("tournament end")
    await tourney.drawn()
    result, ben = tourney.result(), evening.person("ben")
    custom_id = next(id for do, id in does(result).items() if do.startswith("tournament again"))
    settings, guild = evening.client.services.settings, int(evening.standin.world.guild.id)
    for choice, error in (
        ({"tournaments": "managers"}, errors.NoTournaments(off=False)),
        ({"tournaments": "managers", "starters": "managers"}, errors.NoTournaments(off=False)),
        ({"tournaments": "off"}, errors.NoTournaments(off=True)),
        (
            {"tournaments": "all", "starters": "everyone", "switched_off": {"0": ("yum_classic",)}},
            errors.SwitchedOff("yum_classic"),
        ),
    ):
        await settings.choose(guild, **choice)
        assert (await ben.press(str(result["id"]), custom_id=custom_id)).text == refusal(ben, error)


@pytest.mark.parametrize("method", ["edit", "send"])
async def test_what_discord_fails_to_show_comes_later(
    evening: Any, opened: Any, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    """discord.py has tried a 5xx five times by then."""
    tourney = await opened()
    ana = await tourney.opens("ana", "play")
    await tourney.drawn()
    owner = discord.PartialMessage if method == "edit" else discord.abc.Messageable
    works, failed = getattr(owner, method), list[str]()

    async def fails_once(self: Any, **board: Any) -> Any:
        if not failed:
            failed.append(method)
            raise discord.DiscordServerError(mock.Mock(status=502, reason="Bad Gateway"), "")
        return await works(self, **board)

    monkeypatch.setattr(owner, method, fails_once)
    await ana.finish()
    await evening.settle()
    if method == "send":
        evening.standin.world.advance(24 * HOUR)
    text = await tourney.drawn()
    assert failed == [method]
    assert ("done ✓" if method == "edit" else "This tournament is over") in text


async def test_ones_games_lead_to_each_other(evening: Any, opened: Any) -> None:
    tourney = await opened(rounds=2)
    board = await tourney.opens("ana", "play")
    await board.finish()
    assert not board.asks("tournament mine")
    second = PrivateMessage(board.who, await board.do("tournament play"))
    await second.finish()
    await tourney.drawn()
    await second.do("tournament mine")
    assert titled(second.now) == "Yum Classic: round 1"
    await second.do("tournament mine")
    assert titled(second.now) == "Yum Classic: round 2"


async def test_nobody_has_a_share_of_a_field_who_plays_alone(evening: Any, opened: Any) -> None:
    tourney = await opened(rounds=2)
    ana = await tourney.opens("ana", "play")
    await ana.finish()
    await tourney.drawn()
    own = await tourney.opens("ana", "standings")
    assert "%" not in own.text
    assert "points" in own.text


async def test_nobody_sees_standings_before_their_own_round_is_finished(evening: Any, opened: Any) -> None:
    tourney = await opened()
    ana = await tourney.opens("ana", "play")
    await ana.finish()
    await tourney.drawn()
    ben = await tourney.opens("ben", "standings")
    assert "Finish a round first" in ben.text
    own = await tourney.opens("ana", "standings")
    assert "(you)" in own.text


async def test_where_the_host_is_late_somebody_who_is_in_starts_after_ten_minutes(evening: Any, opened: Any) -> None:
    tourney = await opened(time="together 3600")
    ends = evening.now() + 600
    waiting = await tourney.opens("ben", "play")
    assert f"If the host has not started by <t:{ends}:t>, press **Start** on the tournament's message" in waiting.text
    assert not waiting.asks("tournament start")
    french = await tourney.opens("chloe", "play")
    assert "appuie toi-même sur **Start** dans le message" in french.text, "as it stands there"
    assert f"presses **Start**, or after <t:{ends}:t> anybody who is in." in await tourney.drawn()
    evening.standin.world.advance(600)
    late = await tourney.opens("chloe", "play")
    assert "Appuie sur **Commencer** quand tout le monde est là." in late.text
    assert late.asks("tournament start"), "the button stands below, in French too"
    await (await tourney.opens("ben", "start")).finish()
    await evening.settle()
    assert "Appuie sur **Commencer**" not in late.text


async def test_a_manager_starts_a_tournament_at_once_and_its_host_stays_and_is_called(
    evening: Any, opened: Any
) -> None:
    outcome = await evening.person("ben").command("tournament start", time="together 3600")
    tourney = Tourney(evening, str(outcome.message["id"]))
    for key in ("ben", "ana"):
        waiting = await tourney.opens(key, "play")
        assert "Press **Start** when all are here." in waiting.text
    board = await tourney.opens("ana", "start")
    assert "round 1" in board.text
    await evening.settle()
    await tourney.drawn()
    call = await called(evening)
    assert call["content"].startswith(f"{evening.person('ben').mention}:")
    guild = int(evening.standin.world.guild.id)
    (now,) = await evening.client.services.tournaments.on(guild)
    assert now.host == int(evening.person("ben").id)
    deeds, _ = await evening.client.services.hand.deeds(guild)
    assert [(deed.do, deed.manager) for deed in deeds] == [(Did.START, int(evening.person("ana").id))]


async def test_a_host_who_has_not_entered_is_asked_before_it_starts_without_them(evening: Any, opened: Any) -> None:
    tourney, ana = await opened(time="together 3600"), evening.person("ana")
    for key in ("ben", "chloe"):
        await tourney.opens(key, "play")
    asked = await tourney.opens("ana", "start")
    assert "You have not entered. Do you play too?" in asked.text
    assert "**Start**" in await tourney.drawn(), "nothing has begun"
    await asked.do("tournament without")
    assert "Round 1 of 1" in asked.text
    text = await tourney.drawn()
    assert "Round 1 of 1" in text
    assert "**2 players:**" in text
    assert ana.mention not in (await called(evening))["content"]


async def test_a_host_who_is_asked_joins_by_the_same_message(evening: Any, opened: Any) -> None:
    tourney = await opened(time="together 3600")
    await tourney.opens("chloe", "play")
    asked = await tourney.opens("ana", "start")
    await asked.do("tournament play")
    assert "Press **Start** when all are here." in asked.text
    await asked.do("tournament start")
    assert "round 1" in asked.text, "her board"
    assert "**2 players:**" in await tourney.drawn()


async def test_a_round_together_begins_with_the_host_and_the_next_when_all_are_done(evening: Any, opened: Any) -> None:
    tourney = await opened(rounds=2, time="together 3600")
    waiting = await tourney.opens("ben", "play")
    assert "You are in." in waiting.text
    await tourney.press("ana", "play")
    refused = await tourney.press("ben", "start")
    assert refused.ephemeral
    assert refused.text == refusal(evening.person("ben"), errors.HostStarts(evening.now() + 600))
    own = await tourney.opens("ana", "start")
    assert "round 1" in own.text, "her board comes by itself"
    assert own.asks("mark"), "with the first throw"
    assert "Round 1 of 2" in await tourney.drawn()
    for key in ("ana", "ben"):
        board = await tourney.opens(key, "play")
        await board.finish()
        if key == "ana":
            early = await tourney.opens("ana", "play")
            assert "You have finished round 1." in early.text
            assert f"Not done yet: {evening.person('ben').mention} (has not begun)." in early.text
    assert "Round 2 of 2" in await tourney.drawn()
    board = await tourney.opens("ben", "play")
    assert "round 2" in board.text


async def together(tourney: Tourney, *keys: str) -> None:
    """Let these enter, and the first of them start."""
    for key in keys:
        await tourney.opens(key, "play")
    await tourney.evening.settle()
    await tourney.drawn()
    await tourney.press(keys[0], "start")
    await tourney.evening.settle()
    await tourney.drawn()


async def everybody_plays(tourney: Tourney, *keys: str) -> None:
    for key in keys:
        await (await tourney.opens(key, "play")).finish()
    await tourney.evening.settle()
    await tourney.drawn()


def buttons(message: Any) -> list[str]:
    return [button["label"] for row in message["components"] for button in row["components"]]


def calls(evening: Any) -> list[Any]:
    """The messages that call people to a round."""
    return [
        one.data
        for one in evening.standin.world.messages.values()
        if one.reader is None and re.search("It ends <t:|Il se termine <t:", one.data.get("content") or "")
    ]


async def called(evening: Any) -> Any:
    """The one call to a round, which comes after what else the bot does then."""
    await until(lambda: calls(evening))
    (call,) = calls(evening)
    return call


async def test_enter_says_who_is_in_and_goes_on_to_say_it(evening: Any, opened: Any) -> None:
    tourney = await opened(time="together 3600")
    ana, ben, chloe = (evening.person(key).mention for key in ("ana", "ben", "chloe"))
    bens = await tourney.opens("ben", "play")
    assert f"these are in: {ben}." in bens.text
    anas = await tourney.opens("ana", "play")
    assert f"these are in: {ben} and {ana}." in anas.text
    await tourney.drawn()
    assert f"these are in: {ana} and {ben}." in bens.text
    await bens.who.submit(await bens.do("tournament stir"), line="three secret words")
    assert bens.text.count("Your word is mixed in") == 1, "in place of what asked for it"
    assert not bens.asks("tournament stir")
    await tourney.drawn()
    assert not bens.asks("tournament stir")
    assert anas.asks("tournament stir")
    await evening.client.services.preferences.choose(int(evening.person("chloe").id), named=False, listed=False)
    await tourney.opens("chloe", "play")
    await tourney.drawn()
    assert f"these are in: {ana}, {ben} and 1 other." in bens.text
    assert chloe not in bens.text


async def test_who_waits_reads_for_whom_until_they_are_done_and_plays_only_what_can_be_played(
    evening: Any, opened: Any
) -> None:
    tourney = await opened(rounds=2, time="together 3600")
    await together(tourney, "ana", "ben", "chloe")
    boards = {key: await tourney.opens(key, "play") for key in ("ana", "ben", "chloe")}
    names = {key: board.who.mention for key, board in boards.items()}
    await boards["ana"].finish()
    waits = await tourney.opens("ana", "play")
    for shown in (boards["ana"], waits):
        boxes = "(13 boxes to go)"
        assert f"Not done yet: {names['ben']} {boxes} and {names['chloe']} {boxes}." in shown.text
        assert not shown.asks("tournament play"), "there is nothing to play"
    assert "You are the first to finish this round." in boards["ana"].text
    await boards["ben"].finish()
    await evening.settle()
    await tourney.drawn()
    for shown in (boards["ana"], boards["ben"], waits):
        assert f"Not done yet: {names['chloe']} (13 boxes to go)." in shown.text
    assert "In this round, at <t:" in boards["ana"].text
    assert "of 2 so far." in boards["ana"].text
    await boards["chloe"].finish()
    await evening.settle()
    await tourney.drawn()
    for shown in (boards["ana"], boards["ben"], boards["chloe"], waits):
        assert "Not done yet" not in shown.text
        assert shown.asks("tournament play")


async def test_the_last_who_finishes_a_round_throws_the_next_one_by_one_press(
    evening: Any, opened: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the bot has not looked after the tournament meanwhile. After the last round nothing leads on."""
    tourney = await opened(rounds=2, time="together 3600")
    await together(tourney, "ana", "ben")
    boards = [await tourney.opens(key, "play") for key in ("ana", "ben")]
    with monkeypatch.context() as busy:
        busy.setattr(evening.client.tournaments, "go_on", mock.AsyncMock())
        for board in boards:
            await board.finish()
        assert not boards[0].asks("tournament play")
        second = PrivateMessage(boards[1].who, await boards[1].do("tournament play"))
    assert "round 2" in second.text
    assert second.asks("mark"), "the dice of the first throw lie there"
    assert "Round 2 of 2" in await tourney.drawn()
    await everybody_plays(tourney, "ana")
    await second.finish()
    assert "In this round" in second.text
    assert not second.asks("tournament play")
    await tourney.drawn()


async def test_who_is_done_reads_how_many_boxes_the_others_have_left(evening: Any, opened: Any) -> None:
    tourney = await opened(rounds=2, time="together 3600")
    await together(tourney, "ana", "ben", "chloe")
    ana, ben, chloe = [await tourney.opens(key, "play") for key in ("ana", "ben", "chloe")]
    await ana.finish()
    await ben.turn()
    await tourney.drawn()
    assert f"Not done yet: {ben.who.mention} (12 boxes to go) and {chloe.who.mention} (13 boxes to go)." in ana.text
    assert "to go" not in tourney.text, "others still play"
    assert "to go" not in chloe.text
    standings = await tourney.opens("ana", "standings")
    assert f"{ben.who.mention} (12 boxes to go)" in standings.text
    early = await tourney.opens("ben", "standings")
    assert "to go" not in early.text, "he still plays himself"
    assert not ana.asks("tournament sheets"), "nobody else is done"
    await ben.finish()
    await tourney.drawn()
    beside = PrivateMessage(ana.who, await ana.do("tournament sheets"))
    assert ben.who.mention in beside.text
    assert chloe.who.mention not in beside.text


async def test_a_second_press_moves_what_the_first_has_shown(evening: Any, opened: Any) -> None:
    """Somebody who presses Enter or Play again has one private message, the lower one."""
    tourney, ben = await opened(time="together 3600"), evening.person("ben")
    first = await tourney.opens("ben", "play")
    second = await tourney.opens("ben", "play")
    await evening.settle()
    assert ben.message(first.id) is None
    assert "You are in." in second.text
    await together(tourney, "ana")
    board = PrivateMessage(ben, await second.do("tournament play"))
    assert board.id == second.id, "it begins where he has waited"
    again = await tourney.opens("ben", "play")
    await evening.settle()
    assert ben.message(board.id) is None
    await again.finish()
    assert "You are the first to finish this round." in again.text
    await tourney.drawn()


async def test_what_became_another_board_stays_it_while_others_finish(evening: Any, opened: Any) -> None:
    tourney = await opened(rounds=2, time="together 3600")
    people = ("ana", "ben", "chloe")
    await together(tourney, *people)
    await everybody_plays(tourney, *people)
    ana, ben = [await tourney.opens(key, "play") for key in people[:2]]
    await ana.finish()
    await ana.do("tournament mine")
    assert titled(ana.now) == "Yum Classic: round 1"
    await ben.finish()
    await evening.settle()
    await tourney.drawn()
    assert titled(ana.now) == "Yum Classic: round 1"


async def test_who_stops_their_round_is_asked_first_and_the_others_go_on(evening: Any, opened: Any) -> None:
    tourney = await opened(rounds=2, time="together 3600")
    await together(tourney, "ana", "ben")
    anas, bens = await tourney.opens("ana", "play"), await tourney.opens("ben", "play")
    await anas.finish()
    await bens.turn()
    more = PrivateMessage(bens.who, await bens.do("more"))
    await more.do("tournament stop")
    assert "Round 1 then counts 0 for you" in more.text
    assert bens.asks("roll"), "he has not said yes"
    await more.do(next(do for do in more.does if do.startswith("tournament stop")))
    await evening.settle()
    assert "You have stopped this round: it counts 0 for you." in bens.text
    assert not bens.asks("roll")
    for shown in (anas, bens, more):
        assert shown.asks("tournament play"), "nobody has looked after the tournament meanwhile"
    assert "Round 2 of 2" in await tourney.drawn()
    page = await tourney.opens("ben", "more")
    assert page.asks("tournament stop"), "of round 2 too, before he has begun it"
    assert not (await tourney.opens("chloe", "more")).asks("tournament stop"), "she is not in"


async def test_a_round_that_is_stopped_leads_to_the_next_one_where_people_play_when_they_like(
    evening: Any, opened: Any
) -> None:
    tourney = await opened(rounds=2)
    board = await tourney.opens("ben", "play")
    await board.turn()
    more, late = await tourney.opens("ben", "more"), await tourney.opens("ben", "more")
    for panel in (more, late):
        await panel.do("tournament stop")
    for panel in (more, late):
        await panel.do("tournament stop")
    assert "Round 1 is over for you, and counts 0." in more.text
    assert "You have finished" not in late.text
    assert late.asks("tournament play")
    second = PrivateMessage(more.who, await more.do("tournament play"))
    assert "round 2" in second.text


async def test_the_host_ends_a_round_after_reading_who_still_plays_it(evening: Any, opened: Any) -> None:
    tourney = await opened("ben", rounds=2, time="together 3600")
    await together(tourney, "ben", "chloe")
    bens, chloes = await tourney.opens("ben", "play"), await tourney.opens("chloe", "play")
    await bens.finish()
    await chloes.turn()
    assert not (await tourney.opens("chloe", "more")).asks("tournament endround")
    more, late = await tourney.opens("ben", "more"), await tourney.opens("ana", "more")
    for panel in (more, late):
        await panel.do("tournament endround")
        assert "Round 1 ends for everybody, now, and round 2 begins." in panel.text
        assert f"Not done: {chloes.who.mention}. What they have not finished counts 0 for them" in panel.text
    for panel in (more, late):
        await panel.do("tournament endround")
        await evening.settle()
        await tourney.drawn()
        assert "Round 2 of 2" in tourney.text
        assert panel.asks("tournament play")
    assert "elle compte 0 pour toi" in chloes.text
    assert chloes.asks("tournament play")
    deeds, _ = await evening.client.services.hand.deeds(int(evening.standin.world.guild.id))
    assert deeds == [], "the host has ended it"
    last = await tourney.opens("ana", "more")
    assert not last.asks("tournament endround")
    assert last.asks("tournament end ")


async def test_a_manager_who_ends_a_round_of_another_stands_in_the_log(evening: Any, opened: Any) -> None:
    tourney = await opened("ben", rounds=2, time="together 3600")
    await together(tourney, "ben")
    more = await tourney.opens("ana", "more")
    for _ in range(2):
        await more.do("tournament endround")
    deeds, _ = await evening.client.services.hand.deeds(int(evening.standin.world.guild.id))
    assert [deed.do for deed in deeds] == [Did.END_ROUND]


async def test_no_round_waits_for_a_blocked_person_or_calls_them(evening: Any, opened: Any) -> None:
    tourney = await opened("ben", rounds=2, time="together 3600")
    await together(tourney, "ben", "chloe", "david")
    chloe, board = evening.person("chloe"), await tourney.opens("chloe", "play")
    await everybody_plays(tourney, "ben", "david")
    assert "Round 1 of 2" in tourney.text, "it waits for her"
    said = await forge(evening.person("ana"), tourney.message, f"g1:-:0:hand surely {chloe.id} yes")
    assert f"{chloe.mention} is blocked." in said.text
    await evening.settle()
    assert "Round 2 of 2" in await tourney.drawn(), "she is removed, and nobody waits for her"
    assert not any(do.startswith(("roll", "mark")) for do in board.does)
    (second,) = calls(evening)
    called_to_it = second["content"].partition("\n**")[0]
    assert chloe.mention not in called_to_it
    assert evening.person("david").mention in called_to_it
    await everybody_plays(tourney, "ben", "david")
    result = described(tourney.result())
    assert evening.person("ben").mention in result, "it is over without her"
    assert f"Removed by a manager: {chloe.mention}." in result


async def test_a_round_that_was_cut_off_keeps_its_drawn_board(evening: Any, opened: Any) -> None:
    tourney = await opened(game="cant_stop_race")
    board = await tourney.opens("ana", "play")
    assert "mountain" in board.now["embeds"][0]["image"]["url"]
    more = await tourney.opens("ana", "more")
    await more.do("tournament end")
    await more.do(next(do for do in more.does if do.endswith("sure")))
    await tourney.drawn()
    assert "it counts 0 for you" in board.text
    assert "mountain" in board.now["embeds"][0]["image"]["url"]


async def test_each_round_calls_who_entered_by_one_message_that_leads_to_their_board_and_goes_with_the_next(
    evening: Any, opened: Any
) -> None:
    people = ("ana", "ben", "chloe")
    tourney = await opened(rounds=2, time="together 3600")
    await together(tourney, *people)
    first = await called(evening)
    assert "round 1 of 2 begins, Yum Classic" in first["content"]
    named = {key: evening.person(key).mention in first["content"] for key in people}
    assert named == {"ana": False, "ben": True, "chloe": True}, "she has started it"
    (play,) = does(first).values()
    board = PrivateMessage(evening.person("ben"), await evening.person("ben").press(str(first["id"]), custom_id=play))
    assert "round 1" in board.text
    await tourney.drawn()
    assert calls(evening) == [first]
    await everybody_plays(tourney, *people)
    (second,) = calls(evening)
    assert "round 2 of 2 begins" in second["content"]
    assert all(evening.person(key).mention in second["content"] for key in people)
    assert "\n**Round 1, Yum Classic**: " in second["content"]
    await everybody_plays(tourney, *people)
    assert calls(evening) == []


async def test_the_result_between_the_rounds_names_nobody_who_does_not_want_that(evening: Any, opened: Any) -> None:
    ben = evening.person("ben")
    await evening.client.services.preferences.choose(int(ben.id), named=False)
    tourney = await opened(rounds=2, time="together 3600")
    await together(tourney, "ana", "ben")
    await everybody_plays(tourney, "ana", "ben")
    (call,) = calls(evening)
    assert "Somebody **" in call["content"]
    assert ben.mention not in call["content"]


async def test_nobody_calls_a_person_who_plays_a_tournament_alone(evening: Any, opened: Any) -> None:
    tourney = await opened("ben", rounds=2, time="together 3600")
    await together(tourney, "ben")
    await everybody_plays(tourney, "ben")
    assert "Round 2 of 2" in tourney.text
    assert calls(evening) == []


async def test_a_call_that_the_bot_has_not_made_before_its_end_is_made_later_and_once(
    evening: Any, opened: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    tourney = await opened(time="together 3600")
    for key in ("ana", "ben"):
        await tourney.opens(key, "play")
    with monkeypatch.context() as killed:
        for told in ("began", "changed"):
            killed.setattr(evening.client.tournaments, told, lambda _: None)
        await tourney.press("ana", "start")
        await evening.settle()
    assert calls(evening) == []
    await tourney.opens("ana", "play")  # Her game stands on its message, which is drawn.
    await tourney.drawn()
    call = await called(evening)
    await tourney.drawn()
    assert calls(evening) == [call]


async def test_a_server_that_wants_no_calls_gets_none(evening: Any, opened: Any) -> None:
    await evening.client.services.settings.choose(int(evening.standin.world.guild.id), calls=False)
    tourney = await opened(time="together 3600")
    await together(tourney, "ana", "ben")
    assert "Round 1 of 1" in tourney.text
    assert calls(evening) == []


async def test_no_call_names_who_is_left_out_of_posts(evening: Any, opened: Any) -> None:
    ben = evening.person("ben")
    await evening.client.services.preferences.choose(int(ben.id), named=False)
    tourney = await opened(time="together 3600")
    await together(tourney, "ana", "ben", "chloe")
    call = await called(evening)
    assert ben.mention not in call["content"]
    assert evening.person("chloe").mention in call["content"]


async def test_calls_to_french_readers_speak_one_language_with_their_buttons_that_of_the_server(
    evening: Any, opened: Any
) -> None:
    people = ("ana", "chloe", "david")
    tourney = await opened(rounds=2, time="together 3600")
    await together(tourney, *people)
    for number in (1, 2):
        call = await called(evening)
        line, *_ = call["content"].split("\n")
        assert f": round {number} of 2 begins" in line
        assert all(evening.person(key).mention in line for key in ("chloe", "david")), "who read French"
        assert "ronde" not in call["content"]
        assert buttons(call) == ["Play my round"]
        if number == 1:
            await everybody_plays(tourney, *people)


async def test_a_call_that_discord_fails_to_take_comes_later_and_once(
    evening: Any, opened: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    works, failed = discord.abc.Messageable.send, list[str]()

    async def fails_once(self: Any, content: Any = None, **message: Any) -> Any:
        if content is not None and not failed:
            failed.append(content)
            raise discord.DiscordServerError(mock.Mock(status=502, reason="Bad Gateway"), "")
        return await works(self, content, **message)

    monkeypatch.setattr(discord.abc.Messageable, "send", fails_once)
    tourney = await opened(time="together 3600")
    await together(tourney, "ana", "ben")
    await tourney.drawn()
    assert len(failed) == 1
    assert [call["content"] for call in calls(evening)] == failed


async def test_who_waits_reads_that_the_round_has_begun_and_plays_it_from_there(evening: Any, opened: Any) -> None:
    tourney = await opened(rounds=2, time="together 3600")
    entered = await tourney.opens("ben", "play")
    assert "You are in." in entered.text
    await together(tourney, "ana")
    assert "Round 1 of 2" in entered.text
    bens = PrivateMessage(entered.who, await entered.do("tournament play"))
    await bens.finish()
    waits = await tourney.opens("ben", "play")
    assert "You have finished round 1." in waits.text
    assert "when all are done" in bens.text
    anas = await tourney.opens("ana", "play")
    await anas.finish()
    await evening.settle()
    await tourney.drawn()
    assert "Round 2 of 2" in waits.text
    assert "**Round 1, Yum Classic**: " in waits.text
    assert "In this round: place **" in waits.text, "their own place"
    for panel in (waits, anas, bens):
        assert "when all are done" not in panel.text
        board = PrivateMessage(panel.who, await panel.do("tournament play"))
        assert "round 2" in board.text
    await everybody_plays(tourney, "ben")
    last = await tourney.opens("ben", "play")
    assert "The result comes" in last.text
    await everybody_plays(tourney, "ana")
    assert "This tournament is over." in last.text


async def test_who_begins_to_wait_as_the_round_ends_reads_that_the_next_one_has_begun(
    evening: Any, opened: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their message is sent, and the round ends before the bot remembers that they wait."""
    tourney, messages = await opened(rounds=2, time="together 3600"), evening.client.tournaments
    await together(tourney, "ana", "ben")
    await everybody_plays(tourney, "ben")
    late = list[tuple[tuple[Any, ...], dict[str, Any]]]()
    with monkeypatch.context() as held:
        held.setattr(messages, "waits", lambda *about, **how: late.append((about, how)))
        waits = await tourney.opens("ben", "play")
        await everybody_plays(tourney, "ana")
    assert "You have finished round 1." in waits.text
    ((about, how),) = late
    messages.waits(*about, **how)
    await evening.settle()
    assert "Round 2 of 2" in waits.text
    board = PrivateMessage(waits.who, await waits.do("tournament play"))
    assert "round 2" in board.text


async def test_what_somebody_reads_stays_where_the_token_is_too_old(evening: Any, opened: Any) -> None:
    tourney = await opened(rounds=2, time="together 3600")
    await together(tourney, "ana", "ben")
    await everybody_plays(tourney, "ben")
    late = await tourney.opens("ben", "play")
    written = late.text
    await evening.settle()
    evening.standin.world.advance(TOKEN_SECONDS + 1)  # Discord would take it a little longer.
    await everybody_plays(tourney, "ana")
    assert "Round 2 of 2" in tourney.text
    assert late.text == written


async def test_what_somebody_waited_by_stays_the_board_that_it_became(evening: Any, opened: Any) -> None:
    tourney = await opened(rounds=2)
    for _ in range(2):
        await everybody_plays(tourney, "ana")
    panel = await tourney.opens("ana", "play")
    assert "You have finished all rounds." in panel.text
    await evening.settle()
    await panel.do("tournament mine")
    more = await tourney.opens("ana", "more")
    await more.do("tournament end")
    await more.do(next(do for do in more.does if do.endswith("sure")))
    await tourney.drawn()
    assert titled(panel.now) == "Yum Classic: round 1"


async def test_words_are_stirred_in_until_somebody_plays(evening: Any, opened: Any) -> None:
    tourney = await opened(time="together 3600")
    panel = await tourney.opens("ben", "play")
    form = await panel.do("tournament stir")
    sent = await panel.who.submit(form, line="three secret words")
    assert "Your word is mixed in" in sent.text
    assert "word mixed in" in await tourney.drawn()


async def test_a_word_is_mixed_in_before_the_first_throw_where_people_play_when_they_like(
    evening: Any, hands: Any, opened: Any
) -> None:
    tourney = await opened()
    ben, mixes = evening.person("ben"), tourney.asks("stir")
    said = await ben.submit(await tourney.press("ben", "stir"), line="three secret words")
    assert "Your word is mixed in" in said.text
    assert "1 word is mixed in." in await tourney.drawn()
    assert hands["rows"](evening.file, "SELECT user_id FROM entries") == []
    assert (await ben.press(tourney.message, custom_id=mixes)).text == refusal(ben, errors.HasStirred())
    own = PrivateMessage(ben, said)
    board = PrivateMessage(ben, await own.do("tournament play"))
    assert board.asks("mark"), "this press throws"
    ((entropy, thrown),) = hands["rows"](
        evening.file, "SELECT o.entropy, t.entropy FROM tournaments o JOIN tables t ON t.tournament = o.id"
    )
    assert entropy == thrown
    assert len(entropy.split()) == 2
    late = await hands["forge"](evening.person("ana"), tourney.message, mixes)  # Her client has not redrawn it yet.
    assert late.text == refusal(evening.person("ana"), errors.TooLateForWords())


async def test_the_host_plans_another_game_for_a_round(evening: Any, opened: Any) -> None:
    tourney = await opened(rounds=2)
    more = await tourney.opens("ana", "more")
    plan = PrivateMessage(more.who, await more.do("tournament plan"))
    await plan.do(next(do for do in plan.does if do.startswith("tournament plan") and do.endswith(" 1")))
    await plan.do(next(do for do in plan.does if do.endswith("yams")))
    assert "Round 2, Yams" in plan.text
    assert titled((await tourney.drawn(), tourney.now)[1]) == "Tournament: Yum Classic, Yams"


async def test_a_tournament_lasts_until_an_evening_by_the_clocks_of_the_server(evening: Any, opened: Any) -> None:
    await evening.client.services.settings.choose(int(evening.standin.world.guild.id), zone="America/Toronto")
    tourney = await opened()
    plan = await tourney.opens("ana", "more")
    await plan.do("tournament plan")
    lines = {
        option["value"]: option["label"]
        for row in plan.now["components"]
        for item in row["components"]
        for option in item.get("options", ())
    }
    evenings = {do: label for do, label in lines.items() if label.startswith("Time: until ")}
    assert 5 <= len(evenings) <= 7
    wanted, label = list(evenings.items())[-1]
    await plan.do(wanted)
    ends = re.search(r"until <t:(\d+):f>", await tourney.drawn())
    assert ends is not None
    local = datetime.fromtimestamp(int(ends[1]), ZoneInfo("America/Toronto"))
    assert label.startswith(f"Time: until {local:%A}, 8:00")
    assert (local.hour, local.minute, local.second) == (20, 0, 0)
    chosen = [option for row in plan.now["components"] for item in row["components"] for option in item["options"]]
    assert label in {option["label"] for option in chosen if option.get("default")}


async def test_no_round_becomes_a_game_that_the_server_has_switched_off(evening: Any, opened: Any) -> None:
    tourney = await opened(rounds=2)
    services, guild = evening.client.services, int(evening.standin.world.guild.id)
    more = await tourney.opens("ana", "more")
    await more.do("tournament plan")
    yams = next(do for do in more.does if do.endswith("yams"))
    await services.settings.choose(guild, switched_off={"0": ("yams",)})
    before = titled(tourney.now)
    said = await more.do(yams)
    assert said.text == refusal(more.who, errors.SwitchedOff("yams"))
    assert titled((await tourney.drawn(), tourney.now)[1]) == before
    again = await tourney.opens("ana", "more")
    await again.do("tournament plan")
    assert not any(do.endswith("yams") for do in again.does)
    assert any(do.endswith("yum_color") for do in again.does)


async def test_a_result_is_drawn_without_a_voided_round(evening: Any, opened: Any) -> None:
    tourney = await opened()
    boards = {key: await tourney.opens(key, "play") for key in ("ana", "ben")}
    for key, keeping in (("ana", 2), ("ben", 0)):
        await boards[key].finish(keeping=keeping)
    (on,) = {line.table for line in await played(evening, tourney) if line.entry == 1}
    more = await tourney.opens("ana", "more")
    await more.do("tournament end")
    await more.do(next(do for do in more.does if do.endswith("sure")))
    await tourney.drawn()
    said = described(tourney.result())
    table = await evening.client.services.tables.get(on)
    await evening.client.services.hand.void(table.id, 99)
    evening.client.judged(table)
    await evening.settle()
    await tourney.drawn()
    without = described(tourney.result())
    assert without != said
    assert f"by <@{evening.person('ben').id}>" in without
    await evening.client.services.hand.count(table.id, 99)
    evening.client.judged(table)
    await evening.settle()
    await tourney.drawn()
    assert described(tourney.result()) == said


async def test_a_voided_round_is_drawn_after_a_new_start_too(
    evening: Any, opened: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    tourney = await opened()
    await everybody_plays(tourney, "ana", "ben")
    (on,) = {line.table for line in await played(evening, tourney) if line.entry == 1}
    evening.standin.world.advance(24 * HOUR)
    await tourney.drawn()
    before = described(tourney.result())
    table = await evening.client.services.tables.get(on)
    with monkeypatch.context() as dying:  # The process ends before it draws.
        dying.setattr(evening.client.tournaments, "_show", mock.AsyncMock())
        await evening.client.services.hand.void(table.id, 99)
        evening.client.judged(table)
        await evening.settle()
        await evening.client.tournaments.settle()
    assert described(tourney.result()) == before
    await tourney.drawn()
    assert described(tourney.result()) != before


@pytest.mark.parametrize("erased", [True, False])
async def test_who_is_erased_or_voided_while_the_result_is_drawn_wins_no_trophy(
    evening: Any, opened: Any, monkeypatch: pytest.MonkeyPatch, erased: bool
) -> None:
    tourney, services, gone = await opened(), evening.client.services, list[int]()
    await everybody_plays(tourney, "ana", "ben", "chloe")
    tells = services.tournaments.stories

    async def stories(entered: TournamentField) -> Any:
        if not gone:
            gone.append(winners_of(entered)[0].user)
            entry = entered.of(gone[0])
            assert entry is not None
            if erased:
                await erase(services.tables, services.privacy, gone[0])
            else:
                await services.hand.void(entered.games_of(entry)[0].table, 99)
        return await tells(entered)

    monkeypatch.setattr(services.tournaments, "stories", stories)
    evening.standin.world.advance(24 * HOUR)
    await tourney.drawn()
    kept = await services.trophies.all(int(evening.standin.world.guild.id))
    assert gone
    assert gone[0] not in {one.user for one in kept if one.key == trophies.TOURNAMENT.key}


async def test_a_server_that_the_host_has_blocked_gets_no_result(evening: Any, opened: Any) -> None:
    tourney = await opened()
    guild, hand = int(evening.standin.world.guild.id), evening.client.services.hand
    await (await tourney.opens("ana", "play")).finish()
    await tourney.drawn()
    await hand._store.block(Block(guild, EVERYBODY, evening.now()), None)
    await hand.look()
    before, sent = tourney.text, len(evening.standin.world.messages)
    evening.standin.world.advance(24 * HOUR)
    assert await tourney.drawn() == before
    assert len(evening.standin.world.messages) == sent
    await hand._store.lift(guild, EVERYBODY, None)
    await hand.look()
    assert "This tournament is over" in await tourney.drawn()


async def played(evening: Any, tourney: Tourney) -> Any:
    """The games of a tournament."""
    asks = next(do for do in does(tourney.now) if do.startswith("tournament more"))
    tournaments, id = evening.client.services.tournaments, table_id(asks.split()[2])
    found = await tournaments.find(id, int(evening.standin.world.guild.id))
    return (await tournaments.field(found)).played


async def test_every_menu_of_the_options_says_what_it_is_for_and_what_is_chosen(evening: Any, opened: Any) -> None:
    tourney = await opened(rounds=2)
    plan = await tourney.opens("ana", "more")
    assert plan.text.index("Round 1, Yum Classic") < plan.text.index("Everybody throws the same dice")
    assert "-# Somebody who has looked at the dice" in plan.text.splitlines()[-1]
    await plan.do("tournament plan")
    menus = [item for row in plan.now["components"] for item in row["components"] if item["type"] == 3]
    assert [menu["placeholder"] for menu in menus] == [
        "Change: Round 1, Yum Classic",
        "Game of round 1: Yum Classic",
        "Rules of round 1: Standard",
        "Time: 1 day, when you like",
        "Places by: Share of opponents beaten",
    ]
    chosen = [next(one["label"] for one in menu["options"] if one.get("default")) for menu in menus]
    assert chosen == [menu["placeholder"] for menu in menus]


async def test_private_boards_say_that_it_is_over_by_their_token_or_at_the_next_press(
    evening: Any, opened: Any
) -> None:
    tourney = await opened()
    ana, ben = await tourney.opens("ana", "play"), await tourney.opens("ben", "play")
    evening.standin.world.advance(15 * 60)
    await ana.do("keep")
    more = await tourney.opens("ana", "more")
    await more.do("tournament end")
    await more.do(next(do for do in more.does if do.endswith("sure")))
    await evening.settle()
    assert "The tournament is over." in ana.text, "by the token of her last press"
    assert not any(do.startswith("keep") for do in ana.does)
    assert "The tournament is over." not in ben.text, "his token is too old"
    await ben.do(next(do for do in ben.does if do.startswith("keep")))
    assert "The tournament is over." in ben.text


@pytest.mark.parametrize("late", [False, True])
async def test_what_led_to_a_round_says_that_it_is_over_by_its_token_or_leads_to_the_result(
    evening: Any, opened: Any, late: bool
) -> None:
    tourney = await opened(rounds=2, time="together 3600")
    entered = await tourney.opens("ben", "play")
    await together(tourney, "ana", "chloe")
    assert entered.asks("tournament play")
    if late:
        evening.standin.world.advance(16 * 60)
    more = await tourney.opens("ana", "more")
    for _ in range(2):
        await more.do(next(do for do in more.does if do.startswith("tournament end ")))
    await evening.settle()
    await tourney.drawn()
    if late:
        await entered.do("tournament play")
        assert "This tournament is over: https://discord.com/channels/" in entered.text
        assert entered.text.endswith(str(tourney.result()["id"]))
    else:
        assert "This tournament is over." in entered.text
    assert not any(do.startswith("tournament play") for do in entered.does)


async def test_a_manager_who_ends_the_tournament_of_another_stands_in_the_log(evening: Any, opened: Any) -> None:
    for host, noted in (("ana", []), ("ben", [Did.CALL_OFF])):
        more = await (await opened(host)).opens("ana", "more")
        await more.do("tournament end")
        await more.do(next(do for do in more.does if do.endswith("sure")))
        deeds, _ = await evening.client.services.hand.deeds(int(evening.standin.world.guild.id))
        assert [deed.do for deed in deeds] == noted


async def test_two_sides_play_against_each_other(evening: Any, opened: Any) -> None:
    tourney = await opened(teams=True)
    for key, side in (("ana", 0), ("ben", 1)):
        panel = await tourney.opens(key, "play")
        await panel.do(next(do for do in panel.does if do.endswith(f" {side}")))
        await panel.finish(keeping=side)
    more = await tourney.opens("ana", "more")
    await more.do("tournament end")
    await more.do(next(do for do in more.does if do.endswith("sure")))
    await tourney.drawn()
    assert any(word in described(tourney.result()) for word in ("wins by", "tie.**"))


async def test_the_message_is_drawn_once_in_ten_seconds_whatever_happens(evening: Any, hands: Any, opened: Any) -> None:
    tourney = await opened()
    drawn = evening.standin.world.calls
    before = drawn[EDIT]
    people = [evening.person(key) for key in crowd(evening.standin.world, 30)]
    await asyncio.gather(*(one.press(tourney.message, custom_id=tourney.asks("play")) for one in people))
    assert len(hands["rows"](evening.file, "SELECT number FROM entries")) == 30
    assert drawn[EDIT] - before <= 1
    assert "**30 players:**" in await tourney.drawn()
    assert drawn[EDIT] - before <= 3


@pytest.mark.long(30)
async def test_five_hundred_finish_in_the_same_moment(evening: Any, hands: Any, opened: Any) -> None:
    """Each has one decision left. All are reminded once, press at once and are placed right.

    The message is drawn once in ten seconds, and nothing else is asked of Discord but their answers.
    """
    tourney, services = await opened(), evening.client.services
    people = [evening.person(key) for key in crowd(evening.standin.world, MOST_PLAYERS)]
    last = dict[str, tuple[str, str]]()
    for number, who in enumerate(people):
        board = PrivateMessage(who, await who.press(tourney.message, custom_id=tourney.asks("play")))
        id = table_id(code_of(board.now))
        assert id is not None
        table, boxes = await services.tables.get(id), [""]
        while boxes:
            if not table.state.dice:
                table = (await services.tables.act(id, table.host, table.step, "roll")).after
            mark, *boxes = sorted(do for do in gate.legal(table.game, table.state) if do.startswith("mark"))
            if boxes:
                mark = boxes[number % len(boxes)]
                table = (await services.tables.act(id, table.host, table.step, mark)).after
        last[who.id] = (board.id, f"g1:{code(id)}:{table.step}:{mark}")
    evening.standin.world.advance(20 * HOUR)
    for _ in range(2):
        await tourney.drawn()
    reminders = [text for text in contents(evening) if "the tournament ends" in text]
    assert len(reminders) == MOST_PLAYERS / 50
    assert sorted(re.findall(r"<@(\d+)>", "".join(reminders))) == sorted(who.id for who in people)
    before, began = limited(evening), time.monotonic()
    answers = await asyncio.gather(*(forge(who, *last[who.id]) for who in people))
    assert not [answer for answer in answers if answer.failed]
    await evening.settle()
    assert f"Finished: round 1: {MOST_PLAYERS}." in await tourney.drawn()
    asked, tens = limited(evening) - before, (time.monotonic() - began) / DRAWING_SECONDS
    assert set(asked) == {EDIT}
    assert asked[EDIT] <= tens + 2
    scores = dict(hands["rows"](evening.file, "SELECT user_id, score FROM results"))
    assert len(scores) == MOST_PLAYERS
    (tournament,) = await services.tournaments.on(int(evening.standin.world.guild.id))
    await services.tournaments.end(tournament, int(people[0].id), manager=True)
    places = ranked(await services.tournaments.field(await services.tournaments.find(tournament.id, tournament.guild)))
    others = MOST_PLAYERS - 1
    for place in places:
        own = scores[place.player.user]
        beaten = sum(other < own for other in scores.values())
        tied = sum(other == own for other in scores.values()) - 1
        assert place.percent == pytest.approx(100 * (beaten + tied / 2) / others, abs=0.01)


def contents(evening: Any) -> list[str]:
    """What stands above the frames of all messages that everybody sees."""
    return [one.data.get("content") or "" for one in evening.standin.world.messages.values() if one.reader is None]


def limited(evening: Any) -> Counter[tuple[str, str]]:
    """What was asked of Discord so far within its limits: answers to presses have none."""
    calls = evening.standin.world.calls
    return Counter({route: many for route, many in calls.items() if not route[1].startswith(UNLIMITED)})


async def test_a_reminder_calls_those_who_are_not_done_once(evening: Any, opened: Any) -> None:
    tourney = await opened()
    ana, _ = await tourney.opens("ana", "play"), await tourney.opens("ben", "play")
    await ana.finish()
    evening.standin.world.advance(20 * HOUR)
    for _ in range(2):
        await tourney.drawn()
    (reminder,) = (text for text in contents(evening) if "the tournament ends" in text)
    assert f"<@{evening.person('ben').id}>" in reminder
    assert f"<@{ana.who.id}>" not in reminder


async def test_the_last_round_of_an_evening_reminds_once(evening: Any, opened: Any) -> None:
    tourney = await opened(rounds=3, time="together 3600")
    await together(tourney, "ana", "ben")
    for _ in range(2):
        await everybody_plays(tourney, "ana", "ben")
    assert "Round 3 of 3" in await tourney.drawn()
    evening.standin.world.advance(46 * 60)
    for _ in range(4):
        await tourney.drawn()
    assert len([text for text in contents(evening) if "round 3 ends" in text]) == 1


async def test_a_reminder_names_somebody_asleep_and_notifies_them_not(evening: Any, opened: Any) -> None:
    """It comes once, a quarter of the time before the end: without it they would wake and know of nothing."""
    tourney = await opened()
    for key in ("ana", "ben"):
        await tourney.opens(key, "play")
    ben, at = evening.person("ben"), evening.now() + 20 * HOUR
    hour = datetime.fromtimestamp(at, UTC).hour
    await evening.client.services.preferences.choose(int(ben.id), zone="UTC", quiet_from=hour, quiet_to=(hour + 2) % 24)
    evening.standin.world.advance(20 * HOUR)
    for _ in range(2):
        await tourney.drawn()
    messages = [one.data for one in evening.standin.world.messages.values() if one.reader is None]
    (reminder,) = (one for one in messages if "the tournament ends" in (one.get("content") or ""))
    assert ben.mention in reminder["content"]
    assert [user["id"] for user in reminder["mentions"]] == [evening.person("ana").id]


async def test_a_reminder_for_more_than_a_message_names_comes_in_several_that_leave_nobody_out(
    evening: Any, opened: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.ui.server.tournaments._MOST_MENTIONS", 2)
    tourney = await opened()
    for key in ("ana", "ben", "chloe"):
        await tourney.opens(key, "play")
    evening.standin.world.advance(20 * HOUR)
    for _ in range(2):
        await tourney.drawn()
    reminders = [text for text in contents(evening) if re.search("the tournament ends|le tournoi se termine", text)]
    assert sorted(text.count("<@") for text in reminders) == [1, 2]
    assert all(evening.person(key).mention in "".join(reminders) for key in ("ana", "ben", "chloe"))


async def test_every_throw_of_a_tournament_is_computed_again_and_a_forged_one_shows(
    evening: Any, hands: Any, opened: Any
) -> None:
    tourney = await opened()
    noted = "".join(re.findall(r"\b[0-9a-f]{8}\b", tourney.text))
    for key in ("ana", "ben"):
        board = await tourney.opens(key, "play")
        await board.finish()
    more = await tourney.opens("ana", "more")
    await more.do("tournament end")
    await more.do(next(do for do in more.does if do.endswith("sure")))
    await tourney.drawn()
    custom_id = next(id for do, id in does(tourney.result()).items() if do.startswith("tournament details"))
    ben = evening.person("ben")
    details = PrivateMessage(ben, await ben.press(str(tourney.result()["id"]), custom_id=custom_id))
    said = await details.do("tournament verify")
    told = str(evening.person("ben").message(str(said.message["id"])))
    assert "✅ 2 games" in told
    ((secret,),) = hands["rows"](evening.file, "SELECT secret FROM tournaments")
    assert f"Secret: `{bytes(secret).hex()}`" in told
    for seal, answer in ((noted, "✅ The seal you noted is"), (noted[::-1], "❌ The seal you noted is not")):
        form = await PrivateMessage(ben, said).do("tournament seal")
        assert answer in (await ben.submit(form, line=seal)).text
    ((dice,),) = hands["rows"](evening.file, "SELECT dice FROM journal WHERE dice != '[]' LIMIT 1")
    forged = dice.translate(str.maketrans("123456", "234561"))
    hands["write"](evening.file, "UPDATE journal SET dice = ? WHERE dice = ?", forged, dice)
    evening.client.services.tables.repository.forget_all()
    again = await details.do("tournament verify")
    assert "❌" in str(evening.person("ben").message(str(again.message["id"])))


async def test_after_the_end_gobelets_game_with_the_same_dice_opens_beside_ones_board(
    evening: Any, hands: Any, opened: Any
) -> None:
    tourney = await opened()
    board = await tourney.opens("ana", "play")
    await board.finish()
    (line,) = await played(evening, tourney)
    assert not board.asks("replay champion"), "others may throw these dice"
    more = await tourney.opens("ana", "more")
    await more.do("tournament end")
    await more.do(next(do for do in more.does if do.endswith("sure")))
    await tourney.drawn()
    await evening.settle()
    early = await board.do("replay champion 0 open")
    assert early.text == refusal(board.who, errors.GobeletPlaysLater())
    journal = "SELECT do FROM journal WHERE table_id = ? ORDER BY number"
    actions = tuple(do for (do,) in hands["rows"](evening.file, journal, line.table))
    unplayed = await evening.client.services.tournaments.unplayed(EVERY_SHARD, evening.now())
    game = PlayedDay(line.score, 249.6, actions)
    await unplayed.keep([msgspec.json.encode(game).decode()])
    shown = PrivateMessage(board.who, await board.do("replay champion 0 open"))
    assert shown.id != board.id, "the board stays"
    assert "Move 0 of" in shown.text
    assert "🦁" in shown.text, "it is no game of hers"
    assert shown.asks("replay champion 0 on")
    mine = PrivateMessage(
        board.who,
        await board.who.press(
            str(tourney.result()["id"]),
            custom_id=next(id for do, id in does(tourney.result()).items() if do.startswith("tournament mine")),
        ),
    )
    assert f"With these dice Gobelet wrote **{line.score}** points; on average it writes **250**." in mine.text


@pytest.mark.parametrize(
    ("who", "chosen", "opens"), [("ben", "managers", False), ("ana", "managers", True), ("ana", "off", False)]
)
async def test_a_server_says_who_opens_tournaments(evening: Any, who: str, chosen: str, opens: bool) -> None:
    await evening.client.services.settings.choose(int(evening.standin.world.guild.id), tournaments=chosen)
    outcome = await evening.person(who).command("tournament start")
    assert outcome.ephemeral is not opens
    assert ("tournament" in outcome.text.lower()) or opens


async def test_the_list_of_tables_says_when_a_tournament_ends_or_that_it_waits(evening: Any, opened: Any) -> None:
    await opened(time="together 1800")
    ana = evening.person("ana")
    waiting = PrivateMessage(ana, await ana.command("table"))
    assert "Tournament: Yum Classic · waits for its start" in waiting.text
    await opened("ben")
    assert "Tournament: Yum Classic · it ends <t:" in PrivateMessage(ana, await ana.command("table")).text


async def test_the_list_of_tables_leads_back_to_a_board_that_was_dismissed(evening: Any, opened: Any) -> None:
    tourney = await opened()
    board = await tourney.opens("ana", "play")
    await board.turn()
    written = board.text
    board.who.delete(board.id)
    tables = PrivateMessage(board.who, await board.who.command("table"))
    again = PrivateMessage(board.who, await tables.do("tournament play"))
    assert again.text == written


async def test_a_message_whose_answer_was_lost_is_known_from_the_first_press_on_it(
    evening: Any, hands: Any, opened: Any
) -> None:
    tourney = await opened()
    await evening.settle()
    await tourney.drawn()
    hands["write"](evening.file, "UPDATE tournaments SET message = NULL")  # The process ended before it was stored.
    own = await tourney.opens("ana", "more")
    await own.do("tournament plan")
    assert "Nobody has entered yet." in await tourney.drawn()
    await tourney.opens("ben", "play")
    assert "**1 player:**" in await tourney.drawn()
    stored = evening.client.services.tournaments
    (known,) = await stored.on(int(evening.standin.world.guild.id))
    assert str(known.message) == tourney.message


async def test_what_does_not_show_a_tournament_is_never_taken_for_its_message(
    evening: Any, hands: Any, opened: Any
) -> None:
    tourney = await opened(time="together 3600")
    await together(tourney, "ana", "ben")
    call, ben = await called(evening), evening.person("ben")
    await evening.settle()
    hands["write"](evening.file, "UPDATE tournaments SET message = NULL")
    custom_id = next(id for do, id in does(call).items() if do.startswith("tournament play"))
    await PrivateMessage(ben, await ben.press(str(call["id"]), custom_id=custom_id)).finish()
    await evening.settle()
    await tourney.drawn()
    (known,) = await evening.client.services.tournaments.on(int(evening.standin.world.guild.id))
    assert known.message is None


async def test_who_has_finished_stands_there_after_a_new_start_too(
    evening: Any, opened: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    tourney = await opened()
    ana = await tourney.opens("ana", "play")
    await tourney.drawn()
    with monkeypatch.context() as dying:  # The process ends before it draws.
        dying.setattr(evening.client.tournaments, "_show", mock.AsyncMock())
        await ana.finish()
        await evening.settle()
        await evening.client.tournaments.settle()
    assert "done ✓" in await tourney.drawn()


async def test_a_deleted_message_is_no_end_of_a_tournament(evening: Any, opened: Any) -> None:
    tourney = await opened()
    board = await tourney.opens("ana", "play")
    await board.finish()
    evening.standin.world.faults.fail(*EDIT, status=404, code=10008, times=1)
    await evening.client.tournaments.look(evening.now())
    await evening.client.tournaments.settle()
    evening.standin.world.advance(24 * HOUR)
    await evening.client.tournaments.look(evening.now())
    await evening.client.presenter.settle()
    await evening.client.tournaments.settle()
    assert "point" in described(tourney.result())


async def test_a_server_that_has_removed_the_bot_gets_the_result_once_it_is_invited_again(
    evening: Any, opened: Any, until: Any
) -> None:
    tourney, world = await opened(), evening.standin.world
    await everybody_plays(tourney, "ana", "ben")
    guild = int(world.guild.id)
    (known,) = await evening.client.services.tournaments.on(guild)
    world.remove_bot()
    await until(lambda: evening.client.get_guild(guild) is None)
    world.advance(25 * HOUR)
    before = limited(evening)
    for _ in range(3):
        await evening.settle()
        await tourney.drawn()
    assert (await evening.client.services.tournaments.current(known.id)).status == "over"
    assert not limited(evening) - before, "nothing is asked of a server that it may not see"
    world.add_bot()
    await until(lambda: evening.client.get_guild(guild) is not None)
    await tourney.drawn()
    assert "wins with" in described(tourney.result()) or "share the first place" in described(tourney.result())


def ends_while_it_sends(monkeypatch: pytest.MonkeyPatch, *, came: bool) -> None:
    """Have the process end before it has stored where a message is; ``came``: Discord has it."""
    works = discord.abc.Messageable.send

    async def sent(self: Any, *said: Any, **board: Any) -> Any:
        if came:
            await works(self, *said, **board)
        raise errors.NotSaved

    monkeypatch.setattr(discord.abc.Messageable, "send", sent)


@pytest.mark.parametrize("came", [True, False])
async def test_a_result_that_was_sent_before_a_kill_and_an_outage_stands_there_once(
    evening: Any, opened: Any, monkeypatch: pytest.MonkeyPatch, came: bool
) -> None:
    tourney, world = await opened(), evening.standin.world
    await everybody_plays(tourney, "ana", "ben")
    world.advance(24 * HOUR)
    with monkeypatch.context() as dying:
        ends_while_it_sends(dying, came=came)
        assert "This tournament is over" not in await tourney.drawn()
    world.advance(HOUR)
    for _ in range(2):
        text = await tourney.drawn()
    results = [one for one, said in world.messages.items() if any("tournament mine" in do for do in does(said.data))]
    assert len(results) == 1
    assert text.endswith(f"/{results[0]}")
    _, behind = await evening.client.services.tournaments.to_look_at(EVERY_SHARD)
    assert behind == [], "it shows all there is"


@pytest.mark.parametrize("wait", [0, HOUR])
async def test_a_kill_between_a_result_and_the_way_to_it_leaves_no_message_that_one_can_play_by(
    evening: Any, opened: Any, wait: int
) -> None:
    tourney, world = await opened(), evening.standin.world
    await everybody_plays(tourney, "ana", "ben")
    world.advance(24 * HOUR)
    with mock.patch.object(discord.PartialMessage, "edit", side_effect=errors.NotSaved):  # The process ends there.
        await tourney.drawn()
    assert any("tournament play" in do for do in does(tourney.now))
    world.advance(wait)
    assert (await tourney.drawn()).endswith(f"/{tourney.result()['id']}")
    assert sum(any("tournament mine" in do for do in does(said.data)) for said in world.messages.values()) == 1


async def test_the_host_chooses_house_rules_for_a_round_and_everybody_plays_by_them(evening: Any, opened: Any) -> None:
    tourney = await opened(rounds=2)
    panel = await tourney.opens("ana", "more")
    await panel.do("tournament plan")
    await panel.do("tournament houserules")
    assert "Bonus for more Yums: On" in panel.text
    asked = [do for do in panel.does if do.startswith("tournament houserule ")]
    assert not any(f" {key} " in do for do in asked for key in ("games_in_match", "tiebreak", "teams"))
    await panel.do(next(do for do in asked if " yum_bonus " in do))
    assert "● Bonus for more Yums: **Off** (changed)" in panel.text
    await panel.do(next(do for do in panel.does if do.startswith("tournament plan")))
    assert "Round 1, Yum Classic · House rules\nRound 2, Yum Classic\n" in f"{panel.text}\n"
    assert "House rules are in force" in await tourney.drawn()
    ben = await tourney.opens("ben", "play")
    table = await evening.client.services.tables.get(table_id(code_of(ben.now)))
    assert table.game.options == {"yum_bonus": False}
    denied = await tourney.opens("ben", "more")
    assert not denied.asks("tournament plan")


async def test_managers_of_two_servers_let_them_play_against_each_other(evening: Any, opened: Any) -> None:
    world = evening.standin.world
    world.add_guild("The *Hall*", "hall")
    await evening.settle()
    tourney = await opened("ben")
    assert not (await tourney.opens("ben", "more")).asks("tournament invite")
    asked = await tourney.opens("ana", "more")
    await asked.do("tournament invite")
    code = re.search(r"`([A-Z0-9]{8})`", asked.text)
    assert code is not None
    ben = await evening.person("ben").command("tournament start", "hall", ready=code[1])
    assert "Manage Server" in ben.text
    (offered,) = await _invitations(evening, "ana", "hall")
    assert offered["name"] == f"Against {world.guild.name}, with the same dice"
    outcome = await evening.person("ana").command("tournament start", "hall", ready=offered["value"])
    assert await _invitations(evening, "ana", "hall") == [], "it is good for one server"
    away = Tourney(evening, str(outcome.message["id"]))
    assert f"Against **{world.guild.name}**, where everybody throws the same dice." in away.text
    assert r"Against **The \*Hall\***" in await tourney.drawn()
    assert not (await tourney.opens("ana", "more")).asks("tournament end")
    homes = {"ben": (tourney, world.guild.name), "chloe": (away, r"The \*Hall\*")}
    for key, (where, _) in homes.items():
        await (await where.opens(key, "play")).finish()
    await away.drawn()
    _each_server_names_its_own(evening, homes)
    world.advance(24 * HOUR)
    for _ in range(3):
        await away.drawn()
    shown = [one for one in world.messages.values() if one.reader is None]
    for key, (where, server) in homes.items():
        (result,) = [
            one.data
            for one in shown
            if one.channel is world.messages[where.message].channel
            and any("tournament mine" in do for do in does(one.data))
        ]
        assert "IMP" in described(result) or "tie.**" in described(result)
        assert evening.person(key).mention in described(result)
        assert all(f"{name}: " in described(result) for _, name in homes.values()), server
        for do, custom_id in does(result).items():
            if do.startswith(("tournament details", "tournament standings", "tournament mine")):
                who = evening.person(key)
                PrivateMessage(who, await who.press(str(result["id"]), custom_id=custom_id))
    await evening.settle()
    _each_server_names_its_own(evening, homes)


async def _invitations(evening: Any, who: str, channel: str) -> list[Any]:
    """What ``ready`` offers there beside what is ready-made."""
    listed = (await evening.person(who).complete("tournament start", "ready", "", channel)).choices
    assert [one["value"] for one in listed[:2]] == ["evening", "league"]
    return list(listed[2:])


async def test_a_tournament_of_another_server_is_offered_to_those_who_invite_and_to_managers_who_have_played_there(
    evening: Any, opened: Any
) -> None:
    world, ana, chloe = evening.standin.world, evening.person("ana"), evening.person("chloe").member
    hall = world.add_guild("The Hall", "hall")
    world.set_roles(chloe, [*chloe.roles, world.add_role("Keeper", may.MANAGE_GUILD, hall).id], hall)
    await evening.settle()
    tourney = await opened("ben")
    asked = await tourney.opens("ana", "more")
    await asked.do("tournament invite")
    assert len(await _invitations(evening, "ana", "hall")) == 1, "she has invited"
    assert await _invitations(evening, "ana", "dice") == [], "never on that server itself"
    assert await _invitations(evening, "chloe", "hall") == [], "managers alone may play against another server"
    await everybody_plays(tourney, "ben")
    assert await _invitations(evening, "ana", "hall") == [], "somebody has thrown there"
    assert "do not know that choice of `ready`" in (await ana.command("tournament start", ready="tomorrow")).text
    late = re.search(r"`([A-Z0-9]{8})`", asked.text)
    assert late is not None
    assert "This invitation is over" in (await ana.command("tournament start", "hall", ready=late[1].lower())).text


async def test_to_open_a_tournament_asks_six_things_at_most_and_no_code(evening: Any) -> None:
    (group,) = (one for one in evening.standin.world.commands.values() if one["name"] == "tournament")
    (start,) = (one for one in group["options"] if one["name"] == "start")
    assert [one["name"] for one in start["options"]] == ["ready", "game", "rounds", "time", "scoring", "teams"]
    assert start["options"][0]["autocomplete"]


def _each_server_names_its_own(evening: Any, homes: dict[str, tuple[Tourney, str]]) -> None:
    """No message of a server names somebody who plays for the other one, nor does the text beside a picture."""
    messages = evening.standin.world.messages
    for key, (where, _) in homes.items():
        here = messages[where.message].channel.guild_id
        texts = [
            str([one.data.get(part) for part in ("content", "embeds", "components", "attachments")])
            for one in messages.values()
            if one.channel.guild_id == here
        ]
        assert any(evening.person(key).mention in text for text in texts)
        for other in homes.keys() - {key}:
            who = evening.person(other)
            assert [text for text in texts if who.mention in text or who.member.name in text] == []
