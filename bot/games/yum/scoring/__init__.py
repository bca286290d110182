"""What dice are worth: formulas, boxes, columns, jokers, the bonus and totals.

A sheet puts these pieces together. Nothing here knows players or turns.
"""

from bot.games.yum.scoring.boxes import NO_BONUS, ONE_TIER, THREE_TIERS, Bonus, Box, Section, Tiers
from bot.games.yum.scoring.formulas import (
    Condition,
    Formula,
    at_least,
    either,
    fixed,
    high5,
    joker_pairs,
    low5,
    matching,
    matching_pairs,
    pairs,
    row,
    same,
    total,
    two_straights,
    when,
)

__all__ = [
    "NO_BONUS",
    "ONE_TIER",
    "THREE_TIERS",
    "Bonus",
    "Box",
    "Condition",
    "Formula",
    "Section",
    "Tiers",
    "at_least",
    "either",
    "fixed",
    "high5",
    "joker_pairs",
    "low5",
    "matching",
    "matching_pairs",
    "pairs",
    "row",
    "same",
    "total",
    "two_straights",
    "when",
]
