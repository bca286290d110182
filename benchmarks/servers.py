"""A PostgreSQL for a benchmark: as Debian sets it up, so that every commit is on disk before its answer."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import click
from children import ROOT

sys.path.insert(0, str(ROOT))
from tests.postgres import Server, missing

AS_USUAL = {"fsync": "on", "full_page_writes": "on", "autovacuum": "on", "shared_buffers": "128MB"}


@contextmanager
def postgres() -> Iterator[Server]:
    """Start one from the programs that are installed; it goes with everything in it."""
    if why := missing():
        raise click.ClickException(why)
    folder = Path(tempfile.mkdtemp(prefix="benchmark-")) / "postgres"
    folder.parent.chmod(0o755)
    server = Server(folder, **AS_USUAL)
    server.start()
    try:
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder.parent)


def processes(server: int) -> list[int]:
    """Return all processes of a server by its first one."""
    pids = [server]
    for state in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if int(state.read_text().rpartition(")")[2].split()[1]) == server:
                pids.append(int(state.parent.name))
    return pids
