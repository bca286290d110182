"""Races: everybody plays a game of one seat, so what holds for that game holds for the race."""

from typing import Any

from bot.engine.race import RaceState
from bot.mind.evaluator import Advice, Evaluator, GameOver


class RaceEvaluator:
    """Evaluates the positions of a race."""

    def __init__(self, solo: Evaluator) -> None:
        """Ask ``solo``, the evaluator of the game of one seat."""
        self._solo = solo

    def advise(self, state: RaceState[Any]) -> Advice:
        """Return what the run of the seat to act is worth. Raises GameOver after the end."""
        if state.turn is None:
            raise GameOver("the game is over: nobody is to act")
        return self._solo.advise(state.runs[state.turn])
