"""Maxi Yum: six dice and twenty boxes (rules.md §10)."""

from dataclasses import replace

from bot.engine import N_, Faces, OptionValue, Preset, Rule, RuleNote
from bot.engine.hands import all_equal, holds, pattern, with_at_least
from bot.games.yum.scoring import (
    Box,
    Condition,
    Formula,
    Tiers,
    fixed,
    high5,
    low5,
    matching,
    matching_pairs,
    sheet,
    total,
    when,
)
from bot.games.yum.scoring import (
    standard_boxes as std,
)
from bot.games.yum.scoring.boxes import Layout
from bot.games.yum.scoring.sheet import Sheet, SheetOption


def _shows(*counts: int) -> Condition:
    """The counts of the different faces are exactly these, largest first."""
    return lambda faces: pattern(faces) == counts


def _best_full_house(faces: Faces) -> int:
    return max((3 * a + 2 * b for a in with_at_least(faces, 3) for b in with_at_least(faces, 2) if a != b), default=0)


def _all_six(faces: Faces) -> bool:
    return holds(faces, (1, 2, 3, 4, 5, 6))


def _box(key: str, label: str, short: str, words: str, points: Formula, maximum: int) -> Box:
    return Box(key, label, short, words, points, maximum)


_LOWER = (
    _box("one_pair", N_("One Pair"), N_("1 Pair"), N_("Two equal dice: their sum."), matching(2), 12),
    _box(
        "two_pairs",
        N_("Two Pairs"),
        N_("2 Pair"),
        N_("Two different pairs: the sum of these four dice."),
        matching_pairs(),
        22,
    ),
    _box(
        "three_pairs",
        N_("Three Pairs"),
        N_("3 Pair"),
        N_("Three different pairs: the sum of all dice."),
        when(_shows(2, 2, 2), total()),
        30,
    ),
    _box("three_kind", N_("3 of a Kind"), N_("3 Kind"), N_("Three equal dice: their sum."), matching(3), 18),
    _box("four_kind", N_("4 of a Kind"), N_("4 Kind"), N_("Four equal dice: their sum."), matching(4), 24),
    _box("five_kind", N_("5 of a Kind"), N_("5 Kind"), N_("Five equal dice: their sum."), matching(5), 30),
    _box(
        "small_straight",
        N_("Small Straight"),
        N_("Small"),
        N_("1-2-3-4-5: {points} points."),
        when(low5, fixed(15)),
        15,
    ),
    _box(
        "large_straight",
        N_("Large Straight"),
        N_("Large"),
        N_("2-3-4-5-6: {points} points."),
        when(high5, fixed(20)),
        20,
    ),
    _box(
        "full_straight",
        N_("Full Straight"),
        N_("Full S"),
        N_("1-2-3-4-5-6: {points} points."),
        when(_all_six, fixed(21)),
        21,
    ),
    _box(
        "full_house",
        N_("Full House"),
        N_("Full H"),
        N_("Three dice of one number and two of another: the sum of these five."),
        _best_full_house,
        28,
    ),
    _box(
        "villa",
        N_("Villa"),
        N_("Villa"),
        N_("Three dice of one number and three of another: their sum."),
        when(_shows(3, 3), total()),
        33,
    ),
    _box(
        "tower",
        N_("Tower"),
        N_("Tower"),
        N_("Four dice of one number and two of another: their sum."),
        when(_shows(4, 2), total()),
        34,
    ),
    replace(std.CHANCE, maximum=36),
    replace(
        std.with_value(std.YUM, 100),
        key="maxi_yum",
        label=N_("Maxi Yum"),
        short=N_("Maxi Y"),
        condition=N_("Six equal dice: {points} points."),
        points=when(all_equal, fixed(100)),
    ),
)

_BONUSES = {"100_at_84": (84, 100), "50_at_75": (75, 50), "50_at_63": (63, 50)}


def _bonus(layout: Layout, value: OptionValue) -> Layout:
    return replace(layout, bonus=Tiers((_BONUSES[str(value)],)))


MAXI_YUM = Sheet(
    "maxi_yum",
    N_("Maxi Yum"),
    N_("six dice and 20 boxes: villas, towers, three pairs"),
    Layout((*std.upper_boxes(dice=6), *_LOWER), dice=6),
    (
        SheetOption(
            Rule(
                "maxi_bonus",
                "100_at_84",
                tuple(_BONUSES),
                N_("Bonus"),
                N_("The bonus, and what the upper section must add up to for it."),
                (N_("100 points from 84"), N_("50 points from 75"), N_("50 points from 63")),
            ),
            _bonus,
        ),
        sheet.yes_no("saved_rolls", N_("Saved throws"), N_("Throws a turn does not use may be used in later turns.")),
    ),
    (Preset("friends", N_("Among friends"), {"maxi_bonus": "50_at_63", "saved_rolls": True}),),
    notes=(RuleNote(N_("The author only names this sheet: we play Maxi Yatzy."), of_source=True),),
    ties=sheet.tiebreak(N_("Most Maxi Yums"), N_("Upper section, then Maxi Yums")),
)

PLACE = 60
SHEETS = (MAXI_YUM,)
