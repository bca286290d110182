"""The pictures of the bot: its icon, and the dice that it uploads as application emojis.

``scripts/draw_dice.py`` draws them. A file's name without ``.png`` is the name of its picture: ``die_3``, ``held_3``
(kept), ``power_3`` and ``power_held_3`` (the Power die), ``blank`` (not thrown yet) and ``gobelet`` (the dice cup, also
the icon). Some games have dice of other looks, ``color_3`` and ``color_held_3``, ``yam_3``, ``felt_3``, ``sea_3``,
``star_3`` and ``sand_3``, and pieces: ``chip_fh``, ``token``, ``cone_red`` and ``runner``.

``drawings.json`` lists the marks of all drawings of each picture. The emoji of the first drawing has the name of the
picture, ``die_3``, because screen readers read that aloud. The emoji of the second is ``die_3_v2``. So new art never
replaces old emojis, which earlier messages still show.
"""

import hashlib
import json
from functools import lru_cache
from importlib.resources import files
from typing import Final

_DICE: Final = (
    "die",
    "held",
    "power",
    "power_held",
    "color",
    "color_held",
    "yam",
    "yam_held",
    "felt",
    "felt_held",
    "sea",
    "sea_held",
    "star",
    "star_held",
    "sand",
)
_CHIPS: Final = ("2p", "3k", "ss", "fl", "fh", "4k", "ls")

NAMES: Final[tuple[str, ...]] = (
    *(f"{kind}_{face}" for kind in _DICE for face in range(1, 7)),
    *(f"chip_{kind}" for kind in _CHIPS),
    *(f"cone_{colour}" for colour in ("red", "blue", "green", "yellow")),
    "runner",
    "token",
    "blank",
    "gobelet",
)
"""The name of every picture."""


def read(name: str) -> bytes:
    """Return one picture as PNG; KeyError for a name that is not in `NAMES`."""
    if name not in NAMES:
        raise KeyError(name)
    return files(__name__).joinpath(f"{name}.png").read_bytes()


def mark(name: str) -> str:
    """Return eight characters that change with the picture; KeyError as `read`."""
    return hashlib.sha256(read(name)).hexdigest()[:8]


@lru_cache(maxsize=1)
def drawings() -> dict[str, list[str]]:
    """Return the marks of all drawings by picture, the newest last, including pictures no longer in use."""
    found: dict[str, list[str]] = json.loads(files(__name__).joinpath("drawings.json").read_text(encoding="ascii"))
    return found


def emoji(name: str) -> str:
    """Return the name of the emoji of a picture's current drawing; KeyError as `read`."""
    return emojis(name)[-1]


def old_emojis() -> frozenset[str]:
    """Return the names of emojis that earlier versions uploaded and this one does not use."""
    return frozenset({one for name in drawings() for one in emojis(name)} - {emoji(name) for name in NAMES})


def emojis(name: str) -> list[str]:
    """Return the names of the emojis of all drawings of a picture, the newest last; KeyError as `read`."""
    return [name if number == 1 else f"{name}_v{number}" for number, _ in enumerate(drawings()[name], 1)]
