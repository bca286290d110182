"""Where the texts of the score-sheet games leave something open (rules.md §1–§14, §20, §21)."""

from collections.abc import Mapping, Sequence

from bot.engine import N_
from bot.games.yum.rules import Yum
from bot.screens.kit import GOOD_TO_KNOW, RuleNote
from bot.screens.kit.rule_notes import WHO_BEGINS

_WHERE = RuleNote(
    N_("The French text lets a joker go to both sections, the English one to the lower section only, else a 0 above."),
    "joker",
)
_UPPER = RuleNote(
    N_('“30 points dans les "Cinq"”, the example of a joker of 4s, fits neither the dice (20) nor the box (25).'),
    "joker_upper",
)
_SCOPE = RuleNote(N_("Whether a joker looks at one column or at all is not said."), "joker_scope")
_JOKER = (_WHERE, _UPPER, _SCOPE)
_JOKER_PLUS = (
    _WHERE,
    RuleNote(
        N_("Before a joker, the French text asks for all Yum boxes to be filled, the English one for the Yum box."),
        "joker_needs",
    ),
    _UPPER,
    _SCOPE,
    RuleNote(
        N_(
            "The English text names a Small and a Large Straight for 30 and 40 points, which are not on the sheet: "
            "Low and High Straight have these values."
        )
    ),
)
_PLUS = (
    RuleNote(N_("Whether four equal dice are two pairs is not said."), "quad_is_two_pair"),
    RuleNote(N_("Which dice make the Low and the High Straight is not said."), "low_high"),
    RuleNote(
        N_("For High Score the sheets only ask for more than Low Score; the published Yum asks for 22 too."), "high_min"
    ),
    RuleNote(N_("What holds when High Score is filled first is not said: it must still stay above."), "low_first"),
    RuleNote(N_("Whether a Yum box with a 0 opens the next one is not said."), "yum_order"),
    RuleNote(N_("Nor whether a Yum is a Full House."), "yum_is_full_house"),
    RuleNote(N_("Nor whether the three bonuses add up: you get the best one, as in Kismet.")),
)
_SECOND_ROW = RuleNote(N_("The text doubles “the second row”, the sheet its second column: we double the column."))
_EQUAL_DICE = RuleNote(N_("For pairs and equal dice the sheets add all dice, unlike Yatzy."), "of_a_kind")

_POWER = (
    RuleNote(
        N_("A Power 4 ends the turn “without more throws”: as soon as it falls or when it is kept is not said."),
        "freeze",
    ),
    RuleNote(N_("Whether a Power 5 must fill a second box is not said."), "double_mandatory"),
    RuleNote(N_("Nor whether the bonus counts multiplied points."), "power_bonus_base"),
)

_MATCH = (
    RuleNote(
        N_("How many games: “up to 6” in English, seven columns on the sheet, a single round in French."),
        "games_in_match",
    ),
    RuleNote(N_("The texts have no sides: they are our addition."), "teams"),
    WHO_BEGINS,
)

_JOKERS: Mapping[str, tuple[RuleNote, ...]] = {
    **dict.fromkeys(("yum_plus", "triple_yum_plus"), _JOKER_PLUS),
    **dict.fromkeys(("yum_classic", "triple_yum", "yum_low_high", "yum_full_house", "yum_extra"), _JOKER),
    "yum_deluxe": (RuleNote(N_("No source gives this sheet a joker."), "joker"),),
}

_FURTHER_YUMS = RuleNote(
    N_("The texts do not print the bonus for further Yums; the published game has it."), "yum_bonus"
)

_SHEETS: Mapping[str, tuple[RuleNote, ...]] = {
    "yum_plus": _PLUS,
    "triple_yum_plus": (_SECOND_ROW, *_PLUS),
    "yum_original": (
        RuleNote(N_("The author only names this sheet: we play the published Canadian Yum of 1959."), "values"),
    ),
    "yum_deluxe": (
        RuleNote(N_("The author only names this sheet: we play the other Yum known in Québec, taught in Montréal.")),
    ),
    "yum_color": (
        RuleNote(N_("The author only names this sheet: we play Kismet, which has the bonuses of Yum Plus.")),
        RuleNote(N_("Whether four equal dice are two pairs of one colour is not clear."), "quad_is_two_pair"),
        RuleNote(N_("Published Kismet fines all others for a further Yum."), "kismet_penalty"),
    ),
    "yum_classic": (
        RuleNote(N_("The author only names this sheet: we play Yahtzee, where the English joker text comes from.")),
        _FURTHER_YUMS,
    ),
    "triple_yum": (RuleNote(N_("The author only names this sheet: we play Triple Yahtzee.")), _FURTHER_YUMS),
    "asian_yum": (
        RuleNote(
            N_(
                "The author only names this sheet: we play Yacht as in Japan and Korea, or Balut, from South-East Asia."
            ),
            "asian_sheet",
        ),
    ),
    "maxi_yum": (
        RuleNote(N_("The author only names this sheet: we play Maxi Yatzy.")),
        RuleNote(N_("Programs give other bonuses."), "maxi_bonus"),
        RuleNote(N_("Two sources of three save unused throws for later turns."), "saved_rolls"),
    ),
    "yum_low_high": (
        RuleNote(N_("The author only names this sheet: we play a French one with exactly these two straights.")),
    ),
    "yum_full_house": (
        RuleNote(N_("The author only names this sheet: three Full House boxes are our definition."), "fh_values"),
    ),
    "yum_extra": (
        RuleNote(
            N_("The rules of this sheet were not found: its five extra boxes and the tokens are ours."), "extra_tokens"
        ),
        RuleNote(N_("Whether four equal dice are two pairs is not said."), "quad_is_two_pair"),
    ),
    "yams": (
        RuleNote(
            N_('The bonus is called “prime des 63 points”, but is for those who go beyond ("dépasse") 63.'),
            "prime_at_63",
        ),
        RuleNote(N_("A Brelan has a fixed value here; other French sheets add the dice."), "brelan"),
        RuleNote(N_("So has a Carré."), "carre"),
        RuleNote(N_("Whether five equal dice are a Full is not said."), "yams_is_full"),
        RuleNote(N_("For two straights no points are named: 15 and 20 are ours."), "two_straights"),
    ),
}


def rule_notes(game: Yum) -> Sequence[tuple[str, Sequence[RuleNote]]]:
    """Return those of the sheet and of matches, and those of the joker and the Power die if the game has them."""
    return (
        (GOOD_TO_KNOW, (*_SHEETS.get(game.key, ()), _EQUAL_DICE)),
        (N_("Good to know: the joker"), _JOKERS.get(game.key, ()) if game.options.get("joker") != "none" else ()),
        (N_("Good to know: the Power die"), _POWER if game.options.get("power") is True else ()),
        (N_("Good to know: the match"), _MATCH),
    )
