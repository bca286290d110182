"""The rules of 421: as many throws for everybody as the first player made, then tokens change hands (rules.md §18)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import ClassVar, NamedTuple, TypeAlias, cast

from bot.engine import (
    DOUBLE,
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
    multiplier,
    next_seat,
    power_rule,
    some_kept,
    throw_dice,
)
from bot.engine.game import FIRST_GAME, Match, MatchGame, games_in_match_rule, put, replaced, tiebreak_rule
from bot.engine.hands import most

# -- The 56 hands: which beats which, and how many tokens each sets. Faces may lie in any order ----------------------

DICE = 3

_NAMED = "421 111 611 666 511 555 411 444 311 333 211 222 654 543 432 321"
NENETTE: Faces = (2, 2, 1)


def _every() -> tuple[Faces, ...]:
    named = [tuple(map(int, hand)) for hand in _NAMED.split()]
    plain = {tuple(reversed(faces)) for faces in combinations_with_replacement(range(1, 7), DICE)} - {*named, NENETTE}
    return (*named, *sorted(plain, reverse=True), NENETTE)


HANDS: tuple[Faces, ...] = _every()
"""Every hand, the best first, faces descending; plain hands by their highest die, and the nénette last."""
_PLACES = {hand: place for place, hand in enumerate(HANDS)}
NAMED_HANDS = len(_NAMED.split())
"""The number of the best hands that have names: the others are plain."""


def hand(faces: Faces) -> Faces:
    """Return the hand of these dice: descending."""
    return tuple(sorted(faces, reverse=True))


def place(faces: Faces) -> int:
    """Return the place of a hand among all, 0 for the best."""
    return _PLACES[hand(faces)]


def value(faces: Faces, value_421: int = 10) -> int:
    """Return how many tokens the hand sets when it is the best of a round."""
    high, middle, low = hand(faces)
    if (high, middle, low) == (4, 2, 1):
        return value_421
    if middle == low == 1:
        return 7 if high == 1 else high
    if high == low:
        return high
    return 2 if (high - middle, middle - low) == (1, 1) else 1


# -- House rules (rules.md §18, §22) ---------------------------------------------------------------------------------

RULES: tuple[Rule, ...] = (
    Rule(
        "ties",
        "rampo",
        ("rampo", "none"),
        N_("Ties"),
        N_("What decides between equal hands."),
        (N_("Rampo: the tied players throw once"), N_("Nobody receives or gives")),
    ),
    Rule(
        "le_bon",
        False,
        (False, True),
        N_("« Le bon »"),
        N_("A player pleased with a hand may stop before having thrown as often as the first player."),
        language="fr",
    ),
    Rule(
        "charge_one_throw",
        False,
        (False, True),
        N_("One throw in the charge"),
        N_("Everybody throws only once while there are tokens in the pot."),
    ),
    Rule(
        "nenette",
        "add2",
        ("add2", "fixed2", "none"),
        N_("Nénette"),
        N_("What 2-2-1 costs, besides being the worst hand."),
        (N_("2 tokens more"), N_("2 tokens instead"), N_("Nothing more")),
    ),
    Rule(
        "zero_after_charge",
        "play",
        ("play", "win", "out"),
        N_("No token after the charge"),
        N_("What becomes of a player without tokens when the pot is empty."),
        (N_("Plays on"), N_("Wins at once"), N_("Sits out the rest")),
    ),
    Rule(
        "espagnole",
        False,
        (False, True),
        N_("Espagnole"),
        N_("A player who receives all tokens in the charge loses at once."),
        language="fr",
    ),
    Rule(
        "starter",
        "loser",
        ("loser", "winner", "clockwise"),
        N_("Next round begins with"),
        N_("The player who throws first after a round, and says how often."),
        (N_("The worst hand"), N_("The best hand"), N_("The next player")),
    ),
    Rule(
        "may_stand",
        False,
        (False, True),
        N_("Throwing again is optional"),
        N_("Nobody has to throw a die again to reach the number of throws."),
    ),
    power_rule(N_("One more die for the whole round: it multiplies the tokens or changes the number of throws.")),
    Rule("tokens", 21, (21, 11, 41), N_("Tokens"), N_("How many tokens are in the pot.")),
    Rule("value_421", 10, (10, 8, 11), N_("Tokens for 421"), N_("How many tokens 4-2-1 is worth.")),
    Rule(
        "first_player",
        "highest",
        ("highest", "lowest"),
        N_("First player"),
        N_("Everybody throws three dice before the game."),
        (N_("The highest throw"), N_("The lowest throw")),
    ),
    games_in_match_rule(N_("Each game won counts 1."), 3, N_("Until somebody has won 3 games")),
    tiebreak_rule("share", "roll_off"),
)

FRIENDS = Preset("friends", N_("Among friends"), {"le_bon": True, "tokens": 11})
"""A short game in which nobody has to spoil a good hand."""


# -- A moment of a game, and a player's decisions besides throwing ---------------------------------------------------


class Stand(Action, frozen=True):
    """Stop with these dice. The first player of a round thereby sets the number of throws for everybody."""

    word: ClassVar[str] = "stand"


@dataclass(frozen=True, slots=True)
class PotEmpty(Event):
    """The charge is over."""


class RampoThrow(NamedTuple):
    """What a seat threw in a rampo."""

    seat: Seat
    faces: Faces


Rampo: TypeAlias = tuple[RampoThrow, ...]
"""One throw of every tied seat."""


class Settled(NamedTuple):
    """The end of a round."""

    hands: tuple[Faces, ...]
    """Per seat; empty for a seat that did not play."""
    value: int
    """The tokens that the best hand set."""
    loser: Seat | None
    """The seat that received; None after an undecided tie."""
    giver: Seat | None
    """The seat that gave the tokens; None for the pot, or after an undecided tie."""
    gained: tuple[int, ...]
    """Per seat, below 0 for the seat that gave."""
    nenettes: tuple[Seat, ...] = ()
    """The seats that received tokens for a nénette."""
    rampos: tuple[Rampo, ...] = ()
    """The throws that decided ties, in their order."""


@dataclass(frozen=True)
class State:
    """Whose turn it is, the hands of the round, and where every token is."""

    pot: int
    tokens: tuple[int, ...]
    """Per seat."""
    hands: tuple[Faces, ...]
    """Per seat, the hand of this round; empty while there is none."""
    turn: Seat | None
    """None once the game is over."""
    first: Seat
    """The first seat of this round."""
    round: int = 1
    discharge: bool = False
    """Whether tokens come from the best hand rather than from the pot."""
    limit: int = 0
    """The number of each player's throws in this round; 0 until its first player has stopped."""
    power: int | None = None
    """The Power die of this round, if there is one and its first player has thrown."""
    throws: int = 0
    dice: Faces = ()
    """As they lie on the table: those kept first, in ascending order, then the others in the order they fell."""
    kept: int = 0
    """The number of ``dice``, from the first, that the seat kept in the last throw."""
    last: Settled | None = None
    """The round before this one."""
    stood: Seat | None = None
    """The seat that stopped last, in this round or the one before."""
    out: tuple[Seat, ...] = ()
    """The seats that sit out the discharge."""
    gone: tuple[Seat, ...] = ()
    winners: tuple[Seat, ...] = ()
    final_rampos: tuple[Rampo, ...] = ()
    """The throws that decided between several seats without a token."""
    match: Match = FIRST_GAME


# -- What a decision is about: the hand that the dice are kept for -----------------------------------------------------

FOR_421 = Theme(
    "for_421",
    N_("Going for 4-2-1"),
    N_("The question is whether to go for 4-2-1."),
    N_("You misjudge 4-2-1"),
    N_("You let 4-2-1 go too early"),
    N_("You chase 4-2-1 too long"),
)
ONES = Theme(
    "hold_ones",
    N_("Holding 1s"),
    N_("Think of the 1s: which ones are worth holding?"),
    N_("You misjudge 1s"),
    N_("You let 1s go too early"),
    N_("You stay with 1s too long"),
)
ALL_AGAIN = Theme(
    "all_again",
    N_("All dice again"),
    N_("The question is whether any die is worth holding."),
    N_("You misjudge whether any die is worth holding"),
    N_("You hold dice that are not worth it"),
    N_("You throw dice again that are worth holding"),
)


def aim_of(kept: Faces) -> Theme:
    """Return what somebody goes for who keeps these of three dice."""
    if not kept:
        return ALL_AGAIN
    if kept != (1,) and len({*kept} & {*HANDS[0]}) == len(kept):
        return FOR_421
    if 1 in kept:
        return ONES
    return Theme.SETS if most(kept) > 1 else Theme.OTHER


_AIMS = FOR_421, ONES, Theme.SETS, ALL_AGAIN
"""If two answers go for different things, the first of these is the theme."""


# -- The end of a round: the tokens that change hands, and the throws for ties ---------------------------------------

NENETTE_TOKENS = 2
_FEW_TOKENS = 3


@dataclass
class TieThrows:
    """Throws for ties and keeps them. Every tied seat throws three dice once, in playing order."""

    dice: Dice
    thrown: list[Rampo] = field(default_factory=list)

    def both(self, seats: Sequence[Seat]) -> tuple[Seat, Seat]:
        """Return the seats with the best and the worst hand; if all of a round tie, one throw decides both."""
        while True:
            places = self._throw(seats)
            low, high = _with(places, min(places.values())), _with(places, max(places.values()))
            if low != high:
                return self.one(low, best=True), self.one(high, best=False)

    def one(self, seats: Sequence[Seat], *, best: bool) -> Seat:
        """Return the seat with the best or the worst hand; throw until only one has it."""
        while len(seats) > 1:
            places = self._throw(seats)
            seats = _with(places, (min if best else max)(places.values()))
        return seats[0]

    def _throw(self, seats: Sequence[Seat]) -> dict[Seat, int]:
        rampo = tuple(RampoThrow(seat, self.dice.roll(DICE, tie=seat)) for seat in seats)
        self.thrown.append(rampo)
        return {seat: place(faces) for seat, faces in rampo}


def _with(places: dict[Seat, int], wanted: int) -> list[Seat]:
    return [seat for seat, at in places.items() if at == wanted]


def stake(state: State, value_421: int) -> int:
    """Return the tokens that the hands of the round set so far, at least one of them: the best, by the Power die."""
    best, *others = sorted((faces for faces in state.hands if faces), key=place)
    second = others[:1] if state.power == DOUBLE else []
    return sum(value(faces, value_421) for faces in (best, *second)) * multiplier(state.power)


def settle_round(state: State, *, rampo: bool, nenette: str, value_421: int, dice: Dice) -> Settled:
    """Return the end of the round; without ``rampo`` a tie brings no tokens to anybody."""
    places = {Seat(seat): place(faces) for seat, faces in enumerate(state.hands) if faces}
    top = min(places.values())
    best, worst = _with(places, top), _with(places, max(places.values()))
    throws = TieThrows(dice)
    loser, giver = _ends(best, worst, state.discharge, throws if rampo else None)
    owed = stake(state, value_421)
    purse = _TokenTransfer(state, giver)
    special = [seat for seat in places if hand(state.hands[seat]) == NENETTE and nenette != "none"]
    paid = [seat for seat in special if nenette == "add2" and purse.pay(seat, NENETTE_TOKENS)]
    if loser is not None:
        instead = nenette == "fixed2" and loser in special
        if purse.pay(loser, NENETTE_TOKENS if instead else owed) and instead:
            paid = [loser]
    return Settled(state.hands, owed, loser, giver, tuple(purse.gained), tuple(paid), tuple(throws.thrown))


def _ends(
    best: list[Seat], worst: list[Seat], discharge: bool, rampos: TieThrows | None
) -> tuple[Seat | None, Seat | None]:
    """Return the seat that receives and, in the discharge, the giver; first throw for a tie for the worst hand."""
    if rampos is None:
        return worst[0] if len(worst) == 1 else None, best[0] if discharge and len(best) == 1 else None
    if not discharge:
        return rampos.one(worst, best=False), None
    if best == worst:
        giver, loser = rampos.both(best)
        return loser, giver
    loser = rampos.one(worst, best=False)
    return loser, rampos.one(best, best=True)


class _TokenTransfer:
    """The source of a round's tokens: the pot, or the seat that gives; nobody after an undecided tie."""

    def __init__(self, state: State, giver: Seat | None) -> None:
        self._giver = giver
        self._left = state.tokens[giver] if giver is not None else 0 if state.discharge else state.pot
        self.gained = [0] * len(state.tokens)

    def pay(self, seat: Seat, tokens: int) -> int:
        """Give ``seat`` so many tokens, or what is left; return how many. A seat pays itself nothing."""
        given = 0 if seat == self._giver else min(tokens, self._left)
        self._left -= given
        self.gained[seat] += given
        if self._giver is not None:
            self.gained[self._giver] -= given
        return given


def next_starter(state: State, end: Settled, rule: str, playing: Iterable[Seat]) -> Seat:
    """Return the first seat of the round after ``end``: the one ``rule`` names, or the next one ``playing``."""
    staying = set(playing)
    wanted = state.first
    if rule == "loser" and end.loser is not None:
        wanted = end.loser
    elif rule == "winner":
        wanted = _winner(state, end)
    elif rule == "clockwise":
        wanted = Seat((state.first + 1) % len(state.tokens))
    before = Seat((wanted - 1) % len(state.tokens))
    return cast(Seat, next_seat(len(state.tokens), before, lambda seat: seat in staying))


def _winner(state: State, end: Settled) -> Seat:
    """Return the seat with the best hand: the one that gave, else the first of a tie, in the order of the round."""
    if end.giver is not None:
        return end.giver
    played = [Seat(seat) for seat, faces in enumerate(end.hands) if faces]
    seats = len(state.tokens)
    return min(played, key=lambda seat: (place(end.hands[seat]), (seat - state.first) % seats))


# -- A game: as many throws for everybody as the first player made, then tokens change hands -------------------------

THROWS = 3


@dataclass(frozen=True)
class FourTwoOne(MatchGame[State, Action]):
    """421 with its house rules chosen."""

    state_type: ClassVar[type[State]] = State
    tells_end: ClassVar[bool] = True
    rules: ClassVar[tuple[Rule, ...]] = RULES
    only_in_turns: ClassVar[str] = N_(
        "Tokens go from player to player, so everybody plays at the same table, in turns."
    )
    seats_alone: ClassVar[range] = range(2, 13)
    counted: ClassVar[tuple[str, ...]] = ("rounds", "lost", "hands_421")
    key: ClassVar[str] = "421"
    tie_dice: ClassVar[int] = DICE
    fewest_seats: ClassVar[int] = 2
    both_ways_tie: ClassVar[str] = N_("One game each: the win in fewer rounds decides.")

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
        once = state.power == FREEZE or (self.house_rules["charge_one_throw"] and not state.discharge)
        return (1 if once else THROWS) + (state.power == POWER)

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

    def near_end(self, state: State) -> bool:
        """Whether somebody may soon have no token left."""
        return state.discharge and min(state.tokens[seat] for seat in self.playing(state)) <= _FEW_TOKENS

    def answers(self, state: State) -> bool:
        """Whether there is a hand to beat already."""
        return any(state.hands)

    def teaching(self, state: State, best: str, other: str) -> Teaching:
        """Return which hand the dice are kept for, where the turn goes on and the end is not near."""
        told = super().teaching(state, best, other)
        if told.theme is not Theme.OTHER:
            return told
        wanted, went = (aim_of(tuple(map(int, do.split()[1:]))) for do in (best, other))
        return Teaching.by_aims(_AIMS, wanted, went)

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
        """End the game for ``free``, the seats without a token left, or go on if there are none."""
        if not free:
            return Step(self._next_round(state, end), events)
        rampos = TieThrows(dice)
        winners = (rampos.one(free, best=True),) if self.rampo else free
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
        full = replaced(begun, last=state.last, stood=state.stood, final_rampos=state.final_rampos)
        return replaced(full, turn=first, first=first)

    def next_first(self, state: State, last: Seat) -> Seat:
        """Return who would begin the next round, by default the one with the worst hand; both ways the other one."""
        if state.last is None or self.both_ways:
            return super().next_first(state, last)
        return next_starter(state, state.last, str(self.house_rules["starter"]), self.staying(state))

    def players(self, state: State) -> int:
        """Return the number of seats that began."""
        return len(state.tokens)

    def present_points(self, state: State, seat: Seat) -> int:
        """Return the tokens of ``seat`` below 0, so that more is better; in a match 1 for a game won."""
        return int(seat in state.winners) if self.length.several else -state.tokens[seat]

    def present_rank(self, state: State, seat: Seat) -> tuple[bool, int]:
        """Return whether ``seat`` has won, then its tokens."""
        return seat in state.winners, -state.tokens[seat]

    def present_tally(self, state: State, seat: Seat) -> tuple[int, ...]:
        """Return both ways the rounds in which ``seat`` has won, below 0."""
        return (-state.round if seat in state.winners else 0,) if self.both_ways else ()

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

    def count_last(self, seats: Sequence[SeatStats], last: Settled) -> None:
        """Count the hands of a round once it is settled."""
        for seat, faces in enumerate(last.hands):
            if faces:
                counts = seats[seat].counts
                counts["rounds"] += 1
                counts["lost"] += last.loser == seat
                counts["hands_421"] += hand(faces) == (4, 2, 1)

    def report(self, state: State) -> Report:
        """Return the tokens as ``replay`` shows them."""
        seats = tuple(
            {"tokens": held, "hand": list(hand) or None, **self.reported(state, Seat(seat))}
            for seat, (held, hand) in enumerate(zip(state.tokens, state.hands, strict=True))
        )
        return Report(seats, {"pot": state.pot, "phase": "decharge" if state.discharge else "charge"})
