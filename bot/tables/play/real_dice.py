"""Dice of the players' own: they throw at the table and enter what fell.

The table keeps the sheet and checks what it can: the number of dice, and that each number is a face. A player with
wrong numbers cheats as with wooden dice; such games have a mark (``TableSettings.real_dice``).
"""

import re
from typing import Any

from bot.engine import AnyGame, DiceMismatch, Faces, ScriptedDice, Seat
from bot.engine.play import play
from bot.tables.core.errors import NoRollOff, WrongFaces

_TOLD = re.compile(r"[0-9\s,;.+/-]*", re.ASCII)


def read_faces(written: str) -> Faces | None:
    """Return the numbers of ``3 3 4 5 6``, ``33456`` or ``3, 3, 4, 5, 6``, in their order; None for anything else.

    The table decides whether they are faces, and the right number of them.
    """
    if _TOLD.fullmatch(written) is None:
        return None
    return tuple(int(digit) for digit in written if digit.isdecimal())


class RealDice:
    """The one throw that a player entered, or none."""

    def __init__(self, faces: Faces | None) -> None:
        """Throw ``faces``."""
        self._faces = faces

    def roll(self, count: int, sides: int = 6, tie: int | None = None) -> Faces:
        """Return the entered throw; raises WrongFaces if it is not ``count`` faces, or already used."""
        faces, self._faces = self._faces, None
        try:
            return ScriptedDice(() if faces is None else (faces,)).roll(count, sides)
        except DiceMismatch as error:
            raise WrongFaces(count, sides) from error


def dice_needed(game: AnyGame, state: Any, seat: Seat, text: str) -> int:
    """Return how many dice the action ``text`` throws, 0 for none. Raises what the gate raises."""
    try:
        play(game, state, seat, text, RealDice(None))
    except WrongFaces as asked:
        return asked.expected
    return 0


def check_game(game: AnyGame) -> None:
    """Refuse house rules that make the table throw dice that nobody could enter."""
    if game.throws_for_ties:
        raise NoRollOff
