"""Which evaluator a game has."""

from pathlib import Path
from typing import Any

from bot.engine import AnyGame
from bot.engine.game import GameWithOptions
from bot.games.ambition.rules import Ambition
from bot.games.cant_stop.race import CantStopRace
from bot.games.cant_stop.rules import CantStop
from bot.games.five_thousand.race import FiveThousandRace
from bot.games.five_thousand.rules import FiveThousand
from bot.games.four_two_one.rules import FourTwoOne
from bot.games.yamslam.rules import Yamslam
from bot.games.yum.rules import Yum
from bot.mind.ambition.evaluator import AmbitionTurns
from bot.mind.cant_stop.estimate import CantStopEstimate
from bot.mind.evaluator import Evaluator, NoEvaluator
from bot.mind.five_thousand.duel import FiveThousandDuel
from bot.mind.five_thousand.evaluator import FiveThousandTurns
from bot.mind.four_two_one.evaluator import ChanceToWin
from bot.mind.race import RaceEvaluator
from bot.mind.sheets.balut import BalutEstimate
from bot.mind.sheets.columns import CompiledColumns, compiled_columns
from bot.mind.sheets.compiled import CompiledSheet, compiled
from bot.mind.sheets.estimate import SheetEstimate, levelled
from bot.mind.sheets.exact import MOST_STATES, ExactSheet, NetSheet
from bot.mind.sheets.net import net_of
from bot.mind.sheets.pars import VERSION, Pars, pars_of, rules_in_numbers
from bot.mind.store import KeepValues, digest_of, kept, values_of
from bot.mind.yamslam import duel as yamslam_duel
from bot.mind.yamslam.estimate import YamslamEstimate

_DUEL = 2
"""Sides between which 5000 has an exact chance to win."""


def evaluator_of(game: AnyGame, folder: Path) -> Evaluator:
    """Return the evaluator of ``game``; values that it works out stay in ``folder``.

    The first call for a game by its house rules may take 20 seconds, by some house rules a minute. Raises NoEvaluator
    where nothing evaluates the game.
    """
    match game:
        case Yum():
            return _of_sheet(game, folder)
        case FourTwoOne():
            return ChanceToWin(game, _keep(game, folder))
        case FiveThousand():
            return _of_5000(game, folder)
        case CantStop():
            return CantStopEstimate(game)
        case FiveThousandRace() | CantStopRace():
            return RaceEvaluator(evaluator_of(game.solo, folder))
        case Ambition():
            return AmbitionTurns(game, _keep(game, folder))
        case Yamslam():
            return _of_yamslam(game)
    raise NoEvaluator(f"no evaluator for {game.key} yet")


def evaluator_for_review(game: AnyGame, seats: int, folder: Path) -> Evaluator:
    """Return what a game of so many seats is reviewed by: the same, but for 5000 among more than two.

    There the turns that a player needs are exact, while a chance to win is a guess. Raises NoEvaluator.
    """
    if isinstance(game, FiveThousand) and (game.sides or seats) > _DUEL:
        return FiveThousandTurns(game, _keep(game, folder))
    return evaluator_of(game, folder)


def _of_yamslam(game: Yamslam) -> Evaluator:
    estimate = YamslamEstimate(game)
    try:
        net = net_of(game.key, yamslam_duel.digest(game))
    except NoEvaluator:
        return estimate
    return estimate if net is None else yamslam_duel.YamslamDuel(game, net, estimate)


def _of_5000(game: FiveThousand, folder: Path) -> Evaluator:
    if max(game.seats) == 1:
        return FiveThousandTurns(game, _keep(game, folder))
    try:
        return FiveThousandDuel(game, _keep(game, folder))
    except NoEvaluator:
        return FiveThousandTurns(game, _keep(game, folder))


def _of_sheet(game: Yum, folder: Path) -> Evaluator:
    try:
        return _of_columns(game, folder) if game.layout.columns > 1 else _of_column(compiled(game), folder)
    except NoEvaluator:
        return estimated(game, folder)


def _of_column(sheet: CompiledSheet, folder: Path) -> Evaluator:
    if sheet.least_states > MOST_STATES or sheet.states > MOST_STATES:
        net = net_of(sheet.game.key, sheet.digest)
        return estimated(sheet.game, folder) if net is None else NetSheet(CompiledColumns(sheet, (1,)), net)
    return ExactSheet(sheet, values_of(sheet, folder))


def _of_columns(game: Yum, folder: Path) -> Evaluator:
    sheet = compiled_columns(game)
    net = net_of(game.key, sheet.digest)
    return estimated(game, folder) if net is None else NetSheet(sheet, net)


def estimated(game: Yum, folder: Path) -> Evaluator:
    """Return the estimate of any sheet, by pars that stay in ``folder`` where its grand total is a sum."""
    if game.layout.award is not None:
        return BalutEstimate(game)
    return SheetEstimate(game, pars_kept(game, folder))


def pars_kept(game: Yum, folder: Path) -> Pars:
    """Return the pars of ``game``, which stay in ``folder``."""
    layout = game.layout
    digest = digest_of(game, rules_in_numbers(game), VERSION)
    found = kept(folder, "pars", digest, lambda: levelled(game, pars_of(game)).flat())
    return Pars.of_flat(found, layout.columns, len(layout.boxes))


def _keep(game: GameWithOptions[Any, Any], folder: Path) -> KeepValues:
    """Return what keeps values of ``game`` in ``folder``."""
    return lambda work_out, *more: kept(folder, game.key, digest_of(game, *more), work_out)
