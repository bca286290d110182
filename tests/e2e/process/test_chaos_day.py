"""Half a minute of what ``benchmarks/chaos_day.py`` does in ten, with all waits shortened."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.postgres import missing

ROOT = Path(__file__).parents[3]


@pytest.mark.long(56)  # It takes a minute and a half: three bots, PostgreSQL, and half a minute in which they break.
@pytest.mark.timeout(400)
def test_nothing_is_lost_whatever_breaks(seed: str) -> None:
    if why := missing():
        pytest.skip(why)
    command = [sys.executable, "benchmarks/chaos_day.py", "--hurry", "--minutes", "0.5", "--tables", "16"]
    ran = subprocess.run([*command, "--seed", seed], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


async def test_a_day_without_moves_is_wrong(monkeypatch: pytest.MonkeyPatch, quiet_evening: Any) -> None:
    """Nothing was lost in it either."""
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    people = importlib.import_module("chaos.people")
    standin, seen = quiet_evening.standin, people.Seen()
    ana, ben = standin.person("ana"), standin.person("ben")
    guests = [
        people.Guest([ana, ben], standin.world.find_channel(channel), "yum_classic", seen, 0, slow=0.0, leaves=leaves)
        for channel, leaves in (("dice", False), ("general", True))
    ]
    assert len(people.moves_missing(10, guests)) == 2
    guests[0].answered = 9
    assert len(people.moves_missing(10, guests)) == 2, "fewer than one a minute where people press all the time"
    guests[0].answered = 39
    assert len(people.moves_missing(10, guests)) == 1, "both tables together have fewer than two a minute each"
    guests[1].answered = 1
    assert people.moves_missing(10, guests) == []
