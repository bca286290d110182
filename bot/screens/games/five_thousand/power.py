"""The Power die of 5000 in words."""

from bot.engine import DOUBLE, FREEZE, POWER, has_power
from bot.games.five_thousand.rules import FiveThousand
from bot.screens.kit import RenderContext
from bot.screens.kit.power import Effects, power_part


def power_effects(context: RenderContext) -> Effects:
    """Return what each face does."""
    t = context.t
    times = {face: t("if you stop now, the turn counts {times} times.", times=face) for face in (2, 3)}
    return {
        1: t("if you stop now, the turn counts once."),
        **times,
        FREEZE: t("Freeze: the turn ends with this throw and counts, even if nothing scores."),
        DOUBLE: t("Double: if you stop now, you have another turn."),
        POWER: t("Power: this throw is one more than the others; if nothing scores, throw again."),
    }


def power_rules(context: RenderContext, game: FiveThousand) -> str:
    """Return the six faces, one a line; empty in a game without the die."""
    if not has_power(game.house_rules):
        return ""
    first = context.t(
        "A die of another colour is thrown along with every throw. It belongs to no combination, and only what "
        "it shows in the last one counts."
    )
    return power_part(context, first, power_effects(context))
