"""The worth of three dice of one throw in Ambition (rules.md §15)."""

from collections.abc import Mapping

from bot.engine import Faces
from bot.engine.hands import all_equal, holds

DICE = 3

STARS: Mapping[int, int] = {1: 100, 5: 50}
"""The faces with a star, which score alone, qualify together and validate a trio."""


def trio(face: int) -> int:
    """Return the worth of three equal dice."""
    return 1000 if face == 1 else 100 * face


def is_trio(faces: Faces) -> bool:
    """Whether three dice thrown together are equal."""
    return len(faces) == DICE and all_equal(faces)


def worth(faces: Faces) -> int:
    """Return the points of one throw; 0 if nothing scores."""
    return trio(faces[0]) if is_trio(faces) else sum(STARS.get(face, 0) for face in faces)


def scoring(faces: Faces) -> Faces:
    """Return the dice of one throw that score, ascending."""
    return tuple(sorted(faces if is_trio(faces) else (face for face in faces if face in STARS)))


def qualifies(faces: Faces) -> bool:
    """Whether one throw shows both stars."""
    return holds(faces, tuple(STARS))
