"""Write what comes with the bot of standard sheets: exact values (bot/games/yum/mind/shipped.py), else pars.

python scripts/mind/ship.py                  a minute for all of them; values in FOLDER are not worked out again
python scripts/mind/ship.py thursday_yum     those of one sheet
"""

from pathlib import Path

import click

from bot.games import CATALOGUE, make
from bot.games.yum.mind import shipped
from bot.games.yum.mind.compiled import CompiledSheet, compiled
from bot.games.yum.mind.estimate import pars_kept
from bot.games.yum.mind.exact import MOST_STATES, values_of
from bot.games.yum.rules import Yum
from bot.mind.evaluator import NoEvaluator


def exact_sheets() -> dict[Path, CompiledSheet]:
    """Return the sheets that are worked out exactly by their own rules, by the file of their values."""
    found = {}
    for key in CATALOGUE:
        game = make(key, {})
        try:
            sheet = compiled(game) if isinstance(game, Yum) else None
        except NoEvaluator:
            continue
        if sheet and sheet.least_states <= MOST_STATES and sheet.states <= MOST_STATES:
            found[shipped.shipped_file(sheet)] = sheet
    return found


@click.command(help=__doc__)
@click.option("--folder", type=click.Path(path_type=Path), default=Path("data/mind"), show_default=True)
@click.argument("keys", nargs=-1)
def main(folder: Path, keys: tuple[str, ...]) -> None:
    """Write them, those of ``keys`` if there are any, and remove what no sheet needs any more."""
    sheets = exact_sheets()
    for stale in set(Path(shipped.__file__).parent.glob("sheet-*.npz")).difference(sheets):
        stale.unlink()
    for file, sheet in sheets.items():
        if keys and sheet.game.key not in keys:
            continue
        shipped.write(sheet, values_of(sheet, folder), file)
        click.echo(f"{sheet.game.key}: {file.stat().st_size} bytes")
    write_pars(keys, {sheet.game.key for sheet in sheets.values()})


def write_pars(keys: tuple[str, ...], exact: set[str]) -> None:
    """Write the pars of all sheets but the ``exact``: of those with nets, levels below the champion play by them."""
    folder = Path(shipped.__file__).parent.parent
    if not keys:
        for stale in folder.glob("pars-*.npy"):
            stale.unlink()
    for key in sorted(keys or CATALOGUE):
        game = make(key, {})
        if isinstance(game, Yum) and key not in exact:
            pars_kept(game, folder)


if __name__ == "__main__":
    main()
