"""Trains a net for a sheet of several columns by its own games: ``python scripts/mind/train_columns.py triple_yum``.

Nobody knows what such positions are worth. So the net learns what a turn is worth by what it says of the positions
after it, over all throws; the last turns are exact, and what they are worth moves to the front round by round. The
positions are those of games by the net, with and without turns at random, of games by players whom reviews will see,
and such as no player reaches.
"""

from __future__ import annotations

import time
from itertools import pairwise
from pathlib import Path

import click
import numpy as np
import simple_players as simple
from certify import game_of
from columns import BY_NET, ColumnRules, ColumnsNet, a_turn_ahead, play, rules_for
from players import Rules
from tables import Array, Dice
from trainer import Inputs, Trainer

from bot.games.yum.mind.estimate import Pars, no_pars, pars_kept
from bot.games.yum.mind.exact import CompiledColumns, LookUp, compiled_columns, solve
from bot.mind.net import SheetNet, net_of

MIX = ((0.0, 1.0), (0.1, 0.35), (0.5, 0.2), (1.0, 0.15))
"""How many turns the net plays at random, and how many games for each one asked for."""
SLIPS = 0.15
OTHERS = ((True, 0.0), (True, SLIPS), (False, 0.0), (False, SLIPS), (False, simple.ANYHOW))
"""Whether somebody plays by pars or for the most points now, and how often anything else."""
_MIXED = 0.3
"""Positions made of parts of others, for each one of a game."""
_BATCH = 2_048
_SCALE = 600.0
_LEAST_RATE = 1e-5


Known = tuple[ColumnsNet, Rules, ColumnRules, Dice]
"""What :mod:`columns` needs to know of a sheet and its net."""


def in_machine_code(net: SheetNet, columns: int) -> ColumnsNet:
    """Return the net as :mod:`columns` reads it."""
    rows = [
        np.ascontiguousarray(part, dtype=np.float32).reshape(columns, -1, part.shape[1])
        for part in (net.upper, net.links, net.free)
    ]
    ends = np.cumsum([0, *(row.shape[0] * row.shape[1] for row in rows)])
    linear = [
        np.ascontiguousarray(net.linear[start:end], dtype=np.float32).reshape(columns, -1)
        for start, end in pairwise(ends)
    ]
    rest = (np.ascontiguousarray(part, dtype=np.float32) for part in (net.hidden, net.hidden_bias, net.out))
    return ColumnsNet(*rows, *rest, *linear, np.array(net.linear[-1:], dtype=np.float32))


class School:
    """A net, and the games from which it learns."""

    def __init__(self, sheet: CompiledColumns, width: int, second: int, seed: int) -> None:
        tables, rules, own = rules_for(sheet)
        self.sheet, self._rules = sheet, (rules, own, tables.dice)
        self.boxes = sheet.column.boxes * len(sheet.times)
        self.trainer = Trainer(Inputs.of(tables), width, second, seed, len(sheet.times), _SCALE)
        self._draw = np.random.default_rng(seed)
        self._watched: list[Array] = []
        self._share = 0.0

    def watch(self, pars: Pars, games: int, seed: int, share: float) -> None:
        """Have :data:`OTHERS` play so many games each.

        From then on lessons have those of ``share`` games of each of them, for each game by the net.
        """
        self._share = share
        boxes, turning, dice = simple.boxes_of(self.sheet)
        for nth, (by_pars, slips) in enumerate(OTHERS):
            prices = simple.prices_of(self.sheet, pars if by_pars else no_pars(self.sheet.game))
            self._watched.append(simple.play(seed * len(OTHERS) + nth, games, slips, boxes, prices, turning, dice)[1])

    def begin_with(self, one_column: LookUp) -> None:
        """Begin with what the boxes of an empty column are worth by themselves, as ``one_column`` knows it."""
        column = self.sheet.column
        link, free, upper = column.state_of((None,) * column.boxes)
        start = one_column(link, np.array([free]), np.array([upper]))[0]
        links = [
            one_column(state, np.array([free]), np.array([upper]))[0] - start
            for state in range(len(column.link_states))
        ]
        filled = free | 1 << np.arange(len(column.free_places))
        boxes = start - one_column(link, filled, np.full_like(filled, upper))
        uppers = np.arange(column.upper.count)
        classes = one_column(link, np.full_like(uppers, free), uppers) - boxes.sum()
        parts = [np.outer(self.sheet.times, part).ravel() for part in (classes, links, boxes)]
        self.trainer.begin_with(np.concatenate([*parts, [0.0]]))

    def net(self) -> SheetNet:
        """Return the net as it is now."""
        return self.trainer.net(self.sheet.digest)

    def known(self) -> Known:
        """Return the net and the sheet for machine code."""
        return (in_machine_code(self.net(), len(self.sheet.times)), *self._rules)

    def start(self) -> float:
        """Return what the net says of the empty sheet."""
        empty = ((None,) * self.sheet.column.boxes,) * len(self.sheet.times)
        return float(self.net().worth(self.sheet.states_of(empty)[None])[0])

    def lesson(self, number: int, games: int) -> tuple[Array, Array, float]:
        """Return positions, what they are worth by the net a turn ahead, and the mean of the games by the net."""
        now = self.known()
        parts: list[tuple[Array, Array]] = []
        points = 0.0
        for nth, (anyhow, share) in enumerate(MIX):
            many = max(1, round(games * share))
            seed = number * len(MIX) + nth
            scores, seen, worths, _ = play(seed, many, BY_NET, anyhow, *now, self.boxes)
            points = points or scores.mean()
            parts.append((seen.reshape(-1, *seen.shape[2:]), worths.ravel()))
        for seen in self._watched:
            some = seen[self._draw.integers(len(seen), size=max(1, round(games * self._share)))]
            flat = some.reshape(-1, *some.shape[2:])
            parts.append((flat, a_turn_ahead(flat, *now)))
        mixed = self._mixed(np.concatenate([states for states, _ in parts]))
        parts.append((mixed, a_turn_ahead(mixed, *now)))
        return np.concatenate([states for states, _ in parts]), np.concatenate([worth for _, worth in parts]), points

    def _mixed(self, states: Array) -> Array:
        """Return positions of which one number of one column is that of another position."""
        many = int(len(states) * _MIXED)
        mixed = states[self._draw.integers(len(states), size=many)].copy()
        others = states[self._draw.integers(len(states), size=many)]
        at = np.arange(many), self._draw.integers(mixed.shape[1], size=many), self._draw.integers(3, size=many)
        mixed[at] = others[at]
        return mixed

    def learn(self, states: Array, worth: Array, rate: float) -> float:
        """Go through all positions once; return the error in points."""
        order = self._draw.permutation(len(states))
        target = (worth / _SCALE).astype(np.float32)
        errors = [
            self.trainer.step(states[some], target[some], rate)
            for some in np.array_split(order, max(1, len(order) // _BATCH))
        ]
        return float(np.mean(errors) ** 0.5)


def one_column(sheet: CompiledColumns) -> LookUp:
    """Return what a column alone is worth: by a net that comes with the bot, or worked out."""
    net = net_of(sheet.game.key.removeprefix("triple_"), sheet.column.digest)
    if net is not None:
        return net
    values = solve(sheet.column)
    return lambda number, free, classes: values[number, free, classes]


@click.command()
@click.argument("key")
@click.argument("options", nargs=-1)
@click.option("--into", type=click.Path(path_type=Path), default=Path("bot/games/yum"), show_default=True)
@click.option("--folder", type=click.Path(path_type=Path), default=Path("data/mind"), show_default=True)
@click.option("--watched", default=300, show_default=True, help="Games of each other sort of player.")
@click.option("--share", default=0.15, show_default=True, help="Games of each of these for each one by the net.")
@click.option("--rounds", default=2_000, show_default=True)
@click.option("--games", default=60, show_default=True, help="By the net, each round.")
@click.option("--passes", default=2, show_default=True, help="How often each position is seen.")
@click.option("--width", default=64, show_default=True)
@click.option("--second", default=32, show_default=True)
@click.option("--rate", default=2e-3, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--go-on", is_flag=True, help="From the net that lies there already.")
def main(
    key: str, options: tuple[str, ...], into: Path, folder: Path, watched: int, share: float, rounds: int, games: int,
    passes: int, width: int, second: int, rate: float, seed: int, go_on: bool,
) -> None:  # fmt: skip
    """Train a net for the sheet KEY under the house rules OPTIONS."""
    school = School(compiled_columns(game_of(key, options)), width, second, seed)
    earlier = net_of(key, school.sheet.digest, into) if go_on else None
    if earlier is None:
        school.begin_with(one_column(school.sheet))
    else:
        school.trainer.go_on_from(earlier)
    school.watch(pars_kept(school.sheet.game, folder), watched, seed, share)
    into.mkdir(parents=True, exist_ok=True)
    began = time.process_time()
    recent: list[float] = []
    for number in range(rounds):
        states, worth, points = school.lesson(number, games)
        now = rate * 0.5 * (1 + np.cos(np.pi * number / rounds)) + _LEAST_RATE
        error = [school.learn(states, worth, now) for _ in range(passes)][-1]
        recent = [*recent[-19:], points]
        if number % 20 == 19:
            used = time.process_time() - began
            click.echo(
                f"round {number + 1}: {error:.2f} points wrong; by the net {np.mean(recent):.1f}; "
                f"it says {school.start():.1f}; {len(states)} positions, {used:.0f} s"
            )
            school.net().save(into / f"{key}.npz")
    school.net().save(into / f"{key}.npz")


if __name__ == "__main__":
    main()
