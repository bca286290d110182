"""The rules of Yamslam: five two-coloured dice, 28 chips, seven kinds of hands (rules.md §16).

Chips are counted per kind and per collector: a seat, or a side where partners pool their chips (seat n belongs to
side n modulo 2).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, TypeAlias

from bot.engine import (
    DOUBLE,
    FIRST_RULES_VERSION,
    FREEZE,
    N_,
    POWER,
    Action,
    Dice,
    Event,
    Faces,
    FirstPlayerThrow,
    Keep,
    Left,
    PlayedStep,
    Preset,
    Report,
    Roll,
    Rolled,
    Rule,
    Seat,
    SeatStats,
    Step,
    Teaching,
    Theme,
    acting,
    has_power,
    leave,
    next_seat,
    power_keeps,
    power_rule,
    throw_dice,
)
from bot.engine.game import BOTH_WAYS, BOTH_WAYS_NAME, FIRST_GAME, Match, MatchGame, added, put, replaced
from bot.engine.gate import legal
from bot.engine.hands import all_equal, full_house, most, run, with_at_least

# -- The 28 chips: seven kinds, which dice win them, what they are worth alone and together --------------------------

CHIPS = 4
"""Chips of each kind."""
ALL_KINDS, SIX_KINDS, SET, LAST = 50, 20, 30, 20
"""The bonuses: all seven kinds, exactly six, four chips of a kind, the last chip in play."""


@dataclass(frozen=True, slots=True)
class ChipKind:
    """A kind of chip: its word in actions, what it is called, what it is worth, and which dice win it."""

    key: str
    label: str
    short: str
    points: int
    condition: str
    fits: Callable[[Faces], bool]


KINDS: tuple[ChipKind, ...] = (
    ChipKind("2p", N_("2 Pairs"), N_("2P"), 5, N_("Two pairs of two different numbers."), lambda d: _pairs(d) >= 2),
    ChipKind("3k", N_("Three of a Kind"), N_("3K"), 10, N_("Three equal dice."), lambda d: most(d) >= 3),
    ChipKind("ss", N_("Small Straight"), N_("SS"), 20, N_("Four numbers in a row."), lambda d: run(d, 4)),
    ChipKind("fl", N_("Flush"), N_("FL"), 25, N_("Five dice of one colour."), lambda d: len({f % 2 for f in d}) == 1),
    ChipKind("fh", N_("Full House"), N_("FH"), 30, N_("Three of one number and two of another."), full_house),
    ChipKind("4k", N_("Four of a Kind"), N_("4K"), 40, N_("Four equal dice."), lambda d: most(d) >= 4),
    ChipKind("ls", N_("Large Straight"), N_("LS"), 50, N_("Five numbers in a row."), lambda d: run(d, 5)),
)
"""From the cheapest to the dearest."""
PLACES = {kind.key: place for place, kind in enumerate(KINDS)}


def _pairs(faces: Faces) -> int:
    return len(with_at_least(faces, 2))


Chips: TypeAlias = tuple[int, ...]
"""The number of chips of each kind."""


NONE: Chips = (0,) * len(KINDS)
FULL: Chips = (CHIPS,) * len(KINDS)


def worth(chips: Chips) -> int:
    """Return the points on these chips, without bonuses."""
    return sum(number * kind.points for number, kind in zip(chips, KINDS, strict=True))


class Bonuses(NamedTuple):
    """What chips earn besides their points at the end of a game."""

    kinds: int
    """For all seven kinds, or for six."""
    sets: int
    """For every four chips of a kind."""
    last: int
    """For the last chip in play."""


def bonuses(chips: Chips, last: bool) -> Bonuses:
    """Return what these chips earn; ``last`` says whether the last chip in play is among them."""
    return Bonuses((ALL_KINDS, SIX_KINDS, 0)[min(chips.count(0), 2)], SET * chips.count(CHIPS), LAST * last)


# -- What a decision is about: the chips that the dice are kept for, or which chip is taken ---------------------------

FLUSHES = Theme(
    "a_flush",
    N_("Flushes"),
    N_("The question is whether to go for a flush."),
    N_("You misjudge flushes"),
    N_("You let flushes go too early"),
    N_("You chase flushes too long"),
)
WHICH_CHIP = Theme(
    "which_chip",
    N_("Which chip to take"),
    N_("Look at the chips: which one do you need, and which do others?"),
    N_("You take the wrong chip"),
)


def aim_of(kept: Faces) -> Theme:
    """Return what somebody goes for who keeps these dice."""
    if len(kept) < 2:
        return Theme.OTHER
    if len({face % 2 for face in kept}) == 1 and any(kept.count(face) == 1 for face in kept):
        return FLUSHES
    return Theme.SETS if most(kept) > 1 else Theme.STRAIGHTS


_AIMS = Theme.STRAIGHTS, FLUSHES, Theme.SETS
"""If two answers go for different chips, the first of these is the theme."""


# -- House rules (rules.md §16, §22) ---------------------------------------------------------------------------------

RULES: tuple[Rule, ...] = (
    Rule(
        "quad_is_two_pair",
        False,
        (False, True),
        N_("Four equal dice are two pairs"),
        N_("Four equal dice also win a chip for 2 Pairs."),
    ),
    power_rule(N_("One more die that ends the throws, wins a second chip, or gives a fourth throw.")),
    Rule(
        "sliding_round",
        False,
        (False, True),
        N_("Any round"),
        N_("A chip is removed after as many turns in a row without one as there are players, no matter who began."),
    ),
    Rule(
        "forced_take",
        False,
        (False, True),
        N_("Chips must be taken"),
        N_("If the dice win a chip, it must be taken."),
    ),
    Rule(
        "tiebreak",
        "share",
        ("share", "most_kinds"),
        N_("In a tie"),
        N_("What decides between players who tie."),
        (N_("Shared places"), N_("Most different kinds")),
    ),
    Rule(
        "games_in_match",
        1,
        (1, 2, 3, 4, 5, 6, 10, "to_1000", BOTH_WAYS),
        N_("Games in a match"),
        N_("The totals of all games are added."),
        (
            *(N_("1"), N_("2"), N_("3"), N_("4"), N_("5"), N_("6"), N_("10")),
            N_("Until somebody has 1,000"),
            BOTH_WAYS_NAME,
        ),
    ),
    Rule(
        "teams",
        False,
        (False, True),
        N_("Teams"),
        N_("Four players; partners sit alternately and pool their chips."),
    ),
)

FRIENDS = Preset("friends", N_("Among friends"), {"quad_is_two_pair": True, "sliding_round": True})
"""Easier chips, and a rack that empties sooner."""


# -- A moment of a game, a player's decisions besides throwing, and the events that people see -----------------------


class Take(Action, frozen=True):
    """Take a chip of this kind, from the rack, or (``out``) from the removed ones."""

    word: ClassVar[str] = "take"
    kind: str
    out: bool = False

    def arguments(self) -> tuple[str, ...]:
        """Return the kind, then ``out`` for a removed chip."""
        return (self.kind, "out") if self.out else (self.kind,)


class Pass(Action, frozen=True):
    """End the turn without a chip."""

    word: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Took(Event):
    """``seat`` took a chip; with ``again``, a Yamslam, and plays on."""

    seat: Seat
    kind: str
    out: bool
    yamslam: bool
    again: bool


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """``seat`` ended its turn without a chip."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Removed(Event):
    """A chip of this kind left the rack, because nobody had taken one."""

    kind: str


class Ended(NamedTuple):
    """The end of a turn, or of its part before a Yamslam: the dice, and the kinds of the chips they won."""

    seat: Seat
    faces: Faces
    power: int | None
    kinds: tuple[str, ...]


@dataclass(frozen=True)
class State:
    """Whose turn it is, what lies on the table, and where every chip is."""

    rack: Chips
    out: Chips
    """Chips removed: only a Yamslam wins them."""
    taken: tuple[Chips, ...]
    """For each collector."""
    turn: Seat | None
    """None once the game is over."""
    throws: int = 0
    dice: Faces = ()
    """As they lie on the table: those kept first, in ascending order, then the others in the order they fell."""
    kept: int = 0
    """The number of ``dice``, from the first, that the seat kept in the last throw."""
    power: int | None = None
    """The face of the Power die, if there is one and the seat has thrown it."""
    power_kept: bool = False
    """Whether the seat kept the Power die in the last throw."""
    second: str | None = None
    """The kind of the chip just taken, while the Power die allows one of another kind."""
    owed: int = 0
    """Chips this Yamslam still gives, after the first."""
    won: bool = False
    """Whether this turn has brought a chip."""
    fruitful: bool = False
    """Whether this round has, before this turn."""
    dry: int = 0
    """Turns in a row without a chip."""
    last: int | None = None
    """The collector who took the last chip in play."""
    gone: tuple[Seat, ...] = ()
    ended: Ended | None = None
    """The end of the latest turn, whose dice stay in sight until the next throw."""
    match: Match = FIRST_GAME


# -- A game: throws, chips, rounds without a chip, the last chip -----------------------------------------------------

DICE = 5
THROWS = 3
_LAST_CHIPS = 4


@dataclass(frozen=True)
class Yamslam(MatchGame[State, Action]):
    """Yamslam with its house rules chosen."""

    state_type: ClassVar[type[State]] = State
    rules: ClassVar[tuple[Rule, ...]] = RULES
    only_in_turns: ClassVar[str] = N_("Everybody takes chips from one rack, so they play at the same table, in turns.")
    seats_alone: ClassVar[range] = range(1, 9)
    counted: ClassVar[tuple[str, ...]] = ("turns", "chips", "passes", "yamslams", *(kind.key for kind in KINDS))
    key: ClassVar[str] = "yamslam"
    first_player_throw: ClassVar[FirstPlayerThrow] = FirstPlayerThrow(dice=2)
    first_seat_began: ClassVar[bool] = True

    @property
    def seats(self) -> range:
        """The numbers of players that may take part; two teams are two pairs."""
        return range(4, 5) if self.sides else super().seats

    def new(self, seats: int) -> State:
        """Return a full rack, the first seat to throw."""
        self.check_seats(seats)
        return State(FULL, NONE, (NONE,) * (self.sides or seats), Seat(0))

    def players(self, state: State) -> int:
        """Return how many seats there are, those that left included."""
        return 4 if self.sides else len(state.taken)

    def near_end(self, state: State) -> bool:
        """Whether few chips are left to take."""
        return sum(state.rack) <= _LAST_CHIPS

    def part_left(self, state: State) -> float:
        """Return the part of the chips that is left to take."""
        return sum(state.rack) / sum(FULL)

    def teaching(self, state: State, best: str, other: str) -> Teaching:
        """Return which chips the dice are kept for, or that it is about the chip to take, before the last ones."""
        told = super().teaching(state, best, other)
        if told.theme is not Theme.OTHER:
            return told
        better, done = (legal(self, state)[do] for do in (best, other))
        if not isinstance(better, Keep) or not isinstance(done, Keep):
            return Teaching(WHICH_CHIP)
        wanted, went = aim_of(better.faces), aim_of(done.faces)
        return Teaching.by_aims(_AIMS, wanted, went)

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """Return throws first, then the chips to take from the cheapest, then to pass."""
        if state.turn is None:
            return ()
        if not state.throws:
            return (Roll(),)
        takes = self._takes(state)
        if state.owed:
            return takes
        if state.second is not None:
            return (*takes, Pass())
        held = self._keeps(state)
        passing = () if takes and self.house_rules["forced_take"] else (Pass(),)
        return (*held, *takes, *passing)

    def throws_left(self, state: State) -> int:
        """Return how often the seat to act may still throw, as far as it is certain now."""
        if state.throws and state.power == FREEZE:
            return 0
        return max(THROWS - state.throws, int(state.throws == THROWS and state.power == POWER))

    def _keeps(self, state: State) -> tuple[Keep, ...]:
        """Return what the seat to act may keep to throw the rest; the Power die stays for a fourth throw."""
        if not self.throws_left(state):
            return ()
        faces, power = tuple(sorted(state.dice)), has_power(self.house_rules)
        return power_keeps(faces, power and state.throws < THROWS, power)

    def fits(self, faces: Faces) -> tuple[ChipKind, ...]:
        """Return the kinds these dice make, taken or not; all of them with a Yamslam."""
        if all_equal(faces):
            return KINDS
        quad = bool(self.house_rules["quad_is_two_pair"]) and most(faces) >= 4
        return tuple(kind for kind in KINDS if kind.fits(faces) or (quad and kind.key == "2p"))

    def _takes(self, state: State) -> tuple[Take, ...]:
        fitting = [kind.key for kind in self.fits(state.dice) if kind.key != state.second]
        rack = tuple(Take(key) for key in fitting if state.rack[PLACES[key]])
        if not all_equal(state.dice):
            return rack
        return (*rack, *(Take(kind.key, True) for kind in KINDS if state.out[PLACES[kind.key]]))

    def may_undo(self, state: State) -> bool:
        """Return whether a chip has been taken and the turn goes on: before the next throw, it may be given back."""
        return state.won

    def apply(self, state: State, action: Action, dice: Dice) -> Step[State]:
        """Throw, take a chip, or pass."""
        seat = acting(state)
        if isinstance(action, Take | Pass):
            ended = self._take(state, seat, action) if isinstance(action, Take) else self._pass(state, seat)
            return self.step(ended.state, seat, dice, ended.events)
        kept, power_kept = (action.faces, action.power) if isinstance(action, Keep) else ((), False)
        with_power = has_power(self.house_rules) and not power_kept
        thrown = throw_dice(dice, DICE - len(kept), with_power=with_power)
        after = replaced(
            state,
            throws=state.throws + 1,
            dice=(*kept, *thrown.faces),
            kept=len(kept),
            power=thrown.power if with_power else state.power,
            power_kept=power_kept,
        )
        return Step(after, (Rolled(seat, thrown.fallen, with_power),))

    def _pass(self, state: State, seat: Seat) -> Step[State]:
        after = replaced(state, ended=_ended(state, seat))
        return self._pass_on(after, () if state.second else (Passed(seat),))

    def _take(self, state: State, seat: Seat, action: Take) -> Step[State]:
        place, owner = PLACES[action.kind], self.side(seat)
        yamslam = all_equal(state.dice)
        taken = added(state.taken[owner], place, 1)
        after = replaced(
            state,
            taken=put(state.taken, owner, taken),
            won=True,
            rack=state.rack if action.out else added(state.rack, place, -1),
            out=added(state.out, place, -1) if action.out else state.out,
            ended=_ended(state, seat, action.kind),
        )
        owes = yamslam and not state.owed and self._owes_a_second(after)
        if not any(after.rack):
            after = replaced(after, last=owner)
        took = Took(seat, action.kind, action.out, yamslam, again=yamslam and not owes and any(after.rack))
        if owes:
            return Step(replaced(after, owed=1), (took,))
        if not any(after.rack):
            return Step(_over(after), (took,))
        if yamslam:
            return Step(replaced(_cleared(after), owed=0), (took,))
        another = replaced(after, second=action.kind)
        if state.power == DOUBLE and state.second is None and self._takes(another):
            return Step(another, (took,))
        return self._pass_on(after, (took,))

    def _owes_a_second(self, state: State) -> bool:
        """Whether a Yamslam whose first chip was taken gives another: alone, as long as there is one."""
        if self.players(state) > 1:
            return False
        return any(state.rack) or (self.removed_chip_is_owed and any(state.out))

    @property
    def removed_chip_is_owed(self) -> bool:
        """Whether a Yamslam alone that has emptied the rack still gives one of the removed chips."""
        return self.house_rules.version > FIRST_RULES_VERSION

    def _pass_on(self, state: State, events: tuple[Event, ...]) -> Step[State]:
        """End the turn of the seat to act; after a round without a chip the dearest one is removed."""
        seat = acting(state)
        following = next_seat(self.players(state), seat, lambda other: other not in state.gone)
        dry, fruitful = 0 if state.won else state.dry + 1, state.fruitful or state.won
        after = replaced(_cleared(state), turn=following, owed=0, won=False, dry=dry, fruitful=fruitful)
        if following is None:
            return Step(after, events)
        round_over = self.comes_round(state, seat, following)
        if round_over:
            after = replaced(after, fruitful=False)
        staying = self.players(state) - len(state.gone)
        if dry >= staying if self.house_rules["sliding_round"] else round_over and not fruitful:
            return self._remove(replaced(after, dry=0), events)
        return Step(after, events)

    def _remove(self, state: State, events: tuple[Event, ...]) -> Step[State]:
        """Take the dearest chip off the rack; nobody gets the bonus for the last one then."""
        place = max(place for place, number in enumerate(state.rack) if number)
        after = replaced(state, rack=added(state.rack, place, -1), out=added(state.out, place, 1))
        events = (*events, Removed(KINDS[place].key))
        return Step(after if any(after.rack) else _over(after), events)

    def present_points(self, state: State, seat: Seat) -> int:
        """Return what ``seat`` or its team has now; bonuses count only once the game is over."""
        collector = self.side(seat)
        chips = state.taken[collector]
        return worth(chips) + (sum(bonuses(chips, state.last == collector)) if state.turn is None else 0)

    def present_tally(self, state: State, seat: Seat) -> tuple[int, ...]:
        """Return how many different kinds ``seat`` or its team has, if they decide."""
        return (sum(map(bool, state.taken[self.side(seat)])),) if self.tiebreak == "most_kinds" else ()

    def next_game(self, state: State, first: Seat) -> State:
        """Return a full rack; the board still says how the last turn ended."""
        return replaced(self.new(self.players(state)), turn=first, ended=state.ended)

    def drop(self, state: State, seat: Seat, dice: Dice) -> Step[State]:
        """Go on without ``seat``; its turn, if it is its turn, ends as it stands."""
        after = replaced(state, gone=leave(state.gone, seat, self.players(state)))
        left = self._pass_on(after, (Left(seat),)) if seat == state.turn else Step(after, (Left(seat),))
        return self.step(left.state, seat, dice, left.events)

    def preview(self, state: State, action: Action) -> int | None:
        """Return the points on the chip that would be taken."""
        return KINDS[PLACES[action.kind]].points if isinstance(action, Take) else None

    def autoplay(self, state: State) -> Action:
        """Throw, and then pass; where a chip must be taken, take the cheapest."""
        legal = self.legal_actions(state)
        takes = (action for action in legal if isinstance(action, Take))
        return legal[-1] if isinstance(legal[-1], Pass) else next(takes, legal[-1])

    def count_stats(self, seats: Sequence[SeatStats], step: PlayedStep[State]) -> None:
        """Count the dice, chips, passes and Yamslams."""
        super().count_stats(seats, step)
        for event in step.events:
            if isinstance(event, Took):
                counts = seats[event.seat].counts
                counts["chips"] += 1
                counts[event.kind] += 1
                # The second chip of a Yamslam thrown alone, or of a Power 5, belongs to the same throw.
                first = not step.before.owed and step.before.second is None
                counts["turns"] += first
                counts["yamslams"] += event.yamslam and first
            elif isinstance(event, Passed):
                seats[event.seat].counts["turns"] += 1
                seats[event.seat].counts["passes"] += 1

    def report(self, state: State) -> Report:
        """Return chips and points as ``replay`` tells them; partners show the same."""
        scores = self.scores(state)

        def counted(chips: Chips) -> dict[str, int]:
            return {kind.key: number for kind, number in zip(KINDS, chips, strict=True)}

        seats = tuple(
            {
                "chips": counted(state.taken[self.side(seat)]),
                "score": scores[seat],
                **self.reported(state, Seat(seat)),
            }
            for seat in range(self.players(state))
        )
        return Report(seats, {"rack": counted(state.rack), "removed": counted(state.out)})


def _ended(state: State, seat: Seat, *kinds: str) -> Ended:
    """Return how a turn of ``seat`` ends, which won these ``kinds`` besides the first one of a Power 5."""
    first = () if state.second is None else (state.second,)
    return Ended(seat, state.dice, state.power, (*first, *kinds))


def _cleared(state: State) -> State:
    """Return ``state`` without dice on the table."""
    return replaced(state, throws=0, dice=(), kept=0, power=None, power_kept=False, second=None)


def _over(state: State) -> State:
    """Return the end of the present game."""
    return replaced(_cleared(state), turn=None, owed=0, won=False)
