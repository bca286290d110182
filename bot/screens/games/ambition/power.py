"""The Power die of Ambition in words."""

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
        FREEZE: N_("Freeze: the turn ends with this throw and counts, without a trio not validated."),
        DOUBLE: N_("Double: if you stop now, you have another turn."),
        POWER: N_("Power: if this throw would lose the turn because nothing scores, throw again."),
    },
    N_("It does nothing while you qualify, and multiplies no points beyond the goal."),
)
