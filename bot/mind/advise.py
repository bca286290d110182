"""``python -m bot advise`` without the command line: records in, the worth of their last positions out."""

from collections.abc import Iterator
from pathlib import Path

from bot.engine import AnyGame, GameError
from bot.engine.record import read
from bot.engine.types import text
from bot.games import remake
from bot.games.replay import MoveFailed, played, records, refusal
from bot.mind.catalogue import evaluator_of
from bot.mind.evaluator import Evaluator

_DECIMALS = 4


class Advisor:
    """Advises on records, and keeps the evaluators it has needed."""

    def __init__(self, folder: Path) -> None:
        """Keep values that are worked out in ``folder``."""
        self._folder = folder
        self._evaluators: dict[AnyGame, Evaluator] = {}

    def lines(self, said: str) -> Iterator[tuple[dict[str, object], bool]]:
        """Yield the advice for each record of ``said``, and whether there is one.

        ``said`` is one JSON object over any number of lines, or JSON Lines; empty lines do not count.
        """
        for data in records(said):
            result = self.advise(data)
            yield result, bool(result["ok"])

    def advise(self, data: bytes) -> dict[str, object]:
        """Return what the last position of the record in ``data`` is worth, or why there is no answer; never raises."""
        try:
            record = read(data)
            game = remake(record.game, record.options)
            state = played(game, record)
            advice = self._evaluator(game).advise(state)
        except MoveFailed as failed:
            return refusal(failed.move, failed.error)
        except GameError as error:
            return refusal(None, error)
        return {
            "ok": True,
            "game": game.key,
            "to_act": game.turn(state),
            "unit": advice.unit.value,
            "strength": advice.strength.value,
            "value": round(advice.value, _DECIMALS),
            "actions": [[text(action), round(value, _DECIMALS)] for action, value in advice.actions],
        }

    def _evaluator(self, game: AnyGame) -> Evaluator:
        if game not in self._evaluators:
            self._evaluators[game] = evaluator_of(game, self._folder)
        return self._evaluators[game]
