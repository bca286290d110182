"""The guided first game of Ambition: qualifying by two stars, stopping, and a trio that must be validated."""

from bot.engine import N_
from bot.engine.guide import Guide, Lesson, PreparedMove

GUIDE = Guide(
    "ambition",
    (
        Lesson(
            N_("Nothing counts before one throw shows both stars, the 1 and the 5. Press **{button}**."),
            PreparedMove("roll", ((1, 3, 4),)),
        ),
        Lesson(
            N_("One star only; you have three throws a turn for both. Press **{button}**."),
            PreparedMove("roll", ((5, 1, 3),)),
            (
                PreparedMove("roll", ((2, 3, 4),)),
                PreparedMove("roll", ((6, 5, 2),)),
                PreparedMove("roll", ((4, 6, 6),)),
            ),
        ),
        Lesson(
            N_("You are qualified: now stars score, ★1 100, ★5 50. Press **{button}**."),
            PreparedMove("roll", ((1, 5, 2),)),
        ),
        Lesson(
            N_("A throw without points would lose the 150 at risk. Press **{button}**."),
            PreparedMove("stop"),
            (
                PreparedMove("roll", ((2, 3, 4),)),
                PreparedMove("roll", ((6, 5, 2),)),
                PreparedMove("roll", ((4, 6, 6),)),
            ),
        ),
        Lesson(N_("Your turn again. Press **{button}**."), PreparedMove("roll", ((4, 4, 4),))),
        Lesson(
            N_("Three 4s are 400, but count only when a star falls too. Press **{button}**."),
            PreparedMove("roll", ((5, 2, 6),)),
        ),
        Lesson(N_("A star fell: 450 in all. Press **{button}** before you lose them."), PreparedMove("stop")),
    ),
    N_("That is Ambition: the first with exactly 5,000 points wins, and a turn that passes them is lost."),
    seats=2,
)
