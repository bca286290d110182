"""A score sheet of several columns, each an automaton of its own.

The columns are alike but for how often they count. They meet in two rules: a joker wants its boxes filled in every
column, and so does the bonus for a further Yum. Everything else of a column is what :mod:`.compiled` says of it.
"""

from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

import numpy as np

from bot.games.yum.rules import Yum
from bot.games.yum.state import Sheet
from bot.mind.evaluator import NoEvaluator
from bot.mind.sheets.compiled import OPEN, CompiledSheet, compiled_column
from bot.mind.sheets.solver import Numbers


@dataclass(frozen=True)
class CompiledColumns:
    """The automaton of one column, and how often each column counts."""

    column: CompiledSheet
    times: tuple[int, ...]

    @property
    def game(self) -> Yum:
        """The game that this is the sheet of."""
        return self.column.game

    @cached_property
    def digest(self) -> str:
        """Return a hash of all that decides about values."""
        if self.times == (1,):
            return self.column.digest
        return sha256(repr((self.column.digest, self.times)).encode()).hexdigest()

    def ready(self, labels: tuple[int, ...]) -> bool:
        """Whether a column in this state of the links has the Yum boxes filled that a joker needs."""
        joker = self.game.scorer.joker
        if joker is None:
            return False
        filled = {link.place for link, label in zip(self.column.links, labels, strict=True) if label != OPEN}
        return filled.issuperset(joker.needed(self.game.layout))

    def own_filled(self, sheet: Sheet, now: Numbers, face: int) -> bool:
        """Whether a Yum of ``face`` counts as its own upper box filled: in every column, once all await a joker."""
        column = self.column
        own = next((place for place in column.upper_places if self.game.layout.boxes[place].face == face), None)
        if own is None or any(cells[own] is None for cells in sheet):
            return False
        return len(sheet) == 1 or all(self.ready(column.link_states[number]) for number in now[:, 0].tolist())

    def states_of(self, sheet: Sheet) -> Numbers:
        """Return the numbers of the links, of the filled free boxes and of the upper class of each column (row)."""
        return np.array([self.column.state_of(cells) for cells in sheet])


def compiled_columns(game: Yum) -> CompiledColumns:
    """Return the automaton of ``game``. Raises NoEvaluator for rules that it cannot hold."""
    joker = game.scorer.joker
    if game.layout.stacked or (joker is not None and (not joker.everywhere or joker.kind == "forced")):
        raise NoEvaluator(f"no evaluator for {game.key} by these rules: the columns are no sheets of their own")
    return CompiledColumns(compiled_column(game), game.layout.multipliers)
