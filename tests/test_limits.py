"""The suite's own limits: a test that waits for ever fails at its time limit, in the bot's loop too."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HANGS = """
import asyncio
import pytest


@pytest.fixture
async def never():
    await asyncio.get_running_loop().create_future()


@pytest.mark.timeout(1)
async def test_that_waits_for_ever():
    await asyncio.get_running_loop().create_future()


@pytest.mark.timeout(1)
async def test_whose_fixture_does(never): ...


async def test_that_is_well(): ...
"""


@pytest.mark.timeout(120)
def test_a_test_that_waits_for_ever_fails_at_its_limit_and_the_others_run(tmp_path: Path) -> None:
    (tmp_path / "test_hangs.py").write_text(HANGS)
    (tmp_path / "conftest.py").write_text(
        'from tests.conftest import pytest_asyncio_loop_factories\n__all__ = ["pytest_asyncio_loop_factories"]\n'
    )
    run = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:simcord",
            "-o",
            "asyncio_mode=auto",
            "--rootdir",
            tmp_path,
            tmp_path,
        ],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[1],
        timeout=100,
    )
    assert "1 failed, 1 passed, 1 error" in run.stdout, run.stdout
