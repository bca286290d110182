"""Boards in words: large digits instead of emojis, for people who prefer that, and everybody at tables they host."""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Any

import pytest

from tests.e2e.playing import of_game


@pytest.fixture
def prefer(evening: Any) -> Any:
    """Chooses for somebody; their panel is tested elsewhere."""

    async def choose(who: str, **changes: Any) -> None:
        await evening.client.services.preferences.choose(int(evening.person(who).id), **changes)

    return choose


def emojis(message: Any) -> list[str]:
    """Every emoji and every sign that looks like one, anywhere in a message; a star before a face is a word."""
    text = json.dumps([message["content"], message["embeds"], message["components"]], ensure_ascii=False)
    found = re.findall(r"<a?:\w+:\d+>|\"emoji\"", text)
    lines = range(0x2500, 0x2580)
    return found + [
        one
        for one in text
        if (unicodedata.category(one) == "So" and ord(one) not in lines and one != "★") or one == "\ufe0f"
    ]


PLAYED = {
    "yum_classic": ("yum start", {"sheet": "yum_classic", "power": True}),
    "sides": ("yum start", {"sheet": "yum_original", "teams": 2}),
    "yamslam": ("yamslam start", {}),
    "421": ("421 start", {}),
    "5000": ("5000 start", {}),
    "ambition": ("ambition start", {}),
    "cant_stop": ("cantstop start", {}),
}
ENDS = ("final result", "résultat final")


@pytest.mark.sample(2)
@pytest.mark.parametrize("game", PLAYED)
@pytest.mark.parametrize("language", ["en", "fr"])
async def test_a_board_in_words_is_played_to_its_end(
    evening: Any, hands: Any, prefer: Any, game: str, language: str
) -> None:
    """At the table of somebody with this preference."""
    await prefer("ana", plain=True, hold="menu" if language == "fr" else "press")
    guild = int(evening.standin.world.guild.id)
    await evening.client.services.settings.choose(guild, language=language, calls=False)
    command, options = PLAYED[game]
    play = await evening.lobby(
        "ana", "david", *(("ben", "chloe") if "teams" in options else ()), command=command, **options
    )
    assert emojis(play.now) == []
    await play.begin()
    presses = 0
    while not any(end in hands["described"](play.now) for end in ENDS):
        assert emojis(play.now) == [], play.now
        assert play.now["content"]
        await play_on(play, presses)
        presses += 1
        assert presses < 3000
    assert emojis(play.now) == []


STOPS = ("mark", "strike", "take", "stand", "bank", "stop", "done")


async def play_on(play: Any, presses: int) -> None:
    """A simple way to play any game to its end: throw and stop in turn, as far as the rules allow."""
    aside = ("hold", "menu", "more", "sheets", "rules", "undo")
    acts = [do for do in play.does if not do.startswith(aside) and not do.isdecimal()]
    stops = [do for do in acts if do.startswith(STOPS)]
    others = [do for do in acts if do not in stops]
    chosen = stops[0] if stops and (presses % 3 or not others) else others[0]
    await play.do(chosen)


async def test_the_board_goes_back_to_pictures(evening: Any, prefer: Any) -> None:
    play = await evening.lobby("ana", "david")
    await play.begin()
    assert emojis(play.now)
    await prefer("ana", plain=True)
    await play.throw()
    assert emojis(play.now) == []
    await prefer("ana", plain=False)
    await play.do(next(do for do in play.does if do.startswith("hold 1 ")))
    assert emojis(play.now)


@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize("chosen", [{"plain": True}, {"plain": True, "spoken": True}], ids=["large", "reader"])
async def test_a_guest_has_a_board_of_their_own_and_leaves_that_of_the_host_as_it_was(
    evening: Any, hands: Any, prefer: Any, chosen: dict[str, bool]
) -> None:
    ben = evening.person("ben")
    await prefer("ben", **chosen)
    play = await evening.lobby("ana", "ben")
    assert "Large text" not in hands["described"](play.now)
    await play.begin()
    await play.throw()
    await evening.settle()
    assert emojis(play.now), "the others go on with pictures"
    own = [one.data for one in evening.standin.world.messages.values() if one.reader == ben.id][-1]
    assert "Yum Plus" in json.dumps(own["embeds"]) + own["content"]
    assert emojis(own) == []


async def test_private_screens_come_in_words_too(evening: Any, prefer: Any) -> None:
    await prefer("ben", plain=True)
    ben = evening.person("ben")
    for command, options in (
        ("leaderboard", {}),
        ("help", {}),
        ("help", {"topic": "about"}),
        ("rules", {"game": "yamslam"}),
    ):
        assert emojis((await ben.command(command, **options)).message) == [], command


async def test_reminders_and_replays_come_in_words_too(evening: Any, hands: Any, prefer: Any) -> None:
    await prefer("ben", plain=True)
    await evening.game("ben", "ana", command="cantstop start")
    await evening.settle()
    evening.standin.world.advance(3601)
    await evening.client.scheduler.tick()
    await evening.settle()
    reminder = evening.person("ben").messages()[-1]
    assert "it is still your turn" in reminder["content"]
    assert emojis(reminder) == []
    play = await evening.game("ben", command="cantstop start", channel="general")
    code = hands["code_of"](play.now)
    await evening.end_table(evening.person("ana"), "general")
    ben = evening.person("ben")
    for command in ("table", "stats", "games"):
        assert emojis((await ben.command(command)).message) == [], command
    for what in ("replay", "verify", "record", "history"):
        assert emojis((await of_game(ben, what, code)).message) == [], what
