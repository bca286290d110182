"""The guided first game of Ambition: qualifying by two stars, stopping, and a trio that must be validated."""

from bot.engine import N_
from bot.engine.guide import Guide, Lesson, PreparedMove

GUIDE = Guide(
    "ambition",
    (
        Lesson(
            N_(
                "Be the first with 5,000 points. Nothing counts before you have both stars, the 1 and the 5, in one "
                "throw. Press **Throw 3 dice**."
            ),
            PreparedMove("roll", ((1, 3, 4),)),
        ),
        Lesson(
            N_("One star only. You have three throws a turn for it: throw again."),
            PreparedMove("roll", ((5, 1, 3),)),
            (
                PreparedMove("roll", ((2, 3, 4),)),
                PreparedMove("roll", ((6, 5, 2),)),
                PreparedMove("roll", ((4, 6, 6),)),
            ),
        ),
        Lesson(
            N_("You are qualified, the computer is not yet. From now on stars score: ★1 100, ★5 50. Throw."),
            PreparedMove("roll", ((1, 5, 2),)),
        ),
        Lesson(
            N_("150 are at risk: a throw without points loses them. Press **Stop** to write them."),
            PreparedMove("stop"),
            (
                PreparedMove("roll", ((2, 3, 4),)),
                PreparedMove("roll", ((6, 5, 2),)),
                PreparedMove("roll", ((4, 6, 6),)),
            ),
        ),
        Lesson(N_("Your turn again: throw."), PreparedMove("roll", ((4, 4, 4),))),
        Lesson(
            N_("A trio of 4s, 400! But it must be validated: you cannot stop before a star falls. Throw again."),
            PreparedMove("roll", ((5, 2, 6),)),
        ),
        Lesson(N_("★5 falls: the trio counts, 450 in all. Press **Stop** before you lose them."), PreparedMove("stop")),
    ),
    N_("That is Ambition: the first with exactly 5,000 points wins, and a turn that passes them is lost."),
    seats=2,
)
