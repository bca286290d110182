"""When messages may notify a person: never, or outside their quiet hours, which are in their own time zone."""

from datetime import datetime, timedelta

from bot.tables.people.choices import Preferences
from bot.tables.records.periods import zone_named


def may_notify(chosen: Preferences, now: int) -> bool:
    """Whether a message may notify a person with these choices at ``now``."""
    return chosen.remind and chosen.mention and quiet_until(chosen, now) is None


def quiet_until(chosen: Preferences, now: int) -> int | None:
    """Return when the current quiet hours end; None if there are none at ``now``."""
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
