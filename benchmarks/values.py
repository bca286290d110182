"""What it takes to ask a sheet with a table what a decision is worth, beside another version of the code.

    python benchmarks/values.py [--beside DIR] [--sheet yum_classic] [--folder data/mind] [--first]

Games at random: every decision is asked in its order, so a turn is worked out at its first one and remembered for the
others. The layers of a table that do not come with the bot are worked out before, as they are by and by in a process
that is asked for millions; with ``--first`` they are worked out when a decision asks for them. Slices of both versions
take turns in processes of their own; ratios of neighbours vary little. The bar is 60 us of processor time a decision.
"""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path

import click
from children import ROOT

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # As in the process that thinks.
BAR_US = 60
_GAMES = 20
_SLICE = "--slice"


def microseconds(sheet: str, folder: Path, first: bool) -> float:
    """Return the processor time of a decision in a slice of games, the first of which is not measured."""
    from bot.games import make  # noqa: PLC0415
    from bot.mind.levels import evaluator_of  # noqa: PLC0415
    from tests.mind.playing import at_random, positions  # noqa: PLC0415 - of the version that is measured.

    game, chance = make(sheet, {}), random.Random(1)
    evaluator, used, asked = evaluator_of(game, folder), 0.0, 0
    if not first:
        _ = getattr(evaluator, "values", None)
    for number in range(_GAMES + 1):
        seed = chance.getrandbits(32)
        states = [state for state in positions(game, seed, at_random(seed)) if len(game.legal_actions(state)) > 1]
        began = time.process_time()
        for state in states:
            evaluator.advise(state)
        if number:
            used, asked = used + time.process_time() - began, asked + len(states)
    return 1e6 * used / asked


def sliced(root: Path, sheet: str, folder: Path, first: bool) -> float:
    """Return what a process with the code in ``root`` measures."""
    how = ["--first"] if first else []
    command = [sys.executable, __file__, _SLICE, "--sheet", sheet, "--folder", str(folder.resolve()), *how]
    return float(subprocess.check_output(command, env={**os.environ, "PYTHONPATH": str(root)}, cwd=root, text=True))


@click.command()
@click.option("--beside", type=click.Path(path_type=Path, exists=True), help="The source code of another version.")
@click.option("--sheet", default="yum_classic", show_default=True)
@click.option("--folder", type=click.Path(path_type=Path), default=Path("data/mind"), show_default=True)
@click.option("--rounds", default=7, show_default=True)
@click.option("--first", is_flag=True, help="Work layers out when a decision asks for them.")
@click.option(_SLICE, "one", is_flag=True, hidden=True)
def main(beside: Path | None, sheet: str, folder: Path, rounds: int, first: bool, one: bool) -> None:
    """Measure; ends with 1 if the bar is missed."""
    if one:
        click.echo(microseconds(sheet, folder, first))
        return
    ours, ratios = list[float](), list[float]()
    for _ in range(rounds):
        ours.append(sliced(ROOT, sheet, folder, first))
        if beside is not None:
            ratios.append(ours[-1] / sliced(beside, sheet, folder, first))
    now = statistics.median(ours)
    click.echo(f"{sheet}: {now:.0f} us a decision (bar {BAR_US}): {'met' if now <= BAR_US else 'MISSED'}")
    if ratios:
        click.echo(f"{statistics.median(ratios):.2f} times as long as there ({min(ratios):.2f} to {max(ratios):.2f})")
    sys.exit(now > BAR_US)


if __name__ == "__main__":
    main()
