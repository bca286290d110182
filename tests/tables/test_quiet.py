"""Quiet hours, in a person's own zone."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.tables.model.choices import Preferences
from bot.tables.model.days import quiet_until


def at(zone: str, *moment: int) -> int:
    return int(datetime(*moment, tzinfo=ZoneInfo(zone)).timestamp())  # type: ignore[misc, arg-type]


@pytest.mark.parametrize(
    ("hours", "zone", "moment", "ends"),
    [
        ((22, 7), "America/Toronto", (2026, 11, 20, 23, 30), (2026, 11, 21, 7)),
        ((22, 7), "America/Toronto", (2026, 11, 21, 0, 10), (2026, 11, 21, 7)),
        ((22, 7), "America/Toronto", (2026, 11, 21, 6, 59), (2026, 11, 21, 7)),
        ((22, 7), "America/Toronto", (2026, 11, 21, 7, 0), None),
        ((22, 7), "America/Toronto", (2026, 11, 20, 21, 59), None),
        ((9, 17), "Europe/Paris", (2026, 6, 1, 9, 0), (2026, 6, 1, 17)),
        ((9, 17), "Europe/Paris", (2026, 6, 1, 17, 0), None),
        ((22, 7), "America/Toronto", (2026, 3, 7, 23, 0), (2026, 3, 8, 7)),  # The clocks go forward that night.
        ((22, 2), "America/Toronto", (2026, 3, 7, 23, 0), (2026, 3, 8, 2)),  # Two o'clock does not exist then.
        ((0, 7), "Asia/Tokyo", (2026, 12, 31, 3, 0), (2026, 12, 31, 7)),
    ],
)
def test_quiet_hours(hours: Any, zone: str, moment: Any, ends: Any) -> None:
    chosen = Preferences(quiet_from=hours[0], quiet_to=hours[1], zone=zone)
    assert quiet_until(chosen, at(zone, *moment)) == (None if ends is None else at(zone, *ends))


def test_no_quiet_hours() -> None:
    assert quiet_until(Preferences(), 1_700_000_000) is None
    assert quiet_until(Preferences(quiet_from=8, quiet_to=8), 1_700_000_000) is None
    nowhere = Preferences(quiet_from=0, quiet_to=23, zone="Nowhere/Land")
    assert quiet_until(nowhere, at("UTC", 2026, 1, 1, 5)) == at("UTC", 2026, 1, 1, 23)
