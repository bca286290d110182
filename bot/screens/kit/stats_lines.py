"""What pages of statistics share: shares in percent, and the turns of games that one can lose by throwing too often."""

from __future__ import annotations

from bot.screens.kit.values import Desk
from bot.tables.records.tally import Tally


def percent(desk: Desk, part: float, whole: float) -> str:
    """Return a share in percent."""
    return desk.t("{n}%", n=round(100 * part / whole))


def turn_lines(desk: Desk, tally: Tally) -> list[str]:
    """Return how many turns there were, and how many of them brought nothing."""
    t, counts = desk.t, tally.counts
    turns = max(counts["turns"], 1)
    games = t.many("{n} game", "{n} games", tally.games)
    each = t("{n} a game", n=t.number(counts["turns"] / tally.games, 1))
    lost = percent(desk, counts["busts"], turns)
    return [
        t.many("**{n}** turn in {games} ({each})", "**{n}** turns in {games} ({each})", turns, games=games, each=each),
        t("Lost by a throw too many: **{n}** ({share})", n=t.number(counts["busts"]), share=lost),
    ]
