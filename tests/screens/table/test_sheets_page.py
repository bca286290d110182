"""The page of all sheets: side by side, the reader's own first, one table a page."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.types import Seat
from bot.games import make
from bot.games.yum.scoring.boxes import Cell
from bot.locales import LANGUAGES, words
from bot.screens.kit.board import SheetReader
from bot.screens.kit.values import PLAIN_GLYPHS, TABLE_WIDTH, RenderContext
from bot.screens.table.board import sheets_screen
from bot.tables.model.table import Table
from tests.factories import table_of, users

NAMES = ("Ana", "Ben", "Chloé", "David", "Eve")


def desk(language: str = "en") -> RenderContext:
    return RenderContext(words(language), PLAIN_GLYPHS)


def table(players: int, sheet: str = "yum_plus", *, full: bool = False) -> Table:
    found = table_of(make(sheet, {}), users(players))
    if not full:
        return found
    sheets = tuple(tuple(tuple(Cell(100, 100) for _ in column) for column in one) for one in found.state.sheets)
    return replace(found, state=replace(found.state, sheets=sheets))


def block(table: Table, reader: SheetReader, page: int = 0, language: str = "en") -> list[str]:
    return sheets_screen(desk(language), table, page, reader).body.split("```")[1].strip("\n").splitlines()


def test_the_readers_own_column_is_the_first() -> None:
    three = table(3)
    assert block(three, SheetReader(2, NAMES))[0].split() == ["Chloé", "Ana", "Ben"]
    assert block(three, SheetReader(None, NAMES))[0].split() == ["Ana", "Ben", "Chloé"]


def test_points_stand_in_the_column_of_their_player() -> None:
    two = table(2)
    chance = two.game.layout.index("chance")
    column = tuple(Cell(23, 23) if place == chance else None for place in range(len(two.game.layout.boxes)))
    two = replace(two, state=replace(two.state, sheets=((column,), two.state.sheets[1])))
    for seat, values in ((0, ["23", "·"]), (1, ["·", "23"])):
        lines = {
            line.split("  ")[0].strip(): line.split()[-2:] for line in block(two, SheetReader(seat, NAMES)) if line
        }
        assert lines["Chance"] == values
        assert lines["Total"] == [value.replace("·", "0") for value in values]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("sheet", ["yum_plus", "maxi_yum", "yams", "yum_color"])
def test_no_line_is_wider_than_a_phone(sheet: str, language: str) -> None:
    for line in block(table(4, sheet, full=True), SheetReader(0, NAMES), language=language):
        assert len(line) <= TABLE_WIDTH, line


def test_more_players_have_more_pages_and_the_reader_stands_on_each() -> None:
    five = table(5)
    pages = [block(five, SheetReader(4, NAMES), page)[0].split() for page in (0, 1)]
    assert pages == [["Eve", "Ana", "Ben", "Chl"], ["Eve", "David"]]


@pytest.mark.parametrize("sheet", ["yum_plus", "yum_original", "yum_classic"])
def test_sections_are_apart_and_the_bonus_closes_the_upper_one(sheet: str) -> None:
    lines = block(table(2, sheet), SheetReader(0, NAMES))
    bonus = next(number for number, line in enumerate(lines) if line.startswith("Bonus"))
    assert [line.split()[0] for line in lines[bonus - 2 : bonus]] == ["Sixes", "Upper"]
    assert lines[bonus + 1] == ""
    assert lines[-2] == ""


def test_of_sheets_with_several_columns_each_has_a_page_the_readers_own_first() -> None:
    two = table(2, "triple_yum_plus")
    ana, ben = two.players
    bodies = [sheets_screen(desk(), two, page, SheetReader(Seat(1), NAMES)).body for page in (0, 1)]
    assert [f"<@{user}>" in body for user, body in zip((ben, ana), bodies, strict=True)] == [True, True]
    assert f"<@{ana}>" not in bodies[0]


@pytest.mark.parametrize(("language", "total"), [("en", "**13,650**"), ("fr", "**13\u00a0650**")])
def test_a_total_of_thousands_is_written_as_everywhere(language: str, total: str) -> None:
    full = table(1, "triple_yum_plus", full=True)
    assert total in sheets_screen(desk(language), full, 0, SheetReader(0, NAMES)).body
