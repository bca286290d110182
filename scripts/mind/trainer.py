"""Fits the weights of a net to what positions are worth."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from tables import Array, Tables

from bot.mind.net import SheetNet

_HUBER = 0.3

Weights = dict[str, Array]


class Inputs(NamedTuple):
    """The number of inputs of a column."""

    masks: Array
    """The filled upper boxes of each class: those of the same boxes begin alike."""
    states: int
    free: int

    @classmethod
    def of(cls, tables: Tables) -> Inputs:
        """Return those of a sheet."""
        return cls(tables.masks, len(tables.open_boxes[0]), tables.choices.free)


class Trainer:
    """Adam over the weights of one net. Positions have three axes: position, column, and its three numbers."""

    def __init__(
        self, inputs: Inputs, width: int, second: int, seed: int, columns: int = 1, scale: float = 100.0
    ) -> None:
        """Begin with weights at random; ``scale`` is how many points are 1 to the net."""
        draw = np.random.default_rng(seed)
        self.scale = scale
        self.columns, self.free, self.states = columns, inputs.free, inputs.states
        self.classes = len(inputs.masks)
        self._one_hot = columns * (self.classes + self.states)
        rows = self._one_hot + columns * self.free + 1
        spread = 0.15 / columns**0.5
        first = draw.standard_normal((rows, width)) * spread
        by_mask = draw.standard_normal((columns, inputs.masks.max() + 1, width)) * spread
        first[: columns * self.classes] = by_mask[:, inputs.masks].reshape(-1, width)
        self.weights: Weights = {
            "first": first,
            "hidden": draw.standard_normal((second, width)) * np.sqrt(2 / width),
            "hidden_bias": np.zeros(second),
            "out": draw.standard_normal(second) * 0.1,
            "linear": np.zeros(rows),
        }
        self.weights = {name: weights.astype(np.float32) for name, weights in self.weights.items()}
        self._mean = {name: np.zeros_like(weights) for name, weights in self.weights.items()}
        self._square = {name: np.zeros_like(weights) for name, weights in self.weights.items()}
        self._steps = 0

    def begin_with(self, linear: Array) -> None:
        """Say at first what straight sums of inputs say, in points, and next to nothing else."""
        self.weights["linear"][:] = linear / self.scale
        self.weights["out"] *= np.float32(0.02)

    def go_on_from(self, net: SheetNet) -> None:
        """Take the weights of a net of the same sheet and shape."""
        rows = [part.astype(np.float32) for part in (net.upper, net.links, net.free)]
        scale = np.float32(self.scale)
        self.weights = {
            "first": np.concatenate([*rows, np.zeros((1, net.hidden.shape[1]), np.float32)]),
            "hidden": net.hidden.copy(),
            "hidden_bias": net.hidden_bias.copy(),
            "out": net.out / scale,
            "linear": net.linear / scale,
        }

    def _features(self, states: Array) -> tuple[Array, Array]:
        """Return the one-hot inputs of the upper classes and of the links, and the open free boxes with a 1 for all."""
        many, number = len(states), np.arange(self.columns)
        is_open = (~states[:, :, 1, None] >> np.arange(self.free)) & 1
        hot = [states[:, :, 2] + self.classes * number, self.columns * self.classes + states[:, :, 0]]
        hot[1] = hot[1] + self.states * number
        return (
            np.concatenate(hot, axis=1),
            np.concatenate([is_open.reshape(many, -1), np.ones((many, 1))], axis=1).astype(np.float32),
        )

    def forward(self, states: Array) -> tuple[Array, ...]:
        """Return the inputs, both hidden layers and what the net says, in its own scale."""
        w, one_hot = self.weights, self._one_hot
        hot, dense = self._features(states)
        first = dense @ w["first"][one_hot:]
        for place in range(hot.shape[1]):
            first += w["first"][hot[:, place]]
        np.maximum(first, 0, out=first)
        second = np.maximum(first @ w["hidden"].T + w["hidden_bias"], 0)
        values = second @ w["out"] + w["linear"][hot].sum(axis=1) + dense @ w["linear"][one_hot:]
        return hot, dense, first, second, values

    def step(self, states: Array, target: Array, rate: float) -> float:
        """Move the weights; return the mean square error in points."""
        w, one_hot = self.weights, self._one_hot
        hot, dense, first, second, values = self.forward(states)
        error = values - target
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
        return float(np.mean(error**2)) * self.scale**2

    def _adam(self, slopes: Weights, rate: float) -> None:
        self._steps += 1
        rate *= np.sqrt(1 - 0.999**self._steps) / (1 - 0.9**self._steps)
        for name, slope in slopes.items():
            _move(
                self.weights[name].reshape(-1),
                self._mean[name].reshape(-1),
                self._square[name].reshape(-1),
                slope.reshape(-1),
                np.float32(rate),
            )

    def net(self, digest: str) -> SheetNet:
        """Return the net as the bot has it: in points, and in half floats where it can be."""
        w, links = self.weights, self.columns * self.classes
        first = w["first"].copy()
        # Every column has one state of the links, so those of the first one hold what is for all.
        first[links : links + self.states] += first[-1]
        return SheetNet(
            digest,
            first[:links].astype(np.float16),
            first[links : self._one_hot].astype(np.float16),
            first[self._one_hot : -1].astype(np.float16),
            w["hidden"],
            w["hidden_bias"],
            w["out"] * np.float32(self.scale),
            w["linear"] * np.float32(self.scale),
        )


@njit
def _scatter(hot: Array, to_first: Array, back: Array, first: Array, linear: Array) -> None:
    for n in range(hot.shape[0]):
        for row in hot[n]:
            linear[row] += back[n]
            for j in range(to_first.shape[1]):
                first[row, j] += to_first[n, j]


@njit(fastmath=True)
def _move(weights: Array, mean: Array, square: Array, slope: Array, rate: float) -> None:
    for n in range(weights.shape[0]):
        mean[n] += np.float32(0.1) * (slope[n] - mean[n])
        square[n] += np.float32(0.001) * (slope[n] * slope[n] - square[n])
        weights[n] -= rate * mean[n] / (np.sqrt(square[n]) + np.float32(1e-8))
