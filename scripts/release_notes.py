"""Prints what CHANGELOG.md says about one version, for its release.

    python scripts/release_notes.py v0.2.0

Ends with status 1 if the code has another version, or the changelog does not know it.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent


def version() -> str:
    """Return the version of the code without importing it. Raises IndexError if there is none."""
    code: str = re.findall(r'^__version__ = "(.+)"$', (_ROOT / "bot" / "__init__.py").read_text("utf-8"), re.M)[0]
    return code


def notes(changelog: str, wanted: str) -> str | None:
    """Return the part of ``changelog`` about the version ``wanted``, without its heading; None if there is none."""
    match = re.search(rf"^## \[{re.escape(wanted)}\].*?\n(.*?)(?=^## |^\[|\Z)", changelog, re.M | re.S)
    return None if match is None else match[1].strip() + "\n"


def revisions() -> str:
    """Return the sentence about going back from this release. Raises IndexError if the code does not tell."""
    code = (_ROOT / "db" / "connection" / "migrate.py").read_text("utf-8")
    head, serves = (re.findall(rf'^{name} = "(\w+)"$', code, re.M)[0] for name in ("HEAD", "SERVES"))
    return (
        f"**Going back.** The database is of revision {head} after this release. Releases that know revision {serves} "
        "or a later one start on it, and lose nothing. An older one needs the copy from before the update: "
        "`python -m bot restore` says what that undoes, and asks.\n"
    )


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
    sys.stdout.write(f"{section}\n{revisions()}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
