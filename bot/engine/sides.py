"""Sides: partners sit alternately, and the house rule ``teams`` names how many sides there are."""

from __future__ import annotations

from collections.abc import Mapping

from bot.engine.options import Rule
from bot.engine.types import OptionValue
from bot.engine.words import N_

PER_SIDE = 2
"""The fewest partners that make a side."""

SIDES: Mapping[OptionValue, int] = {False: 0, True: 2, 3: 3, 4: 4}
"""The values of ``teams``, and the number of sides of each. ``True`` dates from when there could only be two."""


def teams_rule(meaning: str) -> Rule:
    """Return the house rule ``teams``; ``meaning`` says what partners share."""
    names = (N_("Everybody alone"), N_("Two sides"), N_("Three sides"), N_("Four sides"))
    return Rule("teams", False, tuple(SIDES), N_("Sides"), meaning, names)


def teams_value(sides: int) -> OptionValue:
    """Return the value of ``teams`` for so many sides. Raises KeyError."""
    return {number: value for value, number in SIDES.items()}[sides]
