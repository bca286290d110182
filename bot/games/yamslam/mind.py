"""What positions of Yamslam are worth: the points of a seat, and against one other the chance to win, by a net."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from enum import IntEnum
from functools import cached_property, lru_cache
from hashlib import sha256
from math import fsum, prod
from pathlib import Path

import numpy as np

from bot.engine import Action, Keep, Roll, ScriptedDice, Seat, acting, has_power
from bot.games.yamslam.rules import (
    ALL_KINDS,
    CHIPS,
    DICE,
    KINDS,
    LAST,
    PLACES,
    SET,
    SIX_KINDS,
    THROWS,
    Chips,
    Pass,
    State,
    Take,
    Yamslam,
    bonuses,
)
from bot.mind.evaluator import Advice, Evaluator, NoEvaluator, Strength, Unit
from bot.mind.levels import Mind
from bot.mind.net import SheetNet, net_of
from bot.mind.players import Sense, all_alike
from bot.mind.reasons import BoxEnd, RiskEnd, Split, again_split, reach_split, turn_split
from bot.mind.store import digest_of
from bot.mind.throws import TurnOfOne, throws_of

# -- Positions between two players, as a net reads them --------------------------------------------------------------
# For each kind counts where its four chips are: with the player to act, with the other, on the rack or removed.
# And it counts what happens if the turn brings no chip.

ChipCounts = tuple[int, int, int]
"""The numbers of four chips that the player to act has, the other has, and the rack has; the rest are removed."""
PLACES_OF_CHIPS: list[ChipCounts] = [
    (own, other, rack)
    for own in range(CHIPS + 1)
    for other in range(CHIPS + 1 - own)
    for rack in range(CHIPS + 1 - own - other)
]


class RoundMoment(IntEnum):
    """The player who began the round, and whether a chip has been taken in it: if none is, the dearest one goes."""

    FIRST = 0
    """The player to act began it; nobody has a chip yet."""
    FIRST_SAFE = 1
    """The player to act began it, and has taken a chip: after a Yamslam."""
    SECOND = 2
    """The other player began it, and got nothing."""
    SECOND_SAFE = 3


def position(state: State) -> tuple[tuple[ChipCounts, ...], RoundMoment]:
    """Return where the chips of each kind are, and the moment, before a turn or after a Yamslam."""
    seat = Seat(state.turn or 0)
    chips = tuple(zip(state.taken[seat], state.taken[1 - seat], state.rack, strict=True))
    return chips, RoundMoment(2 * seat + (state.fruitful or state.won))


# -- An estimate of the points that the rest of a game brings to a seat ----------------------------------------------
# Each chip on the rack is taken to be won by somebody with the chance below, and by everybody who still plays as likely
# as by anybody else.

_WON_ALONE = (1.0, 1.0, 0.96, 0.86, 0.8, 0.84, 0.72)
"""The part of the chips of each kind that somebody wins and that is not removed, alone.

As :class:`YamslamEstimate` did against itself, here and below.
"""
_WON = (1.0, 1.0, 1.0, 1.0, 0.97, 0.95, 0.91)
"""The part among several players."""
_LAST_WON = 0.6
"""The chance that a player wins the last chip."""
_AGAIN = 12.0
"""What another turn at once is worth among several players."""


def points_to_come(game: Yamslam, state: State, seat: Seat) -> float:
    """Return an estimate of the points that ``seat`` gets in the rest of a game that is not over."""
    staying = [other for other in range(game.players(state)) if other not in state.gone]
    share = sum(game.side(other) == game.side(seat) for other in staying) / len(staying)
    chances = [share * won for won in (_WON_ALONE if share == 1 else _WON)]
    chips = fsum(chance * left * kind.points for chance, left, kind in zip(chances, state.rack, KINDS, strict=True))
    last = LAST * share * _LAST_WON
    again = _AGAIN if state.turn == seat and share < 1 else 0
    return chips + last + again + _bonuses_to_come(state.taken[game.side(seat)], state.rack, chances)


def _bonuses_to_come(own: Chips, rack: Chips, chances: list[float]) -> float:
    """Return what the bonuses for different kinds and for four of a kind bring on average."""
    every = list(zip(own, rack, chances, strict=True))
    kinds = [1.0 if mine else 1 - _times(1 - chance, left) for mine, left, chance in every]
    all_kinds = prod(kinds)
    six_kinds = fsum((1 - chance) * prod(kinds[:place] + kinds[place + 1 :]) for place, chance in enumerate(kinds))
    sets = fsum(_times(chance, left) for mine, left, chance in every if mine + left == CHIPS)
    return ALL_KINDS * all_kinds + SIX_KINDS * six_kinds + SET * sets


def _times(chance: float, times: int) -> float:
    """Return the chance that something happens so many times in a row; a power is not the same on every processor."""
    return prod([chance] * times)


# -- The points that a seat ends with --------------------------------------------------------------------------------
# A turn is worked out over all its throws; an estimate or a net says what comes after it. Which
# chips may be taken, and what the rack, the bonuses and the turn are then, the game's own rules say.

TURNS = 16
"""Turns to keep worked out: every choice of a turn asks for the same."""
_NO_DICE = ScriptedDice(())
"""Taking a chip and passing throw nothing."""


class YamslamEstimate:
    """Evaluates the positions of Yamslam without the Power die, in about 2 ms each.

    Values are the seat's own points, or its team's, when the present game of the match is over, earlier games included.
    """

    unit, strength = Unit.POINTS, Strength.ESTIMATE

    def __init__(self, game: Yamslam, prospects: Callable[[Yamslam, State, Seat], float] = points_to_come) -> None:
        """Answer by the house rules of ``game``. Raises NoEvaluator if the Power die is among them.

        ``prospects`` says what the rest of a game brings to a seat.
        """
        if has_power(game.house_rules):
            raise NoEvaluator("no evaluator for yamslam with the Power die")
        self._game = game
        self._prospects = prospects
        self._turns = lru_cache(TURNS)(self._turn)

    @cached_property
    def _alike(self) -> dict[tuple[str, ...], list[int]]:
        """The throws (their places among all) that fit the same chips."""
        alike: dict[tuple[str, ...], list[int]] = {}
        for place, faces in enumerate(throws_of(DICE).throws):
            alike.setdefault(tuple(kind.key for kind in self._game.fits(faces)), []).append(place)
        return alike

    def advise(self, state: State) -> Advice:
        """Return what ``state`` is worth to the seat to act. Raises GameOver after the end."""
        acting(state)
        if not state.throws:
            return Advice.of(self.unit, self.strength, [(Roll(), self._whole(state).value)])
        valued = [
            (action, self._keeping(state, action) if isinstance(action, Keep) else self._ending(state, action))
            for action in self._game.legal_actions(state)
        ]
        return Advice.of(self.unit, self.strength, valued)

    def _keeping(self, state: State, action: Keep) -> float:
        turn = self._whole(state)
        worth = turn.first if state.throws == 1 else turn.second
        return float(worth[throws_of(DICE).index[action.faces]])

    def _whole(self, state: State) -> TurnOfOne:
        return self._turns(replace(state, throws=0, dice=(), kept=0))

    def _turn(self, state: State) -> TurnOfOne:
        """Return what keeping dice is worth in the turn that begins with ``state``."""
        throws = throws_of(DICE)
        final = np.empty(len(throws.throws))
        for places in self._alike.values():
            last = replace(state, dice=throws.throws[places[0]], throws=THROWS)
            final[places] = max(self._ending(last, action) for action in self._game.legal_actions(last))
        return TurnOfOne(throws, final)

    def turn_ends(self, state: State, action: Action) -> Iterator[BoxEnd]:
        """Yield how the turn may end after ``action``, if every later choice is the best: chips, or nothing."""
        if not isinstance(action, Keep):
            yield self._end(state, action, 1.0)
            return
        throws = throws_of(DICE)
        kept = np.zeros((len(throws.keeps), 1))
        kept[throws.index[action.faces]] = 1.0
        if state.throws == 1:
            _, which = throws.chosen(self._whole(state).second[:, None])
            kept = throws.kept(throws.falling(kept), which)
        often = throws.falling(kept)[:, 0]
        for places in self._alike.values():
            last = replace(state, dice=throws.throws[places[0]], throws=THROWS, kept=0)
            chance = float(sum(often[place] for place in places))
            if chance:
                legal = self._game.legal_actions(last)
                yield self._end(last, max(legal, key=lambda action: self._ending(last, action)), chance)

    def _end(self, state: State, action: Action, chance: float) -> BoxEnd:
        kind = f"{Take.word} {action.kind}" if isinstance(action, Take) else ""
        after = self._game.apply(state, action, _NO_DICE).state
        again, worth = after.won and not after.owed and self._game.players(state) > 1, self._ending(state, action)
        waiting = self._after(state, self._game.apply(after, Pass(), _NO_DICE).state) if again else worth
        return BoxEnd(chance, kind, float(bool(kind)), worth, again, worth - waiting)

    def value_of_turn(self, state: State) -> float:
        """Return what the turn is worth before its first throw."""
        return self._whole(state).value

    def worth_of_nothing(self, state: State) -> float:
        """Return what the turn is worth to a player who takes no chip."""
        return self._ending(replace(state, throws=THROWS, dice=throws_of(DICE).throws[0]), Pass())

    def _ending(self, state: State, action: Action) -> float:
        """Return what taking a chip or passing is worth."""
        after = self._game.apply(state, action, _NO_DICE).state
        if after.owed:
            return max(self._ending(after, second) for second in self._game.legal_actions(after))
        return self._after(state, after)

    def _after(self, before: State, after: State) -> float:
        """Return what it is worth to the seat to act at ``before`` that a chip has been taken or the turn is over."""
        seat = Seat(before.turn or 0)
        points = self._game.scores(after)[seat]
        if after.turn is None or len(after.match.earlier) > len(before.match.earlier):
            return float(points)
        return points + self._prospects(self._game, after, seat)


# -- The chance to win against one other, by a trained net -----------------------------------------------------------

_FOR_TWO = 2


class YamslamDuel(YamslamEstimate):
    """Evaluates the positions of Yamslam between two who both play on, by the chance to win.

    ``otherwise`` answers where there are more or fewer of them.
    """

    unit, strength = Unit.WIN, Strength.NET

    def __init__(self, game: Yamslam, net: SheetNet, otherwise: Evaluator) -> None:
        """Answer by ``net``, which must hold for the rules of ``game``: :func:`digest`."""
        super().__init__(game)
        self._net, self.otherwise = net, otherwise
        self._chance = lru_cache(TURNS * len(KINDS))(self._said)

    def advise(self, state: State) -> Advice:
        """Return the chance to win of the seat to act. Raises GameOver after the end."""
        return super().advise(state) if self.knows(state) else self.otherwise.advise(state)

    def knows(self, state: State) -> bool:
        """Whether the net answers for ``state``."""
        return self._game.players(state) == _FOR_TWO and not state.gone

    def _after(self, before: State, after: State) -> float:
        seat = before.turn
        outcome = self._game.outcome(after)
        if outcome is not None:
            first = outcome.ranks[0]
            return (seat in first) / len(first)
        chance = self._chance(*position(after))
        return chance if after.turn == seat else 1.0 - chance

    def _said(self, chips: tuple[ChipCounts, ...], moment: RoundMoment) -> float:
        return min(max(float(self._net.worth(inputs(chips, moment)[None])[0]), 0.0), 1.0)


def inputs(chips: tuple[ChipCounts, ...], moment: RoundMoment) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """Return a position as the net reads it: a row a kind, of which the first one also tells the moment."""
    rows = np.zeros((len(KINDS), 3), np.int64)
    rows[:, 0] = [PLACES_OF_CHIPS.index(where) for where in chips]
    rows[0, 2] = moment
    return rows


def digest(game: Yamslam) -> str:
    """Return a digest of all that a net of ``game`` depends on. Raises NoEvaluator for matches, which add totals up."""
    if game.length.several:
        raise NoEvaluator(f"no net for matches of {game.key}")
    fits = [[kind.key for kind in game.fits(faces)] for faces in throws_of(DICE).throws]
    earns = [bonuses((many,) * kinds + (0,) * (len(KINDS) - kinds), True) for many in range(5) for kinds in range(8)]
    rules = (digest_of(game), fits, [kind.points for kind in KINDS], earns)
    return sha256(repr(rules).encode()).hexdigest()


# -- Simple ways to play, and the face to the mind --------------------------------------------------------------------

CHIPS_POINTS = 20.0
"""A slip costs at most so many points of a turn; a chip counts up to 50."""


def greedy_yamslam(game: Yamslam) -> YamslamEstimate:
    """Play for the dearest chip of this turn."""
    return YamslamEstimate(game, lambda game, state, seat: 0.0)


def par_yamslam(game: Yamslam) -> YamslamEstimate:
    """Count each new kind and each chip of a set for its part of the bonus."""

    def part(game: Yamslam, state: State, seat: Seat) -> float:
        own = state.taken[game.side(seat)]
        kinds = sum(map(bool, own)) * ALL_KINDS / len(KINDS)
        sets = sum(mine for mine, left in zip(own, state.rack, strict=True) if mine + left == CHIPS) * SET / CHIPS
        return kinds + sets

    return YamslamEstimate(game, part)


def _dearer_split(taken: Take, throwing: Sequence[BoxEnd], taking: Sequence[BoxEnd]) -> Split:
    """Return the part of how likely somebody who throws on gets a dearer chip than the one that may be ``taken``."""
    dearer = {f"{Take.word} {kind.key}" for kind in KINDS[PLACES[taken.kind] + 1 :]}

    def ends(some: Sequence[BoxEnd]) -> list[RiskEnd]:
        return [RiskEnd(end.chance, end.worth, lost=False, reached=end.box in dearer) for end in some]

    return reach_split(ends(throwing), ends(taking), "dearer", f"{Take.word} {taken.kind}")


class YamslamChampion:
    """Goes by an evaluator, and alone by the parts of the bonuses."""

    def __init__(self, game: Yamslam, evaluator: Evaluator) -> None:
        self._game, self._evaluator, self._alone = game, evaluator, par_yamslam(game)

    def advise(self, state: State) -> Advice:
        """Return what a champion goes by. Raises GameOver after the end."""
        alone = self._game.players(state) == 1
        return (self._alone if alone else self._evaluator).advise(state)


class YamslamMind(Mind[Yamslam]):
    """What Yamslam knows of its positions: the points of a seat, and between two the chance to win."""

    def evaluator(self, game: Yamslam, folder: Path) -> Evaluator:
        """Return the chance to win where a net knows it, else the points to be expected."""
        estimate = YamslamEstimate(game)
        try:
            net = net_of(game.key, digest(game))
        except NoEvaluator:
            return estimate
        return estimate if net is None else YamslamDuel(game, net, estimate)

    def splits(self, game: Yamslam, evaluator: Evaluator, state: State, best: Action, done: Action) -> Iterator[Split]:
        """Split by whether another turn follows, or by the chips that this one brings."""
        while isinstance(evaluator, YamslamDuel) and not evaluator.knows(state):
            evaluator = evaluator.otherwise
        if isinstance(evaluator, YamslamEstimate) and not state.owed:
            ends = [list(evaluator.turn_ends(state, action)) for action in (best, done)]
            yield again_split(*ends)
            if isinstance(best, Keep) and isinstance(done, Take):
                yield _dearer_split(done, *ends)
            yield turn_split(evaluator.worth_of_nothing(state), *ends, spent="settled")
            yield turn_split(evaluator.value_of_turn(state), *ends, spent="settled")

    def champion(self, game: Yamslam, evaluator: Evaluator) -> Evaluator:
        """Return ``evaluator``; for a player alone what counts the parts of the bonuses, which brings more points."""
        return YamslamChampion(game, evaluator)

    def par(self, game: Yamslam, folder: Path) -> Evaluator:
        """Return an evaluator that counts the parts of a bonus."""
        return par_yamslam(game)

    def greedy(self, game: Yamslam) -> Evaluator:
        """Return an evaluator that plays for the dearest chip."""
        return greedy_yamslam(game)

    def sense(self, game: Yamslam) -> Sense:
        """Return that nobody misses a Yamslam or the dearest chip, nor far more points; and none slips into a pass."""

        def sees(state: State, best: Action) -> bool:
            return all_alike(state) or (isinstance(best, Take) and best.kind == KINDS[-1].key)

        return Sense(CHIPS_POINTS, sees, lambda state, best, action: isinstance(action, Pass))


MIND = YamslamMind()
