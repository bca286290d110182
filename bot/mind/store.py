"""Values that were worked out once, kept in a folder under the digest of the rules they hold for."""

import os
from pathlib import Path

import numpy as np

from bot.mind.sheets.compiled import CompiledSheet
from bot.mind.sheets.solver import solve
from bot.mind.throws import Values

_VERSION = 1
"""Of the form of these files."""


def values_of(sheet: CompiledSheet, folder: Path) -> Values:
    """Return the values of all states of ``sheet``, from ``folder`` if they are there.

    Else this works them out, which takes some ten seconds, and keeps them there. Raises OSError where nothing can be
    written.
    """
    file = folder / f"sheet-{_VERSION}-{sheet.digest[:32]}.npy"
    if file.exists():
        kept: Values = np.load(file, mmap_mode="r", allow_pickle=False)
        return kept
    values = solve(sheet)
    folder.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f"{file.name}.{os.getpid()}.part")
    with part.open("wb") as out:
        np.save(out, values)
    part.replace(file)  # A reader never sees half a file.
    return values
