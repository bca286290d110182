"""Patterns of what components ask for, and the words in them: the same object makes a custom_id and reads it.

A pattern is the text of a custom_id with its words in braces: ``stats {user:int} {game:game} {page:page}``. After the
colon stands a converter (:data:`CONVERTERS`; ``word`` where none is named), or the words that may stand there:
``mygames {what:leave|end} {code:table}``. Between two words of a text is one space. Screens :meth:`Pattern.build` their
buttons, routes say which handler a pattern leads to.
"""

import inspect
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from bot.games import CATALOGUE
from bot.tables.model import days
from bot.tables.model.errors import NoTable
from bot.tables.model.table import TableId, VoteChoice, code, table_id

_LAST_PAGE = 9999
_WORD = re.compile(r"\{(\w+)(?::([^}]+))?\}")


@dataclass(frozen=True, slots=True)
class Converter:
    """The form of a word, what makes a value of it, and the way back.

    ``read`` raises ValueError for a word that means nothing.
    """

    form: str
    read: Callable[[str], object] = str
    write: Callable[[Any], str] = str


def _page(text: str) -> int:
    return min(int(text), _LAST_PAGE)


def _place(text: str) -> int:
    return int(text) - 1


def _written_place(place: int) -> str:
    return str(place + 1)


def _places(text: str) -> frozenset[int]:
    return frozenset([int(digit) - 1 for digit in text if digit in "123456789"])


def _held(places: Iterable[int]) -> str:
    return "".join(map(_written_place, sorted(places))) or "-"


def _chosen(places: Iterable[int]) -> str:
    return "".join(f" {place + 1}" for place in sorted(places))


def _faces(text: str) -> tuple[int, ...]:
    return tuple(int(digit) for digit in text.removeprefix("-"))


def _written_faces(faces: Iterable[int]) -> str:
    return "".join(map(str, faces)) or "-"


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split(" ")[1:])


def _written_words(words: Iterable[str]) -> str:
    return "".join(f" {word}" for word in words)


def _game(text: str) -> str:
    if text != "*" and text not in CATALOGUE:
        raise ValueError(text)
    return text


def _day(text: str) -> int:
    days.day_begins(int(text))
    return int(text)


def _table(code: str) -> TableId:
    table = table_id(code)
    if table is None:
        raise NoTable(code)
    return table


def one_of(words: Iterable[str]) -> Converter:
    """Return the converter of a word that is one of these."""
    return Converter("|".join(map(re.escape, words)))


CONVERTERS = {
    "word": Converter("[^ ]*"),
    "rest": Converter(".+"),
    "words": Converter("(?: [^ ]*)*", _words, _written_words),  # All that follows, each after a space.
    "int": Converter(r"\d{1,20}", int),
    "number": Converter(r"\d{1,6}", int),
    "page": Converter(r"\d+", _page),
    "table": Converter("[^ ]*", _table, code),
    "game": Converter("[^ ]+", _game),  # Or "*".
    "day": Converter(r"\d{8}", _day),
    "place": Converter("[1-9]", _place, _written_place),  # A die, from 0.
    "held": Converter("-|[1-9]{1,9}", _places, _held),
    "places": Converter("(?: [1-9]){0,9}", _places, _chosen),  # Dice chosen in a menu.
    "face": Converter("[0-6]", int),
    "faces": Converter("-|[1-6]{1,9}", _faces, _written_faces),
    "leaf": Converter(r"-1|\d{1,5}", int),
}
"""The converters by their names; a subject adds those of its own words."""


class Pattern:
    """Reads the texts of one form, and makes them."""

    def __init__(self, text: str) -> None:
        """Read and make texts like ``text``; raises KeyError for a converter that there is not."""
        self.text = text
        self.first = text.partition(" ")[0]
        self._readers: dict[str, Callable[[str], object]] = {}
        self._writers: list[tuple[str, str, Callable[[Any], str]]] = []
        """For each word: what stands before it, its name, and what writes it."""
        form, end = "", 0
        for match in _WORD.finditer(text):
            name, kind = match[1], match[2] or "word"
            converter = Converter(kind) if "|" in kind else CONVERTERS[kind]
            self._readers[name] = converter.read
            self._writers.append((text[end : match.start()], name, converter.write))
            form += f"{re.escape(text[end : match.start()])}({converter.form})"
            end = match.end()
        self._end = text[end:]
        self._form = re.compile(form + re.escape(self._end))

    def build(self, **words: object) -> str:
        """Return the text with these ``words``, each by its name; :meth:`read` gives them back."""
        return "".join([f"{before}{write(words[name])}" for before, name, write in self._writers]) + self._end

    def read(self, text: str) -> dict[str, object] | None:
        """Return the words of ``text`` as values, by name; None where it has another form, or a word means nothing."""
        match = self._form.fullmatch(text)
        if match is None:
            return None
        try:
            return {name: read(word) for (name, read), word in zip(self._readers.items(), match.groups(), strict=True)}
        except ValueError:
            return None

    def check(self, handler: Callable[..., object]) -> None:
        """Raise TypeError unless ``handler`` takes one thing more than the words, and the words by their names."""
        inspect.signature(handler).bind(object(), **self._readers)


HOLD = Pattern("hold {die:place} {shown:held}")
"""Hold a die or let it go; the message shows those as held."""

HOLD_TOO = Pattern("group {dice:held} {shown:held}")
"""Hold a group of dice besides those that the message shows as held."""

MARK = Pattern("mark {box} {column:number}")
"""Write points in a box of one of several columns."""

HOLD_ALL = Pattern("holds ={dice:places}")
"""Hold these dice and no others."""

MENU = Pattern("menu {kind:mark|strike}")
"""Offer the boxes to mark, or to strike; of one of several columns: the next pattern."""

COLUMN_MENU = Pattern("menu {kind:mark|strike} {column:number}")

STRIKE = Pattern("sure {action:rest}")
"""Do an action after the question whether one is sure."""

HINTED = Pattern("hinted {action:rest}")
"""Do an action that a hint has named."""

TYPE_THROW = Pattern("type {action:rest}")
"""Open the line to type the throw of an action with dice of the players' own."""

TYPED_THROW = Pattern("told {action:rest}")
"""Send that line; after earlier throws of the same action: the next pattern."""

TYPED_NEXT_THROW = Pattern("next {number:number} told {action:rest}")

PRESS_THROW = Pattern("faces {action:rest}")
"""Bring the buttons to enter that throw face by face."""

PRESSED_FACE = Pattern("face {face:face} {shown:faces} {action:rest}")
"""Enter a face after those shown; 0 takes the last back. After earlier throws of the same action: the next pattern."""

PRESSED_NEXT_FACE = Pattern("next {number:number} face {face:face} {shown:faces} {action:rest}")

SIDE = Pattern("side {side:number}")
"""Sit down on a side."""

END = Pattern("end {answer:yes|no|close}")
"""Answer the question whether one will really end the table, or leave the game: the next pattern.

``warm`` has a computer play for a player who must go.
"""

QUIT = Pattern("quit {answer:yes|no|warm}")

RULES_PAGE = Pattern("rules {page:short|whole|notes}")
"""Turn to a page of the rules of this table, or to a part of them; then those of any game."""

RULES_PART = Pattern("rules part {page:number}")
RULES_PAGE_OF = Pattern("rules of {game:game} {page:short|whole|notes}")
RULES_PART_OF = Pattern("rules of {game:game} part {page:number}")

SHEETS_PAGE = Pattern("sheets {page:page} {button}")
READ_SHEETS = Pattern("read sheets {page:page} {button}")

OPTIONS_TAB = Pattern("option tab {tab:game|rules|power}")
OPTION_ASK = Pattern("option ask {key}")
OPTION_PICK = Pattern("option pick {key} {word}")
OPTION_SHOW = Pattern("option show {key}")
OPTION_SET = Pattern("option set {key} {choice:number}")
OPTION_PRESET = Pattern("option preset {key}")

CLOCK_SET = Pattern("clock set {key} {word}")

HELP = Pattern("help {topic}")
OPEN = Pattern("open {game:game}")
OPEN_ALONE = Pattern("solo {game:game}")
"""Open a game where nobody else sees it: where the bot is a guest."""

PROOF = "proof"
"""The page behind that of fair dice: how they work."""
CHECK_SEAL = "seal check"
"""Asked below a seal that somebody keeps, in their direct messages."""
PROOF_BELOW, WORKS_BELOW = "proof", "proof works"
"""Show the page of fair dice, or this one, below what somebody reads of certain dice, which stays there."""

SETTINGS_SET = Pattern("settings set {key} {word}")
SETTINGS_PAGE = Pattern("settings page {page}")
PREFERENCES_SET = Pattern("preferences set {key} {word}")
PREFERENCES_PAGE = Pattern("preferences page {page}")

HAND_TABLES = Pattern("hand tables {page:page} {button}")
"""Show managers a page of all open tables of the server, of the people whom they have blocked, or of their log."""

HAND_PEOPLE = Pattern("hand people {page:page} {button}")
HAND_LOG = Pattern("hand log {page:page} {button}")

HAND_TABLE = Pattern("hand table {table:table}")
"""Show managers who sits at a table, and what they may do there; then who has entered a tournament."""

HAND_TOURNAMENT = Pattern("hand tournament {id:table} {page:page} {button}")

SEASON_SHOW = Pattern("season show {number:number}")
"""The table of a season; of the running one, if it is 0."""

COMPUTERS_ADD = Pattern("computers add {level:beginner|casual|regular|strong|champion}")
COMPUTERS_REMOVE = Pattern("computers remove {number:number}")
COMPUTERS_SET = Pattern("computers set {key} {word}")

BRING_DOWN = "down"
"""Post the board again, at the bottom of its channel."""

VOTE = Pattern(f"vote {{wish:{'|'.join(VoteChoice)}}}")

REPLAY_SHEET = Pattern("replay sheet {seat:number}")
REPLAY_STEP = Pattern("replay {number:number} {word}")
REPLAY_CHAMPION = Pattern("replay champion {number:number} {word}")
OPEN_CHAMPION = "open"
"""In place of where to go: show its beginning beside the pressed message."""

REVIEW_SEAT = Pattern("review seat {seat:number}")
REVIEW_MORE = Pattern("review more {seat:number}")
REVIEW_AT = Pattern("review at {seat:number} {move:number}")
REVIEW_SHARE = Pattern("review share {seat:number}")
REVIEW_WHAT = "review what"
"""Say what the numbers of a review mean."""
REVIEW_TRY = Pattern("review try {move:number}")
"""Show a mistake of the reader's as an exercise; then all those of their game."""

REVIEW_TRAIN = "review train"
