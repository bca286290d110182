"""Whether a game can be played by everybody at once, each at a table of their own."""

from __future__ import annotations

from typing import Any

from bot.engine.apart import Apart
from bot.engine.types import AnyGame
from bot.tables.core.errors import NotApart


def apart(game: AnyGame) -> Apart[Any]:
    """Return ``game`` as one that everybody can play alone. Raises NotApart, also for house rules that forbid it."""
    if isinstance(game, Apart) and game.apart:
        return game
    raise NotApart
