"""Runs the storage tests of an earlier version on the schema of today.

``scripts/previous_release.py [REF]``: while processes are replaced one by one, the code of REF and that of today work
on one schema (CONTRIBUTING.md, Change the schema). The tests come from REF too, but not those about its own migrations.
Without REF it is the last release; before the first one, the last commit whose newest step is the one that today's
schema still serves. Other arguments go to pytest. The exit status is that of the tests; it is 0, after one line, where
there is nothing to compare or the clone has no history.
"""

import io
import os
import re
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
MIGRATE = "db/connection/migrate.py"

PLUGIN = '''
"""Whatever database the tests open gets the schema of today first; then the older code looks at it by itself."""

import asyncio
import os

import db.connection.migrate
import db.database
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import text

TODAY = Config()
TODAY.set_main_option("script_location", os.environ["GOBELET_STEPS"].replace("%", "%%"))
KNOWN = {step.revision for step in ScriptDirectory.from_config(TODAY).walk_revisions()}
older = db.connection.migrate.migrate


async def migrate(engine, file, *copying):
    async with engine.begin() as connection:
        if await connection.run_sync(db.connection.migrate.revision) in (None, *KNOWN):
            await connection.run_sync(upgrade)
    if hasattr(db.connection.migrate, "SERVES"):  # Before that, code refused any newer schema.
        await older(engine, file, *copying)


def upgrade(connection):
    TODAY.attributes["connection"] = connection
    command.upgrade(TODAY, "head")
    connection.execute(text("DELETE FROM meta WHERE key = 'schema serves'"))
    serves = {"value": os.environ["GOBELET_SERVES"]}
    connection.execute(text("INSERT INTO meta (key, value) VALUES ('schema serves', :value)"), serves)


db.database.migrate = migrate
'''

THESE = (
    "tests/db",
    "tests/tables",
    "--ignore=tests/db/test_migrate.py",
    "--ignore=tests/db/test_steps.py",
)


def main() -> int:
    """Choose REF, put it into a folder of its own, run its tests there."""
    today = (HERE / MIGRATE).read_text()
    given = sys.argv[1:]
    ref = given.pop(0) if given and not given[0].startswith("-") else _served(today)
    if ref is None:
        return 0
    _say(f"the storage tests of {_git('describe', '--tags', '--always', ref)} on the schema of today")
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        packed = subprocess.run(["git", "-C", str(HERE), "archive", ref], check=True, capture_output=True).stdout
        with tarfile.open(fileobj=io.BytesIO(packed)) as files:
            files.extractall(place, filter="data")
        (place / "schema_of_today.py").write_text(PLUGIN)
        command = [sys.executable, "-m", "pytest", "-q", "-p", "schema_of_today", *THESE, *given]
        if not _number((place / MIGRATE).read_text(), "SERVES"):
            command.append("--ignore=tests/db/test_copies.py")  # Such code restores no copy with a newer schema.
        variables = {"GOBELET_STEPS": str(HERE / "db/migrations"), "GOBELET_SERVES": _number(today, "SERVES")}
        environment = os.environ | variables | {"PYTHONPATH": str(place)}
        return subprocess.run(command, cwd=place, env=environment, check=False).returncode


def _served(today: str) -> str | None:
    """Return the last release, or else the last commit, with another schema that today's serves; None says why not."""
    head, serves = _number(today, "HEAD"), _number(today, "SERVES")
    if head == serves:
        return _say(f"today's schema serves no other: {head} is the oldest and the newest")
    tag = _git("describe", "--tags", "--abbrev=0", "--match=v*")
    if not tag:
        # The commit that took this text away brought the first step after it.
        changed = _git("log", "-1", "--format=%H", f'-SHEAD = "{serves}"', "--", MIGRATE)
        before = changed and _git("rev-parse", "--verify", "--quiet", f"{changed}^")
        return before or _say(f"this clone has no history back to schema {serves}: nothing to compare")
    of_tag = _number(_git("show", f"{tag}:{MIGRATE}"), "HEAD")
    if of_tag == head:
        return _say(f"the schema is that of {tag}")
    return tag if of_tag >= serves else _say(f"the schema does not serve {tag} any more, which the changelog must say")


def _number(code: str, name: str) -> str:
    match = re.search(rf'^{name} = "(\d+)"$', code, re.MULTILINE)
    return match[1] if match else ""


def _say(line: str) -> None:
    sys.stdout.write(f"previous release: {line}\n")
    sys.stdout.flush()


def _git(*arguments: str) -> str:
    """Return what git says; nothing where it fails."""
    completed = subprocess.run(["git", "-C", str(HERE), *arguments], check=False, capture_output=True, text=True)
    return completed.stdout.strip() if completed.returncode == 0 else ""


if __name__ == "__main__":
    sys.exit(main())
