"""What the More button of a lobby, a board or a result opens: everything that is no move, for one reader."""

from collections.abc import Iterator

from bot.games import CATALOGUE
from bot.screens.kit import Button, RenderContext, Row, Screen, Style
from bot.screens.table.leaving import may_end, may_leave
from bot.screens.table.stirring import stir_buttons
from bot.tables.core.model import Status, Table


def more_screen(context: RenderContext, table: Table, user: int, manager: bool, *, hints: bool = False) -> Screen:
    """Return what ``user`` can do beside the game. ``table`` is the public one, even if the board is a player's own.

    ``hints`` says that they may ask for one now.
    """
    t = context.t
    return Screen(
        title=t(CATALOGUE[table.game.key].label),
        body="",
        footer=t("Table {code}", code=table.code),
        rows=tuple(row for row in (_hint_row(context, hints), *_rows(context, table, user, manager)) if row),
    )


def _hint_row(context: RenderContext, hints: bool) -> Row:
    return (Button("hint", context.t("Hint"), Style.PRIMARY),) if hints else ()


def _rows(context: RenderContext, table: Table, user: int, manager: bool) -> Iterator[Row]:
    t = context.t
    rules, sheets = Button("rules", t("Rules")), Button("sheets", t("Sheets"))
    reminders = Button("clock", t("Reminders"))
    if table.over:
        yield Button("replay", t("Replay")), sheets, rules
        return
    if table.mode.lasts_a_day:
        yield sheets, rules
        return
    if table.status is Status.LOBBY:
        yield (*stir_buttons(context, table, user), reminders)
    else:
        yield sheets, rules, reminders
        if may_leave(table, user):
            yield (Button("quit", t("Leave the game…")),)
    if may_end(table, user, manager):
        close = t("Close the table…") if table.status is Status.LOBBY else t("End the game…")
        yield (Button("end", close),)
