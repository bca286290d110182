"""The Power die of Can't Stop in words."""

from bot.engine import DOUBLE, FREEZE, POWER, has_power
from bot.games.cant_stop.rules import CantStop
from bot.screens.kit import RenderContext
from bot.screens.kit.power import Effects, power_part


def power_effects(context: RenderContext) -> Effects:
    """Return what each face does."""
    t = context.t
    return {
        **dict.fromkeys(range(1, FREEZE), t("nothing.")),
        FREEZE: t("Freeze: after this throw the turn ends and your cones are placed, even if no runner can move."),
        DOUBLE: t("Double: the dice move runners twice, paired as you like; you may leave out the second time."),
        POWER: t("Power: if no runner can move, throw once more."),
    }


def power_rules(context: RenderContext, game: CantStop) -> str:
    """Return the six faces, one a line; empty in a game without the die."""
    if not has_power(game.house_rules):
        return ""
    first = context.t(
        "A die of another colour is thrown along. It belongs to no pair, and what it shows goes for this throw."
    )
    return power_part(context, first, power_effects(context))
