"""What the More button of a board opens: everything that is no move, for one reader."""

from bot.games import CATALOGUE
from bot.screens.kit import Button, RenderContext, Screen
from bot.tables.core.model import Table


def more_screen(context: RenderContext, table: Table) -> Screen:
    """Return the buttons beside the game: sheets and rules."""
    t = context.t
    return Screen(
        title=t(CATALOGUE[table.game.key].label),
        body=t("Table {code}", code=table.code),
        rows=((Button("sheets", t("Sheets")), Button("rules", t("Rules"))),),
    )
