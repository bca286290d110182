"""The Power die of Ambition in words."""

from collections.abc import Iterator

from bot.engine import DOUBLE, FREEZE, N_, POWER
from bot.games.ambition.rules import Ambition
from bot.screens.kit import RenderContext
from bot.screens.kit.power import PowerWords, passing_goal


def _edges(context: RenderContext, game: Ambition) -> Iterator[str]:
    yield context.t("It does nothing while you qualify.")
    yield passing_goal(context, game.goal)
    if game.house_rules["overshoot"] == "stop_before":
        yield context.t("A throw that passes the goal does not count with a 4 or 6 either.")
    else:
        yield context.t("A throw that passes the goal loses the turn with a 4 or 6 too.")


POWER_WORDS = PowerWords[Ambition](
    N_(
        "A die of another colour is thrown along with every throw. It belongs to no combination, and only what "
        "it shows in the last one counts."
    ),
    {
        1: N_("if you stop now, the turn counts once."),
        **dict.fromkeys((2, 3), N_("if you stop now, the turn counts {times} times.")),
        FREEZE: N_("Freeze: the turn ends with this throw and counts, without a trio not validated."),
        DOUBLE: N_("Double: if you stop now, you have another turn."),
        POWER: N_("Power: if this throw would lose the turn because nothing scores, throw again."),
    },
    _edges,
)
