"""An SQLite file per test, and a database of PostgreSQL (tests/postgres.py), of which a short run draws some tests."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from enum import Enum
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from bot.tables.model.store import JournalRow, ResultRow, Row
from bot.tables.model.table import AbsencePolicy, Status, TableId, Vote, VoteChoice
from db import Storage, open_database

POSTGRES = pytest.param("postgresql", marks=pytest.mark.sample(10, among="storage on PostgreSQL"))


@pytest.fixture(params=["sqlite", POSTGRES])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database; PostgreSQL's has its tables where ``storage`` would make them anyway."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/gobelet.db"
    made: str = request.getfixturevalue("postgres")(empty="storage" not in request.fixturenames)
    return made


@pytest.fixture
async def storage(url: str, database: Callable[[Path], Path]) -> AsyncIterator[Storage]:
    if url.startswith("sqlite"):
        database(Path(url.removeprefix("sqlite:///")))
    async with open_database(url) as opened:
        yield opened


def _row(number: int, version: int = 1, **changes: Any) -> Row:
    values: dict[str, Any] = {
        "id": TableId(number),
        "guild": 2**62,
        "channel": number,
        "message": None,
        "call": 2**63 - 1,
        "language": "fr",
        "host": 3,
        "game": "yum_plus",
        "options": {"power": True, "joker": "fr", "columns": 3},
        "capacity": 4,
        "players": (3, 2**62 + 1),
        "gone": (1,),
        "status": Status.PLAYING,
        "state": b"\x00state",
        "step": 7,
        "entries": 5,
        "thrown": 3,
        "undoable": 0,
        "secret": b"\xff" * 32,
        "entropy": "join:1 start:2",
        "opened": 1_700_000_000,
        "changed": 1_700_000_001,
        "rematch": None,
        "real_dice": False,
        "parallel": False,
        "hidden_totals": False,
        "parent": None,
        "absent": AbsencePolicy.SKIP,
        "patience": 86_400,
        "reminder": 3600,
        "calls": True,
        "daily": None,
        "daily_ends": None,
        "practice": 0,
        "tournament": None,
        "entry": None,
        "round": None,
        "reminding": None,
        "due": 1_700_003_600,
        "stage": 1,
        "skips": 2,
        "vote": Vote(2**62 + 2, ((0, VoteChoice.TAKE), (2, VoteChoice.SKIP))),
        "originals": (3, 2**62 + 3),
        "resumed": 2**40,
        "version": version,
        "since": 0,
        "owed": 0,
        "throws": (),
        "stirred": (),
        "choosers": (),
        "chosen_sides": (),
        "call_due": 1_700_000_031,
        "waiting_from": 1_700_000_001,
        "old_message": None,
        "follows": None,
        "invited": (),
        "starts_at": None,
        "evening": (),
        "evening_wins": (),
        "hints": "alone",
        "hinted": (),
        "computers": None,
        "computer_pace": "human",
        "computer_temper": "even",
        "computers_yield": True,
        "stands_in": False,
        "stand_ins": (),
        "stood_in": None,
        "removed": (),
        "played_for": (),
        "visiting": False,
        "gave_way": None,
    }
    return _stored(values | changes)


def _stored(values: dict[str, Any]) -> Row:
    """Return ``values`` as the schema stores them."""
    vote = values.pop("vote")
    values["ballots"], values["volunteer"] = (None, None) if vote is None else (vote.ballots, vote.volunteer)
    return {name: _column(value) for name, value in values.items()}


def _column(value: Any) -> Any:
    if isinstance(value, tuple | dict):
        return json.dumps(value, sort_keys=True, separators=(",", ":"))
    return value.value if isinstance(value, Enum) else value


@pytest.fixture
def row() -> Callable[..., Row]:
    """Make the row of table ``number``, in the channel of that number."""
    return _row


@pytest.fixture
def line() -> Callable[..., JournalRow]:
    """Make a line of a journal."""

    def line(table: int, number: int, **changes: Any) -> JournalRow:
        values: dict[str, Any] = {"seat": 1, "do": "keep 3 3", "dice": ((1, 2, 3), (6,)), "at": 1_700_000_001}
        return JournalRow(table=TableId(table), number=number, **(values | changes))

    return line


@pytest.fixture
def result() -> Callable[..., ResultRow]:
    """Make a result of ``user`` at a table of two."""

    def result(table: int, seat: int, user: int, score: int, **changes: Any) -> ResultRow:
        values: dict[str, Any] = {
            "guild": 1,
            "game": "yum_plus",
            "options": {},
            "options_default": True,
            "real_dice": False,
            "rank": 1,
            "won": False,
            "left": False,
            "seats": 2,
            "solo": False,
            "finished_at": 1000,
        }
        return ResultRow(table=TableId(table), seat=seat, user=user, score=score, **(values | changes))

    return result


class Seen:
    """What the writing connection did."""

    def __init__(self) -> None:
        self.commits = 0
        self.statements: list[str] = []


@pytest.fixture
def seen(storage: Storage) -> Seen:
    """Commits and statements of the writer from now on."""
    seen = Seen()
    engine = storage.database.writing.sync_engine

    def commit(_: Any) -> None:
        seen.commits += 1

    def statement(_c: Any, _cursor: Any, sql: str, *_: Any) -> None:
        seen.statements.append(sql)

    event.listen(engine, "commit", commit)
    event.listen(engine, "before_cursor_execute", statement)
    return seen
