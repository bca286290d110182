"""A seal that somebody keeps as a direct message: what arrives, and what its button says once somebody has cheated."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from typing import Any

import pytest

from bot.engine.dice import commitment
from bot.standin.world.model import EPHEMERAL
from bot.tables.model import errors
from bot.ui.press import proof
from tests.e2e.playing import Play, PrivateMessage, described, does, forge, refusal
from tests.e2e.test_stirring import SHEET, seal_of, stir

LATER = 60
"""Seconds between a seal and a word, so that the one surely comes after the other."""

SAME = "is the seal of these dice.** Compare it yourself:"
OTHER = {
    "ben": "❌ **The seal in this message is not the seal of these dice! Do not trust them.**",
    "chloe": "❌ **Le sceau de ce message n\N{RIGHT SINGLE QUOTATION MARK}est pas celui de ces dés! Ne t"
    "\N{RIGHT SINGLE QUOTATION MARK}y fie pas.**",
}
CHANGED = {
    "ben": "❌ **Discord marks this message as changed since it came: trust neither it nor these dice.**",
    "chloe": "❌ **Discord marque ce message comme modifié depuis son arrivée\N{NO-BREAK SPACE}: ne te fie ni à lui, "
    "ni à ces dés.**",
}


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """No message is late however busy the machine is."""
    monkeypatch.setattr(proof, "SEND_SECONDS", 200.0)


def direct(who: Any) -> list[Any]:
    """The direct messages of somebody with the bot, without its private answers there."""
    there = f"{who.member.key}-bot"
    if all(place.name != there for place in who.world.channels.values()):
        return []
    return [message for message in who.messages(there) if not message["flags"] & EPHEMERAL]


def digits(said: str) -> str:
    """The digits in the block of a message."""
    return "".join(said.split("```")[1].split())


def stored(file: Any) -> list[str]:
    """All that the bot has stored."""
    with closing(sqlite3.connect(file)) as database:
        return list(database.iterdump())


async def verified(who: Any) -> str:
    """What the button below the only kept seal of somebody says."""
    (kept,) = direct(who)
    before = who.message(kept)
    (verify,) = does(kept).values()
    said = PrivateMessage(who, await who.press(kept, custom_id=verify))
    assert who.message(kept) == before, "the proof stays as it came"
    return said.text


async def played(evening: Any, play: Play) -> None:
    """A game with one throw."""
    await play.begin()
    await play.throw()
    await evening.end_table(evening.person("ana"))
    await evening.settle()


async def test_one_press_keeps_the_seal_and_one_more_verifies_it_after_the_game(evening: Any) -> None:
    play = await evening.lobby("ana", "ben", sheet=SHEET)
    ben, seal = evening.person("ben"), seal_of(play.now)
    await settled(evening)
    stands = stored(evening.file)
    said = await play.beside("seal keep", ben)
    (kept,) = direct(ben)
    assert digits(kept["content"]) == seal, "what the table shows everybody"
    assert f"/channels/@me/{kept['channel_id']}/{kept['id']})" in said.text
    assert "<@" not in kept["content"], "it names nobody"
    assert not direct(evening.person("ana")), "it comes to nobody who has not asked for it"
    await evening.settle()
    assert stored(evening.file) == stands, "nothing of it is stored"
    before = await verified(ben)
    assert SAME in before
    assert "After the game, the button also throws all dice again." in before
    evening.standin.world.advance(LATER)
    form = await PrivateMessage(ben, said).do("stir")
    await ben.submit(form, line="three cats")
    await played(evening, play)
    after = await verified(ben)
    assert after.startswith("✅ **The only throw of this game comes from the secret sealed before it, and the words")
    assert SAME in after
    assert digits(after) == seal
    assert "- After it came your word, the last one. Nobody chose these dice, if nobody could guess" in after


async def test_two_presses_keep_one_seal(evening: Any) -> None:
    play = await evening.lobby("ana", "ben", sheet=SHEET)
    ben = evening.person("ben")
    first, second = await play.beside("seal keep", ben), await play.beside("seal keep", ben)
    (kept,) = direct(ben)
    assert all(f"/{kept['id']})" in said.text for said in (first, second))


async def test_each_table_has_a_seal_of_its_own(evening: Any) -> None:
    ben = evening.person("ben")
    play = await evening.lobby("ana", "ben", sheet=SHEET)
    await play.beside("seal keep", ben)
    await evening.end_table(evening.person("ana"))
    after = await evening.lobby("ana", "ben", sheet=SHEET)
    await after.beside("seal keep", ben)
    old, new = direct(ben)
    assert digits(new["content"]) == seal_of(after.now) != digits(old["content"])
    for kept in (old, new):
        said = await ben.press(kept, custom_id_contains="seal check")
        assert SAME in said.text
        assert digits(said.text) == digits(kept["content"])


# -- who cheats --------------------------------------------------------------------------------------------------


def one_digit(kept: str) -> str:
    digit = kept.split("```")[1].strip()[0]
    return kept.replace(f"```\n{digit}", f"```\n{'1' if digit == '0' else '0'}")


def no_digits(kept: str) -> str:
    return kept.partition("```")[0]


def short_of_one(kept: str) -> str:
    return re.sub(r"[0-9a-f]\n?```$", "```", kept, flags=re.MULTILINE)


@pytest.mark.parametrize("reader", ["ben", "chloe"])
@pytest.mark.parametrize("tamper", [one_digit, no_digits, short_of_one])
@pytest.mark.parametrize("over", [False, True])
async def test_another_seal_than_the_kept_one_is_told(evening: Any, reader: str, tamper: Any, over: bool) -> None:
    """So it is whether somebody got at the message or, much easier for who runs the bot, at the secret of the table."""
    play = await evening.lobby("ana", reader, sheet=SHEET)
    who, seal = evening.person(reader), seal_of(play.now)
    await play.beside("seal keep", who)
    if over:
        await played(evening, play)
    (kept,) = direct(who)
    message = evening.standin.world.messages[kept["id"]]
    wrong = tamper(kept["content"])
    assert wrong != kept["content"]
    evening.standin.world.edit_message(message, {"content": wrong}, stamp=False)
    said = await verified(who)
    assert said.startswith(OTHER[reader])
    assert digits(said) == seal, "both stand there for who looks"
    assert "✅" not in said


@pytest.mark.parametrize("reader", ["ben", "chloe"])
async def test_a_message_that_was_changed_proves_nothing_although_its_digits_fit(evening: Any, reader: str) -> None:
    play = await evening.lobby("ana", reader, sheet=SHEET)
    who = evening.person(reader)
    await play.beside("seal keep", who)
    await played(evening, play)
    (kept,) = direct(who)
    evening.standin.world.edit_message(evening.standin.world.messages[kept["id"]], {"content": kept["content"]})
    said = await verified(who)
    assert said.startswith(CHANGED[reader])
    assert "✅" not in said


async def test_throws_that_do_not_come_from_the_seal_are_told_first(evening: Any, hands: Any) -> None:
    play = await evening.lobby("ana", "ben", sheet=SHEET)
    ben = evening.person("ben")
    await play.beside("seal keep", ben)
    await played(evening, play)
    (dice,) = hands["rows"](evening.file, "SELECT dice FROM journal WHERE dice <> '[]'")[0]
    other = re.sub(r"\d", lambda face: str(int(face[0]) % 6 + 1), dice)
    hands["write"](evening.file, "UPDATE journal SET dice = ? WHERE dice = ?", other, dice)
    said = await verified(ben)
    assert said.startswith("❌ **Do not trust these dice: not all throws of this game come from")
    assert "- Keep the **Game file**: it proves this." in said


@pytest.mark.parametrize("whose", ["ana", "ben"])
async def test_a_seal_kept_after_the_last_word_proves_nothing_and_says_so(evening: Any, whose: str) -> None:
    play = await evening.lobby("ana", "ben", sheet=SHEET)
    ben = evening.person("ben")
    await stir(play, evening.person(whose), "three cats")
    evening.standin.world.advance(LATER)
    said = (await PrivateMessage(ben, await play.beside("fair", ben)).do("seal keep")).text
    assert ("Your word came before it: next time, keep the seal first." in said) == (whose == "ben")
    await played(evening, play)
    told = await verified(ben)
    assert SAME in told
    assert "- You kept the seal after the last word, so it does not prove that nobody chose the dice." in told
    assert "Nobody chose these dice" not in told


# -- the dice that many throw, each alone --------------------------------------------------------------------------


@pytest.fixture
def tournament(evening: Any) -> Any:
    """Opens one of ana's, and returns its message and what opens a panel or a board from it."""

    async def opened(**options: Any) -> tuple[Any, Any]:
        outcome = await evening.person("ana").command("tournament start", **options)
        message = str(outcome.message["id"])

        async def opens(key: str, what: str) -> PrivateMessage:
            asked = does(evening.standin.world.messages[message].data)
            custom_id = next(id for do, id in asked.items() if do.startswith(f"tournament {what}"))
            return PrivateMessage(evening.person(key), await evening.person(key).press(message, custom_id=custom_id))

        return evening.standin.world.messages[message], opens

    return opened


async def ended(opens: Any) -> None:
    """Ana ends her tournament."""
    more = await opens("ana", "more")
    await more.do("tournament end")
    await more.do(next(do for do in more.does if do.endswith("sure")))


async def settled(evening: Any) -> None:
    """Wait until the bot writes nothing more, so that somebody else can."""
    await evening.settle()
    await evening.client.tournaments.settle()


def small_print_of(said: str) -> str:
    return "".join(re.findall(r"\b[0-9a-f]{8}\b", said))


async def test_the_seal_of_a_tournament_is_kept_and_verified_after_its_end_only(evening: Any, tournament: Any) -> None:
    message, opens = await tournament()
    ben = evening.person("ben")
    more = await opens("ben", "more")
    await settled(evening)
    stands = stored(evening.file)
    said = PrivateMessage(ben, await more.do("tournament keep"))
    (kept,) = direct(ben)
    assert digits(kept["content"]) == small_print_of(described(message.data)), "what the tournament shows everybody"
    assert stored(evening.file) == stands, "nothing of it is stored"
    assert "Now mix in a word there. After the tournament, press **Verify this seal**." in kept["content"]
    evening.standin.world.advance(LATER)
    form = await said.do("tournament stir")
    await ben.submit(form, line="three cats")
    await (await opens("ben", "play")).finish()
    early = await verified(ben)
    assert early.startswith("✅ **The seal in this message, of <t:")
    assert "- Nobody is told the secret before the tournament is over." in early
    assert "throw computed" not in early
    await ended(opens)
    after = await verified(ben)
    assert after.startswith("✅ 1 game: every throw computed again from the secret, and all the same.")
    assert SAME in after
    assert "- The last word was yours. Nobody chose these dice, if" in after


async def test_a_throw_of_a_tournament_that_does_not_come_from_the_kept_seal_is_told(
    evening: Any, tournament: Any, hands: Any
) -> None:
    _, opens = await tournament()
    ben = evening.person("ben")
    await (await opens("ben", "more")).do("tournament keep")
    await (await opens("ben", "play")).finish()
    await ended(opens)
    assert "- Nobody mixed in a word, so you trust the person who runs me" in await verified(ben)
    ((dice,),) = hands["rows"](evening.file, "SELECT dice FROM journal WHERE dice != '[]' LIMIT 1")
    other = dice.translate(str.maketrans("123456", "234561"))
    await settled(evening)
    hands["write"](evening.file, "UPDATE journal SET dice = ? WHERE dice = ?", other, dice)
    evening.client.services.tables.repository.forget_all()
    said = await verified(ben)
    assert said.startswith("❌ 1 game does not follow from these dice")
    assert "you trust" not in said


@pytest.mark.parametrize("reader", ["ben", "chloe"])
async def test_another_seal_of_a_tournament_than_the_kept_one_is_told(
    evening: Any, tournament: Any, hands: Any, reader: str
) -> None:
    """Who runs the bot has drawn another secret, since the dice of the first were bad for them."""
    _, opens = await tournament()
    who = evening.person(reader)
    await (await opens(reader, "more")).do("tournament keep")
    (kept,) = direct(who)
    await settled(evening)
    hands["write"](evening.file, "UPDATE tournaments SET secret = ?", b"x" * 32)
    said = await verified(who)
    assert said.startswith(OTHER[reader])
    assert digits(said) == commitment(b"x" * 32) != digits(kept["content"])


async def test_a_seal_of_a_tournament_kept_after_the_first_throw_says_what_it_still_shows(
    evening: Any, tournament: Any
) -> None:
    _, opens = await tournament()
    await (await (opens)("ana", "play")).turn()
    ben = evening.person("ben")
    said = PrivateMessage(ben, await (await opens("ben", "more")).do("tournament keep"))
    assert "Nobody mixes in a word any more: from now on it shows only that the dice stay the same." in said.text
    assert not said.asks("tournament stir")
    (kept,) = direct(ben)
    assert "mix in a word" not in kept["content"]


async def test_the_seal_of_a_day_is_kept_and_verified_by_the_own_game_once_the_day_is_over(evening: Any) -> None:
    ben, ana = evening.person("ben"), evening.person("ana")
    day = PrivateMessage(ben, await ben.command("daily"))
    await settled(evening)
    shown, stands = small_print_of(day.text), stored(evening.file)
    said = PrivateMessage(ben, await day.do("daily keep"))
    assert "from now on it shows only that they stay the same." in said.text
    (kept,) = direct(ben)
    assert digits(kept["content"]) == shown
    assert stored(evening.file) == stands, "nothing of it is stored"
    await (PrivateMessage(ana, await ana.command("daily"))).do("daily keep")
    assert digits(direct(ana)[0]["content"]) == shown, "everybody's dice have one seal"
    await day.do("daily play")
    await day.turn()
    early = await verified(ben)
    assert early.startswith("✅ **The seal in this message, of <t:")
    assert "- Nobody is told the secret before the day is over, <t:" in early
    assert "throw" not in early.partition("- ")[0]
    evening.standin.world.advance(2 * 86_400)
    assert "- After the game, the button also throws all dice again." in await verified(ben), "it is not closed yet"
    await evening.client.clock.look(0)
    await evening.settle()
    after = await verified(ben)
    assert "of this game comes from the secret sealed before it.**" in after.partition("\n")[0]
    assert SAME in after
    assert "- Nobody has exchanged these dice since this message came." in after
    assert "the person who runs me could have chosen them when the day was first opened." in after
    assert "- You threw nothing that day" in await verified(ana)


async def test_dice_of_a_day_that_were_exchanged_are_told(evening: Any, hands: Any) -> None:
    ben = evening.person("ben")
    day = PrivateMessage(ben, await ben.command("daily"))
    await day.do("daily keep")
    await settled(evening)
    hands["write"](evening.file, "UPDATE dailies SET secret = ?", b"x" * 32)
    assert (await verified(ben)).startswith(OTHER["ben"])


async def test_a_made_up_press_verifies_no_seal_of_a_tournament_or_a_day(evening: Any, tournament: Any) -> None:
    message, opens = await tournament()
    ben = evening.person("ben")
    for panel, keep in ((await opens("ben", "more"), "tournament keep"),
                        (PrivateMessage(ben, await ben.command("daily")), "daily keep")):  # fmt: skip
        await panel.do(keep)
        kept = direct(ben)[-1]
        (check,) = does(kept)
        for elsewhere in (panel.id, message.data["id"]):
            said = await forge(ben, elsewhere, does(kept)[check])
            assert "✅" not in said.text
            assert "❌" not in said.text


# -- what is refused ---------------------------------------------------------------------------------------------


async def test_who_takes_no_direct_messages_reads_so_and_gets_the_digits_to_copy(evening: Any) -> None:
    play = await evening.lobby("ana", "ben", "chloe", sheet=SHEET)
    world = evening.standin.world
    for key, why in (
        ("ben", "lets me send you no direct message"),
        ("chloe", "ne me laisse pas t\N{RIGHT SINGLE QUOTATION MARK}envoyer"),
    ):
        who = evening.person(key)
        world.closed.add(who.id)
        said = PrivateMessage(who, await play.beside("seal keep", who))
        assert why in said.text
        assert digits(said.text) == seal_of(play.now)
        assert said.asks("stir")
        assert not direct(who)


async def test_where_discord_takes_none_just_now_it_says_so_and_another_press_sends_it(evening: Any) -> None:
    play = await evening.lobby("ana", "ben", sheet=SHEET)
    ben = evening.person("ben")
    evening.standin.world.faults.fail("POST", "/users/@me/channels", status=403, code=40003)
    said = await play.beside("seal keep", ben)
    assert "Discord took no message from me just now. Press **Keep the seal** again" in said.text
    assert digits(said.text) == seal_of(play.now)
    assert not direct(ben)
    await play.beside("seal keep", ben)
    assert len(direct(ben)) == 1


async def test_no_seal_is_kept_once_the_game_has_begun_or_where_people_throw_their_own_dice(evening: Any) -> None:
    play = await evening.lobby("ana", "ben", sheet=SHEET)
    ben = evening.person("ben")
    fair = PrivateMessage(ben, await play.beside("fair", ben))
    await play.begin()
    assert refusal(ben, errors.AlreadyStarted()) in (await fair.do("seal keep")).text
    await evening.end_table(evening.person("ana"))
    real = await evening.lobby("ana", "ben", sheet=SHEET, dice="real")
    more = PrivateMessage(ben, await real.do("more", ben))
    assert not more.asks("seal keep")
    code = (await evening.table(real)).code
    assert "✅" not in (await forge(ben, more.id, f"g1:{code}:0:seal keep")).text
    assert not direct(ben)


async def test_a_made_up_press_verifies_no_table_that_the_bot_has_not_sent_the_seal_of(evening: Any) -> None:
    play = await evening.lobby("ana", "ben", sheet=SHEET)
    ben = evening.person("ben")
    await play.beside("seal keep", ben)
    await evening.end_table(evening.person("ana"))
    other = await evening.lobby("ana", sheet=SHEET)
    code = (await evening.table(other)).code
    (kept,) = direct(ben)
    for message in (kept["id"], other.board):
        said = await forge(ben, message, f"g1:{code}:0:seal check")
        assert said.text == refusal(ben, errors.NoTable(code))
