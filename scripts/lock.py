"""Keeps ``requirements.lock`` in step with pyproject.toml.

``python scripts/lock.py write`` resolves what the bot needs to run (PostgreSQL's driver included) for every Python and
system the project supports, each file by its hash. ``check`` needs no network. It fails if the lock lacks a requirement
or a hash, holds one outside its range, or names one that the project no longer has.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

import click
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
PROJECT = ROOT / "pyproject.toml"
LOCK = ROOT / "requirements.lock"
EXTRA = "postgres"

_PINNED = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>\S+)(?P<rest>.*(?:\n[ \t]+.*)*)", re.MULTILINE)
_DIRECT = "gobelet (pyproject.toml)"
_ADDRESS = re.compile(r"(?:https?|file)://|--(?:extra-)?index-url|--find-links")


def wanted() -> dict[str, Requirement]:
    """Return the requirements of pyproject.toml for running the bot, by name."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    lines = [*project["dependencies"], *project["optional-dependencies"][EXTRA]]
    return {canonicalize_name(requirement.name): requirement for requirement in map(Requirement, lines)}


def faults(lock: str, requirements: dict[str, Requirement]) -> list[str]:
    """Return what is wrong with the text of a lock, one line each."""
    problems = ["an address is in it; it has to install from any index"] if _ADDRESS.search(lock) else []
    pinned: dict[str, str] = {}
    for match in _PINNED.finditer(lock):
        name = canonicalize_name(match["name"])
        pinned[name] = match["version"]
        if "--hash=sha256:" not in match["rest"]:
            problems.append(f"{name} has no hash")
        if _DIRECT in match["rest"] and name not in requirements:
            problems.append(f"{name} is locked but no longer asked for")
    for needed, requirement in requirements.items():
        if needed not in pinned:
            problems.append(f"{needed} is missing")
        elif not requirement.specifier.contains(pinned[needed], prereleases=True):
            problems.append(f"{needed} is locked at {pinned[needed]}, asked for {requirement.specifier}")
    return problems


@click.group()
def main() -> None:
    """Write or check requirements.lock."""


@main.command(context_settings={"ignore_unknown_options": True})
@click.argument("options", nargs=-1, type=click.UNPROCESSED)
def write(options: tuple[str, ...]) -> None:
    """Resolve anew. Locked versions stay; OPTIONS go to uv, such as --upgrade or --upgrade-package NAME."""
    with tempfile.TemporaryDirectory() as folder:
        # Only this needs the resolver, so it is no dependency of the project.
        venv.create(folder, with_pip=True)
        programs = Path(folder) / ("Scripts" if sys.platform == "win32" else "bin")
        subprocess.run([str(programs / "python"), "-m", "pip", "install", "--quiet", "uv"], check=True)
        arguments = ["--extra", EXTRA, "--universal", "--generate-hashes", "--no-header", "--quiet"]
        command = [
            str(programs / "uv"),
            "pip",
            "compile",
            PROJECT.name,
            *arguments,
            "--output-file",
            LOCK.name,
            *options,
        ]
        subprocess.run(command, check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
    _report()


@main.command()
def check() -> None:
    """Compare with pyproject.toml."""
    _report()


def _report() -> None:
    problems = faults(LOCK.read_text(encoding="utf-8"), wanted())
    for fault in problems:
        click.echo(f"{LOCK.name}: {fault}", err=True)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
