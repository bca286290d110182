"""What the bot reads of a press is what discord.py would have read."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import discord
import msgspec
import pytest
from discord.components import _component_factory
from discord.embeds import Embed

from bot.ui.delivery.messages import custom_ids_in, shown_step
from bot.ui.discord.press_event import MessagePart, PressedMessage, PressInteraction, read_press
from bot.ui.discord.reply import is_guest, personal_place, place_of

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
    return PressedMessage(msgspec.json.decode(json.dumps(JSON | other), type=MessagePart))


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
    assert message.image_urls == ["https://cdn.example/1/2/mountain.png"]
    assert not pressed(flags=0).flags.ephemeral


def test_a_pressed_message_knows_the_press_that_has_made_it() -> None:
    assert pressed(interaction_metadata={"id": "54", "type": 3}).made_by == 54
    assert pressed(interaction_metadata=None).made_by == pressed().made_by == 55, "it answers none"


PRESS: dict[str, Any] = {
    "id": "71",
    "application_id": "99",
    "type": 3,
    "token": "secret",
    "version": 1,
    "data": {"component_type": 2, "custom_id": "g1:7:12:keep 4 4"},
    "guild_id": "5",
    "guild_locale": "fr",
    "channel_id": "6",
    "channel": {"id": "6", "type": 11, "name": "thread", "guild_id": "5", "parent_id": "4", "owner_id": "9",
                "message_count": 0, "member_count": 1,
                "thread_metadata": {"archived": False, "auto_archive_duration": 60, "archive_timestamp": "2026-11-01"}},
    "member": {"user": {"id": "8", "username": "ana", "discriminator": "0", "global_name": "Ana", "avatar": None},
               "roles": ["31"], "nick": "Ana B.", "joined_at": "2026-01-01T00:00:00+00:00", "flags": 0,
               "permissions": "32"},
    "locale": "en-GB",
    "app_permissions": "2048",
    "authorizing_integration_owners": {"0": "5"},
    "context": 0,
    "attachment_size_limit": 10485760,
    "message": JSON,
}  # fmt: skip


def event(**other: Any) -> str:
    """The gateway's text of a press."""
    return json.dumps({"op": 0, "s": 3, "t": "INTERACTION_CREATE", "d": PRESS | other})


@pytest.fixture
def state() -> Any:
    """What discord.py knows: itself, and no server yet."""
    client = discord.Client(intents=discord.Intents(guilds=True))
    found = client._connection
    found.user = discord.ClientUser(state=found, data={"id": "99", "username": "g", "discriminator": "0", "avatar": ""})  # type: ignore[typeddict-item]
    return found


READ = ("id", "type", "token", "application_id", "guild_id", "channel_id", "locale", "data", "user")
LATER = ("guild_locale", "permissions", "app_permissions", "context", "channel", "filesize_limit", "version")


def test_a_press_is_what_discord_py_makes_of_it(state: Any) -> None:
    found = read_press(event())
    assert found is not None
    assert found.s == 3
    ours = PressInteraction(found.d, event(), state)
    without_message: Any = {name: value for name, value in PRESS.items() if name != "message"}
    library: Any = discord.Interaction(data=without_message, state=state)
    for name in (*READ, *LATER):
        assert repr(getattr(ours, name)) == repr(getattr(library, name)), name
    assert ours.user.display_name == library.user.display_name == "Ana B."
    assert isinstance(ours.message, PressedMessage)
    assert ours.message.id == 55
    assert not ours.response.is_done()


@pytest.mark.parametrize(
    ("channel", "newest"),
    [({"last_message_id": "1575580052010041344"}, 1575580052010041344), ({"last_message_id": None}, 0), ({}, 0)],
)
def test_a_press_knows_the_newest_message_of_its_channel(state: Any, channel: Any, newest: int) -> None:
    text = event(channel=PRESS["channel"] | channel)
    found = read_press(text)
    assert found is not None
    assert PressInteraction(found.d, text, state).newest == newest


@pytest.mark.parametrize(("kind", "context"), [(1, 1), (3, 2)])
def test_a_press_outside_servers_is_what_discord_py_makes_of_it(state: Any, kind: int, context: int) -> None:
    press: Any = json.loads(event())["d"]
    del press["guild_id"], press["guild_locale"]
    press["user"] = press.pop("member")["user"]
    press |= {"context": context, "authorizing_integration_owners": {"1": "8"}, "channel": {"id": "6", "type": kind}}
    text = json.dumps({"op": 0, "s": 3, "t": "INTERACTION_CREATE", "d": press})
    found = read_press(text)
    assert found is not None
    ours = PressInteraction(found.d, text, state)
    assert (ours.guild_id, ours.channel_id, ours.user.id) == (None, 6, 8)
    assert ours.user.display_name == "Ana"
    assert ours.context.to_array() == [context]
    assert isinstance(ours.channel, discord.PartialMessageable)
    assert is_guest(ours)
    assert place_of(ours) == (-8 if context == 1 else -6)
    assert ours.permissions.value >= 0


@pytest.mark.parametrize(("owners", "guest"), [({"0": "5"}, False), ({"1": "8"}, True), ({"0": "5", "1": "8"}, False)])
def test_the_bot_is_a_guest_where_only_a_person_has_added_it(state: Any, owners: Any, guest: bool) -> None:
    text = event(authorizing_integration_owners=owners)
    found = read_press(text)
    assert found is not None
    ours = PressInteraction(found.d, text, state)
    assert is_guest(ours) is guest
    assert place_of(ours) == 5
    assert personal_place(ours) == (-8 if guest else 5)


def test_only_a_press_by_somebody_is_read_as_one() -> None:
    assert read_press(event()) is not None
    assert read_press(event(type=5, message=None)) is not None
    assert read_press(event(type=2)) is None
    without_server = json.loads(event())
    del without_server["d"]["guild_id"]
    assert read_press(json.dumps(without_server)) is None
    assert read_press(event().replace("INTERACTION_CREATE", "MESSAGE_CREATE")) is None
