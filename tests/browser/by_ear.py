"""A player who knows only what a screen reader tells: roles, names, text. Sentences of boards decide its moves."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from playwright.sync_api import TimeoutError as TooLate

_ITEM = re.compile(r"^\s*- '?(button|combobox) \"((?:[^\"\\]|\\.)*)\"(.*)$", re.MULTILINE)
_MARKS = re.compile(r"^\s*- '?(?:text: |strong: |listitem: |paragraph: )?", re.MULTILINE)
T = TypeVar("T")

SHEETS = ("The sheets in words", "The columns in words", "All hands in words")
"""Where a board in words leads to everybody's sheet."""

_WITHIN, _LOOK = 30_000, 40
"""Milliseconds to wait for an answer, and between two looks."""

_AGAIN = 5_000
"""Milliseconds without an answer after which a player presses again: while a board is drawn anew, keys can be lost."""

_ASIDE = ("More", "Undo", "Delete this message", "Dismiss", "Refresh", *SHEETS)
"""What a board offers beside the game."""

_ENOUGH = 300
"""Points at risk above which a careful player stops."""

_FRENCH = {
    "Add": "Ajouter",
    "All hands in words": "Toutes les mains en mots",
    "At once": "Tout de suite",
    "Column": "Colonne",
    "Computers": "Ordinateurs",
    "Delete this message": "Supprimer ce message",
    "Dismiss": "Fermer ce message",
    "End": "Fin",
    "Equal dice": "Dés pareils",
    "I use a screen reader": "J’utilise un lecteur d’écran",
    "Message #": "Écrire dans #",
    "More": "Plus",
    "No chip": "Pas de jeton",
    "Only you can see this": "Visible par toi seulement",
    "Pace and style": "Rythme et style",
    "Play again": "Rejouer",
    "Refresh": "Actualiser",
    "Rematch": "Revanche",
    "Send": "Envoyer",
    "Start": "Commencer",
    "Start (alone)": "Jouer en solo",
    "Stop": "Arrêter",
    "Strike": "Barrer",
    "The columns in words": "Les colonnes en mots",
    "The sheets in words": "Les feuilles en mots",
    "Throw": "Lancer",
    "Undo": "Annuler",
    "« Le bon »": "« Le bon »",
    "final result": "résultat final",
    "in": "dans",
    "/preferences": "/préférences",
    "start": "jouer",
    "computers": "ordinateurs",
    "level": "niveau",
    "rules": "règles",
    "Beginner": "Débutant",
    "Among friends": "Entre amis",
}
"""The names and words that a player listens for, as the page and its boards have them in French."""

_FRENCH_SENTENCES = {
    r"(?:No dice held|throws 5 dice): ([\d, ]+)": r"(?:Aucun dé gardé|lance 5 dés) : ([\d, ]+)",
    r"All dice held": r"Tous gardés",
    r"Open boxes, the most points first: (\d+) in ([^,.]+?)(?: \(|[,.])": (
        r"Cases libres, la plus payante d’abord : (\d+) dans ([^,.]+?)(?: \(|[,.])"
    ),
    r"Open, but 0 with these dice: ([^.]+)\.": r"Libres, mais 0 avec ces dés : ([^.]+)\.",
    r"\d free": r"\d libre",
    r"[Aa]t risk:? ([\d,]+)": r"[Ee]n jeu(?: :)? (\d+(?: \d{3})*)",
    r"@(\w+) (?:wins!|finishes with)": r"@(\w+) (?:gagne!|termine avec)",
    r"wins!": r"gagne!",
}
"""What they look for in sentences, in English and in French."""


def heard_in(french: bool, word: str) -> str:
    """Return a name or word as the page says it."""
    return _FRENCH[word] if french else word


@dataclass(frozen=True)
class Heard:
    """A message as it is read out: its text, and what can be pressed by name."""

    tree: str
    french: bool = False

    def says(self, sentence: str) -> re.Match[str] | None:
        """Look for a sentence, by its pattern in English."""
        return re.search(_FRENCH_SENTENCES[sentence] if self.french else sentence, self.text)

    def word(self, word: str) -> str:
        """Return a word as this message says it."""
        return heard_in(self.french, word)

    @property
    def text(self) -> str:
        """The text, without the markup of the tree."""
        said = _MARKS.sub("", self.tree)
        return re.sub(r"\s+", " ", said.replace('"', ""))

    @property
    def said(self) -> str:
        """What the message tells, without what can be pressed: that changes while a press is under way."""
        return "\n".join(line for line in self.tree.split("\n") if not _ITEM.match(line))

    @property
    def buttons(self) -> list[str]:
        """The names of the buttons that can be pressed."""
        return self._named("button")

    @property
    def throws(self) -> list[str]:
        """The names of buttons that throw, also while a press is under way and none can be pressed."""
        return [name for _, name, _ in _ITEM.findall(self.tree) if name.startswith(self.word("Throw"))]

    @property
    def menus(self) -> list[str]:
        """The names of the menus that can be opened."""
        return self._named("combobox")

    def _named(self, role: str) -> list[str]:
        return [name for kind, name, more in _ITEM.findall(self.tree) if kind == role and "[disabled]" not in more]

    def button(self, *beginnings: str) -> str:
        """The first button whose name begins so, in English; empty if there is none."""
        found = (name for begin in beginnings for name in self.buttons if name.startswith(self.word(begin)))
        return next(found, "")


Decide = Callable[[Heard], tuple[str, str]]
"""From a board to what is pressed: the name of a button, or of a menu and of the line to choose."""


class Listener:
    """Somebody in front of a page who presses keys, and hears what the tree says."""

    def __init__(self, person: Any, *, french: bool = False, private: bool = False) -> None:
        """Sit where ``person`` sits; nothing but the tree of the page and its keys is used.

        Of boards, ``private`` takes those alone that nobody else hears.
        """
        self.page, self.french, self.private = person.page, french, private

    def messages(self) -> list[Heard]:
        """All messages of the channel, oldest first."""
        tree = self.page.get_by_role("log").aria_snapshot()
        return [Heard(part, self.french) for part in re.split(r"(?m)^\s*- '?article ", tree)[1:]]

    def board(self) -> Heard:
        """The newest message with More, or with the end of a game."""
        return self._newest()[1]

    def _newest(self) -> tuple[Any, Heard]:
        """Where its board is, and what it says."""
        articles = self.page.get_by_role("log").get_by_role("article")
        for place in range(articles.count() - 1, -1, -1):  # It is among the newest; all of them take ten times as long.
            try:
                heard = Heard(articles.nth(place).aria_snapshot(timeout=_AGAIN), self.french)
            except TooLate:  # A panel of the lobby went meanwhile.
                continue
            seen = not self.private or self.word("Only you can see this") in heard.text
            if seen and heard.button("More", "Rematch", "Play again"):
                return articles.nth(place), heard
        return self.page, Heard("", self.french)

    @property
    def _around(self) -> Any:
        """Where to look for what can be pressed."""
        return self._newest()[0] if self.private else self.page

    def word(self, word: str) -> str:
        """Return a word as the page says it to this person."""
        return heard_in(self.french, word)

    def until(self, holds: Callable[[], T], what: str) -> T:
        """Listen until it holds, and return what it found."""
        for _ in range(_WITHIN // _LOOK):
            if found := holds():
                return found
            self.page.wait_for_timeout(_LOOK)
        raise RuntimeError(f"not heard: {what}: {self.tree()}")

    def open(self, command: str, options: Mapping[str, str]) -> None:
        """Start a table, with options in English: a computer, its level, rules."""
        said = {self.word(name): value if value.isdecimal() else self.word(value) for name, value in options.items()}
        self.command(f"/{command} {self.word('start')}", **said)

    def command(self, line: str, **options: str) -> None:
        """Type a command, take the first suggestion, fill in its numbers, send it."""
        before = len(self.messages())
        box = self.page.get_by_role("textbox", name=self.word("Message #"))
        box.focus()
        self.page.keyboard.type(line)
        self.page.get_by_role("option").first.wait_for()
        self.page.keyboard.press("Enter")
        for name, value in options.items():
            self.page.get_by_role("button", name=f"{self.word('Add')} {name}", exact=True).press("Enter")
            self.page.keyboard.type(value)
            if not value.isdecimal():
                self.page.get_by_role("option").first.wait_for()
                self.page.keyboard.press("Enter")
        self.page.get_by_role("button", name=self.word("Send"), exact=True).press("Enter")
        self.until(lambda: len(self.messages()) > before, line)

    def press(self, name: str) -> None:
        """Press the newest button of this name by the keyboard, and wait until something else is read out."""
        before = self.tree()
        self._press(name)
        self.until(lambda: self.tree() != before, name)

    def _press(self, name: str, within: float = _WITHIN) -> None:
        self._around.get_by_role("button", name=name, exact=True).last.press("Enter", timeout=within)

    def choose(self, menu: str, line: str) -> None:
        """Open the newest menu of this name, and choose the first line that begins so."""
        before = self.tree()
        self._choose(menu, line)
        self.until(lambda: self.tree() != before, line)

    def _choose(self, menu: str, line: str) -> None:
        self._around.get_by_role("combobox", name=menu, exact=True).last.press("Enter")
        listed = self.page.get_by_role("listbox")
        listed.wait_for()
        lines = re.findall(r"^\s*- '?option \"((?:[^\"\\]|\\.)*)\"", listed.aria_snapshot(), re.MULTILINE)
        place = next((number for number, name in enumerate(lines) if name.startswith(line)), None)
        if place is None:
            raise RuntimeError(f"no line {line!r} among {lines}")
        for key in ("Home", *("ArrowDown",) * place, "Enter"):
            self.page.keyboard.press(key)

    def tree(self) -> str:
        """All that is read out of the channel; while something is under way, it says so there."""
        return str(self.page.get_by_role("log").aria_snapshot())

    def want_words(self) -> None:
        """Choose boards in words in the preferences."""
        self.command(self.word("/preferences"))
        self.press(self.word("I use a screen reader"))

    def hasten(self) -> None:
        """In the lobby, let computers play at once: whole games take a minute each at the pace of people."""
        self.press(self.word("More"))
        self.press(self.word("Computers"))
        pace = next(menu for menu in self.messages()[-1].menus if menu.startswith(self.word("Pace and style")))
        self.choose(pace, self.word("At once"))

    def play(self, decide: Decide, most: int = 600, others: Callable[[], None] = lambda: None) -> Heard:
        """Start a game and play it to its end by ``decide``; return the last board. Meanwhile ``others`` play."""

        def turn() -> Heard | None:
            ready = self._ready()
            if ready is None:
                others()
            return ready

        for _ in range(most):
            board = self.until(turn, "a turn, or the end")
            if self._is_over(board):
                return board
            start = board.button("Start (alone)", "Start")
            name, line = (start, "") if start else decide(board)
            if not name:  # A press is still under way, and what would be next cannot be pressed yet.
                self.page.wait_for_timeout(_LOOK)
                continue
            try:
                (self._choose(name, line) if line else self._press(name, _AGAIN))
            except TooLate:  # The answer to the press before came meanwhile, and took this button away.
                continue
            for _ in range(_AGAIN // _LOOK):
                if self._answered(board):
                    break
                self.page.wait_for_timeout(_LOOK)
        raise RuntimeError(f"no end after {most} presses: {self.board().text}")

    def _answered(self, before: Heard) -> bool:
        """Whether another board is read out; where the dice fell as before, the button to throw says so.

        It names the throws left. Other names change while a press is under way: a menu tells what was chosen.
        """
        now = self.board()
        return now.said != before.said or bool(now.throws and before.throws and now.throws != before.throws)

    def _is_over(self, board: Heard) -> bool:
        return bool(board.button("Rematch", "Play again")) or (self.private and self.word("final result") in board.text)

    def _ready(self) -> Heard | None:
        board = self.board()
        idle = {self.word(name) for name in _ASIDE}
        return board if board.menus or set(board.buttons) - idle or self._is_over(board) else None


# -- one way to play each family, from its sentences --------------------------------------------------------------


def fill_sheet(board: Heard) -> tuple[str, str]:
    """Throw with the largest group held; at last write the best open box, or strike the last one that gives 0."""
    throw = board.button("Throw")
    if throw:
        free = board.says(r"(?:No dice held|throws 5 dice): ([\d, ]+)")
        equal = board.button("Equal dice")
        if free and equal and len(set(free[1].replace(",", " ").split())) < 5:
            return equal, ""
        if not board.says(r"All dice held"):
            return throw, ""
    found = board.says(r"Open boxes, the most points first: (\d+) in ([^,.]+?)(?: \(|[,.])")
    menu = next(menu for menu in board.menus)
    if found:
        return menu, f"{found[2]}{' ' * board.french}: {found[1]} point"
    empty = board.says(r"Open, but 0 with these dice: ([^.]+)\.")
    if empty is None:
        raise RuntimeError(board.text)
    return menu, f"{board.word('Strike')} {empty[1].split(', ')[0]}"


def climb(board: Heard) -> tuple[str, str]:
    """Take the first pair; stop as soon as no runner is free."""
    moves = [one for one in board.buttons if one.startswith(board.word("Column"))]
    if moves:
        return moves[0], ""
    stop = board.button("Stop")
    free = board.says(r"\d free")
    return (stop, "") if stop and not free else (board.button("Throw"), "")


def take_chips(board: Heard) -> tuple[str, str]:
    """Take the chip worth most, as soon as one fits; else throw, at last take none."""
    chips = [one for one in board.buttons if re.search(r"[^\W\d] \d+$", one)]
    if chips:
        return max(chips, key=lambda one: int(one.rsplit(" ", 1)[1])), ""
    return board.button("Throw", "No chip", "End"), ""


def bank(board: Heard) -> tuple[str, str]:
    """Throw on while little is at risk and many dice are left, else write the points."""
    stop, throw = board.button("Stop"), board.button("Throw")
    risk = board.says(r"[Aa]t risk:? ([\d,]+)")
    left = re.search(r"^\w+ (\d)", throw)
    little = risk is None or int(re.sub(r"\D", "", risk[1])) < _ENOUGH
    if stop and throw and left and int(left[1]) > 2 and little:
        return throw, ""
    return stop or throw, ""


def stand(board: Heard) -> tuple[str, str]:
    """Keep a good hand of 421; else hold every 1 and throw the others."""
    stop, throw = board.button("Stop", "« Le bon »"), board.button("Throw")
    hand = re.search(r": (\d), (\d), (\d)", stop)
    good = hand is not None and (hand.groups() == ("4", "2", "1") or hand[2] in (hand[1], "1"))
    if not throw or (stop and good):
        return stop, ""
    return next((name for name in board.buttons if name.endswith(": 1")), throw), ""
