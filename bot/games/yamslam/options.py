"""The house rules of Yamslam (rules.md §16, §22)."""

from bot.engine import N_, Preset, Rule, power_rule

RULES: tuple[Rule, ...] = (
    Rule(
        "quad_is_two_pair",
        False,
        (False, True),
        N_("Four equal dice are two pairs"),
        N_("Four equal dice also win a chip for 2 Pairs."),
    ),
    power_rule(N_("One more die that ends the throws, wins a second chip, or gives a fourth throw.")),
    Rule(
        "sliding_round",
        False,
        (False, True),
        N_("Any round"),
        N_("A chip is removed after as many turns in a row without one as there are players, no matter who began."),
    ),
    Rule(
        "forced_take",
        False,
        (False, True),
        N_("Chips must be taken"),
        N_("Who stops with dice that fit a chip must take one."),
    ),
    Rule(
        "tiebreak",
        "share",
        ("share", "most_kinds"),
        N_("Equal totals"),
        N_("What decides between equal totals."),
        (N_("Shared places"), N_("Most different kinds")),
    ),
    Rule(
        "games_in_match",
        1,
        (1, 2, 3, 4, 5, 6, 10, "to_1000"),
        N_("Games in a match"),
        N_("The totals of all games are added."),
        (N_("1"), N_("2"), N_("3"), N_("4"), N_("5"), N_("6"), N_("10"), N_("Until somebody has 1,000")),
    ),
    Rule(
        "teams",
        False,
        (False, True),
        N_("Two teams"),
        N_("Four players; partners sit alternately and pool their chips."),
    ),
)

FRIENDS = Preset("friends", N_("Among friends"), {"quad_is_two_pair": True, "sliding_round": True})
"""Easier chips, and a rack that empties sooner."""
