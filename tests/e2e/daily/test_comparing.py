"""How the others did, the secret of the dice, a result to share: the bot shows nothing before its time."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from typing import Any

import pytest

from bot.locales import words
from bot.standin.world import permissions as may
from bot.tables.model import days, errors
from tests.e2e.playing import PrivateMessage, described, does, numbers_of, of_game, open_panel, refusal

DAY = 86_400


def told(evening: Any) -> str:
    """Everything anybody can read in any message."""
    return json.dumps([message.data for message in evening.standin.world.messages.values()])


# -- the board of a day ------------------------------------------------------------------------------------------------


async def test_the_board_is_for_those_who_have_finished(
    evening: Any, day: int, begun: Any, opened: Any, private: Any
) -> None:
    ana, ben = evening.person("ana"), evening.person("ben")
    one, other = await begun(ana), await begun(ben)
    await one.finish()
    sheets = await PrivateMessage(ben, await other.do("more")).do("sheets")
    assert ben.mention in sheets.text
    assert ana.mention not in sheets.text
    # Players who have not finished see how many have, and no more.
    curious = await opened(evening.person("chloe"))
    assert "1 personne" in curious.text or "1 person " in curious.text
    assert ana.mention not in curious.text
    points = re.search(r"finish with \*\*(\d+)\*\*", one.text)[1]  # type: ignore[index]
    await other.finish(keeping=1)
    shown = private(ben, await other.do("daily board"))
    assert f" {points} · {ana.mention}" in shown.text
    assert re.search(rf"\*\*\d\.\*\* \d+ · {ben.mention} \(you\)", shown.text)
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
    evening: Any, hands: Any, day: int, begun: Any, opened: Any, secret: Any, private: Any
) -> None:
    ana, ben = evening.person("ana"), evening.person("ben")
    await (await begun(ana)).finish()
    evening.standin.world.advance(DAY)
    intro = await opened(ben)
    past = private(ben, await intro.do("daily board"))
    assert ana.mention in past.text
    assert secret().hex() in past.text
    assert "Mixed in" not in past.text, "nobody stirs the dice of a day"
    today = await ben.press(past.id, custom_id=past.custom_id(f"daily board {days.day_of(evening.now())}"))
    assert "Finish yours first" in today.text


async def test_nobody_looks_into_somebody_elses_sheet_of_today(
    evening: Any, hands: Any, day: int, begun: Any, opened: Any
) -> None:
    board, intro = await begun(evening.person("ana")), await opened(evening.person("ben"))
    await board.finish()
    code = hands["code_of"](board.now)
    for asked in ("sheets", "replay", "replay 3 on"):
        forged = await hands["forge"](intro.who, intro.id, f"g1:{code}:0:{asked}")
        assert forged.ephemeral
        assert "Others may still throw these dice today" in forged.text, asked
    evening.standin.world.advance(DAY // 2)
    assert board.who.mention in (await hands["forge"](intro.who, intro.id, f"g1:{code}:0:sheets")).text


async def test_statistics_and_lists_tell_nothing_of_today_before_ones_own_game_is_finished(
    evening: Any, day: int, begun: Any, private: Any
) -> None:
    ana, ben = evening.person("ana"), evening.person("ben")
    await (await begun(ana)).finish(keeping=2)

    async def read(who: Any) -> list[str]:
        return [private(who, await who.command(command, player=ana)).text for command in ("stats", "games")]

    for text in await read(ben):
        assert "No finished game yet." in text
    for text in await read(ana):
        assert re.search(r"\d+\*{0,2} points", text)
    await (await begun(ben)).finish()
    for text in await read(ben):
        assert re.search(r"\d+\*{0,2} points", text)


async def test_who_was_erased_is_on_no_board_and_their_game_is_closed(
    evening: Any, hands: Any, day: int, begun: Any, private: Any
) -> None:
    ana, ben, chloe = [await begun(evening.person(key)) for key in ("ana", "ben", "chloe")]
    await ana.finish()
    for board in (ana, chloe):
        asked = await board.who.press(await open_panel(board.who, "privacy"), custom_id_contains="privacy ask")
        await board.who.press(asked, custom_id_contains="privacy erase")
    await evening.settle()
    await ben.finish()
    shown = private(ben.who, await ben.do("daily board"))
    assert shown.text.count("<@") == 1
    assert "1 player has finished" in shown.text
    statuses = [status for (status,) in hands["rows"](evening.file, "SELECT status FROM tables")]
    assert sorted(statuses) == ["ended", "finished", "finished"]


# -- the secret --------------------------------------------------------------------------------------------------------


async def test_the_secret_is_told_when_the_day_is_over_and_not_before(
    evening: Any, hands: Any, day: int, begun: Any, opened: Any, secret: Any
) -> None:
    ana, ben = evening.person("ana"), evening.person("ben")
    board = await begun(ana)
    await board.turn(keeping=2)
    await board.finish()
    secret = secret().hex()
    code = hands["code_of"](board.now)
    await board.do("daily board")
    await board.do("replay")
    await board.do("daily share")
    verified = await of_game(ana, "verify", code)
    assert "told when the day is over" in verified.text
    record = await of_game(ana, "record", code)
    assert "fair" not in file_of(ana, record)
    others = await ben.command("games", game=code)
    assert "Others may still throw these dice today" in others.text
    for what in ("record", "replay", "verify", "secret"):
        forged = await hands["forge"](ben, others, f"g1:{code}:1:{what}")
        assert "Others may still throw these dice today" in forged.text, what
    here = PrivateMessage(ben, await ben.command("games"))
    await here.do("history 0 ")
    assert not here.asks("played"), "a game of the day is none of the channel"
    assert secret not in told(evening)
    evening.standin.world.advance(DAY // 2)
    for who in (ana, ben):
        verified = await of_game(who, "verify", code)
        assert verified.text.startswith("✅"), verified.text
        assert secret in (await numbers_of(who, code)).text
    fair = file_of(ben, await of_game(ben, "record", code))["fair"]
    assert fair["secret"] == secret
    assert (await of_game(ben, "replay", code)).ephemeral


def file_of(who: Any, answer: Any) -> Any:
    attachment = answer.message["attachments"][0]
    return json.loads(who.world.blobs[attachment["id"]].data)


async def test_a_replay_of_todays_game_keeps_the_secret(
    evening: Any, hands: Any, day: int, begun: Any, secret: Any, private: Any
) -> None:
    ana = evening.person("ana")
    board = await begun(ana)
    await board.finish()
    watching = private(ana, await board.do("replay"))
    last = next(id for do, id in watching.does.items() if do.endswith(" last"))
    assert (await ana.press(watching.id, custom_id=last)).updated
    assert "finish with" in watching.text
    assert secret().hex() not in told(evening)


# -- sharing -----------------------------------------------------------------------------------------------------------


async def test_a_result_is_shared_once_without_its_dice(
    evening: Any, hands: Any, day: int, begun: Any, private: Any
) -> None:
    ana, ben = evening.person("ana"), evening.person("ben")
    board = await begun(ana)
    await board.finish()
    shared = await board.do("daily share")
    assert not shared.ephemeral
    text = shared.text
    points = re.search(r"finish with \*\*(\d+)\*\*", board.text)[1]  # type: ignore[index]
    assert f"{ana.mention}: **{points}** points, place **1** of 1 when this was shared" in text
    counted = re.findall(r"(?:Filled well|Some points|Struck): (\d+)", text)
    assert sum(map(int, counted)) == 12
    squares = "".join(re.findall("^[🟩🟨⬛]+$", text, re.MULTILINE))
    assert len(squares) == 12
    assert re.fullmatch("🟩*🟨*⬛*", squares), "others still throw these dice: of no box how it went"
    assert "luck" not in text
    assert "⚀" not in text
    assert hands["code_of"](board.now) not in json.dumps(shared.message)
    assert ana.pings == ben.pings == []
    again = await board.do("daily share")
    assert again.ephemeral
    assert shared.message["id"] in again.text
    # Everybody who sees it may play at once.
    invited = private(ben, await ben.press(shared.message["id"], custom_id_contains="daily show"))
    assert any(do.startswith("daily play") for do in invited.does)


async def test_a_result_shared_after_its_day_says_of_each_box_how_it_went(evening: Any, day: int, begun: Any) -> None:
    board = await begun(evening.person("ana"))
    await board.finish()
    evening.standin.world.advance(DAY)
    text = (await board.do("daily share")).text
    squares = "".join(re.findall("^[🟩🟨⬛]+$", text, re.MULTILINE))
    named = re.findall(r"^([🟩🟨⬛]) (?:Filled well|Some points|Struck): (.*)$", text, re.MULTILINE)
    assert len(squares) == 12
    assert Counter(squares) == {square: len(boxes.split(", ")) for square, boxes in named}


async def test_the_end_of_a_daily_leads_to_the_choice_whether_posts_name_its_player(
    evening: Any, day: int, begun: Any
) -> None:
    ana = evening.person("ana")
    board = await begun(ana)
    await board.finish()
    asked = PrivateMessage(ana, await board.do("daily named"))
    assert asked.id != board.id, "the board stays"
    await asked.do("preferences set named no")
    assert "My name in public: **Hidden**" in asked.text
    assert not (await evening.client.services.preferences.of(int(ana.id))).named


async def test_who_has_shared_a_result_takes_it_back_and_may_share_it_again(evening: Any, day: int, begun: Any) -> None:
    ana, ben = evening.person("ana"), evening.person("ben")
    board, his = await begun(ana), await begun(ben)
    await board.finish()
    await his.finish()
    shared = (await board.do("daily share")).message
    await evening.settle()
    said = await ben.press(shared["id"], custom_id_contains="daily unshare")
    assert said.text == refusal(ben, errors.NotShared())
    taken = await ana.press(shared["id"], custom_id_contains="daily unshare")
    assert taken.updated, taken.text
    left = ben.message(shared["id"])
    assert described(left) == "What stood here has been taken back."
    assert str(ana.id) not in described(left), "it names nobody"
    again = await board.do("daily share")
    assert not again.ephemeral
    assert again.message["id"] != shared["id"]


async def test_a_result_whose_message_discord_did_not_empty_may_be_taken_back_once_more(
    evening: Any, day: int, begun: Any
) -> None:
    ana = evening.person("ana")
    board = await begun(ana)
    await board.finish()
    shared = (await board.do("daily share")).message
    await evening.settle()
    evening.may_complain = True
    callback = "/interactions/{webhook_id}/{webhook_token}/callback"
    evening.standin.world.faults.fail("POST", callback, status=404, code=10008)
    await ana.press(shared["id"], custom_id_contains="daily unshare")
    await evening.settle()
    taken = await ana.press(shared["id"], custom_id_contains="daily unshare")
    assert taken.updated, taken.text
    assert described(ana.message(shared["id"])) == "What stood here has been taken back."


async def test_a_shared_result_says_first_that_it_was_voided_until_it_counts_again(
    evening: Any, day: int, begun: Any
) -> None:
    ana, ben, services = evening.person("ana"), evening.person("ben"), evening.client.services
    board = await begun(ana)
    await board.finish()
    shared = (await board.do("daily share")).message
    table = await services.dailies.table(int(evening.standin.world.guild.id), day, int(ana.id))

    async def judged(what: str) -> str:
        """What stands there once managers have judged it so."""
        await getattr(services.hand, what)(table.id, 99)
        evening.client.judged(table)
        await evening.settle()
        return described(ben.message(shared["id"]))

    counts = described(shared).split("\n")[0]
    voided = (await judged("void")).split("\n")
    assert voided[0].startswith("**Voided**")
    assert voided[1].startswith(f"{ana.mention} · **"), "its points, without a place"
    assert "place" not in "\n".join(voided[1:])
    assert (await judged("count")).split("\n")[0] == counts
    await ana.press(shared["id"], custom_id_contains="daily unshare")
    assert "has been taken back" in await judged("void"), "what was taken back does not come back"
    own = PrivateMessage(ana, await ana.command("daily")).now
    assert described(own).startswith("**Voided**"), "its player reads so too"
    assert not any(do.startswith("daily share") for do in does(own))


async def test_a_place_that_storage_cannot_read_is_not_called_voided(
    evening: Any, begun: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = evening.person("ana")
    await (await begun(ana)).finish()

    evening.may_complain = True  # The log tells storage errors together, now and then.

    async def unread(_: Any) -> None:
        raise errors.NotSaved

    monkeypatch.setattr(evening.client.services.dailies, "result", unread)
    own = PrivateMessage(ana, await ana.command("daily")).now
    assert described(own).startswith("You finish with ")
    assert any(do.startswith("daily share") for do in does(own))


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
    elsewhere = next(one for one in evening.standin.world.channels.values() if one.name == "general")
    await evening.client.services.settings.choose(guild, channels=(int(elsewhere.id),))
    refused = await board.do("daily share")
    assert refused.ephemeral
    assert elsewhere.id in refused.text
    await evening.client.services.settings.choose(guild, channels=())
    world = evening.standin.world
    for one, said in ((world.bot, "I may not play in this channel yet"), (ben.member, "You may not write")):
        world.override("dice", one, deny=may.SEND_MESSAGES)
        silent = await board.do("daily share")
        assert silent.ephemeral
        assert said in silent.text
        world.override("dice", one)
    assert not (await board.do("daily share")).ephemeral


async def test_private_messages_are_in_the_readers_language_and_shared_ones_in_the_servers(
    evening: Any, day: int, begun: Any
) -> None:
    board = await begun(evening.person("david"))
    await board.finish()
    at = days.day_begins(day)
    assert words("fr").day(at) in board.now["embeds"][0]["title"]
    shared = await board.do("daily share")
    assert words("en").day(at) in shared.message["embeds"][0]["title"]
