"""Everybody's chips for the picture of a result."""

from __future__ import annotations

from bot.games.yamslam.chips import CHIPS, KINDS, LAST, SET, bonus, worth
from bot.games.yamslam.rules import Yamslam
from bot.games.yamslam.state import State
from bot.screens.kit.card_sheets import Sheets, single, totalled
from bot.screens.kit.pictured import SheetLine, Weight
from bot.screens.kit.values import Desk
from bot.tables.core.model import Table


def card_sheets(desk: Desk, table: Table, game: Yamslam, state: State) -> Sheets:
    """Return the points on everybody's chips of each kind, and the bonuses; partners share one column."""
    t = desk.t
    whose = [game.collector(seat) for seat in range(len(table.players))]
    taken = [state.taken[collector] for collector in whose]
    lines = [
        SheetLine(
            t("{kind} ({points})", kind=t(kind.label), points=kind.points),
            tuple((str(chips[place] * kind.points),) for chips in taken),
        )
        for place, kind in enumerate(KINDS)
    ]
    sets = [SET * chips.count(CHIPS) for chips in taken]
    last = [LAST * (state.last == collector) for collector in whose]
    every = [bonus(chips, state.last == collector) for chips, collector in zip(taken, whose, strict=True)]
    kinds = [every[seat] - sets[seat] - last[seat] for seat in range(len(whose))]
    lines += [
        single(t("Chips"), [worth(chips) for chips in taken]),
        single(t("Different kinds"), kinds, weight=Weight.BOX),
        single(t("Complete sets"), sets, weight=Weight.BOX),
        single(t("Last chip"), last, weight=Weight.BOX),
    ]
    before = [sum(earlier[collector].points for earlier in state.earlier) for collector in whose]
    now = [worth(chips) + extra for chips, extra in zip(taken, every, strict=True)]
    return Sheets((*lines, *totalled(desk, before, now, match=bool(state.earlier))))
