"""Yum original and its De Luxe sheet (rules.md §5, §6)."""

from dataclasses import replace

from bot.engine import N_, OptionValue, Preset, Rule, RuleNote
from bot.games.yum.scoring import THREE_TIERS, Tiers, sheet
from bot.games.yum.scoring import standard_boxes as std
from bot.games.yum.scoring.boxes import Layout
from bot.games.yum.scoring.sheet import Sheet, SheetOption

_BONUS = Tiers(((63, 25),))

_VALUES = {"low_straight": (15, 30), "high_straight": (20, 40), "yum": (30, 50)}
"""Points of the sheet, and of the house rule ``values = yum_plus``."""

_LOW = replace(
    std.LOW_SCORE,
    key="low",
    label=N_("Low"),
    short=N_("Low"),
    condition=N_("A sum of 21 or more that stays below High; otherwise 0."),
    below="high",
)
_HIGH = replace(
    std.HIGH_SCORE,
    key="high",
    label=N_("High"),
    short=N_("High"),
    condition=N_("A sum of 22 or more that passes Low; otherwise 0."),
    above="low",
)


def _plus_values(layout: Layout, value: OptionValue) -> Layout:
    if value != "yum_plus":
        return layout
    richer = layout.with_boxes(lambda box: std.with_value(box, _VALUES[box.key][1]) if box.key in _VALUES else box)
    return replace(richer, bonus=THREE_TIERS)


YUM_ORIGINAL = Sheet(
    "yum_original",
    N_("Yum original"),
    N_("12 boxes, the short one: Low, High, one Yum"),
    Layout(
        (
            *std.upper_boxes(),
            std.with_value(std.LOW_STRAIGHT, _VALUES["low_straight"][0]),
            std.with_value(std.HIGH_STRAIGHT, _VALUES["high_straight"][0]),
            _LOW,
            _HIGH,
            std.FULL_HOUSE,
            std.with_value(std.YUM, _VALUES["yum"][0]),
        ),
        _BONUS,
    ),
    (
        SheetOption(
            Rule(
                "values",
                "original",
                ("original", "yum_plus"),
                N_("Values"),
                N_("Points of the straights, the Yum and the bonus."),
                (N_("Yum original"), N_("Yum Plus")),
            ),
            _plus_values,
        ),
    ),
    (Preset("friends", N_("Among friends"), {"values": "yum_plus"}),),
    short_weekdays=(1,),
    notes=(
        RuleNote(
            N_("The author only names this sheet: we play the published Canadian Yum of 1959."),
            "values",
            of_source=True,
        ),
    ),
)

YUM_DELUXE = Sheet(
    "yum_deluxe",
    N_("Yum De Luxe"),
    N_("13 boxes: low points, small bonus, no joker"),
    Layout(
        (
            *std.upper_boxes(),
            std.THREE_KIND,
            std.FOUR_KIND,
            std.FULL_HOUSE,
            std.SHORT_STRAIGHT,
            std.LONG_STRAIGHT,
            replace(std.CHANCE, key="surplus", label=N_("Surplus"), short=N_("Surpl.")),
            std.with_value(std.YUM, 30),
        ),
        _BONUS,
    ),
    (sheet.joker("none", "en"), sheet.OF_A_KIND),
    (Preset("friends", N_("Among friends"), {"joker": "en"}),),
    short_weekdays=(4,),
    notes=(
        RuleNote(
            N_("The author only names this sheet: we play the other Yum known in Québec, taught in Montréal."),
            of_source=True,
        ),
    ),
)

PLACE = 20
SHEETS = (YUM_ORIGINAL, YUM_DELUXE)
