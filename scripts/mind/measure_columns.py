"""Plays games by the net of a sheet of several columns: ``python scripts/mind/measure_columns.py triple_yum``."""

from __future__ import annotations

from pathlib import Path

import click
from certify import game_of
from columns import BY_NET, GREEDILY, play, rules_for
from train_columns import in_machine_code

from bot.mind.sheets.columns import compiled_columns
from bot.mind.sheets.net import NETS, net_of


@click.command()
@click.argument("key")
@click.argument("options", nargs=-1)
@click.option("--nets", type=click.Path(path_type=Path), default=NETS)
@click.option("--games", default=20_000, show_default=True)
@click.option("--seed", default=2, show_default=True)
def main(key: str, options: tuple[str, ...], nets: Path, games: int, seed: int) -> None:
    """Say what the net of the sheet KEY scores, and what it says of the empty sheet."""
    sheet = compiled_columns(game_of(key, options))
    net = net_of(key, sheet.digest, nets)
    if net is None:
        raise click.ClickException("no net for these rules")
    empty = ((None,) * sheet.column.boxes,) * len(sheet.times)
    click.echo(f"{key}: the net says {float(net.worth(sheet.states_of(empty)[None])[0]):.1f}")
    tables, rules, own = rules_for(sheet)
    boxes = sheet.column.boxes * len(sheet.times)
    for name, who in (("by the net", BY_NET), ("for the most points now", GREEDILY)):
        scores = play(seed, games, who, 0.0, in_machine_code(net, len(sheet.times)), rules, own, tables.dice, boxes)[0]
        click.echo(f"{games} games {name}: {scores.mean():.2f} points (+- {scores.std() / games**0.5:.2f})")


if __name__ == "__main__":
    main()
