"""What the bot reads of a pressed message is what discord.py would have read."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from discord.components import _component_factory
from discord.embeds import Embed

from bot.ui.discord.pressed_message import PressedMessage
from bot.ui.table.message_state import custom_ids_in, shown_step

ROWS: list[dict[str, Any]] = [
    {
        "type": 1,
        "components": [
            {
                "type": 3,
                "custom_id": "g1:7:12:holds =",
                "options": [
                    {"label": "Die 1: 4", "value": "1", "default": True},
                    {"label": "Die 2: 6", "value": "2"},
                    {"label": "Die 3: 4", "value": "3", "default": True},
                ],
            }
        ],
    },
    {
        "type": 1,
        "components": [
            {"type": 2, "style": 1, "custom_id": "g1:7:12:keep 4 4", "label": "Throw (2 left)"},
            {"type": 2, "style": 5, "url": "https://example.com", "label": "Elsewhere"},
            {"type": 2, "style": 2, "custom_id": "another bot's", "label": "Not ours"},
        ],
    },
]
FRAME = {"type": "rich", "description": "Ana to play", "image": {"url": "https://cdn.example/1/2/mountain.png"}}
JSON = {"id": "55", "flags": 64, "embeds": [FRAME], "components": ROWS}


def pressed(**other: Any) -> PressedMessage:
    return PressedMessage(JSON | other)


def test_the_buttons_of_a_pressed_message_are_those_of_a_fetched_one() -> None:
    fetched: Any = SimpleNamespace(components=[_component_factory(row) for row in ROWS])  # type: ignore[arg-type]
    for last_first in (False, True):
        asked = [one.do for one in custom_ids_in(pressed(), last_first=last_first)]
        assert asked == [one.do for one in custom_ids_in(fetched, last_first=last_first)]
        assert sorted(asked) == ["holds = 1 3", "keep 4 4"]
    assert shown_step(pressed()) == shown_step(fetched) == 12


def test_a_pressed_message_without_buttons_shows_no_step() -> None:
    assert shown_step(pressed(components=[])) is None


def test_a_pressed_message_knows_its_id_who_sees_it_and_its_picture() -> None:
    message = pressed()
    assert message.id == 55
    assert message.flags.ephemeral
    assert [frame.to_dict() for frame in message.embeds] == [Embed.from_dict(FRAME).to_dict()]
    assert not pressed(flags=0).flags.ephemeral
