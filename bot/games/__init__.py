"""The catalogue: every game there is, one line each."""

from collections.abc import Mapping

from bot.engine import FIRST_RULES_VERSION, VERSION_KEY, AnyGame, Listing, UnknownGame
from bot.games import ambition, cant_stop, five_thousand, four_two_one, yamslam, yum

CATALOGUE: Mapping[str, Listing] = {
    listing.key: listing
    for listing in (
        *yum.LISTINGS,
        *five_thousand.LISTINGS,
        ambition.LISTING,
        *cant_stop.LISTINGS,
        yamslam.LISTING,
        four_two_one.LISTING,
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
