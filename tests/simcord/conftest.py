"""SimCord's fixture and its hooks, for this folder alone; it looks into the timers of Python's own event loop."""

import asyncio
from collections.abc import Callable

from simcord.pytest_plugin import pytest_runtest_call, pytest_runtest_makereport, simcord_env  # noqa: F401


def pytest_asyncio_loop_factories() -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
    return {"asyncio": asyncio.new_event_loop}
