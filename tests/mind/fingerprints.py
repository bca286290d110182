"""What values the evaluators give on this processor: a line each, a name and a digest of all bits of its values.

``test_same_everywhere.py`` runs this in processes that take themselves for other processors.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from bot.engine import AnyGame, Seat
from bot.games import make
from bot.games.ambition.mind import AmbitionDuel, AmbitionTurns
from bot.games.ambition.rules import Ambition
from bot.games.cant_stop.mind import CantStopTurns
from bot.games.cant_stop.mind.boards import known_boards
from bot.games.cant_stop.rules import HEIGHTS, CantStop
from bot.games.five_thousand.mind import FiveThousandDuel, FiveThousandTurns, MostPoints5000
from bot.games.five_thousand.rules import FiveThousand
from bot.games.four_two_one.mind import BestHand, Duel, Rounds
from bot.games.four_two_one.rules import FourTwoOne
from bot.games.yamslam import mind
from bot.games.yamslam.mind import YamslamEstimate
from bot.games.yamslam.rules import Yamslam
from bot.games.yum.mind import powered
from bot.games.yum.mind.compiled import compiled, compiled_column
from bot.games.yum.mind.estimate import BalutEstimate, SheetEstimate, levelled, pars_of
from bot.games.yum.mind.exact import ExactSheet, solve
from bot.games.yum.mind.shipped import ShippedSheet, shipped_file
from bot.games.yum.mind.winning import SheetToWin
from bot.games.yum.rules import Yum
from bot.games.yum.scoring import ONE_TIER
from bot.mind.chances import chances, edges, strays
from bot.mind.evaluator import Evaluator
from bot.mind.levels import evaluator_of, mind_of
from bot.mind.net import net_of
from bot.mind.players import EvaluatorPlayer
from bot.mind.throws import TurnOfOne, throws_of
from tests.mind.by_the_rules import with_value
from tests.mind.playing import at_random, positions
from tests.mind.small_sheets import small

_ROUNDS = 60
"""Of the search for pars: a difference in a last digit grows from round to round."""


def keep(work_out: Callable[[], Any], *more: int) -> Any:
    """Work values out, and keep nothing."""
    return work_out()


def advised(game: AnyGame, evaluator: Evaluator, most: int = 12) -> Iterator[float]:
    """What an evaluator says of positions of a game at random: the values of all actions, in order."""
    player = at_random(1)
    found = [one for one in positions(game, 1, *[player] * min(2, max(game.seats))) if game.turn(one) is not None]
    for state in random.Random(1).sample(found, min(most, len(found))):
        advice = evaluator.advise(state)
        yield from (advice.value, *(value for _, value in advice.actions))


def slipped(game: AnyGame, evaluator: Evaluator) -> Iterator[int]:
    """Which of the legal actions somebody takes who always overlooks something, in positions of a game at random."""
    mind, player = mind_of(game), at_random(1)
    slipping = EvaluatorPlayer(game, evaluator, 1.0, mind.sense(game), mind.views(game, evaluator))
    found = [state for state in positions(game, 1, player) if game.turn(state) is not None]
    for seed, state in enumerate(random.Random(1).sample(found, 12)):
        yield game.legal_actions(state).index(slipping.choose(state, Seat(0), random.Random(seed)))


def sheet(key: str, **options: object) -> Yum:
    """The sheet ``key``."""
    game = make(key, options)
    assert isinstance(game, Yum)
    return game


def estimates() -> Iterator[tuple[str, Any]]:
    """Sheets by their pars."""
    for key, options in (
        ("triple_yum", {}),
        ("yum_extra", {}),
        ("yum_classic", {"power": True}),
        ("maxi_yum", {"saved_rolls": True}),
    ):
        game = sheet(key, **options)
        pars = pars_of(game, _ROUNDS if game.layout.columns == 1 else 2 * _ROUNDS)
        yield f"pars of {key} {options}", pars.flat()
        yield f"estimate of {key} {options}", [*advised(game, SheetEstimate(game, pars))]
        yield f"what is overlooked in {key} {options}", [*slipped(game, SheetEstimate(game, pars))]
    game = small("yum_classic", ("sixes", "full_house", "chance"), ONE_TIER, yum_bonus=False, joker="none")
    yield "levels", levelled(game, pars_of(game, 3)).flat()
    game = sheet("asian_yum", asian_sheet="balut")
    yield "balut", [*advised(game, BalutEstimate(game))]


def sheets() -> Iterator[tuple[str, Any]]:
    """Sheets by tables and nets."""
    game = small("yum_plus", ("ones", "sixes", "full_house", "low_score", "high_score", "yum", "yum2"), ONE_TIER)
    values = solve(compiled(game))
    yield "table", values
    exact = ExactSheet(compiled(game), values)
    yield "exact", [*advised(game, exact)]
    yield "to win in the last turns", [*advised(game, SheetToWin(exact), 40)]
    classic = sheet("yum_classic")
    yield "to win", [*advised(classic, SheetToWin(ShippedSheet(compiled(classic), shipped_file(compiled(classic)))))]
    game = small("yum_classic", ("ones", "sixes", "chance", "yum"), ONE_TIER, power=True)
    column = compiled_column(game)
    values = powered.solve(column)
    yield "table with the Power die", values
    yield "exact with the Power die", [*advised(game, powered.PowerSheet(column, values))]
    for key in ("yum_plus", "maxi_yum", "triple_yum", "triple_yum_plus"):
        game = sheet(key)
        yield f"net of {key}", [*advised(game, evaluator_of(game, Path()))]
    known = strays("yum_plus")
    assert known is not None
    yield "chances", chances(known, (200.1, 214.7, 190.3), (3, 2.5, 2))


def turns() -> Iterator[tuple[str, Any]]:
    """Turns alone, of as many positions as one asks for and of many."""
    for dice in (3, 5, 6):
        throws, draw = throws_of(dice), np.random.default_rng(dice)
        for many in (1, 6, 40):
            turn = throws.turn(draw.random((len(throws.throws), many)) * 100)
            often = throws.falling(draw.random((len(throws.keeps), many)))
            yield f"turn of {dice} dice, {many} positions", np.concatenate([*turn[:2], turn.value[None], often])
        one = TurnOfOne(throws, draw.random(len(throws.throws)) * 100)
        yield f"turn of {dice} dice alone", [*one.second, *one.first, one.value]


def games() -> Iterator[tuple[str, Any]]:
    """The games that are no sheets, and how simpler players see them."""
    rounds = make("421", {})
    assert isinstance(rounds, FourTwoOne)
    yield "421", Duel(Rounds(rounds), 3).values
    yield "421 by hands", [*advised(rounds, BestHand(rounds))]
    race = with_value(make("5000", {}), "target", 1500)
    assert isinstance(race, FiveThousand)
    yield "5000 for two", FiveThousandDuel(race, keep).values
    yield "5000 alone", [*advised(race, FiveThousandTurns(race, keep))]
    yield "5000 by points or a win", [*advised(race, MostPoints5000(race))]
    yield "edges at 5000", [edges("5000", {0: 1.4, 1: 0.3}, (1000, 2000), turn)[turn] for turn in (0, 1)]
    steps = with_value(make("ambition", {}), "goal", 800)
    assert isinstance(steps, Ambition)
    yield "ambition", [*advised(steps, AmbitionTurns(steps, keep))]
    yield "ambition for two", AmbitionDuel(steps, keep).values
    for options in ({}, {"must_maximise": True}):
        climb = make("cant_stop", options)
        assert isinstance(climb, CantStop)
        yield f"cant_stop {options}", [*advised(climb, CantStopTurns(climb), 4)]
    tops = list(HEIGHTS.values())
    yield "boards of cant_stop", [known_boards().turns([*tops[:many], *[0] * (11 - many)], 3) for many in range(3, 12)]
    rack = make("yamslam", {})
    assert isinstance(rack, Yamslam)
    net = net_of("yamslam", mind.digest(rack))
    assert net is not None
    estimate = YamslamEstimate(rack)
    yield "yamslam", [*advised(rack, estimate)]
    yield "yamslam for two", [*advised(rack, mind.YamslamDuel(rack, net, estimate))]
    yield "yamslam by pars", [*advised(rack, mind.par_yamslam(rack))]


def main() -> None:
    """Print all of it."""
    for part in (turns, estimates, sheets, games):
        for name, values in part():
            found = np.ascontiguousarray(values, dtype=np.float64)
            sys.stdout.write(f"{name}\t{sha256(found.tobytes()).hexdigest()}\n")


if __name__ == "__main__":
    main()
