"""The guided first game of 5000: setting dice aside, stopping in time, and a turn that is lost."""

from bot.engine import N_
from bot.engine.guide import Guide, Lesson, PreparedMove

GUIDE = Guide(
    "5000",
    (
        Lesson(
            N_("First to 5,000 wins. 1s and 5s score, and so do three equal dice. Press **Throw**."),
            PreparedMove("roll", ((1, 3, 1, 4, 1),)),
        ),
        Lesson(
            N_(
                "Three 1s are 1,000! What scores is chosen for you already. A first turn must bring 750, so that is "
                "enough: press **Stop**."
            ),
            PreparedMove("bank 1 1 1"),
            (PreparedMove("roll", ((5, 2, 3, 5, 6),)), PreparedMove("keep 5 5", ((2, 4, 6),))),
        ),
        Lesson(
            N_("The computer went on with two 5s; nothing scored, and all was lost. Your turn: **Throw**."),
            PreparedMove("roll", ((1, 5, 3, 4, 6),)),
        ),
        Lesson(
            N_("The 1 and the 5 score. Press the 5 to let it go: four dice have better chances. Then **Throw** them."),
            PreparedMove("keep 1", ((5, 2, 5, 3),)),
        ),
        Lesson(
            N_("Two 5s more: 200 at risk. **Stop** would save them. Be bold once, and press **Throw**."),
            PreparedMove("keep 5 5", ((2, 4),)),
            (PreparedMove("roll", ((2, 4, 6, 3, 3),)),),
        ),
        Lesson(
            N_(
                "Nothing scored: the 200 are lost, but your 1,000 are safe. The computer had no luck. Your turn: "
                "**Throw**."
            ),
            PreparedMove("roll", ((5, 5, 5, 2, 1),)),
        ),
        Lesson(
            N_("Three 5s and a 1 are 600. One die would be left to throw: press **Stop**, and they are yours."),
            PreparedMove("bank 1 5 5 5"),
        ),
    ),
    N_("You have 1,600, the computer nothing. To stop in time, that is the game."),
    seats=2,
)
