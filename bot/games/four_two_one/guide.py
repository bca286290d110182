"""The guided first game of 421: keeping dice, the best hand, tokens, and three 1s."""

from bot.engine import N_
from bot.engine.guide import Guide, Lesson, PreparedMove

GUIDE = Guide(
    "421",
    (
        Lesson(
            N_("Tokens are bad: the player with none in the end wins. Press **{button}**."),
            PreparedMove("roll", ((2, 6, 4),)),
        ),
        Lesson(
            N_("4-2-1 is the best hand. Press the **4** and the **2** to hold them, then **Throw**."),
            PreparedMove("keep 2 4", ((1,),)),
            by_menu=N_(
                "4-2-1 is the best hand. In the dice menu, choose the **4** and the **2**, then press **Throw**."
            ),
        ),
        Lesson(
            N_("4-2-1 brings the worst hand 10 tokens. Press **{button}**."),
            PreparedMove("stand"),
            (PreparedMove("roll", ((3, 5, 3),)), PreparedMove("keep 3 3", ((6,),)), PreparedMove("stand"),
             PreparedMove("roll", ((6, 5, 4),)), PreparedMove("stand")),
        ),
        Lesson(
            N_("The computer threw once this round, so you throw once too. Press **{button}**."),
            PreparedMove("roll", ((1, 1, 1),)),
        ),
        Lesson(
            N_("Only 4-2-1 is better than three 1s: 7 more tokens for the computer. Press **{button}**."),
            PreparedMove("stand"),
        ),
    ),
    N_("You have none, the computer 17. Beware of 2-2-1, the **nénette**: it is the worst hand. All this was the "
       "**charge**. Once the pot is empty, the **discharge** begins: the best hand gives its own tokens to the worst. "
       "Get rid of all of yours, and you have won."),
    seats=2,
)  # fmt: skip
