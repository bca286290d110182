"""Prints what CHANGELOG.md says about one version, for its release.

    python scripts/release_notes.py v0.2.0

Ends with status 1 if the code has another version, or the changelog or docs/hosting.md does not know it.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import NamedTuple

_ROOT = Path(__file__).resolve().parent.parent


def version() -> str:
    """Return the version of the code without importing it. Raises IndexError if there is none."""
    code: str = re.findall(r'^__version__ = "(.+)"$', (_ROOT / "bot" / "__init__.py").read_text("utf-8"), re.M)[0]
    return code


def notes(changelog: str, wanted: str) -> str | None:
    """Return the part of ``changelog`` about the version ``wanted``, without its heading; None if there is none."""
    match = re.search(rf"^## \[{re.escape(wanted)}\].*?\n(.*?)(?=^## |^\[|\Z)", changelog, re.M | re.S)
    return None if match is None else match[1].strip() + "\n"


class Release(NamedTuple):
    """What docs/hosting.md (Update) says of a version."""

    version: str
    revision: str
    """The newest revision of the database that it knows."""
    rules: str
    """The newest version of the rules that it knows."""


def releases() -> list[Release]:
    """Return all of them, the newest first."""
    page = (_ROOT / "docs" / "hosting.md").read_text("utf-8")
    return [Release(*row) for row in re.findall(r"^\| (\d+\.\d+\.\d+) \| (\d{4}) \| (\d+) \|$", page, re.M)]


def going_back(wanted: str) -> str:
    """Return what it costs to go back from ``wanted``, which the page knows."""
    head, serves = (_number("db/connection/migrate.py", name) for name in ("HEAD", "SERVES"))
    rules = _number("bot/engine/options.py", "RULES_VERSION")
    known = releases()
    place = [one.version for one in known].index(wanted)
    lines = [f"**Going back.** The database is of revision {head} after this release.\n"]
    for one in known[place + 1 :]:
        costs = "starts on it, and loses nothing."
        if one.revision < serves:
            costs = (
                "does not start on it. It needs the copy from before the update: `python -m bot restore` says what "
                "that undoes, and asks."
            )
        elif one.rules < rules:
            costs += (
                f" It can neither play nor show games and days that began by rules of version {rules}: they rest "
                "until a newer version is back."
            )
        lines.append(f"- {one.version} (revision {one.revision}) {costs}")
    return "\n".join(lines) + "\n"


def _number(file: str, name: str) -> str:
    code: str = re.findall(rf'^{name} = "?(\w+)"?$', (_ROOT / file).read_text("utf-8"), re.M)[0]
    return code


def main(tag: str) -> int:
    """Print the notes of ``tag``; return the exit status."""
    wanted = tag.removeprefix("v")
    if wanted != version():
        sys.stderr.write(f"{tag} is not the version of the code, which is {version()}\n")
        return 1
    section = notes((_ROOT / "CHANGELOG.md").read_text("utf-8"), wanted)
    if section is None:
        sys.stderr.write(f"CHANGELOG.md has no part about {wanted}\n")
        return 1
    if wanted not in [one.version for one in releases()]:
        sys.stderr.write(f"docs/hosting.md (Update) does not say which revision {wanted} knows\n")
        return 1
    sys.stdout.write(f"{section}\n{going_back(wanted)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
