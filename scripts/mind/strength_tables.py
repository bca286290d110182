"""The tables of strengths in docs/certified/tables.md, from what :mod:`strengths` found (strengths.json there)."""

from __future__ import annotations

import json
from pathlib import Path

from bot.games import CATALOGUE, FAMILIES, make
from bot.games.yum.rules import Yum

RESULTS = Path("docs/certified/strengths.json")
BEGIN, END = "<!-- strengths -->", "<!-- end of strengths -->"
LEVELS = ("beginner", "casual", "regular", "strong", "best")
"""From the weakest on; the ``best`` is the champion."""
WAYS = ("random", "greedy", "par", *LEVELS)
NEIGHBOURS = (("best", "strong"), ("strong", "regular"), ("regular", "casual"), ("casual", "beginner"))
FEWEST = 2_000
"""Games of two neighbours before anybody is told how often the stronger one wins."""
PAIRS = (("best", "random"), ("best", "greedy"), ("best", "par"), *NEIGHBOURS)
_UNIT = ", turns"
Found = dict[str, dict[str, dict[str, float]]]
"""Of one game: ``alone`` by way, and ``wins`` by pair, each with ``games``, ``mean`` and ``error``.

What was worked out is ``exact``. ``known`` is what a net brings by the table of its sheet: perfect play, less what its
choices cost in 20,000 games (:mod:`measure`), which the dice hardly disturb.
Of 5000 also ``turns``: by way, how many games took so many.
"""


def load(file: Path) -> dict[str, Found]:
    """Return what earlier runs found, by game."""
    return json.loads(file.read_text()) if file.exists() else {}


def cell(tally: dict[str, float] | None, percent: bool) -> str:
    """Return what a table says of one number."""
    if tally is None:
        return ""
    scale, unit = (100, " %") if percent else (1, "")
    if "exact" in tally:
        return f"{scale * tally['exact']:.1f}{unit} exactly"
    if not tally["games"]:
        return "the same player"
    if "known" in tally:
        return f"{scale * tally['known']:.1f}{unit} by the table"
    return f"{scale * tally['mean']:.1f}{unit} ± {scale * tally['error']:.1f} ({tally['games']:,})"


def rows(head: list[str], lines: list[list[str]]) -> str:
    """Return a table."""
    return "\n".join(f"| {' | '.join(line)} |" for line in (head, ["---"] * len(head), *lines))


def with_tables(page: str, by_game: dict[str, Found]) -> str:
    """Return the page with the tables of what was found."""
    before, after = page.partition(BEGIN)[0], page.partition(END)[2]
    return f"{before}{BEGIN}\n{tables(by_game)}\n{END}{after}"


def averages(by_game: dict[str, Found]) -> dict[str, str]:
    """Return what :mod:`bot.mind.strengths` reads of each family: for each game what its levels bring."""
    families: dict[str, dict[str, dict[str, dict[str, float]]]] = {}
    for key, figures in by_game.items():
        families.setdefault(FAMILIES[key], {})[key] = _averages(key, figures)
    return {family: json.dumps(games, indent=1) + "\n" for family, games in families.items()}


def _averages(key: str, figures: Found) -> dict[str, dict[str, float]]:
    brought: dict[str, dict[str, float]] = {_level(way): {} for way in LEVELS}
    if isinstance(make(key, {}), Yum):
        for way in LEVELS:
            if tally := figures["alone"].get(way):
                brought[_level(way)]["points"] = round(tally.get("exact", tally.get("known", tally["mean"])), 2)
    for way, other in NEIGHBOURS:
        tally = figures["wins"].get(f"{way}-{other}")
        if tally and tally["games"] >= FEWEST:
            brought[_level(way)]["beats"] = round(tally["mean"], 3)
    return brought


def _level(way: str) -> str:
    return "champion" if way == "best" else way


def tables(by_game: dict[str, Found]) -> str:
    """Return both tables."""
    keys = [key for key in CATALOGUE if key in by_game]
    scores = [
        [
            _name(key) + _UNIT * (not isinstance(make(key, {}), Yum)),
            *(cell(by_game[key]["alone"].get(way), percent=False) for way in WAYS),
        ]
        for key in keys
        if by_game[key]["alone"]
    ]
    won = [
        [_name(key), *(cell(by_game[key]["wins"].get("-".join(pair)), percent=True) for pair in PAIRS)] for key in keys
    ]
    return "\n\n".join(
        (rows(["Alone", *WAYS], scores), rows(["Wins of", *(f"{way} against {other}" for way, other in PAIRS)], won))
    )


def _name(key: str) -> str:
    return CATALOGUE[key].label
