"""The periods of leaderboards, all in UTC: everything, a month, a week, a season, a day.

The rows of standings hold a period's key: ``all``, ``m2026-11``, ``w2026-47`` (an ISO week), ``s3``, ``d2026-11-21``.
"""

from datetime import UTC, datetime

ALL = "all"


def month(at: int) -> str:
    """Return the month of unix second ``at``."""
    return f"{_utc(at):m%Y-%m}"


def week(at: int) -> str:
    """Return the ISO week of ``at``, from Monday to Sunday."""
    year, number, _ = _utc(at).isocalendar()
    return f"w{year:04}-{number:02}"


def day(at: int) -> str:
    """Return the day of ``at``."""
    return f"{_utc(at):d%Y-%m-%d}"


def season(number: int) -> str:
    """Return the key of a season of a server."""
    return f"s{number}"


def year_and_month(at: int) -> tuple[int, int]:
    """Return the year and the number of a month."""
    moment = _utc(at)
    return moment.year, moment.month


def month_begin(at: int) -> int:
    """Return the first second of the month of ``at``."""
    return int(_utc(at).replace(day=1, hour=0, minute=0, second=0).timestamp())


def next_month(at: int) -> int:
    """Return the first second after the month of ``at``."""
    year, number = year_and_month(at)
    return int(datetime(year + number // 12, number % 12 + 1, 1, tzinfo=UTC).timestamp())


def _utc(at: int) -> datetime:
    return datetime.fromtimestamp(at, UTC)
