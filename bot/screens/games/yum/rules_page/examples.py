"""Throws that show what a box needs. A search through all throws finds them, and the game's own scorer counts them."""

from functools import lru_cache
from itertools import combinations_with_replacement

from bot.engine import Faces
from bot.engine.hands import run
from bot.games.yum.rules import Yum
from bot.games.yum.scoring import Box
from bot.games.yum.state import Cell, Sheet

_LIKED: Faces = (3, 5, 2, 6, 4, 1)
"""Faces, the nicest first for an example; so a Full House is 3-3-3-5-5, not 1-1-1-2-2."""

_SHOWN_OF_A_NUMBER = 3
"""How many dice of its number an example for the box of a number has."""


@lru_cache(maxsize=256)
def examples(game: Yum) -> dict[str, tuple[Faces, int]]:
    """Return an example for every box: the throw that scores in the fewest other boxes, and its points in that box.

    Dice lie as a person would put them: straights in order, else equal dice together. It leaves out a box without any
    scoring throw.
    """
    throws = _throws(game)
    found = {}
    for place, box in enumerate(game.layout.boxes):
        for faces in throws:
            points = _points(game, place, faces) if _shows(box, faces) else 0
            if points:
                found[box.key] = (_laid(faces), points)
                break
    return found


def _throws(game: Yum) -> list[Faces]:
    """Return every throw, faces ascending, the best example first."""
    others = [box for box in game.layout.boxes if not box.face]

    def fitness(faces: Faces) -> tuple[int, int, Faces]:
        elsewhere = sum(1 for box in others if box.points(faces))
        return elsewhere, -len(set(faces)), _rank(faces)

    return sorted(combinations_with_replacement(range(1, 7), game.layout.dice), key=fitness)


def _shows(box: Box, faces: Faces) -> bool:
    return not box.face or faces.count(box.face) == _SHOWN_OF_A_NUMBER


def _rank(faces: Faces) -> Faces:
    """Orders throws by how nice their faces are, those of equal dice first."""
    return tuple(sorted((_LIKED.index(face) for face in faces), key=lambda liked: (-faces.count(_LIKED[liked]), liked)))


def _laid(faces: Faces) -> Faces:
    return faces if run(faces, 4) else tuple(sorted(faces, key=lambda face: (-faces.count(face), face)))


def _points(game: Yum, place: int, faces: Faces) -> int:
    """The points of ``faces`` on a sheet that has only the boxes filled that must come first."""
    return game.scorer.raw(_sheet_before(game, place), 0, faces)[place]


@lru_cache(maxsize=1024)
def _sheet_before(game: Yum, place: int) -> Sheet:
    layout = game.layout
    before = layout.boxes[place].after
    column = tuple(Cell(box.maximum, box.maximum) if box.key in before else None for box in layout.boxes)
    return (column, *((None,) * len(layout.boxes) for _ in range(layout.columns - 1)))
