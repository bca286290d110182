"""How score-sheet games are counted and end: totals, ranks, and what decides between equal totals (rules.md §1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.engine.dice import Dice
from bot.engine.seats import ranking
from bot.engine.types import Event, OptionValue, Outcome, Seat
from bot.games.yum.actions import RolledOff
from bot.games.yum.layout import Layout
from bot.games.yum.state import Sheet, State, Throw
from bot.games.yum.totals import SheetTotals, sheet_totals, yums


def empty_sheets(layout: Layout, seats: int) -> tuple[Sheet, ...]:
    """Return the sheets of ``seats`` players before the first turn."""
    return (((None,) * len(layout.boxes),) * layout.columns,) * seats


@dataclass(frozen=True, slots=True, eq=False)
class Ending:
    """How a game counts its sheets and breaks ties, as its house rules say."""

    layout: Layout
    tiebreak: str

    @classmethod
    def chosen(cls, layout: Layout, options: Mapping[str, OptionValue]) -> Ending:
        """Return the ending of a game with these house rules."""
        return cls(layout, str(options["tiebreak"]))

    def totals(self, state: State, seat: Seat) -> SheetTotals:
        """Return what the sheet of ``seat`` adds up to now."""
        return sheet_totals(self.layout, state.sheets[seat], state.extra_yums[seat])

    def scores(self, state: State) -> tuple[int, ...]:
        """Return the number each seat is ranked by."""
        return tuple(self.totals(state, Seat(seat)).total for seat in range(len(state.sheets)))

    def _tie(self, state: State, seat: Seat) -> tuple[Any, ...]:
        """Return what decides between seats of equal score: the greatest wins."""
        scored = yums(self.layout, state.sheets[seat], state.extra_yums[seat])
        if self.tiebreak == "most_yums":
            return (scored,)
        if self.tiebreak == "upper_then_yums":
            return (self.totals(state, seat).upper, scored)
        return tuple(sum(throw.faces) for turn in state.roll_off for throw in turn if throw.seat == seat)

    def outcome(self, state: State) -> Outcome:
        """Return the ranks of a game that is over."""
        scores = self.scores(state)
        keys = [(score, self._tie(state, Seat(seat))) for seat, score in enumerate(scores)]
        return Outcome(ranking(keys, state.gone), scores)

    def finished(self, state: State, dice: Dice) -> tuple[State, tuple[Event, ...]]:
        """Return the last state of a game: seats tied for the first place throw for it if the house rules say so.

        Every tied seat throws all ordinary dice once, in playing order; those that share the highest sum throw again.
        """
        events: list[Event] = []
        while self.tiebreak == "roll_off" and len(tied := self.outcome(state).winners) > 1:
            if set(tied) & set(state.gone):
                break  # Everybody has left: nobody is there to throw.
            throws = tuple(Throw(seat, dice.roll(self.layout.dice)) for seat in tied)
            events.extend(RolledOff(throw.seat, throw.faces) for throw in throws)
            state = replace(state, roll_off=(*state.roll_off, throws))
        return state, tuple(events)
