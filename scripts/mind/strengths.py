"""How strong computer players are: ``python scripts/mind/strengths.py play``, then ``… table``.

On a score sheet everybody plays for themselves, so the average of games alone says it. In the other games the champion
plays against each other way, and wins count; each begins half of the games, and a tie is half a win. Every game goes
through its rules. Its number is the seed of its dice and of its slips, so a longer run only adds games.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import click
from filelock import FileLock

from bot.engine import AnyGame
from bot.engine.dice import FairDice
from bot.engine.race import Race
from bot.games import CATALOGUE, make
from bot.games.yum.rules import Yum
from bot.mind.ambition import evaluator as ambition
from bot.mind.catalogue import evaluator_of
from bot.mind.evaluator import Strength
from bot.mind.players.levels import Level, greedy, par, player_of
from bot.mind.players.player import Anyhow, Player, Thoughtful

RESULTS = Path("docs/certified/strengths.json")
PAGE = Path("docs/mind.md")
BEGIN, END = "<!-- strengths -->", "<!-- end of strengths -->"
WAYS = ("random", "beginner", "greedy", "par", "best")
ENOUGH = 0.01
"""The standard error that is small enough: of a win, or of the average points."""
MOST_GAMES = 10_000
_FEW = 30
"""Games before anybody trusts the error."""
_CHUNK = 10


@dataclass
class Tally:
    """What games of one way brought: points alone, or wins of the champion."""

    games: int = 0
    total: float = 0.0
    squares: float = 0.0
    exact: float | None = None
    """What all games bring on average, where that is known."""

    def add(self, result: float) -> None:
        """Count one more game."""
        self.games += 1
        self.total += result
        self.squares += result * result

    @property
    def mean(self) -> float:
        """The average of a game."""
        return self.total / self.games

    def error(self, wins: bool) -> float:
        """The standard error: of the wins, or of the points as a part of them."""
        if wins:  # As if there were one win and one loss more: who always wins is not known to win for ever.
            share = (self.total + 1) / (self.games + 2)
            return math.sqrt(share * (1 - share) / self.games)
        spread = max(0.0, self.squares / self.games - self.mean**2)
        return math.sqrt(spread / self.games) / abs(self.mean)

    def enough(self, wins: bool) -> bool:
        """Whether no more games are needed."""
        return self.exact is not None or self.games >= MOST_GAMES or (self.games >= _FEW and self.error(wins) < ENOUGH)


@cache
def someone(key: str, way: str, folder: Path) -> Player:
    """Return who plays that way."""
    game = make(key, {})
    players: dict[str, Callable[[], Player]] = {
        "random": lambda: Anyhow(game),
        "beginner": lambda: player_of(game, Level.BEGINNER, folder),
        "greedy": lambda: Thoughtful(game, greedy(game)),
        "par": lambda: Thoughtful(game, par(game, folder)),
        "best": lambda: Thoughtful(game, evaluator_of(game, folder)),
    }
    return players[way]()


def played(game: AnyGame, seed: str, *players: Player) -> Any:
    """Return the last position of a game."""
    dice, chance = FairDice(sha256(seed.encode()).digest(), "strengths"), Random(seed)  # noqa: S311 - no dice of people.
    state = game.new(len(players))
    while (turn := game.turn(state)) is not None:
        state = game.apply(state, players[turn].choose(state, turn, chance), dice).state
    return state


def result(key: str, way: str, number: int, folder: Path) -> float:
    """Return the points of a game alone, or what the champion won of one against that way."""
    game, other = make(key, {}), someone(key, way, folder)
    seed = f"{key} {way} {number}"
    if isinstance(game, Yum):
        return float(game.scores(played(game, seed, other))[0])
    best, seat = someone(key, "best", folder), number % 2
    outcome = game.outcome(played(game, seed, *((other, best) if seat else (best, other))))
    assert outcome is not None  # noqa: S101 - the game is over.
    first = outcome.ranks[0]
    return (seat in first) / len(first)


def known(key: str, way: str, folder: Path) -> float | None:
    """Return what a game brings on average, if somebody has worked that out."""
    if way != "best" or not is_sheet(key):
        return None
    game = make(key, {})
    advice = evaluator_of(game, folder).advise(game.new(1))
    return advice.value if advice.strength is Strength.EXACT else None


def is_sheet(key: str) -> bool:
    """Whether points alone say how well somebody plays."""
    return isinstance(make(key, {}), Yum)


def ways_of(key: str) -> tuple[str, ...]:
    """Return the ways to measure: nobody plays against themselves."""
    return WAYS if is_sheet(key) else WAYS[:-1]


def load(file: Path) -> dict[str, dict[str, Tally]]:
    """Return what earlier runs found, by game and way."""
    found = json.loads(file.read_text()) if file.exists() else {}
    return {key: {way: Tally(**tally) for way, tally in ways.items()} for key, ways in found.items()}


def save(file: Path, key: str, ways: dict[str, Tally]) -> None:
    """Put what was found of one game beside what other processes have found of others."""
    with FileLock(file.with_suffix(".lock")):
        found = load(file)
        found[key] = ways
        by_key = {one: {way: asdict(tally) for way, tally in found[one].items()} for one in CATALOGUE if one in found}
        part = file.with_suffix(".part")
        part.write_text(json.dumps(by_key, indent=1) + "\n")
        part.replace(file)


@click.group()
def main() -> None:
    """Measure how strong computer players are."""


@main.command()
@click.argument("keys", nargs=-1)
@click.option("--results", type=click.Path(path_type=Path), default=RESULTS, show_default=True)
@click.option("--folder", type=click.Path(path_type=Path), default=Path("data/mind"), show_default=True)
@click.option("--seconds", default=math.inf, help="For each game and way.")
@click.option("--way", "chosen", multiple=True, type=click.Choice(WAYS), help="Only these.")
def play(keys: tuple[str, ...], results: Path, folder: Path, seconds: float, chosen: tuple[str, ...]) -> None:
    """Play the games KEYS, all of them by default, until the errors are small enough."""
    ambition.TREES = 128
    for key in keys or [key for key in CATALOGUE if not isinstance(make(key, {}), Race)]:
        ways = load(results).get(key, {})
        for way in chosen or ways_of(key):
            tally, began = ways.setdefault(way, Tally()), time.process_time()
            tally.exact = known(key, way, folder)
            while not tally.enough(not is_sheet(key)) and time.process_time() - began < seconds:
                for _ in range(_CHUNK):
                    tally.add(result(key, way, tally.games, folder))
                save(results, key, ways)
            save(results, key, ways)
            used = time.process_time() - began
            if tally.exact is not None:
                click.echo(f"{key} {way}: {tally.exact:.4f}, exactly")
                continue
            error = tally.error(not is_sheet(key))
            click.echo(f"{key} {way}: {tally.mean:.4g} +- {100 * error:.2f} %, {tally.games} games, {used:.0f} s")


def cell(tally: Tally | None, sheet: bool) -> str:
    """Return what the table says of one way."""
    if tally is not None and tally.exact is not None:
        return f"{tally.exact:.1f} exactly"
    if tally is None or not tally.games:
        return ""
    error = tally.error(not sheet)
    if sheet:
        return f"{tally.mean:.1f} ± {error * tally.mean:.1f} ({tally.games:,})"
    return f"{100 * tally.mean:.1f} % ± {100 * error:.1f} ({tally.games:,})"


def table(found: dict[str, dict[str, Tally]], sheets: bool) -> str:
    """Return the table of all sheets, or of all other games."""
    keys = [key for key in CATALOGUE if key in found and is_sheet(key) == sheets]
    ways = WAYS if sheets else WAYS[:-1]
    lines = [["Sheet" if sheets else "The champion wins against", *ways], ["---"] * (1 + len(ways))]
    lines += [[CATALOGUE[key].label, *(cell(found[key].get(way), sheets) for way in ways)] for key in keys]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


@main.command("table")
@click.option("--results", type=click.Path(path_type=Path), default=RESULTS, show_default=True)
def write(results: Path) -> None:
    """Write the tables into docs/mind.md."""
    found, page = load(results), PAGE.read_text()
    before, after = page.partition(BEGIN)[0], page.partition(END)[2]
    PAGE.write_text(f"{before}{BEGIN}\n{table(found, True)}\n\n{table(found, False)}\n{END}{after}")


if __name__ == "__main__":
    main()
