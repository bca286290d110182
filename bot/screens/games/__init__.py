"""How each game looks and reads: a folder for each family, with its face (:mod:`bot.screens.kit.face`)."""

from __future__ import annotations

from importlib import import_module

from bot.games import CATALOGUE
from bot.screens.kit.face import AnyFace


class _Faces(dict[str, AnyFace]):
    """The faces by family; the module of a family, or its package, is named like it and holds its ``FACE``."""

    def __missing__(self, own_tables: str) -> AnyFace:
        face: AnyFace = import_module(f"{__name__}.{own_tables}").FACE
        self[own_tables] = face
        return face


_FACES = _Faces()


def face_of(game: str) -> AnyFace:
    """Return how the game with this key shows itself. Raises KeyError for a game that is not in the catalogue."""
    return _FACES[CATALOGUE[game].family]


for _key in CATALOGUE:  # Now, so that no press has to wait for an import.
    face_of(_key)
