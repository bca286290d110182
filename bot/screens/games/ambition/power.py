"""The Power die of Ambition in words."""

from bot.engine import DOUBLE, FREEZE, POWER, has_power
from bot.games.ambition.rules import Ambition
from bot.screens.kit import RenderContext
from bot.screens.kit.power import Effects, power_part


def power_effects(context: RenderContext) -> Effects:
    """Return what each face does."""
    t = context.t
    times = {face: t("if you stop now, the turn counts {times} times.", times=face) for face in (2, 3)}
    return {
        1: t("if you stop now, the turn counts once."),
        **times,
        FREEZE: t("Freeze: the turn ends with this throw and counts, without a trio not validated."),
        DOUBLE: t("Double: if you stop now, you have another turn."),
        POWER: t("Power: if this throw would lose the turn because nothing scores, throw again."),
    }


def power_rules(context: RenderContext, game: Ambition) -> str:
    """Return the six faces, one a line; empty in a game without the die."""
    if not has_power(game.house_rules):
        return ""
    first = context.t(
        "A die of another colour is thrown along with every throw. It belongs to no combination, and only what "
        "it shows in the last one counts."
    )
    last = context.t("It does nothing while you qualify, and multiplies no points beyond the goal.")
    return f"{power_part(context, first, power_effects(context))}\n{last}"
