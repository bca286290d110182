"""What games are built on: seats and ranks, sides, the base with house rules, listings, matches and races."""

from abc import abstractmethod
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import zip_longest
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, Self, TypeAlias, TypeVar

from bot.engine.dice import Dice, Faces
from bot.engine.errors import BadOptions, GameOver, IllegalAction, WrongSeats
from bot.engine.options import Options, Preset, Rule
from bot.engine.types import (
    DROP,
    N_,
    A,
    AnyGame,
    Event,
    Game,
    GameState,
    Left,
    OptionValue,
    Outcome,
    PlayedStep,
    Progress,
    Report,
    S,
    Seat,
    SeatStats,
    Step,
    Theme,
)

# -- Which seat is next, which seat won, and values made anew with a change ------------------------------------------

T = TypeVar("T")
V = TypeVar("V")


def acting(state: GameState) -> Seat:
    """Return the seat to act. Raises GameOver where there is none."""
    if state.turn is None:
        raise GameOver("the game is over")
    return state.turn


def next_seat(seats: int, after: Seat, playing: Callable[[Seat], bool]) -> Seat | None:
    """Return the next seat in playing order for which ``playing`` holds, ``after`` itself last; None if none is."""
    for distance in range(1, seats + 1):
        seat = Seat((after + distance) % seats)
        if playing(seat):
            return seat
    return None


def put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """Return ``values`` with ``value`` in one place: one per seat, or per box, chip or side."""
    return (*values[:place], value, *values[place + 1 :])


def added(numbers: tuple[int, ...], place: int, by: int) -> tuple[int, ...]:
    """Return ``numbers`` with ``by`` added in one place."""
    return put(numbers, place, numbers[place] + by)


class Once(Generic[T, V]):
    """A property of a frozen dataclass without slots that is worked out once, and then stands beside its fields.

    ``functools.cached_property`` takes a lock for that; and :func:`replaced` must know what not to copy.
    """

    def __init__(self, work: Callable[[T], V]) -> None:
        """Let ``work`` find the value."""
        self._work = work
        self.__doc__ = work.__doc__

    def __set_name__(self, owner: Any, name: str) -> None:
        self._name = name
        owner.worked_out = (*getattr(owner, "worked_out", ()), name)

    def __get__(self, value: T, owner: type[T]) -> V:
        """Work it out: from then on, the value in the dictionary goes first."""
        found = vars(value)[self._name] = self._work(value)
        return found


@cache
def _worked_out(kind: type[object]) -> tuple[str, ...]:
    """Return the names of what is worked out once of values of ``kind``; raises TypeError as :func:`replaced` does."""
    if not kind.__dictoffset__ or hasattr(kind, "__post_init__"):
        raise TypeError(f"{kind.__name__} is no plain dataclass without slots")
    return getattr(kind, "worked_out", ())


def replaced(value: T, **changes: Any) -> T:
    """Return what ``dataclasses.replace`` does, some ten times as fast: it copies the fields' dictionary.

    For dataclasses without slots and ``__post_init__``. Raises TypeError for others, and for a name that is no field.
    """
    kind = type(value)
    made = object.__new__(kind)
    worked_out = _worked_out(kind)  # type: ignore[arg-type]  # A class is hashable.
    fields = vars(made)
    fields.update(vars(value))
    for name in worked_out:
        fields.pop(name, None)
    if not changes.keys() <= fields.keys():
        raise TypeError(f"{kind.__name__} has no field of some name in {sorted(changes)}")
    fields.update(changes)
    return made


def ranking(keys: Sequence[object], gone: Iterable[Seat] = ()) -> tuple[tuple[Seat, ...], ...]:
    """Return groups of tied seats, the greatest key first; seats in ``gone`` rank below all others, likewise."""
    left = set(gone)

    def place(seat: Seat) -> tuple[bool, object]:
        return (seat not in left, keys[seat])

    places = sorted({place(Seat(seat)) for seat in range(len(keys))}, reverse=True)
    return tuple(tuple(Seat(seat) for seat in range(len(keys)) if place(Seat(seat)) == rank) for rank in places)


def leave(gone: tuple[Seat, ...], seat: Seat, seats: int) -> tuple[Seat, ...]:
    """Return ``gone`` with ``seat`` after the others; raises IllegalAction if it left before or does not exist."""
    if not 0 <= seat < seats:
        raise IllegalAction(f"there is no seat {seat}")
    if seat in gone:
        raise IllegalAction(f"seat {seat} has left already")
    return (*gone, seat)


# -- Sides: partners sit alternately, and the house rule ``teams`` says how many sides there are ---------------------

PER_SIDE = 2
"""The fewest partners that make a side."""

TEAMS: tuple[tuple[OptionValue, int, str], ...] = (
    (False, 0, N_("Everybody alone")),
    (True, 2, N_("Two teams")),
    (3, 3, N_("Three teams")),
    (4, 4, N_("Four teams")),
)
"""The values of ``teams``, the sides each makes, and its English name. ``True`` is older than three and four sides."""

SIDES: Mapping[OptionValue, int] = {value: sides for value, sides, _ in TEAMS}
"""The number of sides for each value of ``teams``."""


def teams_rule(meaning: str, most: int = 4) -> Rule:
    """Return the house rule ``teams`` with at most so many sides; ``meaning`` says what partners share."""
    choices = [(value, name) for value, sides, name in TEAMS if sides <= most]
    values, names = zip(*choices, strict=True)
    return Rule("teams", False, values, N_("Teams"), meaning, names)


# -- Which seat begins a game whose rules let the dice choose --------------------------------------------------------

Throws: TypeAlias = tuple[tuple[Seat, Faces], ...]
"""The throw of each of these seats."""


@dataclass(frozen=True, slots=True)
class FirstPlayerThrown(Event):
    """The seats threw for the first turn, round by round; the first seat of the table won. The first board shows it."""

    rounds: tuple[Throws, ...]


# -- The base of games with house rules ------------------------------------------------------------------------------

MOST_AT_ONCE = 25
"""The most players at once, each at a table of their own: one message still shows everybody's progress."""


@dataclass(frozen=True)
class GameWithOptions(Game[S, A]):
    """A game with its house rules chosen. Two games of one class are equal if their house rules are."""

    rules: ClassVar[tuple[Rule, ...]] = ()
    """The house rules that exist."""
    seats_alone: ClassVar[range]
    """The numbers of players that may play without sides."""
    house_rules: Options
    """The house rules in force, defaults included; :attr:`options` are those with other values."""

    @classmethod
    def from_options(cls, options: Mapping[str, object]) -> Self:
        """Return the game with ``options`` in place of its defaults; raises BadOptions."""
        return cls(Options.choose(cls.rules, options))

    @property
    def options(self) -> Mapping[str, OptionValue]:
        """The house rules with other values than the defaults."""
        return dict(self.house_rules.changed)

    # A press asks for what follows; the house rules of a game do not change.

    @cached_property
    def written(self) -> Mapping[str, OptionValue]:
        """The house rules as rows hold them, with the version of the rules."""
        return self.house_rules.written

    @property
    def rules_version(self) -> int:
        """The version of the rules that this game is played by."""
        return self.house_rules.version

    @cached_property
    def sides(self) -> int:
        """The number of sides that the house rule ``teams`` makes; 0 if everybody plays for themselves."""
        return SIDES[self.house_rules.get("teams", False)]

    @property
    def seats(self) -> range:
        """The numbers of players that may take part; sides are of equal size."""
        sides = self.sides
        return range(PER_SIDE * sides, self.seats_alone.stop, sides) if sides else self.seats_alone

    @property
    def simultaneous_seats(self) -> range:
        """The numbers of players that may play at once: as few as in turns, and up to :data:`MOST_AT_ONCE`."""
        sides = self.sides
        return range(PER_SIDE * sides or self.seats_alone.start, MOST_AT_ONCE + 1, sides or 1)

    @property
    def alone(self) -> Self:
        """These rules without sides: partners at tables of their own add up when all have finished."""
        return replace(self, house_rules=self.house_rules.without("teams")) if self.sides else self

    def side(self, seat: int) -> int:
        """Return the side of ``seat``, for partners sit alternately; the seat itself where there are no sides."""
        sides = self.sides
        return seat % sides if sides else seat

    def check_seats(self, seats: int) -> None:
        """Refuse a number of players this game is not for. Raises WrongSeats."""
        if seats not in self.seats:
            raise WrongSeats(f"{seats} players; this game is for {', '.join(map(str, self.seats))}")

    def outcome(self, state: S) -> Outcome | None:
        """Return the ranks by scores once no seat is to act; seats that left rank last."""
        if state.turn is not None:
            return None
        scores = self.scores(state)
        return Outcome(ranking(scores, state.gone), scores)


# -- Trophies: what somebody did in a finished game that is worth a name, as its journal tells once more -------------


class ToldGame(NamedTuple):
    """A finished game, or one of a match."""

    game: Any
    """The game of the family that asks, with its house rules."""
    steps: Sequence[PlayedStep[Any]]
    end: Any
    """Its last state."""

    def of(self, seat: Seat) -> Iterator[PlayedStep[Any]]:
        """Return what ``seat`` did."""
        return (step for step in self.steps if step.before.turn == seat and step.do != DROP)

    def games(self) -> "Iterator[ToldGame]":
        """Return the games of a match one by one; else this game."""
        steps = list[PlayedStep[Any]]()
        for step in self.steps:
            steps.append(step)
            for event in step.events:
                if isinstance(event, NextGame):
                    yield ToldGame(self.game, tuple(steps), event.end)
                    steps.clear()
        yield ToldGame(self.game, tuple(steps), self.end)


@dataclass(frozen=True, slots=True)
class Trophy:
    """Something worth a name. Words are English (:func:`bot.engine.types.N_`)."""

    key: str
    name: str
    sentence: str
    """What brings it."""


@dataclass(frozen=True, slots=True)
class GameTrophy(Trophy):
    """One that a finished game brings."""

    earned: Callable[[ToldGame, Seat], bool]
    """Whether the game, one of a match, brings it to a seat that has stayed: by what lies in its steps alone."""


# -- What the catalogue says of a game -------------------------------------------------------------------------------

STANDARD = Preset("standard", N_("Standard"), {})


def reviewed_without(*rules: str, seats: Container[int] = range(1, 100)) -> Callable[[AnyGame, int], bool]:
    """Return what says that games of so many ``seats`` have a review, unless one of these house rules holds."""
    return lambda game, many: many in seats and not set(rules) & set(game.options)


_NOT_WITH_POWER = reviewed_without("power")


@dataclass(frozen=True, slots=True)
class Listing:
    """A game as menus, records and rules pages find it."""

    key: str
    label: str
    """English (:func:`bot.engine.types.N_`)."""
    about: str
    """What is special about it, in a few words; English."""
    make: Callable[[Mapping[str, object]], AnyGame]
    """Return the game with these options in place of defaults; raises BadOptions."""
    rules: tuple[Rule, ...]
    """The house rules that exist."""
    seats: range
    presets: tuple[Preset, ...] = (STANDARD,)
    """The standard first."""
    unit: str = "points"
    """What most reviews of it count (:class:`bot.mind.evaluator.Unit`)."""
    reviewed: Callable[[AnyGame, int], bool] = _NOT_WITH_POWER
    """Whether luck can be told from decisions in a game of so many seats; where it says no, no mind knows enough."""
    weekdays: tuple[int, ...] = ()
    """The days of the week, from 0 for Monday, on which it is the game of a long day."""
    short_weekdays: tuple[int, ...] = ()
    """Those on which it is the game of a short day: some five minutes alone."""
    minutes: Callable[[AnyGame], float] | None = None
    """Return about how long two people play one game by these house rules (one of a match); None: not known."""


@dataclass(frozen=True, slots=True)
class Command:
    """A slash command that opens tables."""

    cog: str
    """The name of its file in ``cogs``."""
    name: str
    """English (:func:`bot.engine.types.N_`); the option ``start`` follows."""
    about: str
    """What Discord shows beside it; English."""
    games: tuple[str, ...]
    """The keys of the games that it opens."""
    race: str = ""
    """The key of the game that is played instead if everybody plays at once."""


@dataclass(frozen=True, slots=True)
class Entry:
    """All that the rest of the bot knows of a family of games: ``ENTRY`` in the module ``entry`` of its folder.

    Its face and its mind are the modules ``face`` and ``mind`` beside it; they are loaded when somebody asks for them,
    so that neither tables nor ``replay`` nor tests of rules pay for screens or numpy.
    """

    place: int
    """Where it stands among the families, in menus and in the help: the smallest first."""
    listings: tuple[Listing, ...]
    commands: tuple[Command, ...]
    like: str = ""
    """Which game that people know is played alike, as in "like Yahtzee"; English."""
    best_known: tuple[str, ...] = ()
    """The keys of the games that newcomers know: their menu of games begins with the first one of each family.

    Where people have played none yet, it is also the one that somebody gets who names none.
    """
    trophies: tuple[GameTrophy, ...] = ()
    """What is worth a name in its games."""
    themes: Mapping[Theme, float] = field(default_factory=lambda: {Theme.STOP: 0.5, Theme.OTHER: 0.5})
    """The share of all decisions that each theme has, roughly; together 1."""


# -- Matches: several games in a row whose points are added, and one more throw for a tie at the end -----------------
# A game that offers matches inherits from :class:`MatchGame`, has one :class:`Match` in its states, and returns its
# steps by :meth:`MatchGame.step`, which begins the next game where one is over. Scores and ranks are those of the
# whole match.

GAMES = "games_in_match"
"""The key of the house rule that says how long a match is."""

BOTH_WAYS = "both_ways"
"""Its value for a match of two games of two players: between them they change places and exchange their dice."""

BOTH_WAYS_NAME = N_("Both ways (2 games, dice exchanged)")
BOTH_WAYS_WARNING = N_("In game 2 each of you throws what the other threw in game 1. You may write those throws down.")

_UP_TO = "to_"
_NUMBERS = (N_("1"), N_("2"), N_("3"), N_("4"), N_("5"), N_("6"))
_TIEBREAKS = {
    "share": N_("Shared places"),
    "games_won": N_("Most games won"),
    "roll_off": N_("One more throw"),
}


def games_in_match_rule(meaning: str, total: int, until: str) -> Rule:
    """Return the house rule ``games_in_match``: up to six games, as many as somebody needs for ``total``, or both ways.

    ``meaning`` says what is added, ``until`` is the name of the last choice; both are English.
    """
    games = tuple(range(1, len(_NUMBERS) + 1))
    names = (*_NUMBERS, until, BOTH_WAYS_NAME)
    return Rule(GAMES, 1, (*games, f"{_UP_TO}{total}", BOTH_WAYS), N_("Games in a match"), meaning, names)


def tiebreak_rule(*choices: str) -> Rule:
    """Return the house rule ``tiebreak`` with these choices; the first is the default."""
    names = tuple(_TIEBREAKS[choice] for choice in choices)
    return Rule("tiebreak", choices[0], choices, N_("In a tie"), N_("What decides between players who tie."), names)


class MatchLength(NamedTuple):
    """When a match is over: after so many games or, if that is 0, after the one in which somebody has the total."""

    games: int
    total: int = 0

    @classmethod
    def of(cls, value: OptionValue) -> "MatchLength":
        """Read a value of ``games_in_match``, such as ``3`` or ``to_15000``."""
        if value == BOTH_WAYS:
            return cls(2)
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


class RollOffThrow(NamedTuple):
    """A seat's throw of a roll-off."""

    seat: Seat
    faces: Faces


class PlayedGame(NamedTuple):
    """A game of a match that is over."""

    points: tuple[int, ...]
    """What each seat made, without its partners'."""
    winners: tuple[Seat, ...]
    tallies: tuple[tuple[int, ...], ...]
    """The :meth:`MatchGame.present_tally` of each seat."""


@dataclass(frozen=True, slots=True)
class Match:
    """What a state holds of its match besides the present game."""

    earlier: tuple[PlayedGame, ...] = ()
    roll_off: tuple[tuple[RollOffThrow, ...], ...] = ()
    """The throws that decided a tie for the first place, round by round."""
    first: Seat = field(default=Seat(0))
    """The seat with the first turn of the present game."""


FIRST_GAME = Match()
"""The match of a first game, and of a game that stays the only one."""


@dataclass(frozen=True, slots=True)
class NextGame(Event):
    """A game of a match ended with these points, one number per seat, and the next one begins."""

    points: tuple[int, ...]
    end: Any = field(default=None, compare=False, repr=False)
    """The last state of that game, for statistics."""


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
        """The games before the present one, and who began that."""


M = TypeVar("M", bound=MatchState)


@dataclass(frozen=True)
class MatchGame(GameWithOptions[M, A]):
    """A game that is played once or several times, by the house rules ``games_in_match`` and ``tiebreak``."""

    fewest_seats: ClassVar[int] = 1
    """The fewest players that must stay for another game to begin."""
    first_seat_began: ClassVar[bool] = False
    """Whether, by the rules of versions 1 and 2, the first seat that stays begins every game; else the next in turn."""

    both_ways_tie: ClassVar[str] = ""
    """What ranks equal points both ways, before anything else, as an English sentence."""

    def __post_init__(self) -> None:
        if self.both_ways and self.sides:
            raise BadOptions("teams", "two players who play both ways make no teams")

    @property
    def both_ways(self) -> bool:
        """Whether two players play two games, and exchange places and dice between them."""
        return self.house_rules[GAMES] == BOTH_WAYS

    @property
    def seats(self) -> range:
        """The numbers of players that may take part: both ways, two."""
        return range(2, 3) if self.both_ways else super().seats

    # -- what the game itself says -----------------------------------------------------------------------------------

    @property
    def tie_dice(self) -> int:
        """The number of dice that a tied seat throws, where the rules know a roll-off."""
        raise NotImplementedError

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

    def present_tally(self, state: M, seat: Seat) -> tuple[int, ...]:
        """Return what ranks ``seat`` among equal points, the weightiest first; games and partners add up."""
        return ()

    @abstractmethod
    def next_game(self, state: M, first: Seat) -> M:
        """Return the beginning of another game after ``state``; the base class puts seats and match into it."""

    def next_first(self, state: M, last: Seat) -> Seat:
        """Return who begins the next game if ``last`` had the last turn: one who stays."""
        seats, before = self.players(state), last
        if self.first_turn_goes_round:
            before = state.match.first
        elif self.first_seat_began:
            before = Seat(seats - 1)
        return next_seat(seats, before, lambda seat: seat not in state.gone) or Seat(0)

    @property
    def first_turn_goes_round(self) -> bool:
        """Whether the player after the one who began the last game begins the next; version 3 brought that."""
        return self.rules_version >= 3 or self.both_ways

    def comes_round(self, state: M, last: Seat, following: Seat) -> bool:
        """Whether a round of the present game ends between the turns of ``last`` and ``following``."""
        seats, first = self.players(state), state.match.first
        return (following - first) % seats <= (last - first) % seats

    # -- what follows from it ----------------------------------------------------------------------------------------

    @cached_property
    def length(self) -> MatchLength:
        """When the match is over."""
        return MatchLength.of(self.house_rules[GAMES])

    @cached_property
    def tiebreak(self) -> OptionValue:
        """What decides between equal totals."""
        return self.house_rules["tiebreak"]

    @property
    def throws_for_ties(self) -> bool:
        """Whether one more throw decides equal totals."""
        return self.tiebreak == "roll_off"

    def step(self, after: M, last: Seat, dice: Dice, events: tuple[Event, ...] = ()) -> Step[M]:
        """Return the step to ``after``, which ``last`` made, and if the game is over there, to what follows it.

        That is the match's next game. Or the match is over: then those tied for the first place throw, one of each
        side, until it is decided, if the rules say so. ``events`` have happened before.
        """
        if after.turn is not None:
            return Step(after, events)
        if self._goes_on(after):
            played = self._this_game(after)
            first = self.next_first(after, last)
            match = replace(after.match, earlier=(*after.match.earlier, played), first=first)
            begun = self.next_game(after, first)
            return Step(replace(begun, gone=after.gone, match=match), (*events, NextGame(played.points, after)))
        step = self.rolled_off(after, dice)
        return Step(step.state, (*events, *step.events))

    def rolled_off(self, over: M, dice: Dice) -> Step[M]:
        """Return the step from a match that is ``over`` to its throws for the first place, if the rules say so."""
        rolled: list[Event] = []
        while self.tiebreak == "roll_off" and len(tied := self._tied(over)) > 1:
            throws = tuple(RollOffThrow(seat, dice.roll(self.tie_dice, tie=seat)) for seat in tied)
            rolled.extend(RolledOff(throw.seat, throw.faces) for throw in throws)
            over = replace(over, match=replace(over.match, roll_off=(*over.match.roll_off, throws)))
        return Step(over, tuple(rolled))

    def games_before(self, state: M) -> int:
        """Return how many games of the match are over, the present one apart."""
        return len(state.match.earlier)

    def merged_match(self, states: Sequence[M]) -> Match:
        """Return the match of seats that each played alone, seat n in ``states[n]``; a game that one missed brought 0.

        Nobody has rolled off there.
        """
        missed = PlayedGame((0,), (), ((0,) * len(self.present_tally(states[0], Seat(0))),))
        earlier = []
        for games in zip_longest(*(state.match.earlier for state in states), fillvalue=missed):
            points = tuple(game.points[0] for game in games)
            best = ranking([self._with_partners(Seat(seat), points) for seat in range(len(points))])[0]
            earlier.append(PlayedGame(points, best, tuple(game.tallies[0] for game in games)))
        return Match(tuple(earlier))

    def own_games(self, state: M, seat: Seat) -> tuple[int, ...]:
        """Return the points of ``seat`` in each game so far, without its partners', the present one last."""
        return (*(game.points[seat] for game in state.match.earlier), self.present_points(state, seat))

    def count_stats(self, seats: Sequence[SeatStats], step: PlayedStep[M]) -> None:
        """Count the dice; and how a turn or round ended, where a state remembers that as its ``last``."""
        super().count_stats(seats, step)
        before, after = (getattr(state, "last", None) for state in (step.before, step.after))
        if after is not None and after is not before:
            self.count_last(seats, after)

    def count_last(self, seats: Sequence[SeatStats], last: Any) -> None:
        """Count how the latest turn or round ended."""

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

    def tally(self, state: M, seat: Seat) -> tuple[int, ...]:
        """Return what ranks ``seat`` among equal points of the whole match (:meth:`present_tally`)."""
        games = [*(game.tallies for game in state.match.earlier), self._tallies(state)]
        tallies = (tuple(self._with_partners(seat, own) for own in zip(*game, strict=True)) for game in games)
        return tuple(map(sum, zip(*tallies, strict=True)))

    def _tie_rank(self, state: M, seat: Seat) -> tuple[int, ...]:
        side, first = self.side(seat), self.tally(state, seat)
        if self.tiebreak == "games_won":
            won = (game.winners for game in (*state.match.earlier, self._this_game(state)))
            return (*first, sum(any(self.side(winner) == side for winner in winners) for winners in won))
        thrown = (throw for turn in state.match.roll_off for throw in turn)
        rolled = (self.tie_worth(throw.faces) for throw in thrown if self.side(throw.seat) == side)
        return (*first, *rolled)

    def _tallies(self, state: M) -> tuple[tuple[int, ...], ...]:
        return tuple(self.present_tally(state, Seat(seat)) for seat in self._seats(state))

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
        return PlayedGame(points, tuple(seat for seat in best if seat not in state.gone), self._tallies(state))

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


# -- Races: everybody plays a game alone, with dice of their own, and the fewest turns to its goal win ---------------
# A race is a game of its own beside the one it is made from. It has a key, options, records, leaderboards and ratings
# of its own, in which fewer turns are better. Nobody waits for anybody, so its seats play at tables of their own; one
# seat may also play at an ordinary table.

R = TypeVar("R", bound=GameState)
"""The state of one runner: of the game a race is made from, with one seat."""


@dataclass(frozen=True, slots=True)
class RaceState(Generic[R]):
    """Each player's position, in a game of one seat."""

    runs: tuple[R, ...]
    """One per seat."""
    turns: tuple[int, ...]
    """For each seat, how many turns it has ended."""
    turn: Seat | None
    """The seat to act: the only one, until it has reached the goal or left."""
    gone: tuple[Seat, ...] = ()

    @property
    def dice(self) -> Faces:
        """The dice of the seat to act."""
        return () if self.turn is None else self.runs[self.turn].dice


@dataclass(frozen=True)
class Race(GameWithOptions[RaceState[R], A]):
    """A game that everybody plays alone; a subclass says which, and what is still to go.

    The score of a seat is the number of its turns below 0, so the greatest wins, as everywhere.
    """

    seats_alone: ClassVar[range] = range(1, 2)
    only_in_turns: ClassVar[str] = ""
    solo: GameWithOptions[R, A] = field(init=False, compare=False, repr=False)
    """The game of one seat, by the house rules of this race."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "solo", self.for_one())

    @abstractmethod
    def for_one(self) -> GameWithOptions[R, A]:
        """Return the game of one seat by the house rules of this race; all others have their defaults."""

    @abstractmethod
    def way(self, run: R) -> tuple[int, int]:
        """Return how far a runner is and how far they have to go, in the units of the goal."""

    def new(self, seats: int) -> RaceState[R]:
        """Return the start of a race for one seat."""
        self.check_seats(seats)
        return self.state_type((self.solo.new(1),), (0,), Seat(0))  # type: ignore[no-any-return]

    def legal_actions(self, state: RaceState[R]) -> tuple[A, ...]:
        """Return what the game of one seat allows."""
        return () if state.turn is None else self.solo.legal_actions(state.runs[state.turn])

    def apply(self, state: RaceState[R], action: A, dice: Dice) -> Step[RaceState[R]]:
        """Play on, and count the turn if it ends."""
        seat = acting(state)
        step = self.solo.apply(state.runs[seat], action, dice)
        ended = self.ends_turn(state.runs[seat], step.state)
        after = replace(
            state,
            runs=put(state.runs, seat, step.state),
            turns=added(state.turns, seat, ended),
            turn=None if self.solo.turn(step.state) is None else seat,
        )
        return Step(after, step.events)

    def ends_turn(self, before: R, after: R) -> bool:
        """Whether the step from ``before`` to ``after`` ended a turn that counts."""
        return not after.dice

    def drop(self, state: RaceState[R], seat: Seat, dice: Dice) -> Step[RaceState[R]]:
        """End the race of a seat that leaves."""
        return Step(replace(state, gone=leave(state.gone, seat, len(state.runs)), turn=None), (Left(seat),))

    def scores(self, state: RaceState[R]) -> tuple[int, ...]:
        """Return everybody's turns below 0: the fewest are the greatest number."""
        return tuple(-turns for turns in state.turns)

    def autoplay(self, state: RaceState[R]) -> A:
        """Return what the game of one seat plays for somebody absent."""
        return self.solo.autoplay(state.runs[acting(state)])

    def count_stats(self, seats: Sequence[SeatStats], step: PlayedStep[RaceState[R]]) -> None:
        """Count what the game of one seat counts."""
        for seat, (before, after) in enumerate(zip(step.before.runs, step.after.runs, strict=True)):
            if before is not after:
                self.solo.count_stats((seats[seat],), PlayedStep(before, step.do, step.events, after))

    def report(self, state: RaceState[R]) -> Report:
        """Return what the game of one seat reports, with the turns so far."""
        reports = (self.solo.report(run).seats[0] for run in state.runs)
        seats: list[Mapping[str, object]] = [
            {**seat, "turns": turns} for seat, turns in zip(reports, state.turns, strict=True)
        ]
        return Report(tuple(seats), {})

    def merge(self, states: Sequence[RaceState[R]], gone: Iterable[Seat]) -> RaceState[R]:
        """Return everybody's race as one state."""
        runs, turns = (state.runs[0] for state in states), (state.turns[0] for state in states)
        return self.state_type(tuple(runs), tuple(turns), None, tuple(gone))  # type: ignore[no-any-return]

    def progress(self, state: RaceState[R], seat: Seat) -> Progress:
        """Return how far ``seat`` is; at the goal however it got there."""
        reached, of = self.way(state.runs[seat])
        there = self.solo.turn(state.runs[seat]) is None
        return Progress(of if there else min(reached, of), of, state.turns[seat])
