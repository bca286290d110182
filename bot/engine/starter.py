"""Who begins a game whose rules let the dice say so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from bot.engine.dice import Faces
from bot.engine.types import Event, Seat

Throws: TypeAlias = tuple[tuple[Seat, Faces], ...]
"""What each of these seats threw."""


@dataclass(frozen=True, slots=True)
class Starter:
    """Everybody throws ``dice`` dice once; the highest sum begins, or the lowest. Who ties for it throws again.

    A game says it by an attribute ``starter``; one without it, or with None, is begun by anybody.
    """

    dice: int
    lowest: bool = False


@dataclass(frozen=True, slots=True)
class Began(Event):
    """The seats threw for who begins, round by round; the first seat of the table does. Told with the first board."""

    rounds: tuple[Throws, ...]
