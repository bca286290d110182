"""``python -m bot backup`` and ``restore``, as people type them."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from bot.cli import main

JOURNAL = "SELECT do FROM journal ORDER BY number"


async def _typed(process: Any, *arguments: str) -> tuple[int, str, str]:
    """Exit status, standard output and standard error of ``python -m bot``, without a token."""
    running = await process.spawn(*arguments, DISCORD_TOKEN="", DISCORD_API_URL="")
    async with asyncio.timeout(60):
        output, errors = await running.communicate()
    return running.returncode, output.decode(), errors.decode()


@pytest.mark.long
async def test_an_evening_is_taken_back_to_its_backup(process: Any, hands: Any) -> None:
    running = await process.start()
    play = await process.lobby("ana")
    await play.begin()
    await play.throw()
    status, output, errors = await _typed(process, "backup", "copy.db")
    assert (status, errors) == (0, "")
    assert output.endswith("and the copy is sound.\n")
    await play.mark()
    ana, later = play.turn, play.does["roll"]
    status, _, errors = await _typed(process, "restore", "copy.db")
    assert (status, errors) == (2, f"gobelet: Another process uses the database {process.file}; stop it first.\n")
    assert (await process.end(running))[0] == 0

    status, output, errors = await _typed(process, "restore", "copy.db")
    assert (status, output) == (1, "")
    assert "moves 1 at tables 1, ended games 0." in errors
    status, output, _ = await _typed(process, "restore", "copy.db", "--yes")
    assert status == 0
    assert "What was there is kept as" in output
    assert hands["rows"](process.file, JOURNAL) == [("roll",)]
    kept = output.removesuffix(".\n").rsplit(" ", 1)[1]
    assert len(hands["rows"](kept, JOURNAL)) == 2

    running = await process.start()
    # The board shows moves after the backup: a press on it draws the current state.
    assert (await hands["forge"](ana, play.board, later)).state == "answered"
    await play.mark()
    assert len(hands["rows"](process.file, JOURNAL)) == 2
    assert (await process.end(running))[0] == 0


@pytest.mark.long
async def test_a_backup_goes_through_pipes(process: Any, hands: Any) -> None:
    running = await process.start()
    await process.lobby("ana")
    assert (await process.end(running))[0] == 0
    piped = await process.spawn("backup", "-", DISCORD_TOKEN="")
    copy, errors = await piped.communicate()
    assert (piped.returncode, errors) == (0, b"")
    await asyncio.to_thread(process.file.unlink)
    restoring = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "restore", "-"), env=process.environment, cwd=process.folder, stdin=-1, stdout=-1
    )
    output, _ = await restoring.communicate(copy)
    assert output.decode() == f"{process.file} is restored.\n"
    assert hands["rows"](process.file, "SELECT host FROM tables") == [(int(process.standin.person("ana").id),)]


@pytest.mark.parametrize("command", ["backup", "restore"])
@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("postgresql://u:secret@h/d", "PostgreSQL: use pg_"),
        ("mysql://u:secret@h/d", "use sqlite or postgresql"),
        ("sqlite:///typo.db", "There is no database"),
    ],
)
def test_what_cannot_be_copied(
    command: str, url: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", url)
    found = CliRunner().invoke(main, [command, "copy.db"])
    assert found.exit_code == 2
    assert why in found.stderr
    assert found.stderr.startswith("gobelet: ")
    assert found.stderr.count("\n") == 1
    assert "secret" not in found.stderr
    assert list(tmp_path.iterdir()) == []
