"""What the thinker's process does. It imports ``bot.mind`` when the first question comes, never before."""

import multiprocessing
import os
import signal
import tempfile
import threading
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from multiprocessing.connection import wait
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Literal

from bot.engine import OptionValue, codec
from bot.engine.types import text
from bot.games import remake
from bot.thinker.answer import LATER, Answer

if TYPE_CHECKING:
    from bot.mind.evaluator import Evaluator
    from bot.mind.players.player import Player

_NICER = 10
"""Presses come first."""

_KEPT = 16
"""Evaluators to keep in memory: each takes some megabytes."""


def begin() -> None:
    """Prepare the process: it leaves signals to the bot, and ends with it, however that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(_NICER)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(0)


def number() -> int:
    """Return the number of this process."""
    return os.getpid()


def answer(
    game: str, options: Mapping[str, OptionValue], state: bytes, folder: str, *, patient: bool
) -> Answer | Literal["later"] | None:
    """Return what the stored ``state`` is worth in ``game`` by ``options``; None where nothing evaluates that game.

    Values that have to be worked out first stay in ``folder``; that may take a minute. Who is not ``patient`` gets
    LATER instead.
    """
    from bot.mind import store  # noqa: PLC0415 - only this process needs it.
    from bot.mind.evaluator import NoEvaluator  # noqa: PLC0415

    rules = remake(game, options)
    store.may_work_out = patient
    try:
        advice = _evaluator(game, tuple(sorted(options.items())), folder).advise(codec.decode(rules.state_type, state))
    except NoEvaluator:
        return None
    except store.NotWorkedOut:
        return LATER
    return Answer(
        advice.unit.value,
        advice.strength.value,
        advice.value,
        tuple((text(action), worth) for action, worth in advice.actions),
    )


def choose(
    game: str, options: Mapping[str, OptionValue], state: bytes, folder: str, level: str, slips: str, *, patient: bool
) -> tuple[str, bool]:
    """Return the text of what a computer of this level does in ``state``, and whether it was as good as its level.

    Who is not ``patient`` gets the choice of the next level below where values have to be worked out first. ``slips``
    is the seed of the slips; the choice follows from it and the position alone.
    """
    from bot.mind import store  # noqa: PLC0415 - only this process needs it.
    from bot.mind.players.levels import Level  # noqa: PLC0415

    rules = remake(game, options)
    store.may_work_out = patient
    position, chosen = codec.decode(rules.state_type, state), tuple(sorted(options.items()))
    levels, chance = list(reversed(Level)), Random(slips)  # noqa: S311 - it throws no dice.
    for one in levels[levels.index(Level(level)) :]:
        with suppress(store.NotWorkedOut):
            player = _player(game, chosen, folder, one.value)
            return text(player.choose(position, position.turn, chance)), one.value == level
    return text(rules.autoplay(position)), False


def prepare(
    game: str, options: Mapping[str, OptionValue], state: bytes, folder: str, level: str, *, patient: bool
) -> bool:
    """Load what a computer of this level needs for a game that begins with ``state``; return whether it is ready.

    Who is ``patient`` has it worked out, and kept in ``folder``.
    """
    from bot.mind import store  # noqa: PLC0415 - only this process needs it.

    store.may_work_out = patient
    try:
        _player(game, tuple(sorted(options.items())), folder, level)
    except store.NotWorkedOut:
        return False
    return level != "champion" or answer(game, options, state, folder, patient=patient) != LATER


@lru_cache(maxsize=_KEPT)
def _player(game: str, options: tuple[tuple[str, OptionValue], ...], folder: str, level: str) -> "Player":
    from bot.mind.players.levels import Level, player_of  # noqa: PLC0415 - only this process needs it.

    return player_of(remake(game, dict(options)), Level(level), _writable(Path(folder)))


@lru_cache(maxsize=_KEPT)
def _evaluator(game: str, options: tuple[tuple[str, OptionValue], ...], folder: str) -> "Evaluator":
    from bot.mind.catalogue import evaluator_of  # noqa: PLC0415 - only this process needs it.

    return evaluator_of(remake(game, dict(options)), _writable(Path(folder)))


def _writable(folder: Path) -> Path:
    """Return ``folder``; a temporary one where nothing can be written there, so that nobody waits in vain."""
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK):
            return folder
    return Path(tempfile.mkdtemp(prefix="gobelet-mind-"))
