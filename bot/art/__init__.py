"""The pictures of the bot: its icon, and the dice that it uploads as application emojis.

``scripts/draw_dice.py`` draws them. A file's name without ``.png`` is the name of its picture: ``die_3``, ``held_3``
(kept), ``power_3`` and ``power_held_3`` (the Power die), ``blank`` (not thrown yet) and ``gobelet`` (the dice cup, also
the icon). Some games have dice of other looks, ``color_3`` and ``color_held_3``, ``yam_3``, ``felt_3``, ``sea_3``,
``star_3`` and ``sand_3``, and pieces: ``chip_fh``, ``tokens_5``, ``cone_red`` and ``runner``.

``drawings.json`` lists the marks of all drawings of each picture. Screen readers read the name of an emoji aloud, in
every language, so that of ``die_3`` is ``de3`` (docs/decisions/018-names-that-both-hear.md); before version 0.3 it was
the name of the picture. The emoji of its second drawing is ``de3_v2``. So new art never replaces old emojis, which
earlier messages still show.
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
_HEARD: Final = {
    "die": "de{}",
    "held": "garde{}",
    "power": "power{}",
    "power_held": "garde_power{}",
    "color": "de{}_a",
    "color_held": "garde{}_a",
    "yam": "de{}_b",
    "yam_held": "garde{}_b",
    "felt": "de{}_c",
    "felt_held": "garde{}_c",
    "sea": "de{}_d",
    "sea_held": "garde{}_d",
    "star": "de{}_e",
    "star_held": "garde{}_e",
    "sand": "de{}_f",
    "chip": "jeton_{}",
    "tokens": "jetons_{}",
}
"""What English and French voices both say so that it is understood; the letter only tells looks apart."""
_CHIPS: Final = ("2p", "3k", "ss", "fl", "fh", "4k", "ls")

NAMES: Final[tuple[str, ...]] = (
    *(f"{kind}_{face}" for kind in _DICE for face in range(1, 7)),
    *(f"chip_{kind}" for kind in _CHIPS),
    *(f"cone_{colour}" for colour in ("red", "blue", "green", "yellow")),
    *(f"tokens_{count}" for count in range(6)),
    "runner",
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
    marks: dict[str, list[str]] = json.loads(files(__name__).joinpath("drawings.json").read_text(encoding="ascii"))
    return marks


def emoji(name: str) -> str:
    """Return the name of the emoji of a picture's current drawing; KeyError as `read`."""
    return emojis(name)[-1]


def old_emojis() -> frozenset[str]:
    """Return the names of emojis that earlier versions uploaded and this one does not use."""
    return frozenset({old for name in drawings() for old in emojis(name)} - {emoji(name) for name in NAMES})


def emojis(name: str) -> list[str]:
    """Return the names of the emojis of all drawings of a picture, the newest last; KeyError as `read`.

    First those that versions before 0.3 have uploaded.
    """
    kind, _, face = name.rpartition("_")
    heard = _HEARD[kind].format(face) if kind in _HEARD else name
    numbers = range(1, len(drawings()[name]) + 1)
    return [base if number == 1 else f"{base}_v{number}" for base in dict.fromkeys((name, heard)) for number in numbers]
