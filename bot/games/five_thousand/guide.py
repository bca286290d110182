"""The guided first game of 5000: setting dice aside, stopping in time, and a turn that is lost."""

from bot.engine import N_
from bot.engine.guide import Guide, Lesson, PreparedMove

GUIDE = Guide(
    "5000",
    (
        Lesson(
            N_("1s, 5s and three equal dice score; the first with 5,000 wins. Press **{button}**."),
            PreparedMove("roll", ((1, 3, 1, 4, 1),)),
        ),
        Lesson(
            N_("Three 1s are 1,000, chosen for you already; a first turn needs 750. Press **{button}**."),
            PreparedMove("bank 1 1 1"),
            (PreparedMove("roll", ((5, 2, 3, 5, 6),)), PreparedMove("keep 5 5", ((2, 4, 6),))),
        ),
        Lesson(
            N_("The computer threw once too often and lost its points. Press **{button}**."),
            PreparedMove("roll", ((1, 5, 3, 4, 6),)),
        ),
        Lesson(
            N_("Four dice have better chances than three: throw the **5** again too. Press **Throw**."),
            PreparedMove("keep 1", ((5, 2, 5, 3),)),
        ),
        Lesson(
            N_("Press the other **5** too: **Stop** would save the 200 at risk. Be bold once, and press **Throw**."),
            PreparedMove("keep 5 5", ((2, 4),)),
            (PreparedMove("roll", ((2, 4, 6, 3, 3),)),),
            by_menu=N_(
                "In the dice menu, choose the other **5** too: **Stop** would save the 200 at risk. Be bold once, and "
                "press **Throw**."
            ),
        ),
        Lesson(
            N_("Nothing scored: the 200 are lost, your 1,000 are safe. Press **{button}**."),
            PreparedMove("roll", ((5, 5, 5, 2, 1),)),
        ),
        Lesson(
            N_("Three 5s and a 1 are 600, and a single die seldom scores. Press **{button}**."),
            PreparedMove("bank 1 5 5 5"),
        ),
    ),
    N_("You have 1,600, the computer nothing. To stop in time, that is the game."),
    seats=2,
)
