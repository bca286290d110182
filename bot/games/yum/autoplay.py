"""Autoplay for an absent seat."""

from collections.abc import Callable, Iterable

from bot.engine import Roll
from bot.games.yum.actions import Done, Mark, Strike, YumAction
from bot.games.yum.layout import Layout


def cheapest(layout: Layout, legal: Iterable[YumAction], worth: Callable[[Mark], int | None]) -> YumAction:
    """Return the throw that begins a turn; after it, the action that ends the turn and costs least.

    That is to stop after one box, or to fill the box with the smallest maximum among those that would hold 0.
    """
    fills: list[Mark | Strike] = []
    for action in legal:
        if isinstance(action, Roll | Done):
            return action
        if isinstance(action, Strike) or (isinstance(action, Mark) and not worth(action)):
            fills.append(action)
    return min(fills, key=lambda fill: _maximum(layout, fill))


def _maximum(layout: Layout, fill: Mark | Strike) -> int:
    """Return the most that the box could add to the total."""
    multiplier = layout.multipliers[fill.column - 1] if fill.column else 1
    return layout.box(fill.box).maximum * multiplier
