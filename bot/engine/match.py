"""Matches: several games in a row whose points are added, and one more throw for a tie at the end.

A game that offers matches inherits from :class:`MatchGame`, has one :class:`Match` in its states, and returns its steps
by :meth:`MatchGame.step`, which begins the next game where one is over. Scores and ranks are those of the whole match.
"""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple, Protocol, TypeVar

from bot.engine.dice import Dice, Faces
from bot.engine.game import GameWithOptions
from bot.engine.options import Rule
from bot.engine.seats import next_seat, ranking
from bot.engine.types import A, Event, GameState, OptionValue, Outcome, Seat, Step
from bot.engine.words import N_

GAMES = "games_in_match"
"""The key of the house rule that says how long a match is."""

_UP_TO = "to_"
_NUMBERS = (N_("1"), N_("2"), N_("3"), N_("4"), N_("5"), N_("6"))
_TIEBREAKS = {
    "share": N_("Shared places"),
    "games_won": N_("Most games won"),
    "roll_off": N_("One more throw"),
}


def games_in_match_rule(meaning: str, total: int, until: str) -> Rule:
    """Return the house rule ``games_in_match``: up to six games, or as many as somebody needs for ``total``.

    ``meaning`` says what is added, ``until`` is the name of the last choice; both are English.
    """
    games = tuple(range(1, len(_NUMBERS) + 1))
    return Rule(GAMES, 1, (*games, f"{_UP_TO}{total}"), N_("Games in a match"), meaning, (*_NUMBERS, until))


def tiebreak_rule(*choices: str) -> Rule:
    """Return the house rule ``tiebreak`` with these choices; the first is the default."""
    names = tuple(_TIEBREAKS[choice] for choice in choices)
    return Rule("tiebreak", choices[0], choices, N_("Equal totals"), N_("What decides between equal totals."), names)


class MatchLength(NamedTuple):
    """When a match is over: after so many games or, if that is 0, after the one in which somebody has the total."""

    games: int
    total: int = 0

    @classmethod
    def of(cls, value: OptionValue) -> "MatchLength":
        """Read a value of ``games_in_match``, such as ``3`` or ``to_15000``."""
        if isinstance(value, str):
            return cls(0, int(value.removeprefix(_UP_TO)))
        return cls(int(value))

    @property
    def several(self) -> bool:
        """Whether there may be more than one game."""
        return self.games != 1

    def over(self, played: int, scores: Sequence[int]) -> bool:
        """Whether ``played`` games are all, or one of ``scores`` is enough."""
        return played >= self.games if self.games else max(scores) >= self.total


class Throw(NamedTuple):
    """A seat's throw of a roll-off."""

    seat: Seat
    faces: Faces


class PlayedGame(NamedTuple):
    """A game of a match that is over."""

    points: tuple[int, ...]
    """What each seat made, without its partners'."""
    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """What a state holds of its match besides the present game."""

    earlier: tuple[PlayedGame, ...] = ()
    roll_off: tuple[tuple[Throw, ...], ...] = ()
    """The throws that decided a tie for the first place, round by round."""


FIRST_GAME = Match()
"""The match of a first game, and of a game that stays the only one."""


@dataclass(frozen=True, slots=True)
class NextGame(Event):
    """A game of a match ended with these points, one number per seat, and the next one begins."""

    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RolledOff(Event):
    """``seat``, tied for the first place at the end, threw ``faces`` to decide it."""

    seat: Seat
    faces: Faces


class MatchState(GameState, Protocol):
    """A frozen dataclass that holds a match."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def match(self) -> Match:
        """The games before the present one."""


M = TypeVar("M", bound=MatchState)


@dataclass(frozen=True)
class MatchGame(GameWithOptions[M, A]):
    """A game that is played once or several times, by the house rules ``games_in_match`` and ``tiebreak``."""

    fewest_seats: ClassVar[int] = 1
    """How many must stay for another game to begin."""

    # -- what the game itself says -----------------------------------------------------------------------------------

    @property
    @abstractmethod
    def tie_dice(self) -> int:
        """How many dice a tied seat throws."""

    def tie_worth(self, faces: Faces) -> int:
        """Return what such a throw is worth; the most wins."""
        return sum(faces)

    @abstractmethod
    def present_points(self, state: M, seat: Seat) -> int:
        """Return what ``seat`` has in the present game, without its partners'."""

    @abstractmethod
    def players(self, state: M) -> int:
        """Return how many seats there are, those that left included."""

    def present_rank(self, state: M, seat: Seat) -> Any:
        """Return what ranks ``seat`` in the present game once it is over; the greatest wins."""
        return self._with_partners(seat, [self.present_points(state, Seat(other)) for other in self._seats(state)])

    @abstractmethod
    def next_game(self, state: M, first: Seat) -> M:
        """Return the beginning of another game after ``state``; the base class puts seats and match into it."""

    def next_first(self, state: M, last: Seat) -> Seat:
        """Return who begins the next game if ``last`` had the last turn: the next one in turn who stays."""
        return next_seat(self.players(state), last, lambda seat: seat not in state.gone) or Seat(0)

    # -- what follows from it ----------------------------------------------------------------------------------------

    @property
    def length(self) -> MatchLength:
        """When the match is over."""
        return MatchLength.of(self.house_rules[GAMES])

    @property
    def throws_for_ties(self) -> bool:
        """Whether one more throw decides equal totals."""
        return self.house_rules["tiebreak"] == "roll_off"

    def step(self, after: M, last: Seat, dice: Dice, events: tuple[Event, ...] = ()) -> Step[M]:
        """Return the step to ``after``, which ``last`` made, and if the game is over there, to what follows it.

        That is the match's next game. Or the match is over: then those tied for the first place throw, one of each
        side, until it is decided, if the rules say so. ``events`` have happened before.
        """
        if after.turn is not None:
            return Step(after, events)
        if self._goes_on(after):
            played = self._this_game(after)
            match = replace(after.match, earlier=(*after.match.earlier, played))
            begun = self.next_game(after, self.next_first(after, last))
            return Step(replace(begun, gone=after.gone, match=match), (*events, NextGame(played.points)))
        rolled: list[Event] = []
        while self.house_rules["tiebreak"] == "roll_off" and len(tied := self._tied(after)) > 1:
            throws = tuple(Throw(seat, dice.roll(self.tie_dice, tie=seat)) for seat in tied)
            rolled.extend(RolledOff(throw.seat, throw.faces) for throw in throws)
            after = replace(after, match=replace(after.match, roll_off=(*after.match.roll_off, throws)))
        return Step(after, (*events, *rolled))

    def games_before(self, state: M) -> int:
        """Return how many games of the match are over, the present one apart."""
        return len(state.match.earlier)

    def own_games(self, state: M, seat: Seat) -> tuple[int, ...]:
        """Return the points of ``seat`` in each game so far, without its partners', the present one last."""
        return (*(game.points[seat] for game in state.match.earlier), self.present_points(state, seat))

    def reported(self, state: M, seat: Seat) -> dict[str, object]:
        """Return what the report of ``seat`` says of the match: its points in the games before, if there are any."""
        earlier = self.own_games(state, seat)[:-1]
        return {"earlier": list(earlier)} if earlier else {}

    def scores(self, state: M) -> tuple[int, ...]:
        """Return the points of each seat, or of its side, in the whole match."""
        own = [sum(self.own_games(state, Seat(seat))) for seat in self._seats(state)]
        return tuple(self._with_partners(Seat(seat), own) for seat in range(len(own)))

    def outcome(self, state: M) -> Outcome | None:
        """Return the ranks of the match once it is over, ties decided as the house rules say."""
        if state.turn is not None:
            return None
        scores = self.scores(state)
        keys = [
            (
                scores[seat] if self.length.several else self.present_rank(state, Seat(seat)),
                self._tie_rank(state, Seat(seat)),
            )
            for seat in range(len(scores))
        ]
        return Outcome(ranking(keys, state.gone), scores)

    def _tie_rank(self, state: M, seat: Seat) -> tuple[int, ...]:
        side = self.side(seat)
        if self.house_rules["tiebreak"] == "games_won":
            won = (game.winners for game in (*state.match.earlier, self._this_game(state)))
            return (sum(any(self.side(winner) == side for winner in winners) for winners in won),)
        thrown = (throw for turn in state.match.roll_off for throw in turn)
        return tuple(self.tie_worth(throw.faces) for throw in thrown if self.side(throw.seat) == side)

    def _seats(self, state: M) -> range:
        return range(self.players(state))

    def _goes_on(self, state: M) -> bool:
        if self.players(state) - len(state.gone) < self.fewest_seats:
            return False
        return self.length.several and not self.length.over(len(state.match.earlier) + 1, self.scores(state))

    def _this_game(self, state: M) -> PlayedGame:
        seats = [Seat(seat) for seat in self._seats(state)]
        best = ranking([self.present_rank(state, seat) for seat in seats], state.gone)[0]
        points = tuple(self.present_points(state, seat) for seat in seats)
        return PlayedGame(points, tuple(seat for seat in best if seat not in state.gone))

    def _tied(self, state: M) -> tuple[Seat, ...]:
        """Return who shares the first place, one seat of each side; nobody when all have left."""
        outcome = self.outcome(state)
        first = [seat for seat in outcome.winners if seat not in state.gone] if outcome is not None else []
        return tuple(sorted({self.side(seat): seat for seat in reversed(first)}.values()))

    def _with_partners(self, seat: Seat, own: Sequence[int]) -> int:
        """Return the points of ``seat``; those of its side where partners add up."""
        if not (self.sides and self.adds_partners):
            return own[seat]
        return sum(points for other, points in enumerate(own) if self.side(other) == self.side(seat))
