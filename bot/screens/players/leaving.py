"""Leaving a table, or ending it for everybody, from anywhere: who may, and the question before."""

from bot.games import CATALOGUE
from bot.screens.kit import SLATE, Button, RenderContext, Screen, Style
from bot.screens.players.mygames import MyTable, state_line, where_line
from bot.screens.table.leaving import ask_to_end, ask_to_leave, may_end, may_leave, on_ending, on_leaving

LEAVE, END, WARM = "leave", "end", "warm"
SURE = "sure"


def one_table_screen(context: RenderContext, my_table: MyTable, user: int, manager: bool, page: int) -> Screen:
    """One table of the list of ``page``, and what the reader may do with it."""
    t, table = context.t, my_table.table
    lines, buttons = [where_line(context, my_table), state_line(context, my_table, user), ""], list[Button]()
    full = my_table.own_table is not None and my_table.own_table.over  # A full sheet stays on the table.
    if may_leave(table, user) and not full:
        lines.append(on_leaving(context, table))
        buttons.append(Button(_do(LEAVE, my_table, page), t("Leave"), Style.DANGER))
    if may_end(table, user, manager):
        lines.append(on_ending(context, table))
        buttons.append(Button(_do(END, my_table, page), t("End for everybody"), Style.DANGER))
    if not buttons:
        lines.append(t("There is nothing to do for you here: only the host or someone with Manage Server can end it."))
    return Screen(
        title=t(CATALOGUE[table.game.key].label),
        body="\n".join(lines),
        footer=t("Table {code}", code=table.code),
        colour=SLATE,
        rows=((*buttons, Button(f"mygames page {page} back", context.t("Back"))),),
    )


def confirm_screen(context: RenderContext, my_table: MyTable, user: int, what: str, page: int) -> Screen:
    """Ask once more before ``user`` leaves or ends a live game; offer a computer where one may keep the seat warm."""
    t, table = context.t, my_table.table
    asked = ask_to_leave(context, table, user) if what == LEAVE else ask_to_end(context, table)
    warm = (Button(_do(WARM, my_table, page), asked.warm, Style.PRIMARY),) if asked.warm else ()
    yes = Button(_do(what, my_table, page, SURE), asked.yes, Style.DANGER)
    return Screen(
        title=asked.title,
        body="\n".join([where_line(context, my_table), "", asked.meaning]),
        footer=t("Table {code}", code=table.code),
        rows=((*warm, yes, Button(f"mygames table {table.code} {page}", t("No, go back"))),),
    )


def _do(what: str, my_table: MyTable, page: int, *more: str) -> str:
    return " ".join(("mygames", what, my_table.table.code, str(page), *more))
