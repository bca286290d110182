"""Works out every state of a sheet, and says what perfect play is worth: ``python scripts/mind/certify.py yum_plus``.

The table stays in the folder, for :mod:`train` and :mod:`measure`: 2.1 GB for Yum Plus, 120 MB for Maxi Yum.
"""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from pathlib import Path

import click
import exact
import numba
import numpy as np

from bot.games import make
from bot.games.yum.mind.compiled import CompiledSheet, compiled
from bot.games.yum.rules import Yum


def game_of(key: str, options: tuple[str, ...] = ()) -> Yum:
    """Return the game of a sheet; each option is ``rule=value``."""
    chosen = [option.split("=", 1) for option in options]
    game = make(key, {rule: int(value) if value.isdigit() else value for rule, value in chosen})
    if not isinstance(game, Yum):
        raise click.BadParameter(f"{key} has no sheet")
    return game


def sheet_of(key: str, options: tuple[str, ...] = ()) -> CompiledSheet:
    """Return the automaton of a sheet of one column."""
    return compiled(game_of(key, options))


def table_in(folder: Path, sheet: CompiledSheet) -> Path:
    """Return where the values of ``sheet`` lie."""
    return folder / f"{sheet.game.key}-{sheet.digest[:16]}.npy"


def start_of(sheet: CompiledSheet) -> tuple[int, int, int]:
    """Return the numbers of the empty sheet, with the tokens that a seat begins with."""
    return sheet.state_of((None,) * sheet.boxes, sheet.game.throwing.tokens)


@click.command()
@click.argument("key")
@click.argument("options", nargs=-1)
@click.option("--folder", type=click.Path(path_type=Path), default=Path("data/mind"), show_default=True)
@click.option("--threads", default=2, show_default=True)
def main(key: str, options: tuple[str, ...], folder: Path, threads: int) -> None:
    """Work out the sheet KEY under the house rules OPTIONS; go on where an earlier run ended."""
    numba.set_num_threads(threads)
    sheet = sheet_of(key, options)
    folder.mkdir(parents=True, exist_ok=True)
    log = table_in(folder, sheet).with_suffix(".log")

    def say(line: str) -> None:
        click.echo(line)
        with log.open("a", encoding="utf-8") as out:
            out.write(line + "\n")

    say(f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC: {key} {' '.join(options)}".rstrip())
    say(f"rules: {sheet.digest}")
    say(f"Python {platform.python_version()}, numpy {np.__version__}, numba {numba.__version__}, {threads} threads")
    say(f"{len(sheet.link_states)} x {1 << len(sheet.free_places)} x {sheet.upper.count} = {sheet.states:,} states")
    values = exact.solve(sheet, table_in(folder, sheet), say)
    used = os.times()
    say(f"the whole table: {values.nbytes:,} bytes; this run used {used.user + used.system:.0f} s of processors")
    say(f"perfect play from the empty sheet: {values[start_of(sheet)]:.4f} points")


if __name__ == "__main__":
    main()
