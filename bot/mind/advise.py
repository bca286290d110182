"""``python -m bot advise`` without the command line: records in, the worth of their last positions out."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from bot.engine import VERSION_KEY, AnyGame, GameError, acting
from bot.engine.record import read
from bot.engine.types import text
from bot.games.replay import MoveFailed, game_of, played, records, refusal
from bot.mind.catalogue import evaluator_of
from bot.mind.evaluator import Evaluator
from bot.mind.players.levels import Level, player_of
from bot.mind.players.player import Chance, Player

_DECIMALS = 4


class Advisor:
    """Advises on records, and keeps the evaluators it has needed."""

    def __init__(
        self,
        folder: Path,
        level: str | None = None,
        chance: Callable[[], Chance] | None = None,
        version: int | None = None,
    ) -> None:
        """Keep values that are worked out in ``folder``.

        With a ``level`` (:class:`bot.mind.players.levels.Level`), say also what such a computer player does; its slips
        come from ``chance``, which begins anew for each record. ``version`` is that of the rules for records that
        name none.
        """
        self._folder = folder
        self._version = version
        self._level = None if level is None or chance is None else (Level(level), chance)
        self._players: dict[AnyGame, Player] = {}
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
            game = game_of(record, self._version)
            state = played(game, record)
            advice = self._evaluator(game).advise(state)
            plays = self._plays(game, state)
        except (MoveFailed, GameError) as error:
            return refusal(error)
        return {
            "ok": True,
            "game": game.key,
            VERSION_KEY: game.rules_version,
            "to_act": game.turn(state),
            "unit": advice.unit.value,
            "strength": advice.strength.value,
            "value": round(advice.value, _DECIMALS),
            "actions": [[text(action), round(value, _DECIMALS)] for action, value in advice.actions],
            **plays,
        }

    def _plays(self, game: AnyGame, state: Any) -> dict[str, object]:
        """Return what the computer player does, if anybody wants to know."""
        if self._level is None:
            return {}
        level, chance = self._level
        if game not in self._players:
            self._players[game] = player_of(game, level, self._folder)
        return {"plays": text(self._players[game].choose(state, acting(state), chance()))}

    def _evaluator(self, game: AnyGame) -> Evaluator:
        if game not in self._evaluators:
            self._evaluators[game] = evaluator_of(game, self._folder)
        return self._evaluators[game]
