"""Every score sheet, as data: each file of this folder has ``SHEETS``, and ``PLACE``, where they stand in menus."""

import pkgutil
from collections.abc import Mapping
from importlib import import_module
from operator import attrgetter

from bot.games.yum.scoring.sheet import Sheet

_FILES = sorted(
    (import_module(f"{__name__}.{file.name}") for file in pkgutil.iter_modules(__path__)), key=attrgetter("PLACE")
)

SHEETS: Mapping[str, Sheet] = {sheet.key: sheet for file in _FILES for sheet in file.SHEETS}
"""In the order of menus."""
