"""The calendar of the daily: a day is one of UTC and is written 20261121; each weekday has its game.

Everybody of a server throws the same dice on a day, so as long as it lasts its games are seen by their players only,
and the secret of its dice by nobody.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from bot.tables.errors import Sealed, SecretDay
from bot.tables.model import Table

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


def sealed(table: Table, now: int) -> bool:
    """Whether the secret of the table's dice must not be told yet, though the table may be over."""
    return table.manner.daily is not None and now < ends(table.manner.daily)


def check_revealed(table: Table, now: int) -> None:
    """Refuse to tell the secret of a day that is not over. Raises Sealed."""
    if table.manner.daily is not None and sealed(table, now):
        raise Sealed(ends(table.manner.daily))


def check_reader(table: Table, user: int, now: int) -> None:
    """Refuse to show the game of a day to anybody but its player as long as the day lasts. Raises SecretDay."""
    if sealed(table, now) and user not in table.players:
        raise SecretDay


def _midnight(day: int) -> datetime:
    year, rest = divmod(day, 10_000)
    month, number = divmod(rest, 100)
    return datetime(year, month, number, tzinfo=UTC)
