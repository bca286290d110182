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
from players import EXACT, GREEDY, PAR, Net
from tables import Array, Tables, tables_of
from trainer import Inputs, Trainer

from bot.games.yum.mind.compiled import CompiledSheet

MIX = ((EXACT, 0.0, 3.0), (EXACT, 0.1, 1.0), (EXACT, 0.5, 1.0), (EXACT, 1.0, 1.0), (GREEDY, 0.1, 1.0), (PAR, 0.1, 1.0))
"""A player, the chance of a turn at random, and the number of games for each thousand asked for."""
_ANYWHERE = 0.15
"""States at random for each one from a game."""
_BATCH = 4_096


def no_net(tables: Tables, width: int = 1) -> Net:
    """Return a net that says 0 everywhere."""
    states, free = len(tables.open_boxes[0]), tables.choices.free
    inputs = len(tables.masks) + states + free + 1
    zeros = [(len(tables.masks), width), (states, width), (free, width), (1, width), (1,), (1,), (inputs,)]
    return Net(*(np.zeros(shape, np.float32) for shape in zeros))


def states_of(sheet: CompiledSheet, tables: Tables, table: Array, games: int, seed: int) -> Array:
    """Return link state, filled free boxes and upper class of many positions before a turn, each once."""
    rules, net, parts = players.rules_of(tables, start_of(sheet)), no_net(tables), []
    for number, (who, anyhow, share) in enumerate(MIX):
        _, _, seen, _ = players.play(
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
        parts.append(seen.reshape(-1, 3))
    draw = np.random.default_rng(seed)
    many = int(_ANYWHERE * sum(map(len, parts)))
    shape = table.shape
    parts.append(np.stack([draw.integers(size, size=many) for size in shape], axis=1))
    return np.unique(np.concatenate(parts), axis=0)


@click.command()
@click.argument("key")
@click.argument("options", nargs=-1)
@click.option("--folder", type=click.Path(path_type=Path), default=Path("data/mind"), show_default=True)
@click.option("--into", type=click.Path(path_type=Path), default=Path("bot/games/yum"), show_default=True)
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
    trainer = Trainer(Inputs.of(tables), width, second, seed)
    target = (table[tuple(states.T)] / trainer.scale).astype(np.float32)
    kept = len(states) // 20
    click.echo(f"{len(states):,} states, {time.process_time() - began:.0f} s of processors")
    into.mkdir(parents=True, exist_ok=True)
    steps, steps_done = rounds * ((len(states) - kept) // _BATCH), 0
    for turn in range(rounds):
        order, errors = kept + draw.permutation(len(states) - kept), []
        for start in range(0, len(order) - _BATCH + 1, _BATCH):
            some = order[start : start + _BATCH]
            now = rate * 0.5 * (1 + np.cos(np.pi * steps_done / steps)) + 1e-5
            errors.append(trainer.step(states[some, None], target[some], now))
            steps_done += 1
        values = trainer.forward(states[:kept, None])[-1]
        unseen = float(np.sqrt(np.mean((values - target[:kept]) ** 2))) * trainer.scale
        used = time.process_time() - began
        click.echo(f"round {turn + 1}: {np.mean(errors) ** 0.5:.3f} points wrong, {unseen:.3f} unseen, {used:.0f} s")
        trainer.net(sheet.digest).save(into / f"{key}.npz")


if __name__ == "__main__":
    main()
