"""The Power die of 421 in words."""

from bot.engine import DOUBLE, FREEZE, N_, POWER
from bot.games.four_two_one.rules import FourTwoOne
from bot.screens.kit.power import PowerWords

POWER_WORDS = PowerWords[FourTwoOne](
    N_(
        "A die of another colour is thrown along with the first throw of a round. It belongs to no hand, stays as it "
        "is, and goes for everybody in this round."
    ),
    {
        1: N_("the best hand sets its tokens once."),
        **dict.fromkeys((2, 3), N_("the best hand sets {times} times its tokens.")),
        FREEZE: N_("Freeze: everybody throws only once."),
        DOUBLE: N_("Double: the two best hands set their tokens together."),
        POWER: N_("Power: one throw more is allowed."),
    },
)
