"""Where the texts a game was made from contradict each other or say nothing, and what we play (rules.md §21)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from bot.engine.types import AnyGame
from bot.engine.words import N_
from bot.games import CATALOGUE
from bot.screens.kit.house_rules import value_in_words
from bot.screens.kit.values import Desk, Field


class Doubt(NamedTuple):
    """What the texts leave open, in English, and the key of the house rule that settles it; empty where none does."""

    said: str
    rule: str = ""


_WHERE = Doubt(
    N_("The French text lets a joker go to both sections, the English one to the lower section only, else a 0 above."),
    "joker",
)
_UPPER = Doubt(
    N_('“30 points dans les "Cinq"”, the example of a joker of 4s, fits neither the dice (20) nor the box (25).'),
    "joker_upper",
)
_JOKER = (_WHERE, _UPPER)
_JOKER_PLUS = (
    _WHERE,
    Doubt(
        N_("Before a joker, the French text asks for all Yum boxes to be filled, the English one for the Yum box."),
        "joker_needs",
    ),
    _UPPER,
    Doubt(
        N_(
            "The English text names a Small and a Large Straight for 30 and 40 points, which are not on the sheet: "
            "Low and High Straight have these values."
        )
    ),
)
_PLUS = (
    Doubt(N_("For pairs and equal dice the sheets add all dice, unlike Yatzy."), "of_a_kind"),
    Doubt(
        N_("For High Score the sheets only ask for more than Low Score; the published Yum asks for 22 too."), "high_min"
    ),
    Doubt(
        N_("How many games: “up to 6” in English, seven columns on the sheet, a single round in French."),
        "games_in_match",
    ),
)
_SECOND_ROW = Doubt(N_("The text doubles “the second row”, the sheet its second column: we double the column."))

_POWER = (
    Doubt(
        N_("A Power 4 ends the turn “without more throws”: as soon as it falls or when it is kept is not said."),
        "freeze",
    ),
)

_JOKERS: Mapping[str, tuple[Doubt, ...]] = {
    **dict.fromkeys(("yum_plus", "triple_yum_plus"), _JOKER_PLUS),
    **dict.fromkeys(("yum_classic", "triple_yum", "yum_low_high", "yum_full_house", "yum_extra"), _JOKER),
}

_OTHERS: Mapping[str, tuple[Doubt, ...]] = {
    "yum_plus": _PLUS,
    "triple_yum_plus": (_SECOND_ROW, *_PLUS),
    "yams": (
        Doubt(
            N_('The bonus is called “prime des 63 points”, but is for those who go beyond ("dépasse") 63.'),
            "prime_at_63",
        ),
    ),
    "yamslam": (
        Doubt(N_("Which faces have which colour is not said; reviews and programs say odd black, even red.")),
        Doubt(N_("Nor is it said whether four equal dice are two pairs."), "quad_is_two_pair"),
    ),
    "5000": (
        Doubt(N_("Three throws a turn at most, yet a full hand may be thrown again without limit."), "throw_cap"),
        Doubt(N_("Our rules sheet opens at 750 points, another page by the author of Yum Plus at 500."), "opening"),
    ),
    "ambition": (
        Doubt(
            N_(
                "The pictures of the dice and all points are missing from the page: which faces have a star and what "
                "they are worth is our definition, taken from 5000."
            )
        ),
    ),
    "421": (
        Doubt(
            N_(
                "An ace is called the highest die, yet 2-2-1 is the weakest hand: the ace is high in the named hands "
                "only."
            )
        ),
        Doubt(N_("A nénette receives 2 tokens: more, or instead of the round's, is not said."), "nenette"),
        Doubt(N_("What decides between equal hands is not said."), "ties"),
    ),
    "cant_stop": (
        Doubt(N_("9 cones of each colour on our rules sheet, 11 in the published game: here you never run out.")),
    ),
}


def good_to_know(desk: Desk, game: AnyGame) -> tuple[Field, ...]:
    """Return the parts of the rules that tell what the texts leave open; none where they agree."""
    t = desk.t
    parts = (
        (t("Good to know"), _OTHERS.get(game.key, ())),
        (t("Good to know: the joker"), _JOKERS.get(game.key, ()) if game.options.get("joker") != "none" else ()),
        (t("Good to know: the Power die"), _POWER if game.options.get("power") is True else ()),
    )
    return tuple(
        Field(name, "\n".join(_line(desk, game, doubt) for doubt in doubts)) for name, doubts in parts if doubts
    )


def _line(desk: Desk, game: AnyGame, doubt: Doubt) -> str:
    t = desk.t
    rule = next((rule for rule in CATALOGUE[game.key].rules if rule.key == doubt.rule), None)
    if rule is None:
        return f"* {t(doubt.said)}"
    standard = value_in_words(desk, rule, rule.default)
    return f"* {t(doubt.said)} " + t("Standard: {value}; house rule: **{name}**.", value=standard, name=t(rule.label))
