"""In words: a board as it stands, in sentences for one person who hears it."""

from dataclasses import replace

from bot.screens.kit import Button, RenderContext
from bot.screens.kit.board import SheetReader
from bot.screens.table.board import sheets_screen
from bot.ui.discord.adapter import render
from bot.ui.discord.reply import in_words
from bot.ui.press.router import TablePress

BACK = "more back"
"""Show More again, in place of what was read."""


async def read(press: TablePress) -> None:
    """Show lobby or board in words to that person alone, with ways to refresh it and to the sheets; it follows then."""
    await press.presenter.words.show(press.interaction, await press.table())


async def read_sheets(press: TablePress, page: int | None = None, button: str = "") -> None:
    """Show everybody's sheet that this reader may see, in words, beside the board in words."""
    now = await press.table()
    shown = await press.tables.simultaneous.visible_table(now, press.user)
    reader = SheetReader(shown.seat_of(press.user), press.presenter.renderer.names_of(shown))
    context = await press.presenter.renderer.with_champions(spoken_context(press), shown)
    screen = sheets_screen(context, shown, page or 0, reader, aloud=True)
    heard = replace(screen, rows=(*screen.rows, (Button(BACK, press.t("Back")),)))
    await press.send(render(heard, context.glyphs, now.code, now.step), replace=page is not None)


def spoken_context(press: TablePress) -> RenderContext:
    """Return what screens in words need, for the person who pressed."""
    return RenderContext(press.t, in_words(press.interaction))
