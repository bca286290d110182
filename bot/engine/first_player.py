"""Which seat begins a game whose rules let the dice choose."""

from dataclasses import dataclass
from typing import TypeAlias

from bot.engine.dice import Faces
from bot.engine.types import Event, Seat

Throws: TypeAlias = tuple[tuple[Seat, Faces], ...]
"""The throw of each of these seats."""


@dataclass(frozen=True, slots=True)
class FirstPlayerThrown(Event):
    """The seats threw for the first turn, round by round; the first seat of the table won. The first board shows it."""

    rounds: tuple[Throws, ...]
