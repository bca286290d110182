"""House rules of 5000 (rules.md §17, §22)."""

from bot.engine import N_, Preset, Rule, power_rule, teams_rule
from bot.engine.match import games_in_match_rule, tiebreak_rule

THROWS = 3
"""Throws of a turn, or of a hand if the house rules say so."""

FINAL_POINTS = 1000
"""``last_1000``: the points that one turn must bring."""

_YES_NO = (False, True)

RULES = (
    Rule("dice", 5, (5, 6), N_("Dice thrown"), N_("How many dice are thrown.")),
    Rule("target", 5000, (5000, 10000), N_("Goal"), N_("How many points win.")),
    Rule(
        "goal_mode",
        "min",
        ("min", "exact", "last_1000"),
        N_("Reaching the goal"),
        N_("How the goal must be reached."),
        (N_("The goal or more"), N_("The goal exactly"), N_("The last 1,000 in one turn")),
    ),
    Rule(
        "opening",
        750,
        (750, 500, 1000, 350, 0),
        N_("Opening"),
        N_("What the first turn that counts must be worth."),
    ),
    Rule(
        "throw_cap",
        THROWS,
        (THROWS, "3_per_hand", "none"),
        N_("Throws in a turn"),
        N_("How often one may throw in a turn."),
        (N_("3 in all"), N_("3, and 3 more after a full hand"), N_("As often as you dare")),
    ),
    Rule(
        "keep_all_scoring", False, _YES_NO, N_("Keep all that scores"), N_("Every die that scores must be set aside.")
    ),
    Rule(
        "full_hand_forced",
        False,
        _YES_NO,
        N_("Full hand must go on"),
        N_("When all dice have scored, they must be thrown again."),
    ),
    Rule(
        "last_round",
        False,
        _YES_NO,
        N_("Last round"),
        N_("When somebody reaches the goal, everybody else has one more turn."),
    ),
    Rule("bump", False, _YES_NO, N_("Bump"), N_("Who reaches exactly another's total sends them back to 0.")),
    power_rule(N_("One more die that multiplies the turn, ends it safely, or gives another turn or throw.")),
    teams_rule(N_("Partners sit alternately and share one score.")),
    games_in_match_rule(N_("The points of all games are added."), 15000, N_("Until somebody has 15,000")),
    tiebreak_rule("share", "games_won", "roll_off"),
)

PRESETS = (Preset("friends", N_("Among friends"), {"opening": 350, "throw_cap": "3_per_hand"}),)
"""The ready-made rules besides the standard."""
