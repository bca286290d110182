"""How soon does a tournament find the better players? Eight of known strength play, again and again, in one run.

    python benchmarks/ladder.py [--evenings 200] [--rounds 3]

Each plays Yum Classic by exact values and errs as people do: it sees the worth of a choice with an error of its own
size, from 0 to 4.5 points. An evening has some rounds. Its players are ranked by their points in ordinary games, by
their shares of the field with the same dice, and by net, which is what the board of skill counts. Strength is what
somebody loses in a game on average over all evenings. The figures are means over the evenings of Spearman's correlation
between such a rank and strength.

OpenSkill has the same games: once each round with its whole field, once in pairs who met by chance, as people do who
play in different evenings. It sees who was ahead by net, and not by how much.
"""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from random import Random
from typing import NamedTuple

import click
from openskill.models import PlackettLuce

from bot.engine import SHARED, UNSTIRRED, Seat
from bot.engine.dice import dice_source
from bot.engine.duplicate import matchpoints
from bot.engine.gate import play
from bot.engine.types import text
from bot.games import make
from bot.mind.levels import evaluator_of

ERRORS = (0.0, 0.4, 0.7, 1.0, 1.4, 2.0, 3.0, 4.5)
"""The standard error of each player's view, in points."""

SEAT = Seat(0)


MODEL = PlackettLuce()


class Game(NamedTuple):
    """What a player made of a game."""

    score: int
    lost: float
    """What the choices cost."""


def played(error: float, secret: bytes, entropy: str, number: int, chance: Random) -> Game:
    """Play a game alone with these dice."""
    dice, state, lost = dice_source(secret, entropy, game=number), GAME.new(1), 0.0
    while GAME.turn(state) is not None:
        advice = EVALUATOR.advise(state)
        action, value = max(advice.actions, key=lambda known: known[1] + chance.gauss(0, error))
        lost += advice.value - value
        state = play(GAME, state, SEAT, text(action), dice.for_seat(SEAT, state.dice)).state
    return Game(GAME.scores(state)[SEAT], lost)


def rated(fields: Iterable[Mapping[int, float]]) -> list[float]:
    """Return what OpenSkill says of each player after these games: the losses of all who met, by player."""
    ratings = [MODEL.rating() for _ in ERRORS]
    for field in fields:
        teams = MODEL.rate([[ratings[player]] for player in field], scores=[-lost for lost in field.values()])
        for player, (rating,) in zip(field, teams, strict=True):
            ratings[player] = rating
    return [rating.mu for rating in ratings]


def ranks(values: list[float]) -> list[float]:
    """Return the rank of each value from 1, the greatest first; equal ones share the mean of theirs."""
    return [
        sum(other > value for other in values) + (1 + sum(other == value for other in values)) / 2 for value in values
    ]


def spearman(one: list[float], other: list[float]) -> float:
    """Return the correlation of the ranks of two lists; 0 where one of them tells nobody apart."""
    ours, theirs = ranks(one), ranks(other)
    if len(set(ours)) == 1 or len(set(theirs)) == 1:
        return 0.0
    return statistics.correlation(ours, theirs)


GAME = make("yum_classic", {})
EVALUATOR = evaluator_of(GAME, Path(tempfile.mkdtemp(prefix="gobelet-ladder-")))


@click.command(help=__doc__)
@click.option("--evenings", default=200, show_default=True)
@click.option("--rounds", default=3, show_default=True)
@click.option("--seed", default="ladder", show_default=True)
def main(evenings: int, rounds: int, seed: str) -> None:
    chance = Random(seed)
    ordinary, shared, net = list[list[float]](), list[list[float]](), list[list[float]]()
    fields, pairs = list[list[float]](), list[list[float]]()
    losses: list[list[float]] = [[] for _ in ERRORS]
    with click.progressbar(range(evenings)) as bar:
        for _ in bar:
            own = [0.0] * len(ERRORS)
            for _ in range(rounds):
                for player, error in enumerate(ERRORS):
                    own[player] += played(error, chance.randbytes(32), UNSTIRRED, 0, chance).score
            secret, points, lost = chance.randbytes(32), [0.0] * len(ERRORS), [0.0] * len(ERRORS)
            met, met_in_pairs = list[dict[int, float]](), list[dict[int, float]]()
            for number in range(rounds):
                games = [played(error, secret, SHARED, number, chance) for error in ERRORS]
                for player, won in enumerate(matchpoints([game.score for game in games])):
                    points[player] += won
                    lost[player] += games[player].lost
                    losses[player].append(games[player].lost)
                met.append({player: game.lost for player, game in enumerate(games)})
                drawn = chance.sample(range(len(games)), len(games))
                met_in_pairs += [
                    {player: games[player].lost for player in pair}
                    for pair in zip(drawn[::2], drawn[1::2], strict=True)
                ]
            ordinary.append(own)
            shared.append(points)
            net.append([-one for one in lost])
            fields.append(rated(met))
            pairs.append(rated(met_in_pairs))
    strength = [-statistics.mean(own) for own in losses]
    click.echo(f"{evenings} evenings of {rounds} rounds; lost a game: " + ", ".join(f"{-one:.1f}" for one in strength))
    for name, ways in (
        ("gross, ordinary dice", ordinary),
        ("matchpoints, same dice", shared),
        ("net", net),
        ("OpenSkill by net, fields", fields),
        ("OpenSkill by net, pairs", pairs),
    ):
        click.echo(f"{name:24} {statistics.mean(spearman(way, strength) for way in ways):.3f}")


if __name__ == "__main__":
    main()
