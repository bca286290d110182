"""Games whose seats do not touch each other, so that everybody can play alone, at their own speed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar, runtime_checkable

from bot.engine.types import Seat

S = TypeVar("S")


@runtime_checkable
class Apart(Protocol[S]):
    """What a game offers beside :class:`~bot.engine.types.Game` when it can be played by one seat per table."""

    @property
    def apart(self) -> bool:
        """Whether the house rules chosen allow it."""

    def together(self, states: Sequence[S], gone: Iterable[Seat]) -> S:
        """Return one state out of states of one seat each: seat n played ``states[n]``.

        Nobody is to act in it, so it has an outcome, in which the seats in ``gone`` rank last.
        """

    def progress(self, state: S, seat: Seat) -> tuple[int, int]:
        """Return how far ``seat`` is, and how far it is to go."""
