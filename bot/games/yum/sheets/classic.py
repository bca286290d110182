"""YUM Classic and the sheets built on its thirteen boxes (rules.md §8, §11, §12, §13, §14)."""

from dataclasses import replace

from bot.engine import N_, OptionValue, Preset, Rule, RuleNote
from bot.engine.hands import full_house
from bot.games.yum.scoring import ONE_TIER, Box, Section, fixed, row, sheet, when
from bot.games.yum.scoring import standard_boxes as std
from bot.games.yum.scoring.boxes import Layout
from bot.games.yum.scoring.sheet import Sheet, SheetOption

SMALL_STRAIGHT = Box(
    "small_straight",
    N_("Small Straight"),
    N_("Small"),
    N_("Four numbers in a row: {points} points."),
    when(row(4), fixed(30)),
    30,
    joker=fixed(30),
)
LARGE_STRAIGHT = Box(
    "large_straight",
    N_("Large Straight"),
    N_("Large"),
    N_("Five numbers in a row: {points} points."),
    when(row(5), fixed(40)),
    40,
    joker=fixed(40),
)
CLASSIC = Layout(
    (
        *std.upper_boxes(),
        std.THREE_KIND,
        std.FOUR_KIND,
        std.FULL_HOUSE,
        SMALL_STRAIGHT,
        LARGE_STRAIGHT,
        std.CHANCE,
        std.YUM,
    ),
    ONE_TIER,
)

_JOKER = (sheet.joker("en", "fr", "forced", "none"), sheet.JOKER_UPPER)
_YUM_BONUS = sheet.yes_no(
    "yum_bonus",
    N_("Bonus for more Yums"),
    N_("100 points for each Yum beyond the box, if the box holds points."),
    default=True,
)
_FRIENDS = Preset("friends", N_("Among friends"), {"joker": "fr"})
_SOURCES = (
    Preset("source_english", N_("English rules sheet"), {"yum_bonus": False}),
    Preset("source_french", N_("French rules sheet"), {"joker": "fr", "yum_bonus": False}),
)

YUM_CLASSIC = Sheet(
    "yum_classic",
    N_("Yum Classic"),
    N_("13 boxes: the sheet most people know"),
    CLASSIC,
    (*_JOKER, _YUM_BONUS, sheet.OF_A_KIND),
    (_FRIENDS, *_SOURCES),
    weekdays=(6,),
    short_weekdays=(2, 6),
    notes=(
        RuleNote(
            N_("The author only names this sheet: we play Yahtzee, where the English joker text comes from."),
            of_source=True,
        ),
    ),
    joker_notes=sheet.JOKER_NOTES,
)
TRIPLE_YUM = Sheet(
    "triple_yum",
    N_("Triple Yum"),
    N_("Yum Classic in three columns, worth ×1, ×2 and ×3"),
    replace(CLASSIC, multipliers=(1, 2, 3)),
    (*_JOKER, sheet.JOKER_SCOPE, _YUM_BONUS, sheet.OF_A_KIND),
    (_FRIENDS, *_SOURCES),
    notes=(RuleNote(N_("The author only names this sheet: we play Triple Yahtzee."), of_source=True),),
    joker_notes=sheet.JOKER_NOTES,
)
YUM_LOW_HIGH = Sheet(
    "yum_low_high",
    N_("Yum Low and High"),
    N_("Yum Classic with a Low and a High Straight"),
    CLASSIC.with_box("small_straight", std.LOW_STRAIGHT).with_box("large_straight", std.HIGH_STRAIGHT),
    (*_JOKER, sheet.OF_A_KIND),
    (_FRIENDS, Preset("source_french", N_("French rules sheet"), {"joker": "fr"})),
    short_weekdays=(0,),
    notes=(
        RuleNote(
            N_("The author only names this sheet: we play a French one with exactly these two straights."),
            of_source=True,
        ),
    ),
    joker_notes=sheet.JOKER_NOTES,
)


def _later_full_house(number: int, label: str, short: str, words: str, after: tuple[str, ...]) -> Box:
    return Box(
        f"full_house{number}", label, short, words, when(full_house, fixed(50)), 50, joker=fixed(50), after=after
    )


_FULL_HOUSES = (
    std.FULL_HOUSE,
    _later_full_house(
        2,
        N_("2nd Full House"),
        N_("Full 2"),
        N_("A Full House once the first box for it is filled: {points} points."),
        ("full_house",),
    ),
    _later_full_house(
        3,
        N_("3rd Full House"),
        N_("Full 3"),
        N_("A Full House once both other boxes for it are filled: {points} points."),
        ("full_house", "full_house2"),
    ),
)


def _full_house_values(layout: Layout, value: OptionValue) -> Layout:
    if value == "25,50,50":
        return layout
    points = dict(zip((box.key for box in _FULL_HOUSES), map(int, str(value).split(",")), strict=True))
    return layout.with_boxes(lambda box: std.with_value(box, points[box.key]) if box.key in points else box)


YUM_FULL_HOUSE = Sheet(
    "yum_full_house",
    N_("Yum Full House"),
    N_("Yum Classic with three Full Houses"),
    CLASSIC.with_box("full_house", *_FULL_HOUSES),
    (
        *_JOKER,
        SheetOption(
            Rule(
                "fh_values",
                "25,50,50",
                ("25,50,50", "25,25,25"),
                N_("Full Houses"),
                N_("Points of the three boxes for a Full House."),
                (N_("25, 50, 50"), N_("25, 25, 25")),
            ),
            _full_house_values,
        ),
        sheet.OF_A_KIND,
    ),
    (_FRIENDS, Preset("source_french", N_("French rules sheet"), {"joker": "fr"})),
    notes=(
        RuleNote(
            N_("The author only names this sheet: three Full House boxes are our definition."),
            "fh_values",
            of_source=True,
        ),
    ),
    joker_notes=sheet.JOKER_NOTES,
)


def _extra(box: Box) -> Box:
    return replace(box, section=Section.EXTRA)


_EVEN = Box(
    "even",
    N_("Even"),
    N_("Even"),
    N_("Only even numbers: {points} points."),
    when(lambda faces: all(face % 2 == 0 for face in faces), fixed(25)),
    25,
)
_ODD = Box(
    "odd",
    N_("Odd"),
    N_("Odd"),
    N_("Only odd numbers: {points} points."),
    when(lambda faces: all(face % 2 == 1 for face in faces), fixed(25)),
    25,
)

YUM_EXTRA = Sheet(
    "yum_extra",
    N_("Yum Extra"),
    N_("18 boxes, and tokens for a fourth throw"),
    replace(CLASSIC, boxes=(*CLASSIC.boxes, *map(_extra, (std.TWO_PAIR, std.MINUS, _EVEN, _ODD, std.YUM2)))),
    (
        *_JOKER,
        SheetOption(
            Rule(
                "extra_tokens",
                3,
                (0, 1, 2, 3),
                N_("Tokens for a fourth throw"),
                N_("How many each player begins with; at most one may be spent in a turn."),
            )
        ),
        sheet.QUAD_IS_TWO_PAIR,
        sheet.OF_A_KIND,
    ),
    (
        Preset("friends", N_("Among friends"), {"joker": "fr", "quad_is_two_pair": True}),
        Preset("source_french", N_("French rules sheet"), {"joker": "fr"}),
    ),
    notes=(
        RuleNote(
            N_("The rules of this sheet were not found: its five extra boxes and the tokens are ours."),
            "extra_tokens",
            of_source=True,
        ),
    ),
    joker_notes=sheet.JOKER_NOTES,
)

PLACE = 30
SHEETS = (YUM_CLASSIC, TRIPLE_YUM, YUM_LOW_HIGH, YUM_FULL_HOUSE, YUM_EXTRA)
