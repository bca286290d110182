"""Rows of buttons and menus as Discord's JSON."""

from typing import Any

import msgspec

from bot.screens.kit import Button, Row
from bot.screens.kit.values import PLAIN_GLYPHS
from bot.ui.discord.adapter import rows_json


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
