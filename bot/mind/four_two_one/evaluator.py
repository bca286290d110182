"""The chance to win 421 at every moment of a game."""

from functools import lru_cache

from bot.engine import Action, Faces, Keep, Roll, Seat
from bot.games.four_two_one.rules import FourTwoOne
from bot.games.four_two_one.state import Stand, State
from bot.mind.evaluator import Advice, GameOver, NoEvaluator, Strength, Unit, among
from bot.mind.four_two_one.rounds import Position, Rounds
from bot.mind.four_two_one.solver import Duel, Plan, plan
from bot.mind.store import KeepValues
from bot.mind.throws import Values

TURNS = 16
"""Turns to keep worked out: every choice of a turn asks for the same."""


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
        if state.turn is None:
            raise GameOver("the game is over: nobody is to act")
        others = [seat for seat in self._game.playing(state) if seat != state.turn]
        leader = min(others, key=lambda seat: state.tokens[seat])
        before, actions = self._against(state, state.turn, leader)
        valued = [(action, among(len(others), chance)) for action, chance in actions]
        valued.sort(key=lambda one: -one[1])
        exact = len(others) == 1 and state.first in (state.turn, leader) and not self._game.length.several
        strength = Strength.EXACT if exact else Strength.ESTIMATE
        return Advice(Unit.WIN, strength, among(len(others), before), tuple(valued))

    def _against(self, state: State, seat: Seat, other: Seat) -> tuple[float, list[tuple[Action, float]]]:
        """Return the chance of ``seat`` against ``other`` alone, now and after each legal action."""
        mine, theirs = state.tokens[seat], state.tokens[other]
        hand: Faces = tuple(sorted(state.hands[other]))
        stands, turn = self._turns(Position(state.pot, mine, theirs), hand, state.limit)
        if not state.throws:
            return float(turn.value[0]), [(Roll(), float(turn.value[0]))]
        index = self._rounds.throws.index
        dice, first_throw = index[tuple(sorted(state.dice))], self._rounds.throws.first_throw
        found: list[tuple[Action, float]] = []
        for action in self._game.legal_actions(state):
            standing = stands[state.throws - 1]
            if isinstance(action, Keep):
                found.append((action, float(turn.keeps[state.throws - 1][index[action.faces], 0])))
            elif isinstance(action, Stand) and standing is not None:
                found.append((action, float(standing[dice - first_throw, 0])))
            else:
                raise TypeError(action)
        return max(chance for _, chance in found), found

    def _turn(self, at: Position, hand: Faces, limit: int) -> tuple[list[Values | None], Plan]:
        """Return what standing is worth after each throw, by one's own hand, and the best turn.

        ``at`` is the position as if who is to act had thrown first; ``hand`` is the other's, if there is one already.
        """
        duel = self._duel(at.pot + at.first + at.second)
        if not hand:
            stands = duel.first_stands(at, duel.ends(at), limit)
        else:
            swapped = Position(at.pot, at.second, at.first)
            column = self._rounds.throws.index[hand] - self._rounds.throws.first_throw
            stands = duel.second_stands(swapped, 1.0 - duel.ends(swapped)[:, [column]], limit)
        return stands, plan(stands)

    def _duel(self, tokens: int) -> Duel:
        if tokens not in self._duels:
            values = self._keep(lambda: Duel(self._rounds, tokens).values, tokens)
            self._duels[tokens] = Duel(self._rounds, tokens, values)
        return self._duels[tokens]
