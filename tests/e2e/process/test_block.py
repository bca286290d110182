"""``python -m bot block``, ``unblock``, ``servers`` and ``notice``, as hosts type them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from bot.cli import main


@pytest.fixture
def typed(tmp_path: Path, database: Callable[[Path], Path], monkeypatch: pytest.MonkeyPatch) -> Any:
    """What such a command prints, and its exit status."""
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{database(tmp_path / 'gobelet.db')}")
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    monkeypatch.setattr("bot.logs.set_up", lambda *_: None)  # The log is that of the tests.

    def typed(*words: str) -> tuple[int, str]:
        done = CliRunner().invoke(main, words)
        return done.exit_code, done.output

    return typed


def test_a_person_and_a_server_are_blocked_and_no_longer(typed: Any) -> None:
    soon = "A running bot learns of it within a minute.\n"
    assert typed("block", "user", "42", "--why", "spam") == (0, f"user 42 is blocked. {soon}")
    status, said = typed("block", "server", "99", "--until", "2099-01-31")
    assert (status, said) == (0, f"server 99 is blocked until 2099-01-31 00:00:00 UTC. {soon}")
    assert typed("servers") == (0, "servers: 1\n99: players 0, last game none, blocked\n")
    assert typed("unblock", "user", "42") == (0, f"user 42 is no longer blocked. {soon}")
    assert typed("unblock", "user", "42") == (1, "gobelet: user 42 is not blocked\n")
    assert typed("unblock", "server", "42")[0] == 1
    assert typed("unblock", "server", "99")[0] == 0


def test_another_block_says_which_one_it_replaces(typed: Any) -> None:
    typed("block", "user", "42", "--until", "2099-01-31", "--why", "spam")
    status, said = typed("block", "user", "42")
    assert (status, said.split("\n")[0]) == (0, "This replaces a block until 2099-01-31 00:00 UTC: spam")


def test_a_command_makes_no_database(typed: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATABASE_URL")
    monkeypatch.chdir(tmp_path)
    for words in (("servers",), ("block", "user", "42"), ("notice",)):
        status, said = typed(*words)
        assert status
        assert "there is no database at data/gobelet.db" in said
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    "words",
    [
        ("user", "0"),
        ("dog", "5"),
        ("user", "5", "--until", "2020-01-31"),
        ("user", "5", "--until", "soon"),
        ("user", "5", "--why", "x" * 201),
    ],
)
def test_what_makes_no_sense_blocks_nobody(typed: Any, words: tuple[str, ...]) -> None:
    assert typed("block", *words)[0] == 2
    assert typed("unblock", "user", "5")[0] == 1


def test_a_notice_stands_until_it_is_taken_back(typed: Any) -> None:
    assert typed("notice") == (0, "New boards say nothing.\n")
    assert typed("notice", " Back\nat  noon ")[0] == 0
    assert typed("notice") == (0, "Back at noon\n")
    assert typed("notice", "x", "--clear")[0] == 2
    assert typed("notice", "--clear")[0] == 0
    assert typed("notice") == (0, "New boards say nothing.\n")
