"""Commands of the application, as Discord keeps them."""

from typing import Any

import pytest

from bot.standin.rest.routes_commands import add_entry_point


@pytest.fixture
def address(standin: Any) -> str:
    return f"{standin.api_base}/applications/{standin.world.bot.id}/commands"


PING = {"name": "ping", "type": 1, "description": "Ping", "name_localizations": {"fr": "pong"}}


async def test_the_entry_point_cannot_be_left_out(standin: Any, web: Any, address: str) -> None:
    launch = add_entry_point(standin.world)
    async with web.put(address, json=[PING]) as answer:
        assert (answer.status, (await answer.json())["code"]) == (400, 50240)
    form = {"name": "launch", "type": 4, "handler": 2, "description": "Launch"}
    async with web.put(address, json=[PING, form]) as answer:
        assert answer.status == 200
        assert [one["id"] for one in await answer.json()][1] == launch["id"]
    async with web.put(address, json=[PING, form | {"handler": 3}]) as answer:
        assert (answer.status, (await answer.json())["code"]) == (400, 50035)


async def test_translations_are_listed_when_they_are_asked_for(standin: Any, web: Any, address: str) -> None:
    async with web.put(address, json=[PING]) as answer:
        assert answer.status == 200
    async with web.get(address) as answer:
        assert "name_localizations" not in (await answer.json())[0]
    async with web.get(address, params={"with_localizations": "true"}) as answer:
        assert (await answer.json())[0]["name_localizations"] == {"fr": "pong"}
