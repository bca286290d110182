"""What positions of score sheets are worth: exactly, by a net, or by the pars of their boxes."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from bot.engine import Action
from bot.games.yum.mind.compiled import CompiledSheet, compiled
from bot.games.yum.mind.estimate import SheetEstimate, estimated, no_pars
from bot.games.yum.mind.exact import (
    MOST_STATES,
    CompiledColumns,
    ExactSheet,
    NetSheet,
    SheetEvaluator,
    compiled_columns,
    values_of,
)
from bot.games.yum.mind.overlooked import sheet_views
from bot.games.yum.mind.powered import power_sheet
from bot.games.yum.mind.shipped import ShippedSheet, last_turns_file, shipped_file, shipped_last_turns
from bot.games.yum.mind.straying import sheet_strays
from bot.games.yum.mind.why import sheet_splits
from bot.games.yum.mind.winning import sheet_to_win
from bot.games.yum.rules import Mark, State, Strike, Yum, YumAction
from bot.mind.evaluator import Evaluator, NoEvaluator
from bot.mind.levels import Mind
from bot.mind.net import net_of
from bot.mind.players import Sense, View, all_alike
from bot.mind.reasons import Split
from bot.mind.strengths import Losses

POINTS = 10.0
"""A slip costs at most so many points of a turn; a column that counts more makes it dearer."""
MOST_POINTS = 20.0
"""And never more than this."""


class YumMind(Mind[Yum]):
    """What score sheets know of their positions."""

    def evaluator(self, game: Yum, folder: Path) -> Evaluator:
        """Return exact values, a net, or an estimate: the best there is."""
        try:
            if game.throwing.power:
                return power_sheet(game, folder)
            return _of_columns(game, folder) if game.layout.columns > 1 else _of_column(compiled(game), folder)
        except NoEvaluator:
            return estimated(game, folder)

    def champion(self, game: Yum, evaluator: Evaluator) -> Evaluator:
        """Return what plays to win where there is somebody to beat."""
        return self.to_win(game, evaluator)

    def to_win(self, game: Yum, evaluator: Evaluator) -> Evaluator:
        """Return what goes by the chance to win, where values are exact."""
        return sheet_to_win(evaluator) if isinstance(evaluator, ExactSheet) else evaluator

    def par(self, game: Yum, folder: Path) -> Evaluator:
        """Return the estimate by pars."""
        return estimated(game, folder)

    def greedy(self, game: Yum) -> Evaluator:
        """Return an evaluator that sees the points of this turn alone."""
        return SheetEstimate(game, no_pars(game))

    def splits(
        self, game: Yum, evaluator: Evaluator, state: State, best: YumAction, done: YumAction
    ) -> Iterable[Split]:
        """Split by boxes, where values are more than an estimate."""
        return sheet_splits(game, evaluator, state, best, done) if isinstance(evaluator, SheetEvaluator) else ()

    def strays(
        self, game: Yum, folder: Path, evaluator: Evaluator, state: State, levels: Losses, each: float
    ) -> Sequence[float] | None:
        """Follow the sheet of the seat to act, where values are more than an estimate."""
        if not isinstance(evaluator, SheetEvaluator):
            return None
        return sheet_strays(evaluator, folder, self.sense(game).most, state, levels, each)

    def views(self, game: Yum, evaluator: Evaluator) -> Sequence[View]:
        """Return what is overlooked on a sheet by those who go by an estimate."""
        return tuple(sheet_views(game, evaluator)) if isinstance(evaluator, SheetEstimate) else ()

    def sense(self, game: Yum) -> Sense:
        """Return that nobody misses a Yum or what fills a box to its maximum, or gives far more points away.

        Nor does anybody strike a box that could score, or write a 0 where the best answer is another one.
        """

        def wastes(state: State, action: Action) -> bool:
            return isinstance(action, Mark | Strike) and not game.preview(state, action)

        def sees(state: State, best: Action) -> bool:
            if all_alike(state) or not isinstance(best, Mark):
                return all_alike(state)
            return (game.preview(state, best) or 0) >= game.layout.boxes[game.layout.index(best.box)].maximum

        def absurd(state: State, best: Action, action: Action) -> bool:
            return isinstance(action, Strike) or (wastes(state, action) and not wastes(state, best))

        return Sense(min(POINTS * max(game.layout.multipliers), MOST_POINTS), sees, absurd)


def _of_column(sheet: CompiledSheet, folder: Path) -> Evaluator:
    if sheet.least_states > MOST_STATES or sheet.states > MOST_STATES:
        net = net_of(sheet.game.key, sheet.digest)
        if net is None:
            return estimated(sheet.game, folder)
        return NetSheet(CompiledColumns(sheet, (1,)), net, shipped_last_turns(sheet, last_turns_file(sheet)))
    shipped = shipped_file(sheet)
    return ShippedSheet(sheet, shipped) if shipped.exists() else ExactSheet(sheet, values_of(sheet, folder))


def _of_columns(game: Yum, folder: Path) -> Evaluator:
    sheet = compiled_columns(game)
    net = net_of(game.key, sheet.digest)
    return estimated(game, folder) if net is None else NetSheet(sheet, net)


MIND = YumMind()
