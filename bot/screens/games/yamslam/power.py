"""The Power die of Yamslam in words."""

from bot.engine import DOUBLE, FREEZE, POWER, has_power
from bot.games.yamslam.rules import Yamslam
from bot.screens.kit import RenderContext
from bot.screens.kit.power import Effects, power_part


def power_effects(context: RenderContext) -> Effects:
    """Return what each face does."""
    t = context.t
    return {
        **dict.fromkeys(range(1, FREEZE), t("nothing.")),
        FREEZE: t("Freeze: no more throws this turn."),
        DOUBLE: t("Double: after a chip you may take one of another kind that the same dice win."),
        POWER: t("Power: if it shows after the third throw, there is a fourth; the Power die itself stays."),
    }


def power_rules(context: RenderContext, game: Yamslam) -> str:
    """Return the six faces, one a line; empty in a game without the die."""
    if not has_power(game.house_rules):
        return ""
    first = context.t(
        "A die of another colour is thrown along and may be held like the others. It belongs to no combination."
    )
    return power_part(context, first, power_effects(context))
