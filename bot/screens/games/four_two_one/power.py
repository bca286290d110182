"""The Power die of 421 in words."""

from bot.engine import DOUBLE, FREEZE, POWER, has_power
from bot.games.four_two_one.rules import FourTwoOne
from bot.screens.kit import RenderContext
from bot.screens.kit.power import Effects, power_part


def power_effects(context: RenderContext) -> Effects:
    """Return what each face does."""
    t = context.t
    times = {face: t("the best hand sets {times} times its tokens.", times=face) for face in (2, 3)}
    return {
        1: t("the best hand sets its tokens once."),
        **times,
        FREEZE: t("Freeze: everybody throws only once."),
        DOUBLE: t("Double: the two best hands set their tokens together."),
        POWER: t("Power: one throw more is allowed."),
    }


def power_rules(context: RenderContext, game: FourTwoOne) -> str:
    """Return the six faces, one a line; empty in a game without the die."""
    if not has_power(game.house_rules):
        return ""
    first = context.t(
        "A die of another colour is thrown along with the first throw of a round. It belongs to no hand, stays as it "
        "is, and goes for everybody in this round."
    )
    return power_part(context, first, power_effects(context))
