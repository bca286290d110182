"""What is said to a player whose move is saved while the board could not be drawn anew at once."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.types import Event, Rolled
from bot.games.yum.actions import Marked
from bot.screens.games.yum.board import place_name
from bot.screens.kit.values import Desk
from bot.tables.core.model import Table


def unseen(desk: Desk) -> str:
    """Nothing was to be saved, but the board could not be drawn anew."""
    return desk.t("I could not refresh the board, one moment.")


def saved_unseen(desk: Desk, table: Table, events: Sequence[Event]) -> str:
    """What has just happened at ``table`` is saved, but the board could not be drawn anew."""
    t = desk.t
    for event in events:
        match event:
            case Marked(points=points) if points and not event.struck:
                return t(
                    "Your {points} in {box} is written; I could not refresh the board, one moment.",
                    points=points,
                    box=place_name(desk, table, event),
                )
            case Marked():
                box = place_name(desk, table, event)
                return t("You struck {box}; I could not refresh the board, one moment.", box=box)
            case Rolled(faces=faces):
                fallen = " ".join(map(str, faces))
                return t("You threw {faces}: it is saved; I could not refresh the board, one moment.", faces=fallen)
    return t("That is saved; I could not refresh the board, one moment.")
