"""The table of reviews in docs/certified/tables.md, from what :mod:`reviews` found (docs/certified/reviews.json)."""

from __future__ import annotations

import itertools
import json
import math
from pathlib import Path
from typing import Any

from strength_tables import LEVELS, rows
from strength_tables import Found as Strengths

from bot.games import CATALOGUE, FAMILIES, make
from bot.games.yum.rules import Yum

RESULTS = Path("docs/certified/reviews.json")
BEGIN, END = "<!-- reviews -->", "<!-- end of reviews -->"
SLIPPING_LEVELS = LEVELS[:-1]
WAYS = ("random", "beginner", "slipping", "greedy", "casual", "regular", "strong", "par", "best")
_LEVELS = {way: way for way in SLIPPING_LEVELS} | {"best": "champion"}
_BASES = dict.fromkeys(SLIPPING_LEVELS, "par") | {"beginner": "greedy"}
"""Who plays as a level would without slips, where its points were not measured."""
_ALIKE = dict.fromkeys(SLIPPING_LEVELS, "par") | {"beginner": "slipping"}
"""Who plays about alike, where games or decisions of a level itself were not counted."""
Found = dict[str, Any]
"""Of one game and way: ``games``, ``seats``, ``unit``, ``start``, ``worst``; the sums of scores, losses and both.

Of sheets also ``drift``, the sum of what :func:`reviews.drift` says of ``drifting`` games; of the levels ``decided``,
the decisions of ``counted`` seats in a game each, and ``exact``, what was worked out that they lose. Of other games it
is what :func:`reviews.drifts` says of ``turning`` turns.
"""


def load(file: Path) -> dict[str, dict[str, Found]]:
    """Return what earlier runs found, by game and way."""
    return json.loads(file.read_text()) if file.exists() else {}


def with_table(page: str, by_game: dict[str, dict[str, Found]]) -> str:
    """Return the page with the tables of what was found."""
    before, after = page.partition(BEGIN)[0], page.partition(END)[2]
    return f"{before}{BEGIN}\n{tables(by_game)}\n{END}{after}"


def tables(by_game: dict[str, dict[str, Found]]) -> str:
    """Return what each way loses; where the unit is points, whether it adds up, and that without the dice."""
    lost, together, drift = list[list[str]](), list[list[str]](), list[list[str]]()
    for key in (key for key in CATALOGUE if key in by_game):
        ways, label = by_game[key], CATALOGUE[key].label
        unit = next(iter(ways.values()))["unit"]
        lost.append([f"{label}, {unit}", *(_mean(ways.get(way), "lost", 3 if unit == "win" else 1) for way in WAYS)])
        if unit == "points":
            worst = max(sums["worst"] for sums in ways.values())
            start = f"{next(iter(ways.values()))['start']:.1f}"
            together.append([label, start, *(_mean(ways.get(way), "sum", 1) for way in WAYS), f"{worst:.6f}"])
            drift.append([label, *(_drift(ways.get(way)) for way in WAYS)])
    return "\n\n".join(
        (
            rows(["Lost a game", *WAYS], lost),
            rows(["Score and lost together", "At the start", *WAYS, "Off by at most"], together),
            rows(["Off in % of the start, without the dice", *WAYS], [line for line in drift if any(line[1:])]),
        )
    )


def _mean(sums: Found | None, name: str, decimals: int) -> str:
    if sums is not None and name == "lost" and "exact" in sums:
        return f"{sums['exact']:.{decimals}f} exactly"
    if sums is None or not sums["seats"]:
        return ""
    return f"{sums[name] / sums['seats']:.{decimals}f} ± {_error(sums, name):.{decimals}f} ({sums['games']:,.0f})"


def _reviewed(sums: Found | None) -> bool:
    return bool(sums and (sums["seats"] or "exact" in sums))


def _lost(sums: Found) -> float:
    lost: float = sums["exact"] if "exact" in sums else sums["lost"] / sums["seats"]
    return lost


def _error(sums: Found, name: str = "lost") -> float:
    if "exact" in sums:
        return 0.0
    mean = sums[name] / sums["seats"]
    return math.sqrt(max(sums[f"{name}²"] / sums["seats"] - mean * mean, 0.0) / sums["seats"])


def _drift(sums: Found | None) -> str:
    games = sums.get("drifting", 0) if sums else 0
    if not sums or not games:
        return ""
    mean = sums["drift"] / games
    error = math.sqrt(max(sums["drift²"] / games - mean * mean, 0.0) / games)
    return f"{100 * mean / sums['start']:+.2f} ± {100 * error / sums['start']:.2f} ({games:,.0f})"


def losses(by_game: dict[str, dict[str, Found]], strengths: dict[str, Strengths]) -> dict[str, str]:
    """Return what :mod:`bot.mind.strengths` reads of each family: for each game its unit, and what its levels lose.

    In points a level loses what perfect play would have brought more, so the many games of ``strengths`` say it; in
    turns alone, those that it needs more than the champion.
    Elsewhere, reviewed games do. The champion follows the same values as the review, so it loses nothing by them. What
    the others lose in a decision follows from how many they have.
    """
    families: dict[str, dict[str, dict[str, str | float]]] = {}
    for key, ways in by_game.items():
        if key in strengths and (lost := _losses(key, ways, strengths[key])):
            families.setdefault(FAMILIES[key], {})[key] = lost
    return {family: json.dumps(games, indent=1) + "\n" for family, games in families.items()}


def _losses(key: str, ways: dict[str, Found], strengths: Strengths) -> dict[str, str | float]:
    first, rough = next(iter(ways.values())), dict[str, bool]()
    if first["unit"] == "points":
        alone = strengths["alone"]
        brought = {level: alone[way if way in alone else _BASES[way]]["mean"] for way, level in _LEVELS.items()}
        lost = {level: first["start"] - mean for level, mean in brought.items()} | {"champion": 0.0}
    elif first["unit"] == "turns" and _LEVELS.keys() <= strengths["alone"].keys():
        turns = {level: strengths["alone"][way]["mean"] for way, level in _LEVELS.items()}
        lost = {level: mean - turns["champion"] for level, mean in turns.items()}
    elif {*_ALIKE.values(), "best"} <= ways.keys():
        reviewed = {level: ways[way if _reviewed(ways.get(way)) else _ALIKE[way]] for way, level in _LEVELS.items()}
        lost = {level: _lost(sums) for level, sums in reviewed.items()}
        rough = {"rough": True} if _is_rough(lost, {level: _error(sums) for level, sums in reviewed.items()}) else {}
    else:
        return {}
    each = dict[str, float]()
    for level, alike in _ALIKE.items():
        sums = ways[level] if ways.get(level, {}).get("counted") else ways[alike]
        each[f"{level}_each"] = round(lost[level] * sums["counted"] / sums["decided"], 6)
    error = _error_of_values(key, ways)
    off = {"error": round(error, 4)} if error >= _NOTHING else {}
    return {"unit": first["unit"], **{level: round(mean, 4) for level, mean in lost.items()}, **each, **rough, **off}


_NOTHING = 0.001


def _error_of_values(key: str, ways: dict[str, Found]) -> float:
    """Return how far values are off where a turn begins, without the dice: by the way of playing where they are most.

    Nobody plays all at random, so these positions do not count. In turns between two the others move values too, so
    nothing is said of these: boards solved exactly tell how far they are off.
    """
    if any(sums["unit"] == "turns" for sums in ways.values()):
        return 0.0
    game = make(key, {})
    boxes = len(game.layout.boxes) * game.layout.columns if isinstance(game, Yum) else 0
    errors = [
        math.sqrt(sums["drift²"] / sums.get("turning", sums["drifting"] * boxes))
        for way, sums in ways.items()
        if way != "random" and sums.get("drifting")
    ]
    return max(errors, default=0.0)


def _is_rough(lost: dict[str, float], errors: dict[str, float]) -> bool:
    """Whether the band of a level may be the next one: by two errors it is half of the way there."""
    down = sorted(lost, key=lost.__getitem__)
    return any(
        2 * max(errors[better], errors[worse]) > (lost[worse] - lost[better]) / 2
        for better, worse in itertools.pairwise(down)
    )
