"""When five equal dice are a joker, and what a joker writes (rules.md §2, §8)."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.engine import OptionValue
from bot.games.yum.layout import Layout
from bot.games.yum.scoring.boxes import Box, Section
from bot.games.yum.state import Sheet


@dataclass(frozen=True, slots=True)
class JokerRule:
    """The joker of a game, as its house rules say."""

    kind: str
    """``fr``: any section; ``en``: lower section; ``forced``: ``en``, and an open box of the number comes first."""
    first: bool
    """Only the first Yum box must be full."""
    upper_sum: bool
    """A joker writes the sum of the dice in the box of another number, not its maximum."""
    everywhere: bool
    """The boxes must be full in every column."""

    @classmethod
    def from_options(cls, options: Mapping[str, OptionValue]) -> "JokerRule | None":
        """Return the joker of these house rules; None without one."""
        kind = str(options.get("joker", "none"))
        if kind == "none":
            return None
        return cls(
            kind,
            options.get("joker_needs") == "first",
            options.get("joker_upper") == "sum",
            options.get("joker_scope", "all_columns") == "all_columns",
        )

    def needed(self, layout: Layout) -> tuple[int, ...]:
        """Return the places of the Yum boxes that must be full."""
        yums = tuple(place for place, box in enumerate(layout.boxes) if box.yum)
        return yums[:1] if self.first else yums

    def filled(self, sheet: Sheet, column: int, places: tuple[int, ...]) -> bool:
        """Whether the cells at ``places`` are full: in ``column``, or in every column if that is the rule."""
        columns = sheet if self.everywhere else (sheet[column],)
        return all(cells[place] is not None for cells in columns for place in places)

    def points(self, box: Box, faces: tuple[int, ...]) -> int:
        """Return the worth of the joker ``faces`` in ``box``, without the order among boxes."""
        if box.section is Section.UPPER and self.kind == "fr" and box.face != faces[0]:
            return sum(faces) if self.upper_sum else box.maximum
        return (box.joker or box.points)(faces)
