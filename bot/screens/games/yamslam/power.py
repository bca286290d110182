"""The Power die of Yamslam in words."""

from bot.engine import DOUBLE, FREEZE, N_, POWER
from bot.games.yamslam.rules import Yamslam
from bot.screens.kit.power import PowerWords

POWER_WORDS = PowerWords[Yamslam](
    N_("A die of another colour is thrown along and may be held like the others. It belongs to no combination."),
    {
        **dict.fromkeys(range(1, FREEZE), N_("nothing.")),
        FREEZE: N_("Freeze: no more throws this turn."),
        DOUBLE: N_("Double: after a chip you may take one of another kind that the same dice win."),
        POWER: N_("Power: if it shows after the third throw, there is a fourth; the Power die itself stays."),
    },
)
