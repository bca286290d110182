"""The answer to a player whose move is saved while the bot could not draw the board at once."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.types import Event
from bot.screens.games import face_of
from bot.screens.kit.values import Desk
from bot.tables.core.model import Table


def unseen(desk: Desk) -> str:
    """Say that there was nothing to save, but the bot could not draw the board."""
    return desk.t("I could not refresh the board, one moment.")


def saved_unseen(desk: Desk, table: Table, events: Sequence[Event]) -> str:
    """Say that the latest move at ``table`` is saved, but the bot could not draw the board."""
    face = face_of(table.game.key)
    found = (said for event in events if (said := face.saved_text(desk, table.game, event)))
    return next(found, desk.t("That is saved; I could not refresh the board, one moment."))
