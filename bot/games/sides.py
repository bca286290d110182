"""Partners: how many sides play a game."""

from __future__ import annotations

from bot.engine.types import AnyGame
from bot.games.yum.rules import Yum


def side_count(game: AnyGame) -> int:
    """How many sides play, seat after seat in turn; 0 where everybody plays for themselves."""
    return game.ending.sides if isinstance(game, Yum) else getattr(game, "sides", 0)
