"""Whether a running bot is well. While Discord and storage answer, the bot writes until when; the check reads that."""

import hashlib
import tempfile
import time
from pathlib import Path

BEAT_SECONDS = 5
"""How often the bot writes it."""

LONGEST_SECONDS = 60
"""How far ahead it may write at most, because the bot itself may end without a word."""


def beat_file(database_url: str) -> Path:
    """Return the file in which the bot with this database writes it."""
    name = hashlib.sha256(database_url.encode()).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"gobelet-{name}.beat"


def write_beat(file: Path, seconds: float) -> None:
    """Say that all is well for so many seconds from now. Raises OSError."""
    part = file.with_suffix(".part")
    part.write_text(f"{time.time() + min(seconds, LONGEST_SECONDS):.3f}\n", encoding="ascii")
    part.replace(file)  # A reader sees the old file meanwhile, and never half of the new one.


def is_healthy(file: Path) -> bool:
    """Whether the bot has said that it is well at this moment."""
    return 0 < healthy_until(file) - time.time() < LONGEST_SECONDS + 1


def healthy_until(file: Path) -> float:
    """Return until when the bot said that it is well, in unix seconds; 0 if it says nothing."""
    try:
        return float(file.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return 0.0
