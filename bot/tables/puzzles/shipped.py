"""The puzzles that come with the bot; ``scripts/mind/puzzles.py draw`` writes them, and ``check`` verifies them.

Loading takes some milliseconds, and opening a position less than one. The file names, for each sheet, the rules that
its values hold for: puzzles by other rules are left out.
"""

import gzip
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from bot import games
from bot.engine import AnyGame

FILE = Path(__file__).parents[2] / "mind" / "data" / "puzzles.json.gz"


class BoxChance(msgspec.Struct, frozen=True, array_like=True):
    """How often the turn ends with points in a box, of 100: more often after the best answer than after another."""

    do: str
    """The text of the action that fills the box."""
    best: int
    other: int


class PuzzleAnswer(msgspec.Struct, frozen=True, array_like=True):
    """One of the actions to choose from."""

    do: str
    value: float
    """The points of the whole sheet in the end, on average, if every later choice is the best."""
    now: float
    """Those of them that this turn brings."""
    chance: BoxChance | None = None
    """What the best answer is for, and this one less. None for the best, and where both fill a box at once."""
    without_bonus: float | None = None
    """Points by which this answer would be better than the best one if the sheet had no upper bonus.

    None where it would not, so where it is not the bonus that decides; and where nobody has worked it out.
    """

    @property
    def later(self) -> float:
        """What is on the sheet already, and what later turns bring."""
        return self.value - self.now


class Puzzle(msgspec.Struct, frozen=True, array_like=True):
    """A position of somebody who plays alone, and what to choose from there."""

    id: str
    game: str
    position: dict[str, Any]
    """The fields of the state that are not those of a new game."""
    answers: tuple[PuzzleAnswer, ...]
    """In the order of their buttons."""
    natural: int
    """The answer that a regular or a greedy player gives; it is not the best."""
    rating: int
    """As people see ratings (``bot.tables.records.rating``)."""

    @property
    def best(self) -> int:
        """The answer with the highest value."""
        return max(range(len(self.answers)), key=lambda place: self.answers[place].value)

    def lost(self, place: int) -> float:
        """Return how many points an answer loses; 0 for the best."""
        return self.answers[self.best].value - self.answers[place].value

    def state(self, game: AnyGame) -> Any:
        """Return the position; ``game`` is what :func:`game_of` returns."""
        return msgspec.convert({**msgspec.to_builtins(game.new(1)), **self.position}, game.state_type)


class SheetRules(msgspec.Struct, frozen=True):
    """The rules that the puzzles of a sheet hold for."""

    options: dict[str, Any]
    """As :attr:`bot.engine.types.Game.written` has them."""
    digest: str
    """The digest of the compiled sheet, which tests compare."""


class PuzzleSet(msgspec.Struct, frozen=True):
    """All puzzles."""

    rules: dict[str, SheetRules]
    days: tuple[Puzzle, ...]
    """One for each day, over and over."""
    more: tuple[Puzzle, ...]
    """Others, for who wants more."""


@cache
def shipped() -> PuzzleSet:
    """Return the puzzles whose rules are those of new games today. Not for the event loop: it reads a file."""
    found = msgspec.json.decode(gzip.decompress(FILE.read_bytes()), type=PuzzleSet)
    same = {key for key, rules in found.rules.items() if rules.options == msgspec.to_builtins(game_of(key).written)}
    days, more = (tuple(one for one in some if one.game in same) for some in (found.days, found.more))
    return PuzzleSet(found.rules, days, more)


@cache
def game_of(key: str) -> AnyGame:
    """Return the game that puzzles of this sheet are of."""
    return games.make(key, {})
