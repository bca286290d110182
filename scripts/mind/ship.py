"""Write the values of standard sheets that come with the bot, and how far points stray from them.

python scripts/mind/ship.py                  ten minutes for all of them; values in FOLDER are not worked out again
python scripts/mind/ship.py thursday_yum     those of one sheet

bot/games/yum/mind reads both: shipped.py and spread.py.
"""

from pathlib import Path

import click

from bot.games import CATALOGUE, make
from bot.games.yum.mind import shipped, spread
from bot.games.yum.mind.compiled import CompiledSheet, compiled
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
    needed, folder_of_files = {*sheets, *map(spread.spread_file, sheets.values())}, Path(shipped.__file__).parent
    for stale in {*folder_of_files.glob("sheet-*.npz"), *folder_of_files.glob("spread-*.npz")} - needed:
        stale.unlink()
    for file, sheet in sheets.items():
        if keys and sheet.game.key not in keys:
            continue
        values, strays = values_of(sheet, folder), spread.spread_file(sheet)
        shipped.write(sheet, values, file)
        spread.write(sheet, values, strays)
        click.echo(f"{sheet.game.key}: {file.stat().st_size} and {strays.stat().st_size} bytes")


if __name__ == "__main__":
    main()
