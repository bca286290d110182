"""What a result says of the trophies that it brings."""

from collections.abc import Sequence

from bot.screens.kit.values import RenderContext, named
from bot.tables.records.trophies import TROPHIES, Earned


def trophy_lines(context: RenderContext, earned: Sequence[Earned]) -> list[str]:
    """Return a line for each trophy that somebody has just got; one of another version of the bot has none."""
    t, lines = context.t, list[str]()
    for key in dict.fromkeys(one.key for one in earned if one.key in TROPHIES):
        players = t.listed([named(context, one.user) for one in earned if one.key == key])
        name = f"**{t(TROPHIES[key].name)}**"
        line = t("{trophy}: a trophy for {players}.", trophy=name, players=players)
        lines.append(line if context.plain else f"★ {line}")
    return lines
