"""The Power die of Can't Stop in words."""

from collections.abc import Iterator

from bot.engine import DOUBLE, FREEZE, N_, POWER
from bot.games.cant_stop.rules import CantStop
from bot.screens.kit import RenderContext
from bot.screens.kit.power import PowerWords


def _edges(context: RenderContext, game: CantStop) -> Iterator[str]:
    if game.house_rules["no_stop_on_cone"]:
        yield context.t("A 4 places your cones even where you may not stop by yourself, on cones of others.")


POWER_WORDS = PowerWords[CantStop](
    N_("A die of another colour is thrown along. It belongs to no pair, and what it shows goes for this throw."),
    {
        **dict.fromkeys(range(1, FREEZE), N_("nothing.")),
        FREEZE: N_("Freeze: after this throw the turn ends and your cones are placed, even if no runner can move."),
        DOUBLE: N_("Double: the dice move runners twice, paired as you like; you may leave out the second time."),
        POWER: N_("if no runner can move, throw again."),
    },
    _edges,
)
