"""The version of the code."""

import subprocess
from pathlib import Path

from bot import __version__

_ROOT = Path(__file__).resolve().parent.parent


def version(root: Path = _ROOT) -> str:
    """Return the version, with its commit where ``root`` is a clone: ``0.3.0 (1f2e3d4)``.

    ``-dirty`` after the commit means that files have changed since. Blocks while git runs: never call it in an event
    loop.
    """
    commit = _commit(root) if (root / ".git").exists() else None
    return f"{__version__} ({commit})" if commit else __version__


def _commit(root: Path) -> str | None:
    command = ("git", "-C", str(root), "describe", "--always", "--dirty", "--exclude=*")
    try:
        answer = subprocess.run(command, capture_output=True, text=True, timeout=5, check=True)  # noqa: S603 - our own words
    except (OSError, subprocess.SubprocessError):  # No git, or a clone of another user.
        return None
    return answer.stdout.strip() or None
