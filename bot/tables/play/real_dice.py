"""Dice of the players' own: they throw at the table and enter what fell.

The table keeps the sheet and checks what it can: the number of dice, and that each number is a face. A player with
wrong numbers cheats as with wooden dice; such games have a mark (``TableSettings.real_dice``).

An action may need several throws: its own, then those for a tie that nobody has pressed for. People enter them one
after another, and the action happens when the last one is there (:func:`next_throw` says which is missing).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from bot.engine import AnyGame, DiceMismatch, Event, Faces, IllegalAction, ScriptedDice, Seat
from bot.engine.play import play
from bot.tables.core.errors import ThrowMissing, WrongFaces

_TOLD = re.compile(r"[0-9\s,;.+/★*-]*", re.ASCII)


def read_faces(written: str) -> Faces | None:
    """Return the numbers of ``3 3 4 5 6``, ``33456``, ``3, 3, 4, 5, 6`` or ``★1 3 ★5``; None for anything else.

    The table decides whether they are faces, and the right number of them.
    """
    if _TOLD.fullmatch(written) is None:
        return None
    return tuple(int(digit) for digit in written if digit.isdecimal())


@dataclass(frozen=True, slots=True)
class ThrownByBot(Event):
    """The bot threw for a tie that a seat left behind, although the players throw dice of their own."""


class AskedThrow(NamedTuple):
    """A throw that an action makes."""

    dice: int
    sides: int
    tie: Seat | None
    """The seat that makes it to break a tie; None for the action's own throw."""


class RealDice:
    """The throws that players entered for one action, in order."""

    def __init__(self, throws: Sequence[Faces] = ()) -> None:
        """Throw ``throws``."""
        self._left = list(throws)
        self.asked: list[AskedThrow] = []
        """The throws so far, and the missing one."""

    def roll(self, count: int, sides: int = 6, tie: int | None = None) -> Faces:
        """Return the next throw. Raises ThrowMissing if there is none, WrongFaces if it is not ``count`` faces."""
        self.asked.append(AskedThrow(count, sides, None if tie is None else Seat(tie)))
        if not self._left:
            raise ThrowMissing(count, sides, tie)
        try:
            return ScriptedDice((self._left.pop(0),)).roll(count, sides)
        except DiceMismatch as error:
            raise WrongFaces(count, sides) from error

    def check_used(self) -> None:
        """Raise IllegalAction if somebody entered more throws than the action made."""
        if self._left:
            raise IllegalAction("more throws were told than the action makes")


def asked_throws(game: AnyGame, state: Any, text: str, throws: Sequence[Faces] = ()) -> tuple[list[AskedThrow], bool]:
    """Return the throws of the action ``text`` as far as known by ``throws``, and whether the last one is missing.

    Raises WrongFaces for a throw that does not fit, and what the gate raises.
    """
    dice = RealDice(throws)
    try:
        play(game, state, game.turn(state) or Seat(0), text, dice)
    except ThrowMissing:
        return dice.asked, True
    dice.check_used()
    return dice.asked, False


def next_throw(game: AnyGame, state: Any, text: str, throws: Sequence[Faces] = ()) -> AskedThrow | None:
    """Return the throw that the action ``text`` needs after ``throws``, or None. Raises what the gate raises."""
    asked, missing = asked_throws(game, state, text, throws)
    return asked[-1] if missing else None
