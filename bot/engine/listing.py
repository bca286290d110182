"""What the catalogue says of a game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bot.engine.options import Preset, Rule
from bot.engine.types import AnyGame
from bot.engine.words import N_

STANDARD = Preset("standard", N_("Standard"), {})


@dataclass(frozen=True, slots=True)
class Listing:
    """A game as menus, records and rules pages find it."""

    key: str
    label: str
    """English (:func:`bot.engine.words.N_`)."""
    about: str
    """What is special about it, in a few words; English."""
    family: str
    """Games of one family share their screen: ``yum``, ``yamslam``, …"""
    make: Callable[[Mapping[str, object]], AnyGame]
    """Return the game with these options in place of defaults; raises BadOptions."""
    rules: tuple[Rule, ...]
    """The house rules that exist."""
    seats: range
    presets: tuple[Preset, ...] = (STANDARD,)
    """The standard first."""
