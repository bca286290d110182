"""Games whose seats do not touch each other, so that all can play at once, at their own speed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar, runtime_checkable

from bot.engine.types import Seat

S = TypeVar("S")


@runtime_checkable
class Apart(Protocol[S]):
    """What a game offers beside :class:`~bot.engine.types.Game` if each player can have a table of one seat."""

    @property
    def apart(self) -> bool:
        """Whether the chosen house rules allow it."""

    def together(self, states: Sequence[S], gone: Iterable[Seat]) -> S:
        """Return one state made of states of one seat each: seat n played ``states[n]``.

        Nobody is to act in it, so it has an outcome, in which the seats in ``gone`` rank last.
        """

    def progress(self, state: S, seat: Seat) -> tuple[int, int]:
        """Return how far ``seat`` is, and how far it has to go."""
