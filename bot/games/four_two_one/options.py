"""The house rules of 421 (rules.md §18, §22)."""

from bot.engine import N_, Preset, Rule, power_rule
from bot.engine.match import games_in_match_rule, tiebreak_rule

RULES: tuple[Rule, ...] = (
    Rule(
        "ties",
        "rampo",
        ("rampo", "none"),
        N_("Ties"),
        N_("What decides between equal hands."),
        (N_("Rampo: the tied players throw once"), N_("Nobody receives or gives")),
    ),
    Rule(
        "le_bon",
        False,
        (False, True),
        N_("« Le bon »"),
        N_("Who is satisfied may stop before having thrown as often as the first player."),
    ),
    Rule(
        "charge_one_throw",
        False,
        (False, True),
        N_("One throw in the charge"),
        N_("Everybody throws only once while there are tokens in the pot."),
    ),
    Rule(
        "nenette",
        "add2",
        ("add2", "fixed2", "none"),
        N_("Nénette"),
        N_("What 2-2-1 costs, besides being the weakest hand."),
        (N_("2 tokens more"), N_("2 tokens instead"), N_("Nothing more")),
    ),
    Rule(
        "zero_after_charge",
        "play",
        ("play", "win", "out"),
        N_("No token after the charge"),
        N_("What becomes of a player without tokens when the pot is empty."),
        (N_("Plays on"), N_("Wins at once"), N_("Sits out the rest")),
    ),
    Rule(
        "espagnole",
        False,
        (False, True),
        N_("Espagnole"),
        N_("Who receives all tokens in the charge loses at once."),
    ),
    Rule(
        "starter",
        "loser",
        ("loser", "winner", "clockwise"),
        N_("Who begins the next round"),
        N_("Who throws first, and how often, after a round."),
        (N_("Who had the worst hand"), N_("Who had the best hand"), N_("The next player")),
    ),
    Rule(
        "may_stand",
        False,
        (False, True),
        N_("Throwing again is free"),
        N_("Nobody has to throw a die again to reach the number of throws."),
    ),
    power_rule(N_("One more die for the whole round: it multiplies the tokens or changes the number of throws.")),
    Rule("tokens", 21, (21, 11, 41), N_("Tokens"), N_("How many tokens are in the pot.")),
    Rule("value_421", 10, (10, 8, 11), N_("Tokens for 421"), N_("How many tokens 4-2-1 sets.")),
    Rule(
        "first_player",
        "highest",
        ("highest", "lowest"),
        N_("Who begins"),
        N_("Everybody throws three dice before the game."),
        (N_("The highest throw"), N_("The lowest throw")),
    ),
    games_in_match_rule(N_("Each game won counts 1."), 3, N_("Until somebody has won 3 games")),
    tiebreak_rule("share", "roll_off"),
)

FRIENDS = Preset("friends", N_("Among friends"), {"le_bon": True, "tokens": 11})
"""A short game in which nobody has to spoil a good hand."""
