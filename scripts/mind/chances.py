"""Whether chances to win come true: ``python scripts/mind/chances.py play``, then ``… table``.

``play`` needs the extra ``train``. From games of the champion it learns how far final scores stray from what was to be
expected, by turns left: all that :mod:`bot.mind.chances` knows. Then it plays other games, and compares the chances of
every position between two rounds with who won: between two champions and among four of them, between two who play
every fifth turn at random, and between a champion and one of these.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import numpy as np
from numpy.typing import NDArray
from strength_tables import rows

from bot.games import CATALOGUE, FOLDER, make
from bot.games.yum.rules import Yum
from bot.mind.chances import FILE, Strays, chances
from bot.pictures.canvas import DEEP_GREEN, GOLD, INK, LINE, RED

if TYPE_CHECKING:
    from sheet_games import Positions, SheetGames


PAGE = Path("docs/certified/tables.md")
_LEARNED, _SEED = 4_000, 100
_AT_ONCE = 1_000
_ENDS = 25
"""Equally likely final scores for each number of turns left."""
_ANYHOW = 0.2
"""How often a weak player plays a turn at random."""

RESULTS = Path("docs/certified/chances.json")
PICTURE = Path("docs/images/chances.png")
BEGIN, END = "<!-- chances -->", "<!-- end of chances -->"
BINS = 20
_WAYS = {"two": "Two champions", "four": "Four champions", "weak": "Two weak players", "mixed": "Champion, weak player"}
_COLOURS = {"two": DEEP_GREEN, "four": GOLD, "weak": RED, "mixed": INK}
_FEW = 200
"""Of fewer players in positions a point would say little."""

Measured = dict[str, Any]
"""Of one sort of games: ``games``, ``positions``, ``bins``; the Brier scores ``ours``, ``even`` and ``so_far``."""
Array = NDArray[np.float64]


@dataclass
class Sums:
    """What chances said and what happened, of players in positions."""

    games: int
    positions: int = 0
    ours: float = 0.0
    """The squared errors; below, those of an even chance for everybody, and of scores so far alone."""
    even: float = 0.0
    so_far: float = 0.0
    bins: list[list[float]] = field(default_factory=lambda: [[0, 0.0, 0.0] for _ in range(BINS)])
    """By chance: how many there were, the sum of the chances, the sum of the wins."""

    def add(self, ours: Sequence[float], by_scores: Sequence[float], wins: Sequence[float]) -> None:
        """Add one position: the chances of its players, and their shares of the win."""
        self.positions += 1
        for chance, other, won in zip(ours, by_scores, wins, strict=True):
            self.ours += (chance - won) ** 2 / len(ours)
            self.so_far += (other - won) ** 2 / len(ours)
            self.even += (1 / len(ours) - won) ** 2 / len(ours)
            row = self.bins[min(int(chance * BINS), BINS - 1)]
            row[0], row[1], row[2] = row[0] + 1, row[1] + chance, row[2] + won

    def found(self) -> Measured:
        """Return the means."""
        means = {name: round(getattr(self, name) / self.positions, 5) for name in ("ours", "even", "so_far")}
        bins = [[int(many), round(chance, 2), round(came, 2)] for many, chance, came in self.bins]
        return {"games": self.games, "positions": self.positions, **means, "bins": bins}


def played(sheet: SheetGames, seed: int, games: int, anyhow: float = 0.0) -> Positions:
    """Return so many games, played some at a time: their positions take much memory."""
    from sheet_games import Positions  # noqa: PLC0415 - machine code, which the tables do without.

    parts = [sheet.positions(seed + first, min(_AT_ONCE, games - first), anyhow) for first in range(0, games, _AT_ONCE)]
    return Positions(*(np.concatenate(part) for part in zip(*parts, strict=True)))


def strays_of(scores: Array, expected: Array) -> list[list[float]]:
    """Return by turns left how far ``scores`` stray from what was ``expected``, in tenths of a point."""
    places = (np.arange(_ENDS) + 0.5) / _ENDS
    rows = np.quantile(scores[:, None] - expected, places, axis=0).T[::-1]
    return [[0.0], *(np.round(rows, 1).tolist())]


def compare(known: Strays, so_far: tuple[Array, Strays], players: Sequence[Positions]) -> Measured:
    """Compare chances with who won; the players of a game are in the same row of ``players``."""
    brings, spread = so_far
    turns, sums = players[0].expected.shape[1], Sums(len(players[0].scores))
    for game in range(sums.games):
        scores = [positions.scores[game] for positions in players]
        wins = [(score == max(scores)) / scores.count(max(scores)) for score in scores]
        for turn in range(turns):
            left = [turns - turn] * len(players)
            ours = chances(known, [positions.expected[game, turn] for positions in players], left)
            by_scores = chances(spread, [positions.had[game, turn] + brings[turn] for positions in players], left)
            sums.add(ours, by_scores, wins)
    return sums.found()


def measure(sheet: SheetGames, games: int) -> dict[str, Any]:
    """Return how far scores stray, and how chances compare with the results of so many games of two."""
    learned = played(sheet, _SEED * _LEARNED, _LEARNED)
    known = strays_of(learned.scores, learned.expected)
    brings = (learned.scores[:, None] - learned.had).mean(axis=0)
    so_far = brings, strays_of(learned.scores, learned.had + brings)
    best = played(sheet, _SEED * _LEARNED * 10, 2 * games)
    weak = played(sheet, _SEED * _LEARNED * 100, games // 2, _ANYHOW)

    def part(of: Positions, start: int, step: int) -> Positions:
        return of._make(rows[start::step] for rows in of)

    mixed = best._make(rows[: len(weak.scores)] for rows in best)
    measured = {
        "two": compare(known, so_far, [part(best, 0, 2), part(best, 1, 2)]),
        "four": compare(known, so_far, [part(part(best, seat, 4), 0, 2) for seat in range(4)]),
        "weak": compare(known, so_far, [part(weak, 0, 2), part(weak, 1, 2)]),
        "mixed": compare(known, so_far, [mixed, weak]),
    }
    return {"strays": known, "measured": measured}


def load(file: Path) -> dict[str, dict[str, Any]]:
    """Return what earlier runs found, by game: ``strays``, and ``measured`` by sort of games."""
    return json.loads(file.read_text()) if file.exists() else {}


def with_table(page: str, by_game: dict[str, dict[str, Any]]) -> str:
    """Return the page with the table of what was found."""
    before, after = page.partition(BEGIN)[0], page.partition(END)[2]
    return f"{before}{BEGIN}\n{table(by_game)}\n{END}{after}"


def table(by_game: dict[str, dict[str, Any]]) -> str:
    """Return the Brier scores and how far chances are off, by sheet."""
    keys = [key for key in CATALOGUE if key in by_game]
    measured = {key: by_game[key]["measured"] for key in keys}
    lines = [
        [
            CATALOGUE[key].label,
            f"{two['games']:,}",
            *(f"{two[name]:.4f}" for name in ("ours", "so_far", "even")),
            *(f"{100 * off(measured[key][way]['bins']):.1f}" for way in _WAYS),
        ]
        for key in keys
        for two in (measured[key]["two"],)
    ]
    head = ["Two champions", "Games", "Brier score", "By scores so far", "Always even"]
    return rows([*head, *(f"Off: {words.lower()}" for words in _WAYS.values())], lines)


def off(bins: list[list[float]]) -> float:
    """Return by how much what came differs from what was said, on average over all players in positions."""
    return sum(abs(chance - came) for _, chance, came in bins) / sum(many for many, _, _ in bins)


def picture(by_game: dict[str, dict[str, Any]]) -> bytes:
    """Return the reliability diagram of all sheets together, as a PNG."""
    from matplotlib.figure import Figure  # noqa: PLC0415 - only the extra "train" has it.

    figure = Figure((7, 5.6), dpi=110)
    axes = figure.subplots()
    axes.plot((0, 100), (0, 100), color=LINE, linewidth=1.5)
    for way, words in _WAYS.items():
        bins = [[sum(parts) for parts in zip(*rows, strict=True)] for rows in zip(*_bins(by_game, way), strict=True)]
        games = sum(game["measured"][way]["games"] for game in by_game.values())
        points = [(100 * chance / many, 100 * came / many) for many, chance, came in bins if many >= _FEW]
        axes.plot(
            *zip(*points, strict=True), "o-", color=_COLOURS[way], markersize=4, label=f"{words} ({games:,} games)"
        )
    axes.set(xlabel="Chance to win that was told, in 100 games", ylabel="Wins that came, in 100 games")
    axes.set(xlim=(0, 100), ylim=(0, 100), aspect="equal")
    axes.legend(frameon=False)
    figure.tight_layout()
    file = BytesIO()
    figure.savefig(file, format="png", metadata={"Software": None})
    return file.getvalue()


def _bins(by_game: dict[str, dict[str, Any]], way: str) -> list[list[list[float]]]:
    return [game["measured"][way]["bins"] for game in by_game.values()]


@click.group()
def main() -> None:
    """Measure chances to win."""


@main.command()
@click.argument("keys", nargs=-1)
@click.option("--results", type=click.Path(path_type=Path), default=RESULTS, show_default=True)
@click.option("--folder", type=click.Path(path_type=Path), default=Path("data/mind"), show_default=True)
@click.option("--games", default=20_000, show_default=True, help="Of two champions; a quarter as many of the others.")
def play(keys: tuple[str, ...], results: Path, folder: Path, games: int) -> None:
    """Play and compare games of KEYS, by default of all sheets of which more is known than pars."""
    from sheet_games import SheetGames  # noqa: PLC0415 - as above.

    for key in keys or CATALOGUE:
        game = make(key, {})
        sheet = SheetGames(game, folder) if isinstance(game, Yum) else None
        if sheet is None or sheet.by_pars:
            continue
        by_game = load(results)
        by_game[key] = measure(sheet, games)
        results.write_text(json.dumps(by_game, separators=(",", ":")).replace('},"', '},\n"') + "\n")
        for name, sums in by_game[key]["measured"].items():
            click.echo(f"{key} {name}: {sums['games']} games, {sums['ours']}, {sums['so_far']}, {sums['even']}")


@main.command("table")
@click.option("--results", type=click.Path(path_type=Path), default=RESULTS, show_default=True)
def write(results: Path) -> None:
    """Write the table and the diagram for the pages, and how far scores stray for the bot."""
    by_game = load(results)
    PAGE.write_text(with_table(PAGE.read_text(), by_game))
    PICTURE.write_bytes(picture(by_game))
    tenths = {
        key: [[round(10 * points) for points in row] for row in known["strays"]] for key, known in by_game.items()
    }
    (FOLDER / "yum" / FILE).write_text(json.dumps(tenths, separators=(",", ":")).replace(']],"', ']],\n"') + "\n")


if __name__ == "__main__":
    main()
