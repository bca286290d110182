"""Yum Color: dice of three colours (rules.md §7). 1 and 6 are black, 2 and 5 red, 3 and 4 green."""

from dataclasses import replace

from bot.engine import FIRST_RULES_VERSION, N_, Faces, OptionValue, Preset, RuleNote
from bot.engine.hands import full_house, most, with_at_least
from bot.games.yum.scoring import (
    THREE_TIERS,
    Box,
    Condition,
    Formula,
    fixed,
    matching,
    row,
    same,
    sheet,
    total,
    when,
)
from bot.games.yum.scoring import (
    standard_boxes as std,
)
from bot.games.yum.scoring.boxes import Layout
from bot.games.yum.scoring.sheet import Sheet


def one_color(faces: Faces) -> bool:
    """Whether all dice have one colour: two faces do when they are equal or add up to 7."""
    return len({min(face, 7 - face) for face in faces}) == 1


def _pairs_of_one_color(quad: bool) -> Condition:
    def fulfilled(faces: Faces) -> bool:
        paired = with_at_least(faces, 2)
        return (len(paired) == 2 and one_color(paired)) or (quad and most(faces) >= 4)

    return fulfilled


def _four_of_one_color(quad: bool) -> Formula:
    """The sum of the four dice that are two pairs of one colour."""
    fulfilled = _pairs_of_one_color(quad)

    def points(faces: Faces) -> int:
        paired = with_at_least(faces, 2)
        return (4 // len(paired)) * sum(paired) if fulfilled(faces) else 0

    return points


def _color_full_house(faces: Faces) -> bool:
    return full_house(faces) and one_color(faces)


_TWO_PAIR_COLOR = Box(
    "two_pair_color",
    N_("Two Pairs Same Colour"),
    N_("Pair C"),
    N_("Two pairs of one colour, or four equal dice: the sum of all dice."),
    when(_pairs_of_one_color(quad=True), total()),
    30,
    equal_dice=_four_of_one_color(quad=True),
    equal_words=N_("Two pairs of one colour, or four equal dice: the sum of these four dice."),
)


def _quad(layout: Layout, value: OptionValue) -> Layout:
    if value:
        return layout
    box = layout.box(_TWO_PAIR_COLOR.key)
    strict = replace(
        box,
        points=when(_pairs_of_one_color(quad=False), total()),
        condition=N_("Two different pairs of one colour: the sum of all dice."),
        maximum=20,
        equal_dice=box.equal_dice and _four_of_one_color(quad=False),
        equal_words=N_("Two different pairs of one colour: the sum of these four dice."),
    )
    return layout.with_box(box.key, strict)


def _first_version(layout: Layout) -> Layout:
    """By the first version of the rules, ``of_a_kind`` left this box alone."""
    return layout.with_box(_TWO_PAIR_COLOR.key, replace(_TWO_PAIR_COLOR, equal_dice=None))


YUM_COLOR = Sheet(
    "yum_color",
    N_("Yum Color Game"),
    N_("15 boxes: the colours of the dice count too"),
    Layout(
        (
            *std.upper_boxes(),
            _TWO_PAIR_COLOR,
            std.THREE_KIND,
            Box(
                "straight",
                N_("Straight"),
                N_("Str."),
                N_("Five numbers in a row: {points} points."),
                when(row(5), fixed(30)),
                30,
            ),
            Box(
                "flush",
                N_("Flush"),
                N_("Flush"),
                N_("All dice of one colour: {points} points."),
                when(one_color, fixed(35)),
                35,
            ),
            Box(
                "full_house",
                N_("Full House"),
                N_("Full H"),
                N_("Three dice of one number and two of another: the sum of all dice plus 15."),
                when(full_house, total(plus=15)),
                43,
            ),
            Box(
                "full_house_color",
                N_("Full House Same Colour"),
                N_("Full C"),
                N_("A Full House of one colour: the sum of all dice plus 20."),
                when(_color_full_house, total(plus=20)),
                40,
            ),
            Box(
                "four_kind",
                N_("4 of a Kind"),
                N_("4 Kind"),
                N_("Four equal dice: the sum of all dice plus 25."),
                when(same(4), total(plus=25)),
                55,
                equal_dice=matching(4, plus=25),
                equal_words=N_("Four equal dice: the sum of these four plus 25."),
            ),
            replace(std.CHANCE, key="yarborough", label=N_("Yarborough"), short=N_("Yarb.")),
            replace(
                std.YUM,
                condition=N_("Five equal dice: their sum plus 50."),
                points=when(same(5), total(plus=50)),
                maximum=80,
            ),
        ),
        THREE_TIERS,
    ),
    (
        sheet.yes_no(
            "quad_is_two_pair",
            N_("Four equal dice are two pairs"),
            N_("Two Pairs Same Colour takes four equal dice."),
            default=True,
            effect=_quad,
        ),
        sheet.OF_A_KIND,
        sheet.yes_no(
            "kismet_penalty",
            N_("A second Yum costs the others"),
            N_("A further Yum that scores makes everybody else write a 0 instead of their next turn."),
        ),
    ),
    (Preset("source", N_("Published rules"), {"kismet_penalty": True}),),
    {FIRST_RULES_VERSION: _first_version},
    notes=(
        RuleNote(
            N_("The author only names this sheet: we play Kismet, which has the bonuses of Yum Plus."), of_source=True
        ),
    ),
)

PLACE = 40
SHEETS = (YUM_COLOR,)
