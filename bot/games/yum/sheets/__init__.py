"""Every sheet of the family, as data. A new one is a file here and its name below."""

from __future__ import annotations

from collections.abc import Mapping

from bot.games.yum.sheet import Sheet
from bot.games.yum.sheets.plus import TRIPLE_YUM_PLUS, YUM_PLUS

SHEETS: Mapping[str, Sheet] = {
    sheet.key: sheet
    for sheet in (
        YUM_PLUS,
        TRIPLE_YUM_PLUS,
    )
}
