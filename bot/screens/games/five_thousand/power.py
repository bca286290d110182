"""The Power die of 5000 in words."""

from collections.abc import Iterator

from bot.engine import DOUBLE, FREEZE, N_, POWER
from bot.games.five_thousand.rules import FiveThousand
from bot.screens.kit import RenderContext
from bot.screens.kit.power import PowerWords, passing_goal


def _edges(context: RenderContext, game: FiveThousand) -> Iterator[str]:
    t, rules = context.t, game.house_rules
    if game.opening:
        yield t("What opens is the multiplied turn, and too little to open counts nothing with a 4 either.")
    if rules["goal_mode"] == "exact":
        yield passing_goal(context, game.goal)
    if game.is_race:
        yield t("The turn that a 5 gives in addition does not count as a turn.")
        yield t("Five 1s end the race whatever it shows.")
    else:
        if rules["last_round"]:
            yield t("A 5 gives no other turn to who has reached the goal.")
        yield t("Five 1s win whatever it shows.")


POWER_WORDS = PowerWords[FiveThousand](
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
    _edges,
)
