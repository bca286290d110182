"""House rules of every sheet: the Power die, ties, matches and teams (rules.md §1, §4)."""

from bot.engine import N_, Rule, teams_rule
from bot.games.yum.options import SheetOption, yes_no

POWER = yes_no(
    "power", N_("Power die"), N_("One more die that multiplies points, stops the turn, or gives a second box or throw.")
)

FREEZE = SheetOption(
    Rule(
        "freeze",
        "immediate",
        ("immediate", "if_kept"),
        N_("Power 4: Freeze"),
        N_("When a 4 on the Power die ends the throws of a turn."),
        (N_("At once"), N_("Only if it is kept")),
    )
)
DOUBLE_MANDATORY = yes_no(
    "double_mandatory", N_("Power 5: two boxes always"), N_("A 5 on the Power die must fill a second box.")
)
POWER_BONUS_BASE = yes_no(
    "power_bonus_base", N_("Bonus without Power"), N_("The bonus looks at the points before the Power die.")
)
TIEBREAK = SheetOption(
    Rule(
        "tiebreak",
        "share",
        ("share", "most_yums", "upper_then_yums", "roll_off"),
        N_("Equal totals"),
        N_("What decides between equal totals."),
        (N_("Shared places"), N_("Most Yums"), N_("Upper section, then Yums"), N_("One more throw")),
    )
)
GAMES_IN_MATCH = SheetOption(
    Rule("games_in_match", 1, (1, 2, 3, 4, 5, 6), N_("Games in a match"), N_("The totals of all games are added."))
)
TEAMS = SheetOption(teams_rule(N_("Partners sit alternately, each with a sheet; the totals of a side are added.")))

EVERY_SHEET = (FREEZE, DOUBLE_MANDATORY, POWER_BONUS_BASE, TIEBREAK, GAMES_IN_MATCH, TEAMS)
"""What menus show after the rules of the sheet itself."""
