"""What positions of 421 are worth: the chance to win at every moment of a game; and simple ways to play."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bot.engine import Action, Faces, Keep, Roll, Seat, acting
from bot.engine.dice import ScriptedDice
from bot.engine.game import GAMES
from bot.games.four_two_one.rules import HANDS, NAMED_HANDS, NENETTE, FourTwoOne, Stand, State, hand, place, value
from bot.mind.evaluator import Advice, Evaluator, NoEvaluator, Strength, Unit, win_chance_among
from bot.mind.levels import Mind
from bot.mind.players import Sense
from bot.mind.reasons import CHANCE, COUNT, Finding, Quantity, Split
from bot.mind.store import KeepValues, keeper
from bot.mind.throws import Throws, Values, throws_of

# -- What the end of a round between two players leads to: the game itself is asked ----------------------------------
# Seat 0 throws first. A position is a moment between rounds.

FIRST, SECOND = Seat(0), Seat(1)
_FOR_TWO = 2

_TIE_THROWS = ((HANDS[0], NENETTE), (NENETTE, HANDS[0]))
"""The ways to decide a tie, both equally likely: a throw that ties again changes nothing."""


class TokenPosition(NamedTuple):
    """Where the tokens are before a round. The pot is empty in the discharge, and only there."""

    pot: int
    first: int
    """The tokens of the player who throws first."""
    second: int


class RoundEnd(NamedTuple):
    """What a round may lead to: the end of the game, or another round."""

    won: float | None
    """The share of seat 0 in the victory; None while the game goes on."""
    position: TokenPosition
    swapped: bool
    """Whether the one who threw second throws first in that round."""


Endings: TypeAlias = tuple[RoundEnd, ...]
"""What a round may lead to, each as likely as the others."""


class Rounds:
    """The rounds of a game between two."""

    def __init__(self, game: FourTwoOne) -> None:
        """Ask ``game``; of a match, its present game."""
        self.game = replace(game, house_rules=game.house_rules.without(GAMES))
        self.throws = throws_of(3)

    @cached_property
    def kinds(self) -> NDArray[np.int64]:
        """For each hand of the second (row) and of the first (column), the number of its pair in :attr:`examples`."""
        known = {self._kind(*pair): number for number, pair in enumerate(self.examples)}
        hands = self.throws.throws
        return np.array([[known[self._kind(first, second)] for first in hands] for second in hands])

    @cached_property
    def examples(self) -> list[tuple[Faces, Faces]]:
        """A pair of hands, the first player's first, for every way in which a round may end."""
        hands = self.throws.throws
        return list({self._kind(first, second): (first, second) for first, second in product(hands, hands)}.values())

    def _kind(self, first: Faces, second: Faces) -> tuple[object, ...]:
        """Return all that matters of two hands: the better one, its cost, and the player with a nénette."""
        order = (place(first) > place(second)) - (place(first) < place(second))
        cost = value(min(first, second, key=place), int(self.game.house_rules["value_421"]))
        return order, cost, hand(first) == NENETTE, hand(second) == NENETTE

    def start(self, at: TokenPosition) -> State:
        """Return the beginning of a round."""
        return State(at.pot, (at.first, at.second), ((), ()), FIRST, FIRST, discharge=not at.pot)

    def endings(self, at: TokenPosition, first: Faces, second: Faces) -> Endings:
        """Return what a round leads to that ends with these hands."""
        limit = self.game.most_throws(self.start(at))
        state = replace(
            self.start(at), hands=(first, ()), turn=SECOND, limit=limit, throws=limit, dice=second, stood=FIRST
        )
        endings = []
        for faces in _TIE_THROWS:
            dice = ScriptedDice(faces * 2)  # A tie for the round, then one between players without a token.
            endings.append(_ending(self.game.apply(state, Stand(), dice).state))
            if dice.left == len(faces) * 2:
                return tuple(endings)
        return tuple(endings)

    def may_stand(self, at: TokenPosition, limit: int, throws: int) -> bool:
        """Whether who must throw ``limit`` times may stand after ``throws``."""
        state = replace(self.start(at), limit=limit, throws=throws, dice=HANDS[0])
        return Stand() in self.game.legal_actions(state)


def _ending(state: State) -> RoundEnd:
    first = state.first
    at = TokenPosition(state.pot, state.tokens[first], state.tokens[1 - first])
    won = (FIRST in state.winners) / len(state.winners) if state.turn is None else None
    return RoundEnd(won, at, first != FIRST)


# -- The chance of every position between two players, if both play as well as can be --------------------------------
# In the discharge tokens go back and forth, so its positions are worked out again and again until nothing changes. In
# the charge the pot shrinks, so each amount follows from the smaller ones.

_NEVER = -1.0
"""Less than any chance: what the rules do not allow."""
_STEADY = 1e-11
"""A change that counts as none."""


class HandPlan(NamedTuple):
    """What a turn of 421 is worth to the one who throws, for each of several cases (the second axis)."""

    keeps: tuple[Values, ...]
    """After each throw but the last, what each keep is worth; three dice kept means to stand."""
    value: Values
    """Before the first throw."""


def plan(stand: Sequence[Values | None]) -> HandPlan:
    """Return the best turn, given what standing on each hand (row) is worth after each throw; None: not allowed."""
    throws = throws_of(3)
    worth, keeps = stand[-1], []
    if worth is None:
        raise ValueError("after the last throw everybody stands")
    for standing in reversed(stand[:-1]):
        kept = throws.keeping(worth)
        kept[throws.first_throw :] = _NEVER if standing is None else standing
        keeps.append(kept)
        worth = throws.choosing(kept)
    return HandPlan(tuple(reversed(keeps)), throws.keeping(worth)[0])


class Duel:
    """Two players and so many tokens: the chance of the one to throw first, position by position."""

    def __init__(self, rounds: Rounds, tokens: int, values: Values | None = None) -> None:
        """Answer by ``values``: ``[pot, tokens of the first]``; without them, work them out (seconds)."""
        self.rounds = rounds
        self._tokens = tokens
        self.values = np.full((tokens + 1, tokens + 1), 0.5) if values is None else values
        if values is None:
            self._solve()

    def _solve(self) -> None:
        for pot in range(self._tokens + 1):
            positions = [
                TokenPosition(pot, first, self._tokens - pot - first) for first in range(self._tokens - pot + 1)
            ]
            leads = {at: self.leads(at) for at in positions}
            again = any(end.position.pot == pot for ways in leads.values() for ends in ways for end in ends)
            change = 1.0
            while change > _STEADY:
                change = again * max(self._work_out(at, ways) for at, ways in leads.items())

    def _work_out(self, at: TokenPosition, leads: list[Endings]) -> float:
        """Work a position out and return how much it has changed."""
        before = self.values[at.pot, at.first]
        self.values[at.pot, at.first] = plan(self.first_stands(at, self._ends(leads)))[1][0]
        return abs(float(self.values[at.pot, at.first] - before))

    def leads(self, at: TokenPosition) -> list[Endings]:
        """Return what the round leads to, for each pair of hands in :attr:`Rounds.examples`."""
        return [self.rounds.endings(at, *pair) for pair in self.rounds.examples]

    def ends(self, at: TokenPosition) -> Values:
        """Return the chance of the first player after a round: hand of the second (row), of the first (column)."""
        return self._ends(self.leads(at))

    def _ends(self, leads: list[Endings]) -> Values:
        return np.array([self._mean(endings) for endings in leads])[self.rounds.kinds]

    def _mean(self, endings: Endings) -> float:
        """Return the chance of the first player, given what the round may lead to."""
        total = 0.0
        for won, at, swapped in endings:
            if won is not None:
                total += won
            else:
                chance = float(self.values[at.pot, at.first])
                total += 1.0 - chance if swapped else chance
        return total / len(endings)

    def steady(self, pot: int, mine: int, theirs: int) -> float:
        """Return the chance of one of the two, if either is as likely to begin the next round."""
        return float(self.values[pot, mine] + 1.0 - self.values[pot, theirs]) / 2

    def outcomes(self, at: TokenPosition, endings: Endings) -> Iterator["RoundOutcome"]:
        """Yield what the end of a round that begins with ``at`` is for the one to throw first."""
        for end in endings:
            pot, first, second = end.position
            if end.swapped:
                first, second = second, first
            worth = self._mean((end,))
            steady = worth if end.won is not None else self.steady(pot, first, second)
            begins = end.won is None and not end.swapped
            tokens = first - at.first, second - at.second
            yield RoundOutcome(1 / len(endings), worth, steady, *tokens, begins, end.won)

    def first_stands(self, at: TokenPosition, ends: Values, limit: int = 0) -> list[Values | None]:
        """Return what standing is worth to the first player after each throw; ``limit`` as in the state of a game."""
        most = limit or self.rounds.game.most_throws(self.rounds.start(at))
        stands: list[Values | None] = []
        for throws in range(1, most + 1):
            allowed = self.rounds.may_stand(at, limit, throws)
            worth = plan(self.second_stands(at, 1.0 - ends, limit or throws)).value if allowed else None
            stands.append(None if worth is None else 1.0 - worth[:, None])
        return stands

    def second_stands(self, at: TokenPosition, worth: Values, limit: int) -> list[Values | None]:
        """Return what standing is worth to the second after each of ``limit`` throws, given the ``worth`` of hands."""
        return [worth if self.rounds.may_stand(at, limit, throws) else None for throws in range(1, limit + 1)]


# -- The chance to win at every moment of a game ---------------------------------------------------------------------

TURNS = 16
"""Turns to keep worked out: every choice of a turn asks for the same."""


class RoundOutcome(NamedTuple):
    """A way in which a round between two may end, for one of them."""

    chance: float
    worth: float
    """The chance to win the game after it."""
    steady: float
    """The chance if either were as likely to begin the next round."""
    received: int
    """The tokens that come; below 0 if they go."""
    given: int
    """Those that come to the other."""
    begins: bool
    """Whether there is another round, and one begins it."""
    won: float | None
    """The share in the victory; None while the game goes on."""
    order: int = 0
    """Above 0 if the round is won, below if it is lost."""
    hand: Faces = ()
    """What one ends the turn with."""

    def of_the_other(self) -> "RoundOutcome":
        """Return the same for the other one."""
        goes_on = self.won is None
        return RoundOutcome(
            self.chance,
            1.0 - self.worth,
            1.0 - self.steady,
            self.given,
            self.received,
            goes_on and not self.begins,
            None if self.won is None else 1.0 - self.won,
        )


def _answers(throws: Throws, stands: Sequence[Values | None]) -> Values:
    """Return how often the second player ends with each hand (row), by the first one's hand (column)."""
    turn, first = plan(stands), throws.first_throw
    many = len(throws.throws)
    kept, ends = np.zeros((len(throws.keeps), many)), np.zeros((many, many))
    kept[0] = 1.0
    for thrown in range(1, len(stands) + 1):
        fallen = throws.falling(kept)
        if thrown == len(stands):
            ends += fallen
            break
        keeps = np.broadcast_to(turn.keeps[thrown - 1], (len(throws.keeps), many))
        kept = throws.kept(fallen, throws.chosen(keeps)[1])
        ends += kept[first:]
        kept[first:] = 0.0
    return ends


_ACES = (1, 1)
_ABOUT_AS_OFTEN = 0.5
"""The third die beside two aces is told where both answers bring these nearly as often: else it says half the truth."""


def hand_split(best: Sequence[RoundOutcome], done: Sequence[RoundOutcome], value_421: int) -> Split:
    """Return the split by the named hands that the turn ends with, by what they bring more than a plain one.

    Two aces are one hand, whatever lies beside them; the third die says how many tokens they set.
    """
    sorts: dict[Faces, tuple[list[RoundOutcome], list[RoundOutcome]]] = {}
    for answer, ends in enumerate((best, done)):
        for end in ends:
            plain = place(end.hand) >= NAMED_HANDS
            sort = () if plain else _ACES if end.hand.count(1) >= len(_ACES) else hand(end.hand)
            sorts.setdefault(sort, ([], []))[answer].append(end)

    def mean(ends: Sequence[RoundOutcome]) -> tuple[float, float]:
        often = sum(end.chance for end in ends)
        return often, sum(end.chance * end.worth for end in ends) / often if often else 0.0

    _, base = mean([end for some in sorts.get((), ()) for end in some])
    if () not in sorts:
        base = min(mean([*mine, *other])[1] for mine, other in sorts.values())
    quantities = list[Quantity]()
    for sort, (mine, other) in sorts.items():
        (often, worth), (others, other_worth), (_, both) = mean(mine), mean(other), mean([*mine, *other])
        if not sort:
            continue
        claim = Finding("hit", often, others, CHANCE, " ".join([Keep.word, *map(str, sort)]))
        quantities.append(Quantity(claim, (often - others) * (both - base)))
        if sort == _ACES and min(often, others) >= _ABOUT_AS_OFTEN * max(often, others) > 0:
            tokens, other_tokens = (
                sum(end.chance * value(end.hand, value_421) for end in ends) / chance
                for ends, chance in ((mine, often), (other, others))
            )
            part = (worth - other_worth) * (often + others) / 2
            quantities.append(Quantity(Finding("third", tokens, other_tokens, COUNT), part))
    return quantities


def round_split(best: Sequence[RoundOutcome], done: Sequence[RoundOutcome]) -> Split:
    """Return the split by how often a round is won, tied and lost, and by what it then brings."""

    def mean(ends: Sequence[RoundOutcome], order: int, what: Callable[[RoundOutcome], float]) -> tuple[float, float]:
        some = [end for end in ends if end.order == order]
        often = sum(end.chance for end in some)
        return often, sum(end.chance * what(end) for end in some) / often if often else 0.0

    def worths(order: int) -> tuple[float, float, float, float]:
        """Return how often that comes with each answer, and what it is worth: if never, as much as with the other."""
        (often, worth), (other, other_worth) = (mean(ends, order, lambda end: end.worth) for ends in (best, done))
        return often, worth if often else other_worth, other, other_worth if other else worth

    quantities, claims = list[Quantity](), {1: ("round", "won_tokens"), 0: ("tie", ""), -1: ("", "lost_tokens")}
    _, lost, _, other_lost = worths(-1)
    base = (lost + other_lost) / 2
    for order, (chance_of, tokens_of) in claims.items():
        often, worth, other, other_worth = worths(order)
        both = often + other
        if chance_of:
            part = (often - other) * ((worth + other_worth) / 2 - base)
            quantities.append(Quantity(Finding(chance_of, often, other, CHANCE), part))
        part = (worth - other_worth) * both / 2
        tokens, other_tokens = (
            mean(ends, order, lambda end: end.given if end.order > 0 else end.received)[1] for ends in (best, done)
        )
        if tokens_of and often and other:
            quantities.append(Quantity(Finding(tokens_of, tokens, other_tokens, COUNT), part, fewer=order < 0))
        elif part:
            quantities.append(Quantity(Finding("tie", 0.0, 0.0, COUNT), part))
    return quantities


def exchange_split(before: float, best: Sequence[RoundOutcome], done: Sequence[RoundOutcome]) -> Split:
    """Return the split by the tokens that come, those that come to the other, and the beginning of the next round.

    ``before`` is the chance to win with the tokens as they are, whoever begins.
    """

    def mean(what: Callable[[RoundOutcome], float]) -> tuple[float, float]:
        mine, other = (sum(end.chance * what(end) for end in ends) for ends in (best, done))
        return mine, other

    def quantity(kind: str, unit: str, told: tuple[float, float], worth: tuple[float, float]) -> Quantity:
        return Quantity(Finding(kind, *told, unit), worth[0] - worth[1], fewer=kind == "receives")

    return [
        quantity(
            "receives",
            COUNT,
            mean(lambda end: max(0, end.received)),
            mean(lambda end: (end.received > 0) * (end.steady - before)),
        ),
        quantity(
            "gives",
            COUNT,
            mean(lambda end: max(0, end.given)),
            mean(lambda end: (end.received <= 0) * (end.steady - before)),
        ),
        quantity("begins", CHANCE, mean(lambda end: end.begins), mean(lambda end: end.worth - end.steady)),
    ]


def last_round_split(best: Sequence[RoundOutcome], done: Sequence[RoundOutcome]) -> Split:
    """Return the parts of how often the round wins the game and loses it, against what another round is worth."""
    goes_on = [end for end in (*best, *done) if end.won is None]
    base = sum(end.chance * end.worth for end in goes_on) / (sum(end.chance for end in goes_on) or 1.0)
    quantities = list[Quantity]()
    for kind, share in (("wins_game", 1.0), ("loses_game", 0.0)):
        mine, other = (sum(end.chance for end in ends if end.won == share) for ends in (best, done))
        part = (mine - other) * (share - base)
        quantities.append(Quantity(Finding(kind, mine, other, CHANCE), part, fewer=not share))
    return quantities


class ChanceToWin:
    """Evaluates the positions of 421.

    Exact between two. Among more it is an estimate: the seat to act plays against the leader alone, the other seat with
    the fewest tokens, and its chance against each other one is taken to be the same. Of a match it is the chance to win
    the present game, and an estimate too, since who throws first in the next one depends on this one's end.
    """

    def __init__(self, game: FourTwoOne, keep: KeepValues) -> None:
        """Work out the positions with so many tokens when they are first asked for, and keep them by ``keep``.

        Raises NoEvaluator for rules with the Power die.
        """
        if game.house_rules["power"]:
            raise NoEvaluator(f"no evaluator for {game.key} with the Power die")
        self._game = game
        self._rounds = Rounds(game)
        self._keep = keep
        self._duels: dict[int, Duel] = {}
        self._turns = lru_cache(TURNS)(self._turn)

    def advise(self, state: State) -> Advice:
        """Return the chance to win of the seat to act. Raises GameOver after the end."""
        own = acting(state)
        others = [seat for seat in self._game.playing(state) if seat != own]
        leader = min(others, key=lambda seat: state.tokens[seat])
        valued = [
            (action, win_chance_among(len(others), chance)) for action, chance in self._against(state, own, leader)
        ]
        exact = len(others) == 1 and state.first in (own, leader) and not self._game.length.several
        return Advice.of(Unit.WIN, Strength.EXACT if exact else Strength.ESTIMATE, valued)

    def _against(self, state: State, seat: Seat, other: Seat) -> list[tuple[Action, float]]:
        """Return the chance of ``seat`` against ``other`` alone, after each legal action."""
        mine, theirs = state.tokens[seat], state.tokens[other]
        hand: Faces = tuple(sorted(state.hands[other]))
        stands, turn = self._turns(TokenPosition(state.pot, mine, theirs), hand, state.limit)
        if not state.throws:
            return [(Roll(), float(turn.value[0]))]
        index = self._rounds.throws.index
        dice, first_throw = index[tuple(sorted(state.dice))], self._rounds.throws.first_throw
        valued: list[tuple[Action, float]] = []
        for action in self._game.legal_actions(state):
            standing = stands[state.throws - 1]
            if isinstance(action, Keep):
                valued.append((action, float(turn.keeps[state.throws - 1][index[action.faces], 0])))
            elif isinstance(action, Stand) and standing is not None:
                valued.append((action, float(standing[dice - first_throw, 0])))
            else:
                raise TypeError(action)
        return valued

    def rounds(self, state: State, action: Action) -> Iterator[RoundOutcome]:
        """Yield how the round between two may end after ``action``, if every later choice of both is the best."""
        own, other = acting(state), Seat(1 - acting(state))
        theirs: Faces = tuple(sorted(state.hands[other]))
        seats = (other, own) if theirs else (own, other)
        at = TokenPosition(state.pot, *(state.tokens[seat] for seat in seats))
        throws, first = self._rounds.throws, self._rounds.throws.first_throw
        duel = self._duel(at.pot + at.first + at.second)
        outcomes = [
            [one.of_the_other() if theirs else one for one in duel.outcomes(at, endings)] for endings in duel.leads(at)
        ]

        def ends(chance: float, mine: int, answer: int) -> Iterator[RoundOutcome]:
            hands = throws.throws[mine], throws.throws[answer]
            order = (place(hands[0]) < place(hands[1])) - (place(hands[0]) > place(hands[1]))
            kind = self._rounds.kinds[(mine, answer) if theirs else (answer, mine)]
            for one in outcomes[kind]:
                yield one._replace(chance=chance * one.chance, order=order, hand=hands[0])

        planned = self._turns(TokenPosition(at.pot, state.tokens[own], state.tokens[other]), theirs, state.limit)
        hands = self._hands(state, action, *planned)
        if theirs:
            for (number, _), chance in hands.items():
                yield from ends(chance, number, throws.index[theirs] - first)
            return
        worth = 1.0 - duel.ends(at)
        for thrown in {thrown for _, thrown in hands}:
            often = _answers(throws, duel.second_stands(at, worth, state.limit or thrown))
            for (number, after), chance in hands.items():
                for answer in np.flatnonzero(often[:, number]).tolist() if after == thrown else ():
                    yield from ends(chance * float(often[answer, number]), number, answer)

    def as_it_stands(self, state: State) -> float:
        """Return the chance of the seat to act with the tokens as they are before a round that either may begin."""
        own = acting(state)
        mine, theirs = state.tokens[own], state.tokens[1 - own]
        return self._duel(state.pot + mine + theirs).steady(state.pot, mine, theirs)

    def _hands(
        self, state: State, action: Action, stands: list[Values | None], turn: HandPlan
    ) -> dict[tuple[int, int], float]:
        """Return how often the turn ends with each hand (its place among all) after so many throws."""
        throws = self._rounds.throws
        first = throws.first_throw
        if not isinstance(action, Keep):
            return {(throws.index[tuple(sorted(state.dice))] - first, state.throws): 1.0}
        kept, ends = np.zeros((len(throws.keeps), 1)), dict[tuple[int, int], float]()
        kept[throws.index[action.faces]] = 1.0
        for thrown in range(state.throws + 1, len(stands) + 1):
            which = np.arange(first, len(throws.keeps))[:, None]
            if thrown < len(stands):
                which = throws.chosen(turn.keeps[thrown - 1])[1]
            kept = throws.kept(throws.falling(kept), which)
            for number in np.flatnonzero(kept[first:, 0]).tolist():
                ends[number, thrown] = float(kept[first + number, 0])
            kept[first:] = 0.0
        return ends

    def _turn(self, at: TokenPosition, hand: Faces, limit: int) -> tuple[list[Values | None], HandPlan]:
        """Return what standing is worth after each throw, by one's own hand, and the best turn.

        ``at`` is the position as if the seat to act had thrown first; ``hand`` is the other's, if there is one already.
        """
        duel = self._duel(at.pot + at.first + at.second)
        if not hand:
            stands = duel.first_stands(at, duel.ends(at), limit)
        else:
            swapped = TokenPosition(at.pot, at.second, at.first)
            column = self._rounds.throws.index[hand] - self._rounds.throws.first_throw
            stands = duel.second_stands(swapped, 1.0 - duel.ends(swapped)[:, [column]], limit)
        return stands, plan(stands)

    def _duel(self, tokens: int) -> Duel:
        if tokens not in self._duels:
            values = self._keep(lambda: Duel(self._rounds, tokens).values, tokens)
            self._duels[tokens] = Duel(self._rounds, tokens, values)
        return self._duels[tokens]


# -- Simple ways to play, and the face to the mind --------------------------------------------------------------------

HANDS_WORSE = 40.0
"""A slip is beaten by so many more of 100 throws at most."""


def _ranks() -> Values:
    """Return for each hand (row) how many of 100 throws are worse."""
    throws = throws_of(3)
    places = np.array([place(faces) for faces in throws.throws])
    chances = throws.falling(np.eye(1, len(throws.keeps)).T)[:, 0]
    ranks: Values = 100 * np.where(places[:, None] < places, chances, 0).sum(axis=1, keepdims=True)
    return ranks


class BestHand:
    """Aims for a hand of 421 that beats as many throws as possible, whatever is at stake.

    The Power die changes how many throws there are, which a position knows, and what is at stake.
    """

    def __init__(self, game: FourTwoOne, ahead: int = 3) -> None:
        """Look so many throws ``ahead``."""
        self._game = game
        self._ahead = ahead
        self._throws = throws_of(3)
        self._ranks = _ranks()

    def advise(self, state: Any) -> Advice:
        """Return the legal actions by the hand that they lead to. Raises GameOver after the end."""
        acting(state)
        most = min(self._game.most_throws(state), state.throws + self._ahead)
        stands = [self._stand(state, number) for number in range(1, most)]
        turn = plan([*stands, self._ranks])
        index, first = self._throws.index, self._throws.first_throw
        valued: list[tuple[Action, float]] = []
        for action in self._game.legal_actions(state):
            if isinstance(action, Keep):
                valued.append((action, float(turn.keeps[state.throws - 1][index[action.faces], 0])))
            elif isinstance(action, Stand):
                valued.append((action, float(self._ranks[index[tuple(sorted(state.dice))] - first, 0])))
            else:
                valued.append((action, float(turn.value[0])))
        return Advice.of(Unit.POINTS, Strength.ESTIMATE, valued)

    def _stand(self, state: Any, throws: int) -> Values | None:
        """Return what standing after so many throws is worth; None where it is not allowed."""
        legal = self._game.legal_actions(replace(state, throws=throws, dice=HANDS[0]))
        return self._ranks if Stand() in legal else None


class FourTwoOneMind(Mind[FourTwoOne]):
    """What 421 knows of its positions: the chance to win."""

    def evaluator(self, game: FourTwoOne, folder: Path) -> Evaluator:
        """Return the chance to win."""
        return ChanceToWin(game, keeper(game, folder))

    def splits(
        self, game: FourTwoOne, evaluator: Evaluator, state: State, best: Action, done: Action
    ) -> Iterator[Split]:
        """Split by the round: how often it is won, and what it brings and costs; between two alone.

        Somebody who throws on looks at the hand that this makes first.
        """
        if isinstance(evaluator, ChanceToWin) and len(game.playing(state)) == game.players(state) == _FOR_TWO:
            ends = [list(evaluator.rounds(state, action)) for action in (best, done)]
            hands = hand_split(ends[0], ends[1], int(game.house_rules["value_421"]))
            throws_on = isinstance(best, Keep) and isinstance(done, Keep)
            if throws_on:
                yield hands
            yield round_split(*ends)
            if not throws_on:
                yield hands
            yield exchange_split(evaluator.as_it_stands(state), *ends)
            yield last_round_split(*ends)

    def strong(self, game: FourTwoOne, folder: Path) -> Evaluator:
        """Return what a champion goes by, since a regular player is blind to what is at stake."""
        return self.evaluator(game, folder)

    def par(self, game: FourTwoOne, folder: Path) -> Evaluator:
        """Return an evaluator that aims for the best hand."""
        return BestHand(game)

    def greedy(self, game: FourTwoOne) -> Evaluator:
        """Return an evaluator that looks one throw ahead."""
        return BestHand(game, ahead=1)

    def sense(self, game: FourTwoOne) -> Sense:
        """Return that nobody misses the best hand, nor a hand that beats far more throws."""
        return Sense(HANDS_WORSE, lambda state, _: hand(state.dice) == HANDS[0])


MIND = FourTwoOneMind()
