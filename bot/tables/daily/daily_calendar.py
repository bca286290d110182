"""The calendar of the daily: each weekday has its game, and each day its end.

Everybody on a server throws the same dice on a day (:mod:`bot.tables.records.periods`). So while it lasts only the
players of its games see them, and nobody sees the secret of its dice (seals.py).
"""

from bot.tables.core.model import TableSettings
from bot.tables.records import periods

GAMES = ("yum_plus", "yum_plus", "yum_plus", "yum_plus", "yum_plus", "yams", "yum_classic")
"""The games from Monday to Sunday: sheets for one player, the shorter ones at the weekend."""


def scheduled_game(day: int) -> str:
    """Return the key of the game of ``day``."""
    return GAMES[periods.weekday(day)]


def table_day_ends(settings: TableSettings) -> int | None:
    """Return when the day of a table ends; None for one that is no daily."""
    return None if settings.daily is None else stored_end(settings.daily, settings.daily_ends)


def stored_end(day: int, ends: int | None) -> int:
    """Return the end of ``day`` as stored; version 0.1 stored none, since all days were those of UTC."""
    return periods.day_ends(day) if ends is None else ends
