"""Sides: partners sit alternately, and the house rule ``teams`` says how many sides there are."""

from collections.abc import Mapping

from bot.engine.options import Rule
from bot.engine.types import OptionValue
from bot.engine.words import N_

PER_SIDE = 2
"""The fewest partners that make a side."""

TEAMS: tuple[tuple[OptionValue, int, str], ...] = (
    (False, 0, N_("Everybody alone")),
    (True, 2, N_("Two sides")),
    (3, 3, N_("Three sides")),
    (4, 4, N_("Four sides")),
)
"""The values of ``teams``, the sides each makes, and its English name. ``True`` is older than three and four sides."""

SIDES: Mapping[OptionValue, int] = {value: sides for value, sides, _ in TEAMS}
"""The number of sides for each value of ``teams``."""


def teams_rule(meaning: str, most: int = 4) -> Rule:
    """Return the house rule ``teams`` with at most so many sides; ``meaning`` says what partners share."""
    choices = [(value, name) for value, sides, name in TEAMS if sides <= most]
    values, names = zip(*choices, strict=True)
    return Rule("teams", False, values, N_("Sides"), meaning, names)
