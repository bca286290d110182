"""The guided first game of Can't Stop: pairs, runners, stopping, and a throw too many."""

from bot.engine import N_
from bot.engine.guide import Guide, Lesson, PreparedMove

GUIDE = Guide(
    "cant_stop",
    (
        Lesson(
            N_("Climb to the top of three columns to win. Press **{button}**."),
            PreparedMove("roll", ((3, 4, 2, 5),)),
        ),
        Lesson(
            N_("Four dice make two pairs, and their sums are columns. Press **{button}**."),
            PreparedMove("move 7 7"),
        ),
        Lesson(
            N_("A runner climbs in column 7, but its steps count only when you stop. Press **{button}**."),
            PreparedMove("roll", ((2, 4, 4, 4),)),
        ),
        Lesson(N_("6 and 8 are good columns, they fall often. Press **{button}**."), PreparedMove("move 6 8")),
        Lesson(
            N_("All three runners are set: only 6, 7 and 8 move now. Press **{button}**, and cones keep your places."),
            PreparedMove("stop"),
            (PreparedMove("roll", ((1, 1, 3, 3),)), PreparedMove("move 4 4"), PreparedMove("stop")),
        ),
        Lesson(N_("The computer has climbed in column 4. Press **{button}**."), PreparedMove("roll", ((1, 1, 6, 6),))),
        Lesson(N_("2 and 12 are short, but fall rarely. Press **{button}**."), PreparedMove("move 2 12")),
        Lesson(
            N_("One runner is still free: see what daring costs. Press **{button}**."),
            PreparedMove("roll", ((6, 6, 2, 1),)),
        ),
        Lesson(N_("12 once more, and 3. Press **{button}**."), PreparedMove("move 3 12")),
        Lesson(N_("Only 2, 3 and 12 move now: more than half of all throws fail. Press **{button}** all the same."),
               PreparedMove("roll", ((4, 5, 5, 4),))),
    ),
    N_("No runner could move, so the steps of this turn are gone; the cones stay. To stop in time, that is the game."),
    seats=2,
)  # fmt: skip
