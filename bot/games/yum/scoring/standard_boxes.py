"""The boxes that several sheets share, with the values of Yum Plus; a sheet changes what differs."""

from dataclasses import replace

from bot.engine import N_
from bot.engine.hands import all_equal, full_house
from bot.games.yum.scoring.boxes import (
    Box,
    Section,
    at_least,
    fixed,
    high5,
    low5,
    matching,
    matching_pairs,
    minus,
    number,
    pairs,
    row,
    same,
    total,
    when,
)


def _number(face: int, key: str, label: str, dice: int) -> Box:
    return Box(
        key,
        label,
        label,
        N_("The sum of the dice that show this number."),
        number(face),
        dice * face,
        Section.UPPER,
        face,
    )


def upper_boxes(dice: int = 5) -> tuple[Box, ...]:
    """Return the six boxes of the upper section, for that many dice."""
    names = (
        ("ones", N_("Ones")),
        ("twos", N_("Twos")),
        ("threes", N_("Threes")),
        ("fours", N_("Fours")),
        ("fives", N_("Fives")),
        ("sixes", N_("Sixes")),
    )
    return tuple(_number(face, key, label, dice) for face, (key, label) in enumerate(names, start=1))


def with_value(box: Box, points: int) -> Box:
    """Return ``box`` with the same condition and other fixed points, for jokers too."""

    def paid(faces: tuple[int, ...]) -> int:
        return points if box.points(faces) else 0

    return replace(box, points=paid, maximum=points, joker=fixed(points) if box.joker else None)


ONE_PAIR = Box(
    "one_pair",
    N_("One Pair"),
    N_("1 Pair"),
    N_("Two equal dice: the sum of all dice."),
    when(same(2), total()),
    30,
    equal_dice=matching(2),
    equal_words=N_("Two equal dice: the sum of these two."),
)
TWO_PAIR = Box(
    "two_pair",
    N_("Two Pairs"),
    N_("2 Pair"),
    N_("Two different pairs: the sum of all dice."),
    when(pairs(), total()),
    28,
    joker=total(),
    equal_dice=matching_pairs(),
    equal_words=N_("Two different pairs: the sum of these four dice."),
)
THREE_KIND = Box(
    "three_kind",
    N_("3 of a Kind"),
    N_("3 Kind"),
    N_("Three equal dice: the sum of all dice."),
    when(same(3), total()),
    30,
    equal_dice=matching(3),
    equal_words=N_("Three equal dice: the sum of these three."),
)
FOUR_KIND = Box(
    "four_kind",
    N_("4 of a Kind"),
    N_("4 Kind"),
    N_("Four equal dice: the sum of all dice."),
    when(same(4), total()),
    30,
    equal_dice=matching(4),
    equal_words=N_("Four equal dice: the sum of these four."),
)
SHORT_STRAIGHT = Box(
    "short_straight",
    N_("Short Straight"),
    N_("Short"),
    N_("Four numbers in a row: {points} points."),
    when(row(4), fixed(15)),
    15,
    joker=fixed(15),
)
LONG_STRAIGHT = Box(
    "long_straight",
    N_("Long Straight"),
    N_("Long"),
    N_("Five numbers in a row: {points} points."),
    when(row(5), fixed(20)),
    20,
    joker=fixed(20),
)
LOW_STRAIGHT = Box(
    "low_straight",
    N_("Low Straight"),
    N_("Lo Str"),
    N_("1-2-3-4-5: {points} points."),
    when(low5, fixed(30)),
    30,
    joker=fixed(30),
    gist=N_("1–5"),
)
HIGH_STRAIGHT = Box(
    "high_straight",
    N_("High Straight"),
    N_("Hi Str"),
    N_("2-3-4-5-6: {points} points."),
    when(high5, fixed(40)),
    40,
    joker=fixed(40),
    gist=N_("2–6"),
)
LOW_SCORE = Box(
    "low_score",
    N_("Low Score"),
    N_("Low"),
    N_("A sum of 21 or more that stays below High Score; otherwise 0."),
    when(at_least(21), total()),
    29,
    below="high_score",
    gist=N_("21+, under High"),
)
HIGH_SCORE = Box(
    "high_score",
    N_("High Score"),
    N_("High"),
    N_("A sum of 22 or more that passes Low Score; otherwise 0."),
    when(at_least(22), total()),
    30,
    above="low_score",
    gist=N_("22+, over Low"),
)
FULL_HOUSE = Box(
    "full_house",
    N_("Full House"),
    N_("Full H"),
    N_("Three dice of one number and two of another: {points} points."),
    when(full_house, fixed(25)),
    25,
    joker=fixed(25),
)
CHANCE = Box("chance", N_("Chance"), N_("Chance"), N_("The sum of all dice, whatever they are."), total(), 30)
MINUS = Box(
    "minus",
    N_("Minus"),
    N_("Minus"),
    N_("36 less the sum of the dice: the lower they are, the better."),
    minus,
    31,
    gist=N_("36 − dice"),
)
YUM = Box(
    "yum",
    N_("Yum"),
    N_("Yum"),
    N_("Five equal dice: {points} points."),
    when(all_equal, fixed(50)),
    50,
    yum=True,
)
YUM2 = replace(
    YUM,
    key="yum2",
    label=N_("2nd Yum"),
    short=N_("Yum 2"),
    condition=N_("Five equal dice once the Yum box is filled: {points} points."),
    points=when(all_equal, fixed(100)),
    maximum=100,
    after=("yum",),
    gist=N_("after Yum"),
)
YUM3 = replace(
    YUM2,
    key="yum3",
    label=N_("3rd Yum"),
    short=N_("Yum 3"),
    condition=N_("Five equal dice once both other Yum boxes are filled: {points} points."),
    after=("yum", "yum2"),
    gist="",
)
