"""Tables of several people where the bot is a guest: a group, and a server without it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.anywhere.conftest import finish, opened
from tests.e2e.playing import PrivateMessage, described, does

pytestmark = pytest.mark.usefixtures("no_channel_route")

SHARED = ("Group", "hall")


@pytest.mark.parametrize("place", SHARED)
async def test_people_join_play_to_the_end_and_once_more(guests: Any, place: str) -> None:
    ana, ben, chloe = (guests.person(key) for key in ("ana", "ben", "chloe"))
    play = await opened(guests, "ana", place)
    assert "I am a guest here" in described(play.now)
    await play.do("join", ben)
    await play.do("join", chloe)
    await play.do("start", ana)
    await finish(play)
    await guests.settle()
    table = await guests.table(play)
    assert table.over
    assert len(table.people) == 3
    assert ("result.png" in str(play.now["embeds"])) == (place == "Group")
    first = play.board
    await play.do("rematch", ben)
    await guests.settle()
    boards = [row for row in ana.messages(place) if row["id"] != first]
    assert len(boards) == 1
    assert "join" in str(boards[0])


@pytest.mark.parametrize("place", SHARED)
async def test_a_computer_plays_by_the_newest_press(guests: Any, guessing: Any, place: str) -> None:
    ana, ben = guests.person("ana"), guests.person("ben")
    play = await opened(guests, "ana", place)
    await play.do("join", ben)
    await play.do("computers add regular", ana) if "computers add regular" in play.does else await PrivateMessage(
        ana, await play.beside("computers", ana)
    ).do("computers add regular")
    await play.do("start", ana)
    await guests.settle()
    while not (await guests.table(play)).over:
        await play.throw()
        await play.mark()
        await guests.settle()
    assert {"rematch", "review"} <= set(play.does)


@pytest.mark.parametrize(
    ("place", "language", "throw"),
    [
        ("Group", "en-US", "Throw"),
        ("Group", "fr", "Lanc"),
        ("hall", "en-US", "Throw"),
        ("hall", "fr", "Throw"),  # A server has a language of its own.
    ],
)
async def test_after_fifteen_minutes_table_posts_the_board_anew(
    guests: Any, place: str, language: str, throw: str
) -> None:
    ana, ben = guests.person("ana"), guests.person("ben")
    for who in (ana, ben):
        who.speak(language)
    play = await opened(guests, "ana", place)
    await play.do("join", ben)
    await play.do("start", ana)
    guests.standin.world.advance(16 * 60)
    panel = PrivateMessage(ben, await ben.command("table", place))
    shown = await panel.do("mygames show")
    assert not shown.failed
    await guests.settle()
    boards = [row for row in ana.messages(place) if "more" in str(row["components"])]
    assert len(boards) == 2, "the old one cannot be removed any more"
    assert described(boards[1]) == described(boards[0])
    assert throw in str(boards[1]["components"])
    assert "image" not in boards[1]["embeds"][0], "a board in text"
    play.board = boards[-1]["id"]
    await play.throw()
    await play.mark()
    old = boards[0]["id"]
    stale = await ana.press(old, custom_id=next(iter(does(boards[0]).values())))
    assert not stale.failed
    assert boards[-1]["id"] in str(ana.message(old)), "a press leaves a link"
