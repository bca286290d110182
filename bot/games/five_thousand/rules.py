"""The rules of 5000 and of its race (rules.md §17).

The race is ours (PROP): the sheets of rules know 5000 only with others. House rules that need them are left out: the
last round, bumps, sides. Equal turns share the place.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from itertools import combinations
from types import MappingProxyType
from typing import ClassVar, NamedTuple, TypeAlias

from bot.engine import (
    DOUBLE,
    FREEZE,
    N_,
    POWER,
    Action,
    Dice,
    Faces,
    Keep,
    Left,
    Preset,
    Race,
    RaceState,
    Report,
    Roll,
    Rolled,
    Rule,
    Seat,
    SeatStats,
    Step,
    acting,
    has_power,
    leave,
    multiplier,
    next_seat,
    power_rule,
    teams_rule,
    throw_dice,
)
from bot.engine.game import FIRST_GAME, Match, MatchGame, games_in_match_rule, replaced, tiebreak_rule
from bot.engine.hands import holds

# -- House rules (rules.md §17, §22) ---------------------------------------------------------------------------------

THROWS = 3
"""Throws of a turn, or of a hand if the house rules say so."""

FINAL_POINTS = 1000
"""``last_1000``: the points that one turn must bring."""

_YES_NO = (False, True)

RULES = (
    Rule("dice", 5, (5, 6), N_("Dice thrown"), N_("How many dice are thrown.")),
    Rule("target", 5000, (5000, 10000), N_("Goal"), N_("How many points win.")),
    Rule(
        "goal_mode",
        "min",
        ("min", "exact", "last_1000"),
        N_("Reaching the goal"),
        N_("How the goal must be reached."),
        (N_("The goal or more"), N_("The goal exactly"), N_("The last 1,000 in one turn")),
    ),
    Rule(
        "opening",
        750,
        (750, 500, 1000, 350, 0),
        N_("Opening"),
        N_("What the first turn that counts must be worth."),
    ),
    Rule(
        "throw_cap",
        THROWS,
        (THROWS, "3_per_hand", "none"),
        N_("Throws in a turn"),
        N_("How often one may throw in a turn."),
        (N_("3 in all"), N_("3, and 3 more after a full hand"), N_("As often as you dare")),
    ),
    Rule(
        "keep_all_scoring", False, _YES_NO, N_("Keep all that scores"), N_("Every die that scores must be set aside.")
    ),
    Rule(
        "full_hand_forced",
        False,
        _YES_NO,
        N_("Full hand must go on"),
        N_("When all dice have scored, they must be thrown again."),
    ),
    Rule(
        "last_round",
        False,
        _YES_NO,
        N_("Last round"),
        N_("When somebody reaches the goal, everybody else has one more turn."),
    ),
    Rule(
        "bump", False, _YES_NO, N_("Bump"), N_("Reaching exactly another player's total sends that player back to 0.")
    ),
    power_rule(N_("One more die that multiplies the turn, ends it safely, or gives another turn or throw.")),
    teams_rule(N_("Partners sit alternately and share one score.")),
    games_in_match_rule(N_("The points of all games are added."), 15000, N_("Until somebody has 15,000")),
    tiebreak_rule("share", "games_won", "roll_off"),
)

PRESETS = (Preset("friends", N_("Among friends"), {"opening": 350, "throw_cap": "3_per_hand"}, quicker=True),)
"""The ready-made rules besides the standard."""


# -- The worth of dice of one throw, and which of them a player may set aside ----------------------------------------

ALONE: Mapping[int, int] = {1: 100, 5: 50}
"""Faces that score alone."""

STRAIGHT = 1500
STRAIGHTS: tuple[Faces, ...] = ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6))
_ALL_FACES = (1, 2, 3, 4, 5, 6)
FIVE_FIVES = 5000
THREE = 3
"""Dice that are equal and stay together."""

FIVE = 5


def three(face: int) -> int:
    """Return the worth of three equal dice."""
    return 1000 if face == 1 else 100 * face


def worth(faces: Faces) -> int | None:
    """Return the points of dice of one throw; None unless every one of them scores."""
    faces = tuple(sorted(faces))
    if faces == _ALL_FACES:
        return STRAIGHT
    for straight in STRAIGHTS:
        if holds(faces, straight):
            rest = worth(_without(faces, straight))
            return None if rest is None else STRAIGHT + rest
    parts = [_equal(face, faces.count(face)) for face in set(faces)]
    return None if None in parts else sum(part or 0 for part in parts)


def _without(faces: Faces, some: Faces) -> Faces:
    left = list(faces)
    for face in some:
        left.remove(face)
    return tuple(left)


def _equal(face: int, number: int) -> int | None:
    """Return the worth of ``number`` dice showing ``face``; None if one of them scores nothing."""
    if face == FIVE and number >= FIVE:
        return FIVE_FIVES + (number - FIVE) * ALONE[face]
    threes, single = divmod(number, THREE)
    if single and face not in ALONE:
        return None
    return threes * three(face) + single * ALONE.get(face, 0)


def choices(thrown: Faces) -> Mapping[Faces, int]:
    """Return the dice of a throw that a player may set aside, with their points: most points first, then most dice.

    Every die of a choice scores, and three equal dice stay together; the player may take or leave a fourth.
    """
    return _choices(tuple(sorted(thrown)))


@lru_cache(maxsize=1024)
def _choices(faces: Faces) -> Mapping[Faces, int]:
    every = dict.fromkeys(some for many in range(1, len(faces) + 1) for some in combinations(faces, many))
    points_of = {some: points for some in every if _whole(faces, some) and (points := worth(some)) is not None}
    return MappingProxyType(dict(sorted(points_of.items(), key=lambda item: (-item[1], -len(item[0]), item[0]))))


def _whole(thrown: Faces, some: Faces) -> bool:
    """Whether ``some`` takes no three equal dice of ``thrown`` apart."""
    return all(
        number < THREE or not number - THREE < some.count(face) < THREE
        for face, number in ((face, thrown.count(face)) for face in set(some))
    )


def wins_at_once(thrown: Faces) -> bool:
    """Whether five 1s lie there."""
    return thrown.count(1) >= FIVE


# -- A moment of a game, how a turn ends, and how a player stops -----------------------------------------------------


class Bank(Action, frozen=True):
    """Set ``faces`` (ascending) aside, stop and count."""

    word: ClassVar[str] = "bank"
    faces: Faces

    def arguments(self) -> tuple[str, ...]:
        """Return the faces in ascending order."""
        return tuple(map(str, self.faces))


FiveThousandAction: TypeAlias = Roll | Keep | Bank


class TurnEnd(StrEnum):
    """The end of a turn."""

    COUNTED = "counted"
    NOTHING = "nothing"
    """Its points cannot be counted so close to the goal."""
    LOST = "lost"
    """A throw without points."""
    SHORT = "short"
    """No throws left, and too little to open."""
    FIVE_ONES = "five_ones"


class LatestTurn(NamedTuple):
    """The end of the latest turn: its last throw, the points at stake, and the seats that were sent back to 0."""

    seat: Seat
    how: TurnEnd
    faces: Faces
    points: int
    bumped: tuple[Seat, ...] = ()
    power: int | None = None
    """The Power die, if it counted."""


@dataclass(frozen=True)
class State:
    """Everybody's totals, and the dice of the seat to act."""

    seats: int
    """The number of seats that began."""
    totals: tuple[tuple[int, ...], ...]
    """For each side, its total after every turn that counted; 0 where it was sent back."""
    turn: Seat | None
    """None once the game is over."""
    opened: tuple[bool, ...]
    """For each side, whether it has opened."""
    throws: int = 0
    """The throws of the seat to act; only those since the last full hand if the house rules count so."""
    dice: Faces = ()
    """The latest throw, in the order it fell."""
    power: int | None = None
    """The Power die of that throw, if there is one."""
    aside: Faces = ()
    """Dice set aside since the turn began, or since the last full hand."""
    risk: int = 0
    """Points set aside in this turn."""
    gone: tuple[Seat, ...] = ()
    """Seats that left, in the order they did."""
    to_play: tuple[Seat, ...] | None = None
    """The seats with a turn left, once somebody has reached the goal and the others have one more."""
    last: LatestTurn | None = None
    match: Match = FIRST_GAME


# -- A game: throw, set scoring dice aside, and stop before a throw without points takes them all --------------------


@dataclass(frozen=True)
class FiveThousand(MatchGame[State, FiveThousandAction]):
    """5000 with its house rules chosen."""

    state_type: ClassVar[type[State]] = State
    rules: ClassVar[tuple[Rule, ...]] = RULES
    seats_alone: ClassVar[range] = range(2, 13)
    counted: ClassVar[tuple[str, ...]] = ("turns", "busts", "best", "sent_back")
    key: ClassVar[str] = "5000"

    @property
    def dice(self) -> int:
        """The number of dice."""
        return int(self.house_rules["dice"])

    @property
    def goal(self) -> int:
        """The points that win."""
        return int(self.house_rules["target"])

    @property
    def is_race(self) -> bool:
        """Whether this is the game of one seat in a race."""
        return 2 not in self.seats_alone

    @property
    def opening(self) -> int:
        """The least worth of the first turn that counts."""
        return int(self.house_rules["opening"])

    def new(self, seats: int) -> State:
        """Return a game that nobody has opened; without an opening, everybody has."""
        self.check_seats(seats)
        sides = self.sides or seats
        return State(seats, totals=((),) * sides, turn=Seat(0), opened=(not self.opening,) * sides)

    # -- what may be done

    def legal_actions(self, state: State) -> tuple[FiveThousandAction, ...]:
        """Return the throws first, worth most first, then the ways to stop."""
        if state.turn is None:
            return ()
        if not state.dice:
            return (Roll(),)
        allowed = self.allowed(state)
        if not allowed:
            return (Roll(),) if state.power == POWER else ()
        keeps = (Keep(some) for some in allowed if self._may_throw(state, some))
        return (*keeps, *(Bank(some) for some in allowed if self._may_stop(state, some)))

    def allowed(self, state: State) -> Mapping[Faces, int]:
        """Return the dice of the throw on the table that a player may set aside, and their points."""
        offered = choices(state.dice)
        if self.house_rules["keep_all_scoring"] and offered:
            most = next(iter(offered))
            return {most: offered[most]}
        return offered

    def full(self, state: State, some: Faces) -> bool:
        """Whether all dice have scored once ``some`` are set aside."""
        return len(state.aside) + len(some) == self.dice

    def throws_left(self, state: State) -> int | None:
        """Return how often the seat to act may still throw, full hands apart; None without limit."""
        if state.power == FREEZE:
            return 0
        return None if self.house_rules["throw_cap"] == "none" else THROWS - state.throws

    def _may_throw(self, state: State, some: Faces) -> bool:
        if state.power == FREEZE:
            return False
        if self.house_rules["throw_cap"] == "3_per_hand" and self.full(state, some):
            return True
        left = self.throws_left(state)
        return left is None or left > 0

    def _may_stop(self, state: State, some: Faces) -> bool:
        if not state.opened[self.side(acting(state))] and self.stopped(state, some) < self.opening:
            return False
        forced = self.house_rules["full_hand_forced"] and self.full(state, some)
        return not (forced and self._may_throw(state, some))

    def stopped(self, state: State, some: Faces) -> int:
        """Return what the turn is worth if the seat to act stops with these dice.

        Where the goal must be reached exactly, the Power die does not multiply points beyond it.
        """
        points = state.risk + choices(state.dice)[some]
        multiplied = points * multiplier(state.power)
        over = self.total(state, acting(state)) + multiplied > self.goal
        return points if over and self.house_rules["goal_mode"] == "exact" else multiplied

    # -- what happens

    def apply(self, state: State, action: FiveThousandAction, dice: Dice) -> Step[State]:
        """Throw all dice, set some aside and throw on, or count."""
        seat = acting(state)
        if isinstance(action, Bank):
            return self.step(self._count(state, self.stopped(state, action.faces)), seat, dice)
        if isinstance(action, Keep):
            state = self.set_aside(state, action.faces)
        thrown = throw_dice(dice, self.dice - len(state.aside), with_power=has_power(self.house_rules))
        after = self._thrown(replaced(state, power=thrown.power), thrown.faces)
        return self.step(after, seat, dice, (Rolled(seat, thrown.fallen, thrown.power is not None),))

    def set_aside(self, state: State, some: Faces) -> State:
        """Return ``state`` before the throw that follows once ``some`` are set aside."""
        full = self.full(state, some)
        return replaced(
            state,
            aside=() if full else tuple(sorted((*state.aside, *some))),
            risk=state.risk + choices(state.dice)[some],
            throws=0 if full and self.house_rules["throw_cap"] == "3_per_hand" else state.throws,
        )

    def _thrown(self, state: State, fallen: Faces) -> State:
        """Return what the throw ``fallen`` leads to; one that allows nothing ends the turn."""
        seat = acting(state)
        after = replaced(state, dice=fallen, throws=state.throws + (state.power != POWER))
        if wins_at_once(fallen):
            last = LatestTurn(seat, TurnEnd.FIVE_ONES, fallen, state.risk)
            return replaced(_cleared(self._with_goal(after)), turn=None, to_play=None, last=last)
        if self.legal_actions(after):
            return after
        if state.power == FREEZE and not choices(fallen) and self._frozen(state):
            return self._count(after, state.risk)
        how = TurnEnd.SHORT if choices(fallen) else TurnEnd.LOST
        best = max(choices(fallen).values(), default=0)
        return self._pass_on(replaced(after, last=LatestTurn(seat, how, fallen, state.risk + best)))

    def _frozen(self, state: State) -> bool:
        """Whether the points set aside in this turn count by themselves."""
        return state.risk > 0 and (state.opened[self.side(acting(state))] or state.risk >= self.opening)

    def _with_goal(self, state: State) -> State:
        """Return ``state`` with the goal for the seat to act, which wins by five 1s: in a match, where points count."""
        seat = acting(state)
        if not self.length.several or self.total(state, seat) >= self.goal:
            return state
        return replaced(state, totals=self._with_total(state, seat, self.goal))

    def near_end(self, state: State) -> bool:
        """Whether somebody may reach the goal by a good turn."""
        return max(self.total(state, Seat(seat)) for seat in range(self.players(state))) >= self.goal - FINAL_POINTS

    def total(self, state: State, seat: Seat) -> int:
        """Return the points counted for ``seat`` or its side."""
        totals = state.totals[self.side(seat)]
        return totals[-1] if totals else 0

    def counts(self, total: int, points: int) -> int:
        """Return the total after a turn worth ``points``; the same as before when it counts nothing."""
        mode, after = self.house_rules["goal_mode"], total + points
        if mode == "exact" and after > self.goal:
            return total
        return min(after, self.goal - FINAL_POINTS) if mode == "last_1000" and after < self.goal else after

    def _count(self, state: State, points: int) -> State:
        seat = acting(state)
        before = self.total(state, seat)
        total = self.counts(before, points)
        again = state.power == DOUBLE and total < self.goal
        if total == before:
            last = LatestTurn(seat, TurnEnd.NOTHING, state.dice, points, power=state.power)
            return self._pass_on(replaced(state, last=last), again)
        bumped = self._bumped(state, seat, total)
        after = replaced(
            state,
            totals=self._with_total(state, seat, total, bumped),
            opened=tuple(was or side == self.side(seat) for side, was in enumerate(state.opened)),
            last=LatestTurn(seat, TurnEnd.COUNTED, state.dice, total - before, bumped, state.power),
        )
        if total < self.goal or state.to_play is not None:
            return self._pass_on(after, again)
        if not self.house_rules["last_round"]:
            return replaced(_cleared(after), turn=None)
        others = tuple(other for other in self._playing(state) if other != seat)
        return self._pass_on(replaced(after, to_play=others))

    def _with_total(
        self, state: State, seat: Seat, total: int, bumped: tuple[Seat, ...] = ()
    ) -> tuple[tuple[int, ...], ...]:
        """Return the totals with a new one for the side of ``seat``, and 0 for those of ``bumped``."""
        back = {self.side(other) for other in bumped}
        return tuple(
            (*sheet, total) if side == self.side(seat) else (*sheet, 0) if side in back else sheet
            for side, sheet in enumerate(state.totals)
        )

    def _playing(self, state: State) -> tuple[Seat, ...]:
        return tuple(Seat(seat) for seat in range(state.seats) if seat not in state.gone)

    def _bumped(self, state: State, seat: Seat, total: int) -> tuple[Seat, ...]:
        """Return the seats that go back to 0 because the side of ``seat`` comes to ``total``."""
        if not self.house_rules["bump"]:
            return ()
        others = (other for other in self._playing(state) if self.side(other) != self.side(seat))
        return tuple(other for other in others if self.total(state, other) == total)

    def _pass_on(self, state: State, again: bool = False) -> State:
        """End the turn of the seat to act: it has another one, or the next one throws, or the game is over."""
        now = acting(state)
        if again:
            return replaced(_cleared(state), turn=now)
        waiting = self._playing(state) if state.to_play is None else state.to_play
        turn = next_seat(state.seats, now, lambda seat: seat in waiting)
        to_play = None if state.to_play is None else tuple(seat for seat in waiting if seat != turn)
        return replaced(_cleared(state), turn=turn, to_play=to_play)

    def next_game(self, state: State, first: Seat) -> State:
        """Return a game that nobody has opened; the board still says how the last turn ended."""
        return replaced(self.new(state.seats), turn=first, last=state.last)

    def drop(self, state: State, seat: Seat, dice: Dice) -> Step[State]:
        """Go on without ``seat``; the others play to the goal, even one alone."""
        gone = leave(state.gone, seat, state.seats)
        to_play = None if state.to_play is None else tuple(other for other in state.to_play if other != seat)
        after = replaced(state, gone=gone, to_play=to_play)
        return self.step(self._pass_on(after) if state.turn == seat else after, seat, dice, (Left(seat),))

    # -- how it stands

    def players(self, state: State) -> int:
        """Return the number of seats that began."""
        return state.seats

    def present_points(self, state: State, seat: Seat) -> int:
        """Return the points counted for ``seat``; partners share them."""
        return self.total(state, seat)

    def present_rank(self, state: State, seat: Seat) -> tuple[bool, int]:
        """Return the points, below five 1s."""
        last = state.last
        by_ones = last is not None and last.how == TurnEnd.FIVE_ONES and self.side(last.seat) == self.side(seat)
        return by_ones, self.total(state, seat)

    @property
    def tie_dice(self) -> int:
        """A tied seat throws all dice."""
        return self.dice

    def autoplay(self, state: State) -> FiveThousandAction:
        """Count as much as the throw gives; where the rules ask for more first, go on with it."""
        legal = self.legal_actions(state)
        return next((action for action in legal if isinstance(action, Bank)), legal[0])

    def count_last(self, seats: Sequence[SeatStats], last: LatestTurn) -> None:
        """Count how a turn ended, and the seats sent back."""
        counts = seats[last.seat].counts
        counts["turns"] += 1
        counts["busts"] += last.how in (TurnEnd.LOST, TurnEnd.SHORT)
        if last.how == TurnEnd.COUNTED:
            counts["best"] = max(counts["best"], last.points)
        for other in last.bumped:
            seats[other].counts["sent_back"] += 1

    def report(self, state: State) -> Report:
        """Return totals, seats that have opened, and the points at risk."""
        seats = tuple(
            {
                "score": sum(self.own_games(state, Seat(seat))),
                "opened": state.opened[self.side(seat)],
                "turn": state.risk if seat == state.turn else 0,
                **self.reported(state, Seat(seat)),
            }
            for seat in range(state.seats)
        )
        return Report(seats, {})


def _cleared(state: State) -> State:
    """Return ``state`` without anything of the turn that ends."""
    return replaced(state, throws=0, dice=(), power=None, aside=(), risk=0)


# -- The race: everybody alone with dice of their own, to the goal in the fewest turns -------------------------------

_MEANS = {"target": N_("How many points end the race.")}
_ALONE = ("dice", "target", "goal_mode", "opening", "throw_cap", "keep_all_scoring", "full_hand_forced", "power")
"""The house rules that mean something without others."""


@dataclass(frozen=True, slots=True)
class FiveThousandRaceState(RaceState[State]):
    """Each player's position."""


class _Runner(FiveThousand):
    """5000 for one seat."""

    seats_alone: ClassVar[range] = range(1, 2)


@dataclass(frozen=True)
class FiveThousandRace(Race[State, FiveThousandAction]):
    """The race of 5000 with its house rules chosen."""

    key: ClassVar[str] = "5000_race"
    state_type: ClassVar[type[FiveThousandRaceState]] = FiveThousandRaceState
    rules: ClassVar[tuple[Rule, ...]] = tuple(
        replace(rule, meaning=_MEANS.get(rule.key, rule.meaning)) for rule in RULES if rule.key in _ALONE
    )
    solo: FiveThousand = field(init=False, compare=False, repr=False)
    counted: ClassVar[tuple[str, ...]] = ("turns", "busts", "best")

    def for_one(self) -> FiveThousand:
        """Return the game of one seat."""
        return _Runner.from_options(self.house_rules.written)

    @property
    def goal(self) -> int:
        """The points that end the race of a seat."""
        return int(self.house_rules["target"])

    def ends_turn(self, before: State, after: State) -> bool:
        """Whether a turn that counts has ended: one whose Power die gives another turn is free."""
        free = after.turn is not None and after.last is not None and after.last.power == DOUBLE
        return super().ends_turn(before, after) and not (free and after.last is not before.last)

    def way(self, run: State) -> tuple[int, int]:
        """Return the points of a runner, and the goal."""
        return self.solo.scores(run)[0], self.goal
