"""The line under a box in the menu: what marking it brings now, or what striking it costs."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from bot.engine import Seat
from bot.engine.types import text
from bot.games.yum.actions import Mark, Strike
from bot.games.yum.layout import Layout
from bot.games.yum.rules import Yum
from bot.games.yum.scoring import Box, Section
from bot.games.yum.scoring.totals import next_step
from bot.games.yum.state import State
from bot.locales import Words
from bot.screens.games.yum.bonus_terms import bonus_term
from bot.screens.kit import RenderContext


class OpenBox(NamedTuple):
    """A box that may be filled now."""

    place: int
    box: Box
    column: int
    """As in the action: 0 for the only column."""
    points: int
    """What a mark would write in it."""
    worth: int
    """What that adds to the total: the points of its column may count several times."""
    strikable: bool
    """The rules have a strike for it; where the dice score nothing, a mark is one."""

    @property
    def mark(self) -> str:
        """The action that writes the points."""
        return text(Mark(self.box.key, self.column))

    @property
    def strike(self) -> str:
        """The action that writes 0."""
        return text(Strike(self.box.key, self.column)) if self.strikable else self.mark


@lru_cache(maxsize=1024)
def _to_bonus(t: Words, layout: Layout, points: int, upper: int, needed: int) -> str:
    said = bonus_term(layout, "+{n} → {upper} of {needed} for the bonus")
    return t(said, n=points, upper=upper, needed=needed)


@lru_cache(maxsize=1024)
def _to_total(t: Words, worth: int, before: int) -> str:
    return t("+{n} → {total}", n=worth, total=before + worth) if before else f"+{worth}"


@lru_cache(maxsize=1024)
def _with_usual(t: Words, said: str, usual: int) -> str:
    here = t("you usually get {n} here", n=usual)
    return f"{said} · {here}" if said else here


class News:
    """The lines about one column of the sheet of the seat to act."""

    def __init__(self, context: RenderContext, game: Yum, state: State, column: int, usual: Mapping[str, int]) -> None:
        """Look at ``column``, counted as in an action; ``usual`` is what the player usually gets, by box."""
        self._usual = usual
        seat = state.turn or Seat(0)
        self._t = context.t
        self._layout = layout = game.layout
        self._column = place = max(column - 1, 0)
        self._times = layout.multipliers[place]
        self._cells = state.sheets[seat][place]
        totals = game.totals(state, seat)
        self._total, self._upper = totals.total, totals.columns[place].tested
        self._needed = next_step(layout.bonus, self._upper) or 0
        """What the upper section needs for the next bonus; 0 if there is none."""
        scorer, faces = game.scorer, tuple(sorted(state.dice))
        is_joker = bool(faces) and not layout.stacked and scorer.is_joker(state.sheets[seat], place, faces)
        self._joker = faces if is_joker else ()
        """The dice, if they are a joker in this column."""
        self._power = game.throwing.multiplier(state)
        self._tested_by = self._power if game.ending.raw_bonus else 1
        """What the points are divided by for the bonus: a house rule tests it on the dice alone."""

    def of_mark(self, box: OpenBox) -> str:
        """Return what the points of ``box`` lead to: progress of the bonus, or the new total, and what is usual."""
        t, said = self._t, self._progress(box)
        if said and self._joker and box.box.points(self._joker) * self._power != box.points:
            said = t("as a joker: {news}", news=said)
        return self._beside_usual(said, box)

    def _beside_usual(self, said: str, box: OpenBox) -> str:
        """What ``said`` tells, and what the player usually gets in ``box``, where that is known."""
        usual = self._usual.get(box.box.key)
        return said if usual is None else _with_usual(self._t, said, usual)

    def _progress(self, box: OpenBox) -> str:
        t, layout = self._t, self._layout
        if layout.stacked or layout.award is not None:
            return ""  # A grand total that is no sum does not grow by the points.
        if box.box.section is not Section.UPPER or not layout.bonus.steps:
            return _to_total(t, box.worth, self._total)
        points = box.points // self._tested_by
        upper, needed = self._upper + points, self._needed
        if needed > upper:
            return _to_bonus(t, layout, points, upper, needed)
        reached = layout.bonus.points(upper)
        if needed:
            said = bonus_term(layout, "+{n} → {upper}: a bonus of {bonus}")
            return t(said, n=points, upper=upper, bonus=reached)
        return _to_total(t, box.worth + (reached - layout.bonus.points(self._upper)) * self._times, self._total)

    def of_strike(self, box: OpenBox) -> str:
        """Return what ``box`` is worth, now or at best, and what is usual there: it is lost by striking."""
        return self._beside_usual(self._worth(box), box)

    def _worth(self, box: OpenBox) -> str:
        t, most = self._t, box.box.maximum * self._times
        if box.worth:
            return t("worth {n} now", n=box.worth)
        missing = next((key for key in box.box.after if self._cells[self._layout.index(key)] is None), None)
        if missing is not None:
            name = t(self._layout.box(missing).label)
            return t("would be worth {n}, after {box}", n=most, box=name)
        if "{points}" in box.box.condition:
            return t("would be worth {n}", n=most)
        return t("worth up to {n}", n=most)
