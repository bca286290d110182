"""Names of people: remembered from presses, otherwise asked for once, and clean."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.engine import Level
from bot.tables.model.table import NAMES, Computer
from bot.ui.discord.names import DisplayNames, clean


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("Ana", "Ana"),
        ("  Zoé \n\t Côté ", "Zoé Côté"),
        ("A\u202egnp.exe\u202c", "Agnp.exe"),
        ("\u200bBen\u2066\u0007", "Ben"),
        ("\u3164\u3164", ""),
        ("\u0301\u0301", ""),
        ("e\u0301\u0302\u0303\u0304x", "é\u0302\u0303x"),
        ("", ""),
        ("👩\u200d🚀", "👩🚀"),
        ("W" * 32, "W" * 32),
        ("W" * 60, "W" * 39 + "…"),
        ("山" * 32, "山" * 19 + "…"),
    ],
)
def test_clean(name: str, wanted: str) -> None:
    assert clean(name) == wanted
    assert clean(clean(name)) == wanted


class Server:
    """A server of Discord that counts questions."""

    def __init__(self, **names: str) -> None:
        self.names = {int(user[1:]): name for user, name in names.items()}
        self.asked: list[int] = []

    async def fetch_member(self, user: int) -> Any:
        self.asked.append(user)
        if user not in self.names:
            raise OSError
        return SimpleNamespace(id=user, display_name=self.names[user])


def names_of(server: Server | None) -> DisplayNames:
    return DisplayNames(cast(Any, SimpleNamespace(get_guild=lambda guild: server if guild == 1 else None)))


async def test_who_pressed_is_known_and_others_are_asked_for_once() -> None:
    server = Server(u2="Ben", u3="Chloé")
    names = names_of(server)
    names.note(1, cast(Any, SimpleNamespace(id=2, display_name="Benny")))
    assert await names.of(1, [3, 2, -5, 3]) == ["Chloé", "Benny", "", "Chloé"]
    assert await names.of(1, [3]) == ["Chloé"]
    assert server.asked == [3]


async def test_whoever_cannot_be_found_has_no_name() -> None:
    assert await names_of(Server()).of(1, [7]) == [""]
    assert await names_of(None).of(1, [7]) == [""]


async def test_names_belong_to_a_server() -> None:
    names = names_of(Server())
    for guild, name in ((1, "Here"), (2, "There")):
        names.note(guild, cast(Any, SimpleNamespace(id=2, display_name=name)))
    assert (await names.of(1, [2]), await names.of(2, [2])) == (["Here"], ["There"])
    names.clear()
    assert (await names.of(1, [2]), await names.of(2, [2])) == ([""], [""])


async def test_a_board_that_lacks_a_name_asks_for_it_once_and_has_it_the_next_time() -> None:
    """After a start memory knows nobody: "Player 1" must not stay on boards until each has pressed something."""
    server = Server(u2="Ben")
    names, players = names_of(server), [2, Computer(1, Level.CHAMPION), 9, -5]
    for _ in range(3):
        names.seek(1, players)
        await names.settle()
    assert [names.known(1, player) for player in players] == ["Ben", NAMES[0], "", ""]
    assert sorted(server.asked) == [2, 9]
