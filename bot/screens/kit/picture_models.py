"""The content of a picture as plain values, so that screens can make them and a cache can find them.

:mod:`bot.pictures` draws them and turns them into words. All texts are already in the reader's language.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

MOST_SEATS = 12
"""Players on a card; of more it shows the best, and how many others there are."""

MOST_SHEETS = 4
"""Up to so many players a card shows sheets; with more it has the ranking only."""

MOST_LINES = 6
"""Players whose lines a review shows."""

MOST_SCORES = 100
"""Games on a profile; if there are more, the last ones."""

RUNNING = 10
"""How many games the running mean of a profile covers."""


class Weight(Enum):
    """How much a line of a sheet stands out."""

    BOX = "box"
    SUM = "sum"
    """A subtotal or a bonus: closes a section."""
    TOTAL = "total"


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A line of everybody's sheets: ``cells[seat][column]`` is the text of a cell, empty for an open box."""

    label: str
    cells: tuple[tuple[str, ...], ...]
    weight: Weight = Weight.BOX


@dataclass(frozen=True, slots=True)
class CardSeat:
    """A player in a result."""

    name: str
    """The picture leaves out characters that the font lacks."""
    score: str
    """As people say it: "312", "4 tokens"; no markdown."""
    rank: int
    """From 1; the same for tied players."""
    instead: str = ""
    """The player's name if the font has no letter of it: "Player 2"."""
    note: str = ""
    """A few words beside the name: the side, the games of a match, that they left."""
    points: float | None = None
    """The length of the bar compared with the others'; None in games where fewest is best. Without sheets only."""
    left: bool = False
    """Left before the end: in paler colours."""
    earned: bool = True
    """Whether a place among the first three is worth a medal."""


@dataclass(frozen=True, slots=True)
class Card:
    """The end of a game. ``seats`` in playing order, like the cells of ``sheet``; the picture shows them by rank."""

    title: str
    subtitle: str
    seats: tuple[CardSeat, ...]
    sheet: tuple[SheetLine, ...] = ()
    heads: tuple[str, ...] = ()
    """The words above the columns of each sheet ("×1", "×2"); empty for one column."""
    others: str = ""
    """The words for players beyond :data:`MOST_SEATS`: "and 9 more". Without sheets only."""

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
        """The seats, best first; tied ones stay in playing order."""
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
    """Below the curve: its unit."""
    fewest: str
    """Beside the game's name where fewer is better."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A player's scores in one game, oldest first."""

    player: str
    """The picture leaves out characters that the font lacks."""
    game: str
    note: str
    """After the game's name: "24 games", "last 100 of 312 games"."""
    scores: tuple[float, ...]
    labels: ProfileLabels
    language: str = "en"
    """The language for writing numbers."""
    instead: str = ""
    """The player's name if the font has no letter of it."""
    fewest_is_best: bool = False
    first: int = 1
    """The number of the first score among all games of the player."""

    def __post_init__(self) -> None:
        if not self.scores:
            raise ValueError("a profile needs at least one score")

    @property
    def shown(self) -> tuple[float, ...]:
        """The last scores, as many as the picture shows."""
        return self.scores[-MOST_SCORES:]

    @property
    def start(self) -> int:
        """The number of the first of these."""
        return self.first + len(self.scores) - len(self.shown)

    @property
    def best(self) -> float:
        """The best of these."""
        return min(self.shown) if self.fewest_is_best else max(self.shown)

    @property
    def average(self) -> float:
        """The mean of these."""
        return sum(self.shown) / len(self.shown)


@dataclass(frozen=True, slots=True)
class PodiumStep:
    """Somebody on a podium."""

    name: str
    """The picture leaves out characters that the font lacks."""
    value: str
    """What brought them there, as people say it: "12 wins"; no markdown."""
    rank: int
    """From 1; the same for tied players."""
    instead: str
    """The player's name if the font has no letter of it."""
    tied: str = ""
    """Who shares the step and has no room on it: "and 2 others"."""


@dataclass(frozen=True, slots=True)
class PodiumPicture:
    """The first of a leaderboard: two or three ``steps``, best first."""

    title: str
    subtitle: str
    steps: tuple[PodiumStep, ...]


CONE_MARKS: Final[Mapping[str, str]] = {"red": "▲", "blue": "◆", "green": "■", "yellow": "●"}
"""The colours of Can't Stop's cones, by seat, and the mark that each seat has. A letter would look like an initial."""


@dataclass(frozen=True, slots=True)
class Climber:
    """A seat of Can't Stop on the mountain."""

    mark: str
    """The seat's own mark, one of :data:`CONE_MARKS`."""
    colour: str
    """The colour of its cones, a key of :data:`CONE_MARKS`; partners share it."""
    cones: tuple[tuple[int, int], ...]
    """Columns, ascending, and the step of the cone there (from 1)."""
    won: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Mountain:
    """The columns of Can't Stop between two turns; no names, so all languages share a picture."""

    columns: tuple[tuple[int, int], ...]
    """Their numbers, ascending, and how many steps each has."""
    climbers: tuple[Climber, ...]
    """By seat."""


@dataclass(frozen=True, slots=True)
class CurveLine:
    """What a player could expect of a game, from before it to its end."""

    name: str
    """The picture leaves out characters that the font lacks."""
    instead: str
    """The player's name if the font has no letter of it."""
    values: tuple[float, ...]
    """Before the first turn, then after each turn of the player; the last one is the result."""
    costly: tuple[int, ...] = ()
    """The turns, from 1, with the decisions that cost most."""
    shown: bool = False
    """Whether the picture is about this player: in front of the others, with the costly turns marked."""
    chances: tuple[float, ...] = ()
    """The chance to win in 100 games, before the first turn and after each turn of everybody; empty where unknown."""


@dataclass(frozen=True, slots=True)
class Curve:
    """How a game went for each player: what they could expect after every turn."""

    title: str
    subtitle: str
    label: str
    """Above the lines: what they show."""
    mark: str
    """The words for the marks of costly turns."""
    lines: tuple[CurveLine, ...]
    """At most :data:`MOST_LINES`."""
    chance_label: str = ""
    """Above the chances of the lines, where they have any."""
    language: str = "en"
    """The language for writing numbers."""
