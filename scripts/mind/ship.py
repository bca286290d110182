"""Write what comes with the bot of standard sheets: values (bot/games/yum/mind/shipped.py), or the pars of estimates.

python scripts/mind/ship.py                  two minutes for all of them; values in FOLDER are not worked out again
python scripts/mind/ship.py thursday_yum     those of one sheet; beside a net, those of the last turns
"""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import click
import numpy as np

from bot.games import CATALOGUE, make
from bot.games.yum.mind import shipped
from bot.games.yum.mind.compiled import CompiledSheet, compiled
from bot.games.yum.mind.exact import MOST_STATES, LastTurns, values_of
from bot.games.yum.rules import Yum
from bot.mind.evaluator import NoEvaluator
from bot.mind.levels import evaluator_of
from bot.mind.net import net_of

LAST_STATES = 70_000
"""Of a sheet with a net, as many last turns are shipped as have no more states."""


def exact_sheets() -> dict[Path, CompiledSheet]:
    """Return the sheets that are worked out exactly by their own rules, by the file of their values."""
    return {shipped.shipped_file(sheet): sheet for sheet in _sheets() if _is_small(sheet)}


def sheets_with_nets() -> dict[Path, CompiledSheet]:
    """Return the sheets of one column that have a net, by the file of the values of their last turns."""
    with_nets = (sheet for sheet in _sheets() if not _is_small(sheet) and net_of(sheet.game.key, sheet.digest))
    return {shipped.last_turns_file(sheet): sheet for sheet in with_nets}


def _sheets() -> Iterator[CompiledSheet]:
    for key in CATALOGUE:
        game = make(key, {})
        with suppress(NoEvaluator):
            if isinstance(game, Yum):
                yield compiled(game)


def _is_small(sheet: CompiledSheet) -> bool:
    return sheet.least_states <= MOST_STATES and sheet.states <= MOST_STATES


def last_turns(sheet: CompiledSheet) -> int:
    """Return the number of open boxes up to which the values of a sheet with a net are shipped."""
    links, free, upper = map(np.bincount, sheet.open_boxes)
    states = np.convolve(np.convolve(links, free), upper).cumsum()
    return int(np.searchsorted(states, LAST_STATES, side="right")) - 1


@click.command(help=__doc__)
@click.option("--folder", type=click.Path(path_type=Path), default=Path("data/mind"), show_default=True)
@click.argument("keys", nargs=-1)
def main(folder: Path, keys: tuple[str, ...]) -> None:
    """Write them, those of ``keys`` if there are any, and remove what no sheet needs any more."""
    sheets, with_nets = exact_sheets(), sheets_with_nets()
    for stale in set(Path(shipped.__file__).parent.glob("*.npz")).difference(sheets, with_nets):
        stale.unlink()
    for file, sheet in (sheets | with_nets).items():
        if keys and sheet.game.key not in keys:
            continue
        if file in with_nets:
            shipped.write_last_turns(LastTurns(sheet, last_turns(sheet)), file)
        else:
            shipped.write(sheet, values_of(sheet, folder), file)
        click.echo(f"{sheet.game.key}: {file.stat().st_size} bytes")
    write_pars(keys, {sheet.game.key for sheet in sheets.values()})


def write_pars(keys: tuple[str, ...], exact: set[str]) -> None:
    """Write the pars of sheets without values and nets, all but the ``exact``: evaluators keep what was missing."""
    folder = Path(shipped.__file__).parent.parent
    if not keys:
        for stale in folder.glob("pars-*.npy"):
            stale.unlink()
    for key in sorted(keys or CATALOGUE):
        game = make(key, {})
        if isinstance(game, Yum) and key not in exact:
            evaluator_of(game, folder)


if __name__ == "__main__":
    main()
