"""Tables and lobbies for tests, which name only what they are about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from unittest.mock import MagicMock

from bot.engine.types import AnyGame
from bot.screens.kit.patterns import Pattern
from bot.tables.model.table import DiceSeed, Status, Table, TableId, TableSettings
from bot.tables.moves import lobbies

NOW = 1_700_000_000
USER = 1_300_000_000_000_000_000
LARGEST = TableId(2**63 - 1)
LONGEST: dict[str, Any] = {"id": LARGEST, "guild": USER, "channel": USER, "message": USER, "step": 99_999}
"""Ids and numbers as long as they may become, for screens that must fit."""


def users(count: int, first: int = USER) -> tuple[int, ...]:
    """As many people."""
    return tuple(range(first, first + count))


def table_of(game: AnyGame, players: Sequence[int], **about: Any) -> Table:
    """A table of these players; at the beginning of their game unless ``about`` says otherwise."""
    fields: dict[str, Any] = {
        "id": TableId(5),
        "guild": 1,
        "channel": 2,
        "message": 3,
        "call": None,
        "language": "en",
        "host": players[0],
        "game": game,
        "capacity": len(players),
        "players": tuple(players),
        "gone": (),
        "status": Status.PLAYING,
        "step": 1,
        "entries": 0,
        "thrown": 0,
        "undoable": None,
        "seed": DiceSeed(b"s" * 32, "join:1 start:2"),
        "opened": 0,
        "changed": 0,
    } | about
    if "state" not in fields:
        fields["state"] = None if fields["status"] is Status.LOBBY else game.new(len(players))
    return Table(**fields)


def lobby_of(game: AnyGame, players: Sequence[int], settings: TableSettings | None = None, **about: Any) -> Table:
    """A lobby that the first of these players opened and the others joined."""
    fields: dict[str, Any] = {
        "id": TableId(2**40),
        "guild": USER,
        "channel": USER,
        "capacity": None,
        "language": "en",
        "secret": bytes(32),
        "now": NOW,
    } | about
    if settings is not None:
        fields["settings"] = settings
    table = lobbies.open_table(fields.pop("id"), host=players[0], game=game, **fields).table
    for user in players[1:]:
        table = lobbies.join(table, user, 2, fields["now"]).table
    return table


def read_press(cog: type[Any], do: str) -> tuple[str, dict[str, Any]] | None:
    """The handler of a cog that ``do`` leads to, by its name, and the words it is given; None where no pattern fits."""
    client = MagicMock()
    cog(client)
    for call in (*client.router.free.call_args_list, *client.router.anywhere.call_args_list):
        pattern, handler = call.args
        words = (Pattern(pattern) if isinstance(pattern, str) else pattern).read(do)
        if words is not None:
            return handler.__name__, words
    return None
