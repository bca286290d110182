"""Whether everybody can play a game at once, each at a table of their own."""

from bot.engine import AnyGame
from bot.tables.core.errors import NotApart


def as_simultaneous(game: AnyGame) -> AnyGame:
    """Return ``game`` if every seat can play it alone. Raises NotApart, also for house rules that forbid it."""
    if game.only_in_turns:
        raise NotApart(game.only_in_turns)
    return game
