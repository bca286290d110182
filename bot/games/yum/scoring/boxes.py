"""What a box is. Each stands once: in :mod:`bot.games.yum.scoring.standard_boxes` or in its sheet."""

from dataclasses import dataclass
from enum import StrEnum

from bot.games.yum.scoring.formulas import Formula


class Section(StrEnum):
    """The part of the sheet a box stands in; only ``UPPER`` boxes count for the bonus."""

    UPPER = "upper"
    LOWER = "lower"
    EXTRA = "extra"


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    """A box of a sheet, alike in every column.

    Words are English (:func:`bot.engine.words.N_`); ``short`` fits a narrow table; ``condition`` says when the box
    scores and how much, with ``{points}`` for :attr:`maximum`.
    """

    key: str
    label: str
    short: str
    condition: str
    points: Formula
    """The worth of the dice alone; :mod:`.scoring` knows the order among boxes and the joker."""
    maximum: int
    """The printed maximum."""
    section: Section = Section.LOWER
    face: int = 0
    """The face an upper box counts, else 0."""
    joker: Formula | None = None
    """The points of five equal dice as a joker, if they differ from their usual points."""
    equal_dice: Formula | None = None
    """The points under the house rule ``of_a_kind = matching``, for the boxes it touches."""
    equal_words: str = ""
    """The condition then."""
    after: tuple[str, ...] = ()
    """Boxes of the column that must hold something before this one scores."""
    after_scored: bool = False
    """The boxes of ``after`` must hold points, a 0 is not enough."""
    below: str | None = None
    """The box of the column whose points, if it holds any, this one must stay under."""
    above: str | None = None
    """The box of the column whose points, if it holds any, this one must pass."""
    waits_for: str | None = None
    """The box of the column that must hold something before anybody may fill this one."""
    yum: bool = False
    """Whether this is a box for equal dice: they decide about the joker, and count for ``most_yums``."""
