"""Games of a score sheet alone, by every sort of computer player, in machine code."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import columns
import numpy as np
import players
import simple_players as simple
from certify import start_of
from numpy.typing import NDArray
from tables import tables_of
from train import no_net
from train_columns import in_machine_code

from bot.games import make
from bot.games.yum.mind.estimate import SheetEstimate, no_pars, pars_kept
from bot.games.yum.mind.exact import CompiledColumns, ExactSheet, compiled_columns
from bot.games.yum.rules import Yum
from bot.mind.evaluator import NoEvaluator
from bot.mind.levels import evaluator_of
from bot.mind.net import SheetNet, net_of
from bot.mind.strengths import overlooks, slips

_TOKENS = "extra_tokens"
_SLIPPING = 0.15
SEEDS = {"random": 1, "beginner": 2, "greedy": 3, "par": 4, "best": 5, "casual": 6, "regular": 7, "strong": 8,
         "slipping": 9}  # fmt: skip
"""Nobody throws the dice of somebody else."""


class Positions(NamedTuple):
    """Games by the positions before each of their turns."""

    scores: NDArray[np.float64]
    """At the end, by game."""
    had: NDArray[np.float64]
    """The points written, by game and turn."""
    expected: NDArray[np.float64]
    """The final score to be expected, likewise."""


class SheetGames:
    """Plays the sheet of one game."""

    def __init__(self, game: Yum, folder: Path) -> None:
        """Play ``game``; values that are worked out stay in ``folder``."""
        self._game, self._folder = game, folder
        self._best = evaluator_of(game, folder)

    @property
    def by_pars(self) -> bool:
        """Whether nothing better is known than pars."""
        return isinstance(self._best, SheetEstimate)

    @property
    def exact(self) -> float | None:
        """What perfect play brings, if the best player plays so."""
        return self._best.advise(self._game.new(1)).value if isinstance(self._best, ExactSheet) else None

    def sample(self, way: str, games: int, bold: int = 0) -> NDArray[np.float64]:
        """Return the points of so many games of a player of that ``way``; the ``best`` one must not be par.

        All but that one may be ``bold`` (1) or careful (-1).
        """
        return self._of_champion(games) if way == "best" else self._of_simple(way, games, bold)[0]

    def drift(self, way: str, games: int) -> tuple[NDArray[np.float64], float]:
        """Return by how much the net changed its mind in each game where turns begin, and what it says at the start.

        What it says of a turn over all throws is more or less than what it said of the position before: see
        :mod:`reviews`, whose last turns of one column are by exact values; here they are by the net too.
        """
        sheet, net = self._sheet, net_of(self._game.key, self._sheet.digest)
        if net is None:
            raise NoEvaluator(f"no net for {self._game.key}")
        tables, rules, own = columns.rules_for(sheet)
        known = (in_machine_code(net, len(sheet.times)), rules, own, tables.dice)
        if way == "best":
            boxes = sheet.column.boxes * len(sheet.times)
            seen = columns.play(SEEDS[way], games, columns.BY_NET, 0.0, *known, boxes)[1]
        else:
            seen = self._of_simple(way, games)[1]
        ahead = columns.a_turn_ahead(seen.reshape(-1, *seen.shape[2:]), *known).reshape(seen.shape[:2])
        drifts: NDArray[np.float64] = (ahead - net.worth(seen))[:, 1:].sum(axis=1)
        return drifts, float(ahead[0, 0])

    def _of_simple(self, way: str, games: int, bold: int = 0) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Return points of games by somebody who knows pars at best, and their positions."""
        views = way in overlooks(self._game.key)
        rates = {**slips(self._game.key), **overlooks(self._game.key), "random": simple.ANYHOW, "slipping": _SLIPPING}
        sees_little = way in ("random", "greedy", "slipping", "beginner")
        pars = no_pars(self._game) if sees_little else pars_kept(self._game, self._folder)
        boxes, turning, dice = self._simple
        prices = simple.prices_of(self._sheet, pars)
        seed = SEEDS[way] + len(SEEDS) * (bold % 3)
        scores, seen = simple.play(seed, games, rates.get(way, 0.0), boxes, prices, turning, dice, bold, views)
        return scores, seen

    @cached_property
    def _sheet(self) -> CompiledColumns:
        """The sheet as if there were no tokens, which no box looks at."""
        rules = dict(self._game.house_rules)
        return compiled_columns(make(self._game.key, rules | {_TOKENS: 0} if _TOKENS in rules else rules))  # type: ignore[arg-type]

    @cached_property
    def _simple(self) -> tuple[simple.Boxes, simple.Turning, simple.Dice]:
        return simple.boxes_of(self._sheet, self._game.throwing.tokens)

    def _of_champion(self, games: int) -> NDArray[np.float64]:
        return self.positions(SEEDS["best"], games).scores

    def positions(self, seed: int, games: int, anyhow: float = 0.0) -> Positions:
        """Return games of the champion, who plays turns at random with a chance of ``anyhow``.

        There must be more than pars.
        """
        sheet = self._sheet
        net = net_of(self._game.key, sheet.digest)
        if len(sheet.times) > 1:
            tables, rules, own = columns.rules_for(sheet)
            assert net is not None  # noqa: S101 - else there are pars alone.
            known = (in_machine_code(net, len(sheet.times)), rules, own, tables.dice)
            boxes = sheet.column.boxes * len(sheet.times)
            scores, seen, _, had = columns.play(seed, games, columns.BY_NET, anyhow, *known, boxes)
            return Positions(scores, had, had + net.worth(seen))
        tables = tables_of(sheet.column)
        rules = players.rules_of(tables, start_of(sheet.column))
        values = np.zeros((1, 1, 1), np.float32)
        if isinstance(self._best, ExactSheet):
            values, who, weights = self._best.values.astype(np.float32), players.EXACT, no_net(tables)
        else:
            assert net is not None  # noqa: S101
            who, weights = players.NET, _weights(net)
        known = (values, weights, rules, tables.choices, tables.dice)
        scores, _, seen, had = players.play(seed, games, who, anyhow, -1, *known, sheet.column.boxes)
        worth = values[tuple(seen.T)].T if net is None else net.worth(seen[..., None, :])
        return Positions(scores, had, had + worth)


def _weights(net: SheetNet) -> players.Net:
    parts = (net.upper, net.links, net.free, net.hidden, net.hidden_bias, net.out, net.linear)
    return players.Net(*(np.ascontiguousarray(part, dtype=np.float32) for part in parts))
