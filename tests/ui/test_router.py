"""What is chosen in a menu reaches its handler as one text."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.ui.discord.router import Router


@pytest.mark.parametrize(
    ("asked", "values", "heard"),
    [
        ("help", None, "help"),
        ("help", ["help dice"], "help dice"),
        ("help rooms =", ["12", "7"], "help rooms = 12 7"),
        ("help rooms =", [], "help rooms ="),
        ("help", [], "help"),
    ],
)
async def test_a_menu_asks_for_what_is_chosen(asked: str, values: list[str] | None, heard: str) -> None:
    done: list[str] = []

    async def act(*_: Any) -> None:
        raise AssertionError

    async def help(interaction: Any, do: str) -> None:
        done.append(do)

    router = Router(act)
    router.on_free("help", help)
    data = {"custom_id": f"g1:-:0:{asked}"} | ({} if values is None else {"values": values})
    await router.route(SimpleNamespace(type=discord.InteractionType.component, data=data))  # type: ignore[arg-type]
    assert done == [heard]
