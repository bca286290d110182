"""How each game looks and reads: a folder for each family, with its face (:mod:`bot.screens.kit.face`)."""

from functools import cache
from importlib import import_module

from bot.games import CATALOGUE
from bot.screens.kit import AnyFace


@cache
def face_of(game: str) -> AnyFace:
    """Return how the game with this key shows itself. Raises KeyError for a game that is not in the catalogue.

    It is the ``FACE`` of the module or package that is named like the family of the game.
    """
    family: AnyFace = import_module(f"{__name__}.{CATALOGUE[game].family}").FACE
    return family.of(game)


for _key in CATALOGUE:  # Now, so that no press has to wait for an import.
    face_of(_key)
