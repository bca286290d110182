"""Rows of buttons and menus as Discord's JSON."""

from typing import Any

import msgspec

from bot.screens.kit import BoardView, Button, Row
from bot.screens.kit.values import PLAIN_GLYPHS
from bot.screens.table.board import table_screen
from bot.ui.discord.adapter import rows_json
from tests.boards import DESK, after, begun


def test_rows_that_a_table_shows_again_name_the_present_step_and_emojis() -> None:
    kept: Row = (Button("mark ones", "Ones", emoji="die_1"),)
    glyphs = dict(PLAIN_GLYPHS)

    def shown(held: str, step: int, table: str = "again") -> list[dict[str, Any]]:
        return [
            msgspec.json.decode(row) for row in rows_json(((Button(held, "1"),), kept), table, step, glyphs, again=True)
        ]

    second = shown("hold 1 1", 4)
    assert [row["components"][0]["custom_id"] for row in second] == ["g1:again:4:hold 1 1", "g1:again:4:mark ones"]
    assert shown("hold 1 -", 5)[1]["components"][0]["custom_id"] == "g1:again:5:mark ones"
    assert shown("hold 1 -", 5, "other")[1]["components"][0]["custom_id"] == "g1:other:5:mark ones"
    glyphs = {**PLAIN_GLYPHS, "die_1": "<:die_1:5>"}
    assert shown("hold 1 -", 5)[1]["components"][0]["emoji"] == {"name": "die_1", "id": "5"}


def test_a_held_die_leaves_the_boxes_of_somebody_new_as_they_were_made() -> None:
    table = after(begun("yum_plus"), ("roll", "3-3-4-5-6"))

    def shown(*held: int) -> tuple[Row, ...]:
        return table_screen(DESK, table, BoardView(frozenset(held), explained=True)).rows

    (dice, throw, *boxes), (dice_then, throw_then, *boxes_then) = shown(), shown(0)
    assert dice != dice_then
    assert throw != throw_then
    assert [row is then for row, then in zip(boxes, boxes_then, strict=True)] == [True, True]
    assert "Equal" in [item.label for item in throw_then if isinstance(item, Button)]
