"""A guided first game as people press it: from More to a real table, and back on old buttons after a restart."""

from __future__ import annotations

from typing import Any

import pytest

from bot.screens.guide import GUIDE, lessons_of
from bot.tables.model.table import Status
from tests.e2e.playing import PrivateMessage, forge


def asks(game: str, number: int, do: str) -> str:
    return GUIDE.build(game=game, number=number, do=do)


async def shown(play: Any, who: Any) -> PrivateMessage:
    """The first lesson, as More leads to it."""
    head = ":".join(next(iter(play.does.values())).split(":")[:3])
    panel = PrivateMessage(who, await forge(who, play.board, f"{head}:more"))
    return PrivateMessage(who, await forge(who, panel.id, panel.does["guide"]))


async def hold(guide: PrivateMessage, game: str, number: int, faces: list[int]) -> None:
    """Press the dice with these faces, one after the other."""
    dice = list(lessons_of(game)[1][number].state.dice)
    held: set[int] = set()
    for face in faces:
        place = next(one for one in range(len(dice)) if dice[one] == face and one not in held)
        before = "".join(str(one + 1) for one in sorted(held)) or "-"
        await guide.do(asks(game, number, f"hold {place + 1} {before}"))
        held.add(place)


COMMANDS = {"yum_plus": "yum start", "cant_stop": "cantstop start"}


@pytest.mark.parametrize("game", COMMANDS)
async def test_a_guide_is_pressed_from_its_first_throw_to_a_real_table(evening: Any, game: str) -> None:
    play = await evening.lobby("ben", command=COMMANDS[game])
    ben = evening.person("ben")
    guide = await shown(play, ben)
    lessons = lessons_of(game)[0].lessons
    for number, lesson in enumerate(lessons):
        assert f"\n\n**{number + 1} of {len(lessons)}**" in guide.text
        word, *kept = lesson.move.do.split(" ")
        if word == "keep":
            await hold(guide, game, number, [int(one) for one in kept])
        await guide.do(asks(game, number, lesson.move.do))
    assert not (await evening.table(play)).entries, "nothing of it is a move at the table"
    await guide.do(f"guided {game}")
    await evening.settle()
    table = await evening.table(play)
    assert table.status is Status.LOBBY
    assert len(table.computers) == 1, "a computer has sat down at the lobby that ben came from"
    assert "press **Start**" in guide.text


async def test_another_press_is_told_what_to_try_and_changes_nothing(evening: Any) -> None:
    play = await evening.lobby("ben")
    guide = await shown(play, evening.person("ben"))
    await guide.do(asks("yum_plus", 0, "roll"))
    await guide.do(asks("yum_plus", 1, "mark minus"))
    assert "\n\nYou may well do that in a game." in guide.text
    assert "Three 3s!" in guide.text
    await guide.do(asks("yum_plus", 1, "more"))
    assert "\n\nIn a game this opens" in guide.text
    await guide.do(asks("yum_plus", 1, "menu strike"))
    assert "\n\n**2 of 7**" in guide.text
    assert any(do.startswith("guide yum_plus 1 strike") for do in guide.does)
