"""Whether a running bot is well: it beats while the gateway is ready and storage answers; the check reads the beat."""

from __future__ import annotations

import hashlib
import tempfile
import time
from pathlib import Path

BEAT_SECONDS = 10
STALE_SECONDS = 45


def beat_file(database_url: str) -> Path:
    """Return the file in which the bot that uses this database beats."""
    name = hashlib.sha256(database_url.encode()).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"gobelet-{name}.beat"


def beat(file: Path) -> None:
    """Say that all is well now. Raises OSError."""
    file.write_text(f"{time.time():.0f}\n", encoding="ascii")


def well(file: Path) -> bool:
    """Whether the bot has said so within the last 45 seconds."""
    try:
        return time.time() - float(file.read_text(encoding="ascii")) < STALE_SECONDS
    except (OSError, ValueError):
        return False
