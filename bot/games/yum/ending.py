"""The count and the end of score-sheet games: totals, matches, teams, ranks and ties (rules.md §1)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.engine import SIDES, Dice, Event, OptionValue, Outcome, Seat, ranking
from bot.engine.match import RolledOff, Throw
from bot.games.yum.actions import NextGame
from bot.games.yum.layout import Layout
from bot.games.yum.scoring.totals import SheetTotals, sheet_totals, yums
from bot.games.yum.standing import Standing, total_standing
from bot.games.yum.state import Sheet, State


def empty_sheets(layout: Layout, seats: int) -> tuple[Sheet, ...]:
    """Return the sheets of ``seats`` players before the first turn."""
    return (((None,) * len(layout.boxes),) * layout.columns,) * seats


@dataclass(frozen=True, slots=True, eq=False)
class Ending:
    """How a game counts its sheets and breaks ties, as its house rules say."""

    layout: Layout
    tiebreak: str
    raw_bonus: bool
    """The bonus is tested on the points before the Power die."""
    games: int
    sides: int
    """How many sides there are, 0 for none; partners sit alternately."""

    @classmethod
    def from_options(cls, layout: Layout, options: Mapping[str, OptionValue]) -> "Ending":
        """Return the ending of a game with these house rules."""
        return cls(
            layout,
            str(options["tiebreak"]),
            options["power_bonus_base"] is True,
            int(options["games_in_match"]),
            SIDES[options["teams"]],
        )

    def totals(self, state: State, seat: Seat) -> SheetTotals:
        """Return what the sheet of ``seat`` adds up to now."""
        return sheet_totals(self.layout, state.sheets[seat], state.extra_yums[seat], self.raw_bonus)

    def upper_bonuses(self, state: State, seat: Seat) -> tuple[int, ...]:
        """Return the bonus of each upper section of ``seat``, 0 where it is missed; none where the sheet has none."""
        if not self.layout.bonus.steps or self.layout.stacked:
            return ()
        return tuple(column.bonus for column in self.totals(state, seat).columns)

    def _this_game(self, state: State, seat: int) -> Standing:
        totals = self.totals(state, Seat(seat))
        return Standing(
            totals.total, totals.score, totals.upper, yums(self.layout, state.sheets[seat], state.extra_yums[seat])
        )

    def _partners(self, state: State, seat: int) -> range:
        """Return the seats whose totals are added to those of ``seat``, itself included."""
        seats = len(state.sheets)
        return range(seat % self.sides, seats, self.sides) if self.sides else range(seat, seat + 1)

    def standing(self, state: State, seat: Seat) -> Standing:
        """Return what ``seat`` is ranked by: this game and the match's earlier ones, partners included."""
        partners = self._partners(state, seat)
        earlier = (game[partner] for game in state.earlier for partner in partners)
        return total_standing((*earlier, *(self._this_game(state, partner) for partner in partners)))

    def scores(self, state: State) -> tuple[int, ...]:
        """Return the total each seat is ranked by."""
        return tuple(self.standing(state, Seat(seat)).total for seat in range(len(state.sheets)))

    def _key(self, state: State, seat: Seat) -> tuple[object, ...]:
        """Return what ranks ``seat``: the greatest wins. Scores are equal where totals are, except in Balut."""
        standing = self.standing(state, seat)
        if self.tiebreak == "most_yums":
            return (standing.total, standing.score, standing.yums)
        if self.tiebreak == "upper_then_yums":
            return (standing.total, standing.score, standing.upper, standing.yums)
        partners = self._partners(state, seat)
        thrown = (sum(throw.faces) for turn in state.roll_off for throw in turn if throw.seat in partners)
        return (standing.total, standing.score, tuple(thrown))

    def outcome(self, state: State) -> Outcome:
        """Return the ranks of a game that is over."""
        keys = [self._key(state, Seat(seat)) for seat in range(len(state.sheets))]
        return Outcome(ranking(keys, state.gone), self.scores(state))

    def next_game(self, state: State) -> tuple[State, tuple[Event, ...]] | None:
        """Return the beginning of the match's next game; None when the last has been played or nobody is left."""
        staying = [Seat(seat) for seat in range(len(state.sheets)) if seat not in state.gone]
        if len(state.earlier) + 1 >= self.games or not staying:
            return None
        played = tuple(self._this_game(state, seat) for seat in range(len(state.sheets)))
        after = replace(
            state,
            sheets=empty_sheets(self.layout, len(state.sheets)),
            turn=staying[0],
            round=1,
            extra_yums=((0,) * self.layout.columns,) * len(state.sheets),
            penalties=(0,) * len(state.sheets),
            earlier=(*state.earlier, played),
        )
        bonuses = tuple(self.upper_bonuses(state, Seat(seat)) for seat in range(len(state.sheets)))
        return after, (NextGame(tuple(standing.total for standing in played), bonuses),)

    def finished(self, state: State, dice: Dice) -> tuple[State, tuple[Event, ...]]:
        """Return the last state of a game: seats tied for the first place throw for it if the house rules say so.

        Every tied seat, or one of every tied team, throws all ordinary dice once, in playing order; those that
        share the highest sum throw again.
        """
        events: list[Event] = []
        while self.tiebreak == "roll_off" and len(tied := self._tied(state)) > 1:
            throws = tuple(Throw(seat, dice.roll(self.layout.dice, tie=seat)) for seat in tied)
            events.extend(RolledOff(throw.seat, throw.faces) for throw in throws)
            state = replace(state, roll_off=(*state.roll_off, throws))
        return state, tuple(events)

    def _tied(self, state: State) -> tuple[Seat, ...]:
        """Return who shares the first place, one seat of each team; nobody when all have left."""
        first = [seat for seat in self.outcome(state).winners if seat not in state.gone]
        return tuple(sorted({self._partners(state, seat).start: seat for seat in reversed(first)}.values()))
