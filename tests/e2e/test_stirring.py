"""Stirring from the lobby to Verify, as people see it; and nothing after the last words changes a throw."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.playing import PrivateMessage, numbers_of, of_game, open_panel, show_board

SHEET = "yum_classic"
DOCUMENT = Path(__file__).parents[2] / "docs" / "fair-dice.md"


def sha(words: str) -> str:
    return hashlib.sha256(words.encode()).hexdigest()


def seal_of(message: Any) -> str:
    """The seal a lobby shows, as its digits."""
    lines = re.findall(r"^-# ((?:[0-9a-f]{8}\s?){4})$", message["embeds"][0]["description"], re.MULTILINE)
    assert len(lines) == 2
    return "".join("".join(lines).split())


async def stir(play: Any, who: Any, words: str) -> Any:
    """Open the form and send it."""
    form = await play.beside("stir", who)
    assert form.modal is not None, form.text
    return await who.submit(form, line=words)


async def forged_stir(play: Any, who: Any, hands: Any) -> Any:
    """Press Stir on the board, as lobbies of version 0.1 offer it to everybody."""
    return await hands["forge"](who, play.board, play.does["start"].replace(":start", ":stir"))


def secret_of(number: int) -> bytes:
    return bytes([number]) * 32


async def test_from_the_lobby_to_verify(evening: Any, hands: Any, tmp_path: Path) -> None:
    play = await evening.lobby("ana", "ben", sheet=SHEET)
    ana, ben = evening.person("ana"), evening.person("ben")
    form = await play.beside("stir", ben)
    seal, words = (part["component"] for part in form.modal["components"])
    assert words["max_length"] == 64
    noted = seal["value"]
    assert "".join(noted.split()) == seal_of(play.now)
    sent = await ben.submit(form, line="three cats", copy="what is typed here means nothing")
    assert sent.updated
    assert "**Your word is mixed in.** It now helps to decide every throw" in sent.text
    await evening.settle()
    assert re.search(rf"<@{ben.id}> · word mixed in", hands["described"](play.now))
    again = await forged_stir(play, ben, hands)
    assert again.ephemeral
    assert "cannot be changed" in again.text
    assert (await stir(play, ana, "Été")).updated
    await play.do("join", evening.person("chloe"))
    await play.beside("leave", evening.person("chloe"))
    await play.begin()
    await play.throw()
    table = await evening.table(play)
    assert table.seed.entropy == f"2 {sha('three cats')} {sha('Été')}"
    assert table.seed.secret.hex() not in json.dumps(play.now)
    await evening.end_table(ana)
    told, same = await _verified(ben, table.code, noted.upper())
    assert told.startswith("✅ **The only throw of this game comes from the secret sealed before it, and the words")
    assert "The seal you noted is the seal of these dice" in same
    assert f"<@{ana.id}> was the last to mix in a word, and can know" in told
    chloe = evening.person("chloe").id
    assert f"After them: <@{chloe}> joined, <@{chloe}> left." in (await numbers_of(ben, table.code)).text
    sent = await of_game(ben, "record", table.code)
    file = tmp_path / "record.json"
    (attached,) = sent.message["attachments"]
    file.write_bytes(evening.standin.world.blobs[attached["id"]].data)
    blocks = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    checked = await asyncio.to_thread(subprocess.run, [sys.executable, "-c", blocks[0], file], capture_output=True)
    assert checked.stdout.strip() == b"True", checked.stderr


@pytest.mark.parametrize("moved", ["", "lobby", "game"])
async def test_the_numbers_lead_to_the_message_that_showed_the_seal_while_it_is_there(evening: Any, moved: str) -> None:
    """A board that was posted anew since the game began has never shown it; in the lobby, not from the beginning."""
    play = await evening.lobby("ana", "ben", sheet=SHEET)
    ana, code, showed = evening.person("ana"), (await evening.table(play)).code, play.board
    evening.standin.world.advance(61)
    if moved == "lobby":
        await show_board(ana)
        await evening.settle()
        evening.standin.world.advance(61)
        play.board = ana.messages()[-1]["id"]
    await play.begin()
    await play.throw()
    if moved == "game":
        evening.standin.world.advance(61)
        await show_board(ana)
        await evening.settle()
    await evening.end_table(ana)
    told = (await numbers_of(ana, code)).text
    assert (f"/{showed}) from <t:" in told) == (not moved)
    assert ("The seal stood at the table from <t:" in told) == bool(moved)


async def test_what_dice_prove_stands_below_verify_which_stays(evening: Any) -> None:
    play = await evening.lobby("ana", sheet=SHEET)
    ana, code = evening.person("ana"), (await evening.table(play)).code
    await play.begin()
    await evening.end_table(ana)
    verify = PrivateMessage(ana, await of_game(ana, "verify", code))
    before, page = verify.text, await verify.do("proof")
    assert page.ephemeral
    assert page.text.startswith("Help: Fair dice\n- **Nobody can rig these dice")
    assert verify.text == before


async def _verified(who: Any, code: str, noted: str) -> tuple[str, str]:
    """What Verify says of a table, and of the seal that somebody noted."""
    told = await of_game(who, "verify", code)
    form = await PrivateMessage(who, told).do("seal")
    return told.text, (await who.submit(form, line=noted)).text


async def test_what_is_refused_is_said(evening: Any, hands: Any) -> None:
    play = await evening.lobby("ana", "ben", sheet=SHEET)
    ben, chloe = evening.person("ben"), evening.person("chloe")
    outside = await forged_stir(play, chloe, hands)
    assert outside.modal is None
    assert "Prends d\N{RIGHT SINGLE QUOTATION MARK}abord une place" in outside.text  # Chloé reads French.
    blank = await stir(play, ben, "   ")
    assert "There was nothing in it" in blank.text
    for words, why in (("x" * 65, "you typed 65 characters, 64 fit"), ("a\0b", "a character that is not text")):
        form = await play.beside("stir", ben)
        for part in form.modal["components"]:
            part.get("component", {}).pop("max_length", None)  # Discord's own client lets nobody type that.
        assert why in (await ben.submit(form, line=words)).text
    form = await play.beside("stir", ben)
    await play.begin()
    late = await ben.submit(form, line="too late")
    assert "already begun" in late.text
    assert (await evening.table(play)).seed.entropy == "2"


async def test_stir_and_start_pressed_at_once(evening: Any, hands: Any) -> None:
    play = await evening.lobby("ana", "ben", sheet=SHEET)
    ben = evening.person("ben")
    form = await play.beside("stir", ben)
    sent, _ = await asyncio.gather(ben.submit(form, line="now"), play.begin())
    table = await evening.table(play)
    mixed = table.seed.entropy != "2"
    assert mixed == (sent.updated and "already begun" not in (sent.text or ""))
    assert table.seed.entropy == (f"2 {sha('now')}" if mixed else "2")
    rows = hands["rows"](evening.file, "SELECT do FROM lobby ORDER BY step")
    assert [do.split()[0] for (do,) in rows][-1] == "start"


async def test_verify_tells_the_secret_of_a_closed_lobby_and_the_next_one_has_another(evening: Any, hands: Any) -> None:
    play = await evening.lobby("ana", "ben", sheet=SHEET)
    seal, table = seal_of(play.now), await evening.table(play)
    await stir(play, evening.person("ben"), "words")
    await evening.end_table(evening.person("ana"))
    await evening.settle()
    assert table.seed.secret.hex() not in str(play.now)
    assert hashlib.sha256(table.seed.secret).hexdigest() == seal
    assert set(play.does) == {"verify"}, "a closed lobby has neither replay, review nor record"
    pressed = await play.do("verify", evening.person("ben"))
    assert "nothing was thrown" in pressed.text
    told, same = await _verified(evening.person("ben"), table.code, seal)
    assert told == pressed.text, "by its code too"
    assert table.seed.secret.hex() in (await numbers_of(evening.person("ben"), table.code)).text
    assert "The seal you noted is the seal of these dice" in same
    after = await evening.lobby("ana", sheet=SHEET)
    assert seal_of(after.now) != seal
    assert "word mixed in" not in hands["described"](after.now)


async def test_words_can_be_exported_and_erased_and_others_still_verify(evening: Any, hands: Any) -> None:
    play = await evening.lobby("ana", "ben", sheet=SHEET)
    ana, ben = evening.person("ana"), evening.person("ben")
    await stir(play, ben, "very private")
    await stir(play, ana, "others")
    await play.begin()
    await play.throw()
    await evening.end_table(ana)
    code = (await evening.table(play)).code
    panel = await open_panel(ben, "privacy")
    (file,) = (await ben.press(panel, custom_id_contains="privacy export")).message["attachments"]
    found = json.loads(evening.standin.world.blobs[file["id"]].data)
    assert [row["words"] for row in found["lobby"] if row["do"].startswith("stir")] == ["very private"]
    await ben.press(panel, custom_id_contains="privacy ask")
    await ben.press(panel, custom_id_contains="privacy erase")
    await evening.settle()
    assert hands["rows"](evening.file, "SELECT words FROM lobby WHERE words IS NOT NULL") == [("others",)]
    assert sha("very private") in (await evening.table(play)).seed.entropy
    assert (await of_game(ana, "verify", code)).text.startswith("✅")
    told = (await numbers_of(ana, code)).text
    assert sha("very private") in told
    assert "@?" in told
    assert ben.id not in told


async def test_nothing_that_is_stirred_or_secret_is_logged(evening: Any, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    play = await evening.lobby("ana", sheet=SHEET)
    caplog.clear()
    await stir(play, evening.person("ana"), "nobody-may-read-this")
    table = await evening.table(play)
    await evening.end_table(evening.person("ana"))
    ours = [one.getMessage() for one in caplog.records if not one.name.startswith(("discord", "aiosqlite"))]
    assert not [line for line in ours if "nobody-may-read-this" in line or table.seed.secret.hex() in line]


# -- nothing after the last words changes a throw ----------------------------------------------------------------


async def _as_usual(evening: Any, play: Any) -> None:
    """Nothing happens before the start."""


async def _much_later(evening: Any, play: Any) -> None:
    evening.standin.world.advance(7000)


async def _reposted(evening: Any, play: Any) -> None:
    await show_board(evening.person("ben"))
    await evening.settle()
    play.board = evening.person("ben").messages()[-1]["id"]


async def _silent(evening: Any, play: Any) -> None:
    for _ in range(2):
        await play.do("join", evening.person("chloe"))
        await play.beside("leave", evening.person("chloe"))


async def _restless(evening: Any, play: Any) -> None:
    await play.beside("leave", evening.person("ben"))
    await play.do("join", evening.person("ben"))


async def test_nothing_after_the_last_words_changes_a_throw(
    evening: Any, hands: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evening.client.services.tables, "_secret", lambda: secret_of(7))
    rows: set[str] = set()
    for number, vary in enumerate((_as_usual, _much_later, _reposted, _silent, _restless)):
        play = await evening.lobby("ana", "ben", sheet=SHEET)
        await stir(play, evening.person("ana"), "first")
        await stir(play, evening.person("ben"), "last")
        await vary(evening, play)
        await evening.settle()
        await play.begin()
        for turn in range(4):  # The first seat throws once or twice, the other one three times.
            for _ in range(1 + number % 2 if turn % 2 == 0 else 3):
                await play.throw()
            await play.mark()
        await evening.settle()
        table = await evening.table(play)
        lines = "SELECT dice FROM journal WHERE table_id = ? AND seat = ? AND dice <> '[]' ORDER BY number"
        thrown = [json.loads(dice)[0] for (dice,) in hands["rows"](evening.file, lines, table.id, 1)]
        assert len(thrown) == 6
        rows.add(json.dumps([table.players, thrown]))
        assert (table.throws[0][0], table.throws[1][0]) == (2 * (1 + number % 2), 6)
        await evening.end_table(evening.person("ana"))
    assert len(rows) == 1


async def test_the_numbers_lead_to_no_board_of_a_game_that_began_soon_after_its_opening(evening: Any) -> None:
    play = await evening.lobby("ana", "ben", sheet=SHEET)
    ana, code = evening.person("ana"), (await evening.table(play)).code
    await play.begin()
    await play.throw()
    evening.standin.world.advance(20)
    await show_board(ana)
    await evening.settle()
    await evening.end_table(ana)
    assert "The seal stood at the table " in (await numbers_of(ana, code)).text
