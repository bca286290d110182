"""The Power die of 5000 in words."""

from bot.engine import DOUBLE, FREEZE, N_, POWER
from bot.screens.kit.power import PowerWords

POWER_WORDS = PowerWords(
    N_(
        "A die of another colour is thrown along with every throw. It belongs to no combination, and only what "
        "it shows in the last one counts."
    ),
    {
        1: N_("if you stop now, the turn counts once."),
        **dict.fromkeys((2, 3), N_("if you stop now, the turn counts {times} times.")),
        FREEZE: N_("Freeze: the turn ends with this throw and counts, even if nothing scores."),
        DOUBLE: N_("Double: if you stop now, you have another turn."),
        POWER: N_("Power: this throw is one more than the others; if nothing scores, throw again."),
    },
)
