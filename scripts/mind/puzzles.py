"""Draws the puzzles of the bot, and verifies them: ``python scripts/mind/puzzles.py draw``, then ``… check``.

A puzzle is a position of a game that computers played. One answer is the best by at least :data:`CLEAR`; the answer
of a regular player, else of a greedy one, costs 2 to 15 points. All values are exact: those of small sheets are worked
out (:mod:`bot.games.yum.mind.exact`), those of Maxi Yum and Yum Plus lie where ``certify.py`` left them. The number of
a game is the seed of its dice and slips, so the same command draws the same puzzles.
"""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import NamedTuple

import click
import msgspec
import numpy as np
from puzzling import duels
from puzzling.duels import ranked
from puzzling.presents import played, thoughtful

from bot.engine import Faces, Seat
from bot.engine.dice import FairDice
from bot.engine.types import text
from bot.games.yum.mind.compiled import compiled
from bot.games.yum.mind.exact import MOST_STATES, ExactSheet, values_of
from bot.games.yum.rules import State, Strike, Yum
from bot.mind.evaluator import Evaluator, Strength
from bot.mind.levels import beginner, mind_of
from bot.mind.players import EvaluatorPlayer
from bot.tables.puzzles import FILE, Puzzle, PuzzleAnswer, PuzzleSet, SheetRules, game_of

SHEETS = {
    "yum_plus": 240,
    "yum_classic": 180,
    "maxi_yum": 100,
    **dict.fromkeys(("yams", "yum_deluxe", "yum_original", "yum_color", "yum_full_house"), 72),
    **dict.fromkeys(("yum_low_high", "asian_yum"), 70),
}
"""How many puzzles of each sheet."""
DAYS = 510
"""Puzzles of the day; the others are for who wants more."""

LEAST, MOST = 2.0, 15.0
"""What the natural answer costs, in points."""
CLEAR = 0.5
"""The best action is worth at least so much more than any other legal one."""
APART = 0.25
"""Two answers differ by at least so much."""
ANSWERS = range(3, 6)
_WORST = 25.0
"""Nobody would fall for an answer that costs more."""
_KIND = 0.45
"""The most of a sheet's puzzles that ask the same: what to hold after the first throw, after the second, which box."""
_OF_A_GAME = 2
_SAME = 0.011
"""Shipped values have two decimals."""


class Judges(NamedTuple):
    """The evaluators that look at the positions of a game."""

    game: Yum
    digest: str
    exact: Evaluator
    regular: Evaluator
    greedy: Evaluator


# -- who knows what -------------------------------------------------------------------------------------------------


@cache
def judges(key: str, folder: Path) -> Judges:
    """Return the evaluators of the sheet ``key``; their values lie in ``folder``."""
    game = game_of(key)
    sheet = compiled(game)
    if sheet.states <= MOST_STATES:
        values = values_of(sheet, folder)
    else:
        file = folder / f"{key}-{sheet.digest[:16]}.npy"
        if not file.exists():
            raise click.ClickException(f"{file} is missing: run scripts/mind/certify.py {key} --folder {folder}")
        values = np.load(file, mmap_mode="r")
    return Judges(
        game,
        sheet.digest,
        ExactSheet(sheet, values),
        mind_of(game).par(game, folder),
        mind_of(game).greedy(game),
    )


# -- what makes a puzzle --------------------------------------------------------------------------------------------


class Found(NamedTuple):
    """A position that is a puzzle."""

    state: State
    chosen: list[str]
    """Its answers, the best first."""
    natural: str
    rating: int


def puzzle_at(look: Judges, state: State) -> Found | None:
    """Return what makes a position a puzzle, if anything does."""
    values = ranked(look.exact, state)
    best, *others = values
    if not others or values[best] - values[others[0]] < CLEAR:
        return None
    falling = [next(iter(ranked(who, state))) for who in (look.regular, look.greedy)]
    costly = (do for do in falling if LEAST <= values[best] - values[do] <= MOST)
    natural = next((do for do in costly if not dominated(values, do)), None)
    if natural is None:
        return None
    chosen = [best, natural]
    for do in [*falling, *others]:
        far = all(abs(values[do] - values[answer]) >= APART for answer in chosen)
        near = values[best] - values[do] <= _WORST and not dominated(values, do)
        if far and near and len(chosen) < _many(values, state):
            chosen.append(do)
    if len(chosen) not in ANSWERS:
        return None
    return Found(state, chosen, natural, _rating(values, chosen, natural, falling))


def dominated(values: dict[str, float], do: str) -> bool:
    """Whether an action strikes a box that had better score: nobody would, so it is no answer."""
    word, _, box = do.partition(" ")
    return word == Strike.word and values[do] <= values.get(f"mark {box}", values[do])


def _many(values: dict[str, float], state: State) -> int:
    """Return how many answers a position gets: the same each time, not always as many."""
    return Random(f"{state.dice}{len(values)}").choice(ANSWERS)  # noqa: S311 - nobody's secret.


def _likes(who: Evaluator, state: State, do: str) -> bool:
    """Whether a player knows nothing better than ``do``: two actions may be worth the same to them."""
    values = ranked(who, state)
    return values[do] >= max(values.values()) - 1e-9


def _rating(values: dict[str, float], chosen: list[str], natural: str, falling: list[str]) -> int:
    """Return how hard a puzzle is: harder where a regular player errs, by little, and with many answers."""
    lost = values[chosen[0]] - values[natural]
    return round(1380 + 200 * (falling[0] != chosen[0]) + 40 * (len(chosen) - 3) + 100 * (LEAST / lost))


def described(look: Judges, found_at: Found) -> Puzzle:
    """Return the puzzle with its values."""
    state, chosen, natural, rating = found_at
    values, id = ranked(look.exact, state), identity(look.game, state)
    order = sorted(chosen, key=lambda do: sha256(f"{id} {do}".encode()).digest())
    answers = tuple(PuzzleAnswer(do, round(values[do], 2)) for do in order)
    return Puzzle(id, look.game.key, position(look.game, state), answers, order.index(natural), rating)


def position(game: Yum, state: State) -> dict[str, object]:
    """Return the fields of ``state`` that are not those of a new game."""
    new = msgspec.to_builtins(game.new(1))
    return {name: value for name, value in msgspec.to_builtins(state).items() if value != new[name]}


def identity(game: Yum, state: State) -> str:
    """Return the name of a position."""
    parts = (game.key, state.sheets, sorted(state.dice), state.throws, state.extra_yums)
    return sha256(repr(parts).encode()).hexdigest()[:8]


# -- drawing --------------------------------------------------------------------------------------------------------


def positions(look: Judges, number: int, seed: int) -> Iterator[State]:
    """Yield the positions of a game: by turns the champion, a regular player and a beginner play."""
    game, name = look.game, f"{look.game.key} {seed} {number}"
    dice, chance = FairDice(sha256(name.encode()).digest(), "puzzles"), Random(name)  # noqa: S311
    players = (
        EvaluatorPlayer(game, look.exact),
        EvaluatorPlayer(game, look.regular),
        beginner(game),
    )
    player, state = players[number % len(players)], game.new(1)
    while state.turn is not None:
        if state.dice:
            yield replace(state, dice=_sorted(state.dice), kept=0, last=None)
        state = game.apply(state, player.choose(state, Seat(0), chance), dice).state


def _sorted(dice: Faces) -> Faces:
    return tuple(sorted(dice))


def drawn(key: str, many: int, folder: Path, seed: int) -> list[Puzzle]:
    """Return so many puzzles of a sheet."""
    look, puzzles, kinds = judges(key, folder), dict[str, Puzzle](), Counter[int]()
    number = 0
    while len(puzzles) < many:
        of_game = [
            candidate for state in positions(look, number, seed) if (candidate := puzzle_at(look, state)) is not None
        ]
        Random(f"{seed} {number}").shuffle(of_game)  # noqa: S311
        for candidate in of_game[:_OF_A_GAME]:
            kind, name = candidate.state.throws, identity(look.game, candidate.state)
            if kinds[kind] < _KIND * many and len(puzzles) < many and name not in puzzles:
                puzzles[name] = described(look, candidate)
                kinds[kind] += 1
        number += 1
    click.echo(f"{key}: {len(puzzles)} puzzles of {number} games, by throws {dict(sorted(kinds.items()))}")
    return list(puzzles.values())


@click.group()
def main() -> None:
    """Draw and check puzzles."""


@main.command()
@click.option("--folder", type=click.Path(path_type=Path), default=Path("data/mind"), show_default=True)
@click.option("--seed", default=1, show_default=True)
def draw(folder: Path, seed: int) -> None:
    """Write the puzzles of the bot."""
    puzzles = [puzzle for key, many in SHEETS.items() for puzzle in drawn(key, many, folder, seed)]
    puzzles.sort(key=lambda puzzle: sha256(f"{seed} {puzzle.id}".encode()).digest())
    rules = {key: SheetRules(msgspec.to_builtins(game_of(key).written), judges(key, folder).digest) for key in SHEETS}
    every = duels.with_duels(PuzzleSet(rules, tuple(puzzles[:DAYS]), tuple(puzzles[DAYS:])), folder, seed)
    _write(thoughtful(every, folder))


@main.command()
@click.option("--folder", type=click.Path(path_type=Path), default=Path("data/mind"), show_default=True)
def presents(folder: Path) -> None:
    """Give days whose answer is obvious, or that of too many others, another puzzle; other days keep theirs."""
    known, today = _shipped(), datetime.now(UTC).date()
    _write(thoughtful(known, folder, played(len(known.days), today)))


@main.command("duels")
@click.option("--folder", type=click.Path(path_type=Path), default=Path("data/mind"), show_default=True)
@click.option("--seed", default=1, show_default=True)
def draw_duels(folder: Path, seed: int) -> None:
    """Draw the puzzles of games between two that are missing; all others stay."""
    _write(duels.with_duels(_shipped(), folder, seed))


@main.command()
@click.option("--folder", type=click.Path(path_type=Path), default=Path("data/mind"), show_default=True)
def reasons(folder: Path) -> None:
    """Write the shipped reasons anew, after a change of what is a reason; all puzzles stay."""
    looks = {key: duels.judges(key, folder) for key in duels.GAMES}
    shipped = _shipped()
    days, more = (
        tuple(duels.with_reasons(looks[one.game], one) if one.game in looks else one for one in some)
        for some in (shipped.days, shipped.more)
    )
    _write(msgspec.structs.replace(shipped, days=days, more=more))


def _shipped() -> PuzzleSet:
    return msgspec.json.decode(gzip.decompress(FILE.read_bytes()), type=PuzzleSet)


def _write(puzzles: PuzzleSet) -> None:
    FILE.write_bytes(gzip.compress(msgspec.json.encode(puzzles), mtime=0))
    games = Counter(puzzle.game for puzzle in puzzles.days)
    click.echo(f"{len(puzzles.days)} days {dict(games)}, {len(puzzles.more)} more; {FILE.stat().st_size:,} bytes")


# -- checking -------------------------------------------------------------------------------------------------------


def faults(look: Judges, puzzle: Puzzle) -> list[str]:
    """Return what is wrong with a shipped puzzle, by the exact values."""
    state = puzzle.state(look.game)
    advice = look.exact.advise(state)
    values = {text(action): value for action, value in advice.actions}
    best, second = list(values)[:2]
    dos = [answer.do for answer in puzzle.answers]
    apart = sorted(values.get(do, 0.0) for do in dos)
    checks = {
        "an answer is not legal": not set(dos) <= set(values),
        "the values are not exact": advice.strength != Strength.EXACT,
        "another action is the best": dos[puzzle.best] != best,
        "the best action is not clear": values[best] - values[second] < CLEAR,
        "the natural answer costs too little or too much": not LEAST
        <= values[best] - values[dos[puzzle.natural]]
        <= MOST,
        "nobody would give the natural answer": not any(
            _likes(who, state, dos[puzzle.natural]) for who in (look.regular, look.greedy)
        ),
        "an answer strikes a box that could score": any(do in values and dominated(values, do) for do in dos),
        "two answers are alike": any(b - a < APART for a, b in pairwise(apart)),
        "there are too few or too many answers": len(dos) not in ANSWERS,
        "a number is wrong": puzzle.id != identity(look.game, state)
        or any(abs(answer.value - values.get(answer.do, 0.0)) > _SAME for answer in puzzle.answers),
    }
    return [fault for fault, wrong in checks.items() if wrong]


@main.command()
@click.option("--folder", type=click.Path(path_type=Path), default=Path("data/mind"), show_default=True)
@click.argument("keys", nargs=-1)
def check(folder: Path, keys: tuple[str, ...]) -> None:
    """Verify every shipped puzzle of KEYS, by default of all sheets."""
    shipped = _shipped()
    wrong, every = 0, [puzzle for puzzle in (*shipped.days, *shipped.more) if not keys or puzzle.game in keys]
    between_two = {key: duels.judges(key, folder) for key in duels.GAMES}
    for puzzle in every:
        if puzzle.game in between_two:
            complaints = duels.faults(between_two[puzzle.game], puzzle)
        else:
            look = judges(puzzle.game, folder)
            complaints = faults(look, puzzle)
            if look.digest != shipped.rules[puzzle.game].digest:
                complaints.append("the rules are others now")
        wrong += bool(complaints)
        for line in complaints:
            click.echo(f"{puzzle.game} {puzzle.id}: {line}")
    click.echo(f"{len(every)} puzzles, {wrong} wrong; {FILE.stat().st_size:,} bytes")
    if wrong or len({puzzle.id for puzzle in every}) != len(every):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
