"""The check of Discord's limits finds what Discord would refuse."""

from dataclasses import replace

import pytest

from bot.screens.kit.values import PLAIN_GLYPHS, Button, Choice, Entity, EntityMenu, Field, Menu, Screen
from bot.ui.discord.adapter import render
from tests.limits import problems

GOOD = Screen(
    "Title",
    "Body",
    rows=(
        (Button("roll", "Throw"),),
        (Menu("menu", "Choose", (Choice("a", "A"),)),),
        (Menu("many =", "Several", (Choice("a", "A", chosen=True), Choice("b", "B")), least=0, most=2),),
        (EntityMenu("where =", "Channels", Entity.CHANNEL, tuple(range(1, 26))),),
    ),
)
MANY = tuple(Choice(f"c{n}", "C") for n in range(26))


async def test_a_good_screen_has_no_problems() -> None:
    assert problems(render(GOOD, PLAIN_GLYPHS, "abc", 1)) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"content": "x" * 2001}, "content"),
        ({"title": "x" * 257}, "title"),
        ({"body": "x" * 4097}, "description"),
        ({"body": "x" * 4000, "footer": "x" * 2040}, "embed"),
        ({"fields": (Field("name", ""),)}, "empty field"),
        ({"fields": (Field("name", "x" * 1025),)}, "field 'name'"),
        ({"rows": ((Button("roll", "Throw"), Button("roll", "Throw")),)}, "twice"),
        ({"rows": (tuple(Button(f"b{n}", "B") for n in range(6)),)}, "a row of 6"),
        ({"rows": tuple((Button(f"b{n}", "B"),) for n in range(6))}, "6 rows"),
        ({"rows": ((Button("b", "x" * 81),),)}, "label"),
        ({"rows": ((Menu("m", "p", MANY),),)}, "26 options"),
        ({"rows": ((Menu("m", "p", (Choice("a", "A"), Choice("a", "B"))),),)}, "twice"),
        ({"rows": ((Menu("m", "p", (Choice("a", "x" * 101),)),),)}, "option label"),
        ({"rows": ((Menu("m", "p", (Choice("a", "A"),)), Button("b", "B")),)}, "1 menus"),
        ({"rows": ((EntityMenu("m =", "p", Entity.ROLE), Button("b", "B")),)}, "1 menus"),
        ({"rows": ((Menu("m =", "p", (Choice("a", "A"),), least=2, most=1),),)}, "for 2 to 1"),
        ({"rows": ((Menu("m =", "p", (Choice("a", "A"),), most=2),),)}, "1 options for 2"),
        ({"rows": ((Menu("m", "p", (Choice("a", "A", chosen=True), Choice("b", "B", chosen=True))),),)}, "2 options"),
        ({"rows": ((EntityMenu("m =", "p", Entity.CHANNEL, most=26),),)}, "for 0 to 26"),
        ({"rows": ((EntityMenu("m =", "p", Entity.CHANNEL, (1, 2), most=1),),)}, "2 chosen"),
        ({"rows": ((EntityMenu("m =", "x" * 151, Entity.CHANNEL),),)}, "placeholder"),
    ],
)
async def test_what_discord_would_refuse_is_found(change: dict[str, object], said: str) -> None:
    found = problems(render(replace(GOOD, **change), PLAIN_GLYPHS, "abc", 1))  # type: ignore[arg-type]
    assert any(said in problem for problem in found), found
