"""A score-sheet game as data: a sheet with its house rules, and those that several sheets share."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from bot.engine import N_, Options, OptionValue, Preset, Rule, RuleNote, teams_rule
from bot.engine.hands import all_equal, full_house
from bot.games.yum.scoring import Box, either, fixed, joker_pairs, matching_pairs, pairs, row, total, when
from bot.games.yum.scoring.boxes import Layout

# -- House rules that several sheets share: their choices, and their effect on the sheet -----------------------------
# A rule without effect here takes effect elsewhere: the joker in :mod:`.joker`.

Effect: TypeAlias = Callable[[Layout, OptionValue], Layout]


@dataclass(frozen=True, slots=True, eq=False)
class SheetOption:
    """A house rule and how its value changes the layout of a sheet, in the order the sheet names its rules."""

    rule: Rule
    effect: Effect | None = None


def yes_no(key: str, label: str, meaning: str, default: bool = False, effect: Effect | None = None) -> SheetOption:
    """Return a house rule that is on or off."""
    return SheetOption(Rule(key, default, (False, True), label, meaning), effect)


_JOKERS = {
    "fr": N_("Upper or lower section"),
    "en": N_("Lower section only"),
    "forced": N_("Own number first"),
    "none": N_("No joker"),
}


def joker(*choices: str) -> SheetOption:
    """Return the house rule of what five equal dice may do once their boxes are full; the first is the default."""
    return SheetOption(
        Rule(
            "joker",
            choices[0],
            choices,
            N_("Joker"),
            N_("Where five equal dice count as a joker once their own boxes are filled."),
            tuple(_JOKERS[choice] for choice in choices),
        )
    )


JOKER_NOTES = (
    RuleNote(
        N_("A joker goes in both sections, or only in the lower one."),
        "joker",
        of_texts=True,
    ),
    RuleNote(
        N_("A joker needs every Yum box filled, or only the first."),
        "joker_needs",
        of_texts=True,
    ),
    RuleNote(
        N_("Five 4s as a joker write 25 in Fives, the most it can hold, or 20, their sum."),
        "joker_upper",
        of_texts=True,
    ),
)
"""What the author's texts leave open about the joker; a sheet tells those of its own house rules."""


JOKER_NEEDS = SheetOption(
    Rule(
        "joker_needs",
        "all",
        ("all", "first"),
        N_("Joker needs"),
        N_("Which Yum boxes must be filled before a Yum is a joker."),
        (N_("All Yum boxes"), N_("The first Yum box")),
    )
)
JOKER_SCOPE = SheetOption(
    Rule(
        "joker_scope",
        "all_columns",
        ("all_columns", "same_column"),
        N_("Joker looks at"),
        N_("Where the boxes must be filled before a Yum is a joker."),
        (N_("Every column"), N_("The column it goes to")),
    )
)
JOKER_UPPER = SheetOption(
    Rule(
        "joker_upper",
        "max",
        ("max", "sum"),
        N_("Joker in the upper section"),
        N_("What a joker writes in the box of another number."),
        (N_("The most the box can hold"), N_("The sum of the dice")),
    )
)


def _equal_dice(layout: Layout, value: OptionValue) -> Layout:
    def change(box: Box) -> Box:
        if box.equal_dice is None:
            return box
        return replace(box, points=box.equal_dice, condition=box.equal_words, joker=joker_pairs if box.joker else None)

    return layout.with_boxes(change) if value == "matching" else layout


OF_A_KIND = SheetOption(
    Rule(
        "of_a_kind",
        "all_dice",
        ("all_dice", "matching"),
        N_("Pairs and equal dice"),
        N_("What the boxes for pairs and for three or four equal dice add up."),
        (N_("All dice"), N_("Only the equal dice")),
    ),
    _equal_dice,
)


def _quad(layout: Layout, value: OptionValue) -> Layout:
    if not value:
        return layout
    box = layout.box("two_pair")
    words = N_("Two pairs, or four equal dice: the sum of all dice.")
    equal_words = N_("Two pairs, or four equal dice: the sum of these four dice.")
    points, equal = when(pairs(quad=True), total()), matching_pairs(quad=True)
    changed = replace(box, points=points, condition=words, equal_dice=equal, equal_words=equal_words, maximum=30)
    return layout.with_box("two_pair", changed)


QUAD_IS_TWO_PAIR = yes_no(
    "quad_is_two_pair", N_("Four equal dice are two pairs"), N_("Two Pairs takes four equal dice."), effect=_quad
)


def _yahtzee_straights(layout: Layout, value: OptionValue) -> Layout:
    if value != "yahtzee":
        return layout
    four, five = N_("Four numbers in a row: {points} points."), N_("Five numbers in a row: {points} points.")
    low, high = layout.box("low_straight"), layout.box("high_straight")
    low = replace(low, points=when(row(4), fixed(low.maximum)), condition=four, gist=N_("4 in a row"))
    high = replace(high, points=when(row(5), fixed(high.maximum)), condition=five, gist=N_("5 in a row"))
    return layout.with_box("low_straight", low).with_box("high_straight", high)


LOW_HIGH = SheetOption(
    Rule(
        "low_high",
        "faces",
        ("faces", "yahtzee"),
        N_("Low and High Straight"),
        N_("Which dice make the Low and the High Straight."),
        (N_("1 to 5 and 2 to 6"), N_("Any four and any five in a row")),
    ),
    _yahtzee_straights,
)


def _high_minimum(layout: Layout, value: OptionValue) -> Layout:
    if value != "none":
        return layout
    words = N_("Any sum that passes Low Score; otherwise 0.")
    high = replace(layout.box("high_score"), points=total(), condition=words, gist=N_("over Low"))
    return layout.with_box("high_score", high)


HIGH_MIN = SheetOption(
    Rule(
        "high_min",
        22,
        (22, "none"),
        N_("Least for High Score"),
        N_("What the dice must add up to for High Score, besides passing Low Score."),
        (N_("22"), N_("No minimum")),
    ),
    _high_minimum,
)


def _low_first(layout: Layout, value: OptionValue) -> Layout:
    if not value:
        return layout
    words = N_("A sum of 21 or more; otherwise 0.")
    low = replace(layout.box("low_score"), condition=words, gist=N_("21+"))
    high = replace(layout.box("high_score"), waits_for="low_score")
    return layout.with_box("low_score", low).with_box("high_score", high)


LOW_FIRST = yes_no(
    "low_first", N_("Low before High"), N_("High Score may not be filled before Low Score."), effect=_low_first
)


def _strict_yums(layout: Layout, value: OptionValue) -> Layout:
    def change(box: Box) -> Box:
        if not (box.yum and box.after):
            return box
        return replace(
            box,
            after_scored=True,
            condition=N_("Five equal dice once every Yum box before it holds points: {points} points."),
        )

    return layout.with_boxes(change) if value == "strict" else layout


YUM_ORDER = SheetOption(
    Rule(
        "yum_order",
        "open",
        ("open", "strict"),
        N_("2nd and 3rd Yum"),
        N_("Whether a Yum box with a 0 opens the way to the next one."),
        (N_("A 0 counts as filled"), N_("Earlier Yums must hold points")),
    ),
    _strict_yums,
)


def _yum_full_house(layout: Layout, value: OptionValue) -> Layout:
    if not value:
        return layout
    box = layout.box("full_house")
    words = N_("Three dice of one number and two of another, or five equal dice: {points} points.")
    return layout.with_box(
        "full_house",
        replace(box, points=when(either(full_house, all_equal), fixed(box.maximum)), condition=words),
    )


YUM_IS_FULL_HOUSE = yes_no(
    "yum_is_full_house", N_("A Yum is a Full House"), N_("Full House takes five equal dice."), effect=_yum_full_house
)


# -- House rules of every sheet: the Power die, ties, matches and teams (rules.md §1, §4) ----------------------------

POWER = yes_no(
    "power", N_("Power die"), N_("One more die that multiplies points, stops the turn, or gives a second box or throw.")
)

FREEZE = SheetOption(
    Rule(
        "freeze",
        "immediate",
        ("immediate", "if_kept"),
        N_("Power 4: Freeze"),
        N_("When a 4 on the Power die ends the throws of a turn."),
        (N_("At once"), N_("Only if it is kept")),
    )
)
DOUBLE_MANDATORY = yes_no(
    "double_mandatory", N_("Power 5: two boxes always"), N_("A 5 on the Power die must fill a second box.")
)
POWER_BONUS_BASE = yes_no(
    "power_bonus_base", N_("Bonus without Power"), N_("The bonus looks at the points before the Power die.")
)


def tiebreak(most: str, upper_then_most: str) -> SheetOption:
    """Return the house rule of ties, whose choices name the box for equal dice; both are English."""
    return SheetOption(
        Rule(
            "tiebreak",
            "share",
            ("share", "most_yums", "upper_then_yums", "roll_off"),
            N_("In a tie"),
            N_("What decides between players who tie."),
            (N_("Shared places"), most, upper_then_most, N_("One more throw")),
        )
    )


TIEBREAK = tiebreak(N_("Most Yums"), N_("Upper section, then Yums"))
GAMES_IN_MATCH = SheetOption(
    Rule("games_in_match", 1, (1, 2, 3, 4, 5, 6), N_("Games in a match"), N_("The totals of all games are added."))
)
TEAMS = SheetOption(teams_rule(N_("Partners sit alternately, each with a sheet; the totals of a team are added.")))


def every_sheet(ties: SheetOption) -> tuple[SheetOption, ...]:
    """Return what menus show after the rules of the sheet itself."""
    return (FREEZE, DOUBLE_MANDATORY, POWER_BONUS_BASE, ties, GAMES_IN_MATCH, TEAMS)


# -- A sheet and its house rules -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A score-sheet game: its boxes, and its house rules besides those of every sheet."""

    key: str
    label: str
    """English (:func:`bot.engine.types.N_`)."""
    about: str
    """What is special about it, in a few words; English."""
    layout: Layout
    own_options: tuple[SheetOption, ...] = ()
    presets: tuple[Preset, ...] = ()
    """Ready-made house rules besides the standard."""
    earlier: Mapping[int, Callable[[Layout], Layout]] = field(default_factory=dict)
    """The layout under earlier versions of the rules, if it differed."""
    weekdays: tuple[int, ...] = ()
    """The days of the week, from 0 for Monday, on which it is the game of a long day."""
    short_weekdays: tuple[int, ...] = ()
    """Those on which it is the game of a short day."""
    notes: tuple[RuleNote, ...] = ()
    """What its sources leave open."""
    joker_notes: tuple[RuleNote, ...] = ()
    """What they leave open about the joker; told where it has one."""
    ties: SheetOption = TIEBREAK
    """Its house rule of ties."""

    @property
    def options(self) -> tuple[SheetOption, ...]:
        """All house rules, in the order of menus and of their effects on the layout."""
        return (POWER, *self.own_options, *every_sheet(self.ties))

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The house rules, for :class:`~bot.engine.options.Options`."""
        return tuple(known.rule for known in self.options)

    def laid_out(self, options: Options) -> Layout:
        """Return the layout of their version with ``options`` applied, in the order of the rules."""
        earlier = self.earlier.get(options.version)
        layout = self.layout if earlier is None else earlier(self.layout)
        for known in self.options:
            if known.effect is not None:
                layout = known.effect(layout, options[known.rule.key])
        return layout
