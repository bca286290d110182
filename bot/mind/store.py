"""Values that were worked out once, kept in a folder under the digest of the rules they hold for."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from bot.engine import version_of_one_game
from bot.engine.game import GAMES, GameWithOptions
from bot.games import folder_of
from bot.mind.throws import Values

_VERSION = 2
"""Of the form of these files, and of the ways in which values are worked out."""


_has_time: ContextVar[bool] = ContextVar("has_time", default=True)


class NotWorkedOut(Exception):
    """Values are missing, and the caller has no time for them."""


@contextmanager
def patience(has_time: bool) -> Iterator[None]:
    """Say whether this thread has the time to work values out while this lasts; one that says nothing has it.

    Without it :func:`kept` may raise NotWorkedOut.
    """
    before = _has_time.set(has_time)
    try:
        yield
    finally:
        _has_time.reset(before)


class KeepValues(Protocol):
    """Keeps the values of one game by its house rules."""

    def __call__(self, work_out: Callable[[], Values], *more: int) -> Values:
        """Return the values that are kept, else those that ``work_out`` returns; ``more`` tells several apart."""


def kept(folder: Path, name: str, digest: str, work_out: Callable[[], Values], key: str = "") -> Values:
    """Return the values ``name`` that hold for the rules with this ``digest``, from the bot or ``folder`` if there.

    Those that take more than a second come with the bot, in the folder of the family of the game ``key``, which
    ``name`` is unless said otherwise; sheets have their own form.

    Else this calls ``work_out`` and keeps what it returns there. Raises OSError where nothing can be written, or
    NotWorkedOut (:func:`patience`).
    """
    file = folder / f"{name}-{_VERSION}-{digest[:32]}.npy"
    for there in (folder_of(key or name) / file.name, file):
        if there.exists():
            with suppress(EOFError, ValueError):  # A power cut may leave less than all of it: it is worked out anew.
                values: Values = np.load(there, mmap_mode="r", allow_pickle=False)
                return values
    if not _has_time.get():
        raise NotWorkedOut(name)
    values = work_out()
    folder.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f"{file.name}.{os.getpid()}.part")
    with part.open("wb") as out:
        np.save(out, values)
        out.flush()
        os.fsync(out.fileno())
    part.replace(file)  # A reader never sees half a file.
    return values


def digest_of(game: GameWithOptions[Any, Any], *more: int) -> str:
    """Return a digest of the house rules of one game of ``game``, the version of its rules included, and of ``more``.

    It is for games whose values follow from their rules alone, where the values themselves cost less than all that a
    digest of what those rules do would look at.
    """
    rules = game.house_rules.without(GAMES)
    version = version_of_one_game(rules.version)
    return sha256(repr((game.key, version, dict(rules), more)).encode()).hexdigest()


def keeper(game: GameWithOptions[Any, Any], folder: Path) -> KeepValues:
    """Return what keeps values of ``game`` in ``folder``."""
    return lambda work_out, *more: kept(folder, game.key, digest_of(game, *more), work_out)
