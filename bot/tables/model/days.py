"""Days and months of a server by its time zone, the calendar of the daily, and people's quiet hours."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime, timedelta
from functools import cache, lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from bot.engine import Listing
from bot.games import CATALOGUE
from bot.locales import plain_letters
from bot.tables.model.choices import HOUR, UTC, DayLength, GuildChoices, Preferences
from bot.tables.model.table import TableSettings

# -- The days of a server by its time zone, and the periods of leaderboards: everything, a month, a week, a season, a
# day
# A day is a number, 20261121. Days only grow: a server that chooses another zone ends its day as it was to end, and the
# next day, longer or shorter, is the first of the new zone. A result keeps its day, so a later choice moves none.
#
# The rows of standings hold a period's key: ``all``, ``m2026-11``, ``w2026-47`` (an ISO week), ``s3``, ``d2026-11-21``.

ALL = "all"

_LONGEST = 3 * 86_400
"""More seconds than a day lasts on which a server goes from the earliest zone to the latest."""


@lru_cache(maxsize=64)  # zoneinfo itself keeps eight, and reads the others from their files again and again.
def zone_named(name: str) -> ZoneInfo:
    """Return the time zone of an IANA name; UTC for one this machine does not know any more."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo(UTC)


_OFFSET = re.compile(r"(?:utc|gmt)? ?([-+\N{MINUS SIGN}\N{EN DASH}]) ?(\d{1,2})(?:[:h]?00)?", re.IGNORECASE)
_NO_LETTER = re.compile(r"[^\w+-]|_|-(?!\d)")
_NAMES_OF_NOTHING = {"Factory", "localtime"}
_FEWEST = 3
"""So many letters may begin a name."""
_MOST_EAST, _MOST_WEST = 14, 12
"""The hours from UTC that a time zone may be."""


def zones_called(typed: str, ours: Mapping[str, str]) -> tuple[str, ...]:
    """Return the IANA names of the time zones that ``typed`` may mean: a name, a city, hours from UTC.

    One where it is clear. ``ours`` are further names for some. Accents and case mean nothing. The first call reads all
    zones from their files: make it in a thread.
    """
    if match := _OFFSET.fullmatch(typed.strip()):
        hours, east = int(match[2]), match[1] == "+"
        name = f"Etc/GMT{'-' if east else '+'}{hours}" if hours else "Etc/UTC"
        return (name,) if hours <= (_MOST_EAST if east else _MOST_WEST) else ()
    letters = _letters(typed)
    others = {_letters(name): zone for name, zone in ours.items()}
    exact = _zones_by_name().get(letters) or tuple(filter(None, [others.get(letters)]))
    if exact or len(letters) < _FEWEST:
        return exact
    begun = (names for known, names in _zones_by_name().items() if known.startswith(letters))
    return tuple(sorted({name for names in begun for name in names}, key=lambda name: (len(name), name)))


def _letters(text: str) -> str:
    """Return letters and digits of ``text`` in small letters, without accents; of signs only those of a number."""
    return _NO_LETTER.sub("", plain_letters(text))


@cache
def _zones_by_name() -> Mapping[str, tuple[str, ...]]:
    """Every time zone by its IANA name, and by each end of that, such as its city; of equal clocks only one."""
    found = defaultdict[str, list[str]](list)
    for zone in sorted(available_timezones() - _NAMES_OF_NOTHING, key=lambda name: (-len(name), name)):
        parts = zone.split("/")
        for first in range(len(parts)):
            found[_letters("/".join(parts[first:]))].append(zone)
    alone = {name: tuple(zones) for name, zones in found.items() if len(zones) == 1}
    return alone | {name: tuple({_clock(zone): zone for zone in found[name]}.values()) for name in found.keys() - alone}


def _clock(zone: str) -> tuple[timedelta | None, ...]:
    """Return how far a zone is from UTC at noon of the first of each month, in some years."""
    there = ZoneInfo(zone)
    months = (datetime(year, month, 1, 12, tzinfo=there) for year in (2020, 2030) for month in range(1, 13))
    return tuple(moment.utcoffset() for moment in months)


# -- days --------------------------------------------------------------------------------------------------------


def day_of(at: int, zone: str = UTC) -> int:
    """Return the day of unix second ``at`` in a zone."""
    return _number(datetime.fromtimestamp(at, zone_named(zone)).date())


def day_begins(day: int, zone: str = UTC) -> int:
    """Return the first second of ``day`` in a zone. Raises ValueError for a number that is no day."""
    date = _date(day)
    return int(datetime(date.year, date.month, date.day, tzinfo=zone_named(zone)).timestamp())


def day_ends(day: int, zone: str = UTC) -> int:
    """Return the first second after ``day`` in a zone."""
    return day_begins(day_after(day), zone)


def day_before(day: int) -> int:
    """Return the day before ``day``."""
    return _number(_date(day) - timedelta(days=1))


def day_after(day: int) -> int:
    """Return the day after ``day``."""
    return _number(_date(day) + timedelta(days=1))


def week_before(day: int) -> int:
    """Return the day seven days before ``day``."""
    return _number(_date(day) - timedelta(days=7))


def weekday(day: int) -> int:
    """Return 0 for a Monday to 6 for a Sunday."""
    return _date(day).weekday()


def week_begins(day: int) -> int:
    """Return the Monday of the week of ``day``."""
    return _number(_date(day) - timedelta(days=weekday(day)))


def server_day(choices: GuildChoices, at: int) -> int:
    """Return the day of a server; ``at`` is now, because of past zones only the last choice is known."""
    there = day_of(at, choices.zone)
    if choices.zone_from is None or choices.zone_day is None:
        return there
    if at >= choices.zone_from:
        return max(there, choices.zone_day)
    # A clock that was far ahead when somebody chose must not hold a server on one day.
    return day_before(choices.zone_day) if choices.zone_from - at < _LONGEST else there


def server_day_begins(choices: GuildChoices, day: int) -> int:
    """Return the first second of ``day`` in a server."""
    if choices.zone_from is not None and day == choices.zone_day:
        return choices.zone_from
    return day_begins(day, choices.zone)


def server_day_began(choices: GuildChoices, now: int) -> int:
    """Return when the present day of a server began; an hour off where the clocks have changed in it."""
    if choices.zone_from is not None and 0 < choices.zone_from - now < _LONGEST:
        return choices.zone_from - 86_400  # It ends by a zone that nobody knows any more.
    return server_day_begins(choices, server_day(choices, now))


def server_day_ends(choices: GuildChoices, day: int) -> int:
    """Return the first second after ``day`` in a server."""
    return server_day_begins(choices, day_after(day))


def with_zone(choices: GuildChoices, zone: str, now: int) -> dict[str, object]:
    """Return what changes when a server chooses ``zone`` now: it counts from its next day on."""
    if zone == choices.zone:
        return {"zone": zone}
    today = server_day(choices, now)
    return {"zone": zone, "zone_from": server_day_ends(choices, today), "zone_day": day_after(today)}


def zone_begins(choices: GuildChoices, now: int) -> int | None:
    """Return when the chosen zone begins to count; None if it counts already."""
    ends = server_day_ends(choices, server_day(choices, now))
    return ends if ends == choices.zone_from else None


# -- months ------------------------------------------------------------------------------------------------------


def year_and_month(day: int) -> tuple[int, int]:
    """Return the year and the number of the month of ``day``."""
    return day // 10_000, day // 100 % 100


def month_begin(day: int) -> int:
    """Return the first day of the month of ``day``."""
    return day - day % 100 + 1


def next_month(day: int) -> int:
    """Return the first day after the month of ``day``."""
    year, number = year_and_month(day)
    return (year + number // 12) * 10_000 + (number % 12 + 1) * 100 + 1


def season_ends(choices: GuildChoices, now: int) -> int | None:
    """Return when the season that runs ``now`` ends in a server; None where somebody ends it by hand."""
    if choices.seasons != "monthly":
        return None
    return server_day_begins(choices, next_month(server_day(choices, now)))


# -- keys --------------------------------------------------------------------------------------------------------


def month_key(day: int) -> str:
    """Return the key of the month of ``day``."""
    return f"{_date(day):m%Y-%m}"


def week_key(day: int) -> str:
    """Return the key of the ISO week of ``day``, from Monday to Sunday."""
    year, number, _ = _date(day).isocalendar()
    return f"w{year:04}-{number:02}"


def day_key(day: int) -> str:
    """Return the key of ``day``."""
    return f"{_date(day):d%Y-%m-%d}"


def season_key(number: int) -> str:
    """Return the key of a season of a server."""
    return f"s{number}"


def _date(day: int) -> date:
    year, rest = divmod(day, 10_000)
    month, number = divmod(rest, 100)
    return date(year, month, number)


def _number(day: date) -> int:
    return day.year * 10_000 + day.month * 100 + day.day


# -- The calendar of the daily: each weekday has its game, and each day its end --------------------------------------
# Everybody on a server throws the same dice on a day (:mod:`bot.tables.model.days`). So while it lasts only the
# players of its games see them, and nobody sees the secret of its dice (seals.py).


def _week(days: Callable[[Listing], tuple[int, ...]]) -> tuple[str, ...]:
    return tuple(next(key for key, listing in CATALOGUE.items() if day in days(listing)) for day in range(7))


WEEKS: Mapping[DayLength, tuple[str, ...]] = {
    "short": _week(lambda listing: listing.short_weekdays),
    "long": _week(lambda listing: listing.weekdays),
}
"""The games from Monday to Sunday, of short and of long days."""

_OTHER: Mapping[DayLength, DayLength] = {"short": "long", "long": "short"}


def day_length(choices: GuildChoices, day: int) -> DayLength:
    """Return how long the game of ``day`` is in a server."""
    begun = choices.daily_from is None or day >= choices.daily_from
    return choices.daily if begun else _OTHER[choices.daily]


def with_day_length(choices: GuildChoices, length: DayLength, now: int) -> dict[str, object]:
    """Return what changes when a server chooses ``length`` now: today keeps its game, the next day has the other."""
    today = server_day(choices, now)
    return {"daily": length, "daily_from": None if day_length(choices, today) == length else day_after(today)}


def scheduled_game(choices: GuildChoices, day: int) -> str:
    """Return the key of the game of ``day`` in a server; a day that has begun holds its own (daily.py)."""
    return WEEKS[day_length(choices, day)][weekday(day)]


DAYS_OFF = 2
"""Days of each month that somebody may miss without an end of their streak; so many count in no month's table."""


def streak_of(finished: Iterable[int], day: int) -> tuple[int, bool]:
    """Return how many days up to ``day`` are ``finished``, the latest first, and whether a gap ended the streak.

    :data:`DAYS_OFF` missed days of a month are no gap.
    """
    streak, missed = 0, Counter[int]()
    for known in finished:
        while known < day:
            missed[month_begin(day)] += 1
            if missed[month_begin(day)] > DAYS_OFF:
                return streak, True
            day = day_before(day)
        if known == day:
            streak, day = streak + 1, day_before(day)
    return streak, False


def dice_end(settings: TableSettings) -> int | None:
    """Return when the day or the round of a table ends; None for one whose dice nobody shares."""
    return settings.ends if settings.daily is None else stored_end(settings.daily, settings.ends)


def stored_end(day: int, ends: int | None) -> int:
    """Return the end of ``day`` as stored; version 0.1 stored none, since all days were those of UTC."""
    return day_ends(day) if ends is None else ends


# -- When messages may notify a person: never, or outside their quiet hours, in their own time zone, and not while away


def may_notify(chosen: Preferences, now: int) -> bool:
    """Whether a message may notify a person with these choices at ``now``."""
    return chosen.remind and chosen.mention and quiet_until(chosen, now) is None


def quiet_until(chosen: Preferences, now: int) -> int | None:
    """Return when the current quiet hours of somebody end, or their absence; None if there are none at ``now``."""
    away = is_away(chosen, now)
    return away if away is not None else _quiet_hours_end(chosen, now)


def look_again(chosen: Preferences, now: int) -> int | None:
    """Return when to see again whether a message may notify somebody; None if it may at ``now``.

    Somebody who is away may be back before the end, and is reminded within the hour.
    """
    until = quiet_until(chosen, now)
    return until if until is None or is_away(chosen, now) is None else min(until, now + HOUR)


def is_away(chosen: Preferences, now: int) -> int | None:
    """Return until when somebody is away who has said so; None for everybody else."""
    return None if chosen.away_until is None or chosen.away_until <= now else chosen.away_until


def _quiet_hours_end(chosen: Preferences, now: int) -> int | None:
    start, end = chosen.quiet_from, chosen.quiet_to
    if start is None or end is None or start == end:
        return None
    local = datetime.fromtimestamp(now, zone_named(chosen.zone))
    overnight = start > end
    quiet = local.hour >= start or local.hour < end if overnight else start <= local.hour < end
    if not quiet:
        return None
    day = local.date() + timedelta(days=1 if overnight and local.hour >= start else 0)
    return int(datetime(day.year, day.month, day.day, end, tzinfo=local.tzinfo).timestamp())
