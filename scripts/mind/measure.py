"""Plays games by the net of a sheet: ``python scripts/mind/measure.py yum_plus``.

Of one column there is an exact table: it says what the choices of the net cost, in points a game, alone and with the
exact last turns that come with the bot; how far its values are off; and for several sorts of players whether their
points and what their choices cost add up to what is said of the empty sheet. Of several columns it says what the net
scores, and what it says of the empty sheet.
"""

from __future__ import annotations

from pathlib import Path

import click
import columns
import numpy as np
import players
from certify import game_of, sheet_of, start_of, table_in
from numpy.typing import NDArray
from players import EXACT, GREEDY, NET, PAR, RANDOM, Net
from tables import tables_of
from train_columns import in_machine_code

from bot.games.yum.mind.exact import CompiledColumns, NetSheet, compiled_columns
from bot.games.yum.mind.shipped import last_turns_file, shipped_last_turns
from bot.games.yum.rules import Yum
from bot.mind.net import net_of


@click.command()
@click.argument("key")
@click.argument("options", nargs=-1)
@click.option("--folder", type=click.Path(path_type=Path), default=Path("data/mind"), show_default=True)
@click.option("--nets", type=click.Path(path_type=Path), default=None)
@click.option("--games", default=20_000, show_default=True)
@click.option("--seed", default=2, show_default=True)
def main(key: str, options: tuple[str, ...], folder: Path, nets: Path, games: int, seed: int) -> None:
    """Measure the net of the sheet KEY under the house rules OPTIONS."""
    game = game_of(key, options)
    if game.layout.columns > 1:
        of_columns(game, nets, games, seed)
        return
    sheet = sheet_of(key, options)
    trained = net_of(key, sheet.digest, nets)
    if trained is None:
        raise click.ClickException("no net for these rules")
    tables, table = tables_of(sheet), np.load(table_in(folder, sheet), mmap_mode="r")
    last, start = shipped_last_turns(sheet, last_turns_file(sheet)), start_of(sheet)
    parts = (
        trained.upper,
        trained.links,
        trained.free,
        trained.hidden,
        trained.hidden_bias,
        trained.out,
        trained.linear,
    )
    net = Net(*(np.ascontiguousarray(part, dtype=np.float32) for part in parts))
    best, says = float(table[start]), NetSheet(CompiledColumns(sheet, (1,)), trained, last).value_of_turn(game.new(1))
    click.echo(f"{key}: perfect play {best:.4f} points, the bot says {says:.4f}")

    def played(who: int, judge: int, most: int = 0) -> tuple[str, float, float, NDArray[np.int64]]:
        rules = players.rules_of(tables, start, most)
        scores, lost, seen, _ = players.play(
            seed, games, who, 0.0, judge, table, net, rules, tables.choices, tables.dice, sheet.boxes
        )
        error = float((scores + lost).std() / games**0.5)
        words = f"{scores.mean():.2f} points, lost {lost.mean():.3f} (+- {lost.std() / games**0.5:.3f})"
        return words, float(scores.mean() + lost.mean()), error, seen

    most = last.most if last else 0
    for name, known in (("alone", 0), ("and the last turns", most)):
        words, total, error, seen = played(NET, EXACT, known)
        click.echo(f"{games} games by the net {name}, seen by the table: {words}; together {total:.2f} +- {error:.2f}")
    wrong = trained.worth(seen[:, :, None]) - table[tuple(seen.T)].T
    each = ", ".join(f"{one:.2f}" for one in (wrong**2).mean(axis=0) ** 0.5)
    click.echo(f"the net's values before each turn are off by {each} (rms)")
    wrong[:, sheet.boxes - most :] = 0.0
    click.echo(f"all values, exact in the last turns: {(wrong**2).mean() ** 0.5:.3f}, {abs(wrong).max():.2f} at most")
    for name, who in (("greedy", GREEDY), ("par", PAR), ("random", RANDOM), ("perfect", EXACT)):
        words, total, error, _ = played(who, NET, most)
        off = 100 * (total / says - 1)
        click.echo(f"{name}, seen by the net: {words}; together {total:.2f} +- {error:.2f}, {off:+.2f} % off")


def of_columns(game: Yum, nets: Path, games: int, seed: int) -> None:
    """Measure the net of a sheet of several columns."""
    sheet = compiled_columns(game)
    net = net_of(game.key, sheet.digest, nets)
    if net is None:
        raise click.ClickException("no net for these rules")
    empty = ((None,) * sheet.column.boxes,) * len(sheet.times)
    click.echo(f"{game.key}: the net says {float(net.worth(sheet.states_of(empty)[None])[0]):.1f}")
    tables, rules, own = columns.rules_for(sheet)
    known = (in_machine_code(net, len(sheet.times)), rules, own, tables.dice, sheet.column.boxes * len(sheet.times))
    for name, who in (("by the net", columns.BY_NET), ("for the most points now", columns.GREEDILY)):
        scores = columns.play(seed, games, who, 0.0, *known)[0]
        click.echo(f"{games} games {name}: {scores.mean():.2f} points (+- {scores.std() / games**0.5:.2f})")


if __name__ == "__main__":
    main()
