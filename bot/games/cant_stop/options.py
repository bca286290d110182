"""House rules of Can't Stop (rules.md §19, §22)."""

from bot.engine import N_, Preset, Rule, power_rule, teams_rule
from bot.engine.match import games_in_match_rule, tiebreak_rule

_YES_NO = (False, True)

RULES = (
    Rule("columns_to_win", 3, (3, 4, 5), N_("Columns to win"), N_("How many columns must be won.")),
    Rule("jump", False, _YES_NO, N_("Jump"), N_("Runners skip spaces that hold cones of others.")),
    Rule(
        "no_stop_on_cone",
        False,
        _YES_NO,
        N_("No stop on a cone"),
        N_("Nobody may stop while a runner shares a space with a cone of somebody else."),
    ),
    Rule(
        "must_maximise",
        False,
        _YES_NO,
        N_("Use both numbers"),
        N_("A pairing that moves both numbers must be preferred to one that moves only one."),
    ),
    teams_rule(N_("Four players; partners sit alternately, and their columns are added."), most=2),
    games_in_match_rule(N_("The columns won in all games are added."), 10, N_("Until somebody has 10 columns")),
    tiebreak_rule("share", "games_won", "roll_off"),
    power_rule(N_("One more die that ends the turn safely, moves the runners twice, or gives one throw more.")),
)

PRESETS = (Preset("long", N_("Long game"), {"columns_to_win": 4}),)
"""The ready-made rules besides the standard."""
