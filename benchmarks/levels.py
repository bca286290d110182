"""How often each level of computers beats the one below, by games through the rules: what does the lobby say?

    python benchmarks/levels.py 5000 [--games 2000] [--folder data/mind] [--level strong]

Two players, of whom each begins half of the games; a tie is half a win. The number of a game is the seed of its dice
and its slips, which are others than those of scripts/mind/strengths.py: that measures or works out what the lobby says.
The bars: each level wins 57 to 75 % against the one below, and what the lobby says lies within three errors.
"""

from __future__ import annotations

import math
import random
import sys
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import click
from children import ROOT

sys.path.insert(0, str(ROOT))
from bot.engine import AnyGame, Level
from bot.engine.dice import FairDice
from bot.games import make
from bot.mind.levels import player_of
from bot.mind.players import Player
from bot.mind.strengths import averages

LEAST, MOST = 0.57, 0.75
_ERRORS = 3


def part_won(game: AnyGame, number: int, mine: Player, other: Player) -> float:
    """Return what ``mine`` wins of the game of this number."""
    seat = number % 2
    dice, chance = FairDice(number.to_bytes(32, "big"), "levels"), random.Random(number)
    players = (other, mine) if seat else (mine, other)
    state: Any = game.new(2)
    while (turn := game.turn(state)) is not None:
        state = game.apply(state, players[turn].choose(state, turn, chance), dice).state
    outcome = game.outcome(state)
    assert outcome is not None
    return (seat in outcome.winners) / len(outcome.winners)


@click.command()
@click.argument("key")
@click.option("--games", default=2_000, show_default=True, help="Of each pair.")
@click.option("--folder", type=click.Path(path_type=Path), default=Path("data/mind"), show_default=True)
@click.option("--level", "only", type=click.Choice([level.value for level in Level][1:]), multiple=True)
def main(key: str, games: int, folder: Path, only: tuple[str, ...]) -> None:
    """Play games of KEY between neighbours; ends with 1 if a bar is missed."""
    game, levels, met = make(key, {}), list(Level), True
    for below, level in pairwise(levels):
        if only and level.value not in only:
            continue
        began = time.process_time()
        mine, other = (player_of(game, one, folder) for one in (level, below))
        won = sum(part_won(game, number, mine, other) for number in range(games)) / games
        error, said = math.sqrt(won * (1 - won) / games), averages(key)[level].beats
        measured = f"{100 * won:.1f} % ± {100 * error:.1f} of {games:,} games"
        good = LEAST <= won <= MOST and (said is None or abs(won - said) <= _ERRORS * error)
        met &= good
        told = "nothing" if said is None else f"{100 * said:.1f} %"
        click.echo(
            f"{level} beats {below} in {measured}; the lobby says {told}: "
            f"{'met' if good else 'NOT MET'} ({time.process_time() - began:.0f} s)"
        )
    sys.exit(not met)


if __name__ == "__main__":
    main()
