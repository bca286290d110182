"""Reasons of decisions that cost a point or more: how many have one, and whether an independent count refutes a claim.

    python benchmarks/reasons.py --positions 25 --times 24 --pieces 25 --processes 2 --log claims.jsonl

Players err as beginners and regular players do. ``tests/mind/claim_counter.py`` counts: it plays on by the advice, with
the game's own rules and real dice, or lists all throws. A number that ``--times`` games leave in doubt is counted in 4
times as many, and if need be in 20 times as many; there, more than five standard errors refute it. "strays" are these
distances, with their sign: where every claim is true, about 1 for a whole kind, and 1 in the mean square. Points of a
turn are skewed: 24 games stray 0.15 below a true number, 1,500 nothing. With ``--log`` the next call goes on, and a
broken one loses what it has begun. A decision on a sheet takes half a second of a processor: more than half of that is
its reason, which follows the sheet to its end.
"""

from __future__ import annotations

import os
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

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from bot.engine import Action, AnyGame, Seat
from bot.engine.dice import FairDice
from bot.engine.types import text
from bot.games import make
from bot.games.yum.mind.exact import ExactSheet
from bot.mind.evaluator import Evaluator, Unit
from bot.mind.levels import beginner, evaluator_of, mind_of
from bot.mind.players import EvaluatorPlayer
from bot.mind.reasons import Reason, reason
from tests.mind.claim_counter import count, refuted

SEATS = {"421": 2, "5000": 2, "ambition": 2, "yamslam": 2, "cant_stop": 2}
GAMES = (
    *("yum_classic", "yum_plus", "maxi_yum", "yum_full_house", "yum_color", "yum_low_high", "yum_deluxe"),
    *("yams", "asian_yum", "yum_original", "triple_yum_plus", "421", "5000", "ambition", "yamslam", "cant_stop"),
)
A_POINT = {Unit.POINTS: 1.0, Unit.WIN: 0.02, Unit.TURNS: 0.1}
"""What counts as much as a point."""
SUSPECT = 3.0
"""So many standard errors are looked into."""
RECOUNTS = (1, 4, 20)
"""How many times as many games are played, as long as a number is suspect."""


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
    """What the slowest reason took."""

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
    if isinstance(evaluator, ExactSheet):
        _ = evaluator.values  # All of them at once: one by one they take much longer.
    return game, evaluator


def piece_of(key: str, positions: int, times: int, seed: int, folder: Path) -> Piece:
    """Explain and count so many decisions."""
    game, evaluator = known_game(key, folder)
    piece = Piece(key, seed, positions, times)
    began, kinds = time.perf_counter(), Counter[str]()
    for number, (state, best, done) in enumerate(islice(decisions(game, evaluator, folder, seed), positions)):
        asked = time.perf_counter()
        found = reason(game, evaluator, state, text(best), text(done))
        piece.longest = max(piece.longest, time.perf_counter() - asked)
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
    piece.kinds, piece.seconds = dict(kinds.most_common()), time.perf_counter() - began
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


@click.command()
@click.option("--games", default=",".join(GAMES), show_default=True)
@click.option("--positions", default=100, show_default=True, help="Decisions of each game in a piece.")
@click.option("--times", default=0, show_default=True, help="How often each claim is counted; 0: not at all.")
@click.option("--seed", default=1, show_default=True, help="Of the first piece.")
@click.option("--pieces", default=1, show_default=True)
@click.option("--processes", default=1, show_default=True, help="So many pieces are worked out at the same time.")
@click.option("--log", type=click.Path(path_type=Path), help="A file with a line a piece: what it has is not redone.")
@click.option("--folder", type=click.Path(path_type=Path), default=Path("data/mind"), show_default=True)
def main(
    games: str, positions: int, times: int, seed: int, pieces: int, processes: int, log: Path | None, folder: Path
) -> None:
    """Work pieces out, game by game, and print what came of all."""
    lines = log.read_bytes().splitlines() if log and log.exists() else []
    every = [msgspec.json.decode(line, type=Piece) for line in lines]
    known = {(one.game, one.seed) for one in every}
    wanted = ((key, number) for number in range(seed, seed + pieces) for key in games.split(","))
    with ProcessPoolExecutor(processes) as others:
        working = [
            others.submit(piece_of, key, positions, times, number, folder)
            for key, number in wanted
            if (key, number) not in known
        ]
        for done in as_completed(working):
            every.append(done.result())
            if log:
                with log.open("ab") as out:
                    out.write(msgspec.json.encode(every[-1]) + b"\n")
    for key in dict.fromkeys(one.game for one in every):
        for line in told([one for one in every if one.game == key]):
            click.echo(line)


if __name__ == "__main__":
    main()
