"""Yum Plus and Triple Yum Plus (rules.md §2, §3)."""

from dataclasses import replace

from bot.engine import N_, Preset, RuleNote
from bot.games.yum.scoring import THREE_TIERS, sheet
from bot.games.yum.scoring import standard_boxes as std
from bot.games.yum.scoring.boxes import Layout
from bot.games.yum.scoring.sheet import Sheet

_LAYOUT = Layout(
    (
        *std.upper_boxes(),
        std.ONE_PAIR,
        std.TWO_PAIR,
        std.THREE_KIND,
        std.FOUR_KIND,
        std.SHORT_STRAIGHT,
        std.LONG_STRAIGHT,
        std.LOW_STRAIGHT,
        std.HIGH_STRAIGHT,
        std.LOW_SCORE,
        std.HIGH_SCORE,
        std.FULL_HOUSE,
        std.CHANCE,
        std.MINUS,
        std.YUM,
        std.YUM2,
        std.YUM3,
    ),
    THREE_TIERS,
)

_JOKER = (sheet.joker("fr", "en", "none"), sheet.JOKER_NEEDS)

_BOXES = (
    sheet.JOKER_UPPER,
    sheet.QUAD_IS_TWO_PAIR,
    sheet.OF_A_KIND,
    sheet.LOW_HIGH,
    sheet.HIGH_MIN,
    sheet.LOW_FIRST,
    sheet.YUM_ORDER,
    sheet.YUM_IS_FULL_HOUSE,
)

_PRESETS = (
    Preset(
        "friends",
        N_("Among friends"),
        {"joker_needs": "first", "quad_is_two_pair": True, "yum_is_full_house": True, "high_min": "none"},
    ),
    Preset("source_english", N_("English rules sheet"), {"joker": "en", "joker_needs": "first"}),
    Preset("source_french", N_("French rules sheet"), {}),
)

_NOTES = (
    RuleNote(
        N_("High Score needs 22 and more than Low Score, or only the latter."),
        "high_min",
        of_texts=True,
    ),
    RuleNote(N_("The bonuses of the upper section do not add up: you get the best one.")),
)
_JOKER_NOTES = (
    *sheet.JOKER_NOTES,
    RuleNote(
        N_("Where the English text says Small and Large Straight, it means the Low and the High one."), of_source=True
    ),
)

YUM_PLUS = Sheet(
    "yum_plus",
    N_("Yum Plus"),
    N_("22 boxes: pairs, four straights, three Yums, a joker"),
    _LAYOUT,
    (*_JOKER, *_BOXES),
    _PRESETS,
    weekdays=(0, 1, 2, 3, 4),
    notes=_NOTES,
    joker_notes=_JOKER_NOTES,
)

TRIPLE_YUM_PLUS = Sheet(
    "triple_yum_plus",
    N_("Triple Yum Plus"),
    N_("Yum Plus in three columns, worth ×1, ×2 and ×3"),
    replace(_LAYOUT, multipliers=(1, 2, 3)),
    (*_JOKER, sheet.JOKER_SCOPE, *_BOXES),
    _PRESETS,
    notes=(
        RuleNote(N_("The text doubles “the second row”: we double the second column."), of_source=True),
        *_NOTES,
    ),
    joker_notes=_JOKER_NOTES,
)

PLACE = 10
SHEETS = (YUM_PLUS, TRIPLE_YUM_PLUS)
