"""What the thinker's process does. It imports ``bot.mind`` when the first question comes, never before."""

import multiprocessing
import os
import signal
import tempfile
import threading
from collections.abc import Mapping
from concurrent.futures import Future
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
    try:
        with store.patience(patient):
            evaluator = _evaluator(game, tuple(sorted(options.items())), folder)
            advice = evaluator.advise(codec.decode(rules.state_type, state))
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
    game: str, options: Mapping[str, OptionValue], state: bytes, folder: str, level: str, slips: str
) -> tuple[str, bool]:
    """Return the text of what a computer of this level does in ``state``, and whether values must be worked out for it.

    Until the level is loaded, which happens beside other questions, the next level below chooses. ``slips`` is the seed
    of the slips; the choice follows from it, the position and the level that is ready.
    """
    from bot.mind import store  # noqa: PLC0415 - only this process needs it.
    from bot.mind.players.levels import Level  # noqa: PLC0415

    rules, missing = remake(game, options), False
    position, chosen = codec.decode(rules.state_type, state), tuple(sorted(options.items()))
    levels, chance = list(reversed(Level)), Random(slips)  # noqa: S311 - it throws no dice.
    for one in levels[levels.index(Level(level)) :]:
        key = game, chosen, folder, one.value
        try:
            with store.patience(has_time=False):
                player = _loaded(key) if one is not Level.BEGINNER else _player(*key)
                if player is not None:
                    return text(player.choose(position, position.turn, chance)), missing
        except store.NotWorkedOut:
            missing = True
    return text(rules.autoplay(position)), missing


_Key = tuple[str, tuple[tuple[str, OptionValue], ...], str, str]

_loading: "dict[_Key, Future[Player]]" = {}
"""Players that are loaded or being loaded; the oldest first."""


def _loaded(key: _Key) -> "Player | None":
    """Return this player, or None until a thread has loaded them. Raises NotWorkedOut where values are missing."""
    found = _loading.get(key)
    if found is None:
        found = _loading[key] = Future()
        threading.Thread(target=_load, args=(key, found), daemon=True).start()
        if len(_loading) > _KEPT:
            del _loading[next(iter(_loading))]
    return found.result() if found.done() else None


def _load(key: _Key, found: "Future[Player]") -> None:
    from bot.mind import store  # noqa: PLC0415 - only this process needs it.

    try:
        with store.patience(has_time=False):
            found.set_result(_player(*key))
    except BaseException as error:
        found.set_exception(error)


def load(game: str, options: Mapping[str, OptionValue], folder: str, level: str, *, anew: bool) -> None:
    """Begin to load a computer of this level; ``anew`` now that its values have been worked out."""
    from bot.mind import store  # noqa: PLC0415 - only this process needs it.

    key = game, tuple(sorted(options.items())), folder, level
    if anew:
        _loading.pop(key, None)
    with suppress(store.NotWorkedOut):
        _loaded(key)


def prepare(game: str, options: Mapping[str, OptionValue], state: bytes, folder: str, level: str) -> None:
    """Work out what a computer of this level needs for a game that begins with ``state``, and keep it in ``folder``."""
    _player(game, tuple(sorted(options.items())), folder, level)
    if level == "champion":
        answer(game, options, state, folder, patient=True)


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
