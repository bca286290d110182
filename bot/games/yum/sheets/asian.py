"""Asian Yum, and Balut instead of it (rules.md §9)."""

from collections.abc import Mapping
from dataclasses import replace

from bot.engine import N_, Preset, Rule, RuleNote
from bot.engine.hands import full_house
from bot.games.yum.scoring import (
    ONE_TIER,
    Box,
    Section,
    fixed,
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

_CHOICE = replace(std.CHANCE, key="choice", label=N_("Choice"), short=N_("Choice"))
_FULL_HOUSE = Box(
    "full_house",
    N_("Full House"),
    N_("Full H"),
    N_("Three dice of one number and two of another: the sum of all dice."),
    when(full_house, total()),
    28,
)
_YACHT = Layout(
    (
        *std.upper_boxes(),
        _CHOICE,
        std.FOUR_KIND,
        _FULL_HOUSE,
        Box(
            "small_straight",
            N_("Small Straight"),
            N_("Small"),
            N_("Four numbers in a row: {points} points."),
            when(row(4), fixed(15)),
            15,
        ),
        Box(
            "large_straight",
            N_("Large Straight"),
            N_("Large"),
            N_("Five numbers in a row: {points} points."),
            when(row(5), fixed(30)),
            30,
        ),
        std.YUM,
    ),
    ONE_TIER,
)

_CELLS = 4
"""Cells of each box in Balut."""

ENOUGH = {"fours": (52, 2), "fives": (65, 2), "sixes": (78, 2), "choice": (100, 2)}
"""The sum that a box needs in Balut, and the points for it."""

EVERY_CELL = {"straight": 4, "full_house": 3}
"""Points in Balut for a box that scored in every cell."""

EACH_BALUT = 2
"""Points in Balut for each five equal dice."""


def points_for_score(score: int) -> int:
    """Return the points in Balut for the sum of all cells."""
    return min(6, max(-2, score // 50 - 7))


def balut_points(boxes: Mapping[str, tuple[int, ...]]) -> int:
    """Return the points of a Balut sheet: for its boxes, and -2 to 6 for its total score."""
    enough = sum(points for key, (needed, points) in ENOUGH.items() if sum(boxes[key]) >= needed)
    made = {key: sum(1 for written in cells if written) for key, cells in boxes.items()}
    every = sum(points for key, points in EVERY_CELL.items() if made[key] == _CELLS)
    score = sum(map(sum, boxes.values()))
    return enough + every + EACH_BALUT * made["balut"] + points_for_score(score)


_BALUT = Layout(
    (
        *(replace(box, section=Section.LOWER) for box in std.upper_boxes()[3:]),
        Box("straight", N_("Straight"), N_("Str."), N_("1-2-3-4-5: 15 points; 2-3-4-5-6: 20."), two_straights, 20),
        _FULL_HOUSE,
        _CHOICE,
        Box(
            "balut",
            N_("Balut"),
            N_("Balut"),
            N_("Five equal dice: their sum plus 20."),
            when(same(5), total(plus=20)),
            50,
            yum=True,
        ),
    ),
    multipliers=(1,) * _CELLS,
    stacked=True,
    award=balut_points,
)

ASIAN_YUM = Sheet(
    "asian_yum",
    N_("Asian Yum"),
    N_("12 boxes as in Asia; Balut is a house rule"),
    _YACHT,
    (
        SheetOption(
            Rule(
                "asian_sheet",
                "yacht",
                ("yacht", "balut"),
                N_("Sheet"),
                N_("Which of the two sheets played in Asia is used."),
                (N_("Yacht: 12 boxes"), N_("Balut: 7 boxes, four times each")),
            ),
            lambda layout, value: _BALUT if value == "balut" else layout,
        ),
        sheet.OF_A_KIND,
    ),
    (Preset("balut", N_("Balut"), {"asian_sheet": "balut"}),),
    notes=(
        RuleNote(
            N_(
                "The author only names this sheet: we play Yacht as in Japan and Korea, or Balut, from South-East Asia."
            ),
            "asian_sheet",
            of_source=True,
        ),
    ),
)

PLACE = 50
SHEETS = (ASIAN_YUM,)
