"""Where the texts of the score-sheet games leave something open (rules.md §21)."""

from collections.abc import Mapping, Sequence

from bot.engine import N_
from bot.games.yum.rules import Yum
from bot.screens.kit import GOOD_TO_KNOW, RuleNote

_WHERE = RuleNote(
    N_("The French text lets a joker go to both sections, the English one to the lower section only, else a 0 above."),
    "joker",
)
_UPPER = RuleNote(
    N_('“30 points dans les "Cinq"”, the example of a joker of 4s, fits neither the dice (20) nor the box (25).'),
    "joker_upper",
)
_JOKER = (_WHERE, _UPPER)
_JOKER_PLUS = (
    _WHERE,
    RuleNote(
        N_("Before a joker, the French text asks for all Yum boxes to be filled, the English one for the Yum box."),
        "joker_needs",
    ),
    _UPPER,
    RuleNote(
        N_(
            "The English text names a Small and a Large Straight for 30 and 40 points, which are not on the sheet: "
            "Low and High Straight have these values."
        )
    ),
)
_PLUS = (
    RuleNote(N_("For pairs and equal dice the sheets add all dice, unlike Yatzy."), "of_a_kind"),
    RuleNote(
        N_("For High Score the sheets only ask for more than Low Score; the published Yum asks for 22 too."), "high_min"
    ),
    RuleNote(
        N_("How many games: “up to 6” in English, seven columns on the sheet, a single round in French."),
        "games_in_match",
    ),
)
_SECOND_ROW = RuleNote(N_("The text doubles “the second row”, the sheet its second column: we double the column."))

_POWER = (
    RuleNote(
        N_("A Power 4 ends the turn “without more throws”: as soon as it falls or when it is kept is not said."),
        "freeze",
    ),
)

_JOKERS: Mapping[str, tuple[RuleNote, ...]] = {
    **dict.fromkeys(("yum_plus", "triple_yum_plus"), _JOKER_PLUS),
    **dict.fromkeys(("yum_classic", "triple_yum", "yum_low_high", "yum_full_house", "yum_extra"), _JOKER),
}

_SHEETS: Mapping[str, tuple[RuleNote, ...]] = {
    "yum_plus": _PLUS,
    "triple_yum_plus": (_SECOND_ROW, *_PLUS),
    "yams": (
        RuleNote(
            N_('The bonus is called “prime des 63 points”, but is for those who go beyond ("dépasse") 63.'),
            "prime_at_63",
        ),
    ),
}


def rule_notes(game: Yum) -> Sequence[tuple[str, Sequence[RuleNote]]]:
    """Return those of the sheet, and those of the joker and the Power die if the game has them."""
    return (
        (GOOD_TO_KNOW, _SHEETS.get(game.key, ())),
        (N_("Good to know: the joker"), _JOKERS.get(game.key, ()) if game.options.get("joker") != "none" else ()),
        (N_("Good to know: the Power die"), _POWER if game.options.get("power") is True else ()),
    )
