"""What contributors and hosts rely on beside the code: checks before a commit, releases, the version, the index."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from bot import __version__
from bot.engine import RULES_VERSION, BadOptions, options
from bot.games import make, remake
from bot.health import BEAT_SECONDS
from bot.version import version
from db.connection.migrate import HEAD, SERVES, known
from scripts import release_notes

ROOT = Path(__file__).resolve().parent.parent
HOOKS = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
CI = ROOT / ".ci" / "run"
CHECKS = re.findall(r"^  quietly \.venv/bin/(.+)$", CI.read_text("utf-8"), re.M)


@pytest.mark.parametrize("check", CHECKS)
def test_what_ci_checks_is_checked_before_a_commit(check: str) -> None:
    assert f"entry: .venv/bin/{check}\n" in HOOKS


def test_contributing_names_every_check() -> None:
    contributing = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    for entry in re.findall(r"entry: \.venv/bin/(?:python )?(.+)", HOOKS):
        assert f"`{entry}`" in contributing


@pytest.mark.parametrize("fails", ["", "pip install", *CHECKS, "python -m pytest"])
def test_ci_fails_by_whatever_fails_and_shows_it(fails: str, tmp_path: Path) -> None:
    tools = [*(tmp_path / name for name in ("python3", "chromium", "postgres"))]
    tools += [*(tmp_path / ".venv" / "bin" / name for name in ("python", "pip"))]
    tools += [tmp_path / ".venv" / "bin" / check.split()[0] for check in CHECKS]
    (tmp_path / ".ci").mkdir()
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    for tool in tools:
        tool.write_text('#!/bin/sh\necho "${0##*/} $*: of this"\ncase "${0##*/} $*" in $FAILS) exit 3; esac\n')
        tool.chmod(0o755)
    copy = tmp_path / ".ci" / "run"
    copy.write_text(CI.read_text("utf-8"))
    environment = {"PATH": f"{tmp_path}:/usr/bin:/bin", "FAILS": f"{fails}*" if fails else "nothing"}
    ran = subprocess.run(["bash", copy], env=environment, capture_output=True, text=True, check=False)
    assert (ran.returncode == 0) == (fails == ""), ran.stdout + ran.stderr
    shown = [line for line in (ran.stdout + ran.stderr).splitlines() if line.endswith(": of this")]
    assert len(shown) == 1 + (fails not in ("", "pip install", "python -m pytest")), shown
    assert any(line.startswith(fails or "python -m pytest") for line in shown)


def test_every_python_is_checked() -> None:
    workflow = (ROOT / ".github" / "workflows" / "checks.yml").read_text("utf-8")
    assert "run: .ci/run" in workflow
    tried = re.search(r"python: \[(.*)\]", workflow)
    assert tried is not None
    assert re.findall(r'"([\d.]+)"', tried[1])[0] == "3.11"
    assert 'requires-python = ">=3.11"' in (ROOT / "pyproject.toml").read_text("utf-8")


# -- the version ---------------------------------------------------------------------------------------------------


def git(folder: Path, *words: str) -> str:
    who = ("-c", "user.name=Ana", "-c", "user.email=ana@example.org")
    return subprocess.run(("git", "-C", folder, *who, *words), capture_output=True, text=True, check=True).stdout


def test_a_clone_knows_its_commit(tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet")
    (tmp_path / "file").write_text("one")
    git(tmp_path, "add", "file")
    git(tmp_path, "commit", "--quiet", "--message", "Begin")
    git(tmp_path, "tag", "v9")
    commit = git(tmp_path, "rev-parse", "--short", "HEAD").strip()
    assert version(tmp_path) == f"{__version__} ({commit})"
    (tmp_path / "file").write_text("two")
    assert version(tmp_path) == f"{__version__} ({commit}-dirty)"


def test_without_git_there_is_still_a_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert version(tmp_path) == __version__
    (tmp_path / ".git").mkdir()
    assert version(tmp_path) == __version__, "not a clone after all"
    monkeypatch.setenv("PATH", "")
    assert version(ROOT) == __version__


# -- a release -----------------------------------------------------------------------------------------------------


def test_a_release_is_told_by_the_changelog(capsys: pytest.CaptureFixture[str]) -> None:
    assert release_notes.main(f"v{__version__}") == 0
    told = capsys.readouterr().out
    assert told.strip()
    assert "## [" not in told
    assert f"The database is of revision {HEAD} after this release.\n" in told


def test_the_notes_name_each_older_release_and_what_going_back_to_it_costs() -> None:
    first, *older = release_notes.releases()
    assert [one.version for one in (first, *older)] == re.findall(r"^## \[(\d\S+)\]", _read("CHANGELOG.md"), re.M)
    assert first.version == __version__
    assert {one.revision for one in (first, *older)} <= known()
    _, *lines = release_notes.going_back(__version__).strip().split("\n- ")
    for one, line in zip(older, lines, strict=True):
        assert line.startswith(f"{one.version} (revision {one.revision}) ")
        assert ("needs the copy from before the update" in line) == (one.revision < SERVES)
        assert ("loses nothing" in line) == (one.revision >= SERVES)
        assert ("neither play nor show" in line) == (one.revision >= SERVES and int(one.rules) < RULES_VERSION)
    assert f"knows revision {SERVES} or a later one" in " ".join(_read("docs/hosting.md").split())


@pytest.mark.parametrize("version", [1, 2])
def test_older_code_reads_no_game_of_newer_rules(version: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the notes say. Here the code of today forgets its newest rules."""
    written = make("421", {}).written
    monkeypatch.setattr(options, "RULES_VERSION", version)
    with pytest.raises(BadOptions, match="rules_version"):
        remake("421", written)


@pytest.mark.parametrize(
    ("wanted", "told"),
    [("2.0.0", "### Added\n\n- A game.\n"), ("1.0.0", "First.\n"), ("3.0.0", None)],
)
def test_the_notes_of_one_version(wanted: str, told: Any) -> None:
    changelog = "# Changelog\n\n## [Unreleased]\n\n- Not yet.\n\n## [2.0.0] - 2026-12-01\n\n### Added\n\n- A game.\n"
    changelog += "\n## [1.0.0] - 2026-01-01\n\nFirst.\n\n[1.0.0]: https://example.org\n"
    assert release_notes.notes(changelog, wanted) == told


def test_no_release_of_another_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert release_notes.main("v99.0.0") == 1
    assert "not the version of the code" in capsys.readouterr().err


# -- where hosts run it ------------------------------------------------------------------------------------------------


def _read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def test_the_image_has_a_base_by_digest_a_user_by_number() -> None:
    dockerfile = _read("Dockerfile")
    assert re.search(r"^ARG BASE=python:3\.\d+-slim@sha256:[0-9a-f]{64}$", dockerfile, re.M)
    assert re.findall(r"^FROM (\S+)", dockerfile, re.M) == ["${BASE}", "${BASE}"]
    assert re.findall(r"^USER (.+)$", dockerfile, re.M) == ["10001"]
    labels = set(re.findall(r"org\.opencontainers\.image\.(\w+)=", dockerfile))
    assert labels >= {"title", "description", "licenses", "version", "revision", "source", "documentation"}


def test_a_release_is_for_both_kinds_of_machines() -> None:
    release = _read(".github/workflows/release.yml")
    assert "--platform linux/amd64,linux/arm64" in release
    assert set(re.findall(r'--build-arg "(\w+)=', release)) == set(
        re.findall(r"^ARG (\w+)=$", _read("Dockerfile"), re.M)
    )


def test_docker_starts_everything_again_but_a_bot_that_may_not_start_stays() -> None:
    compose = _read("compose.yaml")
    assert set(re.findall(r"^ +restart: (.+)$", compose, re.M)) == {"unless-stopped"}
    assert "    HOLD_FILE: /tmp/" in compose
    assert compose.count("<<: *environment") == compose.count("    environment:\n      <<") == 1


def test_the_unit_is_watched_and_closed() -> None:
    unit = ROOT / "docs" / "gobelet.service"
    assert {"Type=notify", "Restart=on-failure", "RestartPreventExitStatus=2"} <= set(
        unit.read_text("utf-8").splitlines()
    )
    assert int(re.findall(r"^WatchdogSec=(\d+)$", unit.read_text("utf-8"), re.M)[0]) > 3 * BEAT_SECONDS
    if (analyze := shutil.which("systemd-analyze")) is None:
        pytest.skip("systemd is not installed")
    told = subprocess.run([analyze, "security", "--offline=yes", unit], capture_output=True, text=True, check=False)
    exposure = re.search(r"Overall exposure level for \S+: ([\d.]+)", told.stdout)
    if exposure is None:
        pytest.skip("this systemd looks at running services alone")
    assert float(exposure[1]) <= 4


def test_the_unit_starts_what_the_page_installs() -> None:
    """A script such as ``gobelet`` comes with the project, which the page does not install: systemd would find none."""
    said = _read("docs/hosting.md").partition("### With Python")[2].partition("```\n")[2].partition("```")[0]
    installs, starts = said.splitlines()[-2:]
    assert installs == ".venv/bin/pip install --require-hashes -r requirements.lock"
    unit = dict(re.findall(r"^(\w+)=(.+)$", _read("docs/gobelet.service"), re.M))
    assert unit["ExecStart"] == f"{unit['WorkingDirectory']}/{starts}"
    assert f"`{unit['WorkingDirectory']}`" in _read("docs/hosting.md")
    assert unit["ReadWritePaths"] == f"{unit['WorkingDirectory']}/data"
    assert starts == ".venv/bin/python -m bot run", "whatever the lock file brings, the project lies in the folder"


def test_kubernetes_asks_pages_that_there_are() -> None:
    asked = re.findall(r"httpGet: \{path: (/\w+), port: metrics\}", _read("docs/kubernetes.yaml"))
    assert asked == ["/healthz", "/readyz", "/healthz"]
    assert set(asked) <= set(re.findall(r'add_get\("(/\w+)"', _read("bot/metrics.py")))
    assert f"image: ghcr.io/OWNER/gobelet:v{__version__}\n" in _read("docs/kubernetes.yaml")


def test_the_bot_has_a_name_and_runs_where_a_file_bot_py_lies(tmp_path: Path) -> None:
    """As ``gobelet`` does: Python then looks beside that program, and not in the folder where somebody stands."""
    assert tomllib.loads(_read("pyproject.toml"))["project"]["scripts"] == {"gobelet": "bot.cli:main"}
    (tmp_path / "bot.py").write_text("raise SystemExit('another bot')")
    program = "import sys; from bot.cli import main; sys.argv = ['gobelet', '--version']; main()"
    done = subprocess.run(
        [sys.executable, "-P", "-c", program],
        cwd=tmp_path,
        env=dict(os.environ) | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.startswith(f"Gobelet {__version__}"), done.stderr


# -- the index -----------------------------------------------------------------------------------------------------


def test_the_index_names_every_page() -> None:
    index = (ROOT / "docs" / "README.md").read_text("utf-8")
    linked = {(ROOT / "docs" / link).resolve() for link in re.findall(r"\]\(([^)]+)\)", index)}
    assert all(one.exists() for one in linked)
    pages = {*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")} - {ROOT / "docs" / "README.md"}
    assert pages <= linked
