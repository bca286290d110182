"""The catalogue: every game there is, one line each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from bot.engine.errors import UnknownGame
from bot.engine.options import FIRST_RULES_VERSION, VERSION_KEY, Preset, Rule
from bot.engine.types import AnyGame
from bot.engine.words import N_
from bot.games import ambition, cant_stop
from bot.games.ambition import Ambition
from bot.games.cant_stop import CantStop
from bot.games.five_thousand import house as five_thousand
from bot.games.five_thousand.rules import FiveThousand
from bot.games.four_two_one.house import FRIENDS as FOUR_TWO_ONE_FRIENDS
from bot.games.four_two_one.house import RULES as FOUR_TWO_ONE_RULES
from bot.games.four_two_one.rules import SEATS as FOUR_TWO_ONE_SEATS
from bot.games.four_two_one.rules import FourTwoOne
from bot.games.yamslam.house import FRIENDS as YAMSLAM_FRIENDS
from bot.games.yamslam.house import RULES as YAMSLAM_RULES
from bot.games.yamslam.rules import SEATS as YAMSLAM_SEATS
from bot.games.yamslam.rules import Yamslam
from bot.games.yum.rules import SEATS as YUM_SEATS
from bot.games.yum.rules import Yum
from bot.games.yum.sheets import SHEETS

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
    presets: tuple[Preset, ...]
    """The standard first."""


def _sheet(key: str) -> Listing:
    sheet = SHEETS[key]
    presets = (STANDARD, *sheet.presets)
    return Listing(key, sheet.label, sheet.about, "yum", partial(Yum.chosen, key), sheet.rules, YUM_SEATS, presets)


_FIVE_THOUSAND = Listing(
    five_thousand.KEY,
    N_("5000"),
    N_("set dice aside, stop in time"),
    "five_thousand",
    FiveThousand.chosen,
    five_thousand.RULES,
    range(2, five_thousand.MOST_SEATS + 1),
    (STANDARD, *five_thousand.PRESETS),
)

_YAMSLAM = Listing(
    "yamslam",
    N_("Yamslam"),
    N_("dice in two colours and 28 chips to win"),
    "yamslam",
    Yamslam.chosen,
    YAMSLAM_RULES,
    YAMSLAM_SEATS,
    (STANDARD, YAMSLAM_FRIENDS),
)

_AMBITION = Listing(
    ambition.KEY,
    N_("Ambition"),
    N_("three dice with stars, a goal reached exactly"),
    "ambition",
    Ambition.chosen,
    ambition.RULES,
    range(2, ambition.MOST_SEATS + 1),
    (STANDARD, *ambition.PRESETS),
)

_CANT_STOP = Listing(
    cant_stop.KEY,
    N_("Can't Stop"),
    N_("climb with pairs of dice, stop in time"),
    "cant_stop",
    CantStop.chosen,
    cant_stop.RULES,
    cant_stop.SEATS,
    (STANDARD, *cant_stop.PRESETS),
)

_FOUR_TWO_ONE = Listing(
    "421",
    N_("421"),
    N_("three dice, and tokens to get rid of"),
    "four_two_one",
    FourTwoOne.chosen,
    FOUR_TWO_ONE_RULES,
    FOUR_TWO_ONE_SEATS,
    (STANDARD, FOUR_TWO_ONE_FRIENDS),
)

CATALOGUE: Mapping[str, Listing] = {
    listing.key: listing
    for listing in (
        *map(_sheet, SHEETS),
        _FIVE_THOUSAND,
        _AMBITION,
        _CANT_STOP,
        _YAMSLAM,
        _FOUR_TWO_ONE,
    )
}


def make(key: str, options: Mapping[str, object]) -> AnyGame:
    """Return a new game ``key`` with ``options`` in place of its defaults, by the newest rules.

    Raises UnknownGame, or BadOptions naming the first option at fault.
    """
    listing = CATALOGUE.get(key)
    if listing is None:
        raise UnknownGame(f"there is no game {key!r}; there are: {', '.join(CATALOGUE)}")
    return listing.make(options)


def remake(key: str, written: Mapping[str, object]) -> AnyGame:
    """Return a game that was written down (:attr:`bot.engine.types.Game.written`), by the rules it began with.

    Options without a version are of the first. Raises what :func:`make` raises.
    """
    return make(key, {VERSION_KEY: FIRST_RULES_VERSION, **written})
