"""Which evaluator a game has."""

from pathlib import Path

from bot.engine import AnyGame
from bot.games.yamslam.rules import Yamslam
from bot.games.yum.rules import Yum
from bot.mind.evaluator import Evaluator, NoEvaluator
from bot.mind.sheets.compiled import compiled
from bot.mind.sheets.exact import MOST_STATES, ExactSheet
from bot.mind.store import values_of
from bot.mind.yamslam.estimate import YamslamEstimate


def evaluator_of(game: AnyGame, folder: Path) -> Evaluator:
    """Return the evaluator of ``game``; values that it works out stay in ``folder``.

    The first call for a sheet may take some ten seconds. Raises NoEvaluator where nothing evaluates the game.
    """
    if isinstance(game, Yamslam):
        return YamslamEstimate(game)
    if not isinstance(game, Yum):
        raise NoEvaluator(f"no evaluator for {game.key} yet")
    sheet = compiled(game)
    if sheet.least_states > MOST_STATES or sheet.states > MOST_STATES:
        raise NoEvaluator(f"no evaluator for {game.key} by these rules: its sheet has too many states")
    return ExactSheet(sheet, values_of(sheet, folder))
