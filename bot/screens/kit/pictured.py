"""What a picture shows, before it is drawn: plain values, so that screens can make them and a cache can find them.

:mod:`bot.pictures` draws them and turns them into words. All texts are already in the reader's language.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

MOST_SEATS = 10
"""Players on a card."""

MOST_SHEETS = 4
"""Players whose sheets are shown; with more a card has the ranking only."""

MOST_SCORES = 100
"""Games on a profile; of more the last ones are shown."""

RUNNING = 10
"""Games the running mean of a profile looks back on."""


class Weight(Enum):
    """How much a line of a sheet stands out."""

    BOX = "box"
    SUM = "sum"
    """A subtotal or a bonus: closes a section."""
    TOTAL = "total"


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A line of everybody's sheets: ``cells[seat][column]`` are written as they stand, empty for an open box."""

    label: str
    cells: tuple[tuple[str, ...], ...]
    weight: Weight = Weight.BOX


@dataclass(frozen=True, slots=True)
class CardSeat:
    """A player in a result."""

    name: str
    """Characters the font lacks are left out."""
    score: str
    """As people say it: "312", "4 tokens"; no markdown."""
    rank: int
    """From 1; the same for players who tie."""
    instead: str = ""
    """What to call the player where the font has nothing of the name: "Player 2"."""
    note: str = ""
    """A few words beside the name: the side, the games of a match, that they left."""
    points: float | None = None
    """How long the bar is against the others'; None in games where fewest is best. Without sheets only."""
    left: bool = False
    """Left before the end: drawn paler."""


@dataclass(frozen=True, slots=True)
class Card:
    """How a game ended. ``seats`` in playing order, as the cells of ``sheet`` are; they are shown by rank."""

    title: str
    subtitle: str
    seats: tuple[CardSeat, ...]
    sheet: tuple[SheetLine, ...] = ()
    heads: tuple[str, ...] = ()
    """What stands above the columns of each sheet ("×1", "×2"); empty where there is one column."""

    def __post_init__(self) -> None:
        if not 1 <= len(self.seats) <= MOST_SEATS:
            raise ValueError(f"a card has 1 to {MOST_SEATS} seats, not {len(self.seats)}")
        columns = {len(cells) for line in self.sheet for cells in line.cells} | ({len(self.heads)} - {0})
        if len(columns) > 1 or columns == {0}:
            raise ValueError("every seat has the same columns in every line of the sheet, and as many heads")
        if any(len(line.cells) != len(self.seats) for line in self.sheet):
            raise ValueError("every line of the sheet has cells for every seat")

    @property
    def columns(self) -> int:
        """How many columns a seat's sheet has; 0 without sheets."""
        return len(self.sheet[0].cells[0]) if self.sheet else 0

    @property
    def ranking(self) -> tuple[int, ...]:
        """The seats, best first; who ties stays in playing order."""
        return tuple(sorted(range(len(self.seats)), key=lambda seat: self.seats[seat].rank))


@dataclass(frozen=True, slots=True)
class ProfileLabels:
    """The words on a profile picture: ``bot.pictures.profile_labels`` has them for every language."""

    curve: str
    """Above the curve."""
    spread: str
    """Above the distribution."""
    running: str
    """The running mean."""
    average: str
    best: str
    games: str
    """Below the curve: what is counted there."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A player's scores in one game, oldest first."""

    player: str
    """Characters the font lacks are left out."""
    game: str
    note: str
    """After the game's name: "24 games", "last 100 of 312 games"."""
    scores: tuple[float, ...]
    labels: ProfileLabels
    language: str = "en"
    """How numbers are written."""
    instead: str = ""
    """What to call the player where the font has nothing of the name."""
    fewest_is_best: bool = False
    first: int = 1
    """The number of the first score among all games of the player."""

    def __post_init__(self) -> None:
        if not self.scores:
            raise ValueError("a profile needs at least one score")

    @property
    def shown(self) -> tuple[float, ...]:
        """The last scores, as many as are drawn."""
        return self.scores[-MOST_SCORES:]

    @property
    def start(self) -> int:
        """The number of the first score shown."""
        return self.first + len(self.scores) - len(self.shown)

    @property
    def best(self) -> float:
        """The best of the scores shown."""
        return min(self.shown) if self.fewest_is_best else max(self.shown)

    @property
    def average(self) -> float:
        """The mean of the scores shown."""
        return sum(self.shown) / len(self.shown)
