"""The catalogue: every game there is. The folders here are the only list of games; each has its ``entry``."""

import pkgutil
from collections.abc import Collection, Mapping, Sequence
from importlib import import_module
from itertools import zip_longest
from pathlib import Path

from bot.engine import (
    COMMON_THEMES,
    FIRST_RULES_VERSION,
    OF_EVERYBODY,
    VERSION_KEY,
    AnyGame,
    Entry,
    GameTrophy,
    Listing,
    Theme,
    UnknownGame,
)

FOLDER = Path(__file__).parent


def _entries() -> dict[str, Entry]:
    entries = {
        folder.name: import_module(f"{__name__}.{folder.name}.entry").ENTRY
        for folder in pkgutil.iter_modules(__path__)
        if folder.ispkg
    }
    return dict(sorted(entries.items(), key=lambda item: item[1].place))


ENTRIES: Mapping[str, Entry] = _entries()
"""The families of games by the names of their folders, in the order of menus."""

CATALOGUE: Mapping[str, Listing] = {listing.key: listing for entry in ENTRIES.values() for listing in entry.listings}
"""Every game by its key, in the order of menus."""

FAMILIES: Mapping[str, str] = {listing.key: family for family, entry in ENTRIES.items() for listing in entry.listings}
"""The family of each game. Games of one family share their face and their mind."""

TROPHIES_OF: Mapping[str, tuple[GameTrophy, ...]] = {
    listing.key: entry.trophies for entry in ENTRIES.values() for listing in entry.listings
}
"""What is worth a name in each game."""

THEMES_OF: Mapping[str, Mapping[Theme, float]] = {
    listing.key: entry.themes for entry in ENTRIES.values() for listing in entry.listings
}
"""The share of the decisions of each game that each theme has."""

THEMES: Mapping[str, Theme] = {
    theme.key: theme
    for theme in (
        *COMMON_THEMES,
        *(theme for entry in ENTRIES.values() for theme in entry.themes if theme not in OF_EVERYBODY),
        *OF_EVERYBODY,
    )
}
"""Every theme by its key, in the order of menus."""

GAME_TROPHIES: Mapping[str, GameTrophy] = {
    trophy.key: trophy for entry in ENTRIES.values() for trophy in entry.trophies
}
"""Every trophy that a game brings by its key, in the order of menus."""

BEST_KNOWN: tuple[str, ...] = tuple(
    key for keys in zip_longest(*(entry.best_known for entry in ENTRIES.values())) for key in keys if key
)
"""The games that newcomers know: the first one of each family, then the others."""


def usual(played: Sequence[str], games: Collection[str] = CATALOGUE) -> str:
    """Return the one of ``games`` that somebody means who names none, where people have ``played`` these.

    The most popular come first; where people have played none of them, it is the one that newcomers know.
    """
    return next(key for key in (*played, *BEST_KNOWN, *games) if key in games)


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


def folder_of(key: str) -> Path:
    """Return the folder of the family of ``key``, where what was measured and trained of it lies too."""
    return FOLDER / FAMILIES.get(key, "")
