"""The pictures of the bot: dice uploaded as application emojis, and its icon. ``scripts/draw_dice.py`` draws them.

A file's name without ``.png`` is the name of its emoji: ``die_3``, ``held_3`` (kept), ``power_3`` and ``power_held_3``
(the Power die), ``blank`` (not thrown yet) and ``gobelet`` (the dice cup, also the icon). Games with a look of
their own add: ``yam_3``, ``yam_held_3`` and ``chip_fh`` (Yamslam), ``felt_3``, ``felt_held_3`` and ``token`` (421),
``sea_3`` and ``sea_held_3`` (5000), ``star_3`` and ``star_held_3`` (Ambition), ``sand_3``, ``cone_a`` and ``runner``
(Can't Stop).
"""

from __future__ import annotations

import hashlib
from importlib.resources import files
from typing import Final

_DICE: Final = (
    "die",
    "held",
    "power",
    "power_held",
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
    *(f"cone_{letter}" for letter in "abcd"),
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
    """Return eight characters that change when the picture does; KeyError as `read`."""
    return hashlib.sha256(read(name)).hexdigest()[:8]
