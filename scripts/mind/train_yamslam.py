"""Trains the net of Yamslam between two by its own games: ``python scripts/mind/train_yamslam.py``.

It learns what a turn is worth by what it says itself of the positions after it, over all throws; a game that is over
is known, and what it is worth moves to the front round by round.
"""

from __future__ import annotations

import time
from pathlib import Path

import click
import numpy as np
from tables import Array
from trainer import Inputs, Trainer
from yamslam_racks import BY_NET, BY_PAR, GREEDILY, RackNet, a_turn_ahead, fresh, in_machine_code, play, rules_for_racks

from bot.games import make
from bot.games.yamslam.mind import KEY, PLACES_OF_CHIPS, RoundMoment, digest
from bot.games.yamslam.rules import KINDS, Yamslam
from bot.mind.net import SheetNet

MIX = (
    (BY_NET, BY_NET, 0.0, 1.0), (BY_NET, BY_NET, 0.1, 0.3), (BY_NET, BY_NET, 0.5, 0.2), (BY_NET, BY_NET, 1.0, 0.2),
    (BY_NET, BY_PAR, 0.0, 0.2), (GREEDILY, BY_PAR, 0.1, 0.2),
)  # fmt: skip
"""Two players, the chance of a turn at random, and the number of games for each one asked for."""
_BATCH = 256
_LEAST_RATE = 1e-5


class School:
    """A net, and the games from which it learns."""

    def __init__(self, width: int, second: int, seed: int) -> None:
        game = make(KEY, {})
        assert isinstance(game, Yamslam)  # noqa: S101
        self._digest = digest(game)
        self.rules = rules_for_racks()
        inputs = Inputs(np.zeros(len(RoundMoment), np.int64), len(PLACES_OF_CHIPS), 0)
        self.trainer = Trainer(inputs, width, second, seed, len(KINDS), 1.0)
        self._draw = np.random.default_rng(seed)

    def net(self) -> SheetNet:
        """Return the net as it is now."""
        return self.trainer.net(self._digest)

    def known(self) -> RackNet:
        """Return the net for machine code."""
        return in_machine_code(self.net())

    def lesson(self, number: int, games: int) -> tuple[Array, Array, Array]:
        """Return positions, their moments, and what they are worth by the net a turn ahead."""
        net, (racks, own, dice) = self.known(), self.rules
        parts = []
        for nth, (player, other, anyhow, part) in enumerate(MIX):
            seed, many = number * len(MIX) + nth, max(2, round(games * part))
            known = net, racks, own, dice, fresh()
            _, states, moments, worths, *_ = play(seed, many, (player, other), (0.0, 0.0), anyhow, *known)
            if player != BY_NET or other != BY_NET:
                worths = a_turn_ahead(BY_NET, states, moments, net, racks, dice)
            parts.append((states, moments, worths))
        return tuple(np.concatenate(part) for part in zip(*parts, strict=True))  # type: ignore[return-value]

    def learn(self, states: Array, moments: Array, worth: Array, rate: float) -> float:
        """Go through all positions once; return the error."""
        place = self.rules[0].place[states[:, 0], states[:, 1], states[:, 2]]
        inputs = np.zeros((*place.shape, 3), np.int64)
        inputs[:, :, 0], inputs[:, 0, 2] = place, moments
        order = self._draw.permutation(len(states))
        errors = [
            self.trainer.step(inputs[some], worth[some], rate)
            for some in np.array_split(order, max(1, len(order) // _BATCH))
        ]
        return float(np.mean(errors) ** 0.5)


@click.command()
@click.option("--into", type=click.Path(path_type=Path), default=Path("bot/games/yamslam"), show_default=True)
@click.option("--rounds", default=400, show_default=True)
@click.option("--games", default=100, show_default=True, help="By the net, each round.")
@click.option("--passes", default=2, show_default=True, help="How often each position is seen.")
@click.option("--width", default=64, show_default=True)
@click.option("--second", default=32, show_default=True)
@click.option("--rate", default=2e-3, show_default=True)
@click.option("--seed", default=1, show_default=True)
def main(into: Path, rounds: int, games: int, passes: int, width: int, second: int, rate: float, seed: int) -> None:
    """Train a net for Yamslam between two by the default rules."""
    school, began = School(width, second, seed), time.process_time()
    into.mkdir(parents=True, exist_ok=True)
    for number in range(rounds):
        states, moments, worth = school.lesson(number, games)
        now = rate * 0.5 * (1 + np.cos(np.pi * number / rounds)) + _LEAST_RATE
        error = [school.learn(states, moments, worth, now) for _ in range(passes)][-1]
        if number % 20 == 19:
            racks, own, dice = school.rules
            known = (school.known(), racks, own, dice)
            against = [play(7, 1_000, (BY_NET, who), (0.0, 0.0), 0.0, *known)[0] for who in (BY_PAR, GREEDILY)]
            used = time.process_time() - began
            click.echo(
                f"round {number + 1}: {error:.4f} wrong; of 1,000 games each it wins {against[0].mean():.1%} "
                f"against par, {against[1].mean():.1%} against greedy; {len(states)} positions, {used:.0f} s"
            )
            school.net().save(into / f"{KEY}.npz")


if __name__ == "__main__":
    main()
