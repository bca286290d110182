"""Patterns of what components ask for, and the words in them.

A pattern is the text of a custom_id with its words in braces: ``stats {user:int} {game:game} {page:page}``. After the
colon stands a converter (:data:`CONVERTERS`; ``word`` where none is named), or the words that may stand there:
``mygames {what:leave|end} {code:table}``. Between two words of a text is one space.
"""

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass

from bot.games import CATALOGUE
from bot.screens.kit import HOLDS
from bot.screens.server.leaderboard import KINDS, PERIODS, RULES, SORTS
from bot.tables.model import days
from bot.tables.model.errors import NoTable
from bot.tables.model.table import TableId, table_id

_LAST_PAGE = 9999
_WORD = re.compile(r"\{(\w+)(?::([^}]+))?\}")


@dataclass(frozen=True, slots=True)
class Converter:
    """The form of a word, and what makes a value of it. ``read`` raises ValueError for a word that means nothing."""

    form: str
    read: Callable[[str], object] = str


def _page(text: str) -> int:
    return min(int(text), _LAST_PAGE)


def _place(text: str) -> int:
    return int(text) - 1


def _places(text: str) -> frozenset[int]:
    return frozenset([int(digit) - 1 for digit in text if digit in "123456789"])


def _faces(text: str) -> tuple[int, ...]:
    return tuple(int(digit) for digit in text.removeprefix("-"))


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split(" ")[1:])


def _day(text: str) -> int:
    days.day_begins(int(text))
    return int(text)


def _table(code: str) -> TableId:
    found = table_id(code)
    if found is None:
        raise NoTable(code)
    return found


def _one_of(*words: str) -> str:
    return "|".join(map(re.escape, words))


CONVERTERS = {
    "word": Converter("[^ ]*"),
    "rest": Converter(".+"),
    "words": Converter("(?: [^ ]*)*", _words),  # All that follows, each after a space.
    "int": Converter(r"\d{1,20}", int),
    "number": Converter(r"\d{1,6}", int),
    "page": Converter(r"\d+", _page),
    "table": Converter("[^ ]*", _table),
    "game": Converter(_one_of("*", *CATALOGUE)),
    "day": Converter(r"\d{8}", _day),
    "place": Converter("[1-9]", _place),  # A die, from 0.
    "held": Converter("-|[1-9]{1,9}", _places),
    "places": Converter("(?: [1-9]){0,9}", _places),  # Dice chosen in a menu.
    "face": Converter("[0-6]", int),
    "faces": Converter("-|[1-6]{1,9}", _faces),
    "by": Converter(_one_of(*SORTS)),
    "period": Converter(rf"{_one_of(*PERIODS)}|s[1-9]\d{{0,4}}"),
    "kind": Converter(_one_of(*KINDS)),
    "rules": Converter(RULES),
    "leaf": Converter(r"-1|\d{1,5}", int),
}


class Pattern:
    """Reads the texts of one form."""

    def __init__(self, text: str) -> None:
        """Read texts like ``text``; raises KeyError for a converter that there is not."""
        self.text = text
        self.first = text.partition(" ")[0]
        self._readers: dict[str, Callable[[str], object]] = {}
        form, end = "", 0
        for found in _WORD.finditer(text):
            name, kind = found[1], found[2] or "word"
            converter = Converter(kind) if "|" in kind else CONVERTERS[kind]
            self._readers[name] = converter.read
            form += f"{re.escape(text[end : found.start()])}({converter.form})"
            end = found.end()
        self._form = re.compile(form + re.escape(text[end:]))

    def read(self, text: str) -> dict[str, object] | None:
        """Return the words of ``text`` as values, by name; None where it has another form, or a word means nothing."""
        found = self._form.fullmatch(text)
        if found is None:
            return None
        try:
            return {name: read(word) for (name, read), word in zip(self._readers.items(), found.groups(), strict=True)}
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

HOLD_ALL = Pattern(f"{HOLDS}{{dice:places}}")
"""Hold these dice and no others."""
