"""The guided first game of Yamslam: holding, a chip for the dice, their colours, and a Yamslam."""

from bot.engine import N_
from bot.engine.guide import Guide, Lesson, PreparedMove

GUIDE = Guide(
    "yamslam",
    (
        Lesson(
            N_("28 chips lie on the rack, 4 of each kind. Win the best ones by dice. Press **Throw**."),
            PreparedMove("roll", ((2, 6, 2, 3, 4),)),
        ),
        Lesson(
            N_("2, 4 and 6 are red, the others black. Four are red: press all but the 3 to hold them, then **Throw**."),
            PreparedMove("keep 2 2 4 6", ((6,),)),
        ),
        Lesson(
            N_("Five of one colour are a Flush, worth 25. Two Pairs would win 5 only: press **Flush**."),
            PreparedMove("take fl"),
            (PreparedMove("roll", ((1, 1, 3, 4, 6),)), PreparedMove("keep 1 1", ((2, 5, 1),)), PreparedMove("take 3k")),
        ),
        Lesson(
            N_("The computer took a Three of a Kind. Your turn: **Throw**."),
            PreparedMove("roll", ((5, 5, 1, 5, 5),)),
        ),
        Lesson(
            N_("Four 5s would win 40. Two throws are left: hold the four 5s (**✋ Equal**) and **Throw** the 1."),
            PreparedMove("keep 5 5 5 5", ((5,),)),
        ),
        Lesson(
            N_("A **Yamslam**, five equal dice! It takes any chip, and you play again. Take a **Large Straight**, 50."),
            PreparedMove("take ls"),
        ),
    ),
    N_("When the last chip is gone the most points win, with extras for many kinds and for all four of a kind."),
    seats=2,
)
