"""The calendar of the daily: a day is one of UTC and is written 20261121; each weekday has its game.

Everybody of a server throws the same dice on a day, so as long as it lasts its games are seen by their players only,
and the secret of its dice by nobody (seals.py).
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

GAMES = ("yum_plus", "yum_plus", "yum_plus", "yum_plus", "yum_plus", "yams", "yum_classic")
"""What is played, from Monday to Sunday: sheets one can fill alone, the shorter ones at the weekend."""


def day_of(at: int) -> int:
    """Return the day of unix second ``at``."""
    moment = datetime.fromtimestamp(at, UTC)
    return moment.year * 10_000 + moment.month * 100 + moment.day


def begins(day: int) -> int:
    """Return the first second of ``day``. Raises ValueError for a number that is no day."""
    return int(_midnight(day).timestamp())


def ends(day: int) -> int:
    """Return the first second after ``day``."""
    return int((_midnight(day) + timedelta(days=1)).timestamp())


def day_before(day: int) -> int:
    """Return the day before ``day``."""
    return day_of(begins(day) - 1)


def game_of(day: int) -> str:
    """Return the key of the game of ``day``."""
    return GAMES[_midnight(day).weekday()]


def _midnight(day: int) -> datetime:
    year, rest = divmod(day, 10_000)
    month, number = divmod(rest, 100)
    return datetime(year, month, number, tzinfo=UTC)
