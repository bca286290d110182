"""Yams, as it is played in France (rules.md §20)."""

from dataclasses import dataclass, replace

from bot.engine import N_, OptionValue, Preset, Rule, RuleNote
from bot.engine.hands import all_equal, full_house
from bot.games.yum.scoring import (
    Box,
    either,
    fixed,
    matching_pairs,
    row,
    same,
    sheet,
    total,
    two_straights,
    when,
)
from bot.games.yum.scoring import (
    standard_boxes as std,
)
from bot.games.yum.scoring.boxes import Layout
from bot.games.yum.scoring.sheet import Sheet, SheetOption


@dataclass(frozen=True, slots=True)
class TwoStepBonus:
    """30 points for an upper section of ``least`` or more, and one for each point beyond 63."""

    least: int

    @property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """The least that earns it, and what that earns."""
        return ((self.least, self.points(self.least)),)

    @property
    def beyond(self) -> str:
        """The points beyond 63."""
        return N_("One more point for each point above that.")

    def points(self, subtotal: int) -> int:
        """Return the bonus for ``subtotal``."""
        return subtotal - 63 + 30 if subtotal >= self.least else 0


_ONES, *_NUMBERS = std.upper_boxes()
_ACES = replace(_ONES, label=N_("Aces"), short=N_("Aces"))
_BRELAN = Box(
    "brelan", N_("Brelan"), N_("Brelan"), N_("Three equal dice: {points} points."), when(same(3), fixed(10)), 10
)
_SUITE = Box(
    "suite", N_("Suite"), N_("Suite"), N_("Five numbers in a row: {points} points."), when(row(5), fixed(20)), 20
)
_FULL = Box(
    "full",
    N_("Full"),
    N_("Full"),
    N_("Three dice of one number and two of another: {points} points."),
    when(full_house, fixed(30)),
    30,
)
_CARRE = Box("carre", N_("Carré"), N_("Carré"), N_("Four equal dice: {points} points."), when(same(4), fixed(40)), 40)
_YAMS = replace(std.YUM, key="yams", label=N_("Yams"), short=N_("Yams"))

_DOUBLE_PAIRE = Box(
    "double_paire",
    N_("Double Paire"),
    N_("2 Paires"),
    N_("Two different pairs: the sum of these four dice."),
    matching_pairs(),
    22,
)
_MAXI = replace(
    std.CHANCE,
    key="maxi",
    label=N_("Maxi"),
    short=N_("Maxi"),
    condition=N_("Any sum that passes Mini; otherwise 0."),
    above="mini",
)
_MINI = replace(
    std.CHANCE,
    key="mini",
    label=N_("Mini"),
    short=N_("Mini"),
    condition=N_("Any sum that stays below Maxi; otherwise 0."),
    below="maxi",
)


def _two_straights(layout: Layout, value: OptionValue) -> Layout:
    words = N_("1-2-3-4-5: 15 points; 2-3-4-5-6: 20.")
    return layout.with_box("suite", replace(_SUITE, points=two_straights, condition=words)) if value else layout


def _summed(box: Box, many: int, words: str) -> SheetOption:
    """The house rule of ``box`` that counts the sum of all dice instead of fixed points."""

    def effect(layout: Layout, value: OptionValue) -> Layout:
        if value != "sum":
            return layout
        return layout.with_box(box.key, replace(box, points=when(same(many), total()), condition=words, maximum=30))

    return SheetOption(
        Rule(
            box.key,
            "fixed",
            ("fixed", "sum"),
            box.label,
            N_("What the box writes."),
            (N_("Fixed points"), N_("The sum of the dice")),
        ),
        effect,
    )


def _yams_full(layout: Layout, value: OptionValue) -> Layout:
    words = N_("Three dice of one number and two of another, or five equal dice: {points} points.")
    box = replace(_FULL, points=when(either(full_house, all_equal), fixed(30)), condition=words)
    return layout.with_box("full", box) if value else layout


_HOUSE = (
    sheet.yes_no(
        "prime_at_63",
        N_("Bonus at exactly 63"),
        N_("An upper section of exactly 63 earns the bonus too."),
        effect=lambda layout, value: replace(layout, bonus=TwoStepBonus(63)) if value else layout,
    ),
    _summed(_BRELAN, 3, N_("Three equal dice: the sum of all dice.")),
    _summed(_CARRE, 4, N_("Four equal dice: the sum of all dice.")),
    sheet.yes_no(
        "double_paire",
        N_("Double Paire"),
        N_("A box for two pairs."),
        effect=lambda layout, value: (
            layout.with_box("brelan", _DOUBLE_PAIRE, layout.box("brelan")) if value else layout
        ),
    ),
    sheet.yes_no(
        "two_straights",
        N_("Two kinds of Suite"),
        N_("1 to 5 is worth 15 points, 2 to 6 is worth 20."),
        effect=_two_straights,
    ),
    sheet.yes_no("yams_is_full", N_("A Yams is a Full"), N_("Full takes five equal dice."), effect=_yams_full),
    sheet.yes_no(
        "maxi_mini",
        N_("Maxi and Mini"),
        N_("Two boxes instead of Chance: Maxi must be more than Mini."),
        effect=lambda layout, value: layout.with_box("chance", _MAXI, _MINI) if value else layout,
    ),
    SheetOption(
        Rule("grids", 1, (1, 2, 3), N_("Grids"), N_("How many grids each player fills at the same time.")),
        lambda layout, value: replace(layout, multipliers=(1,) * int(value)),
    ),
)

YAMS = Sheet(
    "yams",
    N_("Yams"),
    N_("the French game: 12 boxes, up to three grids"),
    Layout((_ACES, *_NUMBERS, _BRELAN, _SUITE, _FULL, _CARRE, _YAMS, std.CHANCE), TwoStepBonus(64), prime=True),
    _HOUSE,
    (Preset("friends", N_("Among friends"), {"prime_at_63": True, "yams_is_full": True}),),
    weekdays=(5,),
    short_weekdays=(5,),
    notes=(
        RuleNote(N_("Exactly 63 earns the bonus, or only more does."), "prime_at_63", of_texts=True),
        RuleNote(N_("One game decides, or several are added up."), "games_in_match", of_texts=True),
    ),
    ties=sheet.tiebreak(N_("Most Yams"), N_("Upper section, then Yams")),
)

PLACE = 70
SHEETS = (YAMS,)
