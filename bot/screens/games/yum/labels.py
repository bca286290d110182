"""The boxes of every sheet as boards list them: names of at most six letters, and sections that no column divides."""

from enum import IntEnum
from functools import lru_cache
from itertools import groupby

from bot.engine import N_
from bot.games.yum.layout import Layout
from bot.games.yum.scoring import Box, Section
from bot.locales import Words

LONGEST = 6
"""Letters of a name."""


class Group(IntEnum):
    """The sections of a board's sheet, in their order."""

    NUMBERS = 0
    EQUAL = 1
    """Pairs and dice of a kind."""
    HOUSES = 2
    ROWS = 3
    SUMS = 4
    YUMS = 5


_NAMES = {
    "one_pair": N_("1Pair"),
    "two_pair": N_("2Pair"),
    "two_pairs": N_("2Pair"),
    "three_pairs": N_("3Pair"),
    "two_pair_color": N_("2PairC"),
    "double_paire": N_("2Pair"),
    "three_kind": N_("3Kind"),
    "four_kind": N_("4Kind"),
    "five_kind": N_("5Kind"),
    "full_house": N_("FullH"),
    "full_house2": N_("Full 2"),
    "full_house3": N_("Full 3"),
    "full_house_color": N_("FullC"),
    "short_straight": N_("Short"),
    "long_straight": N_("Long"),
    "low_straight": N_("LowStr"),
    "high_straight": N_("HiStr"),
    "low_score": N_("Low"),
    "high_score": N_("High"),
    "small_straight": N_("Small"),
    "large_straight": N_("Large"),
    "full_straight": N_("FullSt"),
    "straight": N_("Strght"),
    "flush": N_("Flush"),
    "yum2": N_("Yum 2"),
    "yum3": N_("Yum 3"),
    "maxi_yum": N_("MaxYum"),
}
"""Where the short form of a box is longer; English."""

_GROUPS = {
    Group.EQUAL: {
        *("one_pair", "two_pair", "two_pairs", "three_pairs", "two_pair_color", "double_paire"),
        *("three_kind", "four_kind", "five_kind", "brelan", "carre"),
    },
    Group.HOUSES: {"full_house", "full_house2", "full_house3", "full_house_color", "full", "villa", "tower"},
    Group.ROWS: {
        *("short_straight", "long_straight", "low_straight", "high_straight", "small_straight", "large_straight"),
        *("full_straight", "straight", "suite", "flush"),
    },
}


@lru_cache(maxsize=256)
def labels(t: Words, layout: Layout) -> tuple[str, ...]:
    """Return the name of each box, in the order of the sheet."""
    return tuple(_label(t, box) for box in layout.boxes)


def _label(t: Words, box: Box) -> str:
    said = t(_NAMES.get(box.key, box.short))
    return said if len(said) <= LONGEST else f"{said[: LONGEST - 1].rstrip(' aeiouyé')}."


def _group(box: Box) -> Group:
    if box.section is Section.UPPER:
        return Group.NUMBERS
    if box.yum:
        return Group.YUMS
    return next((group for group, keys in _GROUPS.items() if box.key in keys), Group.SUMS)


@lru_cache(maxsize=1024)
def two_columns(layout: Layout, places: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the boxes at ``places`` in two columns, section by section, as even as no section is divided."""
    groups = {place: _group(layout.boxes[place]) for place in places}
    ordered = sorted(places, key=groups.__getitem__)
    breaks = [
        number for number in range(1, len(ordered)) if groups[ordered[number - 1]] != groups[ordered[number]]
    ] or [len(ordered)]
    at = min(breaks, key=lambda number: max(number, len(ordered) - number))
    return tuple(ordered[:at]), tuple(ordered[at:])


@lru_cache(maxsize=256)
def in_sections(layout: Layout) -> tuple[tuple[int, ...], ...]:
    """Return the places of all boxes, section by section; one box alone joins the lower section before it."""
    places = sorted(range(len(layout.boxes)), key=lambda place: _group(layout.boxes[place]))
    found: list[list[int]] = []
    for _, section in groupby(places, key=lambda place: _group(layout.boxes[place])):
        boxes = list(section)
        if len(boxes) == 1 and found and _group(layout.boxes[found[-1][0]]) is not Group.NUMBERS:
            found[-1] += boxes
        else:
            found.append(boxes)
    return tuple(map(tuple, found))
