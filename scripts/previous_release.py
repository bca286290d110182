"""Runs the storage tests of an earlier version on the schema of today.

``scripts/previous_release.py [REF]``: REF is a tag or commit, without it the last tag. While processes are replaced
one by one, its code and today's work on one schema (CONTRIBUTING.md, Change the schema). The tests come from REF too,
but not those about its own migrations. Other arguments go to pytest. The exit status is that of the tests.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]

PLUGIN = '''
"""Whatever database the tests open, the code of today brings it to the schema of today first."""

import os
import subprocess
import sys

import db.connection.migrate
import db.database

TODAY = "import asyncio, sys; from db.database import _migrated; from db.connection import url; "
TODAY += "found = url.parse(sys.argv[1]); asyncio.run(_migrated(found, None))"
older = db.connection.migrate.migrate


async def migrate(engine, file):
    async with engine.connect() as connection:
        stamp = await connection.run_sync(db.connection.migrate.revision)
    if stamp is None or stamp in db.connection.migrate.known():
        await older(engine, file)
        await engine.dispose()
        url = engine.url.render_as_string(hide_password=False)
        environment = os.environ | {"PYTHONPATH": os.environ["GOBELET_TODAY"]}
        subprocess.run([sys.executable, "-c", TODAY, url], check=True, cwd=os.environ["GOBELET_TODAY"], env=environment)


db.database.migrate = migrate
'''

NOT_THESE = ("tests/db/test_migrate.py", "tests/db/test_steps.py")


def main() -> int:
    """Check REF out beside this folder, run its tests, remove it again."""
    ref = sys.argv[1] if len(sys.argv) > 1 else _git("describe", "--tags", "--abbrev=0")
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "release"
        _git("worktree", "add", "--detach", str(place), ref)
        try:
            return _tested(place, sys.argv[2:])
        finally:
            _git("worktree", "remove", "--force", str(place))


def _tested(place: Path, more: list[str]) -> int:
    (place / "schema_of_today.py").write_text(PLUGIN)
    command = [sys.executable, "-m", "pytest", "-p", "schema_of_today", "tests/db", "-q", *more]
    command += [f"--ignore={one}" for one in NOT_THESE]
    environment = {"GOBELET_TODAY": str(HERE), "PYTHONPATH": str(place)}
    return subprocess.run(command, cwd=place, env=os.environ | environment, check=False).returncode


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(HERE), *arguments], check=True, capture_output=True, text=True)
    return done.stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
