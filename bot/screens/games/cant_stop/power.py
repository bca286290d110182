"""The Power die of Can't Stop in words."""

from bot.engine import DOUBLE, FREEZE, N_, POWER
from bot.screens.kit.power import PowerWords

POWER_WORDS = PowerWords(
    N_("A die of another colour is thrown along. It belongs to no pair, and what it shows goes for this throw."),
    {
        **dict.fromkeys(range(1, FREEZE), N_("nothing.")),
        FREEZE: N_("Freeze: after this throw the turn ends and your cones are placed, even if no runner can move."),
        DOUBLE: N_("Double: the dice move runners twice, paired as you like; you may leave out the second time."),
        POWER: N_("if no runner can move, throw again."),
    },
)
