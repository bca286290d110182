"""The table and the diagram of chances to win in docs/mind.md, from what :mod:`chances` found."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure
from strength_tables import rows

from bot.games import CATALOGUE
from bot.pictures.canvas import DEEP_GREEN, GOLD, INK, LINE, RED

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


def load(file: Path) -> dict[str, dict[str, Any]]:
    """Return what earlier runs found, by game: ``strays``, and ``measured`` by sort of games."""
    return json.loads(file.read_text()) if file.exists() else {}


def with_table(page: str, found: dict[str, dict[str, Any]]) -> str:
    """Return the page with the table of what was found."""
    before, after = page.partition(BEGIN)[0], page.partition(END)[2]
    return f"{before}{BEGIN}\n{table(found)}\n{END}{after}"


def table(found: dict[str, dict[str, Any]]) -> str:
    """Return the Brier scores and how far chances are off, by sheet."""
    keys = [key for key in CATALOGUE if key in found]
    measured = {key: found[key]["measured"] for key in keys}
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
    return sum(abs(said - came) for _, said, came in bins) / sum(many for many, _, _ in bins)


def picture(found: dict[str, dict[str, Any]]) -> bytes:
    """Return the reliability diagram of all sheets together, as a PNG."""
    figure = Figure((7, 5.6), dpi=110)
    axes = figure.subplots()
    axes.plot((0, 100), (0, 100), color=LINE, linewidth=1.5)
    for way, words in _WAYS.items():
        bins = [[sum(parts) for parts in zip(*rows, strict=True)] for rows in zip(*_bins(found, way), strict=True)]
        games = sum(one["measured"][way]["games"] for one in found.values())
        points = [(100 * said / many, 100 * came / many) for many, said, came in bins if many >= _FEW]
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


def _bins(found: dict[str, dict[str, Any]], way: str) -> list[list[list[float]]]:
    return [one["measured"][way]["bins"] for one in found.values()]
