"""The processes of a test."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

import pytest

from db.claims import holder, session
from tests.db.claims.processes import Processes


@pytest.fixture
async def processes(postgres: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Processes]:
    for module in (session, holder):
        monkeypatch.setattr(module, "START_SECONDS", 1.0)
        monkeypatch.setattr(module, "PAUSE", 0.02)
    monkeypatch.setattr(holder, "LOOK_SECONDS", 0.02)
    monkeypatch.setattr(holder, "BUSY_SECONDS", 0.02)
    monkeypatch.setattr(holder, "REBALANCE_SECONDS", 0.1)
    monkeypatch.setattr(holder, "AGAIN_SECONDS", 0.3)
    monkeypatch.setattr(holder, "TRY_SECONDS", 0.02)
    found = Processes(postgres())
    yield found
    await found.close()
