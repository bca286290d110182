"""The rules of 421: as many throws for everybody as the first player made, then tokens change hands (rules.md §18)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from bot.engine import (
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
    next_seat,
    some_kept,
    throw_dice,
)
from bot.engine.match import MatchGame
from bot.engine.seats import put, replaced
from bot.games.four_two_one.hands import DICE, hand, place
from bot.games.four_two_one.options import RULES
from bot.games.four_two_one.settling import TieThrows, next_starter, settle_round
from bot.games.four_two_one.state import PotEmpty, Settled, Stand, State

THROWS = 3


@dataclass(frozen=True)
class FourTwoOne(MatchGame[State, Action]):
    """421 with its house rules chosen."""

    state_type: ClassVar[type[State]] = State
    rules: ClassVar[tuple[Rule, ...]] = RULES
    only_in_turns: ClassVar[str] = N_(
        "Tokens go from player to player, so everybody plays at the same table, in turns."
    )
    seats_alone: ClassVar[range] = range(2, 13)
    counted: ClassVar[tuple[str, ...]] = ("rounds", "lost", "hands_421")
    key: ClassVar[str] = "421"
    fewest_seats: ClassVar[int] = 2

    @property
    def first_player_throw(self) -> FirstPlayerThrow:
        """The throw for the first turn: the highest or the lowest throw of three dice."""
        return FirstPlayerThrow(DICE, lowest=self.house_rules["first_player"] == "lowest")

    @property
    def rampo(self) -> bool:
        """Whether those with equal hands throw once more."""
        return self.house_rules["ties"] == "rampo"

    @property
    def throws_for_ties(self) -> bool:
        """Whether dice that nobody has pressed for decide between equal hands, or equal totals."""
        return self.rampo or super().throws_for_ties

    def new(self, seats: int) -> State:
        """Return a full pot, the first seat to throw."""
        self.check_seats(seats)
        return State(int(self.house_rules["tokens"]), (0,) * seats, ((),) * seats, Seat(0), Seat(0))

    def most_throws(self, state: State) -> int:
        """Return how often the seat to act may throw in its turn."""
        if state.limit:
            return state.limit
        one = state.power == FREEZE or (self.house_rules["charge_one_throw"] and not state.discharge)
        return (1 if one else THROWS) + (state.power == POWER)

    def throws_power(self, do: str, dice: int) -> bool:
        """Whether the Power die is thrown too: with the first throw of a round alone."""
        return dice > DICE

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """Return throws first, then to stand."""
        if state.turn is None:
            return ()
        if not state.throws:
            return (Roll(),)
        more = state.throws < self.most_throws(state)
        free = not state.limit or self.house_rules["le_bon"] or self.house_rules["may_stand"]
        return (*(some_kept(state.dice) if more else ()), *((Stand(),) if free or not more else ()))

    def apply(self, state: State, action: Action, dice: Dice) -> Step[State]:
        """Throw, or stand; the last of a round to stand settles it."""
        seat = acting(state)
        if isinstance(action, Stand):
            hands = put(state.hands, seat, state.dice)
            stopped = replaced(state, hands=hands, limit=state.limit or state.throws, stood=seat)
            passed = self._pass_on(stopped, dice, ())
            return self.step(passed.state, seat, dice, passed.events)
        kept = action.faces if isinstance(action, Keep) else ()
        with_power = has_power(self.house_rules) and state.power is None
        thrown = throw_dice(dice, DICE - len(kept), with_power=with_power)
        after = replaced(
            state,
            throws=state.throws + 1,
            dice=(*kept, *thrown.faces),
            kept=len(kept),
            power=thrown.power if with_power else state.power,
        )
        return Step(after, (Rolled(seat, thrown.fallen, with_power),))

    def staying(self, state: State) -> tuple[Seat, ...]:
        """Return the seats that have not left."""
        return tuple(Seat(seat) for seat in range(len(state.tokens)) if seat not in state.gone)

    def playing(self, state: State) -> tuple[Seat, ...]:
        """Return the seats in the round."""
        return tuple(seat for seat in self.staying(state) if seat not in state.out)

    def _pass_on(self, state: State, dice: Dice, events: tuple[Event, ...]) -> Step[State]:
        """End the turn of the seat to act: the next one throws, or the round is settled."""
        playing = self.playing(state)
        following = next_seat(len(state.tokens), acting(state), lambda seat: seat in playing and not state.hands[seat])
        after = replaced(state, turn=following, throws=0, dice=(), kept=0)
        if following is not None:
            # A first player who left before setting the number of throws leaves that to the next one.
            return Step(after if after.limit else replaced(after, first=following), events)
        return self._settle(after, dice, events)

    def _settle(self, state: State, dice: Dice, events: tuple[Event, ...]) -> Step[State]:
        end = settle_round(
            state,
            rampo=self.rampo,
            nenette=str(self.house_rules["nenette"]),
            value_421=int(self.house_rules["value_421"]),
            dice=dice,
        )
        tokens = tuple(held + gained for held, gained in zip(state.tokens, end.gained, strict=True))
        pot = state.pot if state.discharge else state.pot - sum(end.gained)
        after = replaced(state, tokens=tokens, pot=pot, last=end)
        if state.discharge:
            return self._decide(after, end, self._without_tokens(after), dice, events)
        if pot:
            return Step(self._next_round(after, end), events)
        return self._end_charge(after, end, dice, (*events, PotEmpty()))

    def _without_tokens(self, state: State) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.playing(state) if not state.tokens[seat])

    def _end_charge(self, state: State, end: Settled, dice: Dice, events: tuple[Event, ...]) -> Step[State]:
        """Begin the discharge, or end the game where the house rules say so."""
        after, free, playing = replaced(state, discharge=True), self._without_tokens(state), self.playing(state)
        if (
            self.house_rules["espagnole"]
            and max(state.tokens) == self.house_rules["tokens"]
            and len(free) == len(playing) - 1
        ):
            return Step(self._over(after, free), events)
        rule = self.house_rules["zero_after_charge"]
        if rule == "win" or (rule == "out" and len(playing) - len(free) < 2):
            return self._decide(after, end, free, dice, events)
        return Step(self._next_round(replaced(after, out=free if rule == "out" else ()), end), events)

    def _decide(
        self, state: State, end: Settled, free: tuple[Seat, ...], dice: Dice, events: tuple[Event, ...]
    ) -> Step[State]:
        """End the game for ``free``, who have no token left, or go on if there is nobody."""
        if not free:
            return Step(self._next_round(state, end), events)
        rampos = TieThrows(dice)
        winners = (rampos.best(free),) if self.rampo else free
        return Step(self._over(replaced(state, final_rampos=tuple(rampos.thrown)), winners), events)

    def _next_round(self, state: State, end: Settled) -> State:
        first = next_starter(state, end, str(self.house_rules["starter"]), self.playing(state))
        hands: tuple[Faces, ...] = ((),) * len(state.tokens)
        return replaced(
            state, hands=hands, turn=first, first=first, limit=0, power=None, round=state.round + 1, final_rampos=()
        )

    def _over(self, state: State, winners: tuple[Seat, ...]) -> State:
        return replaced(state, turn=None, throws=0, dice=(), kept=0, power=None, winners=winners)

    def next_game(self, state: State, first: Seat) -> State:
        """Return a full pot; the board still says how the last round ended."""
        begun = self.new(self.players(state))
        told = replaced(begun, last=state.last, stood=state.stood, final_rampos=state.final_rampos)
        return replaced(told, turn=first, first=first)

    def next_first(self, state: State, last: Seat) -> Seat:
        """Return who would begin the next round: by default the one with the worst hand."""
        if state.last is None:
            return super().next_first(state, last)
        return next_starter(state, state.last, str(self.house_rules["starter"]), self.staying(state))

    def players(self, state: State) -> int:
        """Return how many began."""
        return len(state.tokens)

    def present_points(self, state: State, seat: Seat) -> int:
        """Return the tokens of ``seat`` below 0, so that more is better; in a match 1 for a game won."""
        return int(seat in state.winners) if self.length.several else -state.tokens[seat]

    def present_rank(self, state: State, seat: Seat) -> tuple[bool, int]:
        """Return whether ``seat`` has won, then its tokens."""
        return seat in state.winners, -state.tokens[seat]

    @property
    def tie_dice(self) -> int:
        """A tied seat throws a hand."""
        return DICE

    def tie_worth(self, faces: Faces) -> int:
        """Return the place of a hand, the best last."""
        return -place(faces)

    def drop(self, state: State, seat: Seat, dice: Dice) -> Step[State]:
        """Go on without ``seat``, whose tokens leave with it; with fewer than two in play the game is over."""
        hands = put(state.hands, seat, ())
        after = replaced(state, gone=leave(state.gone, seat, len(state.tokens)), hands=hands)
        left = self._left(after, seat, dice)
        return self.step(left.state, seat, dice, left.events)

    def _left(self, state: State, seat: Seat, dice: Dice) -> Step[State]:
        events = (Left(seat),)
        if len(self.playing(state)) < 2:
            staying = self.staying(state)
            fewest = min((state.tokens[other] for other in staying), default=0)
            return Step(self._over(state, tuple(other for other in staying if state.tokens[other] == fewest)), events)
        return self._pass_on(state, dice, events) if seat == state.turn else Step(state, events)

    def count_stats(self, seats: Sequence[SeatStats], step: PlayedStep[State]) -> None:
        """Count the dice, and the hands of a round once it is settled."""
        super().count_stats(seats, step)
        end = step.after.last
        if end is None or end is step.before.last:
            return
        for seat, faces in enumerate(end.hands):
            if faces:
                counts = seats[seat].counts
                counts["rounds"] += 1
                counts["lost"] += end.loser == seat
                counts["hands_421"] += hand(faces) == (4, 2, 1)

    def report(self, state: State) -> Report:
        """Return the tokens as ``replay`` shows them."""
        seats = tuple(
            {"tokens": held, "hand": list(hand) or None, **self.reported(state, Seat(seat))}
            for seat, (held, hand) in enumerate(zip(state.tokens, state.hands, strict=True))
        )
        return Report(seats, {"pot": state.pot, "phase": "decharge" if state.discharge else "charge"})
