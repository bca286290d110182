"""The statistics of score sheets: the boxes, the upper bonus, the Yums."""

from collections.abc import Mapping

from bot.engine import GameError
from bot.games.yum.layout import Layout
from bot.games.yum.rules import Yum
from bot.screens.games.yum.bonus_terms import bonus_term
from bot.screens.kit import RenderContext, code_block
from bot.screens.kit.stats_lines import percent
from bot.tables.records.profiles import GameSeries
from bot.tables.records.stats_totals import StatsTotals


def stats_lines(context: RenderContext, series: GameSeries, totals: StatsTotals) -> list[str]:
    """Return a line per box with its average, its best and how often it holds points; then bonuses and Yums."""
    t = context.t
    lines = [_box_head(context)]
    layout = _layout(series)
    for key, label in _box_labels(context, layout, totals).items():
        box = totals.boxes.get(key)
        if box is not None:
            share = percent(context, box.scored, box.filled)
            lines.append(f"{label[:10]:<10} {t.number(box.average, 1):>5} {t.number(box.best):>5} {share:>5}")
    found = [code_block(lines)]
    if totals.bonus_chances:
        share = percent(context, totals.bonuses, totals.bonus_chances)
        found.append(
            t(
                bonus_term(layout, "Upper bonus: {n} of {chances} ({share})."),
                n=totals.bonuses,
                chances=totals.bonus_chances,
                share=share,
            )
        )
    yums = [t.many("Yums: **{n}** thrown", "Yums: **{n}** thrown", totals.yums_thrown)]
    yums.append(t.many("{n} scored", "{n} scored", totals.yums))
    if totals.further_yums:
        yums.append(t.many("{n} with a bonus", "{n} with a bonus", totals.further_yums))
    games = t.many("in {n} game", "in {n} games", totals.games)
    return [*found, f"{', '.join(yums)} {games}."]


def _box_head(context: RenderContext) -> str:
    average, best, made = context.t("avg."), context.t("best"), context.t("made")
    return f"{'':<10} {average[:5]:>5} {best[:5]:>5} {made[:5]:>5}"


def _layout(series: GameSeries) -> Layout | None:
    """The sheet of these games; None if this version has no such sheet."""
    try:
        return Yum.of_sheet(series.game, series.options).layout
    except (GameError, KeyError, ValueError):
        return None


def _box_labels(context: RenderContext, layout: Layout | None, totals: StatsTotals) -> Mapping[str, str]:
    """Return the boxes in the order of the sheet; by their keys without a sheet."""
    if layout is None:
        return {key: key for key in totals.boxes}
    return {box.key: context.t(box.short) for box in layout.boxes}
