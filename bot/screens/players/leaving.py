"""Leaving a table, or ending it for everybody, from anywhere: who may, and the question before."""

from bot.games import CATALOGUE
from bot.screens.kit import SLATE, Button, RenderContext, Row, Screen, Style
from bot.screens.players.mygames import MyTable, state_line, where_line
from bot.tables.core.model import Status

LEAVE, END = "leave", "end"
SURE = "sure"


def may_leave(my_table: MyTable, user: int) -> bool:
    """Whether ``user`` has a seat to leave; a full sheet stays on the table."""
    seated = my_table.table.seat_of(user) is not None
    return seated and not (my_table.own_table is not None and my_table.own_table.over)


def may_end(my_table: MyTable, user: int, manager: bool) -> bool:
    """Whether ``user`` may end the table for everybody."""
    return manager or my_table.table.host == user


def one_table_screen(context: RenderContext, my_table: MyTable, user: int, manager: bool, page: int) -> Screen:
    """One table of the list of ``page``, and what the reader may do with it."""
    t, table = context.t, my_table.table
    lines, buttons = [where_line(context, my_table), state_line(context, my_table, user), ""], list[Button]()
    if may_leave(my_table, user):
        lines.append(_on_leaving(context, my_table))
        buttons.append(Button(_do(LEAVE, my_table, page), t("Leave"), Style.DANGER))
    if may_end(my_table, user, manager):
        lines.append(_on_ending(context, my_table))
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


def confirm_screen(context: RenderContext, my_table: MyTable, what: str, page: int) -> Screen:
    """Ask once more before somebody leaves or ends a live game."""
    t = context.t
    game = t(CATALOGUE[my_table.table.game.key].label)
    leaving = what == LEAVE
    yes = Button(_do(what, my_table, page, SURE), t("Leave for good") if leaving else t("End the game"), Style.DANGER)
    buttons: Row = (yes, Button(f"mygames table {my_table.table.code} {page}", t("No, go back")))
    return Screen(
        title=t("Leave {game}?", game=game) if leaving else t("End {game} for everybody?", game=game),
        body="\n".join(
            [
                where_line(context, my_table),
                "",
                _on_leaving(context, my_table) if leaving else _on_ending(context, my_table),
            ]
        ),
        footer=t("Table {code}", code=my_table.table.code),
        rows=(buttons,),
    )


def _on_leaving(context: RenderContext, my_table: MyTable) -> str:
    t, table = context.t, my_table.table
    others = len(table.staying) > 1
    if table.status is Status.LOBBY:
        return (
            t("**Leave**: somebody else may take your seat.")
            if others
            else t("**Leave**: nobody else sits here, so the table closes.")
        )
    if others:
        return t("**Leave**: your seat leaves the game for good, and the others go on.")
    return t("**Leave**: nobody else plays here, so the game ends, and it counts for nothing.")


def _on_ending(context: RenderContext, my_table: MyTable) -> str:
    if my_table.table.status is Status.LOBBY:
        return context.t("**End**: the table closes before the game has begun.")
    return context.t("**End**: the game is over for everybody, and it counts for nothing.")


def _do(what: str, my_table: MyTable, page: int, *more: str) -> str:
    return " ".join(("mygames", what, my_table.table.code, str(page), *more))
