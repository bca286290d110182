"""Everybody's chips for the picture of a result."""

from bot.engine import N_, Seat
from bot.games.yamslam.chips import KINDS, bonuses, worth
from bot.games.yamslam.rules import Yamslam
from bot.games.yamslam.state import State
from bot.screens.kit import RenderContext, SheetLine, Sheets, Weight
from bot.screens.kit.card_sheets import single, totalled
from bot.tables.core.model import Table


def card_sheets(context: RenderContext, table: Table, game: Yamslam, state: State) -> Sheets:
    """Return the points on everybody's chips of each kind, and the bonuses; partners share one column."""
    whose = [game.side(seat) for seat in range(len(table.players))]
    taken = [state.taken[collector] for collector in whose]
    lines = [
        SheetLine(
            context.t("{kind} ({points})", kind=context.t(kind.label), points=kind.points),
            tuple((str(chips[place] * kind.points),) for chips in taken),
        )
        for place, kind in enumerate(KINDS)
    ]
    earned = [bonuses(chips, state.last == collector) for chips, collector in zip(taken, whose, strict=True)]
    lines += [
        single(context.t, N_("Chips"), [worth(chips) for chips in taken]),
        single(context.t, N_("Different kinds"), [one.kinds for one in earned], weight=Weight.BOX),
        single(context.t, N_("Complete sets"), [one.sets for one in earned], weight=Weight.BOX),
        single(context.t, N_("Last chip"), [one.last for one in earned], weight=Weight.BOX),
    ]
    before = [sum(game.own_games(state, Seat(seat))[:-1]) for seat in range(len(whose))]
    now = [worth(chips) + sum(extra) for chips, extra in zip(taken, earned, strict=True)]
    return Sheets((*lines, *totalled(context, before, now, match=game.games_before(state) > 0)))
