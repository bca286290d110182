"""The plain values that screens are made of: texts, buttons, menus, forms, and the contents of pictures."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum
from string import Formatter
from typing import Final, Literal, NamedTuple, TypeAlias, TypeVar

import msgspec
from msgspec import structs

from bot.engine import N_, Faces, Seat
from bot.locales import Words
from bot.tables.model.choices import NOBODY as UNNAMED
from bot.tables.model.days import day_after
from bot.tables.model.place import in_addresses
from bot.tables.model.table import Computer, Occupant, Table
from bot.tables.records.leaderboards import SeasonDays

T = TypeVar("T")

# -- The content of a picture as plain values, so that screens can make them and a cache can find them ---------------
# :mod:`bot.pictures` draws them and turns them into words. All texts are already in the reader's language.

MOST_SEATS = 12
"""Players on a card; of more it shows the best, and how many others there are."""

MOST_SHEETS = 4
"""Up to so many players a card shows sheets; with more it has the ranking only."""

MOST_LINES = 6
"""Players whose lines a review shows."""

MOST_SCORES = 100
"""Games on a profile; if there are more, the last ones."""

RUNNING = 10
"""The number of games that the running mean of a profile covers."""


class Weight(Enum):
    """The emphasis of a line of a sheet."""

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
    gold: bool = False
    """Its points are the best that a sheet knows, and lie on gold as on the board; no 0 does."""


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
    course: "Curve | None" = None
    """Everybody's scores after each round; without sheets only."""

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
        """The number of columns of a seat's sheet; 0 without sheets."""
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
    """The players who share the step but have no room on it: "and 2 others"; or what else there is to say."""
    below: str = ""
    """One more line of that."""
    last: str = ""
    """Another one."""

    @property
    def lines(self) -> tuple[str, ...]:
        """All that stands below the value."""
        return tuple(filter(None, (self.tied, self.below, self.last)))


@dataclass(frozen=True, slots=True)
class PodiumPicture:
    """The first of a leaderboard: two or three ``steps``, best first."""

    title: str
    subtitle: str
    steps: tuple[PodiumStep, ...]
    behind: tuple[PodiumStep, ...] = ()
    """Up to three more, who stand below in a row."""


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """The best three of a game."""

    title: str
    steps: tuple[PodiumStep, ...]


@dataclass(frozen=True, slots=True)
class SeasonPicture:
    """A season that is over: its champions, and the best of each game."""

    title: str
    subtitle: str
    tables: tuple[SeasonTable, ...]
    champions: tuple[str, ...] = ()
    """Their names; nobody where nobody won."""
    won: str = ""
    """What made them champions: "Champion with 12 wins"."""
    others: str = ""
    """The games without room: "and 2 more games"."""


CONE_MARKS: Final[Mapping[str, str]] = {"red": "▲", "blue": "◆", "green": "■", "yellow": "●"}
"""The colours of cones, by seat, and the mark that each seat has. A letter would look like an initial."""


@dataclass(frozen=True, slots=True)
class Climber:
    """A seat on the mountain."""

    mark: str
    """The seat's own mark, one of :data:`CONE_MARKS`."""
    colour: str
    """The colour of its cones, a key of :data:`CONE_MARKS`; partners share it."""
    cones: tuple[tuple[int, int], ...]
    """Columns, ascending, and the step of the cone there (from 1)."""
    won: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Mountain:
    """The columns of a mountain; no names, so all languages share a picture."""

    columns: tuple[tuple[int, int], ...]
    """Their numbers, ascending, and how many steps each has."""
    climbers: tuple[Climber, ...]
    """By seat."""
    runners: tuple[tuple[int, int], ...] = ()
    """Columns, ascending, and the step of the runner there."""
    runs: int | None = None
    """The seat whose runners these are."""
    lit: tuple[int, ...] = ()
    """The columns that the dice on the table may climb."""
    crowned: tuple[int, ...] = ()
    """The columns that the latest turn has won."""
    fallen: tuple[tuple[int, int, int], ...] = ()
    """Of a turn that was just lost: the columns, the steps of the cones there (0 without), and those of the runners."""


class Burst(NamedTuple):
    """Golden dice in a burst of rays over a picture, from what they have brought until the next throw."""

    faces: Faces
    said: tuple[str, ...]
    """What stands below the dice, the longest form first; it says in words what they have brought."""
    great: bool = False
    """It hardly ever happens, so it is larger."""


class CellLook(IntEnum):
    """The look of a cell on a drawn sheet. No meaning hangs on it alone: its points say the same."""

    POINTS = 0
    LOST = 1
    """A box that holds 0."""
    GOLD = 2
    """The best that a sheet knows."""


class PadCell(NamedTuple):
    """A cell of a drawn sheet."""

    points: str = ""
    """Empty while the box is open."""
    look: CellLook = CellLook.POINTS
    fresh: bool = False
    """It was written in the latest turn."""


@dataclass(frozen=True, slots=True)
class PadColumn:
    """A column of a drawn sheet."""

    heads: tuple[str, ...]
    """What stands above it, the longest form first; the picture takes the first that fits."""
    cells: tuple[PadCell, ...]
    """Down the left half of the sheet, then down the right one."""
    lit: bool = False
    """It belongs to the player to act, beside those of others."""


@dataclass(frozen=True, slots=True)
class PadFoot:
    """A player below a drawn sheet."""

    name: str
    """The picture leaves out characters that the font lacks."""
    instead: str
    """The player's name if the font has no letter of it."""
    total: str
    to_act: bool = False
    leads: bool = False
    way: tuple[int, int] | None = None
    """The points for the upper bonus, and those that its next step needs, 0 after the last; None without a bonus."""
    beyond: str = ""
    """What of the total stands in none of the boxes, in words that are not drawn."""
    wrote: tuple[str, ...] = ()
    """What the latest turn has written, where no column shows it: the longest form first."""
    look: CellLook = CellLook.POINTS
    """The look of that."""


@dataclass(frozen=True, slots=True)
class Pad:
    """The score sheets of a game between two turns: the same for all throws of a turn."""

    halves: tuple[tuple[tuple[str, ...], ...], ...]
    """For each half the names of its boxes, downwards, each with its longest form first."""
    columns: tuple[PadColumn, ...]
    """At most :data:`MOST_COLUMNS`."""
    feet: tuple[PadFoot, ...]
    """At most :data:`MOST_FEET`."""
    breaks: frozenset[int] = frozenset()
    """The cells of a column below which a section of the sheet ends."""
    others: str = ""
    """The totals of everybody else."""
    faces: tuple[int, ...] = ()
    """For each cell of a column the number that its box asks for; 0 without one."""
    shout: tuple[str, ...] = ()
    """What the latest turn has to be shouted for, the longest form first; mostly nothing."""
    owner: tuple[str, ...] = ()
    """Whose sheet all columns are, where others have one too, the longest form first."""
    burst: Burst | None = None


MOST_COLUMNS = 4
"""More have no room beside the names of boxes in letters that a phone shows legibly."""

MOST_FEET = 4


class Lane(NamedTuple):
    """A player, or a team, on the way to the goal."""

    name: str
    """The picture leaves out characters that the font lacks."""
    instead: str
    """The name if the font has no letter of it."""
    points: int
    total: str
    """The points as people read them."""
    note: str = ""
    """A few words in place of points that do not count yet."""
    gained: int = 0
    """The part of the points that the latest turn has brought."""
    brought: str = ""
    """That part as people read it, where that is more than digits."""
    lost: str = ""
    """What the latest turn has lost, as people read it."""
    barred: bool = False
    """A bar is still before it: what opens the way is on :class:`Track`."""
    to_act: bool = False
    leads: bool = False


@dataclass(frozen=True, slots=True)
class Track:
    """Everybody's way to a goal, between two turns: the same for all throws of a turn."""

    look: Literal["sea", "night"]
    """Boats to an island, or climbers to a star."""
    goal: int
    lanes: tuple[Lane, ...]
    """In the order of the seats; at most :data:`MOST_LANES`."""
    goal_text: str
    gate: int = 0
    """The points that a first turn must bring; 0 for none."""
    others: str = ""
    """The points of everybody else."""
    burst: Burst | None = None


MOST_LANES = 6


class TakenChip(NamedTuple):
    """A chip that is no longer on the rack."""

    heads: tuple[str, ...] = ()
    """Whose it is, the longest form first; empty for a chip that was removed."""
    mine: bool = False
    """It belongs to the player to act."""
    fresh: bool = False
    """The latest turn has taken it."""


class Shelf(NamedTuple):
    """All chips of a kind."""

    drawing: str
    """That of the chip, which differs from all others in more than its colour."""
    labels: tuple[str, ...]
    """The name of the kind, the longest form first."""
    points: str
    left: int
    """Chips on the rack."""
    claims: tuple[TakenChip, ...]
    """All others."""


@dataclass(frozen=True, slots=True)
class Rack:
    """A rack of chips between two turns, and who has taken which: the same for all throws of a turn."""

    shelves: tuple[Shelf, ...]
    feet: tuple[PadFoot, ...]
    burst: Burst | None = None


class Holder(NamedTuple):
    """A player of a game that is about tokens."""

    lane: Lane
    """The tokens as points; what just came and went as gained and lost; the bar is before a player who sits out."""
    hand: tuple[int, ...] = ()
    """The dice that they stopped at, as they are named; empty while there are none."""
    best: bool = False
    worst: bool = False
    fresh: bool = False
    """This hand is the latest."""
    gold: bool = False
    """Nothing beats it."""


@dataclass(frozen=True, slots=True)
class Pot:
    """The tokens in the middle of a table, and everybody's, between two turns: the same for all throws of a turn."""

    tokens: int | None
    """None once players give their own."""
    phase: str
    """The part of the game, as people read it."""
    about: str
    """What is at stake, or that the hands are those of an earlier round; empty for neither."""
    holders: tuple[Holder, ...]
    """In the order of the seats."""
    over: bool = False
    """All hands are those of an earlier round."""
    burst: Burst | None = None


BoardPicture: TypeAlias = Mountain | Pad | Track | Rack | Pot
"""The picture above a board."""


def calmed(picture: BoardPicture) -> BoardPicture:
    """Return the same picture without what belongs to a moment: it is true too, and as large."""
    if isinstance(picture, Mountain):
        return replace(picture, lit=(), fallen=()) if picture.lit or picture.fallen else picture
    return uncovered(picture)


def uncovered(picture: BoardPicture) -> BoardPicture:
    """Return the same picture without a burst over it."""
    if isinstance(picture, Mountain) or picture.burst is None:
        return picture
    return replace(picture, burst=None)


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
    """The course of a game for each player: what they could expect after every turn."""

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


# -- The parts of a screen, before Discord: words, buttons and menus as plain values ---------------------------------
# ``do`` is what a component asks for, in the words of notation.md if it is an action of the game (``keep 3 3``, ``mark
# full_house``); :mod:`bot.ui.discord.adapter` knows how it travels.

TABLE_WIDTH = 28
"""Columns of a code block that no phone wraps."""

CUP_RED = 0xB3382C
LEAF_GREEN = 0x3E8E5A
SLATE = 0x5B6573


class Style(IntEnum):
    """The look of a button; the numbers are Discord's."""

    __hash__ = int.__hash__  # An enumeration's own is written in Python, and every button of a press is looked up.

    PRIMARY = 1
    SECONDARY = 2
    SUCCESS = 3
    DANGER = 4


class Button(msgspec.Struct, frozen=True):
    """Something to press. ``emoji`` is a name of :data:`Glyphs` or None."""

    do: str
    label: str
    style: Style = Style.SECONDARY
    emoji: str | None = None
    disabled: bool = False


class LinkButton(msgspec.Struct, frozen=True):
    """A button that opens an address."""

    url: str
    label: str


class Choice(msgspec.Struct, frozen=True):
    """A line of a menu; choosing it asks for ``do``."""

    do: str
    label: str
    description: str = ""
    chosen: bool = False
    """It is chosen when the menu appears."""


class Menu(msgspec.Struct, frozen=True):
    """A list to choose from.

    One choice: choosing a line asks for its ``do``; that of the menu only tells menus of one message apart. Several
    choices (``most``): the menu's ``do`` ends with ``=`` and comes with the chosen values after it: ``holds =`` becomes
    ``holds = 1 3``, or ``holds =`` without a choice.
    """

    do: str
    placeholder: str
    choices: tuple[Choice, ...]
    least: int = 1
    most: int = 1
    disabled: bool = False


class Entity(IntEnum):
    """What people choose in an :class:`EntityMenu`; the numbers are those of Discord's components."""

    USER = 5
    ROLE = 6
    CHANNEL = 8


class EntityMenu(msgspec.Struct, frozen=True):
    """A list of a server's people, roles or channels, which Discord fills; ``do`` ends with ``=``, their ids follow."""

    do: str
    placeholder: str
    of: Entity
    chosen: tuple[int, ...] = ()
    """The present choice; Discord refuses the message if the server lacks one of them."""
    least: int = 0
    most: int = 25
    direct: bool = False
    """Of channels: only those that take messages themselves, no forums."""


Row: TypeAlias = tuple[Button | LinkButton | Menu | EntityMenu, ...]


@dataclass(frozen=True, slots=True)
class CopyField:
    """A text in a field of a form, from which any phone can copy it; changes to it mean nothing."""

    label: str
    hint: str
    text: str


@dataclass(frozen=True, slots=True)
class Form:
    """A window with one short line to type; sending it asks for ``do``."""

    do: str
    title: str
    label: str
    hint: str
    """The words below the label."""
    example: str
    """The words in the empty line."""
    longest: int = 60
    """The most characters somebody may type."""
    to_copy: CopyField | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """A named part of a screen."""

    name: str
    value: str
    inline: bool = False


@dataclass(frozen=True, slots=True)
class Screen:
    """One message: large text above, a framed body, rows of things to press."""

    title: str
    body: str
    content: str = ""
    fields: tuple[Field, ...] = ()
    footer: str = ""
    colour: int = CUP_RED
    rows: tuple[Row, ...] = ()
    picture: BoardPicture | None = None
    """A picture in a frame of its own above the body. Of a board in play, the body tells its news too."""


Glyphs: TypeAlias = Mapping[str, str]
"""Names of our emojis to what Discord shows: ``<:die_3:123>``, or a character if the upload failed."""

_PIPPED = (
    *("die", "held", "color", "color_held", "yam", "yam_held", "felt", "felt_held", "sea", "sea_held"),
    *("star", "star_held", "sand"),
)
"""Dice that show pips."""

PLAIN_GLYPHS: Glyphs = {
    **{f"{kind}_{face}": "⚀⚁⚂⚃⚄⚅"[face - 1] for kind in _PIPPED for face in range(1, 7)},
    **{f"{kind}_{face}": "①②③④⑤⑥"[face - 1] for kind in ("power", "power_held") for face in range(1, 7)},
    **dict(zip((f"chip_{kind}" for kind in ("2p", "3k", "ss", "fl", "fh", "4k", "ls")), "🔵🟢🟡⚪🟣🟤🔴", strict=True)),
    **dict(zip((f"cone_{colour}" for colour in ("red", "blue", "green", "yellow")), "🔴🔵🟢🟡", strict=True)),
    "runner": "⬆️",
    **{f"tokens_{count}": "🟠" for count in range(6)},
    "blank": "▢",
    "gobelet": "🎲",
}


WORDS_ONLY: Glyphs = dict.fromkeys(PLAIN_GLYPHS, "")
"""The emojis of people who want none: nothing at all. Words and numbers say it instead, in large text."""

IN_WORDS: Glyphs = dict.fromkeys(PLAIN_GLYPHS, "")
"""Those of people who want boards in words: sentences take the place of tables too."""

IN_LARGE_WORDS: Glyphs = dict.fromkeys(PLAIN_GLYPHS, "")
"""Those of people who want both."""


def glyphs_for(glyphs: Glyphs, *, plain: bool, spoken: bool) -> Glyphs:
    """Return the emojis for somebody who wants large text without any (``plain``), boards in words (``spoken``)."""
    if spoken:
        return IN_LARGE_WORDS if plain else IN_WORDS
    return WORDS_ONLY if plain else glyphs


@dataclass(frozen=True, slots=True)
class RenderContext:
    """What a screen needs for drawing: the words of a language and the emojis at hand."""

    t: Words
    glyphs: Glyphs
    crowned: Mapping[int, SeasonDays] = field(default_factory=dict)
    """The champions of the season that ended last whom a board may name with their title, each with its days."""

    @property
    def plain(self) -> bool:
        """Whether somebody wants words and numbers only."""
        return self.large or self.glyphs is IN_WORDS

    @property
    def large(self) -> bool:
        """Whether the words of a turn stand in large letters."""
        return self.glyphs is WORDS_ONLY or self.glyphs is IN_LARGE_WORDS

    @property
    def spoken(self) -> bool:
        """Whether sentences take the place of tables."""
        return self.glyphs is IN_WORDS or self.glyphs is IN_LARGE_WORDS

    def mark_turn(self, line: str) -> str:
        """Mark ``line`` as that of the player to act; a board in sentences begins with whose turn it is."""
        if self.spoken:
            return line
        return self.t("{player} (to play)", player=line) if self.plain else f"►\N{NO-BREAK SPACE}**{line}**"


MEDALS = ("🥇", "🥈", "🥉")
"""For the first three places."""

COMPUTER = "🤖"
"""Stands for a computer that has no name: it plays for somebody."""

_FACES = "🦁🐢😼🐯🦉🦊🐺"
"""Stands before the name of a computer, by its number: bold, careful, spiteful and so on, as it speaks."""

NOBODY = "@?"
"""Stands for an erased person; screen readers read it too, and boards without emojis show it."""


def mention(player: Occupant) -> str:
    """A person as Discord shows them, or a computer; inside an embed this notifies nobody.

    Ids below zero are erased people.
    """
    if isinstance(player, Computer):
        return f"{_FACES[player.number - 1]} {player.name}"
    return f"<@{player}>" if player > 0 else NOBODY


def named(context: RenderContext, player: Occupant) -> str:
    """A player as :func:`mention` names them, and somebody who does not want to be named."""
    return context.t("Somebody") if player == UNNAMED else mention(player)


def unnaming(context: RenderContext, text: str, unnamed: Collection[int]) -> str:
    """Return ``text`` as somebody may read it whom nothing tells the names of those ``unnamed``."""
    for user in unnamed:
        text = text.replace(mention(user), named(context, UNNAMED))
    return text


def without_names(context: RenderContext, screen: Screen, unnamed: Collection[int]) -> Screen:
    """Return ``screen`` so; its pictures and menus get no names in the first place."""
    title, content, body = (unnaming(context, text, unnamed) for text in (screen.title, screen.content, screen.body))
    return replace(screen, title=title, content=content, body=body)


CROWN = "♛"


def titled(context: RenderContext, player: Occupant) -> str:
    """A player as :func:`mention` names them, and the title of a champion, where there is room for its season."""
    return mention(player) + season_title(context, _season(context, player)).replace(" ♛", f"\N{NO-BREAK SPACE}{CROWN}")


def named_in_play(context: RenderContext, player: Occupant) -> str:
    """A player in a short line of a board, the champion with a crown alone."""
    if _season(context, player) is None:
        return mention(player)
    return mention(player) + (context.t(" (champion)") if context.plain else f"\N{NO-BREAK SPACE}{CROWN}")


def season_title(context: RenderContext, season: SeasonDays | None) -> str:
    """The title of the champion of a season, to stand behind the name; nothing without one."""
    if season is None:
        return ""
    name = season_name(context.t, season)
    return context.t(" (champion: {season})", season=name) if context.plain else f" {CROWN} {name}"


_QUARTERS = (N_("winter {year}"), N_("spring {year}"), N_("summer {year}"), N_("autumn {year}"))
_QUARTER = 3
_LONGEST_QUARTER = 4
"""A season that touches more months is no quarter any more."""


def season_name(t: Words, season: SeasonDays) -> str:
    """Return the name of a season by its days: a month, a quarter, or years.

    Where seasons end with the month, nobody may have played in the months before its last one.
    """
    (first, begins), (last, ends) = ((day, day // 10_000 * 12 + day // 100 % 100 - 1) for day in season)
    months = ends - begins + 1
    quarter = (begins + 1) // _QUARTER
    whole = first % 100 == 1 and day_after(last) % 100 == 1
    if months == 1 or (whole and quarter != (ends + 1) // _QUARTER):
        return t.month(ends // 12, ends % 12 + 1)
    if quarter != (ends + 1) // _QUARTER:
        if months > _LONGEST_QUARTER:
            return "–".join(dict.fromkeys(str(day // 10_000) for day in season))
        quarter = ((begins + ends) // 2 + 1) // _QUARTER
    year, number = divmod(quarter * _QUARTER, 12)
    winter = not number and begins < year * 12 <= ends  # It begins in December.
    return t(_QUARTERS[number // _QUARTER], year=f"{year - 1}–{year}" if winter else str(year))


def _season(context: RenderContext, player: Occupant) -> SeasonDays | None:
    return context.crowned.get(player) if isinstance(player, int) else None


def left_note(context: RenderContext, table: Table, seat: int) -> str:
    """Return what stands behind the name of somebody who plays no more; why a manager removed them, the log knows."""
    if seat in table.removed:
        return context.t(" (removed)")
    return context.t(" (left)") if table.has_left(Seat(seat)) else ""


def left_word(context: RenderContext, table: Table, seat: int) -> str:
    """Return that in a word or two, where it stands by itself."""
    if seat in table.removed:
        return context.t("removed")
    return context.t("has left") if table.has_left(Seat(seat)) else ""


def mentions(players: Sequence[Occupant]) -> str:
    """Several players, for a sentence."""
    return ", ".join(map(mention, players))


def message_address(guild: int, channel: int, message: int | None) -> str:
    """Return the address of a message in a place, or of its channel without one."""
    address = f"https://discord.com/channels/{in_addresses(guild)}/{channel}"
    return f"{address}/{message}" if message else address


def place_sign(context: RenderContext, place: int, *, earned: bool) -> str:
    """Return a medal, or the number of the place: below the third, without one earned, and in words.

    Below medals, a number begins no list: Discord would indent it.
    """
    if context.plain:
        return f"{place}."
    return MEDALS[place - 1] if earned and place <= len(MEDALS) else f"{place}\\."


def code_block(lines: list[str]) -> str:
    """Lines in even columns."""
    return "```\n" + "\n".join(lines) + "\n```"


def sentences(context: RenderContext, texts: Mapping[str, object], **values: object) -> str:
    """Return those of the English ``texts`` that hold, one after the other, filled with ``values``."""
    return " ".join(context.t(sentence, **values) for sentence, holds in texts.items() if holds)


def numbered(context: RenderContext, texts: Mapping[str, object], **values: object) -> str:
    """Return the same sentences as a numbered list, a line each."""
    lines = (context.t(sentence, **values) for sentence, holds in texts.items() if holds)
    return "\n".join(f"{number}. {line}" for number, line in enumerate(lines, 1))


def truncate(text: str, length: int) -> str:
    """``text`` in at most ``length`` characters, with an ellipsis at a cut."""
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"


SEEN = 0.05
"""What is less is 0 where numbers have one decimal."""


def signed(context: RenderContext, number: float, decimals: int = 1) -> str:
    """Return a number with its sign and its one decimal or none, as print writes it; 0 has no sign."""
    sign = "" if abs(number) < SEEN else "+" if number > 0 else "\N{MINUS SIGN}"
    return f"{sign}{context.t.tenths(abs(number)) if decimals else context.t.number(abs(number))}"


def luck_and_par(context: RenderContext, gross: int, net: float | None, par: int | None = None) -> Iterator[str]:
    """What of the score ``gross`` was luck, and what the champion made of the same dice; nothing of what is None.

    Only ``net`` is rounded, so that both numbers add up to the score.
    """
    if net is not None:
        t, lucky = context.t, gross - round(net, 1)
        without, luck = t.tenths(round(abs(net), 1)), signed(context, lucky)
        if gross < 0 and abs(lucky) >= SEEN:  # Turns: the fewer the better, so a sign would say the contrary.
            more = N_("{net} without luck (bad luck: {n} turns more)")
            fewer = N_("{net} without luck (good luck: {n} turns fewer)")
            yield t(more if lucky < 0 else fewer, net=without, n=t.tenths(abs(lucky)))
        else:
            yield t("{net} without luck (luck {luck})", net=without, luck=luck)
    if par is not None:
        yield context.t("par {par}", par=context.t.number(par))


def luck_legend(context: RenderContext, *, net: bool, par: bool) -> Iterator[str]:
    """Say in small print what the words for luck and par mean, where they stand above."""
    t, said = context.t, list[str]()
    if net:
        said.append(
            t(
                "Without luck: what the same decisions bring with average dice; the rest was luck. With the same dice "
                "it differs by what each player keeps."
            )
        )
    if par:
        said.append(t("Par: what the best computer made of the same dice."))
    if said:
        yield f"-# {' '.join(said)}"


def champions_line(context: RenderContext, score: int, expected: float) -> str:
    """What the champion made of the same dice, and makes on average; turns count below 0."""
    t = context.t
    points = N_("With these dice Gobelet wrote **{score}** points; on average it writes **{expected}**.")
    turns = N_("With these dice Gobelet took **{score}** turns; on average it takes **{expected}**.")
    told = t.tenths(round(expected, 1)) if score < 0 else t.number(round(expected))
    return t(turns if score < 0 else points, score=abs(score), expected=told)


def voided_line(context: RenderContext) -> str:
    """Return what a result says that managers have voided."""
    return context.t("**Voided**: managers of this server have decided that this result counts nowhere.")


def starred(context: RenderContext, line: str) -> str:
    """Return ``line`` as news that is worth a star."""
    return f"**{line}**" if context.plain else f"★ **{line}**"


def begun(text: str) -> str:
    """``text`` with a capital at its beginning, where it stands within a sentence elsewhere."""
    return text[:1].upper() + text[1:]


# -- The two buttons that turn the pages of a long list --------------------------------------------------------------


def page_count(items: int, size: int) -> int:
    """Return how many pages of ``size`` hold ``items``; an empty list has one page."""
    return max(1, -(-items // size))


def turning(context: RenderContext, page: int, pages: int, do: Callable[[int, str], str]) -> tuple[Button, ...]:
    """Return Previous and Next around ``page`` (from 0); nothing if there is only one page.

    ``do`` makes the words of a button from its page and a word. At the first and the last page two buttons lead to the
    same page, and Discord takes no custom_id twice.
    """
    return both(context, page, pages, do) if pages > 1 else ()


def first_of(items: Sequence[T], most: int) -> Sequence[T]:
    """Return so many of ``items``, or one more where that one alone would be left out."""
    return items[: most + (len(items) == most + 1)]


def listed_of(context: RenderContext, named: Sequence[str], total: int) -> str:
    """Return ``named`` as a sentence lists them, and how many others there are of ``total``."""
    t, more = context.t, total - len(named)
    return t.listed([*named, *([t.many("{n} other", "{n} others", more)] if more > 0 else [])])


def both(context: RenderContext, page: int, pages: int, do: Callable[[int, str], str]) -> tuple[Button, Button]:
    """Return Previous and Next, however many pages there are."""
    return (
        Button(do(max(page - 1, 0), "previous"), context.t("Previous"), disabled=page == 0),
        Button(do(page + 1, "next"), context.t("Next"), disabled=page + 1 >= pages),
    )


# -- Screens in words and numbers only, for people who want no emoji: what a screen reader reads should be worth
# hearing
# Boards write dice as digits by themselves (``RenderContext.plain``). This takes out every emoji that is left in a
# screen. The words beside it say the same, as they must everywhere.

EMOJI = re.compile(
    "<a?:\\w+:\\d+>"
    "|[\u203c\u2049\u2139\u21a9\u21aa\u231a\u231b\u2328\u23cf\u23e9-\u23fa\u24c2\u2460-\u2473\u25a2\u25aa\u25ab\u25b6"
    "\u25b8\u25c0\u25cf\u25fb-\u25fe\u2600-\u2604\u2607-\u27bf\u2934\u2935\u2b05-\u2b07\u2b1b\u2b1c\u2b50\u2b55"
    "\u3030\u303d\u3297\u3299\ufe0f\u20e3\U0001f000-\U0001faff]"
)
"""Emojis, ours and everybody's, and the ordinary characters that look or read like them."""

_WITH_SPACE = re.compile(f"(?:{EMOJI.pattern})+ ?")


def without_emoji(text: str) -> str:
    """``text`` without emojis."""
    return _WITH_SPACE.sub("", text)


def _with_texts(screen: Screen, change: Callable[[str], str]) -> Screen:
    """``screen`` with all its texts changed; what can be pressed stays."""
    return replace(
        screen,
        title=change(screen.title),
        body=change(screen.body),
        content=change(screen.content),
        fields=tuple(Field(change(field.name), change(field.value), field.inline) for field in screen.fields),
        footer=change(screen.footer),
    )


def words_only(screen: Screen) -> Screen:
    """``screen`` without emojis and without a picture."""
    rows = tuple(tuple(_item(item) for item in row) for row in screen.rows)
    return replace(_with_texts(screen, without_emoji), rows=rows, picture=None)


_THROWN = re.compile(r"(?<![\w\-\N{NON-BREAKING HYPHEN}])[1-6](?:[-\N{NON-BREAKING HYPHEN}][1-6])+(?![\w\-])")
"""Dice as people write them: a voice would read numbers and minus signs."""


_HANDS_IN_A_ROW = re.compile(rf"({_THROWN.pattern}), (?={_THROWN.pattern})")
"""Between hands that are listed: their dice are told with commas between them."""

_WORTH = re.compile(r" → (?=[+*]*\d)")
"""Between dice and their points."""


def aloud(text: str) -> str:
    """``text`` as a voice should read it: dice one by one, and no signs between words, in any language."""
    plain = _HANDS_IN_A_ROW.sub(r"\1; ", text.replace("★ ", "").replace("★", ""))
    commas = _THROWN.sub(lambda match: re.sub("[-\N{NON-BREAKING HYPHEN}]", ", ", match[0]), plain)
    return _WORTH.sub(" = ", commas).replace(" · ", ", ").replace(" → ", ", ")


def full_stop(line: str) -> str:
    """``line`` as a sentence."""
    text = line.rstrip("*\N{ZERO WIDTH SPACE}")
    return line if not text or text[-1] in ".!?:…" else f"{line}."


def spoken(screen: Screen) -> Screen:
    """``screen`` without emojis, to be heard."""
    heard = _with_texts(words_only(screen), aloud)
    return replace(heard, rows=tuple(tuple(map(_heard, row)) for row in heard.rows))


_LONGEST_LINE, _LONGEST_PLACEHOLDER = 100, 150
"""Characters that the texts of a menu may have."""


_CUT_SIGN = re.compile(r"(?: [·→]|[-\N{NON-BREAKING HYPHEN}])…$")
"""What joined two things where a text has been cut between them."""


def _heard(item: Button | LinkButton | Menu | EntityMenu) -> Button | LinkButton | Menu | EntityMenu:
    match item:
        case Button():
            return structs.replace(item, label=aloud(item.label))
        case Menu():
            lines = tuple(
                structs.replace(one, label=_heard_in(one.label), description=_heard_in(one.description))
                for one in item.choices
            )
            placeholder = _heard_in(item.placeholder, _LONGEST_PLACEHOLDER)
            return structs.replace(item, placeholder=placeholder, choices=lines)
        case _:
            return item


def _heard_in(text: str, length: int = _LONGEST_LINE) -> str:
    """``text`` of a menu; dice with commas between them are longer."""
    return truncate(aloud(_CUT_SIGN.sub("…", text)), length)


def _item(item: Button | LinkButton | Menu | EntityMenu) -> Button | LinkButton | Menu | EntityMenu:
    match item:
        case Button():
            return structs.replace(item, label=without_emoji(item.label) or item.label, emoji=None)
        case LinkButton():
            return structs.replace(item, label=without_emoji(item.label) or item.label)
        case Menu():
            choices = tuple(_choice(choice) for choice in item.choices)
            return structs.replace(item, placeholder=without_emoji(item.placeholder), choices=choices)
        case EntityMenu():
            return structs.replace(item, placeholder=without_emoji(item.placeholder))


def _choice(choice: Choice) -> Choice:
    return structs.replace(
        choice, label=without_emoji(choice.label) or choice.label, description=without_emoji(choice.description)
    )


# -- Commands inside sentences, by the names that the reader's Discord shows -----------------------------------------
# A sentence says ``{settings}``. Each of the words between underscores is translated for itself, as when the bot sends
# the commands to Discord: to type, ``/settings`` reads ``/réglages`` in French. A name that begins with a digit has an
# underscore before it: ``{_421_start}``.


def commands_in(sentence: str) -> dict[str, tuple[str, ...]]:
    """Return the commands in ``sentence``: from the word in braces to the words of the command."""
    names = {name for _, name, _, _ in Formatter().parse(sentence) if name}
    return {name: tuple(name.strip("_").split("_")) for name in names}


_ids: dict[tuple[str, ...], int] = {}
"""Discord's ids of commands, by their English words: one application has them in every language."""


def know_commands(ids: Mapping[tuple[str, ...], int]) -> None:
    """From now on name the commands of ``ids`` so that a press on them types them, and no others."""
    _ids.clear()
    _ids.update(ids)


def typed_command(t: Words, *words: str) -> str:
    """Return the command of these English ``words`` as the reader types it, where there is nothing to press on."""
    return f"/{' '.join(map(t, words))}"


def command_name(t: Words, *words: str) -> str:
    """Return the command of these English ``words``: to press on once its id is known, else as the reader types it.

    Discord shows the name to press on as it is to every reader, and finds nothing by a translated one
    (discord-api-docs#5518). A second name beside it would look like another command.
    """
    if words not in _ids:
        return f"`{typed_command(t, *words)}`"
    return f"</{' '.join(words)}:{_ids[words]}>"


def naming_commands(t: Words, sentence: str) -> str:
    """Return ``sentence`` in the reader's language with its commands as that reader presses or types them."""
    return t(sentence, **{name: command_name(t, *words) for name, words in commands_in(sentence).items()})
