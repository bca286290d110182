"""Reasons of decisions that cost a point or more: how many have one, and whether an independent count refutes a claim.

    python benchmarks/reasons.py --games yum_classic,5000 --positions 200 --times 60

Players err as beginners and regular players do. ``tests/mind/claim_counter.py`` counts: it plays on by the advice, with
the game's own rules and real dice, or lists all throws. A count of ``--times`` samples refutes a number that is more
than five standard errors away. "strays" are these distances: their mean square is about 1 where every claim is true.
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import click

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from bot.engine import Action, AnyGame, Seat
from bot.engine.dice import FairDice
from bot.engine.types import text
from bot.games import make
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


@click.command()
@click.option("--games", default=",".join(GAMES), show_default=True)
@click.option("--positions", default=100, show_default=True, help="Decisions of each game.")
@click.option("--times", default=0, show_default=True, help="How often each claim is counted; 0: not at all.")
@click.option("--seed", default=1, show_default=True)
@click.option("--folder", type=click.Path(path_type=Path), default=Path("data/mind"), show_default=True)
def main(games: str, positions: int, times: int, seed: int, folder: Path) -> None:
    """Print a line a game."""
    for key in games.split(","):
        game = make(key, {})
        evaluator = evaluator_of(game, folder)
        kinds, claims, wrong, strays, took = Counter[str](), 0, 0, list[float](), list[float]()
        costly = islice(decisions(game, evaluator, folder, seed), positions)
        for number, (state, best, done) in enumerate(costly):
            began = time.perf_counter()
            found = reason(game, evaluator, state, text(best), text(done))
            took.append(time.perf_counter() - began)
            kinds[_kind(found)] += 1
            for claim in found.claims if found and times else ():
                claims += 1
                counted = count(game, evaluator, state, claim, best, done, times, number)
                strays += [one.strays for one in counted if one.error]
                if refuted(claim, *counted):  # It may be chance, among so many: count again, more often.
                    counted = count(game, evaluator, state, claim, best, done, 20 * times, number + positions)
                if refuted(claim, *counted):
                    wrong += 1
                    click.echo(f"  REFUTED {key} {state} {text(best)} {text(done)} {claim} {counted}")
        told = positions - kinds["nobody can say"] - kinds["many small things"]
        square = sum(stray**2 for stray in strays) / max(1, len(strays))
        click.echo(f"{key}: {positions} decisions, {told / positions:.1%} with a reason {dict(kinds.most_common())}")
        click.echo(f"  {claims} claims counted, {wrong} refuted, strays² {square:.2f}")
        click.echo(f"  {sum(took) / positions:.2f} s each, {max(took):.2f} at most")


def _kind(found: Reason | None) -> str:
    if found is None:
        return "nobody can say"
    return "+".join(claim.claim for claim in found.claims) or "many small things"


if __name__ == "__main__":
    main()
