"""Every sentence of the rules pages of the score sheets is shown by a scene, wherever house rules let a page say it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path

import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.gate import legal, play
from bot.engine.types import OptionValue, Seat
from bot.games import make
from bot.games.yum import sheets
from bot.games.yum.rules import Marked, State, Yum
from bot.games.yum.sheet_lines import LONGEST, board_sheet
from bot.locales import in_context, words
from bot.screens.kit.faces import face_of
from bot.screens.kit.values import PLAIN_GLYPHS, RenderContext
from tests.games.told.scenes import Options, every_pair, told

_SOURCES = Path(__file__).parents[3] / "docs" / "rules" / "sources"
SHEETS = {key: one for key, one in sheets.SHEETS.items() if (_SOURCES / f"{key}.md").exists()}
"""The sheets whose rules come from elsewhere. One of somebody's own has its scenes in its own test, if it has any."""

# -- A table: seat 0 plays what a scene says; the others, and whoever must go on, write zeros ---------------------

BAD = "1-2-2-4-6"
"""A throw of somebody who writes a 0."""


class Play:
    """A score-sheet game that goes through the gate; a throw without a Power die gets a Power 1 where there is one."""

    def __init__(self, game: Yum, state: State, ties: Sequence[str] = ()) -> None:
        """``ties`` are what falls when players throw for the first place; else the first of them throws the most."""
        self.game, self.state = game, state
        self.ties = [*ties, *("-".join(face * game.layout.dice) for face in ("6", *"1" * 11))]

    def copy(self, *ties: str) -> Play:
        return Play(self.game, self.state, ties or self.ties)

    def do(self, text: str, *dice: str) -> Sequence[object]:
        thrown = [tuple(map(int, throw.split("-"))) for throw in (*dice, *self.ties)]
        scripted, turn = ScriptedDice(thrown), self.game.turn(self.state)
        assert turn is not None, "the game is over"
        step = play(self.game, self.state, turn, text, scripted)
        assert scripted.left <= len(self.ties), text
        self.state = step.state
        return step.events

    @property
    def legal(self) -> set[str]:
        return set(legal(self.game, self.state)) if self.state.turn is not None else set()

    def throw(self, dice: str, power: int = 1) -> Play:
        """Begin the turn of seat 0, or of whose turn it is at the end of a game, with these dice."""
        self.pass_to(0)
        return self.roll(dice, power)

    def roll(self, dice: str, power: int = 1) -> Play:
        if len(dice) == len(BAD) and self.game.layout.dice == 6:
            dice += "-1"
        self.do("roll", f"{dice}-{power}" if self.game.throwing.power else dice)
        return self

    def keep(self, faces: str, dice: str, power: int = 1, *, held: bool = False) -> Play:
        """Keep ``faces``, and the Power die if it is ``held``, and throw the others."""
        die = f"-{power}" if self.game.throwing.power and not held else ""
        self.do(" ".join(("keep", *faces.split(), *(["p"] if held else []))), dice + die)
        return self

    def again(self) -> bool:
        """Whether whose turn it is may throw dice again."""
        return any(text.startswith(("roll", "keep")) for text in self.legal)

    def named(self, box: str, column: int = 1) -> str:
        return f"{box} {column}" if self.game.layout.named_columns else box

    def mark(self, box: str, column: int = 1) -> int:
        """Write the dice in a box, and return the points."""
        events = self.do(f"mark {self.named(box, column)}")
        return next(event.points for event in events if isinstance(event, Marked))

    def strike(self, box: str, column: int = 1) -> Sequence[object]:
        """Write a 0; dice that score nothing there have no other word for it than to be marked."""
        name = self.named(box, column)
        return self.do(f"strike {name}" if f"strike {name}" in self.legal else f"mark {name}")

    def may_fill(self, box: str, column: int = 1) -> bool:
        return f"mark {self.named(box, column)}" in self.legal

    def turn(self, dice: str, box: str, column: int = 1) -> int:
        """A whole turn of seat 0, in one throw."""
        return self.throw(dice).mark(box, column)

    def struck(self, *boxes: str, columns: Sequence[int] = (1,)) -> Play:
        """Turns of seat 0 that write zeros."""
        for column in columns:
            for box in boxes:
                self.throw(BAD).strike(box, column)
        return self

    def pass_to(self, seat: int) -> Play:
        """Let others write zeros until it is the turn of ``seat``."""
        while self.state.turn not in (seat, None):
            self.zero()
        return self

    def zero(self, but: Sequence[str] = ()) -> bool:
        """A turn that writes a 0 in the first box that is none of ``but``; false if there is no other."""
        fined = not self.again()
        thrown = self if fined else self.copy().roll(BAD)
        fills = [text for text in legal(thrown.game, thrown.state) if text.startswith(("mark", "strike"))]
        strikes = {text.partition(" ")[2] for text in fills if text.startswith("strike")}
        for text in fills:
            word, _, place = text.partition(" ")
            if place.split()[0] not in but and (word == "strike" or place not in strikes):
                thrown.do(text)
                self.state = thrown.state
                return True
        return False

    def turns_left(self) -> int:
        """Count the turns of seat 0 to the end of the game."""
        turns, games = 0, len(self.state.match.earlier)
        while self.pass_to(0).state.turn is not None and len(self.state.match.earlier) == games:
            self.zero()
            turns += 1
        return turns

    def finished(self, but: Sequence[str] = ()) -> Play:
        """Let everybody write zeros to the end of the match, or until only boxes ``but`` are open in its last game."""
        while self.state.turn is not None:
            last = len(self.state.match.earlier) + 1 == self.game.length.games
            if not self.zero(but if last else ()):
                break
        return self

    @property
    def points(self) -> int:
        """What seat 0 has alone, in the game under way, or in the last one."""
        return self.game.present_points(self.state, Seat(0))

    @property
    def first(self) -> set[int]:
        """The seats with the first place, of each side the one that sits first."""
        outcome = self.game.outcome(self.state)
        assert outcome is not None, "the game goes on"
        return {self.game.side(seat) for seat in outcome.ranks[0]}


@dataclass(frozen=True)
class Stage:
    """A sheet under house rules: what its page says, and tables to show that on."""

    key: str
    options: Options = field(hash=False)

    @cached_property
    def game(self) -> Yum:
        game = make(self.key, dict(self.options))
        assert isinstance(game, Yum)
        return game

    def play(self, seats: int = 1) -> Play:
        """A new table, of ``seats`` or as few more as sides need."""
        return Play(self.game, self.game.new(next(n for n in self.game.seats if n >= seats)))

    @cached_property
    def brink(self) -> Play:
        """A table of two or more at the last boxes of everybody's sheet, all others struck."""
        return self.play(2).finished(LAST[self.sheet])

    @property
    def sheet(self) -> str:
        if self.options.get("asian_sheet") == "balut":
            return "balut"
        return f"{self.key} richer" if self.options.get("values") == "yum_plus" else self.key

    @cached_property
    def page(self) -> str:
        body, parts = face_of(self.key).rules(RenderContext(words("en"), PLAIN_GLYPHS), self.game)
        return "\n".join([body, *(f"{part.name}: {part.value}" for part in parts)])

    def read(self, pattern: str) -> int:
        """The number that the page says in the place of the group."""
        found = re.search(pattern, self.page)
        assert found, pattern
        return int(found[1])

    def line(self, box: str) -> str:
        """What the page says of a box."""
        name = self.game.layout.box(box).label
        return next(line for line in self.page.split("\n") if line.startswith(f"**{name}**: "))

    def printed(self, box: str) -> int:
        """The points that the page names for a box."""
        found = re.search(r"(\d+) points", self.line(box))
        assert found
        return int(found[1])

    def has(self, *boxes: str) -> str:
        """The first of ``boxes`` that the sheet has; empty if it has none."""
        return next((key for key in boxes if any(box.key == key for box in self.game.layout.boxes)), "")

    @property
    def yums(self) -> list[str]:
        return [box.key for box in self.game.layout.boxes if box.yum]

    @property
    def columns(self) -> range:
        return range(1, self.game.layout.columns + 1 if self.game.layout.named_columns else 2)

    def equal(self, face: int) -> str:
        """All dice equal."""
        return "-".join([str(face)] * self.game.layout.dice)


# -- Boxes: dice that fit and dice that do not, for each condition ------------------------------------------------
# ``dice points``, after turns that others of its column need: ``dice box, dice points``. ``P`` are the points that the
# page names.

NUMBERS = {
    "ones": "1-1-3-4-6 2",
    "twos": "2-2-2-5-6 6",
    "threes": "3-3-1-5-6 6",
    "fours": "4-4-4-4-2 16",
    "fives": "5-3-2-1-6 5",
    "sixes": "6-6-3-3-3 12",
}
"""What the box of each number writes; each also holds nothing without its number."""
NUMBERS_OF_SIX = {
    "ones": "1-1-3-4-6-2 2",
    "twos": "2-2-2-5-6-1 6",
    "threes": "3-3-1-5-6-6 6",
    "fours": "4-4-4-4-2-4 20",
    "fives": "5-3-2-1-6-5 10",
    "sixes": "6-6-3-3-3-1 12",
}

FULL_HOUSE = ("3-3-3-5-5 P", "5-5-5-5-3 0", "3-3-5-5-1 0")
FULL_HOUSE_OR_YUM = ("3-3-3-5-5 P", "4-4-4-4-4 P", "5-5-5-5-3 0")
FOUR = ("3-3-3-3-5 17", "4-4-4-4-4 20", "3-3-3-5-5 0")
PAIRS_OR_FOUR = ("3-3-5-5-1 17", "5-5-5-5-2 22", "5-5-5-4-2 0")

BOXES: Mapping[str, tuple[str, ...]] = {
    "Two equal dice: the sum of all dice.": ("3-3-2-5-6 19", "1-2-3-4-6 0"),
    "Two equal dice: the sum of these two.": ("3-3-2-6-6 12", "1-2-3-4-6 0"),
    "Two different pairs: the sum of all dice.": ("3-3-5-5-1 17", "5-5-5-2-2 19", "5-5-5-5-2 0"),
    "Two different pairs: the sum of these four dice.": ("3-3-5-5-1 16", "5-5-5-2-2 14", "5-5-5-5-2 0"),
    "Two pairs, or four equal dice: the sum of all dice.": PAIRS_OR_FOUR,
    "Two pairs, or four equal dice: the sum of these four dice.": ("3-3-5-5-1 16", "5-5-5-5-2 20", "5-5-5-4-2 0"),
    "Three equal dice: the sum of all dice.": ("2-2-2-5-6 17", "6-6-6-6-1 25", "5-5-2-2-6 0"),
    "Three equal dice: the sum of these three.": ("2-2-2-5-6 6", "6-6-6-6-1 18", "5-5-2-2-6 0"),
    "Three equal dice: {points} points.": ("2-2-2-5-6 P", "6-6-6-6-1 P", "5-5-2-2-6 0"),
    "Four equal dice: the sum of all dice.": FOUR,
    "Four equal dice: the sum of these four.": ("3-3-3-3-5 12", "4-4-4-4-4 16", "3-3-3-5-5 0"),
    "Four equal dice: the sum of all dice plus 25.": ("3-3-3-3-5 42", "4-4-4-4-4 45", "3-3-3-5-5 0"),
    "Four equal dice: the sum of these four plus 25.": ("3-3-3-3-5 37", "4-4-4-4-4 41", "3-3-3-5-5 0"),
    "Four equal dice: {points} points.": ("3-3-3-3-5 P", "4-4-4-4-4 P", "3-3-3-5-5 0"),
    "Four numbers in a row: {points} points.": ("1-2-2-3-4 P", "1-3-4-5-6 P", "2-3-4-5-6 P", "1-2-4-5-6 0"),
    "Five numbers in a row: {points} points.": ("1-2-3-4-5 P", "6-5-4-3-2 P", "1-2-3-4-6 0"),
    "1-2-3-4-5: {points} points.": ("1-2-3-4-5 P", "2-3-4-6-6 0", "1-2-3-4-4 0"),
    "2-3-4-5-6: {points} points.": ("2-3-4-5-6 P", "1-2-3-4-5 0", "2-3-4-5-5 0"),
    "1-2-3-4-5: 15 points; 2-3-4-5-6: 20.": ("1-2-3-4-5 15", "2-3-4-5-6 20", "1-2-3-4-6 0"),
    "A sum of 21 or more that stays below High Score; otherwise 0.": (
        "6-6-4-3-1 0",
        "5-5-5-4-2 21",
        "6-5-5-4-4 high_score, 6-5-5-4-4 0",
        "6-5-5-4-4 high_score, 6-5-5-4-3 23",
    ),
    "A sum of 21 or more; otherwise 0.": ("6-6-4-3-1 0", "5-5-5-4-2 21", "6-6-6-6-5 29"),
    "A sum of 21 or more that stays below High; otherwise 0.": (
        "6-6-4-3-1 0",
        "5-5-5-4-2 21",
        "6-5-5-4-4 high, 6-5-5-4-4 0",
        "6-5-5-4-4 high, 6-5-5-4-3 23",
    ),
    "A sum of 22 or more that passes Low Score; otherwise 0.": (
        "5-5-5-4-2 low_score, 5-5-5-4-3 22",
        "6-6-6-2-3 low_score, 6-6-6-2-3 0",
        "6-6-6-2-3 low_score, 6-6-6-2-4 24",
        "1-2-2-4-6 low_score, 6-6-6-2-1 0",
        "1-2-2-4-6 low_score, 6-6-6-2-2 22",
    ),
    "Any sum that passes Low Score; otherwise 0.": (
        "1-2-2-4-6 low_score, 1-2-2-3-4 12",
        "6-6-6-2-3 low_score, 6-6-6-2-3 0",
        "6-6-6-2-3 low_score, 6-6-6-2-4 24",
    ),
    "A sum of 22 or more that passes Low; otherwise 0.": (
        "6-6-6-2-1 0",
        "5-5-5-4-3 22",
        "6-6-6-2-3 low, 6-6-6-2-3 0",
        "6-6-6-2-3 low, 6-6-6-2-4 24",
    ),
    "Any sum that passes Mini; otherwise 0.": (
        "2-1-1-3-2 9",
        "6-6-3-1-1 mini, 6-6-3-1-1 0",
        "6-6-3-1-1 mini, 6-6-5-4-3 24",
    ),
    "Any sum that stays below Maxi; otherwise 0.": (
        "6-6-5-4-3 24",
        "6-5-4-2-1 maxi, 6-5-4-2-2 0",
        "6-5-4-2-1 maxi, 6-5-4-1-1 17",
    ),
    "Three dice of one number and two of another: {points} points.": (*FULL_HOUSE, "4-4-4-4-4 0"),
    "Three dice of one number and two of another, or five equal dice: {points} points.": FULL_HOUSE_OR_YUM,
    "Three dice of one number and two of another: the sum of all dice.": ("3-3-3-5-5 19", "5-5-5-5-3 0", "4-4-4-4-4 0"),
    "Three dice of one number and two of another: the sum of all dice plus 15.": ("3-3-3-5-5 34", "5-5-5-5-3 0"),
    "A Full House once the first box for it is filled: {points} points.": (
        "3-3-3-5-5 0",
        "3-3-3-5-5 full_house, 2-2-2-6-6 P",
        "1-2-2-4-6 full_house, 2-2-2-6-6 P",
        "1-2-2-4-6 full_house, 2-2-2-2-6 0",
    ),
    "A Full House once both other boxes for it are filled: {points} points.": (
        "1-2-2-4-6 full_house, 3-3-3-5-5 0",
        "1-2-2-4-6 full_house, 1-2-2-4-6 full_house2, 3-3-3-5-5 P",
    ),
    "Two pairs of one colour, or four equal dice: the sum of all dice.": (
        "1-1-6-6-3 17",
        "2-2-5-5-1 15",
        "3-3-4-4-6 20",
        "1-1-2-2-6 0",
        "5-5-5-5-2 22",
    ),
    "Two pairs of one colour, or four equal dice: the sum of these four dice.": (
        "1-1-6-6-3 14",
        "1-1-2-2-6 0",
        "5-5-5-5-2 20",
    ),
    "Two different pairs of one colour: the sum of all dice.": ("1-1-6-6-3 17", "1-1-2-2-6 0", "5-5-5-5-2 0"),
    "Two different pairs of one colour: the sum of these four dice.": ("1-1-6-6-3 14", "1-1-2-2-6 0", "5-5-5-5-2 0"),
    "All dice of one colour: {points} points.": ("1-6-6-1-6 P", "2-5-2-5-5 P", "3-3-4-3-4 P", "1-6-6-1-2 0"),
    "A Full House of one colour: the sum of all dice plus 20.": ("3-3-3-4-4 37", "6-6-6-2-2 0", "3-3-3-3-4 0"),
    "Only even numbers: {points} points.": ("2-4-6-6-2 P", "6-6-6-6-6 P", "2-4-6-6-1 0"),
    "Only odd numbers: {points} points.": ("1-3-5-5-3 P", "1-3-5-5-2 0"),
    "The sum of all dice, whatever they are.": ("1-3-4-6-6 20", "6-6-6-6-5 29"),
    "36 less the sum of the dice: the lower they are, the better.": ("1-1-2-1-1 30", "6-6-6-6-6 6"),
    "Five equal dice: {points} points.": ("4-4-4-4-4 P", "4-4-4-4-3 0"),
    "Five equal dice: their sum plus 50.": ("4-4-4-4-4 70", "4-4-4-4-3 0"),
    "Five equal dice: their sum plus 20.": ("4-4-4-4-4 40", "4-4-4-4-3 0"),
    "Five equal dice once the Yum box is filled: {points} points.": (
        "2-2-2-2-2 0",
        "4-4-4-4-4 yum, 2-2-2-2-2 P",
        "1-2-2-4-6 yum, 2-2-2-2-2 P",
        "4-4-4-4-4 yum, 2-2-2-2-1 0",
    ),
    "Five equal dice once both other Yum boxes are filled: {points} points.": (
        "4-4-4-4-4 yum, 2-2-2-2-2 0",
        "4-4-4-4-4 yum, 1-2-2-4-6 yum2, 2-2-2-2-2 P",
    ),
    "Five equal dice once every Yum box before it holds points: {points} points.": (
        "1-2-2-4-6 yum, 1-2-2-4-6 yum2, 2-2-2-2-2 0",
        "4-4-4-4-4 yum, 3-3-3-3-3 yum2, 2-2-2-2-2 P",
    ),
    # Maxi Yum, of six dice.
    "Two equal dice: their sum.": ("6-4-2-6-5-1 12", "3-3-2-6-6-1 12", "1-2-3-4-5-6 0"),
    "Three different pairs: the sum of all dice.": ("2-2-5-5-6-6 26", "5-5-5-5-2-2 0"),
    "Three equal dice: their sum.": ("4-5-3-5-5-4 15", "4-5-3-5-6-4 0"),
    "Four equal dice: their sum.": ("4-5-5-5-5-4 20", "4-5-3-5-5-4 0"),
    "Five equal dice: their sum.": ("3-3-2-3-3-3 15", "3-3-2-3-3-2 0"),
    "1-2-3-4-5-6: {points} points.": ("6-5-4-3-2-1 P", "1-2-3-4-5-5 0"),
    "Three dice of one number and two of another: the sum of these five.": ("3-3-3-5-5-6 19", "3-3-3-5-5-5 21"),
    "Three dice of one number and three of another: their sum.": ("2-2-2-5-5-5 21", "2-2-2-5-5-1 0"),
    "Four dice of one number and two of another: their sum.": ("2-2-2-2-5-5 18", "2-2-2-5-5-5 0"),
    "Six equal dice: {points} points.": ("6-6-6-6-6-6 P", "6-6-6-6-6-1 0"),
}


def fills(stage: Stage, box: str, cases: Sequence[str]) -> None:
    """Write the dice of each of ``cases`` in ``box``, in the column that counts most."""
    column = stage.columns[-1]
    for case in cases:
        *turns, last = (part.split() for part in case.split(", "))
        table = stage.play()
        for dice, other in turns:
            if other != box:  # 2nd and 3rd Yum may have one condition.
                table.turn(dice, other, column)
        dice, points = last
        if stage.game.layout.dice == 6 and len(dice) == len(BAD):
            # The sixth die is a 1: it belongs to no combination, and to the sum of any dice.
            points = str(int(points) + 1) if "whatever they are" in stage.line(box) else points
        expected = stage.printed(box) if points == "P" else int(points)
        assert table.turn(dice, box, column) == expected, (box, case)


# -- The last boxes of a sheet: one Yum, and its points without one ------------------------------------------------

OF_50 = {"sixes": "6-6-6-6-1", "fives": "5-5-5-5-1", "threes": "3-3-1-2-4"}
BELOW = {"chance": "6-6-6-6-1", "full_house": "3-3-3-5-5"}

Boxes = Mapping[str, str]
"""Dice by box."""

CLASSIC = ({"yum": "4-4-4-4-4"}, OF_50, BELOW)

EQUALS: Mapping[str, tuple[Boxes, Boxes, Boxes]] = {
    **dict.fromkeys(
        ("yum_plus", "triple_yum_plus", "yum_classic", "triple_yum", "yum_low_high", "yum_full_house", "yum_extra"),
        CLASSIC,
    ),
    "yum_original": ({"yum": "4-4-4-4-4"}, {"sixes": "6-6-6-6-1", "threes": "3-3-1-2-4"}, {"high": "6-6-6-6-6"}),
    "yum_original richer": ({"yum": "4-4-4-4-4"}, OF_50, {"high": "6-6-6-6-1", "full_house": "3-3-3-5-5"}),
    "yum_deluxe": ({"yum": "4-4-4-4-4"}, {"sixes": "6-6-6-6-1", "threes": "3-3-1-2-4"}, {"surplus": "6-6-6-6-6"}),
    "yum_color": (
        {"yum": "1-1-1-1-1"},
        {"sixes": "6-6-6-6-1", "fives": "5-5-5-5-1", "fours": "4-4-1-2-3", "threes": "3-1-1-2-4"},
        {"full_house": "3-3-3-5-5", "yarborough": "6-6-5-3-1"},
    ),
    "asian_yum": ({"yum": "4-4-4-4-4"}, OF_50, {"choice": "6-6-4-3-1", "large_straight": "2-3-4-5-6"}),
    "maxi_yum": (
        {"maxi_yum": "4-4-4-4-4-4"},
        {"sixes": "6-6-6-6-1-2", "villa": "6-6-6-5-5-5", "chance": "6-6-6-5-5-5", "one_pair": "5-5-1-2-3-4"},
        {"chance": "6-6-6-5-5-5", "villa": "6-6-6-5-5-5", "tower": "6-6-6-6-5-5"},
    ),
    "yams": ({"yams": "4-4-4-4-4"}, OF_50, {"suite": "2-3-4-5-6", "full": "3-3-3-5-5"}),
    "balut": (
        {"balut": "2-2-2-2-2", "sixes": "6-6-6-1-2", "fours": "4-1-2-3-5"},
        {},
        {"fours": "4-4-4-4-1, 4-4-4-4-1, 4-4-4-4-1, 4-1-2-3-5"},
    ),
}
"""For each sheet a Yum in its box, and boxes of the upper section, and below, that hold as many points."""

LAST = {sheet: tuple(dict.fromkeys(box for boxes in equals for box in boxes)) for sheet, equals in EQUALS.items()}
"""The boxes that are open at the end."""


def ended(stage: Stage, *sheets: Boxes, ties: Sequence[str] = ()) -> Play:
    """The end of a match in whose last game the first seats filled these boxes; all others hold zeros."""
    table = stage.brink.copy(*ties)
    left = [[(box, throw) for box, dice in boxes.items() for throw in dice.split(", ")] for boxes in sheets]
    while (turn := table.state.turn) is not None:
        if turn < len(left) and left[turn]:
            box, dice = left[turn].pop(0)
            table.roll(dice).mark(box)
        else:
            table.zero()
    return table


# -- A turn --------------------------------------------------------------------------------------------------------


def highest_wins(stage: Stage) -> None:
    yum, _, _ = EQUALS[stage.sheet]
    box, dice = next(iter(yum.items()))
    assert ended(stage, {}, {box: dice}).first == {1}
    assert ended(stage, {box: dice}).first == {0}


def most_points_win(stage: Stage) -> None:
    """Points of the sheet, not of the boxes: a Balut of 1s, 25, is worth more than 44 in Fours."""
    assert ended(stage, {"fours": "4-4-4-4-1, 4-4-4-4-1, 4-4-4-1-1"}, {"balut": "1-1-1-1-1"}).first == {1}
    assert ended(stage, {"fours": "4-4-4-4-1, 4-4-4-4-1, 4-4-4-4-1, 4-1-2-3-5"}).first == {0}


def team_wins(stage: Stage) -> None:
    """One of the first side has the most alone; both of the second together have more."""
    box = stage.yums[0]
    best, sides = stage.equal(6), stage.game.sides
    sheets: list[Boxes] = [{} for _ in range(sides + 2)]
    sheets[0] = {box: best, "sixes": stage.equal(6)[:-1] + "1"}
    sheets[1] = sheets[sides + 1] = {box: best}
    assert ended(stage, *sheets).first == {1}


def three_throws(stage: Stage) -> None:
    table = stage.play().throw("1-2-3-4-6")
    more = "-1" if stage.game.layout.dice == 6 else ""
    assert {"keep", "keep 1 2 3 4"} <= {text.removesuffix(" p") for text in table.legal}
    table.keep("3 4", f"5-1-1{more}").keep("1", f"2-2-4-6{more}")
    assert table.state.throws == 3
    assert not table.again() or any(said in stage.page for said in MORE_THROWS)


def a_token(stage: Stage) -> None:
    table = third_throw(stage)
    assert table.again()
    assert not table.keep("1", "2-2-4-6").again()


def third_throw(stage: Stage, power: int = 1) -> Play:
    """Three throws; the Power die shows ``power`` in the last."""
    more = "-1" if stage.game.layout.dice == 6 else ""
    return stage.play().throw("1-2-3-4-6").keep("1", f"2-2-4-6{more}").keep("1", f"2-2-4-6{more}", power)


def saved(stage: Stage) -> None:
    """A turn of one throw saves two, which follow the third throw of a later turn; those of its end are lost."""
    table = stage.play()
    table.turn(BAD, "sixes")
    table.throw(BAD)
    for _ in range(4):
        assert table.again()
        table.keep("1", "2-2-4-6-1")
    assert not table.again()
    table.mark("fives")
    table.throw(BAD).keep("1", "2-2-4-6-1").keep("1", "2-2-4-6-1")
    assert not table.again()


def freeze_saves_none(stage: Stage) -> None:
    table = stage.play().throw(BAD, power=4)
    table.mark("sixes")
    table.throw(BAD).keep("1", "2-2-4-6-1").keep("1", "2-2-4-6-1")
    assert not table.again()


def tokens(stage: Stage) -> None:
    """Each buys the fourth throw of a turn, and none a fifth."""
    many, table = stage.read(r"begins a game with (\d) token"), stage.play()
    for turn, box in enumerate(["ones", "twos", "threes", "fours"][: many + 1]):
        table.throw(BAD).keep("1", "2-2-4-6").keep("1", "2-2-4-6")
        assert table.again() == (turn < many)
        if table.again():
            assert not table.keep("1", "2-2-4-6").again()
        table.strike(box)
    assert stage.play().points == table.points == 0
    assert many > 0


def power_6(stage: Stage) -> None:
    table = third_throw(stage, power=6)
    more = "-1" if stage.game.layout.dice == 6 else ""
    assert all(text.endswith(" p") for text in table.legal if text.startswith("keep"))
    table.keep("1", f"2-2-4-6{more}", held=True)
    assert (table.state.throws, table.state.power) == (4, 6)
    assert not third_throw(stage, power=5).again() or any(said in stage.page for said in MORE_THROWS[:2])


MORE_THROWS = ("A token buys", "Throws saved in", "A 6 on the Power die")


def an_open_box(stage: Stage) -> None:
    """Any box but one that waits for another; in a grid or a column of one's choice, and once."""
    table = stage.play().throw(BAD)
    waiting = {box.key for box in stage.game.layout.boxes if box.waits_for}
    for column in stage.columns:
        for box in stage.game.layout.boxes:
            assert table.may_fill(box.key, column) == (box.key not in waiting)
    table.mark("sixes", stage.columns[-1])
    table.throw(BAD)
    for column in stage.columns:
        assert table.may_fill("sixes", column) == (column != stage.columns[-1] or stage.game.layout.stacked)


def struck(stage: Stage) -> None:
    table = stage.play().throw("6-6-6-1-2")
    assert f"strike {table.named('sixes')}" in table.legal
    table.strike("sixes")
    assert table.game.totals(table.state, Seat(0)).score == 0


def an_open_box_or_0(stage: Stage) -> None:
    an_open_box(stage)
    struck(stage)


def turns_of(stage: Stage, power: int) -> int:
    """The number of turns that seat 0 has if the Power die, where there is one, shows ``power`` in the first."""
    table = stage.play().throw("6-6-6-1-2", power)
    table.mark("sixes")
    if table.state.second:
        table.mark("fours")
    return 1 + table.turns_left()


def length(stage: Stage, saved: int = 0) -> None:
    """So many turns, and with a Power 5 in the first as many less as are ``saved``; a box several times if so told."""
    turns = stage.read(r"(\d+) turns")
    assert [turns_of(stage, power) for power in (1, 5)] == [turns, turns - saved]
    if "Every box is filled once" not in stage.page:
        table = stage.play()
        for _ in range(stage.read(r"Every box is filled (\d+) times")):
            table.turn("6-6-6-1-2", "sixes")
        assert not table.throw(BAD).may_fill("sixes")


def length_at_most(stage: Stage) -> None:
    length(stage, saved=1)


# -- Boxes that look at others, columns and bonuses ------------------------------------------------------------------


def examples(stage: Stage) -> None:
    """Every example of the page is written in its box."""
    for box in stage.game.layout.boxes:
        found = re.search(rf"\*\*: .*{re.escape(box.label)}: `([\d-]+)` → (\d+)" if box.face else r"`([\d-]+)` → (\d+)",
                          next((line for line in stage.page.split("\n") if f"{box.label}: `" in line), "")
                          if box.face else stage.line(box.key))  # fmt: skip
        if found:
            table = stage.play()
            for before in box.after:
                assert table.turn(found[1], before)
            if box.waits_for:
                table.struck(box.waits_for)
            assert table.turn(found[1], box.key) == int(found[2]), box.key


def on_the_board(stage: Stage) -> None:
    """Each short name stands on the board at the beginning, and names the box that its rules have by the long one."""
    table, context = stage.play(), RenderContext(words("en"), PLAIN_GLYPHS)
    shown = " ".join(board_sheet(context, table.game, table.state, {}, ()))
    named = next(line for line in stage.page.split("\n") if line.startswith("Short names: "))
    for short, label in (part.split(": ") for part in named.removeprefix("Short names: ").split(" · ")):
        assert re.search(rf"(?<!\w){re.escape(short[:LONGEST])}(?!\w)", shown), short
        assert f"**{label}**: " in stage.page


def compared(stage: Stage) -> None:
    """Each of two boxes takes its least where the other one is open, and 0 where it breaks their order."""
    high = next(box for box in stage.game.layout.boxes if box.above)
    low = stage.game.layout.box(high.above or "")
    (said,) = (name for name, *_ in face_of(stage.key).worths(RenderContext(words("en"), PLAIN_GLYPHS), stage.game)
               if name.startswith(f"{low.label}: a sum "))  # fmt: skip
    throws = {11: "1-2-2-2-4", 20: "6-6-4-3-1", 21: "5-5-5-4-2", 22: "5-5-5-4-3", 23: "6-6-5-4-2", 28: "6-6-6-5-5"}
    least = re.search(rf"{high.label}: (\d+) or more", said)
    for box, found in ((low, re.search(r"a sum of (\d+) or more", said)), (high, least)):
        before = [box.waits_for] if box.waits_for else []
        if found:
            assert stage.play().struck(*before).turn(throws[int(found[1])], box.key) == int(found[1])
            assert stage.play().struck(*before).turn(throws[int(found[1]) - 1], box.key) == 0
        else:
            assert stage.play().struck(*before).turn(throws[11], box.key) == 11
    for first, then, right, wrong in ((low, high, 28, 23), (high, low, 22, 23)):
        for dice, points in () if first.waits_for else ((right, right), (wrong, 0)):
            table = stage.play()
            table.turn(throws[23], first.key)
            assert table.turn(throws[dice], then.key) == points


def zero_asks_nothing(stage: Stage) -> None:
    high = next(box for box in stage.game.layout.boxes if box.above)
    for first, other in ((high.above or "", high.key), (high.key, high.above or "")):
        assert stage.play().struck(first).turn("6-6-5-4-2", other) == 23


def low_first(stage: Stage) -> None:
    table = stage.play().throw("6-6-5-4-2")
    assert not table.may_fill("high_score")
    table.strike("low_score")
    assert table.turn("6-6-5-4-2", "high_score") == 23


def upper(stage: Stage, total: int, column: int = 1) -> Play:
    """Fill the upper section of a column with dice that add up to ``total``."""
    table = stage.play()
    for face, many in enumerate(UPPER[total], start=1):
        others = [number for number in range(1, 7) if number != face]
        dice = [face] * many + others[: stage.game.layout.dice - many]
        box = next(box.key for box in stage.game.layout.boxes if box.face == face)
        table.turn("-".join(map(str, dice)), box, column)
    return table


UPPER = {
    62: (2, 3, 3, 3, 3, 3),
    63: (3, 3, 3, 3, 3, 3),
    64: (4, 3, 3, 3, 3, 3),
    69: (1, 4, 3, 3, 3, 4),
    70: (2, 4, 3, 3, 3, 4),
    71: (3, 4, 3, 3, 3, 4),
    74: (3, 4, 4, 3, 3, 4),
    75: (4, 4, 4, 3, 3, 4),
    77: (4, 4, 3, 3, 4, 4),
    78: (1, 4, 3, 4, 4, 4),
    83: (3, 4, 4, 4, 4, 4),
    84: (4, 4, 4, 4, 4, 4),
}
"""How many dice of each number add up to this."""


def bonuses(stage: Stage) -> None:
    before = 0
    steps = [(int(needed), int(points)) for needed, points in re.findall(r"(\d+) or more: \+(\d+)", stage.page)]
    for needed, points in steps:
        assert upper(stage, needed - 1).points == needed - 1 + before
        assert upper(stage, needed).points == needed + points
        before = points
    assert steps


def beyond(stage: Stage) -> None:
    assert upper(stage, 70).points - upper(stage, 69).points == 2


def before_power(stage: Stage) -> None:
    """24 points of a Power 3 make the upper section pass the bonus that the dice alone do not earn."""
    if stage.sheet == "balut":
        table = stage.play()
        for _ in range(2):
            table.throw("4-4-4-1-2", power=3).mark("fours")
        assert table.points == -2  # Of 72 the dice have 24: too little for Fours, and below 300.
        return
    table = stage.play()
    for box, dice in {"sixes": "6-6-6-1-2", "fives": "5-5-5-1-2"}.items():
        table.throw(dice, power=3).mark(box)
    assert table.points == 54 + 45


def columns(stage: Stage) -> None:
    """Each column has a bonus of its own, and counts as many times as it says."""
    needed, bonus = stage.read(r"(\d+) or more: \+"), stage.read(r"\d or more: \+(\d+)")
    for column, times in enumerate(stage.game.layout.multipliers, start=1):
        assert stage.play().throw("6-6-6-1-2").mark("sixes", column) == 18
        assert upper(stage, needed, column).points == (needed + bonus) * times
    table = stage.play()
    for column in stage.columns:
        table.turn("6-6-6-1-2", "sixes", column)
    assert table.points == 18 * sum(stage.game.layout.multipliers)


def within_its_column(stage: Stage) -> None:
    table = stage.play()
    table.turn("6-6-5-4-2", "low_score", 1)
    table.struck("low_score", columns=(2,))
    assert table.turn("6-6-5-4-2", "high_score", 2) == 23
    assert table.turn("6-6-5-4-2", "high_score", 1) == 0


def colours(stage: Stage) -> None:
    for faces, points in {(1, 6): 35, (2, 5): 35, (3, 4): 35, (1, 2): 0, (6, 5): 0, (2, 3): 0, (4, 6): 0}.items():
        one, other = faces
        assert stage.play().turn(f"{one}-{one}-{other}-{other}-{one}", "flush") == points


def balut_points(stage: Stage) -> None:
    full = {
        "fours": "4-4-4-4-1",  # 64: 2
        "fives": "5-5-5-5-1",  # 80: 2
        "sixes": "6-6-6-6-1",  # 96: 2
        "straight": "2-3-4-5-6",  # 80: 4
        "full_house": "6-6-6-5-5",  # 112: 3
        "choice": "6-6-6-6-5",  # 116: 2
        "balut": "6-6-6-6-6",  # 50 each, and 2
    }
    table = stage.play()
    for box, dice in full.items():
        for _ in range(4 if box != "balut" else 2):
            table.turn(dice, box)
    assert table.points == 2 + 2 + 2 + 4 + 3 + 2 + 2 * 2 + 5  # 648 points in all.


# -- The joker ------------------------------------------------------------------------------------------------------

STRAIGHT = ("high_straight", "large_straight", "long_straight")


def needed(stage: Stage) -> list[str]:
    return stage.yums if "every Yum box is filled" in stage.page else stage.yums[:1]


def ready(stage: Stage, *but: str, columns: Sequence[int] = ()) -> Play:
    """A table where five 4s are a joker: their boxes hold zeros, except those in ``but``."""
    boxes = [box for box in (*needed(stage), "fours") if box not in but]
    return stage.play().struck(*boxes, columns=columns or stage.columns)


def jokers(stage: Stage) -> None:
    """Only once all that it says is filled; then in every open box that it says, except those with conditions."""
    straight, column = stage.has(*STRAIGHT), stage.columns[-1]
    for missing in (*needed(stage), "fours"):
        table = ready(stage, missing).throw("4-4-4-4-4")
        assert not table.may_fill(straight, column) or table.mark(straight, column) == 0, missing
    table = ready(stage)
    if stage.has("low_score"):
        table.turn("6-6-5-4-2", "low_score", column)
    table.throw("4-4-4-4-4")
    assert table.copy().mark(straight, column) == stage.printed(straight)
    strict = conditions(stage)
    for box in stage.game.layout.boxes:
        if table.may_fill(box.key, column) and box.label not in strict:
            lower = not box.face or "in any open box and" in stage.page
            assert bool(table.copy().mark(box.key, column)) == lower, box.key


def joker_example(stage: Stage) -> None:
    """Played as it says: the boxes that it names are filled, the dice thrown, the other box written."""
    found = re.search(r"Example: (.+) are filled, and you throw `([\d-]+)`: in (.+) that is (\d+) points\.", stage.page)
    assert found
    keys = {box.label: box.key for box in stage.game.layout.boxes}
    filled = [keys[label] for label in re.split(", | and ", found[1])]
    for column in stage.columns:
        table = stage.play().struck(*filled, columns=stage.columns).throw(found[2])
        assert table.mark(keys[found[3]], column) == int(found[4]) > 0
        for one in filled:
            less = [other for other in filled if other != one]
            table = stage.play().struck(*less, columns=stage.columns).throw(found[2])
            assert not table.may_fill(keys[found[3]], column) or table.mark(keys[found[3]], column) == 0, one


def conditions(stage: Stage) -> list[str]:
    """The names of the boxes whose conditions a joker must meet."""
    found = re.search(r"meet the usual conditions of ([^.]+)\.", stage.page)
    return re.split(", | and ", found[1]) if found else []


STRICT = {
    "low_score": ("", 4),
    "high_score": ("6-6-5-4-2 low_score", 4),
    "even": ("", 3),
    "odd": ("", 4),
    "yum2": ("1-2-2-4-6 yum", 4),
    "yum3": ("", 4),
    "full_house2": ("", 4),
    "full_house3": ("", 4),
}
"""Turns before, and the number of a joker that is worth nothing in the box."""


def strict_jokers(stage: Stage) -> None:
    named = conditions(stage)
    boxes = [box for box in stage.game.layout.boxes if box.label in named]
    assert len(boxes) == len(named) > 0
    for box in boxes:
        before, face = STRICT[box.key]
        number = stage.game.layout.boxes[face - 1].key
        table = stage.play()
        for turn in filter(None, [before]):
            table.turn(*turn.split())
        table.struck(*(key for key in (*needed(stage), number) if key not in before.split()))
        if stage.game.layout.named_columns:
            table.struck(*needed(stage), number, columns=stage.columns[1:])
        assert table.turn(stage.equal(face), box.key) == 0, box.key


def in_every_column(stage: Stage) -> None:
    straight = stage.has(*STRAIGHT)
    table = ready(stage, columns=stage.columns[:-1]).throw("4-4-4-4-4")
    assert not table.may_fill(straight) or table.mark(straight) == 0
    assert ready(stage).turn("4-4-4-4-4", straight) == stage.printed(straight)


def in_its_column(stage: Stage) -> None:
    straight = stage.has(*STRAIGHT)
    table = ready(stage, columns=(2,)).throw("4-4-4-4-4")
    assert table.copy().mark(straight, 2) == stage.printed(straight)
    assert table.mark(straight, 3) == 0


def own_number_first(stage: Stage) -> None:
    table = ready(stage, "fours").throw("4-4-4-4-4")
    places = {text.partition(" ")[2] for text in table.legal if text.startswith(("mark", "strike"))}
    assert places == {table.named("fours", column) for column in stage.columns}
    assert f"strike {table.named('fours')}" in table.legal
    assert table.mark("fours") == 20


def own_number_first_there(stage: Stage) -> None:
    table = ready(stage, "fours", columns=(2,)).throw("4-4-4-4-4")
    places = {text.partition(" ")[2] for text in table.legal if text.startswith(("mark", "strike"))}
    assert {place for place in places if place.endswith(" 2")} == {"fours 2"}
    assert {"yum 1", "sixes 3"} <= places
    assert {"mark fours 2", "strike fours 2"} <= table.legal


def no_joker_yet(stage: Stage) -> None:
    """All its conditions but one: five 4s may go anywhere, and are a straight nowhere."""
    straight, column = stage.has(*STRAIGHT), stage.columns[-1]
    table = ready(stage, "fours").throw("4-4-4-4-4")
    places = {text.partition(" ")[2] for text in table.legal if text.startswith(("mark", "strike"))}
    waiting = {box.key for box in stage.game.layout.boxes if box.waits_for}
    free = {box.key for box in stage.game.layout.boxes} - {*needed(stage), *waiting}
    assert {table.named(box, column) for box in free} <= places
    assert table.copy().mark("fours", column) == 20
    assert table.copy().mark("sixes", column) == table.copy().mark(straight, column) == 0


def zero_above(stage: Stage) -> None:
    """Of a sheet whose lower boxes all hold zeros."""
    lower = [box.key for box in stage.game.layout.boxes if not box.face and box.key not in needed(stage)]
    for table in (ready(stage), ready(stage).struck(*lower, columns=stage.columns)):
        table.throw("4-4-4-4-4")
        for box in ("ones", "sixes"):
            assert table.copy().mark(box, stage.columns[-1]) == 0
            assert table.may_fill(box, stage.columns[0])


def sums(stage: Stage) -> None:
    """The example of each box is worth what its dice add up to."""
    face, context = face_of(stage.key), RenderContext(words("en"), PLAIN_GLYPHS)
    (named,) = (name for name, *_ in face.worths(context, stage.game) if name.startswith("The sum of all dice: "))
    labels = {box.label: box for box in stage.game.layout.boxes}
    asking, _, free = named.removeprefix("The sum of all dice: ").rstrip(".").partition(". ")
    for label in (*re.split(", and |, | and ", asking), *filter(None, [free.partition(":")[0]])):
        box = labels[label]
        found = re.search(r"`([\d-]+)`", stage.line(box.key))
        assert found
        table = stage.play().struck(*filter(None, [box.waits_for]))
        assert table.turn(found[1], box.key) == sum(map(int, found[1].split("-"))), box.key


def made_by_the_first(stage: Stage) -> None:
    straight = stage.has(*STRAIGHT)
    table = stage.play().struck(*needed(stage), columns=stage.columns)
    table.struck("fours", columns=stage.columns[1:])
    table.throw("4-4-4-4-4", power=5).mark("fours")
    assert table.mark(straight) == stage.printed(straight)


def further(stage: Stage) -> Play:
    """A table where every Yum box holds points."""
    table = stage.play(2)
    for column in stage.columns:
        table.turn("2-2-2-2-2", "yum", column)
    return table


def bonus_for_further(stage: Stage) -> None:
    points = stage.read(r"each further Yum adds (\d+) points")
    table = further(stage)
    before = table.points
    table.turn("4-4-4-4-4", "fours")
    table.throw("5-5-5-5-5").strike("fives")
    assert table.points == before + 20 + 2 * points
    table = stage.play().struck("yum")
    table.turn("4-4-4-4-4", "fours")
    assert table.points == 20


def bonus_in_its_column(stage: Stage) -> None:
    points = stage.read(r"each further Yum adds (\d+) points")
    table = further(stage)
    before = table.points
    table.turn("6-6-6-6-6", "sixes", 3)
    assert table.points == before + (30 + points) * 3
    table.throw("5-5-5-5-5").strike("fives", 3)
    assert table.points == before + (30 + points) * 3


def fine(stage: Stage) -> None:
    table = further(stage)
    table.turn("6-6-6-6-6", "sixes")
    for _ in range(len(table.state.sheets) - 1):
        assert not table.again()
        assert all(text.startswith("strike") for text in table.legal)
        table.zero()
    assert table.again()


def first_of_two(stage: Stage) -> None:
    """The first is struck, so the second brings nothing but its points."""
    several = len(stage.columns) > 1
    table = further(stage).throw("6-6-6-6-6", power=5)
    before = table.points
    table.strike("sixes", stage.columns[-1])
    assert table.mark("sixes" if several else "yarborough") == 30
    assert table.points == before + 30
    assert not any(table.state.penalties)


# -- The Power die ---------------------------------------------------------------------------------------------------


def power_die(stage: Stage) -> None:
    table = stage.play().throw("6-6-1-2-3", power=6)
    assert {"keep 6 6", "keep 6 6 p"} <= table.legal
    assert table.mark("sixes") == 12


def times(stage: Stage) -> None:
    for power in (2, 3):
        assert f"**{power}**: the points written count {power} times." in stage.page
        assert stage.play().throw("6-6-1-2-3", power=power).mark("sixes") == 12 * power


def once(stage: Stage) -> None:
    assert stage.play().throw("6-6-1-2-3", power=1).mark("sixes") == 12


def freeze(stage: Stage) -> None:
    table = stage.play().throw("6-6-1-2-3", power=4)
    assert not table.again()
    assert table.mark("sixes") == 12


def freeze_if_kept(stage: Stage) -> None:
    table = stage.play().throw("6-6-1-2-3", power=4)
    assert "keep 6 6" in table.legal
    assert not any(text.endswith(" p") for text in table.legal)
    assert table.mark("sixes") == 12


def second_box(stage: Stage, *, must: bool) -> None:
    table = stage.play().throw("6-6-6-1-2", power=5)
    assert table.mark("sixes") == 18
    assert ("done" in table.legal) != must
    assert table.mark("fours") == 0
    assert table.state.turn != 0 or not table.state.throws


def may_double(stage: Stage) -> None:
    second_box(stage, must=False)


def must_double(stage: Stage) -> None:
    second_box(stage, must=True)
    table = stage.brink.copy()
    while sum([cells.count(None) for cells in table.state.sheets[table.state.turn or 0]]) > 1:
        assert table.zero()
    turn = table.state.turn
    table.roll("6-6-6-1-2", power=5)
    table.do(next(text for text in table.legal if text.startswith(("mark", "strike"))))
    assert table.state.turn != turn
    assert not table.state.second


def two_yums(stage: Stage) -> None:
    yums = [(box, column) for column in stage.columns for box in stage.yums] * (2 if stage.game.layout.stacked else 1)
    table = stage.play().throw(stage.equal(6), power=5)
    assert all(table.mark(*place) > 0 for place in yums[:2])


def asked_of_the_dice(stage: Stage) -> None:
    yum = stage.yums[0]
    almost = stage.equal(6)[:-1] + "1"
    assert stage.play().throw(almost, power=2).mark(yum) == 0
    low = stage.has("low_score", "low")
    if low:
        assert stage.play().throw("6-6-4-3-1", power=3).mark(low) == 0
        assert stage.play().throw("5-5-5-4-2", power=2).mark(low) == 42


def multiplied_for_the_bonus(stage: Stage) -> None:
    """99 points in the upper section, of which the dice have 33."""
    table = stage.play()
    for box, dice in {"sixes": "6-6-6-1-2", "fives": "5-5-5-1-2"}.items():
        table.throw(dice, power=3).mark(box)
    assert table.points == 99 + stage.game.layout.bonus.points(99) > 99


def multiplied_for_the_sheet(stage: Stage) -> None:
    """72 points in Fours, of which the dice have 24: 2 points, and 2 less for a sum below 300."""
    table = stage.play()
    for _ in range(2):
        table.throw("4-4-4-1-2", power=3).mark("fours")
    assert table.points == 2 - 2


def tie_without_power(stage: Stage) -> None:
    table = tied(stage, "3", "4")
    thrown = [throw.faces for turn in table.state.match.roll_off for throw in turn]
    assert [len(faces) for faces in thrown] == [stage.game.layout.dice] * 2


# -- Matches, sides and equal totals ----------------------------------------------------------------------------------


def match(stage: Stage) -> None:
    """Each game has empty sheets, and all are added."""
    games, table = stage.read(r"A match is (\d) games"), stage.play()
    box, dice = stage.yums[0], stage.equal(6)
    for number in range(1, games + 1):
        while len(table.state.match.earlier) == number - 1 and table.state.turn is not None:
            sheet = table.state.sheets[0]
            if table.state.turn == 0 and all(cell is None for cells in sheet for cell in cells):
                table.roll(dice).mark(box)
            else:
                table.zero()
        assert (table.state.turn is None) == (number == games)
    own = table.game.own_games(table.state, Seat(0))
    assert len(own) == games
    assert len(set(own)) == 1
    partners = [seat for seat in range(len(table.state.sheets)) if table.game.side(seat) == 0]
    others = -2 * games * (len(partners) - 1) if stage.sheet == "balut" else 0
    assert table.game.scores(table.state)[0] == own[0] * games + others


def next_first(stage: Stage) -> None:
    """Seat 0 begins the first game, seat 1 leaves at its first turn."""
    table = stage.play(3)
    table.zero()
    table.do("drop")
    while not table.state.match.earlier:
        assert table.zero()
    assert table.state.turn == 2
    table = stage.play(2)
    while not table.state.match.earlier:
        assert table.zero()
    assert table.state.turn == 1


def partners(stage: Stage) -> None:
    table, sides = stage.play(), stage.game.sides
    before = table.game.scores(table.state)
    table.turn(stage.equal(6), stage.yums[0])
    gained = [now - then for now, then in zip(table.game.scores(table.state), before, strict=True)]
    assert gained[0] == gained[sides] > 0
    assert not any(gained[1:sides])
    for _ in range(1, sides):
        table.zero()
    assert table.roll(stage.equal(6)).mark(stage.yums[0]) > 0


def at_once(stage: Stage) -> None:
    most = stage.read(r"Everybody at once: up to (\d+) players")
    assert most in stage.game.simultaneous_seats
    assert most + stage.game.sides not in stage.game.simultaneous_seats


def shared(stage: Stage) -> None:
    _, _, below = EQUALS[stage.sheet]
    everybody = [below] * len(stage.brink.state.sheets)
    assert len(ended(stage, *everybody).first) == max(stage.game.sides, len(everybody) if not stage.game.sides else 0)


def most_yums(stage: Stage) -> None:
    yum, above, below = EQUALS[stage.sheet]
    assert ended(stage, below, yum).first == {1}
    assert ended(stage, yum, below).first == {0}
    if above:
        assert ended(stage, above, yum).first == {1}
    assert ended(stage, below, below).first == {0, 1}


def larger_upper(stage: Stage) -> None:
    yum, above, below = EQUALS[stage.sheet]
    assert ended(stage, yum, above).first == {1}
    assert ended(stage, below, yum).first == {1}
    assert ended(stage, below, below).first == {0, 1}


def larger_sum(stage: Stage) -> None:
    assert ended(stage, {}, {"fours": "4-4-1-2-3"}).first == {1}


def tied(stage: Stage, *throws: str) -> Play:
    """The first two sides share the first place, and throw these faces with all dice."""
    _, _, below = EQUALS[stage.sheet]
    return ended(stage, below, below, ties=[stage.equal(int(face)) for face in throws])


def roll_off(stage: Stage) -> None:
    assert tied(stage, *"34").first == {1}
    assert tied(stage, *"3352").first == {0}


Show = Callable[[Stage], None]

SCENES: Mapping[str, Show] = {
    "Fill your sheet: the highest total wins.": highest_wins,
    "Fill your sheet: the one worth the most points wins.": most_points_win,
    "Fill your sheets: the team with the highest total wins.": team_wins,
    "Fill your sheets: the team whose sheets are worth the most points wins.": team_wins,
    "Throw {dice} dice, {throws} times at most; before each further throw hold what you like.": three_throws,
    "Throw {dice} dice, up to {throws} times; before each further throw hold what you like.": three_throws,
    "A token buys a fourth throw.": a_token,
    "Throws saved in earlier turns may follow.": saved,
    "A 6 on the Power die gives a fourth throw.": power_6,
    "Then write their points in an open box.": an_open_box,
    "Then write their points in an open box of any grid.": an_open_box,
    "Write their points, or 0, in an open box of any column: columns count {counts}.": an_open_box_or_0,
    "You may strike a box (write 0) instead.": struck,
    "Every box is filled once: {turns} turns in all.": length,
    "Every box is filled once: a game has {turns} turns at most.": length_at_most,
    "Every box is filled {many} times: a game has {turns} turns.": length,
    "Every box is filled {many} times: a game has {turns} turns at most.": length_at_most,
    "{box}: {example}": examples,
    "{name}: {value}": on_the_board,
    "Once {low} or {high} holds a 0, the other one need not be higher or lower.": zero_asks_nothing,
    "{high} may only be filled after {low}; after a 0 in {low} it need not be higher.": low_first,
    "You fill {many} grids at the same time: choose one for each box. Each grid has its own bonus; the totals of the "
    "grids are added.": columns,
    "Choose a column for each box. Points are written as they are; at the end the total of each column, bonus "
    "included, counts {times}, and the columns are added.": columns,
    "What a box asks of other boxes is asked within its column.": within_its_column,
    "{needed} or more: +{points}": bonuses,
    "Upper bonus: {steps}": bonuses,
    in_context("Yams", "Upper bonus: {steps}"): bonuses,
    "The sum of all dice: {boxes}.": sums,
    "{name}: any dice.": sums,
    "{low}: a sum of {least} or more.": compared,
    "{low}: a sum of {least} or more, under {other}.": compared,
    "{low}: a sum under {other}.": compared,
    "{high}: {more} or more, over {one}.": compared,
    "{high}: a sum over {one}.": compared,
    "Else 0.": compared,
    "{needed} or more → +{points}": bonuses,
    "Minus: 36 less the sum of the dice.": lambda stage: fills(stage, "minus", ("1-1-2-1-1 30", "6-6-6-6-6 6")),
    "One more point for each point above that.": beyond,
    "The points before the Power die decide.": before_power,
    "1 and 6 are black, 2 and 5 are red, 3 and 4 are green.": colours,
    "A full sheet gives 2 points each for Fours of 52 or more, Fives of 65, Sixes of 78 and Choice of 100; 4 for four "
    "Straights; 3 for four Full Houses; 2 for every Balut. All boxes added up give from -2 (below 300) to 6 (650 or "
    "more): one more for every 50.": balut_points,
    "When {needs} and the box of the number on the dice is filled too, five equal dice are a joker: they may go in "
    "{where} and count there as if they fitted.": jokers,
    "Example: {filled} are filled, and you throw {dice}: in {box} that is {points} points.": joker_example,
    "The boxes must be filled in every column.": in_every_column,
    "Only the boxes of the column it goes to must be filled.": in_its_column,
    "While the box of that number is open, they are no joker: they go in any box, and count as other dice do.": (
        no_joker_yet
    ),
    "In the box of another number they write a 0, even when the lower section is full.": zero_above,
    "Joker: with Yum and their number filled, five equal dice fit any box.": jokers,
    "Joker: with Yum and their number filled, five equal dice fit any lower box.": jokers,
    "In the box of another number a joker writes the sum of the dice.": lambda stage: _other_number(stage, 20),
    "In the box of another number a joker writes the most that box can hold.": lambda stage: _other_number(stage, 25),
    "While the box of that number is open, it must be filled first, with its points or a 0.": own_number_first,
    "While the box of that number is open in a column where the Yum box is filled, they may fill no other box there; "
    "it takes its points or a 0.": own_number_first_there,
    "With a Power 5, the second box may take a joker that the first one has made.": made_by_the_first,
    "A joker still has to meet the usual conditions of {boxes}.": strict_jokers,
    "After points in Yum, each further Yum adds {points}.": bonus_for_further,
    "After points in every Yum box, each further Yum that scores adds {points} to its column.": bonus_in_its_column,
    "Once the Yum boxes of all columns hold points, each further Yum adds {points} points to the column it scores "
    "in.": bonus_in_its_column,
    "Once the Yum box holds points, each further Yum adds {points} points, wherever it is written, even as a "
    "0.": bonus_for_further,
    "Once the Yum box holds points, a further Yum that scores makes everybody else write a 0 instead of their next "
    "turn.": fine,
    "Of two boxes with a Power 5, only the first counts for this.": first_of_two,
    "Throws you do not use are kept: you may use them in later turns of the game, after the third throw.": saved,
    "A turn that ends with a 4 on the Power die keeps none.": freeze_saves_none,
    "Everybody begins a game with {n} token: it buys a fourth throw. It is worth nothing at the end.": tokens,
    "A die of another colour is thrown with the others and may be held like them. It belongs to no "
    "combination.": power_die,
    "the points count once.": once,
    "the points written count {times} times.": times,
    "Freeze: no more throws this turn.": freeze,
    "Freeze: if you keep it, you throw no more this turn.": freeze_if_kept,
    "Double: the dice may fill a second box too.": may_double,
    "Double: the dice must fill a second box too, if one is open.": must_double,
    "Five equal dice may fill two of the boxes for them.": two_yums,
    "Power: if it shows after the third throw, there is a fourth; the Power die itself stays.": power_6,
    "What a box asks for is asked of the dice, before their points are multiplied.": asked_of_the_dice,
    "Multiplied points count for the bonus too.": multiplied_for_the_bonus,
    in_context("Yams", "Multiplied points count for the bonus too."): multiplied_for_the_bonus,
    "Multiplied points count for the points of the sheet too.": multiplied_for_the_sheet,
    "A throw for a tie is made without it.": tie_without_power,
    "A match is {games} games, each with empty sheets. All totals are added.": match,
    "The player after the one who began the last game begins the next one; those who left are skipped.": next_first,
    "Partners sit alternately, each with a sheet; the totals of a team are added.": partners,
    "Everybody at once: up to {n} players.": at_once,
    "They share the place.": shared,
    "If that is equal too, they share the place.": shared,
    "The most Yums decide, else the place is shared.": most_yums,
    "The most Yams decide, else the place is shared.": most_yums,
    "The most Maxi Yums decide, else the place is shared.": most_yums,
    "Then the most Baluts decide, else the place is shared.": most_yums,
    "The larger upper section decides, then the most Yums; else the place is shared.": larger_upper,
    "The larger upper section decides, then the most Yams; else the place is shared.": larger_upper,
    "The larger upper section decides, then the most Maxi Yums; else the place is shared.": larger_upper,
    "The larger sum of the boxes decides.": larger_sum,
    "Players who share the first place throw all dice once: the highest sum wins, equal sums throw again.": roll_off,
}


def _other_number(stage: Stage, points: int) -> None:
    """Five 4s in Fives."""
    assert ready(stage).turn("4-4-4-4-4", "fives") == points


PARTS = {
    "Joker",
    "**{name}**: {said}",
    "**{face}**: {said}",
    "any open box",
    "any open box of the lower section",
    "every Yum box is filled",
    "the Yum box is filled",
}
"""What puts other sentences together."""


# -- The tests ---------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def names(key: str) -> frozenset[str]:
    """The names of boxes and of the Power die, which lines of other sentences begin with."""
    boxes = [box for options in ({}, *every_change(key)) for box in make(key, options).layout.boxes]
    return frozenset({"Power die", *(name for box in boxes for name in (box.label, box.short))})


def every_change(key: str) -> list[dict[str, OptionValue]]:
    return [options for options in every_pair(key) if len(options) == 1]


def show(stage: Stage, sentence: str) -> None:
    """Play the scene of ``sentence``: its own, or that of every box with this condition."""
    try:
        if sentence in SCENES:
            SCENES[sentence](stage)
            return
        number = 0
        for box in stage.game.layout.boxes:
            if box.condition == sentence:
                six = stage.game.layout.dice == 6
                cases = (*((NUMBERS_OF_SIX if six else NUMBERS)[box.key],),) if box.face else BOXES[sentence]
                fills(stage, box.key, cases)
                number += 1
        assert number, "no box of this sheet says so"
    except Exception as error:
        raise AssertionError(f"{stage.key} {stage.options}: {sentence!r} does not hold: {error!r}") from error


def sentences(key: str, options: Options) -> frozenset[str]:
    return frozenset(told(key, options)) - PARTS - names(key)


NUMBER = "The sum of the dice that show this number."
KNOWN = {*SCENES, *BOXES, NUMBER}


@pytest.mark.parametrize("key", SHEETS)
def test_every_sentence_holds_where_a_pair_of_house_rules_first_tells_it(key: str) -> None:
    seen: set[str] = set()
    for options in every_pair(key):
        said = sentences(key, options)
        assert said <= KNOWN, (options, said - KNOWN)
        for sentence in sorted(said - seen):
            show(Stage(key, options), sentence)
        seen |= said


@pytest.mark.sample(5)
@pytest.mark.parametrize("key", SHEETS)
def test_every_choice_of_a_house_rule_is_told(key: str) -> None:
    """By itself, with the Power die, or with a joker; what it changes on the page is shown by its scene."""
    knows_jokers = any(option.rule.key == "joker" for option in SHEETS[key].options)
    besides: list[Options] = [{}, {"power": True}, *([{"joker": "fr"}] if knows_jokers else [])]
    for options in every_change(key):
        for beside in besides:
            stage = Stage(key, {**beside, **options})
            lines = set(stage.page.split("\n")) ^ set(Stage(key, beside).page.split("\n"))
            for sentence in sorted(sentences(key, stage.options)):
                if any(_piece(sentence) in line for line in lines):
                    show(stage, sentence)
            if lines:
                break
        assert lines, options


def _piece(sentence: str) -> str:
    """The longest part of a sentence without values."""
    return max(re.split(r"\{\w+\}", sentence), key=len)


TWO: Mapping[str, Sequence[Options]] = {
    "asian_yum": [{"asian_sheet": "balut", "tiebreak": "most_yums"}, {"asian_sheet": "balut", "teams": True}],
    "triple_yum": [{"joker": "forced", "joker_scope": "same_column"}],
    "yum_plus": [{"quad_is_two_pair": True, "of_a_kind": "matching"}],
    "yum_color": [{"quad_is_two_pair": False, "of_a_kind": "matching"}],
}
"""Two house rules, of which neither is the Power die, that say something only together."""


def test_no_scene_is_without_its_sentence() -> None:
    told_somewhere: set[str] = set()
    for key in SHEETS:
        for one in ({}, *every_change(key)):
            for options in (one, {"power": True, **one}):
                told_somewhere |= told(key, options)
    for key, others in TWO.items():
        for options in others:
            told_somewhere |= told(key, options)
    assert told_somewhere >= KNOWN | PARTS, (KNOWN | PARTS) - told_somewhere


def hold(key: str, options: Options) -> None:
    """Play the scenes of all that the page says under ``options``."""
    stage = Stage(key, options)
    for sentence in sorted(sentences(key, options)):
        show(stage, sentence)


@pytest.mark.sample(4, each="many")
@pytest.mark.parametrize("many", [1, 2])
@pytest.mark.parametrize("key", SHEETS)
def test_every_sentence_holds_under_house_rules_that_are_drawn(key: str, many: int, seed: str) -> None:
    """One or two of them; the long test plays each, and every pair that touches."""
    hold(key, random.Random(seed).choice([options for options in every_pair(key) if len(options) == many]))


def touching(key: str) -> tuple[list[Options], list[Options]]:
    """Each house rule alone, with the pairs of which the page says more or less than of each of the two; all others."""

    def lines(options: Options) -> frozenset[str]:
        return frozenset(Stage(key, options).page.split("\n"))

    alone, usual = {tuple(options.items()): lines(options) for options in every_change(key)}, lines({})
    touch: list[Options] = [{}, *every_change(key)]
    others: list[Options] = []
    for options in every_pair(key):
        if len(options) == 2:
            one, other = (alone.get((choice,), usual) for choice in options.items())
            parts = usual & one & other | one - usual | other - usual
            (others if lines(options) == parts else touch).append(options)
    return touch, others


@pytest.mark.long(10)
@pytest.mark.parametrize("key", SHEETS)
def test_every_sentence_holds_under_each_house_rule_and_pairs_that_touch(key: str, seed: str) -> None:
    """Of the pairs that say nothing together, a few are drawn."""
    touch, others = touching(key)
    for options in [*touch, *random.Random(seed).sample(others, min(8, len(others)))]:
        hold(key, options)
