"""What the thinker's process does. It imports ``bot.mind`` when the first question comes, never before."""

import multiprocessing
import os
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from multiprocessing.connection import wait
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple

from bot.engine import AnyGame, Level, OptionValue, Seat, Temper, gate
from bot.engine.dice import dice_source
from bot.engine.gate import JournalEntry, play
from bot.engine.types import text
from bot.games import remake
from bot.thinker.answers import (
    LATER,
    Answer,
    Chosen,
    Claim,
    Finest,
    GameReview,
    Mistake,
    PlayedDay,
    SeatSummary,
    ThrowLuck,
    ToWin,
    Why,
)
from bot.thinker.wire import answer_all

if TYPE_CHECKING:
    from bot.mind.evaluator import Evaluator
    from bot.mind.hindsight import Hindsight
    from bot.mind.levels import SeatedPlayer
    from bot.mind.reasons import Reason
    from bot.mind.review import Review
    from bot.mind.review import SeatReview as ReviewOfSeat


NICER = 10
"""Presses come first."""

NICEST = 19
"""Everything comes first."""

_THREADS = "1"
"""Of numpy's matrix products. Ours take some tenths of a millisecond; on a busy machine a second thread comes late, and
the first spins until it does."""

_KEPT = 32
"""Evaluators and players to keep in memory: each takes some megabytes."""


def work(connection: socket.socket, nicer: int, sign_seconds: float) -> None:
    """Be the process: answer what the bot asks through ``connection``, with a sign of life each ``sign_seconds``.

    It gives way to others, leaves signals to the bot, and ends with it, however that ends.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", _THREADS)  # numpy is imported with the mind, so later.
    if hasattr(os, "nice"):
        os.nice(nicer)
    if nicer == NICEST and hasattr(os, "sched_setscheduler"):
        # Even the nicest process runs on for some milliseconds when another one of its core wakes up.
        with suppress(OSError):  # Some systems and containers have the call and refuse it; being nice must do there.
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    threading.Thread(target=_end_with_parent, daemon=True).start()
    answer_all(connection, sign_seconds)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(0)


def answer(
    game: str, options: Mapping[str, OptionValue], state: bytes, folder: str, *, patient: bool
) -> Answer | Literal["later"] | None:
    """Return what the stored ``state`` is worth in ``game`` by ``options``; None where nothing evaluates that game.

    Values that have to be worked out first stay in ``folder``; that may take minutes. A caller that is not
    ``patient`` gets LATER instead.
    """
    from bot.mind import store  # noqa: PLC0415 - only this process needs it.
    from bot.mind.evaluator import NoEvaluator  # noqa: PLC0415

    rules = remake(game, options)
    try:
        with store.patience(patient):
            evaluator = _evaluator(game, tuple(sorted(options.items())), folder)
            advice = evaluator.advise(gate.decode(rules.state_type, state))
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


def explain(
    game: str,
    options: Mapping[str, OptionValue],
    state: bytes,
    folder: str,
    best: str,
    done: str,
    reviewed_seats: int = 0,
) -> Why | None:
    """Return why ``best`` is better than ``done`` in the stored ``state``; None where nobody can say.

    ``reviewed_seats`` as in :func:`_evaluator`.

    Values that have to be worked out first stay in ``folder``; that may take some minutes.
    """
    from bot.mind.evaluator import NoEvaluator  # noqa: PLC0415 - only this process needs it.
    from bot.mind.reasons import reason  # noqa: PLC0415

    rules = remake(game, options)
    try:
        evaluator = _evaluator(game, tuple(sorted(options.items())), folder, reviewed_seats)
        found = reason(rules, evaluator, gate.decode(rules.state_type, state), best, done)
    except NoEvaluator:
        return None
    return found and _plain(found)


def _plain(found: "Reason") -> Why:
    return tuple(Claim(*claim) for claim in found.claims)


def review(
    game: str, options: Mapping[str, OptionValue], seats: int, journal: Sequence[JournalEntry], folder: str
) -> GameReview | None:
    """Return the review of a finished game of so many seats; None where no evaluator is good enough for one.

    Values that have to be worked out first stay in ``folder``; that may take minutes. Raises GameError for a journal
    that does not play to an end.
    """
    from bot.mind.evaluator import NoEvaluator  # noqa: PLC0415 - only this process needs it.
    from bot.mind.hindsight import look_again  # noqa: PLC0415
    from bot.mind.reasons import costliest_of, reasons_of  # noqa: PLC0415
    from bot.mind.review import review as reviewed  # noqa: PLC0415
    from bot.mind.strengths import noise  # noqa: PLC0415

    rules = remake(game, options)
    try:
        evaluator = _evaluator(game, tuple(sorted(options.items())), folder, seats)
        looked_at = reviewed(rules, seats, journal, evaluator)
        costliest = costliest_of(looked_at, noise(rules.key, looked_at.unit.value, looked_at.strength.value))
        again = look_again(rules, seats, journal, looked_at, evaluator, Path(folder))
        explained = costliest | {one.move: one for one in again.finest.values()}
        return in_short(looked_at, reasons_of(rules, seats, journal, explained, evaluator), again)
    except NoEvaluator:
        return None


def play_day(
    game: str, options: Mapping[str, OptionValue], secret: bytes, entropy: str, folder: str, number: int = 0
) -> PlayedDay | None:
    """Return how the champion plays this game alone with the dice of ``secret`` and ``entropy``, in that round.

    None where nobody knows the points or turns to be expected.
    """
    from bot.mind.evaluator import NoEvaluator, Unit  # noqa: PLC0415 - only this process needs it.

    rules, chosen = remake(game, options), tuple(sorted(options.items()))
    dice = dice_source(secret, entropy, game=number)
    state, actions, seat = rules.new(1), list[str](), Seat(0)
    try:
        advice = _evaluator(game, chosen, folder).advise(state)
    except NoEvaluator:
        return None
    if advice.unit not in (Unit.POINTS, Unit.TURNS):
        return None
    player = _seated(game, chosen, folder, "champion").player
    while rules.turn(state) is not None:
        actions.append(text(player.choose(state, seat, Random(0))))  # noqa: S311 - no dice; the champion never slips.
        state = play(rules, state, seat, actions[-1], dice.for_seat(seat, state.dice)).state
    return PlayedDay(rules.scores(state)[seat], advice.value, tuple(actions))


def in_short(
    review: "Review", reasons: "Mapping[int, Reason]" = MappingProxyType({}), again: "Hindsight | None" = None
) -> GameReview:
    """Return a review as plain values, without the decisions that cost nothing; ``reasons`` by their moves."""
    seats = [None if seat is None else _seat_in_short(seat, reasons) for seat in review.seats]
    if again is not None:
        seats = [seat and _with_hindsight(seat, number, reasons, again) for number, seat in enumerate(seats)]
    return GameReview(review.unit.value, review.strength.value, tuple(seats))


def _with_hindsight(seat: SeatSummary, number: int, reasons: "Mapping[int, Reason]", again: "Hindsight") -> SeatSummary:
    found, strays = again.finest.get(number), again.strays.get(number, {})
    why = reasons.get(found.move) if found else None
    return replace(
        seat,
        finest=found and Finest(found.move, found.do, found.lost, why and _plain(why)),
        strays={left: tuple(row) for left, row in strays.items()},
        to_win=tuple(ToWin(*one) for one in again.to_win.get(number, ())),
    )


def _seat_in_short(seat: "ReviewOfSeat", reasons: "Mapping[int, Reason]") -> SeatSummary:
    kinds = dict[str, Chosen]()
    for decision in seat.decisions:
        word = decision.do.partition(" ")[0]
        before = kinds.get(word, Chosen(0, 0.0))
        kinds[word] = Chosen(before.decisions + 1, before.lost + decision.lost)
    mistakes = tuple(
        Mistake(decision.move, decision.best, decision.lost) for decision in seat.decisions if decision.lost > 0
    )
    throws = tuple(ThrowLuck(throw.move, throw.luck) for throw in seat.throws)
    whys = {mistake.move: _plain(reasons[mistake.move]) for mistake in mistakes if mistake.move in reasons}
    return SeatSummary(seat.start, seat.luck, seat.lost, seat.others, seat.score, kinds, mistakes, throws, whys)


class ComputerChoice(NamedTuple):
    """What a computer does."""

    action: str
    """Its text (notation.md)."""
    level: str
    """The level that has chosen: the one asked for, or one below; empty where the rules alone did."""
    missing: bool = False
    """Values of the level that was asked for must be worked out first."""


def choose(
    game: str,
    options: Mapping[str, OptionValue],
    state: bytes,
    folder: str,
    level: str,
    slips: str,
    late: float,
    temper: str = Temper.EVEN,
) -> ComputerChoice:
    """Return what a computer of this level and ``temper`` does in ``state``.

    Until the level is loaded, which happens beside other questions, the next level below chooses. A question that is
    read only after ``late`` (unix seconds) goes to the level, from the same one down, that has needed the least time so
    far. ``slips`` is the seed of the slips; the choice follows from it, the position and the level that chooses.
    """
    from bot.mind import store  # noqa: PLC0415 - only this process needs it.

    rules, missing = remake(game, options), False
    position, chosen = gate.decode(rules.state_type, state), tuple(sorted(options.items()))
    down = list(reversed(Level))
    keys = [(game, chosen, folder, lower.value) for lower in down[down.index(Level(level)) :]]
    if time.time() > late:
        keys.sort(key=lambda key: _took.get(key, 0.0))
    for key in keys:
        try:
            with store.patience(has_time=False):
                seated = _loaded(key) if key[-1] != Level.BEGINNER else _seated(*key)
                if seated is not None:
                    began = time.thread_time()
                    chance = Random(slips)  # noqa: S311 - no dice.
                    action = text(seated.player.choose(position, position.turn, chance, Temper(temper)))
                    _took[key] = _took.get(key, 0.0) * (1 - _LATEST) + (time.thread_time() - began) * _LATEST
                    return ComputerChoice(action, key[-1], missing)
        except store.NotWorkedOut:
            missing = missing or key[-1] == level
    return ComputerChoice(text(rules.autoplay(position)), "", missing)


class Ready(NamedTuple):
    """A computer has what it needs."""

    level: str
    """Its real strength: below its level where nobody knows more by these house rules."""


_Key = tuple[str, tuple[tuple[str, OptionValue], ...], str, str]

_loading: "dict[_Key, Future[SeatedPlayer]]" = {}
"""Players that are loaded or being loaded; the one that was asked longest ago comes first."""

_soon_loaded: dict[_Key, bool] = {}
"""Whether players were loaded soon. Where others took their room these are loaded in place, so that nobody plays below
a level for that. Those that took long once stay slow: what memory still held of them later says nothing."""

_SOON_SECONDS = 0.5
"""Of the processor: others wait meanwhile."""

_took: dict[_Key, float] = {}
"""The time that players think about a decision: a mean that forgets, in seconds of the processor."""

_LATEST = 0.1
"""The weight of the latest decision in it."""


def _loaded(key: _Key) -> "SeatedPlayer | None":
    """Return this player, or None until a thread has loaded them. Raises NotWorkedOut where values are missing."""
    player = _loading.pop(key, None)
    if player is None:
        player = Future()
        if _soon_loaded.get(key):
            _load(key, player)
        else:
            threading.Thread(target=_load, args=(key, player), daemon=True).start()
    _loading[key] = player
    if len(_loading) > _KEPT:
        del _loading[next(iter(_loading))]
    return player.result() if player.done() else None


def _load(key: _Key, player: "Future[SeatedPlayer]") -> None:
    from bot.mind import store  # noqa: PLC0415 - only this process needs it.

    try:
        with store.patience(has_time=False):
            began, shared = time.thread_time(), _evaluator.cache_info().hits
            player.set_result(_seated(*key))
            if time.thread_time() - began >= _SOON_SECONDS:
                _soon_loaded[key] = False
            elif _evaluator.cache_info().hits == shared:
                _soon_loaded.setdefault(key, True)
    except BaseException as error:
        player.set_exception(error)


def load(
    game: str, options: Mapping[str, OptionValue], folder: str, level: str, *, anew: bool
) -> Literal["loading", "missing"] | Ready:
    """Begin to load a computer of this level, and say how far that is; ``anew`` once its values were worked out."""
    from bot.mind import store  # noqa: PLC0415 - only this process needs it.

    key = game, tuple(sorted(options.items())), folder, level
    if anew:
        _loading.pop(key, None)
    try:
        player = _loaded(key)
        return "loading" if player is None else Ready(player.level.value)
    except store.NotWorkedOut:
        return "missing"


def prepare(game: str, options: Mapping[str, OptionValue], state: bytes, folder: str, level: str) -> None:
    """Work out what a computer of this level needs for a game that begins with ``state``, and keep it in ``folder``."""
    _seated(game, tuple(sorted(options.items())), folder, level)
    if level in ("strong", "champion"):  # In some games a strong player goes by what a champion does.
        answer(game, options, state, folder, patient=True)


def work_out(game: str, options: Mapping[str, OptionValue], state: bytes, folder: str, seats: int) -> None:
    """Work out what hints and the review of a game need that begins with ``state``, and keep it in ``folder``."""
    from bot.mind.evaluator import NoEvaluator  # noqa: PLC0415 - only this process needs it.

    answer(game, options, state, folder, patient=True)
    with suppress(NoEvaluator):
        _evaluator(game, tuple(sorted(options.items())), folder, seats)


@lru_cache(maxsize=_KEPT)
def _seated(game: str, options: tuple[tuple[str, OptionValue], ...], folder: str, level: str) -> "SeatedPlayer":
    from bot.mind.levels import seated  # noqa: PLC0415 - only this process needs it.

    def shared(game: AnyGame, folder: Path) -> "Evaluator":  # Hints have the same one: it takes some megabytes.
        return _evaluator(game.key, tuple(sorted(game.written.items())), str(folder))

    return seated(remake(game, dict(options)), Level(level), _writable(Path(folder)), shared)


@lru_cache(maxsize=_KEPT)
def _evaluator(
    game: str, options: tuple[tuple[str, OptionValue], ...], folder: str, reviewed_seats: int = 0
) -> "Evaluator":
    """Return what knows positions; with ``reviewed_seats``, what finished games of so many seats are reviewed by."""
    from bot.mind import levels  # noqa: PLC0415 - only this process needs it.

    rules, kept = remake(game, dict(options)), _writable(Path(folder))
    return (
        levels.evaluator_for_review(rules, reviewed_seats, kept) if reviewed_seats else levels.evaluator_of(rules, kept)
    )


def _writable(folder: Path) -> Path:
    """Return ``folder``; a temporary one where nothing can be written there, so that nobody waits in vain."""
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK):
            return folder
    instead = Path(tempfile.gettempdir()) / f"gobelet-mind-{sha256(str(folder.absolute()).encode()).hexdigest()[:16]}"
    with suppress(OSError):
        instead.mkdir(mode=0o700, exist_ok=True)  # One for all processes: one reads what another has worked out.
        if not hasattr(os, "getuid") or instead.lstat().st_uid == os.getuid():
            return instead
    return Path(tempfile.mkdtemp(prefix="gobelet-mind-"))  # That one is somebody else's.
