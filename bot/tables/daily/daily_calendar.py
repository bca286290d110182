"""The calendar of the daily. A day is one of UTC, written 20261121; each weekday has its game.

Everybody on a server throws the same dice on a day. So while it lasts only the players of its games see them, and
nobody sees the secret of its dice (seals.py).
"""

from datetime import UTC, datetime, timedelta

GAMES = ("yum_plus", "yum_plus", "yum_plus", "yum_plus", "yum_plus", "yams", "yum_classic")
"""The games from Monday to Sunday: sheets for one player, the shorter ones at the weekend."""


def day_of(at: int) -> int:
    """Return the day of unix second ``at``."""
    moment = datetime.fromtimestamp(at, UTC)
    return moment.year * 10_000 + moment.month * 100 + moment.day


def day_begins(day: int) -> int:
    """Return the first second of ``day``. Raises ValueError for a number that is no day."""
    return int(_midnight(day).timestamp())


def day_ends(day: int) -> int:
    """Return the first second after ``day``."""
    return int((_midnight(day) + timedelta(days=1)).timestamp())


def day_before(day: int) -> int:
    """Return the day before ``day``."""
    return day_of(day_begins(day) - 1)


def scheduled_game(day: int) -> str:
    """Return the key of the game of ``day``."""
    return GAMES[_midnight(day).weekday()]


def _midnight(day: int) -> datetime:
    year, rest = divmod(day, 10_000)
    month, number = divmod(rest, 100)
    return datetime(year, month, number, tzinfo=UTC)
