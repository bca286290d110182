"""The guided first game of Yamslam: holding, a chip for the dice, their colours, and a Yamslam."""

from bot.engine import N_
from bot.engine.guide import Guide, Lesson, PreparedMove

GUIDE = Guide(
    "yamslam",
    (
        Lesson(
            N_("There are 28 chips to win by dice. Press **{button}**."),
            PreparedMove("roll", ((2, 6, 2, 3, 4),)),
        ),
        Lesson(
            N_("2, 4 and 6 are red. Press all dice but the **3** to hold them, then **Throw**."),
            PreparedMove("keep 2 2 4 6", ((6,),)),
            by_menu=N_("2, 4 and 6 are red. In the dice menu, choose all but the **3**, then press **Throw**."),
        ),
        Lesson(
            N_("Five dice of one colour win this chip. Press **{button}**."),
            PreparedMove("take fl"),
            (PreparedMove("roll", ((1, 1, 3, 4, 6),)), PreparedMove("keep 1 1", ((2, 5, 1),)), PreparedMove("take 3k")),
        ),
        Lesson(
            N_("The computer took a chip too. Press **{button}**."),
            PreparedMove("roll", ((5, 5, 1, 5, 5),)),
        ),
        Lesson(
            N_("Four equal dice win 40, five any chip. Press **{equal}** to hold the four, then **Throw**."),
            PreparedMove("keep 5 5 5 5", ((5,),)),
            by_menu=N_(
                "Four equal dice win 40, five any chip. In the dice menu, choose each **5**, then press **Throw**."
            ),
        ),
        Lesson(
            N_("Five equal dice are a **Yamslam**. Open **Take any chip** and choose **{button}**."),
            PreparedMove("take ls"),
        ),
    ),
    N_(
        "When the last chip is gone, the most points win, with bonuses for many kinds and for all four chips of a kind."
    ),
    seats=2,
)
