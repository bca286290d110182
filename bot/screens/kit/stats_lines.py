"""What pages of statistics share: shares in percent, and the turns of games that one can lose by throwing too often."""

from bot.screens.kit.values import RenderContext
from bot.tables.records.stats_totals import StatsTotals


def percent(context: RenderContext, part: float, whole: float) -> str:
    """Return a share in percent."""
    return context.t("{n}%", n=round(100 * part / whole))


def turn_lines(context: RenderContext, totals: StatsTotals) -> list[str]:
    """Return how many turns there were, and how many of them brought nothing."""
    t, counts = context.t, totals.counts
    turns = max(counts["turns"], 1)
    games = t.many("{n} game", "{n} games", totals.games)
    each = t("{n} a game", n=t.number(counts["turns"] / totals.games, 1))
    lost = percent(context, counts["busts"], turns)
    return [
        t.many("**{n}** turn in {games} ({each})", "**{n}** turns in {games} ({each})", turns, games=games, each=each),
        t("Lost by a throw too many: **{n}** ({share})", n=t.number(counts["busts"]), share=lost),
    ]
