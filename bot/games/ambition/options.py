"""House rules of Ambition (rules.md §15, §22)."""

from bot.engine import N_, Preset, Rule, power_rule, teams_rule
from bot.engine.match import games_in_match_rule, tiebreak_rule

_YES_NO = (False, True)

RULES = (
    Rule("goal", 5000, (5000, 3000, 2000), N_("Goal"), N_("How many points must be reached exactly.")),
    Rule(
        "set_aside",
        False,
        _YES_NO,
        N_("Set scoring dice aside"),
        N_("Only the dice that have not scored are thrown again."),
    ),
    Rule(
        "overshoot",
        "lose_turn",
        ("lose_turn", "stop_before"),
        N_("Going over the goal"),
        N_("What happens to a turn that passes the goal."),
        (N_("The turn is lost"), N_("It counts without that throw")),
    ),
    power_rule(N_("One more die that multiplies the turn, ends it safely, or gives another turn or throw.")),
    teams_rule(N_("Partners sit alternately and share one score.")),
    Rule(
        "everyone_qualifies",
        False,
        _YES_NO,
        N_("Every partner qualifies"),
        N_("Each partner must qualify, not the side once."),
    ),
    games_in_match_rule(N_("The points of all games are added."), 15000, N_("Until somebody has 15,000")),
    tiebreak_rule("share", "games_won", "roll_off"),
)

PRESETS = (Preset("friends", N_("Among friends"), {"goal": 2000, "overshoot": "stop_before"}),)
"""The ready-made rules besides the standard."""
