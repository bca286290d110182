"""Reasons of decisions that cost a point or more: how many have one, and whether an independent count refutes a claim.

    python benchmarks/reasons.py --decisions 10000 --processes 2 --log claims.jsonl

Sheets of a column have most of them, each other game several hundred. Players err as beginners and regular players do.
``tests/mind/claim_counter.py`` counts: it lists the ends of a turn on a sheet, or plays on by the advice with real
dice. A number that ``--times`` games leave in doubt is counted in 4 times as many, and if need be in 20 times as many;
more than five standard errors then refute it. "strays" are these distances, with their sign: where every claim is true,
about 1 for a whole kind, and 1 in the mean square. Points of a turn are skewed: 24 games stray 0.15 below a true
number, 1,500 nothing. What is listed has no error: a hundredth refutes it.

Every piece says how far the count is and goes to ``--log``, where the next call goes on, with as many processes as it
likes; one that is interrupted says what it has. Where turns of sheets lead is remembered, for reasons as for the count:
the more decisions of a game, the quicker they are.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import cache
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import click
import msgspec
import numpy as np

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from bot.engine import Action, AnyGame, Seat
from bot.engine.dice import FairDice
from bot.engine.types import text
from bot.games import make
from bot.games.yum.mind import why
from bot.games.yum.mind.course import Leads, SheetCourse
from bot.games.yum.mind.exact import ExactSheet, SheetEvaluator
from bot.games.yum.rules import Yum
from bot.mind.evaluator import Evaluator, Unit
from bot.mind.levels import beginner, evaluator_of, mind_of
from bot.mind.players import EvaluatorPlayer
from bot.mind.reasons import Reason, reason
from bot.mind.store import kept
from bot.mind.throws import Numbers, Values
from tests.mind.claim_counter import count, refuted

SEATS = {"421": 2, "5000": 2, "ambition": 2, "yamslam": 2, "cant_stop": 2}
GAMES = (
    *("yum_classic", "yum_plus", "maxi_yum", "yum_full_house", "yum_color", "yum_low_high", "yum_deluxe"),
    *("yams", "asian_yum", "yum_original", "triple_yum", "triple_yum_plus"),
    *("421", "5000", "ambition", "yamslam", "cant_stop"),
)
OTHERS = 400
"""Decisions of each game that is no sheet of one column, of 10,000."""
A_POINT = {Unit.POINTS: 1.0, Unit.WIN: 0.02, Unit.TURNS: 0.1}
"""What counts as much as a point."""
SUSPECT = 3.0
"""So many standard errors are looked into."""
RECOUNTS = (1, 4, 20)
"""How many times as many games are played, as long as a number is suspect."""


_REMEMBERED = 100_000
"""Sheets of a game of which a process remembers where they lead: a kilobyte each."""


class RememberingCourse(SheetCourse):
    """Follows answers as the bot does, and remembers where each turn leads: many decisions meet the same sheets."""

    def __init__(self, evaluator: SheetEvaluator) -> None:
        sheet = evaluator.column
        super().__init__(sheet, evaluator.look_up_states)
        self._sizes = len(sheet.link_states), 1 << len(sheet.free_places), sheet.upper.count
        self._known: dict[int, tuple[Values, Numbers, Values]] = {}

    def leads(self, number: int, states: Numbers) -> Leads:
        keys = np.ravel_multi_index(tuple(states.T), self._sizes).tolist()
        fresh = [place for place, key in enumerate(keys) if key not in self._known]
        if len(self._known) + len(fresh) > _REMEMBERED:
            self._known.clear()
            fresh = list(range(len(keys)))
        if fresh:
            led = super().leads(number, states[fresh])
            every = np.ravel_multi_index((led.sheets, *led.states.T), (len(fresh), *self._sizes))
            once, places = np.unique(every, return_inverse=True)
            likely = np.bincount(places.ravel(), led.chances).astype(float, copy=False)
            of, after = np.divmod(once, np.prod(self._sizes))
            borders = np.searchsorted(of, range(1, len(fresh)))
            each = zip(fresh, led.points.T, np.split(after, borders), np.split(likely, borders), strict=True)
            self._known.update((keys[place], (points, codes, chances)) for place, points, codes, chances in each)
        known = [self._known[key] for key in keys]
        reached = np.unravel_index(np.concatenate([codes for _, codes, _ in known]), self._sizes)
        return Leads(
            np.stack([points for points, _, _ in known], axis=1),
            np.repeat(np.arange(len(keys)), [len(codes) for _, codes, _ in known]),
            np.stack(reached, axis=1).astype(np.int64),
            np.concatenate([chances for _, _, chances in known]),
        )


why.course_of = cache(RememberingCourse)  # type: ignore[assignment]


class Costly(NamedTuple):
    """A decision that cost a point or more."""

    state: Any
    best: Action
    done: Action


def decisions(game: AnyGame, evaluator: Evaluator, folder: Path, seed: int) -> Iterator[Costly]:
    """Yield such decisions, game after game."""
    players = beginner(game), EvaluatorPlayer(game, mind_of(game).par(game, folder))
    number = 0
    while True:
        name = f"{seed} {number}"
        dice, chance = FairDice(sha256(name.encode()).digest(), "reasons"), Random(name)
        state = game.new(SEATS.get(game.key, 1))
        while (turn := game.turn(state)) is not None:
            chosen = players[number % 2].choose(state, Seat(turn), chance)
            if len(game.legal_actions(state)) > 1:
                advice = evaluator.advise(state)
                worth = {text(action): value for action, value in advice.actions}
                if abs(worth[text(chosen)] - advice.actions[0][1]) >= A_POINT[advice.unit]:
                    yield Costly(state, advice.actions[0][0], chosen)
            state = game.apply(state, chosen, dice).state
        number += 1


class Piece(msgspec.Struct):
    """What came of some positions of a game: a line of the file."""

    game: str
    seed: int
    positions: int
    times: int
    kinds: dict[str, int] = {}
    """How many decisions have a reason of each kind."""
    claims: int = 0
    refuted: list[str] = []
    strays: dict[str, tuple[int, float, float]] = {}
    """For each kind of claim how many numbers were counted, the sum of their strays, and of the squares."""
    seconds: float = 0.0
    longest: float = 0.0
    """What the slowest reason took, of a processor."""

    @property
    def without(self) -> int:
        """How many decisions have no reason."""
        return sum(self.kinds.get(kind, 0) for kind in (_NOBODY, _MANY))


_NOBODY, _MANY = "nobody can say", "many small things"


@cache
def known_game(key: str, folder: Path) -> tuple[AnyGame, Evaluator]:
    """Return a game by its default rules and what knows its positions: loaded once."""
    game = make(key, {})
    evaluator = evaluator_of(game, folder)
    if isinstance(evaluator, ExactSheet):  # All values at once: one by one they take much longer.
        column, values = evaluator.column, evaluator
        return game, ExactSheet(column, kept(folder, "sheet", column.digest, lambda: values.values))
    return game, evaluator


def piece_of(key: str, positions: int, times: int, seed: int, folder: Path) -> Piece:
    """Explain and count so many decisions."""
    game, evaluator = known_game(key, folder)
    piece = Piece(key, seed, positions, times)
    began, kinds = time.process_time(), Counter[str]()
    for number, (state, best, done) in enumerate(islice(decisions(game, evaluator, folder, seed), positions)):
        asked = time.process_time()
        found = reason(game, evaluator, state, text(best), text(done))
        piece.longest = max(piece.longest, time.process_time() - asked)
        kinds[_kind(found)] += 1
        if found is None or not times:
            continue
        piece.claims += len(found.claims)
        about = game, evaluator, state, found.claims, best, done
        for nth, more in enumerate(RECOUNTS):
            counted = count(*about, more * times, (seed * len(RECOUNTS) + nth) * positions + number)
            both_of = list(zip(found.claims, counted, strict=True))
            if not any(refuted(claim, *both, strays=SUSPECT) for claim, both in both_of):
                break  # Else it may be chance, among so many.
        for claim, both in both_of:
            for one in both:
                many, strays, squares = piece.strays.get(claim.claim, (0, 0.0, 0.0))
                away = one.away
                piece.strays[claim.claim] = (many + 1, strays + away, squares + away**2)
            if refuted(claim, *both):
                piece.refuted.append(f"{state} {text(best)} {text(done)} {claim} {both}")
    piece.kinds, piece.seconds = dict(kinds.most_common()), time.process_time() - began
    return piece


def _kind(found: Reason | None) -> str:
    if found is None:
        return _NOBODY
    return "+".join(claim.claim for claim in found.claims) or _MANY


def told(pieces: Sequence[Piece]) -> Iterator[str]:
    """Yield what came of all pieces of a game."""
    positions, without = sum(one.positions for one in pieces), sum(one.without for one in pieces)
    kinds = sum((Counter(one.kinds) for one in pieces), Counter[str]())
    yield f"{pieces[0].game}: {positions} decisions, {1 - without / positions:.1%} with a reason {dict(kinds)}"
    wrong = [line for one in pieces for line in one.refuted]
    yield f"  {sum(one.claims for one in pieces)} claims counted, {len(wrong)} refuted"
    yield from (f"  REFUTED {line}" for line in wrong)
    for kind in sorted({kind for one in pieces for kind in one.strays}):
        many, strays, squares = (
            sum(column) for column in zip(*(one.strays.get(kind, (0, 0.0, 0.0)) for one in pieces), strict=True)
        )
        yield f"    {kind}: {many} numbers, strays {strays / many**0.5:+.2f}, strays² {squares / many:.2f}"
    seconds = sum(one.seconds for one in pieces)
    yield f"  {seconds / positions:.2f} s a decision, {max(one.longest for one in pieces):.2f} for a reason at most"


class Wanted(NamedTuple):
    """A piece that is to be worked out."""

    game: str
    seed: int
    positions: int
    place: float
    """When: so that a count that is cut has some of every game."""


def divided(decisions: int, positions: int, games: Sequence[str]) -> list[Wanted]:
    """Return pieces of so many ``positions``: most are of sheets of a column, several hundred of each other game."""
    sheets = [key for key in games if isinstance(game := make(key, {}), Yum) and game.layout.columns == 1]
    others = min(OTHERS * decisions // 10_000, decisions // len(games)) if sheets else decisions // len(games)
    of_sheets = (decisions - others * (len(games) - len(sheets))) // max(1, len(sheets))
    wanted = []
    for key in games:
        many = of_sheets if key in sheets else others
        for number, start in enumerate(range(0, many, positions), 1):
            wanted.append(Wanted(key, number, min(positions, many - start), start / many))
    return sorted(wanted, key=lambda piece: piece.place)


def progress(every: Sequence[Piece], decisions: int) -> str:
    """Return how far the count is."""
    seconds = sum(one.seconds for one in every) / sum(one.positions for one in every)
    return f"{in_all(every)} of {decisions:,} decisions, {seconds:.2f} s a decision; the last of {every[-1].game}"


def in_all(every: Sequence[Piece]) -> str:
    """Return what all pieces together say."""
    positions, without = sum(one.positions for one in every), sum(one.without for one in every)
    claims, wrong = sum(one.claims for one in every), sum(len(one.refuted) for one in every)
    return f"{claims:,} claims, {wrong} refuted, {1 - without / positions:.1%} with a reason in {positions:,}"


@click.command()
@click.option("--games", default=",".join(GAMES), show_default=True)
@click.option("--decisions", default=10_000, show_default=True, help="Of all games together; 0: print what --log has.")
@click.option("--positions", default=20, show_default=True, help="Decisions in a piece.")
@click.option("--times", default=24, show_default=True, help="How often each claim is counted; 0: not at all.")
@click.option("--processes", default=1, show_default=True, help="So many pieces are worked out at the same time.")
@click.option("--log", type=click.Path(path_type=Path), help="A file with a line a piece: what it has is not redone.")
@click.option("--folder", type=click.Path(path_type=Path), default=Path("data/mind"), show_default=True)
def main(
    games: str, decisions: int, positions: int, times: int, processes: int, log: Path | None, folder: Path
) -> None:
    """Work pieces out, some of each game by turns, and print what came of all."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    lines = log.read_bytes().splitlines() if log and log.exists() else []
    every = [msgspec.json.decode(line, type=Piece) for line in lines]
    known = {(one.game, one.seed) for one in every}
    wanted = [one for one in divided(decisions, positions, games.split(",")) if (one.game, one.seed) not in known]
    others = ProcessPoolExecutor(processes)
    try:
        working = [others.submit(piece_of, one.game, one.positions, times, one.seed, folder) for one in wanted]
        for done in as_completed(working):
            every.append(done.result())
            if log:
                with log.open("ab") as out:
                    out.write(msgspec.json.encode(every[-1]) + b"\n")
            click.echo(progress(every, decisions))
            for line in every[-1].refuted:
                click.echo(f"REFUTED {line}")
    except KeyboardInterrupt:
        click.echo("interrupted")
    finally:
        others.shutdown(wait=False, cancel_futures=True)
    for key in dict.fromkeys(one.game for one in every):
        for line in told([one for one in every if one.game == key]):
            click.echo(line)
    if every:
        click.echo(f"{in_all(every)} decisions")


if __name__ == "__main__":
    main()
