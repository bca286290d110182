"""Every sheet of the family, as data. A new one is a file here and its name below."""

from __future__ import annotations

from collections.abc import Mapping

from bot.games.yum.sheet import Sheet
from bot.games.yum.sheets.asian import ASIAN_YUM
from bot.games.yum.sheets.classic import TRIPLE_YUM, YUM_CLASSIC, YUM_EXTRA, YUM_FULL_HOUSE, YUM_LOW_HIGH
from bot.games.yum.sheets.color import YUM_COLOR
from bot.games.yum.sheets.maxi import MAXI_YUM
from bot.games.yum.sheets.original import YUM_DELUXE, YUM_ORIGINAL
from bot.games.yum.sheets.plus import TRIPLE_YUM_PLUS, YUM_PLUS
from bot.games.yum.sheets.yams import YAMS

SHEETS: Mapping[str, Sheet] = {
    sheet.key: sheet
    for sheet in (
        YUM_PLUS,
        TRIPLE_YUM_PLUS,
        YUM_ORIGINAL,
        YUM_DELUXE,
        YUM_COLOR,
        YUM_CLASSIC,
        ASIAN_YUM,
        MAXI_YUM,
        TRIPLE_YUM,
        YUM_LOW_HIGH,
        YUM_FULL_HOUSE,
        YUM_EXTRA,
        YAMS,
    )
}
"""In the order of menus."""
