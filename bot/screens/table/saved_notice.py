"""The answer to a player whose move is saved while the bot could not draw the board at once."""

from collections.abc import Sequence

from bot.engine import Event
from bot.screens.games import face_of
from bot.screens.kit import RenderContext
from bot.tables.core.model import Table


def board_not_updated(context: RenderContext) -> str:
    """Say that there was nothing to save, but the bot could not draw the board."""
    return context.t("I could not refresh the board, one moment.")


def saved_but_not_shown(context: RenderContext, table: Table, events: Sequence[Event]) -> str:
    """Say that the latest move at ``table`` is saved, but the bot could not draw the board."""
    face = face_of(table.game.key)
    found = (said for event in events if (said := face.saved_text(context, table.game, event)))
    return next(found, context.t("That is saved; I could not refresh the board, one moment."))
