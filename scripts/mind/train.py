"""Fits a net to the exact table of a sheet: ``python scripts/mind/train.py yum_plus``.

The table comes from :mod:`certify`. The states are those of games by several sorts of players, from perfect to random
ones, and states at random: a net that saw strong play alone is useless for the sheets of weak players.

The products are so small that several threads only wait for each other: OPENBLAS_NUM_THREADS=1 is far quicker.
"""

from __future__ import annotations

import time
from pathlib import Path

import click
import numpy as np
import players
from certify import sheet_of, start_of, table_in
from numba import njit
from players import EXACT, GREEDY, PAR, Net
from tables import Array, Tables, tables_of

from bot.mind.sheets.compiled import CompiledSheet
from bot.mind.sheets.net import SheetNet

MIX = ((EXACT, 0.0, 3.0), (EXACT, 0.1, 1.0), (EXACT, 0.5, 1.0), (EXACT, 1.0, 1.0), (GREEDY, 0.1, 1.0), (PAR, 0.1, 1.0))
"""Who plays, how many turns at random, and how many games for each thousand asked for."""
_ANYWHERE = 0.15
"""States at random for each one from a game."""
_SCALE = 100.0
"""Points that are 1 to the net."""
_BATCH = 4_096
_HUBER = 0.3

Weights = dict[str, Array]


def no_net(tables: Tables, width: int = 1) -> Net:
    """Return a net that says 0 everywhere."""
    states, free = len(tables.open_links), tables.choices.free
    inputs = len(tables.masks) + states + free + 1
    zeros = [(len(tables.masks), width), (states, width), (free, width), (1, width), (1,), (1,), (inputs,)]
    return Net(*(np.zeros(shape, np.float32) for shape in zeros))


def states_of(sheet: CompiledSheet, tables: Tables, table: Array, games: int, seed: int) -> Array:
    """Return link state, filled free boxes and upper class of many positions before a turn, each once."""
    rules, net, found = players.rules_of(tables, start_of(sheet)), no_net(tables), []
    for number, (who, anyhow, share) in enumerate(MIX):
        _, _, seen = players.play(
            seed + number,
            int(games * share),
            who,
            anyhow,
            -1,
            table,
            net,
            rules,
            tables.choices,
            tables.dice,
            sheet.boxes,
        )
        found.append(seen.reshape(-1, 3))
    draw = np.random.default_rng(seed)
    many = int(_ANYWHERE * sum(map(len, found)))
    shape = table.shape
    found.append(np.stack([draw.integers(size, size=many) for size in shape], axis=1))
    return np.unique(np.concatenate(found), axis=0)


class Trainer:
    """Adam over the weights of one net."""

    def __init__(self, tables: Tables, width: int, second: int, seed: int) -> None:
        draw = np.random.default_rng(seed)
        self.free = tables.choices.free
        self.classes, self.states = len(tables.masks), len(tables.open_links)
        inputs = self.classes + self.states + self.free
        first = draw.standard_normal((inputs + 1, width)) * 0.15
        by_mask = draw.standard_normal((tables.masks.max() + 1, width)) * 0.15
        first[: self.classes] = by_mask[tables.masks]  # Classes of the same boxes begin alike.
        self.weights: Weights = {
            "first": first,
            "hidden": draw.standard_normal((second, width)) * np.sqrt(2 / width),
            "hidden_bias": np.zeros(second),
            "out": draw.standard_normal(second) * 0.1,
            "linear": np.zeros(inputs + 1),
        }
        self.weights = {name: found.astype(np.float32) for name, found in self.weights.items()}
        self._mean = {name: np.zeros_like(found) for name, found in self.weights.items()}
        self._square = {name: np.zeros_like(found) for name, found in self.weights.items()}
        self._steps = 0

    def _features(self, states: Array) -> tuple[Array, Array]:
        """Return the one-hot inputs of the upper class and of the links, and the open free boxes with a 1 for all."""
        is_open = (~states[:, 1:2] >> np.arange(self.free)) & 1
        ones = np.ones((len(states), 1))
        return (
            np.stack([states[:, 2], self.classes + states[:, 0]], axis=1),
            np.concatenate([is_open, ones], axis=1).astype(np.float32),
        )

    def forward(self, states: Array) -> tuple[Array, ...]:
        """Return the inputs, both hidden layers and what the net says, in its own scale."""
        w, one_hot = self.weights, self.classes + self.states
        hot, dense = self._features(states)
        first = np.maximum(w["first"][hot].sum(axis=1) + dense @ w["first"][one_hot:], 0)
        second = np.maximum(first @ w["hidden"].T + w["hidden_bias"], 0)
        said = second @ w["out"] + w["linear"][hot].sum(axis=1) + dense @ w["linear"][one_hot:]
        return hot, dense, first, second, said

    def step(self, states: Array, target: Array, rate: float) -> float:
        """Move the weights; return the mean square error in points."""
        w, one_hot = self.weights, self.classes + self.states
        hot, dense, first, second, said = self.forward(states)
        error = said - target
        back = (np.clip(error, -_HUBER, _HUBER) / len(error)).astype(np.float32)
        to_second = np.outer(back, w["out"]) * (second > 0)
        to_first = (to_second @ w["hidden"]) * (first > 0)
        slopes = {
            "first": np.zeros_like(w["first"]),
            "hidden": to_second.T @ first,
            "hidden_bias": to_second.sum(axis=0),
            "out": second.T @ back,
            "linear": np.zeros_like(w["linear"]),
        }
        slopes["first"][one_hot:] = dense.T @ to_first
        slopes["linear"][one_hot:] = dense.T @ back
        _scatter(hot, to_first, back, slopes["first"], slopes["linear"])
        self._adam(slopes, rate)
        return float(np.mean(error**2)) * _SCALE**2

    def _adam(self, slopes: Weights, rate: float) -> None:
        self._steps += 1
        rate *= np.sqrt(1 - 0.999**self._steps) / (1 - 0.9**self._steps)
        for name, slope in slopes.items():
            self._mean[name] += 0.1 * (slope - self._mean[name])
            self._square[name] += 0.001 * (slope**2 - self._square[name])
            self.weights[name] -= np.float32(rate) * self._mean[name] / (np.sqrt(self._square[name]) + 1e-8)

    def net(self, digest: str) -> SheetNet:
        """Return the net as the bot has it: in points, and in half floats where it can be."""
        w, links = self.weights, self.classes + self.states
        first = w["first"].copy()
        first[self.classes : links] += first[
            -1
        ]  # Every state has one state of the links, so that holds what is for all.
        return SheetNet(
            digest,
            first[: self.classes].astype(np.float16),
            first[self.classes : links].astype(np.float16),
            first[links:-1].astype(np.float16),
            w["hidden"],
            w["hidden_bias"],
            w["out"] * np.float32(_SCALE),
            w["linear"] * np.float32(_SCALE),
        )


@njit
def _scatter(hot: Array, to_first: Array, back: Array, first: Array, linear: Array) -> None:
    for n in range(hot.shape[0]):
        for one in hot[n]:
            linear[one] += back[n]
            first[one] += to_first[n]


@click.command()
@click.argument("key")
@click.argument("options", nargs=-1)
@click.option("--folder", type=click.Path(path_type=Path), default=Path("data/mind"), show_default=True)
@click.option("--into", type=click.Path(path_type=Path), default=Path("bot/mind/data"), show_default=True)
@click.option("--games", default=2_500, show_default=True)
@click.option("--rounds", default=140, show_default=True, help="How often every state is seen.")
@click.option("--width", default=64, show_default=True)
@click.option("--second", default=32, show_default=True)
@click.option("--rate", default=3e-3, show_default=True)
@click.option("--seed", default=1, show_default=True)
def main(
    key: str, options: tuple[str, ...], folder: Path, into: Path, games: int, rounds: int, width: int, second: int,
    rate: float, seed: int,
) -> None:  # fmt: skip
    """Fit a net to the table of the sheet KEY under the house rules OPTIONS."""
    sheet = sheet_of(key, options)
    tables, table = tables_of(sheet), np.load(table_in(folder, sheet), mmap_mode="r")
    draw, began = np.random.default_rng(seed), time.process_time()
    states = draw.permutation(states_of(sheet, tables, table, games, seed))
    target = (table[tuple(states.T)] / _SCALE).astype(np.float32)
    kept = len(states) // 20
    click.echo(f"{len(states):,} states, {time.process_time() - began:.0f} s of processors")
    into.mkdir(parents=True, exist_ok=True)
    trainer = Trainer(tables, width, second, seed)
    steps, done = rounds * ((len(states) - kept) // _BATCH), 0
    for turn in range(rounds):
        order, errors = kept + draw.permutation(len(states) - kept), []
        for start in range(0, len(order) - _BATCH + 1, _BATCH):
            some = order[start : start + _BATCH]
            now = rate * 0.5 * (1 + np.cos(np.pi * done / steps)) + 1e-5
            errors.append(trainer.step(states[some], target[some], now))
            done += 1
        said = trainer.forward(states[:kept])[-1]
        unseen = float(np.sqrt(np.mean((said - target[:kept]) ** 2))) * _SCALE
        used = time.process_time() - began
        click.echo(f"round {turn + 1}: {np.mean(errors) ** 0.5:.3f} points wrong, {unseen:.3f} unseen, {used:.0f} s")
        trainer.net(sheet.digest).save(into / f"{key}.npz")


if __name__ == "__main__":
    main()
