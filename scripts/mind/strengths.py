"""How strong computer players are: ``python scripts/mind/strengths.py play``, then ``… table``.

Where nobody disturbs anybody, games alone say it all: what a sheet scores, and in how many turns a player of 5000 is
there. Every game of one player is compared with every game of another then. In the other games they play against each
other; each begins half of the games. A tie is half a win. Levels of 5000, and all players of Ambition, are worked out.

Sheets are played in machine code (:mod:`simple_players`, :mod:`players`, :mod:`columns`), 2,000 games a player, and
so is some of Yamslam (:mod:`yamslam_racks`). Without numba a sheet goes through its rules, for as long as one waits.
Other games go through their rules: the number of a game is the seed of its dice and its slips, so a longer run only
adds games.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Sequence
from functools import cache, partial
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from shutil import which
from typing import Any

import click
import exact_5000
import exact_ambition
import numpy as np
from exact_turns import ExactPlayers, turns_needed, wins_of
from filelock import FileLock
from numpy.typing import NDArray
from strength_tables import FEWEST, LEVELS, NEIGHBOURS, PAIRS, RESULTS, WAYS, Found, averages, load, with_tables

from bot.engine import Action, AnyGame, Level, Roll, Seat
from bot.engine.dice import FairDice
from bot.engine.game import Race
from bot.games import CATALOGUE, FOLDER, make
from bot.games.ambition.rules import Ambition
from bot.games.cant_stop.rules import CantStop
from bot.games.five_thousand.rules import FiveThousand
from bot.games.four_two_one import mind as four_two_one
from bot.games.yamslam.mind import digest
from bot.games.yamslam.rules import Yamslam
from bot.games.yum.rules import Yum
from bot.mind import alone as alone_turns
from bot.mind.levels import mind_of, player_of
from bot.mind.net import net_of
from bot.mind.players import Chance, EvaluatorPlayer, Player
from bot.mind.strengths import AVERAGES, slips

PAGE = Path("docs/certified/tables.md")
ENOUGH = 0.01
"""The standard error that is small enough: of a win, or of the average of games alone."""
MOST_GAMES = 10_000
_ALONE = 2_000
"""Games alone of a sheet, at least: then all pairs together are within 1 %."""
_TURNS_ALONE = 2_000
"""The same for 5000, whose games go through its rules."""
SLIPPING = 0.15
"""How often a greedy player slips who is called slipping."""
_FEW = 30
"""Matches before anybody trusts the error."""
_CHUNK = 10
_CLIMBS = 250
_TURNS_KEPT = 2_000
"""Turns that evaluators keep worked out: many games go through the same ones."""

Sample = NDArray[np.float64]


# -- games by the rules ---------------------------------------------------------------------------------------------


class RandomPlayer:
    """Somebody who takes all legal actions alike."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def choose(self, state: Any, seat: Seat, chance: Chance) -> Action:
        """Return any legal action."""
        legal: Sequence[Action] = self._game.legal_actions(state)
        return legal[int(chance.random() * len(legal))]


@cache
def someone(key: str, way: str, folder: Path) -> Player:
    """Return who plays that way."""
    game = make(key, {})
    if way == "random":
        return RandomPlayer(game)
    if way in ("par", "greedy", "slipping"):
        mind = mind_of(game)
        evaluator = mind.par(game, folder) if way == "par" else mind.greedy(game)
        return EvaluatorPlayer(game, evaluator, SLIPPING * (way == "slipping"), mind.sense(game))
    return player_of(game, Level.CHAMPION if way == "best" else Level(way), folder)


def played(game: AnyGame, seed: str, *players: Player) -> tuple[Any, int]:
    """Return the last position of a game, and how many turns it took; one player goes on when another has left."""
    dice, chance = FairDice(sha256(seed.encode()).digest(), "strengths"), Random(seed)  # noqa: S311 - no dice of people.
    state, turns = game.new(max(2, len(players))), 0
    if len(players) == 1:
        state = game.drop(state, Seat(1), dice).state
    while (turn := game.turn(state)) is not None:
        action = players[turn].choose(state, turn, chance)
        turns += isinstance(action, Roll) and not state.dice
        state = game.apply(state, action, dice).state
    return state, turns


def won(key: str, way: str, other: str, number: int, folder: Path) -> float:
    """Return what ``way`` won of a game against ``other``."""
    game, seat = make(key, {}), number % 2
    players = [someone(key, seated, folder) for seated in ((other, way) if seat else (way, other))]
    outcome = game.outcome(played(game, f"{key} {way} {other} {number}", *players)[0])
    assert outcome is not None  # noqa: S101 - the game is over.
    first = outcome.ranks[0]
    return (seat in first) / len(first)


def match(
    figures: Found, key: str, way: str, other: str, folder: Path, seconds: float, save: Callable[[], None]
) -> None:
    """Play on until the error is small enough, or for so many seconds."""
    tally = figures["wins"].setdefault(f"{way}-{other}", {"games": 0, "mean": 0.0, "error": 1.0})
    began, few = time.process_time(), FEWEST if (way, other) in NEIGHBOURS else _FEW
    while tally["games"] < MOST_GAMES and (tally["games"] < few or tally["error"] >= ENOUGH):
        if time.process_time() - began > seconds:
            break
        games = int(tally["games"])
        total = tally["mean"] * games + sum(won(key, way, other, games + n, folder) for n in range(_CHUNK))
        games += _CHUNK
        share = (total + 1) / (games + 2)  # A player that won every game may still lose one day.
        tally |= {"games": games, "mean": total / games, "error": math.sqrt(share * (1 - share) / games)}
        save()


# -- games alone ----------------------------------------------------------------------------------------------------


def alone(figures: Found, way: str, sample: Sample, exact: float | None = None) -> None:
    """Note what games alone brought."""
    error = float(sample.std() / len(sample) ** 0.5)
    found = {"games": len(sample), "mean": float(sample.mean()), "error": error}
    figures["alone"][way] = figures["alone"].get(way, {}) | found
    if exact is not None:
        figures["alone"][way]["exact"] = exact


def compare(figures: Found, samples: dict[str, Sample], pairs: tuple[tuple[str, str], ...]) -> None:
    """Compare every game of one with every game of the other: more is better. What is surer already, stays."""
    for way, other in pairs:
        if way in samples and other in samples:
            share, error = wins(samples[way], samples[other])
            games = min(len(samples[way]), len(samples[other]))
            if error <= figures["wins"].get(f"{way}-{other}", {"error": 1.0})["error"]:
                figures["wins"][f"{way}-{other}"] = {"games": games, "mean": share, "error": error}


def wins(sample: Sample, other: Sample) -> tuple[float, float]:
    """Return how often a game of ``sample`` beats one of ``other``, a tie being half, and the standard error of that.

    The error is that of a mean over all pairs (a U-statistic): it has a part for the chance in each sample.
    """
    first = _beaten(sample, other)
    second = _beaten(other, sample)
    error = math.sqrt(first.var(ddof=1) / len(sample) + second.var(ddof=1) / len(other))
    return float(first.mean()), error


def _beaten(sample: Sample, other: Sample) -> Sample:
    """Return for each game of ``sample`` how many of ``other`` it beats."""
    ordered = np.sort(other)
    below, upto = (np.searchsorted(ordered, sample, side) for side in ("left", "right"))
    return (below + upto) / (2.0 * len(other))


def sheet(figures: Found, key: str, folder: Path, many: int) -> None:
    """Measure the players of a score sheet in so ``many`` games of each."""
    import sheet_games  # noqa: PLC0415 - needs numba.

    game = make(key, {})
    assert isinstance(game, Yum)  # noqa: S101
    games = sheet_games.SheetGames(game, folder)
    samples = {way: games.sample(way, many) for way in WAYS if way != "best" or not games.by_pars}
    samples.setdefault("best", samples["par"])  # They are the same player.
    for way, sample in samples.items():
        alone(figures, way, sample, games.exact if way == "best" else None)
    same = {("best", "par")} if games.by_pars else set()
    compare(figures, samples, tuple(pair for pair in PAIRS if pair not in same))
    for first, other in same:
        figures["wins"][f"{first}-{other}"] = {"games": 0, "mean": 0.5, "error": 0.0}


def sheet_by_rules(figures: Found, key: str, folder: Path, seconds: float) -> None:
    """Measure the players of a score sheet without machine code, each for so many seconds and :data:`_FEW` games."""
    game, samples = make(key, {}), {}
    for way in WAYS:
        points, player, began = [], someone(key, way, folder), time.process_time()
        while len(points) < _FEW or (len(points) < _ALONE and time.process_time() - began < seconds):
            state = played(game, f"{key} {way} {len(points)}", player)[0]
            points.append(float(game.scores(state)[0]))
        samples[way] = np.array(points)
        alone(figures, way, samples[way])
    compare(figures, samples, PAIRS)


def exact_players(game: FiveThousand | Ambition, folder: Path) -> ExactPlayers:
    """Return how each level plays, worked out."""
    if isinstance(game, Ambition):
        return exact_ambition.players_of(game, folder)
    return exact_5000.players_of(game, folder)


def by_chances(figures: Found, game: FiveThousand | Ambition, folder: Path) -> None:
    """Work out instead of playing how often levels win, and how many turns they need alone."""
    ladder, _, levels, _ = exact_players(game, folder)
    ways = {("champion" if way == "best" else way): way for way in WAYS}
    levels = {ways[word]: turns for word, turns in levels.items() if word in ways}
    for way in (way for way in levels if way != "best" and (way != "par" or isinstance(game, Ambition))):
        turns = round(turns_needed(ladder, levels[way]), 6)
        figures["alone"][way] = {"games": MOST_GAMES, "mean": turns, "error": 0.0, "exact": turns}
    for way, other in (pair for pair in PAIRS if levels.keys() >= {*pair}):
        share = round(wins_of(ladder, levels[way], levels[other]), 6)
        figures["wins"][f"{way}-{other}"] = {"games": MOST_GAMES, "mean": share, "error": 0.0, "exact": share}


def rack_games(figures: Found) -> None:
    """Play Yamslam in machine code, as far as its players are known there."""
    import yamslam_racks as racks  # noqa: PLC0415 - needs numba.

    game = make("yamslam", {})
    assert isinstance(game, Yamslam)  # noqa: S101
    net = net_of(game.key, digest(game))
    assert net is not None  # noqa: S101 - it comes with the bot.
    rules, own, dice = racks.rules_for_racks()
    who = {"best": racks.BY_NET, "greedy": racks.GREEDILY, "beginner": racks.GREEDILY}
    often, known = slips("yamslam"), (racks.in_machine_code(net), rules, own, dice, racks.fresh())
    for pair in PAIRS:
        if "random" not in pair:
            sorts = tuple(who.get(way, racks.BY_PAR) for way in pair)
            rates = tuple(often.get(way, 0.0) for way in pair)
            won = racks.play(1, MOST_GAMES, sorts, rates, 0.0, *known).won
            error = float(won.std() / MOST_GAMES**0.5)
            figures["wins"]["-".join(pair)] = {"games": MOST_GAMES, "mean": float(won.mean()), "error": error}


def climbs(figures: Found, save: Callable[[], None]) -> None:
    """Play Can't Stop in machine code, the pair with the fewest games first; it takes a compiler."""
    climbing, often = import_module("cant_stop"), slips("cant_stop")
    who = dict.fromkeys(("best", "strong"), climbing.BY_NET) | dict.fromkeys(("greedy", "beginner"), climbing.GREEDILY)
    table = climbing.as_shipped()
    pairs = ["-".join(pair) for pair in reversed(PAIRS) if "random" not in pair]
    tallies = {pair: figures["wins"].setdefault(pair, {"games": 0, "mean": 0.0, "error": 1.0}) for pair in pairs}
    while tallies[pair := min(pairs, key=lambda pair: tallies[pair]["games"])]["games"] < FEWEST:
        climbers = [climbing.Climber(who.get(way, climbing.BY_RULE), often.get(way, 0.0)) for way in pair.split("-")]
        games, mean = int(tallies[pair]["games"]) + _CLIMBS, tallies[pair]["mean"]
        won = climbing.played(table, climbing.TOPS, 3, climbers, _CLIMBS, games).wins
        mean += (won - mean) * _CLIMBS / games
        tallies[pair] |= {"games": games, "mean": mean, "error": math.sqrt(mean * (1 - mean) / games)}
        save()


def turns(figures: Found, key: str, folder: Path, seconds: float) -> None:
    """Measure players of 5000 who do not look at each other, by the turns that they need to the goal."""
    game, samples = make(key, {}), {}
    for way in (way for way in WAYS if way not in LEVELS):  # Those are worked out.
        needed = figures.setdefault("turns", {}).setdefault(way, {})
        player, began = someone(key, way, folder), time.process_time()
        while (games := int(sum(needed.values()))) < _TURNS_ALONE and time.process_time() - began < seconds:
            took = str(played(game, f"{key} {way} {games}", player)[1])
            needed[took] = needed.get(took, 0) + 1
        if games:
            many = np.array([int(took) for took in needed], dtype=float)
            samples[way] = -np.repeat(many, [int(often) for often in needed.values()])
            alone(figures, way, -samples[way])
    compare(figures, samples, PAIRS)


# -- the command ----------------------------------------------------------------------------------------------------


def save(file: Path, key: str, ways: Found) -> None:
    """Put what was found of one game beside what other processes have found of others."""
    with FileLock(file.with_suffix(".lock")):
        by_game = load(file) | {key: ways}
        part = file.with_suffix(".part")
        part.write_text(json.dumps({game: by_game[game] for game in CATALOGUE if game in by_game}, indent=1) + "\n")
        part.replace(file)


def measured() -> list[str]:
    """Return the games to measure: a race is the game of one seat."""
    return [key for key in CATALOGUE if not isinstance(make(key, {}), Race)]


def _alone(key: str, way: str) -> bool:
    """Whether games alone say all of somebody who plays that way: the champion of 5000 looks at the other player."""
    game = make(key, {})
    return isinstance(game, Yum | Ambition) or (isinstance(game, FiveThousand) and way != "best")


@click.group()
def main() -> None:
    """Measure how strong computer players are."""


@main.command()
@click.argument("keys", nargs=-1)
@click.option("--results", type=click.Path(path_type=Path), default=RESULTS, show_default=True)
@click.option("--folder", type=click.Path(path_type=Path), default=Path("data/mind"), show_default=True)
@click.option("--games", default=_ALONE, show_default=True, help="Of each player of a sheet.")
@click.option("--seconds", default=math.inf, help="Of processors for each pair that plays against each other.")
def play(keys: tuple[str, ...], results: Path, folder: Path, seconds: float, games: int) -> None:
    """Play the games KEYS, all of them by default, until the errors are small enough."""
    alone_turns.TURNS = four_two_one.TURNS = _TURNS_KEPT
    for key in keys or measured():
        game, began = make(key, {}), time.process_time()
        figures = load(results).get(key, {"alone": {}, "wins": {}})
        if isinstance(game, Yum) and find_spec("numba") is None:
            sheet_by_rules(figures, key, folder, seconds)
        elif isinstance(game, Yum):
            sheet(figures, key, folder, games)
        elif isinstance(game, FiveThousand):
            turns(figures, key, folder, seconds)
        elif isinstance(game, Yamslam):
            rack_games(figures)
        elif isinstance(game, CantStop) and which("c++"):
            climbs(figures, partial(save, results, key, figures))
        if isinstance(game, FiveThousand | Ambition):
            by_chances(figures, game, folder)
        for way, other in PAIRS:
            if f"{way}-{other}" not in figures["wins"] or not _alone(key, way):
                match(figures, key, way, other, folder, seconds, partial(save, results, key, figures))
        save(results, key, figures)
        for what in ("alone", "wins"):
            for name, tally in figures[what].items():
                click.echo(f"{key} {name}: {tally['mean']:.4f} +- {tally['error']:.4f}, {tally['games']} games")
        click.echo(f"{key}: {time.process_time() - began:.0f} s")


@main.command()
@click.argument("key")
@click.option("--folder", type=click.Path(path_type=Path), default=Path("data/mind"), show_default=True)
@click.option("--games", default=_ALONE, show_default=True, help="Of each player.")
def styles(key: str, folder: Path, games: int) -> None:
    """Say how often bold and careful computers of the sheet KEY win against even ones of their level."""
    import sheet_games  # noqa: PLC0415 - needs numba.

    game = make(key, {})
    assert isinstance(game, Yum)  # noqa: S101
    players = sheet_games.SheetGames(game, folder)
    for way in LEVELS[:-1]:
        even = players.sample(way, games)
        for name, bold in (("bold", 1), ("careful", -1)):
            sample = players.sample(way, games, bold)
            share, error = wins(sample, even)
            points = f"{sample.mean():.1f} of {even.mean():.1f} points"
            click.echo(f"{name} {way}: {100 * share:.1f} % +- {100 * error:.1f}, {points}")


@main.command("table")
@click.option("--results", type=click.Path(path_type=Path), default=RESULTS, show_default=True)
def write(results: Path) -> None:
    """Write the tables into docs/certified/tables.md, and the averages of the levels into the folders of games."""
    PAGE.write_text(with_tables(PAGE.read_text(), load(results)))
    for family, text in averages(load(results)).items():
        (FOLDER / family / AVERAGES).write_text(text)


if __name__ == "__main__":
    main()
