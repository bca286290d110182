"""Every score sheet, as data. Add a new one to the ``SHEETS`` of the file with its nearest relatives."""

from collections.abc import Mapping

from bot.games.yum.scoring.sheet import Sheet
from bot.games.yum.sheets import asian, classic, color, maxi, original, plus, yams

SHEETS: Mapping[str, Sheet] = {
    sheet.key: sheet for relatives in (plus, original, classic, color, asian, maxi, yams) for sheet in relatives.SHEETS
}
"""In the order of menus."""
