"""The game of the day: the same dice for everybody, once, and nothing told before its time."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from typing import Any

import pytest

from bot.engine.dice import FairDice, commitment
from bot.tables import days

DAY = 86_400
SATURDAY = 5
CALLBACK = ("POST", "/interactions/{webhook_id}/{webhook_token}/callback")
TEXT, PUBLIC_SQUARE = 4, "general"


class Board:
    """A private message of somebody's."""

    def __init__(self, who: Any, outcome: Any, does: Any) -> None:
        assert outcome.state == "answered"
        assert outcome.ephemeral, outcome.text
        self.who = who
        self.id = outcome.message["id"]
        self._does = does

    @property
    def now(self) -> Any:
        found = self.who.message(self.id)
        assert found is not None
        return found

    @property
    def text(self) -> str:
        return str(self.now["embeds"])

    @property
    def does(self) -> dict[str, str]:
        return self._does(self.now)  # type: ignore[no-any-return]

    def custom_id(self, beginning: str) -> str:
        return next(id for do, id in self.does.items() if do.startswith(beginning))

    async def do(self, beginning: str) -> Any:
        """Press the first button, or choose the first line of the menu, that asks for something like this."""
        what, custom_id = next((do, id) for do, id in self.does.items() if do.startswith(beginning))
        if custom_id.endswith(f":{what}"):
            return await self.who.press(self.id, custom_id=custom_id)
        return await self.who.select(self.id, what, custom_id=custom_id)

    async def turn(self, *, keeping: int = 0) -> None:
        """Throw, throw again with so many dice held, write the points in the box that is worth most."""
        await self.do("roll")
        if keeping:
            for place in range(1, keeping + 1):
                await self.do(f"hold {place} ")
            await self.do("keep")
        await self.do("mark")

    async def finish(self, *, keeping: int = 0) -> None:
        while any(do.startswith("roll") for do in self.does):
            await self.turn(keeping=keeping)


def until_saturday(evening: Any) -> None:
    """Noon of a Saturday (UTC), whose game is a short one."""
    now = evening.now()
    weekday = (now // DAY + 3) % 7
    evening.standin.world.advance((SATURDAY - weekday) % 7 * DAY - now % DAY + DAY // 2)
    if days.game_of(days.day_of(evening.now())) != "yams":  # The week has turned by going back to noon.
        raise AssertionError(days.day_of(evening.now()))


@pytest.fixture
def day(evening: Any) -> int:
    until_saturday(evening)
    return days.day_of(evening.now())


@pytest.fixture
def opened(hands: Any) -> Any:
    async def opened(who: Any, **where: Any) -> Board:
        return Board(who, await who.command("daily", **where), hands["does"])

    return opened


@pytest.fixture
def begun(opened: Any) -> Any:
    async def begun(who: Any) -> Board:
        board: Board = await opened(who)
        assert (await board.do("daily play")).updated
        return board

    return begun


def throws(evening: Any, hands: Any, who: Any) -> list[list[int]]:
    """What somebody's game of the day has thrown so far."""
    lines = hands["rows"](
        evening.file,
        "SELECT journal.dice FROM journal JOIN tables ON tables.id = journal.table_id "
        "WHERE tables.host = ? AND tables.daily IS NOT NULL ORDER BY tables.daily, journal.number",
        int(who.id),
    )
    return [throw for (dice,) in lines for throw in json.loads(dice)]


def secret_of(evening: Any, hands: Any, day: int) -> bytes:
    ((secret,),) = hands["rows"](evening.file, "SELECT secret FROM dailies WHERE day = ?", day)
    return bytes(secret)


def told(evening: Any) -> str:
    """Everything anybody can read in any message."""
    return json.dumps([message.data for message in evening.standin.world.messages.values()])


# -- the dice ----------------------------------------------------------------------------------------------------------


async def test_everybody_throws_the_same_dice(evening: Any, hands: Any, day: int, begun: Any) -> None:
    ana, ben = await begun(evening.person("ana")), await begun(evening.person("ben"))
    assert ana.who.message(ben.id) is None
    for _ in range(3):
        await ana.turn(keeping=2)
        await ben.turn(keeping=0)
    stream = FairDice(secret_of(evening, hands, day), f"daily:{evening.standin.world.guild.id}:{day}")
    expected = [stream.roll(5) for _ in range(6)]
    for who, count in ((ana.who, 6), (ben.who, 3)):
        thrown = throws(evening, hands, who)
        assert len(thrown) == count
        assert [tuple(throw) for throw in thrown] == [
            faces[: len(throw)] for faces, throw in zip(expected, thrown, strict=False)
        ]


async def test_two_first_presses_agree_on_the_day(evening: Any, hands: Any, day: int, opened: Any) -> None:
    people = [evening.person(key) for key in ("ana", "ben", "chloe", "david")]
    boards = await asyncio.gather(*(opened(who) for who in people))
    seals = {re.search(r"[0-9a-f]{64}", board.text)[0] for board in boards}  # type: ignore[index]
    assert seals == {commitment(secret_of(evening, hands, day))}
    assert [count for (count,) in hands["rows"](evening.file, "SELECT count(*) FROM dailies")] == [1]


async def test_two_presses_on_play_open_one_game(evening: Any, hands: Any, day: int, opened: Any) -> None:
    ana = evening.person("ana")
    first, second = await opened(ana), await opened(ana)
    outcomes = await asyncio.gather(first.do("daily play"), second.do("daily play"))
    assert all(outcome.updated for outcome in outcomes)
    assert first.now["embeds"] == second.now["embeds"]
    assert hands["rows"](evening.file, "SELECT count(*) FROM tables") == [(1,)]


# -- once, privately, wherever one goes on -----------------------------------------------------------------------------


async def test_a_press_costs_one_request_and_nothing_is_public(evening: Any, hands: Any, day: int, opened: Any) -> None:
    before = Counter(evening.standin.world.calls)
    board = await opened(evening.person("ana"))
    await board.do("daily play")
    await board.turn(keeping=1)
    await evening.settle()
    assert Counter(evening.standin.world.calls) - before == {CALLBACK: 6}
    assert evening.person("ben").messages() == []
    assert await evening.person("ben").command("yum start")  # The channel is free.


async def test_the_game_goes_on_after_a_restart_and_on_another_device(quiet_evening: Any, hands: Any) -> None:
    evening = quiet_evening
    ana = evening.person("ana")
    async with evening.running():
        until_saturday(evening)
        board = Board(ana, await ana.command("daily"), hands["does"])
        await board.do("daily play")
        await board.turn()
        await board.do("roll")
        before = board.now["embeds"][0]["description"]
    async with evening.running():
        again = Board(ana, await ana.command("daily", "general"), hands["does"])
        assert again.id != board.id
        assert dice_line(again.now["embeds"][0]["description"]) == dice_line(before)
        await again.do("mark")
        old = await board.do("mark")  # The first message still works; it is only out of date.
        assert old.updated
        await hands["until"](lambda: old.followups)
        assert "out of date" in old.followups[0]["content"]
        assert board.now["embeds"] == again.now["embeds"]
        await board.finish()
        done = Board(ana, await ana.command("daily"), hands["does"])
        assert "place **1** of 1 so far" in done.text.lower()
        assert not any(do.startswith(("roll", "daily play")) for do in done.does)
        assert hands["rows"](evening.file, "SELECT kind, count(*) FROM results GROUP BY kind") == [("daily", 1)]


def dice_line(text: str) -> list[str]:
    """What lies on the table, in words."""
    return re.findall(r"\d(?: · | |, )\d.*", text)[:1]


async def test_there_is_no_way_to_play_it_twice(evening: Any, hands: Any, day: int, opened: Any, begun: Any) -> None:
    ana = evening.person("ana")
    intro, board = await opened(ana), await begun(ana)
    await board.finish()
    result = board.now["embeds"]
    assert (await intro.do("daily play")).updated
    assert intro.now["embeds"] == result
    assert hands["rows"](evening.file, "SELECT count(*) FROM tables") == [(1,)]
    assert not any(do in board.does for do in ("undo", "rematch"))
    leaving = await ana.command("table leave")
    assert leaving.ephemeral
    assert "no table in this channel" in leaving.text


# -- the day turns -----------------------------------------------------------------------------------------------------


async def test_what_is_unfinished_when_the_day_ends_is_closed_by_the_next_press(
    evening: Any, hands: Any, day: int, begun: Any
) -> None:
    ana = evening.person("ana")
    board = await begun(ana)
    await board.turn()
    await board.do("roll")
    evening.standin.world.advance(DAY // 2)
    late = await board.do("mark")
    assert late.updated
    await hands["until"](lambda: late.followups)
    assert "That day is over" in late.followups[0]["content"]
    assert "does not count" in board.text
    assert hands["rows"](evening.file, "SELECT status FROM tables") == [("ended",)]
    assert hands["rows"](evening.file, "SELECT count(*) FROM results") == [(0,)]
    fresh = await begun(ana)
    assert "yum" in fresh.now["embeds"][0]["title"].lower()
    assert throws(evening, hands, ana) != []


async def test_the_clock_closes_what_is_unfinished(evening: Any, hands: Any, day: int, begun: Any) -> None:
    ana = evening.person("ana")
    board = await begun(ana)
    await board.turn()
    await evening.client.rounds.tick()
    assert hands["rows"](evening.file, "SELECT status FROM tables") == [("playing",)]
    evening.standin.world.advance(DAY // 2)
    await evening.client.rounds.tick()
    assert hands["rows"](evening.file, "SELECT status, due FROM tables") == [("ended", None)]
    late = await board.do("roll")
    assert late.updated
    await hands["until"](lambda: late.followups)
    assert "That day is over" in late.followups[0]["content"]


async def test_a_new_day_begins_between_looking_and_playing(evening: Any, hands: Any, day: int, opened: Any) -> None:
    board = await opened(evening.person("ana"))
    evening.standin.world.advance(DAY // 2)
    assert (await board.do("daily play")).updated
    assert "A new day has begun" in board.text
    assert hands["rows"](evening.file, "SELECT count(*) FROM tables") == [(0,)]
    await board.do("daily play")
    assert any(do.startswith("roll") for do in board.does)


async def test_days_in_a_row(evening: Any, day: int, begun: Any, opened: Any) -> None:
    ana = evening.person("ana")
    await (await begun(ana)).finish()
    evening.standin.world.advance(DAY)
    board = await opened(ana)
    assert "1 day in a row" in board.text
    await board.do("daily play")
    await board.finish()
    assert "2 days in a row" in board.text
    evening.standin.world.advance(2 * DAY)
    assert "in a row" not in (await opened(ana)).text


# -- the board of a day ------------------------------------------------------------------------------------------------


async def test_the_board_is_for_those_who_have_finished(evening: Any, day: int, begun: Any, opened: Any) -> None:
    ana, ben = evening.person("ana"), evening.person("ben")
    one, other = await begun(ana), await begun(ben)
    await one.finish()
    forged = await other.who.press(other.id, custom_id=other.custom_id("sheets"))
    assert ana.mention not in forged.text
    # Whoever has not finished is told how many have, and no more.
    curious = await opened(evening.person("chloe"))
    assert "1 personne" in curious.text or "1 person " in curious.text
    assert ana.mention not in curious.text
    points = re.search(r"finish with \*\*(\d+)\*\*", one.text)[1]  # type: ignore[index]
    await other.finish(keeping=1)
    shown = Board(ben, await other.do("daily board"), other._does)
    assert f"**{points}** · {ana.mention}" in shown.text
    assert re.search(rf"\d\. \*\*\d+\*\* · {ben.mention} \(you\)", shown.text)
    assert "2 players have finished" in shown.text


async def test_a_forged_look_at_todays_board_is_refused(
    evening: Any, hands: Any, day: int, begun: Any, opened: Any
) -> None:
    ana, ben = evening.person("ana"), evening.person("ben")
    await (await begun(ana)).finish()
    intro = await opened(ben)
    looked = await hands["forge"](ben, intro.id, f"g1:-:0:daily board {day}")
    assert looked.ephemeral
    assert "Finish yours first" in looked.text
    assert ana.mention not in looked.text
    for asked in ("board 20261399", "board 1", "play x", "board 20200101", "nothing", f"board {day} -1 next"):
        odd = await hands["forge"](ben, intro.id, f"g1:-:0:daily {asked}")
        assert odd.ephemeral
        assert "not possible" in odd.text, asked


async def test_boards_of_past_days_are_open_and_lead_to_each_other(
    evening: Any, hands: Any, day: int, begun: Any, opened: Any
) -> None:
    ana, ben = evening.person("ana"), evening.person("ben")
    await (await begun(ana)).finish()
    evening.standin.world.advance(DAY)
    intro = await opened(ben)
    past = Board(ben, await intro.do("daily board"), hands["does"])
    assert ana.mention in past.text
    assert secret_of(evening, hands, day).hex() in past.text
    assert f"daily:{evening.standin.world.guild.id}:{day}" in past.text
    today = await ben.press(past.id, custom_id=past.custom_id(f"daily board {days.day_of(evening.now())}"))
    assert "Finish yours first" in today.text


# -- the secret --------------------------------------------------------------------------------------------------------


async def test_the_secret_is_told_when_the_day_is_over_and_not_before(
    evening: Any, hands: Any, day: int, begun: Any, opened: Any
) -> None:
    ana, ben = evening.person("ana"), evening.person("ben")
    board = await begun(ana)
    await board.turn(keeping=2)
    await board.finish()
    secret = secret_of(evening, hands, day).hex()
    code = hands["code_of"](board.now)
    await board.do("daily board")
    await board.do("replay")
    await board.do("daily share")
    verified = await ana.command("verify", code=code)
    assert "told when the day is over" in verified.text
    record = await ana.command("table record", code=code)
    assert "fair" not in file_of(ana, record)
    for command in ("table record", "replay", "verify"):
        others = await ben.command(command, code=code)
        assert "Others may still throw these dice today" in others.text, command
    for who in (ana, ben):
        latest = await who.command("verify")
        assert "no table in this channel" in latest.text
    assert secret not in told(evening)
    evening.standin.world.advance(DAY // 2)
    for who in (ana, ben):
        verified = await who.command("verify", code=code)
        assert verified.text.startswith("✅"), verified.text
        assert secret in verified.text
    fair = file_of(ben, await ben.command("table record", code=code))["fair"]
    assert fair["secret"] == secret
    assert (await ben.command("replay", code=code)).ephemeral


def file_of(who: Any, answer: Any) -> Any:
    attachment = answer.message["attachments"][0]
    return json.loads(who.world.blobs[attachment["id"]].data)


async def test_a_replay_of_todays_game_keeps_the_secret(evening: Any, hands: Any, day: int, begun: Any) -> None:
    ana = evening.person("ana")
    board = await begun(ana)
    await board.finish()
    watching = Board(ana, await board.do("replay"), hands["does"])
    last = next(id for do, id in watching.does.items() if do.endswith(" last"))
    assert (await ana.press(watching.id, custom_id=last)).updated
    assert "finish with" in watching.text
    assert secret_of(evening, hands, day).hex() not in told(evening)


# -- sharing -----------------------------------------------------------------------------------------------------------


async def test_a_result_is_shared_once_without_its_dice(evening: Any, hands: Any, day: int, begun: Any) -> None:
    ana, ben = evening.person("ana"), evening.person("ben")
    board = await begun(ana)
    await board.finish()
    shared = await board.do("daily share")
    assert not shared.ephemeral
    text = shared.text
    points = re.search(r"finish with \*\*(\d+)\*\*", board.text)[1]  # type: ignore[index]
    assert f"{ana.mention}: **{points}** points, place **1** of 1 so far" in text
    assert len(re.findall("[🟩🟨⬛]", text.split("Filled well")[0])) == 12 + 1  # The last one begins the words.
    assert "⚀" not in text
    assert hands["code_of"](board.now) not in json.dumps(shared.message)
    assert ana.pings == ben.pings == []
    again = await board.do("daily share")
    assert again.ephemeral
    assert shared.message["id"] in again.text
    # Whoever sees it may play at once.
    invited = Board(ben, await ben.press(shared.message["id"], custom_id_contains="daily show"), hands["does"])
    assert any(do.startswith("daily play") for do in invited.does)


async def test_two_quick_presses_share_once(evening: Any, day: int, begun: Any) -> None:
    board = await begun(evening.person("ana"))
    await board.finish()
    outcomes = await asyncio.gather(board.do("daily share"), board.do("daily share"))
    assert sorted(outcome.ephemeral for outcome in outcomes) == [False, True]


async def test_sharing_is_for_those_who_finished_and_may_speak(evening: Any, hands: Any, day: int, begun: Any) -> None:
    ben = evening.person("ben")
    board = await begun(ben)
    early = await hands["forge"](ben, board.id, f"g1:-:0:daily share {day}")
    assert early.ephemeral
    assert "Finish your game" in early.text
    await board.finish()
    guild = int(evening.standin.world.guild.id)
    elsewhere = next(one for one in evening.standin.world.channels.values() if one.name == PUBLIC_SQUARE)
    await evening.client.services.settings.choose(guild, channels=(int(elsewhere.id),))
    refused = await board.do("daily share")
    assert refused.ephemeral
    assert elsewhere.id in refused.text
    await evening.client.services.settings.choose(guild, channels=())
    assert not (await board.do("daily share")).ephemeral


async def test_in_french(evening: Any, hands: Any, day: int) -> None:
    david = evening.person("david")
    board = Board(david, await david.command("daily"), hands["does"])
    await board.do("daily play")
    await board.finish()
    assert "de suite" not in board.text or "jour" in board.text
    shared = await board.do("daily share")
    assert "Daily of" in shared.text  # Everybody reads it: in the language of the server.
