"""Half a minute of what ``benchmarks/chaos_day.py`` does in ten, with all waits shortened."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

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
