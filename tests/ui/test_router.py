"""A component's words reach the handler of its route, as values."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.engine.errors import IllegalAction
from bot.screens.kit.patterns import Pattern
from bot.tables.model.errors import NoSuchChoice, NoTable
from bot.tables.model.memory import Presence
from bot.tables.model.table import TableId
from bot.ui.discord.reply import LastSaid
from bot.ui.press import router as routing
from bot.ui.press.router import Router


async def act(press: Any) -> None:
    raise AssertionError


@pytest.fixture
def router() -> Router:
    tables = SimpleNamespace(presence=Presence(lambda: 0))
    context: Any = SimpleNamespace(tables=tables, presenter=None)
    return Router(context, act)


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch) -> list[Exception]:
    found: list[Exception] = []

    async def answer(_: Any, error: Exception) -> None:
        found.append(error)

    monkeypatch.setattr(routing, "answer_error", answer)
    return found


async def press(router: Router, asked: str, values: list[str] | None = None, table: str = "-") -> None:
    data = {"custom_id": f"g1:{table}:0:{asked}"} | ({} if values is None else {"values": values})
    interaction: Any = SimpleNamespace(
        type=discord.InteractionType.component,
        data=data,
        extras={"drawn": True},
        message=None,
        user=SimpleNamespace(id=1),
        channel_id=None,
        client=SimpleNamespace(said_last=LastSaid(lambda work, name: None)),
    )
    await router.route(interaction)


@pytest.mark.parametrize(
    ("asked", "values", "heard"),
    [
        ("help", None, ()),
        ("help", ["help rooms = 3"], ("3",)),
        ("help rooms =", ["12", "7"], ("12", "7")),
        ("help rooms =", [], ()),
        ("help", [], ()),
    ],
)
async def test_a_menu_asks_for_what_is_chosen(router: Router, asked: str, values: list[str], heard: Any) -> None:
    done: list[tuple[str, ...]] = []

    async def help(interaction: Any, chosen: tuple[str, ...] = ()) -> None:
        done.append(chosen)

    router.free("help", help)
    router.free("help rooms ={chosen:words}", help)
    await press(router, asked, values)
    assert done == [heard]


async def test_words_come_as_values_and_the_pattern_that_fits_is_taken(router: Router) -> None:
    done: list[object] = []

    async def turn(interaction: Any, page: int) -> None:
        done.append(page)

    async def say(interaction: Any, what: str, word: str) -> None:
        done.append((what, word))

    router.free("list {page:page}", turn)
    router.free("list {what:add|drop} {word}", say)
    for asked in ("list 3", "list 123456", "list drop 7"):
        await press(router, asked)
    assert done == [3, 9999, ("drop", "7")]


@pytest.mark.parametrize("asked", ["list", "list x", "list 3 4", "list -1", "list  3", "list 3 "])
async def test_what_fits_no_pattern_is_refused_as_its_panel_wants(
    router: Router, refused: list[Exception], asked: str
) -> None:
    async def turn(interaction: Any, page: int) -> None:
        raise AssertionError

    router.free("list {page:page}", turn)
    await press(router, asked)
    router.refuse("list", NoSuchChoice)
    await press(router, asked)
    await press(router, "lists 3")
    assert [type(error) for error in refused] == [IllegalAction, NoSuchChoice, NoTable]


async def test_a_route_of_a_table_is_none_beside_tables(router: Router, refused: list[Exception]) -> None:
    done: list[str] = []

    async def at_table(press: Any, word: str) -> None:
        done.append(f"{press.id} {word}")

    async def anywhere(interaction: Any, word: str) -> None:
        done.append(word)

    router.table("join {word}", at_table)
    router.anywhere("day {word}", anywhere)
    await press(router, "join us", table="1")
    await press(router, "day one", table="1")
    await press(router, "day two")
    await press(router, "join us")
    assert done == ["1 us", "one", "two"]
    assert [type(error) for error in refused] == [NoTable]


def test_a_handler_that_does_not_take_the_words_of_its_pattern_is_found_at_the_start(router: Router) -> None:
    async def turn(interaction: Any, number: int) -> None:
        raise AssertionError

    with pytest.raises(TypeError):
        router.free("list {page:page}", turn)
    with pytest.raises(KeyError):
        Pattern("list {page:leaves}")


@pytest.mark.parametrize(
    ("pattern", "words", "text"),
    [
        ("hold {die:place} {shown:held}", {"die": 0, "shown": frozenset({4, 1})}, "hold 1 25"),
        ("hold {die:place} {shown:held}", {"die": 4, "shown": frozenset()}, "hold 5 -"),
        ("holds ={dice:places}", {"dice": frozenset({2, 0})}, "holds = 1 3"),
        (
            "face {face:face} {shown:faces} {action:rest}",
            {"face": 6, "shown": (3, 1), "action": "keep 3 3"},
            "face 6 31 keep 3 3",
        ),
        ("list {page:page} {what:add|drop} end", {"page": 12, "what": "drop"}, "list 12 drop end"),
        ("open {table:table}", {"table": TableId(35)}, "open z"),
        ("channels ={ids:words}", {"ids": ("12", "7")}, "channels = 12 7"),
        ("day {day:day} {game:game}", {"day": 20261125, "game": "*"}, "day 20261125 *"),
    ],
)
def test_a_pattern_makes_the_text_that_it_reads(pattern: str, words: dict[str, object], text: str) -> None:
    assert Pattern(pattern).build(**words) == text
    assert Pattern(pattern).read(text) == words
