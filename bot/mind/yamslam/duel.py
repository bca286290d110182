"""The chance to win Yamslam against one other, by a trained net."""

from functools import lru_cache
from hashlib import sha256

import numpy as np

from bot.engine.match import GAMES, MatchLength
from bot.games.yamslam.chips import KINDS, bonuses
from bot.games.yamslam.rules import DICE, Yamslam
from bot.games.yamslam.state import State
from bot.mind.evaluator import Advice, Evaluator, NoEvaluator, Strength, Unit
from bot.mind.sheets.net import SheetNet
from bot.mind.store import digest_of
from bot.mind.throws import throws_of
from bot.mind.yamslam.estimate import TURNS, YamslamEstimate
from bot.mind.yamslam.position import PLACES_OF_CHIPS, Chips, Moment, position

KEY = "yamslam"
_FOR_TWO = 2


class YamslamDuel(YamslamEstimate):
    """Evaluates the positions of Yamslam between two who both play on, by the chance to win.

    ``otherwise`` answers where there are more or fewer of them.
    """

    unit, strength = Unit.WIN, Strength.NET

    def __init__(self, game: Yamslam, net: SheetNet, otherwise: Evaluator) -> None:
        """Answer by ``net``, which must hold for the rules of ``game``: :func:`digest`."""
        super().__init__(game)
        self._net, self._otherwise = net, otherwise
        self._chance = lru_cache(TURNS * len(KINDS))(self._said)

    def advise(self, state: State) -> Advice:
        """Return the chance to win of the seat to act. Raises GameOver after the end."""
        if self._game.players(state) != _FOR_TWO or state.gone:
            return self._otherwise.advise(state)
        return super().advise(state)

    def _after(self, before: State, after: State) -> float:
        seat = before.turn
        outcome = self._game.outcome(after)
        if outcome is not None:
            first = outcome.ranks[0]
            return (seat in first) / len(first)
        chance = self._chance(*position(after))
        return chance if after.turn == seat else 1.0 - chance

    def _said(self, chips: tuple[Chips, ...], moment: Moment) -> float:
        return min(max(float(self._net.worth(inputs(chips, moment)[None])[0]), 0.0), 1.0)


def inputs(chips: tuple[Chips, ...], moment: Moment) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """Return a position as the net reads it: a row a kind, of which the first one also tells the moment."""
    found = np.zeros((len(KINDS), 3), np.int64)
    found[:, 0] = [PLACES_OF_CHIPS.index(where) for where in chips]
    found[0, 2] = moment
    return found


def digest(game: Yamslam) -> str:
    """Return a digest of all that a net of ``game`` depends on. Raises NoEvaluator for matches, which add totals up."""
    if MatchLength.of(game.house_rules[GAMES]).several:
        raise NoEvaluator(f"no net for matches of {game.key}")
    fits = [[kind.key for kind in game.fits(faces)] for faces in throws_of(DICE).throws]
    earns = [bonuses((many,) * kinds + (0,) * (len(KINDS) - kinds), True) for many in range(5) for kinds in range(8)]
    rules = (digest_of(game), fits, [kind.points for kind in KINDS], earns)
    return sha256(repr(rules).encode()).hexdigest()
