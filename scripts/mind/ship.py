"""Write what comes with the bot of standard sheets: values (bot/games/yum/mind/shipped.py), or the pars of estimates.

python scripts/mind/ship.py                  some minutes for all of them; values in FOLDER are not worked out again
python scripts/mind/ship.py thursday_yum     those of one sheet; beside a net, those of the last turns
"""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import click

from bot.games import CATALOGUE, make
from bot.games.yum.mind import shipped, spread
from bot.games.yum.mind.compiled import CompiledSheet, compiled
from bot.games.yum.mind.exact import MOST_STATES, LastTurns, values_of
from bot.games.yum.rules import Yum
from bot.mind.evaluator import NoEvaluator
from bot.mind.levels import evaluator_of
from bot.mind.net import net_of

STRAYS = ("yum_classic",)
"""Sheets of which it is shipped how far points stray (bot/games/yum/mind/spread.py): a quarter of a megabyte each."""
LAST = 4
"""Beside a net, the values of all states with at most so many open boxes are shipped."""


def standard_sheets() -> Iterator[CompiledSheet]:
    """Yield the sheets of one column, by their own rules."""
    for key in CATALOGUE:
        game = make(key, {})
        with suppress(NoEvaluator):
            if isinstance(game, Yum):
                yield compiled(game)


def file_of(sheet: CompiledSheet) -> Path | None:
    """Return the file of what is shipped of a sheet: all values, or those of its last turns if it has a net."""
    if sheet.least_states <= MOST_STATES and sheet.states <= MOST_STATES:
        return shipped.shipped_file(sheet)
    return shipped.last_turns_file(sheet) if net_of(sheet.game.key, sheet.digest) else None


@click.command(help=__doc__)
@click.option("--folder", type=click.Path(path_type=Path), default=Path("data/mind"), show_default=True)
@click.argument("keys", nargs=-1)
def main(folder: Path, keys: tuple[str, ...]) -> None:
    """Write them, those of ``keys`` if there are any, and remove what no sheet needs any more."""
    sheets = {file: sheet for sheet in standard_sheets() if (file := file_of(sheet))}
    there = Path(shipped.__file__).parent
    for stale in {*there.glob("sheet-*.npz"), *there.glob("last-*.npz")}.difference(sheets):
        stale.unlink()
    for file, sheet in sheets.items():
        if keys and sheet.game.key not in keys:
            continue
        if file == shipped.shipped_file(sheet):
            shipped.write(sheet, values := values_of(sheet, folder), file)
            if sheet.game.key in STRAYS:
                spread.write(sheet, values, spread.spread_file(sheet))
        else:
            shipped.write_last_turns(LastTurns(sheet, LAST), file)
        click.echo(f"{sheet.game.key}: {file.stat().st_size} bytes")
    write_pars(keys, {sheet.game.key for sheet in sheets.values()})


def write_pars(keys: tuple[str, ...], known: set[str]) -> None:
    """Write the pars of sheets but the ``known`` ones, which have values: evaluators keep what was missing."""
    folder = Path(shipped.__file__).parent.parent
    if not keys:
        for stale in folder.glob("pars-*.npy"):
            stale.unlink()
    for key in sorted(keys or CATALOGUE):
        game = make(key, {})
        if isinstance(game, Yum) and key not in known:
            evaluator_of(game, folder)


if __name__ == "__main__":
    main()
